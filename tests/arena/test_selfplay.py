"""Games in the box: pairs, what is kept, what goes on, what fails, and who plays."""

import asyncio
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gemp_bot.arena.errors import ArenaError
from gemp_bot.arena.jobs import Half
from gemp_bot.arena.record import GameRecord, Outcome
from gemp_bot.arena.selfplay.cluster import Cluster
from gemp_bot.arena.selfplay.jobs import BoxDeck, BoxJob, Contest, make_jobs, meetings
from gemp_bot.arena.selfplay.ledger import Ledger
from gemp_bot.arena.selfplay.playing import failed, play_one
from gemp_bot.arena.selfplay.processes import Processes
from gemp_bot.arena.selfplay.run import SelfPlay, open_jobs
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Question
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.deck_files import shipped_decks
from gemp_bot.state import Table
from gemp_bot.strategy import Budget, Thinker, Verdict
from gemp_bot.strategy.uniform import UniformStrategy


def nothing() -> None:
    """Set nothing up."""


@pytest.fixture(scope="module")
def decks() -> tuple[list[BoxDeck], list[BoxDeck]]:
    found = [BoxDeck(deck.name, deck.side, deck.text) for deck in shipped_decks(CardIndex.load())]
    light = [deck for deck in found if deck.side is Side.LIGHT]
    return light, [deck for deck in found if deck.side is Side.DARK]


@pytest.fixture
def contest(decks: tuple[list[BoxDeck], list[BoxDeck]]) -> Contest:
    return Contest("random", "steady", meetings(*decks), seed=1)


class FakeHands:
    """Plays nothing: says what it is told to say."""

    def __init__(self, outcome: Callable[[BoxJob], Outcome] = lambda _: Outcome.WIN, slots: int = 2) -> None:
        self.slots = slots
        self.played: list[str] = []
        self._outcome = outcome

    async def play(self, job: BoxJob) -> GameRecord:
        self.played.append(job.id)
        await asyncio.sleep(0)
        return msgspec.structs.replace(failed(job, "x"), outcome=self._outcome(job), fault=None)


# -- jobs ---------------------------------------------------------------------------------------


def test_a_pair_has_the_same_shuffles_and_swaps_sides(contest: Contest) -> None:
    jobs = make_jobs(contest, 20)
    assert len({job.id for job in jobs}) == 20
    for first, second in zip(jobs[::2], jobs[1::2], strict=True):
        assert (first.half, second.half) == (Half.FIRST, Half.SECOND)
        assert (first.round, first.pair) == (second.round, second.pair)
        assert (first.shuffle, first.seed, first.opponent_seed) == (
            second.shuffle,
            second.seed,
            second.opponent_seed,
        )
        assert (first.deck, first.opponent_deck) == (second.opponent_deck, second.deck)
        assert first.deck.side is not second.deck.side
    assert len({job.shuffle for job in jobs}) == 10


def test_more_games_only_add_to_the_end(contest: Contest) -> None:
    assert make_jobs(contest, 30)[:8] == make_jobs(contest, 8)


def test_every_deck_meets_every_other_one(decks: tuple[list[BoxDeck], list[BoxDeck]]) -> None:
    light, dark = decks
    found = meetings(light, dark)
    assert len(set(found)) == len(found) == len(light) * len(dark)
    assert {deck for pair in found[: len(light)] for deck in pair} == {*light, *dark}


def test_another_contest_has_other_ids(contest: Contest) -> None:
    changed = [
        msgspec.structs.replace(contest, strategy="steady"),
        msgspec.structs.replace(contest, seed=2),
        msgspec.structs.replace(contest, pairs=contest.pairs[:1]),
    ]
    assert len({one.digest for one in (contest, *changed)}) == 4


# -- playing ------------------------------------------------------------------------------------


def test_a_game_is_played_to_its_end_and_again_the_same(contest: Contest) -> None:
    job = make_jobs(contest, 2)[0]
    first, again = play_one(job), play_one(msgspec.json.decode(msgspec.json.encode(job), type=BoxJob))
    assert first.outcome in (Outcome.WIN, Outcome.LOSS)
    assert first.reason == "life_force"
    assert 0 in (first.life, first.opponent_life)
    assert (first.warnings, first.opponent_warnings) == (0, 0)
    assert first.questions > first.choices > 20
    assert msgspec.structs.replace(first, seconds=0.0) == msgspec.structs.replace(again, seconds=0.0)


def test_whose_fallbacks_they_are_is_recorded(contest: Contest, monkeypatch: pytest.MonkeyPatch) -> None:
    class Breaks(UniformStrategy):
        def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:
            raise ArithmeticError

    made = Box.thinker

    def broken(box: Box, strategy: str, seed: int, deck: str) -> Thinker:
        whole = made(box, strategy, seed, deck)
        return Thinker(Breaks(1), rule=UniformStrategy(1)) if deck == job.opponent_deck.text else whole

    job = make_jobs(contest, 2)[0]
    monkeypatch.setattr(Box, "thinker", broken)
    record = play_one(job)
    assert record.outcome in (Outcome.WIN, Outcome.LOSS)
    assert record.opponent_fallback_kinds["rule"] > 20
    assert record.opponent_fallbacks == sum(record.opponent_fallback_kinds.values())
    assert record.fallbacks == sum(record.fallback_kinds.values()) < 20
    assert "rule" not in record.fallback_kinds


