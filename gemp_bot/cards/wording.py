"""Says in plain words what a card does: made of its terms with the patterns of `words.toml`."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from textwrap import shorten
from typing import Any, Final

from gemp_bot.cards.labels import split_number
from gemp_bot.cards.texts import CardText, Standing, Term, Told, Value

_PART: Final = re.compile(r"(?<!\\)\[((?:\\.|[^\[\]\\])*)\]")
_PLACE: Final = re.compile(r"\{(\w+)([-+|^]?)\}")
_ASKED: Final = re.compile(r"\{(\w+)-\}")
_YOU: Final = re.compile(r"\byou (controls|occupies|uses|loses|retrieves|activates|draws|has)\b")
_OF_SIDE: Final = re.compile(r" \(player: the (?:Dark|Light) Side player\)")
_LONGEST: Final = 160
"""Letters of a label: the texts of some cards go on and on."""
_VERBS: Final = {"has": "have", "occupies": "occupy"}
_TWICE: Final = re.compile(r"\bat (here|where|at|in battle)\b")
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
    return f"{moment}{when and f', if {when}'}: {say_value(told.steps) or 'nothing that is read'}"


def say_label(label: str, text: CardText) -> str:
    """A label in words: where it has a number for them, those of what the action does, without its limits.

    Args:
        label: of a menu.
        text: what the card does; of a card that is not known the number is left out.
    """
    bare, number = split_number(label)
    if number is None:
        return label
    for action in text.actions:
        mode = f"{action.mode.upper()}: " if action.mode else ""
        steps = tuple(each for each in action.steps if each.name != "usage")
        if action.label == number and label.startswith(mode) and steps:
            # Of a location it says whose action it is: that of whoever has the menu.
            words = shorten(_OF_SIDE.sub("", say_value(steps)), _LONGEST, placeholder=" ...")
            return f"{mode}{words[0].upper()}{words[1:]}"
    return bare


def selectors_of(text: CardText) -> list[str]:
    """What the selectors of a card say: `deploy on: your warrior`."""
    return [f"{name.replace('_', ' ')}: {say_value(value)}" for name, value in text.selectors.items()]


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
            return joint.join(filter(None, (say_value(each) for each in value if not _is_silent(each))))
        case str():
            said = _say_word(value)
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
        return word.replace("_", " ")
    known = _words()["references"].get(word[1:])
    return known if isinstance(known, str) else re.sub(r"(?<=\D)(?=\d)", " ", word[1:]).replace("_", " ")


def _pattern(term: Term) -> str:
    """How a term is said: of several patterns the first one of which all arguments are there."""
    words, plain = _words(), term.name.replace("_", " ")
    found = words["steps"].get(term.name) if {"what", "then"} & set(term.args) else None
    found = found or words["terms"].get(term.name, plain)
    patterns: list[str] = found if isinstance(found, list) else [found]
    for pattern in patterns:
        needed = [name for name, _ in _PLACE.findall(_PART.sub("", pattern))] + _ASKED.findall(pattern)
        if set(needed) <= set(term.args):
            return pattern
    return plain if isinstance(found, list) else patterns[0]


def _say_term(term: Term, joint: str) -> str:
    words, used = _words(), set[str]()
    counted = [name for name, value in term.args.items() if value == 1 == words["quiet_values"].get(name)]

    def told(name: str, how: str = "") -> str:
        value = term.get(name)
        of_condition = name == "when" or (name == "of" and term.name == "when")
        inner = joint if term.name in _JOINTS else _ALL if of_condition else " "
        if term.name in _JOINTS:
            parts = value if isinstance(value, tuple) else (value,)
            said = (_bracketed(each, inner, term.name) for each in parts if not _is_silent(each))
            return (" or " if how == "|" else inner).join(filter(None, said))
        return "" if _is_silent(value) else say_value(value, inner, how)

    def part(found: re.Match[str]) -> str:
        wanted = [name for name, _ in _PLACE.findall(found[1])]
        used.update(wanted)
        said = (name in term.args and name not in counted and told(name) for name in wanted)
        return found[1] if all(said) else ""

    def place(found: re.Match[str]) -> str:
        name, how = found.groups()
        used.add(name)
        return "" if how == "-" else told(name, how)

    said = _PLACE.sub(place, _PART.sub(part, _pattern(term))).replace("\\", "").replace("you's", "your")
    said = _YOU.sub(
        lambda found: f"you {_VERBS.get(found[1], found[1].removesuffix('s'))}", " ".join(said.split())
    )
    said = _TWICE.sub(r"\1", said)
    left = [
        f"{name.replace('_', ' ')}: {say_value(value)}" if value is not True else name.replace("_", " ")
        for name, value in term.args.items()
        if name not in (*used, *words["quiet"]) and value not in ("$self", words["quiet_values"].get(name))
    ]
    return f"{said} ({', '.join(left)})" if left else said


def _bracketed(value: Value, joint: str, outer: str) -> str:
    """A part of what is joined; in brackets where it is joined of several itself, unless both by "and"."""
    said = say_value(value, joint)
    several = isinstance(value, Term) and value.name in ("and", "or") and value.name != outer
    several = several and (outer, joint) != ("or", " ")
    return f"({said})" if several and " " in said else said
