"""Whole games of the player against the fake server, whole and broken, recorded and re-lived."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from gemp_bot.decisions import Catalogue, ask
from gemp_bot.journal import Head, JournalReader, JournalWriter, VerdictLine
from gemp_bot.play import GameOutcome, Recorder, play_game
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.ids import GameId
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.replay import Relive
from gemp_bot.replay.tally import Result
from gemp_bot.sandbox.server import faults
from gemp_bot.sandbox.server.fake import FakeGemp
from gemp_bot.sandbox.server.toy import ToyScript
from gemp_bot.state import Table, differences
from gemp_bot.strategy import Budget, make_strategy

BOT = "~Rando_Cal"


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue.load()


@pytest.fixture
async def server() -> AsyncIterator[FakeGemp]:
    async with FakeGemp(idle_seconds=0.0) as running:
        yield running


@dataclass
class Played:
    outcome: GameOutcome
    journal: Path
    server: FakeGemp


Play = Callable[..., Awaitable[Played]]


@pytest.fixture
def play(server: FakeGemp, tmp_path: Path, catalogue: Catalogue) -> Play:
    """Play one toy game as alice, and record it."""

    async def game(seed: int, *planned: tuple[faults.Fault, dict[str, object]], length: int = 20) -> Played:
        running = server.start_game("alice", BOT, ToyScript(seed, length=length), bots=frozenset({BOT}))
        recorder = Recorder()
        journal = JournalWriter(tmp_path / "game.jsonl.gz")
        journal.head(Head(version=1, bot="test", strategy="random", seed=seed))
        recorder.attach(GameId(running.id), journal)
        settings = ClientSettings(url=server.url, attempts=2)
        async with GempClient(settings, observer=recorder.observe) as client:
            await client.login("alice", "test")
            for fault, where in planned:
                server.faults.on(fault, **where)  # type: ignore[arg-type]
            outcome = await play_game(
                client.game(GameId(running.id)),
                make_strategy("random", seed),
                catalogue,
                recorder,
                log_in=lambda: client.login("alice", "test"),
            )
        recorder.detach(GameId(running.id))
        return Played(outcome, journal.path, server)

    return game


@pytest.mark.parametrize("seed", range(8))
async def test_a_whole_game_is_played_and_its_journal_holds_strictly(
    seed: int, play: Play, catalogue: Catalogue
) -> None:
    played = await play(seed)
    assert played.outcome.result in ("win", "loss")
    assert (played.outcome.warnings, played.outcome.resyncs) == (0, 0)
    tally = Relive(played.journal, catalogue).run()
    assert tally.first_fault is None
    assert tally.result.value == played.outcome.result
    assert (tally.decisions, tally.choices) == (played.outcome.decisions, played.outcome.choices)
    verdicts = [line.n for _, line in JournalReader(played.journal) if isinstance(line, VerdictLine)]
    assert verdicts == list(range(1, tally.answers + 1)), "one verdict a question"


ANSWER = {"path": "/game/", "answers": True, "skip": 5}
FAULTS = [
    (faults.DropBefore(), ANSWER),
    (faults.DropAfter(), ANSWER),
    (faults.Cut(), ANSWER),
    (faults.Status(401), ANSWER),
    (faults.Status(409), ANSWER),
    (faults.Status(410), ANSWER),
    (faults.Status(500), ANSWER),
    (faults.Status(500, processed=True), ANSWER),
    (faults.html_page(), ANSWER),
    (faults.Body(b"<update cn='0'><ge", processed=True), ANSWER),
    (faults.SessionLost(), ANSWER),
    (faults.Status(503), {"path": "/game/", "method": "GET"}),
]


@pytest.mark.parametrize(("fault", "where"), FAULTS, ids=str)
async def test_a_fault_in_mid_game_is_survived_and_no_answer_is_sent_twice(
    fault: faults.Fault, where: dict[str, object], play: Play, catalogue: Catalogue
) -> None:
    played = await play(3, (fault, where))
    assert played.outcome.result in ("win", "loss"), played.outcome.fault
    assert played.server.faults.left == 0, "the fault happened"
    assert played.outcome.warnings == 0
    tally = Relive(played.journal, catalogue).run()
    assert tally.double_answers == 0
    assert tally.illegal_answers == 0
    assert tally.result is not Result.UNFINISHED


async def test_a_gzip_bomb_is_not_swallowed(play: Play) -> None:
    played = await play(3, (faults.GzipBomb(), ANSWER))
    assert played.outcome.result in ("win", "loss")
    assert played.outcome.resyncs == 1


async def test_the_same_question_again_with_a_warning_is_counted(play: Play) -> None:
    played = await play(3, (faults.SameDecisionWithWarning(), ANSWER))
    assert played.outcome.result in ("win", "loss")
    assert played.outcome.warnings == 1


async def test_a_restarted_server_has_lost_the_game(play: Play) -> None:
    played = await play(3, (faults.Restart(), ANSWER))
    assert played.outcome.result in ("unfinished", "error")
    assert played.outcome.fault is not None


@pytest.mark.parametrize("seed", range(10))
async def test_the_tracked_table_equals_every_fresh_snapshot(
    seed: int, server: FakeGemp, catalogue: Catalogue
) -> None:
    """After every third answer the game is opened anew: both tables must know the same."""
    running = server.start_game("alice", BOT, ToyScript(seed, length=25), bots=frozenset({BOT}))
    strategy = make_strategy("random", seed)
    compared = 0
    async with GempClient(ClientSettings(url=server.url)) as client:
        await client.login("alice", "test")
        channel = client.game(GameId(running.id))
        table = Table()
        table.apply(await channel.open())
        answers = 0
        while table.ending is None:
            asked = table.asked
            if asked is None:
                table.apply(await channel.poll())
                continue
            answers += 1
            if answers % 3 == 0:
                fresh = Table()
                fresh.apply(await channel.open())
                assert differences(table, fresh) == []
                compared += 1
                table = fresh
            question = ask(asked, table.face_of, catalogue)
            wire = question.wire_of(strategy.decide(table, question, Budget()).answer)
            table.answered()
            table.apply(await channel.answer(wire))
            assert table.columns_agree
            assert not table.oddities
    assert compared > 10
