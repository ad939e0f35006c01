"""Games in the box: pairs, what is kept, what goes on, what fails, and who plays."""

import asyncio
import os
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from plugged import plug_in

from gemp_bot.arena.box_game import play_one
from gemp_bot.arena.jobs import Contest, Half, Job, JobDeck, make_jobs, meetings
from gemp_bot.arena.record import ArenaOutcome, GameRecord, failed
from gemp_bot.arena.results import GameRecords
from gemp_bot.arena.run import Run, check_records, open_jobs
from gemp_bot.arena.spec import ArenaError
from gemp_bot.arena.workers import Cluster, Processes
from gemp_bot.cards.deck import deck_digest
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.journal import Head, JournalReader
from gemp_bot.protocol.enums import Side
from gemp_bot.replay import Relive
from gemp_bot.sandbox.deck_files import shipped_decks
from gemp_bot.strategy import strategy_named

pytestmark = pytest.mark.usefixtures("small_decks")


def nothing() -> None:
    """Set nothing up."""


@pytest.fixture(scope="module")
def decks() -> tuple[list[JobDeck], list[JobDeck]]:
    found = [JobDeck(deck.name, deck.side, deck.text) for deck in shipped_decks(CardIndex.load())]
    light = [deck for deck in found if deck.side is Side.LIGHT]
    return light, [deck for deck in found if deck.side is Side.DARK]


@pytest.fixture
def contest(decks: tuple[list[JobDeck], list[JobDeck]]) -> Contest:
    return contest_of("random", "steady", meetings(*decks))


def contest_of(strategy: str, opponent: str, pairs: tuple[tuple[JobDeck, JobDeck], ...]) -> Contest:
    player, other = (strategy_named(name).identity for name in (strategy, opponent))
    return Contest(strategy, opponent, player, other, pairs, seed=1)


class FakeExecutor:
    """Plays nothing: says what it is told to say."""

    def __init__(self, outcome: Callable[[Job], ArenaOutcome] = lambda _: ArenaOutcome.WIN) -> None:
        self.played: list[str] = []
        self._outcome = outcome

    async def play(self, job: Job) -> GameRecord:
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


def test_the_same_player_in_both_seats_plays_one_game_a_pair(
    decks: tuple[list[JobDeck], list[JobDeck]],
) -> None:
    for pairs in (meetings(*decks)[:1], meetings(*decks)[:2], meetings(*decks)):
        jobs = make_jobs(contest_of("steady", "steady", pairs), 4 * len(pairs))
        assert len({job.round for job in jobs}) == len({job.shuffle for job in jobs}) == len(jobs)
        assert jobs[: len(pairs)] == make_jobs(contest_of("steady", "steady", pairs), len(pairs))
        seats = Counter((job.pair, job.deck.side) for job in jobs)
        assert set(seats.values()) == {2}, "each pair of decks is played from either side as often"


def test_more_games_only_add_to_the_end(contest: Contest) -> None:
    assert make_jobs(contest, 30)[:8] == make_jobs(contest, 8)


def test_every_deck_meets_every_other_one(decks: tuple[list[JobDeck], list[JobDeck]]) -> None:
    light, dark = decks
    found = meetings(light, dark)
    assert len(set(found)) == len(found) == len(light) * len(dark)
    assert {deck for pair in found[: len(light)] for deck in pair} == {*light, *dark}


def test_another_contest_has_other_ids(contest: Contest) -> None:
    changed = [
        msgspec.structs.replace(contest, player_identity=contest.opponent_identity),
        msgspec.structs.replace(contest, seed=2),
        msgspec.structs.replace(contest, pairs=contest.pairs[:1]),
    ]
    assert len({one.digest for one in (contest, *changed)}) == 4


# -- playing ------------------------------------------------------------------------------------


def test_a_game_is_played_to_its_end_and_again_the_same(contest: Contest) -> None:
    job = make_jobs(contest, 2)[0]
    first, again = play_one(job), play_one(msgspec.json.decode(msgspec.json.encode(job), type=Job))
    assert first.outcome in (ArenaOutcome.WIN, ArenaOutcome.LOSS)
    assert first.reason == "life_force"
    assert 0 in (first.life, first.opponent_life)
    assert (first.warnings, first.opponent_warnings) == (0, 0)
    assert first.questions > first.choices > 20
    assert msgspec.structs.replace(first, seconds=0.0) == msgspec.structs.replace(again, seconds=0.0)


