"""Digests: equal for what is equal wherever it lies, another for anything that was changed."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

import gemp_bot
from gemp_bot.cards.deck import deck_digest
from gemp_bot.files import digests
from gemp_bot.files.digests import package_digest
from gemp_bot.strategy import Identity, strategy_named
from gemp_bot.strategy.identity import StrategyKind, differences, program_digest

PACKAGE = Path(gemp_bot.__file__).resolve().parent
FILE = 'name = "{}"\nabout = "a test"\napi = 2\nextends = "{}"\n'


# -- the program


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A package with code and data, as a checkout has it."""
    package = tmp_path / "checkout" / "gemp_bot"
    for name in ("arena/judging.py", "cli/main.py", "cards/index.bin", "decisions/catalogue.toml"):
        (package / name).parent.mkdir(parents=True)
        (package / name).write_text(name)
    return package


def test_a_wheel_and_the_checkout_it_is_made_from_have_one_digest(program: Path, tmp_path: Path) -> None:
    installed = tmp_path / "site-packages" / "gemp_bot"
    shutil.copytree(program, installed)
    (installed / "_revision.txt").write_text("0123456789")
    (installed / "shipped_strategies").mkdir()
    (installed / "shipped_strategies" / "bold.toml").write_text("")
    for folder in (installed, program):
        (folder / "cli" / "__pycache__").mkdir()
    (installed / "cli" / "__pycache__" / "main.cpython-311.pyc").write_bytes(b"compiled")
    (program / "cli" / ".main.py.swp").write_bytes(b"an editor is at it")
    assert package_digest(installed) == package_digest(program)


