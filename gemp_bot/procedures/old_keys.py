"""Keys and names that strategy files had, found so that a message can give the present ones."""

import re
from collections.abc import Iterable, Iterator, Mapping

from gemp_bot.files.toml_lines import Place
from gemp_bot.procedures.schema import API
from gemp_bot.procedures.vocabulary import Vocabulary

TABLES: Mapping[str, str] = {"temperament": "weights", "sight": "capabilities"}
"""The names that tables had, each with the present one."""

_NAME = re.compile(r"(?<![\w.\"'])[a-z_]\w*(?:\.[a-z_]\w*)+")


def old_names(data: Mapping[str, object], vocabulary: Vocabulary) -> dict[tuple[str, str], Place]:
    """Every old name in a file with the present one, and the place where it stands first."""
    found: dict[tuple[str, str], Place] = {}
    for old, present in TABLES.items():
        if old in data:
            found.setdefault((f"[{old}]", f"[{present}]"), (old,))
        for table in (old, present):
            for key in _keys(data.get(table)):
                renamed = vocabulary.renamed.get(f"{present}.{key}")
                if renamed is not None:
                    found.setdefault(_told(present, key, renamed), (table, key))
    for table in ("procedure", "principle"):
        for place, text in _texts(data.get(table), (table,)):
            for name in _NAME.findall(text) if place[-1] not in ("name", "why") else ():
                renamed = _present(name, vocabulary)
                if renamed != name:
                    found.setdefault((name, renamed), place)
    return found


def advice(api: object, names: Mapping[tuple[str, str], int]) -> str:
    """What to write instead, in one line.

    Args:
        api: the version the file gives; None for none.
        names: old name and present name, with the line of the old one.
    """
    renamed = "; ".join(f"{old} is now {present} (line {line})" for (old, present), line in names.items())
    if api == API:
        return renamed
    what = "api = 1 is an old format: " if api == 1 else ""
    return f"{what}write api = {API}; {renamed or 'no other key of this file has changed'}"


def _told(table: str, key: str, renamed: str) -> tuple[str, str]:
    """Old and present key; each with its table if that is another one now."""
    present, _, name = renamed.partition(".")
    return (key, name) if present == table else (f"[{table}] {key}", f"[{present}] {name}")


def _keys(table: object) -> Iterable[str]:
    return table if isinstance(table, dict) else ()


def _present(name: str, vocabulary: Vocabulary) -> str:
    table, dot, key = name.partition(".")
    name = TABLES.get(table, table) + dot + key
    return vocabulary.renamed.get(name, name)


def _texts(value: object, place: Place) -> Iterator[tuple[Place, str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(item, (*place, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _texts(item, (*place, index))
