"""An answer to the server: a value that cannot be illegal (PROTOCOL 7.2, 7.9)."""

from typing import Final, NoReturn

from gemp_bot.errors import BotError


class IllegalAnswerError(BotError, ValueError):
    """What was asked for is no legal answer of this question; the message says why in one line."""


_SEAL: Final = object()


class Answer:
    """A legal answer. Only a `Question` makes one; two answers are equal if the server reads the same.

    Attributes:
        wire: the `decisionValue` to send, always, also when it is empty (PROTOCOL 7.9).
    """

    __slots__ = ("wire",)

    wire: str

    def __init__(self, wire: str, *, seal: object) -> None:
        if seal is not _SEAL:
            raise TypeError("an Answer is made by a Question: choose(), choose_cards(), pass_(), ...")
        object.__setattr__(self, "wire", wire)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"an Answer is frozen: cannot set {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"an Answer is frozen: cannot delete {name}")

    def __eq__(self, other: object) -> bool:
        return self.wire == other.wire if isinstance(other, Answer) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.wire)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return _sealed, (self.wire,)

    def __repr__(self) -> str:
        return f"Answer({self.wire!r})"


def _sealed(wire: str) -> Answer:
    """Make an answer. For `Question` alone, which has checked it."""
    return Answer(wire, seal=_SEAL)
