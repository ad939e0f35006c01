"""The live pages as `dashboard` and `serve` have them."""

import asyncio
import errno
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import structlog

from gemp_bot.cards.index import CardIndex
from gemp_bot.config import ConfigError
from gemp_bot.config.model import Config
from gemp_bot.config.passwords import read_password_file
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.pages.live import LiveSettings, serving
from gemp_bot.pages.live_games import LiveGames
from gemp_bot.pages.render import SHORTEST_TOKEN, is_loopback

_log = structlog.stdlib.get_logger(__name__)

_RETRY = 60.0
"""Seconds between two tries to have a port that is taken."""


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
    """The pages, served while it is entered; gives the port.

    Args:
        config: see `[pages]`.
        folder: of the journals.
        port: to listen at; 0 for any free one.

    Raises:
        ConfigError: see `live_settings`.
        OSError: the address cannot be had.
    """
    settings = live_settings(config)
    games = LiveGames(
        folder, Catalogue.load(), CardEffects(CardIndex.load()), show_hands=config.pages.show_hands
    )
    return serving(games, settings, config.pages.host, port)


def why_not_listening(host: str, port: int, fault: OSError) -> str:
    """One line about an address that cannot be had."""
    if fault.errno == errno.EADDRINUSE:
        return f"{host}:{port}: the port is in use: take another one with --port, or --port 0 for any free"
    return f"{host}:{port}: cannot listen there: {fault.strerror or fault}"


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
