"""What left and came to a player's piles, and cards on their way from one place to another."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.events import PlayerZones
from gemp_bot.protocol.ids import BlueprintId, CardId, base_blueprint
from gemp_bot.state import TableCard
from gemp_bot.view.model import DeedKind
from gemp_bot.view.names import NamedCard

_ZONES = (
    (Zone.HAND, "hand"),
    (Zone.RESERVE_DECK, "reserve_deck"),
    (Zone.FORCE_PILE, "force_pile"),
    (Zone.USED_PILE, "used_pile"),
    (Zone.LOST_PILE, "lost_pile"),
    (Zone.OUT_OF_PLAY, "out_of_play"),
)
_R, _F, _U, _L, _H = (
    Zone.RESERVE_DECK,
    Zone.FORCE_PILE,
    Zone.USED_PILE,
    Zone.LOST_PILE,
    Zone.HAND,
)
_FLOWS: tuple[tuple[Zone, Zone, DeedKind | None], ...] = (
    (_R, _F, DeedKind.ACTIVATED),
    (_F, _U, DeedKind.USED),
    (_F, _H, DeedKind.DREW),
    (_R, _H, DeedKind.TOOK),
    (_L, _H, DeedKind.TOOK),
    (_U, _H, DeedKind.TOOK),
    (_H, _L, DeedKind.LOST),
    (_R, _L, DeedKind.LOST),
    (_F, _L, DeedKind.LOST),
    (_U, _L, DeedKind.LOST),
    (_L, _U, DeedKind.RETRIEVED),
    (_L, _R, DeedKind.RETRIEVED),
    (_L, _F, DeedKind.RETRIEVED),
    (_U, _R, None),
    (_H, _U, DeedKind.PUT_BACK),
    (_H, _R, DeedKind.PUT_BACK),
    (_F, _R, None),
    (_R, _U, None),
    (_U, _F, None),
    (_L, Zone.OUT_OF_PLAY, None),
)
"""What a card does that goes from one pile to another; tried in this order. None: nothing worth telling."""


class Flow(msgspec.Struct, frozen=True):
    """Some cards that went from one pile to another."""

    kind: DeedKind
    source: Zone
    goal: Zone
    amount: int


class PileChanges:
    """By how much the piles of a player changed; what is explained is taken out.

    Attributes:
        gone: cards that left a pile. come: those that came to one.
    """

    def __init__(self, before: PlayerZones, after: PlayerZones) -> None:
        self.gone: Counter[Zone] = Counter()
        self.come: Counter[Zone] = Counter()
        for zone, name in _ZONES:
            change = getattr(after, name) - getattr(before, name)
            if change > 0:
                self.come[zone] = change
            elif change < 0:
                self.gone[zone] = -change

    def take_gone(self, *zones: Zone) -> Zone | None:
        """One card that left the first of these piles that lost any."""
        return _take(self.gone, zones)

    def take_come(self, *zones: Zone) -> Zone | None:
        """One card that came to the first of these piles that got any."""
        return _take(self.come, zones)

    def flows(self) -> Iterator[Flow]:
        """What went from pile to pile."""
        for source, goal, kind in _FLOWS:
            amount = min(self.gone[source], self.come[goal])
            if amount:
                self.gone[source] -= amount
                self.come[goal] -= amount
                if kind is not None:
                    yield Flow(kind, source, goal, amount)

    def unexplained(self) -> list[Zone]:
        """The pile of each card that left one and came to none."""
        return [zone for zone, count in self.gone.items() for _ in range(count)]


def _take(counts: Counter[Zone], zones: tuple[Zone, ...]) -> Zone | None:
    for zone in zones or tuple(counts):
        if counts[zone] > 0:
            counts[zone] -= 1
            return zone
    return None


_ORIGINS = (Zone.HAND, Zone.RESERVE_DECK, Zone.LOST_PILE, Zone.USED_PILE, Zone.FORCE_PILE, Zone.OUT_OF_PLAY)


class CardsInTransit:
    """The cards of one player that left one place and did not come to another yet.

    Attributes:
        sources: of each card that left a pile: that pile, and the Force used just before, None for a destiny.
        paid: Force used and not told with anything yet.
        left: cards that left the table; with the name of one that is still to be told.
        came: ids of cards that came to the table.
        hand, tops: cards that were seen coming to the hand, and to the top of the Lost Pile.
        shown: cards that are played, and did not leave the hand yet.
        destinies: cards that are drawn for destiny, and did not leave the Reserve Deck yet.
    """

    def __init__(self) -> None:
        self.sources: list[tuple[Zone, int | None]] = []
        self.paid = 0
        self.left: list[tuple[TableCard, NamedCard | None]] = []
        self.came: list[CardId] = []
        self.hand: list[NamedCard] = []
        self.tops: list[NamedCard] = []
        self.shown = 0
        self.destinies = 0

    def forget(self) -> None:
        """Begin afresh: a turn is over."""
        self.sources.clear()
        self.left.clear()
        self.came.clear()
        self.hand.clear()
        self.tops.clear()
        self.paid = self.shown = self.destinies = 0

    # -- coming -------------------------------------------------------------------------------------

    def source(self, zone: Zone) -> None:
        """A card left a pile: the Force used so far is what it costs."""
        self.sources.append((zone, self.paid))
        self.paid = 0

    def draw_destinies(self, changes: PileChanges) -> None:
        """Cards that are drawn for destiny left the Reserve Deck."""
        while self.destinies and changes.take_gone(Zone.RESERVE_DECK) is not None:
            self.destinies -= 1
            self.sources.append((Zone.UNRESOLVED_DESTINY_DRAW, None))

    def origin(self, changes: PileChanges | None) -> tuple[Zone | None, int | None]:
        """Where the next card that comes to the table is from, and the Force used for it; None if unsure."""
        for place, (source, cost) in enumerate(self.sources):
            if cost is not None:
                del self.sources[place]
                return source, cost
        zone = None if changes is None else changes.take_gone(*_ORIGINS)
        paid, self.paid = self.paid, 0
        return zone, paid

    def is_back(self, card: TableCard) -> bool:
        """Whether a card that comes to the table is one that left it just now, under another id."""
        face = base_blueprint(card.blueprint_id)
        for place, (left, _) in enumerate(self.left):
            if base_blueprint(left.blueprint_id) == face:
                del self.left[place]
                return True
        return False

    # -- going --------------------------------------------------------------------------------------

    def to_lost_pile(self, changes: PileChanges) -> Iterator[NamedCard | None]:
        """The cards of the table that are on the Lost Pile now, by their faces."""
        for top in tuple(self.tops):
            if changes.come[Zone.LOST_PILE] <= 0:
                return
            for place, (card, name) in enumerate(self.left):
                if base_blueprint(card.blueprint_id) == base_blueprint(card_face(top)):
                    del self.left[place]
                    self.tops.remove(top)
                    changes.take_come(Zone.LOST_PILE)
                    yield name
                    break

    def next_left(self) -> NamedCard | None:
        """The next card that left the table and is on its way."""
        return self.left.pop(0)[1] if self.left else None

    def finish(self) -> bool:
        """A card came to a pile: whether it was played or drawn for destiny before."""
        if not self.sources:
            return False
        _, paid = self.sources.pop(0)
        if paid is not None:
            self.paid = 0
        return True

    def lost(self, amount: int) -> tuple[NamedCard, ...]:
        """The faces that were seen of so many cards that were lost."""
        return tuple(self.tops[:amount])

    def drawn(self, amount: int) -> tuple[NamedCard, ...]:
        """The faces that were seen of so many cards that came to hand."""
        found, self.hand = tuple(self.hand[:amount]), self.hand[amount:]
        return found


def card_face(name: NamedCard) -> BlueprintId:
    """The face of a named card."""
    return BlueprintId(name.blueprint)
