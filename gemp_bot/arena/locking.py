"""Files of measurements are written by one process at a time."""

from typing import IO

from gemp_bot.arena.errors import ArenaError
from gemp_bot.files.runtime import try_lock


def lock(file: IO[bytes] | int, refusal: str) -> None:
    """Keep others out until the file is closed; nothing where the system has no locks.

    Args:
        file: an open file, or its number.
        refusal: the message if somebody else holds it.

    Raises:
        ArenaError: somebody does.
    """
    if not try_lock(file):
        raise ArenaError(refusal)
