"""Moving: a card, or a whole group one by one, to where it changes more than it leaves behind."""

from collections.abc import Callable, Iterator, Sequence

from gemp_bot.decisions import ActionKind, Option, Question
from gemp_bot.effects import Need
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.reason_text import arrival, called, place_called
from gemp_bot.evaluators.weighed import Part, Weighed, one, part, passing
from gemp_bot.protocol.ids import CardId
from gemp_bot.search.ways import MOVE_COST, NO_WAY, Way, joined, on_foot
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.position import FighterView, LocationView, Position

KINDS = frozenset({ActionKind.MOVE_LANDSPEED, ActionKind.MOVE_HYPERSPEED})
"""The moves that cards of one place make one by one, each with an action of its own."""


Reach = Callable[[Position, LocationView, FighterView], Iterator[LocationView]]
"""The places that a card may reach by one kind of move from where it is."""


def landspeed(ctx: DecisionContext, option: Option) -> tuple[Part, ...]:
    """To another site of the same planet, starship or vehicle."""
    return _move(ctx, option, on_foot)


def hyperspeed(ctx: DecisionContext, option: Option) -> tuple[Part, ...]:
    """To another system. A location that moves (Death Star) is no card that fights, and stays."""
    return _move(ctx, option, _through_space)


def _through_space(position: Position, here: LocationView, _: FighterView) -> Iterator[LocationView]:
    return (each for each in position.places if each is not here and each.stats.space)


def _move(ctx: DecisionContext, option: Option, reach: Reach) -> tuple[Part, ...]:
    """A move of one kind, to the best place it may reach."""
    position = ctx.position
    found = position.ours(option.card_id)
    if found is None:
        return part("nobody to move", -1)
    place, unit = found
    others = list(reach(position, place, unit))
    return _best_of(ctx, place, unit, others, along=movers(ctx.question, option))


def movers(menu: Question, option: Option) -> frozenset[CardId]:
    """The cards that a menu offers the same kind of move as an option of it: only they can come along."""
    if option.reading is None or option.reading.effect not in KINDS:
        return frozenset()
    alike = menu.of_kind(option.reading.effect)
    return frozenset(each.card_id for each in alike if each.card_id is not None)


def choose_target(ctx: DecisionContext) -> Sequence[Weighed]:
    """Where to: the best place, if it is better than this one."""
    weighed = [passing(ctx.question, part("it stays"))]
    found = None if ctx.pursued is None else ctx.position.ours(ctx.pursued.card_id)
    if found is None:
        return weighed
    place, unit = found
    position = ctx.position
    for option in ctx.affordable(ctx.question.selectable):
        there = position.at(option.card_id)
        if there is None or there is place:
            continue
        alone, group = gains(
            place,
            there,
            unit,
            ctx.outlook,
            ctx.memory.moves.movers,
            force=position.force,
            needs=ctx.reader.needs,
        )
        gain = max(alone, group)
        hurdle = (
            0.0 if ctx.memory.moves.group_move == (place.column, there.column) else ctx.weights.move_threshold
        )
        party = _party(place, unit, ctx.memory.moves.movers, together=group > alone)
        goes = _goes(place, there, unit, party, ctx.outlook, gain=gain)
        weighed.append(one(ctx.question, option, (goes, *_price(hurdle))))
    return weighed


def note_move(ctx: DecisionContext, chosen: Weighed) -> None:
    """Remember a group move that has begun, so that the others follow."""
    found = None if ctx.pursued is None else ctx.position.ours(ctx.pursued.card_id)
    option = chosen.option
    if found is None or option is None:
        return
    there = ctx.position.at(option.card_id)
    if there is not None:
        alone, group = gains(
            found[0],
            there,
            found[1],
            ctx.outlook,
            ctx.memory.moves.movers,
            force=ctx.position.force,
            needs=ctx.reader.needs,
        )
        way = (found[0].column, there.column)
        ctx.memory.moves.move(found[1].id, way if group > alone or group > 0 else None)


def _best_of(
    ctx: DecisionContext,
    place: LocationView,
    unit: FighterView,
    others: Sequence[LocationView],
    *,
    along: frozenset[CardId],
) -> tuple[Part, ...]:
    if unit.id in ctx.memory.moves.moved:
        return part(f"{called(unit.stats)} has moved already", -1)
    threshold = ctx.weights.move_threshold
    best, there, together = 0.0, place, False
    for other in others:
        alone, group = gains(
            place, other, unit, ctx.outlook, along, force=ctx.position.force, needs=ctx.reader.needs
        )
        # The last of a group is alone when its turn comes.
        left = group if len(_along(place, along)) > 1 else alone
        if ctx.memory.moves.group_move == (place.column, other.column) and left >= 0:
            return part(f"with the others to {place_called(other)}", max(group, alone, 0) + 0.1)
        if max(alone, group) > best:
            best, there, together = max(alone, group), other, group > alone
    if best <= threshold + MOVE_COST:
        return part("no place within reach is better", -0.2)
    party = _party(place, unit, along, together=together)
    return (_goes(place, there, unit, party, ctx.outlook, gain=best), *_price(threshold))


def _party(
    here: LocationView, unit: FighterView, along: frozenset[CardId], *, together: bool
) -> list[FighterView]:
    return _along(here, along) if together else [unit]


def _goes(
    here: LocationView,
    there: LocationView,
    unit: FighterView,
    party: Sequence[FighterView],
    outlook: Outlook,
    *,
    gain: float,
) -> Part:
    """Where a card goes, with whom, and what they do there."""
    others = [called(each.stats) for each in party if each is not unit]
    return arrival(there, joined(here, there, party), outlook, gain, others)


def _price(hurdle: float) -> tuple[Part, ...]:
    """What a move costs, and what it must bring beyond that."""
    used = Part("Force used for the move", -MOVE_COST)
    return (used, Part("the least a move must bring", -hurdle)) if hurdle else (used,)


def gains(
    here: LocationView,
    there: LocationView,
    unit: FighterView,
    outlook: Outlook,
    movers: frozenset[CardId],
    *,
    force: int,
    needs: Sequence[Need],
) -> tuple[float, float]:
    """What moving brings: this card alone, and all of our cards here that may move like it.

    Each of them uses a Force: who cannot pay for all moves nobody together.
    """
    along = _along(here, movers)
    way = Way(here, there, outlook, needs)
    alone = way.gain((unit,))
    if not 1 < len(along) <= force:
        return alone, NO_WAY
    return alone, way.gain(along) - MOVE_COST * (len(along) - 1)


def _along(here: LocationView, movers: frozenset[CardId]) -> list[FighterView]:
    """Those of ours at a place who may move, each with all who are aboard."""
    return [each for each in here.mine.units if each.id in movers and each.host is None]
