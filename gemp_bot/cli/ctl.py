"""`gemp-bot ctl`: ask a running service, or tell it to drain, resume or reload."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from gemp_bot.cli.command import JsonResult, ServerArgs, arg, command
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


class CtlArgs(ServerArgs):
    """Which service, and what it is asked or told."""

    what: str = arg(
        "WHAT",
        "status: how it stands; games: those that run; drain: begin no further game; resume: begin "
        "games again; reload: take tables and strategies from their files, for new games",
        choices=("status", "games", "drain", "resume", "reload"),
    )
    socket: Path | None = arg("--socket FILE", "its control socket (else as configured)")


class RunningGamesShown(JsonResult):
    """Of `games`."""

    games: list[RunningGame]


@command(
    json=ServiceStatus | RunningGamesShown,
    about="""
Ask a service that runs on this machine how it stands, or steer it. It answers
the user who runs it only, on a socket named by server and account.""",
    examples="""
  gemp-bot ctl status --config mybot.toml
  gemp-bot ctl drain --config mybot.toml        before an upgrade
  gemp-bot ctl games --json --config mybot.toml
  gemp-bot ctl reload --socket /run/gemp-bot/mybot.sock""",
)
async def ctl(args: CtlArgs, out: Output) -> int:
    """Ask, and show the answer."""
    path = args.socket or control_path(read_config(args))
    try:
        answer = await ask_service(path, args.what)
    except ControlError as fault:
        raise CommandError(str(fault)) from None
    if args.what == "games":
        games = msgspec.json.decode(answer, type=tuple[RunningGame, ...])
        _show_games(games, out)
        out.json(RunningGamesShown(games=list(games)))
    else:
        status = msgspec.json.decode(answer, type=ServiceStatus)
        _show_status(status, out)
        out.json(status)
    return OK


COMMAND = ctl


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
