"""Phrases for places to tests: what `here`, `related cloud sectors` or `systems you control` means now."""

import re
from collections.abc import Callable
from typing import Final

from gemp_bot.board.location import Location
from gemp_bot.cards import Icon
from gemp_bot.cards.titles import folded
from gemp_bot.effects.context import CardTest, EffectContext, PlaceTest
from gemp_bot.effects.words import Words

_HERE: Final = frozenset(
    {
        "here",
        "there",
        "this location",
        "this site",
        "this system",
        "same location",
        "same site",
        "same system",
    }
)
_LEADING: Final = re.compile(r"^(?:each |any |all |the |a |an )+")
_RELATED: Final = re.compile(r"^(?P<whose>your |opponent's )?related (?P<what>.+)$")
_ADJACENT: Final = re.compile(r"^adjacent (?P<what>.+)$")
_SAME: Final = re.compile(r"^(?:same|this) (?P<what>.+?)(?: (?:as|with) (?P<who>.+))?$")
_HELD: Final = re.compile(r"^(?P<what>.+) (?P<who>you|opponent) (?P<how>control|occup)(?:s|y|ies)?$")
_WITH: Final = re.compile(r"^(?P<what>.+?) with (?P<who>.+?)(?: present)?$")
_RELATED_TO: Final = re.compile(r"^(?P<what>.+?) related to (?P<to>.+)$")
_SAME_AND: Final = re.compile(r"^same (?:and|or) (?P<more>related|adjacent) (?P<what>.+)$")
_SPLIT: Final = re.compile(r",? (?:and|or) |, ")
_WHOSE: Final = re.compile(r"^(?P<whose>your|opponent's) (?P<what>.+)$")


class PlaceReader:
    """Reads phrases for places.

    Args:
        words: knows the names of places.
        cards: reads the phrases for cards that stand in them.
    """

    def __init__(self, words: Words, cards: Callable[[str], CardTest | None]) -> None:
        self._words = words
        self._cards = cards
        self._forms: Final = (
            (_SAME_AND, self._same_and),
            (_RELATED_TO, self._related_to),
            (_HELD, self._held),
            (_SAME, self._same),
            (_RELATED, self._related),
            (_ADJACENT, self._adjacent),
            (_WHOSE, self._of_player),
        )

    def read(self, phrase: str) -> PlaceTest | None:
        """The places a phrase means; None if it is not understood."""
        text = _LEADING.sub("", phrase.casefold().strip())
        if text in _HERE:
            return _here
        for form, read in self._forms:
            if (found := form.match(text)) and (made := read(found)) is not None:
                return made
        return self._head(text) or self._with(text) or self._list(text)

    def _same_and(self, found: re.Match[str]) -> PlaceTest | None:
        return _any(self.read(f"same {found['what']}"), self.read(f"{found['more']} {found['what']}"))

    def _related_to(self, found: re.Match[str]) -> PlaceTest | None:
        return _linked(self.read(found["what"]), self.read(found["to"]))

    def _held(self, found: re.Match[str]) -> PlaceTest | None:
        held = _held(you=found["who"] == "you", control=found["how"] == "control")
        return _both(self.read(found["what"]), held)

    def _same(self, found: re.Match[str]) -> PlaceTest | None:
        head = self._head(found["what"])
        if found["who"] is None:
            return _both(head, _here)
        others = self._cards(found["who"])
        return None if others is None else _both(head, _has(others))

    def _related(self, found: re.Match[str]) -> PlaceTest | None:
        return _both(self.read((found["whose"] or "") + found["what"]), _related)

    def _adjacent(self, found: re.Match[str]) -> PlaceTest | None:
        return _both(self._head(found["what"]), _adjacent)

    def _of_player(self, found: re.Match[str]) -> PlaceTest | None:
        return _both(self.read(found["what"]), _yours if found["whose"] == "your" else _theirs)

    def _with(self, text: str) -> PlaceTest | None:
        found = _WITH.match(text)
        who = None if found is None else self._cards(found["who"])
        return None if found is None or who is None else _both(self.read(found["what"]), _has(who))

    def _list(self, text: str) -> PlaceTest | None:
        parts = [part for part in _SPLIT.split(text) if part]
        if len(parts) < 2:  # noqa: PLR2004 - nothing to split
            return None
        # `any desert or Tatooine site`: what the last one is, the others are, too.
        last = parts[-1].rpartition(" ")[2]
        return _any(*(self.read(part) or self.read(f"{part} {last}") for part in parts))

    def _head(self, text: str) -> PlaceTest | None:
        """A kind of place, a system or a title, with the adjectives before it."""
        if text in _HEADS:
            return _HEADS[text]
        if text.startswith("["):
            icon, _, rest = text[1:].partition("]")
            return _both(self._head(rest.strip()), _icon(folded(icon)))
        for word, test in _ADJECTIVES:
            if text.startswith(word) and (inner := self._head(text[len(word) :])) is not None:
                return _both(inner, test)
        for end, kind in _HEADS.items():
            if text.endswith(f" {end}") and (named := self._named(text[: -len(end) - 1])) is not None:
                return _both(kind, named)
        return self._named(text)

    def _named(self, name: str) -> PlaceTest | None:
        key = folded(name)
        return _called(key) if key in self._words.places else None


