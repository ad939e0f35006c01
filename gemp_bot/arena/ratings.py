"""Strengths on one scale, by maximum likelihood: of a player and its opponents; of players and decks.

In this model a player beats another with the chance `1 / (1 + 10 ** (difference / -400))`, the Elo curve.
All games count together, in no order.

`fit` finds effects that add up to the odds of a game: a game between two sides has the chance `logistic(sum
of sign * effect)` to be won by the first. An effect may be drawn to 0 by a ridge: a normal distribution about
0 with the variance `1 / ridge`, so that one of few games, or of none, is defined. Tens to some hundreds of
effects are a second's work.
"""

import csv
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from gemp_bot.arena.jobs import BOX_FORMAT
from gemp_bot.arena.record import GameRecord
from gemp_bot.arena.results import read_results
from gemp_bot.arena.spec import ArenaError
from gemp_bot.arena.sprt import halved
from gemp_bot.statistics import Interval, logistic, z_of
from gemp_bot.strategy import Identity
from gemp_bot.strategy.identity import short
from gemp_bot.terminal import plain

_ROUNDS = 100
_EXACT = 1e-10
_LONGEST_STEP = 2.0
Matrix = list[list[float]]


class RatedGames(msgspec.Struct, frozen=True):
    """Some games with the same effects.

    Attributes:
        effects: by its number, what each effect counts for the first side, as a rule 1 or -1.
        won, lost: points of the first side, and of the other.
    """

    effects: Mapping[int, float]
    won: float
    lost: float


class Fit(msgspec.Struct, frozen=True):
    """The likeliest effects.

    Attributes:
        values: one an effect.
        factor: lower triangle whose square is the curvature of the likelihood there (Cholesky).
        evidence: logarithm of the likelihood of all games over all effects (Laplace), to compare ridges by.
    """

    values: list[float]
    factor: Matrix
    evidence: float

    def sum_of(self, effects: Mapping[int, float]) -> tuple[float, float]:
        """A sum of effects and its standard error."""
        unit = [effects.get(number, 0.0) for number in range(len(self.values))]
        value = sum(each * sign for each, sign in zip(self.values, unit, strict=True))
        return value, math.sqrt(sum(each * each for each in _forward(self.factor, unit)))


def fit(games: Sequence[RatedGames], ridge: Sequence[float]) -> Fit:
    """Find the likeliest effects; the ridge of one is 0 where the games alone determine it."""
    values = [0.0] * len(ridge)
    factor: Matrix = []
    for _ in range(_ROUNDS):
        slope, curvature = _derivatives(games, values, ridge)
        factor = _cholesky(curvature)
        step = _solve(factor, slope)
        longest = max(map(abs, step), default=0.0)
        short = min(1.0, _LONGEST_STEP / longest) if longest else 1.0
        values = [old + short * change for old, change in zip(values, step, strict=True)]
        if longest < _EXACT:
            break
    return Fit(values, factor, _evidence(games, values, ridge, factor))


def _odds(game: RatedGames, values: Sequence[float]) -> float:
    return sum(sign * values[number] for number, sign in game.effects.items())


def _derivatives(
    games: Iterable[RatedGames], values: Sequence[float], ridge: Sequence[float]
) -> tuple[list[float], Matrix]:
    """Slope and negative curvature of the log-likelihood with the ridge."""
    slope = [-pull * value for pull, value in zip(ridge, values, strict=True)]
    curvature = [[0.0] * len(values) for _ in values]
    for number, pull in enumerate(ridge):
        curvature[number][number] = pull
    for game in games:
        chance = logistic(_odds(game, values))
        surplus = game.won - (game.won + game.lost) * chance
        weight = (game.won + game.lost) * chance * (1 - chance)
        for one, sign in game.effects.items():
            slope[one] += sign * surplus
            for other, more in game.effects.items():
                curvature[one][other] += sign * more * weight
    return slope, curvature


def _evidence(
    games: Iterable[RatedGames], values: Sequence[float], ridge: Sequence[float], factor: Matrix
) -> float:
    told = 0.0
    for game in games:
        odds = _odds(game, values)
        told += game.won * math.log(logistic(odds)) + game.lost * math.log(logistic(-odds))
    told -= sum(pull * value * value for pull, value in zip(ridge, values, strict=True)) / 2
    told += sum(math.log(pull) for pull in ridge if pull) / 2
    return told - sum(math.log(row[-1]) for row in factor)


# -- linear algebra ---------------------------------------------------------------------------------


