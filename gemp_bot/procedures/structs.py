"""Keys out of the msgspec Struct that holds them: one source for the code and for the files."""

from collections.abc import Iterator

import msgspec
from msgspec import inspect

from gemp_bot.procedures.vocabulary import NumberKey, VocabularyError


def numbers_of(struct: type[msgspec.Struct]) -> tuple[NumberKey, ...]:
    """The numbers a Struct holds.

    Args:
        struct: every field is a number with a default, a range (`ge`, `le`), a `description` and, under
            `extra`, its `unit`, all in its `msgspec.Meta`.

    Raises:
        VocabularyError: a field that is not.
    """
    numbers = []
    for field, kind, meaning, unit in _fields(struct):
        if not isinstance(kind, inspect.FloatType | inspect.IntType) or kind.ge is None or kind.le is None:
            raise VocabularyError(f"{struct.__name__}.{field.name}: a number with ge and le is wanted")
        numbers.append(
            NumberKey(
                field.encode_name,
                unit,
                float(field.default),
                float(kind.ge),
                float(kind.le),
                meaning,
                whole=isinstance(kind, inspect.IntType),
            )
        )
    return tuple(numbers)


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
