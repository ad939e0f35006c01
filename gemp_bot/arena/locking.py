"""Files as locks: held for as long as they are open, and gone with the process, whatever ends it."""

from importlib.util import find_spec
from typing import IO

from gemp_bot.arena.errors import ArenaError


def can_lock() -> bool:
    """Whether this system has such locks; where it has none, others are trusted."""
    return find_spec("fcntl") is not None


def lock(file: IO[bytes] | int, refusal: str) -> None:
    """Keep others out until the file is closed; nothing where the system has no locks.

    Args:
        file: an open file, or its number.
        refusal: the message if somebody else holds it.

    Raises:
        ArenaError: somebody does.
    """
    if not can_lock():
        return
    import fcntl  # noqa: PLC0415 - not on every system

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise ArenaError(refusal) from None
