"""Channels and long polls: numbers, 409, 410, and where a poll waits for news (PROTOCOL 5.1, 9.1)."""

import asyncio
from collections.abc import Iterator
from typing import Generic, TypeVar

from gemp_bot.sandbox.server.http import HttpRefusal


class Channel:
    """What one client opened: a number that never changes, and who waits on it."""

    def __init__(self, number: int, now: float) -> None:
        self.number = number
        self.touched = now
        self.waiter: asyncio.Future[None] | None = None

    def wake(self) -> None:
        """Let the poll that was parked last go on."""
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)


AnyChannel = TypeVar("AnyChannel", bound=Channel)


class Channels(Generic[AnyChannel]):
    """The channels of one game or of the hall: at most one a player, numbers from 0 with every GET."""

    def __init__(self, idle_limit: float) -> None:
        self._idle_limit = idle_limit
        self._by_player: dict[str, AnyChannel] = {}
        self._next = 0

    def __iter__(self) -> Iterator[tuple[str, AnyChannel]]:
        return iter(list(self._by_player.items()))

    def next_number(self) -> int:
        """Give the number of the channel that is about to be opened."""
        self._next += 1
        return self._next - 1

    def open(self, player: str, channel: AnyChannel) -> None:
        """Put a new channel in the place of the player's old one, which is 409 from now on."""
        self._by_player[player] = channel

    def get(self, player: str, number: int, now: float) -> AnyChannel:
        """Find the channel a request names.

        Raises:
            Refusal: 410 never opened or idle for too long, 409 another number.
        """
        channel = self._by_player.get(player)
        if channel is None or now - channel.touched > self._idle_limit:
            self._by_player.pop(player, None)
            raise HttpRefusal(410, "no channel is open: GET first")
        if channel.number != number:
            raise HttpRefusal(409, f"channelNumber={number}: the channel is {channel.number}")
        channel.touched = now
        return channel

    def drop(self, player: str) -> None:
        """Forget the channel of a player: 410 until the next GET."""
        self._by_player.pop(player, None)


class Lot:
    """Where polls park until there is news, or until they have waited long enough."""

    def __init__(self, idle_seconds: float) -> None:
        self.idle_seconds = idle_seconds
        self._parked: set[asyncio.Future[None]] = set()

    async def park(self, channel: Channel) -> None:
        """Wait for news on a channel, `idle_seconds` at most."""
        channel.waiter = asyncio.get_running_loop().create_future()
        await self._rest(channel.waiter, self.idle_seconds)

    async def dawdle(self, seconds: float) -> None:
        """Wait for nothing at all: a slow server."""
        await self._rest(asyncio.get_running_loop().create_future(), seconds)

    async def _rest(self, waiter: asyncio.Future[None], seconds: float) -> None:
        self._parked.add(waiter)
        try:
            async with asyncio.timeout(seconds):
                await waiter
        except TimeoutError:
            pass  # an idle poll is no fault: it is answered empty
        finally:
            self._parked.discard(waiter)

    def close(self) -> None:
        """Let everything that waits go: the server stops."""
        self.idle_seconds = 0.0
        for waiter in self._parked:
            if not waiter.done():
                waiter.set_result(None)
