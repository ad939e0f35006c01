"""`play` outlives what passes by itself: restarts, empty evenings, a hall that says no for a while."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.server import FakeGemp
from fakes.toy import ToyScript
from jumping_time import jumping, now
from match_scene import AI, BOT, GUEST, HOST, WON_OR_LOST, Person, person, results, server
from structlog.testing import capture_logs

from gemp_bot.play.game import OwnGame
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.play.supervisor import Match
from gemp_bot.protocol.errors import NotOperationalError, WrongPasswordError
from gemp_bot.sandbox.server import faults
from gemp_bot.sandbox.server.hall import Mode
from gemp_bot.strategy import Strategy, UnknownStrategyError, make_strategy, strategy_named

ENDLESS = replace(HOST, wait=0)


async def a_guest_comes(running: FakeGemp) -> None:
    async with person(running, "bob") as bob:
        assert results(await bob.match(replace(GUEST, wait=600)).run()) <= WON_OR_LOST


def restart(running: FakeGemp) -> None:
    running.world.restart()
    running.hall.set_mode(Mode.NOT_OPERATIONAL)


def shut_down(running: FakeGemp) -> None:
    running.hall.set_mode(Mode.SHUTDOWN)


def out_of_reach(running: FakeGemp) -> None:
    running.faults.on(faults.Status(502), path="/hall", times=100_000)


@pytest.mark.parametrize("trouble", [restart, shut_down, out_of_reach], ids=lambda trouble: trouble.__name__)
@pytest.mark.parametrize("minutes", [1, 20])
@jumping
async def test_who_waits_for_people_waits_it_out(trouble: Callable[[FakeGemp], None], minutes: int) -> None:
    async with server(idle_seconds=2.5) as running, person(running, "alice") as alice:
        match = alice.match(ENDLESS, games=1)
        with capture_logs() as logs:
            task = asyncio.create_task(match.run())
            await asyncio.sleep(20)
            trouble(running)
            await asyncio.sleep(60 * minutes)
            assert not task.done()
            assert len(running.requests) < 300, "and hammers nobody meanwhile"
            running.faults.clear()
            running.hall.set_mode(Mode.OPERATIONAL)
            await asyncio.sleep(70)
            await a_guest_comes(running)
            (outcome,) = await task
        assert outcome.result.value in WON_OR_LOST
        assert match.trouble is None
        told = [log for log in logs if log["log_level"] in ("warning", "error")]
        assert 0 < len(told) < 6, "it is told, and not without end"


@jumping
async def test_hours_without_a_guest() -> None:
    async with server(idle_seconds=15) as running, person(running, "alice") as alice:
        match = alice.match(ENDLESS, games=1000)
        task = asyncio.create_task(match.run())
        await asyncio.sleep(3600)
        assert len(running.hall.tables) == 1
        match.stop()
        assert await task == []
        assert (match.trouble, list(running.hall.tables)) == (None, [])


@jumping
async def test_a_hall_that_takes_no_games_at_the_start_is_told_at_once_unless_we_wait_for_ever() -> None:
    async with server(idle_seconds=2.5) as running, person(running, "alice") as alice:
        running.hall.set_mode(Mode.NOT_OPERATIONAL)
        for seat in (HOST, AI):
            match = alice.match(seat, games=5)
            assert await match.run() == []
            assert isinstance(match.trouble, NotOperationalError)
        task = asyncio.create_task(alice.match(ENDLESS, games=1).run())
        await asyncio.sleep(600)
        assert not task.done()
        running.hall.set_mode(Mode.OPERATIONAL)
        await asyncio.sleep(70)
        await a_guest_comes(running)
        assert results(await task) <= WON_OR_LOST


@jumping
async def test_games_against_the_servers_players_go_on_after_a_restart() -> None:
    async with server(idle_seconds=0.5) as running, person(running, "alice") as alice:
        match = alice.match(AI, games=4)

        def begun(*_: object) -> None:
            if len(alice.begun) == 2:
                running.world.restart()

        match = alice.match(AI, games=4, on_begin=begun)
        outcomes = await match.run()
        assert [outcome.result.value == "unfinished" for outcome in outcomes] == [False, True, False, False]
        assert match.trouble is None


@jumping
async def test_what_can_never_work_ends_it() -> None:
    async with server(idle_seconds=2.5) as running, person(running, "alice") as alice:

        async def refused() -> None:
            alice.logins += 1
            raise WrongPasswordError("alice: wrong password")

        alice.log_in = refused  # type: ignore[method-assign]
        match = alice.match(ENDLESS, games=5)
        task = asyncio.create_task(match.run())
        await asyncio.sleep(20)
        running.accounts.expire()
        assert await task == []
        assert isinstance(match.trouble, WrongPasswordError)
        assert alice.logins == 1, "a refused login is not tried again"


@jumping
async def test_a_table_that_only_looks_as_if_it_waited_is_not_hammered() -> None:
    lie = (
        b'<hall channelNumber="0" serverTime="2026-01-01 00:00:00"><table action="add" id="lie" gameId="" '
        b'status="WAITING" format="Open" tournament="Casual" players="alice (DARK)" playing="false"/></hall>'
    )
    async with server(idle_seconds=0.1) as running, person(running, "bob") as bob:
        running.faults.on(faults.Body(lie), path="/hall", method="GET", times=100_000)
        running.faults.on(faults.Body(lie), path="/hall/update", times=100_000)
        taken = faults.Body(b"<error message='Table is already taken or was removed'/>")
        running.faults.on(taken, path="/hall/lie", times=100_000)
        began = now()
        assert await bob.match(replace(GUEST, wait=60)).run() == []
        assert 60 <= now() - began < 70
        joins = sum(request.path == "/hall/lie" for request in running.requests)
        assert 4 < joins < 10


@jumping
async def test_the_third_interrupt_leaves_whatever_is_waited_for() -> None:
    """An opening that drips, an AI table that never appears: nothing holds who wants to leave."""
    async with server(idle_seconds=2.5) as running, person(running, "alice") as alice:
        running.faults.on(faults.Slow(100_000), path="/hall", method="POST")
        match = alice.match(AI)
        task = asyncio.create_task(match.run())
        await asyncio.sleep(5)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert match.outcomes == []


# -- one game's fault ----------------------------------------------------------------------------------


class Counted:
    """Makes a strategy of a file until the file is broken, and one of a plug-in whose `make` fails later."""

    def __init__(self, made: Callable[[int, str | None], Strategy], fails_at: int) -> None:
        self.times = 0
        self._made, self._fails_at = made, fails_at

    def __call__(self, seed: int, deck: str | None) -> Strategy:
        self.times += 1
        if self.times >= self._fails_at:
            raise UnknownStrategyError("plug-in 'clever': make(3) failed: ValueError: no more")
        return self._made(seed, deck)


@jumping
async def test_a_strategy_that_cannot_be_made_any_more_ends_no_running_game() -> None:
    async with server() as running, person(running, "alice") as alice:
        makes = Counted(lambda seed, deck: make_strategy("random", seed, deck), fails_at=4)
        match = alice.match(AI, games=20, parallel=3, strategy=makes)
        outcomes = await match.run()
        assert len(outcomes) == len(running.games) == 3, "no table was made for a game nobody can play"
        assert results(outcomes) <= WON_OR_LOST
        assert "make(3) failed" in str(match.trouble)


@jumping
async def test_a_running_game_is_played_by_the_simple_rule_if_need_be() -> None:
    async with server() as running, person(running, "alice") as alice:
        running.start_game("alice", BOT, ToyScript(1, length=4), bots=frozenset({BOT}))
        makes = Counted(lambda seed, deck: make_strategy("random", seed, deck), fails_at=1)
        match = alice.match(AI, games=1, strategy=makes, rule=lambda: make_strategy("steady", 0))
        assert results(await match.run()) <= WON_OR_LOST


def test_a_strategy_file_is_read_once(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = 'api = 2\nname = "mine"\nabout = "As strong, and braver."\nextends = "strong"\n'
    file.write_text(text)
    found = strategy_named(str(file))
    first = found.make(1)
    file.write_text("broken [")
    second = found.make(2)
    assert (first.name, second.name) == ("mine", "mine")
    with pytest.raises(UnknownStrategyError, match=r"mine\.toml"):
        strategy_named(str(file))


@jumping
async def test_what_a_listener_raises_ends_no_game() -> None:
    async with server() as running, person(running, "alice") as alice:
        heard: list[GameOutcome] = []

        def broken(outcome: GameOutcome) -> None:
            heard.append(outcome)
            raise BrokenPipeError

        match = listening(alice, broken)
        outcomes = await match.run()
        assert len(outcomes) == len(heard) == 4
        assert results(outcomes) <= WON_OR_LOST
        assert match.trouble is None


def listening(alice: Person, on_end: Callable[[GameOutcome], None]) -> Match:
    match = alice.match(AI, games=4, parallel=2)
    match._on_end = lambda _, outcome: on_end(outcome)
    return match


@jumping
async def test_a_bug_in_one_game_ends_that_game_only(monkeypatch: pytest.MonkeyPatch) -> None:
    async with server() as running, person(running, "alice") as alice:
        match = alice.match(AI, games=4, parallel=2)
        play = OwnGame.run
        first = True

        async def buggy(game: OwnGame) -> GameOutcome:
            nonlocal first
            if first:
                first = False
                raise ZeroDivisionError("a bug")
            return await play(game)

        monkeypatch.setattr(OwnGame, "run", buggy)
        outcomes = await match.run()
        assert sorted(outcome.result.value for outcome in outcomes if outcome.fault) == ["error"]
        assert len(outcomes) == 4
        assert [each.kind.value for outcome in outcomes for each in outcome.incidents] == ["own_fault"]
        assert "ZeroDivisionError: a bug" in str([outcome.fault for outcome in outcomes])


@jumping
async def test_a_game_goes_on_at_once_when_the_server_is_there_again() -> None:
    """Pauses that have grown while it was out of reach are not waited out once it answers."""
    async with server(idle_seconds=2.5) as running, person(running, "alice") as alice:
        running.start_game("alice", "bob", ToyScript(1))  # bob never answers
        task = asyncio.create_task(alice.match(AI, games=1).run())
        await asyncio.sleep(10)
        with capture_logs() as logs:
            running.faults.on(faults.Status(502), path="/game/", times=12)
            running.faults.on(faults.Status(401), path="/game/", times=3)
            await asyncio.sleep(200)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    pauses = [log["pause"] for log in logs if log["event"] == "game_doubtful"]
    turned_away = pauses[-3:]
    assert max(pauses[:-3]) > 5
    assert turned_away[0] == 0
    assert 0 < turned_away[1] < turned_away[2] < 3, "and who is turned away again waits again"
