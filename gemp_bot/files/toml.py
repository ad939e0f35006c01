"""TOML files: read whole, with the line of every key, and their problems told all at once.

tomllib does not say on which line a key stands, and error messages need it. A file is a row of statements,
headers of tables and keys with their values, each of which tomllib can read alone: a statement ends with the
first line up to which it can.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from gemp_bot.files.problems import Problem, ProblemsError, meant, shown
from gemp_bot.files.small_file import NotReadError, read_small
from gemp_bot.terminal import brief, plain

Place = tuple[str | int, ...]
"""Keys and, in lists, numbers counted from 0: ("procedure", "PHASE_ACTION", 0, "when")."""

_LONGEST = 500
"""Lines of one statement that are read: each is tried as its end. The longest list of ours has 60."""


def key_lines(text: str) -> Mapping[Place, int]:
    """The line of every key and list entry, counted from 1.

    Args:
        text: valid TOML, with line ends as tomllib takes them; of anything else the lines of a part.
    """
    found: dict[Place, int] = {}
    table: Place = ()
    counts: dict[Place, int] = {}
    """How many tables each list of tables has so far."""
    statement: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        statement.append(line)
        data = _parsed("\n".join(statement))
        if data is None and len(statement) < _LONGEST:
            continue
        if data is None:
            break
        if data and statement[0].lstrip().startswith("["):
            table, value = (), data
            while value:
                (key, value) = next(iter(value.items()))
                table = (*table, key)
                if isinstance(value, list):
                    found.setdefault(table, number)
                    counts[table] = counts.get(table, 0) + 1
                    value = {}
                if table in counts:
                    table = (*table, counts[table] - 1)
            found.setdefault(table, number)
        elif data:
            _note(found, table, data, number - len(statement) + 1, statement)
        statement = []
    return found


def _parsed(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):  # ValueError: TOMLDecodeError, and numbers of thousands of digits
        return None


def _note(found: dict[Place, int], place: Place, value: object, line: int, statement: list[str]) -> None:
    """Note the lines of what is in a value; `statement` is all that was written of it, or empty."""
    if place not in found and place:
        found[place] = line
    if isinstance(value, dict):
        for key, inner in value.items():
            _note(found, (*place, key), inner, line, statement if len(value) == 1 else [])
    elif isinstance(value, list):
        ended = 0
        for index, inner in enumerate(value):
            while ended < len(statement) - 1 and _entries(statement[: ended + 1]) <= index:
                ended += 1
            _note(found, (*place, index), inner, line + ended, [])


def _entries(lines: list[str]) -> int:
    """How many entries of a list stand on its first lines."""
    value: Any = _parsed("\n".join([*lines, "]"]))
    while isinstance(value, dict) and len(value) == 1:
        (value,) = value.values()
    return len(value) if isinstance(value, list) else 0


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


_Form = TypeVar("_Form")
_PLACE: Final = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|[^()]*)\)$")
"""What tomllib says, and where: `Invalid value (at line 2, column 7)`, `... (at end of document)`."""
_TWICE: Final = re.compile(r"cannot declare \((?P<parts>.+?),?\) twice", re.IGNORECASE)
"""How it says that a table stands twice: `Cannot declare ('temperament',) twice`."""
_LONGEST_FAULT: Final = 300
"""Characters of what tomllib says that are repeated: it quotes keys of any length."""
MOST_PARTS: Final = 20
"""Parts of one key, `a.b.c`. The time and memory that tomllib needs for them grow with their square."""
_PART: Final = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.){0,99}"|'[^'\n]*')[ \t]*"""
_DEEP_KEY: Final = re.compile(rf"(?<![A-Za-z0-9_-])(?:{_PART}\.[ \t]*){{{MOST_PARTS}}}")


class NotTomlError(ValueError):
    """A text is no TOML; the message says why.

    Attributes:
        line: where reading ended, counted from 1.
    """

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line


@dataclass(frozen=True)
class TomlFile:
    """A file that was read.

    Attributes:
        path: where it is.
        data: what it says.
        text: as it is written.
    """

    path: Path
    data: dict[str, Any]
    text: str

    @property
    def shown(self) -> str:
        """The path as it may stand in a message."""
        return plain(str(self.path))

    def line(self, place: Place) -> int:
        """The line of a key, or of the closest thing around it that has one."""
        return line_of(self.lines, place)

    @cached_property
    def lines(self) -> Mapping[Place, int]:
        """The line of each key that stands in it."""
        return key_lines(self.text)