def _cholesky(matrix: Matrix) -> Matrix:
    """The rows of the lower triangle, each up to its diagonal."""
    factor: Matrix = []
    for number, row in enumerate(matrix):
        found: list[float] = []
        for other in range(number):
            before = factor[other]
            rest = row[other] - sum(a * b for a, b in zip(found, before, strict=False))
            found.append(rest / before[other])
        found.append(math.sqrt(row[number] - sum(each * each for each in found)))
        factor.append(found)
    return factor


def _forward(factor: Matrix, right: Sequence[float]) -> list[float]:
    """Solve with the lower triangle."""
    found: list[float] = []
    for row, value in zip(factor, right, strict=True):
        found.append((value - sum(a * b for a, b in zip(row, found, strict=False))) / row[-1])
    return found


def _solve(factor: Matrix, right: Sequence[float]) -> list[float]:
    """Solve with the matrix."""
    found = _forward(factor, right)
    for number in reversed(range(len(found))):
        rest = sum(factor[row][number] * found[row] for row in range(number + 1, len(found)))
        found[number] = (found[number] - rest) / factor[number][number]
    return found


ELO = 400 / math.log(10)
"""Elo of one unit of the logistic curve."""
_PRIOR = 0.5
"""Points each of two players who met is given."""


class Rating(msgspec.Struct, frozen=True):
    """A player's strength in Elo, relative to the anchor."""

    name: str
    elo: Interval


class FittedStrength(Rating, frozen=True):
    """A player, or a deck.

    Attributes:
        name: with the digest of its program or text.
        games: decided ones; of a pair that was one game from both seats each counts half.
        elo: above the player with the most games; of a deck, against one like all others.
    """

    games: float


def elo_text(elo: Interval) -> str:
    """`+45 [+12, +78]`."""
    return f"{elo.value:+.0f} [{elo.low:+.0f}, {elo.high:+.0f}]"


def ratings(records: Iterable[GameRecord], player: str) -> tuple[Rating, ...]:
    """Rate the player and all opponents, the strongest first; the player is the anchor, at 0.

    Only decided games count. Opponents met the player alone: each is rated by its own games and, since
    whoever won all of them would be infinitely strong, one drawn game more. The intervals are of 95 %, by
    the curvature of the likelihood.
    """
    met: dict[str, list[float]] = defaultdict(list)
    for record in records:
        if record.outcome.decided:
            met[record.opponent].append(record.outcome.score)
    found = [Rating(player, Interval(0.0, 0.0, 0.0))] if met else []
    for opponent, scores in met.items():
        won, lost = sum(scores) + _PRIOR, len(scores) - sum(scores) + _PRIOR
        # A player may meet himself.
        name = opponent if opponent != player else f"{player} (opponent)"
        found.append(Rating(name, elo_of(math.log(lost / won), math.sqrt(1 / won + 1 / lost))))
    return tuple(sorted(found, key=lambda one: -one.elo.value))


def elo_of(odds: float, error: float) -> Interval:
    """Log odds with their standard error, in Elo with an interval of 95 %."""
    half = z_of() * error * ELO
    return Interval(odds * ELO, odds * ELO - half, odds * ELO + half)


TABLE = ".csv"
"""What the file of results ends with; any other is lines of records."""
_SPREADS = (10.0, 25.0, 50.0, 100.0, 200.0, 400.0)
"""Standard deviations of decks in Elo, of which the games choose one."""
_WIDE = 400.0
"""That of players and of a side: those of docs/strength.csv lay from -367 to +602 on 2026-11-23."""
_AI = "ai:"
_MANY = 1e6
_SHOWN = 60


class ResultRow(msgspec.Struct, frozen=True, kw_only=True):
    """Games of one measurement with the same players, decks and sides: a line of the file of results.

    Attributes:
        date: ISO. measurement: what it was called.
        player, opponent: names, with a digest of who they were; empty for an AI of the server.
        format: code of the format; `box` for games in the sandbox.
        deck, opponent_deck: names with digests of the texts; empty where several decks were played from both
            sides, so that they are worth the same to both players.
        side: the player's; empty for both.
        games: decided ones; of a pair that was one game from both seats each counts half.
        points: of the player, draws as halves.
        margin: his life force minus the opponent's at the end, on average; None if not known.
        not_decided: others.
        note: what was measured, in the first row of a measurement.
    """

    date: str
    measurement: str
    player: str
    player_digest: str
    opponent: str
    opponent_digest: str = ""
    format: str = ""
    deck: str = ""
    deck_digest: str = ""
    side: str = ""
    opponent_deck: str = ""
    opponent_deck_digest: str = ""
    games: float
    points: float
    margin: float | None = None
    not_decided: int = 0
    note: str = ""


