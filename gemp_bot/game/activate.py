"""The activate phase: generation is counted and locked, then Force is activated (rules 2)."""

from gemp_bot.decisions.kinds import ActionKind, PromptKind
from gemp_bot.game.choices import YES, YES_OR_NO, Option, PickNumber, PickResult
from gemp_bot.game.context import GameContext, Run
from gemp_bot.game.game_events import ForceActivated, GenerationCounted
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.rules.generation import Entitlement, activated_one, activation, generation_changed, locked
from gemp_bot.rules.values import up_to


def count(run: GameContext, side: Side) -> None:
    """Count what may be activated this turn, and lock the total (rules 2.4)."""
    total = run.numbers.generation(side)
    run.state.entitlement = locked(generation_changed(Entitlement(0), total))
    run.tell(GenerationCounted, side, total)


def _most(run: GameContext, side: Side) -> int:
    return activation(run.state.entitlement, run.state.sizes(side)).stop - 1


def offer(run: GameContext, side: Side) -> tuple[Option, ...]:
    """To activate Force, while there is any to activate."""
    if _most(run, side) <= 0:
        return ()
    top = run.state.pile(side, Zone.RESERVE_DECK)[-1]
    return (Option(ActionKind.ACTIVATE_FORCE, top.id, free=True),)


def act(run: GameContext, side: Side, option: Option) -> Run[bool]:
    """Choose how much; the opponent says how much of it he lets happen before he may act (PROTOCOL 7.3)."""
    wanted = yield PickNumber(side, PromptKind.FORCE_TO_ACTIVATE, 0, _most(run, side))
    assert option.kind is ActionKind.ACTIVATE_FORCE and isinstance(wanted, int)  # noqa: S101, PT018
    if wanted == 0:
        return False
    if wanted > 1:
        allowed = yield PickNumber(side.other, PromptKind.FORCE_TO_ALLOW, up_to(wanted).start, wanted)
        wanted = allowed if isinstance(allowed, int) else wanted
    activate(run, side, wanted)
    return True


def activate(run: GameContext, side: Side, amount: int) -> None:
    """Activate Force, each unit an action of its own (rules 2.7, 3.4)."""
    state = run.state
    state.pass_on(side, Zone.RESERVE_DECK, Zone.FORCE_PILE, amount)
    for _ in range(amount):
        state.entitlement = activated_one(state.entitlement)
    run.tell(ForceActivated, side, amount)


def may_pass(run: GameContext, side: Side) -> Run[bool]:
    """Who could have activated and did not is asked whether he means it (PROTOCOL 7.3)."""
    if run.state.entitlement.done or _most(run, side) <= 0:
        return True
    answer = yield PickResult(side, PromptKind.CONFIRM_NO_ACTIVATION, YES_OR_NO)
    return answer == YES
