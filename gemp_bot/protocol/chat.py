"""The messages and users of a chat room (PROTOCOL 3.3)."""

import re
from datetime import datetime
from enum import StrEnum

import msgspec

from gemp_bot.protocol import elements
from gemp_bot.protocol.html import chat_plain, printable
from gemp_bot.protocol.ids import GameId, PlayerName
from gemp_bot.protocol.xml import XmlReader

HALL_ROOM = "Game Hall"
"""The room that all users of the hall share."""


def game_room(game: GameId) -> str:
    """The room of a game; gone with the game five minutes after its end."""
    return f"Game{game}"


class ChatRole(StrEnum):
    """What the mark before a user's name says."""

    PLAYER = "player"
    ADMIN = "admin"
    JUDGE = "judge"
    """League or playtest admin."""
    PLAYTESTER = "playtester"
    COMMENTATOR = "commentator"


_MARKS = (
    ("*", ChatRole.ADMIN),
    ("+", ChatRole.JUDGE),
    ("β", ChatRole.PLAYTESTER),
    ("ç", ChatRole.COMMENTATOR),
)


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


class ChatUser(msgspec.Struct, frozen=True):
    """A user in the room, with the most significant of the marks before the name."""

    name: PlayerName
    role: ChatRole = ChatRole.PLAYER


class ChatUpdate(msgspec.Struct, frozen=True):
    """One answer of a room: new lines, and everyone present."""

    room: str
    messages: tuple[ChatMessage, ...]
    users: tuple[ChatUser, ...]


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
    root = elements.read_document(reader, _REFERENCE.sub(_legal, body), "chat")
    return ChatUpdate(
        room=printable(root.get("roomName", "")),
        messages=tuple(
            ChatMessage(
                id=elements.needed_whole(line, "msgId"),
                sender=PlayerName(printable(line.get("from", ""))),
                text=chat_plain(line.text or ""),
                date=elements.moment(line, "date"),
            )
            for line in root.iter("message")
        ),
        users=tuple(_user(user.text or "") for user in root.iter("user")),
    )


def _user(shown: str) -> ChatUser:
    # The marks are HTML texts of their own (`&beta;`) and may stand one before the other.
    name = chat_plain(shown)
    roles = []
    while name[:1] and (role := next((r for mark, r in _MARKS if name.startswith(mark)), None)):
        roles.append(role)
        name = name[1:].lstrip()
    return ChatUser(PlayerName(name), min(roles, key=list(ChatRole).index, default=ChatRole.PLAYER))
