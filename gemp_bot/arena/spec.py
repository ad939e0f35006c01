"""The spec of a measurement as it is written, one TOML file (docs/arena.md), and the errors of this room."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from gemp_bot.errors import BotError
from gemp_bot.files.problems import ProblemsError


class ArenaError(BotError):
    """A measurement cannot be made, or cannot go on."""


class TakenError(ArenaError):
    """A file or folder is another run's, which uses it now or left games that ours must not be mixed with.

    Args:
        what: the file or folder, and why it is not ours.
        now: it is in use: to wait helps as well.
        or_else: another way to go on than a folder of its own, for those who write a spec.
    """

    def __init__(self, what: str, *, now: bool = False, or_else: str = "") -> None:
        self._what = f"{what}: wait, or" if now else f"{what}:"
        super().__init__(self.advising(f"name another with --out{or_else}"))

    def advising(self, advice: str) -> str:
        """The same with the advice of a command that has other options."""
        return f"{self._what} {advice}"


class SpecError(ProblemsError, ArenaError):
    """A spec is wrong: where, what, and what would be right."""


def changed_meanwhile(changes: Iterable[str]) -> str:
    """What is said of a game that another player would have played than the run began with."""
    return f"another player than this run began with: {'; '.join(changes)}"


Seed = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
_Count = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
_Share = Annotated[float, msgspec.Meta(gt=0, lt=0.5)]
_Elo = Annotated[float, msgspec.Meta(ge=-2000, le=2000)]
MADE: Final = "made"
"""The split of decks that are made."""


class _Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all sections: no key it does not know."""


class AccountSpec(_Section, frozen=True, kw_only=True):
    """An ordinary account of the server. It belongs to the arena alone while this runs.

    Attributes:
        password_file: file that holds its password, seen from the spec. There is no key for a password.
    """

    user: str
    password_file: str


class PlayerSpec(_Section, frozen=True, kw_only=True):
    """The player who is measured.

    Attributes:
        python: an interpreter whose `gemp_bot` plays, instead of our own.
        wheel: a wheel of `gemp_bot` that plays.
        revision: a git revision of our own checkout that plays.
    """

    strategy: str
    python: str | None = None
    wheel: str | None = None
    revision: str | None = None


class OpponentSpec(_Section, frozen=True, kw_only=True):
    """Whom the player meets: an AI of the server, or another player at one table.

    Attributes:
        kind: `ai` with `skill`, or `strategy` with `name`.
        python, wheel, revision: as for the player; only for a strategy.
    """

    kind: Literal["ai", "strategy"]
    skill: Literal["RANDO", "ADVANCED", "BEGINNER"] | None = None
    name: str | None = None
    python: str | None = None
    wheel: str | None = None
    revision: str | None = None

    @property
    def label(self) -> str:
        """What reports call it: `ai:RANDO`, `random`, `steady@v0.4`."""
        if self.kind == "ai":
            return f"ai:{self.skill}"
        return label_of(self.name or "", self)


class DeckFileSpec(_Section, frozen=True, kw_only=True, omit_defaults=True):
    """A deck of our own, as a text file, and the card id of the start that is wished for; empty for none."""

    file: str
    start: str = ""


DeckSpec = str | DeckFileSpec
"""The name of a library deck, or a file."""


class PairSpec(_Section, frozen=True, kw_only=True):
    """Two decks that meet.

    Attributes:
        format: code of the format.
        light, dark: the decks where sides are swapped: the player plays each in turn.
        ours, theirs: the decks where they are not (`swap = false`).
        swap: whether sides are swapped within the two games of a pair.
    """

    format: str
    light: DeckSpec | None = None
    dark: DeckSpec | None = None
    ours: DeckSpec | None = None
    theirs: DeckSpec | None = None
    swap: bool | None = None


class RandomPairsSpec(_Section, frozen=True, kw_only=True):
    """Pairs drawn from the library decks that are legal in a format.

    Attributes:
        random: how many.
        seed: of the drawing.
        split: only decks of one half of the library (see `decks.half_of`), or decks that are made of all of
            them by the seed (see `decks.make_deck`).
    """

    random: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    format: str
    seed: Seed = 0
    split: Literal["development", "checking", "made"] | None = None


class SprtSpec(_Section, frozen=True, kw_only=True):
    """When to stop early (see `sprt`).

    Attributes:
        elo0, elo1: the two hypotheses about the difference in strength.
        alpha, beta: the accepted chances of the two errors.
        kind: the Elo meant: of the score, or in units of its standard deviation.
    """

    elo0: _Elo = 0.0
    elo1: _Elo = 50.0
    alpha: _Share = 0.05
    beta: _Share = 0.05
    kind: Literal["logistic", "normalized"] = "logistic"


class Spec(_Section, frozen=True, kw_only=True):
    """A measurement.

    Attributes:
        server: its address; on this machine.
        games: games against each opponent; even, for they are paired.
        parallel: games at once.
        workers: processes that play them; 0 for this one.
        seed: of all randomness of ours.
        time_limit: seconds a game may take.
    """

    server: str
    games: _Count
    accounts: list[AccountSpec]
    player: PlayerSpec
    opponent: list[OpponentSpec]
    pair: list[PairSpec] = []
    pairs: RandomPairsSpec | None = None
    parallel: Annotated[int, msgspec.Meta(ge=1, le=64)] = 1
    workers: Annotated[int, msgspec.Meta(ge=0, le=64)] = 0
    seed: Seed = 0
    time_limit: Annotated[float, msgspec.Meta(ge=1, le=86_400)] = 600.0
    sprt: SprtSpec | None = None


def label_of(strategy: str, where: PlayerSpec | OpponentSpec) -> str:
    """A strategy and where it is from: `steady`, `steady@v0.4`, `steady@gemp_bot-0.4.0`."""
    if where.revision is not None:
        return f"{strategy}@{where.revision}"
    if where.wheel is not None:
        return f"{strategy}@{Path(where.wheel).name.partition('-py3')[0]}"
    if where.python is not None:
        return f"{strategy}@{where.python}"
    return strategy
