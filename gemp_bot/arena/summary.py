"""Many games in numbers: in all, by opponent, decks and side, and by pairs of games."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import ceil, sqrt
from statistics import fmean

import msgspec

from gemp_bot.arena.record import ArenaOutcome, GameRecord
from gemp_bot.statistics import Interval, mean_of, wilson, z_of

_DOUBT = 0.25
"""Squared distance of a pair that was won or lost twice: as if one such pair had been seen besides, so that a
few pairs that are all alike do not seem certain."""


class Summary(msgspec.Struct, frozen=True):
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


def summarize(label: str, records: Sequence[GameRecord]) -> Summary:
    """Put games together."""
    decided = [record for record in records if record.outcome.decided]
    results = Counter(record.outcome for record in decided)
    points = sum(record.outcome.score for record in decided)
    margins = [float(record.margin) for record in decided if record.margin is not None]
    margin = mean_of(margins)
    if margin is None and margins:
        margin = Interval(margins[0], margins[0], margins[0])
    return Summary(
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
        told_apart: the rate differs from one half.
        needed: games in all after which it would, if the rate stays; None if it does, or is one half.
    """

    pairs: int
    counts: tuple[int, int, int, int, int]
    same: int
    rate: Interval | None
    margin: Interval | None
    told_apart: bool
    needed: int | None


def by_pairs(records: Iterable[GameRecord]) -> PairSummary:
    """Put games together in pairs; a game whose other half is missing or not decided is left out."""
    rounds: dict[tuple[str, int], list[GameRecord]] = defaultdict(list)
    for record in records:
        if record.outcome.decided:
            rounds[record.opponent, record.round].append(record)
    pairs = [found for found in rounds.values() if len(found) == 2]  # noqa: PLR2004
    points = [sum(each.outcome.score for each in pair) / 2 for pair in pairs]
    margins = [
        (first.margin + second.margin) / 2
        for first, second in pairs if first.margin is not None and second.margin is not None
    ]  # fmt: skip
    found = Counter(round(4 * each) for each in points)
    rate, needed = _rate_of(points)
    return PairSummary(
        pairs=len(pairs),
        counts=(found[0], found[1], found[2], found[3], found[4]),
        same=sum(_same(first, second) for first, second in pairs),
        rate=rate,
        margin=mean_of(margins),
        told_apart=rate is not None and not rate.low <= 1 / 2 <= rate.high,
        needed=needed,
    )


def _rate_of(points: Sequence[float]) -> tuple[Interval | None, int | None]:
    """Points a game with their interval, and how many games tell it from one half."""
    if not points:
        return None, None
    mean = fmean(points)
    spread = sqrt((sum((each - mean) ** 2 for each in points) + _DOUBT) / len(points))
    half = z_of() * spread / sqrt(len(points))
    ahead = abs(mean - 1 / 2)
    needed = 2 * ceil((z_of() * spread / ahead) ** 2) if 0 < ahead <= half else None
    return Interval(mean, max(mean - half, 0.0), min(mean + half, 1.0)), needed


def _same(first: GameRecord, second: GameRecord) -> bool:
    """Whether the second game of a pair went like the first, with the players changed."""
    lives = first.life, first.opponent_life
    return (
        None not in lives
        and first.side is not second.side
        and (second.opponent_life, second.life) == lives
        and (first.turns, first.reason) == (second.turns, second.reason)
    )
