"""Digests of installed code: of a package of Python, and of what a distribution installed.

It needs nothing but Python, so that another interpreter can be asked by running this file:
`python -P digests.py GROUP NAME` prints as JSON the folder and digest of its `gemp_bot`, and of the package
that offers the entry point NAME of GROUP, if one does.
"""

import hashlib
import json
import sys
from collections.abc import Collection, Mapping
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

SHORT = 8
"""How many digits of a digest are shown to people."""

BUILT_WITH = "_revision.txt"
"""Written into our package when a wheel of it is built (see hatch_build.py)."""
SHIPPED = "shipped_strategies"
"""The folder inside our installed package that holds the wheel's copy of the checkout's `strategies/`."""

_PACKAGE = "gemp_bot"
_NOTES = (".dist-info", ".egg-info", ".pth")
"""What an installer notes about itself and about the place, which says nothing about the code."""


def package_digest(folder: Path) -> str:
    """The digest of our package: its code and data, the same of a checkout and of a wheel made from it.

    The strategy files a wheel brings along are left out: each has a digest of its own.

    Args:
        folder: the folder `gemp_bot`.
    """
    return _digest({name: file for name, file in _tree(folder).items() if not _added(name)})


def distribution_digest(point: EntryPoint) -> str:
    """The digest of what offers an entry point: the source of its module, and all files of its distribution.

    Of an editable install the source lies elsewhere than the files of the distribution. Nothing of it is run.
    """
    files = _source(point.module.partition(".")[0])
    for file in (point.dist.files if point.dist is not None else None) or ():
        path = Path(str(file.locate()))
        if not file.parts[0].endswith(_NOTES) and _is_code(file.parts) and path.is_file():
            files[file.as_posix()] = path
    return _digest(files)


def distribution_name(point: EntryPoint) -> str:
    """The distribution of an entry point with its version; its module where it is of none."""
    return point.module if point.dist is None else f"{point.dist.name} {point.dist.version}"


def _source(name: str) -> dict[str, Path]:
    """The files of a package or module that can be imported, by their path from where it lies."""
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        spec = None
    if spec is None:
        return {}
    folders = [Path(folder) for folder in spec.submodule_search_locations or ()]
    if folders:
        return {f"{name}/{path}": file for folder in folders for path, file in _tree(folder).items()}
    return {Path(spec.origin).name: Path(spec.origin)} if spec.origin and spec.has_location else {}


def _tree(folder: Path) -> dict[str, Path]:
    """All files below a folder by their path in it, without caches and hidden files."""
    found = ((path.relative_to(folder), path) for path in folder.rglob("*"))
    return {name.as_posix(): path for name, path in found if _is_code(name.parts) and path.is_file()}


def _is_code(parts: Collection[str]) -> bool:
    """Whether a path is neither hidden nor made by a tool."""
    made = (".", "__pycache__", "__editable__")
    return not any(part.startswith(made) or part.endswith((".pyc", "~")) for part in parts)


def _added(name: str) -> bool:
    """Whether a file stands in a wheel alone."""
    return name == BUILT_WITH or name.startswith(f"{SHIPPED}/")


def _digest(files: Mapping[str, Path]) -> str:
    found = hashlib.sha256()
    for name in sorted(files):
        raw = files[name].read_bytes()
        found.update(f"{name}\0{len(raw)}\0".encode())
        found.update(raw)
    return found.hexdigest()


def main(group: str, name: str) -> None:
    """Tell about the packages of the interpreter that runs this."""
    spec = find_spec(_PACKAGE)
    folder = None if spec is None or spec.origin is None else Path(spec.origin).resolve().parent
    points = entry_points(group=group, name=name)
    offered = {distribution_name(point): distribution_digest(point) for point in points}
    told = {"folder": folder and str(folder), "program": folder and package_digest(folder), "plugin": offered}
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
