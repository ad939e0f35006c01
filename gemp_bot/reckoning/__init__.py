"""The numbers of the table as it stands now: state, rules and the facts of the cards put together."""

from gemp_bot.reckoning.arrivals import Arrival, Arrivals
from gemp_bot.reckoning.layout import Layout, Play, layout_of
from gemp_bot.reckoning.lore import Lore
from gemp_bot.reckoning.numbers import CardNumbers, Number, Part, PlaceNumbers, Reckoning, SideNumbers
from gemp_bot.reckoning.reckon import reckon
from gemp_bot.reckoning.values import Values

__all__ = [
    "Arrival",
    "Arrivals",
    "CardNumbers",
    "Layout",
    "Lore",
    "Number",
    "Part",
    "PlaceNumbers",
    "Play",
    "Reckoning",
    "SideNumbers",
    "Values",
    "layout_of",
    "reckon",
]
