"""Routes the exchanges of one client to the journals of its games."""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryFile

import msgspec
import structlog

from gemp_bot.journal import (
    Head,
    JournalError,
    JournalReader,
    JournalWriter,
    ScorePart,
    VerdictLine,
    WeighedAnswer,
)
from gemp_bot.journal.pseudonyms import Pseudonyms
from gemp_bot.journal.reader import STAMP
from gemp_bot.journal.writer import MOST_BYTES
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import GameId
from gemp_bot.strategy import Thought


class JournalFolder:
    """Makes the journals of games, one new file each; their names sort by time and name the game.

    Args:
        directory: made if it is missing, for its owner alone: names of files tell when was played.
        pseudonyms: write other names for people.
        name_of: gives these names, and None for who keeps his, see `Pseudonyms`; None to count people.
        most_bytes: of the lines of one journal, see `JournalWriter`.

    Raises:
        OSError: the folder cannot be made or written to. Said before a game begins, not after.
    """

    def __init__(
        self,
        directory: Path,
        *,
        pseudonyms: bool = False,
        name_of: Callable[[str], str | None] | None = None,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        with TemporaryFile(dir=directory):
            pass
        self.directory = directory
        self._pseudonyms = pseudonyms or name_of is not None
        self._name_of = name_of
        self._most_bytes = most_bytes

    def new(self, game: GameId) -> JournalWriter:
        """Begin a journal."""
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")[:-3]
        names = Pseudonyms(self._name_of) if self._pseudonyms else None
        path = self.directory / f"{stamp}-{_safe(game)}.jsonl.gz"
        return JournalWriter(path, pseudonyms=names, most_bytes=self._most_bytes)

    def latest(self, game: GameId) -> str | None:
        """File name of the newest journal of this game, None if there is none."""
        found = newest_journal(self.directory, game)
        return None if found is None else found.name

    def latest_head(self, game: GameId) -> Head | None:
        """How the newest journal of this game begins, None if there is none or it cannot be read."""
        name = self.latest(game)
        if name is None:
            return None
        try:
            first = next(iter(JournalReader(self.directory / name)), None)
        except JournalError:
            return None
        return first.line if first is not None and isinstance(first.line, Head) else None


def newest_journal(directory: Path, game: str) -> Path | None:
    """The newest journal of a game in a folder, None if there is none."""
    # The id of another game may end like this one.
    return max(directory.glob(f"{STAMP}-{_safe(game)}.jsonl.gz"), default=None)


def _safe(game: str) -> str:
    """The id without anything that could lead out of the folder, or be a pattern."""
    return "".join(c for c in game if c.isascii() and (c.isalnum() or c in "-_"))[:60]


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
