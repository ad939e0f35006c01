"""`gemp-bot config check`: what holds after all layers, or everything that is wrong."""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from gemp_bot.cli.company import company_advice
from gemp_bot.cli.ctl import control_path
from gemp_bot.cli.exits import OK
from gemp_bot.cli.output import Output
from gemp_bot.cli.session import config_file, read_config
from gemp_bot.config import ConfigError
from gemp_bot.config.load import TABLES
from gemp_bot.config.model import Config
from gemp_bot.files import read_toml
from gemp_bot.files.problems import Problem, meant
from gemp_bot.files.toml import Place
from gemp_bot.protocol.account import check_name
from gemp_bot.protocol.errors import PolicyError, RegistrationRefusedError
from gemp_bot.service.control import ControlError, check_path


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    return check(args, Output(as_json=args.json))


def check(args: argparse.Namespace, out: Output) -> int:
    """Print the configuration as TOML, once it and the address of the server are found usable."""
    from json import dumps

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
    told = config.model_dump(mode="json")
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
            out.line(f"{key} = {dumps(value)}")  # JSON's texts, numbers, lists and booleans are TOML's
    for advice in company_advice(config):
        out.note(f"gemp-bot: advice: {advice}")
    shown = values | {TABLES: tables}
    out.json({"file": None if file is None else str(file), "api": address.api, "config": shown})
    return OK


def _name_faults(config: Config) -> Iterator[tuple[Place, str]]:
    """Names of things that are not there, where this can be told without a server, and where they stand."""
    from gemp_bot.cli.service_checks import place_faults
    from gemp_bot.procedures.loader import is_path
    from gemp_bot.strategy import strategy_names

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
