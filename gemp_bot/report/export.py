"""The tables of watched games: their rows, made of frames and deeds, and the files they are written to.

What the columns mean is told in docs/export.md. A value that is not known from the seat of the
recording is None. Sides are `DARK` and `LIGHT`. A file is whole or is not there.
"""

import csv
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, NamedTuple, Self

import msgspec

from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.replay import ReplayCounts
from gemp_bot.terminal import plain
from gemp_bot.view.model import Battle, Deed, DeedKind, Frame, Players
from gemp_bot.view.names import NamedCard
from gemp_bot.view.watcher import GameWatcher


def _of_both(*names: str) -> Iterator[str]:
    """A column of each side for each of these."""
    return (f"{side}_{name}" for name in names for side in ("dark", "light"))


_PILES = ("life", "reserve", "force", "used", "hand", "generation")
"""Of both sides, as a turn began."""
_COUNTS = (
    "activated", "drains", "drained", "deployed", "deploy_force", "moved", "battles", "drew",
    *_of_both("lost", "retrieved"),
)  # fmt: skip
"""What came about in a turn."""
TABLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "games": (
            "game", "file", "game_id", "me", "dark", "light", "bot", "strategy", "deck", "seed", "winner",
            "reason", "turns", *_of_both("life"), "battles", "questions", "choices", "seconds",
        ),
        "turns": ("game", "turn", "own_turn", "side", *_of_both(*_PILES), *_COUNTS),
        "battles": (
            "game", "turn", "battle", "location", "began", "forecast", "forecast_why", "winner",
            *_of_both(
                "cards", "power", "destinies", "destiny", "total", "damage", "attrition", "lost", "forfeited",
                "fallen",
            ),
        ),
        "cards": (
            "game", "turn", "turn_side", "phase", "what", "side", "card", "blueprint", "location", "source",
            "goal", "force", "value",
        ),
    }
)  # fmt: skip
"""The columns of each table, in order."""
Values = dict[str, Any]


class ExportRow(NamedTuple):
    """A row of a table: a value for each of its columns, None where it is not known."""

    table: str
    values: Values


_OF_CARDS = frozenset(
    {
        DeedKind.STARTED,
        DeedKind.DEPLOYED,
        DeedKind.LOST,
        DeedKind.DREW,
        DeedKind.TOOK,
        DeedKind.PUT_BACK,
        DeedKind.RETRIEVED,
        DeedKind.DESTINY,
        DeedKind.HIT,
        DeedKind.FORFEITED,
        DeedKind.LEFT,
        DeedKind.PLAYED,
    }
)
"""Deeds whose cards are rows."""
_PAID = frozenset({DeedKind.DEPLOYED})
_VALUED = frozenset({DeedKind.DESTINY, DeedKind.FORFEITED})
"""Deeds whose amount belongs to the one card: Force used for it; its destiny or forfeit value."""

NameOf = Callable[[str], str]
"""Gives the name that a player is to have in the tables."""


class GameTables:
    """Makes the rows of one game."""

    def __init__(self, number: int, name_of: NameOf) -> None:
        self._game = number
        self._name_of = name_of
        self._turns: list[Values] = []
        self._cards: list[Values] = []
        self._battles: list[Values] = []
        self._phase = ""
        self._players: Players = ()

    def rows(self, file: str, watcher: GameWatcher, counts: Sequence[ReplayCounts]) -> Iterator[ExportRow]:
        """All rows of a game that was watched to its end, without what was taken back."""
        for frame in watcher.frames:
            if not frame.taken_back:
                self._frame(frame)
        yield ExportRow("games", self._row(file, watcher, counts))
        for table, rows in (("turns", self._turns), ("battles", self._battles), ("cards", self._cards)):
            yield from (ExportRow(table, row) for row in rows)

    def _row(self, file: str, watcher: GameWatcher, counts: Sequence[ReplayCounts]) -> Values:
        head, ending = watcher.game_head, watcher.ending
        lives = {player.side: player.life for player in self._players}
        return dict(
            game=self._game,
            file=file,
            game_id=head.game,
            dark=self._name_of(head.dark),
            light=self._name_of(head.light),
            **{name: getattr(head, name) for name in ("me", "bot", "strategy", "deck", "seed")},
            winner=None if ending is None else ending.winner,
            reason="" if ending is None else ending.reason,
            turns=len(self._turns),
            dark_life=lives.get(Side.DARK),
            light_life=lives.get(Side.LIGHT),
            battles=len(self._battles),
            questions=sum(each.decisions for each in counts),
            choices=sum(each.choices for each in counts),
            seconds=round(sum(each.seconds for each in counts), 3),
        )

    # -- deeds --------------------------------------------------------------------------------------

    def _frame(self, frame: Frame) -> None:
        for deed in frame.deeds:
            if not self._turns and frame.turn and deed.kind not in (DeedKind.TURN_BEGAN, DeedKind.STARTED):
                # The recording began in the middle of a turn: how that began is not known.
                self._turns.append(_turn(game=self._game, turn=1, own_turn=frame.turn, side=frame.whose))
            self._deed(deed)

    def _deed(self, deed: Deed) -> None:
        self._players = deed.players or self._players
        if deed.kind is DeedKind.TURN_BEGAN:
            self._turns.append(self._turn(deed))
        elif deed.kind is DeedKind.PHASE_BEGAN:
            self._phase = deed.what
        elif deed.kind is DeedKind.BATTLE_ENDED and deed.battle is not None:
            self._battles.append(_battle(self._game, len(self._turns), deed.battle))
        if self._turns:
            _count(self._turns[-1], deed)
        if deed.kind in _OF_CARDS:
            self._cards += [self._card(deed, card) for card in deed.cards if card.blueprint]

    def _turn(self, deed: Deed) -> Values:
        number, own = len(self._turns) + 1, int(deed.amount or 0)
        row = _turn(game=self._game, turn=number, own_turn=own, side=deed.side)
        for player in deed.players:
            side = player.side.value.lower()
            row |= {f"{side}_{name}": getattr(player, name) for name in _PILES}
        return row

    def _card(self, deed: Deed, card: NamedCard) -> Values:
        alone = len(deed.cards) == 1
        return {
            "game": self._game,
            "turn": len(self._turns),
            "turn_side": self._turns[-1]["side"] if self._turns else None,
            "phase": self._phase,
            "what": deed.kind.value,
            "side": card.side or deed.side,
            "card": card.title,
            "blueprint": card.blueprint,
            "location": "" if deed.location is None else deed.location.title,
            "source": _zone(deed.source),
            "goal": _zone(deed.goal),
            "force": deed.amount if alone and deed.kind in _PAID else None,
            "value": deed.amount if alone and deed.kind in _VALUED else None,
        }


