"""A question and the table it is asked at, with the helpers that every strategy needs."""

from typing import Protocol

import msgspec

from gemp_bot.decisions import ActionKind, Option, Question
from gemp_bot.evaluators.memory import ActionMemory
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.state import Table, TableCard
from gemp_bot.state.table import is_mine, is_theirs


class Remembering(Protocol):
    """What is remembered of a game: the actions of this phase at the least."""

    @property
    def actions(self) -> ActionMemory:
        """The actions chosen in this phase."""


class QuestionContext(msgspec.Struct, frozen=True, eq=False):
    """A question and the table it is asked at, and what is remembered of the game."""

    table: Table
    question: Question
    memory: Remembering

    @property
    def pursued(self) -> Option | None:
        """The action that is being carried out."""
        return self.memory.actions.pursued

    @property
    def purpose(self) -> ActionKind | None:
        """What the action does that is being carried out."""
        return self.memory.actions.purpose

    @property
    def my_turn(self) -> bool:
        """Whether it is our turn."""
        return self.table.turn_player == self.table.me

    def card(self, option: Option) -> TableCard | None:
        """The card of an option; None if it has none, or one that is not on the table."""
        return None if option.card_id is None else self.table.card(option.card_id)

    def blueprint(self, option: Option) -> BlueprintId | None:
        """The blueprint of an option, or of its card."""
        return option.blueprint_id or self.blueprint_of(option.card_id)

    def blueprint_of(self, card: CardId | None) -> BlueprintId | None:
        """The blueprint of a card of the table or of our hand."""
        return None if card is None else self.table.face_of(card)

    def is_mine(self, option: Option) -> bool:
        """Whether the card of an option is known to be ours."""
        return is_mine(self.table, option.card_id)

    def is_theirs(self, option: Option) -> bool:
        """Whether the card of an option is known to be the opponent's."""
        return is_theirs(self.table, option.card_id)
