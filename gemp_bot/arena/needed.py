"""What a key of a spec takes, in words, from the types of its sections."""

import types
from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from gemp_bot.arena.spec import Spec
from gemp_bot.files.toml_lines import Place
from gemp_bot.terminal import plain

EXAMPLES: Mapping[str, str] = MappingProxyType(
    {
        "server": 'server = "http://127.0.0.1:17001"',
        "games": "games = 40",
        "accounts": 'accounts = [{ user = "mybot", password_file = "password" }]',
        "player": '[player] and below it strategy = "steady"',
        "opponent": '[[opponent]] and below it kind = "ai" and skill = "RANDO"',
        "user": 'user = "mybot"',
        "password_file": 'password_file = "password"',
        "strategy": 'strategy = "steady"',
        "kind": 'kind = "ai" or kind = "strategy"',
        "format": 'format = "open"',
        "random": "random = 20",
        "file": 'file = "mine.txt"',
    }
)
"""How a key that must be there is written."""


def what_is_right(place: Place, data: Any) -> str | None:
    """What a key takes, and what it has where that can be shown; None for a key that is not known.

    Args:
        place: of the key.
        data: the whole spec.
    """
    kind, value = _follow(place, data)
    if kind is None:
        return None
    choices = _choices(kind)
    if choices and isinstance(value, str):
        told = ", ".join(f'"{choice}"' for choice in choices)
        close = get_close_matches(value.lower(), [choice.lower() for choice in choices], n=1)
        meant = next((choice for choice in choices if close and choice.lower() == close[0]), None)
        return f'"{plain(value)[:40]}" is none of {told}' + (f': did you mean "{meant}"?' if meant else "")
    # Texts are not shown: one may be a password in a wrong place.
    number = isinstance(value, int | float) and "password" not in str(place[-1:])
    return f"must be {_words(kind)}" + (f", not {str(value).lower()}" if number else "")


def _follow(place: Place, data: Any) -> tuple[Any, Any]:
    """The type of a key and its value."""
    kind: Any = Spec
    for part in place:
        if isinstance(part, str):
            section = _section(kind)
            hints = {} if section is None else get_type_hints(section, include_extras=True)
            kind = hints.get(part)
            data = data.get(part) if isinstance(data, Mapping) else None
        else:
            inner = _bare(kind)
            kind = get_args(inner)[0] if get_origin(inner) is list else None
            data = data[part] if isinstance(data, list) else None
        if kind is None:
            return None, None
    return kind, data


def _bare(kind: Any) -> Any:
    """A type without annotations and without None."""
    if get_origin(kind) is Annotated:
        return _bare(get_args(kind)[0])
    if get_origin(kind) in {Union, types.UnionType}:
        left = [one for one in get_args(kind) if one is not type(None)]
        if len(left) == 1:
            return _bare(left[0])
    return kind


def _section(kind: Any) -> type[msgspec.Struct] | None:
    bare = _bare(kind)
    found = get_args(bare) if get_origin(bare) in {Union, types.UnionType} else (bare,)
    return next((one for one in found if isinstance(one, type) and issubclass(one, msgspec.Struct)), None)


def _choices(kind: Any) -> tuple[str, ...]:
    bare = _bare(kind)
    return get_args(bare) if get_origin(bare) is Literal else ()


def _words(kind: Any) -> str:
    bare = _bare(kind)
    meta = next((one for one in getattr(kind, "__metadata__", ()) if isinstance(one, msgspec.Meta)), None)
    numbers = {int: "a whole number" + _range(meta), float: "a number" + _range(meta)}
    plain_types = {bool: "true or false", str: "a text in quotes", **numbers}
    if bare in plain_types:
        return plain_types[bare]
    if _choices(kind):
        return "one of " + ", ".join(f'"{choice}"' for choice in _choices(kind))
    if get_origin(bare) in {Union, types.UnionType}:
        return 'the name of a library deck in quotes, or { file = "..." }'
    return "a list of tables" if get_origin(bare) is list else "a table"


def _range(meta: msgspec.Meta | None) -> str:
    if meta is None:
        return ""
    low = f" from {meta.ge:,}" if meta.ge is not None else f" above {meta.gt}" if meta.gt is not None else ""
    high = f" to {meta.le:,}" if meta.le is not None else f" below {meta.lt}" if meta.lt is not None else ""
    joined = f"{low} and{high}" if meta.lt is not None and low else low + high
    return joined.replace(",", "")
