"""`gemp-bot config check`: what holds after all layers, or the first thing that is wrong."""

import argparse

from gemp_bot.cli.exits import OK
from gemp_bot.cli.output import Output
from gemp_bot.cli.session import config_file, read_config
from gemp_bot.config.errors import ConfigError
from gemp_bot.config.model import Config


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
    values = {
        section: {key: "" if value is None else value for key, value in keys.items()}
        for section, keys in config.model_dump(mode="json").items()
    }
    out.line(f"# file: {'none' if file is None else file}")
    out.line(f"# server: {address.api}")
    for section, keys in values.items():
        out.line()
        out.line(f"[{section}]")
        for key, value in keys.items():
            out.line(f"{key} = {dumps(value)}")  # JSON's texts, numbers and booleans are TOML's
    out.json({"file": None if file is None else str(file), "api": address.api, "config": values})
    return OK


def _check_names(config: Config) -> None:
    """Refuse a name of something that is not there, where this can be told without a server.

    Raises:
        ConfigError: one line.
    """
    from gemp_bot.strategy import strategy_names

    names = strategy_names()
    if config.play.strategy not in names:
        raise ConfigError(
            f"play.strategy: no strategy {config.play.strategy!r}: there are {', '.join(names)}"
        )
    ca_file = config.client_settings().ca_file
    if ca_file is not None and not ca_file.is_file():
        raise ConfigError(f"server.ca_file: {ca_file}: no such file")