def _any(*tests: PlaceTest | None) -> PlaceTest | None:
    known = [test for test in tests if test is not None]
    if len(known) < len(tests):
        return None
    return lambda voice, spot: any(test(voice, spot) for test in known)


def _both(one: PlaceTest | None, other: PlaceTest | None) -> PlaceTest | None:
    if one is None or other is None:
        return None
    return lambda voice, spot: one(voice, spot) and other(voice, spot)


def _here(voice: EffectContext, spot: Location) -> bool:
    return spot is voice.location


def _related(voice: EffectContext, spot: Location) -> bool:
    here = voice.location
    return here is not None and spot is not here and spot.system == here.system and spot.system != ""


def _adjacent(voice: EffectContext, spot: Location) -> bool:
    here = voice.location
    return (
        here is not None
        and here.site
        and spot.site
        and abs(here.column - spot.column) == 1
        and here.system == spot.system
    )


def _held(*, you: bool, control: bool) -> PlaceTest:
    def test(voice: EffectContext, spot: Location) -> bool:
        side = voice.you if you else voice.you.other
        return spot.controlled(side) if control else spot.presence(side)

    return test


def _yours(voice: EffectContext, spot: Location) -> bool:
    return spot.card is not None and spot.card.side is voice.you


def _theirs(voice: EffectContext, spot: Location) -> bool:
    return spot.card is not None and spot.card.side is not voice.you


def _has(who: CardTest) -> PlaceTest:
    return lambda voice, spot: any(
        seen.active and seen is not voice.card and who(voice, seen) for seen in spot.cards
    )


def _linked(what: PlaceTest | None, to: PlaceTest | None) -> PlaceTest | None:
    if what is None or to is None:
        return None

    def test(voice: EffectContext, spot: Location) -> bool:
        return what(voice, spot) and any(
            other is not spot and other.system == spot.system != "" and to(voice, other)
            for other in voice.board.locations
        )

    return test


def _called(key: str) -> PlaceTest:
    def test(_: EffectContext, spot: Location) -> bool:
        if spot.system == key:
            return True
        return key in spot.names

    return test


def _icon(wanted: str) -> PlaceTest:
    def test(_: EffectContext, spot: Location) -> bool:
        return spot.card is not None and any(folded(name) == wanted for name, _ in spot.card.card.icons)

    return test


def _printed_icon(name: str) -> PlaceTest:
    return lambda _, spot: spot.card is not None and spot.card.card.icon(name) > 0


def _battleground(_: EffectContext, spot: Location) -> bool:
    return spot.battleground


def _titled(part: str) -> PlaceTest:
    return lambda _, spot: part in spot.key


def _docking_bay(_: EffectContext, spot: Location) -> bool:
    return "docking bay" in spot.key or "landing platform" in spot.key


def _site(_: EffectContext, spot: Location) -> bool:
    return spot.site


def _system(_: EffectContext, spot: Location) -> bool:
    return spot.is_system


def _sector(_: EffectContext, spot: Location) -> bool:
    return spot.sector


def _location(_: EffectContext, spot: Location) -> bool:
    return spot.card is not None


def _generic(_: EffectContext, spot: Location) -> bool:
    return spot.card is not None and spot.card.card.uniqueness in ("<>", "<><><>")


def _non(test: PlaceTest) -> PlaceTest:
    return lambda voice, spot: not test(voice, spot)


def _unique(_: EffectContext, spot: Location) -> bool:
    return spot.card is not None and spot.card.card.unique


_HEADS: Final[dict[str, PlaceTest]] = {
    "cloud sectors": _titled("clouds"),
    "cloud sector": _titled("clouds"),
    "docking bays": _docking_bay,
    "docking bay": _docking_bay,
    "battlegrounds": _battleground,
    "battleground": _battleground,
    "locations": _location,
    "location": _location,
    "systems": _system,
    "system": _system,
    "sectors": _sector,
    "sector": _sector,
    "sites": _site,
    "site": _site,
    "holosites": _titled("holo"),
    "holosite": _titled("holo"),
    "<> site": lambda voice, spot: spot.site and _generic(voice, spot),
}
_ADJECTIVES: Final[tuple[tuple[str, PlaceTest], ...]] = (
    ("non-battleground ", _non(_battleground)),
    ("non-docking bay ", _non(_docking_bay)),
    ("battleground ", _battleground),
    ("non-unique ", _non(_unique)),
    ("unique ", _unique),
    ("interior ", _printed_icon(Icon.INTERIOR)),
    ("exterior ", _printed_icon(Icon.EXTERIOR)),
    ("mobile ", _printed_icon(Icon.MOBILE)),
    ("planet ", _printed_icon(Icon.PLANET)),
)
