"""Circumstances of a clause: "while ...", "once per turn", "during your control phase"."""

import re
from functools import cache, lru_cache
from typing import Any, Final

from msgspec.structs import replace

from gemp_bot.cards.compiler.pattern import RuleTable, rule
from gemp_bot.cards.compiler.phrases import phrase
from gemp_bot.cards.compiler.states import STATES
from gemp_bot.cards.text import Condition
from gemp_bot.cards.text import ConditionKind as C

Conditions = tuple[Condition, ...]

_PHASE = (
    r"(?:(?:your|opponent's|any|each|every|either player's|each player's|a|the|each of "
    r"your|each of opponent's) )?(?:activate|control|deploy|battle|move|draw) phases?"
)
_TURN = r"(?:your|opponent's|any|each|each of your|each of opponent's|either player's) (?:next )?turns?"
_PERIOD = r"(?:turn|battle|game|phase|Force drain)"

_TIMES: Final = (
    rule(f"once (?:per|each|every) (?:{_PERIOD})", C.ONCE_PER, number=1),
    rule(f"(?:up to )?twice (?:per|each|every) (?:{_PERIOD})", C.ONCE_PER, number=2),
    rule(f"(?:up to )?<number> times (?:per|each) (?:{_PERIOD})", C.ONCE_PER),
    rule(f"once during (?:{_PHASE})", C.ONCE_PER, number=1),
    rule(f"once (?:during|per) (?:{_TURN})", C.ONCE_PER, number=1),
    rule("once during (?:each|a|any) battle", C.ONCE_PER, number=1),
    rule(f"during (?:{_PHASE})", C.DURING),
    rule(f"during (?:{_TURN})", C.DURING),
    rule("during (?:a |any |this |each )?battle", C.DURING),
    rule("during (?:a |any )?battle (?:with|against) <what>", C.IN_BATTLE),
    rule("during (?:a |any )?battle here", C.DURING, what="battle", where="here"),
    rule("(?:during|in) (?:a |any |each )?battles? (?:at|on) <where>", C.DURING, what="battle"),
    rule("(?:during|in) (?:a |any |each )?(?:battles|battle)", C.DURING, what="battle"),
    rule("during (?:the )?(?:damage|weapons|power) segment", C.DURING),
    rule("during (?:the )?damage segment of a battle you lost", C.DURING),
    rule(f"at (?:the )?end of (?:{_PHASE}|{_TURN}|turn|battle|any battle|each battle)", C.END_OF),
    rule(f"at (?:the )?(?:start|beginning) of (?:{_PHASE}|{_TURN}|turn|battle|game)", C.START_OF),
    rule(
        f"until (?:the )?(?:end|start|beginning) of (?:the )?(?:{_PHASE}|{_TURN}|turn|battle|this turn|game)",
        C.UNTIL,
    ),
    rule(f"until (?:the )?(?:{_TURN}|{_PHASE})", C.UNTIL),
    rule("for (?:the )?remainder of (?:the |this )?(?:turn|game|battle|phase)", C.REMAINDER_OF),
    rule("each turn", C.DURING),
    rule("this turn", C.DURING, what="this turn"),
    rule("otherwise", C.OTHERWISE),
    rule("under <what>", C.DURING),
    rule("in (?:a )?battles? (?:against|with) <what>", C.IN_BATTLE),
)
_WHAT: Final = re.compile(
    (
        r"(?:(?:once|twice|times|during|of|until|per|each|every|the|this|start|beginning|end|"
        r"up|to|at|for|remainder) )*(.*)"
    ),
    re.IGNORECASE,
)


_EDGE: Final = re.compile(r" (end|start|beginning) of ")


@cache
def _times() -> RuleTable[C]:
    return RuleTable(_TIMES)


@cache
def _states() -> RuleTable[C]:
    return RuleTable(STATES, re.NOFLAG)


_OPENERS: Final = (
    ("while ", False, False),
    ("when ", False, False),
    ("if ", False, False),
    ("where ", False, False),
    ("unless ", True, False),
    ("whenever ", False, True),
    ("each time ", False, True),
    ("every time ", False, True),
)
SELF_KINDS: Final = frozenset(
    {
        C.AT, C.ON, C.ABOARD, C.HERE, C.PRESENT, C.ALONE, C.PILOTING, C.WITH, C.PRESENT_WITH, C.ARMED_WITH,
        C.IN_BATTLE, C.DEFENDING, C.AGAINST,
    }
)  # fmt: skip
"""States that are those of the card itself, or of the subject of the sentence, when they name nobody."""

_OR_AFTER_PLACE: Final = re.compile(r" (?:at|on|aboard|with|here|alone)\b.* or ")
_PLAYERS: Final = re.compile(r"(you|opponent|that player|he|she|it)\b", re.IGNORECASE)
_WHO_KINDS: Final = frozenset(
    {
        C.OCCUPIES, C.CONTROLS, C.HAS, C.BATTLE_INITIATED, C.BATTLE_WON, C.BATTLE_LOST, C.DRAIN_INITIATED,
        C.DRAINED, C.DEPLOYED, C.PLAYED, C.MOVED, C.LOST_CARD, C.FORFEITED, C.DESTINY_DRAWN,
        C.DRAWN_FOR_DESTINY, C.DESTINY_TO_BE_DRAWN, C.RETRIEVED, C.FORCE_LOST, C.CAPTURED, C.TARGETED,
    }
)  # fmt: skip


