"""The adviser of a person: a strategy that decides every question of the person's game for itself."""

import asyncio
from contextlib import suppress
from functools import partial
from pathlib import Path

import structlog

from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue, PromptKind, Question
from gemp_bot.errors import contained
from gemp_bot.journal import JournalLine
from gemp_bot.play.outcome import verdict_line
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.replay import Relive
from gemp_bot.state import Table
from gemp_bot.strategy import Reason, Strategy, Thought, Verdict
from gemp_bot.strategy.base import Budget, Overrulable
from gemp_bot.threads import DaemonThread
from gemp_bot.view.model import QuestionView
from gemp_bot.view.names import Titles
from gemp_bot.view.watcher import AskedQuestion

_log = structlog.stdlib.get_logger(__name__)

Advice = tuple[QuestionView, tuple[Reason, ...]]
"""A question with its answer, and the reasons of the answer."""
_SECONDS = 60.0
"""How long a hint is waited for."""


class Adviser:
    """Follows a game beside a person, and decides every question of it for itself.

    It is fed what the person's own client sees, with a table of its own, in a thread of its own: a person who
    answers at once waits for nobody. What the person answers instead is told to the strategy.
    """

    def __init__(self, strategy: Strategy, catalogue: Catalogue, index: CardIndex) -> None:
        self._strategy = strategy
        self._relive = Relive(Path("hint"), catalogue)
        self._titles = Titles(index)
        self._aside = DaemonThread("hint")
        self._lines: asyncio.Queue[JournalLine] = asyncio.Queue()
        self._taken = 0
        self._open: tuple[Question, Verdict] | None = None
        self._newest: Advice | None = None
        self._news = asyncio.Event()

    def hear(self, line: JournalLine) -> None:
        """Take a line of the person's game, to be thought about soon."""
        if isinstance(line, Exchange):
            self._lines.put_nowait(line)

    async def run(self) -> None:
        """Follow the game for ever."""
        while True:
            line = await self._lines.get()
            with contained(lambda fault: _log.warning("hint_failed", exc_info=fault)):
                await self._aside.call(partial(self._take, line))
            self._news.set()
            self._news.clear()

    async def hint(self, number: int) -> Advice | None:
        """What would be answered to a question, in words, and why; None if it is not known.

        Args:
            number: of the question in the game, from 1.
        """
        try:
            async with asyncio.timeout(_SECONDS):
                while self._newest is None or self._newest[0].n < number:
                    await self._news.wait()
        except TimeoutError:
            return None
        return self._newest if self._newest[0].n == number else None

    def _take(self, line: JournalLine) -> None:
        self._taken += 1
        if isinstance(line, Exchange):
            self._answered(line)
        step = self._relive.take(self._taken, line)
        if step is None or step.update is None:
            return
        self._titles.learn(step.update.events)
        question, table = step.question, self._relive.table
        if question is None:
            return
        # What waits for a hint looks at the newest one at any moment: it is set once it is whole.
        self._newest = self._decided(AskedQuestion(table, question, step.number, self._titles), table)

    def _decided(self, asked: AskedQuestion, table: Table) -> Advice:
        """The question with what the strategy answers, or as it was asked if it does not."""
        question = asked.question
        if question.kind is PromptKind.ALLOW_REVERT:
            return asked.view, ()
        try:
            verdict = self._strategy.decide(table, question, Budget())
            wire = question.wire_of(verdict.answer)
        except Exception as fault:  # noqa: BLE001 - it may be foreign code; the game goes on without a hint
            _log.info("no_hint", strategy=self._strategy.name, why=f"{type(fault).__name__}: {fault}")
            return asked.view, ()
        self._open = question, verdict
        return asked.answered(wire, verdict_line(asked.view.n, Thought(verdict))), verdict.reasons

    def _answered(self, line: Exchange) -> None:
        """Tell the strategy what the person answered, if it is something else."""
        wire = line.form.get("decisionValue")
        if wire is None or self._open is None:
            return
        (question, verdict), self._open = self._open, None
        if wire == verdict.answer.wire or not isinstance(self._strategy, Overrulable):
            return
        with suppress(Exception):  # foreign code, as above
            self._strategy.overruled(self._relive.table, question, question.answered(wire))
