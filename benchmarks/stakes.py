"""How life force decides games: fits the law of `gemp_bot.valuation.stakes` to recorded games.

    python -m benchmarks.stakes JOURNAL ...

At the start of each of our turns the two life forces are noted, and whether the game was won. For each band
of both together, the logistic slope per unit of difference is fitted; times the total it is the steepness,
which should be the same in all bands.
"""

import json
from collections.abc import Iterator, Sequence
from math import exp, sqrt
from pathlib import Path

from benchmarks import each_journal, journal_parser, run
from gemp_bot.decisions import Catalogue
from gemp_bot.replay.relive import Relive
from gemp_bot.valuation.position_builder import stock_of
from gemp_bot.valuation.stakes import STEEPNESS

BANDS = ((1, 12), (12, 24), (24, 36), (36, 48), (48, 60), (60, 75), (75, 120))
_FEWEST = 60
"""Turns of a band below which nothing is fitted."""
_OPEN = 6
"""A game whose loser has more life force than this at the end was conceded or broken off."""
_STEPS = 60

Sample = tuple[int, int, bool]
"""Our life force and theirs at the start of a turn of ours, and whether we won."""


def samples(path: Path, catalogue: Catalogue) -> list[Sample]:
    """The turns of one game; none if it did not end by depletion."""
    relive = Relive(path, catalogue)
    lives: list[tuple[int, int]] = []
    turn: object = None
    end = (0, 0)
    for _ in relive:
        table = relive.table
        if table.statistics is None or table.turn is None:
            continue
        stock = stock_of(table)
        end = stock.life, stock.their_life
        now = table.turn, table.turn_player
        if now != turn:
            turn = now
            if table.is_my_turn:
                lives.append(end)
    if not lives or min(end) > _OPEN:
        return []
    return [(ours, theirs, end[0] > end[1]) for ours, theirs in lives]


def slope(found: Sequence[Sample]) -> tuple[float, float]:
    """The logistic slope per unit of difference, and its standard error: Newton's method."""
    a = b = 0.0
    error = float("inf")
    for _ in range(_STEPS):
        g0 = g1 = 0.0
        h00, h01, h11 = 1e-6, 0.0, 1e-6
        for ours, theirs, won in found:
            apart = float(ours - theirs)
            chance = 1 / (1 + exp(-max(min(a + b * apart, 30.0), -30.0)))
            off, weight = won - chance, chance * (1 - chance)
            g0, g1 = g0 + off, g1 + off * apart
            h00, h01, h11 = h00 + weight, h01 + weight * apart, h11 + weight * apart * apart
        known = h00 * h11 - h01 * h01
        a += (h11 * g0 - h01 * g1) / known
        b += (h00 * g1 - h01 * g0) / known
        error = sqrt(h00 / known)
    return b, error


def rows(found: Sequence[Sample]) -> Iterator[str]:
    """One line a band."""
    for low, high in BANDS:
        inside = [each for each in found if low <= each[0] + each[1] < high]
        if len(inside) < _FEWEST or len({won for _, _, won in inside}) == 1:
            yield f"{low:4d} to {high:3d}  {len(inside):6d} turns  too few to fit"
            continue
        total = sum(ours + theirs for ours, theirs, _ in inside) / len(inside)
        fitted, error = slope(inside)
        yield (
            f"{low:4d} to {high:3d}  {len(inside):6d} turns  {fitted:+.3f} ± {2 * error:.3f} per unit, "
            f"steepness {fitted * total:+.1f} ± {2 * error * total:.1f}"
        )


def main(arguments: Sequence[str]) -> int:
    """Read the journals and print the table; 1 if one of them could not be read."""
    args, catalogue = journal_parser("stakes", __doc__).parse_args(arguments), Catalogue.load()
    games: list[list[Sample]] = []
    failed = each_journal(args.files, lambda path: games.append(samples(path, catalogue)))
    found = [each for game in games for each in game]
    if args.json:
        print(json.dumps({"games": len(games), "turns": len(found), "bands": list(rows(found))}))
        return int(failed > 0)
    print(f"{len(games)} games, {len(found)} turns; the program uses {STEEPNESS}")
    for line in rows(found):
        print(line)
    return int(failed > 0)


if __name__ == "__main__":
    run(main)
