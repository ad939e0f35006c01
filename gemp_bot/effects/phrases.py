"""Noun phrases of texts to tests: which cards `each of your other Jawas at same site` means now.

A phrase that is not understood as a whole gives None; nothing is guessed.
"""

import re
from typing import Final, NamedTuple

from gemp_bot.board.card import CardInPlay
from gemp_bot.effects.context import CardTest, EffectContext, PlaceTest
from gemp_bot.effects.places import PlaceReader
from gemp_bot.effects.words import Ids, Words


class Phrase(NamedTuple):
    """What a phrase means.

    Attributes:
        test: whether a card is meant.
        least: how many there must be, where one is asked for.
    """

    test: CardTest
    least: int = 1

    def some(self, voice: EffectContext) -> bool:
        """Whether there are such cards, active and in play."""
        left = self.least
        for seen in voice.board.active:
            if self.test(voice, seen):
                left -= 1
                if left <= 0:
                    return True
        return False

    def number(self, voice: EffectContext) -> int:
        """How many such cards there are, active and in play."""
        return sum(self.test(voice, seen) for seen in voice.board.active)


_LEADING: Final = re.compile(
    r"^(?:each of |any of |all of |all |each |any |every |the |a |an |one )+(?=\S)", re.IGNORECASE
)
_COUNTS: Final = {"two ": 2, "three ": 3, "four ": 4}
_EXCEPT: Final = re.compile(
    r"^(?P<all>.+?),? \(?except (?P<but>[^()]+?)\)?(?P<rest> at .+| here| present)?$", re.IGNORECASE
)
_NUMBER: Final = re.compile(
    r"^(?P<all>.+) (?:of|with) (?:printed )?(?P<stat>ability|destiny|forfeit|power)"
    r" ?(?P<op><|>|=) ?(?P<number>\d+)$",
    re.IGNORECASE,
)
_PLACE: Final = re.compile(r"^(?P<all>.+?) (?P<word>at|on) (?P<place>.+)$", re.IGNORECASE)
_ABOARD: Final = re.compile(r"^(?P<all>.+?) aboard (?P<what>.+)$", re.IGNORECASE)
_WITH_ABOARD: Final = re.compile(r"^(?P<all>.+?) with (?P<what>.+?) aboard$", re.IGNORECASE)
_ARMED: Final = re.compile(
    r"^(?P<all>.+?) (?:armed )?with (?P<what>(?:a )?(?:lightsabers?|blasters?|weapons?))$", re.IGNORECASE
)
_SPLIT: Final = re.compile(r",? (?:and|or) |, ", re.IGNORECASE)


