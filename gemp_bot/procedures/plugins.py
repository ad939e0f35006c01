"""Strategies of other packages, by entry point.

A package offers one with

    [project.entry-points."gemp_bot.strategies"]
    clever = "clever_package:PLUGIN"

where what is named has the attributes of `StrategyPlugin`; a module can be one. Loading one
runs foreign code, so only the requested one is loaded, and any fault of it becomes one line about it and
affects no other.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Protocol, TypeVar, runtime_checkable

from gemp_bot.errors import BotError
from gemp_bot.files.digests import distribution_digest, distribution_name
from gemp_bot.files.wording import meant, shown
from gemp_bot.terminal import plain
from gemp_bot.threads import Apart, ForeignExitError

GROUP = "gemp_bot.strategies"
API_VERSION = 2
"""The version of what a plug-in and its strategies must have."""

PATIENCE = 60.0
"""Seconds within which a plug-in must be imported, and within which it must make a strategy."""
_NEEDED = ("name", "decide")
_T = TypeVar("_T")


class PluginError(BotError, ValueError):
    """A plug-in cannot be used; the message is one line that names it and what is wrong."""


@runtime_checkable
class StrategyPlugin(Protocol):
    """What the entry point names.

    Attributes:
        API_VERSION: the version it was written for: 2.
        about: one sentence.
    """

    API_VERSION: int
    about: str

    def make(self, seed: int, deck: str | None) -> object:
        """A new strategy for one game; it has `name` and `decide` (gemp_bot.strategy.Strategy).

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


def load_plugin(found: FoundPlugin) -> StrategyPlugin:
    """Load a plug-in and look whether it is one.

    Raises:
        PluginError: it cannot be imported, is written for another version, or lacks something.
    """
    if found.doubled:
        raise PluginError(
            f"{found.shown}: another package offers a strategy of this name: remove one of them"
        )
    plugin: object = _call(found, "cannot be loaded", found.entry_point.load)
    # Looking at an attribute may run their code, too.
    return _call(found, "cannot be looked at", lambda: _checked(found, plugin))


def _call(found: FoundPlugin, what: str, function: Callable[[], _T]) -> _T:
    """Run code of a plug-in.

    Args:
        found: the plug-in.
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
        why = f"not done within {PATIENCE:g} s" if apart.busy else _told(fault)
        raise PluginError(f"{found.shown}: {what}: {why}") from fault


def _checked(found: FoundPlugin, plugin: object) -> StrategyPlugin:
    version = getattr(plugin, "API_VERSION", None)
    if isinstance(version, bool) or not isinstance(version, int):
        raise PluginError(
            f"{found.shown}: has no API_VERSION, a whole number: {API_VERSION} is the present one"
        )
    if version != API_VERSION:
        hint = ": docs/write-a-strategy.md has the new names" if version == 1 else ""
        raise PluginError(
            f"{found.shown}: is written for API_VERSION {version}, and this is {API_VERSION}{hint}"
        )
    if not isinstance(getattr(plugin, "about", None), str):
        raise PluginError(f"{found.shown}: lacks about, a text of one sentence")
    if not callable(getattr(plugin, "make", None)) or not isinstance(plugin, StrategyPlugin):
        raise PluginError(f"{found.shown}: lacks make(seed, deck), a function that gives a strategy")
    return plugin


def make_from_plugin(found: FoundPlugin, seed: int, deck: str | None = None) -> object:
    """A new strategy of a plug-in, for one game.

    Raises:
        PluginError: the plug-in cannot be used, or what it makes is no strategy.
    """
    plugin = load_plugin(found)

    def make() -> object:
        made = plugin.make(seed, deck)
        lacks = [name for name in _NEEDED if not hasattr(made, name)]
        if lacks or not callable(made.decide):  # type: ignore[attr-defined]
            what = " and ".join(lacks) or "a decide() that can be called"
            raise PluginError(f"{found.shown}: make({seed}) gave {type(made).__name__}, which lacks {what}")
        return made

    return _call(found, f"make({seed}) failed", make)


def _told(fault: Exception) -> str:
    if isinstance(fault, ForeignExitError):
        return plain(str(fault))
    lines = str(fault).splitlines()
    return plain(f"{type(fault).__name__}: {lines[0] if lines else 'no message'}")
