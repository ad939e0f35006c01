"""Which version this is, and of which revision where that can be told."""

import re
from pathlib import Path

BUILT_WITH = "_revision.txt"
"""Written into the package when a wheel is built (see hatch_build.py)."""

_HASH = re.compile(r"[0-9a-f]{40,64}")
_SHOWN = 12


def revision(package: Path) -> str | None:
    """The git revision of the package's code: of the checkout it lies in, else of its build."""
    found = _of_checkout(package.parent)
    if found is None:
        try:
            found = (package / BUILT_WITH).read_text("ascii").strip()
        except (OSError, UnicodeDecodeError):
            return None
    return found[:_SHOWN] if _HASH.fullmatch(found) else None


def version_line(*, modified: bool = False) -> str:
    """`gemp-bot 0.3.0 (revision a94638e12bd5)`, or `(revision a94638e12bd5, modified)`."""
    from gemp_bot import __version__

    found = revision(Path(__file__).resolve().parent.parent)
    return f"gemp-bot {__version__}" + (
        "" if found is None else f" (revision {found}{', modified' if modified else ''})"
    )


def _of_checkout(root: Path) -> str | None:
    """Read `.git` without git: HEAD, the branch it names, packed branches, and linked work trees."""
    try:
        git = root / ".git"
        if git.is_file():
            git = root / git.read_text("utf-8").strip().removeprefix("gitdir: ")
        head = (git / "HEAD").read_text("utf-8").strip()
        if not head.startswith("ref: "):
            return head
        name = head.removeprefix("ref: ")
        common = git / "commondir"
        folder = git / common.read_text("utf-8").strip() if common.is_file() else git
        loose = folder / name
        if loose.is_file():
            return loose.read_text("utf-8").strip()
        packed = (folder / "packed-refs").read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    lines = (line.split(" ", 1) for line in packed.splitlines() if not line.startswith(("#", "^")))
    return next((found for found, ref in lines if ref == name), None)
