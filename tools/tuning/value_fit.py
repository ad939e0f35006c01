"""From games to a value file: cut by game, told on held-out games, fitted on all."""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from statistics import correlation, fmean, linear_regression, stdev
from typing import Any, Final

import msgspec

from gemp_bot.journal import JournalError
from gemp_bot.statistics import logistic
from gemp_bot.valuation.features import FEATURES, NAMES, features_of
from gemp_bot.valuation.learned import (
    VERSION,
    Bin,
    Coefficient,
    HeldOut,
    Lead,
    Provenance,
    Source,
    ValueFile,
    log_loss,
    odds_of,
)
from gemp_bot.valuation.stakes import chance_by_life
from tools.tuning.fitting import Change, Fitted, Penalty, Sample, TuneError, fit, fit_change
from tools.tuning.turn_reader import GameTurns, TurnReader, UnusableGameError

_DIGITS: Final = 5
_HEAD: Final = """\
# The chance to win at the start of a turn: a logistic in the features of gemp_bot/valuation/features.py.
# Made by `python -m tools.tune`; do not edit it by hand. A feature adds weight * (it - mean) / scale to the
# log odds.
"""


def value_text(file: ValueFile) -> str:
    """The text of a value file."""
    data = msgspec.to_builtins(file)
    lines = [_HEAD, f"version = {data['version']}", ""]
    provenance = data["provenance"]
    lines += _table("provenance", provenance, without=("sources", "skipped"))
    lines += _table("provenance.skipped", {json.dumps(name): n for name, n in provenance["skipped"].items()})
    for source in provenance["sources"]:
        lines += _table("provenance.sources", source, array=True)
    held_out = data["held_out"]
    if held_out is not None:
        lines += _table("held_out", held_out, without=("calibration",))
        for part in held_out["calibration"]:
            lines += _table("held_out.calibration", part, array=True)
    lead = data["lead"]
    if lead is not None:
        lines += _table("lead", lead, without=("slopes",))
        lines += _table("lead.slopes", lead["slopes"])
    for feature in FEATURES:
        if feature.name in data["features"]:
            unit = f" [{feature.unit}]" if feature.unit else ""
            lines.append(f"# {feature.meaning}{unit}")
            lines += _table(f"features.{feature.name}", data["features"][feature.name])
    return "\n".join(lines).rstrip() + "\n"


def _table(
    name: str, values: Mapping[str, Any], *, without: Iterable[str] = (), array: bool = False
) -> Iterator[str]:
    """The lines of a table."""
    yield f"[[{name}]]" if array else f"[{name}]"
    for key, value in values.items():
        if key not in without:
            yield f"{key} = {_plain(value)}"
    yield ""


def _plain(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, float):
        return repr(round(value, _DIGITS))
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_plain, value))}]"
    return json.dumps(value)


FOLDS: Final = 10
FEWEST_GAMES: Final = 20
"""Games below which nothing is fitted: not even the signs of coefficients would be certain."""
_RIDGES: Final = (0.3, 1.0, 3.0, 10.0)
_MIRROR: Final = 10.0
_LATER: Final = 4
"""Turns of both players until the same player's turn after the next."""
_LEAD_RIDGE: Final = 1.0
_BINS: Final = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
_SHORT: Final = 16


class Folder(msgspec.Struct, frozen=True):
    """Journals of one kind."""

    name: str
    weight: float
    games: tuple[GameTurns, ...]


def read_folder(
    reader: TurnReader, name: str, files: Iterable[Path], weight: float, skipped: Counter[str]
) -> Folder:
    """Read the games of a folder.

    Args:
        name: what the folder is called in the provenance.
        skipped: is told why files are left out.
    """
    games = []
    for file in files:
        try:
            game = reader.read(file)
        except JournalError:
            skipped["damaged"] += 1
        except UnusableGameError as fault:
            skipped[str(fault)] += 1
        else:
            if game.turns:
                games.append(game)
            else:
                skipped["no turn began"] += 1
    return Folder(name, weight, tuple(games))