_COLUMNS = tuple(field.name for field in msgspec.structs.fields(ResultRow))


class Strength(msgspec.Struct, frozen=True):
    """What the fit tells, in Elo with intervals of 95 %.

    Attributes:
        players: the strongest first.
        decks: the best first.
        dark: what the dark side is worth above the light one.
        spread: standard deviation of decks, of those tried the likeliest.
    """

    players: tuple[FittedStrength, ...]
    decks: tuple[FittedStrength, ...]
    dark: Interval
    spread: float


# -- rows ---------------------------------------------------------------------------------------------


def rows_of(measurement: str, records: Iterable[GameRecord], note: str = "") -> list[ResultRow]:
    """The games of a measurement as rows.

    Raises:
        ArenaError: a record does not say who played.
    """
    groups: dict[tuple[str, ...], list[GameRecord]] = defaultdict(list)
    records = list(records)
    half = halved(records)
    for record in records:
        key = (
            *_who(measurement, record, record.player_identity, ""),
            *_who(measurement, record, record.opponent_identity, record.opponent),
            record.format,
            record.deck,
            short(record.deck_digest or ""),
            record.side.value,
            record.opponent_deck,
            short(record.opponent_deck_digest or ""),
        )
        groups[key].append(record)
    found: list[ResultRow] = []
    for named, games in groups.items():
        decided = {one.job: 0.5 if one.job in half else 1.0 for one in games if one.outcome.decided}
        margins = [one.margin for one in games if one.job in decided and one.margin is not None]
        found.append(
            ResultRow(
                **dict(zip(_COLUMNS[2:12], named, strict=True)),
                date=max(one.at for one in games)[:10],
                measurement=measurement,
                games=sum(decided.values()),
                points=sum(decided[one.job] * one.outcome.score for one in games if one.job in decided),
                margin=round(sum(margins) / len(margins), 2) if margins else None,
                not_decided=len(games) - len(decided),
                note="" if found else note,
            )
        )
    return found


def _who(where: str, record: GameRecord, identity: Identity | None, label: str) -> tuple[str, str]:
    """Name and digest of a player."""
    if identity is not None:
        parts = f"-{short(identity.digest)}" if identity.parts else ""
        return Path(identity.name).stem, f"{short(identity.program)}{parts}"
    if label.startswith(_AI):
        return label, ""
    raise ArenaError(f"{plain(where)}: game {plain(record.job)}: does not say who played it")


def add_rows(file: Path, rows: Sequence[ResultRow]) -> None:
    """Add rows at the end of the file of results; it is made if it is missing.

    Raises:
        ArenaError: one line.
    """
    new = not file.exists()
    known = set() if new else {msgspec.structs.replace(row, note="") for row in read_rows(file)}
    if again := next((row for row in rows if msgspec.structs.replace(row, note="") in known), None):
        raise ArenaError(f"{plain(str(file))}: holds games of {plain(again.measurement)} already")
    try:
        with file.open("a", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream, lineterminator="\n")
            if new:
                writer.writerow(_COLUMNS)
            writer.writerows(
                [f"{each:g}" if isinstance(each, float) else each for each in msgspec.structs.astuple(row)]
                for row in rows
            )
    except OSError as fault:
        raise ArenaError(f"{file}: {fault.strerror or type(fault).__name__}") from None


def read_rows(file: Path) -> list[ResultRow]:
    """The rows of a file: of the file of results, or of records of an arena, a lab or selfplay.

    Raises:
        ArenaError: one line that names the line that is no result.
    """
    if not file.is_file():
        kind = "a folder: name the files in it" if file.is_dir() else "no such file of results"
        raise ArenaError(f"{plain(str(file))}: {kind}")
    if file.suffix != TABLE:
        name = file.parent.name if file.stem == "results" else file.stem
        return rows_of(name, read_results(file).values())
    try:
        lines = list(csv.reader(file.read_text("utf-8").splitlines(), strict=True))
    except (OSError, UnicodeDecodeError, csv.Error) as fault:
        raise ArenaError(f"{plain(str(file))}: cannot be read: {fault}") from None
    if not lines or tuple(lines[0]) != _COLUMNS:
        raise ArenaError(f"{plain(str(file))}:1: the columns must be {','.join(_COLUMNS)}")
    return [_row(f"{plain(str(file))}:{number}", cells) for number, cells in enumerate(lines[1:], start=2)]


