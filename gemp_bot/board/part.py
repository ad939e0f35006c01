"""What a board is made of: whatever is set on it counts as a change of the board."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, TypeVar

P = TypeVar("P", bound="BoardPart")

_set: Final = object.__setattr__
_new: Final = object.__new__
_NOTHING: Final = object()


class ChangeCounter:
    """Counts the changes of one board.

    Attributes:
        number: of the state the board is in. Two different states never have the same number.
        in_play: the same, but what only changes in piles and hands leaves it as it is.
    """

    __slots__ = ("in_play", "number")

    def __init__(self, number: int = 0, in_play: int = 0) -> None:
        self.number = number
        self.in_play = in_play


class BoardPart:
    """A board, or a card, location or pile of one.

    Values of attributes are never changed in place, only replaced: so no change can be missed. Those whose
    names begin with an underscore are no part of the state: setting them is no change.
    """

    _changes: ChangeCounter

    @property
    def held(self) -> bool:
        """Whether it is a pile or hand, or lies in one: what changes on it changes nothing in play."""
        return False

    if not TYPE_CHECKING:  # else any attribute could be set as far as mypy knows

        def __setattr__(self, name: str, value: object) -> None:
            if name[0] == "_":
                _set(self, name, value)
            elif getattr(self, name, _NOTHING) is not value:
                held = self.held
                _set(self, name, value)
                changes = self._changes
                changes.number += 1
                if not (held and self.held):
                    changes.in_play = changes.number

    def _set_aside(self, name: str, value: object) -> None:
        """Set what is a change, and none of what is in play."""
        if getattr(self, name, _NOTHING) is not value:
            _set(self, name, value)
            self._changes.number += 1

    def _derive(self, name: str, value: object) -> None:
        """Set what follows from the rest, which is no change."""
        _set(self, name, value)


def twins(parts: Iterable[P], changes: ChangeCounter) -> list[P]:
    """Parts with the same attributes that belong to another board."""
    found = []
    for part in parts:
        new = _new(type(part))
        own = new.__dict__
        own.update(part.__dict__)
        own["_changes"] = changes
        found.append(new)
    return found
