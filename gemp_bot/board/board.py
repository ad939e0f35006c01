"""The table laid out for reckoning: who is where, aboard what, active or not."""

from typing import Final

import msgspec

from gemp_bot.board.layout import Layout
from gemp_bot.cards import Card, CardIndex, CardType, Icon, SubType
from gemp_bot.cards.text import FactKind
from gemp_bot.cards.titles import folded
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.presence import Here, has_presence
from gemp_bot.state import TableCard

FIGHTERS: Final = frozenset({CardType.CHARACTER, CardType.STARSHIP, CardType.VEHICLE})
CARRIERS: Final = frozenset({CardType.STARSHIP, CardType.VEHICLE})
_ENCLOSED: Final = "enclosed"


class CardInPlay:
    """One card that is face up in play or in our hand.

    Attributes:
        state: as the table has it. card: what is printed on it.
        side: whose it is.
        spot: where it is, also aboard something; None for nowhere.
        host: what it is attached to or aboard.
        attached: what is attached to it or aboard.
        hand: it is in our hand.
        active: it does what it says (rules 9).
        inside: it is inside an enclosed carrier, and so not present at its location (rules 5).
        pilots: it pilots or drives its host. unsure: whether it does cannot be told.
        piloted: of a carrier.
        crew: ability of the permanent pilots of a carrier.
    """

    __slots__ = (
        "active",
        "attached",
        "card",
        "crew",
        "hand",
        "host",
        "id",
        "inside",
        "piloted",
        "pilots",
        "side",
        "spot",
        "state",
        "unsure",
    )

    def __init__(self, state: TableCard, card: Card, side: Side) -> None:
        self.state = state
        self.card = card
        self.id: CardId = state.id
        self.side = side
        self.spot: Location | None = None
        self.host: CardInPlay | None = None
        self.attached: list[CardInPlay] = []
        self.hand = state.zone is Zone.HAND
        self.active = not (state.frozen or state.suspended or state.inverted)
        self.inside = False
        self.pilots = False
        self.unsure = False
        self.piloted = False
        self.crew = 0.0

    @property
    def fights(self) -> bool:
        """Whether it is a character, starship or vehicle."""
        return self.card.type in FIGHTERS

    @property
    def carries(self) -> bool:
        """Whether it is a starship or vehicle."""
        return self.card.type in CARRIERS


class Location:
    """One column.

    Attributes:
        seen: the location card; None if there is none, or it is not known.
        location: the card as the table has it; None for the instant between two of them.
        cards: everything there, aboard something or not, without the location.
        icons: Force icons of both sides; texts may add some.
        key: title of the location, folded.
        system: folded name of the planet or system it belongs to; empty for none.
        names: everything it may be called, folded.
    """

    __slots__ = (
        "_kind",
        "_presence",
        "cards",
        "column",
        "icons",
        "key",
        "location",
        "names",
        "seen",
        "system",
    )

    def __init__(
        self, column: int, location: TableCard | None, seen: CardInPlay | None, notes: "Notes"
    ) -> None:
        self.column = column
        self.location = location
        self.seen = seen
        self.cards: list[CardInPlay] = []
        self._presence: dict[Side, bool] = {}
        self.icons: dict[Side, int] = {Side.DARK: 0, Side.LIGHT: 0}
        self._kind: tuple[str, ...] = ()
        self.key = self.system = ""
        self.names: frozenset[str] = frozenset()
        if seen is not None:
            note = notes.of(seen.card)
            self.icons = {side: seen.card.force_icons(side) for side in self.icons}
            self._kind = seen.card.subtypes
            self.key, self.names = note.key, note.names
            named = seen.state.system_name
            self.system = folded(named) if named else note.system

    @property
    def title(self) -> str:
        """Title of the location, empty for none."""
        return "" if self.seen is None else self.seen.card.title

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

    def presence(self, side: Side) -> bool:
        """Whether a side occupies it: has presence there (rules 5). Worked out when it is asked for."""
        found = self._presence.get(side)
        if found is None:
            found = has_presence(_here(seen) for seen in self.cards if seen.side is side and seen.fights)
            self._presence[side] = found
        return found

    def tell(self, side: Side, *, present: bool) -> None:
        """Take over what is known of a side's presence; nothing is worked out then."""
        self._presence[side] = present

    def controlled(self, side: Side) -> bool:
        """Whether a side controls it."""
        return self.presence(side) and not self.presence(side.other)

    @property
    def battleground(self) -> bool:
        """Whether both sides have Force icons at it, and it is no holosite and not on a forbidding planet."""
        if self.seen is None or self.system in _FORBIDDING or self.key in _NO_BATTLEGROUND:
            return False
        return self.icons[Side.DARK] > 0 and self.icons[Side.LIGHT] > 0 and _HOLO not in self.key


def place_names(card: Card) -> frozenset[str]:
    """What a location may be called, folded: its title, and the parts before and after the colon."""
    before, colon, after = card.title.partition(":")
    names = {folded(card.title)}
    if colon:
        names |= {folded(before), folded(after)}
    return frozenset(names)


_PILOTS: Final = "pilots"
_FORBIDDING: Final = frozenset({"dagobah", "ahch to"})
_NO_BATTLEGROUND: Final = frozenset({"coruscant galactic senate"})
_HOLO: Final = "holo"