@lru_cache(maxsize=20_000)
def circumstance(text: str) -> Conditions | None:
    """The conditions of a circumstance with its opening word; None if it is not understood."""
    lower = text.lower()
    for opener, negated, every in _OPENERS:
        if lower.startswith(opener):
            found = state(text[len(opener) :])
            if opener == "where " and found is not None:
                found = tuple(_there(c) for c in found)
            if found is None or (not negated and not every):
                return found
            if every:
                return (Condition(C.EVERY), *found)
            return _negate(found)
    for fitting, fields in _times().find(text):
        implied = dict(fitting.implied)
        period = _period(text)
        if fitting.kind is C.UNTIL and (edge := _EDGE.search(text)):
            period = f"{edge[1]} of {period}"
        named = {"what": period} | implied | fields
        return (Condition(fitting.kind, **named),)
    return None


@lru_cache(maxsize=20_000)
def state(text: str) -> Conditions | None:
    """The conditions of a state or an event; None if it is not understood."""
    parts = _split(text)
    for fitting, fields in _states().find(text):
        if parts is not None and fitting.kind is not C.HAS and _holds_two(fields):
            return parts
        made = _condition(fitting.kind, dict(fitting.implied), fields, text)
        if made is not None:
            return made
    return parts


def _holds_two(fields: dict[str, Any]) -> bool:
    """Whether a field may have swallowed a state of its own."""
    return any(" and " in str(value) for value in fields.values()) or bool(
        _OR_AFTER_PLACE.search(str(fields.get("who", "")))
    )


def _split(text: str) -> Conditions | None:
    """Two states joined by "and" or "or"; the second has the subject of the first if it has none."""
    for word, kind in (
        (" or if ", C.ANY_OF),
        (" or ", C.ANY_OF),
        (" and if ", C.ALL_OF),
        (" and ", C.ALL_OF),
    ):
        for at in _places(text, word):
            head = text[:at].removeprefix("either ").removesuffix(",")
            left = None if ", " in head else state(head)
            rest = text[at + len(word) :]
            right = (state(rest) or _there_too(left, rest)) if left else None
            if left is None or right is None:
                continue
            if left[-1].who and right[0].kind in SELF_KINDS and not right[0].who:
                right = (replace(right[0], who=left[-1].who), *right[1:])
            if kind is C.ALL_OF:
                return left + right
            return (Condition(kind, parts=(_one(left), _one(right))),)
    return None


def _there_too(held: Conditions, text: str) -> Conditions | None:
    """A second location that is held: of `you occupy a site and a system` the system."""
    if held[-1].kind not in (C.OCCUPIES, C.CONTROLS) or not text.startswith(("a ", "an ")):
        return None
    where = phrase(text)
    return None if where is None else (replace(held[-1], where=where),)


def _condition(
    kind: C, implied: dict[str, object], fields: dict[str, object], text: str
) -> Conditions | None:
    who = _PLAYERS.match(text)
    if "who" not in fields and kind in _WHO_KINDS and who is not None:
        fields["who"] = who[1].lower()
    if kind in _WHO_KINDS and "where" not in fields and text.endswith(" here"):
        fields["where"] = "here"
    if (
        str(fields.get("who", "")).lower() in {"he", "she", "it", "you", "opponent", "both"}
        and kind not in _WHO_KINDS
    ):
        return None
    return (Condition(kind, **implied, **fields),)  # type: ignore[arg-type]


@lru_cache(maxsize=4_000)
def nature(text: str) -> Conditions | None:
    """The same for an alternative in brackets, where a bare name says what the card named before is."""
    if text in {"both", "all three", "all"}:
        return (Condition(C.BOTH),)
    found = state(text)
    name = None if found else phrase(text)
    return (Condition(C.IS, what=name),) if name else found


def _there(condition: Condition) -> Condition:
    """`where you have ...`: at the place the fact is about."""
    if condition.where or condition.kind not in {C.HAS, C.CONTROLS, C.OCCUPIES}:
        return condition
    return replace(condition, where="there")


def _negate(found: Conditions) -> Conditions:
    only = _one(found)
    if only.kind in {C.ANY_OF, C.ALL_OF}:
        return (Condition(only.kind, parts=only.parts, negated=True),)
    return (
        Condition(
            only.kind, only.what, only.who, only.where, only.op, only.number, only.stat, not only.negated
        ),
    )


def _one(found: Conditions) -> Condition:
    return found[0] if len(found) == 1 else Condition(C.ALL_OF, parts=found)


def _places(text: str, word: str) -> list[int]:
    places, at = [], text.find(word)
    while at >= 0:
        places.append(at)
        at = text.find(word, at + 1)
    return places


def _period(text: str) -> str:
    """The period a circumstance names: `your control phase`."""
    found = _WHAT.fullmatch(text)
    return found[1].lower() if found else ""


def check() -> int:
    """Compile every pattern of states and circumstances, and tell how many there are.

    Raises:
        PatternError: one is not well formed.
    """
    return _states().check() + _times().check()
