"""The turn: its phases (section 1), drawing, and its end (section 25)."""

from enum import IntEnum
from typing import Final

import msgspec

from gemp_bot.protocol.enums import Phase
from gemp_bot.rules.mark import rule
from gemp_bot.rules.piles import Piles
from gemp_bot.rules.timing import PileUse, pile_refusals

PHASES: Final = (
    Phase.ACTIVATE,
    Phase.CONTROL,
    Phase.DEPLOY,
    Phase.BATTLE,
    Phase.MOVE,
    Phase.DRAW,
    Phase.END_OF_TURN,
)


_NEXT: Final = dict(zip(PHASES, (*PHASES[1:], PHASES[0]), strict=True))


@rule("1.1", "The order of the phases")
def next_phase(phase: Phase) -> Phase:
    """The phase that follows; after the end of a turn the next one starts at once. Rules 1 and 25.

    The start of a turn has no phase of its own on the wire.
    """
    return _NEXT[phase]


@rule("25.1", "Drawing is an action for each card, with no limit")
def draws(piles: Piles) -> range:
    """How many cards may be drawn in a draw phase; the hand may be of any size. Rules 25."""
    return range(1 if pile_refusals(PileUse.DRAW, piles.force) else piles.force + 1)


class EndStep(IntEnum):
    """What the end of a turn consists of, in this order."""

    RECIRCULATE = 0
    MANDATORY = 1
    OPTIONAL = 2
    OVER = 3


class TurnEnd(msgspec.Struct, frozen=True):
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
def next_end_step(ending: TurnEnd) -> EndStep:
    """Where the end of a turn goes on. Rules 25."""
    match ending.step:
        case EndStep.RECIRCULATE:
            return EndStep.MANDATORY
        case EndStep.MANDATORY:
            return EndStep.MANDATORY if ending.unpaid or ending.lapsing else EndStep.OPTIONAL
        case _:
            return EndStep.OVER if ending.passes >= 2 else EndStep.OPTIONAL  # noqa: PLR2004


@rule("25.7", "The end of a turn belongs to that turn")
def turn_at_end(turn: int, step: EndStep) -> int:
    """The turn that "once per turn" and uniqueness count by. Rules 25."""
    return turn + (step is EndStep.OVER)
