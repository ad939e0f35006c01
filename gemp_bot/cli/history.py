"""`gemp-bot history`: the games that were played; and a journal for others."""

import platform
import sqlite3
import time
from collections.abc import Awaitable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import msgspec

from gemp_bot.cli.command import CommandGroup as Commands
from gemp_bot.cli.command import JsonResult, ServerArgs, arg, command, count_or_endless, day
from gemp_bot.cli.exits import FAILURE, OK, CommandError
from gemp_bot.cli.output import Output, or_unknown
from gemp_bot.cli.recording import journal_folder
from gemp_bot.cli.session import open_session, read_config
from gemp_bot.cli.version import version_line
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
from gemp_bot.history.importing import Fetched, Fetcher, Imported, LastExchange, import_journals
from gemp_bot.history.records import GameFilter, GameGroup, Grouping, count_games, list_games
from gemp_bot.history.writer import Forgotten
from gemp_bot.history.writer import forget as forget_person
from gemp_bot.journal.pseudonyms import JournalCopy, PersonKey, Pseudonyms, is_person

Opened = tuple[Connection, PersonKey]


_GROUPINGS = tuple(each.value for each in Grouping)
_WORDS = frozenset({("play", "format"), ("play", "on_stuck"), ("log", "level"), ("log", "format")})
"""Texts of the configuration that name neither people nor places."""


class HistoryArgs(ServerArgs):
    """Which history."""

    history: Path | None = arg("--history FILE", "the history (else history.file)")


class JournalsArgs(HistoryArgs):
    """Which history, and its journals."""

    journals: Path | None = arg("--journals DIR", "folder of the journals (else journal.directory)")


class WhichArgs(HistoryArgs):
    """Which games."""

    opponent: str | None = arg("--opponent PLAYER", "only games with this player")
    since: float | None = arg("--since DATE", "only games from this day on, YYYY-MM-DD, UTC", day)


class GamesArgs(WhichArgs):
    """Which games, and how many."""

    limit: int = arg("--limit N", "at most so many (else 20); 0: all", count_or_endless, default=20)


class StatsArgs(WhichArgs):
    """Which games, and what they have in common."""

    by: str | None = arg(
        "--by WHAT",
        f"a line for each of them: {', '.join(_GROUPINGS)} (else one for all)",
        choices=_GROUPINGS,
    )


class ImportArgs(JournalsArgs):
    """From where."""

    folder: Path | None = arg("DIR", "a folder of journals (else the server is asked)")


class ForgetArgs(JournalsArgs):
    """Whom."""

    player: str = arg("PLAYER", "login name")


class PruneArgs(JournalsArgs):
    """What is kept; with one of them the other is 0, whatever the configuration says."""

    keep_games: int | None = arg("--keep-games DAYS", "days games are kept; 0: for ever", count_or_endless)
    keep_journals: int | None = arg(
        "--keep-journals DAYS", "days journals are kept; 0: for ever", count_or_endless
    )


class ShareArgs(ServerArgs):
    """Which journal."""

    file: Path = arg("FILE", "a journal")
    out: Path | None = arg("--out FILE", "the copy (else shared-FILE in the current folder)")


class HistoryGame(JsonResult):
    """A game; null is what is not known."""

    game: Annotated[str, "its id; of one that was only fetched, that of the server's recording"]
    server: str
    account: str
    begun: Annotated[str | None, "UTC, ISO 8601"]
    ended: Annotated[str | None, "null while it runs"]
    format: Annotated[str | None, "code, or its name as the server tells it"]
    entry: Annotated[str | None, "name of the `[[table]]`"]
    side: str | None
    deck: str | None
    deck_digest: str | None
    opponent_deck: str | None
    opponent_deck_digest: str | None
    strategy: str | None
    strategy_digest: str | None
    program_digest: str | None
    version: Annotated[str | None, "of gemp-bot"]
    opponent: Annotated[str | None, "name or pseudonym"]
    opponent_kind: Annotated[str | None, "ai, bot or person"]
    result: Annotated[str | None, "as of `play`; unknown: it ended unseen; null while it runs"]
    reason: str | None
    fault: str | None
    life: Annotated[int | None, "at the end"]
    opponent_life: int | None
    turns: int | None
    decisions: int | None
    choices: int | None
    fallbacks: int | None
    resyncs: int | None
    seconds: float | None
    think_p50: Annotated[float | None, "median time of a choice, in milliseconds"]
    think_p99: float | None
    journal: Annotated[str | None, "file name; of several the last"]
    adopted: Annotated[bool, "another process played it on than began it"]


class HistoryTotal(JsonResult):
    """All games that fit."""

    games: int


