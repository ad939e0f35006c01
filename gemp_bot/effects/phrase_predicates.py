"""What the phrase grammar is made of: tests of cards in play and of locations, each of one idea."""

import re
from collections.abc import Callable
from typing import Final

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location, as_present
from gemp_bot.cards import Card, Icon, SubType, Uniqueness
from gemp_bot.cards.titles import folded
from gemp_bot.effects.context import CardTest, EffectContext, PlaceTest
from gemp_bot.effects.grammar import bounded
from gemp_bot.rules import whereabouts
from gemp_bot.rules.presence import carrier_alone, character_alone
from gemp_bot.rules.routes import are_adjacent


def is_alone(card: CardInPlay) -> bool:
    """Whether a card is alone at its location (rules 5.6, 5.7)."""
    if card.location is None:
        return False
    others = (
        as_present(other, aboard=whereabouts.is_aboard(other, card))
        for other in card.location.cards
        if other is not card and other.side is card.side and other.fights
    )
    return (carrier_alone if card.carries else character_alone)(as_present(card), others)


def of_number(found: re.Match[str]) -> CardTest:
    """Cards with a number as a match of `OF_NUMBER` says."""
    name, fits = found["stat"].casefold(), bounded(found)

    def test(_: EffectContext, card: CardInPlay) -> bool:
        value = 0 if card.frozen and name in _FROZEN else getattr(card.card, name)
        return isinstance(value, int | float) and fits(value)

    return test


_FROZEN: Final = frozenset({"power", "ability"})
"""What a character in carbonite has none of."""


def has_attached(what: CardTest) -> CardTest:
    """Cards with such a card attached or aboard."""
    return lambda context, card: any(what(context, one) for one in card.attached)


def is_aboard(what: CardTest) -> CardTest:
    """Cards aboard such a card."""
    return lambda context, card: card.host is not None and what(context, card.host)


def at(place: PlaceTest, *, on: bool) -> CardTest:
    """Cards at such a location; `on` a system is nothing."""

    def test(context: EffectContext, card: CardInPlay) -> bool:
        location = card.location
        if location is None or not place(context, location):
            return False
        return not on or whereabouts.is_on_system(at_it=True, in_orbit=location.is_system)

    return test


def _card_here(context: EffectContext, card: CardInPlay) -> bool:
    return whereabouts.is_at(card, context.location)


def _in_play(_: EffectContext, card: CardInPlay) -> bool:
    return not card.in_hand


MARKS: Final[dict[str, CardTest]] = {
    "your ": lambda context, card: card.side is context.you,
    "opponent's ": lambda context, card: card.side is not context.you,
    "other ": lambda context, card: card is not context.card,
}
MARKS.update({"another ": MARKS["other "], **{f"of {who}": MARKS[who] for who in ("your ", "opponent's ")}})
"""Words before a noun, in the order they are tried."""
STATES: Final[dict[str, CardTest]] = {
    "piloted ": lambda _, card: card.piloted,
    "unpiloted ": lambda _, card: not card.piloted,
}
ENDINGS: Final[dict[str, CardTest]] = {
    " present": lambda context, card: whereabouts.is_present(card, context.location),
    " here": _card_here,
    " on table": _in_play,
    " in play": _in_play,
    " alone": lambda _, card: is_alone(card),
}


def here(context: EffectContext, location: Location) -> bool:
    """The location of the card whose text it is."""
    return location is context.location


def related(context: EffectContext, location: Location) -> bool:
    """Another location of the same system."""
    own = context.location
    return own is not None and location is not own and location.system == own.system != ""


def related_to(to: PlaceTest) -> PlaceTest:
    """Locations of the system of another such location."""
    return lambda context, location: any(
        other is not location and other.system == location.system != "" and to(context, other)
        for other in context.board.locations
    )


def adjacent(context: EffectContext, location: Location) -> bool:
    """A site next to that of the card whose text it is."""
    own = context.location
    return own is not None and are_adjacent(own, location, own.column - location.column)


def held(*, you: bool, how: str) -> PlaceTest:
    """Locations that a player controls, or (`occup`) occupies."""

    def test(context: EffectContext, location: Location) -> bool:
        side = context.you if you else context.you.other
        return location.controlled(side) if how == "control" else location.presence(side)

    return test


def owned(owner: CardTest) -> PlaceTest:
    """Locations whose card is such a one."""
    return lambda context, location: location.card is not None and owner(context, location.card)


def _printed(fits: Callable[[Card], bool]) -> PlaceTest:
    return lambda _, location: location.card is not None and fits(location.card.card)


def has_other(who: CardTest) -> PlaceTest:
    """Locations where such a card is, besides the one whose text it is."""
    return lambda context, location: any(
        card.active and card is not context.card and who(context, card) for card in location.cards
    )


def has_icon(wanted: str) -> PlaceTest:
    """Locations with an icon, given folded."""
    return _printed(lambda card: any(folded(name) == wanted for name, _ in card.icons))


def _docking_bay(_: EffectContext, location: Location) -> bool:
    return "docking bay" in location.key or "landing platform" in location.key


def _battleground(_: EffectContext, location: Location) -> bool:
    return location.battleground


def _with_icon(icon: Icon) -> PlaceTest:
    return _printed(lambda card: card.icon(icon) > 0)


_GENERIC: Final = frozenset({Uniqueness.ONE_A_SYSTEM, Uniqueness.THREE_A_SYSTEM})
_ADJECTIVE_ICONS: Final = (Icon.INTERIOR, Icon.EXTERIOR, Icon.MOBILE, Icon.PLANET)
_KINDS: Final[dict[str, PlaceTest]] = {
    "cloud sector": lambda _, location: "clouds" in location.key,
    "docking bay": _docking_bay,
    "battleground": _battleground,
    "location": _printed(lambda _: True),
    "system": lambda _, location: location.is_system,
    "sector": lambda _, location: location.sector,
    "site": lambda _, location: location.site,
    "holosite": lambda _, location: "holo" in location.key,
}
LOCATIONS: Final[dict[str, PlaceTest]] = {
    **{name + plural: test for name, test in _KINDS.items() for plural in ("s", "")},
    "<> site": _printed(lambda card: card.is_a(SubType.SITE) and card.uniqueness in _GENERIC),
}
ADJECTIVES: Final[dict[str, PlaceTest]] = {
    "non-battleground ": lambda context, location: not _battleground(context, location),
    "non-docking bay ": lambda context, location: not _docking_bay(context, location),
    "battleground ": _battleground,
    "non-unique ": lambda _, location: location.card is None or not location.card.card.unique,
    "unique ": _printed(lambda card: card.unique),
    **{f"{icon.lower()} ": _with_icon(icon) for icon in _ADJECTIVE_ICONS},
}
