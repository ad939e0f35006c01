"""What a clause means only beside its neighbours: whose state it names, and which action it goes on with."""

import re
from enum import IntEnum
from typing import Final

from msgspec.structs import replace

from gemp_bot.cards.compiler.conditions import SELF_KINDS
from gemp_bot.cards.compiler.words import words
from gemp_bot.cards.text import Condition, FactKind, Stat, TextFact
from gemp_bot.cards.text import ConditionKind as C

PLAYERS: Final = frozenset(
    {
        "", "you", "opponent", "both players", "both sides", "either player", "each player", "that player",
    }
)  # fmt: skip
Read = tuple[str, tuple[TextFact, ...] | None, int]
"""A clause, its facts (None: not understood), and for how many clauses it counts."""

FOLLOWS: Final = Condition(C.FOLLOWS)
FOLLOWS_UNREAD: Final = Condition(C.FOLLOWS, what="left out")
"""A step of an action whose beginning is not understood."""

_DEEDS: Final = frozenset(
    {
        FactKind.DESTINY_DRAWN, FactKind.DESTINY_CANCELED, FactKind.DESTINY_SUBSTITUTED, FactKind.RETRIEVES,
        FactKind.FORCE_LOST, FactKind.FORCE_USED, FactKind.ACTIVATES, FactKind.DRAWS_CARD,
        FactKind.TAKES_INTO_HAND, FactKind.PLACES, FactKind.STACKS, FactKind.PEEKS, FactKind.REVEALS,
        FactKind.MOVES, FactKind.LOST, FactKind.CAPTURES, FactKind.EXCLUDES, FactKind.HIT, FactKind.PREVENTED,
        FactKind.TARGETS, FactKind.BATTLE_STARTED, FactKind.TRANSFER, FactKind.CONVERTS,
        FactKind.FIRES_WEAPON, FactKind.DEPLOYS_CARD, FactKind.LOST_WHEN, FactKind.FLIPS,
        FactKind.TOTAL_BONUS, FactKind.SATISFIES,
    }
)  # fmt: skip
"""What happens once: without an occasion of its own it is a step of what was said before."""

_STANDING: Final = frozenset(
    {
        FactKind.IMMUNE_TO, FactKind.DEPLOYS_ON, FactKind.PLAYS_ON, FactKind.DEPLOYS_ONLY,
        FactKind.MAINTENANCE, FactKind.DEPLOY_COST, FactKind.DEPLOYS_FREE, FactKind.CAPACITY,
    }
)  # fmt: skip
_RESULTS: Final = frozenset({C.SUCCESSFUL, C.OTHERWISE, C.COMPARES, C.REMAINDER_OF, C.UNTIL, C.FOLLOWS})
"""Circumstances that are no occasion: they tell how far something goes, or for how long."""

_OWN_END: Final = re.compile(
    r"\b(effect|device|weapon|interrupt|creature|objective|jedi test|epic event|admiral's order)"
    r" (?:is )?(?:canceled|lost|suspended)\b",
    re.IGNORECASE,
)
_EVERYBODY: Final = re.compile(
    r"\b(?:each (?:player's|of (?:your|opponent's))|all|other|any)\b", re.IGNORECASE
)
"""What is said of all of a kind begins a statement of its own."""

_BACK_REFERENCE: Final = re.compile(r"^(?:target|that|those|these)\b|^(?:loser|winner|both)$")
_TARGETING: Final = re.compile(r"\btarget (?:an?|one|any|your|opponent's) ", re.IGNORECASE)
_ORDER: Final = re.compile(
    r"(?:then |also )?(?:add|subtract|cancel|draw|lose|retrieve|take|place|use|relocate|release|deploy|"
    r"reveal|search|peek|activate|exchange|move|fire|capture|exclude|reduce|target|steal|stack|prevent|"
    r"suspend) ",
    re.IGNORECASE,
)
_HOSTS: Final = words(
    """alien astromech bantha captive character creature droid hunter pilot rebel imperial smuggler spy
    starfighter starship stormtrooper target trooper vehicle warrior weapon wookiee gamorrean ewok bounty
    hunter"""
)
_CARRIERS: Final = (
    ("starship", "that starship"),
    ("starfighter", "that starship"),
    ("squadron", "that starship"),
    ("vehicle", "that vehicle"),
    ("speeder", "that vehicle"),
    ("swoop", "that vehicle"),
)
_PLACELESS: Final = ("Objective", "Interrupt", "Defensive Shield", "Admiral's Order", "Location", "Game Aid")
_ON_OTHERS: Final = ("Effect", "Epic Event", "Jedi Test", "Mission")


