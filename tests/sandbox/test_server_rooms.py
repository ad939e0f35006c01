"""Accounts, hall, decks, chat and the small rooms (PROTOCOL 1 to 3, 11), by raw HTTP."""

import asyncio
import html

import aiohttp
import pytest
from fakes import questions
from fakes.server import FakeGemp
from fakes.server_table import ServerTable, TableScript
from raw_client import Enter, Raw

from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import AiSkill
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.sandbox.server import contents, refusals
from gemp_bot.sandbox.server.accounts import MOST_ACCOUNTS, MOST_SESSIONS, AccountState, ServedAccount
from gemp_bot.sandbox.server.app import PREFIX
from gemp_bot.sandbox.server.decks import MOST_DECKS
from gemp_bot.sandbox.server.records import MOST_OVER
from gemp_bot.sandbox.server.refusals import Mode
from gemp_bot.sandbox.server.steps import Play, ask
from gemp_bot.sandbox.server.xml import Node

BOT_TABLE = {
    "format": "open",
    "deckName": contents.LIGHT_60,
    "sampleDeck": "true",
    "tableDesc": "",
    "isPrivate": "false",
    "playVsAi": "true",
    "aiSkill": "RANDO",
    "aiDeckName": contents.DARK_60,
    "aiDeckSample": "true",
}
TABLE = {"format": "open", "deckName": contents.LIGHT_60, "sampleDeck": "true", "tableDesc": "hi"}


class Silent(TableScript):
    """A game in which nothing comes about."""

    def play(self, _: ServerTable) -> Play:
        yield ask("alice", questions.start_confirmation())


def tagged(root: Node, tag: str) -> list[Node]:
    return [child for child in root.children if child.tag == tag]


class TestAccounts:
    async def test_the_cookie(self, server: FakeGemp, enter: Enter) -> None:
        alice = Raw(server, (await enter("alice")).session)
        got = await alice.login("alice")
        assert got.body == b"<result>OK</result>"
        assert got.headers["Content-Type"] == "application/xml; charset=UTF-8"
        name, _, value = got.headers["Set-Cookie"].partition("=")
        assert (name, len(value), value.isalnum()) == ("loggedUser", 20, True)
        info = await alice.get("playerStats/playerInfo")
        assert info.body == b'{"name":"alice","type":"u"}'

    @pytest.mark.parametrize(
        ("state", "status"),
        [
            (AccountState.RESET_PENDING, 202),
            (AccountState.DEACTIVATED, 401),
            (AccountState.BANNED_FOR_EVER, 403),
            (AccountState.BANNED_FOR_NOW, 409),
        ],
    )
    async def test_who_is_not_let_in(
        self, server: FakeGemp, enter: Enter, state: AccountState, status: int
    ) -> None:
        alice = await enter("alice")
        server.accounts.by_name["alice"].state = state
        assert (await alice.get("hall")).status == 401
        again = Raw(server, alice.session)
        got = await again.login("alice")
        assert got.status == status
        assert "Set-Cookie" not in got.headers
        assert (await again.login("alice", "wrong")).status == 401
        assert (await again.login("nobody")).status == 401

    async def test_register(self, server: FakeGemp, enter: Enter) -> None:
        raw = await enter("alice")

        async def register(name: str) -> int:
            return (await raw.post("register", login=name, password="p")).status

        assert await register("newbie") == 200
        assert await register("newbie") == 400
        assert [await register(bad) for bad in ("x", "elevenchars", "a b", "~bot")] == [400] * 4
        assert [await register(bad) for bad in ("Admin1", "GUESTx", "systemy", "bye")] == [403] * 4
        server.accounts.by_name["newbie"].state = AccountState.RESET_PENDING
        assert await register("newbie") == 200
        server.accounts.registration = False
        assert await register("other") == 405

    async def test_sessions_expire_on_command(self, server: FakeGemp, enter: Enter) -> None:
        alice, bob = await enter("alice"), await enter("bob")
        server.accounts.expire("alice")
        assert ((await alice.get("hall")).status, (await bob.get("hall")).status) == (401, 200)
        server.accounts.expire()
        assert (await bob.get("hall")).status == 401

    async def test_an_admin_acts_for_whom_it_names(self, enter: Enter) -> None:
        admin, alice = await enter("asdf", "asdf"), await enter("alice")
        named = await admin.get("gameHistory", start=0, count=1, participantId="alice")
        assert named.root.attrs["playerId"] == "alice"
        unnamed = await admin.get("gameHistory", start=0, count=1, participantId="null")
        assert unnamed.root.attrs["playerId"] == "asdf"
        assert (await admin.get("hall", participantId="nobody")).status == 401
        ignored = await alice.get("gameHistory", start=0, count=1, participantId="bob")
        assert ignored.root.attrs["playerId"] == "alice"


