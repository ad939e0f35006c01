"""Blunders by name, over recorded games; it costs no games.

    python -m benchmarks.blunders FILE ... [--decide STRATEGY] [--json]

What `gemp_bot.report.blunder_reader` finds, in all games, in those that were lost and in those that were
won. With `--decide` a strategy answers every question anew, and what it chooses counts in the place of what
was chosen; what came of it is that of the game as it was played. A folder stands for the journals in it.
Journals without a seat, of games that did not end, or that are damaged are counted apart and named.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, Self

from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.journal import JournalError
from gemp_bot.journal.chains import journal_head
from gemp_bot.replay import Redecide, Relive
from gemp_bot.report.blunder_reader import BlunderReader
from gemp_bot.report.blunders import Blunder, BlunderKind, Choice, GameCounts, OfferedKind
from gemp_bot.strategy import NamedStrategy, StrategyRunner, Tell, make_strategy, name_deck, strategy_named
from gemp_bot.terminal import plain
from gemp_bot.view.files import journal_files
from gemp_bot.view.watcher import GameWatcher

LEADS = ((float("-inf"), 0.0), (0.0, 3.0), (3.0, 6.0), (6.0, float("inf")))
"""Power we had more when we began a battle: from, to."""
NEVER_DRAINED = 15.0
"""Own turn of the first Force drain of a game without one."""
A_GAME = {
    "Force drained by us": "drained by us",
    "Force drained by them": "drained by them",
    "own turn of the first Force drain": "first drain",
    "Force into deployment in turn 2": "Force into deployment in turn 2",
    "Force into deployment in turn 3": "Force into deployment in turn 3",
    "Interrupts played": "Interrupts played",
    "Interrupts lost from hand": "Interrupts lost from hand",
    "Force lost": "lost",
    "of it in battles they began": "lost to their battles",
    "of it neither to drains nor in battles": "lost otherwise",
    "objectives flipped": "own objective flipped",
    "menus with a flip": "flips offered",
    "of these weighed": "flips weighed",
}
"""What is told a game, and how `GameCounts.counts` calls it."""
OF = {
    BlunderKind.DRAIN_OF_NOTHING: "Force drains",
    BlunderKind.WEAK_ALONE: "weak and alone against a full hand",
    BlunderKind.LEFT_CONTESTED: "locations left contested",
    BlunderKind.DEPLOYMENT_CANCELLED: "deployments chosen",
}
"""Of how many a blunder is one."""


class GameBlunders:
    """Reads journals one by one.

    Args:
        strategy: answers every question anew; None to count what was answered.
    """

    def __init__(self, strategy: NamedStrategy | None = None) -> None:
        self._strategy = strategy
        self._index, self._catalogue = CardIndex.load(), Catalogue.load()
        self._effects = CardEffects(self._index)

    @classmethod
    def named(cls, strategy: str | None) -> Self:
        """Where a strategy of this name answers; None for the answers that were given."""
        return cls(None if strategy is None else strategy_named(strategy))

    def read(self, path: Path) -> GameCounts | None:
        """What a journal tells; None for one without a seat.

        Raises:
            JournalError: it cannot be read.
        """
        relive = Relive(path, self._catalogue)
        watcher = GameWatcher(self._index, effects=self._effects)
        reader = BlunderReader(self._index)
        for step in relive:
            watcher.head(relive.head)
            watcher.step(step)
            reader.step(step)
        if self._strategy is not None:
            reader.choices |= self._decided(path, self._strategy)
        return reader.read(watcher.view())

    def _decided(self, path: Path, strategy: NamedStrategy) -> dict[int, Choice]:
        """What a strategy answers at the questions of a game."""
        relive = Relive(path, self._catalogue)
        head = journal_head(path)
        seed = 0 if head is None or head.seed is None else head.seed
        made = strategy.make(seed, None if head is None else head.deck, index=self._index)
        name_deck(made, None if head is None else head.deck_name)
        runner = StrategyRunner(made, rule=make_strategy("steady", 0))
        runner.tell = Tell.SCORES
        found: dict[int, Choice] = {}
        for decided in Redecide(relive, runner):
            verdict = decided.thought.verdict
            weighed = frozenset((verdict.answer.wire, *(each.answer.wire for each in verdict.alternatives)))
            parts = tuple((reason.text, reason.force) for reason in verdict.reasons)
            found[decided.number] = Choice(decided.question, verdict.answer.wire, weighed, parts)
        return found


def table(games: Sequence[GameCounts]) -> dict[str, Any]:
    """All numbers of some games."""
    kinds: dict[BlunderKind, list[Blunder]] = defaultdict(list)
    counts: defaultdict[str, float] = defaultdict(float)
    for game in games:
        for blunder in game.blunders:
            kinds[blunder.kind].append(blunder)
        for name, number in game.counts.items():
            counts[name] += number
    counts["lost otherwise"] = (
        counts["lost"]
        - counts["drained by them"]
        - counts["lost to their battles"]
        - counts["lost to own battles"]
    )
    undrained = sum("first drain" not in game.counts for game in games)
    counts["first drain"] += NEVER_DRAINED * undrained
    return {
        "games": len(games),
        "blunders": {
            str(kind): {
                "number": len(kinds[kind]),
                "of": round(counts[OF[kind]]) if kind in OF else None,
                "games": len({id(game) for game in games if any(b.kind is kind for b in game.blunders)}),
                "Force": sum(each.force for each in kinds[kind]),
                "cards": sum(each.cards for each in kinds[kind]),
            }
            for kind in BlunderKind
        },
        "a game": {name: round(counts[key] / max(len(games), 1), 2) for name, key in A_GAME.items()},
        "own attacks": [_attacks(games, *lead) for lead in LEADS],
        "kinds of options": _offered(games),
    }


def _attacks(games: Sequence[GameCounts], low: float, high: float) -> dict[str, object]:
    """Battles we began with so much more power: what was promised, and what came."""
    found = [each for game in games for each in game.attacks if low <= each.lead < high]
    promised = [each.promised for each in found if each.promised is not None]
    return {
        "lead": f"{'below' if low < 0 else f'{low:g} to'} {high:g}"
        if high < float("inf")
        else f"{low:g} or more",
        "battles": len(found),
        "won": sum(each.won for each in found),
        "promised": round(fmean(promised), 2) if promised else None,
        "came": round(fmean(each.net for each in found), 2) if found else None,
        "cards": sum(each.killed for each in found) - sum(each.lost for each in found),
    }


def _offered(games: Sequence[GameCounts]) -> dict[str, int]:
    """Kinds of options of texts that two games or more offered: how many were never weighed, or chosen."""
    seen: dict[str, list[OfferedKind]] = defaultdict(list)
    for game in games:
        for each in game.offered:
            seen[each.label].append(each)
    often = [found for found in seen.values() if len(found) > 1]
    return {
        "offered in two games or more": len(often),
        "never weighed": sum(not any(each.weighed for each in found) for found in often),
        "never chosen": sum(not any(each.chosen for each in found) for found in often),
    }


def main(arguments: Sequence[str]) -> int:
    """Read the journals and print the table; 1 if one of them could not be read."""
    parser = argparse.ArgumentParser("python -m benchmarks.blunders", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--decide", metavar="STRATEGY", help="answers every question anew")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(arguments)
    reader = GameBlunders.named(args.decide)
    games: list[GameCounts] = []
    left: list[str] = []
    for path in journal_files(args.files, left.append):
        try:
            found = reader.read(path)
        except JournalError as fault:
            left.append(str(fault))
            continue
        if found is None or found.won is None:
            left.append(f"{path}: {'without a seat' if found is None else 'did not end'}, left out")
        else:
            games.append(found)
    for line in left:
        print(plain(line), file=sys.stderr)
    groups = {
        "all": games,
        "lost": [game for game in games if not game.won],
        "won": [game for game in games if game.won],
    }
    tables = {name: table(group) for name, group in groups.items() if group}
    if args.json:
        print(json.dumps({**tables, "left out": left}))
    else:
        for line in _lines(tables):
            print(line)
    return int(bool(left))


def _lines(tables: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """The tables side by side."""
    names = list(tables)
    heads = [f"{name} ({tables[name]['games']})" for name in names]
    yield " " * 46 + "".join(f"{head:>24}" for head in heads)
    for kind in BlunderKind:
        cells = [tables[name]["blunders"][kind] for name in names]
        yield f"{kind:46}" + "".join(f"{_cell(cell):>24}" for cell in cells)
    yield f"{'A GAME':46}"
    for row in A_GAME:
        yield f"{row:46}" + "".join(f"{tables[name]['a game'][row]:>24}" for name in names)
    yield "OWN ATTACKS, BY POWER AHEAD: battles, won, promised, came"
    for at, _ in enumerate(LEADS):
        rows = [tables[name]["own attacks"][at] for name in names]
        cells = [f"{row['battles']}, {row['won']}, {row['promised']}, {row['came']}" for row in rows]
        yield f"{rows[0]['lead']:46}" + "".join(f"{cell:>24}" for cell in cells)
    yield "KINDS OF OPTIONS OF TEXTS"
    for row in tables[names[0]]["kinds of options"]:
        yield f"{row:46}" + "".join(f"{tables[name]['kinds of options'][row]:>24}" for name in names)


def _cell(cell: Mapping[str, Any]) -> str:
    of = "" if cell["of"] is None else f" of {cell['of']}"
    cost = f", {cell['Force']:g} Force" if cell["Force"] else ""
    return f"{cell['number']}{of}{cost}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
