"""Recorded games: our XML has the bytes of the real server, and a recording can be played again."""

import gzip
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from fakes.recorded import RecordedScript
from fakes.server import FakeGemp
from fakes.server_table import ServerTable
from raw_client import Raw

from gemp_bot.protocol.decode import GameDecoder
from gemp_bot.protocol.events import AnyEvent, Asked, CardPut, SnapshotStart
from gemp_bot.sandbox.server.accounts import ServedAccount
from gemp_bot.sandbox.server.event_xml import update_node
from gemp_bot.sandbox.server.game import ServedGame
from gemp_bot.sandbox.server.xml import document, parse

PROLOGUE = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
CLOCKS = '<clocks><clock participantId="alice">3600</clock></clocks>'
SNAPSHOT = (
    f'{PROLOGUE}<gameState cn="4">'
    '<ge allParticipantIds="~Rando_Cal,alice" participantId="alice" type="P"/>'
    '<ge participantId="~Rando_Cal" type="TC"/><ge phase="Play starting cards" type="GPC"/>'
    '<ge message="Players &amp; &quot;games&quot;&#10;a &lt;b&gt;" type="M"/>{}'
    f"{CLOCKS}</gameState>"
)
UPDATE = f'<update cn="4">{{}}{CLOCKS}</update>'
ASKED = '<ge decisionType="INTEGER" id="1" participantId="alice" text="{}" type="D"/>'
OVER = (
    '<ge message="alice lost due to: Conceded" type="M"/>'
    '<ge message="~Rando_Cal is the winner due to: Opponent conceded" type="M"/>'
)


def line(body: str, method: str = "POST", **form: str) -> str:
    row = {"t": 0.0, "ms": 1.0, "status": 200, "method": method, "path": "/game/g", "form": form}
    return json.dumps(row | {"body": body})


JOURNAL = [
    line(SNAPSHOT.format(ASKED.format("one")), "GET"),
    line(UPDATE.format('<ge message="a" type="M"/>'), decisionId="1"),
    line(UPDATE.format(""), channelNumber="0"),
    line(UPDATE.format('<ge message="b" type="M"/>' + ASKED.format("two")), channelNumber="0"),
    line(SNAPSHOT.format(ASKED.format("a later GET is left out")), "GET"),
]


@asynccontextmanager
async def replaying(
    session: aiohttp.ClientSession, journal: list[str]
) -> AsyncIterator[tuple[Raw, ServedGame]]:
    script = RecordedScript.from_journal(journal)
    async with FakeGemp(idle_seconds=0.0, accounts=(ServedAccount(script.me),)) as server:
        raw = Raw(server, session)
        await raw.login(script.me)
        yield raw, server.start_game(*script.players, script, bots=frozenset({script.opponent}))


async def test_a_recording_is_served_answer_by_answer(session: aiohttp.ClientSession) -> None:
    journal = [*JOURNAL, line(UPDATE.format(OVER), decisionId="1")]
    async with replaying(session, journal) as (alice, game):
        got = await alice.open(game)
        assert got.messages == ['Players & "games"\na <b>']
        assert got.events[-1].attrs["text"] == "one"
        assert (await alice.answer("whatever")).messages == ["a"]
        got = await alice.poll()
        assert (got.messages, got.events[-1].attrs["text"]) == (["b"], "two")
        assert len((await alice.answer("")).messages) == 2
        assert game.outcome is not None
        assert game.outcome.winner == "~Rando_Cal"


async def test_a_recording_that_was_cut_short_ends(session: aiohttp.ClientSession) -> None:
    async with replaying(session, JOURNAL) as (alice, game):
        await alice.open(game)
        await alice.answer("1")
        await alice.poll()
        assert "Game was cancelled" in (await alice.answer("1")).messages[-1]


def test_the_bytes_come_back_as_they_were() -> None:
    body = SNAPSHOT.format(ASKED.format("a &#128512; ü"))
    assert document(parse(body)).decode() == body


async def test_a_recorded_game_is_found_in_the_hall_under_another_name(
    session: aiohttp.ClientSession,
) -> None:
    script = RecordedScript.from_journal(JOURNAL, rename={"alice": "bob"})
    assert (script.players, script.me) == (("~Rando_Cal", "bob"), "bob")
    async with FakeGemp(idle_seconds=0.0) as server:
        bob = Raw(server, session)
        await bob.login("bob")
        game = server.start_game(*script.players, script, bots=frozenset({script.opponent}))
        hall = (await bob.get("hall")).root
        assert [n.attrs["id"] for n in hall.children if n.tag == "newGame"] == [game.id]


def test_a_recording_without_a_game() -> None:
    with pytest.raises(ValueError, match="no recorded game"):
        RecordedScript.from_journal(["", line("<update/>")])


