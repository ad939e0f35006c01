"""What a search of one of our piles can find."""

from collections.abc import Callable, Mapping

import msgspec

from gemp_bot.cards import Card
from gemp_bot.inference.hidden_cards import HiddenPile
from gemp_bot.inference.knowledge import CardKnowledge
from gemp_bot.protocol.ids import BlueprintId


class SearchOdds(msgspec.Struct, frozen=True):
    """What is to be expected of a search.

    Attributes:
        possible: whether there can be any such card. False is certain.
        chance: the probability that there is one.
        best: the worth of the best card that is found, on average; 0 where none is.
        sure: whether every card that can lie there is known; else the two are lower bounds.
    """

    possible: bool
    chance: float
    best: float
    sure: bool


def can_hold(
    seen: CardKnowledge, pile: HiddenPile, wanted: Callable[[BlueprintId], bool]
) -> frozenset[BlueprintId]:
    """The wanted cards that a pile of ours can hold, as far as its cards are known."""
    return frozenset(card for card in seen.unseen(pile) if wanted(card))


def finding(seen: CardKnowledge, pile: HiddenPile, worth: Mapping[BlueprintId, float]) -> SearchOdds:
    """What a search of a pile of ours is to find, if the best card that is there is taken.

    Args:
        seen: what is known.
        pile: where is searched; not our hand, which is no hidden place.
        worth: what each of the cards is worth that `can_hold` names.
    """
    sure = not seen.can_still_find(_no_card, pile)
    levels = sorted(set(worth.values()), reverse=True)
    chance = best = 0.0
    for at, level in enumerate(levels, 1):
        less = levels[at] if at < len(levels) else 0.0
        chance = seen.chance_to_find(_one_of(worth, level), pile)
        # So likely is a card of at least this worth, which is that much more than the next.
        best += chance * (level - less)
    return SearchOdds(bool(worth) or not sure, chance, best, sure)


def _no_card(_: Card) -> bool:
    return False


def _one_of(worth: Mapping[BlueprintId, float], least: float) -> Callable[[Card], bool]:
    def wanted(card: Card) -> bool:
        value = worth.get(card.blueprint_id)
        return value is not None and value >= least

    return wanted
