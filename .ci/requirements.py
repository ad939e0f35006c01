"""What pip has to install, with versions and hashes: read from uv.lock, so that an index chooses nothing.

`python .ci/requirements.py NAME...` prints requirements for `pip install --require-hashes -r`. NAME is a
dependency group of pyproject.toml, or `gemp-bot`: what the program needs.
"""

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

Package: TypeAlias = dict[str, Any]
Condition: TypeAlias = frozenset[str]
"""Markers of which all must hold; of none it holds everywhere."""

LOCK = Path(__file__).resolve().parent.parent / "uv.lock"
PROGRAM = "gemp-bot"


def needed(packages: list[Package], roots: list[Package]) -> Iterator[tuple[Package, list[Condition]]]:
    """Every package of the lock that is needed, and under which conditions (one of them must hold)."""
    found: dict[int, list[Condition]] = {}
    waiting = [(each, frozenset[str]()) for each in roots]
    while waiting:
        wanted, before = waiting.pop()
        condition = before | ({wanted["marker"]} if "marker" in wanted else set())
        (place,) = (
            place
            for place, package in enumerate(packages)
            if package["name"] == wanted["name"]
            and wanted.get("version", package["version"]) == package["version"]
        )
        known = found.setdefault(place, [])
        if any(each <= condition for each in known):
            continue
        known[:] = [each for each in known if not condition <= each] + [condition]
        package = packages[place]
        more = [package.get("optional-dependencies", {})[extra] for extra in wanted.get("extra", ())]
        waiting += [(each, condition) for part in (package.get("dependencies", []), *more) for each in part]
    return ((packages[place], conditions) for place, conditions in sorted(found.items()))


def line(package: Package, conditions: list[Condition]) -> str:
    """A requirement as pip reads it."""
    files = [*package.get("wheels", ()), *([package["sdist"]] if "sdist" in package else ())]
    hashes = "".join(f" --hash={file['hash']}" for file in files)
    marker = " or ".join(" and ".join(f"({each})" for each in sorted(condition)) for condition in conditions)
    return f"{package['name']}=={package['version']}{f' ; {marker}' if marker else ''}{hashes}"


def main() -> None:
    """Print what was asked for."""
    packages = tomllib.loads(LOCK.read_text("utf-8"))["package"]
    (own,) = (package for package in packages if package["name"] == PROGRAM)
    groups = {PROGRAM: own["dependencies"], **own["dev-dependencies"]}
    roots = [each for name in sys.argv[1:] for each in groups[name]]
    others = [package for package in packages if package is not own]
    sys.stdout.write("".join(f"{line(*each)}\n" for each in needed(others, roots)))


main()
