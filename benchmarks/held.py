"""How long places are held, and who is attacked, over recorded games: the numbers of `valuation/places.py`.

    python -m benchmarks.held FILE ... [--json]

For each location at the end of each turn of ours: of the ends of our next four turns, at how many we hold it
alone and at how many they do, by who stands there today and with which power; and how often there was a
battle in their turn between. A folder stands for the journals in it. A damaged journal is told and left out.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.evaluators.card_sources import CardSources
from gemp_bot.evaluators.memory import GameMemory
from gemp_bot.evaluators.table_reader import TableReader
from gemp_bot.journal import JournalError
from gemp_bot.protocol.ids import CardId
from gemp_bot.replay import Relive
from gemp_bot.terminal import plain
from gemp_bot.valuation.position import LocationView
from gemp_bot.valuation.weights import Capabilities, Weights
from gemp_bot.view.files import journal_files

TURNS = 4
_ALONE = (3.0, 5.0, 8.0)
_AHEAD = (-3.0, -0.5, 0.6, 3.0)


class Later(NamedTuple):
    """What came of a location: turns we held it, turns they did, of `TURNS`; whether they fought us there."""

    ours: float
    theirs: float
    attacked: bool


class End(NamedTuple):
    """The end of a turn of ours, and the locations of battles in their next one."""

    places: dict[CardId, LocationView]
    fought: set[CardId]


def ends_of(path: Path, catalogue: Catalogue, index: CardIndex) -> list[End]:
    """The ends of our turns in one game.

    Raises:
        JournalError: it cannot be read.
    """
    memory, capabilities = GameMemory.empty(), Capabilities()
    cards = CardSources.allowed(capabilities, index)
    reader = TableReader(Weights(), capabilities, cards, memory.drains, memory.phase)
    ends: dict[int, End] = {}
    relive, last = Relive(path, catalogue), 0
    for step in relive:
        table = relive.table
        if step.update is None or table.me is None or not table.players or table.turn is None:
            continue
        if not table.is_my_turn:
            if table.battle is not None and last in ends:
                places = ends[last].places.items()
                ends[last].fought.update(card for card, each in places if each.column == table.battle.column)
            continue
        reader.observe(table)
        last = table.turn
        ends[last] = End({each.id: each for each in reader.position.places if each.id is not None}, set())
    return list(ends.values())


def kind_of(place: LocationView) -> str | None:
    """Who stands there, with which power; None for systems and for places nobody may come to."""
    mine, theirs = place.mine, place.theirs
    if place.stats.space or not (mine.present or theirs.present or (place.gives and place.their_gives)):
        return None
    if mine.present and theirs.present:
        return f"both, we ahead by {_step(mine.power - theirs.power, _AHEAD)}"
    if mine.present:
        return (
            f"we alone, power {_step(mine.power, _ALONE)}" if place.their_gives else "we out of their reach"
        )
    return f"they alone, power {_step(theirs.power, _ALONE)}" if theirs.present else "nobody"


def _step(value: float, limits: Sequence[float]) -> str:
    below = next((limit for limit in limits if value < limit), None)
    return f"{limits[-1]:g} and more" if below is None else f"below {below:g}"


def laters(ends: Sequence[End]) -> Iterator[tuple[str, Later]]:
    """What came of each location at the end of each turn that has as many after it."""
    for at in range(len(ends) - TURNS):
        for card, place in ends[at].places.items():
            kind = kind_of(place)
            after = [end.places.get(card) for end in ends[at + 1 : at + 1 + TURNS]]
            if kind is None:
                continue
            ours = sum(each is not None and each.mine.present and not each.theirs.present for each in after)
            theirs = sum(each is not None and each.theirs.present and not each.mine.present for each in after)
            yield kind, Later(ours, theirs, card in ends[at].fought)


def _tell(line: str) -> None:
    print(plain(line), file=sys.stderr)


def main(arguments: Sequence[str]) -> int:
    """Read the journals and print the table; 1 if one of them could not be read."""
    parser = argparse.ArgumentParser("python -m benchmarks.held", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(arguments)
    catalogue, index = Catalogue.load(), CardIndex.load()
    found: dict[str, list[Later]] = defaultdict(list)
    failed = 0
    for path in journal_files(args.files, _tell):
        try:
            for kind, later in laters(ends_of(path, catalogue, index)):
                found[kind].append(later)
        except JournalError as fault:
            failed = 1
            _tell(str(fault))
    rows = {
        kind: {
            "n": len(each),
            "we hold it": round(fmean(one.ours for one in each), 2),
            "they hold it": round(fmean(one.theirs for one in each), 2),
            "battle in their turn": round(fmean(one.attacked for one in each), 3),
        }
        for kind, each in sorted(found.items())
    }
    if args.json:
        print(json.dumps(rows))
        return failed
    print(
        f"{'AT THE END OF OUR TURN':34} {'N':>5}  {'OURS':>5} {'THEIRS':>6}  {'BATTLE':>6}  of {TURNS} turns"
    )
    for kind, row in rows.items():
        print(
            f"{kind:34} {row['n']:>5}  {row['we hold it']:>5} {row['they hold it']:>6}"
            f"  {row['battle in their turn']:>6}"
        )
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
