"""How often those who stand at a place are attacked in the opponent's next turn, by what can come there.

Logistics in a few numbers, fitted to recorded games; they are data (`attacks.toml`) and made by
`python -m benchmarks.held FILE ... --fit`. Signs are held in the fit: more that the opponent can bring is
never less danger, and more of ours never more.
"""

from functools import lru_cache
from math import isfinite
from typing import Final, NamedTuple

import msgspec

from gemp_bot.errors import BotError
from gemp_bot.files.toml import read_shipped
from gemp_bot.statistics import logistic

VERSION: Final = 2
_KEPT: Final = 4096
"""Answers that are kept: a search asks for the same groups at the same places again and again."""
_SHIPPED: Final = "attacks.toml"
_MAKE: Final = "make it anew with python -m benchmarks.held --fit"
MOST_POWER: Final = 12.0
"""Power beyond which more of it changes nothing."""
EVEN: Final = 1.5
"""Power by which one is clearly the stronger."""
SETTLED: Final = 8
"""Turn of ours from which on later ones change nothing."""


class Around(NamedTuple):
    """What a chance depends on besides who stands there; see `Chance`."""

    reach: float
    hand: float
    space: float
    others: float
    turn: float


class Chance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chance: its log odds are the intercept and so much for each number.

    Attributes:
        power: of who stands there; where both stand, by how much we have more.
        ability: likewise.
        reach: log(1 + power that they can bring).
        hand: log(1 + cards in their hand).
        space: 1 at systems and sectors.
        others: log(1 + other locations where we stand alone): they have one group to attack with.
        turn: of ours, `SETTLED` at the most.
        stronger: 0 where we are clearly weaker, 1 where we are clearly stronger.
    """

    intercept: float
    power: float = 0.0
    ability: float = 0.0
    reach: float = 0.0
    hand: float = 0.0
    space: float = 0.0
    others: float = 0.0
    turn: float = 0.0
    stronger: float = 0.0

    def of(self, power: float, ability: float, around: Around, stronger: float = 0.0) -> float:
        """The chance, 0 to 1."""
        odds = (
            self.intercept
            + self.power * min(power, MOST_POWER)
            + self.ability * ability
            + self.reach * around.reach
            + self.hand * around.hand
            + self.space * around.space
            + self.others * around.others
            + self.turn * around.turn
            + self.stronger * stronger
        )
        return logistic(odds)


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


class AttackChances(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file says of a location at the end of a turn of ours.

    Attributes:
        version: of its format.
        date, program: when and by which version it was fitted.
        digest: of all journals, in the order of their own digests.
        games, locations: that were counted.
        held_out: by the name of a chance.
        alone, both: whether there is a battle in their next turn where we stand alone, and where both stand.
    """

    version: int
    date: str
    program: str
    digest: str
    games: int
    locations: int
    alone: Chance
    both: Chance
    held_out: dict[str, Measure] = {}


class AttacksError(BotError, ValueError):
    """The file cannot be used; one line says why."""


def stronger(ahead: float) -> float:
    """How clearly we are the stronger, 0 to 1, with so much more power."""
    return logistic(ahead / EVEN)


@lru_cache(maxsize=1)
def attack_chances() -> AttackChances:
    """The chances of the file that comes with the program; read once.

    Raises:
        AttacksError: it is missing, damaged or of another version.
    """
    found, shown = read_shipped(__package__, _SHIPPED, AttackChances, _MAKE, AttacksError)
    if found.version != VERSION:
        raise AttacksError(f"{shown}: has version {found.version}, this program reads {VERSION}: {_MAKE}")
    for chance in (found.alone, found.both):
        if not all(map(isfinite, msgspec.structs.astuple(chance))):
            raise AttacksError(f"{shown}: needs finite numbers: {_MAKE}")
    return found


@lru_cache(maxsize=_KEPT)
def on_us_alone(power: float, ability: float, around: Around) -> float:
    """How often they attack us where we stand alone."""
    return attack_chances().alone.of(power, ability, around)


@lru_cache(maxsize=_KEPT)
def on_both(ahead: float, ability: float, around: Around) -> float:
    """How often they attack us where both stand; `ahead` and `ability` are ours less theirs."""
    return attack_chances().both.of(ahead, ability, around, stronger(ahead))
