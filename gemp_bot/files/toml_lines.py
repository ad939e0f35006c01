"""On which line a key of a TOML file stands: tomllib does not say, and error messages need it.

A file is a row of statements, headers of tables and keys with their values, each of which tomllib can read
alone: a statement ends with the first line up to which it can.
"""

import tomllib
from collections.abc import Mapping
from typing import Any

from gemp_bot.terminal import plain

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