def _row(where: str, cells: list[str]) -> ResultRow:
    if len(cells) != len(_COLUMNS):
        raise ArenaError(f"{where}: has {len(cells)} cells, not {len(_COLUMNS)}")
    values = {key: cell for key, cell in zip(_COLUMNS, cells, strict=True) if cell or key != "margin"}
    try:
        row = msgspec.convert(values, ResultRow, strict=False)
    except msgspec.ValidationError as fault:
        raise ArenaError(f"{where}: {plain(str(fault))}") from None
    if not (row.player and row.opponent and 0 <= row.points <= row.games < _MANY):
        raise ArenaError(f"{where}: needs a player, an opponent, and points from 0 to the number of games")
    return row


# -- the fit ------------------------------------------------------------------------------------------


def strength_of(rows: Sequence[ResultRow]) -> Strength:
    """Fit all rows.

    Raises:
        ArenaError: nothing is decided, or games in the sandbox would be mixed with those of a server.
    """
    rows = [row for row in rows if row.games]
    if not rows:
        raise ArenaError("no game is decided: there is nothing to fit")
    if len({row.format == BOX_FORMAT for row in rows}) > 1:
        raise ArenaError("games in the sandbox and games on a server are no one measurement: fit them apart")
    effects = _Effects()
    games = [RatedGames(effects.of(row), row.points, row.games - row.points) for row in rows]
    fits = {
        spread: fit(
            games, [(ELO / (spread if kind == "deck" else _WIDE)) ** 2 for kind, _ in effects.numbers]
        )
        for spread in (_SPREADS if any(kind == "deck" for kind, _ in effects.numbers) else _SPREADS[:1])
    }
    spread, best = max(fits.items(), key=lambda one: one[1].evidence)
    played: dict[str, float] = defaultdict(float)
    for row in rows:
        for name in {name for _, name in (*_players(row), *_decks(row))}:
            played[name] += row.games
    return effects.told(best, played, spread)


def _players(row: ResultRow) -> tuple[tuple[str, str], ...]:
    return tuple(
        ("player", f"{name} {digest}".strip())
        for name, digest in ((row.player, row.player_digest), (row.opponent, row.opponent_digest))
    )


def _decks(row: ResultRow) -> tuple[tuple[str, str], ...]:
    both = ((row.deck, row.deck_digest), (row.opponent_deck, row.opponent_deck_digest))
    return tuple(("deck", f"{name} {digest}".strip()) for name, digest in both)


class _Effects:
    """Numbers of players, decks and the dark side."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[str, str], int] = {("dark", "the dark side"): 0}

    def of(self, row: ResultRow) -> Mapping[int, float]:
        """What counts in the games of a row; what is the same on both sides counts nothing."""
        found: Counter[int] = Counter()
        for one, other in (_players(row), _decks(row)):
            for key, sign in ((one, 1), (other, -1)):
                if key[1]:
                    found[self.numbers.setdefault(key, len(self.numbers))] += sign
        found[0] += {"DARK": 1, "LIGHT": -1}.get(row.side, 0)
        return {number: float(sign) for number, sign in found.items() if sign}

    def told(self, fitted: Fit, played: Mapping[str, float], spread: float) -> Strength:
        """All effects in Elo, those of players from the one who played most."""
        players = {name: number for (kind, name), number in self.numbers.items() if kind == "player"}
        anchor = players[max(players, key=lambda name: played[name])]

        def rated(kind: str, sums: Callable[[int], dict[int, float]]) -> tuple[FittedStrength, ...]:
            found = [
                FittedStrength(name, elo_of(*fitted.sum_of(sums(number))), played[name])
                for (one, name), number in self.numbers.items()
                if one == kind
            ]
            return tuple(sorted(found, key=lambda one: -one.elo.value))

        return Strength(
            rated("player", lambda number: {} if number == anchor else {number: 1.0, anchor: -1.0}),
            rated("deck", lambda number: {number: 1.0}),
            elo_of(*fitted.sum_of({0: 1.0})),
            spread,
        )


def table(found: Strength) -> list[str]:
    """The lines of docs/strength.md: players, then decks."""
    lines = []
    for what, ratings in (("player", found.players), ("deck", found.decks)):
        if not ratings:
            continue
        lines += [f"| {what} | games | Elo, 95 % interval |", "| --- | ---: | --- |"]
        lines += [
            f"| {plain(one.name)[:_SHOWN].replace('|', '/')} | {one.games:g} | {elo_text(one.elo)} |"
            for one in ratings
        ]
        lines += [""]
    last = "The player with the most games is at 0. The dark side is worth"
    return [*lines, f"{last} {elo_text(found.dark)}; decks differ by {found.spread:g} (standard deviation)."]
