"""`gemp-bot tables`: what is going on in the hall."""

import argparse

from gemp_bot.cli.exits import OK
from gemp_bot.cli.output import Output
from gemp_bot.cli.session import open_session, run_command
from gemp_bot.protocol.hall import Hall, HallSeat, RowAction, TableRow


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    return run_command(tables, args)


async def tables(args: argparse.Namespace, out: Output) -> int:
    """List the tables of the hall."""
    async with open_session(args) as session:
        hall = await session.client.hall.open()
    rows = [row for row in hall.tables if row.action is not RowAction.REMOVE]
    if hall.motd:
        out.line(f"Message of the day: {hall.motd}")
    if rows:
        out.table(
            ("format", "players", "status", "description"),
            [(row.format_name, players(row.seats), status(row), row.tournament) for row in rows],
        )
    else:
        out.line("No tables.")
    if hall.new_games:
        out.line(f"Games of ours that run: {', '.join(hall.new_games)}")
    out.json(_json(hall, rows))
    return OK


def players(seats: tuple[HallSeat, ...]) -> str:
    """The players at a table, with side and archetype as far as they are told."""
    return ", ".join(_player(seat) for seat in seats) or "-"


def _player(seat: HallSeat) -> str:
    details = ": ".join(part for part in (seat.side, seat.label) if part)
    return (seat.name or "hidden") + (f" ({details})" if details else "")


def status(row: TableRow) -> str:
    """The server's words, which already say `Waiting`; its status where it has none."""
    told = row.status_text or (row.status or "-").capitalize()
    return f"{told}, won by {row.winner}" if row.winner else told


def _json(hall: Hall, rows: list[TableRow]) -> dict[str, object]:
    return {
        "server_time": None if hall.server_time is None else hall.server_time.isoformat(),
        "motd": hall.motd,
        "ai_tables": hall.ai_tables,
        "private_games": hall.private_games,
        "formats": [{"code": found.code, "name": found.name} for found in hall.formats],
        "tables": [
            {
                "id": row.id,
                "game_id": row.game_id,
                "status": row.status,
                "status_text": row.status_text,
                "format": row.format_name,
                "description": row.tournament,
                "players": [{"name": s.name, "side": s.side, "label": s.label} for s in row.seats],
                "playing": row.playing,
                "watchable": row.watchable,
                "winner": row.winner,
            }
            for row in rows
        ],
        "games": list(hall.new_games),
    }
