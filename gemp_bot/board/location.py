"""A location with everything that is there."""

from typing import Final

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.notes import Notes, permanent_pilots
from gemp_bot.board.shown import ShownCard
from gemp_bot.cards import Icon, SubType
from gemp_bot.cards.titles import folded
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.presence import Here, controls, has_presence

_FORBIDDING: Final = frozenset({"dagobah", "ahch to"})
_NO_BATTLEGROUND: Final = frozenset({"coruscant galactic senate"})
_HOLO: Final = "holo"


class Location:
    """One location: a column of the table.

    Attributes:
        column: 0 is leftmost, over all systems.
        card: the location card; None if there is none for an instant, or it is not in the index.
        id: of the location card, also of one that is not in the index; None if there is none.
        cards: everything there, aboard something or not, without the location.
        others: what is shown there and takes no part, as backs and stacked cards.
        icons: Force icons of both sides; texts may add some.
        key: title of the location, folded.
        system: folded name of the planet or system it belongs to; empty for none.
        names: everything it may be called, folded.
    """

    __slots__ = (
        "_kind",
        "_presence",
        "card",
        "cards",
        "column",
        "icons",
        "id",
        "key",
        "names",
        "others",
        "system",
    )

    def __init__(self, column: int, card: CardInPlay | None, notes: Notes) -> None:
        self.column = column
        self.card = card
        self.id = None if card is None else card.id
        self.cards: list[CardInPlay] = []
        self.others: list[ShownCard] = []
        self._presence: dict[Side, bool] = {}
        self.icons: dict[Side, int] = {Side.DARK: 0, Side.LIGHT: 0}
        self._kind: tuple[str, ...] = ()
        self.key = self.system = ""
        self.names: frozenset[str] = frozenset()
        if card is not None:
            card.location = self
            note = notes.of(card.card)
            self.print_icons()
            self._kind = card.card.subtypes
            self.key, self.names = note.key, note.names
            self.system = folded(card.system_name) if card.system_name else note.system

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

    @property
    def sector(self) -> bool:
        """Whether it is a sector."""
        return SubType.SECTOR in self._kind

    def print_icons(self) -> None:
        """Take the printed Force icons, without those that texts add."""
        if self.card is not None:
            self.icons = {side: self.card.card.force_icons(side) for side in self.icons}

    def presence(self, side: Side) -> bool:
        """Whether a side occupies it: has presence there (rules 5). Worked out when it is asked for."""
        found = self._presence.get(side)
        if found is None:
            found = has_presence(as_present(card) for card in self.cards if card.side is side and card.fights)
            self._presence[side] = found
        return found

    def tell(self, side: Side, *, present: bool) -> None:
        """Take over what is known of a side's presence; nothing is worked out then."""
        self._presence[side] = present

    def forget_presence(self) -> None:
        """Somebody came, left or changed: presence is worked out anew when it is asked for."""
        self._presence.clear()

    def controlled(self, side: Side) -> bool:
        """Whether a side controls it."""
        return controls(mine=self.presence(side), theirs=self.presence(side.other))

    @property
    def battleground(self) -> bool:
        """Whether both sides have Force icons at it, and it is no holosite and not on a forbidding planet."""
        if self.card is None or self.system in _FORBIDDING or self.key in _NO_BATTLEGROUND:
            return False
        return self.icons[Side.DARK] > 0 and self.icons[Side.LIGHT] > 0 and _HOLO not in self.key


def as_present(there: CardInPlay, *, aboard: bool = False) -> Here:
    """A card as the rules of presence see it; the permanent pilots of a carrier are part of it."""
    card = there.card
    ability = there.crew if there.carries else card.ability
    return Here(
        ability=ability if isinstance(ability, int | float) else 0,
        presence_icon=card.icon(Icon.PRESENCE) > 0,
        active=there.active,
        undercover=there.undercover,
        character=not there.carries,
        persons=len(card.personas) or 1,
        permanent_pilots=permanent_pilots(card) if there.carries else 0,
        aboard=aboard,
    )