class TestBorders:
    async def test_paths_and_methods(self, server: FakeGemp, enter: Enter) -> None:
        alice = await enter("alice")
        for method, path in (("POST", "logout"), ("GET", "nowhere"), ("GET", "login")):
            assert (await alice.call(method, path)).status == 404
        assert (await alice.post("gameHistory")).status == 404
        assert (await Raw(server, alice.session).get("")).status == 200
        async with alice.session.get(f"{server.url}/elsewhere") as answer:
            assert answer.status == 404

    @pytest.mark.parametrize("foreign", ["foo@bar=1", "a/b=c", "{a}=b", 'x="', "lone"])
    async def test_cookies_of_others_on_this_host_do_no_harm(self, enter: Enter, foreign: str) -> None:
        alice = await enter("alice")
        alice.cookie += f"; {foreign}"
        assert (await alice.get("hall")).status == 200

    async def test_a_body_too_large(self, enter: Enter) -> None:
        alice = await enter("alice")
        got = await alice.post("deck", deckName="x", deckContents="1_19," * 8_000)
        assert got.status == 413

    async def test_a_json_body_has_no_fields(self, server: FakeGemp, enter: Enter) -> None:
        alice = await enter("alice")
        url = f"{server.url}{PREFIX}login"
        async with alice.session.post(url, json={"login": "alice", "password": "test"}) as answer:
            assert answer.status == 500

    async def test_the_first_of_repeated_fields_wins(
        self, server: FakeGemp, session: aiohttp.ClientSession
    ) -> None:
        fields = [("login", "alice"), ("password", "test"), ("login", "bob")]
        async with session.post(f"{server.url}{PREFIX}login", data=fields) as answer:
            assert answer.status == 200
        assert set(server.accounts.sessions.values()) == {"alice"}

    async def test_gzip_when_asked_for(self, enter: Enter) -> None:
        alice = await enter("alice")
        assert (await alice.get("hall")).headers.get("Content-Encoding") in ("gzip", "deflate")


