"""Facts: what is printed on the cards, by blueprint id."""

from gemp_bot.cards.index import CardIndex, CardIndexError
from gemp_bot.cards.kinds import CardType, Icon, SubType, Uniqueness
from gemp_bot.cards.model import Card, CardSet, unknown_card
from gemp_bot.cards.printed import Odd, Printed, known, options, shown

__all__ = [
    "Card",
    "CardIndex",
    "CardIndexError",
    "CardSet",
    "CardType",
    "Icon",
    "Odd",
    "Printed",
    "SubType",
    "Uniqueness",
    "known",
    "options",
    "shown",
    "unknown_card",
]
