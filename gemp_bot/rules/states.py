"""The state a card is in and what follows from it (section 9)."""

from enum import StrEnum

from gemp_bot.rules.mark import rule


class CardState(StrEnum):
    """Every card is in exactly one of these."""

    ACTIVE = "active"
    INACTIVE = "inactive"
    SUPPORTING = "supporting"
    UNIT_OF_FORCE = "unit of Force"
    OUT_OF_PLAY = "out of play"


@rule("9.2", "Cards on table")
def on_table(state: CardState) -> bool:
    """Whether a card is on table: active or inactive. Rules 9."""
    return state in {CardState.ACTIVE, CardState.INACTIVE}


@rule("9.3", "Cards that count for uniqueness")
def counts_for_uniqueness(state: CardState) -> bool:
    """Whether a card stands in the way of another of its name: also while it does nothing. Rules 9."""
    return on_table(state)


@rule("9.7", "Unique cards out of play")
def blocks_from_out_of_play(state: CardState, *, unique: bool, card_of_battle: bool) -> bool:
    """Whether a card out of play keeps its owner from deploying another version. Rules 9.

    Args:
        state: the state of the card.
        unique: whether it is unique.
        card_of_battle: whether it is a character, vehicle or starship.
    """
    return state is CardState.OUT_OF_PLAY and unique and card_of_battle
