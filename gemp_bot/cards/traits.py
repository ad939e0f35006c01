"""What a card is by its definition, in the words of the definitions: what selectors ask for."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

import msgspec

from gemp_bot.cards.model import Card
from gemp_bot.cards.texts import NO_TEXT, CardText, Term, Value
from gemp_bot.cards.titles import folded

_NO_COUNT: Final[Mapping[str, int]] = {}


class Traits(msgspec.Struct, frozen=True):
    """What a card is; words in lower case with underscores.

    Attributes:
        category: `character`, `starship`, ... types: `imperial`, `alien`, ... subtypes: `site`, ...
        icons: with how often. keywords, personas, species, models: as they are called.
        titles: the card's, folded, with those of a combination.
        crew: ability of each permanent pilot. persons: personas of its permanent pilots.
    """

    category: str = ""
    types: frozenset[str] = frozenset()
    subtypes: frozenset[str] = frozenset()
    icons: Mapping[str, int] = _NO_COUNT
    keywords: frozenset[str] = frozenset()
    personas: frozenset[str] = frozenset()
    species: str = ""
    models: frozenset[str] = frozenset()
    titles: frozenset[str] = frozenset()
    crew: tuple[float, ...] = ()
    persons: frozenset[str] = frozenset()


def traits_of(card: Card, text: CardText = NO_TEXT) -> Traits:
    """What a card is; of one without a definition as far as its print tells."""
    told = text.traits
    if not told:
        return _printed(card)
    aboard = [each for each in _tuple(told.get("aboard")) if isinstance(each, Term)]
    pilots = [each for each in aboard if each.name == "abstract_permanent_pilot"]
    return Traits(
        category=next(iter(_words(told, "category")), ""),
        types=frozenset(_words(told, "types")),
        subtypes=frozenset(_words(told, "subtypes")),
        icons=Counter(_words(told, "icons")),
        keywords=frozenset(_words(told, "keywords")),
        personas=frozenset(_words(told, "personas")),
        species=next(iter(_words(told, "species")), ""),
        models=frozenset(_words(told, "models")),
        titles=frozenset({folded(card.title), *map(folded, _words(told, "combo_of"))}),
        crew=tuple(_number(each.get("ability")) for each in pilots),
        persons=frozenset(str(each.get("persona")) for each in aboard if each.get("persona")),
    )


def _printed(card: Card) -> Traits:
    return Traits(
        category=_word(card.type),
        types=frozenset(map(_word, (card.type, *card.subtypes))),
        subtypes=frozenset(map(_word, card.subtypes)),
        icons={_word(name): count for name, count in card.icons},
        keywords=frozenset(map(_word, card.characteristics)),
        personas=frozenset(map(_word, card.personas)),
        models=frozenset({_word(card.model)} if card.model else ()),
        titles=frozenset({folded(card.title)}),
    )


def _word(name: str) -> str:
    return folded(name).replace(" ", "_")


def _tuple(value: Value) -> tuple[Value, ...]:
    return value if isinstance(value, tuple) else ()


def _words(told: Mapping[str, Value], name: str) -> list[str]:
    return [each for each in _tuple(told.get(name)) if isinstance(each, str)]


def _number(value: Value) -> float:
    return value if isinstance(value, (int, float)) else 0
