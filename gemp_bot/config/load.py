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
from gemp_bot.files import read_toml
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
    in_file = {} if file is None else _read_file(file)
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
    return Config.model_validate(layers.model_dump())


def _read_file(file: Path) -> dict[str, Any]:
    read = read_toml(file, "config.example.toml is one to copy", ConfigError)
    shown, data = read.shown, read.data
    for section, keys in data.items():
        _check_section(shown, section, keys)
    try:
        # In JSON mode strict means what TOML means by types, and a path is still a text.
        Config.model_validate_json(json.dumps(data, default=str), strict=True)
    except ValidationError as error:
        raise ConfigError(_explain(error, lambda section, key: f"{shown}: [{section}] {key}")) from None
    return data


def _check_section(shown: str, section: str, keys: object) -> None:
    """Names of sections and keys, before any value is looked at: values of wrong keys are not shown."""
    if section not in Config.model_fields:
        if isinstance(keys, dict):
            raise ConfigError(f"{shown}: [{plain(section)}] is no section: {_suggest_section(section)}")
        if _PASSWORD_KEY.search(section):
            raise ConfigError(f"{shown}: {plain(section)}: {_NEVER_HERE}")
        homes = [name for name in Config.model_fields if section in _keys(name)]
        right = " or ".join(f"[{name}]" for name in homes) if homes else _suggest_section(section)
        raise ConfigError(f"{shown}: {plain(section)} stands outside a section: put it under {right}")
    if not isinstance(keys, dict):
        raise ConfigError(f"{shown}: {section} is a section: write [{section}] and its keys below")
    for key in keys:
        if key not in _keys(section):
            raise ConfigError(f"{shown}: [{section}] {_unknown_key(section, key)}")


def _unknown_key(section: str, key: str) -> str:
    if _PASSWORD_KEY.search(key):
        close = get_close_matches(key, _keys(section), n=1, cutoff=0.85)
        return f"{plain(key)}: " + (f"did you mean {close[0]}? " if close else "") + _NEVER_HERE
    close = get_close_matches(key.lower(), _keys(section), n=1)
    if close:
        return f"{plain(key)} is no key: did you mean {close[0]}?"
    homes = [name for name in Config.model_fields if key in _keys(name)]
    if homes:
        return f"{plain(key)} is no key here: it belongs under [{homes[0]}]"
    return f"{plain(key)} is no key: there are {', '.join(_keys(section))}"


def _suggest_section(section: str) -> str:
    close = get_close_matches(section.lower(), list(Config.model_fields), n=1)
    if close:
        return f"did you mean [{close[0]}]?"
    return "there are " + ", ".join(f"[{name}]" for name in Config.model_fields)


def _check_environment() -> None:
    """Refuse misspelt variables: `GEMP_BOT_SERVR__URL` would be ignored silently otherwise."""
    for name in sorted(os.environ):
        upper = name.upper()
        if not upper.startswith(ENV_PREFIX) or name in _OTHER_VARIABLES:
            continue
        rest = upper.removeprefix(ENV_PREFIX).lower()
        section, delimiter, key = rest.partition(ENV_DELIMITER)
        if delimiter and section not in Config.model_fields:
            advice = _suggest_section(section)
            raise ConfigError(f"{plain(name)} in the environment: no section {plain(section)}: {advice}")
        if delimiter and key not in _keys(section):
            raise ConfigError(f"{plain(name)} in the environment: {_unknown_key(section, key)}")
        if not delimiter and section in Config.model_fields:
            example = f"{ENV_PREFIX}{section.upper()}{ENV_DELIMITER}{_keys(section)[0].upper()}"
            raise ConfigError(f"{plain(name)} in the environment: set one key each, like {example}")
        if not delimiter and (meant := _meant_variables(section)):
            raise ConfigError(
                f"{plain(name)} in the environment: no such variable: did you mean {' or '.join(meant)}?"
            )


def _meant_variables(rest: str) -> list[str]:
    """The variables that one without a section may stand for; none if it looks like none of ours."""
    known = {
        f"{section}{ENV_DELIMITER}{key}".upper(): key
        for section in Config.model_fields
        for key in _keys(section)
    }
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
    value = first["input"]
    shown = json.dumps(value, ensure_ascii=False, default=str)
    if len(shown) > _LONGEST_VALUE:
        shown = shown[:_LONGEST_VALUE] + "..."
    return f"{source(section, key)} = {plain(shown)}: must be {expected(section, key)}"


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
    model = Config.model_fields[section].annotation
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        raise TypeError(f"{section} is no section")
    return dict(model.model_fields)


def _keys(section: str) -> list[str]:
    return list(_fields(section))
