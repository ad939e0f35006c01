"""Who plays: a strategy by name, by file, or of somebody's own."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from gemp_bot.api.checks import ArgumentError, wrong
from gemp_bot.api.facts import card_index
from gemp_bot.api.strategy import Strategy, source_digest
from gemp_bot.strategy import Identity, NamedStrategy, strategy_named
from gemp_bot.strategy import Strategy as AnyStrategy
from gemp_bot.strategy.identity import StrategyKind, program_digest

StrategyLike: TypeAlias = str | Path | Strategy | type[Strategy]
"""A name (`strong`), the path of a file, `path.py:Class`, a class derived from `Strategy` or an object of it.

Of a class every game gets an object of its own; an object plays all games, with whatever it remembers.
"""

_RIGHT = (
    "no strategy: give a name such as 'strong', the path of a strategy file, 'path.py:Class', "
    "or a class derived from gemp_bot.Strategy"
)


@dataclass(frozen=True, slots=True)
class ChosenPlayer:
    """A strategy that was found.

    Attributes:
        name: what it is called.
        make: a new one for a game, of its seed and the text of the deck.
        named: how it was found; None for one of somebody's own.
        own: makes the object of somebody's own strategy; None for one found by name.
    """

    name: str
    make: Callable[[int, str | None], AnyStrategy]
    named: NamedStrategy | None = None
    own: Callable[[], Strategy] | None = None

    @property
    def given(self) -> str:
        """What it was found by."""
        return self.name if self.named is None else self.named.given

    @property
    def identity(self) -> Identity:
        """Which strategy it is, as digests."""
        if self.named is not None:
            return self.named.identity
        parts = {} if self.own is None else {self.name: source_digest(self.own())}
        return Identity(self.name, StrategyKind.CLASS, program_digest(), parts)


def choose_player(given: StrategyLike, argument: str = "strategy") -> ChosenPlayer:
    """Find a strategy, and see that it can be made.

    Raises:
        ArgumentError: it is none.
        UnknownStrategyError: there is none of this name, or it cannot be used.
    """
    if isinstance(given, str | Path):
        named = strategy_named(str(given))
        named.make(0, index=card_index())
        return ChosenPlayer(named.name, lambda seed, deck: named.make(seed, deck, index=card_index()), named)
    own = _maker(given, argument)
    try:
        name = own().in_game(0, None).name
    except ArgumentError as fault:
        raise ArgumentError(f"{argument}: {fault}") from None
    return ChosenPlayer(name, lambda seed, deck: own().in_game(seed, deck), own=own)


def _maker(given: object, argument: str) -> Callable[[], Strategy]:
    if isinstance(given, Strategy):
        return lambda: given
    if not (isinstance(given, type) and issubclass(given, Strategy)):
        wrong(argument, given, _RIGHT)
    try:
        given()
    except TypeError as fault:
        wrong(argument, given, f"it cannot be made without arguments ({fault}): pass an object of it")
    return given
