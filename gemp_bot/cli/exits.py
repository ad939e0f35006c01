"""Exit codes, and the error of a command that failed for a reason of its own."""

OK = 0
FAILURE = 1
USAGE = 2
CONFIG = 3
LOGIN = 4
INTERRUPTED = 130


class CommandError(Exception):
    """A command cannot do what it was asked. The message is one line.

    Attributes:
        code: the exit code.
    """

    def __init__(self, message: str, *, code: int = FAILURE) -> None:
        super().__init__(message)
        self.code = code
