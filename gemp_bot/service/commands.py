"""What people may ask in chat.

A line is a command if it is `!` and the word (`!help`). The words that only ask for something count alone,
too (`help`, `why?`); `stop` and the operator's word to drain need the mark, as people say `stop` for other
reasons as well.
In the hall a line is a command only if it begins with our name: `botname: help`.
"""

import re
from collections import OrderedDict
from enum import StrEnum

from aiolimiter import AsyncLimiter

from gemp_bot.protocol.ids import PlayerName

_LONGEST = 40
"""Characters of a line that may be a command."""
_MOST_PEOPLE = 500
"""People whose commands are counted; those who said nothing for longest are forgotten."""
_ENDS = " ?!.…"


class Command(StrEnum):
    """A command."""

    HELP = "help"
    ABOUT = "about"
    STATS = "stats"
    WHY = "why"
    STOP = "stop"
    DRAIN = "drain"


_QUESTIONS = frozenset({Command.HELP, Command.ABOUT, Command.STATS, Command.WHY})


def read_command(text: str, drain_word: str = "") -> Command | None:
    """The command that a line is; None for all other lines.

    Args:
        text: what was said.
        drain_word: the operator's word for `Command.DRAIN`; empty for none.
    """
    if len(text) > _LONGEST:
        return None
    said = text.strip().casefold()
    marked = said.startswith("!")
    word = said.lstrip("!").strip(_ENDS)
    if drain_word and word == drain_word.casefold():
        return Command.DRAIN if marked else None
    command = next((each for each in Command if each.value == word and each is not Command.DRAIN), None)
    return command if marked or command in _QUESTIONS else None


def addressed(text: str, name: PlayerName) -> str | None:
    """What a line of the hall says to us, with the mark of a command; None if it is for others."""
    found = re.match(rf"@?{re.escape(name)}(?![\w-])[\s:,]*", text[: 2 * _LONGEST], re.IGNORECASE)
    return None if found is None else "!" + text[found.end() :].lstrip(" !")


class Allowance:
    """How many commands a person may give.

    Args:
        a_minute: so many, also all at once.
    """

    def __init__(self, a_minute: int) -> None:
        self._a_minute = a_minute
        self._buckets: OrderedDict[PlayerName, AsyncLimiter] = OrderedDict()
        self._told: OrderedDict[PlayerName, None] = OrderedDict()

    async def take(self, person: PlayerName) -> bool:
        """Take one, if there is one left. Never waits."""
        bucket = self._buckets.pop(person, None) or AsyncLimiter(self._a_minute, 60.0)
        self._buckets[person] = bucket
        if len(self._buckets) > _MOST_PEOPLE:
            self._buckets.popitem(last=False)
        if not bucket.has_capacity():
            return False
        await bucket.acquire()
        return True

    def tell(self, person: PlayerName) -> bool:
        """Whether a person is to be told that it was too much: once."""
        if person in self._told:
            return False
        self._told[person] = None
        if len(self._told) > _MOST_PEOPLE:
            self._told.popitem(last=False)
        return True
