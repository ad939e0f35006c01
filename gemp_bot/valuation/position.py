"""The board as judging sees it: flat, in numbers, from our own seat. `position_builder` makes it."""

from collections.abc import Iterable, Mapping
from math import inf
from typing import Self

import msgspec

from gemp_bot.board.card_facts import CardFacts, Weapons
from gemp_bot.cards.titles import folded
from gemp_bot.game.arrivals import AS_BEFORE, LocationChange
from gemp_bot.game.numbers import AS_DRAWN, DestinyChanges
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.events import PlayerZones
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.battle import ABILITY_FOR_DESTINY
from gemp_bot.rules.facts import CardKind
from gemp_bot.rules.presence import ABILITY_FOR_PRESENCE, is_on_its_planet
from gemp_bot.rules.routes import are_in_a_row
from gemp_bot.rules.uniqueness import operative_refusals
from gemp_bot.state.table import life_of


class FighterView(msgspec.Struct, frozen=True):
    """A card that fights, with what is aboard it.

    Attributes:
        power: what it adds to its side here in a battle.
        ability: with its crew.
        forfeit: its own forfeit value.
        host: the starship, vehicle or captor it is aboard; None if it stands by itself.
        hit: a weapon has hit it.
        weapons: on it, with one of its own, each with what it may be fired at.
        inside: it is inside an enclosed carrier: present with nobody outside (rules 5).
        battle_power_bonus: how much of its power it has in a battle only.
        immune_below: attrition below which it is immune.
        operative: an Operative on its planet: it has no ability that counts here, and controls nothing.
        kept_out: a text keeps it out of the battles of this turn of ours, with what it is aboard.
        draws: battle destinies it adds in a battle. min_destinies: those it draws where there would be fewer.
    """

    id: CardId
    facts: CardFacts
    power: float
    ability: float
    forfeit: float
    mine: bool
    host: CardId | None
    hit: bool
    weapons: Weapons = ()
    battle_power_bonus: float = 0
    draws: float = 0
    min_destinies: float = 0
    inside: bool = False
    immune_below: float = 0
    operative: bool = False
    kept_out: bool = False


