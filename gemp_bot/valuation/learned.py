"""The chance to win at the start of a turn, as recorded games tell it: a logistic in features.

Its coefficients are data with their provenance (`value.toml`, made by `python -m tools.tune`). A file that
cannot be used is told in one line; whoever plays then goes on with the weights of its strategy file.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib.resources import as_file, files
from math import exp, isfinite, log, log1p
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from gemp_bot.errors import BotError
from gemp_bot.files.toml import TomlFile, read_toml
from gemp_bot.statistics import logistic
from gemp_bot.terminal import brief, plain
from gemp_bot.valuation.features import NAMES, Outline, features_of

VERSION: Final = 1
"""Of the format of the file. The meaning of the features is part of it: a new meaning is a new version."""
SHIPPED: Final = "value.toml"
_MAKE: Final = "make it anew with python -m tools.tune"
_LEAST_PRICE: Final = 1e-3
"""Log odds that a unit of life force decides at the least: everything is told in units of it."""
_STEP: Final = 1.0


class ValueFileError(BotError, ValueError):
    """A value file cannot be used; one line says which, where and why."""


class Coefficient(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a feature does: it adds `weight * (feature - mean) / scale` to the log odds.

    All at their means is even: a player of no edge over the other one has half of the games.

    Attributes:
        weight: log odds for a change of one `scale`.
        mean, scale: in the unit of the feature; over the positions it was fitted on.
    """

    weight: float
    mean: float
    scale: float


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Games that a value was fitted on.

    Attributes:
        name: of the folder. players: the strategies that played, as journals name them.
        games: how many. positions: starts of turns in them. weight: of each of its games.
        brier: of the value on these games, each held out. law_brier: of life force alone.
    """

    name: str
    players: tuple[str, ...]
    games: int
    positions: int
    weight: float
    brier: float
    law_brier: float


class Provenance(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where a value comes from.

    Attributes:
        date: when it was fitted, ISO.
        program: version of the package that fitted it.
        games: how many games. positions: starts of turns, those of both seats.
        digest: of all journals, in the order of their own digests.
        ridge, mirror: how strongly coefficients are drawn to 0, and to those of the opponent's features.
        skipped: files that were left out, by reason.
    """

    date: str
    program: str
    games: int
    positions: int
    digest: str
    ridge: float
    mirror: float
    sources: tuple[Source, ...] = ()
    skipped: Mapping[str, int] = {}


class Bin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Held-out positions whose chance was told to be in a range.

    Attributes:
        low, high: of the chance. positions: how many.
        told: their mean chance. won: how many of them were won, as a share.
    """

    low: float
    high: float
    positions: int
    told: float
    won: float


class HeldOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How good it is on games it was not fitted on; every game has the same weight in it.

    Attributes:
        folds: into how many parts the games were cut.
        games, positions: how many were told.
        log_loss, brier: of the value. law_log_loss, law_brier: of life force alone (`valuation.stakes`).
        brier_gain: by how much its Brier score is better a game, and the standard error of that.
        calibration: by ranges of the chance it tells.
    """

    folds: int
    games: int
    positions: int
    log_loss: float
    brier: float
    law_log_loss: float
    law_brier: float
    brier_gain: tuple[float, float]
    calibration: tuple[Bin, ...] = ()


