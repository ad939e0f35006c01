"""What we did last that the opponent saw as well."""

from collections.abc import Iterator
from dataclasses import dataclass

from gemp_bot.decisions import Option, PromptKind, Question
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.ids import BlueprintId, base_blueprint, is_hidden
from gemp_bot.state import Table
from gemp_bot.state.cards import TableCard
from gemp_bot.strategy import Reason, Verdict

_FACE_UP = frozenset({Zone.LOCATIONS, Zone.AT_LOCATION, Zone.ATTACHED, Zone.SIDE_OF_TABLE})


def face_up(table: Table) -> Iterator[TableCard]:
    """The cards on the table whose face both players see."""
    for card in table.cards(*_FACE_UP):
        if not card.hidden:
            yield card


@dataclass(frozen=True, slots=True)
class OwnAction:
    """An action we chose.

    Attributes:
        option: the action. Its label is for us alone; its card was seen by the opponent.
        blueprint: the face of its card.
        reasons: why; they may speak of anything we know.
    """

    option: Option
    blueprint: BlueprintId
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class _Pending:
    own: OwnAction
    in_play: bool
    copies: int
    log: int

    def came_about(self, table: Table) -> bool:
        """Whether it was not called off: the log tells of a card in play; a card of the hand is there."""
        if self.in_play:
            return table.log_length > self.log
        return _copies(table, self.own.blueprint) > self.copies


class OwnActions:
    """Remembers the last action that came about with a card face up on the table.

    Attributes:
        last: None before the first. An action that was called off, and a card that was never seen on the
            table, do not count.
    """

    def __init__(self) -> None:
        self.last: OwnAction | None = None
        self._pending: _Pending | None = None

    def note(self, table: Table, question: Question, verdict: Verdict) -> None:
        """Take in an answer, before it is sent."""
        option = next((each for each in question.options if each.key == verdict.answer.wire), None)
        action = option is not None and option.kind is not None
        if action or question.kind is PromptKind.PHASE_ACTION:
            self._conclude(table)
        if option is None or not action:
            return
        card = None if option.card_id is None else table.card(option.card_id)
        face = option.blueprint_id if card is None else card.blueprint_id
        if face is None or is_hidden(face):
            return
        own = OwnAction(option, face, verdict.reasons)
        in_play = card is not None and card.zone in _FACE_UP
        self._pending = _Pending(own, in_play, _copies(table, face), table.log_length)

    def _conclude(self, table: Table) -> None:
        pending, self._pending = self._pending, None
        if pending is not None and pending.came_about(table):
            self.last = pending.own


def _copies(table: Table, face: BlueprintId) -> int:
    base = base_blueprint(face)
    return sum(base_blueprint(card.blueprint_id) == base for card in face_up(table))
