"""Many games at once, against the fake server; waiting takes no time."""

import asyncio
from pathlib import Path

import structlog
from fakes.toy import ToyScript
from fakes.toy_scenes import Stage
from jumping_time import jumping
from match_scene import AI, BOT, CATALOGUE, WON_OR_LOST, person, results, server

from gemp_bot.cards.deck import deck_digest
from gemp_bot.history.importing import outcome_before
from gemp_bot.journal import Head, JournalReader
from gemp_bot.journal.folder import chains, journals_in
from gemp_bot.play.accounts import SharedLogIn
from gemp_bot.play.entries import PooledDeck
from gemp_bot.play.matchmaking import MOST_CREATED
from gemp_bot.protocol.ids import GameId
from gemp_bot.replay import Relive
from gemp_bot.sandbox.server.contents import LIGHT_60
from gemp_bot.sandbox.server.steps import Play


def files(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


class Signals(ToyScript):
    """A toy game that tells when it has come to its third phase."""

    def __init__(self, reached: asyncio.Event) -> None:
        super().__init__(3, length=8)
        self.reached = reached

    def _phase(self, stage: Stage, number: int) -> Play:
        if number == 2:
            self.reached.set()
        yield from super()._phase(stage, number)


def head(path: Path | None) -> Head:
    assert path is not None
    _, line = next(iter(JournalReader(path)))
    assert isinstance(line, Head)
    return line


@jumping
async def test_games_at_once_have_a_journal_each(tmp_path: Path) -> None:
    async with server() as running, person(running, "alice") as alice:
        outcomes = await alice.match(AI, tmp_path, games=6, parallel=3, seed=100).run()
        assert len(files(tmp_path)) == len({outcome.journal for outcome in outcomes}) == 6
        assert sorted(seed for _, seed in alice.begun) == list(range(100, 106))
        for outcome in outcomes:
            written = head(outcome.journal)
            assert (written.game, written.previous, written.deck) == (outcome.game, None, "1_19|")
            assert (outcome.game, written.seed) in alice.begun
            assert outcome.journal is not None
            tally = Relive(outcome.journal, CATALOGUE).run()
            assert (tally.first_fault, tally.result.value) == (None, outcome.result.value)
            assert tally.decisions == outcome.decisions
        assert results(outcomes) <= WON_OR_LOST
        assert len(running.games) == 6


@jumping
async def test_a_running_game_is_adopted_first_and_its_journal_goes_on(tmp_path: Path) -> None:
    async with server() as running:
        async with person(running, "alice") as alice:
            began = asyncio.Event()
            running.world.script_factory = lambda _: Signals(began)
            match = alice.match(AI, tmp_path)
            task = asyncio.create_task(match.run())
            await began.wait()

            task.cancel()  # the process is killed
            await asyncio.gather(task, return_exceptions=True)
        (game,) = running.games
        (first,) = files(tmp_path)
        async with person(running, "alice") as alice:
            outcomes = await alice.match(AI, tmp_path, games=2, before=outcome_before).run()
        assert outcomes[0].game == game
        assert len(running.games) == 2, "it counts towards the two"
        adopted, fresh = (head(outcome.journal) for outcome in outcomes)
        assert (adopted.previous, adopted.deck, adopted.deck_name) == (first, "1_19|", LIGHT_60)
        assert (fresh.previous, fresh.deck_name) == (None, LIGHT_60)
        assert results(outcomes) <= WON_OR_LOST
        before, after, other = (
            Relive(path, CATALOGUE).run().decisions
            for path in (tmp_path / first, outcomes[0].journal, outcomes[1].journal)
            if path is not None
        )
        assert before > 0
        assert [outcome.decisions for outcome in outcomes] == [before + after, other]


@jumping
async def test_what_is_known_of_an_adopted_game_without_its_journal() -> None:
    async with server() as running, person(running, "alice") as alice:
        running.start_game("alice", BOT, ToyScript(1, length=4), bots=frozenset({BOT}))
        known = LIGHT_60, deck_digest("1_19|")
        await alice.match(AI, remembered=lambda _: known).run()
        (assignment,) = alice.assignments
        assert assignment.adopted
        assert assignment.deck == PooledDeck(LIGHT_60, library=True, text="1_19|")
        assert set(assignment.seats) == {"alice", BOT}


@jumping
async def test_the_same_game_played_again_is_a_game_of_its_own(tmp_path: Path) -> None:
    for _ in range(2):
        async with server(seed=7) as running, person(running, "alice") as alice:
            await alice.match(AI, tmp_path).run()
    written = journals_in(tmp_path)
    first, second = (head(path) for path in written)
    assert first.game == second.game, "the same seed makes the same game"
    assert chains(written) == [[path] for path in written]


@jumping
async def test_all_running_games_are_adopted_at_once_also_more_than_wanted() -> None:
    async with server() as running, person(running, "alice") as alice:
        for seed in range(3):
            running.start_game("alice", BOT, ToyScript(seed, length=4), bots=frozenset({BOT}))
        outcomes = await alice.match(AI, games=2, parallel=2).run()
        assert len(outcomes) == 3, "none is left alone: its clock runs"
        assert len(running.games) == 3, "none was made"


@jumping
async def test_without_resume_a_running_game_is_left_alone() -> None:
    async with server() as running, person(running, "alice") as alice:
        left = running.start_game("alice", BOT, ToyScript(1, length=4), bots=frozenset({BOT}))
        outcomes = await alice.match(AI, resume=False).run()
        assert outcomes[0].game != left.id
        assert left.answered == [] or all(player == BOT for player, _, _ in left.answered)


@jumping
async def test_stop_plays_the_running_games_to_their_end() -> None:
    async with server() as running, person(running, "alice") as alice:
        match = alice.match(AI, games=50, parallel=2, on_begin=lambda *_: match.stop())
        outcomes = await match.run()
        assert results(outcomes) <= WON_OR_LOST
        assert {outcome.reason for outcome in outcomes} == {"life_force"}
        assert len(outcomes) == len(running.games) <= 2


@jumping
async def test_concede_gives_up_what_runs_and_begins_nothing() -> None:
    async with server(idle_seconds=2.5) as running, person(running, "alice") as alice:
        for seed in range(3):
            running.start_game("alice", "bob", ToyScript(seed))  # bob never answers

        def begun(*_: object) -> None:
            if len(alice.begun) == 3:
                match.concede()

        match = alice.match(AI, games=50, parallel=3, on_begin=begun)
        outcomes = await match.run()
        assert len(outcomes) == len(running.games) == 3
        assert {(outcome.result.value, outcome.reason) for outcome in outcomes} == {("loss", "conceded")}


@jumping
async def test_a_session_lost_by_several_games_at_once_is_renewed_once() -> None:
    async with server() as running, person(running, "alice") as alice:

        def begun(*_: object) -> None:
            if len(alice.begun) == 4:
                running.accounts.expire()

        outcomes = await alice.match(AI, games=4, parallel=4, on_begin=begun).run()
        assert results(outcomes) <= WON_OR_LOST
        assert sum(outcome.resyncs for outcome in outcomes) >= 1
        assert alice.logins == 1


@jumping
async def test_who_asks_while_a_login_is_under_way_waits_for_it() -> None:
    async with server() as running, person(running, "alice") as alice:
        entered, go_on = asyncio.Event(), asyncio.Event()

        async def log_in() -> None:
            alice.logins += 1
            entered.set()
            await go_on.wait()

        shared = SharedLogIn(log_in)
        tasks = [asyncio.create_task(shared()) for _ in range(8)]
        await entered.wait()
        go_on.set()
        await asyncio.gather(*tasks)
        assert alice.logins == 1
        await asyncio.sleep(2)
        await shared()
        assert alice.logins == 2, "lost once more, later"


@jumping
async def test_a_game_that_goes_wrong_ends_that_game_only() -> None:
    async with server() as running, person(running, "alice") as alice:

        def begun(game: GameId, _: int) -> None:
            if len(alice.begun) == 1:
                running.games[game].removed = True

        outcomes = await alice.match(AI, games=5, parallel=2, on_begin=begun).run()
        assert sorted(outcome.result.value == "unfinished" for outcome in outcomes) == [False] * 4 + [True]


@jumping
async def test_a_full_disk_in_mid_game_costs_the_journal_and_not_the_game(tmp_path: Path) -> None:
    async with server() as running, person(running, "alice") as alice:
        folder = tmp_path / "journals"

        def begun(game: GameId, seed: int) -> None:
            journal, _ = alice.recorder._journals[game]

            class Full:
                path = journal.path

                def exchange(self, _: object) -> None:
                    raise OSError(28, "No space left on device")

            journal.close()
            alice.recorder._journals[game] = (Full(), None)  # type: ignore[assignment]

        outcomes = await alice.match(AI, folder, games=2, on_begin=begun).run()
        assert len(outcomes) == 2
        assert results(outcomes) <= WON_OR_LOST


@jumping
async def test_no_more_running_games_are_adopted_than_a_server_allows() -> None:
    async with server() as running, person(running, "alice") as alice:
        for seed in range(MOST_CREATED + 4):
            running.start_game("alice", BOT, ToyScript(seed, length=2), bots=frozenset({BOT}))
        with structlog.testing.capture_logs() as logs:
            outcomes = await alice.match(AI, games=1).run()
        assert len(outcomes) == MOST_CREATED
        assert len({outcome.game for outcome in outcomes}) == MOST_CREATED
        (left,) = (log for log in logs if log["event"] == "running_games_left")
        assert left["left"] == 4
        assert left["first"] in running.games.keys() - {outcome.game for outcome in outcomes}
