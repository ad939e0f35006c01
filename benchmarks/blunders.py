"""Blunders by name, over recorded games; it costs no games.

    python -m benchmarks.blunders FILE ... [--decide STRATEGY] [--json]
    python -m benchmarks.blunders FILE ... --fingerprint [--json]

What `gemp_bot.report.blunders` finds, in all games, in those that were lost and in those that were
won. With `--decide` a strategy answers every question anew, and what it chooses counts in the place of what
was chosen; what came of it is that of the game as it was played. A folder stands for the journals in it.
With `--fingerprint` it tells how both players play instead (`benchmarks.fingerprint`).

A journal of any revision is counted, with or without verdicts. One that is damaged, or whose game did not
end, is counted as far as it goes and named, in a group of its own where the end of the game is not known; one
without a seat is left out and named.
"""

import contextlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, Self

import msgspec

from benchmarks import fingerprint, journal_parser, run, tell
from benchmarks.fingerprint import Seat, seats_of
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.journal import JournalError
from gemp_bot.journal.folder import journal_files
from gemp_bot.journal.reader import journal_head
from gemp_bot.replay import Redecide, Relive
from gemp_bot.replay.decide import Redecision
from gemp_bot.report.blunders import (
    AnsweredQuestion,
    Blunder,
    BlunderKind,
    BlunderReader,
    GameCounts,
    OfferCounts,
)
from gemp_bot.strategy import (
    NamedStrategy,
    StrategyRunner,
    Tell,
    UnknownStrategyError,
    make_strategy,
    name_deck,
    strategy_named,
)
from gemp_bot.view.watcher import JournalWatcher

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
    "of these without a verdict": "flips without a verdict",
}
"""What is told a game, and how `GameCounts.counts` calls it."""
OF = {
    BlunderKind.DRAIN_OF_NOTHING: "Force drains",
    BlunderKind.WEAK_ALONE: "weak and alone against a full hand",
    BlunderKind.LEFT_CONTESTED: "locations left contested",
    BlunderKind.DEPLOYMENT_CANCELLED: "deployments chosen",
}
"""Of how many a blunder is one."""


class WatchedGame(msgspec.Struct, frozen=True):
    """What a journal tells.

    Attributes:
        counts: None for a journal without a seat.
        seats: how both players played; empty for a game that did not end.
        damage: why it was not read to its end, in one line; None if it was.
    """

    counts: GameCounts | None
    seats: tuple[Seat, ...]
    damage: str | None


def decided_anew(
    path: Path, strategy: NamedStrategy, index: CardIndex, catalogue: Catalogue, tell: Tell = Tell.BRIEF
) -> Iterator[Redecision]:
    """What a strategy answers at each question of a recording, with the seed and deck of that."""
    head = journal_head(path)
    seed = 0 if head is None or head.seed is None else head.seed
    made = strategy.make(seed, None if head is None else head.deck, index=index)
    name_deck(made, None if head is None else head.deck_name)
    runner = StrategyRunner(made, rule=make_strategy("steady", 0))
    runner.tell = tell
    yield from Redecide(Relive(path, catalogue), runner)


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

    def read(self, path: Path) -> WatchedGame:
        """What a journal tells, as far as it can be read.

        Raises:
            JournalError: not a moment of a game can be read.
        """
        reader = BlunderReader(self._index)
        journal = JournalWatcher(path, self._catalogue, self._effects)
        damage = None
        try:
            for moment in journal.read():
                reader.take(moment)
        except JournalError as fault:
            damage = str(fault)
            if not journal.watcher.frames:
                raise
        if self._strategy is not None:
            with contextlib.suppress(JournalError):  # the same one, told already
                for number, choice in self._decided(path, self._strategy):
                    reader.choices[number] = choice
        view = journal.watcher.view()
        return WatchedGame(reader.read(view), seats_of(view, self._index), damage)

    def _decided(self, path: Path, strategy: NamedStrategy) -> Iterator[tuple[int, AnsweredQuestion]]:
        """What a strategy answers at the questions of a game, by their numbers."""
        for decided in decided_anew(path, strategy, self._index, self._catalogue, Tell.SCORES):
            verdict = decided.thought.verdict
            weighed = frozenset((verdict.answer.wire, *(each.answer.wire for each in verdict.alternatives)))
            parts = tuple((reason.text, reason.force) for reason in verdict.reasons)
            yield decided.number, AnsweredQuestion(decided.question, verdict.answer.wire, weighed, parts)


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
        "without verdicts": sum(not game.judged for game in games),
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
    seen: dict[str, list[OfferCounts]] = defaultdict(list)
    for game in games:
        for each in game.offered:
            seen[each.label].append(each)
    often = [found for found in seen.values() if len(found) > 1]
    return {
        "offered in two games or more": len(often),
        "never weighed": sum(
            any(each.judged for each in found) and not any(each.weighed for each in found) for found in often
        ),
        "never chosen": sum(not any(each.chosen for each in found) for found in often),
    }


