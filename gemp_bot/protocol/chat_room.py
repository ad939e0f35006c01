"""One chat room (PROTOCOL 3.3)."""

from gemp_bot.protocol.calls import CHANNEL_STATUS, Call, Caller, Repeat
from gemp_bot.protocol.chat import ChatUpdate, read_chat
from gemp_bot.protocol.errors import RefusedError
from gemp_bot.protocol.pace import CallKind
from gemp_bot.protocol.xml import XmlReader

_NOTHING = -1
_BAD_REQUEST = 400


class ChatRoom:
    """A room we listen to and talk in.

    The server keeps lines until a later poll acknowledges them, so a lost answer costs nothing and a poll
    may be repeated. There is no channel number: two clients of one account share one queue.

    Attributes:
        name: `Game Hall`, or `game_room(id)`.
        latest: highest id of a line seen; what the next poll acknowledges.
    """

    def __init__(self, name: str, caller: Caller, reader: XmlReader) -> None:
        self.name = name
        self.latest = _NOTHING
        self._caller = caller
        self._reader = reader

    async def join(self) -> ChatUpdate:
        """Enter the room, again after having been dropped, and read up to 100 lines of its past.

        Raises:
            NotFoundError: no such room; that of a game goes with the game.
            ForbiddenError: a private room.
            WireError: the answer is none of a room.
        """
        call = Call(
            what=self._what, segments=("chat", self.name), kind=CallKind.CHAT_CALL, status=CHANNEL_STATUS
        )
        return await self._caller.ask(call, self._seen)

    async def poll(self) -> ChatUpdate:
        """Wait up to 3.5 s for lines. Silence of 15 s (hall) or 30 s (game) leaves the room.

        Raises:
            ChannelExpiredError: not joined, or dropped for silence: `join` again.
            NotFoundError, ForbiddenError, WireError: as in `join`.
        """
        call = Call(
            what=self._what,
            segments=("chat", self.name),
            method="POST",
            # Without advancing this the server would answer at once, again and again.
            form={"latestMsgIdRcvd": str(self.latest)},
            kind=CallKind.CHAT_POLL,
            status=CHANNEL_STATUS,
        )
        return await self._caller.ask(call, self._seen)

    async def send(self, text: str) -> None:
        """Say something, once. A room that mutes us drops it silently.

        Raises:
            RefusedError: an empty line, or a command of the hall that we may not give.
            ForbiddenError: a private room.
        """
        if not text.strip():
            # The server would take it for a poll and park it.
            raise RefusedError(f"{self._what}: an empty line cannot be said", status=_BAD_REQUEST)
        await self._caller.call(
            Call(
                what=self._what,
                segments=("chat", self.name),
                method="POST",
                form={"message": text},
                kind=CallKind.CHAT_CALL,
                repeat=Repeat.NEVER,
                status=CHANNEL_STATUS,
            )
        )

    @property
    def _what(self) -> str:
        return f"chat {self.name}"

    def _seen(self, body: bytes) -> ChatUpdate:
        update = read_chat(body, self._reader)
        self.latest = max((self.latest, *(line.id for line in update.messages)))
        return update
