"""Whole measurements against the fake server."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest
from arena_scene import AI, OPEN, OPEN_40, TABLE
from fakes.server import FakeGemp
from fakes.toy import ToyScript
from fakes.toy_scenes import Stage
from measuring import BOT, Measuring, server, short_game

from gemp_bot.arena.record import ArenaOutcome, GameRecord
from gemp_bot.arena.results import read_results
from gemp_bot.journal import JournalReader
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import GameId
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.sandbox.server import faults
from gemp_bot.sandbox.server.contents import DARK_60, LIGHT_60
from gemp_bot.sandbox.server.steps import Play

pytestmark = pytest.mark.thorough

DECIDED = {ArenaOutcome.WIN, ArenaOutcome.LOSS}


class Signals(ToyScript):
    """A long toy game that tells when it has come to its third phase."""

    def __init__(self, seed: int, reached: asyncio.Event) -> None:
        super().__init__(seed, length=100_000)
        self.reached = reached

    def _phase(self, stage: Stage, number: int) -> Play:
        if number == 2:
            self.reached.set()
        yield from super()._phase(stage, number)


def outcomes(records: list[GameRecord]) -> set[ArenaOutcome]:
    return {record.outcome for record in records}


def won(running: FakeGemp, *players: str) -> set[str]:
    """The games that one of these won, as the server sees it."""
    return {game.id for game in running.games.values() if game.outcome and game.outcome.winner in players}


def called_won(records: list[GameRecord]) -> set[str | None]:
    return {record.game for record in records if record.outcome is ArenaOutcome.WIN}


async def test_games_against_an_ai_are_played_in_pairs(tmp_path: Path) -> None:
    async with server() as running:
        wanted = {"games": 8, "pair": [OPEN, OPEN_40], "parallel": 2}
        records = await Measuring(running.url, tmp_path, wanted).play()
        assert len(running.games) == len(records) == 8
        assert won(running, "alice", "bob") == called_won(records)
    assert outcomes(records) <= DECIDED
    assert Counter((record.pair, record.side) for record in records) == {
        (pair, side): 2 for pair in (1, 2) for side in Side
    }
    for record in records:
        assert record.opponent == "ai:RANDO"
        assert (record.deck == LIGHT_60) is (record.side is Side.LIGHT and record.pair == 1)
        assert None not in {record.life, record.opponent_life, record.margin}
        assert (record.disputed, record.doubled, record.warnings, record.fault) == (0, 0, 0, None)
        assert record.questions >= record.choices > 0
        assert record.player_version == BOT
        journal = tmp_path / "out" / "journals" / (record.journal or "")
        head = next(iter(JournalReader(journal)))[1]
        assert (head.game, head.seed, head.deck_name) == (record.game, record.seed, record.deck)  # type: ignore[union-attr]
    assert sorted(read_results(tmp_path / "out" / "results.jsonl")) == sorted(
        record.job for record in records
    )


async def test_games_at_a_table_are_played_by_two_of_ours(tmp_path: Path) -> None:
    async with server() as running:
        wanted = {"games": 8, "opponent": [TABLE], "player": {"strategy": "steady"}}
        records = await Measuring(running.url, tmp_path, wanted).play()
        assert won(running, "alice") == called_won(records)
        assert all(table.game is not None for table in running.hall.tables.values()), "none is left waiting"
    assert outcomes(records) <= DECIDED
    assert Counter((record.side, record.host) for record in records) == {
        (side, host): 2 for side in Side for host in (True, False)
    }
    for record in records:
        assert (record.opponent, record.opponent_version) == ("random", BOT)


async def test_two_opponents_take_turns(tmp_path: Path) -> None:
    async with server() as running:
        records = await Measuring(running.url, tmp_path, {"games": 2, "opponent": [AI, TABLE]}).play()
    assert [record.opponent for record in records] == ["ai:RANDO", "ai:RANDO", "random", "random"]


async def test_a_strategy_file_that_changes_before_its_first_game_plays_none(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = 'name = "mine"\nabout = "a test"\napi = 2\nextends = "strong"\n'
    file.write_text(text)
    mine = {"kind": "strategy", "name": str(file)}

    def edit(*_: object) -> None:
        file.write_text(f"{text}# a remark\n")

    async with server() as running:
        wanted = {"games": 2, "opponent": [AI, mine]}
        first, second, *others = await Measuring(running.url, tmp_path, wanted, on_record=edit).play()
    assert {first.outcome, second.outcome} <= DECIDED
    assert outcomes(others) == {ArenaOutcome.ERROR}
    for record in others:
        assert (record.fault or "").startswith("another player than this run began with: strategy mine was ")


async def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    async with server() as running:
        wanted = {"games": 6}
        first = await Measuring(running.url, tmp_path, wanted, on_record=lambda run, _: run.stop()).play()
        assert len(first) == 1
        second = await Measuring(running.url, tmp_path, wanted).play()
        assert len(second) == 5
        assert not {record.job for record in first} & {record.job for record in second}
        assert await Measuring(running.url, tmp_path, wanted).play() == []
        more = await Measuring(running.url, tmp_path, {"games": 8}).play()
        assert len(more) == 2
        assert len(running.games) == 8


async def test_games_that_run_when_it_is_abandoned_get_no_result(tmp_path: Path) -> None:
    async with server() as running:
        began = asyncio.Event()
        running.world.script_factory = lambda setup: Signals(setup.seed, began)
        run = Measuring(running.url, tmp_path, {"games": 4})
        task = asyncio.create_task(run.play())
        await began.wait()
        run.abandon()
        assert await task == []
        assert all(game.outcome is not None for game in running.games.values()), "conceded"
    assert read_results(tmp_path / "out" / "results.jsonl") == {}


async def test_games_of_an_earlier_run_are_given_up(tmp_path: Path) -> None:
    async with server() as running:
        left = running.start_game("alice", "bob", ToyScript(1, length=4))
        records = await Measuring(running.url, tmp_path, {"games": 2, "opponent": [TABLE]}).play()
        assert outcomes(records) <= DECIDED
        assert left.outcome is not None
        assert left.id not in {record.game for record in records}


async def test_a_game_that_takes_too_long_is_a_timeout(tmp_path: Path) -> None:
    async with server() as running:
        running.world.script_factory = lambda setup: ToyScript(setup.seed, length=100_000)
        records = await Measuring(running.url, tmp_path, {"games": 2, "time_limit": 1.0}).play()
        assert all(game.outcome is not None for game in running.games.values()), "given up"
        assert outcomes(records) == {ArenaOutcome.TIMEOUT}
        running.world.script_factory = lambda setup: ToyScript(setup.seed, length=4)
        assert await Measuring(running.url, tmp_path, {"games": 2, "time_limit": 1.0}).play() == []
        again = await Measuring(running.url, tmp_path, {"games": 2, "time_limit": 1.0}, retry=True).play()
    assert outcomes(again) <= DECIDED
    assert {record.outcome for record in read_results(tmp_path / "out" / "results.jsonl").values()} <= DECIDED


async def test_a_game_that_somebody_else_gives_up_is_nobodys(tmp_path: Path) -> None:
    """Another program with our account gives our game up: that is no loss of the player."""
    async with server() as running, GempClient(ClientSettings(url=running.url)) as other:
        await other.login("alice", "test")
        began = asyncio.Event()
        running.world.script_factory = lambda setup: Signals(setup.seed, began)
        task = asyncio.create_task(Measuring(running.url, tmp_path, {"games": 2}).play())
        await began.wait()
        running.world.script_factory = short_game
        await other.game(GameId(next(iter(running.games)))).concede()
        first, second = await task
    assert (first.outcome, first.reason) == (ArenaOutcome.ERROR, "conceded")
    assert first.fault == "loss by conceded, which nobody wanted"
    assert second.outcome in DECIDED


async def test_a_game_that_a_player_of_the_server_gives_up_is_won(tmp_path: Path) -> None:
    async with server() as running:
        began = asyncio.Event()
        running.world.script_factory = lambda setup: Signals(setup.seed, began)
        task = asyncio.create_task(Measuring(running.url, tmp_path, {"games": 2}).play())
        await began.wait()
        running.world.script_factory = short_game
        (game,) = running.games.values()
        game.concede(next(name for name in game.players if name != "alice"))
        first, second = await task
    assert (first.outcome, first.reason, first.fault) == (ArenaOutcome.WIN, "conceded", None)
    assert second.outcome in DECIDED


async def test_games_that_cannot_be_played_end_the_run_in_one_line(tmp_path: Path) -> None:
    async with server() as running:
        run = Measuring(running.url, tmp_path, {"games": 20})
        running.hall.ai_tables = False
        records = await run.play()
        assert len(records) == 6
        assert outcomes(records) == {ArenaOutcome.ERROR}
        assert run.running is not None
        assert run.running.trouble == (
            "6 games in a row could not be played: Bot tables are currently disabled"
        )
        running.hall.ai_tables = True
        assert outcomes(await Measuring(running.url, tmp_path, {"games": 20}, retry=True).play()) <= DECIDED
        assert len(running.games) == 20


async def test_a_table_that_is_refused_does_not_keep_the_other_player_waiting(tmp_path: Path) -> None:
    async with server() as running:
        running.hall.private_games = False
        async with asyncio.timeout(30):
            records = await Measuring(running.url, tmp_path, {"games": 2, "opponent": [TABLE]}).play()
    assert outcomes(records) == {ArenaOutcome.ERROR}
    assert all(record.fault and "rivate" in record.fault for record in records)


async def test_a_deck_of_our_own_plays_on_both_sides(tmp_path: Path) -> None:
    async with server() as running:
        pair = OPEN | {"light": {"file": "mine.txt"}}
        for opponent in (AI, TABLE):
            folder = tmp_path / opponent["kind"]
            folder.mkdir()
            (folder / "mine.txt").write_text(",".join(["1_19"] * 60))
            wanted = {"games": 2, "pair": [pair], "opponent": [opponent]}
            records = await Measuring(running.url, folder, wanted).play()
            assert outcomes(records) <= DECIDED
            assert sorted((record.deck, record.opponent_deck) for record in records) == [
                (DARK_60, records[0].deck), (records[0].deck, DARK_60),
            ]  # fmt: skip
            assert records[0].deck.startswith("arena mine ")


@pytest.mark.parametrize("status", [502, 500])
async def test_a_server_that_stumbles_costs_no_game(tmp_path: Path, status: int) -> None:
    async with server() as running:
        running.faults.on(faults.Status(status), path="/hall/update", times=2)
        running.faults.on(faults.SessionLost(), path="/game/", skip=5)
        records = await Measuring(running.url, tmp_path, {"games": 4}).play()
    assert outcomes(records) <= DECIDED
    assert len(records) == 4
