"""Every script of examples/ runs without a network, and stands in docs/api.md."""

import re
import runpy
from collections.abc import Callable
from pathlib import Path

import pytest
import structlog
from api_scene import RunningGame

import gemp_bot
from gemp_bot.sandbox import deck_files
from gemp_bot.sandbox.deck_files import read_decks

pytestmark = pytest.mark.usefixtures("small_decks")

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = sorted((ROOT / "examples").glob("*.py"))
JOURNAL = ROOT / "fixtures" / "games" / "anh-light-vs-server-ai.jsonl.gz"
QUESTION = "47"
"""One of it where something may be deployed."""
Ran = Callable[..., str]


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ran:
    """Run a script, with two games in the box however many it wants; gives what it prints."""
    real = gemp_bot.selfplay
    monkeypatch.setattr(gemp_bot, "selfplay", lambda *who, **how: real(*who, **{**how, "games": 2}))

    def run(name: str, *arguments: str) -> str:
        script = ROOT / "examples" / name
        monkeypatch.setattr("sys.argv", [str(script), *arguments])
        with structlog.testing.capture_logs():  # the log of players is nothing that the script prints
            runpy.run_path(str(script), run_name="__main__")
        return capsys.readouterr().out

    return run


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_it_stands_in_the_page(script: Path) -> None:
    """The first in full; the others by name, as the site includes them."""
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    shown = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert {script.read_text("utf-8"), f'--8<-- "examples/{script.name}"\n'} & set(shown)
    assert f"examples/{script.name}" in page


def test_a_bot_in_ten_lines(ran: Ran) -> None:
    source = (ROOT / "examples" / "ten_lines.py").read_text("utf-8")
    assert len([line for line in source.splitlines() if line]) <= 10
    assert re.fullmatch(r"<Results: won [0-2] of 2, .*>\n", ran("ten_lines.py"))


def test_wrapping_strong(ran: Ran) -> None:
    results, *games = ran("wrap_strong.py").splitlines()
    assert results.startswith("<Results: won ")
    assert all(re.fullmatch(r"(win|loss), life force \d+ to \d+, \d+ turns", line) for line in games)
    assert len(games) == 2


def test_life_force_over_turns(ran: Ran) -> None:
    journal, *turns = ran("life_over_turns.py", str(JOURNAL)).splitlines()
    assert journal.startswith(f"<Journal {JOURNAL.name}: ")
    lives = [int(life) for line in turns for life in re.findall(r" (\d+)(?:,|$)", line)]
    assert len(lives) == 2 * len(turns) > 10
    assert lives[0] > lives[-2]


def test_deck_odds(ran: Ran, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deck_files, "read_decks", read_decks)  # of 60 cards
    told = ran("deck_odds.py")
    one, two = (float(mean) for mean in re.findall(r"\d destiny: ([\d.]+) on average", told))
    assert two == pytest.approx(2 * one, abs=0.11)
    hand = re.search(r"Moisture Farmer \(x3\) in a starting hand of 8: (\d+)%", told)
    assert hand is not None
    assert int(hand[1]) == round(100 * (1 - (52 * 51 * 50) / (60 * 59 * 58)))


def test_a_lookahead_chooses_on_a_recorded_game(ran: Ran) -> None:
    script = ROOT / "examples" / "lookahead.py"
    body = script.read_text("utf-8").partition("def decide")[2].partition('if __name__ == "')[0]
    assert len([line for line in body.splitlines() if line]) <= 10
    own = runpy.run_path(str(script))["Lookahead"]()
    chosen: list[object] = []
    for frame in gemp_bot.read_journal(JOURNAL).questions:
        if frame.question is None or frame.question.kind != "PHASE_ACTION" or not frame.question.options:
            continue
        if str(frame.phase) == "DEPLOY" and frame.question.n < 90:
            game = gemp_bot.Game.from_journal(JOURNAL, frame.question.n)
            chosen.append(own.decide(game, game.question))
            assert chosen[-1] == own.decide(game, game.question)
            assert game.question is not None
            assert chosen[-1] in ([], *game.question.options)
    assert len(chosen) >= 3


def test_rollouts_of_a_recorded_question(ran: Ran) -> None:
    head, *rows = ran("rollouts.py", str(JOURNAL), QUESTION).splitlines()
    assert head.startswith("<Game LIGHT: turn 2 DEPLOY, life force 51 (DARK) to 50> ")
    margins = [float(row.split()[0]) for row in rows]
    assert len(margins) > 1
    assert margins == sorted(margins, reverse=True)
    assert any(row.endswith("  pass") for row in rows)


def test_an_environment(ran: Ran) -> None:
    assert re.fullmatch(r"reward -?[01], life force \(\d+, \d+\)\n", ran("environment.py"))
    made = runpy.run_path(str(ROOT / "examples" / "environment.py"))["Environment"]
    runs = []
    for _ in range(2):
        environment = made("Walkers of Hoth", "Rebels of Tatooine")
        seen = [environment.reset(3)]
        for number in range(60):
            seen.append(environment.step(number % len(seen[-1][-1]["legal"])))
        runs.append(seen)
    assert runs[0] == runs[1]


async def test_a_spectator(a_game: RunningGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    password = tmp_path / "password"
    password.write_text("test")
    password.chmod(0o600)
    main = runpy.run_path(str(ROOT / "examples" / "spectator.py"))["main"]
    async with a_game() as (server, _):
        await main(server.url, "carol", str(password))
    *_, last = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"\d+ (DARK|LIGHT) ENDED", last)
