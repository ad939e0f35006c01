"""A value that is kept while what it was made of stays the same."""

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Cached(Generic[T]):
    """The last value, and what it was made of."""

    __slots__ = ("_key", "_value")

    def __init__(self) -> None:
        self._key: tuple[object, ...] | None = None
        self._value: T | None = None

    def get(self, key: tuple[object, ...], make: Callable[[], T]) -> T:
        """The value of this key; made if the last one was of another."""
        value = self._value
        if value is None or key != self._key:
            value = self._value = make()
            self._key = key
        return value
