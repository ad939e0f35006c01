"""Routes the exchanges of one client to the journals of its games."""

from collections.abc import Callable
from contextlib import suppress

import msgspec
import structlog

from gemp_bot.journal import JournalWriter, ScorePart, VerdictLine, WeighedAnswer
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import GameId
from gemp_bot.strategy import Thought

_log = structlog.stdlib.get_logger(__name__)


Listener = Callable[[str, VerdictLine | Exchange], None]
"""Takes the id of a game and a line about it."""


class Recorder:
    """The observer of a client: keeps what concerns a game in that game's journal, passes over the rest.

    What a full disk does not take waits in memory and follows. A journal that cannot be written at all is
    given up, and so is a line that cannot: told once, and the game goes on.

    Args:
        listener: takes every line about a game as well, whether it is kept or not; it must not raise.

    Attributes:
        on_lost: told of each journal that is given up; it must not raise.
        lost: how many were so far.
    """

    def __init__(self, listener: Listener | None = None) -> None:
        self.on_lost: Callable[[], None] = lambda: None
        self.lost = 0
        self._listener = listener
        self._journals: dict[str, tuple[JournalWriter, float | None]] = {}
        self._told: dict[str, set[str]] = {}

    @property
    def waiting(self) -> int:
        """How many journals have lines for which the disk has no room now."""
        return sum(journal.waiting > 0 for journal, _ in self._journals.values())

    def attach(self, game: GameId, journal: JournalWriter) -> None:
        """Record this game from now on."""
        self._journals[game] = (journal, None)

    def detach(self, game: GameId) -> None:
        """Close the journal of a game that is over."""
        found = self._journals.pop(game, None)
        if found is not None:
            self._guard(game, found[0], found[0].close)
        self._told.pop(game, None)

    def observe(self, exchange: Exchange) -> None:
        """Take one exchange of the client."""
        parts = exchange.path.split("/")
        if len(parts) < 3 or parts[1] != "game":  # noqa: PLR2004 - "", "game" and its id
            return
        game = parts[2]
        if self._listener is not None:
            self._listener(game, exchange)
        found = self._journals.get(game)
        if found is None:
            return
        journal, began = found
        if began is None:
            began = exchange.t - exchange.ms / 1000
            self._journals[game] = (journal, began)
        shifted = msgspec.structs.replace(exchange, t=round(exchange.t - began, 3))
        self._guard(game, journal, lambda: journal.exchange(shifted))

    def verdict(self, game: GameId, line: VerdictLine) -> None:
        """Take one verdict."""
        if self._listener is not None:
            self._listener(game, line)
        found = self._journals.get(game)
        if found is not None:
            self._guard(game, found[0], lambda: found[0].verdict(line))

    def _guard(self, game: str, journal: JournalWriter, write: Callable[[], None]) -> None:
        path = str(journal.path)
        try:
            write()
        except OSError as fault:
            if self._journals.pop(game, None) is not None:
                with suppress(OSError):
                    journal.close()
            self.lost += 1
            self.on_lost()
            _log.error("journal_lost", journal=path, why=fault.strerror or type(fault).__name__)
        except Exception as fault:  # noqa: BLE001 - no record is worth the game it is of
            tell = _log.error if self._first(game, "line") else _log.debug
            tell("journal_line_lost", journal=path, why=f"{type(fault).__name__}: {fault}")
        else:
            self._tell_of(game, journal)

    def _tell_of(self, game: str, journal: JournalWriter) -> None:
        """Tell once what a reader of the log should know."""
        path = str(journal.path)
        if journal.waiting:
            if self._first(game, "waits"):
                _log.error("journal_waits", journal=path, why="no room on the disk")
        elif "waits" in self._told.get(game, ()) and self._first(game, "follows"):
            _log.warning("journal_follows", journal=path, why="there is room on the disk again")
        if journal.cut and self._first(game, "cut"):
            _log.warning("journal_cut", journal=path, why="it is as large as it may be")

    def _first(self, game: str, what: str) -> bool:
        told = self._told.setdefault(game, set())
        if what in told:
            return False
        told.add(what)
        return True


def verdict_line(number: int, thought: Thought) -> VerdictLine:
    """What was decided at a question, as it stands in a journal.

    Args:
        number: of the question in the journal, from 1.
        thought: what came of it.
    """
    verdict = thought.verdict
    return VerdictLine(
        n=number,
        answer=verdict.answer.wire,
        parts=tuple(ScorePart(reason.text, reason.force) for reason in verdict.reasons),
        alternatives=tuple(WeighedAnswer(other.answer.wire, other.score) for other in verdict.alternatives),
        fallback=None if thought.fallback is None else thought.fallback.value,
        work=verdict.work,
        ms=round(thought.seconds * 1000, 3),
    )
