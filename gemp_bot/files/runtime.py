"""Small files that the processes of one user on one machine share."""

import os
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import IO


def can_lock() -> bool:
    """Whether this system has such locks; where it has none, others are trusted."""
    return find_spec("fcntl") is not None


def try_lock(file: IO[bytes] | int) -> bool:
    """Keep others out until the file is closed, or the process ends, whatever ends it.

    Returns:
        False if another process holds it; True also where the system has no locks.
    """
    if not can_lock():
        return True
    import fcntl  # noqa: PLC0415 - not on every system

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def runtime_folder() -> Path | None:
    """A folder of ours alone, made if it is missing; None where there is none to be had."""
    if not hasattr(os, "getuid"):  # whose a folder is cannot be told
        return None
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime and os.access(runtime, os.W_OK):
        folder = Path(runtime) / "gemp-bot"
    else:
        folder = Path(tempfile.gettempdir()) / f"gemp-bot-{os.getuid()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return None
    # A folder of another user, or a link to one, is not to be written to.
    return folder if found.st_uid == os.getuid() and not folder.is_symlink() else None
