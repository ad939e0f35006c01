"""How well what was predicted came about, over recorded games with verdicts; it costs no games.

    python -m benchmarks.forecast FILE ... [--counts] [--json] [--value FILE]

For battles, lone and contested placements, drains and turns: the slope and the correlation of what came on
what was predicted, in Force; 1 is a forecast that neither boasts nor hides. For the chance to win: the Brier
score of the learned value beside that of life force alone. `--counts` adds how often something was left
undone. Intervals are of 95 %, over games. A folder stands for the journals in it. Journals without verdicts,
and those of games that did not end or are damaged, are left out and counted.

What came of: a battle, what they lost more than we, forfeit value at the rate of
`valuation.battle_estimate`; a placement, what was fought there in the next turns of both, as many as a place
is valued by, and our drains there less theirs (of a contested one the battles of the same turn too; what is
promised for several cards that go there in a turn counts once; told again with what they would have drained
there in each of their turns); a drain, what it brought where we held a
location that drains as far as rules and memory knew; a turn, how our life force less theirs changed until the
same player's turn after the next: as the value file tells, and as drains alone would have it, if they stayed
as they are.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean

from benchmarks import each_journal, journal_parser, run, tell
from benchmarks.forecast_game import Found, GameReader, Pair
from gemp_bot.statistics import Interval, mean_of, wilson, z_of
from gemp_bot.valuation.learned import LearnedValue, ValueFileError, load_value
from gemp_bot.valuation.stakes import chance_by_life
from tools.tuning.turn_reader import UnusableGameError, count_unusable

KINDS = (
    "battles",
    "lone placements",
    "contested placements",
    "contested placements, with drains kept from them",
    "drains",
    "turns",
    "turns, drains alone",
)
SHARES = (
    ("free drains refused", "drains offered"),
    ("drains refused", "drains offered"),
    ("drains that cost Force", "drains offered"),
    ("of these made", "drains that cost Force"),
    ("idle turns", "own turns"),
    ("turns saved", "own turns"),
    ("contested placements without a fight", "contested placements"),
    ("impossible drains", "drains expected"),
)
"""What is counted, and of how many."""
PLAIN = ("flips", "shields played")
"""What is counted a game."""
_FEWEST = 3


def slope_of(pairs: Sequence[Pair]) -> float | None:
    """The slope of what came on what was predicted; None where the predictions are all alike."""
    if len(pairs) < _FEWEST:
        return None
    x, y = fmean(p for p, _ in pairs), fmean(c for _, c in pairs)
    spread = sum((p - x) ** 2 for p, _ in pairs)
    return sum((p - x) * (c - y) for p, c in pairs) / spread if spread > 1e-9 else None


def correlation_of(pairs: Sequence[Pair]) -> float | None:
    """Pearson's correlation; None where one of both never changes."""
    slope = slope_of(pairs)
    y = fmean(c for _, c in pairs) if pairs else 0.0
    came = sum((c - y) ** 2 for _, c in pairs)
    if slope is None or came < 1e-9:
        return None
    x = fmean(p for p, _ in pairs)
    return slope * sqrt(sum((p - x) ** 2 for p, _ in pairs) / came)


def over_games(
    games: Sequence[Sequence[Pair]], measure: Callable[[Sequence[Pair]], float | None]
) -> Interval | None:
    """A measure of all pairs, with an interval: each game is left out once (jackknife)."""
    games = [pairs for pairs in games if pairs]
    whole = measure([pair for pairs in games for pair in pairs])
    if whole is None:
        return None
    without = [
        measure([pair for at, pairs in enumerate(games) if at != left for pair in pairs])
        for left in range(len(games))
    ]
    known = [each for each in without if each is not None]
    if len(known) < _FEWEST:
        return Interval(whole, float("-inf"), float("inf"))
    middle = fmean(known)
    error = sqrt((len(known) - 1) / len(known) * sum((each - middle) ** 2 for each in known))
    return Interval(whole, whole - z_of() * error, whole + z_of() * error)


