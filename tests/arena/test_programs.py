"""Other versions: found, unpacked, asked who they are, and played against."""

import subprocess
import sys
import zipfile
from pathlib import Path

import msgspec
import pytest
from arena_scene import TABLE, spec
from fakes.toy import ToyScript
from measuring import Measuring, server
from plugged import plug_in

import gemp_bot
from gemp_bot.arena.participant import outcome_of
from gemp_bot.arena.programs import Program, find_program
from gemp_bot.arena.record import ArenaOutcome
from gemp_bot.arena.spec import SpecError
from gemp_bot.cli.version import version_line
from gemp_bot.files.digests import SHIPPED, package_digest
from gemp_bot.sandbox.server.world import Setup
from gemp_bot.strategy import strategy_named

pytestmark = pytest.mark.thorough

PACKAGE = Path(gemp_bot.__file__).resolve().parent


def find(folder: Path, package: Path = PACKAGE, **where: str) -> Program | None:
    player = spec(player={"strategy": "steady"} | where).player
    return find_program("player", player, folder, folder / "programs", package)


def other_version(folder: Path, strategy: str = "random", more: str = "") -> Program:
    """This program once more, as one of its own."""
    (folder / "bin").mkdir()
    python = folder / "bin" / "python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH={PACKAGE.parent}{more} exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    found = find(folder, python="bin/python", strategy=strategy)
    assert found is not None
    return msgspec.structs.replace(found, version="gemp-bot other")


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false"]
    command = ["git", "-C", str(folder), *who, *words]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - our own words
    return done.stdout.strip()


MAIN = """\
import sys
print("gemp-bot 0.0.1 of old" if "--version" in sys.argv else "usage: play [--json]")
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small checkout with one commit, and a change that is not committed."""
    package = tmp_path / "checkout" / "gemp_bot"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text(MAIN)
    git(package.parent, "init", "-q")
    git(package.parent, "add", ".")
    git(package.parent, "commit", "-q", "-m", "first")
    (package / "__main__.py").write_text("raise SystemExit(7)")
    return package


def test_this_program_needs_no_other(tmp_path: Path) -> None:
    assert find(tmp_path) is None


def test_an_interpreter_tells_who_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMP_BOT_SERVER__URL", "http://elsewhere")
    folder = tmp_path / "venv" / "bin"
    folder.mkdir(parents=True)
    # As in an environment of its own: a python that finds a gemp_bot by itself.
    script = f'#!/bin/sh\nPYTHONPATH={PACKAGE.parent} exec {sys.executable} "$@"\n'
    (folder / "python").write_text(script)
    (folder / "python").chmod(0o755)
    for python in ("venv", "venv/bin/python"):
        found = find(tmp_path, python=python)
        assert found is not None
        assert (found.version, found.no_resume, found.path) == (version_line(), True, None)
        assert not {name for name in found.environment if name.startswith(("GEMP_BOT", "PYTHONPATH"))}


def test_an_interpreter_is_asked_for_its_own_package_not_for_one_that_lies_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here" / "gemp_bot"
    here.mkdir(parents=True)
    (here / "__init__.py").write_text("")
    (here / "__main__.py").write_text("print('gemp-bot 0.0.0 of somebody else')")
    monkeypatch.chdir(here.parent)
    assert other_version(tmp_path).identity == strategy_named("random").identity
    found = find(tmp_path, python="bin/python")
    assert found is not None
    assert found.version == version_line()


MINE = 'name = "mine"\nabout = "a test"\napi = 2\nextends = "strong"\n'


def test_a_strategy_of_another_program_is_one_of_its_own_files_or_programs_or_plug_ins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.toml").write_text(MINE)
    monkeypatch.syspath_prepend(str(plug_in(tmp_path, "...", name="theirs")))
    for number, name in enumerate((str(tmp_path / "mine.toml"), "theirs")):
        folder = tmp_path / str(number)
        folder.mkdir()
        found = other_version(folder, strategy=name, more=f":{tmp_path}")
        assert found.identity == strategy_named(name).identity


