"""Nouns to the cards they mean: `aliens`, `Rebel leader`, `X-wing`, `Vader`.

A noun means the cards whose printed facts bear it. One that fits no card means nothing: the phrase it stands
in is then not understood.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from gemp_bot.board.card_facts import place_names
from gemp_bot.cards import Card, CardIndex, CardType, Icon, SubType
from gemp_bot.cards.titles import folded
from gemp_bot.protocol.enums import Side

Ids = frozenset[str]
Fits = Callable[[Card], bool]

JEDI_ABILITY: Final = 6
_MIN_NAME: Final = 3


def of_type(type_: str, fits: Fits = lambda _: True) -> Fits:
    """The cards of a type that fit, too."""
    return lambda card: card.type == type_ and fits(card)


def of_subtype(name: str) -> Fits:
    """The cards of a subtype."""
    return lambda card: card.is_a(name)


def _icon(name: str) -> Fits:
    return of_type(CardType.CHARACTER, lambda card: card.icon(name) > 0)


def _jedi(side: Side) -> Fits:
    def fits(card: Card) -> bool:
        return card.side is side and isinstance(card.ability, int | float) and card.ability >= JEDI_ABILITY

    return of_type(CardType.CHARACTER, fits)


def _trait(*words: str) -> Fits:
    """Characters with a characteristic that ends with one of the words: a stormtrooper is a trooper."""
    return of_type(
        CardType.CHARACTER, lambda card: any(has.casefold().endswith(words) for has in card.characteristics)
    )


def _model(part: str) -> Fits:
    return lambda card: card.model != "" and part in folded(card.model)


_TYPES: Final = (
    CardType.CHARACTER, CardType.CREATURE, CardType.STARSHIP, CardType.VEHICLE, CardType.WEAPON,
    CardType.DEVICE, CardType.EFFECT, CardType.INTERRUPT, CardType.OBJECTIVE, CardType.EPIC_EVENT,
)  # fmt: skip
_SUBTYPES: Final = {
    "capital starship": SubType.CAPITAL,
    "capital": SubType.CAPITAL,
    "starfighter": SubType.STARFIGHTER,
    "squadron": SubType.SQUADRON,
    "combat vehicle": SubType.COMBAT,
    "combat": SubType.COMBAT,
    "creature vehicle": SubType.CREATURE_VEHICLE,
    "transport vehicle": SubType.TRANSPORT,
    "shuttle vehicle": SubType.SHUTTLE,
    "character weapon": SubType.CHARACTER_WEAPON,
}
_MODELS: Final = ("star destroyer", "star cruiser", "t 47", "battleship", "corellian corvette")
_KINDS: Final[Mapping[str, Fits]] = MappingProxyType(
    {
        **{folded(type_): of_type(type_) for type_ in _TYPES},
        **{noun: of_subtype(subtype) for noun, subtype in _SUBTYPES.items()},
        **{model: _model(model) for model in _MODELS},
        "card": lambda _: True,
        "warrior": _icon(Icon.WARRIOR),
        "pilot": _icon(Icon.PILOT),
        "presence": _icon(Icon.PRESENCE),
        "jedi": _jedi(Side.LIGHT),
        "dark jedi": _jedi(Side.DARK),
        "alien": of_type(CardType.CHARACTER, of_subtype(SubType.ALIEN)),
        "droid": of_type(CardType.CHARACTER, of_subtype(SubType.DROID)),
        "trooper": _trait("trooper", "trooper guard"),
        "scout": _trait("scout", "scout trooper"),
        "leader": _trait("leader"),
        "tie": lambda card: card.model.startswith(("TIE", "3 TIE")),
        "freighter": lambda card: "freighter" in card.model.casefold() or card.has("freighter"),
        "unique": lambda card: card.unique,
        "non unique": lambda card: not card.unique,
        "enclosed": lambda card: card.has("enclosed"),
    }
)
_SIDED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "rebel": "Rebel",
        "imperial": "Imperial",
        "republic": "Republic",
        "resistance": "Resistance",
        "first order": "First Order",
        "new republic": "New Republic",
        "sith": "Sith",
    }
)
"""Kinds of characters; as an adjective they also tell starships."""
_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "amidala": "Padme Naberrie",
        "padme": "Padme Naberrie",
        "emperor": "Emperor Palpatine",
        "palpatine": "Emperor Palpatine",
        "falcon": "Millennium Falcon",
        "anakin": "Anakin Skywalker",
        "boba fett": "Boba Fett",
        "han": "Han Solo",
        "luke": "Luke Skywalker",
        "leia": "Leia Organa",
        "lando": "Lando Calrissian",
        "vader": "Darth Vader",
        "maul": "Darth Maul",
        "jabba": "Jabba The Hutt",
        "kylo": "Kylo Ren",
        "obi wan": "Obi-Wan Kenobi",
        "chewie": "Chewbacca",
    }
)
"""Names that are no single word of the persona, or a word of several personas."""
_PLURALS: Final = (
    (re.compile(r"ies$"), "y"),
    (re.compile(r"ves$"), "f"),
    (re.compile(r"men$"), "man"),
    (re.compile(r"s$"), ""),
)


class Nouns:
    """The meaning of nouns, each worked out once.

    Args:
        index: the cards.

    Attributes:
        places: every name of a location or a system, folded.
        cards: the ids of the cards a noun with its adjectives means; None if a word of it is not known.
    """

    def __init__(self, index: CardIndex) -> None:
        self._cards = tuple(index)
        self._icons = _by_key((name, card) for card in self._cards for name, _ in card.icons)
        self._traits = _by_key((name, card) for card in self._cards for name in card.characteristics)
        self._models = _by_key((card.model, card) for card in self._cards if card.model)
        self._titles = _by_key((title, card) for card in self._cards for title in _titles(card))
        self._personas = _by_key((persona, card) for card in self._cards for persona in card.personas)
        self.places: frozenset[str] = frozenset().union(
            *(
                place_names(card) | {folded(card.system)}
                for card in self._cards
                if card.type == CardType.LOCATION
            )
        ) - {""}
        self._by_word: dict[str, set[str]] = {}
        for persona in self._personas:
            words = persona.split()
            for word in {words[0], words[-1]} if words else ():
                self._by_word.setdefault(word, set()).add(persona)
        self.cards: Callable[[str], Ids | None] = cache(self._read)

    def _read(self, phrase: str) -> Ids | None:
        raw = " ".join(phrase.casefold().split())
        if raw.startswith("["):
            icon, _, rest = raw[1:].partition("]")
            return self._both(self._icons.get(folded(icon)), rest.strip())
        for form in singular(folded(phrase.replace("[", " [").replace("]", "] "))):
            if (ids := self._word(form)) is not None:
                return ids
        first, _, rest = raw.partition(" ")
        if first.startswith("non-") and first != "non-unique":
            ids = self.cards(first.removeprefix("non-"))
            return None if ids is None else self._both(self._all(lambda _: True) - ids, rest)
        words = raw.split(" ")
        for count in range(len(words) - 1, 0, -1):
            rest = " ".join(words[count:])
            ids = self._both(self._adjective(folded(" ".join(words[:count])), rest), rest)
            if ids is not None:
                return ids
        return None

    def _both(self, ids: Ids | None, rest: str) -> Ids | None:
        if ids is None or not rest:
            return ids
        more = self.cards(rest)
        return None if more is None else ids & more

    def _adjective(self, key: str, rest: str) -> Ids | None:
        ids = self._word(key)
        if key in _SIDED and ids is not None and "character" not in rest:
            return ids | self._traits.get(folded(f"{key} (starship)"), frozenset())
        return ids

    def _word(self, key: str) -> Ids | None:
        """What one word, or a word of several parts, means by itself, in the singular."""
        if key in _KINDS:
            return self._all(_KINDS[key])
        if key in _SIDED:
            return self._all(of_subtype(_SIDED[key]))
        if key in _NAMES:
            return self._personas.get(folded(_NAMES[key]))
        return (
            self._traits.get(key)
            or self._models.get(key)
            or self._personas.get(key)
            or self._of_one_persona(key)
            or self._titles.get(key)
        )

    def _of_one_persona(self, word: str) -> Ids | None:
        """The cards of the only persona whose name begins or ends with a word."""
        personas = self._by_word.get(word, set())
        if len(personas) != 1 or len(word) < _MIN_NAME:
            return None
        return self._personas[next(iter(personas))]

    def _all(self, fits: Fits) -> Ids:
        return ids_of(card for card in self._cards if fits(card))


def singular(word: str) -> tuple[str, ...]:
    """A word, and what it may be the plural of."""
    return (word, *(ending.sub(single, word) for ending, single in _PLURALS if ending.search(word)))


def ids_of(cards: Iterable[Card]) -> Ids:
    """The ids of cards."""
    return frozenset(card.blueprint_id for card in cards)


def _titles(card: Card) -> tuple[str, ...]:
    """The titles of a card: of `Battle Plan & Draw Their Fire` those of both, too."""
    return tuple({card.title, *card.title.split(" & ")})


def _by_key(names: Iterable[tuple[str, Card]]) -> dict[str, Ids]:
    """The cards of each name, by the folded name."""
    keys = cache(folded)
    found: dict[str, set[str]] = {}
    for name, card in names:
        found.setdefault(keys(name), set()).add(card.blueprint_id)
    return {key: frozenset(ids) for key, ids in found.items()}
