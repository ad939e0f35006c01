"""The line of the game log that begins a turn (PROTOCOL 6.9)."""

import re

from gemp_bot.protocol.ids import PlayerName

_START = re.compile(r"Start of (?P<player>[~\w-]+)'s turn #(?P<turn>\d{1,5})")


def read_turn_start(message: str) -> tuple[PlayerName, int] | None:
    """Whose turn begins, and which of his own turns it is; None for any other line."""
    if not message.startswith("Start of "):
        return None
    found = _START.fullmatch(message)
    return None if found is None else (PlayerName(found["player"]), int(found["turn"]))
