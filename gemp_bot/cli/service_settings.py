"""The configuration of a service: who may play, what is said, its tables; and what is wrong with it."""

import asyncio
import errno
import json
import os
import socket
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated, Any

from msgspec.structs import asdict

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.command import JsonResult, ServerArgs
from gemp_bot.cli.exits import OK
from gemp_bot.cli.output import Output
from gemp_bot.cli.session import config_file, control_path, deck_names, no_such_deck, read_config
from gemp_bot.config import ConfigError
from gemp_bot.config.load import TABLES
from gemp_bot.config.model import DAYS, Config, TableSection
from gemp_bot.files import read_toml
from gemp_bot.files.problems import Problem, meant
from gemp_bot.files.toml import Place
from gemp_bot.history.database import HistoryError, check_history
from gemp_bot.play.entries import (
    AiEntry,
    DeckChoice,
    DeckPool,
    GameEntry,
    HostEntry,
    Hours,
    JoinEntry,
    PooledDeck,
    QueueEntry,
    StrategyPlayer,
)
from gemp_bot.play.timing import HumanPaceSettings
from gemp_bot.procedures.loader import is_path
from gemp_bot.protocol.account import check_name
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import AiSkill, Side
from gemp_bot.protocol.errors import PolicyError, RegistrationRefusedError
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.service.attendant import OnUnwelcome, ReceptionSettings
from gemp_bot.service.control import ControlError, check_path
from gemp_bot.service.guests import GuestLists, GuestRules, advice
from gemp_bot.service.texts import MOST_AT_TABLE, ChatTexts, Placeholder, check_texts, fill
from gemp_bot.strategy import strategy_named, strategy_names

_LIBRARY = "library:"
_SIDES = {"dark": Side.DARK, "light": Side.LIGHT}


def guest_rules(config: Config) -> GuestRules:
    """Who may play."""
    lists = {name: getattr(config.guests, name) for name in GuestLists.__struct_fields__}
    return GuestRules(**lists, at_once=config.service.at_once)


def reception_settings(config: Config) -> ReceptionSettings:
    """What is done about guests at open tables."""
    return ReceptionSettings(
        entries=frozenset(table.name for table in config.table if table.find == "host" and not table.private),
        on_unwelcome=OnUnwelcome(config.guests.on_unwelcome),
        cancel_patience=config.guests.cancel_patience,
        levels={table.name: table.level for table in config.table if table.level},
    )


def checked_texts(config: Config) -> ChatTexts:
    """What we say.

    Raises:
        ConfigError: a text with a placeholder that is none, or one that cannot be said.
    """
    errors, _ = check_texts(config.texts)
    if errors:
        raise ConfigError(f"[texts] {errors[0]}")
    for table in config.table:
        _table_text(config, table.name, table.description)
    return config.texts


def table_text(config: Config, name: str, strategy: str) -> str:
    """What is shown beside a table of ours."""
    table = next(table for table in config.table if table.name == name)
    template = _table_text(config, name, table.description)
    values = {
        Placeholder.STRATEGY: strategy,
        Placeholder.LEVEL: table.level or strategy,
        Placeholder.OWNER: config.chat.owner,
    }
    return fill(template, values, MOST_AT_TABLE)


def thinking_time(config: Config) -> HumanPaceSettings:
    """How long answers to people take."""
    return HumanPaceSettings(**asdict(config.thinking_time))


def config_advice(config: Config) -> Iterator[str]:
    """What may be not as it is meant, a line each."""
    for line in advice(guest_rules(config)):
        yield f"[guests] {line}"
    _, hints = check_texts(checked_texts(config))
    for line in hints:
        yield f"[texts] {line}"


def _table_text(config: Config, name: str, template: str) -> str:
    """The template of a table's text."""
    if not template:
        return config.texts.table
    errors, _ = check_texts(ChatTexts(table=template))
    if errors:
        raise ConfigError(f"[[table]] {name}: description{errors[0].removeprefix('table')}")
    return template


