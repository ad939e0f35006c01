"""TOML files: text, values, and the lines they stand on; or one line that says why there are none."""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from gemp_bot.files.small_file import NotReadError, read_small
from gemp_bot.files.toml_lines import Place, key_lines, line_of
from gemp_bot.terminal import brief, plain

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
