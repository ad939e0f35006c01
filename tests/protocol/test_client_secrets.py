"""No password and no cookie leaves the client, whatever a server says; and no game body is altered for it."""

import pytest
from aiohttp import web
from client_stub import UPDATE, Stub, client

from gemp_bot.protocol.decode import GameDecoder
from gemp_bot.protocol.errors import GempError, HallRefusedError, MalformedAnswerError
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import GameId, TableId

PASSWORD = "correct horse battery"
COOKIE = "c00kie-of-the-session"
WIRE_WORDS = ["location", "decision", "blueprint", "gameState", "participantId", "update", "clock"]
SHOWN = (
    '<ge type="PCIP" cardId="3" blueprintId="1_1" zone="LOCATIONS" locationIndex="0" participantId="alice"/>'
)
ASKED = '<ge type="D" id="1" decisionType="INTEGER" participantId="alice" text="Choose location"/>'
SNAPSHOT = f'<gameState cn="3">{SHOWN}{ASKED}<clocks/></gameState>'


def login_with(cookie: str):
    async def login(_: web.Request) -> web.Response:
        return web.Response(text="<result>OK</result>", headers={"Set-Cookie": f"loggedUser={cookie}"})

    return login


@pytest.mark.parametrize("word", WIRE_WORDS)
async def test_a_secret_that_is_a_word_of_the_wire_leaves_game_bodies_alone(word: str) -> None:
    seen: list[Exchange] = []
    async with Stub() as stub, client(stub, seen.append) as gemp:
        stub.answers["POST /login"] = login_with(word)
        stub.answers["GET /game/g1"] = SNAPSHOT
        await gemp.login("alice", word)
        game = gemp.game(GameId("g1"))
        await game.open()
        await game.poll()
    assert [exchange.body for exchange in seen[-2:]] == [SNAPSHOT, UPDATE]
    assert not GameDecoder().decode(seen[-2].body.encode()).clocks
    assert seen[0].form == {"login": "alice", "password": "***"}
    assert all(word not in exchange.body for exchange in seen[:-2])


async def test_what_is_no_game_body_is_masked() -> None:
    async def echo(_: web.Request) -> web.Response:
        return web.Response(
            text=f"<result>{PASSWORD} {COOKIE}</result>", headers={"Set-Cookie": f"a={COOKIE}"}
        )

    seen: list[Exchange] = []
    async with Stub() as stub, client(stub, seen.append) as gemp:
        stub.answers["POST /login"] = echo
        await gemp.login("alice", PASSWORD)
        stub.answers["GET /hall"] = f"<hall motd='{PASSWORD}'/>"
        with pytest.raises(GempError):
            await gemp.hall.open()
    assert PASSWORD not in repr(seen)
    assert COOKIE not in repr(seen)


@pytest.mark.parametrize(
    "said",
    [
        f"your password is {PASSWORD}",
        f"your cookie is {COOKIE}",
        "long " * 700_000,
        "one&#10;two&#27;[31m&#x202e;three",
    ],
    ids=["password", "cookie", "long", "controls"],
)
@pytest.mark.parametrize("where", ["refusal", "information", "not XML", "wrong root"])
async def test_what_a_server_says_is_one_clean_line(said: str, where: str) -> None:
    bodies = {
        "refusal": f'<error message="{said}"/>',
        "information": f'<response message="{said}"/>',
        "not XML": f"{said}<",
        "wrong root": f"<{COOKIE}>{said}</{COOKIE}>",
    }
    async with Stub() as stub, client(stub) as gemp:
        stub.answers["POST /login"] = login_with(COOKIE)
        await gemp.login("alice", PASSWORD)
        stub.answers["POST /hall/t1"] = bodies[where]
        if where == "information":
            told = await gemp.hall.join_table(TableId("t1"), "deck")
        else:
            kind = HallRefusedError if where == "refusal" else MalformedAnswerError
            with pytest.raises(kind) as caught:
                await gemp.hall.join_table(TableId("t1"), "deck")
            told = str(caught.value)
    assert told is not None
    assert PASSWORD not in told
    assert COOKIE not in told
    assert len(told) < 1100
    assert told.isprintable()


async def test_an_error_keeps_its_kind_and_facts() -> None:
    async with Stub() as stub, client(stub) as gemp:
        stub.answers["POST /hall/t1"] = '<error message="Table is already taken or was removed"/>'
        with pytest.raises(HallRefusedError) as caught:
            await gemp.hall.join_table(TableId("t1"), "deck")
    assert caught.value.kind.value == "table gone"
    assert str(caught.value) == "Table is already taken or was removed"


@pytest.mark.parametrize(
    "row", ['<newGame id="{}"/>', '<table id="{}"/>', '<table id="t" gameId="{}"/>', '<format type="{}"/>']
)
async def test_an_id_that_is_none_is_not_taken(row: str) -> None:
    async with Stub() as stub, client(stub) as gemp:
        stub.answers["GET /hall"] = f'<hall channelNumber="1">{row.format("x" * 5000)}</hall>'
        with pytest.raises(MalformedAnswerError, match="5,000 characters"):
            await gemp.hall.open()


async def test_a_hall_of_too_many_rows_is_none() -> None:
    async with Stub() as stub, client(stub) as gemp:
        rows = "".join(f'<newGame id="{number}"/>' for number in range(20_001))
        stub.answers["GET /hall"] = f'<hall channelNumber="1">{rows}</hall>'
        with pytest.raises(MalformedAnswerError, match="a hall of 20,001 rows"):
            await gemp.hall.open()