def main(arguments: Sequence[str]) -> int:
    """Read the journals and print the table; 1 if one of them could not be read to the end of its game."""
    parser = journal_parser("blunders", __doc__)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--decide", metavar="STRATEGY", help="answers every question anew")
    what.add_argument(
        "--fingerprint", action="store_true", help="how both players play, beside a strong human"
    )
    args = parser.parse_args(arguments)
    try:
        reader = GameBlunders.named(args.decide)
    except UnknownStrategyError as fault:
        tell(f"--decide: {fault}")
        return 1
    named: list[str] = []
    groups = _groups(list(_read(reader, args.files, named)))
    for line in named:
        tell(line)
    if args.fingerprint:
        groups.pop("no end", None)
    if not groups:
        ended = " that ended" if args.fingerprint else ""
        tell(f"no game to count: name journals of games{ended}, played from a seat")
        return 1
    if args.fingerprint:
        found = fingerprint.table(
            {name: [seat for game in group for seat in game.seats] for name, group in groups.items()}
        )
    else:
        found = {
            name: table([game.counts for game in group if game.counts]) for name, group in groups.items()
        }
    if args.json:
        print(json.dumps({**found, "named": named}))
    else:
        for line in fingerprint.lines(found) if args.fingerprint else _lines(found):
            print(line)
    return int(bool(named))


def _read(reader: GameBlunders, files: Sequence[Path], named: list[str]) -> Iterator[WatchedGame]:
    """Read journals; what is not counted like the others is named."""
    for path in journal_files(files, named.append):
        try:
            game = reader.read(path)
        except JournalError as fault:
            named.append(f"{fault}, left out")
            continue
        if game.counts is None:
            named.append(f"{path}: without a seat, left out")
            continue
        if game.damage is not None:
            named.append(f"{game.damage}, counted as far as it goes")
        elif game.counts.won is None:
            named.append(f"{path}: did not end, counted as far as it goes")
        yield game


def _groups(games: Sequence[WatchedGame]) -> dict[str, list[WatchedGame]]:
    """Games by how they ended; no group is empty."""
    groups: dict[str, list[WatchedGame]] = {"all": [], "lost": [], "won": [], "no end": []}
    for game in games:
        won = None if game.counts is None else game.counts.won
        for name in ["no end"] if won is None else ["all", "won" if won else "lost"]:
            groups[name].append(game)
    return {name: group for name, group in groups.items() if group}


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
        means = [["-" if row[key] is None else row[key] for key in ("promised", "came")] for row in rows]
        cells = [
            f"{row['battles']}, {row['won']}, {promised}, {came}"
            for row, (promised, came) in zip(rows, means, strict=True)
        ]
        yield f"{rows[0]['lead']:46}" + "".join(f"{cell:>24}" for cell in cells)
    yield "KINDS OF OPTIONS OF TEXTS"
    yield f"{'games without verdicts, so with none weighed':46}" + "".join(
        f"{tables[name]['without verdicts']:>24}" for name in names
    )
    for row in tables[names[0]]["kinds of options"]:
        yield f"{row:46}" + "".join(f"{tables[name]['kinds of options'][row]:>24}" for name in names)


def _cell(cell: Mapping[str, Any]) -> str:
    of = "" if cell["of"] is None else f" of {cell['of']}"
    cost = f", {cell['Force']:g} Force" if cell["Force"] else ""
    return f"{cell['number']}{of}{cost}"


if __name__ == "__main__":
    run(main)
