"""An event loop that stands still is told once, with the place."""

import threading

import structlog

from gemp_bot.service.health import StallWatch


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_once_each_time() -> None:
    clock = Clock()
    stalls: list[float] = []
    watch = StallWatch(10, on_stall=lambda: stalls.append(clock.now), now=clock)
    with structlog.testing.capture_logs() as logs:
        for clock.now in (5, 9, 11, 12, 13):
            watch.look()
        watch.beat()
        for clock.now in (20, 24, 30):
            watch.look()
    assert stalls == [11, 24]
    assert [log["event"] for log in logs] == ["loop_stalled", "loop_turns_again", "loop_stalled"]


def test_the_thread_tells_where_the_loop_stands() -> None:
    told = threading.Event()
    with structlog.testing.capture_logs() as logs, StallWatch(0.01, 0.005, on_stall=told.set):

        def holds_everything_up() -> bool:
            return told.wait(30)

        assert holds_everything_up()
    stack = logs[0]["stack"]
    assert logs[0]["event"] == "loop_stalled"
    assert "in holds_everything_up" in stack


def test_what_goes_wrong_in_the_thread_ends_nothing() -> None:
    seen = threading.Event()
    times = []

    def fails() -> float:
        times.append(1)
        if len(times) > 5:
            seen.set()
        if threading.current_thread() is not threading.main_thread():
            raise RuntimeError("a clock that fails")
        return 0.0

    with structlog.testing.capture_logs(), StallWatch(1, 0.001, now=fails):
        assert seen.wait(30)