def test_a_fault_is_a_record(contest: Contest) -> None:
    job = msgspec.structs.replace(make_jobs(contest, 2)[0], strategy="nobody")
    record = play_one(job)
    assert record.outcome is Outcome.ERROR
    assert record.fault is not None
    assert "no strategy 'nobody'" in record.fault
    assert "\n" not in record.fault


# -- running ------------------------------------------------------------------------------------


async def test_what_is_there_is_not_played_again_but_errors_are(contest: Contest, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    jobs = make_jobs(contest, 6)
    with Ledger(file, contest) as ledger:
        hands = FakeHands(lambda job: Outcome.ERROR if job.id.endswith("2a") else Outcome.WIN)
        await SelfPlay(list(jobs[:4]), ledger, hands).run()
    with file.open("ab") as stream:
        stream.write(b'{"job": "cut by a ki')
    with Ledger(file, contest) as ledger:
        todo = open_jobs(jobs, ledger)
        assert [job.id[-6:] for job in todo] == ["00002a", "00003a", "00003b"]
        await SelfPlay(todo, ledger, FakeHands()).run()
        assert open_jobs(jobs, ledger) == []
        assert {record.outcome for record in ledger.records.values()} == {Outcome.WIN}
    assert len(file.read_bytes().splitlines()) == 7


def test_a_file_of_another_contest_is_refused(contest: Contest, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with Ledger(file, contest) as ledger:
        ledger.add(failed(make_jobs(contest, 2)[0], "x"))
        with pytest.raises(ArenaError, match="another run uses this file"), Ledger(file, contest):
            pass
    other = Ledger(file, msgspec.structs.replace(contest, seed=2))
    with pytest.raises(ArenaError, match="other players, decks or seed"), other:
        pass
    with pytest.raises(ArenaError, match="cannot be written"), Ledger(tmp_path, contest):
        pass


async def test_nothing_is_kept_without_a_file(contest: Contest) -> None:
    with Ledger(None, contest) as ledger:
        told: list[GameRecord] = []
        await SelfPlay(list(make_jobs(contest, 4)), ledger, FakeHands(), told.append).run()
    assert [record.job for record in told] == list(ledger.records)
    assert len(told) == 4


async def test_games_that_all_fail_end_the_run(contest: Contest) -> None:
    hands = FakeHands(lambda _: Outcome.ERROR, slots=1)
    with Ledger(None, contest) as ledger:
        playing = SelfPlay(list(make_jobs(contest, 40)), ledger, hands)
        await playing.run()
    assert len(hands.played) == 6
    assert playing.trouble is not None
    assert playing.trouble.startswith("6 games in a row could not be played")


async def test_stopping_finishes_what_runs_and_abandoning_does_not(contest: Contest) -> None:
    jobs = list(make_jobs(contest, 8))
    with Ledger(None, contest) as ledger:
        playing = SelfPlay(jobs, ledger, FakeHands(), lambda _: playing.stop())
        await playing.run()
        assert len(ledger.records) == 2  # one in each of two hands
    with Ledger(None, contest) as ledger:
        abandoned = SelfPlay(jobs, ledger, FakeHands(), lambda _: abandoned.abandon())
        await abandoned.run()
        assert len(ledger.records) == 1


# -- hands --------------------------------------------------------------------------------------


@pytest.mark.thorough
async def test_processes_play_what_this_process_would(contest: Contest) -> None:
    jobs = make_jobs(contest, 2)
    async with Processes(2, nothing) as hands:
        found = await asyncio.gather(*(hands.play(job) for job in jobs))
    for job, record in zip(jobs, found, strict=True):
        here = play_one(job)
        assert msgspec.structs.replace(record, seconds=0.0) == msgspec.structs.replace(here, seconds=0.0)


@pytest.mark.thorough
async def test_a_process_that_dies_is_an_error_of_its_game(contest: Contest) -> None:
    job = make_jobs(contest, 2)[0]
    async with Processes(1, partial(os._exit, 3)) as hands:
        records = [await hands.play(job), await hands.play(job)]
    assert [record.outcome for record in records] == [Outcome.ERROR, Outcome.ERROR]
    assert {record.fault for record in records} == {"the process that played it ended"}


async def test_a_cluster_plays_what_this_process_would(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    dask: Any = pytest.importorskip("distributed", reason="the extra `dist` is not installed")
    # It would look for the way out of this machine, which tests do not have.
    monkeypatch.setattr("distributed.utils._get_ip", lambda *_, **__: "127.0.0.1")
    jobs = make_jobs(contest, 2)
    async with (
        dask.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, asynchronous=True
        ) as cluster,
        Cluster(cluster) as hands,
    ):
        assert hands.slots == 1
        bad = msgspec.structs.replace(jobs[0], id="bad", strategy="nobody")
        found = await asyncio.gather(*(hands.play(job) for job in (*jobs, bad)))
    for job, record in zip(jobs, found[:2], strict=True):
        here = play_one(job)
        assert msgspec.structs.replace(record, seconds=0.0) == msgspec.structs.replace(here, seconds=0.0)
    assert found[2].outcome is Outcome.ERROR


async def test_a_cluster_without_dask_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ArenaError, match=r"gemp-bot\[dist\]"):
        async with Cluster("tcp://127.0.0.1:1"):
            pass
