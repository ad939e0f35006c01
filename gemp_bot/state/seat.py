"""Whose card is whose, what is due: small questions about the table from our own seat."""

from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import CardId
from gemp_bot.state.table import Table


def is_mine(view: Table, card_id: CardId | None) -> bool:
    """Whether a card is known to be ours."""
    card = None if card_id is None else view.card(card_id)
    return card is not None and card.owner is not None and card.owner == view.me


def is_theirs(view: Table, card_id: CardId | None) -> bool:
    """Whether a card is known to be the opponent's."""
    card = None if card_id is None else view.card(card_id)
    return card is not None and card.owner is not None and card.owner != view.me


def damage_due(view: Table) -> tuple[float, float]:
    """Battle damage and attrition that we still have to pay; attrition counts only if we are not immune."""
    numbers = view.statistics
    if numbers is None:
        return 0, 0
    if view.my_side is Side.DARK:
        immune = numbers.dark_immune_to_remaining_attrition
        return numbers.dark_battle_damage_remaining, 0 if immune else numbers.dark_battle_attrition_remaining
    immune = numbers.light_immune_to_remaining_attrition
    return numbers.light_battle_damage_remaining, 0 if immune else numbers.light_battle_attrition_remaining
