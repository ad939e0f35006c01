"""Counts which functions of the rules run, and for whom, while something is played or decided."""

import functools
import pkgutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any, TypeAlias

import msgspec

import gemp_bot.rules

_NO_RULES = frozenset({"mark"})
"""Modules that decide nothing: what they have runs when the others are imported."""
_PROGRAM = "gemp_bot."
_Holder: TypeAlias = type | ModuleType


class Function(msgspec.Struct, frozen=True):
    """A public function or method of the rules.

    Attributes:
        name: as `module.name` or `module.Class.method`.
        holder: the module or class it is defined in.
        attribute: its name there.
    """

    name: str
    holder: Any
    attribute: str


def functions() -> tuple[Function, ...]:
    """Every public function, method and property of the rules, module by module."""
    rooms = (found.name for found in pkgutil.iter_modules(gemp_bot.rules.__path__) if not found.ispkg)
    return tuple(
        function
        for short in sorted(set(rooms) - _NO_RULES)
        for function in _in_module(short, import_module(f"{gemp_bot.rules.__name__}.{short}"))
    )


def _in_module(short: str, module: ModuleType) -> Iterator[Function]:
    for name, found in vars(module).items():
        if name.startswith("_") or getattr(found, "__module__", None) != module.__name__:
            continue
        if isinstance(found, FunctionType):
            yield Function(f"{short}.{name}", module, name)
        elif isinstance(found, type) and not getattr(found, "_is_protocol", False):
            for below, method in vars(found).items():
                if not below.startswith("_") and isinstance(_plain(method), FunctionType):
                    yield Function(f"{short}.{name}.{below}", found, below)


def _plain(method: object) -> object:
    """The function below a class method, static method or property."""
    if isinstance(method, property):
        return method.fget
    return getattr(method, "__func__", method)


class Runs:
    """How often each function ran, and for whom.

    Attributes:
        names: the functions that are counted.
        counts: by function and by who asked.
        who: for whom whatever runs now is counted.
    """

    def __init__(self) -> None:
        self._functions = functions()
        self.names = tuple(function.name for function in self._functions)
        self.counts: Counter[tuple[str, str]] = Counter()
        self.who = ""

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count until the end of the block, in every module of the program that has a function by name."""
        undo: list[tuple[_Holder, str, object]] = []
        try:
            for function in self._functions:
                undo += self._listen(function)
            yield
        finally:
            for holder, name, was in reversed(undo):
                setattr(holder, name, was)

    @contextmanager
    def asked_by(self, who: str) -> Iterator[None]:
        """Count what runs in the block for somebody."""
        before, self.who = self.who, who
        try:
            yield
        finally:
            self.who = before

    def of(self, name: str) -> dict[str, int]:
        """How often a function ran, by who asked."""
        return {who: count for (function, who), count in sorted(self.counts.items()) if function == name}

    def _listen(self, function: Function) -> Iterator[tuple[_Holder, str, object]]:
        """Put something that counts in the place of a function; gives what was there."""
        was = vars(function.holder)[function.attribute]
        now = self._counted(function.name, was)
        if isinstance(function.holder, type):
            setattr(function.holder, function.attribute, now)
            yield function.holder, function.attribute, was
            return
        for name, module in list(sys.modules.items()):
            if name.startswith(_PROGRAM):
                for attribute, held in list(vars(module).items()):
                    if held is was:
                        setattr(module, attribute, now)
                        yield module, attribute, was

    def _counted(self, name: str, was: Any) -> Any:
        if isinstance(was, property):
            return property(self._wrapped(name, was.fget))
        if isinstance(was, classmethod):
            return classmethod(self._wrapped(name, was.__func__))
        if isinstance(was, staticmethod):
            return staticmethod(self._wrapped(name, was.__func__))
        return self._wrapped(name, was)

    def _wrapped(self, name: str, function: Any) -> Callable[..., Any]:
        counts = self.counts

        @functools.wraps(function)
        def counted(*args: Any, **words: Any) -> Any:
            counts[name, self.who] += 1
            return function(*args, **words)

        return counted