class TestHall:
    async def test_a_bot_game_from_nothing(self, session: aiohttp.ClientSession) -> None:
        """The six calls of docs/client-notes.md, of a fresh server."""
        async with FakeGemp(idle_seconds=0.0, mode=Mode.NOT_OPERATIONAL) as server:
            admin, alice = Raw(server, session), Raw(server, session)
            await admin.login("asdf", "asdf")
            await alice.login("alice")
            server.hall.ai_tables = False
            refused = (await alice.post("hall", **BOT_TABLE)).root
            assert (refused.tag, refused.attrs["message"]) == ("error", refusals.NOT_OPERATIONAL)
            assert (await alice.post("admin/shutdown", enabled="false")).status == 403
            assert (await admin.post("admin/shutdown", enabled="false")).body == b"OK"
            refused = (await alice.post("hall", **BOT_TABLE)).root
            assert refused.attrs["message"] == refusals.BOTS_DISABLED
            assert (await admin.post("admin/settings/aitables", enabled="true")).status == 200
            opened = (await alice.get("hall")).root
            assert [f.attrs["type"] for f in tagged(opened, "format")] == list(contents.FORMATS)
            assert opened.attrs["motd"] == "Welcome"
            assert (await alice.post("hall", **BOT_TABLE)).body == b"<result>OK</result>"
            number = opened.attrs["channelNumber"]
            news = (await alice.post("hall/update", channelNumber=number)).root
            assert "motd" not in news.attrs
            (table,), (game,) = tagged(news, "table"), tagged(news, "newGame")
            assert table.attrs["gameId"] == game.attrs["id"]
            assert table.attrs["players"] == "alice (LIGHT),~Rando_Cal (DARK)"
            got = await alice.get(f"game/{game.attrs['id']}")
            assert got.events[-1].attrs["text"] == "Select OK to start game"
            again = (await alice.get("hall")).root
            assert [node.attrs["id"] for node in tagged(again, "newGame")] == [game.attrs["id"]]

    async def test_channels(self, enter: Enter) -> None:
        alice = await enter("alice")
        assert (await alice.post("hall/update", channelNumber=0)).status == 410
        assert (await alice.post("hall/update")).status == 500
        first = (await alice.get("hall")).root.attrs["channelNumber"]
        second = (await alice.get("hall")).root.attrs["channelNumber"]
        assert (await alice.post("hall/update", channelNumber=first)).status == 409
        got = await alice.post("hall/update", channelNumber=second)
        assert (got.status, got.root.children) == (200, ())

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"format": "nonsense"}, refusals.FORMAT_UNKNOWN.format("nonsense")),
            ({"deckName": "none"}, refusals.NO_SUCH_DECK.format("none")),
            ({"format": "open40card"}, None),
            ({"aiDeckName": ""}, refusals.AI_DECK_MISSING),
            ({"aiDeckName": contents.LIGHT_60}, refusals.AI_DECK_SIDE),
            ({"isPrivate": "true"}, refusals.PRIVATE_NEEDS_NAME),
        ],
    )
    async def test_refusals(
        self, server: FakeGemp, enter: Enter, change: dict[str, str], message: str | None
    ) -> None:
        alice = await enter("alice")
        got = await alice.post("hall", **(BOT_TABLE | change))
        assert (got.status, got.root.tag) == (200, "error")
        assert message is None or got.root.attrs["message"] == message
        assert server.games == {}

    async def test_settings_refuse(self, server: FakeGemp, enter: Enter) -> None:
        alice = await enter("alice")
        server.hall.private_games = False
        got = await alice.post("hall", **TABLE, isPrivate="true")
        assert got.root.attrs["message"] == refusals.PRIVATE_DISABLED
        server.hall.set_mode(Mode.SHUTDOWN)
        assert (await alice.post("hall", **TABLE)).root.attrs["message"] == refusals.SHUTDOWN
        without = {name: value for name, value in TABLE.items() if name != "tableDesc"}
        assert (await alice.post("hall", **without, isPrivate="true")).status == 500

    async def test_two_players_meet(self, server: FakeGemp, enter: Enter) -> None:
        alice, bob = await enter("alice"), await enter("bob")
        await alice.post("hall", **TABLE)
        (table,) = tagged((await bob.get("hall")).root, "table")
        assert (table.attrs["gameId"], table.attrs["status"]) == ("", "WAITING")
        assert table.attrs["tournament"] == "Casual - hi"
        path = f"hall/{table.attrs['id']}"
        own = await alice.post(path, deckName=contents.DARK_60, sampleDeck="true")
        assert own.root.attrs["message"] == refusals.OWN_TABLE
        same = await bob.post(path, deckName=contents.LIGHT_60, sampleDeck="true")
        assert same.root.attrs["message"] == refusals.SAME_SIDE
        number = (await bob.get("hall")).root.attrs["channelNumber"]
        assert (await bob.post(path, deckName=contents.DARK_60, sampleDeck="true")).status == 200
        (game,) = server.games.values()
        assert game.players == ("bob", "alice")
        news = (await bob.post("hall/update", channelNumber=number)).root
        assert tagged(news, "table")[0].attrs["action"] == "update"
        assert tagged(news, "newGame")[0].attrs["id"] == game.id
        gone = await bob.post(path, deckName=contents.DARK_60, sampleDeck="true")
        assert gone.root.attrs["message"] == refusals.TABLE_GONE
        game.concede("bob")
        (row,) = tagged((await bob.post("hall/update", channelNumber=number)).root, "table")
        assert (row.attrs["status"], row.attrs["winner"]) == ("FINISHED", "alice")

    async def test_a_private_table(self, server: FakeGemp, enter: Enter) -> None:
        alice, bob, other = await enter("alice"), await enter("bob"), await enter("test1")
        await alice.post("hall", **(TABLE | {"tableDesc": "bob", "isPrivate": "true"}))
        (table,) = tagged((await bob.get("hall")).root, "table")
        path, deck = f"hall/{table.attrs['id']}", {"deckName": contents.DARK_60, "sampleDeck": "true"}
        assert (await other.post(path, **deck)).root.attrs["message"] == refusals.NOT_INVITED
        assert (await bob.post(path, **deck)).body == b"<result>OK</result>"
        (game,) = server.games.values()
        assert (await other.get(f"game/{game.id}")).status == 403

    async def test_leaving_and_limits(self, server: FakeGemp, enter: Enter) -> None:
        alice = await enter("alice")
        for _ in range(8):
            assert (await alice.post("hall", **TABLE)).body == b"<result>OK</result>"
        full = await alice.post("hall", **TABLE)
        assert full.root.attrs["message"] == refusals.TOO_MANY_TABLES
        opened = (await alice.get("hall")).root
        first = tagged(opened, "table")[0].attrs["id"]
        assert (await alice.post(f"hall/{first}/leave")).status == 200
        assert (await alice.post("hall/nonsense/leave")).status == 200
        number = opened.attrs["channelNumber"]
        (gone,) = tagged((await alice.post("hall/update", channelNumber=number)).root, "table")
        assert gone.attrs == {"id": first, "action": "remove"}
        assert (await alice.post("hall", **BOT_TABLE)).status == 200
        assert len(server.hall.tables) == 1