class HistoryGames(JsonResult):
    """The games, the newest first."""

    games: list[HistoryGame]
    total: HistoryTotal


class HistoryStats(JsonResult):
    """Counts."""

    by: str | None
    groups: list[GameGroup]
    total: GameGroup


class Pruned(JsonResult):
    """What was removed."""

    games: int
    journals: int


class SharedJournal(JsonResult):
    """The copy."""

    file: str
    bytes: int


def history_file(args: HistoryArgs, config: Config) -> Path:
    """Which file holds the history.

    Raises:
        ConfigError: none is named.
    """
    file = args.history or config.history.path
    if file is None:
        raise ConfigError("no history: give --history FILE or set history.file")
    return file


@contextmanager
def _opened(file: Path, *, made: bool = False) -> Iterator[Opened]:
    """Open the history, for one command."""
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


def _folder(args: JournalsArgs, config: Config) -> Path | None:
    return args.journals or config.journal_directory


# -- looking ------------------------------------------------------------------------------------


@command(
    json=HistoryGames,
    summary="list games",
    about="""
List games, the newest first. Games that run have no result yet; `unknown` is
the result of a game that ended unseen, while the program did not run.""",
    examples="""
  gemp-bot history games --history games.db --since 2026-01-01""",
)
def games(args: GamesArgs, out: Output) -> int:
    """List games."""
    config = read_config(args)
    with _opened(history_file(args, config)) as (database, key):
        found, total = list_games(database, key, GameFilter(args.opponent, args.since), args.limit)
    columns = ("begun", "result", "opponent", "format", "side", "deck", "turns", "life")
    out.table(columns, [[_cell(game, column) for column in columns] for game in found])
    out.line(f"{len(found)} of {total} games")
    told_games = [game | {"begun": _moment(game["begun"]), "ended": _moment(game["ended"])} for game in found]
    out.json(msgspec.convert({"games": told_games, "total": {"games": total}}, HistoryGames))
    return OK


def _cell(game: dict[str, object], column: str) -> str:
    value = game[column]
    if column == "begun":
        return str(_moment(value))[:16].replace("T", " ")
    if column == "result":
        return "running" if value is None else str(value)
    if column == "life":
        return f"{or_unknown(value)} to {or_unknown(game['opponent_life'])}"
    return or_unknown(value)


def _moment(value: object) -> str | None:
    if not isinstance(value, float):
        return None
    return datetime.fromtimestamp(value, UTC).isoformat(timespec="seconds")


@command(
    json=HistoryStats,
    summary="count games won and lost",
    about="""
Count games that are over: won, lost and other ones (cancelled, unfinished),
the share of decided games that were won, and where it lies with 95 %
confidence (Wilson). Decks and strategies are told apart by their digests.""",
    examples="""
  gemp-bot history stats --history games.db --by matchup""",
)
def stats(args: StatsArgs, out: Output) -> int:
    """Count games."""
    config = read_config(args)
    by = None if args.by is None else Grouping(args.by)
    which = GameFilter(args.opponent, args.since)
    with _opened(history_file(args, config)) as (database, key):
        groups = [] if by is None else count_games(database, key, by, which)
        total = next(iter(count_games(database, key, None, which)), GameGroup.of("all", 0, 0, 0, {}))
    rows = [*groups, total]
    columns = (args.by or "games", "n", "won", "lost", "other", "share won", "95 %")
    out.table(columns, [_row(group) for group in rows])
    out.json(HistoryStats(by=args.by, groups=groups, total=total))
    return OK


def _row(group: GameGroup) -> list[str]:
    share = group.share
    told_share = ["", ""]
    if share is not None:
        told_share = [f"{share.value:.1%}", f"{share.low:.1%} to {share.high:.1%}"]
    return [group.label, *map(str, (group.games, group.won, group.lost, group.other)), *told_share]


# -- changing -----------------------------------------------------------------------------------


@command(
    json=Imported | Fetched,
    summary="take in journals of before, or our games from the server",
    about="""
Take in the journals of a folder. Each game is taken in once, however often its
folder is. A journal that is damaged is told and passed over (exit code 1). How
a game was found, its format and names of an opponent's deck are in no journal,
and who the people of a journal with counted names (player1) are is not known.

Without DIR ask the server for our games that are over, and take in those that
are not in the history yet. The server's own replay of each goes into the folder
of journals, as FILE.replay.jsonl.gz: it holds what we saw, but neither
questions nor answers, so it cannot be re-lived.""",
    examples="""
  gemp-bot history import journals --history games.db""",
)
def take_in(args: ImportArgs, out: Output) -> int | Awaitable[int]:
    """Take in games."""
    return _fetch(args, out) if args.folder is None else _import(args, args.folder, out)


