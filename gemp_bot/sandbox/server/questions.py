"""Questions as the server asks them, and its judgement of answers (PROTOCOL 5.3, 7)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from gemp_bot.sandbox.server.xml import Node, Value, ge, node, wire

REVERT = "revert"
WENT_WRONG = "Something went wrong"
UNKNOWN_RESPONSE = "Unknown response number"
_NUMBER = re.compile(r"[+-]?\d{1,9}", re.ASCII)


class AnswerCheck(Enum):
    """What the server makes of an answer."""

    ACCEPTED = auto()
    REJECTED = auto()
    """The same question again, and a warning."""
    GROWING = auto()
    """A combination picker asks again with what was picked preselected (PROTOCOL 7.6)."""
    FATAL = auto()
    """The game is aborted for both players (PROTOCOL 7.9)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One decision: its type, text and parameters in order, and what is legal.

    Attributes:
        kind: `decisionType`.
        parameters: name and value, repeated names for the parallel lists.
        legal: what may be named in an answer: action indexes, card ids, selectable `tempN`, result indexes.
        low: fewest to choose, or the smallest number; `high`: most, or the largest.
        revert: whether the answer `revert` is understood.
        picked: what a combination picker has preselected.
        growing: a combination picker (`returnAnyChange`).
        anything: any answer at all is taken (recorded questions, `EMPTY`).
    """

    kind: str
    text: str = ""
    parameters: tuple[tuple[str, str], ...] = ()
    legal: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    revert: bool = False
    picked: tuple[str, ...] = ()
    growing: bool = False
    anything: bool = False

    def event(self, player: str) -> Node:
        """Give the `D` event of this question; the id is always 1 (PROTOCOL 5.3)."""
        return ge(
            "D",
            *(node("parameter", name=name, value=value) for name, value in self.parameters),
            participantId=player,
            id=1,
            decisionType=self.kind,
            text=self.text,
        )

    def judge(self, value: str | None) -> AnswerCheck:
        """Judge an answer; None means that `decisionValue` was absent."""
        if self.anything:
            return AnswerCheck.ACCEPTED
        return _JUDGES[self.kind](self, value)

    def complaint(self) -> str:
        """Give the text of the warning after a rejected answer."""
        return UNKNOWN_RESPONSE if self.kind == "MULTIPLE_CHOICE" else WENT_WRONG

    def grown(self, value: str) -> "Question":
        """Give the question that follows a `GROWING` answer."""
        picked = tuple(value.split(",")) if value else ()
        ids = [text for name, text in self.parameters if name == "cardId"]
        position = iter(ids)
        parameters = tuple(
            (name, wire(next(position) in picked)) if name == "preselected" else (name, text)
            for name, text in self.parameters
        )
        return replace(self, picked=picked, parameters=parameters)


def _judge_action(question: Question, value: str | None) -> AnswerCheck:
    if value is None:
        return AnswerCheck.FATAL
    passes = value == "" and question.kind == "CARD_ACTION_CHOICE"
    reverts = question.revert and value.lower() == REVERT
    return AnswerCheck.ACCEPTED if passes or reverts or value in question.legal else AnswerCheck.REJECTED


def _judge_cards(question: Question, value: str | None) -> AnswerCheck:
    if value is None:
        return AnswerCheck.FATAL
    chosen = tuple(value.split(",")) if value else ()
    if len(set(chosen)) != len(chosen) or not set(chosen) <= set(question.legal):
        return AnswerCheck.REJECTED
    if question.growing:
        repeated = set(chosen) == set(question.picked)
        full = len(chosen) >= min(question.high, len(question.legal))
        return AnswerCheck.ACCEPTED if repeated or full else AnswerCheck.GROWING
    fits = question.low <= len(chosen) <= question.high
    return AnswerCheck.ACCEPTED if fits else AnswerCheck.REJECTED


def _judge_choice(question: Question, value: str | None) -> AnswerCheck:
    if value is None or _NUMBER.fullmatch(value) is None:
        return AnswerCheck.REJECTED
    return AnswerCheck.ACCEPTED if 0 <= int(value) < len(question.legal) else AnswerCheck.FATAL


def _judge_integer(question: Question, value: str | None) -> AnswerCheck:
    if value is None or _NUMBER.fullmatch(value) is None:
        return AnswerCheck.REJECTED
    return AnswerCheck.ACCEPTED if question.low <= int(value) <= question.high else AnswerCheck.REJECTED


_JUDGES = {
    "CARD_ACTION_CHOICE": _judge_action,
    "ACTION_CHOICE": _judge_action,
    "CARD_SELECTION": _judge_cards,
    "ARBITRARY_CARDS": _judge_cards,
    "MULTIPLE_CHOICE": _judge_choice,
    "INTEGER": _judge_integer,
}


# -- builders -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Action:
    """One action on offer: label, the card it hangs on, and its face if that is not on the table."""

    text: str
    card_id: int = 0
    blueprint: str = "inPlay"
    horizontal: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """One card of an `ARBITRARY_CARDS`."""

    blueprint: str
    selectable: bool = True
    preselected: bool = False
    text: str = ""
    horizontal: bool = False


def _lists(**columns: Iterable[Value]) -> tuple[tuple[str, str], ...]:
    return tuple((name, wire(value)) for name, values in columns.items() for value in values)


def card_action_choice(
    text: str,
    actions: Sequence[Action] = (),
    *,
    your_turn: bool = False,
    auto_pass: bool = False,
    no_pass: bool = False,
    no_long_delay: bool = False,
    revert: bool = False,
) -> Question:
    """Choose an action or pass (PROTOCOL 7.3); with no action there is only the pass."""
    count = range(len(actions))
    return Question(
        kind="CARD_ACTION_CHOICE",
        text=text,
        legal=tuple(str(index) for index in count),
        revert=revert,
        parameters=_lists(
            horizontal=(action.horizontal for action in actions),
            actionText=(action.text for action in actions),
            noPass=(no_pass,),
            backSideTestingText=("null" for _ in count),
            cardId=(action.card_id for action in actions),
            yourTurn=(your_turn,),
            noLongDelay=(no_long_delay,),
            actionId=count,
            autoPassEligible=(auto_pass,),
            testingText=("null" for _ in count),
            blueprintId=(action.blueprint for action in actions),
            revertEligible=(revert,),
        ),
    )


def optional_responses(what: str = "", actions: Sequence[Action] = ()) -> Question:
    """Make the most frequent question of all: optional responses, nearly always without an option."""
    text = f"{what} - Optional responses" if what else "Optional responses"
    return card_action_choice(text, actions, no_long_delay=True)


def action_choice(text: str, actions: Sequence[Action]) -> Question:
    """Choose which required trigger resolves next (PROTOCOL 7.4); there is no pass and no `cardId`."""
    count = range(len(actions))
    return Question(
        kind="ACTION_CHOICE",
        text=text,
        legal=tuple(str(index) for index in count),
        parameters=_lists(
            horizontal=(action.horizontal for action in actions),
            actionText=(action.text for action in actions),
            backSideTestingText=("null" for _ in count),
            actionId=count,
            testingText=("null" for _ in count),
            blueprintId=(action.blueprint for action in actions),
        ),
    )


def card_selection(text: str, card_ids: Iterable[int], low: int = 1, high: int = 1) -> Question:
    """Choose cards of the table, the hand or the tops of piles (PROTOCOL 7.5)."""
    ids = tuple(card_ids)
    return Question(
        kind="CARD_SELECTION",
        text=text,
        legal=tuple(map(str, ids)),
        low=low,
        high=high,
        parameters=_lists(min=(low,), max=(high,), cardId=ids),
    )


def arbitrary_cards(
    text: str, cards: Sequence[Shown], low: int = 1, high: int = 1, *, growing: bool = False
) -> Question:
    """Choose among cards that are shown, `temp0` and on (PROTOCOL 7.6)."""
    ids = tuple(f"temp{index}" for index in range(len(cards)))
    return Question(
        kind="ARBITRARY_CARDS",
        text=text,
        legal=tuple(name for name, card in zip(ids, cards, strict=True) if card.selectable),
        low=low,
        high=high,
        growing=growing,
        picked=tuple(name for name, card in zip(ids, cards, strict=True) if card.preselected),
        parameters=_lists(
            horizontal=(card.horizontal for card in cards),
            min=(low,),
            max=(high,),
            backSideTestingText=("null" for _ in cards),
            preselected=(card.preselected for card in cards),
            returnAnyChange=(growing,),
            cardId=ids,
            cardText=(card.text for card in cards),
            testingText=("null" for _ in cards),
            blueprintId=(card.blueprint for card in cards),
            selectable=(card.selectable for card in cards),
        ),
    )


def multiple_choice(text: str, results: Sequence[str], default: int = -1) -> Question:
    """Choose one of the results (PROTOCOL 7.7)."""
    return Question(
        kind="MULTIPLE_CHOICE",
        text=text,
        legal=tuple(str(index) for index in range(len(results))),
        parameters=_lists(defaultIndex=(default,), results=results),
    )


def integer(text: str, low: int, high: int, default: int | None = None) -> Question:
    """Choose a whole number (PROTOCOL 7.8)."""
    standard = high if default is None else default
    return Question(
        kind="INTEGER",
        text=text,
        low=low,
        high=high,
        parameters=_lists(min=(low,), max=(high,), defaultValue=(standard,)),
    )


def empty(text: str = "", timeout: int = 1000) -> Question:
    """Make the type that is defined but never asked (PROTOCOL 7.2)."""
    return Question(kind="EMPTY", text=text, anything=True, parameters=_lists(timeoutValue=(timeout,)))


def start_confirmation() -> Question:
    """Make the first question of every game, put to both players at once."""
    return multiple_choice("Select OK to start game", ["OK"])
