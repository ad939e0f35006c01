"""docs/commands.md and docs/json.md, made of what the commands declare of themselves."""

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from enum import Enum
from itertools import chain, groupby
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec

from gemp_bot.cli.command import Command, CommandGroup, JsonResult
from gemp_bot.cli.parser import COMMANDS, declared

_COMMANDS_HEAD: Final = """\
# Commands

For those who use the command line: every command in one line, exit codes, completion. Made by
`python -m tools.pages commands`.

| command | what it does |
|---|---|
"""

_COMMANDS_END: Final = """
`--help` after any of them is its manual. `--json` prints one object as the last line of stdout
([json.md](json.md)); logs go to stderr. GAME is a recording, a folder of recordings, or the id of a game of
ours. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 configuration, 4 login, 130 interrupted.

From Python: `import gemp_bot` gives bots of your own, games, journals, cards and odds ([api.md](api.md)).

## Completion

`gemp-bot --completion SHELL` prints a script that lets a shell complete commands, options and file names.
Make it anew after an upgrade.

| shell | once, for good |
|---|---|
| bash | `gemp-bot --completion bash > ~/.local/share/bash-completion/completions/gemp-bot` |
| zsh | `gemp-bot --completion zsh > DIR/_gemp-bot`, DIR being one of `$fpath` |
| fish | `gemp-bot --completion fish > ~/.config/fish/completions/gemp-bot.fish` |
| PowerShell | `gemp-bot --completion powershell >> $PROFILE` |
| tcsh | `gemp-bot --completion tcsh >> ~/.cshrc` |

A name of version 0.2 that has changed ends with exit code 2 and a line that tells the new one, until version
0.4.
"""

_JSON_HEAD: Final = """\
# What `--json` prints

For programs that call the commands. Made by `python -m tools.pages json` of the structs that are printed.

One object, the last line of stdout, ASCII only; all else goes to stderr. A command that fails before it has a
result prints one line on stderr and no object. `x[].y` is the key `y` of every element of the list `x`; `x.*`
are keys that depend on the data. A type that is a link is told [at the end](#objects). `?` after a type: it
may be null, because it is not known or there is none.
Times are in seconds. Keys may be added in a later version; none changes its meaning within a major version.
"""


def leaves() -> Iterator[tuple[str, str, Command]]:
    """Every command with its words and its summary."""
    for name, summary in COMMANDS.items():
        found = declared(name)
        if isinstance(found, CommandGroup):
            for verb, each in found.commands.items():
                yield f"{name} {verb}", each.summary, each
        else:
            yield name, summary, found


def commands_page() -> str:
    """`docs/commands.md`."""
    rows = "".join(f"| `gemp-bot {words}` | {summary} |\n" for words, summary, _ in leaves())
    return _COMMANDS_HEAD + rows + _COMMANDS_END


def json_page() -> str:
    """`docs/json.md`. What several objects hold stands once, at the end."""
    parts = [_JSON_HEAD]
    shown: dict[type, str] = {}
    shared = _shared(kind for _, _, found in leaves() for kind in _either(found.json))
    for words, _, found in leaves():
        for kind in _either(found.json):
            title = f"## {words}" + (f" ({_about(kind)})" if len(_either(found.json)) > 1 else "")
            if kind in shown:
                parts.append(f"\n{title}\n\nAs of [{shown[kind]}](#{shown[kind].replace(' ', '-')}).\n")
                continue
            shown[kind] = words
            parts.append(f"\n{title}\n\n{_keys(kind, shared)}")
    parts.append("\n## Objects\n")
    for kind in sorted(shared, key=_name):
        about = f"{_about(kind)}.\n\n" if kind.__doc__ else ""
        parts.append(f"\n### {_name(kind)}\n\n{about}{_keys(kind, shared)}")
    return "".join(parts)


def _keys(kind: type, shared: AbstractSet[type]) -> str:
    """The table of its keys; neighbours of one type and meaning share a row."""
    rows = []
    for (what, meaning), keys in groupby(fields_of(kind, shared), lambda key: key[1:]):
        paths = [f"`{path}`" if path else "" for path, _, _ in keys]
        rows += [(each, what, meaning) for each in ([", ".join(paths)] if meaning else paths)]
    lines = "".join(f"|{path}|{what}|{meaning}|\n" for path, what, meaning in rows)
    return f"|key|type|meaning|\n|---|---|---|\n{lines}"


def _about(kind: type) -> str:
    return (kind.__doc__ or "").strip().partition("\n")[0].removesuffix(".")


def _name(kind: type) -> str:
    return kind.__name__.lstrip("_")


