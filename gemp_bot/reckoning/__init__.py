"""The numbers of the table as it stands now: state, rules and the facts of the cards put together."""

from gemp_bot.reckoning.lore import Lore
from gemp_bot.reckoning.numbers import CardNumbers, Number, Part, PlaceNumbers, Reckoning, SideNumbers
from gemp_bot.reckoning.reckon import reckon

__all__ = [
    "CardNumbers",
    "Lore",
    "Number",
    "Part",
    "PlaceNumbers",
    "Reckoning",
    "SideNumbers",
    "reckon",
]
