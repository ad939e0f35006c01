"""The decision types as the server sends them (PROTOCOL 7). What they mean is `gemp_bot.decisions`."""

from typing import Annotated

import msgspec
from msgspec import Meta

from gemp_bot.protocol.bounds import MOST_CARDS, MOST_RESULTS, AnyCardId, Face, ServerInt, Text, Word


class ActionOption(msgspec.Struct, frozen=True, rename="camel", gc=False):
    """One action of a `CARD_ACTION_CHOICE` (PROTOCOL 7.3).

    Attributes:
        action_id: what is sent back.
        card_id: the card the action hangs on; the only thing that tells two equal labels apart.
        blueprint_id: `inPlay`, or the face of a card that is not visible on the table.
        action_text: label, HTML possible.
    """

    action_id: Word
    card_id: AnyCardId
    blueprint_id: Face
    action_text: Text
    testing_text: Text | None = None
    back_side_testing_text: Text | None = None
    horizontal: bool = False


class TriggerOption(msgspec.Struct, frozen=True, rename="camel", gc=False):
    """One required trigger of an `ACTION_CHOICE` (PROTOCOL 7.4). `blueprint_id` may be `rules`."""

    action_id: Word
    blueprint_id: Face
    action_text: Text
    testing_text: Text | None = None
    back_side_testing_text: Text | None = None
    horizontal: bool = False


class ShownCard(msgspec.Struct, frozen=True, rename="camel", gc=False):
    """One card of an `ARBITRARY_CARDS` (PROTOCOL 7.6); `card_id` is `tempN`, no card id of the table."""

    card_id: Word
    blueprint_id: Face
    selectable: bool = True
    preselected: bool = False
    card_text: Text = ""
    testing_text: Text | None = None
    back_side_testing_text: Text | None = None
    horizontal: bool = False


class _Decision(msgspec.Struct, frozen=True, tag_field="decisionType", rename="camel", gc=False):
    text: Text = ""
    """The prompt, HTML possible; may be empty."""


class CardActionChoice(_Decision, frozen=True, tag="CARD_ACTION_CHOICE"):
    """Choose one action, or pass with the empty answer. With no action, passing is all there is."""

    actions: Annotated[tuple[ActionOption, ...], Meta(max_length=MOST_CARDS)] = ()
    your_turn: bool = False
    auto_pass_eligible: bool = False
    no_pass: bool = False
    no_long_delay: bool = False
    revert_eligible: bool = False


class ActionChoice(_Decision, frozen=True, tag="ACTION_CHOICE"):
    """Choose which required trigger resolves next; passing is not allowed."""

    actions: Annotated[tuple[TriggerOption, ...], Meta(max_length=MOST_CARDS)] = ()


class CardSelection(_Decision, frozen=True, tag="CARD_SELECTION"):
    """Choose `min` to `max` distinct cards of the table, the hand or the tops of piles (PROTOCOL 7.5)."""

    min: ServerInt = 0
    max: ServerInt = 0
    card_ids: Annotated[tuple[AnyCardId, ...], Meta(max_length=MOST_CARDS)] = ()


class ArbitraryCards(_Decision, frozen=True, tag="ARBITRARY_CARDS"):
    """Choose `min` to `max` of the selectable cards shown (PROTOCOL 7.6)."""

    min: ServerInt = 0
    max: ServerInt = 0
    return_any_change: bool = False
    cards: Annotated[tuple[ShownCard, ...], Meta(max_length=MOST_CARDS)] = ()


class MultipleChoice(_Decision, frozen=True, tag="MULTIPLE_CHOICE"):
    """Choose one of the results by its index. An index out of range aborts the game (PROTOCOL 7.9)."""

    results: Annotated[tuple[Text, ...], Meta(max_length=MOST_RESULTS)] = ()
    default_index: ServerInt = -1


class IntegerChoice(_Decision, frozen=True, tag="INTEGER"):
    """Choose a whole number within the bounds; a bound may be absent in principle (PROTOCOL 7.8)."""

    min: ServerInt | None = None
    max: ServerInt | None = None
    default_value: ServerInt | None = None


class EmptyDecision(_Decision, frozen=True, tag="EMPTY"):
    """Defined by the server, never created by it: anything is a valid answer (PROTOCOL 7.2)."""


Decision = (
    CardActionChoice
    | ActionChoice
    | CardSelection
    | ArbitraryCards
    | MultipleChoice
    | IntegerChoice
    | EmptyDecision
)


class UnknownDecision(msgspec.Struct, frozen=True, tag_field="decisionType", tag="(unknown)"):
    """A decision of a type not in the table, or whose parameters do not fit it. Kept unchanged.

    Attributes:
        decision_type: as on the wire.
        text: the prompt.
        parameters: name to values, in order.
        why: what did not fit.
    """

    decision_type: str
    text: str
    parameters: dict[str, tuple[str, ...]]
    why: str
