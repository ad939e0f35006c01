"""What can be chosen for a game on the play page."""

from collections import Counter
from collections.abc import Collection

import msgspec

from gemp_bot.cards.kinds import CardType
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.deck_files import DeckFile
from gemp_bot.strategy.named import UnknownStrategyError, strategy_about

FIRST_OPPONENT = "easy"
_LADDER = ("random", "easy", "medium", "steady", "patient", "aggressor", "strong", "expert")
"""From the weakest to the strongest."""
_FLEET = 0.3
"""A deck plays in space if so much of what fights in it is starships."""


class OfferedDeck(msgspec.Struct, frozen=True):
    """A deck of the library."""

    name: str
    side: Side
    about: str


class OfferedKind(msgspec.Struct, frozen=True):
    """A kind of deck of a side, with how many decks of it there are."""

    name: str
    side: Side
    decks: int


class OfferedOpponent(msgspec.Struct, frozen=True):
    """A strategy to play against, and how it plays."""

    name: str
    about: str


class PlayOffer(msgspec.Struct, frozen=True):
    """What can be chosen."""

    decks: tuple[OfferedDeck, ...]
    kinds: tuple[OfferedKind, ...]
    opponents: tuple[OfferedOpponent, ...]


def offer_of(decks: Collection[DeckFile], strategies: Collection[str]) -> PlayOffer:
    """The decks in their order, the strategies from the weakest to the strongest, others after them."""
    kinds = Counter((kind_of_deck(deck), deck.side) for deck in decks)
    names = [name for name in _LADDER if name in strategies]
    names += sorted(set(strategies).difference(_LADDER))
    return PlayOffer(
        tuple(OfferedDeck(deck.name, deck.side, deck.about) for deck in decks),
        tuple(OfferedKind(name, side, count) for (name, side), count in sorted(kinds.items())),
        tuple(OfferedOpponent(name, _about(name)) for name in names),
    )


def kind_of_deck(deck: DeckFile) -> str:
    """How a deck wants to win: its Objective, else whether it fights on the ground or in space."""
    objective = next((card.title for card in deck.cards if card.type == CardType.OBJECTIVE), "")
    ships = deck.count(CardType.STARSHIP)
    fighters = ships + deck.count(CardType.CHARACTER, CardType.VEHICLE)
    return objective or ("space" if ships > _FLEET * fighters else "ground")


def _about(name: str) -> str:
    try:
        return strategy_about(name) or "a strategy of your own"
    except UnknownStrategyError:
        return "it cannot be used: gemp-bot strategy check tells why"
