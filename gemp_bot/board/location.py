"""A location with everything that is there."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from msgspec import structs

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.card_facts import CardFacts
from gemp_bot.board.part import BoardPart, ChangeCounter
from gemp_bot.cards import SubType
from gemp_bot.cards.titles import folded
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.facts import LocationFacts
from gemp_bot.rules.presence import Here, controls, has_presence, is_on_its_planet, may_control
from gemp_bot.rules.uniqueness import operative_refusals

_FORBIDDING: Final = frozenset({"dagobah", "ahch to"})
_NO_BATTLEGROUND: Final = frozenset({"coruscant galactic senate"})
_NO_ICONS: Final[Mapping[Side, int]] = MappingProxyType({Side.DARK: 0, Side.LIGHT: 0})


class Location(BoardPart):
    """One location: a column of the table. `Board.column_for` makes it.

    Attributes:
        column: 0 is leftmost, over all systems.
        card: the location card; None if there is none for an instant, or it is not in the index.
        id: of the location card, also of one that is not in the index; None if there is none.
        under: the locations it was converted from, the oldest first, where they are known.
        group: the system it belongs to, of a site that goes to any planet the one it was deployed to.
        cards: everything there, aboard something or not, without the location; hosts before what is on them.
        icons: Force icons of both sides; the texts in play may have added some (`effects.ledger`).
        key: title of the location, folded.
        system: folded name of the planet or system it belongs to; empty for none.
        names: everything it may be called, folded.
    """

    column: int
    card: CardInPlay | None = None
    id: CardId | None = None
    under: tuple[CardInPlay, ...] = ()
    group: str = ""
    cards: tuple[CardInPlay, ...] = ()
    icons: Mapping[Side, int] = _NO_ICONS
    key: str = ""
    system: str = ""
    names: frozenset[str] = frozenset()
    _facts: LocationFacts | None = None
    _kind: tuple[str, ...] = ()
    _printed: Mapping[Side, int] = _NO_ICONS
    _presence: tuple[int, dict[Side, tuple[bool, bool]]] = (-1, {})

    def __init__(self, changes: ChangeCounter, column: int) -> None:
        vars(self).update(_changes=changes, column=column)

    def lay(self, card: CardInPlay, group: str | None = None) -> None:
        """Put a location card there, over the one that lies there.

        Args:
            card: a card of type location.
            group: the system it belongs to; None for the one it was deployed to, or is printed with.
        """
        facts = card.facts
        if self.card is not None:
            self.under = (*self.under, self.card)
        printed = facts.location
        self.group = group or card.system_name or ("" if printed is None else printed.system)
        self.card = card
        self.key, self.names = facts.key, facts.names
        self.system = folded(card.system_name) if card.system_name else facts.system
        self._kind = card.card.subtypes
        if printed is not None:
            self._facts = structs.replace(printed, name=card.name, system=self.group)
        card.location = self
        self.id = card.id
        self._printed = {side: card.card.force_icons(side) for side in _NO_ICONS}
        self.print_icons()

    @property
    def laid(self) -> CardInPlay:
        """The location card.

        Raises:
            LookupError: there is none.
        """
        if self.card is None:
            raise LookupError(f"column {self.column} has no location card")
        return self.card

    @property
    def facts(self) -> LocationFacts:
        """The location as the rules see it.

        Raises:
            LookupError: there is no location card.
        """
        if self._facts is None:
            raise LookupError(f"column {self.column} has no location card")
        return self._facts

    @property
    def standing(self) -> tuple[CardInPlay, ...]:
        """What stands there, without what is aboard."""
        return tuple([card for card in self.cards if card.host is None])

    def fighters(self, side: Side) -> list[CardInPlay]:
        """The cards of a side there that count in a battle: neither inactive nor Undercover."""
        return [
            card
            for card in self.cards
            if card.side is side and card.fights and card.active and not card.undercover
        ]

    @property
    def title(self) -> str:
        """Title of the location, empty for none."""
        return "" if self.card is None else self.card.card.title

    @property
    def site(self) -> bool:
        """Whether it is a site."""
        return SubType.SITE in self._kind

    @property
    def is_system(self) -> bool:
        """Whether it is a system."""
        return SubType.SYSTEM in self._kind

    # -- Force icons --------------------------------------------------------------------------------

    def print_icons(self) -> None:
        """Take the printed Force icons, without those that texts add."""
        rotated = self.card is not None and self.card.inverted
        self._derive(
            "icons", {side: self._printed[side.other] for side in Side} if rotated else self._printed
        )

    def add_icons(self, side: Side, amount: int) -> None:
        """Add or cancel Force icons as a text does. They follow from what is in play, so it is no change."""
        self._derive("icons", {**self.icons, side: max(self.icons[side] + amount, 0)})

    @property
    def battleground(self) -> bool:
        """Whether both sides have Force icons at it, and it is no holosite and not on a forbidding planet."""
        if self.card is None or self.system in _FORBIDDING:
            return False
        return is_battleground(self.card.facts, self.icons.__getitem__)

    # -- presence -----------------------------------------------------------------------------------

    def presence(self, side: Side) -> bool:
        """Whether a side occupies it: has presence there (rules 5). Worked out when it is asked for."""
        return self._held(side)[0]

    def controlled(self, side: Side) -> bool:
        """Whether a side controls it."""
        return controls(mine=self.controllable(side), theirs=self.presence(side.other))

    def controllable(self, side: Side) -> bool:
        """Whether a side would control it without the other side."""
        return self._held(side)[1]

    def _held(self, side: Side) -> tuple[bool, bool]:
        """Whether a side occupies it, and would control it without the other side."""
        at, known = self._presence
        if at != self._changes.in_play:
            known = {}
            for each in _NO_ICONS:
                there = [as_present(card) for card in self.cards if card.side is each and card.fights]
                known[each] = has_presence(there), may_control(there)
            self._presence = self._changes.in_play, known
        return known[side]

    def is_planet_of(self, facts: CardFacts) -> bool:
        """Whether a card is an Operative on its planet here (rules 5)."""
        planet = facts.operative_of
        return bool(planet) and is_on_its_planet(planet, self.system, site=self.site)

    def has_operative_like(self, card: CardInPlay) -> bool:
        """Whether an Operative of its owner keeps another one of its title from here (rules 21)."""
        if not self.is_planet_of(card.facts):
            return False
        ours = [each.facts.key for each in self.cards if each.side is card.side and each is not card]
        return bool(operative_refusals(card.facts.key, ours))

    def spied(self, side: Side) -> bool:
        """Whether an Undercover spy of the other side is there: then a side may not Force drain there.

        In recorded games nobody drained at any of seven locations with a spy of the other side.
        """
        return any(card.undercover and card.side is not side for card in self.cards)


def is_battleground(facts: CardFacts, icons: Callable[[Side], int]) -> bool:
    """Whether a location with so many Force icons on each side is a battleground by its print."""
    printed = facts.location
    if printed is None or facts.system in _FORBIDDING or facts.key in _NO_BATTLEGROUND:
        return False
    return icons(Side.DARK) > 0 and icons(Side.LIGHT) > 0 and not printed.holosite


def as_present(there: CardInPlay) -> Here:
    """A card as the rules of presence see it; the permanent pilots of a carrier are part of it."""
    facts, location = there.facts, there.location
    return Here(
        ability=facts.ability,
        presence_icon=facts.presence,
        active=there.active,
        undercover=there.undercover,
        operative=location is not None and location.is_planet_of(facts),
    )
