"""One budget a host, for all our processes on this machine."""

import asyncio
import fcntl
import os
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from jumping_time import jumping, now

from gemp_bot.protocol import host_budget
from gemp_bot.protocol.host_budget import BudgetState, Demand, SharedBudget
from gemp_bot.protocol.pace import CallKind, Pace
from gemp_bot.protocol.settings import ServerAddress

ADDRESS = ServerAddress.parse("https://gemp.example")
ONE = Demand(cost=2.0)
"""Of thirty calls a minute."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "host.calls"


@pytest.fixture
def both(path: Path) -> Iterator[tuple[SharedBudget, SharedBudget]]:
    """Of two processes: a lock belongs to who opened the file, not to the process."""
    made = SharedBudget(path), SharedBudget(path)
    yield made
    for budget in made:
        budget.close()


def spend(budget: SharedBudget | BudgetState, at: float) -> int:
    """How many calls go at once."""
    count = 0
    while count < 100 and budget.ask(at, ONE) == 0.0:
        count += 1
    return count


def test_the_minute_of_a_host_is_one_for_two_processes(both: tuple[SharedBudget, SharedBudget]) -> None:
    first, second = both
    assert [first.ask(100.0, ONE) for _ in range(20)] == [0.0] * 20
    assert spend(second, 100.0) == 10
    assert first.ask(100.0, ONE) == pytest.approx(2.0)
    assert (second.ask(102.0, ONE), first.ask(102.0, ONE)) == (0.0, pytest.approx(2.0))


@jumping
async def test_paces_of_two_processes_share_it(tmp_path: Path) -> None:
    paces = [Pace({}, calls_per_minute=30, budget=SharedBudget.of(ADDRESS, tmp_path)) for _ in range(2)]

    async def call(pace: Pace) -> None:
        for _ in range(30):
            await pace.turn(CallKind.GAME_POLL)

    start = now()
    async with asyncio.TaskGroup() as group:
        for pace in paces:
            group.create_task(call(pace))
    assert now() - start == pytest.approx(60, abs=1)
    for pace in paces:
        pace.close()


def test_games_of_one_process_go_before_the_hall_of_another(both: tuple[SharedBudget, SharedBudget]) -> None:
    games, hall = both
    while games.ask(100.0, ONE) == 0.0:
        pass
    assert games.ask(103.0, ONE) == 0.0
    assert hall.ask(106.0, Demand(cost=2.0, share=0.9)) > 0
    assert games.ask(106.0, ONE) == 0.0


def test_a_pause_is_one_for_all(both: tuple[SharedBudget, SharedBudget]) -> None:
    first, second = both
    first.pause(100.0, 50)
    assert second.ask(110.0, ONE) == pytest.approx(40)
    second.pause(110.0, 5)
    assert first.ask(140.0, ONE) == pytest.approx(10), "a shorter one ends no longer one"
    assert first.ask(150.0, ONE) == 0.0


def test_another_host_has_another_budget(tmp_path: Path) -> None:
    urls = (
        "https://gemp.example", "https://GEMP.example/gemp-swccg-server", "https://other.example",
        "http://127.0.0.1:17001", "http://localhost:17001", "http://127.0.0.1:17002",
    )  # fmt: skip
    budgets = [SharedBudget.of(ServerAddress.parse(url), tmp_path) for url in urls]
    assert [spend(budget, 100.0) for budget in budgets] == [30, 0, 30, 30, 0, 30]  # type: ignore[arg-type]
    assert not any("gemp" in file.name for file in tmp_path.iterdir())
    for budget in budgets:
        budget.close()


FORM = struct.Struct("<8s3d")
MARK = host_budget._MARK


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0" * 32,
        b"x" * 5000,
        FORM.pack(b"gempcal0", 130.0, 0.0, 0.0),
        FORM.pack(MARK, float("nan"), 0.0, 0.0),
        FORM.pack(MARK, float("inf"), 0.0, 0.0),
        FORM.pack(MARK, 1e9, 0.0, 0.0),
        FORM.pack(MARK, 100.0, 99.0, 1e9),
        FORM.pack(MARK, 100.0, 1e9, 1e9 + 5),
    ],
    ids=["empty", "zeros", "long", "other form", "nan", "inf", "of before a restart", "pause", "later"],
)
def test_a_damaged_file_is_begun_anew(
    path: Path, both: tuple[SharedBudget, SharedBudget], data: bytes
) -> None:
    path.write_bytes(data)
    first, second = both
    assert spend(first, 100.0) == 30
    assert spend(second, 100.0) == 0


def test_a_process_that_died_leaves_nothing_behind(path: Path) -> None:
    child = os.fork()
    if child == 0:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(file, fcntl.LOCK_EX)
        os._exit(0)
    os.waitpid(child, 0)
    budget = SharedBudget(path)
    assert spend(budget, 100.0) == 30
    budget.close()


def test_a_file_that_somebody_holds_blocks_nobody(path: Path) -> None:
    budget = SharedBudget(path)
    assert budget.ask(100.0, ONE) == 0.0
    with path.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        at, waited = 100.0, 0
        while wait := budget.ask(at, ONE):
            at, waited = at + wait, waited + 1
        assert 0.4 < at - 100 < 0.6, "each on its own then"
        assert budget.ask(at, ONE) > 0 or waited > 100
    assert budget.ask(at + 1, ONE) == 0.0
    budget.close()


def test_a_pause_that_could_not_be_written_is_written_later(
    path: Path, both: tuple[SharedBudget, SharedBudget]
) -> None:
    first, second = both
    with path.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        first.pause(100.0, 30)
    assert first.ask(101.0, ONE) == pytest.approx(29)
    assert second.ask(101.0, ONE) == pytest.approx(29)


def test_a_file_that_was_removed_is_made_again(path: Path, both: tuple[SharedBudget, SharedBudget]) -> None:
    first, second = both
    assert spend(first, 100.0) == 30
    path.unlink()
    assert spend(second, 200.0) == 30
    assert spend(first, 200.0) == 0


@pytest.mark.parametrize("trouble", ["no folder", "a folder", "no locks"])
def test_where_nothing_can_be_shared_each_has_a_budget_of_its_own(
    tmp_path: Path, trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "host.calls"
    if trouble == "no folder":
        path = tmp_path / "gone" / "host.calls"
    elif trouble == "a folder":
        path.mkdir()
    else:
        monkeypatch.setattr(host_budget, "can_lock", lambda: False)
    for budget in (SharedBudget(path), SharedBudget(path)):
        assert spend(budget, 100.0) == 30
        assert budget.ask(102.0, ONE) == 0.0
