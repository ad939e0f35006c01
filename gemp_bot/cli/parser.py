"""The command line as argparse sees it: every command, every option. No command is loaded here."""

import argparse
from typing import NoReturn

from gemp_bot.cli import manual
from gemp_bot.cli.parsers.base import Parser, json_option, server_options, verbs_of
from gemp_bot.cli.parsers.box import add_demo, add_selfplay
from gemp_bot.cli.parsers.completion import add_completion
from gemp_bot.cli.parsers.facts import add_cards, add_texts
from gemp_bot.cli.parsers.games import (
    add_arena,
    add_diff,
    add_export,
    add_play,
    add_replay,
    add_report,
    add_story,
)
from gemp_bot.cli.parsers.history import add_history, add_journal
from gemp_bot.cli.parsers.lab import add_lab
from gemp_bot.cli.parsers.positions import add_positions
from gemp_bot.cli.parsers.sandbox import add_sandbox
from gemp_bot.cli.parsers.servers import add_checks, add_decks, add_tables, add_watch
from gemp_bot.cli.parsers.service import add_ctl, add_dashboard, add_serve
from gemp_bot.cli.parsers.strategies import add_strategy
from gemp_bot.cli.parsers.tuning import add_tune


class _Version(argparse.Action):
    """Looks the revision up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_rest: object) -> NoReturn:
        from gemp_bot.cli.output import Output
        from gemp_bot.cli.version import version_line

        Output().line(version_line())
        parser.exit()


def build_parser() -> argparse.ArgumentParser:
    """The whole command line; what is parsed has `module`, the name of the module to run."""
    parser = Parser(prog="gemp-bot", description=manual.PROGRAM, epilog=manual.PROGRAM_END)
    parser.add_argument("--version", action=_Version, nargs=0, help="print version and revision")
    commands = verbs_of(parser)
    server, as_json = server_options(), json_option()
    add_demo(commands, [as_json])
    add_replay(commands, [as_json])
    add_story(commands, [server, as_json])
    add_report(commands, [as_json])
    add_diff(commands, [as_json])
    add_export(commands, [as_json])
    add_texts(commands, as_json)
    add_tables(commands, [server, as_json])
    add_watch(commands, [server, as_json])
    add_decks(commands, [server, as_json])
    add_cards(commands, as_json)
    add_checks(commands, [server, as_json])
    add_play(commands, [server, as_json])
    add_serve(commands, server, as_json)
    add_ctl(commands, server, as_json)
    add_dashboard(commands, [server, as_json])
    add_history(commands, [server, as_json])
    add_journal(commands, [server, as_json])
    add_arena(commands, [as_json])
    add_selfplay(commands, [as_json])
    add_lab(commands, [as_json])
    add_strategy(commands, [as_json])
    add_tune(commands, [as_json])
    add_positions(commands, [as_json])
    add_sandbox(commands, [as_json])
    add_completion(commands, [as_json])
    return parser
