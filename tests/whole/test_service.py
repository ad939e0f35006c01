"""A service outlives what passes, and is steered while it runs."""

import asyncio
from dataclasses import replace

import pytest
from fakes.server import FakeGemp
from fakes.toy import ToyScript
from jumping_time import jumping, now
from match_scene import AI, GUEST, WON_OR_LOST, person, results, server
from service_scene import DARK, FILLER, LIGHT, OPEN_HOUSE, VISITOR, serving
from structlog.testing import capture_logs

from gemp_bot.play.entries import DeckChoice, DeckPool, QueueEntry, StrategyPlayer
from gemp_bot.protocol.errors import BannedError, WrongPasswordError
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.sandbox.server import faults
from gemp_bot.sandbox.server.accounts import AccountState
from gemp_bot.sandbox.server.hall import HallTable, Mode
from gemp_bot.service.control import ControlError, ServiceState
from gemp_bot.strategy import Strategy

DAY = 86_400


async def visits(running: FakeGemp, games: int = 1, name: str = "bob") -> None:
    """Somebody plays at the tables of alice."""
    async with person(running, name) as guest:
        outcomes = await guest.match(replace(GUEST, wait=3600), games=games).run()
        assert results(outcomes) <= WON_OR_LOST
        assert len(outcomes) == games


def waiting(running: FakeGemp) -> list[HallTable]:
    """The tables somebody has still to come to."""
    return [table for table in running.hall.tables.values() if table.game is None]


async def until(look: object, patience: float = 120) -> None:
    end = now() + patience
    while not look():  # type: ignore[operator]
        assert now() < end, "it did not come about"
        await asyncio.sleep(patience / 240)


@jumping
async def test_the_hall_is_watched_while_games_are_looked_for() -> None:
    async with server(idle_seconds=2.5) as running, serving(running, OPEN_HOUSE) as alice:
        service = alice.service
        assert not service.watches_hall, "not logged in yet"
        await until(lambda: service.status().waiting)
        assert service.watches_hall
        service.stop_finding()
        await until(lambda: not service.watches_hall)
        assert not waiting(running), "it was withdrawn before"
        await service.resume()
        await until(lambda: service.status().waiting)
        assert service.watches_hall
        service.finish()
        assert not service.watches_hall


@jumping
async def test_a_table_is_opened_again_after_each_game() -> None:
    async with server(idle_seconds=2.5) as running, serving(running, OPEN_HOUSE) as alice:
        await visits(running, games=3)
        await until(lambda: alice.service.status().waiting)
        assert results(alice.outcomes) <= WON_OR_LOST
        assert len(alice.outcomes) == 3
        assert {assignment.entry for assignment in alice.began} == {"open house"}
        assert alice.service.status().results == {
            result: [outcome.result.value for outcome in alice.outcomes].count(result)
            for result in sorted(results(alice.outcomes))
        }


@jumping
async def test_the_entries_are_tried_in_their_order_and_share_the_limit() -> None:
    async with server(idle_seconds=2.5) as running:
        async with serving(running, VISITOR, OPEN_HOUSE, replace(FILLER, after=30), at_once=1) as alice:
            await until(lambda: len(alice.outcomes) >= 2, 300)
            assert {assignment.entry for assignment in alice.began} == {"filler"}, "nobody came"
            await visits(running)
            await until(lambda: "open house" in {assignment.entry for assignment in alice.began})
        assert max(len(game.players) for game in running.games.values()) == 2


@pytest.mark.thorough
@jumping
@pytest.mark.long
async def test_a_server_that_is_down_for_a_day() -> None:
    async with server(idle_seconds=2.5) as running, serving(running, OPEN_HOUSE) as alice:
        await visits(running)
        with capture_logs() as logs:
            running.world.restart()
            running.faults.on(faults.Status(502), times=1_000_000)
            await asyncio.sleep(3600)
            assert alice.service.status().state in (ServiceState.HALL_GONE, ServiceState.LOGIN_WAITS)
            before = len(running.requests)
            await asyncio.sleep(DAY)
            assert len(running.requests) - before < 5 * DAY / 60, "nobody is hammered"
            running.faults.clear()
        await until(lambda: alice.service.status().waiting, 600)
        await visits(running)
        told = [log for log in logs if log["log_level"] in ("warning", "error")]
        assert 0 < len(told) < 8, "it is told, and not without end"
        assert not alice.task.done()


@jumping
async def test_a_server_that_is_not_there_at_the_start() -> None:
    async with server(idle_seconds=2.5) as running:
        running.faults.on(faults.Status(502), times=1_000_000)
        async with serving(running, OPEN_HOUSE) as alice:
            await asyncio.sleep(3600)
            assert alice.service.status().state is ServiceState.LOGIN_WAITS
            running.faults.clear()
            await until(lambda: alice.service.status().waiting, 600)


