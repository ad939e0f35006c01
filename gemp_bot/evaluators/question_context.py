"""A question and the table it is asked at, with the helpers that every strategy needs."""

import msgspec

from gemp_bot.decisions import Option, Question
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.state import Table, TableCard
from gemp_bot.state.table import is_mine, is_theirs


class QuestionContext(msgspec.Struct, frozen=True, eq=False):
    """A question and the table it is asked at."""

    table: Table
    question: Question

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
