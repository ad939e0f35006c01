"""Looking at the table: from cards and statistics to places with who stands there.

Only what changed is looked at again: who stands where when a card in play came, went or changed or a text
does something else to it; a place when its power or what is known of it changed.
"""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from gemp_bot.effects import Layout, Play, Values, layout_of
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.events import PlayerZones, Statistics
from gemp_bot.protocol.ids import CardId, PlayerName
from gemp_bot.state import Table
from gemp_bot.state.cards import TableCard
from gemp_bot.valuation.card_stats import CardStatsCache
from gemp_bot.valuation.position import NOBODY, FighterView, Group, LocationView, Position, Stock, destinies

_NO_ZONES = PlayerZones(PlayerName(""))
_NOTHING: Mapping[CardId, float] = MappingProxyType({})
_Powers = tuple[tuple[float, ...], tuple[float, ...]]
"""Total power of each column, Dark and Light; below zero for nobody."""
_NO_POWERS: _Powers = ((), ())
STANDING = frozenset({Zone.AT_LOCATION, Zone.ATTACHED})


class Drains(msgspec.Struct, frozen=True):
    """What is known of our Force drains besides the table.

    Attributes:
        brought: by location, what our last Force drain there really brought.
        dear: by location, what a Force drain there costs us, in Force.
    """

    brought: Mapping[CardId, float] = _NOTHING
    dear: Mapping[CardId, float] = _NOTHING


AS_TOLD = Drains()
"""Drains bring what they say, and cost nothing."""


def position_of(
    view: Table, sizes: CardStatsCache, values: Values | None = None, drains: Drains = AS_TOLD
) -> Position:
    """Look at the table once.

    Args:
        view: the table.
        sizes: printed facts.
        values: the numbers of the table as texts change them; None to go by what is printed.
        drains: what is known of our drains.
    """
    layout = layout_of(view)
    if values is not None:
        values.look(layout)
    return PositionBuilder(sizes, values).look(layout, view.statistics, drains)


def stock_of(view: Table) -> Stock:
    """Look at the piles only."""
    me, side = _seat(view.players, view.me)
    return _stock(view.statistics, me, side)


def _stock(numbers: Statistics | None, me: PlayerName | None, side: Side) -> Stock:
    zones = theirs = _NO_ZONES
    generation = their_generation = 0.0
    if numbers is not None:
        for each in numbers.player_zones:
            if each.name == me:
                zones = each
            else:
                theirs = each
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


def _seat(players: tuple[PlayerName, ...], me: PlayerName | None) -> tuple[PlayerName | None, Side]:
    """Whose eyes we look with; a spectator looks from the Dark seat."""
    seat = me or next(iter(players), None)
    return seat, Side.LIGHT if me in players[1:] else Side.DARK


class _Told(msgspec.Struct, frozen=True, gc=False):
    """What we are told of a place, besides who stands there.

    Attributes:
        power, their_power: total power; None for nobody, or if nothing is told.
        counted: the server counts who is there.
        brought, dear: of `Drains`, for this place; `brought` is None where nothing is known.
    """

    power: float | None
    their_power: float | None
    counted: bool
    brought: float | None
    dear: float


class _Crowd:
    """Who fights at a column, and the place that was made of them last."""

    __slots__ = ("location", "mine", "place", "theirs", "told")

    def __init__(
        self, location: TableCard | None, mine: tuple[FighterView, ...], theirs: tuple[FighterView, ...]
    ) -> None:
        self.location = location
        self.mine = mine
        self.theirs = theirs
        self.told: _Told | None = None
        self.place: LocationView | None = None


