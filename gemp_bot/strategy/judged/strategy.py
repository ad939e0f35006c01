"""The strategy itself: evaluators weigh every answer in Force, the procedures of a file choose."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

import structlog

from gemp_bot.cards.deck import DeckList
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Answer, PromptKind, Question
from gemp_bot.decisions.describing import tell
from gemp_bot.evaluators.card_sources import CardSources
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.memory import GameMemory
from gemp_bot.evaluators.prompts import weigh
from gemp_bot.evaluators.table_reader import TableReader
from gemp_bot.evaluators.weighed import PASS, ScoredAnswer
from gemp_bot.procedures import Choice, Procedures
from gemp_bot.procedures.choosing import Veto
from gemp_bot.search.effort import Effort
from gemp_bot.state import Table
from gemp_bot.strategy.base import Alternative, Budget, Reason, Tell, Verdict, reasons_of
from gemp_bot.strategy.judged.explaining import explanation
from gemp_bot.strategy.judged.facts import OptionFacts, SituationFacts
from gemp_bot.strategy.judged.memory_writer import forget_answer, note_answer, note_question
from gemp_bot.strategy.judged.playing_out import PlayingOut
from gemp_bot.valuation.learned import LearnedValue, usable_value
from gemp_bot.valuation.weights import Capabilities, Weights

_log = structlog.stdlib.get_logger(__name__)

_STRAIGHT = frozenset(
    {
        PromptKind.PHASE_ACTION,
        PromptKind.OPTIONAL_RESPONSES,
        PromptKind.WEAPONS_SEGMENT,
        PromptKind.FORCE_TO_ALLOW,
    }
)
"""Questions that are often equal and lead in no circle: what was tried in a menu is remembered there."""
_CIRCLE = (Reason("the same question again and again: another answer"),)
_LEAST = (Reason("the answer that commits to the least"),)
_NOT_DONE = (Reason("nothing is used, and nothing gained"),)
"""Of a pass where something else was chosen."""
_PLANNED = Reason("where it was to go when it was played out")
_TOLD = 4
MOST_WEIGHED = 600
"""Options of a question that are looked at. The longest list of recorded games has 564, titles of cards."""


class JudgedStrategy:
    """Weighs every answer in Force, and chooses as its procedures say.

    Args:
        seed: of all its randomness.
        procedures: how it chooses, its weights and its capabilities.
        index: printed facts of cards.
        deck: our own deck; None if it is not known.

    Attributes:
        deck_name: what our deck is called; empty if that is not known.
        deck_start: the starting location its owner wishes for; empty for no wish.
    """

    quick = False

    def __init__(
        self, seed: int, procedures: Procedures, *, index: CardIndex, deck: DeckList | None = None
    ) -> None:
        self.name = procedures.name
        self.deck_name = self.deck_start = ""
        self._procedures = procedures
        self._chance = random.Random(seed)  # noqa: S311 - a choice that can be repeated
        self._weights = Weights(**procedures.weights)
        self._effort = Effort(**{name: int(number) for name, number in procedures.search.items()})
        self._capabilities = Capabilities(**{name: bool(on) for name, on in procedures.capabilities.items()})
        self._cards = CardSources.allowed(self._capabilities, index, deck)
        self._memory = GameMemory()
        self._decided: ScoredAnswer | None = None
        self._reader = TableReader(self._weights, self._capabilities, self._cards, self._memory)
        self._playing_out = PlayingOut(self._cards, lambda: self._learned, self._effort, seed)

    @property
    def unanswered(self) -> Mapping[str, int]:
        """How often an expression of its file had no answer, by `file:line: expression: what was wrong`."""
        return self._procedures.unanswered

    @property
    def step_counts(self) -> Mapping[str, int]:
        """At how many questions each step and principle of its file decided, by `file:line: rule`."""
        return self._procedures.step_counts

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:
        """Weigh the answers and choose one. A unit of work is an option weighed."""
        self._decided = None
        if self._cards.knowledge is not None:
            self._cards.knowledge.observe(view, question)
        if question.legal.contradictory:
            return Verdict(question.first_legal(), _LEAST)
        if question.kind not in _STRAIGHT:
            beyond = self._memory.repeats.ask(question)
            if beyond:
                answers = question.answers(limit=50)
                return Verdict(answers[beyond % len(answers)], _CIRCLE)
        ctx = self._context(view, question.within(MOST_WEIGHED), budget.spent)
        note_question(ctx)
        weighed = weigh(ctx)
        why: tuple[Reason, ...] = ()
        others: tuple[Alternative, ...] = ()
        rests_on = None if budget.tell < Tell.ALL else explanation(ctx, self._learned)
        planned = self._playing_out.target(question, weighed)
        if len(weighed) == 1:
            chosen = weighed[0]
        else:
            scored = [(each, each.score) for each in weighed]
            chosen, why, vetoes = self._chosen(ctx, scored)
            if planned is not None:
                chosen, why = planned, (*why, _PLANNED)
            found = self._playing_out.reconsider(
                self._reader.seen, question, chosen, weighed=weighed, budget=budget
            )
            if found is not None:
                chosen, why = found[0], (found[1],)
            others = _told(scored, chosen) if budget.tell is Tell.BRIEF else _all_told(scored, chosen, vetoes)
        self._decided = chosen
        note_answer(ctx, chosen)
        return Verdict(chosen.answer, why + reasons_of(chosen.parts), others, len(weighed), rests_on)

    def overruled(self, view: Table, question: Question, answer: Answer) -> None:
        """Remember what is answered instead."""
        option = next((each for each in question.options if each.key == answer.wire), None)
        forget_answer(self._memory, question, self._decided)
        note_answer(self._context(view, question, _no_limit), ScoredAnswer(answer, (), option))

    @cached_property
    def _learned(self) -> LearnedValue | None:
        """The learned value, which explanations name; a file that cannot be used is told once."""
        return usable_value(lambda why: _log.warning("value_unusable", why=why))

    def _context(self, table: Table, question: Question, spent: Callable[[int], bool]) -> DecisionContext:
        self._reader.observe(table)
        return DecisionContext(
            table,
            question,
            self._memory,
            self._reader,
            self._cards,
            self._weights,
            self._capabilities,
            self._effort,
            spent,
            self.deck_start,
        )

    def _chosen(
        self, ctx: DecisionContext, scored: list[tuple[ScoredAnswer, float]]
    ) -> tuple[ScoredAnswer, tuple[Reason, ...], Sequence[Veto]]:
        """The answer that the procedures choose, and their part in it where it is not the best score.

        Also what principles forbid, by the place in the list.
        """
        question = ctx.question
        passing = next((i for i, (each, _) in enumerate(scored) if each.option is None), None)
        choice = self._procedures.choose(
            question.kind.value,
            SituationFacts(ctx, self.deck_name),
            [OptionFacts(ctx, each, score) for each, score in scored],
            self._chance,
            can_pass=question.can_pass,
            passing=passing,
        )
        index = choice.index
        if index is None:
            index = 0 if passing is None else passing
        chosen, best = scored[index]
        if all(score <= best for _, score in scored):
            return chosen, (), choice.vetoes
        told = tell(ctx.table, question, lambda face: ctx.facts(face).card.title)
        weighed = [(told.words(each.answer.wire), score) for each, score in scored]
        why = tuple(Reason(line) for line in why_overruled(choice, weighed, best))
        return chosen, why, choice.vetoes


def _told(scored: list[tuple[ScoredAnswer, float]], chosen: ScoredAnswer) -> tuple[Alternative, ...]:
    """What else was weighed, the best first."""
    others = [pair for pair in scored if pair[0] is not chosen]
    others.sort(key=_worst_last)
    return tuple([Alternative(each.answer, score) for each, score in others[:_TOLD]])


def _all_told(
    scored: list[tuple[ScoredAnswer, float]], chosen: ScoredAnswer, vetoes: Sequence[Veto]
) -> tuple[Alternative, ...]:
    """Everything that was weighed, the best first, with the parts of its score and what forbids it."""
    forbidden = {veto.index: f"{veto.principle}: {veto.why}" for veto in vetoes}
    found = [
        # That nothing else is worth it is no reason where something else was chosen.
        Alternative(
            each.answer,
            score,
            _NOT_DONE if each.parts is PASS else reasons_of(each.parts),
            forbidden.get(index, ""),
        )
        for index, (each, score) in enumerate(scored)
        if each is not chosen
    ]
    found.sort(key=lambda other: -(other.score or 0.0))
    return tuple(found)


def _worst_last(scored: tuple[ScoredAnswer, float]) -> float:
    return -scored[1]


def _no_limit(_: int) -> bool:
    return False


def why_overruled(choice: Choice, weighed: Sequence[tuple[str, float]], chosen: float) -> Iterator[str]:
    """What overruled the best score, the worth of what was passed over included.

    Args:
        choice: and how it came about.
        weighed: every option in words, with its score in Force.
        chosen: the score of the chosen one.
    """

    def worth(index: int) -> str:
        return f"{weighed[index][0]} was worth {weighed[index][1]:+.2f}"

    forbidden = {veto.index for veto in choice.vetoes}
    better = [index for index, (_, score) in enumerate(weighed) if score > chosen]
    allowed = [index for index in better if index not in forbidden]
    if allowed or not better:
        best = max(allowed, key=lambda index: weighed[index][1], default=None)
        though = "" if best is None else f", though {worth(best)}"
        said = f"as the step at {choice.where} says" if choice.where else "nothing else was left"
        yield f"{choice.why or said}{though}"
    for veto in choice.vetoes:
        if veto.index in better:
            yield f"{veto.principle} forbids it, though {worth(veto.index)}: {veto.why}"
    for name in choice.overruled:
        yield f"against {name}, as nothing else was left"