class Follows(IntEnum):
    """Whether a sentence is a step of what stands before it; `MAYBE` where only its form speaks for it."""

    NO = 0
    MAYBE = 1
    SURELY = 2


def of_subject(fact: TextFact, conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """The conditions, where a state without a subject is that of the one the fact is about."""
    if fact.who in PLAYERS:
        return conditions
    return tuple(_owned(c, fact.who) for c in conditions)


def in_context(
    facts: tuple[TextFact, ...], sentence: str, *, first: bool, type_: str, unread: bool = False
) -> tuple[TextFact, ...] | None:
    """The facts of a sentence, with what its place in the text tells.

    Args:
        facts: as the sentence alone was read.
        sentence: the words.
        first: it opens its section.
        type_: of the card.
        unread: what stands before it is not understood.

    Returns:
        None if the text does not tell whose state a condition is, or whether the sentence is a step of one
        that is not understood: then it is not understood, either.
    """
    how = Follows.NO if first else max(_goes_on(f, sentence, type_) for f in facts)
    if how is Follows.MAYBE and unread:
        return None
    step = FOLLOWS_UNREAD if unread else FOLLOWS
    found = []
    for fact in facts:
        owned = _state_owner(fact, type_)
        if owned is None:
            return None
        if fact.kind is FactKind.LOST_WHEN and not _itself(sentence, type_):
            return None
        one = _titled(_host(owned, sentence), sentence)
        if one.kind is FactKind.DEPLOYS_ON and one.optional:
            one = replace(one, kind=FactKind.MAY_DEPLOY)  # a place it may go to besides those of the rules
        found.append(replace(one, conditions=(step, *one.conditions)) if how else one)
    return tuple(found)


def _itself(sentence: str, type_: str) -> bool:
    """Whether the end a sentence tells of is that of the card itself: `Weapon lost` only of a weapon's."""
    named = _OWN_END.search(sentence)
    return named is None or named[1].lower() in type_.lower()


def of_host(reads: list[Read], type_: str) -> list[Read]:
    """The clauses of a device or a weapon: what is said of nobody's numbers is said of what it is on.

    A second change of the same number ("+1. If at home, +2") may be meant besides the first one or in its
    place: such a clause is not understood.
    """
    if not type_.startswith(("Device", "Weapon")):
        return reads
    places = (fact.where for _, facts, _ in reads for fact in facts or () if fact.kind is FactKind.DEPLOYS_ON)
    where = next(places, "").lower()
    host = next((host for word, host in _CARRIERS if word in where), "that character")
    changed: set[Stat | None] = set()
    found: list[Read] = []
    for sentence, facts, count in reads:
        if facts is None:
            found.append((sentence, facts, count))
            continue
        own = tuple(_hosted(fact, host) for fact in facts)
        stats = {f.stat for f in own if f.kind is FactKind.STAT_BONUS and f.who == host and not f.what}
        found.append((sentence, None if stats & changed else own, count))
        changed |= stats
    return found


def _hosted(fact: TextFact, host: str) -> TextFact:
    if fact.kind is FactKind.PILOT_BONUS and not fact.what:
        return replace(fact, kind=FactKind.STAT_BONUS, who=host)
    bare = fact.kind is FactKind.STAT_BONUS and not fact.who and fact.stat is not Stat.DESTINY
    if not bare:
        return fact
    return replace(fact, who=host, conditions=tuple(_owned(c, host) for c in fact.conditions))


def _titled(fact: TextFact, sentence: str) -> TextFact:
    """`Your Destiny is canceled`: singular, so a title, and not something of ours."""
    words = fact.what[5:].split()
    if (
        fact.what[:5] == "your "
        and all(word[:1].isupper() for word in words)
        and re.match(rf"Your {re.escape(fact.what[5:])} is ", sentence)
    ):
        return replace(fact, what=f"Your{fact.what[4:]}")
    return fact


def _goes_on(fact: TextFact, sentence: str, type_: str) -> Follows:
    """Whether a fact is a step of the action of the sentences before it."""
    if fact.kind in _STANDING or type_ == "Interrupt":
        return Follows.NO if fact.kind in _STANDING else Follows.SURELY
    if type_.startswith("Objective") and any(_whole_game(c) for c in fact.conditions):
        return Follows.NO  # the rest of the game begins with the objective
    named = [fact.who, fact.what, fact.where]
    for condition in fact.conditions:
        named += [condition.who, condition.what, condition.where]
    kinds = {condition.kind for condition in fact.conditions}
    step = (
        any(_points_back(name, sentence) for name in named)
        or (fact.kind is FactKind.TOTAL_BONUS and fact.what.endswith("before"))
        or bool({C.SUCCESSFUL, C.OTHERWISE} & kinds)
        or _of_destiny(fact)
    )
    if step:
        return Follows.SURELY
    if kinds:
        return Follows.NO if kinds - _RESULTS else Follows.MAYBE
    if fact.optional or _EVERYBODY.search(sentence):
        return Follows.NO
    return Follows.MAYBE if fact.kind in _DEEDS or _ORDER.match(sentence) else Follows.NO


def _whole_game(condition: Condition) -> bool:
    return condition.kind is C.REMAINDER_OF and condition.what == "game"


def _points_back(name: str, sentence: str) -> bool:
    """Whether a phrase such as "that starship" is of something this sentence has not named before."""
    if _BACK_REFERENCE.search(name) is None:
        return False
    words = name.split()
    if words[0].lower() == "target" and _TARGETING.search(sentence):
        return False
    before = sentence.lower().partition(name.lower())[0]
    return words[0].lower() not in {"that", "those"} or words[-1].lower().rstrip("s") not in before


def _of_destiny(fact: TextFact) -> bool:
    return any(c.kind is C.COMPARES and c.what.startswith(("destiny", "X")) for c in fact.conditions)


def _host(fact: TextFact, sentence: str) -> TextFact:
    """`Character is power +2`: not any character, but the one this card is on or tells of."""
    last = fact.who.rsplit(" ", 1)[-1].lower()
    if last not in _HOSTS or last == "target":
        return fact
    if fact.who.count(" ") > 1 or (" " in fact.who and last != "hunter"):
        return fact
    opening = r"(?:^|[;,] |\b(?:and|or|if|while|may|of|to|then|when) )"
    bare = re.search(rf"{opening}{fact.who}\b", sentence, re.IGNORECASE)
    if not bare:
        return fact
    that = f"that {fact.who}"
    conditions = tuple(replace(c, who=that) if c.who == fact.who else c for c in fact.conditions)
    return replace(fact, who=that, conditions=conditions)


def _state_owner(fact: TextFact, type_: str) -> TextFact | None:
    if not any(_nobodys(c) for c in fact.conditions):
        return fact
    placeless = type_.startswith(_PLACELESS)
    if not placeless and not type_.startswith(_ON_OTHERS):
        return fact  # the card itself
    if fact.who not in PLAYERS:
        if not placeless and fact.who.startswith(("your", "all", "each")):
            return None
        return replace(fact, conditions=of_subject(fact, fact.conditions))
    return None if placeless else fact


def _nobodys(condition: Condition) -> bool:
    return (condition.kind in SELF_KINDS and not condition.who) or any(map(_nobodys, condition.parts))


def _owned(condition: Condition, who: str) -> Condition:
    parts = tuple(_owned(part, who) for part in condition.parts)
    if condition.kind in SELF_KINDS and not condition.who:
        return replace(condition, who=who, parts=parts)
    return replace(condition, parts=parts)
