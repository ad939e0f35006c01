"""The history of games, written and asked while games are played."""

import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import structlog

from gemp_bot.history.database import Connection, Keep, open_database, prune_games, prune_journals, read_key
from gemp_bot.history.importing import find_results
from gemp_bot.history.records import (
    GameBrief,
    GameKey,
    GamesInShort,
    HistoryRecord,
    RecordSource,
    Score,
    record_of,
    with_outcome,
)
from gemp_bot.history.writer import Writer, put_game, put_refusal, settle
from gemp_bot.journal.pseudonyms import Pseudonyms
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.play.runner import Assignment
from gemp_bot.protocol.ids import GameId

_log = structlog.stdlib.get_logger(__name__)

_OPENING = 1.0
"""Seconds the start of the program waits for another process."""
_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class HistorySettings:
    """Where the history is, and what it keeps.

    Attributes:
        file: the database; its key lies beside it.
        journals: the folder whose journals are pruned; None for none.
    """

    file: Path
    pseudonyms: bool = False
    keep: Keep = field(default_factory=Keep)
    journals: Path | None = None


@dataclass(slots=True)
class _Known:
    """What is held in memory of the file."""

    summary: GamesInShort
    refusing: set[str]
    forgotten: set[str]


class History:
    """The games of one account; those of others may be in the same file.

    Nothing that is called here waits for the file, and nothing but the constructor raises: what cannot be
    written is kept in memory and written when it can be. Questions are answered from memory.

    Args:
        account, server: whose games are told of, see `HistoryRecord`.

    Raises:
        HistoryError: a file of a newer version or of another program, or its key cannot be used.
    """

    def __init__(
        self, settings: HistorySettings, account: str, server: str, *, wall: Callable[[], float] = time.time
    ) -> None:
        self._settings, self._account, self._server = settings, account, server
        self._wall = wall
        self._key = read_key(settings.file)
        self._lock = threading.Lock()
        self._known = _Known(GamesInShort(), set(), set())
        self._names: dict[str, str] = {}
        self._data_version = -1
        self._pruned = float("-inf")
        self._own_refusals: dict[str, bool] = {}
        self._settled: tuple[frozenset[str], float] | None = None
        self._look_for_results = False
        self._decks: dict[str, tuple[str, str | None]] = {}
        database, trouble = self._opened()
        self._writer = Writer(
            settings.file,
            lambda: open_database(settings.file, self._key),
            on_open=self._load,
            on_idle=self._keep_up,
            database=database,
        )
        if trouble is not None:
            self._writer.tell(trouble)
        self._writer.start()

    # -- telling --------------------------------------------------------------------------------

    def begin(self, record: HistoryRecord) -> None:
        """A game has begun, or more is known of one that runs: who the opponent is."""
        self._put(msgspec.structs.replace(record, result=None, ended=None))

    def end(self, record: HistoryRecord) -> None:
        """A game is over."""
        ended = self._wall() if record.ended is None else record.ended
        self._put(msgspec.structs.replace(record, ended=ended))

    def settle(self, running: Collection[str]) -> None:
        """Mark the games that ended unseen as `unknown`, and look in journals for what became of them.

        For the start, before any game is begun.
        """
        with self._lock:
            self._settled = (frozenset(running), self._wall())
            self._known.summary.settle(*self._settled)
        self._look_for_results = True
        self._writer.put(settle(self._server, self._account, *self._settled))

    def refuse(self, player: str) -> None:
        """A person wants no game with us any more."""
        digest = self._key.digest(player)
        with self._lock:
            self._own_refusals[digest] = True
            self._known.refusing = _with(self._known.refusing, {digest: True})
        self._writer.put(put_refusal(digest))

    # -- asking ---------------------------------------------------------------------------------

    def games_with(self, player: str, since: datetime) -> Sequence[datetime]:
        """When the games with a player ended, the newest first; those that ended since a moment."""
        ended = self._known.summary.games_with(self._key.pseudonym(player), since.timestamp())
        return [datetime.fromtimestamp(at, UTC) for at in ended]

    def games_since(self, moment: datetime) -> int:
        """How many games with people ended since a moment."""
        return self._known.summary.games_since(moment.timestamp())

    def was_last(self, player: str) -> bool:
        """Whether the last game that ended was with a player."""
        return self._known.summary.last == self._key.pseudonym(player)

    def met(self, player: str) -> bool:
        """Whether there ever was a game with a player that is over."""
        return bool(self._known.summary.games_with(self._key.pseudonym(player), 0.0))

    def refuses(self, player: str) -> bool:
        """Whether a person wants no game with us."""
        return self._key.digest(player) in self._known.refusing

    def score(self, player: str | None = None) -> Score:
        """How the games with a player ended; None for all games with people."""
        person = None if player is None else self._key.pseudonym(player)
        return self._known.summary.score(person)

    def name_of(self, player: str) -> str | None:
        """The other name of a person in journals; None for one who is named. For `JournalFolder`."""
        return None if self._named(player) is not None else self._key.pseudonym(player)

    def deck_of(self, game: str) -> tuple[str, str | None] | None:
        """Name and digest of our deck in a game that ran when the history was opened; None if not known."""
        return self._decks.get(game)

    @property
    def pending(self) -> int:
        """Writes that wait for the file."""
        return self._writer.pending

    @property
    def trouble(self) -> str:
        """Why the file cannot be written, in one line; empty while it can."""
        return self._writer.trouble

    # -- the end --------------------------------------------------------------------------------

    def flush(self, seconds: float = 5.0) -> bool:
        """Wait until everything is written, or a try has failed; whether it is. Never called by a game."""
        return self._writer.flush(seconds)

    def close(self, seconds: float = 5.0) -> bool:
        """Write what waits, and let go of the file; whether everything was written in that time."""
        return self._writer.close(seconds)

    # -- inside ---------------------------------------------------------------------------------

    def _put(self, record: HistoryRecord) -> None:
        person = None
        if record.opponent is not None:
            person = self._key.pseudonym(record.opponent)
            self._names[person] = record.opponent
            named = self._named(record.opponent)
            fault = record.fault and self._hidden(record.fault)
            record = msgspec.structs.replace(record, opponent=named, fault=fault)
        write = put_game(record, person)
        key: GameKey = (record.server, record.game, record.account)
        with self._lock:
            self._known.summary.put(key, GameBrief(record.ended, person, record.result))
        self._writer.put(write)

    def _named(self, player: str) -> str | None:
        """The name under which a person is kept; None for nobody's."""
        if player.startswith("~"):
            return player
        if self._settings.pseudonyms or self._key.made(player):
            return None
        return None if self._key.digest(player) in self._known.forgotten else player

    def _hidden(self, text: str) -> str:
        """A text without the names of people who are not named."""
        if not self._settings.pseudonyms and not self._known.forgotten:
            return text
        names = Pseudonyms(self.name_of)
        for name in self._names.values():
            names.learn(name)
        return names.prose(text)

    def _opened(self) -> tuple[Connection | None, Exception | None]:
        """The file, read into memory; or what is wrong with it for now."""
        try:
            database = open_database(self._settings.file, self._key, patience=_OPENING)
        except (sqlite3.Error, OSError) as fault:
            return None, fault
        try:
            self._load(database)
        except sqlite3.Error as fault:
            database.close()
            return None, fault
        return database, None

    # -- in the thread of the writer, or before it runs -----------------------------------------

    def _load(self, database: Connection) -> None:
        """Read everything into memory, and keep what this process knows better."""
        summary = GamesInShort()
        names = {}
        rows = database.execute(
            "SELECT game, ended, person, result, opponent, deck, deck_digest FROM games "
            "WHERE server = ? AND account = ?",
            (self._server, self._account),
        )
        for row in rows:
            key = (self._server, row["game"], self._account)
            summary.put(key, GameBrief(row["ended"], row["person"], row["result"]))
            if row["ended"] is None and row["deck"] is not None:
                self._decks[row["game"]] = row["deck"], row["deck_digest"]
            if row["opponent"] is not None:
                names[row["person"]] = row["opponent"]
        with self._lock:
            if self._settled is not None:
                summary.settle(*self._settled)
            for key, met in self._known.summary.games.items():
                summary.put(key, met)
            self._known = _Known(summary, self._known.refusing, self._known.forgotten)
            self._names = names | self._names
        self._load_people(database)

    def _load_people(self, database: Connection) -> None:
        people = database.execute("SELECT digest, refuses, forgotten FROM people").fetchall()
        with self._lock:
            refusing = {row["digest"] for row in people if row["refuses"]}
            self._known.refusing = _with(refusing, self._own_refusals)
            self._known.forgotten = {row["digest"] for row in people if row["forgotten"]}

    def _keep_up(self, database: Connection) -> None:
        """See what other processes wrote about people, and once a day remove what is too old."""
        version = database.execute("PRAGMA data_version").fetchone()[0]
        if version != self._data_version:
            self._data_version = version
            self._load_people(database)
        self._find_results(database)
        now = self._wall()
        if now - self._pruned < _DAY:
            return
        self._pruned = now
        prune_games(database, self._settings.keep, now)
        if self._settings.journals is None:
            return
        try:
            prune_journals(self._settings.journals, self._settings.keep, now)
        except OSError as fault:
            _log.error("journals_not_pruned", why=fault.strerror or type(fault).__name__)

    def _find_results(self, database: Connection) -> None:
        """Once after the start: what became of games whose end no process of ours lived to write down."""
        folder = self._settings.journals
        if not self._look_for_results or folder is None or self._settled is None:
            return
        self._look_for_results = False
        ended = settle(self._server, self._account, *self._settled)
        database.execute(ended.sql, ended.values)  # the same once more: it may still wait to be written
        named = not self._settings.pseudonyms
        found = find_results(database, self._key, folder, self._account, self._server, named=named)
        for record in found:
            person = None if record.opponent is None else self._key.pseudonym(record.opponent)
            with self._lock:
                key: GameKey = (self._server, record.game, self._account)
                self._known.summary.put(key, GameBrief(record.ended, person, record.result))
        if found:
            _log.info("results_found", games=[record.game for record in found], by="their journals")


def _with(digests: set[str], changes: dict[str, bool]) -> set[str]:
    return {each for each in digests if changes.get(each, True)} | {
        each for each, refuses in changes.items() if refuses
    }


class Keeper:
    """Its methods are made for `Supervisor(on_begin=..., on_end=...)`.

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
        record = record_of(assignment, self._source, begun=self._wall(), format_code=code)
        self._running[assignment.game] = record
        self._history.begin(record)

    def opponent(self, game: GameId, name: str) -> None:
        """It is known who the opponent of a running game is."""
        record = self._running.get(game)
        if record is not None and record.opponent is None:
            self._running[game] = record = record.against(name, self._source.bots)
            self._history.begin(record)

    def ended(self, assignment: Assignment, outcome: GameOutcome) -> None:
        """A game is over."""
        record = self._running.pop(assignment.game, None)
        if record is None:
            record = record_of(assignment, self._source, begun=self._wall() - outcome.seconds)
        self._history.end(with_outcome(record, outcome, ended=self._wall(), bots=self._source.bots))
