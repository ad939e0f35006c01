"""Real games against the fake server, told to a history by the supervisor's listeners."""

from pathlib import Path

import pytest
from fakes.server import FakeGemp
from fakes.toy import ToyScript
from history_scene import NOON, rows

from gemp_bot.decisions import Catalogue
from gemp_bot.history import records
from gemp_bot.history.history import History, HistorySettings, Keeper
from gemp_bot.history.records import (
    HistoryRecord,
    OpponentKind,
    RecordSource,
    record_of,
    server_name,
    with_outcome,
)
from gemp_bot.journal.folder import JournalFolder
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.entries import AiEntry, DeckPool, Limits, PooledDeck, StrategyPlayer
from gemp_bot.play.hall_watch import HallWatch
from gemp_bot.play.outcome import GameOutcome, Result
from gemp_bot.play.runner import Assignment, GameRunner
from gemp_bot.play.supervisor import Supervisor
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import AiSkill, Side
from gemp_bot.protocol.ids import GameId
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.sandbox.server.contents import DARK_60, LIGHT_60
from gemp_bot.strategy import make_strategy, strategy_named

SOURCE = RecordSource("alice", "http://127.0.0.1:17001", "0.1.0", frozenset({"otherbot"}))
PLAYER = StrategyPlayer(lambda seed, _: make_strategy("random", seed), strategy_named("random"))


def assignment(**more: object) -> Assignment:
    deck = PooledDeck("Mine", text="1_19|")
    return Assignment(GameId("g"), PLAYER, make_strategy("random", 1), 1, "tables", deck, **more)  # type: ignore[arg-type]


async def test_games_of_a_supervisor(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    recorder = Recorder()
    async with FakeGemp(
        idle_seconds=0, script_factory=lambda setup: ToyScript(setup.seed, length=6)
    ) as server:
        settings = ClientSettings(url=server.url, attempts=2)
        async with GempClient(settings, observer=recorder.observe) as client:
            await client.login("alice", "test")

            async def log_in() -> None:
                await client.login("alice", "test")

            runner = GameRunner(
                client,
                recorder,
                Catalogue.load(),
                log_in,
                JournalFolder(tmp_path / "journals"),
                server=server.url,
            )
            entry = AiEntry(
                name="filler",
                player=PLAYER,
                decks=DeckPool((PooledDeck(LIGHT_60, True, text="1_19|"),)),
                skill=AiSkill.RANDO,
                opponent_decks=DeckPool((PooledDeck(DARK_60, True),)),
            )
            history = History(HistorySettings(file), "alice", server_name(server.url))
            source = RecordSource("alice", server.url, "0.1.0")
            keeper = Keeper(history, source, {"filler": "open"}, wall=lambda: NOON)

            def wake() -> None:
                supervisor.wake()

            watch = HallWatch(client, log_in, on_change=wake)
            supervisor = Supervisor(
                runner, watch, [entry], Limits(games=2), on_begin=keeper.begun, on_end=keeper.ended
            )
            await supervisor.run()
            history.close()
    found = rows(file, "SELECT result IN ('win', 'loss'), opponent, opponent_kind, format, entry FROM games")
    assert found == [(1, "~Rando_Cal", "ai", "open", "filler")] * 2
    (told, *_) = rows(
        file,
        "SELECT deck, opponent_deck, strategy, length(program_digest), decisions > 0, side, journal, server "
        "FROM games",
    )
    journals = sorted(path.name for path in (tmp_path / "journals").iterdir())
    assert told == (LIGHT_60, DARK_60, "random", 64, 1, "LIGHT", journals[0], server_name(server.url))


def test_the_opponent_is_told_when_it_is_known(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    history = History(HistorySettings(file), "alice", server_name(SOURCE.server))
    keeper = Keeper(history, SOURCE, {"tables": "open"}, wall=lambda: NOON)
    playing = assignment()
    keeper.begun(playing)
    keeper.opponent(GameId("g"), "otherbot")
    keeper.opponent(GameId("elsewhere"), "bob")
    assert history.flush()
    assert rows(file) == [("g", "otherbot", None)]
    keeper.ended(playing, GameOutcome(GameId("g"), Result.ERROR, "fault", fault="a bug"))
    assert history.met("otherbot")
    assert not history.met("bob")
    history.close()
    assert rows(file) == [("g", "otherbot", "error")]


def test_an_adopted_game_has_no_format_by_guess(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    history = History(HistorySettings(file), "alice", server_name(SOURCE.server))
    Keeper(history, SOURCE, {"tables": "open"}).begun(assignment(adopted=True))
    history.close()
    assert rows(file, "SELECT format FROM games") == [(None,)]


def test_a_record_of_a_game_that_is_over() -> None:
    outcome = GameOutcome(
        GameId("g"),
        Result.WIN,
        "conceded",
        Side.DARK,
        "bob",
        9,
        12,
        3,
        80,
        40,
        0,
        1,
        decide_seconds=(0.1, 0.2, 0.3),
    )
    record = with_outcome(record_of(assignment(), SOURCE, begun=NOON), outcome, ended=NOON + 60)
    assert (record.result, record.reason, record.opponent_kind) == ("win", "conceded", OpponentKind.PERSON)
    assert (record.think_p50, record.think_p99) == (200.0, 300.0)
    assert record.server == "http://127.0.0.1:17001/gemp-swccg-server"


@pytest.mark.parametrize(
    ("name", "kind"),
    [("~Rando_Cal", OpponentKind.AI), ("otherbot", OpponentKind.BOT), ("bob", OpponentKind.PERSON)],
)
def test_what_an_opponent_is(name: str, kind: OpponentKind) -> None:
    record: HistoryRecord = record_of(assignment(), SOURCE, begun=NOON).against(name, SOURCE.bots)
    assert record.opponent_kind is kind


def test_results_are_called_as_those_of_games() -> None:
    assert {records.WON, records.LOST, records.UNFINISHED} == {Result.WIN, Result.LOSS, Result.UNFINISHED}
    assert records.UNKNOWN not in set(Result)