class Lead(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What becomes of the difference of both life forces until the same player's turn two turns later.

    Attributes:
        intercept: the change where every feature is 0. slopes: by feature, for one unit more of it.
        slope, correlation: of what came on what was told, in held-out games.
        positions: starts of turns that it was fitted on: those with so many turns to come.
    """

    intercept: float
    slope: float
    correlation: float
    positions: int
    slopes: Mapping[str, float]


class ValueFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a value file says.

    Attributes:
        version: of its format.
        lead: how life force goes on; None where that was not fitted.
    """

    version: int
    provenance: Provenance
    held_out: HeldOut | None = None
    lead: Lead | None = None
    features: Mapping[str, Coefficient]


class LearnedValue:
    """A value that was learnt.

    Args:
        file: its coefficients. Features that it does not name do not count.

    Attributes:
        file: as given.
    """

    __slots__ = ("_base", "_lead", "_slopes", "file")

    def __init__(self, file: ValueFile) -> None:
        self.file = file
        slopes = {name: each.weight / each.scale for name, each in file.features.items()}
        self._slopes = tuple(slopes.get(name, 0.0) for name in NAMES)
        self._base = -sum(slope * file.features[name].mean for name, slope in slopes.items())
        lead = file.lead
        self._lead = () if lead is None else tuple(lead.slopes.get(name, 0.0) for name in NAMES)

    def log_odds(self, at: Outline) -> float:
        """The log odds that we win; they add up where chances do not."""
        return self._base + sum(
            [slope * each for slope, each in zip(self._slopes, features_of(at), strict=True)]
        )

    def chance(self, at: Outline) -> float:
        """The chance that we win, 0 to 1."""
        return logistic(self.log_odds(at))

    def lead_change(self, at: Outline) -> float | None:
        """By how much our life force less theirs will have changed at the same player's turn after the next.

        None where the file does not tell.
        """
        if self.file.lead is None:
            return None
        told = zip(self._lead, features_of(at), strict=True)
        return self.file.lead.intercept + sum([slope * each for slope, each in told])

    def life_price(self, at: Outline) -> float:
        """Log odds that a unit of our life force decides here; above 0."""
        up = self.log_odds(replace(at, life=at.life + _STEP))
        down = self.log_odds(replace(at, life=max(at.life - _STEP, 0.0)))
        return max((up - down) / (_STEP + min(at.life, _STEP)), _LEAST_PRICE)


def log_loss(log_odds: float, *, won: bool) -> float:
    """What such a forecast loses, in nats: 0 for one that was sure and right."""
    wrong = -log_odds if won else log_odds
    return wrong + log1p(exp(-wrong)) if wrong > 0 else log1p(exp(wrong))


def odds_of(chance: float) -> float:
    """The log odds of a chance."""
    chance = min(max(chance, 1e-12), 1 - 1e-12)
    return log(chance / (1 - chance))


def load_value(path: Path | None = None) -> LearnedValue:
    """Read a value file.

    Args:
        path: the file; None for the one that comes with the program.

    Raises:
        ValueFileError: it is missing, damaged, of another version, or names a feature that is unknown here.
    """
    if path is not None:
        return LearnedValue(_checked(read_toml(path, _MAKE, ValueFileError)))
    with as_file(files(__package__) / SHIPPED) as shipped:
        return load_value(shipped)


def _checked(file: TomlFile) -> ValueFile:
    """What a file says, if it can be used."""
    version = file.data.get("version")
    if version != VERSION:
        told = "no version" if version is None else f"version {brief(plain(repr(version)), 40)}"
        raise ValueFileError(f"{file.shown}: has {told}, this program reads {VERSION}: {_MAKE}")
    try:
        found = msgspec.convert(file.data, ValueFile)
    except msgspec.ValidationError as fault:
        raise ValueFileError(f"{file.shown}: {brief(plain(str(fault)), 200)}: {_MAKE}") from None
    named = {*found.features, *(() if found.lead is None else found.lead.slopes)}
    unknown = sorted(named - set(NAMES))
    if unknown:
        names = brief(plain(", ".join(unknown)), 200)
        raise ValueFileError(f"{file.shown}: unknown features: {names}: {_MAKE}")
    if not found.features:
        raise ValueFileError(f"{file.shown}: names no feature: {_MAKE}")
    for name, each in found.features.items():
        numbers: Sequence[float] = (each.weight, each.mean, each.scale)
        if not all(map(isfinite, numbers)) or each.scale <= 0:
            raise ValueFileError(f"{file.shown}: features.{name}: needs finite numbers and a scale above 0")
    if found.lead is not None and not all(map(isfinite, (found.lead.intercept, *found.lead.slopes.values()))):
        raise ValueFileError(f"{file.shown}: lead: needs finite numbers")
    return found


def usable_value(tell: Callable[[str], None], path: Path | None = None) -> LearnedValue | None:
    """A value file if it can be used; else it is told in one line, and there is none.

    Args:
        tell: told why it cannot be used.
        path: the file; None for the one that comes with the program.
    """
    try:
        return load_value(path)
    except ValueFileError as fault:
        tell(f"{fault}; the weights of the strategy file are used")
        return None