class TestDecks:
    async def test_the_library(self, server: FakeGemp, session: aiohttp.ClientSession) -> None:
        nobody = Raw(server, session)
        listed = (await nobody.get("deck/libraryList")).root
        assert [node.text for node in tagged(listed, "darkDeck")] == sorted(
            [contents.DARK_60, contents.DARK_40]
        )
        deck = (await nobody.get("deck/library", deckName=contents.LIGHT_40)).root
        assert len(tagged(deck, "card")) == 40
        assert set(deck.children[0].attrs) == {"blueprintId", "title", "horizontal"}
        assert (await nobody.get("deck/list")).status == 401
        assert (await nobody.get("deck/libraryHtml", deckName="none")).status == 404
        del server.accounts.by_name["Librarian"]
        assert (await nobody.get("deck/libraryList")).status == 401

    async def test_own_decks(self, enter: Enter) -> None:
        alice = await enter("alice")
        saved = await alice.post("deck", deckName="mine", deckContents="1_19,1_19*,99_99|1_28")
        assert saved.root.tag == "ok"
        deck = (await alice.get("deck", deckName="mine")).root
        assert [node.attrs["blueprintId"] for node in deck.children] == ["1_19", "1_19*", "1_28"]
        assert deck.children[-1].tag == "cardOutsideDeck"
        assert (await alice.get("deck", deckName="none")).root.children == ()
        assert (await alice.post("deck", deckName="bad", deckContents="x")).status == 500
        assert (await alice.post("deck/rename", oldDeckName="mine", deckName="yours")).status == 200
        assert (await alice.post("deck/rename", oldDeckName="mine", deckName="x")).status == 404
        assert b"Luke" in (await alice.get("deck/html", deckName="yours")).body
        await alice.post("deck/delete", deckName="yours")
        assert (await alice.get("deck/list")).root.children == ()

    async def test_stats_are_the_validator(self, server: FakeGemp, enter: Enter) -> None:
        alice = await enter("alice")
        deck = server.world.decks.saved["Librarian"][contents.LIGHT_40]
        page = (await alice.post("deck/stats", deckContents=deck)).body.decode()
        assert '>Open (40 cards):</span> <span class="deckstats-format-valid">' in page
        assert '>Open:</span> <span class="deckstats-format-invalid">' in page
        assert '<span id="deckstats-light-content">40</span>' in page


