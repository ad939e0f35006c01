"""Reading the configuration: command line over environment over file over defaults.

Everything that is wrong becomes one `ConfigError` line that names the place (file, variable or
option), the key, and what would be right.
"""

import json
import os
import re
from collections.abc import Mapping
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

from gemp_bot.config.errors import ConfigError
from gemp_bot.config.model import Config
from gemp_bot.config.service_model import TableSection
from gemp_bot.files import TomlFile, read_toml
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
        ConfigError: one line.
    """
    in_file, tables = ({}, ()) if file is None else _read_file(file)
    given = {section: dict(keys) for section, keys in (overrides or {}).items() if keys}
    _check_environment()

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
        raise ConfigError(_explain(error, lambda *place: _source(place, given, file))) from None
    return Config.model_validate(layers.model_dump() | {TABLES: tables})


def _read_file(file: Path) -> tuple[dict[str, Any], tuple[TableSection, ...]]:
    """The sections and the tables of a file, in types as it has them."""
    read = read_toml(file, "config.example.toml is one to copy", ConfigError)
    data = dict(read.data)
    tables = data.pop(TABLES, [])
    for section, keys in data.items():
        _check_section(read, section, keys)
    try:
        # In JSON mode strict means what TOML means by types, and a path is still a text.
        Config.model_validate_json(json.dumps(data, default=str), strict=True)
    except ValidationError as error:
        raise ConfigError(_explain(error, lambda *place: _at(read, *place))) from None
    return data, _read_tables(read, tables)


def _at(read: TomlFile, section: str, key: str) -> str:
    return f"{read.shown}:{read.line((section, key))}: [{section}] {key}"


def _read_tables(read: TomlFile, tables: object) -> tuple[TableSection, ...]:
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        line = read.line((TABLES,))
        raise ConfigError(f"{read.shown}:{line}: {TABLES} is a list of tables: write [[{TABLES}]] for each")
    found = tuple(_read_table(read, number, keys) for number, keys in enumerate(tables))
    names = [table.name or f"table {number}" for number, table in enumerate(found, start=1)]
    for number, name in enumerate(names):
        if name in names[:number]:
            line = read.line((TABLES, number, "name"))
            raise ConfigError(
                f"{read.shown}:{line}: [[{TABLES}]] name = {json.dumps(name)}: there are two tables of this "
                "name: give each its own"
            )
    return tuple(table.model_copy(update={"name": name}) for table, name in zip(found, names, strict=True))


def _read_table(read: TomlFile, number: int, keys: dict[str, Any]) -> TableSection:
    def at(key: str) -> str:
        line = read.line((TABLES, number, key)) if key in keys else read.line((TABLES, number))
        return f"{read.shown}:{line}: [[{TABLES}]]"

    for key in keys:
        if key not in TableSection.model_fields:
            raise ConfigError(f"{at(key)} {_unknown_key(TABLES, key)}")
    try:
        return TableSection.model_validate_json(json.dumps(keys, default=str), strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        if not first["loc"]:  # of the whole table: its message names the key
            why = str(first["ctx"]["error"])
            raise ConfigError(f"{at(why.partition(' ')[0])} {why}") from None
        key = str(first["loc"][0])
        raise ConfigError(f"{at(key)} {key} = {_value(keys[key])}: must be {expected(TABLES, key)}") from None


def _check_section(read: TomlFile, section: str, keys: object) -> None:
    """Names of sections and keys, before any value is looked at: values of wrong keys are not shown."""
    shown = f"{read.shown}:{read.line((section,))}"
    if section not in _SECTIONS:
        if isinstance(keys, dict) or (isinstance(keys, list) and keys and isinstance(keys[0], dict)):
            raise ConfigError(f"{shown}: [{plain(section)}] is no section: {_suggest_section(section)}")
        if _PASSWORD_KEY.search(section):
            raise ConfigError(f"{shown}: {plain(section)}: {_NEVER_HERE}")
        homes = [name for name in [*_SECTIONS, TABLES] if section in _keys(name)]
        right = " or ".join(f"[{name}]" for name in homes) if homes else _suggest_section(section)
        raise ConfigError(f"{shown}: {plain(section)} stands outside a section: put it under {right}")
    if not isinstance(keys, dict):
        raise ConfigError(f"{shown}: {section} is a section: write [{section}] and its keys below")
    for key in keys:
        if key not in _keys(section):
            line = read.line((section, key))
            raise ConfigError(f"{read.shown}:{line}: [{section}] {_unknown_key(section, key)}")


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


def _check_environment() -> None:
    """Refuse misspelt variables: `GEMP_BOT_SERVR__URL` would be ignored silently otherwise."""
    for name in sorted(os.environ):
        upper = name.upper()
        if not upper.startswith(ENV_PREFIX) or name in _OTHER_VARIABLES:
            continue
        rest = upper.removeprefix(ENV_PREFIX).lower()
        section, delimiter, key = rest.partition(ENV_DELIMITER)
        if section == TABLES:
            raise ConfigError(f"{plain(name)} in the environment: [[{TABLES}]] can stand in the file only")
        if delimiter and section not in _SECTIONS:
            advice = _suggest_section(section)
            raise ConfigError(f"{plain(name)} in the environment: no section {plain(section)}: {advice}")
        if delimiter and key not in _keys(section):
            raise ConfigError(f"{plain(name)} in the environment: {_unknown_key(section, key)}")
        if not delimiter and section in _SECTIONS:
            example = f"{ENV_PREFIX}{section.upper()}{ENV_DELIMITER}{_keys(section)[0].upper()}"
            raise ConfigError(f"{plain(name)} in the environment: set one key each, like {example}")
        if not delimiter and (meant := _meant_variables(section)):
            raise ConfigError(
                f"{plain(name)} in the environment: no such variable: did you mean {' or '.join(meant)}?"
            )


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


def _explain(error: ValidationError, source: Any) -> str:
    """The first problem as one line."""
    first = error.errors(include_url=False)[0]
    section, key = str(first["loc"][0]), str(first["loc"][1]) if len(first["loc"]) > 1 else ""
    if first["type"] == "extra_forbidden":
        return f"{source(section, key)}: {_unknown_key(section, key)}"
    return f"{source(section, key)} = {_value(first['input'])}: must be {expected(section, key)}"


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
