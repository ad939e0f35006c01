"""The numbers for Prometheus: what is counted, and what never is a label."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from gemp_bot.play.entries import StrategyPlayer
from gemp_bot.play.outcome import GameOutcome, Incident, IncidentKind, Result
from gemp_bot.play.runner import Assignment
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import GameId
from gemp_bot.protocol.pace import CallKind
from gemp_bot.service.control import UnkeptRecords
from gemp_bot.service.metrics import Metrics, ServiceIncident
from gemp_bot.strategy import make_strategy


def value(metrics: Metrics, name: str, **labels: str) -> float:
    for family in text_string_to_metric_families(metrics.text().decode()):
        for sample in family.samples:
            if sample.name == f"gemp_bot_{name}" and sample.labels == labels:
                return sample.value
    raise AssertionError(f"{name} {labels} is not there")


def assignment(game: str, *, adopted: bool = False, waited: float | None = None) -> Assignment:
    player = StrategyPlayer(lambda seed, deck: make_strategy("random", seed, deck))
    strategy = make_strategy("random", 0, None)
    return Assignment(GameId(game), player, strategy, 0, adopted=adopted, waited=waited)


def test_a_game_is_counted_by_its_result_and_its_reason(tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl.gz"
    journal.write_bytes(b"x" * 1234)
    metrics = Metrics("1.0")
    first, second = assignment("g1"), assignment("g2", adopted=True)
    metrics.game_began(first)
    metrics.game_began(second)
    assert value(metrics, "games_running") == 2
    outcome = GameOutcome(
        first.game, Result.WIN, "life_force", opponent="Hen", resyncs=3, warnings=2, journal=journal
    )
    metrics.game_ended(first, outcome)
    assert value(metrics, "games_running") == 1
    assert value(metrics, "games_total", result="win", reason="life_force") == 1
    assert value(metrics, "games_begun_total", adopted="yes") == 1
    assert value(metrics, "resyncs_total") == 3
    assert value(metrics, "refused_answers_total") == 2
    assert value(metrics, "journal_bytes_total") == 1234
    assert "Hen" not in metrics.text().decode()
    assert "g1" not in metrics.text().decode()


def test_a_game_lost_to_a_fault_is_an_incident_counted_when_it_happens_and_no_second_time() -> None:
    metrics = Metrics(journals=False)
    one = assignment("g1")
    metrics.game_began(one)
    incident = Incident(IncidentKind.GIVEN_UP, "a bug", datetime.now(UTC))
    outcome = GameOutcome(
        one.game, Result.ERROR, "fault", fault="a bug with Hen's name", incidents=(incident,)
    )
    metrics.incident(IncidentKind.GIVEN_UP)
    metrics.game_ended(one, outcome)
    assert value(metrics, "incidents_total", kind="given_up") == 1
    assert value(metrics, "incidents_total", kind="journal_missing") == 0
    assert "Hen" not in metrics.text().decode()


def test_a_game_without_a_journal_is_an_incident_where_games_are_recorded() -> None:
    metrics, one = Metrics(), assignment("g1")
    metrics.game_began(one)
    metrics.game_ended(one, GameOutcome(one.game, Result.LOSS, "conceded"))
    assert value(metrics, "incidents_total", kind="journal_missing") == 1


def test_a_journal_that_is_gone_meanwhile_costs_nothing(tmp_path: Path) -> None:
    metrics, one = Metrics(), assignment("g1")
    metrics.game_ended(one, GameOutcome(one.game, Result.LOSS, "conceded", journal=tmp_path / "gone"))
    assert value(metrics, "journal_bytes_total") == 0


def test_calls_and_waits() -> None:
    metrics = Metrics(unknown_cards=lambda: 4, memory=lambda: 5_000_000)
    for code in (200, 200, 0):
        metrics.exchange(
            Exchange(method="POST", path="/game/ab12", form={}, status=code, ms=1.0, body="", t=0.0)
        )
    metrics.pace_waited(CallKind.HALL_POLL, 1.5)
    metrics.game_began(assignment("ab12", waited=45))
    metrics.game_began(assignment("ab13"))
    metrics.lag(0.002)
    assert value(metrics, "calls_total", endpoint="POST /game/*", status="200") == 2
    assert value(metrics, "calls_total", endpoint="POST /game/*", status="none") == 1
    assert value(metrics, "pace_wait_seconds_sum", kind="hall poll") == 1.5
    assert value(metrics, "opponent_wait_seconds_bucket", le="60.0") == 1
    assert value(metrics, "opponent_wait_seconds_bucket", le="10.0") == 0
    assert value(metrics, "opponent_wait_seconds_count") == 1
    assert value(metrics, "loop_lag_seconds_bucket", le="0.005") == 1
    assert value(metrics, "unknown_cards") == 4
    assert value(metrics, "memory_bytes") == 5_000_000


def test_what_is_followed_is_told_as_it_is_when_asked() -> None:
    metrics, state = Metrics(), {"reachable": False}
    metrics.follow(reachable=lambda: state["reachable"], ready=lambda: False, draining=lambda: True)
    assert (value(metrics, "server_reachable"), value(metrics, "draining")) == (0, 1)
    state["reachable"] = True
    assert value(metrics, "server_reachable") == 1


def test_records_that_cannot_be_kept_are_told_as_they_are_when_asked() -> None:
    metrics, state = Metrics(), [UnkeptRecords()]
    names = ("journals_waiting", "history_waiting", "history_trouble")
    assert [value(metrics, name) for name in names] == [0, 0, 0], "there from the start"
    metrics.follow_records(lambda: state[0])
    assert [value(metrics, name) for name in names] == [0, 0, 0]
    state[0] = UnkeptRecords(2, 1, 17, "games.db: file is not a database")
    assert [value(metrics, name) for name in names] == [2, 17, 1]
    assert "games.db" not in metrics.text().decode()


def test_every_incident_is_there_from_the_start() -> None:
    metrics = Metrics()
    assert [value(metrics, "incidents_total", kind=kind.value) for kind in ServiceIncident] == [0] * len(
        ServiceIncident
    )


def test_two_accounts_in_one_process_share_nothing() -> None:
    one, other = Metrics(), Metrics()
    one.game_began(assignment("g1", waited=1))
    assert value(other, "opponent_wait_seconds_count") == 0


def test_a_system_that_does_not_tell_its_memory() -> None:
    with pytest.raises(AssertionError, match="is not there"):
        value(Metrics(memory=lambda: None), "memory_bytes")
