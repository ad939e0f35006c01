"""On which line a key of a TOML file stands: tomllib does not say, and error messages need it."""

import contextlib
import re
import tomllib
from collections.abc import Mapping

from gemp_bot.terminal import plain

Place = tuple[str | int, ...]
"""Keys and, in lists, numbers counted from 0: ("procedure", "PHASE_ACTION", 0, "when")."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SPACE = re.compile(r"[ \t]*")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_STRINGS = (
    re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}', re.DOTALL),
    re.compile(r"'''.*?'{3,5}", re.DOTALL),
    re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    re.compile(r"'[^'\n]*'"),
)
_PLAIN = re.compile(r"[^,\]}\n#]*")


def key_lines(text: str) -> Mapping[Place, int]:
    """The line of every key and list entry, counted from 1.

    Args:
        text: valid TOML, with line ends as tomllib takes them; of anything else the lines of a part.
    """
    scanner = _Scanner(text)
    # The lines so far are right, and a message does with the line of what is around.
    with contextlib.suppress(_LostError, RecursionError):
        scanner.read()
    return scanner.lines


def line_of(lines: Mapping[Place, int], path: Place) -> int:
    """The line of a key, or of the closest thing around it that has one."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return 1


def key_of(place: Place) -> str:
    """A place as messages name it, lists counted from 1: `opponent[1].skill`."""
    key = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in place)
    return plain(key.removeprefix("."))


class _LostError(Exception):
    """The text is no TOML as we read it."""


class _Scanner:
    def __init__(self, text: str) -> None:
        self.lines: dict[Place, int] = {}
        self._text = text
        self._at = 0
        self._counted = 0
        self._line = 1
        self._tables: dict[Place, int] = {}
        """How many tables each list of tables has so far."""

    def read(self) -> None:
        table: Place = ()
        while True:
            self._skip(_BLANK)
            if self._at >= len(self._text):
                return
            if self._peek("[["):
                table = self._header(2)
            elif self._peek("["):
                table = self._header(1)
            else:
                self._pair(table)

    def _header(self, brackets: int) -> Place:
        line = self._now()
        self._at += brackets
        *around, last = self._key()
        self._expect("]" * brackets)
        path: Place = ()
        for part in around:
            path = self._inside((*path, part))
        path = (*path, last)
        if brackets == 2:  # noqa: PLR2004 - as many as there are
            self.lines.setdefault(path, line)
            count = self._tables.get(path, 0)
            self._tables[path] = count + 1
            path = (*path, count)
        self.lines.setdefault(path, line)
        return path

    def _inside(self, path: Place) -> Place:
        count = self._tables.get(path)
        return path if count is None else (*path, count - 1)

    def _pair(self, table: Place) -> None:
        line = self._now()
        path = table
        for part in self._key():
            path = (*path, part)
            self.lines.setdefault(path, line)
        self._expect("=")
        self._skip(_SPACE)
        self._value(path)

    def _key(self) -> list[str]:
        parts: list[str] = []
        while True:
            self._skip(_SPACE)
            bare = _BARE.match(self._text, self._at)
            if bare is not None:
                parts.append(bare[0])
                self._at = bare.end()
            else:
                parts.append(self._quoted())
            self._skip(_SPACE)
            if not self._peek("."):
                return parts
            self._at += 1

    def _quoted(self) -> str:
        began = self._at
        if not self._string():
            raise _LostError
        try:
            return str(tomllib.loads("key = " + self._text[began : self._at])["key"])
        except tomllib.TOMLDecodeError:
            raise _LostError from None

    def _value(self, path: Place) -> None:
        if self._string():
            return
        if self._peek("["):
            self._list(path)
        elif self._peek("{"):
            self._inline_table(path)
        else:
            self._skip(_PLAIN)

    def _list(self, path: Place) -> None:
        self._at += 1
        index = 0
        while True:
            self._skip(_BLANK)
            if self._peek("]"):
                self._at += 1
                return
            self.lines[*path, index] = self._now()
            began = self._at
            self._value((*path, index))
            index += 1
            self._skip(_BLANK)
            if self._peek(","):
                self._at += 1
            elif self._at == began or not self._peek("]"):
                raise _LostError

    def _inline_table(self, path: Place) -> None:
        self._at += 1
        while True:
            self._skip(_BLANK)
            if self._peek("}"):
                self._at += 1
                return
            self._pair(path)
            self._skip(_BLANK)
            if self._peek(","):
                self._at += 1
            elif not self._peek("}"):
                raise _LostError

    def _string(self) -> bool:
        for pattern in _STRINGS:
            found = pattern.match(self._text, self._at)
            if found is not None:
                self._at = found.end()
                return True
        return False

    def _peek(self, word: str) -> bool:
        return self._text.startswith(word, self._at)

    def _expect(self, word: str) -> None:
        self._skip(_SPACE)
        if not self._peek(word):
            raise _LostError
        self._at += len(word)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self._text, self._at)
        if found is not None:
            self._at = found.end()

    def _now(self) -> int:
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line
