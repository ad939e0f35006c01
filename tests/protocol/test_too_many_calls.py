"""A host that says that it gets too many calls is left alone for as long as it asks for."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from aiohttp import web
from client_stub import SNAPSHOT, UPDATE, Handler, Stub, client
from jumping_time import jumping, now

from gemp_bot.protocol import errors
from gemp_bot.protocol.ids import ChannelNumber, GameId

HALL = '<hall channelNumber="7" serverTime="2026-08-22 15:30:00"/>'


def refusing(times: int, retry_after: str | None, then: str = "", status: int = 429) -> Handler:
    async def answer(_: web.Request) -> web.Response:
        nonlocal times
        times -= 1
        if times < 0:
            return web.Response(text=then, content_type="application/xml")
        return web.Response(
            status=status, headers={} if retry_after is None else {"Retry-After": retry_after}
        )

    return answer


@pytest.mark.parametrize(
    ("status", "said", "seconds"),
    [
        (429, "40", 40),
        (503, "40", 40),
        (429, None, 10),
        (503, None, 0),
        (429, "soon", 10),
        (429, "-5", 10),
        (429, "9" * 5000, 3600),
        (429, "0", 1),
        (429, format_datetime(datetime.now(UTC) - timedelta(days=1), usegmt=True), 1),
        (429, format_datetime(datetime.now(UTC) + timedelta(days=1), usegmt=True), 3600),
    ],
    ids=["seconds", "503", "not said", "503 alone", "words", "less", "digits", "zero", "past", "tomorrow"],
)
@jumping
async def test_a_call_that_may_be_repeated_is_after_the_pause(
    status: int, said: str | None, seconds: float
) -> None:
    async with Stub() as stub, client(stub) as gemp:
        stub.answers["GET /hall"] = refusing(1, said, HALL, status)
        start = now()
        assert (await gemp.hall.open()).channel == 7
        assert now() - start == pytest.approx(seconds, abs=0.6)
        assert stub.count("GET /hall") == 2


@jumping
async def test_a_pause_holds_for_every_other_call_and_answers_go_at_once() -> None:
    async with Stub() as stub, client(stub) as gemp:
        game = gemp.game(GameId("g1"))
        await game.open()
        stub.answers["POST /hall/update"] = refusing(1, "60")
        with pytest.raises(errors.TooManyCallsError, match=r"too many calls \(429\)"):
            await gemp.hall.poll(ChannelNumber(7))
        start = now()
        await game.answer("0")
        assert now() - start < 0.1
        await game.poll()
        assert now() - start == pytest.approx(60, abs=0.1)


@jumping
async def test_an_answer_that_was_refused_is_not_sent_again_and_the_channel_holds() -> None:
    async with Stub() as stub, client(stub) as gemp:
        game = gemp.game(GameId("g1"))
        await game.open()
        stub.answers["POST /game/g1"] = refusing(1, "5", UPDATE)
        with pytest.raises(errors.TooManyCallsError):
            await game.answer("0")
        assert stub.count("POST /game/g1") == 1
        start = now()
        await game.answer("0")
        assert now() - start == pytest.approx(5, abs=0.1)


@jumping
async def test_a_login_is_not_tried_again() -> None:
    async with Stub() as stub, client(stub) as gemp:
        stub.answers["POST /login"] = refusing(9, "5")
        with pytest.raises(errors.TooManyCallsError):
            await gemp.login("alice", "pw")
        assert stub.count("POST /login") == 1


@jumping
async def test_a_game_is_opened_before_its_question_is_lost_whatever_the_host_asks_for() -> None:
    async with Stub() as stub, client(stub) as gemp:
        stub.answers["GET /game/g1"] = refusing(1, "100000", SNAPSHOT)
        game = gemp.game(GameId("g1"))
        with pytest.raises(errors.TooManyCallsError):
            await game.open()
        start = now()
        await game.open()
        assert now() - start == pytest.approx(120, abs=0.1)


@pytest.mark.parametrize("said", ["7200", None])
async def test_a_ban_for_a_time_tells_until_when_if_the_server_does(said: str | None) -> None:
    async with Stub() as stub, client(stub) as gemp:
        stub.answers["POST /login"] = refusing(1, said, status=409)
        with pytest.raises(errors.BannedError) as banned:
            await gemp.login("alice", "pw")
        until = banned.value.until
        if said is None:
            assert until is None
        else:
            assert until is not None
            assert abs(until - datetime.now(UTC) - timedelta(hours=2)) < timedelta(minutes=1)
