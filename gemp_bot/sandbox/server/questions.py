"""Questions as the server asks them, and its judgement of answers (PROTOCOL 5.3, 7)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from random import Random

from msgspec.structs import replace

from gemp_bot.protocol.decisions import (
    ActionChoice,
    ActionOption,
    ArbitraryCards,
    CardActionChoice,
    CardSelection,
    Decision,
    IntegerChoice,
    MultipleChoice,
    ShownCard,
    UnknownDecision,
)
from gemp_bot.protocol.events import Asked
from gemp_bot.protocol.ids import BlueprintId, CardId, PlayerName

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


@dataclass(frozen=True, slots=True)
class ServedQuestion:
    """One decision, and what the server makes of the answers to it.

    Attributes:
        decision: what is asked, as a client decodes it.
        anything: any answer at all is taken (recorded questions, `EMPTY`).
    """

    decision: Decision | UnknownDecision
    anything: bool = False

    @property
    def text(self) -> str:
        """The prompt."""
        return self.decision.text

    @property
    def revert(self) -> bool:
        """Whether the answer `revert` is understood."""
        return isinstance(self.decision, CardActionChoice) and self.decision.revert_eligible

    @property
    def legal(self) -> tuple[str, ...]:
        """What may be named in an answer: action indexes, card ids, selectable `tempN`, result indexes."""
        match self.decision:
            case CardActionChoice(actions=actions) | ActionChoice(actions=actions):
                return tuple([action.action_id for action in actions])
            case CardSelection(card_ids=ids):
                return tuple(map(str, ids))
            case ArbitraryCards(cards=cards):
                return tuple([card.card_id for card in cards if card.selectable])
            case MultipleChoice(results=results):
                return tuple(map(str, range(len(results))))
        return ()

    def event(self, player: str) -> Asked:
        """Give the `D` event of this question; the id is always 1 (PROTOCOL 5.3)."""
        return Asked(PlayerName(player), 1, self.decision)

    def judge(self, value: str | None) -> AnswerCheck:
        """Judge an answer; None means that `decisionValue` was absent."""
        if self.anything:
            return AnswerCheck.ACCEPTED
        match self.decision:
            case CardActionChoice() | ActionChoice():
                return self._action(value)
            case CardSelection() | ArbitraryCards():
                return self._cards(self.decision, value)
        return self._number(value)

    def _action(self, value: str | None) -> AnswerCheck:
        if value is None:
            return AnswerCheck.FATAL
        passes = value == "" and isinstance(self.decision, CardActionChoice)
        reverts = self.revert and value.lower() == REVERT
        return AnswerCheck.ACCEPTED if passes or reverts or value in self.legal else AnswerCheck.REJECTED

    def _cards(self, decision: CardSelection | ArbitraryCards, value: str | None) -> AnswerCheck:
        if value is None:
            return AnswerCheck.FATAL
        legal = self.legal
        chosen = tuple(value.split(",")) if value else ()
        if len(set(chosen)) != len(chosen) or not set(chosen) <= set(legal):
            return AnswerCheck.REJECTED
        if isinstance(decision, ArbitraryCards) and decision.return_any_change:
            picked = {card.card_id for card in decision.cards if card.preselected}
            full = len(chosen) >= min(decision.max, len(legal))
            return AnswerCheck.ACCEPTED if set(chosen) == picked or full else AnswerCheck.GROWING
        fits = decision.min <= len(chosen) <= decision.max
        return AnswerCheck.ACCEPTED if fits else AnswerCheck.REJECTED

    def _number(self, value: str | None) -> AnswerCheck:
        if value is None or _NUMBER.fullmatch(value) is None:
            return AnswerCheck.REJECTED
        match self.decision:
            case MultipleChoice(results=results):
                return AnswerCheck.ACCEPTED if 0 <= int(value) < len(results) else AnswerCheck.FATAL
            case IntegerChoice(min=low, max=high) if (low or 0) <= int(value) <= (high or 0):
                return AnswerCheck.ACCEPTED
        return AnswerCheck.REJECTED

    def complaint(self) -> str:
        """Give the text of the warning after a rejected answer."""
        return UNKNOWN_RESPONSE if isinstance(self.decision, MultipleChoice) else WENT_WRONG

    def grown(self, value: str) -> "ServedQuestion":
        """Give the question that follows a `GROWING` answer."""
        decision, picked = self.decision, value.split(",")
        if not isinstance(decision, ArbitraryCards):
            return self
        cards = tuple(replace(card, preselected=card.card_id in picked) for card in decision.cards)
        return ServedQuestion(replace(decision, cards=cards))


def pick(question: ServedQuestion, random: Random) -> str:
    """Choose some legal answer; a bot passes at once where it can do nothing."""
    decision, legal = question.decision, question.legal
    match decision:
        case IntegerChoice(min=low, max=high):
            return str(random.randint(low or 0, high or 0))
        case CardSelection(min=low, max=high) | ArbitraryCards(min=low, max=high):
            most = min(high, len(legal))
            count = random.randint(min(low, most), most)
            return ",".join(random.sample(legal, count))
    return random.choice(legal) if legal else ""


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


def card_action_choice(
    text: str,
    actions: Sequence[Action] = (),
    *,
    your_turn: bool = False,
    auto_pass: bool = False,
    no_pass: bool = False,
    no_long_delay: bool = False,
    revert: bool = False,
) -> ServedQuestion:
    """Choose an action or pass (PROTOCOL 7.3); with no action there is only the pass."""
    options = [
        ActionOption(
            action_id=str(index),
            card_id=CardId(action.card_id),
            blueprint_id=BlueprintId(action.blueprint),
            action_text=action.text,
            horizontal=action.horizontal,
        )
        for index, action in enumerate(actions)
    ]
    return ServedQuestion(
        CardActionChoice(
            text=text,
            actions=tuple(options),
            your_turn=your_turn,
            auto_pass_eligible=auto_pass,
            no_pass=no_pass,
            no_long_delay=no_long_delay,
            revert_eligible=revert,
        )
    )


def card_selection(text: str, card_ids: Iterable[int], low: int = 1, high: int = 1) -> ServedQuestion:
    """Choose cards of the table, the hand or the tops of piles (PROTOCOL 7.5)."""
    ids = tuple(map(CardId, card_ids))
    return ServedQuestion(CardSelection(text=text, min=low, max=high, card_ids=ids))


def arbitrary_cards(
    text: str, cards: Sequence[Shown], low: int = 1, high: int = 1, *, growing: bool = False
) -> ServedQuestion:
    """Choose among cards that are shown, `temp0` and on (PROTOCOL 7.6)."""
    shown = [
        ShownCard(
            card_id=f"temp{index}",
            blueprint_id=BlueprintId(card.blueprint),
            selectable=card.selectable,
            preselected=card.preselected,
            card_text=card.text,
            horizontal=card.horizontal,
        )
        for index, card in enumerate(cards)
    ]
    return ServedQuestion(
        ArbitraryCards(text=text, min=low, max=high, return_any_change=growing, cards=tuple(shown))
    )


def multiple_choice(text: str, results: Sequence[str], default: int = -1) -> ServedQuestion:
    """Choose one of the results (PROTOCOL 7.7)."""
    return ServedQuestion(MultipleChoice(text=text, results=tuple(results), default_index=default))


def integer(text: str, low: int, high: int) -> ServedQuestion:
    """Choose a whole number (PROTOCOL 7.8)."""
    return ServedQuestion(IntegerChoice(text=text, min=low, max=high, default_value=high))


def start_confirmation() -> ServedQuestion:
    """Make the first question of every game, put to both players at once."""
    return multiple_choice("Select OK to start game", ["OK"])
