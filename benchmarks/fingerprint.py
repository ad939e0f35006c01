"""How a player plays, in figures of both seats of recorded games, beside those of a strong human.

Nothing but what every spectator sees goes into them. A figure of a seat is a sum, and of how many it is one:
the figure of many seats is that of all their turns, battles or games together.
"""

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import StatisticsError, correlation, linear_regression
from typing import Any

import msgspec

from gemp_bot.cards import CardIndex, CardType
from gemp_bot.protocol.enums import Phase, Side
from gemp_bot.report.blunders import count_of
from gemp_bot.view.model import Battle, Deed, DeedKind, GameView

EARLY, LATE = 4, 8
"""Own turns by which locations that were drained are counted."""
OPENING = 3
"""Own turns in which a strong human activates all he can."""
KEEPS_FROM = 5
"""Own turn from which on a strong human keeps Force."""
DEPLOYING = (1, 2, 3, 4)
"""Own turns whose Force into deployment is told."""
FLIPPED = "share of games with a flip"
WITHOUT_BATTLE = "share of won games without a battle"
A_GAME = ("Force drains", "Force drained", "own battles", FLIPPED, "Interrupts played")
"""Figures that are told a game."""
FIGURES = (
    "Force drains",
    "Force drained",
    f"locations drained by own turn {EARLY}",
    f"locations drained by own turn {LATE}",
    "own battles",
    "share of own battles won",
    "power ahead in own battles",
    "own turn of the first own battle",
    WITHOUT_BATTLE,
    f"share of generation activated, own turns 1 to {OPENING}",
    *(f"Force into deployment in own turn {turn}" for turn in DEPLOYING),
    "Force left at the end of own turns",
    f"share of Force kept, from own turn {KEEPS_FROM}",
    "cards in hand at the end of own turns",
    FLIPPED,
    "own turn of the flip",
    "Interrupts played",
)
"""All that is told."""
_FEWEST = 10
"""Seats that a line needs."""
_COSTLIEST = 3


class Seat(msgspec.Struct, frozen=True):
    """How one player of a game played.

    Attributes:
        margin: the player's life force at the end less the opponent's.
        figures: sum, and of how many, by the names of `FIGURES`; one that cannot be told is missing.
    """

    ours: bool
    margin: int
    figures: Mapping[str, tuple[float, float]]


class HumanFigures(msgspec.Struct, frozen=True):
    """Figures of a strong human: lowest and highest by name; `counted` of games, `advised` in words."""

    source: str
    counted: dict[str, tuple[float, float]]
    advised: dict[str, tuple[float, float]]

    @classmethod
    def load(cls) -> "HumanFigures":
        """Read those that are kept here."""
        text = Path(__file__).with_name("strong_human.toml").read_text("utf-8")
        return msgspec.convert(tomllib.loads(text), cls)

    @property
    def figures(self) -> dict[str, tuple[float, float]]:
        """All of them."""
        return self.counted | self.advised


class Difference(msgspec.Struct, frozen=True):
    """A figure in which we differ from the human, and what goes along with it.

    Attributes:
        figure: its name. ours: the figure of our seats.
        missing: how far that is from the human's, in units of the figure.
        cost: life force a game: `missing` times the slope of the line of the life margin on the figure,
            through the seats of both players.
        correlation: of the figure with the life margin, over these seats. seats: how many they are.
    """

    figure: str
    ours: float
    missing: float
    cost: float
    correlation: float
    seats: int


def seats_of(game: GameView, index: CardIndex) -> tuple[Seat, ...]:
    """How both players of a game played; empty if it did not end, or was not watched from a seat."""
    me, ending = game.head.me, game.ending
    if me is None or ending is None or ending.winner is None:
        return ()
    tellers = {side: _Teller(side, index) for side in Side}
    battles, lives = 0, dict.fromkeys(Side, 0)
    for deed in (deed for frame in game.frames if not frame.taken_back for deed in frame.deeds):
        battles += deed.kind is DeedKind.BATTLE_BEGAN
        lives |= {player.side: player.life for player in deed.players}
        for teller in tellers.values():
            teller.take(deed)
    tellers[ending.winner].add(WITHOUT_BATTLE, float(not battles))
    return tuple(
        Seat(side is me, lives[side] - lives[side.other], tellers[side].told()) for side in (me, me.other)
    )