def _link(kind: type) -> str:
    return f"[{_name(kind)}](#{_name(kind).lower()})"


def _shared(kinds: Iterable[type]) -> AbstractSet[type]:
    """The structs below these that stand in more than one place, those that others extend among them."""
    places: Counter[type] = Counter()

    def walk(kind: type) -> None:
        fields = get_type_hints(kind, include_extras=True).values()
        for each in chain((kind.__mro__[1],), *map(_structs, fields)):
            if _is_object(each):
                places[each] += 1
                if places[each] == 1:
                    walk(each)

    for kind in dict.fromkeys(kinds):
        walk(kind)
    return {kind for kind, count in places.items() if count > 1}


def _structs(hint: Any) -> Iterator[type]:
    if get_origin(hint) is Annotated:
        hint, *notes = get_args(hint)
        if any("`gemp_bot." in str(note) for note in notes):  # told by its docstrings alone
            return
    if _is_object(hint):
        yield hint
    for each in get_args(hint):
        yield from _structs(each)


def _is_object(hint: Any) -> bool:
    """Whether its keys are shown."""
    if not isinstance(hint, type) or hint in (JsonResult, msgspec.Struct):
        return False
    return issubclass(hint, msgspec.Struct) or dataclasses.is_dataclass(hint)


def _either(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if isinstance(kind, UnionType) or get_origin(kind) is Union else (kind,)


def fields_of(kind: Any, shared: AbstractSet[type], before: str = "") -> Iterator[tuple[str, str, str]]:
    """Each key below a struct: its path, its type, its meaning.

    Args:
        kind: the struct.
        shared: the structs that are told elsewhere.
        before: what its paths begin with.
    """
    hints, told = get_type_hints(kind, include_extras=True), _told(kind)
    names = (
        {field.name: field.encode_name for field in msgspec.structs.fields(kind)}
        if issubclass(kind, msgspec.Struct)
        else {field.name: field.name for field in dataclasses.fields(kind)}
    )
    extended = kind.__mro__[1]
    if extended in shared:
        yield before.removesuffix("."), f"all of {_link(extended)}", ""
        names = {name: shown for name, shown in names.items() if name in kind.__annotations__}
    for name, shown in names.items():
        hint, meaning = hints[name], told.get(name, "")
        if get_origin(hint) is Annotated:
            hint, *notes = get_args(hint)
            meaning = next((note for note in notes if isinstance(note, str)), meaning)
        yield from _one(f"{before}{shown}", hint, meaning, shared)


def _one(path: str, hint: Any, meaning: str, shared: AbstractSet[type]) -> Iterator[tuple[str, str, str]]:
    options = [each for each in _either(hint) if each is not type(None)]
    null = "?" if len(options) < len(_either(hint)) else ""
    hint, origin = options[0], get_origin(options[0])
    if origin in (list, tuple, frozenset):
        inner = [each for each in get_args(hint) if each is not Ellipsis]
        meaning = f"{meaning}{'; may be null' if null and meaning else ''}"
        yield from _one(f"{path}[]", inner[0], meaning, shared)
    elif origin is dict:
        yield from _one(f"{path}.*", get_args(hint)[1], meaning, shared)
    elif hint in shared:
        yield path, f"{_link(hint)}{null}", meaning
    elif _is_object(hint):
        if meaning or null:
            yield path, f"object{null}", meaning
        if "`gemp_bot." not in meaning:
            yield from fields_of(hint, shared, f"{path}.")
    else:
        yield path, " or ".join(_word(each) for each in options) + null, meaning


def _word(kind: Any) -> str:
    if kind in (int, float):
        return "number"
    if kind is bool:
        return "bool"
    if isinstance(kind, type) and (issubclass(kind, str) or issubclass(kind, Enum)):
        return "text"
    return "any"


def _told(kind: type) -> dict[str, str]:
    """What the docstrings of a struct tell of its fields, under `Attributes:`."""
    told: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if each in (object, msgspec.Struct, JsonResult) or not each.__doc__:
            continue
        _, _, text = each.__doc__.partition("Attributes:\n")
        text = re.sub(r"\n\s{12,}", " ", text)
        for line in text.splitlines():
            for part in re.split(r"(?<=\.) (?=[a-z_]+(?:, [a-z_]+)*: )", line.strip()):
                names, colon, meaning = part.partition(": ")
                if colon and re.fullmatch(r"[a-z_]+(, [a-z_]+)*", names):
                    null = re.sub(r"\bNone\b", "null", meaning.removesuffix("."))
                    told |= dict.fromkeys(names.split(", "), null)
    return told
