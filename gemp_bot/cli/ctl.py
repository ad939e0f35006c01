"""`gemp-bot ctl`: ask a running service, or tell it to drain, resume or reload."""

import argparse
import asyncio
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from gemp_bot.cli.exits import OK, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.cli.session import account_name, read_config
from gemp_bot.config.model import Config
from gemp_bot.files.runtime import runtime_folder
from gemp_bot.protocol.address import ServerAddress
from gemp_bot.service.control import (
    ControlError,
    RunningGame,
    ServiceStatus,
    UnkeptRecords,
    ask_service,
    need_sockets,
)

_DIGITS = 16


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    out = Output(as_json=args.json)
    path = args.socket or control_path(read_config(args))
    try:
        answer = asyncio.run(ask_service(path, args.verb))
    except ControlError as fault:
        raise CommandError(str(fault)) from None
    told: Any = msgspec.json.decode(answer)
    if args.verb == "games":
        _show_games(msgspec.convert(told, tuple[RunningGame, ...]), out)
        out.json({"games": told})
    else:
        _show_status(msgspec.convert(told, ServiceStatus), out)
        out.json(told)
    return OK


def control_path(config: Config) -> Path:
    """Where the control socket of a service is.

    Raises:
        CommandError: there is no usual place for one on this machine.
        ControlError: this system has none.
    """
    need_sockets()
    if config.service.control is not None:
        return config.service.control.expanduser()
    folder = runtime_folder()
    if folder is None:
        raise CommandError("there is no folder for the control socket: set service.control to a path")
    address = ServerAddress.parse(config.server.url)
    told = f"{address.host} {address.port} {address.prefix} {account_name(config).casefold()}"
    return folder / f"{hashlib.sha256(told.encode()).hexdigest()[:_DIGITS]}.sock"


def _show_status(status: ServiceStatus, out: Output) -> None:
    why = f": {status.why}" if status.why else ""
    results = ", ".join(f"{count} {name}" for name, count in status.results.items()) or "none over yet"
    out.line(f"{status.account} at {status.server}: {status.state}{why}")
    out.line(f"{status.version}, for {span(status.seconds)}; {status.begun} games begun, {results}")
    for line in _troubles(status.records):
        out.line(line)
    for entry in status.entries:
        rests = f", tried again in {entry.rests:.0f} s" if entry.rests else ""
        trouble = f": {entry.trouble}" if entry.trouble else ""
        out.line(f"  {entry.name} ({entry.find}): {entry.games} running{rests}{trouble}")
    for table in status.waiting:
        out.line(f"  table {table.table} ({table.entry}) with {table.deck}: open for {span(table.seconds)}")
    if status.games:
        out.line()
        _show_games(status.games, out)


def _troubles(records: UnkeptRecords) -> Iterator[str]:
    if records.history_trouble:
        yield f"history not written, {records.history_trouble}: {records.history_waiting} writes wait"
    if records.journals_waiting:
        yield f"no room on the disk for journals: {records.journals_waiting} wait"
    if records.journals_lost:
        yield f"journals lost since the start: {records.journals_lost}"


def _show_games(games: tuple[RunningGame, ...], out: Output) -> None:
    if not games:
        out.line("no game runs")
        return
    rows = [
        (
            game.game,
            game.entry,
            game.strategy,
            game.opponent or "?",
            str(game.turn),
            f"{_known(game.life)} to {_known(game.opponent_life)}",
            str(game.decisions),
            span(game.seconds),
        )
        for game in games
    ]
    out.table(("game", "table", "strategy", "opponent", "turn", "life", "questions", "for"), rows)


def _known(number: int | None) -> str:
    return "?" if number is None else str(number)


def span(seconds: float) -> str:
    """A time in words."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days} d {hours} h"
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
