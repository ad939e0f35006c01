"""The reasons of players: noted from their verdicts, looked up when the action is described."""

from collections.abc import Mapping

from gemp_bot.decisions import Question
from gemp_bot.decisions.kinds import ActionKind
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId, base_blueprint
from gemp_bot.report.story.phase_actions import Why
from gemp_bot.state import Table
from gemp_bot.strategy import Strategy
from gemp_bot.strategy.base import Budget, Verdict
from gemp_bot.terminal import plain

_LEAST = 0.05
"""Parts that weigh less, in Force, are no reason."""


class Reasons:
    """The newest reason of each side for each kind of action with each card.

    Args:
        faces: every card of the game, by the engine's id.
    """

    def __init__(self, faces: Mapping[int, BlueprintId]) -> None:
        self._faces = {card: base_blueprint(face) for card, face in faces.items()}
        self._found: dict[tuple[Side, ActionKind, BlueprintId], Why] = {}

    def note(self, side: Side, question: Question, verdict: Verdict) -> None:
        """Note an answer to a menu of actions."""
        wire = verdict.answer.wire
        chosen = next((option for option in question.options if option.key == wire), None)
        if chosen is None or chosen.kind is None or chosen.blueprint_id is None:
            return
        why = reason_of(verdict)
        key = side, chosen.kind, base_blueprint(chosen.blueprint_id)
        if why is None:
            self._found.pop(key, None)
        else:
            self._found[key] = why

    def why(self, side: Side, kind: ActionKind, card: int) -> Why | None:
        """Why a side does it, as far as that is known."""
        return self._found.get((side, kind, self._faces[card]))


def reason_of(verdict: Verdict) -> Why | None:
    """The weightiest reason in favour, with all that the answer promises; None if nothing spoke for it.

    The reason leaves out where a card goes, as the story says that already.
    """
    best = max(verdict.reasons, key=lambda reason: reason.force, default=None)
    if best is None or best.force < _LEAST:
        return None
    return Why(plain(best.short or best.text), sum(reason.force for reason in verdict.reasons))


class NotingStrategy:
    """A strategy whose verdicts are noted; it decides as it would alone.

    Args:
        strategy: decides.
        side: whose it is.
        reasons: takes its verdicts.
    """

    def __init__(self, strategy: Strategy, side: Side, reasons: Reasons) -> None:
        self._strategy = strategy
        self._side = side
        self._reasons = reasons

    @property
    def name(self) -> str:
        """The name of the strategy."""
        return self._strategy.name

    @property
    def quick(self) -> bool:
        """Whether a decision takes milliseconds at most."""
        return self._strategy.quick

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:
        """Choose an answer."""
        verdict = self._strategy.decide(view, question, budget)
        self._reasons.note(self._side, question, verdict)
        return verdict
