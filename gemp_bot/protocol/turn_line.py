"""The line of the game log that begins a turn (PROTOCOL 6.9)."""

import re

from gemp_bot.protocol.ids import PlayerName

_START = re.compile(r"Start of (?P<player>[~\w-]+)'s turn #(?P<turn>\d{1,5})")


def read_turn_start(message: str) -> tuple[PlayerName, int] | None:
    """The player whose turn begins, and the number of the turn among their own; None for any other line."""
    if not message.startswith("Start of "):
        return None
    found = _START.fullmatch(message)
    return None if found is None else (PlayerName(found["player"]), int(found["turn"]))
