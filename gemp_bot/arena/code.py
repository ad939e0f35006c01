"""Which code it was that played: a checkout may hold more than its revision says."""

import hashlib
import subprocess
from pathlib import Path

_NOT_PLAYING = frozenset({"arena", "cli", "report", "sandbox", "__pycache__"})
"""Rooms that choose no answer."""


def code_digest(package: Path) -> str:
    """Eight digits that change with any file of the package that has a part in playing."""
    found = hashlib.sha256()
    for file in sorted(package.rglob("*")):
        place = file.relative_to(package)
        if file.is_file() and place.parts[0] not in _NOT_PLAYING and "__pycache__" not in place.parts:
            found.update(f"{place.as_posix()}\0".encode())
            found.update(file.read_bytes())
    return found.hexdigest()[:8]


def is_modified(package: Path) -> bool:
    """Whether the package lies in a git checkout whose code or strategies differ from its revision."""
    root = package.parent
    if not (root / ".git").exists():
        return False
    words = ["git", "-C", str(root), "status", "--porcelain", "--", package.name, "strategies"]
    try:
        done = subprocess.run(words, capture_output=True, check=False)  # noqa: S603
    except OSError:  # no git: not known
        return False
    return done.returncode == 0 and bool(done.stdout.strip())
