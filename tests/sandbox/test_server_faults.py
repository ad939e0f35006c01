"""Every fault holds, and leaves the trace a client has to cope with."""

import asyncio
import zlib

import aiohttp
import pytest
from fakes import questions
from fakes.server import FakeGemp
from fakes.server_table import ServerTable, TableScript
from raw_client import Enter, Raw

from gemp_bot.sandbox.server import faults
from gemp_bot.sandbox.server.game import ServedGame
from gemp_bot.sandbox.server.steps import Play, ask

BOT = "~Rando_Cal"


class Endless(TableScript):
    def play(self, _: ServerTable) -> Play:
        for number in range(1000):
            yield ask("alice", questions.multiple_choice(f"Question {number}", ["A", "B"]))


@pytest.fixture
async def alice(server: FakeGemp, enter: Enter) -> Raw:
    return await enter("alice")


@pytest.fixture
async def game(server: FakeGemp, alice: Raw) -> ServedGame:
    started = server.start_game(BOT, "alice", Endless(), bots=frozenset({BOT}))
    await alice.open(started)
    return started


async def test_drop_before_is_not_applied(server: FakeGemp, alice: Raw, game: ServedGame) -> None:
    server.faults.on(faults.DropBefore(), path="/game/", answers=True)
    with pytest.raises(aiohttp.ClientConnectionError):
        await alice.answer("0")
    assert game.answered == []
    assert len(server.answers()) == 1
    assert (await alice.answer("0")).status == 200


async def test_drop_after_is_applied_and_the_news_is_lost(
    server: FakeGemp, alice: Raw, game: ServedGame
) -> None:
    server.faults.on(faults.DropAfter(), path="/game/", answers=True)
    with pytest.raises(aiohttp.ClientConnectionError):
        await alice.answer("0")
    assert len(game.answered) == 1
    assert (await alice.poll()).codes == []
    assert (await alice.open(game)).events[-1].attrs["text"] == "Question 1"


async def test_cut(server: FakeGemp, alice: Raw, game: ServedGame) -> None:
    server.faults.on(faults.Cut(), path="/game/")
    with pytest.raises(aiohttp.ClientPayloadError):
        await alice.answer("0")
    assert len(game.answered) == 1


@pytest.mark.parametrize("status", [401, 403, 404, 409, 410, 500, 503])
async def test_status(server: FakeGemp, alice: Raw, game: ServedGame, status: int) -> None:
    server.faults.on(faults.Status(status), path="/game/", answers=True)
    got = await alice.answer("0")
    assert (got.status, got.body, game.answered) == (status, b"", [])


async def test_status_after_it_took_effect(server: FakeGemp, alice: Raw, game: ServedGame) -> None:
    server.faults.on(faults.Status(500, processed=True), answers=True)
    assert (await alice.answer("0")).status == 500
    assert len(game.answered) == 1


async def test_html_page_and_other_bodies(server: FakeGemp, alice: Raw, game: ServedGame) -> None:
    server.faults.on(faults.html_page())
    server.faults.on(faults.Body(b"\xff\x00"))
    got = await alice.poll()
    assert (got.status, got.body[:6]) == (200, b"<html>")
    assert (await alice.poll()).body == b"\xff\x00"
    assert (await alice.poll()).codes == []


async def test_gzip_bomb(server: FakeGemp, alice: Raw, game: ServedGame) -> None:
    server.faults.on(faults.GzipBomb(size=3_000_000))
    assert (await alice.poll()).body == b" " * 3_000_000
    assert len(faults.bomb(32 * 1024 * 1024)) < 200_000
    assert zlib.decompress(faults.bomb(10), wbits=31) == b" " * 10


async def test_slow(server: FakeGemp, alice: Raw, game: ServedGame) -> None:
    server.faults.on(faults.Slow(3600.0), answers=True)
    waiting = asyncio.create_task(alice.answer("0"))
    while not game.answered:  # noqa: ASYNC110 - the server has no event for it
        await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_same_decision_with_warning(server: FakeGemp, alice: Raw, game: ServedGame) -> None:
    server.faults.on(faults.SameDecisionWithWarning(), answers=True)
    assert (await alice.answer("0")).codes == ["D", "W"]
    assert game.answered == []
    assert (await alice.answer("0")).codes == ["D"]


async def test_restart(server: FakeGemp, alice: Raw, game: ServedGame) -> None:
    server.faults.on(faults.Restart(), path="/game/")
    assert (await alice.poll()).status == 401
    await alice.login("alice")
    assert (await alice.get(f"game/{game.id}")).status == 404
    assert server.games == {}


async def test_session_lost(server: FakeGemp, alice: Raw, game: ServedGame) -> None:
    server.faults.on(faults.SessionLost(), answers=True)
    assert (await alice.answer("0")).status == 401
    assert game.answered == []
    await alice.login("alice")
    assert (await alice.open(game)).events[-1].attrs["text"] == "Question 0"


async def test_the_plan(server: FakeGemp, alice: Raw, game: ServedGame) -> None:
    server.faults.on(faults.Status(503), path="/game/", method="POST", answers=False, skip=1, times=2)
    assert (await alice.get("hall")).status == 200
    statuses = [(await alice.poll()).status for _ in range(2)]
    assert (await alice.answer("0")).status == 200
    statuses += [(await alice.poll()).status for _ in range(2)]
    assert statuses == [200, 503, 503, 200]
    assert server.faults.left == 0
    assert len(server.faults.fired) == 2


async def test_everything_received_is_written_down(server: FakeGemp, alice: Raw, game: ServedGame) -> None:
    await alice.answer("1")
    last = server.requests[-1]
    assert (last.method, last.path) == ("POST", f"/game/{game.id}")
    assert last.form == {"channelNumber": "0", "decisionId": "1", "decisionValue": "1"}
    assert "Cookie" in last.headers
    assert server.answers() == [last]
