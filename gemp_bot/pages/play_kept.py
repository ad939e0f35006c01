"""Games of the play page that go on, on disk: enough to play them again up to where they were.

A game is the same with the same decks, seed and answers (`sandbox/server/engine_script`). A file a session:
a line of what it is played with, then each answer of the person, a line each.
"""

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
import structlog

from gemp_bot.pages.play_seat import Standing
from gemp_bot.pages.play_view import PlayChoice

_log = structlog.stdlib.get_logger(__name__)
_SUFFIX = ".play"
_DAY = 24 * 3600.0
_MOST_BYTES = 1_000_000


class KeptGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game is played with.

    Attributes:
        token: of the browser. name, password: of the account.
        number: of the game in its session.
        choice: with the decks by name.
        decks: the person's and the opponent's, as text.
        seed: of the game. adviser: of the hints.
        journal: where it is recorded; empty for nowhere.
    """

    token: str
    name: str
    password: str
    number: int
    choice: PlayChoice
    decks: tuple[str, str]
    seed: int
    adviser: int
    standing: Standing = Standing()
    journal: str = ""


class KeptGames:
    """The folder of games that go on.

    Args:
        folder: of this sandbox alone; made if it is missing.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def begin(self, game: KeptGame, answers: Iterable[str] = ()) -> None:
        """Keep a game, with the answers that were given in it, in place of the last one of its session."""
        with self._told():
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = os.open(self._file(game.name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(file, "wb") as opened:
                opened.writelines(msgspec.json.encode(each) + b"\n" for each in (game, *answers))

    def answered(self, name: str, wire: str) -> None:
        """Keep an answer."""
        with self._told(), self._file(name).open("ab") as opened:
            opened.write(msgspec.json.encode(wire) + b"\n")

    def forget(self, name: str) -> None:
        """The game of a session is over."""
        with self._told():
            self._file(name).unlink(missing_ok=True)

    def read(self) -> Iterator[tuple[KeptGame, list[str]]]:
        """The games of the last day, each with its answers; what cannot be read is left out."""
        for file in sorted(self._folder.glob(f"*{_SUFFIX}")):
            try:
                found = file.stat()
                if time.time() - found.st_mtime > _DAY or found.st_size > _MOST_BYTES:
                    file.unlink()
                    continue
                first, *lines = file.read_bytes().split(b"\n")
                game = msgspec.json.decode(first, type=KeptGame)
                # A line that was being written when the process ended is not whole.
                yield game, [msgspec.json.decode(line, type=str) for line in lines[:-1]]
            except (OSError, msgspec.DecodeError) as fault:
                _log.warning("kept_game_unreadable", file=file.name, why=type(fault).__name__)

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}{_SUFFIX}"

    @staticmethod
    def _told() -> "suppress":
        """A disk that does not take it costs no more than that the game cannot go on after a restart."""
        return suppress(OSError)
