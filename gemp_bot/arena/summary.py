"""Many games in numbers: in all, by opponent, decks and side, and by pairs of games."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean

import msgspec

from gemp_bot.arena.record import ArenaOutcome, GameRecord
from gemp_bot.statistics import Interval, mean_of, rate_of_pairs, wilson


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
