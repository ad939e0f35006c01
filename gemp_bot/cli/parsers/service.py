"""Commands of the service: `serve`, `ctl`."""

import argparse

from gemp_bot.cli import manual
from gemp_bot.cli.parsers.base import Commands, command, verbs_of
from gemp_bot.cli.parsers.values import path, port

_VERBS = {
    "status": "how it stands: games, tables, what it waits for",
    "games": "the games that run",
    "drain": "begin no further game, until resume",
    "resume": "begin games again",
    "reload": "take tables and strategies from their files, for new games",
}


def add_serve(commands: Commands, server: argparse.ArgumentParser, as_json: argparse.ArgumentParser) -> None:
    """`serve`."""
    serve = command(
        commands, "serve", "play as a service", manual.SERVE, end=manual.SERVE_END, parents=[server, as_json]
    )
    serve.set_defaults(module="gemp_bot.cli.serve")


def add_dashboard(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`dashboard`."""
    dashboard = command(
        commands,
        "dashboard",
        "look at games in a browser",
        manual.DASHBOARD,
        end=manual.DASHBOARD_END,
        parents=parents,
        codes=manual.CONFIG_EXIT_CODES,
    )
    dashboard.add_argument(
        "--journals", metavar="DIR", type=path, help="folder of the journals (else journal.directory)"
    )
    dashboard.add_argument("--history", metavar="FILE", type=path, help="the history (else history.file)")
    dashboard.add_argument(
        "--port", metavar="N", type=port, help="port to listen at (else pages.port, else 8017); 0: any free"
    )
    dashboard.add_argument("--host", metavar="HOST", help="address to listen at (else 127.0.0.1)")
    dashboard.add_argument(
        "--name", metavar="HOST", action="append", help="a name under which a proxy reaches the pages"
    )
    dashboard.add_argument(
        "--token-file", metavar="FILE", type=path, help="holds the token that is asked of everybody"
    )
    dashboard.add_argument("--behind-tls", action="store_true", help="a proxy in front speaks TLS")
    dashboard.add_argument("--show-hands", action="store_true", help="show our hands while games run")
    dashboard.set_defaults(module="gemp_bot.cli.dashboard")


def add_ctl(commands: Commands, server: argparse.ArgumentParser, as_json: argparse.ArgumentParser) -> None:
    """`ctl`."""
    ctl = command(
        commands,
        "ctl",
        "ask or steer a running service",
        manual.CTL,
        end=manual.CTL_END,
        codes=manual.CONFIG_EXIT_CODES,
    )
    verbs = verbs_of(ctl)
    for name, summary in _VERBS.items():
        verb = command(
            verbs, name, summary, summary[0].upper() + summary[1:] + ".", parents=[server, as_json],
            end=manual.CTL_END, codes=manual.CONFIG_EXIT_CODES,
        )  # fmt: skip
        verb.add_argument(
            "--socket", metavar="FILE", type=path, help="its control socket (else as configured)"
        )
        verb.set_defaults(module="gemp_bot.cli.ctl", verb=name)
