"""Calls are counted by endpoint, and no id or name gets into a label."""

from pathlib import Path

import pytest

from gemp_bot.journal import JournalReader
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.service.metrics import OTHER, endpoint, status


def call(path: str, method: str = "GET", code: int = 200) -> Exchange:
    return Exchange(method=method, path=path, form={}, status=code, ms=1.0, body="", t=0.0)


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("/", "GET /"),
        ("/game/0acd", "GET /game/*"),
        ("/game/0acd/cardInfo", "GET /game/*/cardInfo"),
        ("/chat/Game Hall", "GET /chat/*"),
        ("/hall", "GET /hall"),
        ("/hall/update", "GET /hall/update"),
        ("/hall/77", "GET /hall/*"),
        ("/hall/77/leave", "GET /hall/*/leave"),
        ("/tournament/history", "GET /tournament/history"),
        ("/tournament/t1", "GET /tournament/*"),
        ("/replay/alice$123", "GET /replay/*"),
        ("/deck/list", "GET /deck/list"),
        ("/deck/alice", OTHER),
        ("/game/0acd/alice", OTHER),
        ("/game/a/b/c/d", OTHER),
        ("/alice", OTHER),
    ],
)
def test_ids_and_names_are_left_out(path: str, named: str) -> None:
    assert endpoint(call(path)) == named


def test_a_method_of_nobody_is_no_label() -> None:
    assert endpoint(call("/hall", "alice")) == OTHER


@pytest.mark.parametrize(
    ("code", "named"),
    [(200, "200"), (0, "none"), (409, "409"), (418, "4xx"), (599, "5xx"), (999, OTHER), (-1, OTHER)],
)
def test_unusual_statuses_are_counted_by_class(code: int, named: str) -> None:
    assert status(call("/hall", code=code)) == named


def test_every_call_of_recorded_games_is_known(fixtures: Path) -> None:
    recorded = [
        line
        for path in sorted((fixtures / "games").glob("*.jsonl.gz"))
        for _, line in JournalReader(path)
        if isinstance(line, Exchange)
    ]
    found = {endpoint(line) for line in recorded}
    assert recorded
    assert OTHER not in found
    ids = {line.path.split("/")[2] for line in recorded if line.path.startswith("/game/")}
    assert not any(game in label for game in ids for label in found)
