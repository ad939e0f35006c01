"""What arrives and is no HTTP: a line for whoever runs the server instead of a traceback."""

import logging
from collections.abc import Callable

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError


def server_log(tell: Callable[[str], None]) -> logging.Logger:
    """Make the log of one HTTP server; `tell` hears of requests that are no HTTP."""
    log = logging.Logger("aiohttp.server")  # noqa: LOG001 - one for each server, none for the process
    log.parent = logging.getLogger()
    # aiohttp says only at this level that somebody tries another protocol on the port.
    log.setLevel(logging.DEBUG)
    log.addFilter(_NoHttp(tell, log.parent))
    return log


class _NoHttp(logging.Filter):
    def __init__(self, tell: Callable[[str], None], parent: logging.Logger) -> None:
        super().__init__()
        self._tell = tell
        self._parent = parent

    def filter(self, record: logging.LogRecord) -> bool:
        match record.exc_info[1] if record.exc_info else None:
            case HttpProcessingError() as fault:
                # The fault itself shows the bytes, over several lines.
                why = " ".join(fault.message.split(":")[0].split()) or type(fault).__name__
            case web.RequestPayloadError():
                why = "its body cannot be read"
            case _:
                return self._parent.isEnabledFor(record.levelno)
        self._tell(f"400, what arrived is no HTTP: {why}")
        return False
