"""Getting a seat: tables made, joined, waited for, and a hall in trouble; waiting takes no time."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from fakes.server import FakeGemp
from fakes.toy import ToyScript
from jumping_time import jumping, now
from match_scene import AI, BOT, GUEST, HOST, WON_OR_LOST, person, results, server

from gemp_bot.play.entries import NoGameError
from gemp_bot.play.supervisor import Match
from gemp_bot.protocol.errors import GempError, HallRefusedError, NotOperationalError
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.sandbox.server import faults
from gemp_bot.sandbox.server.contents import LIGHT_60
from gemp_bot.sandbox.server.http import Received
from gemp_bot.sandbox.server.refusals import Mode
from gemp_bot.sandbox.server.world import Setup


def trouble(match: Match) -> str:
    """Why no further game was begun: one line."""
    assert isinstance(match.trouble, NoGameError | GempError)
    assert "\n" not in str(match.trouble)
    return str(match.trouble)


def posts(running: FakeGemp, path: str) -> int:
    return sum(request.method == "POST" and request.path == path for request in running.requests)


# -- one game ---------------------------------------------------------------------------------------


@jumping
async def test_an_ai_game_is_found_by_its_row() -> None:
    """Other games run in the same hall; the answer to the call names none."""
    async with server() as running, person(running, "alice") as alice:
        running.start_game("bob", "carol", ToyScript(0))
        running.start_game("alice", "carol", ToyScript(0))
        match = alice.match(AI, resume=False)
        outcomes = await match.run()
        (game,) = [game for game in running.games.values() if game.bots]
        assert [outcome.game for outcome in outcomes] == [game.id]
        assert results(outcomes) <= WON_OR_LOST
        assert outcomes[0].opponent == BOT
        assert match.trouble is None


@jumping
async def test_a_table_is_opened_and_joined_by_two_clients_in_one_process() -> None:
    async with server() as running, person(running, "alice") as alice, person(running, "bob") as bob:
        hosting, joining = alice.match(HOST, games=3), bob.match(GUEST, games=3)
        mine, theirs = await asyncio.gather(hosting.run(), joining.run())
        assert [outcome.game for outcome in mine] == [outcome.game for outcome in theirs]
        assert len(mine) == 3
        for one, other in zip(mine, theirs, strict=True):
            assert {one.result.value, other.result.value} == WON_OR_LOST
            assert (one.opponent, other.opponent) == ("bob", "alice")
        assert (hosting.trouble, joining.trouble) == (None, None)


@jumping
async def test_two_tables_at_once_do_not_take_each_other_away() -> None:
    """The server removes all other waiting tables of a player whose game starts."""
    async with server() as running, person(running, "alice") as alice, person(running, "bob") as bob:
        hosting, joining = alice.match(HOST, games=4, parallel=2), bob.match(GUEST, games=4, parallel=2)
        mine, theirs = await asyncio.gather(hosting.run(), joining.run())
        assert (hosting.trouble, joining.trouble) == (None, None)
        assert len(mine) == len(theirs) == 4


@jumping
async def test_a_private_table_is_for_one_player_only() -> None:
    private = replace(HOST, private_for=PlayerName("bob"))
    async with (
        server() as running,
        person(running, "alice") as alice,
        person(running, "bob") as bob,
        person(running, "carol") as other,
    ):
        hosting = alice.match(private)
        task = asyncio.create_task(hosting.run())
        uninvited = other.match(GUEST)
        await uninvited.run()
        assert "may not join" in trouble(uninvited)
        await bob.match(GUEST).run()
        (outcome,) = await task
        assert (outcome.opponent, hosting.trouble) == ("bob", None)


# -- waiting ----------------------------------------------------------------------------------------


@jumping
async def test_joining_waits_and_gives_up_in_one_line() -> None:
    async with server(idle_seconds=2.5) as running, person(running, "bob") as bob:
        began = now()
        match = bob.match(GUEST, games=5)
        assert await match.run() == []
        assert trouble(match) == "alice opened no table within 60 s"
        assert 60 <= now() - began < 70


@jumping
async def test_a_host_waits_gives_up_and_leaves_no_table_behind() -> None:
    async with server(idle_seconds=2.5) as running, person(running, "alice") as alice:
        began = now()
        match = alice.match(HOST)
        assert await match.run() == []
        assert trouble(match) == "nobody came to the table within 60 s"
        assert 60 <= now() - began < 70
        assert not running.hall.tables


@jumping
async def test_a_table_that_is_opened_later_is_joined() -> None:
    async with (
        server(idle_seconds=2.5) as running,
        person(running, "alice") as alice,
        person(running, "bob") as bob,
    ):
        joining = asyncio.create_task(bob.match(GUEST).run())
        await asyncio.sleep(40)
        mine, theirs = await asyncio.gather(alice.match(HOST).run(), joining)
        assert mine[0].game == theirs[0].game


@jumping
async def test_a_table_removed_while_waiting_is_one_line() -> None:
    async with server(idle_seconds=2.5) as running, person(running, "alice") as alice:
        match = alice.match(HOST)
        task = asyncio.create_task(match.run())
        await asyncio.sleep(10)
        running.hall.set_mode(Mode.SHUTDOWN)
        assert await task == []
        assert re.fullmatch(r"table \S+ is gone from the hall before its game began", trouble(match))


@jumping
async def test_somebody_else_takes_the_table_and_the_next_one_is_waited_for() -> None:
    async with server(idle_seconds=2.5) as running, person(running, "bob") as bob:
        taken = faults.Body(b"<error message='Table is already taken or was removed'/>")
        async with person(running, "alice") as alice:
            running.faults.on(taken, path="/hall/", method="POST", skip=0)
            running.faults.clear()
            hosting = asyncio.create_task(alice.match(HOST, games=2).run())
            await asyncio.sleep(5)
            (table,) = running.hall.tables
            running.faults.on(taken, path=f"/hall/{table}")
            joining = bob.match(GUEST)
            task = asyncio.create_task(joining.run())
            await asyncio.sleep(5)
            assert (running.faults.left, joining.trouble) == (0, None)
            async with person(running, "carol") as other:
                assert results(await other.match(GUEST).run()) <= WON_OR_LOST
            await asyncio.gather(hosting, task)
            assert (joining.trouble, len(running.games)) == (None, 2)


@jumping
async def test_stop_while_waiting_for_people_leaves_the_hall_clean() -> None:
    async with (
        server(idle_seconds=2.5) as running,
        person(running, "alice") as alice,
        person(running, "bob") as bob,
    ):
        hosting = alice.match(HOST, games=3, parallel=2)
        joining = bob.match(replace(GUEST, join=PlayerName("carol"), wait=900))
        tasks = [asyncio.create_task(match.run()) for match in (hosting, joining)]
        await asyncio.sleep(30)
        assert len(running.hall.tables) == 1
        began = now()
        hosting.stop()
        joining.stop()
        assert await asyncio.gather(*tasks) == [[], []]
        assert now() - began < 6
        assert (hosting.trouble, joining.trouble) == (None, None)
        assert not running.hall.tables


def never_made(running: FakeGemp) -> None:
    """The server says that it made the table, and made none."""
    running.faults.on(faults.Body(b"<result>OK</result>", "application/xml"), path="/hall", method="POST")


def never_said(running: FakeGemp) -> None:
    """The call that makes the table is not answered."""
    running.faults.on(faults.Slow(100_000), path="/hall", method="POST")


def never_begun(running: FakeGemp) -> None:
    """The table is there, and its game is not."""
    running.hall.start = lambda *_: None  # type: ignore[assignment, return-value]


@pytest.mark.parametrize("hitch", [never_made, never_begun])
@pytest.mark.parametrize("second", [False, True], ids=["stop", "concede"])
@jumping
async def test_an_interrupt_ends_the_wait_for_a_table_that_never_comes(
    hitch: Callable[[FakeGemp], None], second: bool
) -> None:
    async with server(idle_seconds=2.5) as running, person(running, "alice") as alice:
        hitch(running)
        match = alice.match(AI)
        task = asyncio.create_task(match.run())
        await asyncio.sleep(10)
        began = now()
        match.stop()
        if second:
            match.concede()
        assert await task == []
        assert now() - began < (5 if second else 20)
        assert match.trouble is None


@pytest.mark.parametrize("second", [False, True], ids=["stop", "concede"])
@jumping
async def test_an_interrupt_ends_a_call_for_a_table_that_is_not_answered(second: bool) -> None:
    """The table is there, for all that: its game is played, or conceded."""
    async with server(idle_seconds=2.5) as running, person(running, "alice") as alice:
        never_said(running)
        match = alice.match(AI)
        task = asyncio.create_task(match.run())
        await asyncio.sleep(1)
        began = now()
        match.stop()
        if second:
            match.concede()
        (outcome,) = await task
        ending = running.games[outcome.game].outcome
        assert ending is not None
        assert (ending.loser, ending.lost) == ("alice", "Conceded") or not second
        assert now() - began < (10 if second else 60)


@jumping
async def test_stop_while_a_game_is_being_made_plays_that_game() -> None:
    """It exists already, and somebody may sit there."""
    async with server() as running, person(running, "alice") as alice:
        match = alice.match(AI, games=4, parallel=2)

        def start(setup: Setup) -> ToyScript:
            match.stop()
            return ToyScript(setup.seed, length=4)

        running.world.script_factory = start
        outcomes = await match.run()
        assert results(outcomes) <= WON_OR_LOST
        assert [outcome.game for outcome in outcomes] == list(running.games)
        assert (len(outcomes), match.trouble) == (1, None)


@jumping
async def test_a_waiting_table_of_an_earlier_run_is_left_before_a_new_one_is_made() -> None:
    async with server(idle_seconds=2.5) as running, person(running, "alice") as alice:
        await alice.client.hall.create_table("open", LIGHT_60, library=True)
        match = alice.match(replace(HOST, wait=1))
        assert await match.run() == []
        assert "nobody came" in trouble(match)
        assert [row for row in (await alice.client.hall.open()).tables if row.playing] == []


# -- the hall in trouble ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fault",
    [
        faults.DropAfter(),
        faults.DropBefore(),
        faults.Cut(),
        faults.Status(409),
        faults.Status(410),
        faults.Status(401),
        faults.SessionLost(),
        faults.Status(502),
        faults.html_page(),
    ],
    ids=str,
)
@jumping
async def test_a_poll_of_the_hall_that_is_lost_loses_no_game(fault: faults.Fault) -> None:
    async with server(idle_seconds=2.5) as running, person(running, "alice") as alice:
        running.faults.on(fault, path="/hall/update", skip=1, times=2)
        match = alice.match(AI, games=4)
        outcomes = await match.run()
        assert running.faults.left == 0, "the fault happened"
        assert (len(outcomes), match.trouble) == (4, None)
        assert len(running.games) == 4
        assert results(outcomes) <= WON_OR_LOST


@pytest.mark.parametrize(
    "fault", [faults.DropAfter(), faults.Cut(), faults.Status(500, processed=True)], ids=str
)
@jumping
async def test_a_table_whose_making_was_not_confirmed_is_found_and_not_made_twice(
    fault: faults.Fault,
) -> None:
    async with server(idle_seconds=2.5) as running, person(running, "alice") as alice:
        running.faults.on(fault, path="/hall", method="POST")  # the first post below /hall makes the table
        match = alice.match(AI)
        assert results(await match.run()) <= WON_OR_LOST
        assert (running.faults.left, match.trouble) == (0, None)
        assert len(running.games) == 1


@pytest.mark.parametrize(
    "fault", [faults.DropBefore(), faults.Status(401), faults.SessionLost(), faults.Status(502)], ids=str
)
@jumping
async def test_a_table_that_was_not_made_is_asked_for_again(fault: faults.Fault) -> None:
    async with server(idle_seconds=2.5) as running, person(running, "alice") as alice:
        running.faults.on(fault, path="/hall", method="POST")
        match = alice.match(AI)
        assert results(await match.run()) <= WON_OR_LOST
        assert (running.faults.left, match.trouble) == (0, None)
        assert len(running.games) == 1


@jumping
async def test_tables_are_not_asked_for_without_end() -> None:
    async with server(idle_seconds=2.5) as running, person(running, "alice") as alice:
        take = running.faults.take

        def fails(request: Received) -> faults.Fault | None:
            """Making a table fails, asking for news of the hall does not."""
            return (
                faults.Status(500) if (request.method, request.path) == ("POST", "/hall") else take(request)
            )

        running.faults.take = fails  # type: ignore[method-assign]
        match = alice.match(AI, games=9, parallel=3)
        assert await match.run() == []
        assert posts(running, "/hall") == 3
        assert "500" in trouble(match)


@pytest.mark.parametrize(
    "fault", [faults.DropAfter(), faults.DropBefore(), faults.Cut(), faults.SessionLost()], ids=str
)
@jumping
async def test_joining_in_doubt_joins_once(fault: faults.Fault) -> None:
    async with (
        server(idle_seconds=2.5) as running,
        person(running, "alice") as alice,
        person(running, "bob") as bob,
    ):
        hosting = asyncio.create_task(alice.match(HOST).run())
        await asyncio.sleep(5)
        (table,) = running.hall.tables
        running.faults.on(fault, path=f"/hall/{table}")
        joining = bob.match(GUEST)
        theirs = await joining.run()
        (mine,) = await hosting
        assert (running.faults.left, joining.trouble) == (0, None)
        assert [outcome.game for outcome in theirs] == [mine.game]
        assert len(running.games) == 1


@jumping
async def test_410_after_a_long_wait_opens_the_hall_anew() -> None:
    async with (
        server(idle_seconds=2.5) as running,
        person(running, "alice") as alice,
        person(running, "bob") as bob,
    ):
        joining = bob.match(GUEST)
        task = asyncio.create_task(joining.run())
        await asyncio.sleep(50)
        running.hall.channels.drop("bob")
        await asyncio.sleep(3)
        (outcome,) = await alice.match(HOST).run()
        assert (await task)[0].game == outcome.game
        assert sum(request.method == "GET" and request.path == "/hall" for request in running.requests) >= 3


REFUSALS = [
    ("side", "AI deck must be the opposite side of the Force from your deck"),
    ("ai", "Bot tables are currently disabled"),
    ("mode", "Server is not yet in operational mode"),
    ("deck", "You don't have a deck registered yet with the name: nosuch"),
    ("format", "This format is not supported: opne: did you mean 'open'?"),
]


@pytest.mark.parametrize(("what", "line"), REFUSALS, ids=[what for what, _ in REFUSALS])
@jumping
async def test_the_hall_refuses_in_the_servers_own_words(what: str, line: str) -> None:
    seat = AI
    async with server() as running, person(running, "alice") as alice:
        match what:
            case "side":
                seat = replace(AI, opponent_deck=LIGHT_60)
            case "ai":
                running.hall.ai_tables = False
            case "mode":
                running.hall.set_mode(Mode.NOT_OPERATIONAL)
            case "deck":
                seat = replace(AI, deck="nosuch")
            case _:
                seat = replace(AI, format_code="opne")
        match = alice.match(seat, games=5, parallel=3)
        assert await match.run() == []
        assert isinstance(match.trouble, NotOperationalError if what == "mode" else HallRefusedError)
        assert line in trouble(match)
        assert posts(running, "/hall") == 1, "asked once, not by each of three"
