"""Check B: the table as tracked equals the server's own snapshot, asked for anew every few questions."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from check_games import Job, Tell
from hall_steps import begin_game
from journal_checks import JournalCheck, check_journal
from setup_server import Bot, Pool, logged_in

from gemp_bot.decisions import Catalogue, PromptKind, ResultKind, ask
from gemp_bot.journal import Head, ScorePart, VerdictLine
from gemp_bot.journal.folder import JournalFolder
from gemp_bot.journal.reader import FORMAT_VERSION
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.supervisor import WantedGame
from gemp_bot.play.timing import Clock
from gemp_bot.play.trouble import StuckWatch
from gemp_bot.protocol.enums import AiSkill
from gemp_bot.protocol.game_channel import GameChannel
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.state import Table, differences
from gemp_bot.state.table import missed_events
from gemp_bot.strategy import Strategy, StrategyRunner, make_strategy

EVERY = 10
"""Questions between two snapshots."""


@dataclass(slots=True)
class Snapshots:
    """One game as one account saw it.

    Attributes:
        compared: snapshots held against the table tracked until then.
        unseen: snapshots that could not be compared, because the game went on meanwhile.
        wrong: what differed, one line each.
    """

    job: Job
    deck: str
    questions: int = 0
    compared: int = 0
    unseen: int = 0
    wrong: list[str] = field(default_factory=list)
    end: str = "?"
    check: JournalCheck | None = None
    faults: list[str] = field(default_factory=list)


@dataclass(slots=True)
class SnapshotsCheck:
    """What came of all games."""

    games: list[Snapshots] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def checks(self) -> list[JournalCheck]:
        """Of all journals that could be read."""
        return [game.check for game in self.games if game.check is not None]


async def check_snapshots(
    settings: ClientSettings, jobs: list[Job], pool: Pool, *, parallel: int, folder: Path, tell: Tell
) -> SnapshotsCheck:
    """Play all jobs and compare."""
    found = SnapshotsCheck()
    catalogue = Catalogue.load()
    journals = JournalFolder(folder)
    room = asyncio.Semaphore(parallel)

    async def one(job: Job) -> None:
        async with room, pool.lend(job.accounts) as bots:
            if pool.stopped:
                return
            played = await asyncio.gather(
                *(
                    _play(settings, job, bots, number, journals=journals, catalogue=catalogue)
                    for number in range(job.accounts)
                ),
                return_exceptions=True,
            )
        for game in played:
            if isinstance(game, BaseException):
                found.faults.append(f"game {job.number}: {type(game).__name__}: {game}")
                tell(f"{job.number:03} {job.kind} {found.faults[-1]}")
                continue
            found.games.append(game)
            tell(
                f"{job.number:03} {job.kind:11} {job.pair.format_code:26} {game.end:14} "
                f"{game.questions:5} questions, {game.compared} snapshots, {len(game.wrong)} mismatches"
                + (f"  FAULTS: {'; '.join(game.faults)}" if game.faults else "")
            )

    async with asyncio.TaskGroup() as group:
        for job in jobs:
            group.create_task(one(job))
    return found


async def _play(
    settings: ClientSettings,
    job: Job,
    bots: list[Bot],
    number: int,
    *,
    journals: JournalFolder,
    catalogue: Catalogue,
) -> Snapshots:
    recorder = Recorder()
    async with logged_in(settings, bots[number], observer=recorder.observe) as client:
        seat = _seat(job, bots, number)
        game_id = await begin_game(client, seat)
        strategy = make_strategy(job.strategies[number], job.seed + number)
        journal = journals.new(game_id)
        deck = job.decks[number]
        head = Head(
            version=FORMAT_VERSION,
            bot="check-server",
            strategy=strategy.name,
            seed=job.seed + number,
            deck=(await client.decks.show(deck, library=True)).text,
            deck_name=deck,
            server=settings.url,
            game=game_id,
        )
        journal.head(head)
        recorder.attach(game_id, journal)
        game = Snapshots(job, deck)
        try:
            await _Driver(client.game(game_id), strategy, recorder, catalogue, game).run()
        finally:
            recorder.detach(game_id)
    check = game.check = await asyncio.to_thread(check_journal, journal.path, catalogue)
    game.faults += game.wrong[:3]
    game.faults += check.faults
    return game


def _seat(job: Job, bots: list[Bot], number: int) -> WantedGame:
    deck = job.decks[number]
    if job.kind != "table":
        skill = AiSkill(job.kind.partition(":")[2])
        return WantedGame(job.pair.format_code, deck, library=True, skill=skill, opponent_deck=job.decks[1])
    if number == 0:
        return WantedGame(
            job.pair.format_code, deck, library=True, private_for=PlayerName(bots[1].name), wait=120.0
        )
    return WantedGame(job.pair.format_code, deck, library=True, join=PlayerName(bots[0].name), wait=120.0)


class _Driver:
    """Plays one game with as little as possible between the channel and the table."""

    def __init__(
        self,
        channel: GameChannel,
        strategy: Strategy,
        recorder: Recorder,
        catalogue: Catalogue,
        game: Snapshots,
    ) -> None:
        self._channel = channel
        self._thinker = StrategyRunner(strategy)
        self._recorder = recorder
        self._catalogue = catalogue
        self._game = game
        self._table = Table()

    async def run(self) -> None:
        """Play to the end."""
        game, channel = self._game, self._channel
        watch = StuckWatch(Clock().now)
        fresh = False
        self._table.apply(await channel.open())
        while (ending := self._table.ending) is None:
            asked = self._table.asked
            if asked is None:
                self._table.apply(await channel.poll())
                continue
            if not fresh and game.questions % EVERY == EVERY - 1:
                await self._compare()
                fresh = True
                continue
            fresh = False
            game.questions += 1
            table = self._table
            question = ask(asked, table.face_of, self._catalogue)
            thought = await self._thinker.think(table, question)
            verdict = thought.verdict
            answer = verdict.answer
            if question.kind is PromptKind.ALLOW_REVERT:
                no = question.result(ResultKind.NO)
                answer = question.first_legal() if no is None else question.choose(no)
            line = VerdictLine(
                n=game.questions,
                answer=answer.wire,
                parts=tuple(ScorePart(reason.text, reason.force) for reason in verdict.reasons),
                fallback=None if thought.fallback is None else thought.fallback.value,
            )
            self._recorder.verdict(channel.game_id, line)
            if watch.stuck(table, question, answer):
                game.end = "opponent_stuck"
                await channel.concede()
                await self._compare()
                return
            table.answered()
            table.apply(await channel.answer(question.wire_of(answer), decision_id=asked.id))
            if table.warning is not None:
                game.faults.append(f"warning: {table.warning}")
        # A game that is over still shows its whole table.
        game.end = ending.reason.value
        await self._compare()

    async def _compare(self) -> None:
        before, fresh = self._table, Table()
        fresh.apply(await self._channel.open())
        if missed_events(before, fresh):
            self._game.unseen += 1
        else:
            self._game.compared += 1
            self._game.wrong += differences(before, fresh)
        self._table = fresh


def tables(found: SnapshotsCheck) -> list[str]:
    """The results as markdown."""
    games = found.games
    decks = {game.deck for game in games} | {deck for game in games for deck in game.job.decks}
    strict = sum(1 for check in found.checks if check.faults)
    ends: dict[str, int] = {}
    for game in games:
        ends[game.end] = ends.get(game.end, 0) + 1
    rows: list[tuple[str, object]] = [
        ("journals", len(games)),
        ("library decks", len(decks)),
        ("questions", sum(game.questions for game in games)),
        ("snapshots compared", sum(game.compared for game in games)),
        ("... not comparable: the game went on meanwhile", sum(game.unseen for game in games)),
        ("mismatches", sum(len(game.wrong) for game in games)),
        ("snapshots in strict replay", sum(check.tally.snapshots for check in found.checks)),
        ("... journals with one that differs", sum(bool(check.differing) for check in found.checks)),
        ("journals with any strict fault", strict),
        ("games that could not be played", len(found.faults)),
        ("ends", ", ".join(f"{count} {end}" for end, count in sorted(ends.items()))),
    ]
    return ["| | |", "|---|--:|", *(f"| {name} | {value} |" for name, value in rows)]
