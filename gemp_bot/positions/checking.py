"""Checking a position: the game is re-lived up to the question, a strategy deciding all the way."""

from dataclasses import dataclass

from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.titles import folded
from gemp_bot.decisions import Catalogue, Question
from gemp_bot.decisions.describing import DescribedOption, DescribedQuestion, tell, titles_of
from gemp_bot.decisions.legal import Number
from gemp_bot.journal import JournalReader
from gemp_bot.journal.reader import FORMAT_VERSION, Head
from gemp_bot.positions.form import ExpectedAnswer, PositionFileError, RecordedPosition
from gemp_bot.replay import Redecide, Relive
from gemp_bot.state import Table
from gemp_bot.strategy import StrategyRunner, Thought, make_strategy, name_deck
from gemp_bot.strategy.base import Verdict
from gemp_bot.terminal import plain


@dataclass(frozen=True, slots=True)
class MatchedQuestion(DescribedQuestion):
    """A described question that can be compared with expected answers."""

    def fits(self, wire: str, wanted: ExpectedAnswer) -> bool:
        """Whether an answer is the expected one; of several cards it is enough that one is."""
        if wanted.passes is not None and wanted.passes is not (wire == ""):
            return False
        if wanted.number is not None:
            return isinstance(self.question.legal, Number) and wanted.number.hold(int(wire))
        if not _speaks_of_options(wanted):
            return True
        return any(self._fits(choice, wanted) for choice in self.chosen(wire))

    def possible(self, wanted: ExpectedAnswer) -> bool:
        """Whether any legal answer is the expected one."""
        if wanted.passes:
            return self.question.can_pass
        if wanted.number is not None:
            legal = self.question.legal
            return isinstance(legal, Number) and wanted.number.meet(*legal.bounds)
        return any(choice.option.selectable and self._fits(choice, wanted) for choice in self.choices)

    def _fits(self, choice: DescribedOption, wanted: ExpectedAnswer) -> bool:
        own = (choice.title,)
        card = own if choice.is_action else self.about or own
        targets = choice.named if choice.is_action else own
        return (
            (wanted.action is None or wanted.action in choice.kinds)
            and (wanted.card is None or _named(wanted.card, card))
            and (wanted.target is None or _named(wanted.target, targets))
            and (wanted.at is None or _named(wanted.at, (choice.location,)))
            and (wanted.zone is None or wanted.zone is choice.zone)
            and (wanted.result is None or wanted.result is choice.option.result)
        )


def matched_question(view: Table, question: Question, index: CardIndex) -> MatchedQuestion:
    """Describe a question by titles."""
    told = tell(view, question, titles_of(index), index.texts.of)
    return MatchedQuestion(told.question, told.about, told.choices)


def _named(wanted: str, titles: tuple[str, ...]) -> bool:
    return any(folded(title) == folded(wanted) for title in titles)


def _speaks_of_options(wanted: ExpectedAnswer) -> bool:
    parts = (wanted.action, wanted.card, wanted.target, wanted.at, wanted.zone, wanted.result)
    return any(part is not None for part in parts)


@dataclass(frozen=True, slots=True)
class PositionCheck:
    """What a strategy does in a position.

    Attributes:
        strategy: its name.
        described: the question, described.
        verdict: its answer, with reasons and alternatives.
        broken: the descriptions that are not kept: all of `must`, if the answer fits none of them, and
            those of `must_not` that it fits.
    """

    position: RecordedPosition
    strategy: str
    described: MatchedQuestion
    verdict: Verdict
    broken: tuple[ExpectedAnswer, ...]

    @property
    def kept(self) -> bool:
        """Whether the strategy does what it must, and nothing that it must not."""
        return not self.broken

    @property
    def known(self) -> str | None:
        """Why this strategy is known not to keep it; None if it is to keep it."""
        return self.position.known if self.strategy == self.position.strategy else None


