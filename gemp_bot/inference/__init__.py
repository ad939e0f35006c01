"""What is known and likely of hidden cards: piles, hands, destiny odds."""

from gemp_bot.inference.odds import DestinyOdds
from gemp_bot.inference.opponent import OpponentSeen
from gemp_bot.inference.seen import PileSeen, Seen
from gemp_bot.inference.slots import Pile

__all__ = ["DestinyOdds", "OpponentSeen", "Pile", "PileSeen", "Seen"]
