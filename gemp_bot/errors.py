"""The root of the tree of errors, and the one way in which faults are kept from ending anything else."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


class BotError(Exception):
    """Base of all errors that are made to be read: one line, what is wrong and what would be right."""


@contextmanager
def contained(tell: Callable[[Exception], object]) -> Iterator[None]:
    """Do something whose faults must end nothing else: what it raises is told, and that is all.

    Args:
        tell: told the fault; it must not raise.
    """
    try:
        yield
    except Exception as fault:  # noqa: BLE001 - the one place for it: code of others, or work beside a game
        tell(fault)
