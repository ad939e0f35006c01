"""`gemp-bot demo`: a whole game over HTTP, told; what is wrong in one line; Ctrl-C."""

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from printed import check

import gemp_bot
from gemp_bot.cli import demo
from gemp_bot.cli.exits import CONFIG, FAILURE, INTERRUPTED, OK, USAGE
from gemp_bot.cli.main import main
from gemp_bot.cli.output import Output
from gemp_bot.cli.parser import parse
from gemp_bot.protocol.enums import Side
from gemp_bot.report.story_lines import WIDTH, LifeBars, LifeForce, Sentence, of_side, words

pytestmark = pytest.mark.usefixtures("small_decks")

QUICK = ("demo", "--strategy", "random", "--opponent", "steady", "--seed", "5")


def test_who_plays_by_a_file_starts_where_the_deck_says(capsys: pytest.CaptureFixture[str]) -> None:
    decks = ["--dark", "walkers_of_hoth", "--light", "rebels_of_tatooine"]
    assert (
        main(["demo", *decks, "--strategy", "easy", "--opponent", "easy", "--seed", "5", "--record", ""])
        == OK
    )
    story = capsys.readouterr().out
    assert "Dark starts at Hoth: Defensive Perimeter (3rd Marker)." in story
    assert "Light starts at Tatooine: Mos Eisley." in story


ENDING = """
from pathlib import Path
import gemp_bot

class Ending(gemp_bot.Strategy):
    fallback = "steady"

    def decide(self, game, question):
        return None

    def end(self, outcome):
        Path("ended").write_text(str(outcome))
"""


def test_a_strategy_is_told_all_that_it_asks_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ending.py").write_text(ENDING)
    main(["demo", "--strategy", "ending.py:Ending", "--opponent", "steady", "--seed", "5", "--record", ""])
    assert Path("ended").read_text()


def test_a_game_is_played_over_http_recorded_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*QUICK, "--record", "games", "--dark", "walkers_of_hoth", "--json"]) == OK
    caught = capsys.readouterr()
    found, story = json.loads(caught.out), caught.err.splitlines()
    check("demo", found)

    dark, light = found["sides"]
    assert (dark["side"], dark["deck"], dark["strategy"]) == ("DARK", "Walkers of Hoth", "steady")
    assert (light["side"], light["strategy"]) == ("LIGHT", "random")
    assert 0 in (dark["life"], light["life"])
    assert (dark["warnings"], light["warnings"]) == (0, 0)
    assert found["requests"] > 2 * found["turns"]

    assert story[1].endswith(
        "gemp-bot demo --dark walkers_of_hoth --strategy random --opponent steady --seed 5"
    )
    assert sum(line.startswith("Turn ") for line in story) == found["turns"]
    assert sum(line.strip().startswith("Battle at ") for line in story) >= found["battles"]
    winner = "Dark" if found["winner"] == "DARK" else "Light"
    assert any(line.startswith(f"{winner} wins: ") for line in story)
    assert any("says nothing about strength" in line for line in story)
    assert all(line.isprintable() for line in story)

    # The command it ends with re-lives the game, and both journals hold without a fault.
    for what, then in (
        ("Read it again", f"report {dark['journal']}"),
        ("Look at it in a browser", f"report {dark['journal']} -o game.html"),
        ("See what else was weighed", f"replay {dark['journal']} --board"),
    ):
        (command,) = (line for line in story if f"{what}: " in line)
        assert command.endswith(f"gemp-bot {then}")
        words = shlex.split(command.partition(": ")[2])[1:]
        assert parse(words)
    assert sorted(Path("games").rglob("*.gz")) == sorted(Path(side["journal"]) for side in (dark, light))
    assert main(["replay", "--strict", "--json", dark["journal"], light["journal"]]) == OK
    results = {file["result"] for file in json.loads(capsys.readouterr().out)["files"]}
    assert results == {"win", "loss"}


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        (("--light", "Rebel fleit"), CONFIG, "did you mean 'Rebel fleet'"),
        (("--light", "Walkers of Hoth"), CONFIG, "'Walkers of Hoth' is a dark deck, not a light one"),
        (("--dark", "mine.toml"), CONFIG, "mine.toml"),
        (("--strategy", "strnog"), CONFIG, "did you mean 'strong'"),
        (("--record", "file/journals"), FAILURE, "journals cannot be written there"),
        (("--pace", "-1"), USAGE, "is no number of seconds"),
        (("--seed", "x"), USAGE, "is no whole number"),
    ],
)
def test_what_is_wrong_is_one_line(
    words: tuple[str, ...], code: int, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("file").touch()
    assert main(["demo", "--record", "", *words]) == code
    caught = capsys.readouterr()
    assert line in caught.err
    assert caught.err.count("\n") == 1
    assert "Turn" not in caught.out


def test_a_game_is_played_again_by_the_whole_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["gemp-bot"])
    said = ["demo", "--light", "my decks/one.toml", "--strategy", "random", "--seed", "7"]
    _, args = parse(said)
    command = demo.again(args, 7)
    assert "--light 'my decks/one.toml'" in command
    _, again = parse(shlex.split(command)[1:])
    chosen = ("light", "dark", "strategy", "opponent", "seed")
    assert [getattr(again, name) for name in chosen] == [getattr(args, name) for name in chosen]


class Terminal(StringIO):
    """A terminal to write to."""

    def isatty(self) -> bool:
        return True


LINE = Sentence(words("A sentence about ", of_side("[bold]Vader[/bold]", Side.DARK), "."), whole=True)
BARS = LifeBars((LifeForce(Side.DARK, 30, 60, -2, lost=2), LifeForce(Side.LIGHT, 0, 60)))


@pytest.mark.parametrize("colour", [True, False])
def test_colours_are_for_terminals_that_want_them(monkeypatch: pytest.MonkeyPatch, *, colour: bool) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    if not colour:
        monkeypatch.setenv("NO_COLOR", "1")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    put = demo.page_of(Output(stdout=terminal))
    put(LINE)
    put(BARS)
    text = terminal.getvalue()
    assert "[bold]Vader[/bold]" in text
    assert ("\x1b[" in text) is colour
    assert ("━" in text) is colour
    assert ("#" in text) is not colour


def test_a_pipe_gets_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    put = demo.page_of(Output())
    put(LINE)
    put(BARS)
    assert capsys.readouterr().out.splitlines() == [
        "  A sentence about [bold]Vader[/bold].",
        f"  Dark  [{'#' * 15}{'.' * 15}] 30 (2 lost); Light 0",
    ]
    assert len("  A sentence about [bold]Vader[/bold].") < WIDTH


@pytest.fixture
def heeds_interrupts() -> Iterator[None]:
    """What a shell starts in the background ignores interrupts, so its children do; a handler ends that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.thorough
@pytest.mark.usefixtures("heeds_interrupts")
def test_an_interrupt_ends_it_in_one_line(tmp_path: Path) -> None:
    surroundings = {**os.environ, "PYTHONPATH": str(Path(gemp_bot.__file__).resolve().parent.parent)}
    command = [sys.executable, "-m", "gemp_bot", *QUICK, "--record", "", "--pace", "3600"]
    with subprocess.Popen(  # noqa: S603 - our own program
        command, cwd=tmp_path, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        seen = next(line for line in process.stdout if line.startswith("Dark starts at "))
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=30)
    assert seen
    assert told == "gemp-bot: interrupted\n"
    assert process.returncode == INTERRUPTED
