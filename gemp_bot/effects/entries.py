"""Entries that come with the program: data, where the facts of cards do not tell (docs/cards.md)."""

from collections.abc import Callable
from importlib.resources import files
from typing import TypeVar

import msgspec

_Form = TypeVar("_Form")


def shipped(name: str) -> bytes:
    """The text of a file of entries of this package."""
    return files(__package__).joinpath(name).read_bytes()


def decoded(name: str, toml: bytes | str, form: type[_Form], error: Callable[[str], Exception]) -> _Form:
    """Read entries.

    Args:
        name: what the file is called in the one line of a fault.
        toml: its text.
        form: what it must hold.
        error: what is raised where it is no TOML, or not of this form.
    """
    try:
        return msgspec.toml.decode(toml, type=form)
    except msgspec.DecodeError as fault:
        raise error(f"{name}: {fault}") from None
