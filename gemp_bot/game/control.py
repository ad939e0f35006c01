"""The control phase: Force drains, with who takes part in them (rules 4)."""

from gemp_bot.board.location import Location
from gemp_bot.decisions.kinds import ActionKind, ResponseTrigger
from gemp_bot.game.choices import Option
from gemp_bot.game.context import GameContext, Run
from gemp_bot.game.game_events import DrainInitiated
from gemp_bot.game.losing import lose_force
from gemp_bot.game.stack import perform
from gemp_bot.game.under_way import DrainUnderWay as Drained
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.drains import drain_loss, drain_participants, drain_stopped
from gemp_bot.rules.pipeline import Drain, Paid
from gemp_bot.rules.values import Cost


def drain_at(run: GameContext, side: Side, place: Location) -> Drain:
    """A drain at a place, as the rules see it before it is initiated. It may be one for 0 (rules 4.1)."""
    numbers = run.numbers
    if not place.controlled(side):
        return Drain(place.laid.name, False)
    mine = ((piece.name, piece.facts.kind) for piece in place.cards if piece.side is side)
    return Drain(
        place.laid.name,
        not numbers.drain_forbidden(side, place),
        drain_participants(mine),
        cost=Cost(numbers.drain_cost(side, place)),
    )


def offer(run: GameContext, side: Side) -> tuple[Option, ...]:
    """To drain at each location where that is legal."""
    position = run.legality.position(side)
    return tuple(
        Option(ActionKind.FORCE_DRAIN, place.laid.id, free=True)
        for place in run.state.locations
        # the most frequent refusals, looked at before the long way
        if place.controlled(side)
        and place.laid.name not in position.drained
        and run.legality.allows(position, drain_at(run, side, place))
    )


def act(run: GameContext, side: Side, option: Option) -> Run[bool]:
    """Initiate a drain; when it resolves, the opponent loses Force, if the location is still controlled."""
    place = run.state.location_of(option.card)
    paid = run.legality.try_out(run.legality.position(side), drain_at(run, side, place))
    assert isinstance(paid, Paid), "only legal drains are on offer"  # noqa: S101
    due = run.numbers.drain(side, place)
    run.pay(side, paid)
    amount = int(due)
    run.tell(DrainInitiated, side, option.card, place.column, amount)
    drain = run.under_way.drain = Drained(side, place, amount)
    result = _drain(run, drain)
    yield from perform(run, side, option, ResponseTrigger.FORCE_DRAIN_INITIATED, result, amount=amount)
    run.under_way.drain = None
    return True


def _drain(run: GameContext, drain: Drained) -> Run[None]:
    """The other player loses what is left of the drain, unless it was cancelled or the place is lost."""
    side, place = drain.side, drain.place
    if drain_stopped(controlled=place.controlled(side), canceled=drain.canceled):
        return
    amount = drain_loss(max(0.0, drain.amount), run.numbers.drain_limits(side, place))
    yield from lose_force(run, side.other, amount, place.laid.id, detail="drain")
    yield from run.window(side, ResponseTrigger.FORCE_DRAINED, (place.laid.id,), amount)
