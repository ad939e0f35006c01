"""What systemd is told (`sd_notify`): ready, reloading, stopping, alive. Nothing where it does not ask."""

import os
import socket
import time
from collections.abc import Mapping

import structlog

_log = structlog.stdlib.get_logger(__name__)

_LONGEST_STATUS = 200
_MICRO = 1_000_000


class Notifier:
    """Sends datagrams to the socket that systemd names in the environment.

    A message that cannot be sent is told once in the log, and is no reason to do anything else.

    Args:
        environ: with `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`; that of the process if None.

    Attributes:
        watchdog_seconds: in which `alive` must be called; None if nobody watches.
    """

    def __init__(self, environ: Mapping[str, str] | None = None) -> None:
        environ = os.environ if environ is None else environ
        self._address = _address(environ.get("NOTIFY_SOCKET", ""))
        self.watchdog_seconds = _watchdog(environ) if self._address is not None else None
        self._failed = False

    @property
    def listens(self) -> bool:
        """Whether there is anybody to tell."""
        return self._address is not None

    def ready(self, status: str = "") -> None:
        """The start, or a reload, is done."""
        self._send("READY=1", *_status(status))

    def reloading(self) -> None:
        """A new configuration is being read; `ready` ends that."""
        self._send("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")

    def stopping(self, status: str = "") -> None:
        """The end has begun."""
        self._send("STOPPING=1", *_status(status))

    def status(self, status: str) -> None:
        """One line for `systemctl status`."""
        self._send(*_status(status))

    def alive(self) -> None:
        """Keep the watchdog quiet for `watchdog_seconds`."""
        self._send("WATCHDOG=1")

    def _send(self, *lines: str) -> None:
        if self._address is None or not lines:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
                out.setblocking(False)
                out.sendto("\n".join(lines).encode("utf-8", "replace"), self._address)
        except OSError as fault:
            if not self._failed:
                _log.warning("systemd_not_told", why=fault.strerror or type(fault).__name__)
            self._failed = True


def _address(named: str) -> bytes | None:
    """The address of the socket: a path, or a name after `@`; None for any other kind."""
    raw = os.fsencode(named)
    if not hasattr(socket, "AF_UNIX") or raw[:1] not in (b"/", b"@"):
        return None
    return b"\0" + raw[1:] if raw[:1] == b"@" else raw


def _watchdog(environ: Mapping[str, str]) -> float | None:
    """Seconds the watchdog of this process waits; None if there is none."""
    try:
        micro = int(environ.get("WATCHDOG_USEC", "0"))
        meant = int(environ.get("WATCHDOG_PID", os.getpid()))
    except ValueError:
        return None
    return micro / _MICRO if micro > 0 and meant == os.getpid() else None


def _status(status: str) -> tuple[str, ...]:
    # A line break would begin another message.
    line = " ".join(status.split())[:_LONGEST_STATUS]
    return (f"STATUS={line}",) if line else ()