class Group(msgspec.Struct, frozen=True):
    """All of one side at a place.

    Attributes:
        power: as the server says, with what texts add in a battle; 0 if nobody is there.
        ability: that counts there: for control and for battle destiny.
        present: whether it has presence there (rules 5): without it nobody battles, drains or stops a drain.
        draws: battle destinies it would draw, with those that its cards add.
        to_power: destinies that it would draw for its total power besides.
        needed: the ability that it needs there to draw battle destiny.
        destinies: what texts make of its battle destinies, without those who are yet to come.
        immune: share of its power that is immune to a usual attrition.
        weapons: weapons that its cards carry, each with what it may be fired at.
        kinds: of its cards that can be fired at; empty where they are not known.
        min_destinies: battle destinies it draws where ability alone would bring fewer.
        cards: that stand by themselves, aboard of nothing.
        there: what the location changes by who is yet to come.
        operatives: titles of its Operatives on their planet: they give presence, and no ability that counts.
        kept_out: those of its cards that a text keeps out of the battles of this turn.
    """

    power: float = 0
    ability: float = 0
    forfeit: float = 0
    present: bool = False
    draws: float = 0
    immune: float = 0
    units: tuple[FighterView, ...] = ()
    weapons: Weapons = ()
    kinds: frozenset[CardKind] = frozenset()
    min_destinies: float = 0
    cards: int = 0
    there: LocationChange = AS_BEFORE
    to_power: float = 0
    needed: float = ABILITY_FOR_DESTINY
    destinies: DestinyChanges = AS_DRAWN
    operatives: frozenset[str] = frozenset()
    kept_out: tuple[FighterView, ...] = ()

    @property
    def controls(self) -> bool:
        """Whether it would control the place without the other side: by more than Operatives (rules 5)."""
        return self.present and (self.ability >= ABILITY_FOR_PRESENCE or not self.operatives)

    @property
    def fighting(self) -> "Group":
        """Those who may take part in a battle of this turn."""
        out = self.kept_out
        if not out:
            return self
        by_themselves = sum(unit.host is None for unit in out)
        left = self.without(
            sum(unit.power for unit in out),
            sum(unit.ability for unit in out),
            sum(unit.forfeit for unit in out),
            last=by_themselves >= self.cards,
            cards=by_themselves,
            operatives=frozenset([unit.facts.card.title for unit in out if unit.operative]),
        )
        weapons = list(left.weapons)
        for aims in (aims for unit in out for aims in unit.weapons):
            if aims in weapons:
                weapons.remove(aims)
        return msgspec.structs.replace(
            left,
            draws=max(left.draws - sum(unit.draws for unit in out), 0),
            immune=max(left.immune - sum(unit.power for unit in out if unit.immune_below), 0),
            units=tuple(unit for unit in left.units if unit not in out),
            weapons=tuple(weapons),
            there=self.there,
            kept_out=(),
        )

    @property
    def rested(self) -> "Group":
        """The same in our next turn: what kept its cards out of battles is over."""
        return msgspec.structs.replace(self, kept_out=()) if self.kept_out else self

    @property
    def anybody(self) -> bool:
        """Whether anybody stands there, with presence or without."""
        return self.present or bool(self.units)

    @property
    def drawn(self) -> float:
        """Battle destinies that it would draw."""
        changes = self.destiny_changes
        return self.draws if changes is AS_DRAWN else min(self.draws, changes.most)

    @property
    def destiny_changes(self) -> DestinyChanges:
        """What texts make of its battle destinies, with those who are yet to come."""
        return self.destinies if self.there is AS_BEFORE else self.destinies + self.there.destinies

    def against(self, other: "Group") -> "Group":
        """The same as it draws in a battle with this group, by what those who are yet to come let it draw."""
        if other.there is AS_BEFORE or other.there.their_destinies is AS_DRAWN:
            return self
        return msgspec.structs.replace(self, destinies=self.destinies + other.there.their_destinies)

    def destiny(self, average: float) -> float:
        """What its battle destinies come to, if a card brings so much on average."""
        changes = self.destiny_changes
        if changes is AS_DRAWN:
            return self.draws * average
        drawn = min(self.draws, changes.most)
        return max(drawn * (average + changes.each) + changes.total, 0.0) if drawn else 0.0

    @property
    def _added(self) -> float:
        return max(self.draws - max(destinies(self.ability, self.needed), self.min_destinies), 0)

    def with_more(
        self,
        power: float,
        ability: float,
        forfeit: float,
        draws: float = 0,
        *,
        immune: float = 0,
        weapons: Weapons = (),
        kinds: frozenset[CardKind] = frozenset(),
        min_destinies: float = 0,
        icon: bool = False,
        cards: int = 1,
        there: LocationChange = AS_BEFORE,
        operatives: frozenset[str] = frozenset(),
    ) -> "Group":
        """The group with somebody added.

        `icon` for one that has presence without ability; `cards` of them stand by themselves; `operatives`
        are titles of those who come to their own planet, whose ability does not count.
        """
        total = self.ability + ability
        then = self.there + there
        min_destinies = max(self.min_destinies, min_destinies)
        return Group(
            self.power + power + then.power - self.there.power,
            total,
            self.forfeit + forfeit,
            present=self.present or icon or bool(operatives) or total >= ABILITY_FOR_PRESENCE,
            draws=max(destinies(total, self.needed), min_destinies) + self._added + draws,
            immune=self.immune + immune,
            units=self.units,
            weapons=self.weapons + weapons,
            kinds=self.kinds | kinds,
            min_destinies=min_destinies,
            cards=self.cards + cards,
            there=then,
            to_power=self.to_power,
            needed=self.needed,
            destinies=self.destinies,
            operatives=self.operatives | operatives,
            kept_out=self.kept_out,
        )

    def without(
        self,
        power: float,
        ability: float,
        forfeit: float,
        *,
        last: bool,
        cards: int = 1,
        operatives: frozenset[str] = frozenset(),
    ) -> "Group":
        """The group after somebody left: `cards` that stood by themselves, `operatives` among them."""
        if last:
            return NOBODY
        total = max(self.ability - ability, 0)
        staying = self.operatives - operatives
        return Group(
            max(self.power - power, 0),
            total,
            max(self.forfeit - forfeit, 0),
            present=total >= ABILITY_FOR_PRESENCE
            or bool(staying)
            or (self.present and self.ability < ABILITY_FOR_PRESENCE),
            draws=max(destinies(total, self.needed), self.min_destinies) + self._added,
            immune=self.immune,
            units=self.units,
            weapons=self.weapons,
            kinds=self.kinds,
            min_destinies=self.min_destinies,
            cards=max(self.cards - cards, 1),
            to_power=self.to_power,
            needed=self.needed,
            destinies=self.destinies,
            operatives=staying,
            kept_out=self.kept_out,
        )


NOBODY = Group()


def destinies(ability: float, needed: float = ABILITY_FOR_DESTINY) -> float:
    """Battle destinies drawn with this much ability (rules 22)."""
    return 1.0 if ability >= needed else 0.0