class EntryMaker:
    """Makes entries; decks are looked up once for all tables."""

    def __init__(self, client: GempClient, index: CardIndex | None) -> None:
        self._client = client
        self._index = index
        self._names: dict[bool, dict[str, str]] = {}
        self._texts: dict[tuple[str, bool], str] = {}

    async def entries(self, config: Config) -> Sequence[GameEntry]:
        """The entries of all tables.

        Raises:
            ConfigError: one line: a table that cannot be played.
            GempError: the decks cannot be looked up.
        """
        if not config.table:
            raise ConfigError("no [[table]]: the configuration must tell where games come from")
        return [await self.entry(config, table) for table in config.table]

    async def entry(self, config: Config, table: TableSection) -> GameEntry:
        """The entry of one table; errors as of `entries`."""
        named = strategy_named(table.strategy)
        await asyncio.to_thread(lambda: (named.make(0), named.identity))  # told now, not when a game waits
        player = StrategyPlayer(partial(named.make, index=self._index), named)
        decks = await self._pool(table, table.decks, DeckChoice(table.choice), table.weights)
        common: dict[str, Any] = {
            "name": table.name,
            "player": player,
            "decks": decks,
            "format_code": table.format,
            "at_once": table.at_once,
            "hours": _hours(table),
        }
        if table.find == "join":
            players = frozenset(map(PlayerName, table.players))
            return JoinEntry(**common, players=players, words=table.words)
        if table.find == "ai":
            theirs = await self._pool(table, table.opponent_decks, DeckChoice.ROTATION, ())
            _check_sides(table, decks, theirs)
            return AiEntry(**common, skill=AiSkill(table.skill), opponent_decks=theirs, after=table.after)
        if table.find == "queue":
            return QueueEntry(**common, queue=table.queue)
        side = _SIDES.get(table.side)
        if side is not None and all(deck.side not in (side, None) for deck in decks.decks):
            raise ConfigError(f"[[table]] {table.name}: none of its decks is of the {table.side} side")
        return HostEntry(
            **common,
            description=table_text(config, table.name, named.name),
            side=side,
            private_for=tuple(map(PlayerName, table.private)),
            withdraw_after=table.withdraw_after,
            withdraw_for=table.withdraw_for,
        )

    async def _pool(
        self, table: TableSection, names: Sequence[str], choice: DeckChoice, weights: Sequence[float]
    ) -> DeckPool:
        weighed = weights or [1.0] * len(names)
        decks = [await self._deck(table, name, weight) for name, weight in zip(names, weighed, strict=True)]
        return DeckPool(tuple(decks), choice)

    async def _deck(self, table: TableSection, given: str, weight: float) -> PooledDeck:
        library = given.startswith(_LIBRARY)
        name = given.removeprefix(_LIBRARY)
        if library not in self._names:
            self._names[library] = await deck_names(self._client, library=library)
        names = self._names[library]
        if name not in names:
            why = await no_such_deck(self._client, name, names, library=library)
            raise ConfigError(f"[[table]] {table.name}: decks: {why}")
        text = self._texts.get((name, library))
        if text is None:
            text = (await self._client.decks.show(name, library=library)).text
            self._texts[name, library] = text
        return PooledDeck(name, library, _SIDES.get(names[name]), text, weight)


def _hours(table: TableSection) -> Hours | None:
    span = table.span
    if span is None and not table.days:
        return None
    days = frozenset(DAYS.index(day) for day in table.days)
    if span is None:
        return Hours.whole_days(days)
    return Hours(*span, days)


def _check_sides(table: TableSection, ours: DeckPool, theirs: DeckPool) -> None:
    """Make sure that each deck of ours finds one to play against."""
    sides = {deck.side for deck in theirs.decks}
    for deck in ours.decks:
        if deck.side is not None and not sides & {deck.side.other, None}:
            raise ConfigError(
                f"[[table]] {table.name}: opponent_decks: none is of the other side of the Force than "
                f"{deck.name!r}"
            )


