"""Strategies by name."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from types import MappingProxyType

from gemp_bot.cards.deck import DeckError, DeckList, parse_deck
from gemp_bot.cards.index import CardIndex
from gemp_bot.evaluators.temperament import Sight, Temperament
from gemp_bot.strategy.base import Strategy
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.steady import SteadyStrategy
from gemp_bot.strategy.uniform import UniformStrategy

Maker = Callable[[int, DeckList | None], Strategy]


def _strong(seed: int, deck: DeckList | None) -> Strategy:
    return JudgedStrategy(
        seed, temper=Temperament(), sight=Sight(), index=CardIndex.load(), deck=deck, name="strong"
    )


_STRATEGIES: Mapping[str, Maker] = MappingProxyType(
    {
        "random": lambda seed, _: UniformStrategy(seed),
        "steady": lambda seed, _: SteadyStrategy(seed),
        "strong": _strong,
    }
)


class UnknownStrategyError(ValueError):
    """No strategy of this name; the message lists those there are."""


def strategy_names() -> tuple[str, ...]:
    """All names, sorted."""
    return tuple(sorted(_STRATEGIES))


def make_strategy(name: str, seed: int, deck: str | None = None) -> Strategy:
    """A new strategy, for one game.

    Args:
        name: of the strategy.
        seed: of all its randomness.
        deck: the text of our deck (PROTOCOL 8.1); None if it is not known.

    Raises:
        UnknownStrategyError: no such name.
    """
    make = _STRATEGIES.get(name)
    if make is None:
        close = get_close_matches(name, _STRATEGIES, n=1)
        hint = f", did you mean {close[0]!r}" if close else ""
        raise UnknownStrategyError(f"no strategy {name!r}{hint}: there are {', '.join(strategy_names())}")
    return make(seed, _deck(deck))


def _deck(text: str | None) -> DeckList | None:
    """The cards of a deck; None for a text that is none: a strategy plays without knowing its deck, too."""
    if text is None:
        return None
    try:
        return parse_deck(text)
    except DeckError:
        return None
