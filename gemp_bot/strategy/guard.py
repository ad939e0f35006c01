"""Never do the same futile thing for ever.

The server lets a player choose an action, cancel its target and get the same menu again, endlessly
(PROTOCOL 7.3); so do activating no Force, saying No to a warning, and shuffling cards between capacity
slots. None of it can be told by ids: decision ids are always 1, card ids change and come back.
"""

from collections import Counter
from collections.abc import Hashable

from gemp_bot.decisions import Answer, Question
from gemp_bot.protocol.enums import PILE_TOPS
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.state import Table

ALLOWED = 3
"""After how many equal answers in a phase the table is looked at, and how often the same answer may then be
given while the table comes back to the same state."""

_Place = tuple[object, ...]


class RepeatGuard:
    """Counts what was answered, by what is asked and how the table looks; forgets at each new phase.

    Looking at the whole table takes longer than most decisions, so it is done only for an answer that
    was given several times in this phase already.
    """

    def __init__(self, allowed: int = ALLOWED) -> None:
        self._allowed = allowed
        self._when: _Place = ()
        self._given: Counter[Hashable] = Counter()
        self._given_here: Counter[Hashable] = Counter()

    def futile(self, view: Table, question: Question, answer: Answer) -> bool:
        """Whether this answer was given to this question, at this table, often enough."""
        self._turn_page(view)
        key = _key(question, answer)
        if self._given[key] < self._allowed:
            return False
        return self._given_here[key, fingerprint(view)] >= self._allowed

    def note(self, view: Table, question: Question, answer: Answer) -> None:
        """Remember an answer. A pass moves the game on, and is not counted."""
        if not answer.wire or not question.is_choice:
            return
        self._turn_page(view)
        key = _key(question, answer)
        self._given[key] += 1
        if self._given[key] >= self._allowed:
            self._given_here[key, fingerprint(view)] += 1

    def _turn_page(self, view: Table) -> None:
        when = (view.turn_player, view.turn, view.phase)
        if when != self._when:
            self._when = when
            self._given.clear()
            self._given_here.clear()


def _key(question: Question, answer: Answer) -> Hashable:
    """What is asked and answered, in words and faces."""
    chosen = answer.wire.split(",")
    if not question.options:
        return question.kind, question.prompt, answer.wire
    faces = tuple((option.text, option.blueprint_id) for option in question.options if option.key in chosen)
    return question.kind, question.prompt, len(question.options), faces or answer.wire


def fingerprint(view: Table) -> int:
    """The whole table as one number, without any id: equal tables give equal numbers in one process."""
    cards = sorted(
        (
            card.zone,
            card.blueprint_id,
            card.owner or "",
            card.zone_owner or "",
            _face(view, card.host),
            -1 if (column := view.column_of(card.id)) is None else column,
            card.inverted,
            card.sideways,
            card.frozen,
            card.suspended,
            card.collapsed,
        )
        for card in view.cards()
        if card.zone not in PILE_TOPS
    )
    battle = None if view.battle is None else (view.battle.column, len(view.battle.cards))
    return hash((tuple(cards), view.statistics, battle))


def _face(view: Table, card: CardId | None) -> BlueprintId | str:
    return "" if card is None else (view.face_of(card) or "?")
