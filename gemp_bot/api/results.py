"""What came of games."""

from collections.abc import Iterable, Sequence
from typing import overload

from gemp_bot.play import GameOutcome, Result
from gemp_bot.statistics import Interval, wilson


class Results(Sequence[GameOutcome]):
    """Games that are over, as the strategy that was asked for saw them; a sequence of `GameOutcome`."""

    def __init__(self, games: Iterable[GameOutcome]) -> None:
        self._games = tuple(games)

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

    @overload
    def __getitem__(self, index: int) -> GameOutcome: ...

    @overload
    def __getitem__(self, index: slice) -> "Results": ...

    def __getitem__(self, index: int | slice) -> "GameOutcome | Results":
        return Results(self._games[index]) if isinstance(index, slice) else self._games[index]

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
