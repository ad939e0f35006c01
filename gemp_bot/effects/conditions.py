"""Conditions of facts to tests that tell whether they hold now; None for one that cannot be told.

What happens once, or for a while, is no state of the table: a fact that depends on it is not standing.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from gemp_bot.cards import CardType
from gemp_bot.cards.text import Condition, ConditionKind
from gemp_bot.effects.condition_tests import (
    always,
    battle_at,
    enough,
    negated,
    not_system,
    side_of,
    some_at,
    some_here,
)
from gemp_bot.effects.context import EffectContext, Holds
from gemp_bot.effects.grammar import counted
from gemp_bot.effects.phrase_tests import is_alone
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
        self._phrases = phrases
        self._readers: Mapping[ConditionKind, Callable[[Condition], Holds | None]] = {
            C.AT: self._at,
            C.ON: self._on,
            C.ABOARD: self._aboard,
            C.HERE: self._here,
            C.PRESENT: self._present,
            C.ALONE: self._alone,
            C.PILOTING: self._piloting,
            C.WITH: self._with,
            C.PRESENT_WITH: self._with,
            C.ARMED_WITH: self._armed,
            C.IN_BATTLE: self._in_battle,
            C.DEFENDING: self._defending,
            C.AGAINST: self._with,
            C.ON_TABLE: self._on_table,
            C.OCCUPIES: self._holds_place,
            C.CONTROLS: self._holds_place,
            C.HAS: self._has,
            C.IS: self._is,
            C.DURING: self._during,
            C.THIS_SIDE_UP: lambda _: always,
            C.REMAINDER_OF: lambda condition: always if condition.what == "game" else None,
            C.ANY_OF: self._any_of,
            C.ALL_OF: self._all_of,
        }

    def test(self, condition: Condition) -> Holds | None:
        """A test of a condition; None if it is not understood."""
        reader = self._readers.get(condition.kind)
        found = None if reader is None else reader(condition)
        if found is not None and condition.negated:
            return negated(found)
        return found

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
        return lambda voice: all(test(voice) for test in known)

    # -- where ----------------------------------------------------------------------------------

    def _at(self, condition: Condition) -> Holds | None:
        place = self._phrases.place(condition.where)
        if place is None or condition.what:
            return None
        if not condition.who:
            return lambda voice: voice.location is not None and place(voice, voice.location)
        who = self._phrases.cards(condition.who)
        return None if who is None else some_at(who, place)

    def _on(self, condition: Condition) -> Holds | None:
        place = self._phrases.place(condition.where)
        if place is None or condition.what:
            return None
        if not condition.who:
            return lambda voice: (
                voice.location is not None and not voice.location.is_system and place(voice, voice.location)
            )
        who = self._phrases.cards(condition.who)
        return None if who is None else some_at(who, not_system(place))

    def _aboard(self, condition: Condition) -> Holds | None:
        if condition.who and not condition.where:
            who = self._phrases.cards(condition.who)
            return (
                None
                if who is None
                else lambda voice: any(who.test(voice, one) for one in voice.card.attached)
            )
        host = self._phrases.cards(condition.where)
        if host is None or condition.who:
            return None
        return lambda voice: voice.card.host is not None and host.test(voice, voice.card.host)

    def _here(self, condition: Condition) -> Holds | None:
        if condition.where or condition.what or not condition.who:
            return None
        who = self._phrases.cards(condition.who)
        return None if who is None else some_here(who)

    def _present(self, condition: Condition) -> Holds | None:
        if not condition.who:
            if not condition.where:
                return lambda voice: voice.location is not None and not voice.card.inside
            place = self._phrases.place(condition.where)
            if place is None:
                return None
            return lambda voice: (
                voice.location is not None and not voice.card.inside and place(voice, voice.location)
            )
        who = self._phrases.cards(condition.who)
        if who is None or condition.where:
            return None
        return some_here(who, present=True)

    def _alone(self, condition: Condition) -> Holds | None:
        if condition.where or condition.who:
            return None
        return lambda voice: is_alone(voice.card)

    # -- with whom ------------------------------------------------------------------------------

    def _piloting(self, condition: Condition) -> Holds | None:
        if condition.where or (condition.who and condition.what):
            return None
        if not condition.who and not condition.what:
            return lambda voice: voice.card.pilots
        phrase = self._phrases.cards(condition.who or condition.what)
        if phrase is None:
            return None
        test = phrase.test
        if condition.who:
            return lambda voice: any(one.pilots and test(voice, one) for one in voice.card.attached)

        def holds(voice: EffectContext) -> bool:
            host = voice.card.host
            return host is not None and voice.card.pilots and test(voice, host)

        return holds

    def _with(self, condition: Condition) -> Holds | None:
        if condition.who or condition.where:
            return None
        what = self._phrases.cards(condition.what)
        return None if what is None else some_here(what, present=condition.kind is C.PRESENT_WITH)

    def _armed(self, condition: Condition) -> Holds | None:
        what = self._phrases.cards(condition.what)
        if what is None or condition.who or condition.where:
            return None
        return lambda voice: any(
            one.card.type == CardType.WEAPON and what.test(voice, one) for one in voice.card.attached
        )

    def _in_battle(self, condition: Condition) -> Holds | None:
        if condition.who:
            return None
        place = None if not condition.where else self._phrases.place(condition.where)
        what = None if not condition.what else self._phrases.cards(condition.what)
        if (condition.where and place is None) or (condition.what and what is None):
            return None

        def holds(voice: EffectContext) -> bool:
            fighting = voice.board.fighting
            if fighting is None or voice.card.id not in fighting:
                return False
            if place is not None and (voice.location is None or not place(voice, voice.location)):
                return False
            if what is None:
                return True
            return any(
                seen.id in fighting
                and seen is not voice.card
                and seen.location is voice.location
                and what.test(voice, seen)
                for seen in voice.board.active
            )

        return holds

    def _defending(self, condition: Condition) -> Holds | None:
        if condition.what or condition.who:
            return None
        place = None if not condition.where else self._phrases.place(condition.where)
        if condition.where and place is None:
            return None

        def holds(voice: EffectContext) -> bool:
            scene = voice.board
            if scene.fighting is None or voice.card.id not in scene.fighting or scene.turn is voice.you:
                return False
            return place is None or (voice.location is not None and place(voice, voice.location))

        return holds

    # -- anywhere -------------------------------------------------------------------------------

    def _on_table(self, condition: Condition) -> Holds | None:
        if condition.what or condition.where:
            return None
        return self._anything(condition.who)

    def _anything(self, phrase: str) -> Holds | None:
        who = self._phrases.cards(phrase)
        if who is not None:
            return who.some
        place = self._phrases.place(phrase.removesuffix(" on table"))
        return (
            None if place is None else lambda voice: any(place(voice, spot) for spot in voice.board.locations)
        )

    def _has(self, condition: Condition) -> Holds | None:
        if condition.where not in ("", "here") or not condition.what:
            return None
        what = self._phrases.cards(condition.what)
        if what is None:
            return None
        if condition.who == "":
            return lambda voice: any(what.test(voice, one) for one in voice.card.attached)
        side = side_of(condition.who)
        if side is None:
            return None
        here = condition.where == "here"

        def holds(voice: EffectContext) -> bool:
            wanted = side(voice)
            found = sum(
                seen.side is wanted
                and what.test(voice, seen)
                and (not here or seen.location is voice.location)
                for seen in voice.board.active
            )
            return found >= what.least

        return holds

    def _holds_place(self, condition: Condition) -> Holds | None:
        """`you control`, `you occupy X`, `you control with an Imperial here`."""
        side = side_of(condition.who)
        if side is None or condition.op:
            return None
        control = condition.kind is C.CONTROLS
        with_ = None
        if condition.what:
            with_ = self._phrases.cards(_AND_HERE.sub("", condition.what))
            if with_ is None:
                return None
        if condition.where in ("", "here", "there"):

            def here(voice: EffectContext) -> bool:
                wanted, spot = side(voice), voice.location
                if spot is None or not (spot.controlled(wanted) if control else spot.presence(wanted)):
                    return False
                return with_ is None or enough(voice, spot, with_, wanted)

            return here
        number, phrase = counted(condition.where)
        place = self._phrases.place(phrase)
        if place is None or with_ is not None:
            return None

        def anywhere(voice: EffectContext) -> bool:
            wanted = side(voice)
            found = sum(
                (spot.controlled(wanted) if control else spot.presence(wanted)) and place(voice, spot)
                for spot in voice.board.locations
            )
            return found >= number

        return anywhere

    def _is(self, condition: Condition) -> Holds | None:
        if condition.who or condition.where:
            return None
        what = self._phrases.cards(condition.what)
        return None if what is None else lambda voice: what.test(voice, voice.card)

    def _during(self, condition: Condition) -> Holds | None:
        if condition.who:
            return None
        if condition.what in _TURNS and not condition.where:
            yours = _TURNS[condition.what]
            return lambda voice: (voice.board.turn is voice.you) is yours
        if condition.what != _BATTLE:
            return None
        if not condition.where:
            return lambda voice: voice.board.fighting is not None
        place = self._phrases.place(condition.where)
        return None if place is None else lambda voice: battle_at(voice, place)

    def _any_of(self, condition: Condition) -> Holds | None:
        tests = [self.test(part) for part in condition.parts]
        known = [test for test in tests if test is not None]
        if len(known) < len(tests) or not known:
            return None
        return lambda voice: any(test(voice) for test in known)

    def _all_of(self, condition: Condition) -> Holds | None:
        return self.all(condition.parts) if condition.parts else None
