"""The table as judging sees it: flat, in numbers, from our own seat. Built anew when the table changes."""

from collections.abc import Mapping
from math import inf
from types import MappingProxyType

import msgspec

from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.events import PlayerZones
from gemp_bot.protocol.ids import CardId, PlayerName
from gemp_bot.reckoning import CardNumbers, Number, Reckoning
from gemp_bot.state import Table
from gemp_bot.state.cards import Card
from gemp_bot.worth.sizes import Size, Sizes

_NO_ZONES = PlayerZones(PlayerName(""))
_NOTHING: Mapping[CardId, float] = MappingProxyType({})


class Unit(msgspec.Struct, frozen=True):
    """A card that fights, with what is aboard it.

    Attributes:
        power: what it adds to its side here.
        ability: with its crew.
        forfeit: its own forfeit value.
        host: the starship, vehicle or captor it is aboard; None if it stands by itself.
        hit: a weapon has hit it.
        aboard: number of cards on it.
        weapons: weapons on it, with one of its own.
    """

    id: CardId
    size: Size
    power: float
    ability: float
    forfeit: float
    mine: bool
    host: CardId | None
    hit: bool
    aboard: int
    weapons: float = 0


class Group(msgspec.Struct, frozen=True):
    """All of one side at a place.

    Attributes:
        power: as the server says; 0 if nobody is there.
        present: whether anybody that fights is there.
        draws: battle destinies it would draw, with those that its cards add.
        immune: share of its power that is immune to a usual attrition.
        weapons: weapons that its cards carry.
    """

    power: float = 0
    ability: float = 0
    forfeit: float = 0
    present: bool = False
    draws: float = 0
    immune: float = 0
    units: tuple[Unit, ...] = ()
    weapons: float = 0

    def with_more(
        self,
        power: float,
        ability: float,
        forfeit: float,
        draws: float = 0,
        *,
        immune: float = 0,
        weapons: float = 0,
    ) -> "Group":
        """The group with somebody added."""
        total = self.ability + ability
        extra = max(self.draws - _destiny(self.ability), 0) + draws
        return Group(
            self.power + power,
            total,
            self.forfeit + forfeit,
            present=True,
            draws=_destiny(total) + extra,
            immune=self.immune + immune,
            units=self.units,
            weapons=self.weapons + weapons,
        )

    def without(self, power: float, ability: float, forfeit: float, *, last: bool) -> "Group":
        """The group after somebody left."""
        if last:
            return NOBODY
        total = max(self.ability - ability, 0)
        extra = max(self.draws - _destiny(self.ability), 0)
        return Group(
            max(self.power - power, 0),
            total,
            max(self.forfeit - forfeit, 0),
            present=True,
            draws=_destiny(total) + extra,
            immune=self.immune,
            units=self.units,
            weapons=self.weapons,
        )


NOBODY = Group()


def _destiny(ability: float) -> float:
    """Battle destinies drawn with this much ability (rules 22)."""
    return 1.0 if ability >= 4 else 0.0  # noqa: PLR2004 - rules 22


class Place(msgspec.Struct, frozen=True):
    """One column.

    Attributes:
        drain: Force they lose a turn if we control it (rules 4).
        bleed: Force we lose a turn if they do.
        mine, theirs: who stands there.
        gives: our Force generation there (rules 2).
    """

    column: int
    id: CardId | None
    size: Size
    mine: Group
    theirs: Group
    drain: float
    bleed: float
    gives: float


class Stock(msgspec.Struct, frozen=True, kw_only=True):
    """The piles of both, and what they get each turn: all that many questions need.

    Attributes:
        zones, their_zones: sizes of the piles.
        generation, their_generation: Force a turn.
    """

    zones: PlayerZones
    their_zones: PlayerZones
    generation: float
    their_generation: float
    side: Side

    @property
    def life(self) -> int:
        """Our life force."""
        return life_of(self.zones)

    @property
    def their_life(self) -> int:
        """Theirs."""
        return life_of(self.their_zones)

    @property
    def force(self) -> int:
        """Our Force pile."""
        return self.zones.force_pile


