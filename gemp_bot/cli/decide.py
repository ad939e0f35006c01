"""`gemp-bot decide`: ask a strategy at every question of recorded games, or two, and where they differ."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.command import JsonResult, arg, command, count, count_or_endless, seed_number
from gemp_bot.cli.exits import USAGE, CommandError
from gemp_bot.cli.measuring import usable
from gemp_bot.cli.output import Output
from gemp_bot.cli.recorded import GameArgs, GameFiles, Put, game_files, page_of, run_paged
from gemp_bot.cli.replay import check_number
from gemp_bot.config import ConfigError
from gemp_bot.decisions import Catalogue
from gemp_bot.decisions.describing import DescribedQuestion
from gemp_bot.journal.reader import Head, journal_head
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.replay import Redecide, Redecision, Relive, RelivedExchange
from gemp_bot.replay.decide import Difference, Differences, changes_since, strategy_of
from gemp_bot.report.board import (
    Boards,
    answer_line,
    difference_lines,
    explained_json,
    explained_lines,
    row,
    thought_lines,
    titles_told,
)
from gemp_bot.report.story_lines import Line, counted, strong
from gemp_bot.strategy import (
    NamedStrategy,
    StrategyRunner,
    UnknownStrategyError,
    make_strategy,
    name_deck,
)
from gemp_bot.strategy.explanation import Explanation
from gemp_bot.view.names import Titles

RECORDED = "journal"
"""What stands for the answers of the recording."""
_MOST = 10


class DecideArgs(GameArgs):
    """Who is asked at which questions, and what is shown."""

    strategy: str | None = arg(
        "--strategy NAME",
        "who is asked: a name, the path of a file, or FILE.py:CLASS (else the strategy of the journal)",
    )
    against: str | None = arg(
        "--against NAME", f"compare with this strategy; `{RECORDED}`: with what was answered"
    )
    seed: int | None = arg("--seed N", "of who is asked (else that of the journal)", seed_number)
    board: bool = arg("--board", "print the board and what is said at every choice")
    at: int | None = arg("--at N", "explain the choice at question N in full", count)
    most: int | None = arg(
        "--most N", "with --against: show so many differences (else 10; in --json all)", count_or_endless
    )


class OtherAnswer(JsonResult):
    """A question that is answered otherwise."""

    n: Annotated[int, "number of the question"]
    prompt: str
    kind: Annotated[str, "in the catalogue"]
    was: Annotated[str | None, "the recorded answer"]
    now: Annotated[str, "the strategy's answer"]


class ScoreReason(JsonResult):
    """A part of a score."""

    text: str
    force: Annotated[float, "what it adds"]


class WeighedShown(JsonResult):
    """An answer that was weighed."""

    answer: Annotated[str, "as it would be sent"]
    words: str
    score: Annotated[float | None, "in Force; null where the strategy does not say"]
    reasons: list[ScoreReason]
    forbidden: Annotated[str | None, "which principle forbids it, and why"]
    chosen: bool


class Explained(JsonResult):
    """A choice in full."""

    prompt: str
    kind: str
    answers: Annotated[list[WeighedShown], "the chosen one first, then the best"]
    rests_on: Annotated[Explanation | None, "what the judgement rests on (`gemp_bot.strategy.explanation`)"]


class DecidedFile(JsonResult):
    """One recording."""

    file: str
    damage: Annotated[str | None, "why it could not be read to its end"]
    strategy: Annotated[str, "who was asked; empty in a damaged file"] = ""
    seed: int = 0
    asked: Annotated[int, "questions it was asked"] = 0
    choices: Annotated[int, "those with two or more legal answers"] = 0
    different: Annotated[int, "those it answers differently"] = 0
    differences: list[OtherAnswer] = msgspec.field(default_factory=list)
    explained: Annotated[Explained | None, "with --at"] = None


class Decided(JsonResult):
    """Without `--against`."""

    files: list[DecidedFile]


class ComparedFile(JsonResult):
    """One recording."""

    file: str
    choices: Annotated[int, "questions with a choice that both answered"]
    different: int
    damage: Annotated[str | None, "why it could not be read to its end"]


class ComparedKind(JsonResult):
    """A kind of question."""

    kind: Annotated[str, "in the catalogue; those with the most differences first"]
    choices: int
    different: int
    worth: Annotated[
        list[float | None], "of each: how much more its own answer is worth, by its own score, in Force"
    ]


class ComparedAnswer(JsonResult):
    """A question that they answer otherwise."""

    file: str
    n: Annotated[int, "number of the question"]
    kind: str
    prompt: str
    answers: Annotated[list[str], "of each, as it would be sent"]
    words: list[str]
    worth: Annotated[list[float | None], "as above; null where it did not weigh the other's"]


class Compared(JsonResult):
    """With `--against`."""

    strategies: Annotated[list[str], "who is compared"]
    files: list[ComparedFile]
    kinds: list[ComparedKind]
    copies: Annotated[int, "answers that differ only by the copy of a card: no difference"]
    differences: Annotated[list[ComparedAnswer], "what is worth most to both together first"]


@command(
    json=Decided | Compared,
    about="""
