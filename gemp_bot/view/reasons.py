"""Why we do what we do: reasons of verdicts, kept until the deed is seen."""

import re
from collections.abc import Iterable

from gemp_bot.decisions import Question
from gemp_bot.decisions.kinds import ActionKind, PromptKind
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId, base_blueprint, is_hidden
from gemp_bot.state import Table
from gemp_bot.strategy import Strategy
from gemp_bot.strategy.base import Budget, Verdict
from gemp_bot.terminal import plain
from gemp_bot.view.names import Why

_LEAST = 0.05
"""Parts that weigh less, in Force, are no reason."""


class Reasons:
    """The newest reason of each side for each card it does something with."""

    def __init__(self) -> None:
        self._found: dict[tuple[Side, BlueprintId], tuple[ActionKind, Why]] = {}

    def note(self, side: Side, question: Question, wire: str, parts: Iterable[tuple[str, float]]) -> None:
        """Take in an answer to a menu, or to where a card goes.

        Args:
            side: whose it is.
            question: what was asked.
            wire: the answer.
            parts: of its score, in words and Force.
        """
        chosen = next((option for option in question.options if option.key == wire), None)
        if chosen is None:
            return
        kind, face = chosen.kind, chosen.blueprint_id
        if question.kind in _WHERE and question.cards:
            face = question.cards[0].blueprint
            kind = ActionKind.DEPLOY if question.kind is PromptKind.CHOOSE_DEPLOY_TARGET else _MOVE
        if kind is None or face is None or is_hidden(face):
            return
        key = side, base_blueprint(face)
        why = reason_of(parts)
        before = self._found.get(key)
        if why is not None:
            # The place says the same once more, without what it costs to go there.
            same = question.kind in _WHERE and before is not None and before[1].text == why.text
            self._found[key] = before if same and before is not None else (kind, why)
        elif question.kind not in _WHERE:
            self._found.pop(key, None)

    def why(self, side: Side | None, face: str, *, moving: bool = False, place: str = "") -> Why | None:
        """Why a side does something with a card, as far as it said so.

        Args:
            side: who acts.
            face: of the card.
            moving: it moves; else it does not.
            place: title of the location it goes to. A reason to go somewhere else is none.
        """
        if side is None or not face:
            return None
        found = self._found.get((side, base_blueprint(BlueprintId(face))))
        if found is None or moving is not (found[0] in _MOVES):
            return None
        return _without_place(found[1], place)

    def done(self, side: Side, face: str) -> None:
        """It was done: the reason is used up."""
        self._found.pop((side, base_blueprint(BlueprintId(face))), None)


_WHERE = frozenset({PromptKind.CHOOSE_DEPLOY_TARGET, PromptKind.CHOOSE_MOVE_TARGET})
_MOVE = ActionKind.MOVE_LANDSPEED
_GOES = re.compile(r"(?:to|pilot of .+ at) .+: .+")
"""Reasons of our own that name where a card goes, before the colon that ends it."""
_MOVES = frozenset(
    {
        ActionKind.MOVE_LANDSPEED,
        ActionKind.MOVE_HYPERSPEED,
        ActionKind.MOVE_SECTOR,
        ActionKind.DOCKING_BAY_TRANSIT,
        ActionKind.SHUTTLE,
        ActionKind.SHIP_DOCK,
        ActionKind.EMBARK,
        ActionKind.DISEMBARK,
        ActionKind.LAND,
        ActionKind.TAKE_OFF,
        ActionKind.MOVE_CAPACITY_SLOT,
        ActionKind.TRANSFER,
        ActionKind.TRANSPORT,
        ActionKind.REACT_MOVE,
        ActionKind.REACT_MOVE_AWAY,
    }
)


def _without_place(why: Why, place: str) -> Why | None:
    """A reason without the place, which whoever tells it tells already; None if it is about another one."""
    if not place or _GOES.fullmatch(why.text) is None:
        return why
    # A site may be named without its system.
    names = "|".join(re.escape(name) for name in (place, place.rpartition(": ")[2]))
    there = re.fullmatch(rf"(?:to|pilot of .+ at) (?:{names})(?: with .+?)?: (?P<rest>.+)", why.text)
    return None if there is None else Why(there["rest"], why.force)


def reason_of(parts: Iterable[tuple[str, float]]) -> Why | None:
    """The weightiest reason in favour, with all that the answer promises; None if nothing spoke for it."""
    known = list(parts)
    text, force = max(known, key=lambda part: part[1], default=("", 0.0))
    if force < _LEAST:
        return None
    return Why(plain(text), round(sum(part[1] for part in known), 2))


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
        parts = ((reason.short or reason.text, reason.force) for reason in verdict.reasons)
        self._reasons.note(self._side, question, verdict.answer.wire, parts)
        return verdict
