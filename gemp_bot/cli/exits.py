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


def why_not_listening(host: str, port: int, fault: OSError) -> str:
    """One line about an address that a server cannot have."""
    import errno
    import socket

    from gemp_bot.terminal import plain

    where = f"{plain(host)}:{port}"
    if fault.errno == errno.EADDRINUSE:
        return f"{where}: the port is in use: take another one with --port, or --port 0 for any free"
    if isinstance(fault, socket.gaierror) or fault.errno == errno.EADDRNOTAVAIL:
        return f"{where}: no address of this machine: --host 127.0.0.1 is this machine alone"
    return f"{where}: cannot listen there: {plain(fault.strerror or str(fault))}"


class CommandError(BotError):
    """A command cannot do what it was asked. The message is one line."""

    def __init__(self, message: str, *, code: int = FAILURE) -> None:
        super().__init__(message)
        self.code = code
