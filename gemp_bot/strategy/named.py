"""Strategies by name: those of the program, those of files, those of other packages."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, partial
from types import MappingProxyType
from typing import cast

from gemp_bot.cards.deck import known_cards
from gemp_bot.cards.index import CardIndex
from gemp_bot.errors import BotError
from gemp_bot.procedures import (
    NoSuchStrategyError,
    PluginError,
    StrategyFileError,
    find_plugin,
    find_plugins,
    load_class,
    make_from_class,
    strategy_files,
    strategy_folders,
)
from gemp_bot.procedures.loader import StrategyChain, is_strategy_file, read_chain
from gemp_bot.procedures.plugins import ClassFile, FoundPlugin, StrategyClass, is_code
from gemp_bot.strategy.base import Strategy, UniformStrategy
from gemp_bot.strategy.foreign import PluginStrategy
from gemp_bot.strategy.identity import Identity, StrategyKind, program_digest
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged.vocabulary import make_vocabulary
from gemp_bot.strategy.steady import SteadyStrategy
from gemp_bot.terminal import plain

_PROGRAMS: Mapping[str, Callable[[int], Strategy]] = MappingProxyType(
    {"random": UniformStrategy, "steady": SteadyStrategy}
)

_ABOUT: Mapping[str, str] = MappingProxyType(
    {
        "random": "Plays anything that is allowed, by chance.",
        "steady": "Plays by simple rules, and does not know what is printed on cards.",
    }
)

_Maker = Callable[[int, str | None, CardIndex | None], Strategy]
"""Makes a strategy of a seed, the text of our deck, and the facts of the cards; see `make_strategy`."""


class UnknownStrategyError(BotError, ValueError):
    """No strategy of this name, or one that cannot be used; the message says what is wrong."""


def program_names() -> tuple[str, ...]:
    """The strategies that are code of ours, sorted."""
    return tuple(sorted(_PROGRAMS))


def strategy_names() -> tuple[str, ...]:
    """All names, sorted."""
    names = {*_PROGRAMS, *strategy_files(strategy_folders()), *(found.name for found in find_plugins())}
    return tuple(sorted(names))


def strategy_about(name: str) -> str:
    """What a strategy says about itself, in a sentence; empty for a plug-in, whose code is not run for that.

    Args:
        name: one of `strategy_names`.

    Raises:
        UnknownStrategyError: its file cannot be used.
    """
    if name in _ABOUT:
        return _ABOUT[name]
    with _told():
        files = strategy_files(strategy_folders())
        return read_chain(name, make_vocabulary(), programs=_PROGRAMS).build().about if name in files else ""


@dataclass(frozen=True)
class NamedStrategy:
    """A strategy that was found by its name, and its files read: all games get the same one.

    Attributes:
        given: what it was found by: its name, the path of its file, or `path.py:Class`.
        name: what it is called.
        kind: what it is made of.
    """

    given: str
    name: str
    kind: StrategyKind
    _maker: _Maker
    _parts: Callable[[], dict[str, str]]

    def make(self, seed: int, deck: str | None = None, *, index: CardIndex | None = None) -> Strategy:
        """A new strategy, for one game: see `make_strategy`.

        Raises:
            UnknownStrategyError: it cannot be used.
        """
        with _told():
            return self._maker(seed, deck, index)

    @cached_property
    def identity(self) -> Identity:
        """Which strategy it is, and of which program. The first time all code is read that it is made of."""
        return Identity(self.name, self.kind, program_digest(), self._parts())


def strategy_named(name: str) -> NamedStrategy:
    """Find a strategy, and read its files.

    Args:
        name: of a strategy, the path of a strategy file, or `path.py:Class` (see `procedures.plugins`).

    Raises:
        UnknownStrategyError: no such name, or it cannot be used.
    """
    program = _PROGRAMS.get(name)
    if program is not None:
        return NamedStrategy(name, name, StrategyKind.PROGRAM, lambda seed, *_: program(seed), dict)
    with _told():
        if is_strategy_file(name, strategy_folders()):
            chain = read_chain(name, make_vocabulary(), programs=_PROGRAMS)
            chain.build()
            kind, own = StrategyKind.FILE, chain.sources[0].name
            return NamedStrategy(name, own, kind, partial(_judged, chain), lambda: chain.digests)
        if is_code(name):
            file = ClassFile(name)
            cls = load_class(file)
            return NamedStrategy(
                name, cls.name, StrategyKind.CLASS, partial(_own, file, cls, cls.name), lambda: file.digests
            )
        plugins = find_plugins()
        if any(found.name == name for found in plugins):
            found = find_plugin(name, plugins)
            make = partial(_own, found, load_class(found), name)
            return NamedStrategy(name, name, StrategyKind.PLUGIN, make, lambda: found.digests)
    raise UnknownStrategyError(no_strategy(name, strategy_names()))


def no_strategy(name: str, names: Collection[str]) -> str:
    """What is said where no strategy has a name.

    Args:
        name: that nobody has.
        names: of all strategies.
    """
    close = get_close_matches(name, names, n=1)
    hint = f", did you mean {close[0]!r}" if close else ""
    return (
        f"no strategy {plain(name)!r}{hint}: there are {', '.join(sorted(names))} "
        "(that of a package has to be installed in this environment)"
    )


def make_strategy(
    name: str, seed: int, deck: str | None = None, *, index: CardIndex | None = None
) -> Strategy:
    """A new strategy, for one game. Whoever makes several takes a `NamedStrategy`.

    Args:
        name: as for `strategy_named`.
        seed: of all its randomness.
        deck: the text of our deck (PROTOCOL 8.1); None if it is not known.
        index: facts of the cards; None to load them. Whoever makes many strategies loads them once.

    Raises:
        UnknownStrategyError: no such name, or it cannot be used.
    """
    return strategy_named(name).make(seed, deck, index=index)


def _judged(chain: StrategyChain, seed: int, deck: str | None, index: CardIndex | None) -> Strategy:
    known = CardIndex.load() if index is None else index
    return JudgedStrategy(seed, chain.build(), index=known, deck=known_cards(deck))


def _own(
    found: FoundPlugin | ClassFile,
    cls: type[StrategyClass],
    name: str,
    seed: int,
    deck: str | None,
    _: CardIndex | None,
) -> Strategy:
    return PluginStrategy(name, cast("Strategy", make_from_class(found, cls, seed, deck)))


@contextmanager
def _told() -> Iterator[None]:
    """Tell what is wrong with a file or a plug-in as what is wrong with a strategy.

    Raises:
        UnknownStrategyError: one line.
    """
    try:
        yield
    except (NoSuchStrategyError, StrategyFileError, PluginError) as error:
        raise UnknownStrategyError(str(error)) from None
