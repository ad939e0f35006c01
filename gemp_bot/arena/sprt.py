"""Many games in numbers, in all and by pairs; and a sequential test that stops as soon as it is clear.

The two games of a pair have the same decks, so their results hang together; the test therefore counts
pairs, by their points: 0, 1/2, 1, 3/2, 2 (pentanomial). Two hypotheses about the difference in strength,
`elo0 < elo1`, are compared by the likelihood ratio of the distributions that explain the counts best under
each of them (generalised SPRT, as chess engines are tested: M. Van den Bergh, "The generalized maximum
likelihood ratio for the expectation value of a distribution", and its `LLRcalc.py` in fishtest).
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from enum import StrEnum
from statistics import fmean

import msgspec

from gemp_bot.arena.record import ArenaOutcome, GameRecord
from gemp_bot.arena.spec import SprtSpec
from gemp_bot.statistics import Interval, mean_of, rate_of_pairs, wilson


class GameSummary(msgspec.Struct, frozen=True):
    """Some games. Only decided ones are in `games` and everything before `unfinished`.

    Attributes:
        label: what these games have in common.
        games, won, lost, drawn: decided games.
        rate: points a game, draws as halves, with Wilson's interval; None without games.
        margin: average of the player's life force minus the opponent's at the end; of one game without
            a width, None without games.
        turns, seconds: averages; None without games.
        unfinished: how many came to nothing, by outcome.
        faults: all other counts, over all games.
    """

    label: str
    games: int
    won: int
    lost: int
    drawn: int
    rate: Interval | None
    margin: Interval | None
    turns: float | None
    seconds: float | None
    unfinished: dict[str, int]
    faults: dict[str, int]


def summarize(label: str, records: Sequence[GameRecord]) -> GameSummary:
    """Put games together."""
    decided = [record for record in records if record.outcome.decided]
    results = Counter(record.outcome for record in decided)
    points = sum(record.outcome.score for record in decided)
    margins = [float(record.margin) for record in decided if record.margin is not None]
    margin = mean_of(margins)
    if margin is None and margins:
        margin = Interval(margins[0], margins[0], margins[0])
    return GameSummary(
        label=label,
        games=len(decided),
        won=results[ArenaOutcome.WIN],
        lost=results[ArenaOutcome.LOSS],
        drawn=results[ArenaOutcome.DRAW],
        rate=wilson(points, len(decided)) if decided else None,
        margin=margin,
        turns=fmean(record.turns for record in decided) if decided else None,
        seconds=fmean(record.seconds for record in decided) if decided else None,
        unfinished=dict(
            sorted(Counter(str(record.outcome) for record in records if not record.outcome.decided).items())
        ),
        faults={
            "warnings": sum(record.warnings for record in records),
            "opponent_warnings": sum(record.opponent_warnings for record in records),
            "fallbacks": sum(record.fallbacks for record in records),
            "opponent_fallbacks": sum(record.opponent_fallbacks for record in records),
            "unanswered": sum(
                sum(record.unanswered.values()) + sum(record.opponent_unanswered.values())
                for record in records
            ),
            "resyncs": sum(record.resyncs for record in records),
            "disputed": sum(record.disputed or 0 for record in records),
            "doubled": sum(record.doubled or 0 for record in records),
            "aborted": sum(record.aborted for record in records),
        },
    )


class PairSummary(msgspec.Struct, frozen=True):
    """Games by pairs, each of which counts once: its games have the same decks, and in the box one shuffle.

    Attributes:
        pairs: those of which both games are decided.
        counts: pairs with 0, 1/2, 1, 3/2 and 2 points.
        same: pairs whose second game was the first one with the players changed: nothing they did differed.
        rate: points a game; margin: average of the player's life force minus the opponent's; both with a
            normal interval over pairs. None without pairs, or life force.
        corrected: the margin without the luck of draws, which is 0 on average; of pairs whose luck is known.
        told_apart: the rate differs from one half.
        needed: games in all after which it would, if the rate stays; None if it does, or is one half.
    """

    pairs: int
    counts: tuple[int, int, int, int, int]
    same: int
    rate: Interval | None
    margin: Interval | None
    corrected: Interval | None
    told_apart: bool
    needed: int | None


def by_pairs(records: Iterable[GameRecord]) -> PairSummary:
    """Put games together in pairs; a game whose other half is missing or not decided is left out."""
    pairs = _pairs(records)
    points = [sum(each.outcome.score for each in pair) / 2 for pair in pairs]
    margins = [
        (first.margin + second.margin) / 2
        for first, second in pairs if first.margin is not None and second.margin is not None
    ]  # fmt: skip
    corrected = [
        (first.margin - first.luck + second.margin - second.luck) / 2
        for first, second in pairs
        if first.margin is not None and second.margin is not None
        and first.luck is not None and second.luck is not None
    ]  # fmt: skip
    found = Counter(round(4 * each) for each in points)
    rated = rate_of_pairs(points)
    return PairSummary(
        pairs=len(pairs),
        counts=(found[0], found[1], found[2], found[3], found[4]),
        same=sum(_same(first, second) for first, second in pairs),
        rate=rated.rate,
        margin=mean_of(margins),
        corrected=mean_of(corrected),
        told_apart=rated.told_apart,
        needed=None if rated.needed is None else 2 * rated.needed,
    )


def halved(records: Iterable[GameRecord]) -> set[str]:
    """The jobs of pairs that were one game from both seats: each of the two counts half."""
    return {one.job for pair in _pairs(records) if _same(*pair) for one in pair}


def _pairs(records: Iterable[GameRecord]) -> list[list[GameRecord]]:
    """The pairs of which both games are decided."""
    rounds: dict[tuple[str, int], list[GameRecord]] = defaultdict(list)
    for record in records:
        if record.outcome.decided:
            rounds[record.opponent, record.round].append(record)
    return [found for found in rounds.values() if len(found) == 2]  # noqa: PLR2004


def _same(first: GameRecord, second: GameRecord) -> bool:
    """Whether the second game of a pair went like the first, with the players changed."""
    lives = first.life, first.opponent_life
    return (
        None not in lives
        and first.side is not second.side
        and (second.opponent_life, second.life) == lives
        and (first.turns, first.reason) == (second.turns, second.reason)
    )


POINTS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Points a game of a pair, by the five results a pair can have."""

