"""What `doctor` and `config check` find out about a service: its tables, its folders, its ports."""

import errno
import os
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.service_entries import EntryMaker
from gemp_bot.config import ConfigError
from gemp_bot.config.model import Config, TableSection
from gemp_bot.files.problems import meant
from gemp_bot.files.toml import Place
from gemp_bot.history.database import HistoryError, check_history
from gemp_bot.play.entries import AiEntry, GameEntry, HostEntry, PooledDeck, QueueEntry
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.errors import GempError
from gemp_bot.protocol.hall import Hall


def place_faults(config: Config) -> Iterator[tuple[Place, str]]:
    """What is wrong with ports and folders, and the key of the configuration that says so."""
    if fault := port_fault(config):
        yield ("pages", "port"), fault
    folder, history = config.journal_directory, config.history.path
    if folder is not None and (fault := _folder_fault(folder)):
        yield ("journal", "directory"), f"journal.directory: {fault}"
    if history is not None and (fault := _folder_fault(history.parent) or _history_fault(history)):
        yield ("history", "file"), f"history.file: {fault}"


def port_fault(config: Config) -> str | None:
    """What is wrong with the ports of a service; None if nothing is."""
    port = config.pages.port
    if not port or port != config.health.port:
        return None
    return f"pages.port: {port} is health.port as well: each needs a port of its own"


def taken_ports(config: Config) -> Iterator[tuple[Place, str]]:
    """The ports of a service that another program listens on now, and the key that sets each.

    It may be this very service, so it is no fault of the configuration.
    """
    for name, section in (("health", config.health), ("pages", config.pages)):
        if section.port and _is_taken(section.host, section.port):
            yield (name, "port"), f"{name}.port: {section.host}:{section.port} is in use"


def _is_taken(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as tried:
        # As a server does: no wait for the last connections of one that ended.
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((host, port))
        except OSError as fault:
            return fault.errno == errno.EADDRINUSE
    return False


def _folder_fault(folder: Path) -> str | None:
    """Why nothing can be written to a folder, which may still have to be made; None if it can."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not there.is_dir():
        return f"{there}: no folder"
    if not os.access(there, os.W_OK | os.X_OK):
        return f"{there}: this user may not write there"
    return None


def _history_fault(file: Path) -> str | None:
    try:
        check_history(file)
    except HistoryError as fault:
        return str(fault)
    return None


@dataclass(slots=True)
class TableFindings:
    """What was found out about a `[[table]]`.

    Attributes:
        faults: why it cannot be played.
        advice: what may not be as it was meant.
    """

    faults: list[str] = field(default_factory=list)
    advice: list[str] = field(default_factory=list)


@dataclass(slots=True)
class TableChecks:
    """Checks tables with a server.

    Attributes:
        client: logged in.
        hall: as it was opened.
        config: what is configured.
    """

    client: GempClient
    hall: Hall
    config: Config
    _maker: EntryMaker = field(init=False)

    def __post_init__(self) -> None:
        self._maker = EntryMaker(self.client, CardIndex.load())

    async def check(self, table: TableSection) -> TableFindings:
        """Check one.

        Raises:
            GempError: the server cannot be asked.
        """
        found = TableFindings()
        try:
            entry = await self._maker.entry(self.config, table)
        except ConfigError as fault:
            found.faults.append(str(fault).removeprefix(f"[[table]] {table.name}: "))
            return found
        name = await self._format_name(entry, found)
        decks = entry.decks.decks
        if isinstance(entry, AiEntry):
            decks += entry.opponent_decks.decks
        if name is not None:
            for deck in dict.fromkeys(decks):
                await self._check_deck(deck, name, found)
        self._check_offered(entry, found)
        return found

    async def _format_name(self, entry: GameEntry, found: TableFindings) -> str | None:
        """The name of its format; None if there is none by which decks are judged."""
        wanted = entry.format_code.casefold()
        for row in self.hall.formats:
            if wanted in (row.code.casefold(), row.name.casefold()):
                return row.name
        if not wanted:
            return None
        for league in await self.client.leagues.list():
            if wanted in (league.code.casefold(), league.name.casefold()):
                if not league.member:
                    found.faults.append(f"format: the account is not in the league {league.name!r}")
                return None
        codes = [row.code for row in self.hall.formats]
        found.faults.append(
            f"format: the server has no format {entry.format_code!r}: {meant(entry.format_code, codes)}"
        )
        return None

    async def _check_deck(self, deck: PooledDeck, name: str, found: TableFindings) -> None:
        if deck.text is None:
            return
        verdict = (await self.client.decks.validate(deck.text)).verdict(name)
        if verdict is not None and not verdict.valid:
            why = "; ".join(verdict.reasons) or "the server does not say why"
            found.faults.append(f"decks: {deck.name!r} is not legal in {name}: {why}")

    def _check_offered(self, entry: GameEntry, found: TableFindings) -> None:
        """Whether the server has what the table is to be found by."""
        if isinstance(entry, QueueEntry) and entry.queue not in {row.name for row in self.hall.queues}:
            found.advice.append(f"queue: no queue {entry.queue!r} is open now")
        if isinstance(entry, AiEntry) and not self.hall.ai_tables:
            found.faults.append('find = "ai": the server lets nobody play its own players')
        if not isinstance(entry, HostEntry):
            return
        if entry.private_for and not self.hall.private_games:
            found.faults.append("private: the server has no private games")
        if entry.side is None and {deck.side for deck in entry.decks.decks} >= set(Side):
            found.advice.append(
                "side: its decks are of both sides, and the server refuses whoever brings the side that our "
                'deck has: set side to "dark" or "light", with a [[table]] for each'
            )


async def check_tables(client: GempClient, hall: Hall, config: Config) -> dict[str, TableFindings]:
    """Check all tables, by their names."""
    checks = TableChecks(client, hall, config)
    found = {}
    for table in config.table:
        try:
            found[table.name] = await checks.check(table)
        except GempError as fault:
            found[table.name] = TableFindings([f"could not be checked: {fault}"])
    return found
