"""Traits and senses out of the msgspec Structs that hold them: one source for the code and for the files."""

from collections.abc import Iterator

import msgspec
from msgspec import inspect

from gemp_bot.procedures.vocabulary import Sense, Trait, VocabularyError


def traits_of(struct: type[msgspec.Struct]) -> tuple[Trait, ...]:
    """The temperament a Struct holds.

    Args:
        struct: every field is a number with a default, a range (`ge`, `le`), a `description` and, under
            `extra`, its `unit`, all in its `msgspec.Meta`.

    Raises:
        VocabularyError: a field that is not.
    """
    traits = []
    for field, kind, meaning, unit in _fields(struct):
        if not isinstance(kind, inspect.FloatType | inspect.IntType) or kind.ge is None or kind.le is None:
            raise VocabularyError(f"{struct.__name__}.{field.name}: a number with ge and le is wanted")
        traits.append(
            Trait(field.encode_name, unit, float(field.default), float(kind.ge), float(kind.le), meaning)
        )
    return tuple(traits)


def senses_of(struct: type[msgspec.Struct]) -> tuple[Sense, ...]:
    """The sight a Struct holds.

    Args:
        struct: every field is a bool, an enum of texts or a Literal of texts, with a default and a
            `description` in its `msgspec.Meta`.

    Raises:
        VocabularyError: a field that is not.
    """
    senses = []
    for field, kind, meaning, _unit in _fields(struct):
        if isinstance(kind, inspect.BoolType):
            senses.append(Sense(field.encode_name, meaning, bool(field.default)))
            continue
        if isinstance(kind, inspect.EnumType):
            choices = tuple(str(member.value) for member in kind.cls)
        elif isinstance(kind, inspect.LiteralType):
            choices = tuple(str(value) for value in kind.values)
        else:
            raise VocabularyError(f"{struct.__name__}.{field.name}: true or false, or a choice, is wanted")
        default = getattr(field.default, "value", field.default)
        senses.append(Sense(field.encode_name, meaning, str(default), choices))
    return tuple(senses)


def _fields(struct: type[msgspec.Struct]) -> Iterator[tuple[inspect.Field, inspect.Type, str, str]]:
    """Field, type, meaning and unit."""
    info = inspect.type_info(struct)
    if not isinstance(info, inspect.StructType):
        raise VocabularyError(f"{struct!r} is no msgspec Struct")
    for field in info.fields:
        kind, meaning, unit = field.type, "", ""
        while isinstance(kind, inspect.Metadata):
            meaning = str((kind.extra_json_schema or {}).get("description", meaning))
            unit = str((kind.extra or {}).get("unit", unit))
            kind = kind.type
        if field.required or field.default is msgspec.NODEFAULT or not meaning:
            raise VocabularyError(f"{struct.__name__}.{field.name}: a default and a description are wanted")
        yield field, kind, meaning, unit
