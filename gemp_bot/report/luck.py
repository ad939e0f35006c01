"""The luck of a recorded game, as its seat knows it: the destinies of both sides.

What is expected of our draws is exact where the list of our deck is known; of the opponent's it is as good as
what was seen of that deck.
"""

from collections.abc import Iterable

import msgspec

from gemp_bot.cards import CardIndex
from gemp_bot.cards.deck import DeckError, DeckList, parse_deck
from gemp_bot.inference import CardKnowledge
from gemp_bot.inference.luck import DESTINY_FORCE, DrawnCards
from gemp_bot.inference.odds import Destinies
from gemp_bot.inference.visible_cards import face
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.report.story_lines import counted
from gemp_bot.view.model import Deed, DeedKind, Frame
from gemp_bot.view.watcher import GameMoment


class GameLuck(msgspec.Struct, frozen=True):
    """The luck of a game.

    Attributes:
        side: ours.
        ours, theirs: destinies drawn.
    """

    side: Side
    ours: DrawnCards
    theirs: DrawnCards

    @property
    def force(self) -> float:
        """About what our luck less theirs was worth to us, in life force at the end."""
        return DESTINY_FORCE * (self.ours.luck - self.theirs.luck)

    def __str__(self) -> str:
        if not self.ours.cards and not self.theirs.cards:
            return "Luck of destinies: none was drawn."
        side = self.side.value.capitalize()
        ours, theirs = _told(self.side, self.ours), _told(self.side.other, self.theirs)
        return (
            f"Luck of destinies, beyond what was to be expected: {ours}, {theirs}; together about "
            f"{self.force:+.1f} Force for {side}."
        )


class LuckReader:
    """Reads the luck of one game, of what a `JournalWatcher` makes of its recording.

    Args:
        index: the cards.
    """

    def __init__(self, index: CardIndex) -> None:
        self._index = index
        self._known: CardKnowledge | None = None
        self._destinies = {side: Destinies(index, side) for side in Side}
        self._means: dict[Side, float | None] = {}
        self._frames: dict[int, dict[Side, DrawnCards]] = {}

    def take(self, moment: GameMoment) -> None:
        """Take a moment: the destinies that were drawn, and what is known after it."""
        table, head = moment.table, moment.head
        if self._known is None:
            self._known = CardKnowledge(self._index, _deck(None if head is None else head.deck))
        for frame in moment.frames:
            if frame.index not in self._frames:
                self._frames[frame.index] = self._drawn(frame.deeds)
        self._known.observe(table, moment.step.question)
        if table.my_side is not None:
            for side in Side:
                self._means[side] = self._known.mean_destiny(own=side is table.my_side)

    def luck(self, side: Side | None, frames: Iterable[Frame]) -> GameLuck | None:
        """The luck of the frames that were not taken back; None without a side."""
        if side is None:
            return None
        found = dict.fromkeys(Side, DrawnCards())
        for frame in frames:
            if not frame.taken_back:
                for drawer, draws in self._frames.get(frame.index, {}).items():
                    found[drawer] += draws
        return GameLuck(side, found[side], found[side.other])

    def _drawn(self, deeds: Iterable[Deed]) -> dict[Side, DrawnCards]:
        found = dict.fromkeys(Side, DrawnCards())
        for deed in deeds:
            mean = None if deed.side is None else self._means.get(deed.side)
            if deed.kind is DeedKind.DESTINY and deed.side is not None and deed.cards and mean is not None:
                value = self._destinies[deed.side].value(face(BlueprintId(deed.cards[0].blueprint)))
                if value is not None:
                    found[deed.side] += DrawnCards(1, value, mean)
        return found


def _told(side: Side, draws: DrawnCards) -> str:
    """`Light +1.9 in 3 draws`."""
    name = side.value.capitalize()
    if not draws.cards:
        return f"{name} drew none"
    return f"{name} {draws.luck:+.1f} in {counted(draws.cards, 'draw')}"


def _deck(text: str | None) -> DeckList | None:
    try:
        return None if text is None else parse_deck(text)
    except DeckError:  # a journal of somebody else may name anything
        return None
