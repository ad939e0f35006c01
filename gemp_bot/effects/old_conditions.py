"""Conditions of facts to tests that tell whether they hold now; None for one that cannot be told.

What happens once, or for a while, is no state of the table: a fact that depends on it is not standing.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from gemp_bot.board.card import CardInPlay
from gemp_bot.cards import CardType
from gemp_bot.cards.text import Condition, ConditionKind
from gemp_bot.effects.condition_predicates import (
    always,
    battle_at,
    held_by,
    is_at,
    negated,
    not_system,
    side_of,
    some_at,
    some_attached,
    some_here,
    some_in_battle,
)
from gemp_bot.effects.context import EffectContext, Holds, PlaceTest
from gemp_bot.effects.grammar import counted, made_of
from gemp_bot.effects.phrase_predicates import is_alone
from gemp_bot.effects.phrases import Phrases

C = ConditionKind

PASSING: Final = frozenset(
    {
        C.ONCE_PER,
        C.UNTIL,
        C.REMAINDER_OF,
        C.BATTLE_INITIATED,
        C.BATTLE_WON,
        C.BATTLE_LOST,
        C.BATTLE_ENDED,
        C.DRAIN_INITIATED,
        C.DRAINED,
        C.DEPLOYED,
        C.PLAYED,
        C.MOVED,
        C.LOST_CARD,
        C.FORFEITED,
        C.HIT,
        C.TARGETED,
        C.FIRED,
        C.CAPTURED,
        C.DESTINY_DRAWN,
        C.DESTINY_TO_BE_DRAWN,
        C.DRAWN_FOR_DESTINY,
        C.RETRIEVED,
        C.FORCE_LOST,
        C.SUCCESSFUL,
        C.END_OF,
        C.START_OF,
        C.EVERY,
        C.COMPARES,
    }
)
"""Circumstances that are events: what follows from them shows in no text on the table."""

_BATTLE: Final = "battle"
_TURNS: Final[Mapping[str, bool]] = MappingProxyType({"your turn": True, "opponent's turn": False})
_AND_HERE: Final = re.compile(r"(?: a)? ?(?:present|here)$")


class Conditions:
    """Makes tests of conditions.

    Args:
        phrases: reads the phrases in them.
    """

    def __init__(self, phrases: Phrases) -> None:
        self._cards = phrases.cards
        self._place = phrases.place
        self._readers: Mapping[ConditionKind, tuple[str, Callable[[Condition], Holds | None]]] = {
            C.AT: ("what", self._at),
            C.ON: ("what", self._at),
            C.ABOARD: ("", self._aboard),
            C.HERE: ("what where", lambda one: made_of(self._cards(one.who), some_here)),
            C.PRESENT: ("", self._present),
            C.ALONE: ("who where", lambda _: lambda context: is_alone(context.card)),
            C.PILOTING: ("where", self._piloting),
            C.WITH: ("who where", lambda one: made_of(self._cards(one.what), some_here)),
            C.AGAINST: ("who where", lambda one: made_of(self._cards(one.what), some_here)),
            C.PRESENT_WITH: (
                "who where",
                lambda one: made_of(self._cards(one.what), lambda what: some_here(what, present=True)),
            ),
            C.ARMED_WITH: (
                "who where",
                lambda one: made_of(self._cards(one.what), lambda what: some_attached(what, _is_weapon)),
            ),
            C.IN_BATTLE: ("who", self._in_battle),
            C.DEFENDING: ("who what", self._in_battle),
            C.ON_TABLE: ("what where", self._on_table),
            C.OCCUPIES: ("op", self._holds_location),
            C.CONTROLS: ("op", self._holds_location),
            C.HAS: ("", self._has),
            C.IS: (
                "who where",
                lambda one: made_of(
                    self._cards(one.what), lambda what: lambda context: what.test(context, context.card)
                ),
            ),
            C.DURING: ("who", self._during),
            C.THIS_SIDE_UP: ("", lambda _: always),
            C.REMAINDER_OF: ("", lambda one: always if one.what == "game" else None),
            C.ANY_OF: ("", self._any_of),
            C.ALL_OF: ("", lambda one: self.all(one.parts) if one.parts else None),
        }
        """What reads a condition of each kind, and the fields that it does not understand."""

    def test(self, condition: Condition) -> Holds | None:
        """A test of a condition; None if it is not understood."""
        unread, reader = self._readers.get(condition.kind, ("", None))
        if reader is None or any(getattr(condition, name) for name in unread.split()):
            return None
        found = reader(condition)
        return made_of(found, negated) if condition.negated else found

    def all(self, conditions: tuple[Condition, ...]) -> Holds | None:
        """A test of several conditions that must hold together."""
        tests = [self.test(condition) for condition in conditions]
        known = [test for test in tests if test is not None]
        if len(known) < len(tests):
            return None
        if not known:
            return always
        if len(known) == 1:
            return known[0]
        return lambda context: all(test(context) for test in known)

    def _any_of(self, condition: Condition) -> Holds | None:
        tests = [self.test(part) for part in condition.parts]
        known = [test for test in tests if test is not None]
        if len(known) < len(tests) or not known:
            return None
        return lambda context: any(test(context) for test in known)

    # -- where the card is, and with whom -------------------------------------------------------

    def _at(self, condition: Condition) -> Holds | None:
        place = self._place(condition.where)
        if place is None:
            return None
        there = not_system(place) if condition.kind is C.ON else place
        if not condition.who:
            return is_at(there)
        return made_of(self._cards(condition.who), lambda who: some_at(who, there))

    def _aboard(self, condition: Condition) -> Holds | None:
        if condition.who:
            return None if condition.where else made_of(self._cards(condition.who), some_attached)
        host = self._cards(condition.where)
        if host is None:
            return None
        return lambda context: context.card.host is not None and host.test(context, context.card.host)

    def _present(self, condition: Condition) -> Holds | None:
        if condition.who:
            who = None if condition.where else self._cards(condition.who)
            return made_of(who, lambda known: some_here(known, present=True))
        if not condition.where:
            return is_at(None, present=True)
        return made_of(self._place(condition.where), lambda place: is_at(place, present=True))

    def _piloting(self, condition: Condition) -> Holds | None:
        if condition.who and condition.what:
            return None
        if not condition.who and not condition.what:
            return lambda context: context.card.pilots
        phrase = self._cards(condition.who or condition.what)
        if phrase is None or condition.who:
            return made_of(phrase, lambda who: some_attached(who, lambda one: one.pilots))

        def holds(context: EffectContext) -> bool:
            card = context.card
            return card.host is not None and card.pilots and phrase.test(context, card.host)

        return holds

    def _in_battle(self, condition: Condition) -> Holds | None:
        """Whether the card is in battle, at a location or with a card; it defends in the other's turn."""
        place = self._place(condition.where) if condition.where else None
        what = self._cards(condition.what) if condition.what else None
        if (condition.where and place is None) or (condition.what and what is None):
            return None
        there = always if place is None else is_at(place)
        with_ = always if what is None else some_in_battle(what)
        defending = condition.kind is C.DEFENDING

        def holds(context: EffectContext) -> bool:
            board = context.board
            if board.fighting is None or context.card.id not in board.fighting:
                return False
            return not (defending and board.turn is context.you) and there(context) and with_(context)

        return holds

    # -- anywhere -------------------------------------------------------------------------------

    def _on_table(self, condition: Condition) -> Holds | None:
        who = self._cards(condition.who)
        if who is not None:
            return who.some
        place = self._place(condition.who.removesuffix(" on table"))
        if place is None:
            return None
        return lambda context: any(place(context, location) for location in context.board.locations)

    def _has(self, condition: Condition) -> Holds | None:
        what = self._cards(condition.what) if condition.where in ("", "here") else None
        if what is None or condition.who == "":
            return made_of(what, some_attached)
        side = side_of(condition.who)
        if side is None:
            return None
        here = condition.where == "here"

        def holds(context: EffectContext) -> bool:
            wanted = side(context)
            cards = (
                card
                for card in context.board.active
                if card.side is wanted and (not here or card.location is context.location)
            )
            return what.some(context, cards)

        return holds

    def _holds_location(self, condition: Condition) -> Holds | None:
        """`you control`, `you occupy X`, `you control with an Imperial here`."""
        side = side_of(condition.who)
        with_ = self._cards(_AND_HERE.sub("", condition.what)) if condition.what else None
        if side is None or (condition.what and with_ is None):
            return None
        held = held_by(side, control=condition.kind is C.CONTROLS)
        if condition.where in ("", "here", "there"):

            def here(context: EffectContext) -> bool:
                location = context.location
                if location is None or not held(context, location):
                    return False
                wanted = side(context)
                cards = (card for card in location.cards if card.active and card.side is wanted)
                return with_ is None or with_.some(context, cards)

            return here
        number, phrase = counted(condition.where)
        place = None if with_ is not None else self._place(phrase)
        return made_of(place, lambda known: _count_held(held, known, number))

    def _during(self, condition: Condition) -> Holds | None:
        if condition.what in _TURNS and not condition.where:
            yours = _TURNS[condition.what]
            return lambda context: (context.board.turn is context.you) is yours
        if condition.what != _BATTLE:
            return None
        if not condition.where:
            return lambda context: context.board.fighting is not None
        return made_of(self._place(condition.where), battle_at)


def _is_weapon(card: CardInPlay) -> bool:
    return card.card.type == CardType.WEAPON


def _count_held(held: PlaceTest, place: PlaceTest, number: int) -> Holds:
    return lambda context: (
        sum(held(context, location) and place(context, location) for location in context.board.locations)
        >= number
    )
