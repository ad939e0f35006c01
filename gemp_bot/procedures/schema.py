"""What a strategy file looks like: its tables, their keys, and what each key takes."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

API = 2
"""The version of this format. A file says for which one it was written."""

NAME_PATTERN = r"[a-z][a-z0-9-]{0,39}"


class Do(StrEnum):
    """What a step does with the options it finds."""

    BEST = "best"
    """The highest score; `prefer` decides among equals."""
    PREFER = "prefer"
    """What `prefer` says; the score has no part in it."""
    ALL = "all"
    """All of them, or as many as the question allows."""
    PASS = "pass"  # noqa: S105 - no password
    """None of them, where the question allows that."""
    PARENT = "parent"
    """The steps that the strategy it extends has for this kind, if it has any."""


class HeadTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys above the first table."""

    name: Annotated[str, Meta(description='a text in quotes, like "cautious"')]
    about: Annotated[str, Meta(min_length=1, max_length=200, description="one sentence in quotes")]
    api: Annotated[int, Meta(description=f"the version of the format: {API}")]
    extends: Annotated[str, Meta(description="the name of one strategy, in quotes")] | None = None
    without: Annotated[tuple[str, ...], Meta(description='names of principles, like ["no suicide"]')] = ()


class StepTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[procedure.KIND]]`."""

    do: Annotated[Do, Meta(description="one of " + ", ".join(f'"{do}"' for do in Do))]
    when: Annotated[str, Meta(description="a condition in quotes")] | None = None
    among: Annotated[str, Meta(description="a condition in quotes")] | None = None
    prefer: Annotated[
        tuple[str, ...], Meta(max_length=20, description='a list of texts, like ["most power", "random"]')
    ] = ()
    within: Annotated[float, Meta(ge=0, le=1e6, description="a number from 0 on, in Force")] = 0
    take: Annotated[
        Annotated[int, Meta(ge=1, le=1000)] | str | None,
        Meta(description="a whole number from 1 on, or a number expression in quotes"),
    ] = None
    why: Annotated[str, Meta(max_length=200, description="one sentence in quotes")] = ""


class PrincipleTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[principle]]`."""

    name: Annotated[str, Meta(min_length=1, max_length=60, description="a text in quotes")]
    forbid: Annotated[str, Meta(description="a condition in quotes")]
    why: Annotated[str, Meta(min_length=1, max_length=200, description="one sentence in quotes")]
    on: Annotated[tuple[str, ...], Meta(description='kinds of questions, like ["PHASE_ACTION"]')] = ()


def keys_of(table: type[msgspec.Struct]) -> Mapping[str, str]:
    """The keys of a table and what each takes, in words."""
    found: dict[str, str] = {}
    described = msgspec.json.schema(table)["$defs"][table.__name__]["properties"]
    for key, value in described.items():
        choices = [value, *value.get("anyOf", [])]
        found[key] = next((choice["description"] for choice in choices if "description" in choice), "")
    return found


def required_keys(table: type[msgspec.Struct]) -> tuple[str, ...]:
    """The keys that must be there."""
    return tuple(field.encode_name for field in msgspec.structs.fields(table) if field.required)
