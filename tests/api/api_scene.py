"""Types of the fixtures of this folder."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from fakes.server import FakeGemp

from gemp_bot.protocol.ids import GameId

RunningGame = Callable[[], AbstractAsyncContextManager[tuple[FakeGemp, GameId]]]
"""A server on which a game of two others runs, and its id."""