class Position(Stock, frozen=True, kw_only=True):
    """The whole table.

    Attributes:
        places: left to right.
        where: column by id of each card on the table.
    """

    places: tuple[Place, ...]
    where: dict[CardId, int]

    @property
    def drains(self) -> float:
        """Force they lose to our drains each turn as the table stands."""
        return sum(place.drain for place in self.places if place.mine.present and not place.theirs.present)

    @property
    def bleeds(self) -> float:
        """Force we lose to theirs."""
        return sum(place.bleed for place in self.places if place.theirs.present and not place.mine.present)

    @property
    def turns_to_win(self) -> float:
        """Turns until our drains alone end the game."""
        return self.their_life / self.drains if self.drains > 0 else inf

    @property
    def turns_to_live(self) -> float:
        """Turns until theirs do."""
        return self.life / self.bleeds if self.bleeds > 0 else inf

    def at(self, card_id: CardId | None) -> Place | None:
        """The place of a card or of a location."""
        if card_id is None:
            return None
        column = self.where.get(card_id)
        return None if column is None else self.in_column(column)

    def in_column(self, column: int) -> Place | None:
        """The place of a column; None if there is no such column."""
        return self.places[column] if 0 <= column < len(self.places) else None

    def ours(self, card_id: CardId | None) -> tuple[Place, Unit] | None:
        """A card of ours that fights, with its place; None for any other card."""
        place = self.at(card_id)
        if place is None:
            return None
        unit = next((each for each in place.mine.units if each.id == card_id), None)
        return None if unit is None else (place, unit)


def life_of(zones: PlayerZones) -> int:
    """Life force (rules 3)."""
    return zones.reserve_deck + zones.force_pile + zones.used_pile + zones.sabacc_hand


def position_of(
    view: Table,
    sizes: Sizes,
    reckoning: Reckoning | None = None,
    drained: Mapping[CardId, float] = _NOTHING,
    dear: float = 0.0,
) -> Position:
    """Look at the table.

    Args:
        view: the table.
        sizes: printed facts.
        reckoning: the numbers of the table as texts change them; None to go by what is printed.
        drained: by location, what our last Force drain there really brought.
        dear: what a Force drain costs us, in Force.
    """
    stock = stock_of(view)
    me, side = _seat(view)
    numbers = view.statistics
    standing, aboard, where = _standing(view)
    places = []
    for location in view.locations:
        cards = standing[location.index]
        size = sizes.of(None if location.card is None else location.card.blueprint_id)
        told = numbers is not None and location.index < len(numbers.dark_power_at_locations)
        crowd = _Crowd(cards, aboard, me, sizes, {} if reckoning is None else reckoning.cards, told)
        mine = crowd.group(location.power(side), mine=True)
        them = crowd.group(location.power(side.other), mine=False)
        icons, their_icons = (size.icons(side), size.icons(side.other)) if size.known else (1, 1)
        drain, bleed = _drain(their_icons, mine), _drain(icons, them)
        numbers_here = None if reckoning is None else reckoning.place(location.index)
        if numbers_here is not None and size.known:
            ours, others = numbers_here.of(side), numbers_here.of(side.other)
            drain = max(ours.drain.value, 0) if ours.may_drain else 0
            bleed = max(others.drain.value, 0) if others.may_drain else 0
        if location.card is not None and location.card.id in drained:
            drain = min(drain, drained[location.card.id])
        drain = max(drain - dear, 0) if dear else drain
        places.append(
            Place(
                location.index,
                None if location.card is None else location.card.id,
                size,
                mine,
                them,
                drain=drain,
                bleed=bleed,
                gives=icons,
            )
        )
    return Position(
        zones=stock.zones,
        their_zones=stock.their_zones,
        generation=stock.generation,
        their_generation=stock.their_generation,
        side=side,
        places=tuple(places),
        where=where,
    )


def stock_of(view: Table) -> Stock:
    """Look at the piles only."""
    me, side = _seat(view)
    zones, theirs = _zones(view, me)
    numbers = view.statistics
    generation = their_generation = 0.0
    if numbers is not None:
        generation, their_generation = numbers.dark_force_generation, numbers.light_force_generation
        if side is Side.LIGHT:
            generation, their_generation = their_generation, generation
    return Stock(
        zones=zones,
        their_zones=theirs,
        generation=generation,
        their_generation=their_generation,
        side=side,
    )