def check_position(
    position: RecordedPosition, catalogue: Catalogue, index: CardIndex, strategy: str | None = None
) -> PositionCheck:
    """Ask a strategy at the question of a position.

    It is asked at every question before as well, so that it remembers what it would have seen; the game
    goes on with the recorded answers. Seed, deck and budget are those of the journal.

    Args:
        position: as it was read.
        catalogue: reads the texts.
        index: titles of cards.
        strategy: its name; None for that of the position.

    Raises:
        PositionFileError: the journal has no such question, or the position does not fit it.
        JournalError: the journal cannot be read.
        UnknownStrategyError: no such strategy.
    """
    name = strategy or position.strategy
    relive = Relive(position.journal, catalogue)
    head = _head(position)
    runner = _RecordingRunner(name, head, relive, position.question, index)
    for found in Redecide(relive, runner):
        if found.number >= position.question:
            break
    described = runner.described
    if described is None or runner.thought is None:
        raise PositionFileError(f"{position.place('question')}: {_lacking(position, relive)}")
    _fitting(position, described)
    verdict = runner.thought.verdict
    wire = verdict.answer.wire
    broken = [each for each in position.must_not if described.fits(wire, each)]
    if not any(described.fits(wire, each) for each in position.must):
        broken.extend(position.must)
    return PositionCheck(position, name, described, verdict, tuple(broken))


def _lacking(position: RecordedPosition, relive: Relive) -> str:
    """Why a journal has no question of this number for a strategy."""
    number, has, name = position.question, relive.tally.decisions, plain(str(position.journal))
    if relive.tally.truncated:
        return f"{number} is not reached: {name} is damaged, cut off after question {has}"
    if number > has:
        return (
            f"there is no question {number}: {name} ends with question {has} "
            f"(python -m tools.positions cut GAME {number} FILE makes one that reaches it)"
        )
    return f"{number} is not one for a strategy: a request of a person, or the game was over"


class _RecordingRunner(StrategyRunner):
    """Runs a strategy and keeps one question as it was when it was asked."""

    def __init__(self, name: str, head: Head | None, relive: Relive, number: int, index: CardIndex) -> None:
        head = head or Head(bot="", strategy=name, version=FORMAT_VERSION)
        strategy = make_strategy(name, head.seed or 0, head.deck, index=index)
        name_deck(strategy, head.deck_name, head.deck_start)
        super().__init__(strategy, rule=make_strategy("steady", 0), work=head.budget)
        self._relive = relive
        self._number = number
        self._index = index
        self.described: MatchedQuestion | None = None
        self.thought: Thought | None = None

    def think_now(self, view: Table, question: Question, refused: frozenset[str] = frozenset()) -> Thought:
        thought = super().think_now(view, question, refused)
        if self._relive.tally.decisions == self._number:
            self.described = matched_question(view, question, self._index)
            self.thought = thought
        return thought


def _head(position: RecordedPosition) -> Head | None:
    for _, line in JournalReader(position.journal):
        return line if isinstance(line, Head) else None
    return None


def _fitting(position: RecordedPosition, described: MatchedQuestion) -> None:
    """Refuse a position whose words say nothing about its question: a wrong number, or a typing error.

    Raises:
        PositionFileError: one line.
    """
    file, number, question = plain(str(position.file)), position.question, described.question
    if position.asks is not None and question.kind is not position.asks:
        raise PositionFileError(
            f"{position.place('asks')}: question {number} is a {question.kind}, not {position.asks}"
        )
    if not question.is_choice:
        raise PositionFileError(f"{position.place('question')}: {number} has one legal answer only")
    for key, answers in (("must", position.must), ("must_not", position.must_not)):
        for place, each in enumerate(answers, start=1):
            if not described.possible(each):
                raise PositionFileError(
                    f"{file}:{each.line}: {key}[{place}]: no answer of question {number} is like this: "
                    f"{each.words} (gemp-bot replay {plain(position.journal.name)} --at {number} shows them)"
                )
