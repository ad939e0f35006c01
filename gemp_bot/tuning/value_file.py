"""A value as the text of its file: TOML that people can read, each feature with what it means."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from gemp_bot.valuation.features import FEATURES
from gemp_bot.valuation.learned import ValueFile

_DIGITS: Final = 5
_HEAD: Final = """\
# The chance to win at the start of a turn: a logistic in the features of gemp_bot/valuation/features.py.
# Made by `gemp-bot tune value`; do not edit it by hand. A feature adds weight * (it - mean) / scale to the
# log odds.
"""


def value_text(file: ValueFile) -> str:
    """The text of a value file."""
    data = msgspec.to_builtins(file)
    lines = [_HEAD, f"version = {data['version']}", ""]
    provenance = data["provenance"]
    lines += _table("provenance", provenance, without=("sources", "skipped"))
    lines += _table("provenance.skipped", {_key(name): n for name, n in provenance["skipped"].items()})
    for source in provenance["sources"]:
        lines += _table("provenance.sources", source, array=True)
    held_out = data["held_out"]
    if held_out is not None:
        lines += _table("held_out", held_out, without=("calibration",))
        for part in held_out["calibration"]:
            lines += _table("held_out.calibration", part, array=True)
    lead = data["lead"]
    if lead is not None:
        lines += _table("lead", lead, without=("slopes",))
        lines += _table("lead.slopes", lead["slopes"])
    for feature in FEATURES:
        if feature.name in data["features"]:
            unit = f" [{feature.unit}]" if feature.unit else ""
            lines.append(f"# {feature.meaning}{unit}")
            lines += _table(f"features.{feature.name}", data["features"][feature.name])
    return "\n".join(lines).rstrip() + "\n"


def _table(
    name: str, values: Mapping[str, Any], *, without: Iterable[str] = (), array: bool = False
) -> Iterator[str]:
    """The lines of a table."""
    yield f"[[{name}]]" if array else f"[{name}]"
    for key, value in values.items():
        if key not in without:
            yield f"{key} = {_plain(value)}"
    yield ""


def _plain(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, float):
        return repr(round(value, _DIGITS))
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_plain, value))}]"
    return json.dumps(value)


def _key(name: str) -> str:
    return json.dumps(name)