def chance_rows(games: Sequence[Found], value: LearnedValue | None) -> dict[str, object]:
    """Brier scores of the chance to win at the start of turns, games having the same weight."""
    law: list[float] = []
    learned: list[float] = []
    for game in games:
        if not game.turns:
            continue
        told = [turn.outline for turn in game.turns]
        law.append(fmean((chance_by_life(at.life, at.their_life) - game.won) ** 2 for at in told))
        if value is not None:
            learned.append(fmean((value.chance(at) - game.won) ** 2 for at in told))
    found: dict[str, object] = {"games": len(law), "life force alone": _interval(mean_of(law))}
    if value is not None:
        found["learned value"] = _interval(mean_of(learned))
        gains = [old - new for old, new in zip(law, learned, strict=True)]
        found["better by"] = _interval(mean_of(gains))
    return found


def counted(games: Sequence[Found]) -> dict[str, dict[str, object]]:
    """The counts over all games."""
    total: Counter[str] = Counter()
    for game in games:
        total.update(game.counts)
    found: dict[str, dict[str, object]] = {}
    for name, of in SHARES:
        share = wilson(total[name], total[of]) if total[of] else None
        found[name] = {"n": total[name], "of": total[of], "share": _interval(share)}
    for name in PLAIN:
        each = mean_of([game.counts[name] for game in games])
        with_one = sum(game.counts[name] > 0 for game in games)
        found[name] = {"n": total[name], "games": with_one, "a game": _interval(each)}
    return found


def _interval(found: Interval | None) -> list[float] | None:
    return None if found is None else [round(each, 4) for each in (found.value, found.low, found.high)]


def _shown(found: object) -> str:
    if not isinstance(found, list):
        return "too few"
    value, low, high = found
    return f"{value:+.3f} [{low:+.3f} to {high:+.3f}]"


def main(words: Sequence[str]) -> int:
    """Read the journals and print what they tell."""
    parser = journal_parser("forecast", __doc__)
    parser.add_argument("--counts", action="store_true", help="what was left undone as well")
    parser.add_argument("--value", metavar="FILE", type=Path, help="a value file (else the shipped one)")
    args = parser.parse_args(words)
    value: LearnedValue | None = None
    try:
        value = load_value(args.value)
    except ValueFileError as fault:
        tell(str(fault))
    reader = GameReader(value)
    games: list[Found] = []
    skipped: Counter[str] = Counter()

    def read(path: Path) -> None:
        try:
            games.append(reader.read(path))
        except UnusableGameError as fault:
            skipped[str(fault)] += 1

    skipped["damaged"] = each_journal(args.files, read)
    result: dict[str, object] = {"games": len(games), "skipped": dict(sorted((+skipped).items()))}
    rows: dict[str, dict[str, object]] = {}
    for kind in KINDS:
        pairs = [game.pairs[kind] for game in games]
        flat = [pair for each in pairs for pair in each]
        rows[kind] = {
            "n": len(flat),
            "predicted": round(fmean(p for p, _ in flat), 3) if flat else None,
            "came": round(fmean(c for _, c in flat), 3) if flat else None,
            "slope": _interval(over_games(pairs, slope_of)),
            "correlation": _interval(over_games(pairs, correlation_of)),
        }
    chance = chance_rows(games, value)
    result |= {"forecasts": rows, "chance": chance}
    if args.counts:
        result["counts"] = counted(games)
    if args.json:
        print(json.dumps(result))
    else:
        _print(result, rows, chance, skipped)
    return 0 if games else 1


def _print(
    result: dict[str, object],
    rows: dict[str, dict[str, object]],
    chance: dict[str, object],
    skipped: Counter[str],
) -> None:
    left_out = f"; left out: {count_unusable(+skipped)}" if +skipped else ""
    print(f"{result['games']} games{left_out}")
    for kind, row in rows.items():
        print(
            f"{kind:22} {row['n']:5}  predicted {row['predicted']}, came {row['came']}, "
            f"slope {_shown(row['slope'])}, correlation {_shown(row['correlation'])}"
        )
    for name in ("life force alone", "learned value", "better by"):
        if name in chance:
            print(f"Brier score, {name:17} {chance['games']} games  {_shown(chance[name])}")
    counts = result.get("counts")
    if isinstance(counts, dict):
        for name, row in counts.items():
            if "of" in row:
                print(f"{name:38} {row['n']:5} of {row['of']:5}  {_shown(row['share'])}")
            else:
                print(f"{name:38} {row['n']:5} in {row['games']:3} games  {_shown(row['a game'])} a game")


if __name__ == "__main__":
    run(main)
