"""What is wrong with a strategy."""

from collections.abc import Iterable

from gemp_bot.errors import BotError
from gemp_bot.files.problems import Problem, ProblemsError
from gemp_bot.terminal import plain


class StrategyFileError(ProblemsError, ValueError):
    """A strategy cannot be used.

    Args:
        problems: all that was found, in the order of files and lines.
    """

    problems: tuple[Problem, ...]

    def __init__(self, problems: Iterable[Problem]) -> None:
        found = tuple(problems)
        super().__init__(found, f"gemp-bot strategy check {plain(found[0].file)}")


class NoSuchStrategyError(BotError, ValueError):
    """There is no strategy file of this name; the message says what there is."""
