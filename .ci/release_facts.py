"""What has to agree in a release: `release_facts.py tree`, or `release_facts.py WHEEL SDIST`."""

import ast
import re
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LICENCES = ("LICENSE", "NOTICE")
_HEADING = re.compile(r"^## \[([^]]+)\](.*)$", re.MULTILINE)


def version(init: str) -> str:
    """The version that `gemp_bot/__init__.py` tells."""
    for node in ast.parse(init).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__version__":
            return str(ast.literal_eval(node.value))
    raise SystemExit("gemp-bot: gemp_bot/__init__.py has no __version__")


def tree(root: Path = ROOT) -> list[str]:
    """What of the tree does not agree."""
    now = version((root / "gemp_bot/__init__.py").read_text("utf-8"))
    wrong = []
    changes = (root / "CHANGELOG.md").read_text("utf-8")
    headings = _HEADING.findall(changes)
    if not headings or headings[0][0] != "Unreleased":
        wrong.append("CHANGELOG.md does not begin with ## [Unreleased]")
    elif re.search(r"^- ", changes.partition("## [Unreleased]")[2].partition("\n## [")[0], re.MULTILINE):
        wrong.append(f"CHANGELOG.md: what stands under [Unreleased] belongs under [{now}]")
    released = [heading for heading in headings if heading[0] != "Unreleased"]
    if not released or released[0][0] != now:
        wrong.append(f"CHANGELOG.md: the newest version is not {now}, which gemp_bot.__version__ says")
    elif not re.fullmatch(r" - \d{4}-\d\d-\d\d", released[0][1]):
        wrong.append(f"CHANGELOG.md: [{now}] has no date")
    for page in sorted((root / "docs").glob("*.md")):
        named = re.findall(r"gemp-bot-(\d+\.\d+\.\d+)", page.read_text("utf-8"))
        wrong += [f"docs/{page.name} names version {other}, not {now}" for other in set(named) - {now}]
    return wrong


def files(path: Path) -> dict[str, bytes]:
    """What a wheel or an sdist holds; an sdist without its folder."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist()}
    found = {}
    with tarfile.open(path) as sdist:
        for member in sdist:
            data = sdist.extractfile(member)
            if data is not None:
                found[member.name.partition("/")[2]] = data.read()
    return found


def package(path: Path) -> list[str]:
    """What of a wheel or an sdist is not as it should be."""
    held = files(path)
    now = version((ROOT / "gemp_bot/__init__.py").read_text("utf-8"))
    wheel = path.suffix == ".whl"
    told = f"gemp_bot-{now}.dist-info/" if wheel else ""
    wrong = []
    if now not in path.name:
        wrong.append(f"its version is not {now}")
    for name in LICENCES:
        place = f"{told}licenses/{name}" if wheel else name
        if held.get(place) != (ROOT / name).read_bytes():
            wrong.append(f"{place} is not there, or another one")
    metadata = held.get(f"{told}METADATA" if wheel else "PKG-INFO", b"").decode("utf-8")
    wrong += [f"its metadata lacks {line!r}" for line in (f"Version: {now}", "License-Expression: MIT")
              if line not in metadata.splitlines()]  # fmt: skip
    needed = ["gemp_bot/py.typed", "gemp_bot/cards/index.bin", "gemp_bot/decisions/catalogue.toml"]
    needed += ["gemp_bot/shipped_strategies/strong.toml"] if wheel else [
        "strategies/strong.toml", "docs/index.md", "mkdocs.yml", "tests/test_ground.py", "CHANGELOG.md",
    ]  # fmt: skip
    wrong += [f"{name} is missing" for name in needed if name not in held]
    if wheel:
        wrong += [f"{name} does not belong there" for name in held
                  if not name.startswith(("gemp_bot/", told))]  # fmt: skip
    # What an earlier version left on disk is a fixture, its configuration too.
    wrong += [f"{name} does not belong there" for name in held if not name.startswith("fixtures/upgrade/")
              and re.search(r"(^|/)(__pycache__|\.venv|password|config\.toml)(/|$)", name)]  # fmt: skip
    return [f"{path.name}: {line}" for line in wrong]


def main(arguments: list[str]) -> int:
    """Look, and tell."""
    if arguments == ["tree"]:
        wrong = tree()
    else:
        wrong = [line for argument in arguments for line in package(Path(argument))]
    for line in wrong:
        sys.stderr.write(f"gemp-bot: {line}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
