"""How often a battle leaves nobody of a side, as it is estimated and as it came, over recorded games.

    python -m benchmarks.survivors FILE ... [--json]

Counted are battles that we began, once for each side, by what the side has to pay, as
`valuation/battle_estimate.py` estimates it before the battle, and by its cards. `log loss` is that of the
estimate, and of the best one of its form: its three numbers are tried on a grid. A folder stands for the
journals in it.
"""

import json
from collections.abc import Callable, Sequence
from itertools import pairwise, product
from math import inf, log
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from benchmarks import each_journal, journal_parser, run
from gemp_bot.board.card_facts import CardFactsCache
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import ActionKind, Catalogue, PromptKind
from gemp_bot.effects import CardEffects
from gemp_bot.evaluators.card_sources import CardSources
from gemp_bot.protocol.ids import CardId
from gemp_bot.replay import Relive
from gemp_bot.report.course import TurnStarts
from gemp_bot.valuation.battle_estimate import LAST, SURELY, SURENESS, clash, gone
from gemp_bot.valuation.position import Group, LocationNumbers

DESTINY = 2.9
"""The average destiny of both sides."""
_DUE = (0.0, 0.1, 1.0, 2.0, 4.0, 8.0, inf)
_CARDS = (1, 2, 3)
_GRID = tuple(product((0.0, 0.5, 1.0, 1.5, 2.0), (1.5, 2.0, 2.5, 3.0, 3.5), (0.5, 1.0, 1.5, 2.0)))
_NEVER = 1e-3


class Fought(NamedTuple):
    """One side of a battle: what it had to pay, who it was, and whether nobody was left."""

    due: float
    group: Group
    gone: bool


def sides(path: Path, sources: CardSources, catalogue: Catalogue) -> list[Fought]:
    """The sides of the battles of a journal that we began.

    Raises:
        JournalError: it cannot be read.
    """
    starts, relive = TurnStarts(sources), Relive(path, catalogue)
    found: list[Fought] = []
    offered: dict[str, CardId] = {}
    begun: LocationNumbers | None = None
    for step in relive:
        if step.answer in offered:
            begun = starts.reader.position.at(offered[step.answer])
        starts.step(step)
        question, table = step.question, starts.table
        if question is None:
            continue
        offered = {}
        if question.kind is not PromptKind.PHASE_ACTION or not table.is_my_turn or table.battle is not None:
            continue
        offered = {
            option.key: option.card_id
            for option in question.of_kind(ActionKind.INITIATE_BATTLE) if option.card_id is not None
        }  # fmt: skip
        now = None if begun is None or begun.id is None else starts.reader.position.at(begun.id)
        if begun is not None and now is not None and begun.theirs.present:
            told = clash(begun.mine, begun.theirs, DESTINY, DESTINY)
            found.append(Fought(told.due_to_us, begun.mine, not now.mine.cards))
            found.append(Fought(told.due_to_them, begun.theirs, not now.theirs.cards))
        begun = None
    return found


def loss(found: Sequence[Fought], chance: Callable[[Fought], float]) -> float:
    """Log loss of a chance to be gone."""
    told = [(max(_NEVER, min(chance(each), 1 - _NEVER)), each.gone) for each in found]
    return -fmean(log(p if came else 1 - p) for p, came in told)


def of_form(last: float, sureness: float, surely: float) -> Callable[[Fought], float]:
    """The estimate with other numbers."""
    return lambda each: gone(each.due, each.group, last, sureness, surely)


def main(arguments: Sequence[str]) -> int:
    """Count and print; 1 if a journal cannot be read, or no battle was found."""
    args = journal_parser("survivors", __doc__).parse_args(arguments)
    index, catalogue = CardIndex.load(), Catalogue.load()
    sources = CardSources(index.derived(CardFactsCache), index, CardEffects(index))
    found: list[Fought] = []
    damaged = each_journal(args.files, lambda path: found.extend(sides(path, sources, catalogue)))
    if not found:
        print("no battle was found")
        return 1
    shipped = of_form(LAST, SURENESS, SURELY)
    best = min(_GRID, key=lambda numbers: loss(found, of_form(*numbers)))
    rows = []
    for (least, most), cards in product(pairwise(_DUE), _CARDS):
        some = [each for each in found if least <= each.due < most and min(each.group.cards, 3) == cards]
        if some:
            rows.append(
                (least, cards, len(some), fmean(map(shipped, some)), fmean(each.gone for each in some))
            )
    told = {
        "sides": len(found),
        "log_loss": loss(found, shipped),
        "best": loss(found, of_form(*best)),
        "at": best,
    }
    if args.json:
        print(json.dumps(told | {"rows": rows}))
    else:
        print("due from  cards  sides  told gone  gone")
        for least, cards, number, said, came in rows:
            print(f"{least:8.1f}  {cards:5}  {number:5}  {said:9.2f}  {came:4.2f}")
        print(
            f"{told['sides']} sides: log loss {told['log_loss']:.4f}, at best {told['best']:.4f} with {best}"
        )
    return int(damaged > 0)


if __name__ == "__main__":
    run(main)