class CheckedConfig(JsonResult):
    """With `--offline`: the configuration after all layers."""

    file: Annotated[str | None, "the file that was read"]
    api: Annotated[str, "address of the server's API"]
    config: Annotated[dict[str, Any], "a section each, with the keys of config.example.toml"]


def check_config(args: ServerArgs, out: Output) -> int:
    """Print the configuration as TOML, once it and the address of the server are found usable.

    Raises:
        ConfigError, PolicyError: everything that is wrong.
    """
    config = read_config(args)
    file = config_file(args)
    faults = [*_name_faults(config)]
    try:
        address = config.client_settings().checked_address()
    except PolicyError as fault:
        if not faults:
            raise
        faults.append((("server", "url"), str(fault)))
    if faults:
        raise ConfigError(_placed(file, faults))
    told = config.as_json()
    tables = told.pop(TABLES)
    values = {
        section: {key: "" if value is None else value for key, value in keys.items()}
        for section, keys in told.items()
    }
    out.line(f"# file: {'none' if file is None else file}")
    out.line(f"# server: {address.api}")
    headed = [*((f"[{section}]", keys) for section, keys in values.items())]
    headed += [(f"[[{TABLES}]]", keys) for keys in tables]
    for head, keys in headed:
        out.line()
        out.line(head)
        for key, value in keys.items():
            out.line(f"{key} = {json.dumps(value)}")  # JSON's texts, numbers, lists and booleans are TOML's
    for line in config_advice(config):
        out.note(f"gemp-bot: advice: {line}")
    out.note(
        "gemp-bot: the configuration holds; without --offline folders, ports and the server are checked, too"
    )
    shown = values | {TABLES: tables}
    out.json(CheckedConfig(file=None if file is None else str(file), api=address.api, config=shown))
    return OK


def _name_faults(config: Config) -> Iterator[tuple[Place, str]]:
    """Names of things that are not there, where this can be told without a server, and where they stand."""
    names = strategy_names()
    named: list[tuple[Place, str, str]] = [(("play", "strategy"), "play.strategy", config.play.strategy)]
    named += [
        ((TABLES, number, "strategy"), f"[[{TABLES}]] {table.name}: strategy", table.strategy)
        for number, table in enumerate(config.table)
    ]
    for place, said, name in named:
        if name not in names and not is_path(name):
            yield place, f"{said}: no strategy {name!r}: {meant(name, names)}"
    if config.account.user:
        try:
            check_name(config.account.user)
        except RegistrationRefusedError as fault:
            yield ("account", "user"), f"account.user: {fault}"
    if config.table:
        try:
            check_path(control_path(config))
        except ControlError as fault:
            yield (), str(fault)
    yield from place_faults(config)
    ca_file = config.client_settings().ca_file
    if ca_file is not None and not ca_file.is_file():
        yield ("server", "ca_file"), f"server.ca_file: {ca_file}: no such file"


def _placed(file: Path | None, faults: Iterable[tuple[Place, str]]) -> list[Problem | str]:
    """The faults as lines, with file and line where it is the file that says so."""
    read = None if file is None else read_toml(file, "", ConfigError)
    return [
        Problem(read.shown, read.lines[place], fault) if read is not None and place in read.lines else fault
        for place, fault in faults
    ]


# -- ports and folders ------------------------------------------------------------------------------


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
    """Why nothing can be written to a folder, which may still have to be made; None if it can.

    It is tried, and nothing of that is left: permissions alone do not tell it.
    """
    missing, there = None, folder.absolute()
    while not os.path.lexists(there):
        missing, there = there, there.parent
    try:
        if missing is None:
            with TemporaryFile(dir=there):
                pass
        else:
            missing.mkdir(mode=0o700)
            missing.rmdir()
    except OSError as fault:
        return f"{missing or there}: cannot be written: {fault.strerror or type(fault).__name__}"
    return None


def _history_fault(file: Path) -> str | None:
    try:
        check_history(file)
    except HistoryError as fault:
        return str(fault)
    return None
