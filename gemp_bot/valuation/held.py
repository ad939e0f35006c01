"""How long a place is held, and how often those who stand there are attacked, by what the opponent can bring.

Logistics in a few numbers, fitted to recorded games; they are data (`held.toml`) and made by
`python -m benchmarks.held FILE ... --fit`. Signs are held in the fit: more that the opponent can bring is
never better for us, and more of ours never worse.
"""

from functools import lru_cache
from importlib.resources import as_file, files
from math import exp, isfinite
from typing import Final, NamedTuple

import msgspec

from gemp_bot.errors import BotError
from gemp_bot.files.toml_file import read_toml

VERSION: Final = 1
_KEPT: Final = 4096
"""Answers that are kept: a search asks for the same groups at the same places again and again."""
_SHIPPED: Final = "held.toml"
_MAKE: Final = "make it anew with python -m benchmarks.held --fit"
MOST_POWER: Final = 12.0
"""Power beyond which more of it changes nothing."""
EVEN: Final = 1.5
"""Power by which one is clearly the stronger."""


Around = tuple[float, float, float]
"""What a chance depends on besides who stands there: reach, hand and space of `Chance`."""


class Chance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chance: its log odds are the intercept and so much for each number.

    Attributes:
        power: of who stands there; where both stand, by how much we have more.
        ability: likewise.
        reach: log(1 + power that they can bring).
        hand: log(1 + cards in their hand).
        space: 1 at systems and sectors.
        stronger: 0 where we are clearly weaker, 1 where we are clearly stronger.
    """

    intercept: float
    power: float = 0.0
    ability: float = 0.0
    reach: float = 0.0
    hand: float = 0.0
    space: float = 0.0
    stronger: float = 0.0

    def of(self, power: float, ability: float, around: Around, stronger: float = 0.0) -> float:
        """The chance, 0 to 1."""
        reach, hand, space = around
        odds = (
            self.intercept
            + self.power * min(power, MOST_POWER)
            + self.ability * ability
            + self.reach * reach
            + self.hand * hand
            + self.space * space
            + self.stronger * stronger
        )
        return 1 / (1 + exp(-max(min(odds, 50.0), -50.0)))


class Measure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How good a chance is on games it was not fitted on.

    Attributes:
        n: locations. mean: how often it was so.
        log_loss, brier: of the chance. by_power, brier_by_power: of the same fitted to power alone.
    """

    n: int
    mean: float
    log_loss: float
    brier: float
    by_power: float
    brier_by_power: float


class HeldChances(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file says of a location at the end of a turn of ours.

    Attributes:
        version: of its format.
        date, program: when and by which version it was fitted.
        digest: of all journals, in the order of their own digests.
        games, locations: that were counted.
        held_out: by the name of a chance.
        nobody_theirs: where nobody stands and both may come, share of our next four turns at whose end they
            hold it alone.
        alone_ours, alone_theirs: where we stand alone, likewise of us and of them.
        alone_attacked: there, whether there is a battle in their next turn.
        they_ours, they_theirs: where they stand alone, likewise.
        both_attacked: where both stand, whether there is a battle in their next turn.
    """

    version: int
    date: str
    program: str
    digest: str
    games: int
    locations: int
    nobody_theirs: Chance
    alone_ours: Chance
    alone_theirs: Chance
    alone_attacked: Chance
    they_ours: Chance
    they_theirs: Chance
    both_attacked: Chance
    held_out: dict[str, Measure] = {}


NAMES: Final = (
    "nobody_theirs",
    "alone_ours",
    "alone_theirs",
    "alone_attacked",
    "they_ours",
    "they_theirs",
    "both_attacked",
)
"""The chances of a file."""


class HeldError(BotError, ValueError):
    """The file cannot be used; one line says why."""


def stronger(ahead: float) -> float:
    """How clearly we are the stronger, 0 to 1, with so much more power."""
    return 1 / (1 + exp(-max(min(ahead / EVEN, 50.0), -50.0)))


@lru_cache(maxsize=1)
def held_chances() -> HeldChances:
    """The chances of the file that comes with the program; read once.

    Raises:
        HeldError: it is missing, damaged or of another version.
    """
    with as_file(files(__package__) / _SHIPPED) as path:
        file = read_toml(path, _MAKE, HeldError)
    try:
        found = msgspec.convert(file.data, HeldChances)
    except msgspec.ValidationError as fault:
        raise HeldError(f"{file.shown}: {fault}: {_MAKE}") from None
    if found.version != VERSION:
        raise HeldError(f"{file.shown}: has version {found.version}, this program reads {VERSION}: {_MAKE}")
    for name in NAMES:
        if not all(map(isfinite, msgspec.structs.astuple(getattr(found, name)))):
            raise HeldError(f"{file.shown}: {name}: needs finite numbers: {_MAKE}")
    return found


class Alone(NamedTuple):
    """Chances where one side stands alone; the attributes are those of `HeldChances`."""

    ours: float
    theirs: float
    attacked: float


@lru_cache(maxsize=_KEPT)
def empty(around: Around) -> float:
    """How much of our next turns they hold a place where nobody stands; arguments as of `Chance.of`."""
    return held_chances().nobody_theirs.of(0.0, 0.0, around)


@lru_cache(maxsize=_KEPT)
def alone(power: float, ability: float, around: Around) -> Alone:
    """Where we stand alone."""
    found = held_chances()
    return Alone(
        found.alone_ours.of(power, ability, around),
        found.alone_theirs.of(power, ability, around),
        found.alone_attacked.of(power, ability, around),
    )


@lru_cache(maxsize=_KEPT)
def they_alone(power: float, ability: float, around: Around) -> Alone:
    """Where they stand alone."""
    found = held_chances()
    return Alone(
        found.they_ours.of(power, ability, around),
        found.they_theirs.of(power, ability, around),
        0.0,
    )


@lru_cache(maxsize=_KEPT)
def attacked(ahead: float, ability: float, around: Around) -> float:
    """How often they attack us where both stand; `ahead` and `ability` are ours less theirs."""
    return held_chances().both_attacked.of(ahead, ability, around, stronger(ahead))
