"""The calculator of numbers checked against real servers: what it foresees beside what the server then tells.

    python -m benchmarks.told [--cards] [--errors N] [--json] [FILE ...]

It re-lives recordings (default: fixtures/games; a folder stands for the journals in it). By kind of number:
how often the server told one, how often the calculator had it exactly, and how far it is off in the mean.

Power at a location and Force generation stand: they are read whenever an update is over, power only outside
battles and other contests. A situation counts once, however long it lasts: until the number that is told, the
locations or the cards there change. Of all its moments the largest error counts. Force drains, deployments,
forfeits, battles and destiny draws count once each, by the log and the statistics. A deploy cost is compared
with the price of the card in a hand, cards that are deployed together by their sum; a destiny with the
printed number, because the calculator has no other.

Left out and counted: what hangs on a card that is not known; deployments by another card's text; a forfeit
that pays all that is due, or of a card that was hit; immunity where something is aboard; and for the turn
what the log says is changed until its end, since that is on no board. Left out and not counted: locations,
cards that are not deployed from a hand, Force drains that were not initiated, and damage, attrition and
totals of a battle, which hang on destinies. What else is on no board is an error here: seats of pilots and
passengers, targets of Effects, and game text that other cards cancel or rotate.

`--cards` names cards that explain errors, each with the errors that no card before it explains: first the one
with most of them, weighted by its share of errors, and by whether it is the card itself (4), at that location
(2), at no location or another location card (1). `--errors` names errors, spread over all.
"""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from benchmarks import each_journal, journal_parser, run
from benchmarks.told_game import KINDS, NO_TEXT, Compared, ToldGame
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.terminal import plain

_MOST_CARDS: Final = 15
_WEIGHTS: Final = {"itself": 4, "there": 2, "beside": 1, "elsewhere": 1}


def main(arguments: Sequence[str]) -> int:
    """Read the journals and print the table; 1 if one of them could not be read."""
    parser = journal_parser("told", __doc__, files="*")
    parser.add_argument("--cards", action="store_true", help="the cards that explain most errors")
    parser.add_argument("--errors", type=int, default=0, metavar="N", help="so many errors of each kind")
    args = parser.parse_args(arguments)
    compared: list[Compared] = []
    left_out: Counter[tuple[str, str]] = Counter()
    effects, catalogue = CardEffects(), Catalogue.load()

    def read(path: Path) -> None:
        ToldGame(path, effects, catalogue, compared, left_out).read()

    failed = min(each_journal(args.files or [Path("fixtures/games")], read), 1)
    kinds = {kind: [each for each in compared if each.kind == kind] for kind in KINDS}
    rows = {kind: row(those) for kind, those in kinds.items()}
    omitted = {f"{kind}, {why}": number for (kind, why), number in sorted(left_out.items()) if number}
    if args.json:
        cards = {kind: blamed(those) for kind, those in kinds.items()}
        print(json.dumps({"told": rows, "left out": omitted, "cards": cards}))
        return failed
    print(f"{'NUMBER':28} {'TOLD':>6} {'EXACT':>6} {'WRONG %':>8} {'MEAN ERROR':>11}")
    for kind, found in rows.items():
        print(f"{kind:28} {found['told']:>6} {found['exact']:>6}", end=" ")
        print(f"{found['wrong %']:>8} {found['mean error']:>11}")
    for kind, those in kinds.items():
        for card in blamed(those) if args.cards else ():
            print(plain(f"{kind}: {card['errors']}, wrong {card['wrong']} of {card['told']}: {card['card']}"))
        wrong = [each for each in those if each.error]
        for each in wrong[:: max(len(wrong) // args.errors, 1)][: args.errors] if args.errors else ():
            print(plain(f"{kind}: told {each.told:g}, not {each.foreseen:g}: {each.what} ({each.where})"))
    print(
        "A situation that lasts counts once. Seats, targets of Effects and cancelled texts are on no board."
    )
    print("LEFT OUT: " + "; ".join(f"{what}: {number}" for what, number in omitted.items()))
    return failed


def row(compared: Sequence[Compared]) -> dict[str, float]:
    """How often a kind of number was foreseen exactly, and by how much it was off in the mean."""
    errors = [each.error for each in compared] or [0.0]
    wrong = sum(error > 0 for error in errors)
    return {
        "told": len(compared),
        "exact": len(compared) - wrong,
        "wrong %": round(100 * wrong / len(errors), 1),
        "mean error": round(fmean(errors), 3),
    }


def blamed(compared: Sequence[Compared]) -> list[dict[str, Any]]:
    """The cards that explain errors, each with how many that no card before it explains."""
    told = Counter(card for each in compared for card in each.involved)
    left = [each.involved for each in compared if each.error]
    wrong, found = Counter(card for cards in left for card in cards), list[dict[str, Any]]()
    while left and len(found) < _MOST_CARDS:
        unexplained = Counter(card for cards in left for card in cards if card[2] != NO_TEXT)
        if not unexplained:
            break
        blame = {c: n * wrong[c] / told[c] * _WEIGHTS[c[2]] for c, n in unexplained.items()}
        alike = [card for card in blame if blame[card] == max(blame.values())]
        card, names = alike[0], " or ".join(f"{title} {each} ({role})" for title, each, role in alike[:3])
        found.append({"card": names, "errors": unexplained[card], "wrong": wrong[card], "told": told[card]})
        left = [cards for cards in left if card not in cards]
    return found


if __name__ == "__main__":
    run(main)
