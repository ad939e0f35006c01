"""What a story needs of the table: titles of cards, where they are, and the sizes of piles."""

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from gemp_bot.board.card import CardInPlay
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.report.story.lines import Style, Word, Words, of_side, strong, words
from gemp_bot.sandbox.engine.game_events import CardMoved, ForceLost, Recirculated
from gemp_bot.terminal import plain

_LIFE = (Zone.RESERVE_DECK, Zone.FORCE_PILE, Zone.USED_PILE, Zone.UNRESOLVED_DESTINY_DRAW)
"""What counts as life force (rules 3.1)."""
ON_TABLE = (Zone.AT_LOCATION, Zone.ATTACHED)


class StoryCard(msgspec.Struct, frozen=True):
    """A card of the game."""

    title: str
    side: Side


StoryCards = Mapping[int, StoryCard]


def cast_of(pieces: Iterable[CardInPlay]) -> StoryCards:
    """Every card of both decks, by the engine's id."""
    return {piece.id: StoryCard(plain(piece.card.title), piece.side) for piece in pieces}


class Losses:
    """Units of Force that a side lost, and how many of them were cards of its hand."""

    def __init__(self) -> None:
        self.units = self.from_hand = 0

    def lose(self, news: ForceLost) -> None:
        """One more."""
        self.units += 1
        self.from_hand += news.was is Zone.HAND

    @property
    def words(self) -> Words:
        """`3 Force (2 from hand)`: what is lost from hand is no life force."""
        whole = self.from_hand == self.units
        hand = "" if not self.from_hand else " from hand" if whole else f" ({self.from_hand} from hand)"
        return words(strong(self.units), f" Force{hand}")


class StoryTable:
    """The table as far as a story needs it, kept by events of the engine.

    Args:
        cast: every card; all of them lie in the Reserve Decks.

    Attributes:
        most: life force of each side when the first turn began.
    """

    def __init__(self, cast: StoryCards) -> None:
        self.cast = cast
        self._piles: Counter[tuple[Side, Zone]] = Counter(
            (role.side, Zone.RESERVE_DECK) for role in cast.values()
        )
        self._columns: list[int] = []
        self._at: dict[int, int] = {}
        self._aboard: dict[int, int] = {}
        self.begin()

    def begin(self) -> None:
        """From here on life force is compared to what it is now."""
        self.most = {side: self.life(side) for side in Side}

    # -- reading ------------------------------------------------------------------------------------

    def count(self, side: Side, zone: Zone) -> int:
        """How many cards lie in a pile or hand."""
        return self._piles[side, zone]

    def life(self, side: Side) -> int:
        """Life force."""
        return sum(self._piles[side, zone] for zone in _LIFE)

    def where(self, card: int) -> int | None:
        """The location a card is at, aboard something or not; None for nowhere."""
        while card in self._aboard:
            card = self._aboard[card]
        return self._at.get(card)

    def host(self, card: int) -> int | None:
        """What a card is on or aboard of; None for nothing."""
        return self._aboard.get(card)

    def title(self, card: int) -> str:
        """What a card is called."""
        return self.cast[card].title

    def name(self, card: int) -> Word:
        """A card of a side, as a word."""
        role = self.cast[card]
        return of_side(role.title, role.side)

    def place(self, location: int | None) -> Word:
        """A location, as a word."""
        return Word("nowhere" if location is None else self.title(location), Style.PLACE)

    # -- following ----------------------------------------------------------------------------------

    def recirculated(self, news: Recirculated) -> None:
        """A Used Pile went under its Reserve Deck."""
        self._piles[news.player, Zone.USED_PILE] -= news.amount
        self._piles[news.player, Zone.RESERVE_DECK] += news.amount

    def moved(self, news: CardMoved) -> None:
        """A card came somewhere else."""
        self._piles[news.owner, news.was] -= 1
        self._piles[news.owner, news.zone] += 1
        self._at.pop(news.card, None)
        self._aboard.pop(news.card, None)
        if news.zone is Zone.LOCATIONS:
            self._lay(news)
        elif news.zone is Zone.ATTACHED and news.host is not None:
            self._aboard[news.card] = news.host
        elif news.zone is Zone.AT_LOCATION:
            self._at[news.card] = self._columns[news.column]

    def _lay(self, news: CardMoved) -> None:
        if news.converted is None:
            self._columns.insert(news.column, news.card)
            return
        self._columns[news.column] = news.card
        # Cards at the old location are now at the one that replaced it.
        for card, place in self._at.items():
            if place == news.converted:
                self._at[card] = news.card
