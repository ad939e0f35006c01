"""Recordings gone through with altered answers, all the way from the bytes to the answers of strategies."""

import random
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from fuzz_judge import is_taken
from fuzz_mutations import mutated

from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue, Question, ask
from gemp_bot.journal import Head, JournalReader
from gemp_bot.play.timing import PlaySettings
from gemp_bot.protocol.decode import GameDecoder
from gemp_bot.protocol.errors import WireError
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.state import Table
from gemp_bot.strategy import StrategyRunner, make_strategy

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
STRATEGIES = ("strong", "steady")
_OK = 200
_ALTERED = 0.5
"""The share of answers that are altered: between them a game must get on."""
_LOST_AFTER = 60
"""Answers after which a game begins anew, from another place of another recording."""
_EXAMPLES = 5
_SHOWN = 200


@dataclass(slots=True)
class Found:
    """What came of a run.

    Attributes:
        updates: answers gone through. altered: those of them that were altered.
        refused: answers the decoder took for none. unknown: events and questions kept raw.
        questions: questions asked of every strategy.
        outside: exceptions that are none of the decoder's errors, by where and what.
        illegal: answers a server would not take, by strategy and type of question.
        failures: strategies that failed, by strategy and fault.
        examples: tracebacks of the first exceptions, each with the number of its update.
        longest: seconds of the longest single decision. slowest: which it was.
    """

    updates: int = 0
    altered: int = 0
    refused: int = 0
    unknown: int = 0
    questions: int = 0
    outside: Counter[str] = field(default_factory=Counter)
    illegal: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)
    longest: float = 0.0
    slowest: str = ""

    def note(self, where: str, fault: Exception) -> None:
        """Count an exception that should not have been."""
        self.outside[f"{where}: {type(fault).__name__}: {str(fault)[:_SHOWN]}"] += 1
        if len(self.examples) < _EXAMPLES:
            self.examples.append(f"update {self.updates}, {where}\n{traceback.format_exc(limit=-8)}")


class Fuzz:
    """Goes through recordings.

    Args:
        seed: of everything.
        games: recordings; None for those among the fixtures.
    """

    def __init__(self, seed: int, games: list[Path] | None = None) -> None:
        self.found = Found()
        self._rng = random.Random(seed)
        self._games = games or sorted((FIXTURES / "games").glob("*.jsonl.gz"))
        self._recorded: dict[Path, tuple[str | None, list[bytes]]] = {}
        self._index = CardIndex.load()
        self._catalogue = Catalogue.load()

    def run(self, updates: int) -> Found:
        """Go through so many answers."""
        while self.found.updates < updates:
            self._game(min(_LOST_AFTER, updates - self.found.updates))
        return self.found

    def _game(self, most: int) -> None:
        deck, bodies = self._recording(self._rng.choice(self._games))
        begin = self._rng.randrange(max(1, len(bodies) - most))
        decoder, table = GameDecoder(), Table()
        thinkers = dict(self._thinkers(deck))
        # The opening first: without it nobody is at the table.
        for body in (bodies[0], *bodies[begin : begin + most - 1]):
            self._update(body, decoder, table, thinkers)
        self.found.unknown += decoder.unknown.total()
        for name, thinker in thinkers.items():
            for fault, times in thinker.mistakes.items():
                self.found.failures[f"{name}: {fault[:_SHOWN]}"] += times

    def _thinkers(self, deck: str | None) -> Iterator[tuple[str, StrategyRunner]]:
        settings = PlaySettings()
        for name in STRATEGIES:
            strategy = make_strategy(name, self._rng.randrange(1000), deck, index=self._index)
            yield name, StrategyRunner(strategy, deadline=settings.deadline, work=settings.work)

    def _update(
        self, body: bytes, decoder: GameDecoder, table: Table, thinkers: dict[str, StrategyRunner]
    ) -> None:
        found = self.found
        found.updates += 1
        if self._rng.random() < _ALTERED:
            found.altered += 1
            body = mutated(body, self._rng)
        where = "decode"
        try:
            update = decoder.decode(body)
            where = "table"
            table.apply(update)
            asked = table.asked
            if asked is None:
                return
            where = "question"
            question = ask(asked, table.face_of, self._catalogue)
        except WireError:
            found.refused += 1
            return
        except Exception as fault:  # noqa: BLE001 - what is looked for
            found.note(where, fault)
            return
        found.questions += 1
        for name, thinker in thinkers.items():
            self._decide(name, thinker, table, question)
        table.answered()

    def _decide(self, name: str, thinker: StrategyRunner, table: Table, question: Question) -> None:
        found = self.found
        began = time.perf_counter()
        try:
            wire = question.wire_of(thinker.think_now(table, question).verdict.answer)
        except Exception as fault:  # noqa: BLE001 - what is looked for
            found.note(name, fault)
            return
        seconds = time.perf_counter() - began
        kind = type(question.decision).__name__
        if seconds > found.longest:
            cards = sum(1 for _ in table.cards())
            found.longest = seconds
            found.slowest = (
                f"{name}, {kind}, {len(question.options)} options, {cards} cards, update {found.updates}"
            )
        if not is_taken(question.decision, wire):
            found.illegal[f"{name}: {kind}"] += 1
            if len(found.examples) < _EXAMPLES:
                found.examples.append(
                    f"update {found.updates}, {name}: {wire[:_SHOWN]!r} to {str(question.decision)[:1000]}"
                )

    def _recording(self, path: Path) -> tuple[str | None, list[bytes]]:
        """Our own deck, if the recording tells it, and the answers of the game."""
        if path not in self._recorded:
            lines = [line for _, line in JournalReader(path)]
            deck = next((line.deck for line in lines if isinstance(line, Head)), None)
            bodies = [
                line.body.encode("utf-8", "surrogatepass")
                for line in lines
                if isinstance(line, Exchange)
                and line.status == _OK
                and line.path.count("/") == 2
                and line.path.startswith("/game/")
            ]
            self._recorded[path] = (deck, bodies)
        return self._recorded[path]
