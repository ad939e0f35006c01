"""What a fresh server holds: formats, a few cards, library decks, accounts (PROTOCOL 2.2, 8.3, 8.4)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gemp_bot.sandbox.server.accounts import LIBRARIAN, ServedAccount
from gemp_bot.sandbox.server.decks import KnownCard

FORMATS: dict[str, str] = {
    "open": "Open",
    "open40card": "Open (40 cards)",
    "classic": "Classic",
    "premiere": "Premiere",
}
SIZES: dict[str, int] = {"open40card": 40}

_LIGHT_CARDS = {
    "1_19": ("•Luke Skywalker", False),
    "1_28": ("Rebel Trooper", False),
    "1_139": ("•Tatooine: Obi-Wan's Hut", True),
    "1_140": ("•Yavin 4", True),
    "2_72": ("•Yavin 4: Briefing Room", True),
    "7_149": ("•Spiral", False),
    "6_77": ("•The Signal", False),
}
_DARK_CARDS = {
    "1_168": ("•Darth Vader", False),
    "1_194": ("Stormtrooper", False),
    "1_288": ("•Tatooine: Lars' Moisture Farm", True),
    "1_304": ("TIE Fighter", False),
    "1_291": ("•Tatooine: Mos Eisley", True),
    "2_147": ("•Death Star: War Room", True),
    "6_160": ("•Twi'lek Advisor", False),
}
CARDS: dict[str, KnownCard] = {
    card: KnownCard(title, side, horizontal)
    for side, cards in (("LIGHT", _LIGHT_CARDS), ("DARK", _DARK_CARDS))
    for card, (title, horizontal) in cards.items()
}


@dataclass(frozen=True, slots=True)
class ServerContents:
    """What a server knows and has from the start.

    Attributes:
        cards: every blueprint id it knows.
        library: owner to deck name to deck text.
        formats: code to name, in the order of the hall. sizes: of their decks, where it is not 60.
        check: what is wrong with a deck text besides its size and its side; None for nothing.
    """

    cards: Mapping[str, KnownCard]
    library: Mapping[str, Mapping[str, str]]
    formats: Mapping[str, str]
    sizes: Mapping[str, int]
    check: Callable[[str, int], str | None] = lambda _text, _size: None


def few_cards() -> ServerContents:
    """A handful of cards and decks: enough for scripts that know no rules."""
    return ServerContents(CARDS, library(), FORMATS, SIZES)


LIGHT_60, DARK_60 = "Precon Open Demo Deck (Light)", "Precon Open Demo Deck (Dark)"
LIGHT_40, DARK_40 = "Open 40 card - Beginner Light", "Open 40 card - Beginner Dark"


def library() -> dict[str, dict[str, str]]:
    """Give the decks of the librarian: one of each side for 60 and for 40 cards."""
    return {
        LIBRARIAN: {
            LIGHT_60: _deck(_LIGHT_CARDS, 60),
            DARK_60: _deck(_DARK_CARDS, 60),
            LIGHT_40: _deck(_LIGHT_CARDS, 40),
            DARK_40: _deck(_DARK_CARDS, 40),
        }
    }


def shipped_accounts() -> tuple[ServedAccount, ...]:
    """Give the shipped accounts (PROTOCOL 2.2)."""
    return (
        ServedAccount("asdf", "asdf", "aut"),
        ServedAccount("qwer", "qwer", "aut"),
        ServedAccount("test1", "test", "aut"),
        ServedAccount("test2", "test", "aut"),
        ServedAccount("alice"),
        ServedAccount("bob"),
        ServedAccount(LIBRARIAN),
    )


def _deck(cards: dict[str, tuple[str, bool]], size: int) -> str:
    names = list(cards)
    return ",".join(names[index % len(names)] for index in range(size)) + "|"
