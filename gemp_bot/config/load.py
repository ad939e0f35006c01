"""Reading the configuration: command line over environment over file over defaults.

Everything that is wrong becomes a line of one `ConfigError` that names the place (file, variable or
option), the key, and what would be right.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Meta, ValidationError

from gemp_bot.config import ConfigError
from gemp_bot.config.model import Config, TableSection
from gemp_bot.files import TomlFile, read_toml
from gemp_bot.files.problems import PASSWORD_KEY, Problem
from gemp_bot.files.toml import Place
from gemp_bot.terminal import plain

ENV_PREFIX = "GEMP_BOT_"
ENV_DELIMITER = "__"
DEFAULT_FILE = Path("config.toml")
_OTHER_VARIABLES = ("GEMP_BOT_CONFIG", "GEMP_BOT_PASSWORD")
"""Variables of ours that are no keys."""

Overrides = Mapping[str, Mapping[str, object]]
"""Values from the command line: section, key, value."""

_NEVER_HERE = (
    "a password never goes here: put it alone into a file (chmod 600) and name that with "
    "account.password_file, or set GEMP_BOT_PASSWORD"
)
_LONGEST_VALUE = 60
TABLES = "table"
"""The one array of tables: `[[table]]`."""
_TYPES: Mapping[str, type[msgspec.Struct]] = {
    field.name: TableSection if field.name == TABLES else field.type
    for field in msgspec.structs.fields(Config)
}
_SECTIONS = [name for name in _TYPES if name != TABLES]
_SWITCHED = {"on": True, "yes": True, "off": False, "no": False}
"""How a variable may say true and false, beside those words and 1 and 0."""


def find_config_file(named: Path | None) -> Path | None:
    """Tell which file holds the configuration.

    Args:
        named: what `--config` says; it must exist then. Without it `$GEMP_BOT_CONFIG` counts, then
            `config.toml` in the working directory if there is one.
    """
    if named is not None:
        return named
    variable = os.environ.get(f"{ENV_PREFIX}CONFIG")
    if variable:
        return Path(variable)
    return DEFAULT_FILE if DEFAULT_FILE.exists() else None


def load_config(file: Path | None = None, overrides: Overrides | None = None) -> Config:
    """Read and check the configuration.

    Args:
        file: the TOML file; None for none.
        overrides: what the command line says.

    Raises:
        ConfigError: everything that is wrong in the file and with names of variables; if nothing is,
            everything that is wrong with values of variables and options.
    """
    in_file, tables, problems = ({}, (), []) if file is None else _read_file(file)
    problems += _environment_problems()
    if problems:
        raise ConfigError(problems, "gemp-bot doctor --offline")
    variables = {name.upper(): value for name, value in os.environ.items()}
    values: dict[str, dict[str, Any]] = {section: in_file.get(section, {}) for section in _SECTIONS}
    wrong: list[str] = []
    for section in _SECTIONS:
        typed = (overrides or {}).get(section, {})
        for key in _keys(section):
            name = f"{ENV_PREFIX}{section}{ENV_DELIMITER}{key}".upper()
            if key in typed:
                source, value, text = f"the command line: {section}.{key}", typed[key], False
            elif name in variables:
                source, value, text = f"{name} in the environment", variables[name], True
            else:
                continue
            try:
                values[section][key] = _checked(section, key, value, text=text)
            except ValidationError:
                wrong.append(f"{source} = {_value(value)}: must be {expected(section, key)}")
    if wrong:
        raise ConfigError(wrong, "gemp-bot doctor --offline")
    sections: dict[str, Any] = {section: _TYPES[section](**keys) for section, keys in values.items()}
    return Config(**sections, table=tables)


def _checked(section: str, key: str, value: Any, *, text: bool = False) -> object:
    """The value of a key. A text that only stands for it, as of a variable, has a list as JSON."""
    kind, _ = _type(section, key)
    if value == "" and kind == Path | None:
        return None
    if text and kind is bool:
        value = _SWITCHED.get(value.lower(), value)
    if text and get_origin(kind) is tuple:
        with suppress(ValueError):
            value = json.loads(value)
    full = _fields(section)[key].type
    return msgspec.convert(value, full, strict=not text, dec_hook=lambda _kind, path: Path(path))


def _read_file(
    file: Path,
) -> tuple[dict[str, dict[str, Any]], tuple[TableSection, ...], list[Problem | str]]:
    """The sections and the tables of a file, and what is wrong with it."""
    read = read_toml(file, "config.example.toml is one to copy", ConfigError)
    data = dict(read.data)
    problems: list[Problem] = []
    tables = _read_tables(read, data.pop(TABLES, []), problems)
    sections = {section: _read_section(read, section, keys, problems) for section, keys in data.items()}
    return sections, tables, [*sorted(problems, key=lambda problem: problem.line)]


def _values(section: str, keys: Mapping[str, object]) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """The values of keys of a file; of each that is wrong its name, and the rest of its line."""
    values: dict[str, Any] = {}
    wrong: list[tuple[str, str]] = []
    for key, value in keys.items():
        if key not in _keys(section):
            wrong.append((key, _unknown_key(section, key)))
            continue
        try:
            values[key] = _checked(section, key, value)
        except ValidationError:
            wrong.append((key, f"{key} = {_value(value)}: must be {expected(section, key)}"))
    return values, wrong


def _problem(read: TomlFile, place: Place, text: str) -> Problem:
    return Problem(read.shown, read.line(place), text)


def _read_tables(read: TomlFile, tables: object, problems: list[Problem]) -> tuple[TableSection, ...]:
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        text = f"{TABLES} is a list of tables: write [[{TABLES}]] for each"
        problems.append(_problem(read, (TABLES,), text))
        return ()
    found: list[TableSection] = []
    names: set[str] = set()
    for number, keys in enumerate(tables):
        table = _read_table(read, number, keys, problems)
        if table is None:
            continue
        name = table.name or f"table {number + 1}"
        if name in names:
            text = (
                f"[[{TABLES}]] name = {json.dumps(name)}: there are two tables of this name: "
                "give each its own"
            )
            problems.append(_problem(read, (TABLES, number, "name"), text))
        names.add(name)
        found.append(msgspec.structs.replace(table, name=name))
    return tuple(found)


def _read_table(
    read: TomlFile, number: int, keys: dict[str, Any], problems: list[Problem]
) -> TableSection | None:
    """One table; None if something is wrong with it."""
    values, wrong = _values(TABLES, keys)
    table = TableSection(**values) if not wrong else None
    if table is not None:
        wrong = [(key, f"{key} {why}") for key, why in table.missing()]
    for key, text in wrong:
        place = (TABLES, number, key) if key in keys else (TABLES, number)
        problems.append(_problem(read, place, f"[[{TABLES}]] {text}"))
    return None if wrong else table


def _read_section(read: TomlFile, section: str, keys: object, problems: list[Problem]) -> dict[str, Any]:
    """The values of one section; values of wrong keys are not shown."""

    def wrong(text: str, place: Place = (section,)) -> None:
        problems.append(_problem(read, place, text))

    values: dict[str, Any] = {}
    if section not in _SECTIONS:
        if isinstance(keys, dict) or (isinstance(keys, list) and keys and isinstance(keys[0], dict)):
            wrong(f"[{plain(section)}] is no section: {_suggest_section(section)}")
        elif PASSWORD_KEY.search(section):
            wrong(f"{plain(section)}: {_NEVER_HERE}")
        else:
            homes = [name for name in _TYPES if section in _keys(name)]
            right = " or ".join(f"[{name}]" for name in homes) if homes else _suggest_section(section)
            wrong(f"{plain(section)} stands outside a section: put it under {right}")
    elif not isinstance(keys, dict):
        wrong(f"{section} is a section: write [{section}] and its keys below")
    else:
        values, faults = _values(section, keys)
        for key, fault in faults:
            wrong(f"[{section}] {fault}", (section, key))
    return values


def _unknown_key(section: str, key: str) -> str:
    if PASSWORD_KEY.search(key):
        close = get_close_matches(key, _keys(section), n=1, cutoff=0.85)
        return f"{plain(key)}: " + (f"did you mean {close[0]}? " if close else "") + _NEVER_HERE
    close = get_close_matches(key.lower(), _keys(section), n=1)
    if close:
        return f"{plain(key)} is no key: did you mean {close[0]}?"
    homes = [name for name in _TYPES if key in _keys(name)]
    if homes:
        return f"{plain(key)} is no key here: it belongs under [{homes[0]}]"
    return f"{plain(key)} is no key: there are {', '.join(_keys(section))}"


def _suggest_section(section: str) -> str:
    close = get_close_matches(section.lower(), _TYPES, n=1)
    if close:
        return f"did you mean [{close[0]}]?"
    return "there are " + ", ".join(f"[{name}]" for name in _TYPES)


def _environment_problems() -> Iterator[str]:
    """Misspelt variables: `GEMP_BOT_SERVR__URL` would be ignored silently otherwise."""
    for name in sorted(os.environ):
        upper = name.upper()
        if upper.startswith(ENV_PREFIX) and name not in _OTHER_VARIABLES:
            fault = _variable_fault(upper.removeprefix(ENV_PREFIX).lower())
            if fault is not None:
                yield f"{plain(name)} in the environment: {fault}"


def _variable_fault(rest: str) -> str | None:
    """What is wrong with the name of a variable, given without our prefix."""
    section, delimiter, key = rest.partition(ENV_DELIMITER)
    if section == TABLES:
        return f"[[{TABLES}]] can stand in the file only"
    if delimiter and section not in _SECTIONS:
        return f"no section {plain(section)}: {_suggest_section(section)}"
    if delimiter:
        return None if key in _keys(section) else _unknown_key(section, key)
    if section in _SECTIONS:
        example = f"{ENV_PREFIX}{section.upper()}{ENV_DELIMITER}{_keys(section)[0].upper()}"
        return f"set one key each, like {example}"
    meant = _meant_variables(section)
    return f"no such variable: did you mean {' or '.join(meant)}?" if meant else None


def _meant_variables(rest: str) -> list[str]:
    """The variables that one without a section may stand for; none if it looks like none of ours."""
    known = {f"{section}{ENV_DELIMITER}{key}".upper(): key for section in _SECTIONS for key in _keys(section)}
    others = [name.removeprefix(ENV_PREFIX) for name in _OTHER_VARIABLES]
    wanted = rest.upper()
    found = [name for name, key in known.items() if key == rest]
    if not found:
        found = get_close_matches(wanted, [*others, *known], n=1, cutoff=0.75)
    if not found and PASSWORD_KEY.search(rest):
        found = ["PASSWORD"]
    return [ENV_PREFIX + name for name in found]


def _value(value: object) -> str:
    shown = json.dumps(value, ensure_ascii=False, default=str)
    return plain(shown[:_LONGEST_VALUE] + "..." if len(shown) > _LONGEST_VALUE else shown)


def expected(section: str, key: str) -> str:
    """Say what a key takes: its type and range, in words."""
    kind, limits = _type(section, key)
    if limits is not None and limits.description is not None:
        return limits.description
    if kind is bool:
        return "true or false"
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(f'"{value}"' for value in get_args(kind))
    if limits is not None and kind in {int, float}:
        word = "a whole number" if kind is int else "a number of seconds"
        return f"{word} from {limits.ge} to {limits.le}"
    return "a text in quotes" if kind is str else 'a path in quotes ("" for none)'


def _type(section: str, key: str) -> tuple[Any, Meta | None]:
    """The type of a key, and what is known of its values."""
    kind = _fields(section)[key].type
    if get_origin(kind) is not Annotated:
        return kind, None
    bare, *limits = get_args(kind)
    return bare, limits[-1]


def _fields(section: str) -> dict[str, msgspec.structs.FieldInfo]:
    return {field.name: field for field in msgspec.structs.fields(_TYPES[section])}


def _keys(section: str) -> list[str]:
    return list(_TYPES[section].__struct_fields__)
