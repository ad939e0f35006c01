"""One chat room, for as long as it lasts: joined, joined again after silence, heard, talked in.

It has a task of its own. Nothing waits for it, and no fault of a room gets out of it.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

import structlog

from gemp_bot.protocol.chat import ChatMessage, ChatRoom, ChatUpdate
from gemp_bot.protocol.errors import GempError, RefusedError, WireError
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.service.texts import MOST_SAID, cut

_log = structlog.stdlib.get_logger(__name__)

_FIRST_PAUSE, _LONGEST_PAUSE = 2.0, 60.0
_MOST_WAITING = 10
"""Lines of ours that may wait to be sent; further ones are dropped."""
_MOST_HEARD = 50
"""Lines of one answer that are looked at, the last ones."""
_TRIES = 3
_PAST = 100
"""Lines of its past a room tells (PROTOCOL 3.3)."""


def told(fault: GempError) -> str:
    """A fault of a room for the log, where nothing belongs that people wrote."""
    return "its answer cannot be read" if isinstance(fault, WireError) else str(fault)


Hear = Callable[[ChatMessage], Awaitable[None]]


class Room:
    """A room.

    Args:
        chat: the room on the server.
        me: our own name.
        hear: told of each new line of others, in order; what it raises is logged.
        every: seconds between two polls; a game's room forgets who is silent for 30, the hall for 15.
        skip_past: whether lines from before we came are left unheard.

    Attributes:
        joined: set once its past is known.
        past: the lines that were there as we came.
    """

    def __init__(
        self, chat: ChatRoom, me: PlayerName, hear: Hear, *, every: float, skip_past: bool = False
    ) -> None:
        self.joined = asyncio.Event()
        self.past: tuple[ChatMessage, ...] = ()
        self._chat = chat
        self._me = me
        self._hear = hear
        self._every = every
        self._skip = skip_past
        self._heard = -1
        self._in = False
        self._waiting: deque[str] = deque()
        self._tries = 0
        self._before = -1
        self._wake = asyncio.Event()

    @property
    def talked(self) -> bool:
        """Whether we said something before we came, as far as the room still knows."""
        return any(line.sender == self._me for line in self.past) or (self._skip and len(self.past) >= _PAST)

    def say(self, text: str) -> None:
        """Say something soon; nothing for an empty text."""
        if text.strip() and len(self._waiting) < _MOST_WAITING:
            self._waiting.append(cut(text, MOST_SAID))
            self._wake.set()

    async def run(self) -> None:
        """Hear and talk, for ever."""
        pause = 0.0
        while True:
            try:
                await self._round()
                pause = 0.0
            except GempError as fault:
                self._in = False
                tell = _log.debug if pause else _log.info
                pause = min(max(2 * pause, _FIRST_PAUSE), _LONGEST_PAUSE)
                tell("chat_silent", why=told(fault), next_try_in=pause)
            except Exception as fault:  # noqa: BLE001 - talk must never end a game, nor itself
                self._in = False
                pause = _LONGEST_PAUSE
                _log.error("chat_failed", exc_info=fault)
            await self._rest(pause or self._every, interrupted=not pause)

    async def finish(self) -> None:
        """Say what waits, hear once more, and say what came of that.

        Raises:
            GempError: the room is out of reach.
        """
        if self._tries:
            self._in = False  # a line was under way as `run` was cancelled: was it heard?
        await self._round()

    async def _rest(self, seconds: float, *, interrupted: bool) -> None:
        if not interrupted:
            await asyncio.sleep(seconds)
            return
        try:
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        except TimeoutError:
            return

    async def _round(self) -> None:
        if not self._in:
            try:
                update = await self._chat.join()
            except WireError:
                # What others wrote cannot be read; we can still be.
                await self._send()
                raise
            await self._come_in(update)
        await self._send()
        if not self._in:
            return
        await self._take(await self._chat.poll())
        await self._send()

    async def _come_in(self, update: ChatUpdate) -> None:
        first = not self.joined.is_set()
        if first:
            self.past = update.messages
            if self._skip:
                self._heard = max((line.id for line in update.messages), default=-1)
        self._in = True
        self.joined.set()
        waits = self._waiting[0] if self._waiting and self._tries else None
        if waits is not None and any(
            line.sender == self._me and line.id > self._before and line.text == waits
            for line in update.messages
        ):
            # The call failed, but the line was heard.
            self._waiting.popleft()
            self._tries = 0
        await self._take(update)

    async def _take(self, update: ChatUpdate) -> None:
        fresh = [line for line in update.messages if line.id > self._heard]
        self._heard = max((self._heard, *(line.id for line in fresh)))
        for line in fresh[-_MOST_HEARD:]:
            if line.sender == self._me:
                continue
            try:
                await self._hear(line)
            except Exception as fault:  # noqa: BLE001 - one line that cannot be answered
                _log.error("chat_line_failed", exc_info=fault)

    async def _send(self) -> None:
        self._wake.clear()
        while self._waiting:
            text = self._waiting[0]
            if not self._tries:
                self._before = self._heard
            self._tries += 1
            try:
                await self._chat.send(text)
            except RefusedError as fault:
                _log.info("chat_line_refused", why=str(fault))
            except GempError:
                if self._tries >= _TRIES:
                    self._drop()
                raise
            self._drop()

    def _drop(self) -> None:
        self._waiting.popleft()
        self._tries = 0
