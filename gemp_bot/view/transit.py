"""What is known of one player's cards that are on their way from one place to another."""

from collections.abc import Iterator

from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.ids import BlueprintId, CardId, base_blueprint
from gemp_bot.state import TableCard
from gemp_bot.view.named import NamedCard
from gemp_bot.view.piles import PileChanges

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
