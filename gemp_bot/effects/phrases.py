"""The phrase grammar: which cards in play or which locations a noun phrase of a text means now.

`each of your other Jawas at same site` is read into a test. A phrase that is not understood as a whole gives
None; nothing is guessed.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Final, NamedTuple

from gemp_bot.board.card import CardInPlay
from gemp_bot.cards.titles import folded
from gemp_bot.effects.context import CardTest, EffectContext, PlaceTest
from gemp_bot.effects.grammar import (
    OF_NUMBER,
    Forms,
    both,
    counted,
    either,
    listed,
    made_of,
    read_as,
    without,
)
from gemp_bot.effects.nouns import Nouns
from gemp_bot.effects.phrase_predicates import (
    ADJECTIVES,
    ENDINGS,
    LOCATIONS,
    MARKS,
    STATES,
    adjacent,
    at,
    has_attached,
    has_icon,
    has_other,
    held,
    here,
    is_aboard,
    of_number,
    owned,
    related,
    related_to,
)

_CARD_ARTICLE: Final = re.compile(
    r"^(?:each of |any of |all of |all |each |any |every |the |a |an |one )+(?=\S)", re.IGNORECASE
)
_EXCEPT: Final = re.compile(
    r"^(?P<all>.+?),? \(?except (?P<but>[^()]+?)\)?(?P<rest> at .+| here| present)?$", re.IGNORECASE
)
_BUT: Final = re.compile(r"^(?P<all>.+) \(except (?P<but>[^()]+)\)$")
_AT: Final = re.compile(r"^(?P<all>.+?) (?P<word>at|on) (?P<place>.+)$", re.IGNORECASE)
_ABOARD: Final = re.compile(r"^(?P<all>.+?) aboard (?P<what>.+)$", re.IGNORECASE)
_WITH_ABOARD: Final = re.compile(r"^(?P<all>.+?) with (?P<what>.+?) aboard$", re.IGNORECASE)
_ARMED: Final = re.compile(
    r"^(?P<all>.+?) (?:armed )?with (?P<what>(?:a )?(?:lightsabers?|blasters?|weapons?))$", re.IGNORECASE
)
_LOCATION_ARTICLE: Final = re.compile(r"^(?:each |any |all |the |a |an )+")
_RELATED: Final = re.compile(r"^(?P<whose>your |opponent's )?related (?P<what>.+)$")
_ADJACENT: Final = re.compile(r"^adjacent (?P<what>.+)$")
_SAME: Final = re.compile(r"^(?:same|this) (?P<what>.+?)(?: (?:as|with) (?P<who>.+))?$")
_HELD: Final = re.compile(r"^(?P<what>.+) (?P<who>you|opponent) (?P<how>control|occup)(?:s|y|ies)?$")
_WITH: Final = re.compile(r"^(?P<what>.+?) with (?P<who>.+?)(?: present)?$")
_RELATED_TO: Final = re.compile(r"^(?P<what>.+?) related to (?P<to>.+)$")
_SAME_AND: Final = re.compile(r"^same (?:and|or) (?P<more>related|adjacent) (?P<what>.+)$")
_WHOSE: Final = re.compile(r"^(?P<whose>your|opponent's) (?P<what>.+)$")

_HERE: Final = frozenset(
    {"here", "there"}
    | {f"{word} {kind}" for word in ("this", "same") for kind in ("location", "site", "system")}
)


class Phrase(NamedTuple):
    """What a phrase means.

    Attributes:
        test: whether a card is meant.
        least: how many there must be, where one is asked for.
    """

    test: CardTest
    least: int = 1

    def some(self, context: EffectContext, cards: Iterable[CardInPlay] | None = None) -> bool:
        """Whether there are enough such cards, among those given or all that are active and in play."""
        left = self.least
        for card in context.board.active if cards is None else cards:
            if self.test(context, card):
                left -= 1
                if left <= 0:
                    return True
        return False

    def number(self, context: EffectContext) -> int:
        """How many such cards there are, active and in play."""
        return sum(self.test(context, card) for card in context.board.active)


class Phrases:
    """Reads phrases, each once.

    Args:
        nouns: the cards that nouns mean.

    Attributes:
        cards: the cards a phrase means; None if it is not understood.
        place: the locations a phrase means; None if it is not understood.
    """

    def __init__(self, nouns: Nouns) -> None:
        self._nouns = nouns
        self.cards: Callable[[str], Phrase | None] = cache(self._read_cards)
        self.place: Callable[[str], PlaceTest | None] = cache(self._read_location)
        self._card_forms: Forms[CardTest] = (
            (
                _EXCEPT,
                lambda m: both(self._card(m["all"] + (m["rest"] or "")), without(self._card(m["but"]))),
            ),
            (OF_NUMBER, lambda m: both(self._card(m["all"]), of_number(m))),
            (_WITH_ABOARD, self._with_attached),
            (_ABOARD, lambda m: both(self._card(m["all"]), made_of(self._card(m["what"]), is_aboard))),
            (_ARMED, self._with_attached),
            (_AT, self._at_location),
        )
        self._location_forms: Forms[PlaceTest] = (
            (_BUT, lambda m: both(self.place(m["all"]), without(self.place(m["but"])))),
            (
                _SAME_AND,
                lambda m: either((self.place(f"same {m['what']}"), self.place(f"{m['more']} {m['what']}"))),
            ),
            (_RELATED_TO, self._related_place),
            (_HELD, lambda m: both(self.place(m["what"]), held(you=m["who"] == "you", how=m["how"]))),
            (_SAME, self._same),
            (_RELATED, lambda m: both(self.place((m["whose"] or "") + m["what"]), related)),
            (_ADJACENT, lambda m: both(self._head(m["what"]), adjacent)),
            (_WHOSE, lambda m: both(self.place(m["what"]), owned(MARKS[f"{m['whose']} "]))),
        )

    # -- cards ----------------------------------------------------------------------------------

    def _read_cards(self, phrase: str) -> Phrase | None:
        least, text = counted(" ".join(phrase.replace("\u2022", "").split()))
        test = self._card(text) if text else None
        return None if test is None else Phrase(test, least)

    def _card(self, text: str) -> CardTest | None:
        for ending, test in ENDINGS.items():
            if text.casefold().endswith(ending):
                return both(self._card(text[: -len(ending)]), test)
        return read_as(self._card_forms, text) or self._several(text)

    def _with_attached(self, found: re.Match[str]) -> CardTest | None:
        return both(self._card(found["all"]), made_of(self._card(found["what"]), has_attached))

    def _at_location(self, found: re.Match[str]) -> CardTest | None:
        test = made_of(self.place(found["place"]), lambda place: at(place, on=found["word"].lower() == "on"))
        return both(self._card(found["all"]), test) if test is not None else None

    def _several(self, text: str) -> CardTest | None:
        """One noun, or several; `your` and `other` before the first stand for all of them."""
        marks: list[CardTest] = []
        while True:
            shorter = _CARD_ARTICLE.sub("", text, count=1)
            for word, mark in MARKS.items():
                if shorter.casefold().startswith(word):
                    marks.append(mark)
                    shorter = shorter[len(word) :]
            if shorter == text:
                break
            text = shorter
        parts = listed(text)
        test = self._noun(text) or (either(map(self._several, parts)) if parts[1:] else None)
        for mark in marks:
            test = both(test, mark)
        return test

    def _noun(self, text: str) -> CardTest | None:
        for word, test in STATES.items():
            if text.casefold().startswith(word):
                return both(self._noun(text[len(word) :]), test)
        ids = self._nouns.cards(text)
        return None if ids is None else lambda _, card: card.card.blueprint_id in ids

    # -- locations ------------------------------------------------------------------------------

    def _read_location(self, phrase: str) -> PlaceTest | None:
        text = _LOCATION_ARTICLE.sub("", " ".join(phrase.casefold().split()))
        if text in _HERE:
            return here
        return (
            read_as(self._location_forms, text)
            or self._head(text)
            or read_as(((_WITH, self._with),), text)
            or self._any_of(text)
        )

    def _related_place(self, found: re.Match[str]) -> PlaceTest | None:
        to = made_of(self.place(found["to"]), related_to)
        return both(self.place(found["what"]), to)

    def _same(self, found: re.Match[str]) -> PlaceTest | None:
        if found["who"] is None:
            return both(self._head(found["what"]), here)
        who = self.cards(found["who"])
        return None if who is None else both(self._head(found["what"]), has_other(who.test))

    def _with(self, found: re.Match[str]) -> PlaceTest | None:
        who = self.cards(found["who"])
        return None if who is None else both(self.place(found["what"]), has_other(who.test))

    def _any_of(self, text: str) -> PlaceTest | None:
        """A list: what the last one is, the others are, too: `any desert or Tatooine site`."""
        parts = listed(text)
        last = parts[-1].rpartition(" ")[2] if parts else ""
        return (
            either(self.place(part) or self.place(f"{part} {last}") for part in parts) if parts[1:] else None
        )

    def _head(self, text: str) -> PlaceTest | None:
        """A kind of location, a system or a title, with the adjectives before it."""
        if text in LOCATIONS:
            return LOCATIONS[text]
        if text.startswith("["):
            icon, _, rest = text[1:].partition("]")
            return both(self._head(rest.strip()), has_icon(folded(icon)))
        for word, test in ADJECTIVES.items():
            if text.startswith(word) and (inner := self._head(text[len(word) :])) is not None:
                return both(inner, test)
        for end, kind in LOCATIONS.items():
            if text.endswith(f" {end}") and (named := self._named(text[: -len(end) - 1])) is not None:
                return both(kind, named)
        return self._named(text)

    def _named(self, name: str) -> PlaceTest | None:
        key = folded(name)
        if key not in self._nouns.places:
            return None
        return lambda _, location: location.system == key or key in location.names
