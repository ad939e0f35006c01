"""The strategy itself: what is asked is weighed in Force, and the best answer is given."""

from gemp_bot.cards.deck import DeckList
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import ActionKind, PromptKind, Question
from gemp_bot.evaluators.mind import Mind
from gemp_bot.evaluators.moving import note_march
from gemp_bot.evaluators.prompts import weigh
from gemp_bot.evaluators.temperament import Sight, Temperament
from gemp_bot.evaluators.weighed import Weighed, best
from gemp_bot.inference import Seen
from gemp_bot.state import Table
from gemp_bot.strategy.base import Alternative, Budget, Reason, Verdict

_STRAIGHT = frozenset(
    {
        PromptKind.PHASE_ACTION,
        PromptKind.OPTIONAL_RESPONSES,
        PromptKind.WEAPONS_SEGMENT,
        PromptKind.FORCE_TO_ALLOW,
    }
)
"""Questions that are often equal and lead in no circle: what was tried in a menu is remembered there."""
_MENUS = frozenset({PromptKind.PHASE_ACTION, PromptKind.OPTIONAL_RESPONSES, PromptKind.WEAPONS_SEGMENT})
_MOVES = frozenset({PromptKind.CHOOSE_MOVE_TARGET, PromptKind.DOCKING_BAY_TARGET})
_MOVE_KINDS = (ActionKind.MOVE_LANDSPEED, ActionKind.MOVE_HYPERSPEED)
_CIRCLE = (Reason("the same question again and again: another answer"),)
_LEAST = (Reason("the answer that commits to the least"),)
_TOLD = 4


class JudgedStrategy:
    """Weighs every answer in Force and gives the best.

    Args:
        seed: breaks ties.
        temper: how it weighs.
        sight: what it looks at.
        index: printed facts of cards.
        deck: our own deck; None if it is not known.
        name: its name.
    """

    quick = True

    def __init__(
        self,
        seed: int,
        *,
        temper: Temperament,
        sight: Sight,
        index: CardIndex,
        name: str,
        deck: DeckList | None = None,
    ) -> None:
        self.name = name
        self._seed = seed
        self._mind = Mind(temper, sight, index if sight.cards else None)
        self._mind.seen = Seen(index, deck) if sight.cards else None

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:  # noqa: ARG002
        """Answer with what is worth most."""
        if self._mind.seen is not None:
            self._mind.seen.observe(view, question)
        if question.legal.odd:
            return Verdict(question.first_legal(), _LEAST)
        mind = self._mind
        kind = question.kind
        if kind not in _STRAIGHT:
            beyond = mind.circling(question)
            if beyond:
                answers = question.answers(limit=50)
                return Verdict(answers[beyond % len(answers)], _CIRCLE)
        weighed = weigh(view, question, mind)
        chosen = best(weighed)
        self._note(view, question, chosen)
        others = sorted((each for each in weighed if each is not chosen), key=lambda each: -each.score)
        return Verdict(
            chosen.answer,
            tuple(Reason(each.text, each.force) for each in chosen.parts),
            tuple(Alternative(each.answer, each.score) for each in others[:_TOLD]),
            len(weighed),
        )

    def _note(self, view: Table, question: Question, chosen: Weighed) -> None:
        """Remember what was chosen: the next question may be about it."""
        mind = self._mind
        if question.kind in _MENUS and chosen.option is not None:
            mind.pursue(chosen.option)
            if chosen.option.kind is ActionKind.FORCE_DRAIN and chosen.option.card_id is not None:
                mind.drains(view, chosen.option.card_id)
        elif question.kind in _MOVES and chosen.answer.wire:
            note_march(view, chosen, mind)
            mind.again(_MOVE_KINDS)
