"""`gemp-bot config check`: what holds after all layers, or the first thing that is wrong."""

import argparse

from gemp_bot.cli.company import company_advice
from gemp_bot.cli.ctl import control_path
from gemp_bot.cli.exits import OK
from gemp_bot.cli.output import Output
from gemp_bot.cli.session import config_file, read_config
from gemp_bot.config.errors import ConfigError
from gemp_bot.config.load import TABLES
from gemp_bot.config.model import Config
from gemp_bot.protocol.account import check_name
from gemp_bot.protocol.errors import RegistrationRefusedError
from gemp_bot.service.control import ControlError, check_path


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    return check(args, Output(as_json=args.json))


def check(args: argparse.Namespace, out: Output) -> int:
    """Print the configuration as TOML, once it and the address of the server are found usable."""
    from json import dumps

    config = read_config(args)
    address = config.client_settings().checked_address()
    _check_names(config)
    file = config_file(args)
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


def _check_names(config: Config) -> None:
    """Refuse a name of something that is not there, where this can be told without a server.

    Raises:
        ConfigError: one line.
    """
    from gemp_bot.procedures.loader import is_path
    from gemp_bot.strategy import strategy_names

    names = strategy_names()
    named = [("play.strategy", config.play.strategy)]
    named += [(f"[[{TABLES}]] {table.name}: strategy", table.strategy) for table in config.table]
    for place, name in named:
        if name not in names and not is_path(name):
            raise ConfigError(f"{place}: no strategy {name!r}: there are {', '.join(names)}")
    if config.account.user:
        try:
            check_name(config.account.user)
        except RegistrationRefusedError as fault:
            raise ConfigError(f"account.user: {fault}") from None
    if config.table:
        try:
            check_path(control_path(config))
        except ControlError as fault:
            raise ConfigError(str(fault)) from None
    ca_file = config.client_settings().ca_file
    if ca_file is not None and not ca_file.is_file():
        raise ConfigError(f"server.ca_file: {ca_file}: no such file")