class _Rows:
    """The positions of all games.

    Attributes:
        games: of each position the number of its game; both seats of a game have one number, and so have both
            games of a pair.
        changes: by position, how life force went on, where the game did.
        law: what life force alone tells of each.
    """

    def __init__(self, folders: Sequence[Folder]) -> None:
        self.samples: list[Sample] = []
        self.games: list[int] = []
        self.folders: list[int] = []
        self.law: list[float] = []
        self.changes: dict[int, Change] = {}
        numbers = _numbers(game for folder in folders for game in folder.games)
        players: dict[tuple[str, str], int] = {}
        for at, folder in enumerate(folders):
            for game in folder.games:
                number = numbers[game.file]
                player = players.setdefault((folder.name, game.strategy), len(players))
                weight = folder.weight / len(game.turns)
                leads = [turn.outline.life - turn.outline.their_life for turn in game.turns]
                for here, turn in enumerate(game.turns):
                    features = features_of(turn.outline)
                    if here + _LATER < len(leads):
                        change = leads[here + _LATER] - leads[here]
                        self.changes[len(self.samples)] = Change(features, change, weight)
                    self.samples.append(Sample(features, game.won, weight, player))
                    self.games.append(number)
                    self.folders.append(at)
                    self.law.append(chance_by_life(turn.outline.life, turn.outline.their_life))
        self.count = len({*numbers.values()})

    def fold(self, position: int) -> int:
        """The part of the games that a position is held out with."""
        return self.games[position] % FOLDS


def _numbers(games: Iterable[GameTurns]) -> dict[Path, int]:
    """The number of each game, by its journal: two games are one if they are both seats of it, or a pair."""
    numbers: dict[Path, int] = {}
    known: dict[str, int] = {}
    waiting: dict[tuple[int, str, str], int] = {}
    for game in games:
        name = game.game or game.file.name
        if name not in known:
            half = None
            if game.shuffle is not None:
                seed, mine, theirs = game.shuffle
                half = waiting.pop((seed, theirs, mine), None)
            known[name] = len({*known.values()}) if half is None else half
            if game.shuffle is not None and half is None:
                waiting[game.shuffle] = known[name]
        numbers[game.file] = known[name]
    return numbers


