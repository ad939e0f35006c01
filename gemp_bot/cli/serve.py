"""`gemp-bot serve`: play as a service; ask one that runs, or tell it to drain, resume or reload."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from gemp_bot.cli.command import JsonResult, ServerArgs, arg, command
from gemp_bot.cli.exits import OK, USAGE, CommandError
from gemp_bot.cli.output import Output, or_unknown, span
from gemp_bot.cli.session import control_path, read_config
from gemp_bot.service.control import (
    ControlError,
    RunningGame,
    ServiceStatus,
    UnkeptRecords,
    ask_service,
)


class ServeArgs(ServerArgs):
    """Which service, and what it is asked or told."""

    what: str | None = arg(
        "WHAT",
        "of the service that runs: status: how it stands; games: those that run; drain: begin no further "
        "game; resume: begin games again; reload: take tables and strategies from their files, for new "
        "games (else the service is run)",
        choices=("status", "games", "drain", "resume", "reload"),
    )
    socket: Path | None = arg("--socket FILE", "with WHAT: its control socket (else as configured)")


class RunningGamesShown(JsonResult):
    """Of `games`."""

    games: list[RunningGame]


@command(
    json=ServiceStatus | RunningGamesShown,
    about="""
Play as a service, for weeks: find games as the tables of the configuration say
(own tables, tables of others, the server's own players, queues), play them, and
wait for whatever passes: a server that is gone, a session that ended, an
account that is banned until a time. Running games of the account are played on.

The first SIGTERM or Ctrl-C ends after the running games, the second leaves them
to the next start or concedes them (service.on_second_signal). SIGHUP takes
tables and strategies from their files for new games. --json prints the status
at the end.

With WHAT ask a service that runs on this machine, or steer it. It answers the
user who runs it only, on a socket named by server and account.

docs/operate.md is the manual.""",
    examples="""
  gemp-bot serve --config mybot.toml
  gemp-bot serve status --config mybot.toml
  gemp-bot serve drain --config mybot.toml      before an upgrade
  gemp-bot serve games --json --config mybot.toml
  gemp-bot serve reload --socket /run/gemp-bot/mybot.sock""",
)
async def serve(args: ServeArgs, out: Output) -> int:
    """Play until told to stop; or ask a service, and show the answer."""
    if args.what is None:
        if args.socket is not None:
            raise CommandError("--socket goes with what is asked: gemp-bot serve status", code=USAGE)
        from gemp_bot.cli.serving import run_service  # half of the program

        return await run_service(args, out)
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


COMMAND = serve


def _show_status(status: ServiceStatus, out: Output) -> None:
    why = f": {status.why}" if status.why else ""
    results = ", ".join(f"{count} {name}" for name, count in status.results.items()) or "none over yet"
    out.line(f"{status.account} at {status.server}: {status.state}{why}")
    out.line(f"{status.version}, for {span(status.seconds)}; games begun: {status.begun}, {results}")
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
            f"{or_unknown(game.life)} to {or_unknown(game.opponent_life)}",
            str(game.decisions),
            span(game.seconds),
        )
        for game in games
    ]
    out.table(("game", "table", "strategy", "opponent", "turn", "life", "questions", "for"), rows)
