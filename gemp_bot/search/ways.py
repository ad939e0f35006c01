"""Ways from one location to another: which one a card may go, and what going it changes."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from gemp_bot.cards import known
from gemp_bot.effects import Need
from gemp_bot.game.arrivals import AS_BEFORE, Arrival
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.rules.facts import CardKind, LocationFacts, PlaceKind
from gemp_bot.rules.locations import never_refusals
from gemp_bot.rules.mark import Refusals
from gemp_bot.rules.moves import Mover
from gemp_bot.rules.routes import (
    Leg,
    hyperspeed_refusals,
    landspeed_refusals,
    parsecs_between,
    sector_refusals,
)
from gemp_bot.valuation.needs import brought, moved
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.places import STANDING, overrun, worth
from gemp_bot.valuation.position import FighterView, Group, LocationNumbers, Position, row_of

NO_WAY = -9.0
"""Of a move that is none."""
MOVE_COST = 0.15
"""A move uses Force, which is not lost."""
TRANSIT_COST = 0.5
"""What a docking bay transit usually costs: the docking bays say how much Force."""
NEXT = 0.7
"""What a gain of our next turn is worth now: the opponent moves in between."""
Refuses = Callable[[Mover, int, Sequence[Leg]], Refusals]
"""Why a card cannot go along a row of locations in one move, from a place in it, step by step."""
Reach = Callable[[Position, LocationNumbers, FighterView], Iterator[LocationNumbers]]
"""The places that a card may reach by one kind of move from where it is."""
Value = Callable[[LocationNumbers, Group, Group, Outlook], float]
"""What a place is worth with our group and theirs."""


def on_foot(position: Position, here: LocationNumbers, unit: FighterView) -> Iterator[LocationNumbers]:
    """The sites in its row that a card can reach by landspeed (rules 23.20)."""
    kind = CardKind.VEHICLE if unit.facts.kind is CardKind.VEHICLE else CardKind.CHARACTER
    # What is offered a move by landspeed has one, whatever is printed.
    mover = Mover(kind=kind, landspeed=max(unit.facts.landspeed or 1, 1))
    return _in_row(position, here, mover, landspeed_refusals)


def by_sectors(position: Position, here: LocationNumbers, unit: FighterView) -> Iterator[LocationNumbers]:
    """The system and its sectors that a card can reach by sector movement (rules 23.23)."""
    # A vehicle that is offered sector movement is one for cloud sectors.
    return _in_row(position, here, Mover(kind=unit.facts.kind, flies_in_clouds=True), sector_refusals)


def _in_row(
    position: Position, here: LocationNumbers, mover: Mover, refusals: Refuses
) -> Iterator[LocationNumbers]:
    """The locations of its row that a card can reach, and pass those in between."""
    row = row_of(here, position.places)
    if here not in row:
        return
    start, kind, flies = row.index(here), mover.kind, mover.flies_in_clouds
    barred = {at for at, each in enumerate(row) if never_refusals(kind, _site(each), flies_in_clouds=flies)}
    for end, there in enumerate(row):
        step = 1 if end > start else -1
        way = range(start + step, end + step, step)
        if not barred.intersection(way) and not refusals(mover, start, [Leg(at) for at in way]):
            yield there


def through_space(position: Position, here: LocationNumbers, unit: FighterView) -> Iterator[LocationNumbers]:
    """Systems in range of a starship, by what is printed (rules 23.24)."""
    # What is offered a move by hyperspeed has one and a navigator, whatever is printed.
    mover = Mover(kind=CardKind.STARFIGHTER, hyperspeed=max(unit.facts.hyperspeed or 1, 1), navigates=True)
    for there in position.places:
        parsecs = parsecs_between(known(here.facts.card.parsec), known(there.facts.card.parsec))
        to = LocationFacts(name=there.facts.card.title, kind=PlaceKind.SYSTEM)
        if there is not here and parsecs is not None and not hyperspeed_refusals(mover, parsecs, to):
            yield there


def by_transit(position: Position, here: LocationNumbers, unit: FighterView) -> Iterator[LocationNumbers]:
    """The other docking bays, for a card that is at one and is no starship (rules 23.31)."""
    if here.facts.bay and not unit.facts.starship:
        yield from (there for there in position.places if there is not here and there.facts.bay)


def own_way(here: LocationNumbers, unit: FighterView) -> Reach | None:
    """How a card goes along its row: on foot from a site, else by sector movement; None for not at all."""
    # A character has landspeed 1 where none is printed (rules 23).
    walks = unit.facts.kind is CardKind.CHARACTER or bool(unit.facts.landspeed)
    return (on_foot if walks else None) if here.site else by_sectors


def _by_any_way(position: Position, here: LocationNumbers, unit: FighterView) -> frozenset[int]:
    """The columns that a card can reach in one move of any kind."""
    kinds = [own_way(here, unit)]
    if here.site:
        kinds.append(by_transit)
    elif unit.facts.starship and unit.facts.hyperspeed:
        kinds.append(through_space)
    return frozenset([there.column for reach in kinds if reach for there in reach(position, here, unit)])


def _site(place: LocationNumbers) -> LocationFacts:
    """A site as the rules see it; of one whose card is not known, that it is in the open."""
    return place.facts.location or LocationFacts(name="", kind=PlaceKind.SITE, exterior=True)


def _along(here: LocationNumbers, party: Sequence[FighterView]) -> Sequence[FighterView]:
    """These, and all who are aboard of them."""
    ids = {unit.id for unit in party}
    return [*party, *(each for each in here.mine.units if each.host in ids)]


def _ability(unit: FighterView, there: LocationNumbers) -> float:
    """The ability of a card that counts at a location: none of an Operative on its planet (rules 22)."""
    if there.is_planet_of(unit.facts):
        return 0.0
    return unit.facts.ability if unit.operative else unit.ability


Moved = Callable[[CardId, LocationNumbers], Arrival]
"""By how much a card of ours changes by going to a location."""


def joined(
    here: LocationNumbers, there: LocationNumbers, party: Sequence[FighterView], moved: Moved
) -> Group:
    """Who of us would stand there when these have come."""
    icon = any(each.facts.presence for each in party)
    kinds = frozenset([each.facts.kind for each in party])
    along = _along(here, party)
    changes = [moved(each.id, there) for each in party]
    power = max(sum(each.power for each in along) + sum(each.power for each in changes), 0.0)
    return there.mine.with_more(
        power, sum(_ability(each, there) for each in along), sum(each.forfeit for each in along),
        sum(each.draws for each in party), kinds=kinds, icon=icon, cards=len(party),
        there=sum([each.there for each in changes], AS_BEFORE),
        operatives=there.operatives_of(each.facts for each in along),
    )  # fmt: skip


def may_join(there: LocationNumbers, party: Sequence[FighterView]) -> bool:
    """Whether no rule of Operatives keeps these from a location: one of a title stands on its planet."""
    titles = [each.facts.card.title for each in party if there.is_planet_of(each.facts)]
    return len(set(titles)) == len(titles) and not any(there.has_operative_like(each.facts) for each in party)


class Way:
    """The way from one place to another, for any party of ours.

    Args:
        here: where they are.
        there: where they would go.
        outlook: what the game is like.
        needs: what texts want us to hold.
        moved: what going there changes of a card.
        value: what a place is worth with two groups there.
    """

    def __init__(
        self,
        here: LocationNumbers,
        there: LocationNumbers,
        outlook: Outlook,
        needs: Sequence[Need],
        moved: Moved,
        *,
        value: Value | None = None,
    ) -> None:
        self._here = here
        self._there = there
        self._outlook = outlook
        self._needs = needs
        self._moved = moved
        self._value = staying if value is None else value
        self._before = self._worth(here, here.mine) + self._worth(there, there.mine)
        self._all = max(here.mine.cards, sum(1 for each in here.mine.units if each.host is None))

    def gain(self, party: Sequence[FighterView]) -> float:
        """What it changes at both places, in Force, if these go with all who are aboard of them."""
        along = _along(self._here, party)
        if not may_join(self._there, along):
            return NO_WAY
        if sum(each.power + each.ability for each in along) <= 0:
            return NO_WAY
        left, there_then = self.after(party)
        changed = self._worth(self._here, left) + self._worth(self._there, there_then) - self._before
        after = self.needs_after(party, left, there_then)
        return changed + sum(map(brought, self._needs, after))

    def onward(
        self, position: Position, party: Sequence[FighterView]
    ) -> tuple[float, LocationNumbers | None]:
        """What it changes if these go on in our next turn, and where to, if that is more than staying there.

        Only who holds nothing where they are set out, and only for what no single move reaches.
        """
        gain, goal = self.gain(party), None
        here, there = self._here, self._there
        left, joined_there = self.after(party)
        held = self._worth(here, here.mine) - self._worth(here, left)
        if gain == NO_WAY or held > STANDING:
            return gain, None
        near = frozenset[int]().union(*(_by_any_way(position, here, each) for each in party), (here.column,))
        far = frozenset.intersection(*(_by_any_way(position, there, each) for each in party)) - near
        if not far:
            return gain, None
        arrives = 1 - overrun(msgspec.structs.replace(there, mine=joined_there), self._outlook)
        meanwhile = (1 - NEXT) * gain
        for each in position.places:
            if each.column in far:
                cost = MOVE_COST * (len(party) - 1)
                cost += TRANSIT_COST if there.facts.bay and each.facts.bay else MOVE_COST
                way = Way(here, each, self._outlook, self._needs, self._moved)
                then = NEXT * arrives * way.gain(party) + meanwhile - cost
                if then > gain:
                    gain, goal = then, each
        return gain, goal

    def after(self, party: Sequence[FighterView]) -> tuple[Group, Group]:
        """Who of us would stand here and there when these have gone."""
        here = self._here
        along = _along(here, party)
        left = here.mine.without(
            sum(each.power for each in along),
            sum(each.ability for each in along),
            sum(each.forfeit for each in along),
            last=len(party) >= self._all,
            cards=len(party),
            operatives=here.operatives_of(each.facts for each in along),
        )
        return left, joined(here, self._there, party, self._moved)

    def _worth(self, place: LocationNumbers, mine: Group) -> float:
        return self._value(place, mine, place.theirs, self._outlook)

    def needs_after(self, party: Sequence[FighterView], left: Group, there_then: Group) -> tuple[Need, ...]:
        """What texts want us to hold as it is when these have gone."""
        if not there_then.present:
            return tuple(self._needs)
        ids = {each.id for each in party}
        going, remaining = set[BlueprintId](), set[BlueprintId]()
        for each in self._here.mine.units:
            goes = each.id in ids or each.host in ids
            (going if goes else remaining).add(each.facts.card.blueprint_id)
        return tuple(
            [
                moved(need, self._here, self._there, remaining, going, left=left, joined=there_then)
                for need in self._needs
            ]
        )


def staying(place: LocationNumbers, mine: Group, theirs: Group, outlook: Outlook) -> float:
    """What a place is worth where nobody of ours moves any more this turn."""
    return worth(place, mine, theirs, outlook, ours_first=False)
