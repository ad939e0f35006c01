"""The table as it really is: every card of both decks, in exactly one place.

Only the functions here move cards, and each move is told by a `CardMoved`. The top of a pile is the end of
its list.
"""

from collections.abc import Iterator
from enum import Enum, auto

from msgspec import structs

from gemp_bot.cards import Card
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.rules.facts import LocationFacts
from gemp_bot.rules.generation import Entitlement
from gemp_bot.rules.piles import Piles, life_force
from gemp_bot.rules.pipeline import ActionContext
from gemp_bot.sandbox.engine.card_profiles import CardProfile
from gemp_bot.sandbox.engine.game_events import CardMoved, Happened

PILES = (Zone.RESERVE_DECK, Zone.FORCE_PILE, Zone.USED_PILE, Zone.LOST_PILE)
HELD = (*PILES, Zone.HAND, Zone.UNRESOLVED_DESTINY_DRAW)
"""The zones that are lists of one player's cards."""


class Seat(Enum):
    """What a card is to the card it is attached to."""

    NONE = auto()
    PILOT = auto()
    PASSENGER = auto()
    WORN = auto()
    """A weapon or device."""


class Piece:
    """One physical card.

    Attributes:
        id: kept for the whole game.
        face, sheet: what is printed on it, and what the engine makes of that.
        owner: whose it is.
        zone: where it lies. place: the location it is at, also aboard something; None for none.
        host: what it is attached to or aboard of; seat: as what. cargo: what is so on it.
        hit: it was hit and is turned sideways. worthless: its forfeit value is 0. no_attrition: it does not
            satisfy attrition.
        battled: the turn in which it was last in a battle. fired: the battle in which it last fired.
    """

    __slots__ = (
        "battled",
        "cargo",
        "face",
        "fired",
        "hit",
        "host",
        "id",
        "no_attrition",
        "owner",
        "place",
        "seat",
        "sheet",
        "worthless",
        "zone",
    )

    def __init__(self, number: int, face: Card, sheet: CardProfile, owner: Side) -> None:
        self.id = number
        self.face = face
        self.sheet = sheet
        self.owner = owner
        self.zone = Zone.RESERVE_DECK
        self.place: Place | None = None
        self.host: Piece | None = None
        self.seat = Seat.NONE
        self.cargo: list[Piece] = []
        self.battled = 0
        self.fired = 0
        self.heal()

    def heal(self) -> None:
        """Take back what weapons did to it: it lasts until it leaves the table (rules 18)."""
        self.hit = self.worthless = self.no_attrition = False

    @property
    def name(self) -> str:
        """What the rules tell it by."""
        return str(self.id)

    def all_aboard(self) -> Iterator["Piece"]:
        """Everything on it, at any depth, inner ones last."""
        for piece in self.cargo:
            yield piece
            yield from piece.all_aboard()

    def __repr__(self) -> str:
        return f"<{self.id} {self.face.title} {self.zone}>"


class Place:
    """A location on the table.

    Attributes:
        piece: the location card. under: those it was converted from, the oldest first.
        column: where it stands, 0 leftmost.
        group: the system it belongs to, of a site that goes to any planet the one it was deployed to.
        location: the location as the rules see it.
        pieces: what stands there, without what is aboard.
    """

    __slots__ = ("column", "group", "location", "piece", "pieces", "under")

    def __init__(self, piece: Piece, column: int, group: str) -> None:
        self.piece = piece
        self.under: list[Piece] = []
        self.column = column
        self.group = group
        self.pieces: list[Piece] = []
        self.location = self._as_location()

    def lay_over(self, piece: Piece) -> Piece:
        """Put another location card in its place; gives the one that was there."""
        old, self.piece = self.piece, piece
        self.under.append(old)
        self.location = self._as_location()
        return old

    def _as_location(self) -> LocationFacts:
        found = self.piece.sheet.location
        assert found is not None, "only locations make places"  # noqa: S101
        return structs.replace(found, name=self.piece.name, system=self.group)

    def all_pieces(self) -> Iterator[Piece]:
        """Everything there, aboard something or not; hosts before what is on them."""
        for piece in self.pieces:
            yield piece
            if piece.cargo:
                yield from piece.all_aboard()


