"""What a search may find: the noun of an action or of a text to the cards it can mean.

The answer is never too small: what cannot be told from what is printed (`unpiloted`, `matching`, who has
something in his lore) restricts nothing. A phrase with a noun that is not known at all gives None, which
means that any card may be found.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final

from gemp_bot.board.notes import place_names
from gemp_bot.cards import Card, CardIndex, CardType, SubType
from gemp_bot.cards.titles import folded
from gemp_bot.effects.words import Ids, Words

_Fits = Callable[[Card], bool]

_LEADING: Final = re.compile(
    r"^(?:(?:(?:up to |exactly )?(?:one|two|three|four|five|six|\d+)|any|an?|the|your|all|each|other|another|"
    r"of)(?: number of)? )+(?=\S)",
    re.IGNORECASE,
)
_EXCEPT: Final = re.compile(r",? ?\(?except (?P<but>[^()]+)\)?", re.IGNORECASE)
_ADDED: Final = re.compile(r" ?\((?:or|and/or) (?P<more>[^()]+)\)", re.IGNORECASE)
_REMARK: Final = re.compile(r" ?\([^()]*\)")
_IN_TITLE: Final = re.compile(
    r"^(?P<all>.+?) with ['\"](?P<part>[^'\"]+(?:'s[^'\"]*)?)['\"] in title$", re.IGNORECASE
)
_NUMBER: Final = re.compile(
    r"^(?P<all>.+?) (?:of|with) (?:printed )?(?P<stat>ability|destiny|forfeit|power)"
    r" ?(?P<op><|>|=) ?(?P<number>\d+)$",
    re.IGNORECASE,
)
_MORE: Final = re.compile(
    r"^(?P<all>.+?),? (?:with|of|that|which|who|whose|at|on|aboard|here|there|related to|matching) .+$",
    re.IGNORECASE,
)
"""What follows the noun and restricts it in a way that is not read."""
_SPLIT: Final = re.compile(r",? and/or |,? or |,? and |, ", re.IGNORECASE)
_POINTING: Final = re.compile(r"^(?:opponent's|that|those|this|it|them|one|top|bottom)\b", re.IGNORECASE)
"""Cards that were named before, of the opponent, or at a place in the pile: any may be meant."""
_FEW: Final = 3
_CONTAINED: Final = frozenset({CardType.WEAPON, CardType.DEVICE, CardType.LOCATION})
"""Cards that are called by a part of their title: any bowcaster, any farm."""


def _location(fits: _Fits) -> _Fits:
    return lambda card: card.type == CardType.LOCATION and fits(card)


def _effect(subtype: SubType) -> _Fits:
    return lambda card: card.type == CardType.EFFECT and card.is_a(subtype)


def _both_icons(card: Card) -> bool:
    """Force icons of both sides: what a battleground must have; icons may come later at a site."""
    return bool(card.force_dark) and bool(card.force_light)


_KINDS: Final[Mapping[str, _Fits]] = MappingProxyType(
    {
        "location": _location(lambda _: True),
        "site": _location(lambda card: card.is_a(SubType.SITE)),
        "sector": _location(lambda card: card.is_a(SubType.SECTOR)),
        "system": _location(lambda card: card.is_a(SubType.SYSTEM)),
        "battleground": _location(_both_icons),
        "docking bay": _location(lambda card: "docking bay" in folded(card.title)),
        "holosite": lambda card: "holo" in folded(card.title),
        "immediate effect": _effect(SubType.IMMEDIATE),
        "mobile effect": _effect(SubType.MOBILE),
        "political effect": _effect(SubType.POLITICAL),
        "utinni effect": _effect(SubType.UTINNI),
        "used interrupt": lambda card: card.type == CardType.INTERRUPT and card.is_a(SubType.USED),
        "lost interrupt": lambda card: card.type == CardType.INTERRUPT and card.is_a(SubType.LOST),
        "automated weapon": lambda card: card.type == CardType.WEAPON and card.is_a(SubType.AUTOMATED),
        "admirals order": lambda card: card.type == CardType.ADMIRALS_ORDER,
        "jedi test": lambda card: card.type == CardType.JEDI_TEST,
        "defensive shield": lambda card: card.type == CardType.DEFENSIVE_SHIELD,
        "podracer": lambda card: card.type == CardType.PODRACER or "podracer" in folded(card.title),
        "piloted": lambda _: True,
        "unpiloted": lambda _: True,
    }
)
_HEADS: Final = frozenset(
    {
        "card", "character", "starship", "starfighter", "vehicle", "creature", "weapon", "device", "effect",
        "interrupt", "objective", "epic event", "location", "site", "sector", "system", "droid", "alien",
        "docking bay", "battleground", "capital starship", "squadron",
    }
)  # fmt: skip
"""Nouns that tell what a card is whatever stands before them."""


class SearchTargets:
    """Reads what a search is for, each phrase once.

    Args:
        index: the cards.
        words: the meaning of words.
    """

    def __init__(self, index: CardIndex, words: Words) -> None:
        self._cards = tuple(index)
        self._words = words
        self._known: dict[str, Ids | None] = {}
        self._kinds: dict[str, Ids] = {}
        self._by_name: dict[str, set[str]] = {}
        self._by_place: dict[str, set[str]] = {}
        self._by_title: dict[str, set[str]] = {}
        self._title_of: dict[str, str] = {}
        self._forms: Final = (
            (_ADDED, self._added),
            (_EXCEPT, self._without),
            (_REMARK, self._without),
            (_IN_TITLE, self._in_title),
            (_NUMBER, self._of_number),
        )
        for card in self._cards:
            self._name(card)

    def _name(self, card: Card) -> None:
        """Note everything a card may be called: of two cards in one by the title of each."""
        title = folded(card.title)
        self._title_of[card.blueprint_id] = title
        self._by_title.setdefault(title, set()).add(card.blueprint_id)
        names = {title, *(folded(part) for part in card.title.split(" & "))}
        if card.type == CardType.LOCATION:
            places = place_names(card)
            names |= places - {folded(card.title.partition(":")[0])}
            for place in places:
                self._by_place.setdefault(place, set()).add(card.blueprint_id)
            # `Platform 327 (Docking Bay)` is called without its remark, too.
            names.add(folded(_REMARK.sub("", card.title.rpartition(":")[2])))
        for name in names:
            self._by_name.setdefault(name, set()).add(card.blueprint_id)

    def cards(self, phrase: str) -> Ids | None:
        """The ids of the cards that a search for this may find; None if it is not known which."""
        text = " ".join(phrase.replace("•", "").split())
        if text not in self._known:
            # A kind of card that does not exist was not understood.
            named = text and not _POINTING.match(text)
            self._known[text] = (self._read(text) if named else None) or None
        return self._known[text]

    def is_any(self, ids: Ids) -> bool:
        """Whether these are all cards there are: the search is for no kind of card."""
        return len(ids) == len(self._cards)

    # -- phrases --------------------------------------------------------------------------------

    def _read(self, text: str) -> Ids | None:
        if folded(text) in self._by_name and (whole := self._whole(text)) is not None:
            return self._printings(whole)
        for form, read in self._forms:
            if found := form.search(text):
                return read(text, found)
        parts = [part for part in _SPLIT.split(text) if part]
        if parts[1:]:
            return self._several(parts)
        if (shorter := _LEADING.sub("", text, count=1)) != text:
            return self.cards(shorter)
        meant = self._noun(text)
        if meant is None:
            rest = _MORE.match(text)
            return None if rest is None else self.cards(rest["all"])
        return self._printings(meant)

    def _added(self, text: str, found: re.Match[str]) -> Ids | None:
        return _union(self.cards(_ADDED.sub("", text)), self.cards(found["more"]))

    def _without(self, text: str, found: re.Match[str]) -> Ids | None:
        """Without a remark, which only restricts."""
        return self.cards(text.replace(found[0], "").strip(" ,"))

    def _in_title(self, _: str, found: re.Match[str]) -> Ids | None:
        return _with(self.cards(found["all"]), self._titled(found["part"]))

    def _of_number(self, _: str, found: re.Match[str]) -> Ids | None:
        return _with(self.cards(found["all"]), self._numbered(found))

    def _several(self, parts: list[str]) -> Ids | None:
        """One of several: `Tatooine or Hoth site` are sites of both, or the system and a site."""
        last = folded(parts[-1]).split(" ")[-1]
        found: Ids | None = frozenset()
        for part in parts:
            meant = self.cards(part)
            if self._all(last) is not None and part is not parts[-1]:
                shared = self._noun(f"{_LEADING.sub('', part, count=1)} {last}")
                meant = shared if meant is None else meant | (shared or frozenset())
            found = _union(found, meant)
        return found

    def _noun(self, text: str) -> Ids | None:
        """A noun with its adjectives; an adjective that is not known restricts nothing."""
        whole = self._whole(text)
        if whole is not None:
            return whole
        words = text.split(" ")
        for count in range(1, len(words)):
            rest = " ".join(words[count:])
            found = self._noun(rest)
            if found is None:
                continue
            restricted = self._adjective(" ".join(words[:count]))
            if restricted is not None:
                return found & restricted
            if any(form in _HEADS for form in _singular(folded(rest))):
                return found
        return None

    def _whole(self, text: str) -> Ids | None:
        """What words mean together: a kind of card, a title, a persona, a characteristic."""
        key = folded(text)
        found: Ids | None = None
        for form in _singular(key):
            if (kind := self._all(form)) is not None:
                return kind
            if (named := self._by_name.get(form)) is not None:
                found = _joined(found, named)
        found = _joined(found, self._words.cards(text))
        # A title is written with capitals; `bowcaster` is any of them.
        return found if found is None or text != text.casefold() else found | self._contained(key)

    def _adjective(self, text: str) -> Ids | None:
        key = folded(text)
        if (kind := self._all(key)) is not None:
            return kind
        place = self._by_place.get(key)
        words = self._words.cards(text)
        return _joined(place, words)

    def _all(self, kind: str) -> Ids | None:
        """The cards of one of our own kinds; None for another word."""
        fits = _KINDS.get(kind)
        if fits is None:
            return None
        if kind not in self._kinds:
            self._kinds[kind] = _ids(card for card in self._cards if fits(card))
        return self._kinds[kind]

    def _contained(self, key: str) -> Ids:
        """Weapons, devices and sites with these words in their title."""
        if len(key) < _FEW:
            return frozenset()
        singular = _singular(key)[-1]
        return _ids(
            card
            for card in self._cards
            if card.type in _CONTAINED
            and f" {singular} " in f" {folded(card.title.rpartition(':')[2].replace('(', ' '))} "
        )

    def _titled(self, part: str) -> Ids:
        wanted = folded(part)
        return frozenset(each for each, title in self._title_of.items() if wanted in title)

    def _numbered(self, found: re.Match[str]) -> Ids:
        """The cards with such a number; those whose number is none that is printed, too."""
        name, op, number = found["stat"].casefold(), found["op"], int(found["number"])

        def fits(card: Card) -> bool:
            value = getattr(card, name)
            if not isinstance(value, int | float):
                return True
            return value < number if op == "<" else value > number if op == ">" else value == number

        return _ids(card for card in self._cards if fits(card))

    def _printings(self, ids: Ids) -> Ids:
        """With the other cards of the same title: what a card is, is not told of all its printings."""
        titles = {self._title_of[each] for each in ids}
        return ids.union(*(self._by_title[title] for title in titles))


def _singular(word: str) -> tuple[str, ...]:
    return (word, word[:-1]) if word.endswith("s") else (word,)


def _ids(cards: Iterable[Card]) -> Ids:
    return frozenset(card.blueprint_id for card in cards)


def _joined(one: Iterable[str] | None, other: Iterable[str] | None) -> Ids | None:
    if one is None and other is None:
        return None
    return frozenset(one or ()) | frozenset(other or ())


def _union(one: Ids | None, other: Ids | None) -> Ids | None:
    """Either of two; None if one of them is not known."""
    return None if one is None or other is None else one | other


def _with(one: Ids | None, restricted: Ids) -> Ids | None:
    return None if one is None else one & restricted
