"""Chat rooms and their messages (PROTOCOL 3.3)."""

import re
from datetime import datetime

import msgspec

from gemp_bot.protocol import xml
from gemp_bot.protocol.calls import CHANNEL_STATUS, Call, Caller, Repeat
from gemp_bot.protocol.errors import RefusedError
from gemp_bot.protocol.html import chat_plain, printable
from gemp_bot.protocol.ids import GameId, PlayerName
from gemp_bot.protocol.pace import CallKind
from gemp_bot.protocol.xml import XmlReader

HALL_ROOM = "Game Hall"
"""The room that all users of the hall share."""


def game_room(game: GameId) -> str:
    """The room of a game; gone with the game five minutes after its end."""
    return f"Game{game}"


class ChatMessage(msgspec.Struct, frozen=True):
    """A line of chat. Personal data: keep it out of shared files.

    Attributes:
        id: grows within a room; what a poll acknowledges.
        text: plain, one line, without control characters.
        date: UTC; None if the server told none.
    """

    id: int
    sender: PlayerName
    text: str
    date: datetime | None = None


class ChatUpdate(msgspec.Struct, frozen=True):
    """One answer of a room: its new lines."""

    messages: tuple[ChatMessage, ...]


_REFERENCE = re.compile(rb"&#(?:(\d{1,7})|x([0-9a-fA-F]{1,6}));")
_LAST, _SURROGATES = 0xFFFD, range(0xD800, 0xE000)


def _legal(found: re.Match[bytes]) -> bytes:
    """A reference to a character as it may stand in XML.

    People write anything, and some serializers refer to the two halves of an emoji: one such line would keep
    the room from being read for as long as it stands in its past.
    """
    number = int(found[1]) if found[1] is not None else int(found[2], 16)
    illegal = number in _SURROGATES or _LAST < number <= 0xFFFF or number > 0x10FFFF  # noqa: PLR2004
    return b"?" if illegal else found[0]


def read_chat(body: bytes, reader: XmlReader) -> ChatUpdate:
    """Decode an answer of a chat room.

    Raises:
        WireError: no such answer, or a line without its id.
    """
    root = xml.read_document(reader, _REFERENCE.sub(_legal, body), "chat")
    return ChatUpdate(
        messages=tuple(
            ChatMessage(
                id=xml.needed_whole(line, "msgId"),
                sender=PlayerName(printable(line.get("from", ""))),
                text=chat_plain(line.text or ""),
                date=xml.moment(line, "date"),
            )
            for line in root.iter("message")
        ),
    )


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
