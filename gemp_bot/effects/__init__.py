"""The numbers of the table as it stands now: state, rules and the facts of the cards put together."""

from gemp_bot.effects.arrivals import Arrival, Arrivals
from gemp_bot.effects.card_effects import CardEffects
from gemp_bot.effects.needs import Need
from gemp_bot.effects.values import Values

__all__ = [
    "Arrival",
    "Arrivals",
    "CardEffects",
    "Need",
    "Values",
]
