"""Personas: which cards are the same person, ship or weapon.

Their titles tell; `personas.toml` has what titles do not tell.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from gemp_bot.cards.kinds import CardType, Uniqueness
from gemp_bot.cards.model import Card
from gemp_bot.cards.titles import folded

_HAVE_ONE: Final = frozenset(
    {CardType.CHARACTER, CardType.STARSHIP, CardType.VEHICLE, CardType.WEAPON, CardType.DEVICE}
)
_CREWED: Final = frozenset({CardType.STARSHIP, CardType.VEHICLE})
_SECOND_NAME = re.compile(r" \([^()]*\)$")


class Personas:
    """Tells the personas of a card.

    Args:
        cards: all cards: a rank is cut from a title where the rest is the name of another card.
    """

    def __init__(self, cards: Iterable[Card]) -> None:
        data = tomllib.loads(Path(__file__).with_name("personas.toml").read_text("utf-8"))
        self._ranks = re.compile(rf"(?:(?:{'|'.join(map(re.escape, data['ranks']))}) )+")
        self._also: Mapping[str, list[str]] = {folded(name): also for name, also in data["several"].items()}
        self._names: dict[str, str] = {}
        for card in cards:
            if _has_persona(card):
                for name in _bases(card):
                    self._names.setdefault(folded(name), name)
        for persona, names in data["names"].items():
            for name in (persona, *names):
                self._names[folded(name)] = persona

    def of(self, card: Card) -> tuple[str, ...]:
        """The personas of a card; none for one that may be in play more than once."""
        if not _has_persona(card):
            return ()
        several = self._also.get(folded(card.title))
        names = several if several is not None else [self._persona(base) for base in _bases(card)]
        return tuple(dict.fromkeys(names))

    def _persona(self, name: str) -> str:
        without_rank = self._ranks.sub("", name, count=1) if self._ranks.match(name) else name
        for form in (without_rank, name):
            if (found := self._names.get(folded(form))) is not None and form:
                return found
        return name


def add_personas(cards: Iterable[Card]) -> list[Card]:
    """Give every card its personas."""
    all_cards = list(cards)
    personas = Personas(all_cards)
    return [msgspec.structs.replace(card, personas=personas.of(card)) for card in all_cards]


def _has_persona(card: Card) -> bool:
    return card.uniqueness is Uniqueness.UNIQUE and card.type in _HAVE_ONE


def _bases(card: Card) -> list[str]:
    """The names in a title: without epithet, arms and second name; a crew and its ship are two."""
    names = card.title.split(" & ")
    if card.type in _CREWED:
        names = [part for name in names for part in name.split(" In ", 1)]
    found = []
    for name in names:
        base = name.split(", ", 1)[0].split(" With ", 1)[0]
        found.append(_SECOND_NAME.sub("", base).strip())
    return [name for name in found if name]