class Board:
    """Everything that is to be known of the table for reckoning.

    Attributes:
        cards: by id.
        active: the active cards in play, locations too.
        fighting: ids of the cards in the battle; None if there is no battle.
    """

    __slots__ = ("_index", "_notes", "_play", "active", "cards", "fighting", "me", "spots", "turn")

    def __init__(self, layout: Layout, index: CardIndex, notes: "Notes") -> None:
        play = self._play = layout.play
        self._index = index
        self._notes = notes
        self.me = play.side_of(play.me)
        self.turn = layout.turn
        self.fighting = layout.fighting
        self.cards: dict[CardId, CardInPlay] = {}
        self._add(play.cards)
        self.spots = [
            Location(column, card, None if card is None else self.cards.get(card.id), notes)
            for column, card in enumerate(play.locations)
        ]
        self._set_up()
        self.active = [seen for seen in self.cards.values() if seen.active]
        self._add(layout.hand)
        self._man()

    def hold(self, hand: tuple[TableCard, ...]) -> None:
        """Take another hand. Nothing in play asks for it."""
        for seen in [seen for seen in self.cards.values() if seen.hand]:
            del self.cards[seen.id]
        self._add(hand)
        self._man()

    def _add(self, states: tuple[TableCard, ...]) -> None:
        for state in states:
            card = self._index.get(state.blueprint_id)
            if card is not None:
                self.cards[state.id] = CardInPlay(state, card, self._play.side_of(state.owner) or card.side)

    def _man(self) -> None:
        """Find pilots; a starship in hand may have one of its own."""
        for seen in self.cards.values():
            if seen.carries:
                _man(seen, self._notes.of(seen.card))

    def _set_up(self) -> None:
        cards = self.cards
        for seen in cards.values():
            host_id = seen.state.host
            host = None if host_id is None else cards.get(host_id)
            if host is not None and host is not seen:
                seen.host = host
                host.attached.append(seen)
        for state, column in zip(self._play.cards, self._play.columns, strict=True):
            known = cards.get(state.id)
            if known is not None:
                self._place(known, column)

    def _place(self, seen: CardInPlay, column: int | None) -> None:
        if column is not None and column < len(self.spots):
            seen.spot = self.spots[column]
            if seen.state.zone is not Zone.LOCATIONS:
                seen.spot.cards.append(seen)
        host = seen.host
        if host is None or not seen.fights:
            return
        if host.carries:
            seen.inside = host.card.type == CardType.STARSHIP or host.card.has(_ENCLOSED)
        elif host.card.type == CardType.CHARACTER and host.side is not seen.side:
            seen.active = False  # a captive


def _here(seen: CardInPlay) -> Here:
    """A card as the rule of presence sees it; the permanent pilots of a carrier are part of it."""
    card = seen.card
    ability = seen.crew if seen.carries else card.ability
    return Here(
        ability=ability if isinstance(ability, int | float) else 0,
        presence_icon=card.icon(Icon.PRESENCE) > 0,
        active=seen.active,
        undercover=seen.state.undercover,
        character=card.type == CardType.CHARACTER,
    )


class Note(msgspec.Struct, frozen=True, gc=False):
    """What the scene needs of a printed card, worked out once.

    Attributes:
        seats: for pilots.
        crew: ability of the permanent pilots.
        key: its title, folded.
        names: of a location everything it may be called.
        system: of a location the system it is printed with, folded.
    """

    seats: int
    crew: float
    key: str
    names: frozenset[str] = frozenset()
    system: str = ""


class Notes:
    """The notes on printed cards, each made once."""

    def __init__(self) -> None:
        self._known: dict[str, Note] = {}

    def of(self, card: Card) -> Note:
        """The note on a card."""
        found = self._known.get(card.blueprint_id)
        if found is None:
            found = self._known[card.blueprint_id] = _note(card)
        return found


def _note(card: Card) -> Note:
    key = folded(card.title)
    if card.type == CardType.LOCATION:
        return Note(0, 0, key, place_names(card), folded(card.system))
    if card.type not in CARRIERS:
        return Note(0, 0, key)
    seats = sum(
        fact.amount or 0
        for fact in card.text
        if fact.kind is FactKind.CAPACITY and fact.what.startswith(_PILOTS)
    )
    crew = sum(fact.amount or 0 for fact in card.text if fact.kind is FactKind.PERMANENT_PILOT)
    pilots = permanent_pilots(card)
    # Who has no pilot of its own must have a seat for one, whether its text is understood or not.
    return Note(int(seats) or (0 if pilots else 1), crew or float(pilots), key)


def permanent_pilots(card: Card) -> int:
    """How many permanent pilots a starship or vehicle has."""
    return card.icon(Icon.PILOT) or card.icon(Icon.PERMANENT_PILOT)


def _man(carrier: CardInPlay, note: Note) -> None:
    """Note who pilots a carrier, and whether anybody does; the server sends no seats (PROTOCOL 6.6).

    Whoever can pilot takes a pilot's seat while one is free. If more could than may, nobody can tell.
    """
    card = carrier.card
    carrier.crew = note.crew
    able = [
        seen
        for seen in carrier.attached
        if seen.card.type == CardType.CHARACTER and seen.active and seen.card.icon(Icon.PILOT) > 0
    ]
    for seen in able:
        seen.pilots = note.seats > 0
    crashed = card.type == CardType.VEHICLE and carrier.state.sideways  # or hit: both look alike
    carrier.unsure = len(able) > note.seats or crashed
    if card.is_a(SubType.CREATURE_VEHICLE):
        carrier.piloted = True
        return
    on_ground = card.type == CardType.STARSHIP and carrier.spot is not None and carrier.spot.site
    crewed = any(seen.pilots for seen in able) or permanent_pilots(card) > 0
    carrier.piloted = crewed and carrier.host is None and not on_ground
