"""The board in numbers for judging: what every location, group and card that fights is worth in a battle.

Who stands where is read from the board; only what changed is worked out again.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import msgspec

from gemp_bot.board.board import Board
from gemp_bot.board.card import STANDING, CardInPlay
from gemp_bot.board.card_facts import UNKNOWN
from gemp_bot.board.location import Location, as_present
from gemp_bot.cards import CardType
from gemp_bot.effects.changes import Quantity
from gemp_bot.game.numbers import AS_DRAWN, Numbers
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.events import PlayerZones
from gemp_bot.protocol.ids import BlueprintId, CardId, PlayerName
from gemp_bot.rules.facts import NEED_FOOTHOLD, CardKind
from gemp_bot.rules.presence import has_presence
from gemp_bot.state import Table
from gemp_bot.valuation.position import (
    NOBODY,
    FighterView,
    Group,
    LocationNumbers,
    Position,
    Stock,
    destinies,
)

_NO_ZONES = PlayerZones(PlayerName(""))
_NOTHING: Mapping[CardId, float] = MappingProxyType({})
NoBattles = Mapping[CardId, frozenset[CardId] | None]
"""Locations where no battle is to be expected, with who stands there then; None for whoever does."""
_NO_BATTLES: NoBattles = MappingProxyType({})
_Powers = tuple[tuple[float, ...], tuple[float, ...]]
"""Total power of each column, Dark and Light; below zero for nobody."""
_SAME = 0.01
_NEVER_ENOUGH = 99.0
"""More ability than a side can have: a text makes all of it 0."""
_ANYBODY = NEED_FOOTHOLD
"""Of a weapon of which it is not known whom it may be fired at: all who fight."""
_NOBODY_THERE = -1.0
_NO_POWERS: _Powers = ((), ())


class Drains(msgspec.Struct, frozen=True):
    """What is known of our Force drains besides the table.

    Attributes:
        brought: by location, what our last Force drain there really brought.
        prices: by location, what the Force that our Force drain there uses is worth.
        theirs: by location, what a Force drain of theirs brings at the most.
        their_prices: by location, what the Force is worth that a Force drain of theirs there uses.
    """

    brought: Mapping[CardId, float] = _NOTHING
    prices: Mapping[CardId, float] = _NOTHING
    theirs: Mapping[CardId, float] = _NOTHING
    their_prices: Mapping[CardId, float] = _NOTHING


AS_TOLD = Drains()
"""Drains bring what they say, and cost nothing."""


def stock_of(view: Table) -> Stock:
    """Look at the piles only; a spectator looks from the Dark seat."""
    me, side, numbers = view.me or next(iter(view.players), None), view.my_side or Side.DARK, view.statistics
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


class _Told(msgspec.Struct, frozen=True, gc=False):
    """What we are told of a place, besides who stands there.

    Attributes:
        power, their_power: total power; None for nobody, or if nothing is told.
        counted: the server counts who is there.
        brought, price, theirs, their_price: of `Drains`, for this place; None where nothing is known.
        battle: a battle may be expected there.
    """

    power: float | None
    their_power: float | None
    counted: bool
    brought: float | None
    price: float
    theirs: float | None
    their_price: float
    battle: bool


class _Crowd:
    """What fights at a location, and the view that was made of it last."""

    __slots__ = ("location", "mine", "our_presence", "standing", "their_presence", "theirs", "told", "view")

    def __init__(
        self, location: Location, mine: tuple[FighterView, ...], theirs: tuple[FighterView, ...]
    ) -> None:
        self.location = location
        self.mine = mine
        self.theirs = theirs
        self.standing = frozenset(each.id for each in (*mine, *theirs))
        self.our_presence = _presence(location, mine)
        self.their_presence = _presence(location, theirs)
        self.told: _Told | None = None
        self.view: LocationNumbers | None = None


def _presence(location: Location, fighters: tuple[FighterView, ...]) -> bool:
    """Whether these give presence (rules 5): a landed starship does not, nor does who is aboard it."""
    landed = {each.id for each in fighters if location.site and each.facts.starship}
    standing = {each.id for each in fighters if each.id not in landed and each.host not in landed}
    return has_presence(as_present(card) for card in location.cards if card.id in standing)


class PositionBuilder:
    """Makes the position of one game again and again."""

    __slots__ = ("_board", "_crowds", "_fired", "_numbers", "_told", "_version", "_views", "_where")

    def __init__(self) -> None:
        self._numbers: Numbers | None = None
        self._board: Board | None = None
        self._version = -1
        self._fired: frozenset[BlueprintId] = frozenset()
        self._crowds: list[_Crowd] = []
        self._told: object = None
        self._views: tuple[LocationNumbers, ...] = ()
        self._where: dict[CardId, int] = {}

    def look(
        self,
        board: Board,
        numbers: Numbers | None,
        table: Table,
        drains: Drains = AS_TOLD,
        *,
        no_battles: NoBattles = _NO_BATTLES,
        fired: frozenset[BlueprintId] = frozenset(),
    ) -> Position:
        """The board in numbers, as it is now.

        Args:
            board: what stands where.
            numbers: of this board; None to go by what is printed.
            table: the table that the board was made of, with what the server said last.
            drains: what is known of our drains.
            no_battles: where no battle is to be expected.
            fired: weapons that were offered to be fired.
        """
        side = board.me or Side.DARK
        if board is not self._board or board.version != self._version or fired != self._fired:
            self._board, self._version, self._fired, self._numbers = board, board.version, fired, numbers
            self._gather(board, side)
            self._told = None
        statistics = table.statistics
        powers = _NO_POWERS
        if statistics is not None:
            powers = statistics.dark_power_at_locations, statistics.light_power_at_locations
        elif numbers is not None:
            powers = _told_by(numbers, board, Side.DARK), _told_by(numbers, board, Side.LIGHT)
        told = (powers, drains, no_battles)
        if told != self._told:
            self._told = told
            self._views = tuple(
                [self._view_of(crowd, side, powers, drains, no_battles) for crowd in self._crowds]
            )
        stock = stock_of(table)
        return Position(
            zones=stock.zones,
            their_zones=stock.their_zones,
            generation=stock.generation,
            their_generation=stock.their_generation,
            side=side,
            places=self._views,
            where=self._where,
        )

    def _view_of(
        self, crowd: _Crowd, side: Side, powers: _Powers, drains: Drains, no_battles: NoBattles
    ) -> LocationNumbers:
        """The view of a location; the one made last, if nothing else is told of it now."""
        column, place = crowd.location.column, crowd.location.id
        dark, light = powers
        ours, others = (dark, light) if side is Side.DARK else (light, dark)
        brought, price, theirs, their_price, battle = None, 0.0, None, 0.0, True
        if place is not None:
            brought, price = drains.brought.get(place), drains.prices.get(place, 0.0)
            theirs, their_price = drains.theirs.get(place), drains.their_prices.get(place, 0.0)
            battle = place not in no_battles or no_battles[place] not in (None, crowd.standing)
        powers_here = _power(ours, column), _power(others, column)
        told = _Told(*powers_here, column < len(dark), brought, price, theirs, their_price, battle)
        if crowd.view is None or told != crowd.told:
            crowd.told = told
            crowd.view = self._view(crowd, side, told)
        return crowd.view

    def _view(self, crowd: _Crowd, side: Side, told: _Told) -> LocationNumbers:
        location, column = crowd.location, crowd.location.column
        facts = UNKNOWN if location.card is None else location.card.facts
        ours, others = crowd.mine, crowd.theirs
        if self._numbers is not None:
            ours, others = _live(ours, told.power), _live(others, told.their_power)
        mine = _group(ours, told.power, counted=told.counted, present=crowd.our_presence)
        theirs = _group(others, told.their_power, counted=told.counted, present=crowd.their_presence)
        if self._numbers is not None:
            mine = _drawing(mine, self._numbers, location, side)
            theirs = _drawing(theirs, self._numbers, location, side.other)
        icons, their_icons = (
            (facts.card.force_icons(side), facts.card.force_icons(side.other)) if facts.known else (1, 1)
        )
        battle, their_battle = told.battle, True
        drain = 0.0 if location.spied(side) else float(their_icons)
        their_drain = 0.0 if location.spied(side.other) else float(icons)
        if self._numbers is not None and facts.known:
            drain = self._numbers.drained(side, location)
            their_drain = self._numbers.drained(side.other, location)
            icons, their_icons = location.icons[side], location.icons[side.other]
            battle = battle and not self._numbers.is_so(Quantity.NO_BATTLE, side, location)
            their_battle = not self._numbers.is_so(Quantity.NO_BATTLE, side.other, location)
        if told.brought is not None:
            drain = min(drain, told.brought)
        if told.theirs is not None:
            their_drain = min(their_drain, told.theirs)
        price, their_price = min(told.price, drain), min(told.their_price, their_drain)
        return LocationNumbers(
            column,
            location.id,
            facts,
            mine,
            theirs,
            drain=drain - price,
            their_drain=their_drain - their_price,
            drain_price=price,
            their_drain_price=their_price,
            gives=icons,
            their_gives=their_icons,
            system=location.card.system_name or facts.card.system if location.card is not None else "",
            battle=battle,
            their_battle=their_battle,
        )

    # -- what fights where ------------------------------------------------------------------------

    def _gather(self, board: Board, side: Side) -> None:
        """Work out anew what fights at each location, and for whom."""
        where: dict[CardId, int] = {}
        self._where = where
        self._crowds = []
        for location in board.locations:
            if location.id is not None:
                where[location.id] = location.column
            mine: list[FighterView] = []
            theirs: list[FighterView] = []
            for card in location.cards:
                if card.zone not in STANDING:
                    continue
                where[card.id] = location.column
                fighter = self._fighter(card, mine=card.side is side, ours_now=board.turn is side)
                if fighter is not None:
                    (mine if fighter.mine else theirs).append(fighter)
            self._crowds.append(_Crowd(location, tuple(mine), tuple(theirs)))

    def _fighter(self, card: CardInPlay, *, mine: bool, ours_now: bool) -> FighterView | None:
        """A card that fights; captives and undercover spies are of no side (rules 5).

        Args:
            card: it.
            mine: it is of our side.
            ours_now: it is our turn: what keeps cards out of battles lasts no longer than a turn, mostly.
        """
        if not card.fights or card.undercover or card.frozen:
            return None
        carrier = card.host if card.host is not None and card.host.zone in STANDING else None
        if carrier is not None and carrier.side is not card.side:
            return None  # a captive
        facts = card.facts
        power = facts.power
        if card.carries:
            if not facts.crewed and not any(each.card.type == CardType.CHARACTER for each in card.attached):
                power = 0.0
        elif carrier is not None:
            power = facts.pilot_power
        ability, forfeit, numbers = facts.ability, facts.forfeit or 0.0, self._numbers
        battle_power_bonus = draws = min_destinies = immune_below = 0.0
        if numbers is not None:
            ability, forfeit = numbers.ability(card), numbers.forfeit(card) or 0.0
            if carrier is None and power > 0:
                power = numbers.power(card)
                battle_power_bonus = numbers.power(card, fighting=True) - power
            draws, min_destinies = numbers.draws(card, fighting=True)
            immune_below = numbers.immune_below(card, fighting=True)
        weapons = tuple(self._weapons(card, mine=mine))
        operative = card.location is not None and card.location.is_planet_of(facts)
        if operative:
            ability = 0.0
        if _landed(card, carrier):
            # It takes no part in a battle, nor does who is aboard it.
            power = ability = forfeit = battle_power_bonus = draws = min_destinies = 0.0
            weapons = ()
        return FighterView(
            card.id,
            facts,
            power + battle_power_bonus,
            ability,
            forfeit,
            mine,
            card.host.id if card.host is not None and card.zone is Zone.ATTACHED else None,
            card.sideways,
            weapons,
            battle_power_bonus,
            draws,
            min_destinies,
            card.inside,
            immune_below,
            operative,
            kept_out=ours_now and numbers is not None and not _may_fight(numbers, card, carrier),
        )

    def _weapons(self, card: CardInPlay, *, mine: bool) -> Iterator[frozenset[CardKind]]:
        """What the weapons of a card may be fired at, its own first.

        One whose shot is no fact of the index is feared of theirs, and relied on of ours once it was offered.
        Who is inside something enclosed fires at nobody outside (rules 5), nor does what has lost its text.
        """
        silent = frozenset() if self._numbers is None else self._numbers.silent()
        for each in (card, *(other for other in card.attached if other.card.type == CardType.WEAPON)):
            if each in silent:
                continue
            for aims in each.facts.weapons:
                fires = not mine or each.card.blueprint_id in self._fired
                unread = (each.facts.aims or _ANYBODY) if fires else frozenset()
                yield frozenset() if card.inside else aims or unread


def _may_fight(numbers: Numbers, card: CardInPlay, carrier: CardInPlay | None) -> bool:
    """Whether no text keeps a card, or what it is aboard, out of battles."""
    return numbers.may_fight(card) and (carrier is None or numbers.may_fight(carrier))


def _landed(card: CardInPlay, carrier: CardInPlay | None) -> bool:
    """Whether a card is a starship at a site, or aboard one."""
    ship = card if carrier is None else carrier
    at_site = card.location is not None and card.location.site
    return at_site and ship.facts.starship


def _told_by(numbers: Numbers, board: Board, side: Side) -> tuple[float, ...]:
    """Total power of a side in each column as a server tells it, where none does."""
    found = [numbers.power_at(side, location) for location in board.locations]
    return tuple([_NOBODY_THERE if power is None else power for power in found])


def _power(powers: tuple[float, ...], column: int) -> float | None:
    """Total power there; None where the server tells of none, or of nobody (PROTOCOL 6.10)."""
    if column >= len(powers) or powers[column] < 0:
        return None
    return powers[column]


def _group(units: tuple[FighterView, ...], power: float | None, *, counted: bool, present: bool) -> Group:
    """One side.

    Where the server says that nobody is there, nobody is: a missing character stands there all the same.
    """
    if power is None and (counted or not units):
        return NOBODY
    ability = sum(unit.ability for unit in units)
    total = (
        sum(unit.power for unit in units)
        if power is None
        else power + sum(u.battle_power_bonus for u in units)
    )
    min_destinies = max((unit.min_destinies for unit in units), default=0)
    immune = sum(unit.power for unit in units if unit.immune_below)
    return Group(
        max(total, 0),
        ability,
        sum(unit.forfeit for unit in units),
        present=present or not units,
        draws=max(destinies(ability), min_destinies) + sum(unit.draws for unit in units),
        immune=min(immune, total) if total > 0 else 0,
        units=units,
        weapons=tuple([aims for unit in units for aims in unit.weapons]),
        kinds=frozenset([unit.facts.kind for unit in units if not unit.inside]),
        min_destinies=min_destinies,
        cards=max(sum(1 for unit in units if unit.host is None), 1),
        operatives=frozenset([unit.facts.card.title for unit in units if unit.operative]),
        kept_out=tuple([unit for unit in units if unit.kept_out]),
    )


def _drawing(group: Group, numbers: Numbers, location: Location, side: Side) -> Group:
    """A side as it would draw and fight in a battle there, by what texts make of that."""
    needed = numbers.needed_for_destiny(side, location, fighting=True)
    if not numbers.at(Quantity.TOTAL_ABILITY, side, location, needed, fighting=True):
        needed = _NEVER_ENOUGH
    more = numbers.destinies_there(Quantity.BATTLE_DESTINY, side, location) if group.present else 0.0
    to_power = numbers.destinies_there(Quantity.ADDED_DESTINY, side, location) if group.present else 0.0
    less = destinies(group.ability) - destinies(group.ability, needed) if not group.min_destinies else 0.0
    changes = numbers.destiny_changes(side, location)
    # What the server tells of total power is without what texts add in a battle only.
    added = numbers.power_added(side, location) - numbers.more(Quantity.TOTAL_POWER, side, location)
    if not (more or to_power or added) and needed == group.needed and changes is AS_DRAWN:
        return group
    return msgspec.structs.replace(
        group,
        power=max(group.power + added, 0.0) if group.anybody else group.power,
        draws=max(group.draws + more - less, 0.0),
        to_power=to_power,
        needed=needed,
        destinies=changes,
    )


def _live(units: tuple[FighterView, ...], power: float | None) -> tuple[FighterView, ...]:
    """These with what they really have of the power that the server tells of all of them together."""
    read = sum(unit.power - unit.battle_power_bonus for unit in units)
    if power is None or read <= 0 or abs(read - power) < _SAME:
        return units
    share = max(power, 0) / read
    return tuple(
        msgspec.structs.replace(
            unit, power=(unit.power - unit.battle_power_bonus) * share + unit.battle_power_bonus
        )
        for unit in units
    )
