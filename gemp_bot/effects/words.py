"""Words for kinds of cards to the cards they mean: `aliens`, `Rebel leader`, `X-wing`, `Vader`.

A word means the cards whose printed facts bear it. A word that fits nothing means nothing: the phrase it
stands in is then not understood.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final

from gemp_bot.board.notes import place_names
from gemp_bot.cards import Card, CardIndex, CardType, Icon, SubType
from gemp_bot.cards.titles import folded
from gemp_bot.protocol.enums import Side

Ids = frozenset[str]
Fits = Callable[[Card], bool]

JEDI_ABILITY: Final = 6
_MIN_NAME: Final = 3


def _type(*types: str) -> Fits:
    return lambda card: card.type in types


def _character(fits: Fits) -> Fits:
    return lambda card: card.type == CardType.CHARACTER and fits(card)


def _icon(name: str, type_: str = CardType.CHARACTER) -> Fits:
    return lambda card: card.type == type_ and card.icon(name) > 0


def _subtype(*names: str) -> Fits:
    return lambda card: any(card.is_a(name) for name in names)


def _ability(side: Side) -> Fits:
    def fits(card: Card) -> bool:
        strong = isinstance(card.ability, int | float) and card.ability >= JEDI_ABILITY
        return card.type == CardType.CHARACTER and card.side is side and strong

    return fits


def _trait(*words: str) -> Fits:
    """Characters with a characteristic that ends with one of the words: a stormtrooper is a trooper."""

    def fits(card: Card) -> bool:
        return any(has.casefold().endswith(words) for has in card.characteristics)

    return fits


def _model(part: str) -> Fits:
    return lambda card: card.model != "" and part in folded(card.model)


_KINDS: Final[Mapping[str, Fits]] = MappingProxyType(
    {
        "card": lambda _: True,
        "character": _type(CardType.CHARACTER),
        "creature": _type(CardType.CREATURE),
        "starship": _type(CardType.STARSHIP),
        "vehicle": _type(CardType.VEHICLE),
        "weapon": _type(CardType.WEAPON),
        "device": _type(CardType.DEVICE),
        "effect": _type(CardType.EFFECT),
        "interrupt": _type(CardType.INTERRUPT),
        "objective": _type(CardType.OBJECTIVE),
        "epic event": _type(CardType.EPIC_EVENT),
        "warrior": _icon(Icon.WARRIOR),
        "pilot": _icon(Icon.PILOT),
        "presence": _icon(Icon.PRESENCE),
        "jedi": _ability(Side.LIGHT),
        "dark jedi": _ability(Side.DARK),
        "alien": _character(_subtype(SubType.ALIEN)),
        "droid": _character(_subtype(SubType.DROID)),
        "trooper": _character(_trait("trooper", "trooper guard")),
        "scout": _character(_trait("scout", "scout trooper")),
        "leader": _character(_trait("leader")),
        "capital starship": _subtype(SubType.CAPITAL),
        "capital": _subtype(SubType.CAPITAL),
        "starfighter": _subtype(SubType.STARFIGHTER),
        "squadron": _subtype(SubType.SQUADRON),
        "combat vehicle": _subtype(SubType.COMBAT),
        "combat": _subtype(SubType.COMBAT),
        "creature vehicle": _subtype(SubType.CREATURE_VEHICLE),
        "transport vehicle": _subtype(SubType.TRANSPORT),
        "shuttle vehicle": _subtype(SubType.SHUTTLE),
        "character weapon": _subtype(SubType.CHARACTER_WEAPON),
        "star destroyer": _model("star destroyer"),
        "star cruiser": _model("star cruiser"),
        "tie": lambda card: card.model.startswith(("TIE", "3 TIE")),
        "t 47": _model("t 47"),
        "freighter": lambda card: "freighter" in card.model.casefold() or card.has("freighter"),
        "battleship": _model("battleship"),
        "corellian corvette": _model("corellian corvette"),
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


class Words:
    """The meaning of words for cards, each worked out once.

    Args:
        index: the cards.

    Attributes:
        places: every name of a location or a system, folded.
    """

    def __init__(self, index: CardIndex) -> None:
        self._cards = tuple(index)
        self._everything: Ids = frozenset(card.blueprint_id for card in self._cards)
        self._known: dict[str, Ids | None] = {}
        self._icons = _by_key((name, card) for card in self._cards for name, _ in card.icons)
        self._traits = _by_key((name, card) for card in self._cards for name in card.characteristics)
        self._models = _by_key((card.model, card) for card in self._cards if card.model)
        self._titles: dict[str, list[str]] = {}
        self._personas: dict[str, list[str]] = {}
        for card in self._cards:
            self._titles.setdefault(folded(card.title), []).append(card.blueprint_id)
            for persona in card.personas:
                self._personas.setdefault(folded(persona), []).append(card.blueprint_id)
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

    def cards(self, phrase: str) -> Ids | None:
        """The ids of the cards a noun with its adjectives means; None if a word of it is not known."""
        key = folded(phrase.replace("[", " [").replace("]", "] "))
        raw = " ".join(phrase.casefold().split())
        if raw not in self._known:
            self._known[raw] = self._noun(raw, key)
        return self._known[raw]

    def _noun(self, raw: str, key: str) -> Ids | None:
        if raw.startswith("["):
            icon, _, rest = raw[1:].partition("]")
            return self._both(self._icons.get(folded(icon)), rest.strip())
        for form in _singular(key):
            if (ids := self._word(form)) is not None:
                return ids
        first, _, rest = raw.partition(" ")
        if first.startswith("non-") and first != "non-unique":
            ids = self.cards(first.removeprefix("non-"))
            return None if ids is None else self._both(self._everything - ids, rest)
        words = raw.split(" ")
        for count in range(len(words) - 1, 0, -1):
            adjective = " ".join(words[:count])
            ids = self._adjective(folded(adjective), " ".join(words[count:]))
            if ids is not None:
                found = self._both(ids, " ".join(words[count:]))
                if found is not None:
                    return found
        return None

    def _both(self, ids: Ids | None, rest: str) -> Ids | None:
        if ids is None or not rest:
            return ids
        more = self.cards(rest)
        return None if more is None else ids & more

    def _adjective(self, key: str, rest: str) -> Ids | None:
        if key in _SIDED and "character" not in rest:
            starships = self._traits.get(folded(f"{key} (starship)"), frozenset())
            return self._all(_subtype(_SIDED[key])) | starships
        return self._word(key)

    def _word(self, key: str) -> Ids | None:
        """What one word, or a word of several parts, means by itself, in the singular."""
        if key in _KINDS:
            return self._all(_KINDS[key])
        if key in _SIDED:
            return self._all(_subtype(_SIDED[key]))
        if key in _NAMES:
            return frozenset(self._personas.get(folded(_NAMES[key]), ())) or None
        return self._traits.get(key) or self._models.get(key) or self._named(key)

    def _named(self, key: str) -> Ids | None:
        named = self._personas.get(key) or self._of_one_persona(key) or self._titles.get(key)
        return None if named is None else frozenset(named)

    def _of_one_persona(self, word: str) -> list[str] | None:
        """The cards of the only persona whose name begins or ends with a word."""
        personas = self._by_word.get(word, set())
        if len(personas) != 1 or len(word) < _MIN_NAME:
            return None
        return self._personas[next(iter(personas))]

    def _all(self, fits: Fits) -> Ids:
        return _ids(card for card in self._cards if fits(card))


def _singular(word: str) -> tuple[str, ...]:
    forms = [word]
    for ending, single in _PLURALS:
        if ending.search(word):
            forms.append(ending.sub(single, word))
    return tuple(forms)


def _ids(cards: Iterable[Card]) -> Ids:
    return frozenset(card.blueprint_id for card in cards)


def _by_key(names: Iterable[tuple[str, Card]]) -> dict[str, Ids]:
    """The cards of each name, by the folded name."""
    found: dict[str, set[str]] = {}
    for name, card in names:
        found.setdefault(name, set()).add(card.blueprint_id)
    merged: dict[str, Ids] = {}
    for name, ids in found.items():
        key = folded(name)
        merged[key] = merged.get(key, frozenset()) | ids
    return merged
