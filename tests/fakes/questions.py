"""Questions for tests: those of the sandbox, and those that only made-up games ask."""

from collections.abc import Sequence

from gemp_bot.protocol.decisions import ActionChoice, EmptyDecision, TriggerOption
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.sandbox.server.questions import (
    REVERT,
    Action,
    ServedQuestion,
    arbitrary_cards,
    card_action_choice,
    card_selection,
    integer,
    multiple_choice,
    start_confirmation,
)

__all__ = [
    "REVERT",
    "action_choice",
    "arbitrary_cards",
    "card_action_choice",
    "card_selection",
    "empty",
    "integer",
    "multiple_choice",
    "optional_responses",
    "start_confirmation",
]


def optional_responses(what: str = "", actions: Sequence[Action] = ()) -> ServedQuestion:
    """Make the most frequent question of all: optional responses, nearly always without an option."""
    text = f"{what} - Optional responses" if what else "Optional responses"
    return card_action_choice(text, actions, no_long_delay=True)


def action_choice(text: str, actions: Sequence[Action]) -> ServedQuestion:
    """Choose which required trigger resolves next (PROTOCOL 7.4); there is no pass and no `cardId`."""
    options = [
        TriggerOption(
            action_id=str(index),
            blueprint_id=BlueprintId(action.blueprint),
            action_text=action.text,
            horizontal=action.horizontal,
        )
        for index, action in enumerate(actions)
    ]
    return ServedQuestion(ActionChoice(text=text, actions=tuple(options)))


def empty(text: str = "") -> ServedQuestion:
    """Make the type that is defined but never asked (PROTOCOL 7.2)."""
    return ServedQuestion(EmptyDecision(text=text), anything=True)
