"""What is wrong with a strategy: where, what, and what would be right."""

from collections.abc import Iterable
from dataclasses import dataclass

from gemp_bot.terminal import plain


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One line about one fault.

    Attributes:
        file: the file as it was named.
        line: counted from 1; that of the TOML key.
        text: what is wrong and what would be right.
    """

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return plain(f"{self.file}:{self.line}: {self.text}")


class StrategyFileError(ValueError):
    """A strategy cannot be used. The message is one line: the first problem, and how many more there are.

    Attributes:
        problems: all that was found, in the order of files and lines.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        first, more = self.problems[0], len(self.problems) - 1
        hint = f" (and {more} more: gemp-bot strategy check {plain(first.file)})" if more else ""
        super().__init__(f"{first}{hint}")


class NoSuchStrategyError(ValueError):
    """There is no strategy file of this name; the message says what there is."""
