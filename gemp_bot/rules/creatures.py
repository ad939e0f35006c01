"""Creatures (section 24)."""

from gemp_bot.protocol.enums import Phase
from gemp_bot.rules.mark import rule


@rule("24.4", "A creature must attack")
def must_attack(targets: int, *, my_turn: bool = True, phase: Phase = Phase.BATTLE) -> bool:
    """Whether our creature has to attack now: it does when there is anything to attack. Rules 24."""
    return my_turn and phase is Phase.BATTLE and targets > 0
