"""`gemp-bot dashboard`: the live pages, on their own and as `serve` has them."""

import asyncio
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Annotated

import structlog

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.command import JsonResult, ServerArgs, arg, command, port_number
from gemp_bot.cli.exits import INTERRUPTED, CommandError, why_not_listening
from gemp_bot.cli.interrupts import until_interrupted
from gemp_bot.cli.output import Output
from gemp_bot.cli.session import read_config
from gemp_bot.config import ConfigError
from gemp_bot.config.model import Config
from gemp_bot.config.passwords import read_password_file
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.history.database import HistoryError
from gemp_bot.journal.folder import recordings_in
from gemp_bot.pages.live import LiveSettings, read_history, serving
from gemp_bot.pages.live_games import LiveGames
from gemp_bot.pages.render import SHORTEST_TOKEN, is_loopback

_log = structlog.stdlib.get_logger(__name__)

PORT = 8017
_RETRY = 60.0
"""Seconds between two tries to have a port that is taken."""


class DashboardArgs(ServerArgs):
    """What is shown, and to whom."""

    journals: Path | None = arg("--journals DIR", "folder of the journals (else journal.directory)")
    history: Path | None = arg("--history FILE", "the history (else history.file)")
    port: int | None = arg(
        "--port N", "port to listen at (else pages.port, else 8017); 0: any free", port_number
    )
    host: str | None = arg("--host HOST", "address to listen at (else 127.0.0.1)")
    name: list[str] | None = arg("--name HOST", "a name under which a proxy reaches the pages")
    token_file: Path | None = arg("--token-file FILE", "holds the token that is asked of everybody")
    behind_tls: bool = arg("--behind-tls", "a proxy in front speaks TLS")
    show_hands: bool = arg("--show-hands", "show our hands while games run")


class DashboardPages(JsonResult):
    """Printed once it listens, not at its end."""

    url: Annotated[str, "where the pages are"]


@command(
    json=DashboardPages,
    about="""
Serve pages for a browser: the games that are being recorded into a folder, one
of them as it goes on (board, question, reasons, story), recorded games, and the
games of the history with filters. Nothing is changed by them.

Our hand, and what would tell of it, is hidden while a game runs, unless
--show-hands is given. Pages are for this machine; for others only with a token
(--token-file) and behind a proxy that speaks TLS (--behind-tls, --name).

`gemp-bot serve` has the same pages where pages.port is set.""",
    examples="""
  gemp-bot dashboard --journals journals
  gemp-bot dashboard --journals journals --history games.db --port 0""",
)
async def dashboard(args: DashboardArgs, out: Output) -> int:
    """Serve the pages until somebody interrupts."""
    said: dict[str, dict[str, object]] = {
        "journal": {"directory": args.journals},
        "history": {"file": args.history},
        "pages": {
            "host": args.host,
            "port": args.port,
            "hosts": args.name,
            "token_file": args.token_file,
            "behind_tls": args.behind_tls or None,
            "show_hands": args.show_hands or None,
        },
    }
    config = read_config(args, said)
    folder = config.journal_directory
    if folder is None:
        raise ConfigError("no folder of journals: give --journals DIR or set journal.directory")
    _check(folder, config.history.path)
    listened = args.port if args.port is not None else config.pages.port or PORT
    host = config.pages.host
    try:
        async with live_pages(config, folder, listened) as found:
            shown = f"[{host}]" if ":" in host else host
            url = f"http://{shown}:{found}/"
            out.line(f"the pages are at {url}; Ctrl-C ends them")
            if config.pages.show_hands:
                out.note("gemp-bot: warning: our hands are shown while games run")
            out.json(DashboardPages(url=url))
            out.flush()
            await until_interrupted()
    except OSError as fault:
        raise CommandError(why_not_listening(host, listened, fault)) from None
    return INTERRUPTED


COMMAND = dashboard


def _check(folder: Path, history: Path | None) -> None:
    """Make sure that there is something to show."""
    if not folder.is_dir():
        raise CommandError(f"{folder}: no such folder of journals")
    if not recordings_in(folder):
        raise CommandError(f"{folder}: no recorded game in this folder (.jsonl or .jsonl.gz)")
    if history is not None:
        try:
            read_history(history, {}, 1)
        except HistoryError as fault:
            raise CommandError(str(fault)) from None


def live_settings(config: Config) -> LiveSettings:
    """What the pages show, and to whom.

    Raises:
        ConfigError: they would be seen beyond this machine without a token or without TLS.
    """
    pages = config.pages
    token = None
    if pages.token_file is not None:
        token = read_password_file(pages.token_file.expanduser())
        if len(token) < SHORTEST_TOKEN:
            raise ConfigError(f"{pages.token_file}: the token must have {SHORTEST_TOKEN} characters or more")
    if not is_loopback(pages.host) or pages.hosts:
        beyond = f"pages for others than this machine ({', '.join((pages.host, *pages.hosts))})"
        if token is None:
            raise ConfigError(f"{beyond} need a token: give --token-file FILE or set pages.token_file")
        if not pages.behind_tls:
            raise ConfigError(
                f"{beyond} need TLS: put them behind a proxy that speaks it, and give --behind-tls or set "
                "pages.behind_tls"
            )
    hosts = pages.hosts if is_loopback(pages.host) else (pages.host, *pages.hosts)
    return LiveSettings(config.history.path, hosts, token)


def live_pages(config: Config, folder: Path, port: int) -> AbstractAsyncContextManager[int]:
    """The pages, served while it is entered; gives the port; 0 is any free one.

    Raises:
        ConfigError: see `live_settings`.
        OSError: the address cannot be had.
    """
    settings = live_settings(config)
    games = LiveGames(
        folder, Catalogue.load(), CardEffects(CardIndex.load()), show_hands=config.pages.show_hands
    )
    return serving(games, settings, config.pages.host, port)


async def keep_pages(config: Config) -> None:
    """Serve the pages of a service until cancelled; without a port, or without journals, nothing.

    A port that is taken is told once, and tried again; whatever goes wrong here ends nothing else.
    """
    folder, pages = config.journal_directory, config.pages
    if not pages.port or folder is None:
        return
    told = False
    while True:
        try:
            async with live_pages(config, folder, pages.port):
                told = False
                _log.info("pages_served", at=f"{pages.host} port {pages.port}")
                await asyncio.Event().wait()
        except Exception as fault:  # noqa: BLE001 - a service without its pages goes on
            if not told:
                _log.error("pages_not_served", why=str(fault), next_try_in=_RETRY)
            told = True
        await asyncio.sleep(_RETRY)
