"""The hall's refusals: HTTP 200 with `<error message>` (PROTOCOL 3.2)."""

from enum import Enum

from gemp_bot.sandbox.server.http import HttpReply, xml_reply
from gemp_bot.sandbox.server.xml import node

PRIVATE_DISABLED = "Private games are currently disabled"
PRIVATE_NEEDS_NAME = "Private games must have your intended opponent in the description"
SHUTDOWN = "Server is in shutdown mode and no games are able to be started"
NOT_OPERATIONAL = "Server is not yet in operational mode and games are not able to be started"
FORMAT_UNKNOWN = "This format is not supported: {}"
TOO_MANY_TABLES = "You can't create any more tables. You've reached the allowed limit"
NO_SUCH_DECK = "You don't have a deck registered yet with the name: {}"
DECK_INVALID = "Your selected deck is not valid for this format: <span class='invalid'>{}</span>"
SAME_SIDE = "You can't play against an opponent with a deck from the same side of the Force"
BOTS_DISABLED = "Bot tables are currently disabled"
AI_DECK_MISSING = "AI deck must be selected"
AI_DECK_SIDE = "AI deck must be the opposite side of the Force from your deck"
TABLE_GONE = "Table is already taken or was removed"
NO_MORE_JOINED = "You can't join any more tables. You've reached the allowed limit"
OWN_TABLE = "You can't play against yourself"
NOT_INVITED = "You may not join this private game"


class HallRefusalError(Exception):
    """The hall says no, in words."""

    def reply(self) -> HttpReply:
        """Give the answer."""
        return xml_reply(node("error", message=str(self)), note=str(self))


class Mode(Enum):
    """Whether games can be started; a fresh real server cannot before an admin says so (PROTOCOL 3.10)."""

    NOT_OPERATIONAL = NOT_OPERATIONAL
    OPERATIONAL = ""
    SHUTDOWN = SHUTDOWN

    def check(self) -> None:
        """Refuse unless operational.

        Raises:
            HallRefusal: in the words of the mode.
        """
        if self.value:
            raise HallRefusalError(self.value)
