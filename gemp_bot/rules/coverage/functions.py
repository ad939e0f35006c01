"""Finds the functions that decide rules: walks the room and looks at the marks they carry."""

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

import msgspec

import gemp_bot.rules
from gemp_bot.rules.mark import Mark, marks_of


class Decider(msgspec.Struct, frozen=True):
    """A function that decides rules.

    Attributes:
        module: name of its module within the room.
        name: its name; of a method with its class.
        marks: the rules it decides.
    """

    module: str
    name: str
    marks: tuple[Mark, ...]

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"


def deciders() -> tuple[Decider, ...]:
    """All of them, module by module."""
    names = sorted(found.name for found in pkgutil.iter_modules(gemp_bot.rules.__path__) if not found.ispkg)
    return tuple(
        decider
        for name in names
        for decider in _in_module(name, import_module(f"{gemp_bot.rules.__name__}.{name}"))
    )


def _in_module(short: str, module: ModuleType) -> Iterator[Decider]:
    for name, found in vars(module).items():
        if getattr(found, "__module__", None) != module.__name__:
            continue
        if isinstance(found, type):
            for below, method in vars(found).items():
                marks = marks_of(getattr(method, "__func__", method))
                if marks:
                    yield Decider(short, f"{name}.{below}", marks)
        elif marks_of(found):
            yield Decider(short, name, marks_of(found))
