"""What is known and likely of hidden cards: piles, hands, destiny odds."""

from gemp_bot.inference.hidden_cards import HiddenPile
from gemp_bot.inference.knowledge import CardKnowledge, PileKnowledge
from gemp_bot.inference.odds import DestinyOdds
from gemp_bot.inference.opponent import TheirCards

__all__ = [
    "CardKnowledge",
    "DestinyOdds",
    "HiddenPile",
    "PileKnowledge",
    "TheirCards",
]
