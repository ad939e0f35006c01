"""What a search may find: the noun of an action or of a text to the printed cards it can mean.

The answer is never too small: what cannot be told from what is printed (`unpiloted`, `matching`, who has
something in lore) restricts nothing. A phrase with an unknown noun gives None: any card may be found.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from gemp_bot.board.card_facts import place_names
from gemp_bot.cards import Card, CardIndex, CardType, SubType
from gemp_bot.cards.titles import folded
from gemp_bot.effects.grammar import OF_NUMBER, bounded, listed
from gemp_bot.effects.nouns import Fits, Ids, Nouns, ids_of, of_subtype, of_type, singular

_LEADING: Final = re.compile(
    r"^(?:(?:(?:up to |exactly )?(?:one|two|three|four|five|six|\d+)|any|an?|the|your|all|each|other|another|"
    r"of)(?: number of)? )+(?=\S)",
    re.IGNORECASE,
)
_ADDED: Final = re.compile(r" ?\((?:or|and/or) (?P<more>[^()]+)\)", re.IGNORECASE)
_EXCEPT: Final = re.compile(r",? ?\(?except (?P<but>[^()]+)\)?", re.IGNORECASE)
_REMARK: Final = re.compile(r" ?\([^()]*\)")
_IN_TITLE: Final = re.compile(
    r"^(?P<all>.+?) with ['\"](?P<part>[^'\"]+(?:'s[^'\"]*)?)['\"] in title$", re.IGNORECASE
)
_MORE: Final = re.compile(
    r"^(?P<all>.+?),? (?:with|of|that|which|who|whose|at|on|aboard|here|there|related to|matching) .+$",
    re.IGNORECASE,
)
"""What follows the noun and restricts it in a way that is not read."""
_POINTING: Final = re.compile(r"^(?:opponent's|that|those|this|it|them|one|top|bottom)\b", re.IGNORECASE)
"""Cards that were named before, of the opponent, or at a place in the pile: any may be meant."""
_FEW: Final = 3
_CONTAINED: Final = frozenset({CardType.WEAPON, CardType.DEVICE, CardType.LOCATION})
"""Cards that are called by a part of their title: any bowcaster, any farm."""


def _both_icons(card: Card) -> bool:
    """Force icons of both sides: what a battleground must have; icons may come later at a site."""
    return bool(card.force_dark) and bool(card.force_light)


_KINDS: Final[Mapping[str, Fits]] = MappingProxyType(
    {
        "location": of_type(CardType.LOCATION),
        "site": of_type(CardType.LOCATION, of_subtype(SubType.SITE)),
        "sector": of_type(CardType.LOCATION, of_subtype(SubType.SECTOR)),
        "system": of_type(CardType.LOCATION, of_subtype(SubType.SYSTEM)),
        "battleground": of_type(CardType.LOCATION, _both_icons),
        "docking bay": of_type(CardType.LOCATION, lambda card: "docking bay" in folded(card.title)),
        "holosite": lambda card: "holo" in folded(card.title),
        "immediate effect": of_type(CardType.EFFECT, of_subtype(SubType.IMMEDIATE)),
        "mobile effect": of_type(CardType.EFFECT, of_subtype(SubType.MOBILE)),
        "political effect": of_type(CardType.EFFECT, of_subtype(SubType.POLITICAL)),
        "utinni effect": of_type(CardType.EFFECT, of_subtype(SubType.UTINNI)),
        "used interrupt": of_type(CardType.INTERRUPT, of_subtype(SubType.USED)),
        "lost interrupt": of_type(CardType.INTERRUPT, of_subtype(SubType.LOST)),
        "automated weapon": of_type(CardType.WEAPON, of_subtype(SubType.AUTOMATED)),
        "admirals order": of_type(CardType.ADMIRALS_ORDER),
        "jedi test": of_type(CardType.JEDI_TEST),
        "defensive shield": of_type(CardType.DEFENSIVE_SHIELD),
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
        nouns: the cards that nouns mean.
    """

    def __init__(self, index: CardIndex, nouns: Nouns) -> None:
        self._cards = tuple(index)
        self._nouns = nouns
        self._by_name: dict[str, set[str]] = {}
        self._by_place: dict[str, set[str]] = {}
        self._by_title: dict[str, set[str]] = {}
        self._title_of: dict[str, str] = {}
        self._forms: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Ids | None]], ...]] = (
            (_ADDED, lambda m: _either(self.cards(_ADDED.sub("", m.string)), self.cards(m["more"]))),
            (_EXCEPT, self._cut_out),
            (_REMARK, self._cut_out),
            (_IN_TITLE, lambda m: _both(self.cards(m["all"]), self._titled(m["part"]))),
            (OF_NUMBER, lambda m: _both(self.cards(m["all"]), self._numbered(m))),
        )
        self._read = cache(self._meant)
        self._kind = cache(self._of_kind)
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
        return self._read(" ".join(phrase.replace("•", "").split()))

    def is_any(self, ids: Ids) -> bool:
        """Whether these are all cards there are: the search is for no kind of card."""
        return len(ids) == len(self._cards)

    # -- phrases --------------------------------------------------------------------------------

    def _meant(self, text: str) -> Ids | None:
        """The cards; a kind of card that does not exist was not understood."""
        return (self._of_text(text) or None) if text and not _POINTING.match(text) else None

    def _of_text(self, text: str) -> Ids | None:
        if folded(text) in self._by_name and (whole := self._whole(text)) is not None:
            return self._printings(whole)
        for form, read in self._forms:
            if found := form.search(text):
                return read(found)
        parts = listed(text)
        if parts[1:]:
            return self._several(parts)
        if (shorter := _LEADING.sub("", text, count=1)) != text:
            return self.cards(shorter)
        meant = self._noun(text)
        if meant is not None:
            return self._printings(meant)
        rest = _MORE.match(text)
        return None if rest is None else self.cards(rest["all"])

    def _cut_out(self, found: re.Match[str]) -> Ids | None:
        """Without a remark, which only restricts."""
        return self.cards(found.string.replace(found[0], "").strip(" ,"))

    def _several(self, parts: list[str]) -> Ids | None:
        """One of several: `Tatooine or Hoth site` are sites of both, or the system and a site."""
        last = folded(parts[-1]).split(" ")[-1]
        found: Ids | None = frozenset()
        for part in parts:
            meant = self.cards(part)
            if last in _KINDS and part is not parts[-1]:
                meant = _joined(meant, self._noun(f"{_LEADING.sub('', part, count=1)} {last}")) or frozenset()
            found = _either(found, meant)
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
            if any(form in _HEADS for form in singular(folded(rest))):
                return found
        return None

    def _whole(self, text: str) -> Ids | None:
        """What words mean together: a kind of card, a title, a persona, a characteristic."""
        key = folded(text)
        found: Ids | None = None
        for form in singular(key):
            if form in _KINDS:
                return self._kind(form)
            found = _joined(found, self._by_name.get(form))
        found = _joined(found, self._nouns.cards(text))
        # A title is written with capitals; `bowcaster` is any of them.
        return found if found is None or text != text.casefold() else found | self._contained(key)

    def _adjective(self, text: str) -> Ids | None:
        key = folded(text)
        return self._kind(key) if key in _KINDS else _joined(self._by_place.get(key), self._nouns.cards(text))

    def _of_kind(self, kind: str) -> Ids:
        return ids_of(filter(_KINDS[kind], self._cards))

    def _contained(self, key: str) -> Ids:
        """Weapons, devices and sites with these words in their title."""
        if len(key) < _FEW:
            return frozenset()
        words = f" {singular(key)[-1]} "
        return ids_of(
            card
            for card in self._cards
            if card.type in _CONTAINED
            and words in f" {folded(card.title.rpartition(':')[2].replace('(', ' '))} "
        )

    def _titled(self, part: str) -> Ids:
        wanted = folded(part)
        return frozenset(each for each, title in self._title_of.items() if wanted in title)

    def _numbered(self, found: re.Match[str]) -> Ids:
        """The cards with such a number; those whose number is none that is printed, too."""
        fits = bounded(found)
        numbers = ((card, getattr(card, found["stat"].casefold())) for card in self._cards)
        return ids_of(card for card, value in numbers if not isinstance(value, int | float) or fits(value))

    def _printings(self, ids: Ids) -> Ids:
        """With the other cards of the same title: what a card is, is not told of all its printings."""
        titles = {self._title_of[each] for each in ids}
        return ids.union(*(self._by_title[title] for title in titles))


def _joined(one: Ids | set[str] | None, other: Ids | set[str] | None) -> Ids | None:
    """What is known of two; None if that is nothing."""
    if one is None and other is None:
        return None
    return frozenset(one or ()) | frozenset(other or ())


def _either(one: Ids | None, other: Ids | None) -> Ids | None:
    """Either of two; None if one of them is not known."""
    return None if one is None or other is None else one | other


def _both(one: Ids | None, other: Ids) -> Ids | None:
    return None if one is None else one & other
