"""How much Force actions used."""

from gemp_bot.decisions import Option
from gemp_bot.protocol.ids import BlueprintId

_ActionKey = tuple[BlueprintId | None, str]


class SpendingMemory:
    """The Force that each action used when it was carried out last."""

    __slots__ = ("_running", "_used")

    def __init__(self) -> None:
        self._running: tuple[_ActionKey, int] | None = None
        self._used: dict[_ActionKey, float] = {}

    def begin(self, option: Option, force: int) -> None:
        """An action was chosen with this Force pile."""
        self._running = _key(option), force

    def withdraw(self) -> None:
        """The action is not carried out."""
        self._running = None

    def finish(self, force: int) -> None:
        """The action is over; this Force pile is left."""
        if self._running is not None:
            key, before = self._running
            self._used[key] = float(max(before - force, 0))
            self._running = None

    def used(self, option: Option) -> float:
        """Force that an action used the last time it was chosen; 0 for one that is new."""
        return self._used.get(_key(option), 0.0)


def _key(option: Option) -> _ActionKey:
    return option.blueprint_id, option.text
