"""`gemp-bot play` against the fake server: options, exit codes, signals."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from fakes import questions
from fakes.server import FakeGemp
from fakes.server_table import ServerTable, TableScript
from fakes.toy import ToyScript
from server_commands import Ran, command

from gemp_bot.cards.index import HOW_TO_BUILD
from gemp_bot.cli.exits import CONFIG, FAILURE, INTERRUPTED, LOGIN, OK, USAGE, CommandError
from gemp_bot.cli.main import _code_of, main
from gemp_bot.cli.output import Output
from gemp_bot.cli.play import GameLines, _run
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.play.entries import StrategyPlayer
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.play.runner import Assignment
from gemp_bot.protocol.errors import HallRefusedError, WrongPasswordError
from gemp_bot.protocol.ids import GameId, PlayerName
from gemp_bot.sandbox.server import faults
from gemp_bot.sandbox.server.contents import DARK_60, LIGHT_60
from gemp_bot.sandbox.server.decks import KnownCard
from gemp_bot.sandbox.server.steps import Ask, End, Play, ask
from gemp_bot.strategy import UnknownStrategyError, make_strategy

DECK = ("--deck", LIGHT_60, "--library")
AI = ("--opponent-deck", DARK_60)
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
async def server() -> AsyncIterator[FakeGemp]:
    async with FakeGemp(
        idle_seconds=0.0, script_factory=lambda setup: ToyScript(setup.seed, length=5)
    ) as running:
        yield running


async def play(server: FakeGemp, *words: str, user: str = "alice") -> Ran:
    return await command(server.url, "play", *words, user=user)


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def made(server: FakeGemp) -> int:
    """How often a table was asked for."""
    return sum((request.method, request.path) == ("POST", "/hall") for request in server.requests)


async def test_many_games_several_at_once_as_json(server: FakeGemp, tmp_path: Path) -> None:
    ran = await play(
        server, *DECK, *AI, "--games", "3", "--parallel", "2", "--seed", "5", "--json",
        "--record", str(tmp_path / "journals"),
    )  # fmt: skip
    assert ran.code == OK
    games, total = ran.json["games"], ran.json["total"]
    assert {game["result"] for game in games} <= {"win", "loss"}
    assert {game["game_id"] for game in games} == set(server.games)
    assert {Path(game["journal"]).name for game in games} == files(tmp_path / "journals")
    assert total["games"] == 3
    assert sum(total["result"].values()) == sum(total["reason"].values()) == 3
    for key in ("decisions", "choices", "warnings", "fallbacks", "resyncs"):
        assert total[key] == sum(game[key] for game in games)
    assert ran.err.count(": game ") == 3
    assert {f"seed {seed}" in ran.err for seed in (5, 6, 7)} == {True}


async def test_one_game_as_text_records_nothing_unless_asked(server: FakeGemp, tmp_path: Path) -> None:
    ran = await play(server, *DECK, *AI, "--record", "")
    assert ran.code == OK
    (line,) = ran.out.splitlines()
    assert line.split()[0] in ("win", "loss")
    assert "against ~Rando_Cal after" in line
    assert not files(tmp_path)


async def test_unknown_cards_of_our_deck_are_told_once_and_played(server: FakeGemp) -> None:
    new = {"900_1": KnownCard("Newest", "LIGHT"), "900_2": KnownCard("Newer", "LIGHT")}
    room = server.world.decks
    room.cards = {**room.cards, **new}
    room.saved["alice"] = {"mine": ",".join(["1_19"] * 50 + ["900_1"] * 6 + ["900_2*"] * 4) + "|"}
    ran = await play(server, "--deck", "mine", *AI, "--record", "", "--games", "2")
    assert ran.code == OK
    (note,) = [line for line in ran.err.splitlines() if "not in the index" in line]
    assert note.startswith("gemp-bot: 2 cards are not in the index (900_1, 900_2)")
    assert "without knowing their numbers" in note
    assert HOW_TO_BUILD in note
    assert "not in the index" not in (await play(server, *DECK, *AI, "--record", "")).err


async def test_two_accounts_play_each_other(server: FakeGemp) -> None:
    games = ("--games", "2", "--json", "--record", "")
    alice, bob = await asyncio.gather(
        play(server, *DECK, "--versus", "table", *games),
        play(server, "--deck", DARK_60, "--library", "--versus", "join:alice", *games, user="bob"),
    )
    assert (alice.code, bob.code) == (OK, OK)
    mine, theirs = alice.json["games"], bob.json["games"]
    assert [game["game_id"] for game in mine] == [game["game_id"] for game in theirs]
    for one, other in zip(mine, theirs, strict=True):
        assert {one["result"], other["result"]} == {"win", "loss"}
        assert (one["side"], other["side"]) == ("LIGHT", "DARK")
        assert (one["opponent"], one["opponent_deck"]) == ("bob", None)


async def test_nobody_comes(server: FakeGemp) -> None:
    for versus, line in (("table", "nobody came to the table"), ("join:bob", "bob opened no table")):
        with pytest.raises(CommandError, match=line) as told:
            await play(server, *DECK, "--versus", versus, "--wait", "1", "--json", "--record", "")
        assert told.value.code == FAILURE
    assert not server.hall.tables


# -- exit codes -----------------------------------------------------------------------------------------


async def test_an_unfinished_game_is_a_failure(server: FakeGemp) -> None:
    server.faults.on(faults.Restart(), path="/game/", answers=True, skip=3)
    ran = await play(server, *DECK, *AI, "--json", "--record", "")
    assert ran.code == FAILURE
    assert [(game["result"], game["reason"]) for game in ran.json["games"]] == [("unfinished", "server_gone")]
    assert "does not know it" in ran.json["games"][0]["fault"]


async def test_the_hall_says_no(server: FakeGemp) -> None:
    server.hall.ai_tables = False
    with pytest.raises(HallRefusedError, match="Bot tables are currently disabled"):
        await play(server, *DECK, *AI, "--record", "")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ((*AI, "--parallel", "9"), "--parallel 9: a server allows 8 games at once"),
        (("--versus", "join:bob", "--parallel", "3"), "--parallel 3: a server allows 2 games at once"),
    ],
)
async def test_more_games_at_once_than_a_server_allows(
    server: FakeGemp, words: tuple[str, ...], line: str
) -> None:
    with pytest.raises(CommandError, match=line) as told:
        await play(server, *DECK, *words, "--games", "20")
    assert told.value.code == USAGE
    assert made(server) == 0


@pytest.mark.parametrize("versus", ["ai:NOBODY", "join:", "tabel", "AI:RANDO", "join"])
def test_against_nobody_there_is(versus: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--versus", versus]) == USAGE
    assert capsys.readouterr().err.count("\n") == 1


async def test_an_unknown_strategy_is_told_before_a_table_is_made(server: FakeGemp) -> None:
    with pytest.raises(UnknownStrategyError, match="did you mean 'steady'") as told:
        await play(server, *DECK, *AI, "--strategy", "stedy", "--record", "")
    assert _code_of(told.value) == CONFIG
    assert made(server) == 0


async def test_a_wrong_password(server: FakeGemp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMP_BOT_PASSWORD", "wrong")
    with pytest.raises(WrongPasswordError) as told:
        await play(server, *DECK, *AI)
    assert _code_of(told.value) == LOGIN == 4
    assert made(server) == 0


async def test_journals_that_cannot_be_written_are_told_before_a_table_is_made(
    server: FakeGemp, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="file/below: journals cannot be written there: Not a directory"):
        await play(server, *DECK, *AI, "--record", str(tmp_path / "file/below"))
    assert made(server) == 0


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ((*AI, "--deck", "nosuch"), "no deck named 'nosuch'"),
        (("--opponent-deck", LIGHT_60, *DECK), "both decks are light"),
        (("--opponent-deck", "nosuch", *DECK), "library holds no deck named 'nosuch'"),
    ],
)
async def test_decks_that_do_not_fit_are_told_before_a_table_is_made(
    server: FakeGemp, words: tuple[str, ...], line: str
) -> None:
    with pytest.raises(CommandError, match=line):
        await play(server, *words, "--record", "")
    assert made(server) == 0


# -- Ctrl-C -----------------------------------------------------------------------------------------------


class Held(TableScript):
    """A game that waits for bob, who is in no hurry.

    Attributes:
        waiting: set when alice has answered and waits.
    """

    def __init__(self) -> None:
        self.waiting = asyncio.Event()

    def play(self, table: ServerTable, /) -> Play:
        yield Ask({"alice": questions.start_confirmation()})
        self.waiting.set()
        yield Ask({"bob": questions.optional_responses()})
        for _ in range(3):
            yield ask("alice", questions.optional_responses())
        yield End("bob")


@asynccontextmanager
async def program(
    server: FakeGemp, folder: Path, *more: str, **settings: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """`gemp-bot play` of its own, which adopts what runs and would go on with more games."""
    words = (
        "play",
        "--server",
        server.url,
        "--user",
        "alice",
        *DECK,
        *AI,
        "--games",
        "9",
        *(more or ("--json",)),
    )
    surroundings = {name: text for name, text in os.environ.items() if not name.startswith("COV")}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "gemp_bot", *words, "--record", "",
        cwd=folder, env={**surroundings, "PYTHONPATH": str(ROOT), **settings},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        async with asyncio.timeout(60):
            yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        # Its pipes are closed before the loop is.
        process._transport.close()  # type: ignore[attr-defined]


async def told(process: asyncio.subprocess.Process, words: str) -> None:
    """Wait for a line on stderr."""
    assert process.stderr is not None
    async for line in process.stderr:
        if words in line.decode():
            return
    raise AssertionError(f"never said {words!r}")


async def ended(process: asyncio.subprocess.Process) -> dict[str, Any]:
    out, err = await process.communicate()
    assert process.returncode == INTERRUPTED, err.decode()
    assert b"Traceback" not in err
    value: dict[str, Any] = json.loads(out)
    return value


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
async def test_the_first_ctrl_c_ends_after_the_running_games(tmp_path: Path) -> None:
    async with FakeGemp(idle_seconds=0.05) as server:
        script = Held()
        game = server.start_game("bob", "alice", script)
        async with program(server, tmp_path) as process:
            await script.waiting.wait()
            process.send_signal(signal.SIGINT)
            await told(process, "no further game; Ctrl-C once more concedes")
            assert game.outcome is None
            game.answer("bob", 1, "")
            found = await ended(process)
        assert [(one["result"], one["reason"]) for one in found["games"]] == [("win", "life_force")]
        assert len(server.games) == 1


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
@pytest.mark.parametrize("running", [0, 1])
async def test_a_ctrl_c_speaks_of_games_only_where_some_run(
    capsys: pytest.CaptureFixture[str], running: int
) -> None:
    class Interrupted:
        """A match that a person interrupts."""

        def __init__(self) -> None:
            self.stopped = asyncio.Event()
            self.stop = self.stopped.set

        async def run(self) -> None:
            os.kill(os.getpid(), signal.SIGINT)
            await self.stopped.wait()

    out = Output()
    lines = GameLines(out, "alice")
    player = StrategyPlayer(lambda seed, _: make_strategy("random", seed))
    games = [Assignment(GameId(f"{number}"), player, player.make(1, None), 1) for number in range(2)]
    for game in games:
        lines.begin(game)
    for game in games[running:]:
        lines.end(game, GameOutcome(game.game))
    assert await _run(Interrupted(), out, lines)  # type: ignore[arg-type]
    more = "; Ctrl-C once more concedes those that run" if running else ""
    assert capsys.readouterr().err.endswith(f"gemp-bot: no further game{more}\n")


def test_a_line_of_a_service_tells_when_whom_and_whether_adopted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    player = StrategyPlayer(lambda seed, _: make_strategy("random", seed))
    seats = (PlayerName("bob"), PlayerName("Alice"))
    game = Assignment(GameId("g"), player, player.make(1, None), 1, adopted=True, seats=seats)
    out = Output()
    out.as_log = True
    lines = GameLines(out, "alice", {"bob": "p1"}.get)
    set_up_logs(Secrets())
    lines.begin(game)
    lines.end(game, GameOutcome(game.game, adopted=True, journal=Path("j"), fault="too late"))
    out.note("gemp-bot: the end")
    told = capsys.readouterr()
    begun, over, fault, note = told.err.splitlines()
    for text in (begun, over, fault, note):
        assert datetime.fromisoformat(text.split()[0]).tzinfo is UTC
        assert text.split()[1:3] == ["[info", "]"]
        assert "[gemp_bot]" in text
    assert "game g, adopted, against p1 " in begun
    assert ", adopted, journal: j" in over
    assert "] too late " in fault
    assert "] the end " in note
    assert not told.out
    set_up_logs(Secrets(), style="json")
    lines.begin(game)
    line = json.loads(capsys.readouterr().err)
    assert (line["event"], line["opponent"], line["adopted"]) == ("game_begun", "p1", True)


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
async def test_the_second_ctrl_c_concedes_them(tmp_path: Path) -> None:
    async with FakeGemp(idle_seconds=0.05) as server:
        script = Held()
        server.start_game("bob", "alice", script)
        async with program(server, tmp_path) as process:
            await script.waiting.wait()
            process.send_signal(signal.SIGINT)
            await told(process, "no further game")
            process.send_signal(signal.SIGINT)
            await told(process, "conceding")
            found = await ended(process)
        assert [(one["result"], one["reason"]) for one in found["games"]] == [("loss", "conceded")]
        assert len(server.games) == 1


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
async def test_the_third_interrupt_leaves_at_once(tmp_path: Path) -> None:
    """A server that never answers a concession holds nobody."""
    async with FakeGemp(idle_seconds=0.05) as server:
        script = Held()
        server.start_game("bob", "alice", script)
        async with program(server, tmp_path) as process:
            await script.waiting.wait()
            server.faults.on(faults.Slow(60), path="/game/", times=1000)
            for words in ("no further game", "conceding", ""):
                process.send_signal(signal.SIGTERM)
                if words:
                    await told(process, words)
            found = await ended(process)
        assert found["games"] == []


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
async def test_a_terminal_that_goes_away_ends_after_the_running_games(tmp_path: Path) -> None:
    async with FakeGemp(idle_seconds=0.05) as server:
        script = Held()
        game = server.start_game("bob", "alice", script)
        async with program(server, tmp_path) as process:
            await script.waiting.wait()
            process.send_signal(signal.SIGHUP)
            await told(process, "no further game")
            game.answer("bob", 1, "")
            found = await ended(process)
        assert [one["result"] for one in found["games"]] == ["win"]


async def test_nobody_reads_the_results_and_the_games_are_played(tmp_path: Path) -> None:
    """`| head -1`."""
    async with FakeGemp(
        idle_seconds=0.05, script_factory=lambda setup: ToyScript(setup.seed, length=4)
    ) as server:
        async with program(server, tmp_path, "--parallel", "3") as process:
            assert process.stdout is not None
            await process.stdout.readline()
            process.stdout._transport.close()  # type: ignore[attr-defined]
            await told(process, "nobody reads stdout any more; the games are played to their end")
            assert await process.wait() == FAILURE
        assert len(server.games) == 9
        assert all(game.outcome is not None for game in server.games.values())


async def test_every_line_is_json_where_logs_are_json(tmp_path: Path) -> None:
    async with FakeGemp(
        idle_seconds=0.05, script_factory=lambda setup: ToyScript(setup.seed, length=4)
    ) as server:
        server.faults.on(faults.Restart(), path="/game/", answers=True, skip=9)
        server.faults.on(faults.Status(401), path="/hall/update", skip=30, times=1)
        words = ("--record", str(tmp_path / "journals"), "--strategy", "random")
        async with program(server, tmp_path, *words, GEMP_BOT_LOG__FORMAT="json") as process:
            out, err = await process.communicate()
        assert out == b""
        lines = [json.loads(line) for line in err.decode().splitlines()]
        assert all(line["timestamp"] and line["event"] for line in lines)
        games = [line for line in lines if line["event"] in ("game_begun", "game_over", "game_doubtful")]
        assert {line["adopted"] for line in games if line["event"] == "game_begun"} == {False}
        told = {line["game"] for line in games}
        assert len(told) == 9
        assert set(server.games) <= told, "those that the restart did not take away"
        (lost,) = [line for line in lines if line["event"] == "game_over" and line["result"] == "unfinished"]
        assert "does not know it" in lost["fault"]


async def test_a_refusal_is_json_as_well(tmp_path: Path) -> None:
    async with FakeGemp(idle_seconds=0.05) as server:
        async with program(server, tmp_path, "--deck", "nosuch", GEMP_BOT_LOG__FORMAT="json") as process:
            _, err = await process.communicate()
        (line,) = [json.loads(line) for line in err.decode().splitlines()]
        assert (line["event"], process.returncode) == ("failed", FAILURE)
        assert "nosuch" in line["why"]
