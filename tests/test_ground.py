"""The ground: what README, Makefile, documents and the package say about each other is true."""

import re
import tomllib
from pathlib import Path

from gemp_bot import __version__
from gemp_bot.cli.parser import build_parser

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_readme_begins_with_the_two_commands() -> None:
    first = re.search(r"```sh\n(.*?)```", README, re.DOTALL)
    assert first is not None
    assert [line.split("#")[0].strip() for line in first[1].splitlines()] == ["make demo", "make test"]


def test_make_targets_that_are_named_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    assert targets >= {"help", "demo", "test", "lint", "bench", "wheel-test", "clean"}
    for document in DOCUMENTS:
        named = set(re.findall(r"^make ([a-z-]+)", document.read_text("utf-8"), re.MULTILINE))
        assert named <= targets, document


def test_commands_that_are_named_can_be_parsed() -> None:
    import shlex

    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    lines = "".join(blocks).replace("\\\n", " ").splitlines()
    found = [shlex.split(line, comments=True)[1:] for line in lines if line.startswith(".venv/bin/gemp-bot ")]
    assert len(found) >= 4
    for words in found:
        assert build_parser().parse_args(words).module


def test_links_lead_somewhere() -> None:
    for document in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#]+)\)", document.read_text("utf-8")):
            assert target.startswith("https://") or (document.parent / target).exists(), (document, target)


def test_rooms_of_the_architecture_are_those_of_the_package() -> None:
    import gemp_bot

    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    named = {room.strip("/") for room in re.findall(r"^\|[^|]*\| (.*?) \|", text, re.MULTILINE) for room in
             re.findall(r"`([a-z]+/?)`", room)}  # fmt: skip
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


def test_version_is_one() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)
    assert "## [Unreleased]" in (ROOT / "CHANGELOG.md").read_text("utf-8")
