"""What the statistics say, seen from our own seat."""

from gemp_bot.protocol.events import PlayerZones
from gemp_bot.protocol.ids import CardId, PlayerName
from gemp_bot.state import Table

NOTHING = PlayerZones(PlayerName(""))
"""Piles of which nothing is known."""


def my_piles(view: Table) -> PlayerZones:
    """Sizes of our hand and piles; all 0 before the first statistics."""
    numbers = view.statistics
    if numbers is not None:
        me = view.me
        for zones in numbers.player_zones:
            if zones.name == me:
                return zones
    return NOTHING


def life_force(piles: PlayerZones) -> int:
    """Cards that keep a player in the game (rules 3)."""
    return piles.reserve_deck + piles.force_pile + piles.used_pile


def am_dark(view: Table) -> bool:
    """Whether we play the Dark Side."""
    players = view.players
    return bool(players) and players[0] == view.me


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
    if am_dark(view):
        immune = numbers.dark_immune_to_remaining_attrition
        return numbers.dark_battle_damage_remaining, 0 if immune else numbers.dark_battle_attrition_remaining
    immune = numbers.light_immune_to_remaining_attrition
    return numbers.light_battle_damage_remaining, 0 if immune else numbers.light_battle_attrition_remaining