def _import(args: ImportArgs, folder: Path, out: Output) -> int:
    config = read_config(args)
    if not folder.is_dir():
        raise CommandError(f"{folder}: no such folder")
    hidden = config.journal.pseudonyms
    with _opened(history_file(args, config), made=True) as (database, key):
        done = import_journals(
            database,
            key,
            folder,
            pseudonyms=hidden,
            tell=lambda why: out.note(f"gemp-bot: {why}"),
        )
    out.line(f"{done.games} games taken in, {done.known} known before, {len(done.damaged)} files passed over")
    out.json(done)
    return FAILURE if done.damaged else OK


@command(
    json=Forgotten,
    summary="forget a person",
    about="""
Replace the name of a person by a pseudonym, for good: in the history and in all
journals of the folder. Counts stay right, and that the person wants no game
with us stays known, as a keyed hash. Later games are written the same way.

What cannot be rewritten is told (exit code 1): a journal that is damaged, or of
a game that still runs. Titles of cards and names of decks stay as they are.""",
    examples="""
  gemp-bot history forget alice --history games.db --journals journals""",
)
def forget(args: ForgetArgs, out: Output) -> int:
    """Forget a person."""
    config = read_config(args)
    if not is_person(args.player):
        raise CommandError(f"{args.player!r} is no login of a person")
    with _opened(history_file(args, config)) as (database, key):
        done = forget_person(database, key, args.player, _folder(args, config))
    for why in done.left:
        out.note(f"gemp-bot: {why}")
    out.line(f"forgotten in {done.games} games and {done.journals} journals")
    out.json(done)
    return FAILURE if done.left else OK


@command(
    json=Pruned,
    summary="remove what is old",
    about="""
Remove games that ended, and journals that were last written, more than so many
days ago: those given, else those of the configuration (history.keep_days,
history.keep_journal_days). Refusals of people stay, and so do games that run.""",
    examples="""
  gemp-bot history prune --history games.db --keep-games 365""",
)
def prune(args: PruneArgs, out: Output) -> int:
    """Remove what is old."""
    config = read_config(args)
    days = [args.keep_games, args.keep_journals]
    if days == [None, None]:
        days = [config.history.keep_days, config.history.keep_journal_days]
    keep, now = Keep(*(each or 0 for each in days)), time.time()
    with _opened(history_file(args, config)) as (database, _):
        removed = prune_games(database, keep, now)
    folder = _folder(args, config)
    journals = 0 if folder is None else prune_journals(folder, keep, now)
    out.line(f"{removed} games and {journals} journals removed")
    out.json(Pruned(games=removed, journals=journals))
    return OK


async def _fetch(args: ImportArgs, out: Output) -> int:
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
    out.json(done)
    return FAILURE if done.missing else OK


@command(
    json=SharedJournal,
    summary="copy a journal for others",
    about="""
Copy a journal for others, to report a fault: people get other names, and a line
with the version of the program and the numbers and switches of its
configuration is added. Names, addresses, paths and secrets are left out.""",
    examples="""
  gemp-bot history share journals/lost.jsonl.gz --out fault.jsonl.gz""",
)
def share(args: ShareArgs, out: Output) -> int:
    """Copy a journal."""
    target = args.out or Path(f"shared-{args.file.name}")
    if target.exists():
        raise CommandError(f"{target}: is there already: name another file with --out")
    about = {
        "kind": "shared",
        "bot": version_line(),
        "python": platform.python_version(),
        "system": platform.system(),
        "config": shareable(read_config(args)),
    }
    JournalCopy(args.file, Pseudonyms(), shared=True, after_head=about).write(target)
    size = target.stat().st_size
    out.line(f"{target}: {size} bytes, with other names for people")
    out.json(SharedJournal(file=str(target), bytes=size))
    return OK


def shareable(config: Config) -> dict[str, dict[str, object]]:
    """The numbers and switches of a configuration: its texts may be names, addresses or paths."""
    values: dict[str, object] = config.as_json()
    return {
        section: {
            key: value
            for key, value in keys.items()
            if isinstance(value, bool | int | float) or (section, key) in _WORDS
        }
        for section, keys in values.items()
        if isinstance(keys, dict)
    }


COMMAND = Commands(
    """\
The games that were played, in one SQLite file: how they ended, against whom,
with which deck and strategy.""",
    {
        "games": games,
        "stats": stats,
        "import": take_in,
        "forget": forget,
        "prune": prune,
        "share": share,
    },
)