class TestChat:
    async def test_acknowledgement(self, enter: Enter) -> None:
        alice, bob = await enter("alice"), await enter("bob")
        path = "chat/Game%20Hall"
        assert (await alice.post(path, latestMsgIdRcvd=-1)).status == 410
        joined = (await alice.get(path)).root
        (welcome,) = tagged(joined, "message")
        assert welcome.text == "Welcome to room: Game Hall"
        assert (await bob.post(path, message="a < b")).body == b"<result>OK</result>"
        for _ in range(2):
            got = (await alice.post(path, latestMsgIdRcvd=1)).root
            (line,) = tagged(got, "message")
            assert (line.attrs["msgId"], line.attrs["from"]) == ("2", "bob")
            assert html.unescape(line.text) == "a < b"
        assert tagged((await alice.post(path, latestMsgIdRcvd=2)).root, "message") == []
        await bob.post(path, message="again")
        assert len(tagged((await alice.post(path)).root, "message")) == 1
        assert tagged((await alice.post(path)).root, "message") == []
        assert (await alice.post(path, message="/ban bob")).status == 400
        assert (await alice.get("chat/Nowhere")).status == 404

    async def test_who_never_comes_for_lines_misses_the_oldest(self, enter: Enter) -> None:
        alice, bob = await enter("alice"), await enter("bob")
        path = "chat/Game%20Hall"
        await alice.get(path)
        for number in range(150):
            await bob.post(path, message=f"line {number}")
        got = tagged((await alice.post(path)).root, "message")
        assert [got[0].text, got[-1].text, len(got)] == ["line 50", "line 149", 100]


CONTROLS = "a\x00b\x01c\x0bd\x1be\ufffef\uffffg\tz"


class TestControlCharacters:
    """A strict parser, which `Raw` is not told to be lenient about, must be able to read every answer."""

    async def test_in_a_chat_line(self, enter: Enter) -> None:
        alice, bob = await enter("alice"), await enter("bob")
        path = "chat/Game%20Hall"
        await alice.get(path)
        assert (await bob.post(path, message=CONTROLS)).status == 200
        (line,) = tagged((await alice.post(path, latestMsgIdRcvd=1)).root, "message")
        assert line.text == "abcdefg\tz"

    async def test_in_the_name_of_a_deck(self, enter: Enter) -> None:
        alice = await enter("alice")
        assert (await alice.post("deck", deckName=CONTROLS, deckContents="1_19|")).status == 200
        (deck,) = (await alice.get("deck/list")).root.children
        assert deck.text == "abcdefg\tz"

    async def test_in_the_description_of_a_table(self, enter: Enter) -> None:
        alice = await enter("alice")
        await alice.post("hall", **{**TABLE, "tableDesc": CONTROLS})
        (row,) = tagged((await alice.get("hall")).root, "table")
        assert row.attrs["tournament"] == "Casual - abcdefg\tz"


class TestMarkup:
    @pytest.mark.parametrize("path", ["deck/html", "deck/libraryHtml"])
    async def test_the_page_of_a_deck_shows_its_name_as_text(
        self, server: FakeGemp, enter: Enter, path: str
    ) -> None:
        evil = "<script>alert(1)</script>"
        alice = await enter("alice")
        for owner in ("alice", "Librarian"):
            server.world.decks.saved.setdefault(owner, {})[evil] = "1_19|"
        page = (await alice.get(path, deckName=evil)).body.decode()
        assert evil not in page
        assert html.escape(evil) in page


