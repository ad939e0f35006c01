"""The pace towards a host, on a clock that jumps."""

import asyncio
from datetime import timedelta
from math import inf
from pathlib import Path

import pytest
from jumping_time import jumping, now

from gemp_bot.protocol.pace import CallKind, Pace
from gemp_bot.protocol.settings import ClientSettings, ServerAddress


@jumping
async def test_polls_are_spaced():
    pace = Pace({CallKind.GAME_POLL: timedelta(seconds=3)})
    times = []
    for _ in range(4):
        await pace.turn(CallKind.GAME_POLL)
        times.append(round(now(), 2))
    assert times == [times[0] + 3 * n for n in range(4)]


@jumping
async def test_kinds_do_not_hold_each_other_back():
    pace = Pace({CallKind.GAME_POLL: timedelta(seconds=3), CallKind.HALL_POLL: timedelta(seconds=50)})
    start = now()
    await pace.turn(CallKind.HALL_POLL)
    await pace.turn(CallKind.GAME_POLL)
    await pace.turn(CallKind.OTHER)
    assert now() == start


@jumping
async def test_a_minute_has_a_cap():
    pace = Pace({}, calls_per_minute=30)
    start = now()
    for _ in range(60):
        await pace.turn(CallKind.OTHER)
    assert now() - start == pytest.approx(60, abs=1)


@jumping
async def test_an_answer_never_waits():
    pace = Pace({CallKind.GAME_POLL: timedelta(minutes=9)}, calls_per_minute=1)
    await pace.turn(CallKind.GAME_POLL)
    waiting = asyncio.create_task(pace.turn(CallKind.GAME_POLL))
    await asyncio.sleep(1)
    start = now()
    for _ in range(1000):
        await pace.turn(CallKind.ANSWER)
    assert now() == start
    assert not waiting.done()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


@pytest.mark.parametrize(
    ("loopback", "asked", "slow"), [(True, False, False), (True, True, True), (False, False, True)]
)
@jumping
async def test_only_this_machine_needs_no_pace(loopback: bool, asked: bool, slow: bool, tmp_path: Path):
    settings = ClientSettings(url="", pace_loopback=asked, hall_poll_interval=timedelta(seconds=7))
    host = "127.0.0.1" if loopback else "gemp.example"
    pace = Pace.of(settings, ServerAddress.parse(f"http://{host}:7001"), folder=tmp_path)
    start = now()
    for _ in range(3):
        await pace.turn(CallKind.HALL_POLL)
    assert round(now() - start) == (14 if slow else 0)


@jumping
async def test_who_listens_is_told_of_calls_that_wait_and_of_no_others() -> None:
    told: list[tuple[CallKind, float]] = []
    pace = Pace(
        {CallKind.HALL_POLL: timedelta(seconds=3)}, on_wait=lambda kind, s: told.append((kind, round(s, 1)))
    )
    for kind in (CallKind.HALL_POLL, CallKind.OTHER, CallKind.ANSWER, CallKind.HALL_POLL):
        await pace.turn(kind)
    assert told == [(CallKind.HALL_POLL, 3.0)]
    given_up = asyncio.create_task(pace.turn(CallKind.HALL_POLL))
    await asyncio.sleep(1)
    given_up.cancel()
    pace.pause(CallKind.ANSWER, 5)
    await pace.turn(CallKind.ANSWER)
    await pace.turn(CallKind.OTHER)
    assert told[1:] == [(CallKind.ANSWER, 5.0)]
    pace.pause(CallKind.HALL_CALL, 4)
    await pace.turn(CallKind.OTHER)
    assert told[2:] == [(CallKind.OTHER, 4.0)]


# -- who goes first -------------------------------------------------------------------------------------


async def order(pace: Pace, *wanted: tuple[CallKind, float]) -> list[tuple[CallKind, float]]:
    """In which order calls go that wait together."""
    went: list[tuple[CallKind, float]] = []

    async def call(kind: CallKind, clock: float) -> None:
        await pace.turn(kind, clock)
        went.append((kind, clock))

    async with asyncio.TaskGroup() as group:
        for kind, clock in wanted:
            group.create_task(call(kind, clock))
    return went


@jumping
async def test_games_go_first_by_least_clock_then_their_calls_then_the_hall_then_chat() -> None:
    pace = Pace({}, calls_per_minute=20)
    for _ in range(20):
        await pace.turn(CallKind.OTHER)
    right = [
        (CallKind.GAME_POLL, 40.0),
        (CallKind.GAME_OPEN, 300.0),
        (CallKind.GAME_POLL, 3000.0),
        (CallKind.GAME_CALL, inf),
        (CallKind.HALL_POLL, inf),
        (CallKind.CHAT_CALL, inf),
    ]
    assert await order(pace, *reversed(right)) == right


@jumping
async def test_what_waits_behind_games_without_end_goes_in_time_to_stay_present() -> None:
    """20 games use the minute up; hall and chat are dropped after a minute and after 30 seconds."""
    pace = Pace({}, calls_per_minute=60)

    async def game() -> None:
        while True:
            await pace.turn(CallKind.GAME_POLL, 100.0)
            await asyncio.sleep(0.5)

    games = [asyncio.create_task(game()) for _ in range(20)]
    await asyncio.sleep(120)
    for kind in (CallKind.HALL_POLL, CallKind.CHAT_POLL):
        start = now()
        await pace.turn(kind)
        assert 1 < now() - start < 25
    for task in games:
        task.cancel()


@jumping
async def test_a_call_that_is_given_up_leaves_nothing_behind() -> None:
    pace = Pace({}, calls_per_minute=1)
    await pace.turn(CallKind.GAME_POLL)
    waiting = asyncio.create_task(pace.turn(CallKind.GAME_POLL, 1.0))
    await asyncio.sleep(1)
    waiting.cancel()
    await pace.turn(CallKind.CHAT_POLL)
    assert now() == pytest.approx(60, abs=1)


@jumping
async def test_a_calls_pace_costs_no_turns_of_the_loop_where_sums_are_not_exact() -> None:
    pace = Pace({CallKind.GAME_POLL: timedelta(seconds=0.1)}, calls_per_minute=7)
    looked = 0
    look = pace._let_go

    def counted() -> None:
        nonlocal looked
        looked += 1
        look()

    pace._let_go = counted  # type: ignore[method-assign]
    for _ in range(40):
        await pace.turn(CallKind.GAME_POLL)
    assert looked < 160


# -- a host that asks for a pause -----------------------------------------------------------------------


@jumping
async def test_a_pause_holds_for_all_but_answers_and_not_beyond_what_a_game_bears() -> None:
    pace = Pace({})
    pace.pause(CallKind.HALL_POLL, 1000)
    gone: dict[CallKind, float] = {}

    async def call(kind: CallKind) -> None:
        await pace.turn(kind)
        gone[kind] = round(now())

    async with asyncio.TaskGroup() as group:
        for kind in (CallKind.ANSWER, CallKind.GAME_POLL, CallKind.HALL_POLL, CallKind.CHAT_POLL):
            group.create_task(call(kind))
    assert gone == {
        CallKind.ANSWER: 0,
        CallKind.GAME_POLL: 120,
        CallKind.HALL_POLL: 1000,
        CallKind.CHAT_POLL: 1000,
    }


@jumping
async def test_answers_wait_only_where_one_was_refused_and_not_for_long() -> None:
    pace = Pace({})
    pace.pause(CallKind.ANSWER, 1000)
    await pace.turn(CallKind.ANSWER)
    assert now() == pytest.approx(15)
    await pace.turn(CallKind.ANSWER)
    assert now() == pytest.approx(15)
