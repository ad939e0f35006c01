"""`gemp-bot diff`: where two strategies answer recorded questions otherwise. Its options are in `parsers`."""

import argparse
from collections import Counter
from pathlib import Path

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.decide import head_of
from gemp_bot.cli.exits import FAILURE, OK, USAGE, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.config import ConfigError
from gemp_bot.decisions import Catalogue
from gemp_bot.journal import JournalError
from gemp_bot.journal.folder import journal_files
from gemp_bot.journal.reader import Head
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.replay import Relive
from gemp_bot.replay.decide import Difference, Differences
from gemp_bot.strategy import (
    NamedStrategy,
    StrategyRunner,
    UnknownStrategyError,
    make_strategy,
    name_deck,
    strategy_named,
)
from gemp_bot.view.names import Titles

_MOST = 10
_RECORDED = "journal"


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    # A strategy that fails says so in the log, which must not get between the lines of the result.
    set_up_logs(Secrets(), level="error")
    out = Output(as_json=args.json)
    asked = [_named(name) for name in args.strategy]
    if len(asked) > 2:  # noqa: PLR2004 - A and B
        raise CommandError("--strategy is given once or twice: who is asked, and who else", code=USAGE)
    names = (asked[0].given, asked[1].given if len(asked) > 1 else _RECORDED)
    missing: list[str] = []
    files = journal_files(args.files, missing.append)
    for line in missing:
        out.note(f"gemp-bot: {line}")
    found = _Found(names)
    index, catalogue = CardIndex.load(), Catalogue.load()
    for path in files:
        try:
            found.take(path, asked, args.seed, index, catalogue)
        except JournalError as fault:
            # The other files are not to blame.
            found.damaged[path] = str(fault)
            out.note(f"gemp-bot: {fault}")
    most = _MOST if args.most is None else args.most
    found.show(out, most)
    out.json(found.as_json(most if args.most is not None else None))
    return FAILURE if missing or found.damaged else OK


def _named(name: str) -> NamedStrategy:
    try:
        return strategy_named(name)
    except UnknownStrategyError as fault:
        raise ConfigError(f"--strategy: {fault}") from None


class _Found:
    """The differences of all files.

    Attributes:
        damaged: what is wrong with a file, by file.
    """

    def __init__(self, names: tuple[str, str]) -> None:
        self.damaged: dict[Path, str] = {}
        self._names = names
        self._choices: dict[Path, int] = {}
        self._asked: Counter[str] = Counter()
        self._copies = 0
        self._all: list[tuple[Path, Difference]] = []

    def take(
        self, path: Path, asked: list[NamedStrategy], seed: int | None, index: CardIndex, catalogue: Catalogue
    ) -> None:
        """Go through one file.

        Raises:
            JournalError: it cannot be read, or not to its end; what came before counts.
        """
        relive = Relive(path, catalogue)
        head = head_of(relive)
        first, *others = (_runner(each, head, seed, index) for each in asked)
        differences = Differences(relive, first, others[0] if others else None, Titles(index).title)
        try:
            self._all += [(path, each) for each in differences]
        finally:
            self._choices[path] = differences.choices.total()
            self._asked += differences.choices
            self._copies += differences.copies

    @property
    def worst(self) -> list[tuple[Path, Difference]]:
        """All of them, what is worth most first; what nobody has a score for comes last."""
        return sorted(self._all, key=lambda each: -_known(each[1].worth))

    def show(self, out: Output, most: int) -> None:
        """Print it."""
        first, second = self._names
        rows = []
        for kind, found in self._by_kind():
            rows.append(
                (
                    kind,
                    str(self._asked[kind]),
                    str(len(found)),
                    *(_force(_mean(found, side)) for side in (0, 1)),
                )
            )
        columns = ("kind", "choices", "different", f"worth to {first}", f"worth to {second}")
        if rows:
            out.table(columns, rows)
        total = sum(self._choices.values())
        copies = f" (and {self._copies} another copy of the same card)" if self._copies else ""
        out.line(
            f"{len(self._choices)} files, {total} choices, {len(self._all)} answered otherwise by {first} "
            f"and {second}{copies}; worth: on average, in Force, by each one's own score"
        )
        for path, each in self.worst[:most]:
            out.line()
            out.line(f"{path} --at {each.number}  {each.prompt}  [{each.kind}]")
            for side, name in enumerate(self._names):
                loss = each.losses[side]
                by = "" if loss is None else f"  ({loss:.2f} more than the other, by {name})"
                out.line(f"    {name}: {each.words[side]}{by}")

    def _by_kind(self) -> list[tuple[str, list[Difference]]]:
        """The differences by the kind of question, the most frequent first."""
        groups: dict[str, list[Difference]] = {}
        for _, each in self._all:
            groups.setdefault(each.kind, []).append(each)
        return sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))

    def as_json(self, most: int | None) -> dict[str, object]:
        """The object that `--json` prints (docs/json.md)."""
        different = Counter(path for path, _ in self._all)
        return {
            "strategies": list(self._names),
            "files": [
                {
                    "file": str(path),
                    "choices": choices,
                    "different": different[path],
                    "damage": self.damaged.get(path),
                }
                for path, choices in self._choices.items()
            ]
            + [
                {"file": str(path), "choices": 0, "different": 0, "damage": damage}
                for path, damage in self.damaged.items()
                if path not in self._choices
            ],
            "kinds": [
                {
                    "kind": kind,
                    "choices": self._asked[kind],
                    "different": len(found),
                    "worth": [_mean(found, side) for side in (0, 1)],
                }
                for kind, found in self._by_kind()
            ],
            "copies": self._copies,
            "differences": [
                {
                    "file": str(path),
                    "n": each.number,
                    "kind": each.kind,
                    "prompt": each.prompt,
                    "answers": list(each.answers),
                    "words": list(each.words),
                    "worth": list(each.losses),
                }
                for path, each in self.worst[:most]
            ],
        }


def _runner(strategy: NamedStrategy, head: Head | None, seed: int | None, index: CardIndex) -> StrategyRunner:
    """A strategy for one game, as `replay --decide` asks it."""
    if seed is None:
        seed = 0 if head is None or head.seed is None else head.seed
    made = strategy.make(seed, None if head is None else head.deck, index=index)
    if head is not None:
        name_deck(made, head.deck_name, head.deck_start)
    return StrategyRunner(
        made,
        rule=make_strategy("steady", 0),
        work=None if head is None else head.budget,
    )


def _mean(found: list[Difference], side: int) -> float | None:
    losses = [loss for each in found if (loss := each.losses[side]) is not None]
    return round(sum(losses) / len(losses), 4) if losses else None


def _known(worth: float | None) -> float:
    return float("-inf") if worth is None else worth


def _force(force: float | None) -> str:
    return "?" if force is None else f"{force:.2f}"