@jumping
async def test_shutdown_mode_is_waited_out_and_no_table_is_asked_for_meanwhile() -> None:
    async with server(idle_seconds=15) as running, serving(running, OPEN_HOUSE) as alice:
        await until(lambda: alice.service.status().waiting)
        running.hall.set_mode(Mode.SHUTDOWN)
        await asyncio.sleep(2 * 3600)
        asked = sum(request.method == "POST" and request.path == "/hall" for request in running.requests)
        assert 2 < asked < 2 * 60 + 20
        running.hall.set_mode(Mode.OPERATIONAL)
        await until(lambda: alice.service.status().waiting)
        await visits(running)


@jumping
async def test_a_server_that_refuses_tables_makes_us_not_ready_and_the_trouble_goes_with_it() -> None:
    async with server(idle_seconds=15) as running, serving(running, OPEN_HOUSE) as alice:
        await until(lambda: alice.service.status().waiting)
        assert (alice.service.idle_because, alice.service.status().entries[0].trouble) == (None, "")
        running.hall.set_mode(Mode.SHUTDOWN)
        await until(lambda: alice.service.idle_because)
        assert "open house: " in str(alice.service.idle_because)
        (entry,) = alice.service.status().entries
        assert entry.trouble in str(alice.service.idle_because)
        assert entry.rests
        running.hall.set_mode(Mode.OPERATIONAL)
        await until(lambda: alice.service.status().waiting)
        assert (alice.service.idle_because, alice.service.status().entries[0].trouble) == (None, "")


@jumping
async def test_one_table_that_is_refused_beside_one_that_is_open_leaves_us_ready() -> None:
    nosuch = replace(OPEN_HOUSE, name="nosuch", decks=DeckPool((replace(LIGHT.decks[0], name="Nosuch"),)))
    async with server(idle_seconds=15) as running, serving(running, nosuch, OPEN_HOUSE) as alice:
        await until(lambda: alice.service.status().waiting)
        refused, good = alice.service.status().entries
        assert (bool(refused.trouble), good.trouble, alice.service.idle_because) == (True, "", None)


@jumping
async def test_the_trouble_of_a_table_is_over_when_its_rest_is_also_while_nothing_is_tried() -> None:
    async with server(idle_seconds=15) as running, serving(running, OPEN_HOUSE) as alice:
        running.hall.set_mode(Mode.SHUTDOWN)
        await until(lambda: alice.service.status().entries and alice.service.status().entries[0].trouble)
        await alice.service.drain()
        assert "draining" in str(alice.service.idle_because)
        await asyncio.sleep(360)
        (entry,) = alice.service.status().entries
        assert (entry.rests, entry.trouble) == (0, "")


@jumping
async def test_a_strategy_that_cannot_be_made_is_told_as_the_trouble() -> None:
    def broken(seed: int, deck: str | None) -> Strategy:
        raise ValueError("no such weights")

    async with (
        server(idle_seconds=15) as running,
        serving(running, replace(OPEN_HOUSE, player=StrategyPlayer(broken))) as alice,
    ):
        await until(lambda: alice.service.status().entries and alice.service.status().entries[0].rests)
        assert "no such weights" in alice.service.status().entries[0].trouble


@jumping
async def test_the_tables_of_a_server_that_is_gone_are_not_told_as_open() -> None:
    async with server(idle_seconds=15) as running, serving(running, OPEN_HOUSE) as alice:
        await until(lambda: alice.service.status().waiting)
        running.faults.on(faults.Status(502), times=1_000_000)
        await until(lambda: alice.service.status().state is ServiceState.HALL_GONE)
        assert alice.service.status().waiting == ()
        running.faults.clear()
        await until(lambda: alice.service.status().waiting)


@jumping
async def test_with_all_seats_taken_a_server_that_is_gone_is_seen_by_its_games() -> None:
    one_seat = replace(OPEN_HOUSE, at_once=1)
    async with server(idle_seconds=15) as running, serving(running, one_seat) as alice:
        running.start_game("alice", "bob", ToyScript(1))
        await until(lambda: alice.service.games() and alice.service.games()[0].decisions)
        assert alice.service.ready
        running.faults.on(faults.Status(502), times=1_000_000)
        await until(lambda: not alice.service.ready)
        assert alice.service.status().state is ServiceState.HALL_GONE
        running.faults.clear()
        await until(lambda: alice.service.ready)