@pytest.fixture
def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a plug-in that fails at every question."""
    monkeypatch.syspath_prepend(str(plug_in(tmp_path, "raise ArithmeticError", name="breaks")))
    return "breaks"


@pytest.mark.parametrize("ours", [True, False])
def test_a_game_that_the_strategy_did_not_play_itself_counts_for_nobody(
    contest: Contest, faulty: str, *, ours: bool
) -> None:
    names = (faulty, "steady") if ours else ("random", faulty)
    record = play_one(make_jobs(contest_of(*names, contest.pairs), 2)[0])
    assert record.outcome is (ArenaOutcome.PLAYER_REPLACED if ours else ArenaOutcome.OPPONENT_REPLACED)
    assert record.reason == "life_force", "it was played to its end all the same"
    who = "player" if ours else "opponent"
    assert (record.fault or "").startswith(f"the {who} was not this strategy: it failed at ")
    mistakes, other = (record.mistakes, record.opponent_mistakes)[:: 1 if ours else -1]
    assert [what.split(": ")[1] for what in mistakes] == ["ArithmeticError"]
    assert other == {}
    kinds, others = (record.fallback_kinds, record.opponent_fallback_kinds)[:: 1 if ours else -1]
    assert kinds["rule"] > 20
    assert "rule" not in others


def test_a_program_or_strategy_that_is_not_the_one_of_the_run_plays_nothing(contest: Contest) -> None:
    """A worker of a cluster may have another version installed."""
    other = msgspec.structs.replace(contest.player_identity, program="f" * 64)
    record = play_one(msgspec.structs.replace(make_jobs(contest, 2)[0], player_identity=other))
    assert record.outcome is ArenaOutcome.ERROR
    ours = contest.player_identity.program[:8]
    assert record.fault == (f"another player than this run began with: the program was ffffffff, is {ours}")


def test_a_strategy_file_that_is_edited_while_games_run_changes_nothing(
    contest: Contest, tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\nabout = "a test"\napi = 2\nextends = "strong"\n')
    jobs = make_jobs(contest_of(str(file), "steady", contest.pairs), 2)
    first = play_one(jobs[0])
    file.write_text("nothing that could be played")
    assert play_one(jobs[1]).outcome in (ArenaOutcome.WIN, ArenaOutcome.LOSS)
    again = play_one(jobs[0])
    assert msgspec.structs.replace(first, seconds=0.0) == msgspec.structs.replace(again, seconds=0.0)


def test_a_journal_is_sound_and_names_who_played(contest: Contest, tmp_path: Path) -> None:
    job = make_jobs(contest, 2, "gemp-bot test", tmp_path / "journals")[0]
    record = play_one(job)
    journal = tmp_path / "journals" / (record.journal or "")
    tally = Relive(journal, Catalogue.load()).run()
    assert tally.first_fault is None
    assert tally.decisions == record.questions
    assert (record.disputed, record.doubled, record.game) == (0, 0, job.id)
    head = next(iter(JournalReader(journal))).line
    assert isinstance(head, Head)
    assert (head.strategy, head.given, head.seed, head.game) == ("random", "random", job.seed, job.id)
    assert head.strategy_digest == head.program_digest == contest.player_identity.program
    assert (head.deck_digest, head.opponent_deck_digest) == (record.deck_digest, record.opponent_deck_digest)
    assert head.deck_digest == deck_digest(job.deck.text) != head.opponent_deck_digest


def test_a_fault_is_a_record(contest: Contest) -> None:
    job = msgspec.structs.replace(make_jobs(contest, 2)[0], strategy="nobody")
    record = play_one(job)
    assert record.outcome is ArenaOutcome.ERROR
    assert record.fault is not None
    assert "no strategy 'nobody'" in record.fault
    assert "\n" not in record.fault


# -- running ------------------------------------------------------------------------------------


async def test_what_is_there_is_not_played_again_but_errors_are(contest: Contest, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    jobs = make_jobs(contest, 6)
    with GameRecords(file) as results:
        executor = FakeExecutor(lambda job: ArenaOutcome.ERROR if job.id.endswith("2a") else ArenaOutcome.WIN)
        await Run(jobs[:4], results).run([executor.play] * 2)
    with file.open("ab") as stream:
        stream.write(b'{"job": "cut by a ki')
    with GameRecords(file) as results:
        todo = open_jobs(jobs, results.records)
        assert [job.id[-6:] for job in todo] == ["00002a", "00003a", "00003b"]
        await Run(todo, results).run([FakeExecutor().play] * 2)
        assert open_jobs(jobs, results.records) == []
        assert {record.outcome for record in results.records.values()} == {ArenaOutcome.WIN}
    assert len(file.read_bytes().splitlines()) == 7


def test_a_file_is_for_one_run_at_a_time(contest: Contest, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with (
        GameRecords(file),
        pytest.raises(ArenaError, match="another run uses this file: wait, or name another with --out"),
        GameRecords(file),
    ):
        pass
    with pytest.raises(ArenaError, match="cannot be written"), GameRecords(tmp_path):
        pass


def test_games_of_another_contest_are_refused(contest: Contest) -> None:
    file = Path("games.jsonl")

    def refused(**more: Any) -> str:
        record = failed(make_jobs(contest, 2)[0], "x")
        with pytest.raises(ArenaError) as caught:
            check_records(file, [record], msgspec.structs.replace(contest, **more))
        return (
            str(caught.value)
            .removeprefix("games.jsonl: holds games ")
            .removesuffix(": name another with --out")
        )

    check_records(file, [failed(job, "x") for job in make_jobs(contest, 40)], contest)
    assert refused(seed=2) == "with another seed, or with other decks"
    mine, theirs = contest.pairs[0]
    other = msgspec.structs.replace(theirs, text=mine.text)
    digests = deck_digest(theirs.text)[:8], deck_digest(mine.text)[:8]
    assert refused(pairs=((mine, other),)) == (
        f"with deck {theirs.name} {digests[0]} where there is {theirs.name} {digests[1]} now"
    )
    assert refused(player_identity=contest.opponent_identity) == (
        "of other players than today's: a player was the program random, is the program steady"
    )
    changed = msgspec.structs.replace(contest.player_identity, program="f" * 64)
    assert refused(player_identity=changed, opponent_identity=changed).startswith(
        "of other players than today's: the program was "
    )
    old = msgspec.structs.replace(failed(make_jobs(contest, 2)[0], "x"), player_identity=None)
    with pytest.raises(ArenaError, match=r"an earlier version noted no digests .* name another with --out"):
        check_records(file, [old], contest)


async def test_nothing_is_kept_without_a_file(contest: Contest) -> None:
    with GameRecords(None) as results:
        told: list[GameRecord] = []
        await Run(make_jobs(contest, 4), results, on_record=told.append).run([FakeExecutor().play] * 2)
    assert [record.job for record in told] == list(results.records)
    assert len(told) == 4


async def test_games_that_all_fail_end_the_run(contest: Contest) -> None:
    executor = FakeExecutor(lambda _: ArenaOutcome.ERROR)
    run = Run(make_jobs(contest, 40), GameRecords(None))
    await run.run([executor.play])
    assert len(executor.played) == 6
    assert run.trouble is not None
    assert run.trouble.startswith("6 games in a row could not be played")


async def test_stopping_finishes_what_runs_and_abandoning_does_not(contest: Contest) -> None:
    jobs, kept = make_jobs(contest, 8), GameRecords(None)
    stopped = Run(jobs, kept, on_record=lambda _: stopped.stop())
    await stopped.run([FakeExecutor().play] * 2)
    assert len(kept.records) == 2, "one in each of two lanes"
    kept = GameRecords(None)
    abandoned = Run(jobs, kept, on_record=lambda _: abandoned.abandon())
    await abandoned.run([FakeExecutor().play] * 2)
    assert len(kept.records) == 1


async def test_a_record_that_cannot_be_kept_ends_the_run_as_what_it_is(contest: Contest) -> None:
    class Full(GameRecords):
        def add(self, record: GameRecord) -> None:
            raise OSError(28, "No space left on device")

    executor = FakeExecutor()
    with pytest.raises(OSError, match="No space left"):
        await Run(make_jobs(contest, 40), Full(None)).run([executor.play] * 2)
    assert len(executor.played) == 2


# -- executor --------------------------------------------------------------------------------------


@pytest.mark.thorough
async def test_processes_play_what_this_process_would(contest: Contest) -> None:
    jobs = make_jobs(contest, 2)
    async with Processes(2, nothing) as executor:
        found = await asyncio.gather(*(executor.play(job) for job in jobs))
    for job, record in zip(jobs, found, strict=True):
        here = play_one(job)
        assert msgspec.structs.replace(record, seconds=0.0) == msgspec.structs.replace(here, seconds=0.0)


@pytest.mark.thorough
async def test_a_process_that_dies_is_an_error_of_its_game(contest: Contest) -> None:
    job = make_jobs(contest, 2)[0]
    async with Processes(1, partial(os._exit, 3)) as executor:
        records = [await executor.play(job), await executor.play(job)]
    assert [record.outcome for record in records] == [ArenaOutcome.ERROR, ArenaOutcome.ERROR]
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
        Cluster(cluster) as executor,
    ):
        assert executor.slots == 1
        bad = msgspec.structs.replace(jobs[0], id="bad", strategy="nobody")
        found = await asyncio.gather(*(executor.play(job) for job in (*jobs, bad)))
    for job, record in zip(jobs, found[:2], strict=True):
        here = play_one(job)
        assert msgspec.structs.replace(record, seconds=0.0) == msgspec.structs.replace(here, seconds=0.0)
    assert found[2].outcome is ArenaOutcome.ERROR


async def test_a_cluster_without_dask_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ArenaError, match=r"\.\[dist\]"):
        async with Cluster("tcp://127.0.0.1:1"):
            pass