def fit_value(
    folders: Sequence[Folder],
    *,
    date: str,
    program: str,
    skipped: Counter[str],
    tell: Callable[[str], None] = lambda _: None,
) -> ValueFile:
    """Fit a value to games.

    The ridge is the one with the least loss on held-out games; what is told of held-out games is of it.

    Args:
        date: today, ISO.
        skipped: files that were left out, by reason.
        tell: told a line about each step that takes long.

    Raises:
        TuneError: there are too few games, or all ended alike; or it cannot be fitted.
    """
    files = (game.file for folder in folders for game in folder.games)
    digests = {file: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    folders = _without_copies(folders, digests, skipped)
    rows = _Rows(folders)
    if rows.count < FEWEST_GAMES:
        raise TuneError(f"{rows.count} games that can be used; at least {FEWEST_GAMES} are needed")
    if len({each.won for each in rows.samples}) == 1:
        raise TuneError("all games ended alike: nothing tells what wins")
    best: tuple[float, float, list[float]] | None = None
    for ridge in _RIDGES:
        odds = _held_out(rows, Penalty(ridge, _MIRROR))
        loss = _mean_by_game(
            rows, [log_loss(each, won=one.won) for each, one in zip(odds, rows.samples, strict=True)]
        )
        tell(f"ridge {ridge:g}: held-out log loss {loss:.4f}")
        if best is None or loss < best[0]:
            best = loss, ridge, odds
    if best is None:
        raise TuneError("no ridge was tried")
    _, ridge, odds = best
    fitted = fit(rows.samples, Penalty(ridge, _MIRROR))
    return ValueFile(
        version=VERSION,
        provenance=Provenance(
            date=date,
            program=program,
            games=rows.count,
            positions=len(rows.samples),
            digest=_digest(digests[game.file] for folder in folders for game in folder.games),
            ridge=ridge,
            mirror=_MIRROR,
            sources=tuple(_source(rows, at, folder, odds) for at, folder in enumerate(folders)),
            skipped=dict(sorted(skipped.items())),
        ),
        held_out=_told(rows, odds),
        lead=_lead(rows),
        features=_coefficients(fitted),
    )


def _coefficients(fitted: Fitted) -> dict[str, Coefficient]:
    found = zip(NAMES, fitted.weights, fitted.means, fitted.scales, strict=True)
    return {name: Coefficient(weight=weight, mean=mean, scale=scale) for name, weight, mean, scale in found}


def _lead(rows: _Rows) -> Lead | None:
    """How life force goes on; None if no game is long enough to tell in each part."""
    told: list[tuple[float, float]] = []
    for part in range(FOLDS):
        known = [each for at, each in rows.changes.items() if rows.fold(at) != part]
        if not known:
            return None
        intercept, slopes = fit_change(known, _LEAD_RIDGE)
        for at, each in rows.changes.items():
            if rows.fold(at) == part:
                told.append((intercept + _weighed(slopes, each.features), each.change))
    if len({round(one, 6) for one, _ in told}) < 3 or len({came for _, came in told}) < 2:
        return None
    line = linear_regression([one for one, _ in told], [came for _, came in told])
    intercept, slopes = fit_change(list(rows.changes.values()), _LEAD_RIDGE)
    return Lead(
        intercept=intercept,
        slope=line.slope,
        correlation=correlation([one for one, _ in told], [came for _, came in told]),
        positions=len(told),
        slopes=dict(zip(NAMES, slopes, strict=True)),
    )


def _weighed(slopes: Sequence[float], features: Sequence[float]) -> float:
    """The sum of the products."""
    return sum(slope * each for slope, each in zip(slopes, features, strict=True))


# -- held-out games -------------------------------------------------------------------------------


def _held_out(rows: _Rows, penalty: Penalty) -> list[float]:
    """The log odds of each position by a value fitted without the games of its part."""
    odds = [0.0] * len(rows.samples)
    for part in range(FOLDS):
        known = [one for at, one in enumerate(rows.samples) if rows.fold(at) != part]
        fitted = fit(known, penalty)
        for at, one in enumerate(rows.samples):
            if rows.fold(at) == part:
                odds[at] = fitted.log_odds(one.features)
    return odds


def _by_game(rows: _Rows, values: Sequence[float], folder: int | None = None) -> list[float]:
    """The mean of each game."""
    found: dict[int, list[float]] = defaultdict(list)
    for at, (game, value) in enumerate(zip(rows.games, values, strict=True)):
        if folder is None or rows.folders[at] == folder:
            found[game].append(value)
    return [fmean(each) for each in found.values()]


def _mean_by_game(rows: _Rows, values: Sequence[float]) -> float:
    return fmean(_by_game(rows, values))


def _briers(rows: _Rows, chances: Iterable[float]) -> list[float]:
    return [(chance - one.won) ** 2 for chance, one in zip(chances, rows.samples, strict=True)]


def _told(rows: _Rows, odds: Sequence[float]) -> HeldOut:
    won = [one.won for one in rows.samples]
    chances = [logistic(each) for each in odds]
    ours, law = _briers(rows, chances), _briers(rows, rows.law)
    gains = _by_game(rows, [old - new for old, new in zip(law, ours, strict=True)])
    return HeldOut(
        folds=FOLDS,
        games=rows.count,
        positions=len(odds),
        log_loss=_mean_by_game(rows, [log_loss(each, won=one) for each, one in zip(odds, won, strict=True)]),
        brier=_mean_by_game(rows, ours),
        law_log_loss=_mean_by_game(
            rows, [log_loss(odds_of(each), won=one) for each, one in zip(rows.law, won, strict=True)]
        ),
        law_brier=_mean_by_game(rows, law),
        brier_gain=(fmean(gains), stdev(gains) / len(gains) ** 0.5),
        calibration=tuple(_calibration(chances, won)),
    )


def _calibration(chances: Sequence[float], won: Sequence[bool]) -> Iterable[Bin]:
    for low, high in pairwise(_BINS):
        inside = [
            (chance, one)
            for chance, one in zip(chances, won, strict=True)
            if low <= chance < high or chance == high == 1
        ]
        if inside:
            yield Bin(
                low=low,
                high=high,
                positions=len(inside),
                told=fmean(map(itemgetter(0), inside)),
                won=fmean(map(itemgetter(1), inside)),
            )


# -- where it comes from --------------------------------------------------------------------------


def _source(rows: _Rows, at: int, folder: Folder, odds: Sequence[float]) -> Source:
    ours = _by_game(rows, _briers(rows, map(logistic, odds)), at)
    law = _by_game(rows, _briers(rows, rows.law), at)
    return Source(
        name=folder.name,
        players=tuple(sorted({game.strategy or "another client" for game in folder.games})),
        games=len(ours),
        positions=sum(len(game.turns) for game in folder.games),
        weight=folder.weight,
        brier=fmean(ours) if ours else 0.0,
        law_brier=fmean(law) if law else 0.0,
    )


def _digest(digests: Iterable[str]) -> str:
    """The digest of all journals, whatever they are called."""
    return hashlib.sha256("".join(sorted(digests)).encode()).hexdigest()[:_SHORT]


def _without_copies(
    folders: Sequence[Folder], digests: Mapping[Path, str], skipped: Counter[str]
) -> list[Folder]:
    """The folders with each journal once, in the first of them that has it."""
    seen: set[str] = set()
    found = []
    for folder in folders:
        games = []
        for game in folder.games:
            if digests[game.file] in seen:
                skipped["a copy of another"] += 1
            else:
                games.append(game)
            seen.add(digests[game.file])
        found.append(Folder(folder.name, folder.weight, tuple(games)))
    return found
