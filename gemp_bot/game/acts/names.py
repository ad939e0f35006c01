"""What an action is called in a menu by what it does."""

from typing import Final

from gemp_bot.decisions.kinds import ActionKind

KIND_OF: Final = {
    "take_card_into_hand_from_reserve_deck": ActionKind.PULL_FROM_RESERVE,
    "take_card_into_hand_from_force_pile": ActionKind.TAKE_FROM_FORCE_PILE,
    "take_card_into_hand_from_used_pile": ActionKind.TAKE_FROM_USED_PILE,
    "take_card_into_hand_from_lost_pile": ActionKind.TAKE_FROM_LOST_PILE,
    "deploy_card_from_reserve_deck": ActionKind.DEPLOY_FROM_RESERVE,
    "deploy_card_to_location_from_reserve_deck": ActionKind.DEPLOY_FROM_RESERVE,
    "deploy_card_to_target_from_reserve_deck": ActionKind.DEPLOY_FROM_RESERVE,
    "deploy_card_to_system_from_reserve_deck": ActionKind.DEPLOY_FROM_RESERVE,
    "deploy_cards_from_reserve_deck": ActionKind.DEPLOY_FROM_RESERVE,
    "deploy_card_from_lost_pile": ActionKind.DEPLOY_FROM_LOST,
    "lose_force": ActionKind.OPPONENT_LOSES_FORCE,
    "retrieve_force": ActionKind.RETRIEVE_FORCE,
    "retrieve_card": ActionKind.RETRIEVE_CARD,
    "activate_force": ActionKind.ACTIVATE_FORCE,
    "add_battle_destiny": ActionKind.ADD_BATTLE_DESTINY,
    "add_destiny_to_total_power": ActionKind.ADD_DESTINY_TO_TOTAL,
    "add_destiny_to_attrition": ActionKind.ADD_DESTINY_TO_TOTAL,
    "cancel_force_drain": ActionKind.CANCEL_FORCE_DRAIN,
    "add_to_force_drain": ActionKind.INCREASE_FORCE_DRAIN,
    "cancel_card_on_table": ActionKind.CANCEL_CARD,
    "cancel_card_being_played": ActionKind.CANCEL_CARD,
    "build_cancel_card": ActionKind.CANCEL_CARD,
    "build_cancel_card_being_played": ActionKind.CANCEL_CARD,
    "cancel_destiny": ActionKind.CANCEL_DESTINY,
    "modify_destiny": ActionKind.MODIFY_DESTINY,
    "lose_card_from_table": ActionKind.MAKE_LOST,
    "draw_destiny": ActionKind.DRAW_DESTINY,
    "add_until_end_of_turn_modifier": ActionKind.MODIFY_CARD,
    "add_until_end_of_battle_modifier": ActionKind.MODIFY_CARD,
}
"""What an action is called by its main effect; others have no name."""
