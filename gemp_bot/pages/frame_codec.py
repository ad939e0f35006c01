"""A game as a small table of its frames: what several frames have in common is written once."""

import gzip
from base64 import b64encode
from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from gemp_bot.protocol.enums import Phase, Side
from gemp_bot.view.model import (
    Battle,
    BoardView,
    CardView,
    Curves,
    Frame,
    GameView,
    LocationView,
    Players,
    QuestionView,
)

T = TypeVar("T")
_LEVEL = 6


class PackedBoard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A `BoardView` whose parts are numbers of rows in the tables of `PackedGame`."""

    players: int
    locations: tuple[int, ...]
    beside: int
    hand: int
    clocks: tuple[int, ...] = ()
    battle: int | None = None


class PackedFrame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A `Frame` without deeds; `board` is a row of the boards."""

    number: int
    board: int
    turn: int | None = None
    whose: Side | None = None
    phase: Phase | None = None
    question: QuestionView | None = None
    taken_back: bool = False


class Highlights(msgspec.Struct, frozen=True):
    """Frames worth a look, by index.

    Attributes:
        battles: where a battle began, in order.
        losses: where most life force was lost, the largest loss first.
        closest: where the choice was closest, the closest first.
        blunders: where a blunder was made, in order.
    """

    battles: tuple[int, ...]
    losses: tuple[int, ...]
    closest: tuple[int, ...]
    blunders: tuple[int, ...] = ()


class ChanceMark(msgspec.Struct, frozen=True, omit_defaults=True):
    """The chance to win as a turn begins, in percent.

    Attributes:
        frame: index of its first question. turn, whose: the turn; 0 for the end of the game.
        point: number of the turning point that this turn is, from 1.
    """

    frame: int
    chance: int
    turn: int = 0
    whose: Side | None = None
    point: int = 0


class PackedGame(msgspec.Struct, frozen=True):
    """A game for the page.

    Attributes:
        most: the largest life force of the game.
        me: who recorded it. chances: to win of that player, by turn, if known.
    """

    players: list[Players]
    locations: list[LocationView]
    rows: list[tuple[CardView, ...]]
    battles: list[Battle]
    boards: list[PackedBoard]
    frames: list[PackedFrame]
    curves: Curves
    jumps: Highlights
    most: int
    me: Side | None = None
    chances: tuple[ChanceMark, ...] = ()


class _Rows(Generic[T]):
    """Values by number; the same object is one row."""

    def __init__(self) -> None:
        self.values: list[T] = []
        self._rows: dict[int, int] = {}

    def row(self, value: T) -> int:
        found = self._rows.get(id(value))
        if found is None:
            found = self._rows[id(value)] = len(self.values)
            self.values.append(value)
        return found


class _Packer:
    """Packs the frames of one game."""

    def __init__(self, rename: Callable[[str], str]) -> None:
        self._rename = rename
        self._players: _Rows[Players] = _Rows()
        self._locations: _Rows[LocationView] = _Rows()
        self._cards: _Rows[tuple[CardView, ...]] = _Rows()
        self._battles: _Rows[Battle] = _Rows()
        self._boards: _Rows[BoardView] = _Rows()

    def pack(self, game: GameView, jumps: Highlights, chances: tuple[ChanceMark, ...]) -> PackedGame:
        frames = [self._frame(frame) for frame in game.frames]
        boards = [self._board(board) for board in self._boards.values]
        lives = [*game.curves.dark_life, *game.curves.light_life]
        return PackedGame(
            players=[self._named(players) for players in self._players.values],
            locations=self._locations.values,
            rows=self._cards.values,
            battles=self._battles.values,
            boards=boards,
            frames=frames,
            curves=game.curves,
            jumps=jumps,
            most=max(lives, default=0),
            me=game.head.me,
            chances=chances,
        )

    def _frame(self, frame: Frame) -> PackedFrame:
        return PackedFrame(
            number=frame.number,
            board=self._boards.row(frame.board),
            turn=frame.turn,
            whose=frame.whose,
            phase=frame.phase,
            question=None if frame.question is None else self._question(frame.question),
            taken_back=frame.taken_back,
        )

    def _board(self, board: BoardView) -> PackedBoard:
        return PackedBoard(
            players=self._players.row(board.players),
            locations=tuple(self._locations.row(each) for each in board.locations),
            beside=self._cards.row(board.beside),
            hand=self._cards.row(board.hand),
            clocks=board.clocks,
            battle=None if board.battle is None else self._battles.row(board.battle),
        )

    def _named(self, players: Players) -> Players:
        return tuple(msgspec.structs.replace(each, name=self._rename(each.name)) for each in players)

    def _question(self, question: QuestionView) -> QuestionView:
        rename, replace = self._rename, msgspec.structs.replace
        return replace(
            question,
            prompt=rename(question.prompt),
            chosen=rename(question.chosen),
            options=tuple(
                option if (words := rename(option.words)) == option.words else replace(option, words=words)
                for option in question.options
            ),
            reasons=tuple(replace(why, text=rename(why.text)) for why in question.reasons),
            others=tuple(replace(other, words=rename(other.words)) for other in question.others),
        )


def pack(
    game: GameView,
    jumps: Highlights,
    rename: Callable[[str], str] = str,
    chances: tuple[ChanceMark, ...] = (),
) -> PackedGame:
    """Pack a game; `rename` gives every text that may name a player other names."""
    return _Packer(rename).pack(game, jumps, chances)


def compressed(game: PackedGame) -> str:
    """The game as JSON, gzip and base64: plain letters that need no escape anywhere in HTML."""
    return b64encode(gzip.compress(msgspec.json.encode(game), _LEVEL, mtime=0)).decode("ascii")
