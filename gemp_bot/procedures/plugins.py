"""Strategies in Python: classes derived from `gemp_bot.Strategy`, of files and of other packages.

The class `Mine` of a file is named by its path, `mine.py:Mine`. A package offers one with

    [project.entry-points."gemp_bot.strategies"]
    clever = "clever_package:Clever"

Loading one runs foreign code, so only the requested one is loaded, and any fault of it becomes one line about
it and affects no other.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Protocol, TypeVar, cast, runtime_checkable

from gemp_bot.errors import BotError
from gemp_bot.files.digests import SHORT, distribution_digest, distribution_name
from gemp_bot.files.problems import meant, shown
from gemp_bot.terminal import plain
from gemp_bot.threads import Apart, ForeignExitError

GROUP = "gemp_bot.strategies"
CODE_SUFFIX = ".py"
PATIENCE = 60.0
"""Seconds within which a class must be imported, and within which it must make a strategy."""
_T = TypeVar("_T")


class PluginError(BotError, ValueError):
    """A class cannot be used; the message is one line that names it and what is wrong."""


@runtime_checkable
class StrategyClass(Protocol):
    """What a class that is derived from `gemp_bot.Strategy` has; it is called without arguments.

    Attributes:
        name: what results and journals call it.
    """

    name: str

    def in_game(self, seed: int, deck: str | None) -> object:
        """Its object in the seat of one game; it has `decide` as in gemp_bot.strategy.Strategy.

        Args:
            seed: of all its randomness.
            deck: the text of our deck (PROTOCOL 8.1); None if it is not known.
        """


@dataclass(frozen=True, slots=True)
class FoundPlugin:
    """An entry point that was not loaded yet.

    Attributes:
        name: the name of the strategy.
        package: the distribution it comes from, with its version; "" where it tells none.
        entry_point: what to load.
        doubled: another package offers a strategy of the same name.
    """

    name: str
    package: str
    entry_point: EntryPoint
    doubled: bool = False

    @property
    def shown(self) -> str:
        """How it is named in messages."""
        return plain(f"plug-in {self.name!r}" + (f" of {self.package}" if self.package else ""))

    @property
    def digests(self) -> dict[str, str]:
        """The digest of its code, by the name of its distribution. All its files are read."""
        return {distribution_name(self.entry_point): distribution_digest(self.entry_point)}

    def load(self) -> object:
        """What the entry point names; its code is run.

        Raises:
            PluginError: two packages offer it.
        """
        if self.doubled:
            raise PluginError(
                f"{self.shown}: another package offers a strategy of this name: remove one of them"
            )
        return self.entry_point.load()


@dataclass(frozen=True)
class ClassFile:
    """A class of a file, by `path.py:Class`. The file is read once, whatever becomes of it later."""

    given: str

    @property
    def path(self) -> Path:
        """The file."""
        return Path(self._parts[0])

    @property
    def name(self) -> str:
        """The name of the class."""
        return self._parts[1]

    @property
    def shown(self) -> str:
        """How it is named in messages."""
        return plain(self.given)

    @cached_property
    def source(self) -> bytes:
        """What stands in the file.

        Raises:
            PluginError: it cannot be read.
        """
        try:
            return self.path.read_bytes()
        except OSError as fault:
            why = fault.strerror or type(fault).__name__
            raise PluginError(f"{self.shown}: {plain(str(self.path))}: {why}") from None

    @property
    def digests(self) -> dict[str, str]:
        """The digest of the bytes of the file, by its name."""
        return {self.path.name: sha256(self.source).hexdigest()}

    def load(self) -> object:
        """The class; the code of the file is run, once for the same bytes.

        Raises:
            PluginError: the file has no such class.
        """
        (digest,) = self.digests.values()
        key = f"{self.path.stem}_{digest[:SHORT]}"
        module = sys.modules.get(key)
        if module is None:
            module = ModuleType(key)
            module.__file__ = str(self.path.absolute())
            sys.modules[key] = module  # dataclasses and pickle look there for the names of a class
            try:
                exec(compile(self.source, module.__file__, "exec"), vars(module))  # noqa: S102 - what it is for
            except BaseException:
                del sys.modules[key]
                raise
        if self.name in vars(module):
            return vars(module)[self.name]
        classes = [name for name, found in vars(module).items() if _is_class_of(found, key)]
        if not classes:
            raise PluginError(f"{self.shown}: has no class derived from gemp_bot.Strategy")
        if self.name:
            raise PluginError(f"{self.shown}: has no class {shown(self.name)}: {meant(self.name, classes)}")
        raise PluginError(f"{self.shown}: name its class: {plain(self.given)}:{classes[0]}")

    @property
    def _parts(self) -> tuple[str, str]:
        path, colon, name = self.given.rpartition(":")
        return (path, name) if colon and path.endswith(CODE_SUFFIX) else (self.given, "")


def _is_class_of(found: object, module: str) -> bool:
    return isinstance(found, type) and found.__module__ == module and isinstance(found, StrategyClass)


def is_code(name: str) -> bool:
    """Whether a text names a file of Python, with a class or without."""
    return name.endswith(CODE_SUFFIX) or f"{CODE_SUFFIX}:" in name


def find_plugins(points: Iterable[EntryPoint] | None = None) -> tuple[FoundPlugin, ...]:
    """All strategies that installed packages offer, by name. Nothing of theirs is run.

    Args:
        points: entry points to look at; None for all that are installed.
    """
    given = list(entry_points(group=GROUP) if points is None else points)
    times = Counter(point.name for point in given)
    found = [
        FoundPlugin(
            point.name,
            "" if point.dist is None else distribution_name(point),
            point,
            times[point.name] > 1,
        )
        for point in given
    ]
    return tuple(sorted(found, key=lambda plugin: (plugin.name, plugin.package)))


def find_plugin(name: str, plugins: Iterable[FoundPlugin]) -> FoundPlugin:
    """The one of this name.

    Raises:
        PluginError: there is none.
    """
    known = {plugin.name: plugin for plugin in plugins}
    if name not in known:
        raise PluginError(f"no package offers a strategy {shown(name)}: {meant(name, known)}")
    return known[name]


def load_class(found: FoundPlugin | ClassFile) -> type[StrategyClass]:
    """Load a class and look whether it is one of a strategy.

    Raises:
        PluginError: it cannot be imported, or is not derived from `gemp_bot.Strategy`.
    """
    loaded = _call(found, "cannot be loaded", found.load)

    def checked() -> type[StrategyClass]:  # looking at an attribute may run their code, too
        if isinstance(loaded, type) and isinstance(loaded, StrategyClass):
            return cast("type[StrategyClass]", loaded)
        what = f"class {loaded.__name__}" if isinstance(loaded, type) else type(loaded).__name__
        raise PluginError(
            f"{found.shown}: is a {what}, and no class derived from gemp_bot.Strategy: "
            "docs/write-a-strategy.md shows one"
        )

    return _call(found, "cannot be looked at", checked)


def make_from_class(
    found: FoundPlugin | ClassFile, cls: type[StrategyClass], seed: int, deck: str | None = None
) -> object:
    """A new strategy for one game.

    Args:
        found: where the class is from, for messages.
        cls: what `load_class` gave.
        seed: of all its randomness.
        deck: the text of our deck (PROTOCOL 8.1); None if it is not known.

    Raises:
        PluginError: it cannot be made.
    """
    return _call(found, "cannot be made", lambda: cls().in_game(seed, deck))


def _call(found: FoundPlugin | ClassFile, what: str, function: Callable[[], _T]) -> _T:
    """Run code of somebody else.

    Args:
        found: whose it is.
        what: is wrong if it fails.
        function: runs it.

    Raises:
        PluginError: it fails, or takes longer than `PATIENCE`.
    """
    apart = Apart()
    try:
        return apart.call(function, PATIENCE)
    except PluginError:
        raise
    except Exception as fault:
        why = f"not done within {PATIENCE:g} s" if apart.busy else _told(found, fault)
        raise PluginError(f"{found.shown}: {what}: {why}") from fault


def _told(found: FoundPlugin | ClassFile, fault: Exception) -> str:
    """What it raised, with the line of its file where that is known."""
    if isinstance(fault, BotError | ForeignExitError):
        return plain(str(fault))
    own = str(found.path.absolute()) if isinstance(found, ClassFile) else ""
    lines = [frame.lineno for frame in extract_tb(fault.__traceback__) if frame.filename == own]
    place = f"line {lines[-1]}: " if lines else ""
    said = str(fault).splitlines()
    return plain(f"{place}{type(fault).__name__}: {said[0] if said else 'no message'}")