def recording(fixtures: Path, name: str) -> list[dict[str, Any]]:
    path = fixtures / "games" / f"{name}.jsonl.gz"
    if not path.exists():
        pytest.skip(f"no recording {name}")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@pytest.mark.parametrize("name", ["edge-cases", "open40-light-snapshots"])
def test_the_bytes_of_real_answers_come_back(fixtures: Path, name: str) -> None:
    for row in recording(fixtures, name):
        if row["body"].startswith(PROLOGUE):
            assert document(parse(row["body"])).decode() == row["body"]


@pytest.mark.parametrize("name", ["edge-cases", "open40-light-snapshots", "anh-light-vs-server-ai"])
def test_typed_events_are_written_as_the_real_server_writes_them(fixtures: Path, name: str) -> None:
    decoder = GameDecoder()
    written = 0
    for row in recording(fixtures, name):
        if row["path"].startswith("/game/") and row["body"].startswith(PROLOGUE):
            update = decoder.decode(row["body"].encode())
            assert document(update_node(update)).decode() == row["body"]
            written += len(update.events)
    assert written > 500
    assert not decoder.unknown


def by_content(told: list[AnyEvent]) -> list[str]:
    """Cards of one group may come in any order; everything else in the order of the wire."""
    cards = sorted(repr(event) for event in told if isinstance(event, CardPut))
    return cards + [repr(event) for event in told if not isinstance(event, CardPut)]


@pytest.mark.parametrize("name", ["open40-light-snapshots", "anh-light-snapshots"])
def test_the_table_gives_the_snapshots_of_the_real_server(fixtures: Path, name: str) -> None:
    """The events up to a snapshot, applied, are that snapshot, to the last attribute."""
    table: ServerTable | None = None
    decoder = GameDecoder()
    compared = 0
    for row in recording(fixtures, name):
        if not row["path"].startswith("/game/") or not row["body"].startswith(PROLOGUE):
            continue
        found = decoder.decode(row["body"].encode()).events
        start = found[0] if found else None
        if row["method"] == "GET" and table is not None:
            assert isinstance(start, SnapshotStart)
            shown = [event for event in found if not isinstance(event, Asked)]
            assert by_content(table.snapshot(start.participant_id)) == by_content(shown)
            compared += 1
        elif table is None:
            assert isinstance(start, SnapshotStart)
            dark, light = start.all_participant_ids
            table = ServerTable((dark, light))
        for event in found if row["method"] == "POST" or not compared else ():
            table.apply(event)
    assert compared > 20


async def test_a_real_game_is_served_again(session: aiohttp.ClientSession, fixtures: Path) -> None:
    rows = recording(fixtures, "anh-light-vs-server-ai")
    async with replaying(session, [json.dumps(row) for row in rows]) as (raw, game):
        await raw.open(game)
        answers = [row for row in rows if "decisionId" in row["form"]]
        for row in answers:
            got = await raw.answer("what we answer does not matter")
            assert got.events == [c for c in parse(row["body"]).children if c.tag == "ge"]
        assert game.outcome is not None
        assert game.outcome.lost == "Life Force depleted"


def test_the_table_is_what_the_events_amount_to() -> None:
    """The order of a snapshot, columns, conversion, refill (PROTOCOL 5.2, 6.8)."""
    table = ServerTable(("dark", "light"))
    place = 'locationIndex="{}" participantId="light" type="{}" zone="{}" zoneOwnerId="light"'
    rows = [
        '<ge cardId="1" blueprintId="1_1" ' + place.format(0, "PCIP", "LOCATIONS") + "/>",
        '<ge cardId="2" blueprintId="1_2" ' + place.format(0, "PCIP", "AT_LOCATION") + "/>",
        '<ge cardId="3" blueprintId="1_3" targetCardId="2" ' + place.format(0, "PCIP", "ATTACHED") + "/>",
        '<ge cardId="4" blueprintId="1_4" ' + place.format(0, "PCIP", "LOCATIONS") + "/>",
        '<ge cardId="5" blueprintId="1_5" ' + place.format(2, "PCIP", "LOCATIONS") + "/>",
        '<ge otherCardIds="1" type="RCFP"/>',
        '<ge cardId="1" blueprintId="1_6" ' + place.format(1, "RCIP", "LOCATIONS") + "/>",
        '<ge locationIndexes="0" type="RLFP"/>',
        '<ge otherCardIds="4" type="RCFP"/>',
        '<ge otherCardIds="1" type="RCFP"/>',
        '<ge cardId="7" blueprintId="1_7" ' + place.format(0, "PCIP", "LOCATIONS") + "/>",
    ]
    told = f"<gameReplay>{''.join(rows)}</gameReplay>".encode()
    for event in GameDecoder().decode_replay(told):
        table.apply(event)
    assert table.columns == [7, 5]
    shown = [event for event in table.snapshot("dark") if isinstance(event, CardPut)]
    assert [(card.card_id, card.location_index) for card in shown] == [(7, 0), (5, 1), (2, 0), (3, 0)]
