"""What can be chosen for a game on the play page."""

from collections.abc import Iterable

import msgspec

from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.deck_files import DeckFile

FIRST_OPPONENT = "easy"
_LEVELS = {
    "random": "plays anything that is allowed",
    "easy": "knows the rules and little more: for a first game",
    "medium": "deploys, drains and battles with sense",
    "steady": "plays by plain rules, without plans",
    "patient": "strong, but begins fewer battles",
    "aggressor": "strong, but begins more battles",
    "strong": "weighs every move: the one that gives the hints",
    "expert": "strong, and plays out what may follow: takes some seconds",
}
"""From the weakest to the strongest."""


class OfferedDeck(msgspec.Struct, frozen=True):
    """A deck of the library."""

    name: str
    side: Side
    about: str


class OfferedOpponent(msgspec.Struct, frozen=True):
    """A strategy to play against, and how it plays."""

    name: str
    about: str


class PlayOffer(msgspec.Struct, frozen=True):
    """What can be chosen."""

    decks: tuple[OfferedDeck, ...]
    opponents: tuple[OfferedOpponent, ...]


def offer_of(decks: Iterable[DeckFile], strategies: Iterable[str]) -> PlayOffer:
    """The decks in their order, the strategies from the weakest to the strongest, others after them."""
    names = set(strategies)
    ordered = [name for name in _LEVELS if name in names]
    ordered += sorted(names.difference(_LEVELS))
    return PlayOffer(
        tuple(OfferedDeck(deck.name, deck.side, deck.about) for deck in decks),
        tuple(OfferedOpponent(name, _LEVELS.get(name, "a strategy of your own")) for name in ordered),
    )
