"""What goes over the wire, byte by byte, and what may not."""

import asyncio
import gzip

import pytest
from aiohttp import web
from client_stub import COOKIE, OK, UPDATE, Stub, client, drop

from gemp_bot.protocol.enums import AiSkill
from gemp_bot.protocol.errors import (
    ChannelExpiredError,
    GempError,
    NotConnectedError,
    PolicyError,
    RefusedError,
    TooLargeError,
    UnreachableError,
)
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import ChannelNumber, GameId, PlayerName, TableId

GAME = GameId("g1")


async def test_an_empty_answer_is_sent_as_an_empty_field():
    async with Stub() as stub, client(stub) as gemp:
        game = gemp.game(GAME)
        await game.open()
        await game.answer("")
        assert stub.seen[-1].body == b"channelNumber=3&decisionId=1&decisionValue="
        await game.answer("12,57")
        assert stub.seen[-1].fields["decisionValue"] == ["12,57"]
        await game.poll()
        assert stub.seen[-1].body == b"channelNumber=3"


async def test_who_we_are_and_what_we_never_send():
    async with Stub() as stub, client(stub, contact="https://example.org/bot") as gemp:
        await gemp.login("alice", "correct horse")
        await gemp.game(GAME).open()
        for request in stub.seen:
            assert request.headers["User-Agent"].startswith("gemp-bot/")
            assert request.headers["User-Agent"].endswith("(+https://example.org/bot)")
            assert b"participantId" not in request.body
            assert "participantId" not in request.target
            assert "autoPass" not in request.headers.get("Cookie", "")


async def test_the_cookie_of_a_bare_loopback_address_is_kept_and_forgotten():
    async with Stub() as stub:
        async with client(stub) as gemp:
            await gemp.login("alice", "pw")
            assert stub.seen[-1].headers["Cookie"] == COOKIE
            gemp.forget()
            await gemp.account()
            assert "Cookie" not in stub.seen[-1].headers
        async with client(stub) as other:
            await other.account()
            assert "Cookie" not in stub.seen[-1].headers


@pytest.mark.parametrize(
    ("room", "target"), [("Game Hall", "/chat/Game%20Hall"), ("Game+a/b", "/chat/Game%2Ba%2Fb")]
)
async def test_room_names_are_one_encoded_segment(room: str, target: str):
    async with Stub() as stub, client(stub) as gemp:
        with pytest.raises(GempError):
            await gemp.chat(room).join()
        assert stub.seen[-1].target == target


async def test_an_id_of_dots_leads_nowhere_else():
    async with Stub() as stub, client(stub) as gemp:
        with pytest.raises(GempError):
            await gemp.game(GameId("..")).open()
        assert stub.seen[-1].target == "/game/%2E%2E"


async def test_a_replay_has_a_literal_dollar():
    async with Stub() as stub, client(stub) as gemp:
        stub.answers["GET /replay/~Bot$abc"] = '<gameReplay><ge type="TC" participantId="a"/></gameReplay>'
        (event,) = await gemp.server_replay(PlayerName("~Bot"), "abc")
        assert type(event).__name__ == "TurnChanged"
        assert stub.seen[-1].target == "/replay/~Bot$abc"


async def test_the_form_of_an_ai_table():
    async with Stub() as stub, client(stub) as gemp:
        stub.answers["POST /hall"] = OK
        reply = await gemp.hall.create_ai_table(
            "open", "Mine & co", library=True, skill=AiSkill.RANDO, ai_deck="Théirs"
        )
        assert reply is None
        assert stub.seen[-1].fields == {
            "format": ["open"],
            "deckName": ["Mine & co"],
            "sampleDeck": ["true"],
            "tableDesc": [""],
            "isPrivate": ["false"],
            "playVsAi": ["true"],
            "aiSkill": ["RANDO"],
            "aiDeckName": ["Théirs"],
            "aiDeckSample": ["true"],
        }


async def test_a_private_table_names_its_guest():
    async with Stub() as stub, client(stub) as gemp:
        stub.answers["POST /hall"] = OK
        await gemp.hall.create_table("open", "d", private_for=PlayerName("bob"), description="hi")
        assert stub.seen[-1].fields["tableDesc"] == ["bob"]
        assert stub.seen[-1].fields["isPrivate"] == ["true"]


