"""Says in plain words what a card does: made of its terms with the patterns of `words.toml`."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from operator import itemgetter
from string import digits
from textwrap import shorten
from typing import Any, Final

from gemp_bot.cards.labels import split_number
from gemp_bot.cards.texts import CardText, Standing, Term, Told, Value

_PART: Final = re.compile(r"\[([^\[\]]*)\]")
_PLACE: Final = re.compile(r"\{(\w+)([-+|^]?)\}")
_ASKED: Final = re.compile(r"\{(\w+)-\}")
_YOU: Final = re.compile(r"\byou (controls|occupies|uses|loses|retrieves|activates|draws|has|is)\b")
_OF_SIDE: Final = re.compile(r" of the (?:Dark|Light) Side player|^the (?:Dark|Light) Side player ")
_LONGEST: Final = 160
"""Letters of a label: the texts of some cards go on and on."""
_VERBS: Final = {"has": "have", "occupies": "occupy", "is": "are"}
_BEHIND: Final = re.compile(
    r"(?:with|at|on|in|of|aboard|present|here|where|having|bearing|attached|related|that|not|piloti?n?ed|piloting"
    r"|stacked|armed|alone|ability|power|adjacent|escorted|captured|matching \w+ of)\b"
)
"""How what stands behind a noun begins."""
_WHO: Final = ("who", "card_filter", "card_to_deploy_filter", "target_filter", "stacked_card_filter")
_WITH: Final = ("with ", "without ", "not with ", "having ", "bearing ", "aboard ")
_QUIET: Final = ("$self", "$event", "$playing", "$you")
_ADJECTIVES: Final = frozenset({"your", "opponents", "other", "unique", "non_unique", "any", "battleground"})
_KINDS: Final = frozenset({"category", "type"})
_SMOOTHED: Final = (
    (re.compile(r"\bnot with\b"), "without"),
    (re.compile(r"\bwhile unless\b"), "unless"),
    (re.compile(r"\bat any(?! \w*(?:ship|site|location|system|card))\b"), "anywhere"),
    (re.compile(r"\bat not\b"), "at a place not"),
    (re.compile(r"\bat on\b"), "on"),
    (re.compile(r"\bto (?=(?:at|of|on)\b)"), "to a place "),
    (re.compile(r"\bat (here|where|at|in battle)\b"), r"\1"),
    (re.compile(r"\bnot you (occupy|control|have)\b"), r"you do not \1"),
    (re.compile(r"\bnot (this card|opponent|the other player) has\b"), r"\1 does not have"),
    (re.compile(r"\bnot (opponent|the other player) (occup|control)(?:ie)?s\b"), r"no \2 of \1"),
    (
        re.compile(r"\b(Force drains|Force generation|total power|total Force generation) of you\b"),
        r"your \1",
    ),
    (re.compile(r"\b([a-z]+) \1\b"), r"\1"),
)
"""What is said otherwise where patterns meet."""
_TAKEN: Final = ("get ", "is ", "abstract ", "build ")
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_JOINTS: Final = frozenset({"and", "or", "not"})
_ALL: Final = " and "
"""How conditions are joined; selectors only follow each other."""


@cache
def _words() -> Mapping[str, Any]:
    return tomllib.loads(files("gemp_bot.cards").joinpath("words.toml").read_text("utf-8"))


def say(told: Told) -> str:
    """A standing text, an action or a shot in words."""
    words = _words()
    if isinstance(told, Term):
        return say_value(told)
    if isinstance(told, Standing):
        where, guard = words["whiles"].get(told.while_), say_value(told.guard, _ALL)
        return f"{f'{where}: ' if where else ''}{say_value(told.term)}{guard and f' while {guard}'}"
    moment = words["moments"][told.moment] + (f" as a {told.mode.title()} Interrupt" if told.mode else "")
    when = say_value(told.when, _ALL)
    return f"{moment}{when and f', if {when}'}: {say_value(told.steps) or 'something that is not read'}"


def say_label(label: str, text: CardText) -> str:
    """A label in words: where it has a number for them, what the action does, and its cost; no limits.

    Args:
        label: of a menu.
        text: what the card does; of a card that is not known the number is left out.
    """
    bare, number = split_number(label)
    if number is None:
        return label
    for action in text.actions:
        mode = f"{action.mode.upper()}: " if action.mode else ""
        steps = tuple(
            sorted(
                (each for each in action.steps if each.name != "usage"), key=lambda each: each.name == "cost"
            )
        )
        if action.label == number and label.startswith(mode) and steps:
            # Of a location it says whose action it is: that of whoever has the menu.
            words = shorten(_OF_SIDE.sub("", say_value(steps)), _LONGEST, placeholder=" ...")
            return f"{mode}{words[0].upper()}{words[1:]}"
    return bare


def selectors_of(text: CardText) -> list[str]:
    """What the selectors of a card say: `deploy on: your warrior`."""
    return [
        f"{name.replace('_', ' ')}: {_of_card(say_value(value))}" for name, value in text.selectors.items()
    ]


def _of_card(said: str) -> str:
    """What is asked of a card, where that begins with what it has or is not."""
    if said.startswith("not ") and not _BEHIND.match(said.removeprefix("not ")):
        return f"card that is {said}"
    return f"card {said}" if said.startswith(_WITH) else said


def say_value(value: Value, joint: str = " ", sign: str = "") -> str:
    """A value in words.

    Args:
        value: what is said.
        joint: what stands between the parts of one that is joined by "and".
        sign: `+` for a number with its sign, `^` for a name.
    """
    match value:
        case Term():
            return _say_term(value, joint)
        case tuple():
            if any(isinstance(each, Term) and each.name in _words()["steps"] for each in value):
                joint = "; "
            inner = joint if joint == _ALL else " "
            return joint.join(
                filter(None, (say_value(each, inner) for each in value if not _is_silent(each)))
            )
        case str():
            said = _words()["names"].get(value) if sign == "^" else None
            said = said or _say_word(value)
            return re.sub(r"(?<![\w'])[a-z]", lambda first: first[0].upper(), said) if sign == "^" else said
        case bool() | None:
            return {True: "yes", False: "no", None: "nothing"}[value]
        case _:
            return f"{value:{sign.strip('^')}g}"


def _is_silent(value: Value) -> bool:
    """Whether a part goes without saying: it is so in any case, or asks only whether there is something."""
    if not isinstance(value, Term):
        return value in _words()["silent"]
    if value.name == "not":
        return _is_silent(value.get("of"))
    return value.name in _words()["silent"] or (
        value.name in ("equal", "unequal") and "right" not in value.args
    )


def _say_word(word: str) -> str:
    if not word.startswith("$"):
        return word.replace("_", " ").replace(" class ", "-class ").strip()
    known = _words()["references"].get(word[1:])
    if isinstance(known, str):
        return known
    name = word[1:].rstrip(digits)
    number = word[1 + len(name) :]
    which = f"{_ORDINALS[int(number) - 1]} " if number and 1 < int(number) <= len(_ORDINALS) else ""
    return f"the {which}{name.replace('_', ' ')}"


def _pattern(term: Term) -> str:
    """How a term is said: of several patterns the first one of which all arguments are there."""
    words, plain = _words(), term.name.replace("_", " ")
    for start in _TAKEN:
        plain = plain.removeprefix(start)
    plain = f"[{{who}} ]{plain}[ {{amount+}}]"
    if term.name.startswith("fire_") and "at" in term.args:
        plain = "fires at {at}"
    found = words["steps"].get(term.name) if {"what", "then"} & set(term.args) else None
    found = found or words["terms"].get(term.name) or words["terms"].get(term.name.removeprefix("is_"), plain)
    patterns: list[str] = found if isinstance(found, list) else [found]
    for pattern in patterns:
        whole = _PART.sub("", pattern)
        needed = [name for name, _ in _PLACE.findall(whole)] + _ASKED.findall(whole)
        if set(needed) <= set(term.args):
            return pattern
    return plain


def _say_term(term: Term, joint: str) -> str:
    words, used = _words(), set[str]()
    counted = [name for name, value in term.args.items() if value == 1 == words["quiet_values"].get(name)]

    @cache
    def told(name: str, how: str = "") -> str:
        value = term.get(name)
        of_condition = name == "when" or (name == "of" and term.name == "when")
        inner = joint if term.name in _JOINTS else _ALL if of_condition else " "
        if term.name in _JOINTS:
            parts = value if isinstance(value, tuple) else (value,)
            parts = tuple(each for each in parts if not _is_silent(each))
            several = [_bracketed(each, inner, term.name) for each in parts]
            if term.name == "and" and inner == " ":
                several = _in_order(several, parts)
            return (" or " if how == "|" else inner).join(filter(None, several))
        said = "" if _is_silent(value) else say_value(value, inner, how)
        return _of_card(said) if name in _WHO else said

    def part(found: re.Match[str]) -> str:
        wanted = [name for name, _ in _PLACE.findall(found[1])]
        used.update(wanted)
        said = (
            name in term.args and name not in counted and not _is_any_weapon(name, term) and told(name)
            for name in wanted
        )
        return found[1] if all(said) else ""

    def place(found: re.Match[str]) -> str:
        name, how = found.groups()
        used.add(name)
        return "" if how == "-" else told(name, how) if how else told(name)

    if term.name in words["steps"] and any(each in term.args and not told(each) for each in ("what", "then")):
        return ""  # it does nothing that is said
    pattern = _pattern(term)
    said = _PLACE.sub(place, _PART.sub(part, pattern)).replace("you's", "your")
    said = _YOU.sub(
        lambda found: f"you {_VERBS.get(found[1], found[1].removesuffix('s'))}", " ".join(said.split())
    )
    left = [
        words["arguments"][name].format(told(name))
        for name, value in term.args.items()
        if name in words["arguments"] and name not in (*used, *counted) and value not in _QUIET and told(name)
    ]
    said = " ".join(filter(None, (said, *left)))
    for found, instead in _SMOOTHED:
        said = found.sub(instead, said)
    return said


def _is_any_weapon(name: str, term: Term) -> bool:
    value = term.get(name)
    return name == "weapon_filter" and isinstance(value, Term) and value.name == "any"


def _in_order(said: list[str], parts: tuple[Value, ...]) -> list[str]:
    """What a selector asks of a card: who it is, then where and with what."""
    ranked: list[tuple[int, str]] = []
    for each, told in zip(parts, said, strict=True):
        name = each.name if isinstance(each, Term) else ""
        rank = 4 if _BEHIND.match(told) else 0 if name in _ADJECTIVES else 2 if name in _KINDS else 1
        aside = told.startswith("not ") and not _BEHIND.match(told.removeprefix("not "))
        ranked.append((rank, f"that is {told}" if aside else told))
    if all(rank in (0, 4) for rank, _ in ranked):
        ranked.append((3, "card"))
    return [words for _, words in sorted(ranked, key=itemgetter(0)) if words]


def _bracketed(value: Value, joint: str, outer: str) -> str:
    """A part of what is joined; in brackets where it is joined of several itself, unless both by "and"."""
    said = say_value(value, joint)
    several = isinstance(value, Term) and value.name in ("and", "or") and value.name != outer
    several = several and (outer, joint) != ("or", " ")
    return f"({said})" if several and " " in said else said
