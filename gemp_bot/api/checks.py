"""What a program may pass: one error, which names what was passed and what would be right."""

import os
from pathlib import Path
from typing import NoReturn

from gemp_bot.errors import BotError
from gemp_bot.files.problems import shown


class ArgumentError(BotError, ValueError):
    """A wrong thing was passed; the message names it and what would be right."""


def wrong(name: str, given: object, right: str) -> NoReturn:
    """Refuse an argument.

    Args:
        name: of the argument.
        given: what was passed.
        right: what would be right.

    Raises:
        ArgumentError: always.
    """
    what = shown(given) if isinstance(given, str | os.PathLike) else _brief(given)
    raise ArgumentError(f"{name}: {what}: {right}") from None


def count(name: str, given: object, least: int = 1) -> int:
    """A whole number from `least` on.

    Raises:
        ArgumentError: it is none.
    """
    if isinstance(given, bool) or not isinstance(given, int) or given < least:
        wrong(name, given, f"a whole number from {least} on is needed")
    return given


def text(name: str, given: object, example: str) -> str:
    """A text that is not empty.

    Raises:
        ArgumentError: it is none.
    """
    if not isinstance(given, str) or not given.strip():
        wrong(name, given, f"a text such as {example!r} is needed")
    return given


def path(name: str, given: object) -> Path:
    """A path.

    Raises:
        ArgumentError: it is none.
    """
    if not isinstance(given, str | os.PathLike) or not str(given):
        wrong(name, given, "a path is needed, as text or pathlib.Path")
    return Path(given)


def _brief(given: object) -> str:
    found = repr(given)
    return found if len(found) <= _LONGEST else f"{found[: _LONGEST - 3]}..."


_LONGEST = 60
