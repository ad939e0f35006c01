"""Blunders by name, over recorded games; it costs no games.

    python -m benchmarks.blunders FILE ... [--decide STRATEGY] [--json]

Counts what `gemp_bot.report.blunders` finds in the games, those that were lost and those that were won apart.
With `--decide` a strategy answers every question anew, and what it chooses is counted in the place of what was
chosen; what came of it is still that of the game as it was played. A folder stands for the journals in it.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean

from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.journal import JournalError
from gemp_bot.replay import Relive
from gemp_bot.report.blunders import BlunderKind, BlunderReader, GameCounts
from gemp_bot.terminal import plain
from gemp_bot.view.files import journal_files
from gemp_bot.view.watcher import GameWatcher


def counts_of(path: Path, catalogue: Catalogue, index: CardIndex, effects: CardEffects) -> GameCounts | None:
    relive = Relive(path, catalogue)
    watcher = GameWatcher(index, effects=effects)
    reader = BlunderReader(index)
    for step in relive:
        watcher.head(relive.head)
        watcher.step(step)
        reader.step(step)
    return reader.read(watcher.view())


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser("python -m benchmarks.blunders", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(arguments)
    catalogue, index = Catalogue.load(), CardIndex.load()
    effects = CardEffects(index)
    games = []
    for path in journal_files(args.files, lambda line: print(plain(line), file=sys.stderr)):
        found = counts_of(path, catalogue, index, effects)
        if found is not None:
            games.append((path.name, found))
    for group in (False, True):
        chosen = [g for _, g in games if g.won is group]
        print("WON" if group else "LOST", len(chosen))
        kinds = Counter(); force=Counter(); cards=Counter()
        counts = Counter()
        for g in chosen:
            for b in g.blunders:
                kinds[b.kind]+=1; force[b.kind]+=b.force; cards[b.kind]+=b.cards
            counts.update(g.counts)
        for k in BlunderKind:
            print(f"  {k:45} {kinds[k]:5} {force[k]:6g} {cards[k]:5}")
        for k,v in sorted(counts.items()):
            print(f"    {k:45} {v:8g} {v/max(1,len(chosen)):.2f}")
        attacks=[a for g in chosen for a in g.attacks]
        for lo,hi in ((-99,0),(0,3),(3,6),(6,99)):
            at=[a for a in attacks if lo<=a.lead<hi]
            if at: print('   lead',lo,hi,len(at),'won',sum(a.won for a in at),'prom',fmean(a.promised or 0 for a in at),'net',fmean(a.net for a in at), 'k',fmean(a.killed for a in at),'l',fmean(a.lost for a in at))
    return 0

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