class LocationNumbers(msgspec.Struct, frozen=True):
    """One column.

    Attributes:
        drain: Force they lose a turn if we control it (rules 4), no more than our last drain there brought,
            less what the Force is worth that it uses. their_drain: Force we lose a turn if they do, likewise.
        drain_price, their_drain_price: what was taken off.
        mine, theirs: who stands there.
        gives: our Force generation there (rules 2). their_gives: theirs.
        system: the planet, starship or vehicle that the location belongs to: as the server says, else as
            printed.
        battle: whether we may be expected to start a battle there; not where a text forbids it or none was
            offered. their_battle: whether they may.
    """

    column: int
    id: CardId | None
    facts: CardFacts
    mine: Group
    theirs: Group
    drain: float
    their_drain: float
    gives: float
    system: str = ""
    their_gives: float = 1.0
    battle: bool = True
    their_battle: bool = True
    drain_price: float = 0.0
    their_drain_price: float = 0.0

    @property
    def rested(self) -> "LocationNumbers":
        """The same in our next turn; see `Group.rested`."""
        if not (self.mine.kept_out or self.theirs.kept_out):
            return self
        return msgspec.structs.replace(self, mine=self.mine.rested, theirs=self.theirs.rested)

    @property
    def fighting(self) -> "LocationNumbers":
        """The same with those only who may take part in a battle of this turn, and what they draw then."""
        mine = self.mine.fighting
        theirs = self.theirs.fighting.against(mine)
        if mine is self.mine and theirs is self.theirs:
            return self
        return msgspec.structs.replace(self, mine=mine, theirs=theirs)

    @property
    def site(self) -> bool:
        """Whether it is a site; one whose card is not known is taken for one."""
        return not self.facts.space

    def is_planet_of(self, facts: CardFacts) -> bool:
        """Whether a card is an Operative on its planet here (rules 5)."""
        planet = facts.operative_of
        return bool(planet) and is_on_its_planet(planet, folded(self.system), site=self.site)

    def operatives_of(self, faces: Iterable[CardFacts]) -> frozenset[str]:
        """The titles of those of some cards that are Operatives on their planet here."""
        return frozenset([each.card.title for each in faces if self.is_planet_of(each)])

    def has_operative_like(self, facts: CardFacts) -> bool:
        """Whether an Operative of ours keeps another one of its title from here (rules 21)."""
        return self.is_planet_of(facts) and bool(operative_refusals(facts.card.title, self.mine.operatives))

    @property
    def drained(self) -> float:
        """Force they lose to a drain of ours, whatever that costs us."""
        return self.drain + self.drain_price

    @property
    def bled(self) -> float:
        """Force we lose to a drain of theirs, whatever that costs them."""
        return self.their_drain + self.their_drain_price


def row_of(place: LocationNumbers, places: Iterable[LocationNumbers]) -> list[LocationNumbers]:
    """The sites that stand in a row with a site, or the sectors with their system, left to right."""
    if place.id is None:
        return []
    return [each for each in places if each.id is not None and are_in_a_row(each, place)]


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

    @property
    def cards_to_activate(self) -> int:
        """Our cards from which Force is activated next turn, if nothing is used in this one (rules 2)."""
        return self.zones.reserve_deck + self.zones.used_pile

    @property
    def their_next_force(self) -> float:
        """Force that they will have in their next turn, if they have the cards for it."""
        theirs = self.their_zones
        return theirs.force_pile + min(self.their_generation, theirs.reserve_deck + theirs.used_pile)


class Position(Stock, frozen=True, kw_only=True):
    """The whole table.

    Attributes:
        places: left to right.
        where: column by id of each card on the table.
    """

    places: tuple[LocationNumbers, ...]
    where: dict[CardId, int]

    @property
    def drains(self) -> float:
        """Force they lose to our drains each turn as the table stands, if all are made."""
        return sum(place.drained for place in self.places if place.mine.controls and not place.theirs.present)

    @property
    def their_drains(self) -> float:
        """Force we lose to theirs."""
        return sum(place.bled for place in self.places if place.theirs.controls and not place.mine.present)

    @property
    def turns_to_win(self) -> float:
        """Turns until our drains alone end the game."""
        return self.their_life / self.drains if self.drains > 0 else inf

    @property
    def turns_to_live(self) -> float:
        """Turns until theirs do."""
        return self.life / self.their_drains if self.their_drains > 0 else inf

    def at(self, card_id: CardId | None) -> LocationNumbers | None:
        """The place of a card or of a location."""
        if card_id is None:
            return None
        column = self.where.get(card_id)
        return None if column is None else self.in_column(column)

    def in_column(self, column: int) -> LocationNumbers | None:
        """The place of a column; None if there is no such column."""
        return self.places[column] if 0 <= column < len(self.places) else None

    @property
    def rested(self) -> Self:
        """The same in our next turn; see `Group.rested`."""
        places = tuple([place.rested for place in self.places])
        if all(one is other for one, other in zip(places, self.places, strict=True)):
            return self
        return msgspec.structs.replace(self, places=places)

    def supposing(self, mine: Mapping[int, Group]) -> Self:
        """The same table with other groups of ours, by column."""
        if not mine:
            return self
        places = tuple(
            [
                msgspec.structs.replace(place, mine=mine[place.column]) if place.column in mine else place
                for place in self.places
            ]
        )
        return msgspec.structs.replace(self, places=places)

    def ours(self, card_id: CardId | None) -> tuple[LocationNumbers, FighterView] | None:
        """A card of ours that fights, with its place; None for any other card."""
        place = self.at(card_id)
        if place is None:
            return None
        unit = next((each for each in place.mine.units if each.id == card_id), None)
        return None if unit is None else (place, unit)
