"""Whether it was the code of its revision that played: a checkout may hold more than that."""

import subprocess
from pathlib import Path


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
