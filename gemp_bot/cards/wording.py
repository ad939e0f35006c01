"""Says in plain words what a card does: made of its terms with the patterns of `words.toml`."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from gemp_bot.cards.texts import CardText, Standing, Term, Told, Value

_PART: Final = re.compile(r"(?<!\\)\[((?:\\.|[^\[\]\\])*)\]")
_PLACE: Final = re.compile(r"\{(\w+)([+&|]?)\}")
_YOU: Final = re.compile(r"\byou (controls|occupies|uses|loses|retrieves|activates|draws|has)\b")
_VERBS: Final = {"has": "have", "occupies": "occupy"}


@cache
def _words() -> Mapping[str, Any]:
    return tomllib.loads(files("gemp_bot.cards").joinpath("words.toml").read_text("utf-8"))


def say(told: Told) -> str:
    """A standing text, an action or a shot in words."""
    words = _words()
    if isinstance(told, Term):
        return say_value(told)
    if isinstance(told, Standing):
        where = words["whiles"].get(told.while_)
        guard = f" while {say_value(told.guard)}" if told.guard else ""
        return f"{f'{where}: ' if where else ''}{say_value(told.term)}{guard}"
    moment = words["moments"][told.moment] + (f" ({told.mode})" if told.mode else "")
    when = f", if {say_value(told.when)}" if told.when else ""
    return f"{moment}{when}: {say_steps(told.steps) or 'nothing that is read'}"


def selectors_of(text: CardText) -> list[str]:
    """What the selectors of a card say: `deploy on: your warrior`."""
    return [f"{name.replace('_', ' ')}: {say_value(value)}" for name, value in text.selectors.items()]


def say_steps(steps: Value) -> str:
    """Steps of an action, one after the other."""
    return "; ".join(say_value(each) for each in (steps if isinstance(steps, tuple) else (steps,)))


def say_value(value: Value, joint: str = " and ", sign: str = "") -> str:
    """A value in words; a number with its sign where that is wanted."""
    match value:
        case Term():
            return _say_term(value)
        case tuple():
            steps = bool(value) and all(
                isinstance(each, Term) and each.name in _words()["steps"] for each in value
            )
            return say_steps(value) if steps else joint.join(say_value(each) for each in value)
        case str():
            return _say_word(value)
        case bool() | None:
            return {True: "yes", False: "no", None: "nothing"}[value]
        case _:
            return f"{value:{sign}g}"


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
    fitting = (each for each in patterns if {name for name, _ in _PLACE.findall(each)} <= set(term.args))
    return next(fitting, plain if isinstance(found, list) else patterns[0])


def _say_term(term: Term) -> str:
    words, used = _words(), set[str]()

    def part(found: re.Match[str]) -> str:
        wanted = [name for name, _ in _PLACE.findall(found[1])]
        return found[1] if all(name in term.args for name in wanted) else ""

    def place(found: re.Match[str]) -> str:
        name, how = found.groups()
        used.add(name)
        value = term.get(name)
        joint = {"&": ", ", "|": " or "}.get(how, " and ")
        said = say_value(value, joint, "+" if how == "+" else "")
        inner = isinstance(value, Term) and value.name in ("and", "or") and term.name in ("and", "or", "not")
        several = how == "|" and isinstance(value, tuple)
        return f"({said})" if inner or several else said

    said = _PLACE.sub(place, _PART.sub(part, _pattern(term))).replace("\\", "").replace("you's", "your")
    said = " ".join(said.split())
    said = _YOU.sub(lambda found: f"you {_VERBS.get(found[1], found[1].removesuffix('s'))}", said)
    left = [
        f"{name.replace('_', ' ')}: {say_value(value)}" if value is not True else name.replace("_", " ")
        for name, value in term.args.items()
        if name not in (*used, *words["quiet"]) and value not in ("$self", words["quiet_values"].get(name))
    ]
    return f"{said} ({', '.join(left)})" if left else said
