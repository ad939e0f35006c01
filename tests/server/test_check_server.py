"""The checks themselves, against the fake server and the recorded games: do they see what they should?"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from check_faults import check_faults
from check_faults import tables as fault_tables
from check_games import KINDS, Job, check_games, plan_jobs
from check_games import tables as game_tables
from check_snapshots import check_snapshots
from check_snapshots import tables as snapshot_tables
from fakes.server import FakeGemp
from fakes.toy import ToyScript
from journal_checks import check_journal, coverage, never_met
from recordings import beginning
from setup_server import Bot, Pair, Pool, client_settings, make_bots

from gemp_bot.decisions import Catalogue
from gemp_bot.protocol.errors import PolicyError
from gemp_bot.sandbox.server.contents import DARK_60, LIGHT_60

PAIR = Pair("open", DARK_60, LIGHT_60)


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue.load()


@pytest.fixture
async def server() -> AsyncIterator[FakeGemp]:
    async with FakeGemp(
        idle_seconds=0.01, script_factory=lambda setup: ToyScript(setup.seed, length=25)
    ) as running:
        yield running


@pytest.fixture
def pool() -> Pool:
    return Pool([Bot("alice", "test"), Bot("bob", "test")])


def job(number: int, kind: str, seed: int = 5) -> Job:
    return Job(number, kind, PAIR, dark=True, strategies=("random", "random"), games=1, seed=seed)


@pytest.mark.long
async def test_games_are_played_and_judged(server: FakeGemp, pool: Pool, tmp_path: Path) -> None:
    jobs = [job(0, "ai:RANDO"), job(1, "table")]
    said: list[str] = []
    found = await check_games(server.url, jobs, pool, parallel=2, folder=tmp_path, tell=said.append)
    assert found.faults == []
    assert [played.faults for played in found.played] == [[], [], []]
    assert len(said) == len(found.checks) == 3
    assert "| games | 2 |" in game_tables(found)


async def test_a_game_that_never_came_about_is_a_fault(server: FakeGemp, pool: Pool, tmp_path: Path) -> None:
    wrong = Job(0, "ai:RANDO", Pair("open", "no such deck", LIGHT_60), True, ("random", "random"), 1, 1)
    found = await check_games(server.url, [wrong], pool, parallel=1, folder=tmp_path, tell=lambda _: None)
    assert found.played == []
    assert "no deck named 'no such deck'" in found.faults[0]


async def test_snapshots_are_compared(server: FakeGemp, pool: Pool, tmp_path: Path) -> None:
    settings = client_settings(server.url)
    jobs = [job(0, "ai:RANDO")]
    found = await check_snapshots(settings, jobs, pool, parallel=1, folder=tmp_path, tell=lambda _: None)
    (game,) = found.games
    assert (found.faults, game.faults, game.wrong) == ([], [], [])
    assert game.compared == game.questions // 10 + 1
    assert "| mismatches | 0 |" in snapshot_tables(found)


async def test_a_killed_bot_plays_its_game_on(server: FakeGemp, pool: Pool, tmp_path: Path) -> None:
    settings = client_settings(server.url)
    jobs = [(job(1, "ai:RANDO", 3), "kill")]
    found = await check_faults(settings, jobs, pool, parallel=1, folder=tmp_path, tell=lambda _: None)
    (game,) = found.games
    assert game.faults == []
    assert (len(game.kills), game.starts) == (1, 2)
    assert game.games == game.finished == set(server.games)
    assert "| kill | 1 | 1 | 1 |" in "\n".join(fault_tables(found))


def test_recorded_loops_are_seen_and_nothing_else_is_one(
    fixtures: Path, catalogue: Catalogue, tmp_path: Path
) -> None:
    names = ("opponent-loops-legacy", "edge-cases", "open40-light-many-reverts")
    paths = [fixtures / "games" / f"{name}.jsonl.gz" for name in names]
    paths[2] = beginning(paths[2], 900, tmp_path)
    loop, *others = checks = [check_journal(path, catalogue) for path in paths]
    assert loop.is_loop
    assert loop.loop.last_rounds > 500
    assert not any(check.is_loop for check in others)
    assert max(check.loop.questions for check in others) < 20
    assert not any(check.aborted or check.broken_off or check.missed_loop for check in checks)
    assert [check.faults for check in checks] == [[], ["3 refused answers"], []]
    assert any(line.startswith("SS ") for line in never_met(checks))
    assert coverage(checks, catalogue).prompt_share > 0.9


def test_games_are_spread_over_opponents_sides_and_strategies() -> None:
    pairs = [Pair("open", f"dark {n}", f"light {n}") for n in range(35)]
    jobs = list(plan_jobs(pairs, 40, at_once=1, strategies=("random", "steady"), seed=1))
    assert len(jobs) == 40
    assert {(job.kind, job.dark, job.strategies[0]) for job in jobs} == {
        (kind, dark, strategy)
        for kind in KINDS
        for dark in (True, False)
        for strategy in ("random", "steady")
    }
    assert {deck for job in jobs for deck in job.decks} == {deck for p in pairs for deck in (p.dark, p.light)}
    assert sum(job.games for job in plan_jobs(pairs, 41, at_once=2, strategies=("random",), seed=1)) == 41


async def test_accounts_come_from_a_file_or_are_made(server: FakeGemp, tmp_path: Path) -> None:
    settings = client_settings(server.url)
    file = tmp_path / "accounts"
    file.write_text("alice test\n\nbob  two words\n", "utf-8")
    assert await make_bots(settings, str(file), 9) == [Bot("alice", "test"), Bot("bob", "two words")]
    bots = await make_bots(settings, "chk", 2)
    assert len({bot.name for bot in bots} & set(server.accounts.by_name)) == 2
    assert "test" not in repr(Bot("alice", "test"))


def test_a_public_host_is_refused_unless_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ALLOW_PUBLIC", raising=False)
    with pytest.raises(PolicyError):
        client_settings("https://gemp.example.org")
    monkeypatch.setenv("ALLOW_PUBLIC", "1")
    with pytest.raises(PolicyError):
        client_settings("https://gemp.example.org")
    monkeypatch.setenv("CONTACT", "someone@example.org")
    assert client_settings("https://gemp.example.org").allow_public_host
