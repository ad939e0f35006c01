"""What every status means, call by call."""

import pytest
from aiohttp import web
from client_stub import INFO, OK, Stub, client

from gemp_bot.protocol import errors
from gemp_bot.protocol.enums import AiSkill
from gemp_bot.protocol.ids import ChannelNumber, GameId, TableId
from gemp_bot.protocol.wording import HallRefusal


@pytest.mark.parametrize(
    ("status", "kind", "words"),
    [
        (401, errors.WrongPasswordError, "wrong password"),
        (202, errors.PasswordResetPendingError, "register"),
        (403, errors.BannedError, "for good"),
        (409, errors.BannedError, "for a time"),
        (500, errors.ServerFaultError, "failed"),
        (404, errors.NotFoundError, "check server.url"),
    ],
)
async def test_login(status: int, kind: type[errors.GempError], words: str):
    async with Stub() as stub, client(stub) as gemp:
        stub.answers["POST /login"] = status
        with pytest.raises(kind, match=words) as refused:
            await gemp.login("alice", "secret word")
        assert "alice" in str(refused.value)
        assert "secret" not in str(refused.value)
        assert "\n" not in str(refused.value)
        assert stub.count("POST /login") == 1
        if isinstance(refused.value, errors.BannedError):
            assert refused.value.for_ever is (status == 403)


async def test_login_tells_who_we_are():
    async with Stub() as stub, client(stub) as gemp:
        account = await gemp.login("alice", "pw")
        assert (account.name, account.type) == ("alice", "u")


@pytest.mark.parametrize("page", ["<html><body>Welcome</body></html>", "OK", "", "<hall/>"])
async def test_a_login_at_something_that_is_no_gemp(page: str):
    async with Stub() as stub, client(stub) as gemp:
        stub.answers["POST /login"] = page
        with pytest.raises(errors.MalformedAnswerError) as refused:
            await gemp.login("alice", "secret word")
        api = f"{stub.url}/gemp-swccg-server"
        said = f"account alice: {api} does not answer like a GEMP server: check server.url"
        assert str(refused.value) == said
        assert len(stub.seen) == 1


@pytest.mark.parametrize("broken", ['{"name":"boss","type":"aut"}', "no json", 500])
async def test_an_account_we_cannot_trust_loses_its_session(broken: str | int):
    async with Stub() as stub, client(stub) as gemp:
        stub.answers["GET /playerStats/playerInfo"] = broken
        with pytest.raises(errors.GempError) as refused:
            await gemp.login("boss", "pw")
        if broken == '{"name":"boss","type":"aut"}':
            assert isinstance(refused.value, errors.AdminAccountError)
        stub.answers["GET /playerStats/playerInfo"] = INFO
        await gemp.account()
        assert "Cookie" not in stub.seen[-1].headers


@pytest.mark.parametrize(("status", "words"), [(400, "taken"), (403, "reserves"), (405, "no new accounts")])
async def test_register(status: int, words: str):
    async with Stub() as stub, client(stub) as gemp:
        stub.answers["POST /register"] = status
        with pytest.raises(errors.RegistrationRefusedError, match=words):
            await gemp.register("alice", "pw")


@pytest.mark.parametrize(
    "name", ["a", "elevenchars", "ali ce", "älice", "a\n", "", "Admin1", "byeBye", "~bot"]
)
async def test_a_name_that_cannot_be_is_not_even_asked_for(name: str):
    async with Stub() as stub, client(stub) as gemp:
        with pytest.raises(errors.RegistrationRefusedError):
            await gemp.register(name, "pw")
        assert not stub.seen


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (401, errors.SessionGoneError),
        (403, errors.ForbiddenError),
        (404, errors.NoSuchGameError),
        (409, errors.ChannelTakenOverError),
        (410, errors.ChannelExpiredError),
        (413, errors.RefusedError),
        (500, errors.ServerFaultError),
    ],
)
@pytest.mark.parametrize("call", ["poll", "answer"])
async def test_a_game(status: int, kind: type[errors.GempError], call: str):
    async with Stub() as stub, client(stub) as gemp:
        game = gemp.game(GameId("g1"))
        await game.open()
        stub.answers["POST /game/g1"] = status
        with pytest.raises(kind, match="g1"):
            await (game.poll() if call == "poll" else game.answer("0"))
        assert stub.count("POST /game/g1") == 1
        assert (game.channel is None) is (status in (409, 410, 500))


async def test_a_game_that_is_none():
    async with Stub() as stub, client(stub) as gemp:
        stub.answers["GET /game/g1"] = "<html>proxy</html>"
        game = gemp.game(GameId("g1"))
        with pytest.raises(errors.MalformedAnswerError):
            await game.open()
        with pytest.raises(errors.ChannelExpiredError):
            await game.poll()


async def test_the_small_calls_of_a_game():
    async with Stub() as stub, client(stub) as gemp:
        game = gemp.game(GameId("g1"))
        for name in ("concede", "cancel", "extendGameTimer", "disableActionTimer"):
            stub.answers[f"POST /game/g1/{name}"] = OK
        stub.answers["GET /game/g1/cardInfo"] = "<b>3</b>"
        await game.concede()
        await game.cancel()
        await game.extend_timer(5)
        assert stub.seen[-1].body == b"minutesToExtend=5"
        await game.disable_timer()
        assert stub.seen[-1].body == b""
        assert await game.card_info(57) == "<b>3</b>"
        assert stub.seen[-1].target == "/game/g1/cardInfo?cardId=57"
        stub.answers["POST /game/g1/concede"] = 404
        with pytest.raises(errors.NoSuchGameError):
            await game.concede()


