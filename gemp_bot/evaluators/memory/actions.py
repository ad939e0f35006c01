"""Which actions were chosen in this phase, and which one is being carried out."""

from collections.abc import Iterable

from gemp_bot.decisions import ActionKind, Option
from gemp_bot.protocol.ids import CardId

_ActionKey = tuple[ActionKind | None, CardId | None, str]
"""An action that is offered again: its kind, its card and its label."""


class ActionMemory:
    """The actions chosen in this phase.

    Args:
        limit: actions in one phase; a phase that takes more runs in a circle.

    Attributes:
        pursued: the action chosen last, until the next menu of a phase; what is asked in between is about it.
    """

    __slots__ = ("_chosen", "_count", "_limit", "pursued")

    def __init__(self, limit: int) -> None:
        self.pursued: Option | None = None
        self._limit = limit
        self._chosen: set[_ActionKey] = set()
        self._count = 0

    def finish(self) -> None:
        """The action that was carried out is over."""
        self.pursued = None

    def new_phase(self) -> None:
        """Everything is possible again."""
        self._chosen.clear()
        self._count = 0

    def choose(self, option: Option) -> None:
        """An action was chosen from a menu."""
        self.pursued = option
        self._count += 1
        self._chosen.add(_key(option))

    def withdraw(self) -> None:
        """The action that was chosen last is not carried out."""
        self.reopen_pursued()
        self.finish()

    def reopen(self, kinds: Iterable[ActionKind]) -> None:
        """The table has changed: actions of these kinds that led to nothing before may be good now.

        The action that is being carried out is not reopened: were it offered once more, it did not work.
        """
        kept = None if self.pursued is None else _key(self.pursued)
        some = frozenset(kinds)
        self._chosen = {key for key in self._chosen if key[0] not in some or key == kept}

    def reopen_pursued(self) -> None:
        """The action that is being carried out may be chosen again: its target was not offered."""
        if self.pursued is not None:
            self._chosen.discard(_key(self.pursued))

    def tried(self, option: Option) -> bool:
        """Whether this action was chosen in this phase already: what it led to is known."""
        return _key(option) in self._chosen

    @property
    def action_limit_hit(self) -> bool:
        """Whether this phase has seen as many actions as are allowed."""
        return self._count >= self._limit

    @property
    def purpose(self) -> ActionKind | None:
        """What the action does that is being carried out."""
        pursued = self.pursued
        return None if pursued is None or pursued.reading is None else pursued.reading.effect


def _key(option: Option) -> _ActionKey:
    return option.kind, option.card_id, option.text
