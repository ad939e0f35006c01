"""Games taken into a history: from journals of before, and from the server's own list.

A server's replay holds the events our channel saw, and nothing of what was asked and answered: no journal
that could be re-lived or decided once more comes of it. What is kept is its answer, as it came.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import msgspec

from gemp_bot.decisions import Catalogue
from gemp_bot.history.database import Connection
from gemp_bot.history.records import UNFINISHED, UNKNOWN, HistoryRecord, kind_of, server_name, with_outcome
from gemp_bot.history.writer import put_game
from gemp_bot.journal import Head, JournalError, JournalWriter
from gemp_bot.journal.folder import REPLAY_END, chains, newest_journal, predecessors, recordings_in
from gemp_bot.journal.pseudonyms import PersonKey, Pseudonyms
from gemp_bot.journal.reader import FORMAT_VERSION
from gemp_bot.play.outcome import GameOutcome, OutcomeSoFar, Result
from gemp_bot.protocol.account import HistoryEntry
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.ending import read_reason
from gemp_bot.protocol.errors import GempError, WireError
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import GameId, PlayerName
from gemp_bot.replay.relive import Relive
from gemp_bot.state import Table

_COUNTED = re.compile(r"player[1-9][0-9]*")
"""A name given by counting the people of one journal: it says nothing about who it is."""
_STAMP = re.compile(r"(\d{8}T\d{6})(\d{3})-")


class Imported(msgspec.Struct, forbid_unknown_fields=True):
    """With DIR: what became of its journals.

    Attributes:
        games: taken in.
        known: in the history already.
        damaged: a line about each file passed over (exit code 1).
    """

    games: int = 0
    known: int = 0
    damaged: list[str] = []


def import_journals(
    database: Connection,
    key: PersonKey,
    folder: Path,
    *,
    pseudonyms: bool = False,
    tell: Callable[[str], None] = lambda _: None,
) -> Imported:
    """Take in all journals of a folder, each game once, however often they are taken in.

    Journals of games that were only watched are passed over in silence.

    Raises:
        sqlite3.Error: the history cannot be written.
    """
    catalogue = Catalogue.load()
    done = Imported()
    files = recordings_in(folder)
    damaged = partial(_pass_over, done, tell)
    for parts in chains(files, damaged=damaged, wanted=_was_played):
        if _is_known(database, parts[-1]):
            done.known += 1
            continue
        try:
            record = _record(parts, catalogue)
        except JournalError as fault:
            _pass_over(done, tell, str(fault))
            continue
        if _is_there(database, record):
            done.known += 1
            continue
        done.games += 1
        write_game(database, key, record, named=not pseudonyms)
    return done


def find_results(
    database: Connection, key: PersonKey, folder: Path, account: str, server: str, *, named: bool
) -> list[HistoryRecord]:
    """Take the results of games that ended unseen from their journals; each is looked for once.

    Returns:
        The games that have a result now.

    Raises:
        sqlite3.Error: the history cannot be written.
    """
    mine = "server = ? AND account = ? AND result = ? AND journal IS NULL"
    rows = database.execute(f"SELECT game FROM games WHERE {mine}", (server, account, UNKNOWN))  # noqa: S608
    found, catalogue = [], Catalogue.load()
    for (game,) in rows.fetchall():
        journal = newest_journal(folder, game)
        if journal is None:
            continue
        with suppress(JournalError):
            record = _record([*predecessors(journal), journal], catalogue)
            if record.result != UNFINISHED:
                record = msgspec.structs.replace(record, server=server, account=account, game=game)
                write_game(database, key, record, named=named)
                found.append(record)
                continue
        database.execute(
            "UPDATE games SET journal = ? WHERE server = ? AND account = ? AND game = ?",
            (journal.name, server, account, game),
        )
    return found


def _was_played(head: Head | None) -> bool:
    """Whether it is no journal of `gemp-bot watch`, which names no strategy."""
    return head is None or bool(head.strategy)


def _pass_over(done: Imported, tell: Callable[[str], None], why: str) -> None:
    done.damaged.append(why)
    tell(why)


def outcome_before(journal: Path) -> GameOutcome | None:
    """What came of a game until a journal of it was begun, by those that it continues; None without any.

    What is damaged is counted as far as it can be read. `seconds` lasts until the journal was begun.
    """
    try:
        parts = predecessors(journal)
    except JournalError:
        return None
    if not parts:
        return None
    counted, catalogue = OutcomeSoFar(GameId("")), Catalogue.load()
    for path in parts:
        with suppress(JournalError):
            _count(counted, Relive(path, catalogue), begun=_begun(path) - _begun(parts[0]))
    counted.seconds = _begun(journal) - _begun(parts[0])
    return counted.outcome(Table())


def _count(counted: OutcomeSoFar, relive: Relive, *, begun: float) -> None:
    """Count a journal.

    Raises:
        JournalError: it is damaged; what came before is counted.
    """
    choice = False
    try:
        for step in relive:
            if step.verdict is not None:
                counted.fallbacks += step.verdict.fallback is not None
                if choice:
                    counted.decided(step.verdict.ms / 1000)
            choice = choice if step.question is None else step.question.is_choice
    finally:
        tally, table = relive.tally, relive.table
        counted.decisions += tally.decisions
        counted.choices += tally.choices
        counted.warnings += tally.refused_answers
        counted.resyncs += max(0, tally.snapshots - 1)
        counted.seconds = max(counted.seconds, begun + tally.seconds)
        counted.turns = max(counted.turns, table.turn or 0)
        counted.game = GameId((relive.game or "").rpartition("/")[2]) or counted.game


def _record(parts: list[Path], catalogue: Catalogue) -> HistoryRecord:
    """Re-live a game, of which there may be several journals."""
    counted, table = OutcomeSoFar(GameId("")), Table()
    head: Head | None = None
    begun = _begun(parts[0])
    for path in parts:
        relive = Relive(path, catalogue)
        _count(counted, relive, begun=max(_begun(path) - begun, 0.0))
        head, table = relive.head or head, relive.table
    outcome = replace(counted.outcome(table), journal=parts[-1])
    me, opponent = table.me, outcome.opponent
    if me is not None and opponent is not None and _COUNTED.fullmatch(me) and _COUNTED.fullmatch(opponent):
        me, outcome = None, replace(outcome, opponent=None)
    record = HistoryRecord(
        account=me or "",
        server=server_name(head.server) if head is not None and head.server else "",
        game=outcome.game,
        begun=begun,
        deck=None if head is None else head.deck_name,
        deck_digest=None if head is None else head.deck_digest,
        opponent_deck_digest=None if head is None else head.opponent_deck_digest,
        strategy=None if head is None else head.strategy,
        strategy_digest=None if head is None else head.strategy_digest,
        program_digest=None if head is None else head.program_digest,
        version=None if head is None else head.bot,
        adopted=len(parts) > 1 or None,
    )
    return with_outcome(record, outcome, ended=begun + outcome.seconds)


def _begun(path: Path) -> float:
    """When a game began: by the name of the file, else by when it was last written."""
    stamp = _STAMP.match(path.name)
    if stamp is None:
        return path.stat().st_mtime
    moment = datetime.strptime(stamp[1], "%Y%m%dT%H%M%S").replace(tzinfo=UTC)
    return moment.timestamp() + int(stamp[2]) / 1000


def _is_known(database: Connection, journal: Path) -> bool:
    """Whether a game was taken in from this file, or written when it was."""
    return _any(database, "journal = ? AND result NOT IN (?, ?)", journal.name, UNKNOWN, UNFINISHED)


def _is_there(database: Connection, record: HistoryRecord) -> bool:
    """Whether the history knows how a game ended, or the journal does not know either."""
    same = "server = ? AND game = ? AND (account = ? OR side = ?)"
    values = (record.server, record.game, record.account, record.side)
    if record.result == UNFINISHED:
        return _any(database, same, *values)
    return _any(database, f"{same} AND result NOT IN (?, ?)", *values, UNKNOWN, UNFINISHED)


def _any(database: Connection, where: str, *values: str | None) -> bool:
    return database.execute(f"SELECT 1 FROM games WHERE {where}", values).fetchone() is not None  # noqa: S608


def write_game(database: Connection, key: PersonKey, record: HistoryRecord, *, named: bool) -> None:
    """Write a game at once.

    Raises:
        sqlite3.Error: it cannot be written.
    """
    person = None if record.opponent is None else key.pseudonym(record.opponent)
    if record.opponent is not None and not record.opponent.startswith("~"):
        digest = key.digest(record.opponent)
        forgotten = database.execute("SELECT 1 FROM people WHERE forgotten AND digest = ?", (digest,))
        if not named or key.made(record.opponent) or forgotten.fetchone() is not None:
            record = record.unnamed()
    database.execute(*put_game(record, person))


_PAGE = 100
_NEAR = 120.0
"""Seconds by which two clocks may tell the end of a game differently."""


class LastExchange:
    """An observer of a client that keeps the last exchange about a replay."""

    def __init__(self) -> None:
        self.found: Exchange | None = None

    def observe(self, exchange: Exchange) -> None:
        """Take one exchange."""
        if exchange.path.startswith("/replay/"):
            self.found = exchange


class Fetched(msgspec.Struct, forbid_unknown_fields=True):
    """Without DIR: what became of the server's games.

    Attributes:
        games: taken in.
        known: in the history already.
        replays: files written.
        missing: a line about each replay that cannot be had (exit code 1).
    """

    games: int = 0
    known: int = 0
    replays: int = 0
    missing: list[str] = []


@dataclass(frozen=True, slots=True)
class Fetcher:
    """Takes games from a server.

    Attributes:
        client: logged in; its observer is `last.observe`.
        database: the history. key: of its people.
        name_of: names people in them, see `Pseudonyms`.
        told: rows of games that we played and the server told of.
    """

    client: GempClient
    last: LastExchange
    account: PlayerName
    database: Connection
    key: PersonKey
    folder: Path | None
    name_of: Callable[[str], str | None]
    bot: str
    told: set[int] = field(default_factory=set)

    async def run(self) -> Fetched:
        """Take every game that is not there yet, the newest first.

        Raises:
            GempError: the server does not tell.
            sqlite3.Error: the history cannot be written.
            OSError: a file cannot be written.
        """
        done = Fetched()
        start = 0
        while True:
            page = await self.client.history(start, _PAGE)
            for entry in page.entries:
                self._take(entry, done)
                if entry.recording_id is not None and self.folder is not None:
                    await self._replay(entry, entry.recording_id, self.folder, done)
            start += _PAGE
            if start >= page.count or not page.entries:
                return done

    def _take(self, entry: HistoryEntry, done: Fetched) -> None:
        record = self._record(entry)
        if record is None or self._is_there(record):
            done.known += 1
            return
        write_game(
            self.database,
            self.key,
            record,
            named=record.opponent is None or self.name_of(record.opponent) is None,
        )
        done.games += 1

    def _record(self, entry: HistoryEntry) -> HistoryRecord | None:
        """The game as we keep it; None without its end, which tells it from others."""
        if entry.end is None:
            return None
        won = entry.winner == self.account
        opponent = entry.loser if won else entry.winner
        begun = (entry.start or entry.end).timestamp()
        reason = read_reason(entry.win_reason if won else entry.lose_reason)
        result = Result.CANCELLED if entry.cancelled else Result.WIN if won else Result.LOSS
        return HistoryRecord(
            account=self.account,
            server=server_name(self.client.api),
            game=entry.recording_id or f"ended-{entry.end.timestamp():.0f}",
            begun=begun,
            ended=entry.end.timestamp(),
            format=entry.format_name or None,
            deck=entry.deck_name,
            opponent=opponent,
            opponent_kind=kind_of(opponent),
            result=result.value,
            reason=None if reason is None else reason.value,
            seconds=entry.end.timestamp() - begun,
        )

    def _is_there(self, record: HistoryRecord) -> bool:
        """Whether the history has the game, perhaps by its own id, which the server does not tell."""
        where = "FROM games WHERE server = ? AND account = ?"
        ours = (record.server, record.account)
        fetched = self.database.execute(f"SELECT 1 {where} AND game = ?", (*ours, record.game))
        if fetched.fetchone() is not None:
            return True
        played = self.database.execute(
            f"SELECT id {where} AND strategy IS NOT NULL AND person = ? AND abs(ended - ?) < ? "
            "ORDER BY abs(ended - ?)",
            (*ours, self.key.pseudonym(record.opponent or ""), record.ended, _NEAR, record.ended),
        )
        found = next((row["id"] for row in played if row["id"] not in self.told), None)
        if found is not None:
            self.told.add(found)
        return found is not None

    async def _replay(self, entry: HistoryEntry, recording: str, folder: Path, done: Fetched) -> None:
        moment = entry.start or entry.end
        stamp = "unknown" if moment is None else moment.strftime("%Y%m%dT%H%M%S000")
        safe = "".join(c for c in recording if c.isascii() and (c.isalnum() or c in "-_"))[:60]
        path = folder / f"{stamp}-{safe}{REPLAY_END}"
        if path.exists():
            return
        try:
            await self.client.server_replay(self.account, recording)
        except (GempError, WireError) as fault:
            done.missing.append(str(fault))
            return
        if self.last.found is None:
            return
        head = Head(
            version=FORMAT_VERSION,
            bot=self.bot,
            strategy="unknown",
            deck_name=entry.deck_name,
            server=self.client.settings.url,
            game=recording,
        )
        names = Pseudonyms(self.name_of)
        for name in (entry.winner, entry.loser):
            names.learn(name)
        with JournalWriter(path, pseudonyms=names) as writer:
            writer.head(head)
            writer.exchange(self.last.found)
        done.replays += 1
