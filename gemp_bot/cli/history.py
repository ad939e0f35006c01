"""`gemp-bot history ...`: the games that were played. Its options are in `parsers`."""

import argparse
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from gemp_bot.cli.exits import FAILURE, OK, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.cli.session import open_session, read_config, run_command
from gemp_bot.config import ConfigError
from gemp_bot.config.model import Config
from gemp_bot.history.database import (
    Connection,
    HistoryError,
    Keep,
    history_error,
    open_database,
    prune_games,
    prune_journals,
    read_key,
)
from gemp_bot.history.records import GameFilter, GameGroup, Grouping, count_games, list_games
from gemp_bot.journal.pseudonyms import PersonKey, is_person

Opened = tuple[Connection, PersonKey]


def history_file(args: argparse.Namespace, config: Config) -> Path:
    """Which file holds the history.

    Raises:
        ConfigError: none is named.
    """
    file: Path | None = args.history or config.history.path
    if file is None:
        raise ConfigError("no history: give --history FILE or set history.file")
    return file


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    out = Output(as_json=args.json)
    if args.verb == "fetch":
        return run_command(fetch, args)
    config = read_config(args)
    verb = {"import": _import, "games": _games, "stats": _stats, "forget": _forget, "prune": _prune}[
        args.verb
    ]
    return verb(args, config, out)


@contextmanager
def _opened(file: Path, *, made: bool = False) -> Iterator[Opened]:
    """Open the history, for one command.

    Raises:
        CommandError: one line: it is not there, or cannot be used.
    """
    if not made and not file.exists():
        raise CommandError(f"{file}: no such history")
    try:
        key = read_key(file)
        with closing(open_database(file, key)) as database:
            yield database, key
    except HistoryError as fault:
        raise CommandError(str(fault)) from None
    except sqlite3.Error as fault:
        raise CommandError(str(history_error(fault, file))) from None


def _folder(args: argparse.Namespace, config: Config) -> Path | None:
    folder: Path | None = args.journals or config.journal_directory
    return folder


# -- looking ------------------------------------------------------------------------------------


def _games(args: argparse.Namespace, config: Config, out: Output) -> int:
    with _opened(history_file(args, config)) as (database, key):
        found, total = list_games(database, key, GameFilter(args.opponent, args.since), args.limit)
    columns = ("begun", "result", "opponent", "format", "side", "deck", "turns", "life")
    out.table(columns, [[_cell(game, column) for column in columns] for game in found])
    out.line(f"{len(found)} of {total} games")
    told_games = [game | {"begun": _moment(game["begun"]), "ended": _moment(game["ended"])} for game in found]
    out.json({"games": told_games, "total": {"games": total}})
    return OK


def _cell(game: dict[str, object], column: str) -> str:
    value = game[column]
    if column == "begun":
        return str(_moment(value))[:16].replace("T", " ")
    if column == "result":
        return "running" if value is None else str(value)
    if column == "life":
        return f"{_known(value)} to {_known(game['opponent_life'])}"
    return _known(value)


def _known(value: object) -> str:
    return "?" if value is None else str(value)


def _moment(value: object) -> str | None:
    if not isinstance(value, float):
        return None
    return datetime.fromtimestamp(value, UTC).isoformat(timespec="seconds")


def _stats(args: argparse.Namespace, config: Config, out: Output) -> int:
    by = None if args.by is None else Grouping(args.by)
    which = GameFilter(args.opponent, args.since)
    with _opened(history_file(args, config)) as (database, key):
        groups = [] if by is None else count_games(database, key, by, which)
        total = next(iter(count_games(database, key, None, which)), GameGroup("all", {}, 0, 0, 0))
    rows = [*groups, total]
    columns = (args.by or "games", "n", "won", "lost", "other", "share won", "95 %")
    out.table(columns, [_row(group) for group in rows])
    told_groups = [_json(group) | {"digests": group.digests} for group in groups]
    out.json({"by": args.by, "groups": told_groups, "total": _json(total)})
    return OK


def _row(group: GameGroup) -> list[str]:
    share = group.share
    told_share = ["", ""]
    if share is not None:
        told_share = [f"{share.value:.1%}", f"{share.low:.1%} to {share.high:.1%}"]
    return [group.label, *map(str, (group.games, group.won, group.lost, group.other)), *told_share]


def _json(group: GameGroup) -> dict[str, object]:
    share = group.share
    return {
        "label": group.label,
        "games": group.games,
        "won": group.won,
        "lost": group.lost,
        "other": group.other,
        "share": None
        if share is None
        else {"value": round(share.value, 6), "low": round(share.low, 6), "high": round(share.high, 6)},
    }


# -- changing -----------------------------------------------------------------------------------


def _import(args: argparse.Namespace, config: Config, out: Output) -> int:
    from gemp_bot.history.importing import import_journals

    if not args.folder.is_dir():
        raise CommandError(f"{args.folder}: no such folder")
    hidden = config.journal.pseudonyms
    with _opened(history_file(args, config), made=True) as (database, key):
        done = import_journals(
            database,
            key,
            args.folder,
            pseudonyms=hidden,
            tell=lambda why: out.note(f"gemp-bot: {why}"),
        )
    out.line(f"{done.games} games taken in, {done.known} known before, {len(done.damaged)} files passed over")
    out.json({"games": done.games, "known": done.known, "damaged": done.damaged})
    return FAILURE if done.damaged else OK


def _forget(args: argparse.Namespace, config: Config, out: Output) -> int:
    from gemp_bot.history.writer import forget

    if not is_person(args.player):
        raise CommandError(f"{args.player!r} is no login of a person")
    with _opened(history_file(args, config)) as (database, key):
        done = forget(database, key, args.player, _folder(args, config))
    for why in done.left:
        out.note(f"gemp-bot: {why}")
    out.line(f"forgotten in {done.games} games and {done.journals} journals")
    out.json({"games": done.games, "journals": done.journals, "left": done.left})
    return FAILURE if done.left else OK


def _prune(args: argparse.Namespace, config: Config, out: Output) -> int:
    days = [args.keep_games, args.keep_journals]
    if days == [None, None]:
        days = [config.history.keep_days, config.history.keep_journal_days]
    keep, now = Keep(*(each or 0 for each in days)), time.time()
    with _opened(history_file(args, config)) as (database, _):
        games = prune_games(database, keep, now)
    folder = _folder(args, config)
    journals = 0 if folder is None else prune_journals(folder, keep, now)
    out.line(f"{games} games and {journals} journals removed")
    out.json({"games": games, "journals": journals})
    return OK


async def fetch(args: argparse.Namespace, out: Output) -> int:
    """Take our games from the server."""
    from gemp_bot.cli.journals import journal_folder
    from gemp_bot.cli.version import version_line
    from gemp_bot.history.importing import Fetcher, LastExchange

    last = LastExchange()
    async with open_session(args, observer=last.observe) as session:
        config = session.config
        folder = _folder(args, config)
        if folder is not None:
            journal_folder(folder)
        with _opened(history_file(args, config), made=True) as (database, key):
            done = await Fetcher(
                session.client,
                last,
                session.account.name,
                database,
                key,
                folder,
                key.pseudonym if config.journal.pseudonyms else lambda _: None,
                version_line(),
            ).run()
    for why in done.missing:
        out.note(f"gemp-bot: {why}")
    out.line(f"{done.games} games taken in, {done.known} known before, {done.replays} replays written")
    out.json({"games": done.games, "known": done.known, "replays": done.replays, "missing": done.missing})
    return FAILURE if done.missing else OK