def _turn(**values: object) -> Values:
    return dict.fromkeys(TABLES["turns"]) | dict.fromkeys(_COUNTS, 0) | values


def _count(row: Values, deed: Deed) -> None:
    """Count a deed of a turn."""
    amount = int(deed.amount or 0)
    if deed.side is not None and deed.kind in (DeedKind.LOST, DeedKind.RETRIEVED):
        row[f"{deed.side.value.lower()}_{deed.kind.value.lower()}"] += amount
    row["battles"] += deed.kind is DeedKind.BATTLE_BEGAN
    if deed.side is not row["side"]:
        return
    match deed.kind:
        case DeedKind.ACTIVATED:
            row["activated"] += amount
        case DeedKind.DRAINED:
            row["drains"] += 1
            row["drained"] += amount
        case DeedKind.DEPLOYED:
            row["deployed"] += len(deed.cards)
            row["deploy_force"] += amount
        case DeedKind.MOVED:
            row["moved"] += len(deed.cards)
        case DeedKind.DREW:
            row["drew"] += amount


def _battle(game: int, turn: int, battle: Battle) -> Values:
    both: Values = {}
    for side in battle.dark, battle.light:
        drawn = [each.value or 0.0 for each in battle.destinies if each.side is side.side]
        told = {name: getattr(side, name) for name in ("power", "total", "damage", "attrition", "lost")}
        told |= {name: len(getattr(side, name)) for name in ("cards", "forfeited", "fallen")}
        told |= {"destinies": len(drawn), "destiny": sum(drawn)}
        both |= {f"{side.side.value.lower()}_{name}": value for name, value in told.items()}
    return dict(
        game=game,
        turn=turn,
        battle=battle.number,
        location="" if battle.location is None else battle.location.title,
        began=battle.began,
        forecast=None if battle.why is None else battle.why.force,
        forecast_why="" if battle.why is None else battle.why.text,
        winner=battle.winner,
        **both,
    )


def _zone(zone: Zone | None) -> str:
    return "" if zone is None else zone.value


_FORMULA = ("=", "+", "-", "@")
"""With what a text begins that a spreadsheet would take for a formula."""


class TableFormat(StrEnum):
    """How tables are written, by the end of the file's name."""

    CSV = "csv"
    JSONL = "jsonl"


class TableWriter:
    """Writes the tables of one export into a folder; a context manager.

    Tables of the same names are replaced when all is written, and left alone if it is not.

    Raises:
        OSError: something cannot be written.
    """

    def __init__(self, folder: Path, format_: TableFormat) -> None:
        self.counts: Counter[str] = Counter(dict.fromkeys(TABLES, 0))
        self.folder = folder
        self._format = format_
        self._stack = ExitStack()
        self._put: dict[str, Callable[[Values], object]] = {}

    def __enter__(self) -> Self:
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._stack:
            for name in TABLES:
                self._put[name] = self._opened(name)
            self._stack = self._stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()
        for name in TABLES:
            if kind is None:
                self._part(name).replace(self.path(name))
            else:
                self._part(name).unlink(missing_ok=True)

    def path(self, name: str) -> Path:
        """The file of a table."""
        return self.folder / f"{name}.{self._format.value}"

    def put(self, row: ExportRow) -> None:
        """Write a row into its table."""
        self._put[row.table](row.values)
        self.counts[row.table] += 1

    def _part(self, name: str) -> Path:
        return self.folder / f".{name}.{self._format.value}.part"

    def _opened(self, name: str) -> Callable[[Values], object]:
        columns = TABLES[name]
        if self._format is TableFormat.JSONL:
            lines = self._stack.enter_context(self._part(name).open("wb"))
            return lambda row: lines.write(msgspec.json.encode({key: row[key] for key in columns}) + b"\n")
        file = self._stack.enter_context(self._part(name).open("w", encoding="utf-8", newline=""))
        sheet = csv.writer(file, lineterminator="\n")
        sheet.writerow(columns)
        return lambda row: sheet.writerow([_cell(row[key]) for key in columns])


def _cell(value: object) -> object:
    """A value in a spreadsheet: nothing for None, text that is no formula, whole numbers without a point."""
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, str):
        text = plain(value)
        return f"'{text}" if text.startswith(_FORMULA) else text
    if isinstance(value, float):
        return f"{value:g}" if value != round(value, 4) else f"{round(value, 4):g}"
    return value