class Battle:
    """A battle that is going on.

    Attributes:
        number: of the game, from 1. initiator: who began it.
        cards: who takes part. destiny: total battle destiny of each side; None for no draw completed.
        draws: battle destinies each side may still draw.
        power: total power once it is totalled.
        attrition, damage: what is left to satisfy, for each side.
    """

    __slots__ = (
        "attrition",
        "cards",
        "damage",
        "destiny",
        "draws",
        "initiator",
        "number",
        "place",
        "power",
    )

    def __init__(self, number: int, place: Place, initiator: Side, cards: list[Piece]) -> None:
        self.number = number
        self.place = place
        self.initiator = initiator
        self.cards = cards
        self.destiny: dict[Side, float | None] = {Side.DARK: None, Side.LIGHT: None}
        self.draws: dict[Side, int] = {Side.DARK: 0, Side.LIGHT: 0}
        self.power: dict[Side, float] = {}
        self.attrition: dict[Side, float] = {Side.DARK: 0, Side.LIGHT: 0}
        self.damage: dict[Side, float] = {Side.DARK: 0, Side.LIGHT: 0}

    def of(self, side: Side) -> list[Piece]:
        """The cards of a side that still take part."""
        return [piece for piece in self.cards if piece.owner is side and piece.place is self.place]