def read_toml(path: Path, hint: str, error: Callable[[str], Exception]) -> TomlFile:
    """Read a TOML file: UTF-8, with or without a mark at its beginning.

    Args:
        path: the file.
        hint: for a file that is not there, where to find one to look at.
        error: makes the exception, of one line that names the file: `FILE: why` or `FILE:LINE: why`.
    """
    shown = plain(str(path))
    try:
        text = read_small(path, "a TOML file").decode("utf-8-sig").replace("\r\n", "\n")
        return TomlFile(path, parse_toml(text), text)
    except NotTomlError as fault:
        raise error(f"{shown}:{fault.line}: {fault}") from None
    except NotReadError as fault:
        raise error(f"{shown}: {fault}" + (f" ({hint})" if fault.missing else "")) from None
    except UnicodeDecodeError:
        raise error(f"{shown}: is not UTF-8 text, so not TOML") from None


def read_shipped(
    package: str, name: str, form: type[_Form], hint: str, error: Callable[[str], Exception]
) -> tuple[_Form, str]:
    """Read a table that comes with the program; gives what it says, and its path as a message may show it.

    Args:
        package: which it lies in.
        name: of the file.
        form: what it must hold.
        hint: how to make it again.
        error: makes the exception, of one line, where it is missing, no TOML or not of this form.
    """
    with as_file(files(package) / name) as path:
        file = read_toml(path, hint, error)
    try:
        return msgspec.convert(file.data, form), file.shown
    except msgspec.ValidationError as fault:
        raise error(f"{file.shown}: {fault}: {hint}") from None


def _twice(found: re.Match[str]) -> str:
    parts = [part.strip().strip("'\"") for part in found["parts"].split(",")]
    return f"the table [{'.'.join(parts)}] stands twice: put its keys together"


def parse_toml(text: str) -> dict[str, Any]:
    r"""What a text says.

    Args:
        text: with `\n` at the ends of its lines.

    Raises:
        NotTomlError: it is no TOML, or more than we care to read.
    """
    deep = _DEEP_KEY.search(text)
    if deep is not None:
        line = text.count("\n", 0, deep.start()) + 1
        raise NotTomlError(line, f"a key has more than {MOST_PARTS} parts: no key goes that deep")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        said = str(fault)
        found = _PLACE.search(said)
        what = brief(plain(said if found is None else said[: found.start()]), _LONGEST_FAULT)
        what = _TWICE.sub(_twice, what)
        why = f"not TOML: {what[:1].lower()}{what[1:]}"
        if found is None or found["line"] is None:
            raise NotTomlError(text.count("\n") + 1, f"{why} (at the end of the file)") from None
        raise NotTomlError(int(found["line"]), f"{why} (column {found['column']})") from None
    except (RecursionError, ValueError):  # ValueError: a whole number of thousands of digits
        raise NotTomlError(1, "is nested too deeply, or a number is too long") from None


@dataclass(frozen=True, slots=True)
class TomlReader:
    """Reads what stands in a file, and goes on after a problem: all of them are told at once.

    Attributes:
        file: that is read.
        error: of what is wrong in it.
        problems: found so far. What was read is worth nothing if there are any.
    """

    file: TomlFile
    error: type[ProblemsError]
    problems: list[Problem] = field(default_factory=list, init=False)

    def check_keys(self, table: Mapping[str, Any], known: Collection[str], place: Place = ()) -> bool:
        """Whether all keys are known; one that is not is a problem."""
        unknown = [key for key in table if key not in known]
        for key in unknown:
            self.wrong((*place, key), f"is no key: {meant(key, known)}")
        return not unknown

    def text(self, table: Mapping[str, Any], place: Place) -> str | None:
        """The text of a key, on one line; None if there is none."""
        said = table.get(str(place[-1]))
        if said is None:
            return None
        if not isinstance(said, str) or not said.strip():
            self.wrong(place, f"{shown(said)}: a text in quotes")
            return None
        return " ".join(said.split())

    def needed(self, table: Mapping[str, Any], place: Place, what: str) -> str:
        """The text of a key that must be there; empty if it is not."""
        if str(place[-1]) not in table:
            self.wrong(place, f"is missing: {what}")
        return self.text(table, place) or ""

    def wrong(self, place: Place, what: str) -> None:
        """Note what is wrong at a place; () is the file as a whole."""
        key = key_of(place)
        text = f"{key}: {what}" if key else what
        self.problems.append(Problem(self.file.shown, self.file.line(place), text))

    def check(self) -> None:
        """Raise `error` if there are problems."""
        if self.problems:
            raise self.error(self.problems)