@pytest.mark.parametrize(
    ("status", "kind"), [(409, errors.ChannelTakenOverError), (410, errors.ChannelExpiredError)]
)
async def test_a_hall_poll(status: int, kind: type[errors.GempError]):
    async with Stub() as stub, client(stub) as gemp:
        stub.answers["POST /hall/update"] = status
        with pytest.raises(kind):
            await gemp.hall.poll(ChannelNumber(7))
        assert stub.seen[-1].body == b"channelNumber=7"


async def test_the_same_code_elsewhere_is_no_channel():
    async with Stub() as stub, client(stub) as gemp:
        stub.answers["GET /deck/list"] = 409
        with pytest.raises(errors.RefusedError) as refused:
            await gemp.decks.list()
        assert refused.value.status == 409


async def test_a_refusal_in_the_halls_own_words():
    async with Stub() as stub, client(stub) as gemp:
        card = "&lt;span class=&quot;x&quot;&gt;Boba Fett&lt;/span&gt;"
        text = f"Your selected deck is not valid for this format: {card} no"
        stub.answers["POST /hall"] = f'<error message="{text}"/>'
        with pytest.raises(errors.HallRefusedError) as refused:
            await gemp.hall.create_table("open", "d")
        assert str(refused.value) == "Your selected deck is not valid for this format: Boba Fett no"
        assert refused.value.kind is HallRefusal.OTHER
        stub.answers["POST /hall"] = (
            '<error message="Server is not yet in operational mode. Games may not be started yet."/>'
        )
        with pytest.raises(errors.NotOperationalError) as asleep:
            await gemp.hall.create_ai_table("open", "d", library=True, skill=AiSkill.RANDO, ai_deck="e")
        assert asleep.value.kind is HallRefusal.NOT_OPERATIONAL


async def test_information_of_the_hall_is_given_back():
    async with Stub() as stub, client(stub) as gemp:
        stub.answers["POST /hall/t1"] = '<response message="a lock-in league.&lt;br/&gt;&lt;br/&gt;Beware"/>'
        assert await gemp.hall.join_table(TableId("t1"), "d") == "a lock-in league. Beware"
        stub.answers["POST /hall/t1/leave"] = OK
        await gemp.hall.leave_table(TableId("t1"))
        stub.answers["POST /hall/queue/q1"] = OK
        assert await gemp.hall.join_queue("q1", "d") is None


async def test_a_missing_deck_is_named():
    async with Stub() as stub, client(stub) as gemp:
        stub.answers["GET /deck"] = "<deck/>"
        with pytest.raises(errors.NotFoundError, match="no deck named 'Mine'"):
            await gemp.decks.show("Mine")
        assert stub.seen[-1].target == "/deck?deckName=Mine"
        stub.answers["GET /deck/library"] = 401
        with pytest.raises(errors.RefusedError, match="library"):
            await gemp.decks.show("Mine", library=True)


async def test_saving_tells_what_was_dropped():
    async with Stub() as stub, client(stub) as gemp:
        stub.answers["POST /deck"] = "<ok/>"
        stub.answers["GET /deck"] = (
            '<deck><card blueprintId="1_2" title="A"/><cardOutsideDeck blueprintId="13_5" title="B"/></deck>'
        )
        saved = await gemp.decks.save("Mine", "1_2,1_2,9_999|13_5,13_6")
        assert saved.dropped == ("1_2", "9_999", "13_6")
        assert saved.deck.text == "1_2|13_5"
        assert stub.count("POST /deck") == 1
        stub.answers["GET /deck"] = "<deck/>"
        assert (await gemp.decks.save("Mine", "9_999")).dropped == ("9_999",)


async def test_chat_advances_and_never_says_nothing():
    async with Stub() as stub, client(stub) as gemp:
        line = '<chat roomName="r"><message msgId="{}" from="b" date="1">hi</message></chat>'
        stub.answers["GET /chat/r"] = line.format(7)
        stub.answers["POST /chat/r"] = line.format(9)
        room = gemp.chat("r")
        await room.join()
        await room.poll()
        assert stub.seen[-1].body == b"latestMsgIdRcvd=7"
        await room.poll()
        assert stub.seen[-1].body == b"latestMsgIdRcvd=9"
        before = len(stub.seen)
        with pytest.raises(errors.RefusedError):
            await room.send("  ")
        assert len(stub.seen) == before
        stub.answers["POST /chat/r"] = 410
        with pytest.raises(errors.ChannelExpiredError):
            await room.poll()


async def test_the_rest_is_read():
    async with Stub() as stub, client(stub) as gemp:

        async def history(request: web.Request) -> web.Response:
            assert request.query == {"start": "0", "count": "3"}
            return web.Response(text='<gameHistory count="0" playerId="alice"/>')

        stub.answers["GET /gameHistory"] = history
        assert (await gemp.history(0, 3)).entries == ()
        stub.answers["GET /"] = "<h2>Tables count: 3&nbsp;&nbsp;Players in hall count: 2</h2>"
        status = await gemp.status()
        assert (status.tables, status.in_hall) == (3, 2)
        stub.answers["GET /league"] = '<leagues><league type="l" name="L" start="20260101"/></leagues>'
        (league,) = await gemp.leagues()
        assert league.code == "l"
