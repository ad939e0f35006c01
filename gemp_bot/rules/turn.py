"""The turn: its phases (section 1), drawing, and its end (section 25)."""

from collections.abc import Iterable
from enum import IntEnum

import msgspec

from gemp_bot.rules.facts import Phase
from gemp_bot.rules.mark import Refusals, refuse, rule
from gemp_bot.rules.piles import Piles
from gemp_bot.rules.values import up_to


@rule("1.1", "The order of the phases")
def next_phase(phase: Phase) -> Phase:
    """The phase that follows; after the end of a turn the next one starts at once. Rules 1."""
    order = tuple(Phase)
    return order[(order.index(phase) + 1) % len(order)]


@rule("1.2", "What may be done at the start and the end of a turn")
def window_refusals(phase: Phase, *, fits_window: bool, response: bool = False) -> Refusals:
    """Why an action is out of place at the edge of a turn. Rules 1 and 25.

    Args:
        phase: where in the turn we are.
        fits_window: it is an action of just this start or end of turn.
        response: it responds to one.
    """
    edge = phase in {Phase.START_OF_TURN, Phase.END_OF_TURN}
    return refuse("1.2", f"no {phase} action", edge and not (fits_window or response))


@rule("1.3", "Nothing happens before the first turn and after the last")
def during_a_turn(*, begun: bool, ended: bool) -> bool:
    """Whether anything that happens during a turn may happen. Rules 1."""
    return begun and not ended


@rule("25.1", "Drawing is an action for each card, with no limit")
def draws(piles: Piles) -> range:
    """How many cards may be drawn in a draw phase; the hand may be of any size. Rules 25."""
    return range(piles.force + 1)


@rule("25.2", "Draw up to a number")
def told_draws(most: int, there: int) -> range:
    """How many cards may be drawn where a card says "draw up to". Rules 25.

    Args:
        most: the number it names.
        there: cards in the deck or pile it names.
    """
    return up_to(min(most, there))


class EndStep(IntEnum):
    """What the end of a turn consists of, in this order."""

    RECIRCULATE = 0
    MANDATORY = 1
    OPTIONAL = 2
    OVER = 3


class Ending(msgspec.Struct, frozen=True):
    """How far the end of a turn has come.

    Attributes:
        step: where it is.
        unpaid: maintenance costs still to be paid.
        lapsing: effects "until end of turn" that have not yet ceased.
        passes: passes in a row.
    """

    step: EndStep = EndStep.RECIRCULATE
    unpaid: tuple[int, ...] = ()
    lapsing: int = 0
    passes: int = 0


@rule("25.3", "The end of a turn, in order")
@rule("25.5", "Maintenance comes before anything optional")
@rule("25.6", "Two passes end the turn, and the next begins at once")
def next_end_step(ending: Ending) -> EndStep:
    """Where the end of a turn goes on. Rules 25."""
    match ending.step:
        case EndStep.RECIRCULATE:
            return EndStep.MANDATORY
        case EndStep.MANDATORY:
            return EndStep.MANDATORY if ending.unpaid or ending.lapsing else EndStep.OPTIONAL
        case _:
            return EndStep.OVER if ending.passes >= 2 else EndStep.OPTIONAL  # noqa: PLR2004


@rule("25.5", "Maintenance comes before anything optional")
def end_action_refusals(ending: Ending, *, optional: bool) -> Refusals:
    """Why an action of the end of a turn may not be taken yet, or no longer. Rules 25."""
    return (
        *refuse("25.6", "the turn is over", ending.step is EndStep.OVER),
        *refuse("25.3", "not before the mandatory ones", optional and ending.step < EndStep.OPTIONAL),
        *refuse("25.5", "maintenance is not paid", optional and bool(ending.unpaid)),
    )


@rule("25.4", "Maintenance costs")
def maintenance(costs: Iterable[int], force: int) -> tuple[int, tuple[int, ...]]:
    """What maintenance takes: Force for what can be kept, cheapest first, and the costs beyond. Rules 25.

    Which cards are kept is the owner's choice; this order keeps the most of them.
    """
    paid = 0
    missing = []
    for cost in sorted(costs):
        if paid + cost <= force:
            paid += cost
        else:
            missing.append(cost)
    return paid, tuple(missing)


@rule("25.7", "The end of a turn belongs to that turn")
def turn_at_end(turn: int, step: EndStep) -> int:
    """The turn that "once per turn" and uniqueness count by. Rules 25."""
    return turn + (step is EndStep.OVER)