async def test_redirects_are_not_followed():
    async def elsewhere(_: web.Request) -> web.Response:
        return web.Response(status=302, headers={"Location": "/gemp-swccg-server/game/g1"})

    async with Stub() as stub, client(stub) as gemp:
        stub.answers["GET /hall"] = elsewhere
        with pytest.raises(RefusedError, match=r"server\.url") as refused:
            await gemp.hall.open()
        assert refused.value.status == 302
        assert len(stub.seen) == 1


async def test_a_bomb_is_not_unpacked():
    async def bomb(_: web.Request) -> web.Response:
        body = gzip.compress(b" " * 20_000_000)
        return web.Response(body=body, headers={"Content-Encoding": "gzip"})

    seen: list[Exchange] = []
    async with Stub() as stub, client(stub, seen.append, max_answer_bytes=100_000) as gemp:
        stub.answers["GET /hall"] = bomb
        with pytest.raises(TooLargeError):
            await gemp.hall.open()
        assert len(stub.seen) == 1
        assert seen[0].status == 0
        assert seen[0].body == ""
        assert "cap" in (seen[0].fault or "")


async def test_gzip_is_read():
    async def packed(_: web.Request) -> web.Response:
        return web.Response(body=gzip.compress(UPDATE.encode()), headers={"Content-Encoding": "gzip"})

    async with Stub() as stub, client(stub) as gemp:
        game = gemp.game(GAME)
        await game.open()
        stub.answers["POST /game/g1"] = packed
        assert (await game.poll()).clocks == {"alice": 3599}


async def test_garbage_for_gzip_is_a_broken_connection():
    async def broken(_: web.Request) -> web.Response:
        return web.Response(body=b"no gzip at all", headers={"Content-Encoding": "gzip"})

    async with Stub() as stub, client(stub, attempts=1) as gemp:
        stub.answers["GET /hall"] = broken
        with pytest.raises(UnreachableError):
            await gemp.hall.open()


async def test_a_dropped_answer_is_not_sent_again_and_closes_the_channel():
    async with Stub() as stub, client(stub) as gemp:
        game = gemp.game(GAME)
        await game.open()
        await game.poll()  # leaves a kept-alive connection behind, which some clients re-send over
        stub.answers["POST /game/g1"] = drop
        before = stub.count("POST /game/g1")
        with pytest.raises(UnreachableError):
            await game.answer("0")
        assert stub.count("POST /game/g1") == before + 1
        stub.answers["POST /game/g1"] = UPDATE
        with pytest.raises(ChannelExpiredError, match="open it first"):
            await game.answer("0")
        assert stub.count("POST /game/g1") == before + 1
        await game.open()
        await game.answer("0")


@pytest.mark.parametrize("call", ["poll", "concede", "create", "join", "chat", "hall"])
async def test_what_is_lost_is_not_repeated(call: str):
    async with Stub() as stub, client(stub) as gemp:
        game = gemp.game(GAME)
        await game.open()
        paths = {
            "poll": ("/game/g1", game.poll),
            "concede": ("/game/g1/concede", game.concede),
            "create": ("/hall", lambda: gemp.hall.create_table("open", "d")),
            "join": ("/hall/t1", lambda: gemp.hall.join_table(TableId("t1"), "d")),
            "chat": ("/chat/r", lambda: gemp.chat("r").send("hello")),
            "hall": ("/hall/update", lambda: gemp.hall.poll(ChannelNumber(1))),
        }
        path, run = paths[call]
        stub.answers[f"POST {path}"] = drop
        with pytest.raises(UnreachableError):
            await run()
        assert stub.count(f"POST {path}") == 1


async def test_reading_is_repeated_until_it_works():
    lost = 2

    async def shaky(request: web.Request) -> web.StreamResponse:
        nonlocal lost
        if lost:
            lost -= 1
            return web.Response(status=503)
        return web.Response(text="<decks><darkDeck>A</darkDeck></decks>")

    async with Stub() as stub, client(stub) as gemp:
        stub.answers["GET /deck/list"] = shaky
        assert (await gemp.decks.list()).dark == ("A",)
        assert stub.count("GET /deck/list") == 3


