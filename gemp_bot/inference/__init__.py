"""What is known and likely of hidden cards: piles, hands, destiny odds."""

from gemp_bot.inference.knowledge import CardKnowledge, PileSeen
from gemp_bot.inference.odds import DestinyOdds
from gemp_bot.inference.opponent import OpponentSeen
from gemp_bot.inference.slots import Pile

__all__ = ["CardKnowledge", "DestinyOdds", "OpponentSeen", "Pile", "PileSeen"]
