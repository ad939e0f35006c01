"""What is wrong with what people wrote: where, what, and what would be right; all of it, a line each."""

from collections.abc import Iterable
from dataclasses import dataclass

from gemp_bot.errors import BotError
from gemp_bot.terminal import plain


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One line about one fault of a file.

    Attributes:
        file: the file as it was named.
        line: counted from 1; that of the TOML key.
        text: the key, what is wrong and what would be right.
    """

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return plain(f"{self.file}:{self.line}: {self.text}")


class ProblemsError(BotError):
    """Something that people wrote cannot be used. The message is one line.

    Args:
        problems: at least one: a fault of a file, or a line of its own.
        where_all: what lists all of them; empty for nothing that does.

    Attributes:
        problems: all that was found. The message is the first, and how many more there are.
    """

    def __init__(self, problems: str | Iterable[Problem | str], where_all: str = "") -> None:
        found = (problems,) if isinstance(problems, str) else tuple(problems)
        self.problems: tuple[Problem | str, ...] = found
        more = len(found) - 1
        hint = f" (and {more} more{where_all and f': {where_all}'})" if more else ""
        super().__init__(f"{found[0]}{hint}")
