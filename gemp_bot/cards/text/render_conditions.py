"""The circumstances of a fact in plain words: `if you occupy Grey Harbor`, `once per turn`."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from gemp_bot.cards.text.facts import Condition
from gemp_bot.cards.text.facts import ConditionKind as C

_TIMES: Final[Mapping[C, str]] = {
    C.DURING: "during {what}",
    C.END_OF: "at the end of {what}",
    C.START_OF: "at the start of {what}",
    C.UNTIL: "until {what}",
    C.REMAINDER_OF: "for the rest of the {what}",
    C.EVERY: "each time",
    C.FOLLOWS: "as a step of what stands before",
    C.OTHERWISE: "otherwise",
}
"""What needs no "if"."""

_STATES: Final[Mapping[C, str]] = {
    C.AT: "{who} is at {where}",
    C.ON: "{who} is on {where}",
    C.ABOARD: "{who} is aboard {where}",
    C.HERE: "{who} is here",
    C.PRESENT: "{who} is present at {where}",
    C.ALONE: "{who} is alone at {where}",
    C.PILOTING: "{who} pilots {what}",
    C.WITH: "{who} is with {what}",
    C.PRESENT_WITH: "{who} is present with {what}",
    C.ARMED_WITH: "{who} is armed with {what}",
    C.IN_BATTLE: "{who} is in battle with {what} at {where}",
    C.DEFENDING: "{who} defends in a battle at {where}",
    C.AGAINST: "{who} is in battle against {what}",
    C.ON_TABLE: "{who} is on table",
    C.OUT_OF_PLAY: "{who} is out of play",
    C.STACKED: "{who} is stacked on {where}",
    C.OCCUPIES: "{who} occupies {where} with {what}",
    C.CONTROLS: "{who} controls {where} with {what}",
    C.HAS: "{who} has {what} at {where}",
    C.IS: "{who} is {what}",
    C.ABILITY_PROVIDED_BY: "your ability at {where} comes from {what}",
    C.BATTLE_INITIATED: "{who} initiated a battle at {where} with {what}",
    C.BATTLE_WON: "{who} won a battle at {where} with {what}",
    C.BATTLE_LOST: "{who} lost a battle at {where} with {what}",
    C.BATTLE_ENDED: "a battle ended",
    C.DRAIN_INITIATED: "{who} began a Force drain at {where}",
    C.DRAINED: "{who} drained at {where}",
    C.DEPLOYED: "{who} deployed {what}",
    C.PLAYED: "{who} played {what}",
    C.MOVED: "{who} moved {what} to {where}",
    C.LOST_CARD: "{what} was lost from {where}",
    C.FORFEITED: "{what} was forfeited from {where}",
    C.HIT: "{who} was hit by {what}",
    C.TARGETED: "{who} targets or is targeted by {what}",
    C.FIRED: "{who} fires {what}",
    C.CAPTURED: "{who} was captured",
    C.DESTINY_DRAWN: "{who} drew {what}",
    C.DESTINY_TO_BE_DRAWN: "{who} is about to draw {what}",
    C.DRAWN_FOR_DESTINY: "{what} was drawn for destiny",
    C.RETRIEVED: "{who} retrieves {number} Force",
    C.FORCE_LOST: "{who} loses {number} Force",
    C.SUCCESSFUL: "that succeeds",
    C.POSSIBLE: "that is possible",
    C.THIS_SIDE_UP: "this side is up",
    C.MOVING: "{who} moves to or from {where}",
    C.CANCELED: "{who} is canceled",
    C.EXCEPT: "it is not {what}",
    C.BOTH: "all of them are",
}
_PREPOSITIONS: Final = ("at", "on", "with", "from", "to", "by", "against", "aboard", "stacked")
_OPS: Final = {">": "more than", "<": "less than", "=": "equal to", "≥": "at least", "≤": "at most"}
_TIMES_NAMED: Final = {1: "once", 2: "twice"}
_SPOTS: Final = frozenset({"here", "there", "elsewhere", "on table", "present", "in battle"})
_PLURAL: Final = {
    "is": "are", "has": "have", "occupies": "occupy", "controls": "control", "pilots": "pilot",
    "targets": "target", "fires": "fire", "loses": "lose", "retrieves": "retrieve", "defends": "defend",
    "moves": "move", "was": "were",
}  # fmt: skip
_PLURAL_VERB: Final = re.compile(rf"^ ({'|'.join(_PLURAL)})\b")
_BE: Final = re.compile(r"\b(is|are|was|were)\b")
_LOSERS: Final = frozenset({"you", "opponent", "that player"})
_LOSSES: Final = {
    C.LOST_CARD: "{who} lost {what} from {where}",
    C.FORFEITED: "{who} forfeited {what} from {where}",
    C.DRAWN_FOR_DESTINY: "{who} drew {what} for destiny",
}
_BARE: Final = ((C.PILOTING, "pilots {what}", "pilots it"), (C.ABOARD, "is aboard {where}", "is aboard"))
"""What is said where the place or the ship is not named."""


def number(value: float) -> str:
    """A number as it is printed: `2`, `1.5`."""
    return f"{value:g}"


def said_conditions(conditions: tuple[Condition, ...]) -> Iterator[str]:
    """Each condition in words, those that begin an action first."""
    first = [c for c in conditions if c.kind is C.FOLLOWS]
    for condition in (*first, *(c for c in conditions if c.kind is not C.FOLLOWS)):
        yield said(condition)


def said(condition: Condition) -> str:
    """A condition with its opening word: `if`, `unless`, `during`, ..."""
    if condition.kind is C.ONCE_PER:
        count = int(condition.number or 1)
        times = _TIMES_NAMED.get(count, f"{count} times")
        owned = condition.what.startswith(("your ", "opponent's ", "any ", "each "))
        each = "each of " if condition.what.endswith("s") else ""
        return f"{times} during {each}{condition.what}" if owned else f"{times} per {condition.what}"
    if condition.kind is C.FOLLOWS and condition.what:
        return "as a step of an action that is left out"
    if condition.kind in _TIMES:
        words = _TIMES[condition.kind].format(what=condition.what)
        return f"{words} at {condition.where}".replace("at here", "here") if condition.where else words
    return f"{'unless' if condition.negated else 'if'} {_state(condition)}"


def _state(condition: Condition) -> str:
    """A state without its opening word."""
    if condition.parts:
        word = " or " if condition.kind is C.ANY_OF else " and "
        return word.join(_inner(part) for part in condition.parts)
    if condition.kind is C.COMPARES:
        return _comparison(condition)
    who = condition.who or _DEFAULT.get(condition.kind, "it")
    fields = {"who": who, "what": condition.what, "where": condition.where}
    words = _template(condition, who)
    if words.startswith("{what}"):
        fields["what"] = condition.what or who
    fields["number"] = "" if condition.number is None else number(condition.number)
    for name in ("where", "what", "number"):
        if not fields[name]:
            words = _without(words, "{" + name + "}")
    if condition.where in _SPOTS:
        for preposition in ("at", "on", "from", "to"):
            words = words.replace(f"{preposition} {{where}}", "{where}")
    said_words = " ".join(words.format(**fields).split())
    return (
        _PLURAL_VERB.sub(_plural, said_words[len(who) :], count=1).join((who, ""))
        if _many(who)
        else said_words
    )


def _template(condition: Condition, who: str) -> str:
    """The words of a state, by what is known of it."""
    kind = condition.kind
    if kind is C.LOST_CARD and condition.what == "blown away":
        return "{who} is blown away"
    if condition.op == "more than the other" and kind in {C.CONTROLS, C.OCCUPIES}:
        verb = "controls" if kind is C.CONTROLS else "occupies"
        return f"{{who}} {verb} more {{where}} than {'you' if who == 'opponent' else 'opponent'}"
    if kind in _LOSSES and who in _LOSERS:
        return _LOSSES[kind]
    words = _STATES[kind]
    for bare_kind, full, bare in _BARE:
        if kind is bare_kind and not (condition.what if kind is C.PILOTING else condition.where):
            words = words.replace(full, bare)
    return words


def _many(who: str) -> bool:
    """Whether a subject takes a plural verb; when in doubt it does not."""
    if who.startswith("what "):
        return False
    last = who.rsplit(" ", maxsplit=1)[-1]
    ends = last.endswith("s") and not last.endswith(("'s", "ss", "us"))
    counted = who.startswith(
        ("your ", "two ", "three ", "four ", "five ", "all ", "opponent's ", "at least ")
    )
    return (
        who in {"you", "they"}
        or who.startswith("both ")
        or " and " in who
        or (ends and (counted or last.islower()))
    )


def _plural(match: re.Match[str]) -> str:
    return f" {_PLURAL[match[1]]}"


_DEFAULT: Final = {
    C.BATTLE_INITIATED: "either player",
    C.BATTLE_WON: "either player",
    C.BATTLE_LOST: "either player",
    C.DRAIN_INITIATED: "either player",
    C.DRAINED: "either player",
}


def _inner(condition: Condition) -> str:
    """A part of a joined condition; there, "not" stands for "unless"."""
    words = said(condition)
    if words.startswith("unless "):
        words = words.removeprefix("unless ")
        denied = _BE.sub(r"\1 not", words, count=1)
        return denied if denied != words else f"it is not so that {words}"
    return words.removeprefix("if ")


def _without(words: str, slot: str) -> str:
    """The words without a slot that stands empty, and without its preposition."""
    for preposition in _PREPOSITIONS:
        words = words.replace(f" {preposition} {slot}", "")
    return words.replace(slot, "").strip()


def _comparison(condition: Condition) -> str:
    stat = "" if condition.stat is None else condition.stat.value.replace("_", " ")
    op = _OPS.get(condition.op, condition.op)
    if condition.number is None:
        owner = f"{condition.who}'s" if condition.who else "its"
        return f"{condition.what or 'the total'} is {op} {owner} {stat}".strip()
    named = " ".join(
        part for part in (f"{condition.who}'s" if condition.who else "", condition.what, stat) if part
    )
    return f"{named or 'it'} is {op} {number(condition.number)}"
