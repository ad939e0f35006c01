"""The turns of recorded games from a seat, and who won: what a value is fitted to."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from gemp_bot.board.card_facts import CardFactsCache
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.evaluators.card_sources import CardSources
from gemp_bot.journal import Head
from gemp_bot.replay.relive import Relive
from gemp_bot.report.course import TurnStart, TurnStarts


class GameTurns(msgspec.Struct, frozen=True):
    """The turns of one finished game from one seat.

    Attributes:
        file: the journal. game: id of the game on its server; empty where it is not told.
        strategy: of the player, as the journal names it; empty for another client.
        won: whether the player of the recording won.
        shuffle: seed of the player's chance and the digests of both decks, the player's first: the two games
            of a pair have the same, with the decks changed. None where one of them is not told.
    """

    file: Path
    game: str
    strategy: str
    won: bool
    turns: tuple[TurnStart, ...]
    shuffle: tuple[int, str, str] | None = None


class UnusableGameError(ValueError):
    """A game that says nothing of who wins; the message says why in some words that can be counted."""


class TurnReader:
    """Reads the turns of journals."""

    def __init__(self, catalogue: Catalogue, index: CardIndex) -> None:
        self._catalogue = catalogue
        self._cards = CardSources(index.derived(CardFactsCache), index, CardEffects(index))

    def read(self, path: Path) -> GameTurns:
        """Read one journal.

        Raises:
            JournalError: it cannot be read, or not to its end.
            UnusableGameError: the game did not end, nobody won it, or lines are missing.
        """
        relive = Relive(path, self._catalogue)
        starts = TurnStarts(self._cards)
        for step in relive:
            starts.step(step)
        for why in unusable(relive):
            raise UnusableGameError(why)
        head, ending, me = relive.head, relive.table.ending, relive.table.me
        return GameTurns(
            path,
            "" if head is None else head.game or "",
            "" if head is None else head.given or head.strategy,
            ending is not None and me is not None and ending.won_by(me),
            starts.turns,
            _shuffle(head),
        )


def _shuffle(head: Head | None) -> tuple[int, str, str] | None:
    if head is None or head.seed is None or not head.deck_digest or not head.opponent_deck_digest:
        return None
    return head.seed, head.deck_digest, head.opponent_deck_digest


def unusable(relive: Relive) -> Iterator[str]:
    """Why a game tells nothing of who wins."""
    tally, table = relive.tally, relive.table
    if tally.truncated:
        yield "cut at its end"
    if tally.torn:
        yield "lines are missing"
    if table.ending is None:
        yield "did not end"
    elif table.ending.player is None:
        yield "cancelled"
    if table.me is None:
        yield "recorded by a spectator"


def count_unusable(reasons: Counter[str]) -> str:
    """What was left out and why, in a line: `2 did not end, 1 cancelled`."""
    return ", ".join(f"{count} {reason}" for reason, count in sorted(reasons.items()))
