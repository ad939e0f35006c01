"""Reading the configuration: command line over environment over file over defaults.

Everything that is wrong becomes a line of one `ConfigError` that names the place (file, variable or
option), the key, and what would be right.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from gemp_bot.config import ConfigError
from gemp_bot.config.model import Config, TableSection
from gemp_bot.files import TomlFile, read_toml
from gemp_bot.files.problems import Problem
from gemp_bot.files.toml import Place
from gemp_bot.terminal import plain

ENV_PREFIX = "GEMP_BOT_"
ENV_DELIMITER = "__"
DEFAULT_FILE = Path("config.toml")
_OTHER_VARIABLES = ("GEMP_BOT_CONFIG", "GEMP_BOT_PASSWORD")
"""Variables of ours that are no keys."""

Overrides = Mapping[str, Mapping[str, object]]
"""Values from the command line: section, key, value."""

_PASSWORD_KEY = re.compile(r"pass|secret|pwd", re.IGNORECASE)
_NEVER_HERE = (
    "a password never goes here: put it alone into a file (chmod 600) and name that with "
    "account.password_file, or set GEMP_BOT_PASSWORD"
)
_LONGEST_VALUE = 60
TABLES = "table"
"""The one array of tables: `[[table]]`."""
_SECTIONS = [name for name in Config.model_fields if name != TABLES]


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
    given = {section: dict(keys) for section, keys in (overrides or {}).items() if keys}
    problems += _environment_problems()
    if problems:
        raise ConfigError(problems, "gemp-bot config check")

    class Layers(Config, BaseSettings):
        model_config = SettingsConfigDict(
            env_prefix=ENV_PREFIX, env_nested_delimiter=ENV_DELIMITER, extra="forbid", frozen=True
        )

        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003  (the library's signature)
            file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            return (init_settings, env_settings, InitSettingsSource(settings_cls, in_file))

    try:
        layers: BaseModel = Layers(**given)  # type: ignore[arg-type]
    except ValidationError as error:
        found = [
            f"{_source((section, key), given, file)}{fault}" for section, key, fault in _wrong_values(error)
        ]
        raise ConfigError(found, "gemp-bot config check") from None
    return Config.model_validate(layers.model_dump() | {TABLES: tables})


def _read_file(file: Path) -> tuple[dict[str, Any], tuple[TableSection, ...], list[Problem | str]]:
    """The sections and the tables of a file, in types as it has them, and what is wrong with it."""
    read = read_toml(file, "config.example.toml is one to copy", ConfigError)
    data = dict(read.data)
    problems: list[Problem] = []
    tables = _read_tables(read, data.pop(TABLES, []), problems)
    for section, keys in data.items():
        _check_section(read, section, keys, problems)
    known = {
        section: {key: value for key, value in keys.items() if key in _keys(section)}
        for section, keys in data.items()
        if section in _SECTIONS and isinstance(keys, dict)
    }
    try:
        # In JSON mode strict means what TOML means by types, and a path is still a text.
        Config.model_validate_json(json.dumps(known, default=str), strict=True)
    except ValidationError as error:
        for section, key, fault in _wrong_values(error):
            problems.append(_problem(read, (section, key), f"[{section}] {key}{fault}"))
    return known, tables, [*sorted(problems, key=lambda problem: problem.line)]


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
        found.append(table.model_copy(update={"name": name}))
    return tuple(found)


def _read_table(
    read: TomlFile, number: int, keys: dict[str, Any], problems: list[Problem]
) -> TableSection | None:
    """One table; None if something is wrong with a value of it."""

    def wrong(key: str, text: str) -> None:
        place = (TABLES, number, key) if key in keys else (TABLES, number)
        problems.append(_problem(read, place, f"[[{TABLES}]] {text}"))

    known = {key: value for key, value in keys.items() if key in TableSection.model_fields}
    for key in keys:
        if key not in known:
            wrong(key, _unknown_key(TABLES, key))
    try:
        return TableSection.model_validate_json(json.dumps(known, default=str), strict=True)
    except ValidationError as error:
        told: set[str] = set()
        for each in error.errors(include_url=False):
            if not each["loc"]:  # of the whole table: its message names the key
                why = str(each["ctx"]["error"])
                wrong(why.partition(" ")[0], why)
                continue
            key = str(each["loc"][0])
            if key not in told:
                told.add(key)
                wrong(key, f"{key} = {_value(keys[key])}: must be {expected(TABLES, key)}")
    return None


def _check_section(read: TomlFile, section: str, keys: object, problems: list[Problem]) -> None:
    """Names of sections and keys; values of wrong keys are not shown."""

    def wrong(text: str, place: Place = (section,)) -> None:
        problems.append(_problem(read, place, text))

    if section not in _SECTIONS:
        if isinstance(keys, dict) or (isinstance(keys, list) and keys and isinstance(keys[0], dict)):
            wrong(f"[{plain(section)}] is no section: {_suggest_section(section)}")
        elif _PASSWORD_KEY.search(section):
            wrong(f"{plain(section)}: {_NEVER_HERE}")
        else:
            homes = [name for name in [*_SECTIONS, TABLES] if section in _keys(name)]
            right = " or ".join(f"[{name}]" for name in homes) if homes else _suggest_section(section)
            wrong(f"{plain(section)} stands outside a section: put it under {right}")
    elif not isinstance(keys, dict):
        wrong(f"{section} is a section: write [{section}] and its keys below")
    else:
        for key in keys:
            if key not in _keys(section):
                wrong(f"[{section}] {_unknown_key(section, key)}", (section, key))


def _unknown_key(section: str, key: str) -> str:
    if _PASSWORD_KEY.search(key):
        close = get_close_matches(key, _keys(section), n=1, cutoff=0.85)
        return f"{plain(key)}: " + (f"did you mean {close[0]}? " if close else "") + _NEVER_HERE
    close = get_close_matches(key.lower(), _keys(section), n=1)
    if close:
        return f"{plain(key)} is no key: did you mean {close[0]}?"
    homes = [name for name in [*_SECTIONS, TABLES] if key in _keys(name)]
    if homes:
        return f"{plain(key)} is no key here: it belongs under [{homes[0]}]"
    return f"{plain(key)} is no key: there are {', '.join(_keys(section))}"


def _suggest_section(section: str) -> str:
    close = get_close_matches(section.lower(), [*_SECTIONS, TABLES], n=1)
    if close:
        return f"did you mean [{close[0]}]?"
    return "there are " + ", ".join(f"[{name}]" for name in [*_SECTIONS, TABLES])


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
    if not found and _PASSWORD_KEY.search(rest):
        found = ["PASSWORD"]
    return [ENV_PREFIX + name for name in found]


def _source(place: tuple[str, ...], given: Mapping[str, Mapping[str, object]], file: Path | None) -> str:
    """Name where a value came from."""
    section, key = place
    if key in given.get(section, {}):
        return f"the command line: {section}.{key}"
    variable = f"{ENV_PREFIX}{section}{ENV_DELIMITER}{key}".upper()
    if variable in {name.upper() for name in os.environ}:
        return f"{variable} in the environment"
    return f"{plain(str(file))}: [{section}] {key}"


def _wrong_values(error: ValidationError) -> Iterator[tuple[str, str, str]]:
    """Section and key of each wrong value, each once, and the rest of its line."""
    told: set[tuple[str, str]] = set()
    for each in error.errors(include_url=False):
        section, key = str(each["loc"][0]), str(each["loc"][1])
        if (section, key) not in told:
            told.add((section, key))
            yield section, key, f" = {_value(each['input'])}: must be {expected(section, key)}"


def _value(value: object) -> str:
    shown = json.dumps(value, ensure_ascii=False, default=str)
    return plain(shown[:_LONGEST_VALUE] + "..." if len(shown) > _LONGEST_VALUE else shown)


def expected(section: str, key: str) -> str:
    """Say what a key takes: its type and range, in words."""
    field = _fields(section)[key]
    kind = field.annotation
    if field.description is not None:
        return field.description
    if kind is bool:
        return "true or false"
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(f'"{value}"' for value in get_args(kind))
    if kind in {int, float}:
        word = "a whole number" if kind is int else "a number of seconds"
        low = next(item.ge for item in field.metadata if hasattr(item, "ge"))
        high = next(item.le for item in field.metadata if hasattr(item, "le"))
        return f"{word} from {low} to {high}"
    return "a text in quotes" if kind is str else 'a path in quotes ("" for none)'


def _fields(section: str) -> dict[str, FieldInfo]:
    if section == TABLES:
        return dict(TableSection.model_fields)
    model = Config.model_fields[section].annotation
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        raise TypeError(f"{section} is no section")
    return dict(model.model_fields)


def _keys(section: str) -> list[str]:
    return list(_fields(section))
