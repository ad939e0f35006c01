"""Jobs: paired, and each deck, side and seat equally often."""

from collections import Counter

import pytest
from arena_scene import jobs_of, pair, record, spec
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.arena.job_runner import LaneJob
from gemp_bot.arena.jobs import Half
from gemp_bot.arena.record import ArenaOutcome, GameRecord
from gemp_bot.arena.run import lanes_of, open_jobs
from gemp_bot.protocol.enums import Side


@given(st.integers(1, 7), st.integers(1, 3), st.integers(1, 6))
def test_every_deck_side_and_seat_comes_equally_often(pairs: int, opponents: int, cycles: int) -> None:
    games = 2 * pairs * cycles
    jobs = jobs_of(tuple(map(pair, range(pairs))), opponents, games, seed=1)
    assert len(jobs) == opponents * games
    assert set(Counter((job.opponent, job.pair, job.side) for job in jobs).values()) == {cycles}
    assert set(Counter((job.opponent, job.host) for job in jobs).values()) == {games // 2}
    if cycles % 2 == 0:
        assert set(Counter((job.opponent, job.pair, job.side, job.host) for job in jobs).values()) == {
            cycles // 2
        }


@given(st.integers(1, 5), st.integers(1, 40))
def test_the_two_games_of_a_pair_differ_only_in_side_and_seat(pairs: int, rounds: int) -> None:
    jobs = jobs_of(tuple(map(pair, range(pairs))), 1, 2 * rounds, seed=3)
    for first, second in zip(jobs[::2], jobs[1::2], strict=True):
        assert (first.half, second.half) == (Half.FIRST, Half.SECOND)
        assert (first.round, first.pair, first.seed) == (second.round, second.pair, second.seed)
        assert first.opponent_seed == second.opponent_seed != first.seed
        assert first.side is second.side.other
        assert first.host is not second.host


def test_fixed_decks_are_not_swapped() -> None:
    jobs = jobs_of((pair(1, Side.DARK), pair(2, Side.LIGHT)), 1, 8, seed=3)
    assert [job.side for job in jobs] == [Side.DARK, Side.DARK, Side.LIGHT, Side.LIGHT] * 2
    assert Counter(job.host for job in jobs) == {True: 4, False: 4}


def test_more_games_only_add_to_the_list() -> None:
    pairs = (pair(1), pair(2), pair(3))
    few, many = (jobs_of(pairs, 2, games, seed=9) for games in (6, 20))
    assert {job.id: job for job in few}.items() <= {job.id: job for job in many}.items()
    assert len({job.id for job in many}) == len(many) == 40


def test_another_seed_is_another_seed() -> None:
    one, other = (jobs_of((pair(),), 1, 2, seed)[0].seed for seed in (1, 2))
    assert one != other
    assert jobs_of((pair(),), 1, 2, 1)[0].seed == one


def test_only_what_has_no_result_is_played() -> None:
    jobs = jobs_of((pair(),), 1, 8, seed=1)
    outcomes = [
        ArenaOutcome.WIN,
        ArenaOutcome.ERROR,
        ArenaOutcome.TIMEOUT,
        ArenaOutcome.CANCELLED,
        ArenaOutcome.OPPONENT_LOOP,
    ]
    done = {
        job.id: record(n, outcome, job=job.id)
        for n, (job, outcome) in enumerate(zip(jobs, outcomes, strict=False))
    }
    assert [job.id for job in open_jobs(jobs, done, retry=False)] == [job.id for job in jobs[5:]]
    assert [job.id for job in open_jobs(jobs, done, retry=True)] == [job.id for job in jobs[1:4] + jobs[5:]]


@pytest.mark.parametrize(
    ("kind", "seats"), [({"kind": "ai", "skill": "RANDO"}, 1), ({"kind": "strategy", "name": "random"}, 2)]
)
async def test_a_lane_has_as_many_accounts_as_a_game_needs(kind: dict[str, str], seats: int) -> None:
    seen: list[str | None] = []

    class Players:
        async def play(self, assignment: LaneJob) -> GameRecord:
            seen.extend((assignment.user, assignment.other))
            return record()

        def concede(self) -> None: ...

    users = [{"user": f"bot{n}", "password_file": "pw"} for n in range(6)]
    (job, *_) = jobs_of((pair(),), 1, 2, seed=1)
    for lane in lanes_of(spec(accounts=users, parallel=3, opponent=[kind]), Players()):
        await lane(job)
    taken = [user for user in seen if user is not None]
    assert len(taken) == len(set(taken)) == 3 * seats
