"""Which code it was that played: a checkout may hold more than its revision says."""

import hashlib
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
