"""What pip has to install, read from pyproject.toml and uv.lock (pip below 25.1 knows no groups).

`python .ci/requirements.py GROUP` prints the requirements of a dependency group, one a line;
`python .ci/requirements.py --pins` the versions of uv.lock as constraints.
"""

import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def group(name: str, groups: dict[str, list[Any]]) -> list[str]:
    """Flatten a dependency group (PEP 735)."""
    found: list[str] = []
    for item in groups[name]:
        found += [item] if isinstance(item, str) else group(item["include-group"], groups)
    return found


def pins(packages: list[dict[str, Any]]) -> list[str]:
    """Pin every package that has one version in the lock; forked ones are left to the resolver."""
    versions: dict[str, set[str]] = {}
    for package in packages:
        if "registry" in package["source"]:
            versions.setdefault(package["name"], set()).add(package["version"])
    return [f"{name}=={min(found)}" for name, found in versions.items() if len(found) == 1]


def main() -> None:
    """Print what was asked for."""
    if sys.argv[1:] == ["--pins"]:
        lines = pins(tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))["package"])
    else:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
        lines = group(sys.argv[1], project["dependency-groups"])
    sys.stdout.write("".join(f"{line}\n" for line in lines))


main()