Ask a strategy at every question of recorded games, and show where it would have
answered differently; without --strategy it is the one of the journal, which
then gives the same answers again. With --board it shows every board, what was
answered, and what the strategy says: its reasons in Force, and what else it
weighed. With --at N it explains the choice at question N in full: every answer
with the parts of its score, how far ahead it is of the second, the plan it
belongs to, battles as they are foreseen, the odds of the next destiny, and what
is known of hidden cards.

With --against two strategies are asked, or one and the recording: how often
they answer otherwise, by the kind of question, and what that is worth, by each
one's own score, in Force. What is worth most to both together comes first, each
with its file and number.
Answers that differ only by the copy of a card are no difference.

A file that is damaged is told, and the others are read all the same (exit code
1). One that is only cut at its end is read as far as it goes (0).""",
    examples="""
  gemp-bot decide game.jsonl.gz                      a game of ours once more
  gemp-bot decide game.jsonl.gz --strategy steady
  gemp-bot decide game.jsonl.gz --board --strategy strong
                                                     every choice explained
  gemp-bot decide game.jsonl.gz --at 120             one choice in full
  gemp-bot decide games/ --strategy strong --against steady
  gemp-bot decide game.jsonl.gz --strategy mine.toml --against journal""",
)
def decide(args: DecideArgs, out: Output) -> int:
    """Ask, and tell."""
    # A strategy that fails says so in the log, which must not get between the lines of the result.
    set_up_logs(Secrets(), level="warning" if args.against is None else "error")
    if args.against is not None:
        return _compare(args, out)
    if args.most is not None:
        raise CommandError("--most goes with --against", code=USAGE)
    meant = game_files(args, out)
    if not args.board and args.at is None:
        return _decide(args, meant, out)
    return run_paged(out, lambda: _decide(args, meant, out))


COMMAND = decide


def _decide(args: DecideArgs, meant: GameFiles, out: Output) -> int:
    catalogue, index = Catalogue.load(), CardIndex.load()
    files: list[DecidedFile] = []
    for path in meant.files:
        relive = Relive(path, catalogue)
        with meant.reading(path):
            files.append(_decide_one(relive, args, index, out))
        if damage := meant.damaged.get(path):
            relive.tally.damage = damage
            files.append(DecidedFile(file=str(path), damage=damage))
        if relive.tally.truncated:
            meant.tell_cut(path, "re-lived")
        check_number(relive, args.at)
    out.json(Decided(files=files))
    return meant.code


def _decide_one(relive: Relive, args: DecideArgs, index: CardIndex, out: Output) -> DecidedFile:
    """Ask at every question of a recording and show what is said; without boards only where it differs."""
    head = journal_head(relive.path)
    strategy = _strategy(relive, head, args.strategy, index, out)
    name, number = args.strategy or strategy.name, _seed(head, args.seed)
    strategy_runner = _runner(strategy, head, args.seed, index)
    show = _Show(relive, args, index, page_of(out))
    redecide = Redecide(relive, strategy_runner, show.witness, explain=args.at)
    different: list[OtherAnswer] = []
    explained = None
    for found in redecide:
        if found.number == args.at:
            explained = msgspec.convert(explained_json(show.told(found), found.thought), Explained)
        show.found(found, strategy_runner.strategy.name)
        if not found.same:
            different.append(
                OtherAnswer(
                    n=found.number,
                    prompt=found.question.prompt,
                    kind=found.question.kind.value,
                    was=found.was,
                    now=found.thought.verdict.answer.wire,
                )
            )
    asked = f"{redecide.asked} questions, {redecide.choices} with a choice"
    out.line(f"{relive.path}: {name}, seed {number}: {asked}, {len(different)} answered differently")
    return DecidedFile(
        file=str(relive.path),
        damage=None,
        strategy=name,
        seed=number,
        asked=redecide.asked,
        choices=redecide.choices,
        different=len(different),
        differences=different,
        explained=explained,
    )


def _seed(head: Head | None, seed: int | None) -> int:
    if seed is not None:
        return seed
    return 0 if head is None or head.seed is None else head.seed


def _runner(strategy: NamedStrategy, head: Head | None, seed: int | None, index: CardIndex) -> StrategyRunner:
    """A strategy for one game, with the deck and the budget of its journal."""
    made = strategy.make(_seed(head, seed), None if head is None else head.deck, index=index)
    if head is not None:
        name_deck(made, head.deck_name, head.deck_start)
    return StrategyRunner(made, rule=make_strategy("steady", 0), work=None if head is None else head.budget)


def _strategy(
    relive: Relive, head: Head | None, named: str | None, index: CardIndex, out: Output
) -> NamedStrategy:
    """Who is asked: whom the command line names, else whom the journal does."""
    if named is not None:
        return usable("--strategy", named, index)
    if head is None:
        raise ConfigError(f"{relive.path}: names no strategy, being no journal of ours: give --strategy NAME")
    try:
        found = strategy_of(head, relive.path)
    except UnknownStrategyError as fault:
        raise ConfigError(f"{relive.path}: {fault}: --strategy PATH names its file") from None
    changes = changes_since(head, found)
    if changes:
        out.note(f"gemp-bot: {relive.path}: since it was played, {'; '.join(changes)}")
    return found


class _Show:
    """Shows what is wanted, question by question."""

    def __init__(self, relive: Relive, args: DecideArgs, index: CardIndex, put: Put) -> None:
        self._relive = relive
        self._args = args
        self._boarded = args.board or args.at is not None
        self._put = put
        self._boards = Boards(titles_told(relive, index) if self._boarded else Titles(index))
        self._told: dict[int, DescribedQuestion] = {}
        self._lines: dict[int, list[Line]] = {}

    def witness(self, step: RelivedExchange, _: Redecision) -> None:
        """Put a question into words while the table is as it was asked."""
        if step.question is None:
            return
        table = self._relive.table
        told = self._told[step.number] = self._boards.told(table, step.question)
        if self._shows(step):
            self._lines[step.number] = list(self._boards.lines(table, step.number, told))

    def _shows(self, step: RelivedExchange) -> bool:
        """Whether the board of a question is to be shown."""
        if self._args.at is not None:
            return step.number == self._args.at
        return self._args.board and step.question is not None and step.question.is_choice

    def told(self, found: Redecision) -> DescribedQuestion:
        """A question that was decided and is not shown yet, in words."""
        return self._told[found.number]

    def found(self, found: Redecision, name: str) -> None:
        """Show one question, now that its answer is known."""
        told, lines = self._told.pop(found.number), self._lines.pop(found.number, [])
        if not self._boarded and not found.same:
            lines = [row(strong(f"? {found.number}. {found.question.prompt}"))]
            lines += map(row, difference_lines(told, found.thought, found.was or ""))
        elif lines:
            if found.was is not None:
                lines.append(row(strong(answer_line(told, found.was))))
            full = found.number == self._args.at
            lines += map(row, thought_lines(told, found.thought, name, found.was, brief=full))
            if full:
                lines += explained_lines(told, found.thought, name)
            lines.append(row())
        for line in lines:
            self._put(line)


# -- two of them -------------------------------------------------------------------------------------


def _compare(args: DecideArgs, out: Output) -> int:
    if args.strategy is None or args.board or args.at is not None:
        raise CommandError("--against goes with --strategy, and not with --board or --at", code=USAGE)
    index, catalogue = CardIndex.load(), Catalogue.load()
    asked = [usable("--strategy", args.strategy, index)]
    if args.against is not None and args.against != RECORDED:
        asked.append(usable("--against", args.against, index))
    meant = game_files(args, out)
    found = _Found((args.strategy, args.against or RECORDED), meant.damaged)
    for path in meant.files:
        with meant.reading(path):
            found.take(path, asked, args.seed, index, catalogue)
    found.show(out, _MOST if args.most is None else args.most)
    out.json(found.as_json(args.most))
    return meant.code


class _Found:
    """The differences of all files."""

    def __init__(self, names: tuple[str, str], damaged: Mapping[Path, str]) -> None:
        self._names, self._damaged = names, damaged
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
        head = journal_head(relive.path)
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
            f"{counted(len(self._choices), 'file')}, {counted(total, 'choice')}, {len(self._all)} answered "
            f"otherwise by {first} and {second}{copies}; worth: on average, in Force, by each one's own score"
        )
        for path, each in self.worst[:most]:
            out.line()
            out.line(f"{path} --at {each.number}  {each.prompt}  [{each.kind}]")
            for side, name in enumerate(self._names):
                loss = each.losses[side]
                by = "" if loss is None else f"  ({loss:.2f} more than the other, by {name})"
                out.line(f"    {name}: {each.words[side]}{by}")
        if len(self._all) > most:
            out.line()
            out.line(f"{most} of {len(self._all)} shown, --most N shows more")

    def _by_kind(self) -> list[tuple[str, list[Difference]]]:
        """The differences by the kind of question, the most frequent first."""
        groups: dict[str, list[Difference]] = {}
        for _, each in self._all:
            groups.setdefault(each.kind, []).append(each)
        return sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))

    def as_json(self, most: int | None) -> Compared:
        """The object that `--json` prints."""
        different = Counter(path for path, _ in self._all)
        return Compared(
            strategies=list(self._names),
            files=[
                ComparedFile(
                    file=str(path),
                    choices=self._choices.get(path, 0),
                    different=different[path],
                    damage=self._damaged.get(path),
                )
                for path in dict.fromkeys((*self._choices, *self._damaged))
            ],
            kinds=[
                ComparedKind(
                    kind=kind,
                    choices=self._asked[kind],
                    different=len(found),
                    worth=[_mean(found, side) for side in (0, 1)],
                )
                for kind, found in self._by_kind()
            ],
            copies=self._copies,
            differences=[
                ComparedAnswer.of(each, file=str(path), n=each.number, worth=each.losses)
                for path, each in self.worst[:most]
            ],
        )


def _mean(found: list[Difference], side: int) -> float | None:
    losses = [loss for each in found if (loss := each.losses[side]) is not None]
    return round(sum(losses) / len(losses), 4) if losses else None


def _known(worth: float | None) -> float:
    return float("-inf") if worth is None else worth


def _force(force: float | None) -> str:
    return "?" if force is None else f"{force:.2f}"