def _seat(view: Table) -> tuple[PlayerName | None, Side]:
    """Whose eyes we look with; a spectator looks from the Dark seat."""
    return view.me or next(iter(view.players), None), view.my_side or Side.DARK


def _zones(view: Table, me: PlayerName | None) -> tuple[PlayerZones, PlayerZones]:
    """Sizes of our piles and of theirs."""
    mine = theirs = _NO_ZONES
    numbers = view.statistics
    for each in () if numbers is None else numbers.player_zones:
        if each.name == me:
            mine = each
        else:
            theirs = each
    return mine, theirs


def _standing(view: Table) -> tuple[list[list[Card]], dict[CardId, list[Card]], dict[CardId, int]]:
    """The cards at each column, what is attached to each card, and the column of each card."""
    locations = view.locations
    where = {place.card.id: place.index for place in locations if place.card is not None}
    standing: list[list[Card]] = [[] for _ in locations]
    aboard: dict[CardId, list[Card]] = {}
    for card in view.cards(Zone.AT_LOCATION, Zone.ATTACHED):
        column = view.column_of(card.id)
        if column is None or column >= len(standing):
            continue
        where[card.id] = column
        standing[column].append(card)
        if card.host is not None and card.zone is Zone.ATTACHED:
            aboard.setdefault(card.host, []).append(card)
    return standing, aboard, where


def _drain(icons: float, group: Group) -> float:
    if icons <= 0:
        return 0
    return icons + max((unit.size.drain for unit in group.units), default=0)


class _Crowd(msgspec.Struct, frozen=True):
    """Everybody at a place."""

    cards: list[Card]
    aboard: dict[CardId, list[Card]]
    me: PlayerName | None
    sizes: Sizes
    numbers: Mapping[CardId, CardNumbers]
    told: bool

    def group(self, power: float | None, *, mine: bool) -> Group:
        """One side; captives and undercover spies are of no side (rules 5).

        Where the server says that nobody is there, nobody is: a missing character stands there all the same.
        """
        if power is None and self.told:
            return NOBODY
        units = [unit for card in self.cards if (unit := self._unit(card, mine=mine)) is not None]
        if not units and power is None:
            return NOBODY
        ability = sum(unit.ability for unit in units)
        total = sum(unit.power for unit in units) if power is None else power
        immune = sum(unit.power for unit in units if unit.size.immune)
        return Group(
            max(total, 0),
            ability,
            sum(unit.forfeit for unit in units),
            present=True,
            draws=_destiny(ability) + sum(unit.size.draws for unit in units),
            immune=min(immune, total) if total > 0 else 0,
            units=tuple(units),
            weapons=sum(unit.weapons for unit in units),
        )

    def _unit(self, card: Card, *, mine: bool) -> Unit | None:
        size = self.sizes.of(card.blueprint_id)
        if (card.owner == self.me) is not mine or not size.fights or card.undercover or card.frozen:
            return None
        host = card.host if card.zone is Zone.ATTACHED else None
        carrier = None if host is None else next((each for each in self.cards if each.id == host), None)
        if carrier is not None and carrier.owner != card.owner:
            return None  # a captive
        riders = self.aboard.get(card.id, ())
        power = size.power
        if size.starship or size.vehicle:
            if not size.crewed and not any(self.sizes.of(each.blueprint_id).character for each in riders):
                power = 0.0
        elif carrier is not None:
            power = size.pilot
        ability, forfeit = size.ability, size.forfeit
        known = self.numbers.get(card.id)
        if known is not None:
            ability = _value(known.ability, ability)
            forfeit = _value(known.forfeit, forfeit)
            if carrier is None and power > 0:
                power = _value(known.power, power)
        weapons = size.armed + sum(1 for each in riders if self.sizes.of(each.blueprint_id).weapon)
        return Unit(card.id, size, power, ability, forfeit, mine, host, card.sideways, len(riders), weapons)


def _value(number: Number | None, default: float) -> float:
    return default if number is None else max(number.value, 0)
