"""What a board is made of: whatever is set on it counts as a change of the board, and can be taken back."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeVar

P = TypeVar("P", bound="BoardPart")

_set: Final = object.__setattr__


_NOTHING: Final = object()


class ChangeCounter:
    """Counts the changes of one board.

    Attributes:
        number: of the state the board is in. Two different states never have the same number, and a board
            that was taken back has the number it had.
        in_play: the same, but what only moves among piles and hands leaves it as it is.
    """

    __slots__ = ("_highest", "_undo", "in_play", "number")

    def __init__(self, number: int = 0) -> None:
        self.number = self.in_play = self._highest = number
        self._undo: list[tuple[BoardPart, str, object]] | None = None

    def note(self, part: "BoardPart", name: str) -> None:
        """Keep what an attribute is, before it is set."""
        if self._undo is not None:
            self._undo.append((part, name, getattr(part, name, None)))

    def count(self) -> None:
        """Something was set."""
        self._highest += 1
        self.number = self.in_play = self._highest

    def count_aside(self) -> None:
        """Something was set that is not in play."""
        self._highest += 1
        self.number = self._highest

    @contextmanager
    def taken_back(self) -> Iterator[None]:
        """Whatever is set meanwhile is set back at the end."""
        outer, number, in_play = self._undo, self.number, self.in_play
        undo = self._undo = []
        try:
            yield
        finally:
            for part, name, value in reversed(undo):
                _set(part, name, value)
            self._undo, self.number, self.in_play = outer, number, in_play


class BoardPart:
    """A board, or a card, location or pile of one.

    Values of attributes are never changed in place, only replaced: so no change can be missed.
    """

    _changes: ChangeCounter

    if not TYPE_CHECKING:  # else any attribute could be set as far as mypy knows

        def __setattr__(self, name: str, value: object) -> None:
            if getattr(self, name, _NOTHING) is not value:
                changes = self._changes
                changes.note(self, name)
                _set(self, name, value)
                changes.count()

    def _derive(self, name: str, value: object) -> None:
        """Set what follows from the rest; it can be taken back, and is no change."""
        self._changes.note(self, name)
        _set(self, name, value)


def twin(part: P, changes: ChangeCounter) -> P:
    """A part with the same attributes that belongs to another board."""
    new = object.__new__(type(part))
    vars(new).update(vars(part), _changes=changes)
    return new
