"""Files as locks: held for as long as they are open, and gone with the process, whatever ends it."""

from typing import IO

from gemp_bot.arena.errors import ArenaError
from gemp_bot.files.runtime import can_lock


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
