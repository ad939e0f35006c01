"""Exit codes, and the error of a command that failed for a reason of its own."""

from gemp_bot.errors import BotError

OK = 0
FAILURE = 1
USAGE = 2
CONFIG = 3
LOGIN = 4
INTERRUPTED = 130

_IS_IT_THERE = "is the server running, and is server.url its address?"


def unreachable_advice(error: BaseException) -> str:
    """What to do about a server that cannot be reached; empty where the error says it."""
    return "" if "set server." in str(error) else _IS_IT_THERE


class CommandError(BotError):
    """A command cannot do what it was asked. The message is one line.

    Attributes:
        code: the exit code.
    """

    def __init__(self, message: str, *, code: int = FAILURE) -> None:
        super().__init__(message)
        self.code = code
