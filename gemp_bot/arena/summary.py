"""Many games in numbers: in all, and by opponent, decks and side."""

from collections import Counter
from collections.abc import Sequence
from statistics import fmean

import msgspec

from gemp_bot.arena.record import ArenaOutcome, GameRecord
from gemp_bot.statistics import Interval, mean_of, wilson


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
