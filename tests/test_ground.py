"""The ground: what README, Makefile, documents and the package say about each other is true."""

import re
import runpy
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

from gemp_bot import __version__

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]


def test_readme_begins_with_the_two_commands() -> None:
    first = re.search(r"```sh\n(.*?)```", README, re.DOTALL)
    assert first is not None
    assert [line.split("#")[0].strip() for line in first[1].splitlines()] == ["make demo", "make test"]


def test_make_targets_that_are_named_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    assert targets >= {
        "help",
        "demo",
        "test",
        "lint",
        "bench",
        "docs",
        "wheel-test",
        "release-check",
        "clean",
    }
    for document in DOCUMENTS:
        named = set(re.findall(r"^make ([a-z-]+)", document.read_text("utf-8"), re.MULTILINE))
        assert named <= targets, document


def test_links_lead_somewhere() -> None:
    for document in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#]+)\)", document.read_text("utf-8")):
            assert target.startswith("https://") or (document.parent / target).exists(), (document, target)


def test_rooms_of_the_architecture_are_those_of_the_package() -> None:
    import gemp_bot

    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    named = {room.strip("/") for room in re.findall(r"^\|[^|]*\| (.*?) \|", text, re.MULTILINE) for room in
             re.findall(r"`([a-z_]+/?)`", room)}  # fmt: skip
    package = Path(gemp_bot.__file__).resolve().parent
    rooms = {
        path.stem for path in package.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert named == {room for room in rooms if not room.startswith("__")}
    layers = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"][
        0
    ]
    held = {room.removeprefix("gemp_bot.") for layer in layers["layers"] for room in layer.split(" | ")}
    assert held == named


def test_lock_names_only_the_public_index() -> None:
    hosts = set(re.findall(r"https?://([^/\"]+)", (ROOT / "uv.lock").read_text("utf-8")))
    assert hosts == {"pypi.org", "files.pythonhosted.org"}


def test_nothing_is_to_be_installed_by_a_name_that_anybody_may_take() -> None:
    """The project is in no index: whoever took its name there would be run."""
    advice = re.compile(
        r"\b(?:pipx? install|tool install|pipx run|uvx|uv add)\s+(?:-\S+\s+)*['\"]?gemp[-_]bot\b"
    )
    assert advice.search("pip install -U 'gemp-bot[tune]'")
    sources = [path for room in ("gemp_bot", "deploy", "examples") for path in (ROOT / room).rglob("*.*")]
    for path in [*DOCUMENTS, *sources]:
        if path.suffix in {".md", ".py", ".toml", ".html", ".js"}:
            assert not advice.search(path.read_text("utf-8")), path


def facts_of_a_release() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / ".ci/release_facts.py"), run_name="release_facts")


def test_version_is_one(tmp_path: Path) -> None:
    """What `make release-check` asks of the tree, but that nothing is left under Unreleased."""
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)
    wrong = facts_of_a_release()["tree"](ROOT)
    assert [line for line in wrong if "[Unreleased]" not in line] == []


@pytest.mark.parametrize(
    ("changes", "page", "wrong"),
    [
        ("## [Unreleased]\n\n## [1.2.3] - 2026-01-01\n", "/opt/gemp-bot-1.2.3", []),
        ("## [1.2.3] - 2026-01-01\n", "", ["does not begin with ## [Unreleased]"]),
        ("## [Unreleased]\n- New.\n\n## [1.2.3] - 2026-01-01\n", "", ["belongs under [1.2.3]"]),
        ("## [Unreleased]\n\n## [1.2.2] - 2026-01-01\n", "", ["newest version is not 1.2.3"]),
        ("## [Unreleased]\n\n## [1.2.3]\n", "", ["has no date"]),
        (
            "## [Unreleased]\n\n## [1.2.3] - 2026-01-01\n",
            "gemp-bot-1.2.2",
            ["docs/index.md names version 1.2.2"],
        ),
    ],
)
def test_what_a_release_asks_of_the_tree(tmp_path: Path, changes: str, page: str, wrong: list[str]) -> None:
    for name, text in (
        ("gemp_bot/__init__.py", '__version__ = "1.2.3"\n'),
        ("CHANGELOG.md", changes),
        ("docs/index.md", page),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    found = facts_of_a_release()["tree"](tmp_path)
    assert len(found) == len(wrong)
    assert all(part in line for part, line in zip(wrong, found, strict=True))


def test_what_a_release_asks_of_a_wheel(tmp_path: Path) -> None:
    wheel = tmp_path / f"gemp_bot-{__version__}-py3-none-any.whl"
    info = f"gemp_bot-{__version__}.dist-info"
    held = {
        f"{info}/METADATA": f"Version: {__version__}\nLicense-Expression: MIT\n",
        f"{info}/licenses/LICENSE": (ROOT / "LICENSE").read_text("utf-8"),
        f"{info}/licenses/NOTICE": "another notice",
        "gemp_bot/py.typed": "",
        "gemp_bot/cards/index.bin": "",
        "gemp_bot/decisions/catalogue.toml": "",
        "tests/test_ground.py": "",
    }
    with zipfile.ZipFile(wheel, "w") as out:
        for name, text in held.items():
            out.writestr(name, text)
    assert facts_of_a_release()["package"](wheel) == [
        f"{wheel.name}: {info}/licenses/NOTICE is not there, or another one",
        f"{wheel.name}: gemp_bot/shipped_strategies/strong.toml is missing",
        f"{wheel.name}: tests/test_ground.py does not belong there",
    ]