async def test_a_program_whose_strategy_file_changes_plays_no_further_game(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(MINE)
    program = other_version(tmp_path, strategy=str(file))
    assert program.changes() == []
    was = strategy_named(str(file)).identity.digest[:8]
    async with server() as running:
        run = Measuring(running.url, tmp_path, {"games": 2}, programs=(program, None))
        run.on_record = lambda *_: file.write_text(MINE + "# a remark") and None
        first, second = await run.play()
    assert first.outcome in {ArenaOutcome.WIN, ArenaOutcome.LOSS}
    assert second.outcome is ArenaOutcome.ERROR
    now = strategy_named(str(file)).identity.digest[:8]
    assert second.fault == (
        f"another player than this run began with: strategy mine was {was}, is {now} (its file)"
    )


def test_a_revision_is_exported_as_it_was_committed(tmp_path: Path, checkout: Path) -> None:
    found = find(tmp_path, checkout, revision="HEAD")
    assert found is not None
    assert (found.version, found.no_resume) == ("gemp-bot 0.0.1 of old", False)
    commit = git(checkout.parent, "rev-parse", "HEAD")
    assert (Path(found.path or "") / "gemp_bot" / "_revision.txt").read_text().strip() == commit
    git(checkout.parent, "stash", "-q")
    assert found.identity.program == package_digest(checkout), "as the checkout was at that revision"
    git(checkout.parent, "stash", "pop", "-q")
    assert find(tmp_path, checkout, revision="HEAD") == found, "once more, from what is there"
    assert git(checkout.parent, "status", "--porcelain") == "M gemp_bot/__main__.py", "nothing else changed"


def test_a_revision_brings_its_strategies(tmp_path: Path, checkout: Path) -> None:
    folder = checkout.parent / "strategies"
    folder.mkdir()
    (folder / "bold.toml").write_text('name = "bold"\n')
    git(checkout.parent, "add", "strategies")
    git(checkout.parent, "commit", "-q", "-m", "strategies")
    found = find(tmp_path, checkout, revision="HEAD")
    assert found is not None
    assert (Path(found.path or "") / "gemp_bot" / SHIPPED / "bold.toml").read_text() == 'name = "bold"\n'
    first = find(tmp_path, checkout, revision="HEAD~1")
    assert first is not None, "a revision from before there were any"


def test_a_wheel_is_unpacked(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "old.whl", "w") as wheel:
        wheel.writestr("gemp_bot/__init__.py", "")
        wheel.writestr("gemp_bot/__main__.py", MAIN)
    found = find(tmp_path, wheel="old.whl")
    assert found is not None
    assert found.version == "gemp-bot 0.0.1 of old"
    assert found.environment["PYTHONPATH"] == found.path
    assert found.command("play")[1:] == ("-m", "gemp_bot", "play")


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ({"wheel": "none.whl"}, "player.wheel: "),
        ({"wheel": "text.whl"}, "player.wheel: "),
        ({"python": "none/python"}, "player.python: "),
        ({"python": "broken"}, "player.python: "),
        ({"revision": "no-such-branch"}, "player.revision: git does not know it: "),
        ({"revision": "--help"}, "player.revision: git does not know it: "),
    ],
)
def test_what_cannot_be_run_is_told_in_one_line(
    tmp_path: Path, checkout: Path, where: dict[str, str], line: str
) -> None:
    (tmp_path / "text.whl").write_text("no zip")
    (tmp_path / "broken").write_text("#!/bin/sh\necho one; echo two >&2; exit 3\n")
    (tmp_path / "broken").chmod(0o755)
    with pytest.raises(SpecError) as caught:
        find(tmp_path, checkout, **where)
    assert str(caught.value).startswith(line)
    assert "\n" not in str(caught.value)
    if where.get("python") == "broken":
        assert str(caught.value).endswith("broken -m gemp_bot --version fails: two")


def test_without_a_checkout_there_are_no_revisions(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="runs from no git checkout: name a wheel instead"):
        find(tmp_path, tmp_path / "gemp_bot", revision="HEAD")


@pytest.mark.parametrize(
    ("told", "said", "result", "fault"),
    [
        ('noise\n{"games": [{"result": "win", "fault": null, "new": 1}], "total": {}}\n', "", "win", None),
        ('{"games": []}', "gemp-bot: x\ngemp-bot: no such deck\n", "error", "no such deck"),
        ("", "Traceback", "error", "the program told nothing"),
        ("half a li", "gemp-bot: gone", "error", "gone"),
        ('{"games": [{"result": 3}]}', "", "error", "the program's answer is not understood: "),
    ],
)  # fmt: skip
def test_what_a_program_prints_is_read(told: str, said: str, result: str, fault: str | None) -> None:
    played = outcome_of(told, said)
    assert played.result == result
    assert (played.fault or "").startswith(fault or "")
    assert (played.fault is None) is (fault is None)


@pytest.mark.parametrize("seat", [0, pytest.param(1, marks=pytest.mark.long)])
async def test_another_version_plays_on_either_side_of_a_table(tmp_path: Path, seat: int) -> None:
    program = other_version(tmp_path)
    async with server() as running:
        wanted = {"games": 2, "opponent": [TABLE]}
        programs = (None, program) if seat else (program, None)
        records = await Measuring(running.url, tmp_path, wanted, programs=programs).play()
        assert {record.outcome for record in records} <= {ArenaOutcome.WIN, ArenaOutcome.LOSS}
        for record in records:
            versions = (record.player_version, record.opponent_version)
            assert versions[seat] == "gemp-bot other"
            assert versions[1 - seat] == "gemp-bot test"
            assert (tmp_path / "out" / "journals" / (record.journal or "")).is_file()
            assert record.questions > 0
            assert None not in {record.life, record.opponent_life}


@pytest.mark.long
async def test_another_version_against_an_ai_is_stopped_when_it_takes_too_long(tmp_path: Path) -> None:
    program = other_version(tmp_path)
    async with server() as running:
        made = 0

        def script(setup: Setup) -> ToyScript:
            nonlocal made
            made += 1
            return ToyScript(setup.seed, length=4 if made == 1 else 100_000)

        running.world.script_factory = script
        wanted = {"games": 2, "time_limit": 10.0}
        first, second = await Measuring(running.url, tmp_path, wanted, programs=(program, None)).play()
        assert first.outcome in {ArenaOutcome.WIN, ArenaOutcome.LOSS}
        assert (second.outcome, second.reason) == (ArenaOutcome.TIMEOUT, "conceded")
        assert all(game.outcome is not None for game in running.games.values())