class TestBounds:
    """What anybody can make here is bounded; who comes too late is told, and what was there stays."""

    async def test_accounts(self, server: FakeGemp, enter: Enter) -> None:
        alice = await enter("alice")
        for number in range(MOST_ACCOUNTS - len(server.accounts.by_name)):
            server.accounts.register(f"p{number}", "p")
        got = await alice.post("register", login="late", password="p")
        assert (got.status, "late" in server.accounts.by_name) == (405, False)
        assert (await alice.get("hall")).status == 200

    async def test_passwords(self, server: FakeGemp, enter: Enter) -> None:
        alice = await enter("alice")
        assert (await alice.post("register", login="long", password="p" * 30_000)).status == 400
        assert "long" not in server.accounts.by_name

    async def test_sessions_of_a_player(self, server: FakeGemp, enter: Enter) -> None:
        first, bob = await enter("alice"), await enter("bob")
        for _ in range(MOST_SESSIONS):
            last = await enter("alice")
        assert [(await each.get("hall")).status for each in (first, last, bob)] == [401, 200, 200]
        assert len(server.accounts.sessions) == MOST_SESSIONS + 1

    async def test_decks(self, server: FakeGemp, enter: Enter) -> None:
        alice = await enter("alice")
        server.world.decks.saved["alice"] = {f"d{number}": "1_19|" for number in range(MOST_DECKS)}
        got = await alice.post("deck", deckName="one more", deckContents="1_19|")
        assert (got.status, str(MOST_DECKS) in got.headers["message"]) == (409, True)
        assert (await alice.post("deck", deckName="d0", deckContents="1_19,1_19|")).status == 200
        assert (await alice.post("deck/rename", oldDeckName="d0", deckName="x" * 46)).status == 500
        assert set(server.world.decks.saved["alice"]) == {f"d{number}" for number in range(MOST_DECKS)}

    async def test_games_that_are_over(self, server: FakeGemp, enter: Enter) -> None:
        alice = await enter("alice")
        games = []
        for _ in range(MOST_OVER + 2):
            games.append(server.start_game("bob", "alice", Silent()))
            games[-1].concede("bob")
        going_on = server.start_game("bob", "alice", Silent())
        assert (await alice.get(f"game/{games[0].id}")).status == 404
        assert (await alice.get(f"game/{games[-1].id}")).status == 200
        assert (await alice.get(f"game/{going_on.id}")).status == 200
        assert len(server.games) <= MOST_OVER + 1
        rows = (await alice.get("gameHistory", start=0, count=100)).root
        assert int(rows.attrs["count"]) == MOST_OVER
        assert len(tagged((await alice.get("hall")).root, "table")) <= MOST_OVER + 1
        newest = rows.children[0].attrs["gameRecordingId"]
        assert (await alice.get(f"replay/alice${newest}")).status == 200
        assert len(server.world.rooms) <= MOST_OVER + 2


class TestRecords:
    async def test_history_and_replay(self, server: FakeGemp, enter: Enter) -> None:
        alice = await enter("alice")
        await alice.post("hall", **BOT_TABLE)
        (game,) = server.games.values()
        game.concede("alice")
        assert (await alice.get("gameHistory", start=-1, count=3)).status == 400
        assert (await alice.get("gameHistory", start=0, count=101)).status == 400
        assert (await alice.get("gameHistory", start=0)).status == 500
        (row,) = (await alice.get("gameHistory", start=0, count=3)).root.children
        assert (row.attrs["winner"], row.attrs["loseReason"]) == ("~Rando_Cal", "Conceded")
        got = await alice.get(f"replay/alice${row.attrs['gameRecordingId']}")
        assert got.root.tag == "gameReplay"
        assert got.headers["Content-Type"].startswith("application/html")
        assert (await alice.get("replay/alice$none")).status == 404

    async def test_the_empty_lists(self, enter: Enter) -> None:
        alice = await enter("alice")
        assert (await alice.get("league")).root.tag == "leagues"
        assert (await alice.get("tournament")).root.tag == "tournaments"
        assert (await alice.get("playerStats")).root.tag == "playerStats"


async def test_leaving_the_context_lets_parked_polls_go(session: aiohttp.ClientSession) -> None:
    async with FakeGemp(idle_seconds=3600.0, accounts=(ServedAccount("alice"),)) as server:
        alice = Raw(server, session)
        await alice.login("alice")
        number = (await alice.get("hall")).root.attrs["channelNumber"]
        parked = asyncio.create_task(alice.post("hall/update", channelNumber=number))
        while not any(c.waiter for _, c in server.hall.channels):  # noqa: ASYNC110
            await asyncio.sleep(0)
    assert (await parked).status == 200


async def test_our_own_client_reads_every_room(server: FakeGemp) -> None:
    async with GempClient(ClientSettings(url=server.url)) as client:
        status = await client.status()
        assert (status.tables, status.in_hall) == (0, 0)
        await client.login("alice", "test")
        report = await client.decks.validate(server.world.decks.saved["Librarian"][contents.LIGHT_40])
        assert [verdict.valid for verdict in report.formats] == [False, True, False, False]
        await client.hall.create_ai_table(
            "open", contents.LIGHT_60, library=True, skill=AiSkill.RANDO, ai_deck=contents.DARK_60
        )
        (game_id,) = (await client.hall.open()).new_games
        opened = await client.game(game_id).open()
        assert opened.snapshot
        server.games[game_id].concede("alice")
        (row,) = (await client.history()).entries
        assert row.loser == "alice"
