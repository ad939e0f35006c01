"""Routes the exchanges of one client to the journals of its games."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import structlog

from gemp_bot.journal import Alternative, JournalWriter, ScorePart, VerdictLine
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import GameId
from gemp_bot.strategy import Thought

_log = structlog.stdlib.get_logger(__name__)


class Recorder:
    """The observer of a client: keeps what concerns a game in that game's journal, passes over the rest.

    A journal that cannot be written (full disk) is given up with a log line, and so is a line that cannot:
    the game goes on.
    """

    def __init__(self) -> None:
        self._journals: dict[str, tuple[JournalWriter, float | None]] = {}

    def attach(self, game: GameId, journal: JournalWriter) -> None:
        """Record this game from now on."""
        self._journals[game] = (journal, None)

    def detach(self, game: GameId) -> None:
        """Close the journal of a game that is over."""
        found = self._journals.pop(game, None)
        if found is not None:
            self._guard(game, found[0].path, found[0].close)

    def observe(self, exchange: Exchange) -> None:
        """Take one exchange of the client."""
        parts = exchange.path.split("/")
        if len(parts) < 3 or parts[1] != "game":  # noqa: PLR2004 - "", "game" and its id
            return
        game = parts[2]
        found = self._journals.get(game)
        if found is None:
            return
        journal, began = found
        if began is None:
            began = exchange.t - exchange.ms / 1000
            self._journals[game] = (journal, began)
        shifted = msgspec.structs.replace(exchange, t=round(exchange.t - began, 3))
        self._guard(game, journal.path, lambda: journal.exchange(shifted))

    def verdict(self, game: GameId, line: VerdictLine) -> None:
        """Take one verdict."""
        found = self._journals.get(game)
        if found is not None:
            self._guard(game, found[0].path, lambda: found[0].verdict(line))

    def _guard(self, game: str, path: Path, write: Callable[[], None]) -> None:
        try:
            write()
        except OSError as fault:
            self._journals.pop(game, None)
            _log.error("journal_lost", journal=str(path), why=fault.strerror or type(fault).__name__)
        except Exception as fault:  # noqa: BLE001 - no record is worth the game it is of
            _log.error("journal_line_lost", journal=str(path), why=f"{type(fault).__name__}: {fault}")


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
        alternatives=tuple(Alternative(other.answer.wire, other.score) for other in verdict.alternatives),
        fallback=None if thought.fallback is None else thought.fallback.value,
        work=verdict.work,
        ms=round(thought.seconds * 1000, 3),
    )