CHANGES: dict[str, Callable[[Path], object]] = {
    "code": lambda package: (package / "arena" / "judging.py").write_text("other"),
    "data": lambda package: (package / "cards" / "index.bin").write_bytes(b"\0"),
    "a name": lambda package: (package / "cards" / "index.bin").rename(package / "cards" / "index"),
    "one more": lambda package: (package / "cli" / "more.toml").write_text(""),
    "one less": lambda package: (package / "cli" / "main.py").unlink(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_file_of_the_program_counts(program: Path, change: str) -> None:
    before = package_digest(program)
    CHANGES[change](program)
    assert package_digest(program) != before


def test_another_interpreter_tells_the_same_of_its_package(tmp_path: Path) -> None:
    plug_in(tmp_path, "clever")
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-P", digests.__file__, "gemp_bot.strategies", "clever"],
        env={"PYTHONPATH": f"{PACKAGE.parent}:{tmp_path}"}, capture_output=True, check=True,
    )  # fmt: skip
    told = json.loads(done.stdout)
    assert (told["folder"], told["program"]) == (str(PACKAGE), program_digest())
    assert list(told["plugin"]) == ["clever-package 1.0"]


# -- strategies


def identity(name: str | Path) -> Identity:
    return strategy_named(str(name)).identity


def test_code_of_the_program_is_told_apart_by_name() -> None:
    steady, random = identity("steady"), identity("random")
    assert steady == identity("steady") != random
    assert steady.digest == steady.program == random.digest == program_digest()


def test_a_file_is_itself_wherever_it_lies_and_another_after_any_change(tmp_path: Path) -> None:
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.toml").write_text(FILE.format("mine", "old"))
        (tmp_path / folder / "old.toml").write_text(FILE.format("old", "easy"))
    here, there = (tmp_path / folder / "mine.toml" for folder in ("here", "there"))
    before = identity(here)
    assert before == identity(there)
    assert list(before.parts) == ["mine", "old", "easy", "medium", "strong"]
    assert before.parts["mine"] == sha256(here.read_bytes()).hexdigest()
    for changed in (here, here.with_name("old.toml")):
        text = changed.read_text()
        changed.write_text(text + "# a remark\n")
        assert identity(here).digest != before.digest
        was, now = before.digest[:8], identity(here).digest[:8]
        what = "its file" if changed is here else "its parent old"
        assert differences([before, None], [identity(here), None]) == [
            f"strategy mine was {was}, is {now} ({what})"
        ]
        changed.write_text(text)
    assert identity(here) == before


def test_a_parent_of_the_same_name_is_told_apart(tmp_path: Path) -> None:
    (tmp_path / "up").mkdir()
    (tmp_path / "up" / "mine.toml").write_text(FILE.format("mine", "strong"))
    (tmp_path / "mine.toml").write_text(FILE.format("mine", "up/mine.toml"))
    assert list(identity(tmp_path / "mine.toml").parts) == ["mine", "mine (2)", "strong"]


def test_a_strategy_that_was_found_is_not_read_again(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(FILE.format("mine", "strong") + "[weights]\nkeep_force = 3\n")
    found = strategy_named(str(file))
    before = found.identity
    file.write_text("no strategy any more")
    assert found.make(1).name == "mine"
    assert found.identity == before


CODE = """
import gemp_bot
class Made(gemp_bot.Strategy):
    def decide(self, game, question): ...
"""


def plug_in(folder: Path, name: str, *, version: str = "1.0", files: str = "") -> None:
    """What pip leaves of a package that offers a strategy; the code is written to `folder`, too."""
    info = folder / f"{name}_package-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-package\nVersion: {version}\n")
    (info / "entry_points.txt").write_text(f"[gemp_bot.strategies]\n{name} = plug_{name}.strategy:Made\n")
    if files:
        (info / "RECORD").write_text(files)
    (folder / f"plug_{name}").mkdir()
    (folder / f"plug_{name}" / "__init__.py").write_text("")
    (folder / f"plug_{name}" / "strategy.py").write_text(CODE)


@pytest.mark.parametrize("recorded", [True, False])
def test_all_code_of_the_package_of_a_plug_in_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, recorded: bool
) -> None:
    """Installed from a wheel the files stand in RECORD; of an editable one only the module is known."""
    module = "plug_sly" if recorded else "plug_shy"
    name = module.removeprefix("plug_")
    files = (f"{module}/__init__.py", f"{module}/strategy.py", "sly_data.bin", "../../bin/sly")
    plug_in(tmp_path, name, files="".join(f"{file},,\n" for file in files) if recorded else "")
    (tmp_path / "sly_data.bin").write_bytes(b"1")
    monkeypatch.syspath_prepend(str(tmp_path))
    before = identity(name)
    assert (before.kind, list(before.parts)) == (StrategyKind.PLUGIN, [f"{name}-package 1.0"])
    (tmp_path / module / "__pycache__").mkdir(exist_ok=True)
    (tmp_path / module / "__pycache__" / "x.pyc").write_bytes(b"")
    assert identity(name) == before
    (tmp_path / "sly_data.bin").write_bytes(b"2")
    assert (identity(name) != before) is recorded
    (tmp_path / "sly_data.bin").write_bytes(b"1")
    (tmp_path / module / "helper.py").write_text("")
    changed = identity(name)
    assert changed != before
    was, now = (one.digest[:8] for one in (before, changed))
    assert differences([before], [changed]) == [
        f"strategy {name} was {was}, is {now} (its package {name}-package 1.0)"
    ]


def test_what_has_changed_is_told_once_for_all_players() -> None:
    before = [Identity(name, StrategyKind.PROGRAM, "a" * 64) for name in ("steady", "random")]
    now = [Identity(name, StrategyKind.PROGRAM, "b" * 64) for name in ("steady", "random")]
    assert differences(before, before) == []
    assert differences(before, now) == ["the program was aaaaaaaa, is bbbbbbbb"]
    assert differences(before, [before[0], None]) == [
        "a player was the program random, is no strategy of ours"
    ]


# -- decks


def test_a_deck_is_its_cards_however_they_are_written() -> None:
    assert deck_digest("1_19,1_20|") == deck_digest(" 1_19 \n1_20 ") == deck_digest("1_19,1_20")
    assert len({deck_digest(text) for text in ("1_19,1_20|", "1_19,1_21|", "1_19|1_20", "no deck")}) == 4
