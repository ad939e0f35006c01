"""A ceiling of memory: first no further game, then the end."""

import pytest
import structlog

from gemp_bot.service.health import MEGABYTE, Ceiling, resident_bytes


class Done:
    def __init__(self, limit: int) -> None:
        self.used: int | None = 0
        self.calls: list[str] = []
        self.ceiling = Ceiling(
            limit * MEGABYTE,
            lambda: self.calls.append("drain"),
            lambda: self.calls.append("leave"),
            used=lambda: self.used,
        )

    def at(self, megabytes: int | None) -> list[str]:
        self.used = None if megabytes is None else megabytes * MEGABYTE
        self.ceiling.look()
        return self.calls


def test_each_step_is_taken_once() -> None:
    done = Done(100)
    with structlog.testing.capture_logs() as logs:
        assert done.at(100) == []
        assert done.at(101) == ["drain"]
        assert done.at(149) == ["drain"]
        assert done.at(50) == ["drain"]
        assert done.at(120) == ["drain"]
        assert done.at(151) == ["drain", "leave"]
        assert done.at(300) == ["drain", "leave"]
    assert [(log["event"], log["megabytes"], log["ceiling"]) for log in logs] == [
        ("memory_over", 101, 100),
        ("memory_far_over", 151, 100),
    ]


def test_a_leap_takes_both_steps() -> None:
    assert Done(100).at(1000) == ["drain", "leave"]


@pytest.mark.parametrize(("limit", "used"), [(0, 10_000), (100, None)])
def test_without_a_limit_or_a_number_nothing_is_done(limit: int, used: int | None) -> None:
    assert Done(limit).at(used) == []


def test_the_memory_of_this_process() -> None:
    used = resident_bytes()
    assert used is None or 10 * MEGABYTE < used < 10_000 * MEGABYTE
