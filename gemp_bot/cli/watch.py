"""`gemp-bot watch`: the tables of a server, and one of its running games told as it is played."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.command import JsonResult, ServerArgs, arg, command
from gemp_bot.cli.exits import FAILURE, OK, USAGE, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.cli.recorded import page_of
from gemp_bot.cli.recording import journal_folder, kept_history, play_settings
from gemp_bot.cli.session import LoggedIn, account_name, config_file, open_session
from gemp_bot.cli.story import ToldGame, ToldStory
from gemp_bot.cli.version import version_line
from gemp_bot.config.load import load_config
from gemp_bot.journal import Head
from gemp_bot.journal.reader import FORMAT_VERSION
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.accounts import Claims, is_claimed
from gemp_bot.play.spectator import NotWatchableError, Spectator, row_to_watch, watchable
from gemp_bot.play.trouble import GivenUpError
from gemp_bot.protocol.hall import FormatRow, Hall, HallSeat, RowAction, TableRow
from gemp_bot.protocol.ids import GameId
from gemp_bot.report.board import board_lines
from gemp_bot.view.names import Titles
from gemp_bot.view.watcher import GameWatcher


class WatchArgs(ServerArgs):
    """Which game, and how it is told."""

    game: str | None = arg("GAME", "id of a game (else the tables are listed)")
    board: bool = arg("--board", "boards instead of the story")
    record: Path | None = arg("--record DIR", "write a journal into this folder")
    names: bool = arg("--names", "with --record: the names of people as they are")


class TableShown(JsonResult):
    """A table of the hall."""

    id: str
    game_id: Annotated[str | None, "null while nobody plays"]
    status: Annotated[str | None, "WAITING, PLAYING, FINISHED; null if unknown"]
    status_text: Annotated[str, "the server's words"]
    format: Annotated[str, "its name"]
    description: Annotated[str, "Casual, its league or its tournament"]
    players: tuple[HallSeat, ...]
    playing: Annotated[bool, "whether we sit there"]
    watchable: Annotated[bool, "whether the server lets us watch"]
    watched: Annotated[bool, "whether we would: no bot of ours plays there"]
    winner: Annotated[str | None, "null if nobody won yet, or the table is private"]


class HallShown(JsonResult):
    """Without GAME."""

    server_time: Annotated[str | None, "the server's clock, UTC, ISO 8601"]
    motd: Annotated[str | None, "message of the day"]
    ai_tables: Annotated[bool, "whether there are tables against the server's own players"]
    private_games: Annotated[bool, "whether there are private tables"]
    formats: Annotated[tuple[FormatRow, ...], "by codes as `play --format` takes them"]
    tables: list[TableShown]
    games: Annotated[list[str], "ids of running games of ours"]


class WatchedGame(ToldGame):
    """With GAME."""

    game: str
    journal: Annotated[str | None, "the file of --record"]


@command(
    json=HallShown | WatchedGame,
    about="""
Without GAME: list the tables of the hall: format, players, status, description,
and the id of each game that may be watched. With the id of one: open it as a
spectator and tell it as a story, or board by board, to its end. Neither hand is
seen, and nothing is answered.

A game in which a bot of ours plays is never watched: neither of the account of
the configuration, nor of one that a gemp-bot of this machine uses, nor of the
account that watches. The account that watches plays nothing meanwhile.