class Phrases:
    """Reads phrases for cards and for places, each once.

    Args:
        words: the meaning of words.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._cards: dict[str, Phrase | None] = {}
        self._places: dict[str, PlaceTest | None] = {}
        self._reader = PlaceReader(words, self._meant)
        self._forms: Final = (
            (_EXCEPT, self._except),
            (_NUMBER, self._of_number),
            (_WITH_ABOARD, self._with_attached),
            (_ABOARD, self._aboard),
            (_ARMED, self._with_attached),
            (_PLACE, self._at_place),
        )

    def cards(self, phrase: str) -> Phrase | None:
        """The cards a phrase means; None if it is not understood."""
        phrase = " ".join(phrase.replace("\u2022", "").split())
        if phrase not in self._cards:
            self._cards[phrase] = self._read(phrase)
        return self._cards[phrase]

    def place(self, phrase: str) -> PlaceTest | None:
        """The places a phrase means; None if it is not understood."""
        phrase = " ".join(phrase.split())
        if phrase not in self._places:
            self._places[phrase] = self._reader.read(phrase)
        return self._places[phrase]

    def _meant(self, phrase: str) -> CardTest | None:
        found = self.cards(phrase)
        return None if found is None else found.test

    # -- cards ----------------------------------------------------------------------------------

    def _read(self, phrase: str) -> Phrase | None:
        text = phrase.strip()
        if not text:
            return None
        for word, count in _COUNTS.items():
            if text.casefold().startswith(word):
                inner = self.cards(text[len(word) :])
                return None if inner is None else Phrase(inner.test, count)
        test = self._test(text)
        return None if test is None else Phrase(test)

    def _test(self, text: str) -> CardTest | None:
        for ending, test in _ENDINGS:
            if text.casefold().endswith(ending):
                return _both(self._test(text[: -len(ending)]), test)
        for form, read in self._forms:
            if (found := form.match(text)) and (made := read(found)) is not None:
                return made
        return self._nouns(text)

    def _except(self, found: re.Match[str]) -> CardTest | None:
        return _minus(self._test(found["all"] + (found["rest"] or "")), self._test(found["but"]))

    def _of_number(self, found: re.Match[str]) -> CardTest | None:
        return _both(self._test(found["all"]), _number(found["stat"], found["op"], int(found["number"])))

    def _with_attached(self, found: re.Match[str]) -> CardTest | None:
        return _both(self._test(found["all"]), _has_attached(self._test(found["what"])))

    def _aboard(self, found: re.Match[str]) -> CardTest | None:
        return _both(self._test(found["all"]), _is_aboard(self._test(found["what"])))

    def _at_place(self, found: re.Match[str]) -> CardTest | None:
        place = self.place(found["place"])
        if place is None:
            return None
        return _both(self._test(found["all"]), _at(place, on=found["word"].casefold() == "on"))

    def _nouns(self, text: str) -> CardTest | None:
        """One noun, or several; `your` and `other` before the first stand for all of them."""
        marks: list[CardTest] = []
        while True:
            shorter = _LEADING.sub("", text, count=1)
            for word, marked in _MARKS:
                if shorter.casefold().startswith(word):
                    marks.append(marked)
                    shorter = shorter[len(word) :]
            if shorter == text:
                break
            text = shorter
        test: CardTest | None = self._noun(text) or self._several(text)
        for mark in marks:
            test = _both(test, mark)
        return test

    def _several(self, text: str) -> CardTest | None:
        parts = [part for part in _SPLIT.split(text) if part]
        tests = [test for part in parts if (test := self._nouns(part)) is not None] if parts[1:] else []
        return _any(tests) if tests and len(tests) == len(parts) else None

    def _noun(self, text: str) -> CardTest | None:
        for word, test in _STATES:
            if text.casefold().startswith(word):
                return _both(self._noun(text[len(word) :]), test)
        ids = self._words.cards(text)
        return None if ids is None else _of(ids)


def _of(ids: Ids) -> CardTest:
    return lambda _, seen: seen.card.blueprint_id in ids


def _any(tests: list[CardTest]) -> CardTest:
    return lambda voice, seen: any(test(voice, seen) for test in tests)


def _and(one: CardTest, other: CardTest) -> CardTest:
    return lambda voice, seen: one(voice, seen) and other(voice, seen)


def _both(one: CardTest | None, other: CardTest | None) -> CardTest | None:
    return None if one is None or other is None else _and(one, other)


def _minus(all_: CardTest | None, but: CardTest | None) -> CardTest | None:
    if all_ is None or but is None:
        return None
    return lambda voice, seen: all_(voice, seen) and not but(voice, seen)


def _number(stat: str, op: str, number: int) -> CardTest:
    name = stat.casefold()

    def test(_: EffectContext, seen: CardInPlay) -> bool:
        # In carbonite there is neither.
        value = 0 if seen.frozen and name in _FROZEN else getattr(seen.card, name)
        if not isinstance(value, int | float):
            return False
        return value < number if op == "<" else value > number if op == ">" else value == number

    return test


_FROZEN: Final = frozenset({"power", "ability"})


def _has_attached(what: CardTest | None) -> CardTest | None:
    if what is None:
        return None
    return lambda voice, seen: any(what(voice, one) for one in seen.attached)


def _is_aboard(what: CardTest | None) -> CardTest | None:
    if what is None:
        return None
    return lambda voice, seen: seen.host is not None and what(voice, seen.host)


def _at(place: PlaceTest, *, on: bool) -> CardTest:
    def test(voice: EffectContext, seen: CardInPlay) -> bool:
        spot = seen.location
        return spot is not None and not (on and spot.is_system) and place(voice, spot)

    return test


def _here(voice: EffectContext, seen: CardInPlay) -> bool:
    return seen.location is not None and seen.location is voice.location


def _present(voice: EffectContext, seen: CardInPlay) -> bool:
    return seen.location is not None and seen.location is voice.location and not seen.inside


def _yours(voice: EffectContext, seen: CardInPlay) -> bool:
    return seen.side is voice.you


def _theirs(voice: EffectContext, seen: CardInPlay) -> bool:
    return seen.side is not voice.you


def _other(voice: EffectContext, seen: CardInPlay) -> bool:
    return seen is not voice.card


def _alone(_: EffectContext, seen: CardInPlay) -> bool:
    return is_alone(seen)


def _in_play(_: EffectContext, seen: CardInPlay) -> bool:
    return not seen.in_hand


def _piloted(_: EffectContext, seen: CardInPlay) -> bool:
    return seen.piloted


def _unpiloted(_: EffectContext, seen: CardInPlay) -> bool:
    return not seen.piloted


_MARKS: Final[tuple[tuple[str, CardTest], ...]] = (
    ("your ", _yours),
    ("opponent's ", _theirs),
    ("other ", _other),
    ("another ", _other),
    ("of your ", _yours),
    ("of opponent's ", _theirs),
)
_STATES: Final[tuple[tuple[str, CardTest], ...]] = (("piloted ", _piloted), ("unpiloted ", _unpiloted))
_ENDINGS: Final[tuple[tuple[str, CardTest], ...]] = (
    (" present", _present),
    (" here", _here),
    (" on table", _in_play),
    (" in play", _in_play),
    (" alone", _alone),
)


def is_alone(seen: CardInPlay) -> bool:
    """Whether a card is alone (rules 5): no other card of its side there with ability or of a fighting kind.

    What is aboard a starship or vehicle leaves that one alone.
    """
    if not seen.active or seen.location is None:
        return False
    for other in seen.location.cards:
        if other is seen or other.side is not seen.side or not other.active or not other.fights:
            continue
        if not (seen.carries and other.host is seen):
            return False
    return True
