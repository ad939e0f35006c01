"""`gemp-bot decide`: our own journals are decided again to the same answers."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from fakes import events, questions
from fakes.server import FakeGemp
from fakes.server_table import ServerTable, TableScript
from fakes.toy import ToyScript
from server_commands import command

from gemp_bot.cli.main import main
from gemp_bot.protocol.enums import Phase
from gemp_bot.sandbox.server import faults
from gemp_bot.sandbox.server.contents import DARK_60, LIGHT_60
from gemp_bot.sandbox.server.questions import Action
from gemp_bot.sandbox.server.steps import Ask, End, Play, Restore, ask, emit

BOT = "~Rando_Cal"
OPTIONS = ("--deck", LIGHT_60, "--library", "--opponent-deck", DARK_60, "--json")
STRATEGIES = ("random", "steady")


@pytest.fixture
async def server() -> AsyncIterator[FakeGemp]:
    async with FakeGemp(
        idle_seconds=0.0, script_factory=lambda setup: ToyScript(setup.seed, length=12)
    ) as running:
        yield running


async def journals(server: FakeGemp, folder: Path, strategy: str, *words: str) -> list[str]:
    """Play and give the journals."""
    record = ("--record", str(folder), "--strategy", strategy, "--seed", "11")
    ran = await command(server.url, "play", *OPTIONS, *record, *words)
    assert ran.code == 0, ran.err
    return [game["journal"] for game in ran.json["games"]]


def decided(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    """What `decide --json` says of each file."""
    capsys.readouterr()
    assert main(["decide", "--json", *words]) == 0
    files: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["files"]
    return files


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_our_own_games_are_decided_the_same_again(
    strategy: str, server: FakeGemp, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = await journals(server, tmp_path / "j", strategy, "--games", "4", "--parallel", "2")
    found = decided(capsys, *files)
    assert [(one["strategy"], one["different"], one["differences"]) for one in found] == [
        (strategy, 0, [])
    ] * 4
    assert {one["seed"] for one in found} == {11, 12, 13, 14}
    # Which game comes first is chance, and a toy game may ask little.
    assert sum(one["choices"] for one in found) > 12
    assert decided(capsys, *files) == found


ANSWER = {"path": "/game/", "answers": True}
FAULTS = {
    "dropped before": faults.DropBefore(),
    "dropped after": faults.DropAfter(),
    "cut": faults.Cut(),
    "401": faults.Status(401),
    "session lost": faults.SessionLost(),
    "410": faults.Status(410),
    "500 after it counted": faults.Status(500, processed=True),
    "no XML": faults.html_page(),
    "refused": faults.SameDecisionWithWarning(),
}


@pytest.mark.parametrize(
    ("fault", "strategy"), [*((fault, "random") for fault in FAULTS), ("session lost", "steady")]
)
async def test_also_after_a_fault_in_mid_game(
    fault: str,
    strategy: str,
    *,
    server: FakeGemp,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for skip in (3, 5, 9):
        server.faults.on(FAULTS[fault], **ANSWER, skip=skip)  # type: ignore[arg-type]
    files = await journals(server, tmp_path / "j", strategy)
    assert server.faults.left == 0
    (found,) = decided(capsys, *files)
    assert found["differences"] == []
    assert found["asked"] > 10


class Reverted(TableScript):
    """The opponent takes things back, twice."""

    def play(self, table: ServerTable, /) -> Play:
        yield Ask({"alice": questions.start_confirmation()})
        yield emit(events.turn("alice"), events.phase(Phase.DEPLOY, 1))
        for _ in range(2):
            earlier = table.copy()
            for _ in range(3):
                yield self.menu()
            text = "Do you want to allow game to be reverted to the following game state?Start of turn"
            yield ask("alice", questions.multiple_choice(text, ["Yes", "No"]))
            table = earlier
            yield Restore(table)
            yield self.menu()
        yield End("alice")

    @staticmethod
    def menu() -> Ask:
        actions = [Action("Deploy", number, "1_19") for number in (11, 12, 13)]
        return ask("alice", questions.card_action_choice("Choose Deploy action or Pass", actions))


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_also_after_an_allowed_revert(
    strategy: str, server: FakeGemp, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = server.start_game("alice", BOT, Reverted(), bots=frozenset({BOT}))
    (found,) = decided(capsys, *await journals(server, tmp_path / "j", strategy))
    allowed = [value for _, question, value in game.answered if "reverted" in question.text]
    assert allowed == ["0", "0"]
    assert (found["asked"], found["choices"], found["different"]) == (9, 8, 0)


async def test_another_strategy_or_seed_differs(
    server: FakeGemp, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = await journals(server, tmp_path / "j", "random")
    for words in (("--strategy", "steady"), ("--seed", "12")):
        (found,) = decided(capsys, *files, *words)
        assert found["different"] == len(found["differences"]) > 0
        for difference in found["differences"]:
            assert difference["was"] != difference["now"]
    capsys.readouterr()
    assert main(["decide", *files, "--strategy", "steady"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.startswith("? ") for line in lines) > 0
    assert any(line.startswith("    was ") for line in lines)


GAME = "games/anh-light-vs-server-ai.jsonl.gz"


def test_a_foreign_recording_names_no_strategy(fixtures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["decide", str(fixtures / GAME)]) == 3
    caught = capsys.readouterr()
    assert caught.err.count("\n") == 1
    assert "give --strategy NAME" in caught.err


def test_a_foreign_recording_is_decided_by_a_strategy_that_is_named(
    fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (found,) = decided(capsys, str(fixtures / GAME), "--strategy", "steady")
    assert (found["strategy"], found["seed"]) == ("steady", 0)
    assert found["asked"] > found["choices"] > 50
    assert main(["decide", str(fixtures / GAME), "--strategy", "stedy"]) == 3
