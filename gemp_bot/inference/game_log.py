"""The game log: which lines are new, and whether it came again."""

from typing import Final

from gemp_bot.state import Table

_CARD_HINT: Final = "cardHint"
"""What every line has that names a card (PROTOCOL 6.9)."""


class GameLog:
    """Reads the log of one game, each line once."""

    __slots__ = ("_end", "_length", "_view")

    def __init__(self) -> None:
        self._view: Table | None = None
        self._length = 0
        self._end: str | None = None

    def read(self, view: Table) -> tuple[list[str], bool]:
        """The new lines that name cards, and whether the whole log came again: a revert (PROTOCOL 6.7).

        It comes again, too, when a game is opened anew; that makes a new table and is no revert.
        """
        length, before = view.log_length, self._length
        opened, self._view = view is not self._view, view
        if length == before and not opened:
            return [], False
        messages = view.messages
        fresh = length - before
        self._length = length
        # After a revert the lines known before are there again, as other objects.
        last = messages[-fresh - 1] if 0 < fresh < len(messages) else None
        replayed = not opened and self._end is not None and last is not self._end
        self._end = messages[-1] if messages else None
        new = messages[max(0, len(messages) - fresh) :] if fresh >= 0 and not replayed else messages
        return [line for line in new if _CARD_HINT in line], replayed