@jumping
async def test_a_ban_until_a_time_is_waited_out() -> None:
    async with server(idle_seconds=2.5) as running, serving(running, OPEN_HOUSE) as alice:
        await until(lambda: alice.service.status().waiting)
        running.accounts.by_name["alice"].state = AccountState.BANNED_FOR_NOW
        running.accounts.expire()
        await asyncio.sleep(3 * 3600)
        assert alice.service.status().state is ServiceState.LOGIN_WAITS
        assert 2 < alice.logins < 12
        running.accounts.by_name["alice"].state = AccountState.OK
        await until(lambda: alice.service.status().waiting, 6 * 3600)


@pytest.mark.parametrize(
    ("state", "error"),
    [(AccountState.DEACTIVATED, WrongPasswordError), (AccountState.BANNED_FOR_EVER, BannedError)],
)
@jumping
async def test_what_can_never_work_ends_it_and_is_not_tried_again(
    state: AccountState, error: type[Exception]
) -> None:
    async with server(idle_seconds=2.5) as running, serving(running, OPEN_HOUSE) as alice:
        await until(lambda: alice.service.status().waiting)
        running.accounts.by_name["alice"].state = state
        running.accounts.expire()
        with pytest.raises(error):
            await alice.task
        assert alice.logins == 2


@jumping
async def test_a_game_the_server_still_has_is_taken_up_again() -> None:
    """The server is away for longer than a game's patience, and has the game when it is back."""
    async with server(idle_seconds=2.5) as running:
        running.start_game("alice", "bob", ToyScript(1))  # bob never answers
        async with serving(running, OPEN_HOUSE) as alice:
            await until(lambda: alice.began)
            running.faults.on(faults.Status(502), times=1_000_000)
            await until(lambda: alice.outcomes, 3600)
            assert results(alice.outcomes) == {"unfinished"}
            running.faults.clear()
            await until(lambda: len(alice.began) > 1, 1200)
            assert alice.began[-1].game == alice.began[0].game
            assert alice.began[-1].adopted
            await asyncio.sleep(300)
            assert len(alice.began) == 2, "once"


@jumping
async def test_a_game_the_server_lost_is_not_looked_for_without_end() -> None:
    async with server(idle_seconds=15) as running:
        running.start_game("alice", "bob", ToyScript(1))
        async with serving(running, OPEN_HOUSE) as alice:
            await until(lambda: alice.began)
            running.world.restart()
            await until(lambda: alice.outcomes, 3600)
            await asyncio.sleep(2 * 3600)
            assert len(alice.outcomes) == 1
            openings = sum(
                request.path == "/hall" and request.method == "GET" for request in running.requests
            )
            assert openings < 20


@jumping
async def test_drain_and_resume() -> None:
    async with server(idle_seconds=2.5) as running:
        running.start_game("alice", "bob", ToyScript(1))
        async with serving(running, OPEN_HOUSE, at_once=3) as alice:
            await until(lambda: alice.service.status().waiting)
            assert (await alice.service.drain()).state is ServiceState.DRAINING
            await until(lambda: not waiting(running))
            await asyncio.sleep(60)
            status = alice.service.status()
            assert (len(status.games), status.waiting, waiting(running)) == (1, (), [])
            assert (await alice.service.resume()).state is ServiceState.PLAYING
            await until(lambda: waiting(running))


@jumping
async def test_finish_plays_on_and_ends_then() -> None:
    async with server(idle_seconds=2.5) as running, serving(running, OPEN_HOUSE, replace(FILLER)) as alice:
        await until(lambda: alice.began)
        alice.service.finish()
        await alice.task
        assert results(alice.outcomes) <= WON_OR_LOST
        assert not waiting(running)
        with pytest.raises(ControlError, match="start it again"):
            await alice.service.resume()


@jumping
async def test_finish_while_nobody_is_there_to_log_in_to() -> None:
    async with server(idle_seconds=2.5) as running:
        running.faults.on(faults.Status(502), times=1_000_000)
        async with serving(running, OPEN_HOUSE) as alice:
            await asyncio.sleep(100)
            alice.service.finish()
            await alice.task


@jumping
async def test_reload_is_for_new_games_and_a_broken_file_changes_nothing() -> None:
    async with server(idle_seconds=2.5) as running, serving(running, OPEN_HOUSE) as alice:
        await until(lambda: alice.service.status().waiting)
        (first,) = alice.service.status().waiting
        alice.entries = ValueError("s.toml:3: no such thing")
        with pytest.raises(ControlError, match=r"s\.toml:3: no such thing; nothing has changed"):
            await alice.service.reload()
        await asyncio.sleep(60)
        assert [table.table for table in alice.service.status().waiting] == [first.table]
        alice.entries = [replace(OPEN_HOUSE, name="evening", decks=DARK)]
        await alice.service.reload()
        await until(lambda: [table.entry for table in alice.service.status().waiting] == ["evening"])
        (second,) = alice.service.status().waiting
        assert list(running.hall.tables) == [second.table] != [first.table]


