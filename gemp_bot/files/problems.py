"""What is wrong with what people wrote: where, what, and what would be right; all of it, a line each."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from gemp_bot.errors import BotError
from gemp_bot.terminal import plain

PASSWORD_KEY = re.compile(r"pass|secret|pwd", re.IGNORECASE)
"""A key under which somebody may have written a password."""
_SHOWN = 60
_LISTED = 12
_SHORTEST_PART = 4
_ALIKE = 0.75
_OFFERED = 3


def shown(text: object) -> str:
    """A text of a file as it may stand in a message: in quotes, short, without control characters."""
    quoted = repr(plain(str(text)))
    return quoted if len(quoted) <= _SHOWN else quoted[: _SHOWN - 4] + "...'"


def _with_part(word: str, known: Sequence[str]) -> list[str]:
    """The names that have a word in them which this one may stand for: `batle` for `battle_threshold`."""
    if not _SHORTEST_PART <= len(word) <= _SHOWN:
        return []
    parts = {name: re.split(r"[._-]", name.lower()) for name in known}
    every = sorted({part for found in parts.values() for part in found if len(part) >= _SHORTEST_PART})
    close = get_close_matches(word.lower(), every, n=1, cutoff=_ALIKE)
    return [name for name, found in parts.items() if close and close[0] in found][:_OFFERED]


def meant(word: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown word: the closest known one, or a list of them."""
    known_in_order = tuple(dict.fromkeys(known))
    names = sorted(known_in_order)
    # A name is also known by its last word, and in any case of letters.
    whole = {name.rpartition(".")[2].lower(): name for name in reversed(names)}
    whole.update({name.lower(): name for name in names})
    # Nothing long can be close to a name; comparing it would only take time.
    close = get_close_matches(word.lower(), list(whole), n=1) if len(word) <= _SHOWN else []
    if not close:
        close = [last for last in (word.lower().rpartition(".")[2],) if last in whole]
    if close:
        return f"did you mean {whole[close[0]]!r}?"
    parts = _with_part(word, known_in_order)
    if parts:
        return f"did you mean {' or '.join(repr(name) for name in parts)}?"
    if not names:
        return "there is none"
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return f"there are {', '.join(names[:_LISTED])}{more}"


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One line about one fault of a file.

    Attributes:
        file: the file as it was named.
        line: counted from 1; that of the TOML key. 0 for the file as a whole.
        text: the key, what is wrong and what would be right.
    """

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return plain(f"{where}: {self.text}")


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
