"""The pace towards a host, on a clock that jumps."""

import asyncio
from datetime import timedelta

import pytest
from jumping_time import jumping, now

from gemp_bot.protocol.pace import CallKind, Pace
from gemp_bot.protocol.settings import ClientSettings


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
async def test_only_this_machine_needs_no_pace(loopback: bool, asked: bool, slow: bool):
    settings = ClientSettings(url="", pace_loopback=asked, hall_poll_interval=timedelta(seconds=7))
    pace = Pace.of(settings, loopback=loopback)
    start = now()
    for _ in range(3):
        await pace.turn(CallKind.HALL_POLL)
    assert round(now() - start) == (14 if slow else 0)