class State:
    """The table.

    Attributes:
        pieces: every card by id. held: piles, hands and unresolved destiny, by side and zone.
        places: the locations, left to right.
        active: whose turn it is. turn: turns of both players so far. turns: those of each.
        phase: the phase. battle: the battle that is going on. battles: how many there were.
        marks: what was done this turn that may not be done again (rules 4, 14, 23).
        entitlement: what may be activated this turn, and what was.
        fought: columns by location id in which there was a battle this turn.
        version: grows with everything that may change a number on the table.
        news: what came about since somebody last took it.
    """

    def __init__(self, pieces: list[Piece]) -> None:
        self.pieces: dict[int, Piece] = {piece.id: piece for piece in pieces}
        self.held: dict[tuple[Side, Zone], list[Piece]] = {(side, zone): [] for side in Side for zone in HELD}
        for piece in reversed(pieces):
            self.held[piece.owner, Zone.RESERVE_DECK].append(piece)
        self.places: list[Place] = []
        self.active = Side.DARK
        self.turn = 0
        self.turns: dict[Side, int] = {Side.DARK: 0, Side.LIGHT: 0}
        self.phase = Phase.PLAY_STARTING_CARDS
        self.battle: Battle | None = None
        self.battles = 0
        self.marks = ActionContext()
        self.entitlement = Entitlement(0)
        self.fought: set[int] = set()
        self.version = 0
        self.news: list[Happened] = []

    # -- reading ----------------------------------------------------------------------------------

    def pile(self, side: Side, zone: Zone) -> list[Piece]:
        """The cards of a pile, hand or unresolved destiny draw; the last one is on top."""
        return self.held[side, zone]

    def hand(self, side: Side) -> list[Piece]:
        """The cards in a hand."""
        return self.held[side, Zone.HAND]

    def force(self, side: Side) -> int:
        """How much Force a player can use."""
        return len(self.held[side, Zone.FORCE_PILE])

    def sizes(self, side: Side) -> Piles:
        """How many cards lie where."""
        held = self.held
        return Piles(
            hand=len(held[side, Zone.HAND]),
            reserve=len(held[side, Zone.RESERVE_DECK]),
            force=len(held[side, Zone.FORCE_PILE]),
            used=len(held[side, Zone.USED_PILE]),
            lost=len(held[side, Zone.LOST_PILE]),
            unresolved=len(held[side, Zone.UNRESOLVED_DESTINY_DRAW]),
        )

    def life(self, side: Side) -> int:
        """Life Force (rules 3)."""
        return life_force(self.sizes(side))

    def at_table(self, side: Side | None = None) -> Iterator[Piece]:
        """Every character, vehicle, starship, weapon and device on table, of one side or of both."""
        for place in self.places:
            for piece in place.all_pieces():
                if side is None or piece.owner is side:
                    yield piece

    def place_of(self, number: int) -> Place:
        """The place of a location card."""
        return next(place for place in self.places if place.piece.id == number)

    # -- moving cards -----------------------------------------------------------------------------

    def to_pile(self, piece: Piece, zone: Zone, *, bottom: bool = False) -> None:
        """Put a card into a pile or hand of its owner; whatever is on it stays where it is."""
        was = self._take(piece)
        piece.heal()
        pile = self.held[piece.owner, zone]
        pile.insert(0, piece) if bottom else pile.append(piece)
        piece.zone = zone
        self.news.append(CardMoved(piece.id, piece.owner, was, zone, bottom=bottom))

    def stand(self, piece: Piece, place: Place) -> None:
        """Put a card to a location, with all that is on it."""
        was = self._take(piece)
        place.pieces.append(piece)
        piece.zone = Zone.AT_LOCATION
        self._settle(piece, place)
        self.news.append(CardMoved(piece.id, piece.owner, was, Zone.AT_LOCATION, place.column))

    def attach(self, piece: Piece, host: Piece, seat: Seat) -> None:
        """Put a card on or aboard another one on the table, with all that is on it."""
        was = self._take(piece)
        host.cargo.append(piece)
        piece.host, piece.seat = host, seat
        piece.zone = Zone.ATTACHED
        place = host.place
        assert place is not None, "only cards on the table have others aboard"  # noqa: S101
        self._settle(piece, place)
        self.news.append(CardMoved(piece.id, piece.owner, was, Zone.ATTACHED, place.column, host.id))

    def lay(self, piece: Piece, column: int, group: str) -> Place:
        """Lay a location, which makes a column."""
        was = self._take(piece)
        place = Place(piece, column, group)
        self.places.insert(column, place)
        for number, each in enumerate(self.places):
            each.column = number
        piece.zone, piece.place = Zone.LOCATIONS, place
        self.news.append(CardMoved(piece.id, piece.owner, was, Zone.LOCATIONS, column))
        return place

    def convert(self, piece: Piece, place: Place) -> None:
        """Lay a location over another one of its name, which gives up its column."""
        was = self._take(piece)
        old = place.lay_over(piece)
        old.zone, old.place = Zone.CONVERTED_LOCATIONS, None
        piece.zone, piece.place = Zone.LOCATIONS, place
        self.news.append(CardMoved(old.id, old.owner, Zone.LOCATIONS, Zone.CONVERTED_LOCATIONS))
        self.news.append(
            CardMoved(piece.id, piece.owner, was, Zone.LOCATIONS, place.column, converted=old.id)
        )

    def lose(self, piece: Piece) -> list[Piece]:
        """Put a card into the Lost Pile, after everything that is on it (rules 22.16)."""
        lost = [*reversed(list(piece.all_aboard())), piece]
        for each in lost:
            self.to_pile(each, Zone.LOST_PILE)
        return lost

    def recirculate(self, side: Side) -> int:
        """Put a Used Pile under its Reserve Deck as it lies (rules 3.3); gives how many cards."""
        used = self.held[side, Zone.USED_PILE]
        for piece in used:
            piece.zone = Zone.RESERVE_DECK
        self.held[side, Zone.RESERVE_DECK][:0] = used
        count = len(used)
        used.clear()
        return count

    def _take(self, piece: Piece) -> Zone:
        """Take a card out of where it is."""
        was = piece.zone
        self.version += 1
        if was in HELD:
            pile = self.held[piece.owner, was]
            if pile and pile[-1] is piece:
                pile.pop()
            else:
                pile.remove(piece)
        elif piece.host is not None:
            piece.host.cargo.remove(piece)
        elif was is Zone.AT_LOCATION and piece.place is not None:
            piece.place.pieces.remove(piece)
        piece.host, piece.seat, piece.place = None, Seat.NONE, None
        return was

    def _settle(self, piece: Piece, place: Place) -> None:
        piece.place = place
        for each in piece.all_aboard():
            each.place = place