class _Teller:
    """Follows one player through a game."""

    def __init__(self, side: Side, index: CardIndex) -> None:
        self._side, self._index = side, index
        self._figures: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self._turn = 0
        self._mine = False
        self._drained: dict[int, int] = {}
        self._before = self._after = self._generation = 0.0

    def add(self, figure: str, value: float, of: float = 1.0) -> None:
        """Add to a figure: a value, and of how many."""
        found = self._figures[figure]
        found[0] += value
        found[1] += of

    def told(self) -> dict[str, tuple[float, float]]:
        """The figures, when the game is over."""
        for last in (EARLY, LATE):
            if self._turn >= last:
                early = sum(turn <= last for turn in self._drained.values())
                self.add(f"locations drained by own turn {last}", early)
        for name in A_GAME:
            self._figures[name][1] = 1.0
        return {name: (value, of) for name, (value, of) in self._figures.items() if of}

    def take(self, deed: Deed) -> None:
        """Take in what came about."""
        if deed.kind is DeedKind.TURN_BEGAN:
            self._mine = deed.side is self._side
            if self._mine:
                self._turn = int(deed.amount or 0)
                if self._turn in DEPLOYING:
                    self.add(f"Force into deployment in own turn {self._turn}", 0.0)
        elif deed.kind is DeedKind.PHASE_BEGAN and self._mine:
            self._phase(deed)
        elif (
            deed.kind is DeedKind.BATTLE_ENDED and deed.battle is not None and deed.battle.began is self._side
        ):
            self._fought(deed.battle)
        elif deed.side is self._side:
            self._did(deed)

    def _phase(self, deed: Deed) -> None:
        player = next((each for each in deed.players if each.side is self._side), None)
        if player is None:
            return
        if deed.what == Phase.ACTIVATE:
            self._before, self._generation = player.force, player.generation
        elif deed.what == Phase.CONTROL:
            self._after = player.force
            if self._turn <= OPENING and self._generation:
                activated = min(player.force - self._before, self._generation)
                self.add(
                    f"share of generation activated, own turns 1 to {OPENING}", activated, self._generation
                )
        elif deed.what == Phase.END_OF_TURN:
            self.add("Force left at the end of own turns", player.force)
            self.add("cards in hand at the end of own turns", player.hand)
            if self._turn >= KEEPS_FROM and self._after:
                self.add(f"share of Force kept, from own turn {KEEPS_FROM}", player.force, self._after)

    def _fought(self, battle: Battle) -> None:
        self.add("own battles", 1)
        if self._figures["own battles"][0] == 1:
            self.add("own turn of the first own battle", self._turn)
        self.add("share of own battles won", battle.winner is self._side)
        ours, theirs = battle.of(self._side).power, battle.of(self._side.other).power
        if ours is not None and theirs is not None:
            self.add("power ahead in own battles", ours - theirs)

    def _did(self, deed: Deed) -> None:
        if deed.kind is DeedKind.DRAINED and deed.amount:
            self.add("Force drains", 1)
            self.add("Force drained", deed.amount)
            if deed.location is not None:
                self._drained.setdefault(deed.location.id, self._turn)
        elif deed.kind is DeedKind.DEPLOYED and self._mine and self._turn in DEPLOYING:
            self.add(f"Force into deployment in own turn {self._turn}", deed.amount or 0.0, 0.0)
        elif deed.kind is DeedKind.PLAYED:
            self.add("Interrupts played", count_of(self._index, deed, CardType.INTERRUPT))
        elif deed.kind is DeedKind.FLIPPED and count_of(self._index, deed, CardType.OBJECTIVE):
            self._flipped()

    def _flipped(self) -> None:
        if not self._figures[FLIPPED][0]:
            self.add(FLIPPED, 1.0)
            self.add("own turn of the flip", self._turn)


def fingerprint(seats: Iterable[Seat]) -> dict[str, float | None]:
    """The figures of many seats; None for one that none of them has."""
    sums = {name: [0.0, 0.0] for name in FIGURES}
    for seat in seats:
        for name, (value, of) in seat.figures.items():
            sums[name][0] += value
            sums[name][1] += of
    return {name: round(value / of, 2) if of else None for name, (value, of) in sums.items()}


def costliest(seats: Sequence[Seat], human: HumanFigures) -> list[Difference]:
    """The differences to the human that cost most, the worst first.

    A difference costs what the straight line of the life margin on the figure gives for it, through the seats
    of both players. That goes along with it in these games; whether it comes of it they do not tell.
    """
    ours = fingerprint(seat for seat in seats if seat.ours)
    found = []
    for name, (low, high) in human.figures.items():
        at = None if name == WITHOUT_BATTLE else ours[name]  # the result itself is part of that one
        points = [
            (value / of, float(seat.margin))
            for seat in seats
            for value, of in [seat.figures.get(name, (0, 0))]
            if of
        ]
        if at is None or len(points) < _FEWEST:
            continue
        missing = low - at if at < low else high - at if at > high else 0.0
        try:
            slope = linear_regression(*zip(*points, strict=True)).slope
            together = correlation(*zip(*points, strict=True))
        except StatisticsError:  # all seats are alike
            continue
        cost = slope * missing
        if cost > 0:
            found.append(
                Difference(name, at, round(missing, 2), round(cost, 1), round(together, 2), len(points))
            )
    return sorted(found, key=lambda each: -each.cost)[:_COSTLIEST]


def table(groups: Mapping[str, Sequence[Seat]]) -> dict[str, Any]:
    """The fingerprint of groups of games by name, with ours, theirs and the human's, and what costs most."""
    human = HumanFigures.load()
    first = next(iter(groups.values()), ())
    return {
        "groups": {
            name: {
                "we": fingerprint(seat for seat in seats if seat.ours),
                "they": fingerprint(seat for seat in seats if not seat.ours),
            }
            for name, seats in groups.items()
        },
        "a strong human": msgspec.to_builtins(human),
        "costliest differences": msgspec.to_builtins(costliest(first, human)),
    }


def lines(found: Mapping[str, Any]) -> Iterator[str]:
    """A table as text."""
    groups, human = found["groups"], found["a strong human"]
    heads = [f"{who}, {name}" for name in groups for who in ("we", "they")]
    yield " " * 50 + "".join(f"{head:>12}" for head in (*heads, "human"))
    for row in FIGURES:
        cells = [groups[name][who][row] for name in groups for who in ("we", "they")]
        low, high = human["counted"].get(row) or human["advised"].get(row) or (None, None)
        mark = "*" if row in human["advised"] else ""
        goal = "" if low is None else f"{low:g}{mark}" if low == high else f"{low:g} to {high:g}{mark}"
        yield f"{row:50}" + "".join(f"{'-' if each is None else each:>12}" for each in cells) + f"{goal:>15}"
    yield f"The human: {human['source']}; * advised, not counted"
    yield "WHAT COSTS MOST, by the line of the life margin on the figure, both seats (which tells no cause)"
    for each in found["costliest differences"]:
        yield (
            f"{each['figure']}: {each['ours']:g}, {each['missing']:+g} to the human; "
            f"{each['cost']:g} life force a game (r {each['correlation']:+.2f}, {each['seats']} seats)"
        )