async def test_opening_a_game_is_tried_once_for_who_plays_must_know_of_each():
    async with Stub() as stub, client(stub, attempts=9) as gemp:
        stub.answers["GET /game/g1"] = 503
        with pytest.raises(GempError):
            await gemp.game(GAME).open()
        assert stub.count("GET /game/g1") == 1


async def test_no_server_is_not_connected_and_the_channel_survives():
    seen: list[Exchange] = []
    async with Stub() as stub:
        pass
    async with client(stub, seen.append) as gemp:
        game = gemp.game(GAME)
        game.channel = ChannelNumber(3)
        with pytest.raises(NotConnectedError) as refused:
            await game.answer("0")
        assert refused.value.__cause__ is None
        assert refused.value.__suppress_context__
        assert game.channel == 3
        assert len(seen) == 1
        assert seen[0].status == 0
        assert seen[0].fault
        assert seen[0].form["decisionValue"] == "0"
        with pytest.raises(NotConnectedError):
            await game.poll()
        assert len(seen) == 1 + gemp.settings.attempts


async def test_a_cancelled_poll_closes_the_channel_and_is_recorded():
    seen: list[Exchange] = []
    arrived = asyncio.Event()

    async def park(_: web.Request) -> web.Response:
        arrived.set()
        await asyncio.Event().wait()
        return web.Response()

    async with Stub() as stub, client(stub, seen.append) as gemp:
        game = gemp.game(GAME)
        await game.open()
        stub.answers["POST /game/g1"] = park
        task = asyncio.create_task(game.poll())
        await arrived.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert game.channel is None
        assert seen[-1].fault == "cancelled"


async def test_an_answer_passes_a_parked_poll():
    parked, go = asyncio.Event(), asyncio.Event()

    async def park(request: web.Request) -> web.Response:
        if b"decisionId" not in await request.read():
            parked.set()
            await go.wait()
        return web.Response(text=UPDATE)

    async with Stub() as stub, client(stub) as gemp:
        game = gemp.game(GAME)
        await game.open()
        stub.answers["POST /game/g1"] = park
        poll = asyncio.create_task(game.poll())
        await parked.wait()
        await game.answer("0")
        assert not poll.done()
        go.set()
        await poll


async def test_secrets_stay_inside():
    async def echo(_: web.Request) -> web.Response:
        text = f"<result>correct horse battery {COOKIE}</result>"
        return web.Response(text=text, headers={"Set-Cookie": COOKIE})

    seen: list[Exchange] = []
    async with Stub() as stub, client(stub, seen.append, attempts=1) as gemp:
        stub.answers["POST /login"] = echo
        await gemp.login("alice", "correct horse battery")
        stub.answers["POST /login"] = drop
        with pytest.raises(UnreachableError) as broken:
            await gemp.login("alice", "correct horse battery")
        told = repr(seen) + repr(broken.value) + str(broken.value)
        assert "correct horse" not in told
        assert "abcdefghij0123456789" not in told
        assert seen[0].form == {"login": "alice", "password": "***"}
        assert seen[0].path == "/login"
        assert broken.value.__suppress_context__


async def test_a_missing_ca_file_is_named(tmp_path):
    async with Stub() as stub:
        with pytest.raises(PolicyError, match=r"server\.ca_file"):
            client(stub, ca_file=tmp_path / "none.pem")


async def test_a_server_without_tls_is_told_from_one_of_a_private_authority():
    async with Stub() as stub:
        address, stub.url = stub.url, stub.url.replace("http:", "https:")
        async with client(stub, attempts=1) as gemp:
            with pytest.raises(NotConnectedError, match="the server speaks no TLS there") as refused:
                await gemp.login("alice", "correct horse")
    assert str(refused.value).endswith(f"set server.url to {address}/gemp-swccg-server")


async def test_a_closed_client_says_so():
    async with Stub() as stub:
        gemp = client(stub)
        with pytest.raises(NotConnectedError, match="not open"):
            await gemp.account()