--record writes a journal that `report` and `replay` read. People get other names
in it, and keep their own with --names. With --json the story goes to stderr and
into the object.""",
    examples="""
  gemp-bot watch --server http://127.0.0.1:17001 --user guest
  gemp-bot watch --json | jq '.tables[] | select(.status == "WAITING")'
  gemp-bot watch --user guest 3e7dc7a2ea20-14f4-930d
  gemp-bot watch --user guest --record watched 3e7dc7a2ea20-14f4-930d""",
)
async def watch(args: WatchArgs, out: Output) -> int:
    """List the games that may be watched, or watch one."""
    if args.game is None and (args.record or args.board):
        raise CommandError("--record and --board go with a game: gemp-bot watch GAME", code=USAGE)
    if args.names and not args.record:
        raise CommandError("--names goes with --record DIR", code=USAGE)
    recorder = Recorder()
    async with open_session(args, observer=recorder.observe) as session:
        user, server = account_name(session.config), session.client.settings.url
        configured = load_config(config_file(args), {}).account.user
        ours = {name.casefold() for name in (user, configured) if name}

        def is_ours(name: str) -> bool:
            return name.casefold() in ours or is_claimed(server, name)

        hall = await session.client.hall.open()
        if args.game is None:
            _list(hall, list(watchable(hall, is_ours)), out)
            return OK
        with Claims(server, (user,)):
            try:
                row = row_to_watch(GameId(args.game), hall, is_ours)
            except NotWatchableError as refused:
                raise CommandError(str(refused)) from None
            watcher, story, tell = _telling(row.game_id or "", out, boards=args.board)
            spectator = Spectator(
                session.client.game(GameId(args.game)),
                watcher,
                log_in=session.log_in,
                is_ours=is_ours,
                on_news=tell,
                settings=play_settings(session.config),
            )
            fault: GivenUpError | None = None
            with _recorded(args, session, recorder) as journal:
                try:
                    await spectator.run()
                except GivenUpError as found:
                    fault = found
                story.end()
            if journal is not None and not watcher.frames:
                journal.unlink()  # nothing was seen
    path = None if journal is None else str(journal)
    out.json(WatchedGame(game=row.game_id or "", journal=path, **story.as_json()))
    if fault is not None:
        raise CommandError(str(fault), code=FAILURE)
    return OK


COMMAND = watch


# -- which games --------------------------------------------------------------------------------


def _list(hall: Hall, watched: list[TableRow], out: Output) -> None:
    rows = [row for row in hall.tables if row.action is not RowAction.REMOVE]
    if hall.motd:
        out.line(f"Message of the day: {hall.motd}")
    if rows:
        out.table(
            ("game", "format", "players", "status", "description"),
            [
                (
                    (row in watched and row.game_id) or "",
                    row.format_name,
                    ", ".join(map(_player, row.seats)) or "-",
                    _status(row),
                    row.tournament,
                )
                for row in rows
            ],
        )
    else:
        out.line("No tables.")
    if hall.new_games:
        out.line(f"Games of ours that run: {', '.join(hall.new_games)}")
    out.json(
        HallShown(
            server_time=None if hall.server_time is None else hall.server_time.isoformat(),
            motd=hall.motd,
            ai_tables=hall.ai_tables,
            private_games=hall.private_games,
            formats=hall.formats,
            tables=[_table(row, watched=row in watched) for row in rows],
            games=list(hall.new_games),
        )
    )


def _table(row: TableRow, *, watched: bool) -> TableShown:
    return TableShown.of(
        row, format=row.format_name, description=row.tournament, players=row.seats, watched=watched
    )


def _player(seat: HallSeat) -> str:
    """A player, with side and archetype as far as they are told."""
    details = ": ".join(part for part in (seat.side, seat.label) if part)
    return (seat.name or "hidden") + (f" ({details})" if details else "")


def _status(row: TableRow) -> str:
    """The server's words, which already say `Waiting`; its status where it has none."""
    told = row.status_text or (row.status or "-").capitalize()
    return f"{told}, won by {row.winner}" if row.winner else told


# -- recording ----------------------------------------------------------------------------------


@contextmanager
def _recorded(args: WatchArgs, session: LoggedIn, recorder: Recorder) -> Iterator[Path | None]:
    """Record the game, if that is wanted; gives the file."""
    if not args.record:
        yield None
        return
    game = GameId(args.game or "")
    with kept_history(session.config) as history:
        # People who are to be forgotten keep their pseudonym, also among names.
        name_of = history.name_of if args.names and history is not None else None
        folder = journal_folder(args.record, pseudonyms=not args.names, name_of=name_of)
        journal = folder.new(game)
        journal.head(
            Head(
                bot=version_line(),
                strategy="",
                version=FORMAT_VERSION,
                server=session.client.settings.url,
                game=game,
            )
        )
        recorder.attach(game, journal)
        try:
            yield journal.path
        finally:
            recorder.detach(game)


# -- telling ------------------------------------------------------------------------------------


def _telling(name: str, out: Output, *, boards: bool) -> tuple[GameWatcher, ToldStory, Callable[[], None]]:
    """What watches a game, its story, and what tells the news of it: by the story, or by boards."""
    index = CardIndex.load()
    watcher, titles, put = GameWatcher(index, boards=False), Titles(index), page_of(out)
    story = ToldStory(name, watcher, (lambda _: None) if boards else put)

    def tell() -> None:
        news = watcher.news()
        story.take(news)
        for line in board_lines(watcher.table, titles) if boards and news else ():
            put(line)

    return watcher, story, tell