class PositionBuilder:
    """Looks at one game again and again.

    Args:
        sizes: printed facts.
        values: the numbers of the table, brought forward by whoever made them; None to go by what is printed.
    """

    __slots__ = ("_crowds", "_places", "_play", "_sizes", "_told", "_values", "_version", "_where")

    def __init__(self, sizes: CardStatsCache, values: Values | None) -> None:
        self._sizes = sizes
        self._values = values
        self._version = -1
        self._play: Play | None = None
        self._crowds: list[_Crowd] = []
        self._told: object = None
        self._places: tuple[LocationView, ...] = ()
        self._where: dict[CardId, int] = {}

    def look(self, layout: Layout, numbers: Statistics | None, drains: Drains = AS_TOLD) -> Position:
        """The table in numbers.

        Args:
            layout: who stands where; the numbers of texts are those of the same moment.
            numbers: what the server said last.
            drains: what is known of our drains.
        """
        play = layout.play
        me, side = _seat(play.players, play.me)
        version = 0 if self._values is None else self._values.version
        if play is not self._play or version != self._version:
            self._play, self._version = play, version
            self._gather(play, me)
            self._told = None
        stock = _stock(numbers, me, side)
        powers = _NO_POWERS
        if numbers is not None:
            powers = numbers.dark_power_at_locations, numbers.light_power_at_locations
        told = (powers, drains)
        if told != self._told:
            self._told = told
            self._places = tuple(
                [self._place_at(column, side, powers, drains) for column in range(len(self._crowds))]
            )
        return Position(
            zones=stock.zones,
            their_zones=stock.their_zones,
            generation=stock.generation,
            their_generation=stock.their_generation,
            side=side,
            places=self._places,
            where=self._where,
        )

    def _place_at(self, column: int, side: Side, powers: _Powers, drains: Drains) -> LocationView:
        """The place of a column; the one made last, if nothing else is told of it now."""
        crowd = self._crowds[column]
        dark, light = powers
        ours, others = (dark, light) if side is Side.DARK else (light, dark)
        brought, dear = None, 0.0
        if crowd.location is not None:
            place = crowd.location.id
            brought, dear = drains.brought.get(place), drains.dear.get(place, 0.0)
        told = _Told(_power(ours, column), _power(others, column), column < len(dark), brought, dear)
        if crowd.place is None or told != crowd.told:
            crowd.told = told
            crowd.place = self._place(column, side, crowd, told)
        return crowd.place

    def _place(self, column: int, side: Side, crowd: _Crowd, told: _Told) -> LocationView:
        location = crowd.location
        size = self._sizes.of(None if location is None else location.blueprint_id)
        mine = _group(crowd.mine, told.power, counted=told.counted)
        theirs = _group(crowd.theirs, told.their_power, counted=told.counted)
        icons, their_icons = (size.icons(side), size.icons(side.other)) if size.known else (1, 1)
        drain, bleed = _drain(their_icons, mine), _drain(icons, theirs)
        if self._values is not None and size.known:
            drain = _value(self._values.drain(column, side), drain)
            bleed = _value(self._values.drain(column, side.other), bleed)
        if told.brought is not None:
            drain = min(drain, told.brought)
        if told.dear:
            drain = max(drain - told.dear, 0)
        return LocationView(
            column,
            None if location is None else location.id,
            size,
            mine,
            theirs,
            drain=drain,
            bleed=bleed,
            gives=icons,
            system=size.system if location is None else location.system_name or size.system,
        )

    # -- who stands where -------------------------------------------------------------------------

    def _gather(self, play: Play, me: PlayerName | None) -> None:
        """Find out anew who stands where, and what of it fights for whom."""
        where = {card.id: column for column, card in enumerate(play.locations) if card is not None}
        standing: list[dict[CardId, TableCard]] = [{} for _ in play.locations]
        aboard: dict[CardId, list[TableCard]] = {}
        for card, column in zip(play.cards, play.columns, strict=True):
            if column is None or column >= len(standing) or card.zone not in STANDING:
                continue
            where[card.id] = column
            standing[column][card.id] = card
            if card.host is not None and card.zone is Zone.ATTACHED:
                aboard.setdefault(card.host, []).append(card)
        self._where = where
        self._crowds = []
        for location, here in zip(play.locations, standing, strict=True):
            mine: list[FighterView] = []
            theirs: list[FighterView] = []
            for card in here.values():
                ours = card.owner == me
                unit = self._unit(card, here, aboard.get(card.id, ()), mine=ours)
                if unit is not None:
                    (mine if ours else theirs).append(unit)
            self._crowds.append(_Crowd(location, tuple(mine), tuple(theirs)))

    def _unit(
        self,
        card: TableCard,
        here: Mapping[CardId, TableCard],
        riders: list[TableCard] | tuple[()],
        *,
        mine: bool,
    ) -> FighterView | None:
        """A card that fights; captives and undercover spies are of no side (rules 5)."""
        size = self._sizes.of(card.blueprint_id)
        if not size.fights or card.undercover or card.frozen:
            return None
        host = card.host if card.zone is Zone.ATTACHED else None
        carrier = None if host is None else here.get(host)
        if carrier is not None and carrier.owner != card.owner:
            return None  # a captive
        aboard = [self._sizes.of(each.blueprint_id) for each in riders]
        power = size.power
        if size.starship or size.vehicle:
            if not size.crewed and not any(each.character for each in aboard):
                power = 0.0
        elif carrier is not None:
            power = size.pilot
        ability, forfeit, values = size.ability, size.forfeit, self._values
        surge, draws, least = 0.0, size.draws, 0.0
        if values is not None:
            ability, forfeit = (
                _value(values.ability(card.id), ability),
                _value(values.forfeit(card.id), forfeit),
            )
            if carrier is None and power > 0:
                power = _value(values.power(card.id), power)
                surge = _value(values.power(card.id, fighting=True), power) - power
            draws, least = values.draws(card.id)
        return FighterView(
            card.id,
            size,
            power + surge,
            ability,
            forfeit,
            mine,
            host,
            card.sideways,
            len(aboard),
            size.armed + sum(1 for each in aboard if each.weapon),
            surge,
            draws,
            least,
        )


def _power(powers: tuple[float, ...], column: int) -> float | None:
    """Total power there; None where the server tells of none, or of nobody (PROTOCOL 6.10)."""
    if column >= len(powers) or powers[column] < 0:
        return None
    return powers[column]


def _group(units: tuple[FighterView, ...], power: float | None, *, counted: bool) -> Group:
    """One side.

    Where the server says that nobody is there, nobody is: a missing character stands there all the same.
    """
    if power is None and (counted or not units):
        return NOBODY
    ability = sum(unit.ability for unit in units)
    total = sum(unit.power for unit in units) if power is None else power + sum(u.surge for u in units)
    least = max((unit.least for unit in units), default=0)
    immune = sum(unit.power for unit in units if unit.size.immune)
    return Group(
        max(total, 0),
        ability,
        sum(unit.forfeit for unit in units),
        present=True,
        draws=max(destinies(ability), least) + sum(unit.draws for unit in units),
        immune=min(immune, total) if total > 0 else 0,
        units=units,
        weapons=sum(unit.weapons for unit in units),
        least=least,
    )


def _drain(icons: float, group: Group) -> float:
    if icons <= 0:
        return 0
    return icons + max((unit.size.drain for unit in group.units), default=0)


def _value(number: float | None, default: float) -> float:
    return default if number is None else max(number, 0)
