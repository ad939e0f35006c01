"""One quiet line at the bottom of a terminal: how a service stands."""

import asyncio
import shutil
import sys
from collections.abc import Callable

from gemp_bot.cli.ctl import span
from gemp_bot.logs import live_line, style_in_use
from gemp_bot.service.control import RunningGame, ServiceStatus
from gemp_bot.terminal import plain

_EVERY = 2.0


async def keep_live_line(status: Callable[[], ServiceStatus]) -> None:
    """Show it until cancelled; nothing where stderr is no terminal, or lines are JSON."""
    if sys.stderr is None or not sys.stderr.isatty() or style_in_use() != "console":
        return
    try:
        while True:
            live_line(plain(in_words(status()))[: shutil.get_terminal_size().columns - 1])
            await asyncio.sleep(_EVERY)
    finally:
        live_line("")


def in_words(status: ServiceStatus) -> str:
    """The line: state, tables that wait, games that run."""
    parts = [status.state.value + (f" ({status.why})" if status.why else "")]
    parts += [f"{table.entry}: table open for {span(table.seconds)}" for table in status.waiting]
    parts += [_game(game) for game in status.games]
    parts += [f"{sum(status.results.values())} games over"]
    return " | ".join(parts)


def _game(game: RunningGame) -> str:
    lives = f", {game.life} to {game.opponent_life}" if game.life is not None else ""
    return f"{game.opponent or '?'}: turn {game.turn}{lives}"
