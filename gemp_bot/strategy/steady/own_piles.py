"""What the statistics say, seen from our own seat."""

from gemp_bot.protocol.events import PlayerZones
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.state import Table

NOTHING = PlayerZones(PlayerName(""))
"""Piles of which nothing is known."""


def my_piles(table: Table) -> PlayerZones:
    """Sizes of our hand and piles; all 0 before the first statistics."""
    numbers = table.statistics
    if numbers is not None:
        me = table.me
        for zones in numbers.player_zones:
            if zones.name == me:
                return zones
    return NOTHING


def life_force(piles: PlayerZones) -> int:
    """Cards that keep a player in the game (rules 3)."""
    return piles.reserve_deck + piles.force_pile + piles.used_pile


def am_dark(table: Table) -> bool:
    """Whether we play the Dark Side."""
    players = table.players
    return bool(players) and players[0] == table.me
