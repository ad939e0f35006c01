"""Check D: our own numbers of the table equal those of the server's `cardInfo`.

Games of `steady` against the server's AIs. Every few questions the driver asks for the page of every card
that is face up in play, or in our hand, and of no other: the server would answer for hidden cards, too. The
pages stand in the journal beside the game, and the comparison re-lives the journal, so that it can be made
again from the file.
"""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from agreement_compare import KINDS, Agreement, compare_journal
from check_games import Job, Tell
from hall_steps import begin_game
from setup_server import Bot, Pool, logged_in

from gemp_bot.cards import CardIndex
from gemp_bot.decisions import Catalogue, PromptKind, ResultKind, ask
from gemp_bot.effects import CardEffects
from gemp_bot.journal import Head
from gemp_bot.journal.folder import JournalFolder
from gemp_bot.journal.reader import FORMAT_VERSION
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.supervisor import WantedGame
from gemp_bot.play.timing import Clock
from gemp_bot.play.trouble import StuckWatch
from gemp_bot.protocol.enums import AiSkill, Zone
from gemp_bot.protocol.game_channel import GameChannel
from gemp_bot.protocol.ids import CardId
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.state import Table
from gemp_bot.strategy import StrategyRunner, make_strategy

EVERY = 20
"""Questions between two rounds of pages."""

LONGEST = 1500
"""Questions after which a game is cancelled: it has shown enough."""

BAR = 0.95
"""The share of equal numbers that is asked for, of each kind."""

_STRATEGY = "steady"
_SHOWN = (Zone.AT_LOCATION, Zone.LOCATIONS, Zone.ATTACHED, Zone.SIDE_OF_TABLE)


@dataclass(slots=True)
class AgreementCheck:
    """What came of all games."""

    agreement: Agreement = field(default_factory=Agreement)
    decks: set[str] = field(default_factory=set)
    formats: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, object]:
        """For the file of results: by kind the numbers compared and equal."""
        return {
            "games": self.agreement.games,
            "decks": sorted(self.decks),
            "numbers": {kind: list(self.agreement.share(kind)) for kind in KINDS},
        }

    def judged(self) -> list[str]:
        """Kinds of numbers below the bar."""
        low = []
        for kind in KINDS:
            compared, equal = self.agreement.share(kind)
            if compared and equal < BAR * compared:
                low.append(f"{kind}: {equal} of {compared} numbers agree")
        return low


async def check_agreement(
    settings: ClientSettings, jobs: list[Job], pool: Pool, *, parallel: int, folder: Path, tell: Tell
) -> AgreementCheck:
    """Play all jobs, each in a game of its own, and compare."""
    found = AgreementCheck()
    catalogue = Catalogue.load()
    lore = CardEffects(CardIndex.load())
    journals = JournalFolder(folder)
    room = asyncio.Semaphore(parallel)

    async def one(job: Job) -> None:
        async with room, pool.lend(1) as bots:
            if pool.stopped:
                return
            played = await asyncio.gather(
                _play(settings, job, bots[0], journals=journals, catalogue=catalogue), return_exceptions=True
            )
        path = played[0]
        if isinstance(path, BaseException):
            found.faults.append(f"game {job.number}: {type(path).__name__}: {path}")
            tell(f"{job.number:03} {job.kind} {found.faults[-1]}")
            return
        compared = await asyncio.to_thread(lambda: list(compare_journal(path, lore)))
        for number in compared:
            found.agreement.add(number)
        found.agreement.games += 1
        found.decks |= {job.pair.dark, job.pair.light}
        found.formats.add(job.pair.format_code)
        equal = sum(number.equal for number in compared)
        name = f"{job.number:03} {job.kind:11} {job.pair.format_code:26}"
        tell(f"{name} {len(compared):6} numbers, {equal} equal")

    async with asyncio.TaskGroup() as group:
        for job in jobs:
            group.create_task(one(job))
    return found


async def _play(
    settings: ClientSettings, job: Job, bot: Bot, *, journals: JournalFolder, catalogue: Catalogue
) -> Path:
    recorder = Recorder()
    async with logged_in(settings, bot, observer=recorder.observe) as client:
        deck, other = job.decks
        skill = AiSkill(job.kind.partition(":")[2])
        seat = WantedGame(job.pair.format_code, deck, library=True, skill=skill, opponent_deck=other)
        game_id = await begin_game(client, seat)
        journal = journals.new(game_id)
        journal.head(
            Head(
                version=FORMAT_VERSION,
                bot="check-server",
                strategy=_STRATEGY,
                seed=job.seed,
                deck=(await client.decks.show(deck, library=True)).text,
                deck_name=deck,
                server=settings.url,
                game=game_id,
            )
        )
        recorder.attach(game_id, journal)
        try:
            await play_and_ask(
                client.game(game_id), StrategyRunner(make_strategy(_STRATEGY, job.seed)), catalogue
            )
        finally:
            recorder.detach(game_id)
    return journal.path


async def play_and_ask(channel: GameChannel, thinker: StrategyRunner, catalogue: Catalogue) -> int:
    """Play a game to its end, and ask for pages every `EVERY` questions.

    Returns:
        How many pages were asked for.
    """
    table, watch = Table(), StuckWatch(Clock().now)
    questions = pages = 0
    table.apply(await channel.open())
    while table.ending is None:
        asked = table.asked
        if asked is None:
            table.apply(await channel.poll())
            continue
        questions += 1
        if questions % EVERY == 0:
            for card_id in shown_cards(table):
                await channel.card_info(card_id)
                pages += 1
        if questions > LONGEST:
            await channel.cancel()
            break
        question = ask(asked, table.face_of, catalogue)
        answer = (await thinker.think(table, question)).verdict.answer
        if question.kind is PromptKind.ALLOW_REVERT:
            no = question.result(ResultKind.NO)
            answer = question.first_legal() if no is None else question.choose(no)
        if watch.stuck(table, question, answer):
            await channel.concede()
            break
        table.answered()
        table.apply(await channel.answer(question.wire_of(answer), decision_id=asked.id))
    return pages


def shown_cards(table: Table) -> list[CardId]:
    """The cards whose page may be asked for: face up in play, and our own hand."""
    in_play = [card.id for card in table.cards(*_SHOWN) if not card.hidden]
    return in_play + [card.id for card in table.hand if not card.hidden]


def tables(found: AgreementCheck) -> list[str]:
    """The results as markdown."""
    agreement = found.agreement
    rows = [
        ("games", agreement.games),
        ("library decks", len(found.decks)),
        ("formats", len(found.formats)),
        ("games that could not be played", len(found.faults)),
    ]
    return [
        "| | |",
        "|---|--:|",
        *(f"| {name} | {value} |" for name, value in rows),
        "",
        *agreement.markdown(),
    ]
