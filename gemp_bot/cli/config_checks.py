"""The configuration by itself, for `doctor`: what holds after all layers, or everything that is wrong."""

import errno
import json
import os
import socket
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

from gemp_bot.cli.command import JsonResult, ServerArgs
from gemp_bot.cli.exits import OK
from gemp_bot.cli.output import Output
from gemp_bot.cli.serve import control_path
from gemp_bot.cli.service_settings import config_advice
from gemp_bot.cli.session import config_file, read_config
from gemp_bot.config import ConfigError
from gemp_bot.config.load import TABLES
from gemp_bot.config.model import Config
from gemp_bot.files import read_toml
from gemp_bot.files.problems import Problem, meant
from gemp_bot.files.toml import Place
from gemp_bot.history.database import HistoryError, check_history
from gemp_bot.procedures.loader import is_path
from gemp_bot.protocol.account import check_name
from gemp_bot.protocol.errors import PolicyError, RegistrationRefusedError
from gemp_bot.service.control import ControlError, check_path
from gemp_bot.strategy import strategy_names


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
    for advice in config_advice(config):
        out.note(f"gemp-bot: advice: {advice}")
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
