"""Listens to a supervisor, and tells a history of its games."""

import time
from collections.abc import Callable, Mapping

from gemp_bot.history.history import History
from gemp_bot.history.records import HistoryRecord, RecordSource, record_of, with_outcome
from gemp_bot.play.outcome import GameOutcome, Result
from gemp_bot.play.runner import Assignment
from gemp_bot.protocol.ids import GameId


class Keeper:
    """Its methods are made for `Supervisor(on_begin=..., on_end=...)`.

    Args:
        history: where the games are kept.
        source: who plays where.
        formats: code of the format of each entry, by its name.
        wall: what time it is, seconds since 1970.

    Attributes:
        formats: may be replaced; it counts for games that begin later.
    """

    def __init__(
        self,
        history: History,
        source: RecordSource,
        formats: Mapping[str, str] | None = None,
        *,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._history, self._source = history, source
        self.formats = formats or {}
        self._wall = wall
        self._running: dict[GameId, HistoryRecord] = {}

    def begun(self, assignment: Assignment) -> None:
        """A game has begun."""
        # The first entry stands in for that of an adopted game: its format may be another one.
        code = None if assignment.adopted else self.formats.get(assignment.entry) or None
        record = record_of(assignment, None, self._source, begun=self._wall(), format_code=code)
        self._running[assignment.game] = record
        self._history.begin(record)

    def opponent(self, game: GameId, name: str) -> None:
        """It is known who the opponent of a running game is."""
        record = self._running.get(game)
        if record is not None and record.opponent is None:
            self._running[game] = record = record.against(name, self._source.bots)
            self._history.begin(record)

    def ended(self, assignment: Assignment, outcome: GameOutcome) -> None:
        """A game is over; if by a fault of ours, or out of our sight, that is an incident."""
        record = self._running.pop(assignment.game, None)
        if record is None:
            record = record_of(assignment, None, self._source, begun=self._wall() - outcome.seconds)
        self._history.end(with_outcome(record, outcome, ended=self._wall(), bots=self._source.bots))
        for each in outcome.incidents:
            self._history.incident(each.kind.value, each.text, game=assignment.game, journal=outcome.journal)
        if outcome.result is Result.UNFINISHED:
            what = outcome.fault or "the game could not be played on"
            self._history.incident("unfinished", what, game=assignment.game, journal=outcome.journal)
