"""What a client tells beside its answers: waits, and what it does not know."""

from aiohttp import web
from client_stub import Stub, settings
from jumping_time import jumping
from structlog.testing import capture_logs

from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.events import AnyEvent, UnknownEvent
from gemp_bot.protocol.ids import GameId
from gemp_bot.protocol.pace import CallKind

HALL = '<hall channelNumber="7" serverTime="2026-08-22 15:30:00"/>'
STRANGE = '<gameState cn="3"><ge type="ZZ" a="1"/><ge type="ZZ" a="2"/></gameState>'


@jumping
async def test_a_call_that_waits_is_told_with_its_kind_and_its_seconds() -> None:
    told: list[tuple[CallKind, int]] = []
    refusals = iter([429])

    async def hall(_: web.Request) -> web.Response:
        if next(refusals, None):
            return web.Response(status=429, headers={"Retry-After": "40"})
        return web.Response(text=HALL, content_type="application/xml")

    async with Stub() as stub:
        stub.answers["GET /hall"] = hall
        listeners = {"on_wait": lambda kind, seconds: told.append((kind, round(seconds)))}
        async with GempClient(settings(stub.url), **listeners) as gemp:
            await gemp.login("alice", "test")
            assert told == []
            await gemp.hall.open()
    assert told == [(CallKind.HALL_CALL, 40)]


async def test_what_is_unknown_is_told_once_and_logged() -> None:
    told: list[tuple[str, AnyEvent]] = []
    async with Stub() as stub:
        stub.answers["GET /game/g1"] = STRANGE
        async with GempClient(settings(stub.url), on_unknown=lambda *what: told.append(what)) as gemp:
            await gemp.login("alice", "test")
            with capture_logs() as logs:
                await gemp.game(GameId("g1")).open()
    assert [log["event"] for log in logs] == ["unknown_event"]
    assert [key for key, _ in told] == [logs[0]["what"]]
    assert isinstance(told[0][1], UnknownEvent)
