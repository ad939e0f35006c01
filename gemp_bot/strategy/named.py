"""Strategies by name: those of the program, those written as files, those of other packages."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import cast

from gemp_bot.cards.deck import DeckError, DeckList, parse_deck
from gemp_bot.cards.index import CardIndex
from gemp_bot.procedures import (
    NoSuchStrategyError,
    PluginError,
    StrategyFileError,
    find_plugin,
    find_plugins,
    load_plugin,
    load_strategy,
    make_from_plugin,
    strategy_files,
    strategy_folders,
    strategy_loader,
)
from gemp_bot.procedures.loader import is_path
from gemp_bot.procedures.plugins import FoundPlugin
from gemp_bot.strategy.base import Strategy
from gemp_bot.strategy.foreign import PluginStrategy
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged.vocabulary import make_vocabulary
from gemp_bot.strategy.steady import SteadyStrategy
from gemp_bot.strategy.uniform import UniformStrategy

_PROGRAMS: Mapping[str, Callable[[int], Strategy]] = MappingProxyType(
    {"random": UniformStrategy, "steady": SteadyStrategy}
)


Maker = Callable[[int, str | None], Strategy]
"""Makes a strategy of a seed and the text of our deck, None if that is not known."""


class UnknownStrategyError(ValueError):
    """No strategy of this name, or one that cannot be used; the message says what is wrong."""


def program_names() -> tuple[str, ...]:
    """The strategies that are code of ours, sorted."""
    return tuple(sorted(_PROGRAMS))


def strategy_names() -> tuple[str, ...]:
    """All names, sorted."""
    names = {*_PROGRAMS, *strategy_files(strategy_folders()), *(found.name for found in find_plugins())}
    return tuple(sorted(names))


def make_strategy(
    name: str, seed: int, deck: str | None = None, *, index: CardIndex | None = None
) -> Strategy:
    """A new strategy, for one game; see `strategy_maker`.

    Args:
        name: of a strategy, or the path of a strategy file.
        seed: of all its randomness.
        deck: the text of our deck (PROTOCOL 8.1); None if it is not known.
        index: facts of the cards; None to load them.

    Raises:
        UnknownStrategyError: no such name, or it cannot be used.
    """
    return strategy_maker(name, index=index)(seed, deck)


def strategy_maker(name: str, *, index: CardIndex | None = None) -> Maker:
    """Find a strategy once, to make it for any number of games: an edited file changes none of them.

    Args:
        name: of a strategy, or the path of a strategy file.
        index: facts of the cards; None to load them.

    Returns:
        Makes a strategy of a seed and the text of our deck. For a plug-in it may raise
        `UnknownStrategyError`: what it does is its own affair.

    Raises:
        UnknownStrategyError: no such name, or it cannot be used.
    """
    program = _PROGRAMS.get(name)
    if program is not None:
        return lambda seed, _: program(seed)
    try:
        if is_path(name) or name in strategy_files(strategy_folders()):
            load = strategy_loader(name, make_vocabulary(), programs=_PROGRAMS)
            known = CardIndex.load() if index is None else index
            return lambda seed, deck: JudgedStrategy(seed, load(), index=known, deck=_deck(deck))
        plugins = find_plugins()
        if any(found.name == name for found in plugins):
            found = find_plugin(name, plugins)
            load_plugin(found)
            return lambda seed, deck: _from_plugin(found, seed, deck)
    except (NoSuchStrategyError, StrategyFileError, PluginError) as error:
        raise UnknownStrategyError(str(error)) from None
    close = get_close_matches(name, strategy_names(), n=1)
    hint = f", did you mean {close[0]!r}" if close else ""
    raise UnknownStrategyError(f"no strategy {name!r}{hint}: there are {', '.join(strategy_names())}")


def _from_plugin(found: FoundPlugin, seed: int, deck: str | None) -> Strategy:
    try:
        return make_plugin_strategy(found, seed, deck)
    except PluginError as error:
        raise UnknownStrategyError(str(error)) from None


def file_digest(name: str) -> str | None:
    """The digest of a strategy that is a file, its parents' texts included; None for any other strategy."""
    if name in _PROGRAMS or not (is_path(name) or name in strategy_files(strategy_folders())):
        return None
    try:
        return load_strategy(name, make_vocabulary(), programs=_PROGRAMS).digest
    except StrategyFileError:
        return None


def make_plugin_strategy(found: FoundPlugin, seed: int, deck: str | None = None) -> Strategy:
    """A new strategy of a plug-in, watched.

    Raises:
        PluginError: it cannot be used.
    """
    return PluginStrategy(found.name, cast("Strategy", make_from_plugin(found, seed, deck)))


def _deck(text: str | None) -> DeckList | None:
    """The cards of a deck; None for a text that is none: a strategy plays without knowing its deck, too."""
    if text is None:
        return None
    try:
        return parse_deck(text)
    except DeckError:
        return None
