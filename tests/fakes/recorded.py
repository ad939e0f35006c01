"""A recorded game, played again against a client whatever it answers."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from fakes.server_table import ServerTable, TableScript
from gemp_bot.protocol.decode import GameDecoder, GameUpdate
from gemp_bot.protocol.events import AnyEvent, Asked, Message, SnapshotStart, Warned
from gemp_bot.sandbox.server.game import CANCELLED
from gemp_bot.sandbox.server.questions import ServedQuestion
from gemp_bot.sandbox.server.steps import Ask, CancelGame, Clocks, Emit, End, Pause, Play

_WINNER = re.compile(r"(?P<name>\S+) is the winner due to: (?P<reason>.+)")
_LOSER = re.compile(r"(?P<name>\S+) lost due to: (?P<reason>.+)")
_CANCELLED = re.compile(r"Game was cancell?ed")
_OK = 200


@dataclass(slots=True)
class _Beat:
    """What one answer of the recorded server brought."""

    events: list[AnyEvent]
    clocks: dict[str, int]
    answers: bool

    @property
    def question(self) -> int | None:
        """Where the live question stands, if there is one: the last `D` (PROTOCOL 10, point 5)."""
        places = [index for index, event in enumerate(self.events) if isinstance(event, Asked)]
        return places[-1] if places else None


@dataclass(slots=True)
class RecordedScript(TableScript):
    """Serves the events of a recorded game in order, one recorded answer for each answer given.

    What the recorded client fetched anew by GET is left out: a GET of ours is answered from the table
    as it then stands. News that came to an idle poll comes to the next idle poll.

    Attributes:
        players: of the recorded game, dark first; the accounts must have these names.
        beats: what is served, one element an answer.
    """

    players: tuple[str, str]
    me: str
    beats: list[_Beat] = field(default_factory=list)

    @classmethod
    def from_journal(cls, lines: Iterable[str], *, rename: Mapping[str, str] | None = None) -> Self:
        """Read a recording: one JSON object a line (see `protocol.exchange`).

        Args:
            rename: recorded player names to the names they shall have here.

        Raises:
            ValueError: there is no opened game in it.
        """
        rows = (json.loads(_renamed(line, rename or {})) for line in lines if line.strip())
        exchanges = [row for row in rows if row["status"] == _OK and row["path"].startswith("/game/")]
        opened = [row for row in exchanges if row["method"] == "GET" and "<gameState" in row["body"]]
        if not opened:
            raise ValueError("no recorded game: no answer to a GET of a game")
        path, first = opened[0]["path"], _update(opened[0])
        start = next(event for event in first.events if isinstance(event, SnapshotStart))
        dark, light = start.all_participant_ids
        script = cls((dark, light), start.participant_id, [_beat(first, answers=False)])
        for row in exchanges[exchanges.index(opened[0]) :]:
            if row["path"] == path and "<update" in row["body"]:
                script._add(row)
        return script

    @property
    def opponent(self) -> str:
        """The other player."""
        return self.players[1] if self.me == self.players[0] else self.players[0]

    def play(self, table: ServerTable) -> Play:
        """Play the recording."""
        ended: End | None = None
        pending = True
        for number, beat in enumerate(self.beats):
            if number and not pending:
                yield Pause(self.me)
            ended = ended or _ending(table, beat)
            yield from self._steps(beat, over=ended is not None)
            pending = beat.question is not None
            if ended is not None:
                break
        if ended is not None:
            yield ended
        elif not any(_CANCELLED.match(line.message) for line in table.messages):
            # A recording that was cut short must not leave the client waiting for ever.
            yield CancelGame(CANCELLED)

    def _steps(self, beat: _Beat, *, over: bool) -> Play:
        yield Clocks(beat.clocks)
        warnings = tuple(event for event in beat.events if isinstance(event, Warned))
        news = [event for event in beat.events if not isinstance(event, Warned)]
        if warnings:
            yield Emit(warnings, self.me)
        at = _Beat(news, {}, answers=False).question
        if at is None or over:
            yield Emit(tuple(news))
            return
        yield Emit(tuple(news[:at]))
        asked = news[at]
        assert isinstance(asked, Asked)
        yield Ask({self.me: ServedQuestion(asked.decision, anything=True)}, tuple(news[at + 1 :]))

    def _add(self, row: dict[str, Any]) -> None:
        beat = _beat(_update(row), answers="decisionId" in row["form"])
        if not beat.events:
            return  # an idle poll
        last = self.beats[-1]
        if last.question is not None and not beat.answers:
            # News while we were asked something: nothing can wait for a poll then.
            last.events += beat.events
            last.clocks = beat.clocks
        else:
            self.beats.append(beat)


def _renamed(line: str, names: Mapping[str, str]) -> str:
    for old, new in names.items():
        line = re.sub(rf"(?<![\w~-]){re.escape(old)}(?![\w-])", new, line)
    return line


def _update(row: dict[str, Any]) -> GameUpdate:
    return GameDecoder().decode(row["body"].encode())


def _beat(update: GameUpdate, *, answers: bool) -> _Beat:
    return _Beat(list(update.events), dict(update.clocks), answers)


def _ending(table: ServerTable, beat: _Beat) -> End | None:
    """Find the two lines that end a game (PROTOCOL 6.11)."""
    lines = [event.message for event in beat.events if isinstance(event, Message)]
    lost = [found for line in lines if (found := _LOSER.fullmatch(line))]
    won = [found for line in lines if (found := _WINNER.fullmatch(line))]
    if not lost or not won or lost[-1]["name"] not in table.players:
        return None
    return End(lost[-1]["name"], lost[-1]["reason"], won[-1]["reason"], silent=True)
