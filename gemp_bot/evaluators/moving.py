"""Moving: a card, or a whole group one by one, to where it changes more than it leaves behind."""

from collections.abc import Callable, Iterator, Sequence

from gemp_bot.decisions import ActionKind, Option, Question
from gemp_bot.effects import FlipNeed
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.objectives import moved
from gemp_bot.evaluators.reason_text import arrival, called, place_called
from gemp_bot.evaluators.weighed import Part, Weighed, one, part, passing
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.rules.facts import CardKind, LocationFacts, PlaceKind
from gemp_bot.rules.locations import never_refusals
from gemp_bot.rules.moves import Mover
from gemp_bot.rules.routes import Leg, landspeed_refusals
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.places import worth
from gemp_bot.valuation.position import FighterView, Group, LocationView, Position

KINDS = frozenset({ActionKind.MOVE_LANDSPEED, ActionKind.MOVE_HYPERSPEED})
"""The moves that cards of one place make one by one, each with an action of its own."""
COST = 0.15
"""A move uses Force, which is not lost."""
_NO_WAY = -9.0
"""Of a move that is none."""


Reach = Callable[[Position, LocationView, FighterView], Iterator[LocationView]]
"""The places that a card may reach by one kind of move from where it is."""


def landspeed(ctx: DecisionContext, option: Option) -> tuple[Part, ...]:
    """To another site of the same planet, starship or vehicle."""
    return _move(ctx, option, _on_foot)


def hyperspeed(ctx: DecisionContext, option: Option) -> tuple[Part, ...]:
    """To another system. A location that moves (Death Star) is no card that fights, and stays."""
    return _move(ctx, option, _through_space)


def _on_foot(position: Position, here: LocationView, unit: FighterView) -> Iterator[LocationView]:
    """Sites of one system stand side by side, and are a row (rules 23.20)."""
    row = [
        each
        for each in position.places
        if each.id is not None and not each.stats.space and each.system == here.system
    ]
    if here not in row:
        return
    start, stats = row.index(here), unit.stats
    # What is offered a move by landspeed has one, whatever is printed.
    mover = Mover(
        kind=CardKind.VEHICLE if stats.vehicle else CardKind.CHARACTER, landspeed=max(stats.landspeed, 1)
    )
    barred = {at for at, each in enumerate(row) if never_refusals(mover.kind, _site(each))}
    for end, there in enumerate(row):
        step = 1 if end > start else -1
        way = range(start + step, end + step, step)
        if not barred.intersection(way) and not landspeed_refusals(mover, start, [Leg(at) for at in way]):
            yield there


def _site(place: LocationView) -> LocationFacts:
    """A site as the rules see it; of one whose card is not known, that it is in the open."""
    stats = place.stats
    return LocationFacts(
        name=stats.title,
        kind=PlaceKind.SITE,
        interior=stats.interior,
        exterior=stats.exterior or not stats.known,
    )


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
            needs=ctx.reader.flips,
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
            needs=ctx.reader.flips,
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
            place, other, unit, ctx.outlook, along, force=ctx.position.force, needs=ctx.reader.flips
        )
        # The last of a group is alone when its turn comes.
        left = group if len(_along(place, along)) > 1 else alone
        if ctx.memory.moves.group_move == (place.column, other.column) and left >= 0:
            return part(f"with the others to {place_called(other)}", max(group, alone, 0) + 0.1)
        if max(alone, group) > best:
            best, there, together = max(alone, group), other, group > alone
    if best <= threshold + COST:
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
    return arrival(there, _joined(here, there, party), outlook, gain, others)


def _price(hurdle: float) -> tuple[Part, ...]:
    """What a move costs, and what it must bring beyond that."""
    used = Part("Force used for the move", -COST)
    return (used, Part("the least a move must bring", -hurdle)) if hurdle else (used,)


def gains(
    here: LocationView,
    there: LocationView,
    unit: FighterView,
    outlook: Outlook,
    movers: frozenset[CardId],
    *,
    force: int,
    needs: Sequence[FlipNeed],
) -> tuple[float, float]:
    """What moving brings: this card alone, and all of our cards here that may move like it.

    Each of them uses a Force: who cannot pay for all moves nobody together.
    """
    along = _along(here, movers)
    way = Way(here, there, outlook, needs)
    alone = way.gain((unit,))
    if not 1 < len(along) <= force:
        return alone, _NO_WAY
    return alone, way.gain(along) - COST * (len(along) - 1)


def _along(here: LocationView, movers: frozenset[CardId]) -> list[FighterView]:
    """Those of ours at a place who may move, each with all who are aboard."""
    return [each for each in here.mine.units if each.id in movers and each.host is None]


def _strength(here: LocationView, party: Sequence[FighterView]) -> tuple[float, float, float, float]:
    """Power, ability, forfeit and added destinies of these, with all who are aboard of them."""
    ids = {unit.id for unit in party}
    along = [*party, *(each for each in here.mine.units if each.host in ids)]
    return (
        sum(each.power for each in along),
        sum(each.ability for each in along),
        sum(each.forfeit for each in along),
        sum(unit.draws for unit in party),
    )


def _joined(here: LocationView, there: LocationView, party: Sequence[FighterView]) -> Group:
    """Who of us would stand there when these have come."""
    icon = any(each.stats.presence for each in party)
    return there.mine.with_more(*_strength(here, party), icon=icon, cards=len(party))


class Way:
    """The way from one place to another, for any party of ours.

    Args:
        here: where they are.
        there: where they would go.
        outlook: what the game is like.
        needs: what our objectives want held.
    """

    def __init__(
        self, here: LocationView, there: LocationView, outlook: Outlook, needs: Sequence[FlipNeed]
    ) -> None:
        self._here = here
        self._there = there
        self._outlook = outlook
        self._needs = needs
        self._before = _worth(here, here.mine, outlook) + _worth(there, there.mine, outlook)
        self._roots = sum(1 for each in here.mine.units if each.host is None)

    def gain(self, party: Sequence[FighterView]) -> float:
        """What it changes at both places, in Force, if these go with all who are aboard of them."""
        here, there = self._here, self._there
        power, ability, forfeit, _ = _strength(here, party)
        if power + ability <= 0:
            return _NO_WAY
        left = here.mine.without(power, ability, forfeit, last=len(party) >= self._roots, cards=len(party))
        joined = _joined(here, there, party)
        changed = _worth(here, left, self._outlook) + _worth(there, joined, self._outlook) - self._before
        return changed + self._flips(party, left, joined)

    def _flips(self, party: Sequence[FighterView], left: Group, joined: Group) -> float:
        """What it changes for our objectives."""
        if not joined.present:
            return 0.0
        ids = {each.id for each in party}
        going, staying = set[BlueprintId](), set[BlueprintId]()
        for each in self._here.mine.units:
            goes = each.id in ids or each.host in ids
            (going if goes else staying).add(each.stats.blueprint)
        return sum(
            moved(need, self._here, self._there, staying, going, left=not left.present)
            for need in self._needs
        )


def _worth(place: LocationView, mine: Group, outlook: Outlook) -> float:
    return worth(place, mine, place.theirs, outlook, ours_first=False)
