"""The engine checked against real servers: what it holds legal beside what was offered, over recorded games.

    python -m benchmarks.coverage FILE ... [--json]

At each menu of a phase of our turn the position becomes a complete game (`inference.worlds`), and the engine
is asked what may be done there. By kind: how often the server offered it, how many of these the engine offers
as well, how many it lacks, and what it offers beyond. `where` are the targets of the question that followed
the recorded answer. What has no row of its own is an action of a card's text: of how many of these costs and
effects are known is told below, then the commonest causes.

Then the recorded answer is played in the engine, and the numbers that the server told after it are compared:
by kind of step how often each kind of number is as told, and `all` of them. `as dealt` is the menu itself,
before anything is played. A folder stands for the journals in it. A damaged journal is told and left out.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from benchmarks import each_journal, journal_parser, run
from benchmarks.coverage_game import OWN, Counts, GameCoverage
from benchmarks.coverage_played import PLAYED
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.terminal import plain

_COMMONEST: Final = 20
_GROUPS: Final = ("deploy", "move")
_WHERE: Final = ": where"


def main(arguments: Sequence[str]) -> int:
    """Read the journals and print the tables; 1 if one of them could not be read."""
    args = journal_parser("coverage", __doc__).parse_args(arguments)
    counts, effects, catalogue = Counts(), CardEffects(), Catalogue.load()
    failed = each_journal(args.files, lambda path: GameCoverage(path, effects, catalogue, counts).read())
    if not counts.menus:
        return 1
    found = {
        "menus": counts.menus,
        "not dealt": dict(counts.refused.most_common()),
        "offered": offered_rows(counts),
        "own texts, costs and effects known": counts.known,
        "missing": causes(counts.missing, own=False),
        "missing, own texts": causes(counts.missing, own=True),
        "extra": causes(counts.beyond, own=False),
        "extra, own texts": causes(counts.beyond, own=True),
        "played": played_rows(counts),
        "not as told": dict(counts.wrong.most_common(_COMMONEST)),
        "power not as told where": {
            f"{title} (of {counts.powers[title]})": number
            for title, number in counts.wrong_powers.most_common(_COMMONEST)
        },
        "not compared": dict(counts.unplayed.most_common(_COMMONEST)),
    }
    if args.json:
        print(json.dumps(found))
    else:
        _print(found, counts)
    return int(failed > 0)


def offered_rows(counts: Counts) -> dict[str, dict[str, float | None]]:
    """By row and group of rows: what the server offered, of these the engine, and what that did beyond."""
    rows = sorted(counts.offered | counts.extra)
    found = {}
    for group in _GROUPS:
        for where in ("", _WHERE):
            members = [
                row for row in rows if row.startswith(f"{group}: ") and row.endswith(_WHERE) == bool(where)
            ]
            found[f"{group}, all{where}"] = _row(counts, members)
    return {**{row: _row(counts, (row,)) for row in rows}, **found}


def _row(counts: Counts, rows: Iterable[str]) -> dict[str, float | None]:
    rows = tuple(rows)
    offered = sum(counts.offered[row] for row in rows)
    covered = sum(counts.covered[row] for row in rows)
    extra = sum(counts.extra[row] for row in rows)
    return {
        "offered": offered,
        "covered": covered,
        "covered %": _percent(covered, offered),
        "missing": offered - covered,
        "extra": extra,
        "extra %": _percent(extra, covered + extra),
    }


def played_rows(counts: Counts) -> dict[str, dict[str, float | None]]:
    """By kind of step: how often it was compared, and how often each kind of number was as told, in %."""
    found: dict[str, dict[str, float | None]] = {}
    for step in sorted({step for step, _ in counts.played}):
        found[step] = {"steps": float(counts.played[step, "all"])}
        found[step].update(
            (what, _percent(counts.agreed[step, what], counts.played[step, what]))
            for what in ("all", *PLAYED)
            if counts.played[step, what]
        )
    return found


def _percent(part: int, whole: int) -> float | None:
    """A share in %; None of nothing."""
    return round(100 * part / whole, 1) if whole else None


def _shown(percent: float | None) -> str:
    return "-" if percent is None else f"{percent}"


def causes(found: Counter[tuple[str, str]], *, own: bool) -> dict[str, int]:
    """The commonest ones, of cards' own texts or of the rest."""
    chosen = Counter({key: number for key, number in found.items() if (key[0] == OWN) is own and number})
    rows = chosen.most_common(_COMMONEST)
    return {(title if own else f"{row}: {title}" if title else row): number for (row, title), number in rows}


def _print(found: Mapping[str, object], counts: Counts) -> None:
    print(f"{counts.menus} menus; {counts.refused.total()} positions not dealt")
    for reason, number in counts.refused.most_common():
        print(f"  {number:>6}  {plain(reason)}")
    print(f"\n{'OFFERED':34} {'SERVER':>7} {'ENGINE':>7} {'%':>6} {'MISSING':>8} {'EXTRA':>6} {'%':>6}")
    for name, row in offered_rows(counts).items():
        print(
            f"{name:34} {row['offered']:>7} {row['covered']:>7} {_shown(row['covered %']):>6}"
            f" {row['missing']:>8} {row['extra']:>6} {_shown(row['extra %']):>6}"
        )
    own, known = counts.offered[OWN], counts.known
    print(f"\nof {own} actions of cards' own texts costs and effects of {known} are known")
    for part in ("missing", "missing, own texts", "extra", "extra, own texts"):
        _print_causes(part, found[part])
    print(
        f"\n{'PLAYED, AS TOLD IN %':34} {'STEPS':>6} {'ALL':>6} " + " ".join(f"{what:>21}" for what in PLAYED)
    )
    for step, row in played_rows(counts).items():
        shares = " ".join(f"{row.get(what, ''):>21}" for what in PLAYED)
        print(f"{step:34} {row['steps']:>6.0f} {row['all']:>6} {shares}")
    for part in ("not as told", "power not as told where", "not compared"):
        _print_causes(part, found[part])


def _print_causes(name: str, found: object) -> None:
    assert isinstance(found, dict)
    print(f"\n{name.upper()}, THE COMMONEST")
    for what, number in found.items():
        print(f"  {number:>6}  {plain(what)}")


if __name__ == "__main__":
    run(main)
