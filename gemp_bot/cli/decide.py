"""`gemp-bot replay --decide`: decide recorded questions once more."""

from dataclasses import dataclass

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.exits import CommandError
from gemp_bot.cli.output import Output
from gemp_bot.cli.story_page import Put, page_of
from gemp_bot.config import ConfigError
from gemp_bot.decisions.describing import DescribedQuestion
from gemp_bot.journal import JournalReader
from gemp_bot.journal.reader import Head
from gemp_bot.replay import Redecide, Redecision, Relive, RelivedExchange
from gemp_bot.replay.decide import changes_since, strategy_of
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
from gemp_bot.report.story_lines import Line, strong
from gemp_bot.strategy import (
    NamedStrategy,
    StrategyRunner,
    UnknownStrategyError,
    make_strategy,
    name_deck,
    strategy_named,
)
from gemp_bot.view.names import Titles


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for.

    Attributes:
        strategy: its name, or the path of its file; None for the one of the journal.
        seed: its seed; None for the one of the journal.
        board: show the board of every question with a choice, not only what differs.
        at: show the board of this question.
    """

    strategy: str | None = None
    seed: int | None = None
    board: bool = False
    at: int | None = None

    def shows(self, step: RelivedExchange) -> bool:
        """Whether the board of a question is to be shown."""
        if self.at is not None:
            return step.number == self.at
        return self.board and step.question is not None and step.question.is_choice

    @property
    def boards(self) -> bool:
        """Whether any board is to be shown."""
        return self.board or self.at is not None


def decide(relive: Relive, out: Output, wanted: Wanted) -> dict[str, object]:
    """Ask a strategy at every question of a recording and show what it says.

    Without boards only where it differs from what was answered.

    Args:
        relive: the recording, not begun.
        out: where it is shown.
        wanted: who is asked, and what is shown.

    Returns:
        The part of the JSON (docs/json.md).

    Raises:
        ConfigError: no such strategy, or none is named anywhere.
    """
    head = head_of(relive)
    seed = wanted.seed
    if seed is None:
        seed = 0 if head is None or head.seed is None else head.seed
    strategy = _strategy(relive, head, wanted.strategy, out)
    name = wanted.strategy or strategy.name
    index = CardIndex.load()
    made = strategy.make(seed, None if head is None else head.deck, index=index)
    if head is not None:
        name_deck(made, head.deck_name, head.deck_start)
    strategy_runner = StrategyRunner(
        made,
        rule=make_strategy("steady", 0),
        work=None if head is None else head.budget,
    )
    show = _Show(relive, wanted, index, page_of(out))
    redecide = Redecide(relive, strategy_runner, show.witness, explain=wanted.at)
    different = []
    explained: dict[str, object] = {}
    for found in redecide:
        if found.number == wanted.at:
            explained = {"explained": explained_json(show.told(found), found.thought)}
        show.found(found, strategy_runner.strategy.name)
        if not found.same:
            different.append(found)
    asked = f"{redecide.asked} questions, {redecide.choices} with a choice"
    out.line(f"{relive.path}: {name}, seed {seed}: {asked}, {len(different)} answered differently")
    return {
        "strategy": name,
        "seed": seed,
        "asked": redecide.asked,
        "choices": redecide.choices,
        "different": len(different),
        "differences": [_json(found) for found in different],
        **explained,
    }


def _strategy(relive: Relive, head: Head | None, named: str | None, out: Output) -> NamedStrategy:
    """Who is asked: whom the command line names, else whom the journal does.

    Raises:
        ConfigError: no such strategy, or none is named anywhere.
    """
    if named is not None:
        try:
            return strategy_named(named)
        except UnknownStrategyError as fault:
            raise ConfigError(f"--strategy: {fault}") from None
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

    def __init__(self, relive: Relive, wanted: Wanted, index: CardIndex, put: Put) -> None:
        self._relive = relive
        self._wanted = wanted
        self._put = put
        self._boards = Boards(titles_told(relive, index) if wanted.boards else Titles(index))
        self._told: dict[int, DescribedQuestion] = {}
        self._lines: dict[int, list[Line]] = {}

    def witness(self, step: RelivedExchange, _: Redecision) -> None:
        """Put a question into words while the table is as it was asked."""
        if step.question is None:
            return
        table = self._relive.table
        told = self._told[step.number] = self._boards.told(table, step.question)
        if self._wanted.shows(step):
            self._lines[step.number] = list(self._boards.lines(table, step.number, told))

    def told(self, found: Redecision) -> DescribedQuestion:
        """A question that was decided and is not shown yet, in words."""
        return self._told[found.number]

    def found(self, found: Redecision, name: str) -> None:
        """Show one question, now that its answer is known."""
        told, lines = self._told.pop(found.number), self._lines.pop(found.number, [])
        if not self._wanted.boards and not found.same:
            lines = [row(strong(f"? {found.number}. {found.question.prompt}"))]
            lines += map(row, difference_lines(told, found.thought, found.was or ""))
        elif lines:
            if found.was is not None:
                lines.append(row(strong(answer_line(told, found.was))))
            full = found.number == self._wanted.at
            lines += map(row, thought_lines(told, found.thought, name, found.was, brief=full))
            if full:
                lines += explained_lines(told, found.thought, name)
            lines.append(row())
        for line in lines:
            self._put(line)


def head_of(relive: Relive) -> Head | None:
    """The head of a journal: its first line, if it is one of ours."""
    for _, line in JournalReader(relive.path):
        return line if isinstance(line, Head) else None
    raise CommandError(f"{relive.path}: holds nothing")


def _json(found: Redecision) -> dict[str, object]:
    return {
        "n": found.number,
        "prompt": found.question.prompt,
        "kind": found.question.kind.value,
        "was": found.was,
        "now": found.thought.verdict.answer.wire,
    }
