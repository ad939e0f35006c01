"""`gemp-bot watch`: the running games of a server, one of them told as it is played. See `parser`."""

import argparse
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.exits import FAILURE, OK, USAGE, CommandError
from gemp_bot.cli.journals import journal_folder
from gemp_bot.cli.kept_history import kept_history
from gemp_bot.cli.output import Output
from gemp_bot.cli.play_settings import play_settings
from gemp_bot.cli.session import Session, account_name, config_file, open_session, run_command
from gemp_bot.cli.story import heading, story_json
from gemp_bot.cli.story_page import Put, page_of
from gemp_bot.cli.tables import players, status
from gemp_bot.cli.version import version_line
from gemp_bot.config.load import load_config
from gemp_bot.config.model import Config
from gemp_bot.journal import Head
from gemp_bot.journal.reader import FORMAT_VERSION
from gemp_bot.play import Recorder
from gemp_bot.play.accounts import Claims, is_claimed
from gemp_bot.play.spectator import NotWatchableError, Spectator, row_to_watch, watchable
from gemp_bot.play.trouble import GivenUpError
from gemp_bot.protocol.hall import TableRow
from gemp_bot.protocol.ids import GameId
from gemp_bot.report.board import board_lines
from gemp_bot.report.story import StoryTeller
from gemp_bot.report.story_lines import Line, plain_page
from gemp_bot.view.names import Titles
from gemp_bot.view.watcher import GameWatcher


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    return run_command(watch, args)


async def watch(args: argparse.Namespace, out: Output) -> int:
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

        with Claims(server, (user,)):
            hall = await session.client.hall.open()
            rows = list(watchable(hall, is_ours))
            if args.game is None:
                _list(rows, out)
                return OK
            try:
                row = row_to_watch(GameId(args.game), hall, is_ours)
            except NotWatchableError as refused:
                raise CommandError(str(refused)) from None
            telling = _Told(out, row, boards=args.board)
            spectator = Spectator(
                session.client.game(GameId(args.game)),
                telling.watcher,
                log_in=session.log_in,
                is_ours=is_ours,
                on_news=telling.tell,
                settings=play_settings(session.config),
            )
            fault: GivenUpError | None = None
            with _recorded(args, session, recorder) as journal:
                try:
                    await spectator.run()
                except GivenUpError as found:
                    fault = found
                telling.end()
            if journal is not None and not telling.watcher.frames:
                journal.unlink()  # nothing was seen
    out.json(telling.as_json(journal))
    if fault is not None:
        raise CommandError(str(fault), code=FAILURE)
    return OK


# -- which games --------------------------------------------------------------------------------


def _list(rows: list[TableRow], out: Output) -> None:
    if rows:
        out.table(
            ("game", "format", "players", "status", "description"),
            [
                (row.game_id or "", row.format_name, players(row.seats), status(row), row.tournament)
                for row in rows
            ],
        )
    else:
        out.line("No game that may be watched.")
    out.json(
        {
            "games": [
                {
                    "game": row.game_id,
                    "format": row.format_name,
                    "status": row.status_text,
                    "description": row.tournament,
                    "players": [{"name": s.name, "side": s.side, "label": s.label} for s in row.seats],
                }
                for row in rows
            ]
        }
    )


# -- recording ----------------------------------------------------------------------------------


@contextmanager
def _recorded(args: argparse.Namespace, session: Session, recorder: Recorder) -> Iterator[Path | None]:
    """Record the game, if that is wanted; gives the file.

    Raises:
        CommandError: nothing can be written there.
    """
    if not args.record:
        yield None
        return
    game = GameId(args.game)
    config: Config = session.config
    with kept_history(config) as history:
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


class _Told:
    """Tells a game while it is watched: as a story, or as boards."""

    def __init__(self, out: Output, row: TableRow, *, boards: bool) -> None:
        index = CardIndex.load()
        self.watcher = GameWatcher(index, boards=False)
        self._row = row
        self._put: Put = page_of(out)
        self._titles = Titles(index) if boards else None
        self._telling = StoryTeller()
        self._story: list[str] = []
        self._named = False

    def tell(self) -> None:
        """Tell what is new."""
        news = self.watcher.news()
        self._say(self._telling.take(news))
        if self._titles is not None and news:
            for line in board_lines(self.watcher.table, self._titles):
                self._put(line)

    def end(self) -> None:
        """Tell what is left."""
        self._say(self._telling.rest())

    def _say(self, lines: Iterable[Line]) -> None:
        for line in lines:
            if not self._named:
                self._named = True
                for named in heading(self._row.game_id or "", self.watcher.game_head):
                    self._say_line(named)
            self._say_line(line)

    def _say_line(self, line: Line) -> None:
        self._story += plain_page(line)
        if self._titles is None:
            self._put(line)

    def as_json(self, journal: Path | None) -> dict[str, object]:
        """The game for a program."""
        told = story_json(self.watcher, self._telling.tally, self._story)
        return {"game": self._row.game_id, "journal": None if journal is None else str(journal)} | told