@jumping
async def test_a_slow_reload_does_not_undo_the_one_after_it() -> None:
    async with server(idle_seconds=2.5) as running, serving(running, OPEN_HOUSE) as alice:
        await until(lambda: alice.service.status().waiting)
        alice.takes, alice.entries = 40, [replace(OPEN_HOUSE, name="first")]
        slow = asyncio.create_task(alice.service.reload())
        await asyncio.sleep(1)
        alice.takes, alice.entries = 0, [replace(OPEN_HOUSE, name="second")]
        await alice.service.reload()
        await slow
        assert [entry.name for entry in alice.service.status().entries] == ["second"]


@jumping
async def test_a_game_is_played_on_as_it_was_begun_when_its_entry_is_gone() -> None:
    async with server(idle_seconds=2.5) as running, serving(running, FILLER) as alice:
        await until(lambda: alice.began)
        alice.entries = [OPEN_HOUSE]
        await alice.service.reload()
        await until(lambda: alice.outcomes)
        assert results(alice.outcomes) <= WON_OR_LOST
        await until(lambda: alice.service.status().waiting)


@jumping
async def test_people_who_look_for_each_other_are_not_kept_apart() -> None:
    entry = replace(OPEN_HOUSE, withdraw_after=600.0, withdraw_for=120.0)
    async with server(idle_seconds=15) as running, serving(running, entry) as alice:
        running.hall.set_mode(Mode.SHUTDOWN)
        await until(lambda: alice.service.idle_because)
        running.hall.set_mode(Mode.OPERATIONAL)
        await until(lambda: running.hall.tables)
        await asyncio.sleep(590)
        assert running.hall.tables
        await until(lambda: not running.hall.tables, 60)
        gone = now()
        await asyncio.sleep(60)
        (told,) = alice.service.status().entries
        assert (told.rests > 0, told.trouble) == (True, ""), "it rests as it is set to, for no trouble"
        await until(lambda: running.hall.tables, 300)
        assert 110 < now() - gone < 190
        assert alice.service.status().waiting


@jumping
async def test_invited_players_have_a_table_by_turns() -> None:
    names = (PlayerName("bob"), PlayerName("carol"))
    entry = replace(OPEN_HOUSE, private_for=names, withdraw_after=60.0)
    async with server(idle_seconds=15) as running, serving(running, entry) as alice:
        seen = []
        for _ in range(3):
            await until(lambda: running.hall.tables)
            (table,) = running.hall.tables.values()
            seen.append(table.request.description)
            await until(lambda known=table: known not in running.hall.tables.values(), 200)
        assert [name for told in seen for name in names if name in told] == ["bob", "carol", "bob"]
        assert not alice.task.done()


@jumping
async def test_who_is_not_welcome_is_not_joined() -> None:
    async with server(idle_seconds=2.5) as running, person(running, "bob") as bob:
        host = asyncio.create_task(
            bob.match(replace(AI, skill=None, deck=OPEN_HOUSE.decks.decks[0].name)).run()
        )
        async with serving(running, VISITOR, may=lambda player: player != "bob") as alice:
            await asyncio.sleep(300)
            assert not alice.began
        host.cancel()
        await asyncio.gather(host, return_exceptions=True)


@jumping
async def test_the_status_tells_of_a_running_game() -> None:
    async with server(idle_seconds=2.5) as running:
        running.start_game("alice", "bob", ToyScript(1))
        async with serving(running, OPEN_HOUSE) as alice:
            await until(lambda: alice.service.games() and alice.service.games()[0].decisions)
            (game,) = alice.service.games()
            assert (game.opponent, game.adopted, game.strategy) == ("bob", True, "random")
            assert game.seconds > 0


@jumping
async def test_a_queue_that_is_not_there_harms_nothing() -> None:
    entry = QueueEntry(name="cup", player=OPEN_HOUSE.player, decks=LIGHT, queue="Saturday Cup")
    async with server(idle_seconds=2.5) as running, serving(running, entry, OPEN_HOUSE) as alice:
        await visits(running)
        await until(lambda: alice.outcomes)


@jumping
async def test_a_deck_that_is_refused_holds_the_others_of_its_pool_up_for_a_while_only() -> None:
    nosuch = replace(LIGHT.decks[0], name="Nosuch")
    entry = replace(OPEN_HOUSE, decks=DeckPool((nosuch, *LIGHT.decks), DeckChoice.ROTATION))
    async with server(idle_seconds=2.5) as running, serving(running, entry) as alice:
        await visits(running, games=2)
        assert {assignment.deck.name for assignment in alice.began if assignment.deck} == {
            LIGHT.decks[0].name
        }
