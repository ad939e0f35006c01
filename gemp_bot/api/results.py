"""Games that are over: what came of those we played, and recorded ones step by step."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import overload

from gemp_bot.api.facts import card_effects, path
from gemp_bot.arena.record import GameRecord
from gemp_bot.arena.sprt import PairSummary, by_pairs
from gemp_bot.decisions import Catalogue
from gemp_bot.journal.folder import continuations
from gemp_bot.play.outcome import GameOutcome, Result
from gemp_bot.replay import ReplayCounts
from gemp_bot.replay.relive import together
from gemp_bot.statistics import Interval, wilson
from gemp_bot.view.model import Battle, Curves, EndView, Frame, GameHead
from gemp_bot.view.watcher import JournalWatcher


class Results(Sequence[GameOutcome]):
    """Games that are over, as the strategy that was asked for saw them; a sequence of `GameOutcome`.

    Args:
        games: they.
        records: the same games with their pairs, in the same order; empty for games without pairs.
    """

    def __init__(self, games: Iterable[GameOutcome], records: Iterable[GameRecord] = ()) -> None:
        self._games, self._records = tuple(games), tuple(records)

    @property
    def won(self) -> int:
        """Games that were won."""
        return sum(game.result is Result.WIN for game in self._games)

    @property
    def lost(self) -> int:
        """Games that were lost."""
        return sum(game.result is Result.LOSS for game in self._games)

    @property
    def rate(self) -> Interval | None:
        """The share of games won among those that were won or lost, with Wilson's interval of 95 %.

        None if none was.
        """
        decided = self.won + self.lost
        return wilson(self.won, decided) if decided else None

    @property
    def pairs(self) -> PairSummary:
        """Games in the box by pairs, each of which counts once: `rate`, `margin`, `told_apart`, `needed`."""
        return by_pairs(self._records)

    @overload
    def __getitem__(self, index: int) -> GameOutcome: ...

    @overload
    def __getitem__(self, index: slice) -> "Results": ...

    def __getitem__(self, index: int | slice) -> "GameOutcome | Results":
        if isinstance(index, slice):
            return Results(self._games[index], self._records[index])
        return self._games[index]

    def __len__(self) -> int:
        return len(self._games)

    def __repr__(self) -> str:
        rate = self.rate
        if rate is None:
            return f"<Results: {len(self)} games, none decided>"
        span = f"{rate.low:.0%} to {rate.high:.0%}"
        rest = len(self) - self.won - self.lost
        more = f", {rest} not decided" if rest else ""
        return f"<Results: won {self.won} of {self.won + self.lost}, {rate.value:.0%} ({span}){more}>"


class Journal(Sequence[Frame]):
    """A game that was recorded, as its seat knew it: a sequence of frames.

    A frame is a question with its answer and its verdict, or something that came about between two.

    Attributes:
        path: the file.
        paths: the file, and the journals that continue it, in their order.
        head: who played.
        ending: how it ended; None if the file does not tell.
        curves: life force, Force, hand and the like, a number for each frame that counts.
        battles: those that are over.
        counts: questions, answers and so on; `counts.whole` says whether the file is.
    """

    def __init__(self, files: Sequence[Path], watched: JournalWatcher) -> None:
        view = watched.watcher.view()
        self.path = files[0]
        self.paths: tuple[Path, ...] = tuple(files)
        self.head: GameHead = view.head
        self.ending: EndView | None = view.ending
        self.curves: Curves = view.curves
        self.battles: tuple[Battle, ...] = view.battles
        self.counts: ReplayCounts = together(watched.tallies)
        self._frames = view.frames

    @property
    def questions(self) -> tuple[Frame, ...]:
        """The frames with a question that counts: those that were taken back are left out."""
        counting = (frame for frame in self._frames if not frame.taken_back)
        return tuple(frame for frame in counting if frame.question is not None)

    @overload
    def __getitem__(self, index: int) -> Frame: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Frame, ...]: ...

    def __getitem__(self, index: int | slice) -> Frame | tuple[Frame, ...]:
        return self._frames[index]

    def __len__(self) -> int:
        return len(self._frames)

    def __repr__(self) -> str:
        head, ending = self.head, self.ending
        end = "not ended" if ending is None else f"won by {ending.winner}" if ending.winner else "cancelled"
        return (
            f"<Journal {self.path.name}: {head.dark} (DARK), {head.light} (LIGHT), {len(self)} frames, {end}>"
        )


def read_journal(file: str | Path) -> Journal:
    """Read a journal, or the recording of another client.

    A game that was played on by another process has a journal of each. Those in the folder of the file that
    continue it, by their names and first lines, are read with it; so name the first.

    Raises:
        JournalError: it cannot be read, or is damaged.
        ArgumentError: it is no path.
    """
    place = path("file", file)
    continued = continuations(place)
    watched = JournalWatcher(place, Catalogue.load(), card_effects(), continued=continued)
    watched.run()
    return Journal((place, *continued), watched)