_LEAST = 1e-3
"""Stands for a result that has not been seen: it may come."""
_ELO_A_SIGMA = 800 / math.log(10)
"""Normalized Elo of one standard deviation of one game."""
_EXACT = 1e-9
_STEPS = 60
_ROUNDS = 20

Law = tuple[tuple[float, float], ...]
"""A distribution: value and probability."""


class SprtVerdict(StrEnum):
    """What the test says."""

    STRONGER = "stronger"
    """At least by about elo1: the lower hypothesis is refused."""
    NOT_STRONGER = "not stronger"
    """Not by more than about elo0: the higher hypothesis is refused."""
    OPEN = "open"


class SprtState(msgspec.Struct, frozen=True):
    """How the test stands.

    Attributes:
        counts: pairs with 0, 1/2, 1, 3/2, 2 points.
        pairs: how many are complete.
        llr: log-likelihood ratio over all of them.
        low, high: the bounds it must pass.
        verdict: by the first bound that was passed, in the order in which pairs were completed.
        decided_at: after how many pairs; None while it is open.
    """

    counts: tuple[int, ...]
    pairs: int
    llr: float
    low: float
    high: float
    verdict: SprtVerdict
    decided_at: int | None


def expected_score(elo: float) -> float:
    """The score a game that a difference in Elo leads to."""
    return 1 / (1 + 10 ** (-elo / 400))


def bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Where the test ends (Wald): errors of the first kind `alpha`, of the second `beta`."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def llr(counts: Sequence[int], spec: SprtSpec) -> float:
    """The log-likelihood ratio of elo1 against elo0; 0 without pairs."""
    if not sum(counts):
        return 0.0
    filled = [count or _LEAST for count in counts]
    total = sum(filled)
    law: Law = tuple((value, count / total) for value, count in zip(POINTS, filled, strict=True))
    if spec.kind == "logistic":
        laws = [_best_with_mean(law, expected_score(elo)) for elo in (spec.elo0, spec.elo1)]
    else:
        # One pair has the mean of two games: its standard deviation is smaller by the root of two.
        laws = [_best_with_t(law, elo / _ELO_A_SIGMA * math.sqrt(2)) for elo in (spec.elo0, spec.elo1)]
    return total * sum(
        share * math.log(high / low)
        for (_, share), (_, low), (_, high) in zip(law, laws[0], laws[1], strict=True)
    )


def sprt_state(records: Iterable[GameRecord], spec: SprtSpec) -> SprtState:
    """Run the test over games in the order in which they ended.

    A pair counts once both of its games are decided; one with a game that came to nothing never does.
    """
    low, high = bounds(spec.alpha, spec.beta)
    counts = [0] * len(POINTS)
    halves: dict[int, float] = {}
    verdict, decided_at, ratio = SprtVerdict.OPEN, None, 0.0
    for record in records:
        if not record.outcome.decided:
            continue
        first = halves.pop(record.round, None)
        if first is None:
            halves[record.round] = record.outcome.score
            continue
        counts[round(2 * (first + record.outcome.score))] += 1
        ratio = llr(counts, spec)
        if verdict is SprtVerdict.OPEN and not low < ratio < high:
            verdict = SprtVerdict.STRONGER if ratio >= high else SprtVerdict.NOT_STRONGER
            decided_at = sum(counts)
    return SprtState(tuple(counts), sum(counts), ratio, low, high, verdict, decided_at)


def enough(records: Iterable[GameRecord], spec: SprtSpec | None) -> bool:
    """Whether the test has a verdict; without one there is never enough."""
    return spec is not None and sprt_state(records, spec).verdict is not SprtVerdict.OPEN


# -- the best explanations -----------------------------------------------------------------------------


def _best_with_mean(law: Law, mean: float) -> Law:
    """The likeliest distribution with a given mean."""
    return tuple(zip(POINTS, _tilted([(value - mean, share) for value, share in law]), strict=True))


def _best_with_t(law: Law, t: float) -> Law:
    """The likeliest distribution whose mean lies `t` standard deviations above 1/2."""
    best: Law = tuple((value, 1 / len(law)) for value, _ in law)
    for _ in range(_ROUNDS):
        before = best
        mean = sum(value * share for value, share in best)
        sigma = math.sqrt(sum(share * (value - mean) ** 2 for value, share in best))
        # The condition on mean and deviation, made linear about the last solution.
        shares = _tilted(
            [
                (value - 0.5 - t * sigma * (1 + ((mean - value) / sigma) ** 2) / 2, share)
                for value, share in law
            ]
        )
        best = tuple(zip(POINTS, shares, strict=True))
        if max(abs(new - old) for (_, new), (_, old) in zip(best, before, strict=True)) < _EXACT:
            break
    return best


def _tilted(law: Sequence[tuple[float, float]]) -> list[float]:
    """The likeliest shares with which the values average 0: `share / (1 + x * value)`.

    The sum of `share * value / (1 + x * value)` falls steadily between its two poles, so its one zero is
    found by halving.
    """
    lowest, highest = min(value for value, _ in law), max(value for value, _ in law)
    left, right = -1 / highest, -1 / lowest
    for _ in range(_STEPS):
        x = (left + right) / 2
        if sum(share * value / (1 + x * value) for value, share in law) > 0:
            left = x
        else:
            right = x
    x = (left + right) / 2
    return [share / (1 + x * value) for value, share in law]
