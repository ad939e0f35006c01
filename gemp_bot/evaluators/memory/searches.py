"""Which searches found nothing, and when they are worth another try."""

from gemp_bot.decisions import Option
from gemp_bot.protocol.ids import BlueprintId

PATIENCE = 3
"""Turns after which a failed search is worth another try, for each time it failed."""

_SearchKey = tuple[BlueprintId | None, str]
"""A search that is offered again, maybe by another copy of its card: blueprint and label."""


class SearchMemory:
    """Failed searches.

    Args:
        patience: turns to wait after a failure, for each time the search failed.
    """

    __slots__ = ("_failed", "_patience")

    def __init__(self, patience: int = PATIENCE) -> None:
        self._patience = patience
        self._failed: dict[_SearchKey, tuple[int, int]] = {}

    def fail(self, pursued: Option | None, turn: int) -> None:
        """The search that is being carried out found nothing; without an action nothing is learnt."""
        if pursued is not None:
            key = _key(pursued)
            times = self._failed.get(key, (0, 0))[0] + 1
            self._failed[key] = (times, turn + self._patience * times)

    def failures(self, option: Option) -> int:
        """How often a search failed in this game."""
        return self._failed.get(_key(option), (0, 0))[0] if self._failed else 0

    def hopeless(self, option: Option, turn: int) -> bool:
        """Whether a search failed so often that it is too early for another one."""
        if not self._failed:
            return False
        found = self._failed.get(_key(option))
        return found is not None and turn < found[1]


def _key(option: Option) -> _SearchKey:
    return option.blueprint_id, option.text
