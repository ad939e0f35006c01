"""An action under way, as it stands on the stack (rules 7)."""

from gemp_bot.decisions.kinds import ActionKind
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.timing import ActionStep, next_step


class StackEntry:
    """An action on the stack.

    Attributes:
        player: who acts. kind: what he does. card: the card it hangs on.
        step: how far it has come.
    """

    __slots__ = ("card", "kind", "player", "step")

    def __init__(self, player: Side, kind: ActionKind, card: int) -> None:
        self.player = player
        self.kind = kind
        self.card = card
        self.step = ActionStep.INITIATION

    def advance(self) -> None:
        """Go on to the next step."""
        self.step = next_step(self.step)
