"""What came of games."""

from collections.abc import Iterable, Sequence
from typing import overload

from gemp_bot.arena.record import GameRecord
from gemp_bot.arena.summary import PairSummary, by_pairs
from gemp_bot.play import GameOutcome, Result
from gemp_bot.statistics import Interval, wilson


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
