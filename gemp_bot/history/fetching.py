"""Our games that are over, as the server remembers them.

A server's replay holds the events our channel saw, and nothing of what was asked and answered: no journal
that could be re-lived or decided once more comes of it. What is kept is its answer, as it came.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from gemp_bot.history.database import Connection
from gemp_bot.history.importing import REPLAY_END, write_game
from gemp_bot.history.records import HistoryRecord, kind_of, server_name
from gemp_bot.journal import Head, JournalWriter
from gemp_bot.journal.lines import FORMAT_VERSION
from gemp_bot.journal.pseudonyms import PersonKey, Pseudonyms
from gemp_bot.play.outcome import Result
from gemp_bot.protocol.account import HistoryEntry
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.ending import read_reason
from gemp_bot.protocol.errors import GempError, WireError
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import PlayerName

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


@dataclass(slots=True)
class Fetched:
    """What became of it.

    Attributes:
        games: taken into the history. known: those it knew already.
        replays: files that were written.
        missing: one line about each replay that cannot be had.
    """

    games: int = 0
    known: int = 0
    replays: int = 0
    missing: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Fetcher:
    """Takes games from a server.

    Attributes:
        client: logged in; its observer is `last.observe`.
        account: who we are there.
        database: the history. key: of its people.
        folder: where the replays go; None for none.
        name_of: names people in them, see `Pseudonyms`.
        bot: our version.
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
