"""What systemd is told, over a real socket."""

import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from gemp_bot.service.monitor import Notifier


class Listener:
    """Systemd's end of the socket."""

    def __init__(self, address: str | bytes) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.setblocking(False)

    def heard(self) -> list[str]:
        return self.socket.recv(4096).decode().split("\n")


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[Listener]:
    made = Listener(str(tmp_path / "notify"))
    yield made
    made.socket.close()


@pytest.fixture
def environ(listener: Listener, tmp_path: Path) -> dict[str, str]:
    return {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "60000000"}


def test_the_states(listener: Listener, environ: dict[str, str]) -> None:
    told = Notifier(environ)
    told.ready()
    assert listener.heard() == ["READY=1"]
    before = time.monotonic_ns() // 1000
    told.reloading()
    first, second = listener.heard()
    assert first == "RELOADING=1"
    assert before <= int(second.removeprefix("MONOTONIC_USEC=")) <= time.monotonic_ns() // 1000
    told.alive()
    assert listener.heard() == ["WATCHDOG=1"]
    told.stopping()
    assert listener.heard() == ["STOPPING=1"]


def test_a_status_is_one_short_line(listener: Listener, environ: dict[str, str]) -> None:
    told = Notifier(environ)
    told.status("one\nREADY=1" + "x" * 1000)
    (line,) = listener.heard()
    assert line.startswith("STATUS=one READY=1xxx")
    assert len(line) < 300


@pytest.mark.skipif(os.name != "posix" or os.uname().sysname != "Linux", reason="Linux has such sockets")
def test_an_abstract_socket() -> None:
    name = f"gemp-bot-test-{os.getpid()}"
    listening = Listener(b"\0" + name.encode())
    Notifier({"NOTIFY_SOCKET": f"@{name}"}).ready()
    assert listening.heard() == ["READY=1"]
    listening.socket.close()


@pytest.mark.parametrize("named", ["", "vsock:2:1234", "relative/path", "@" + "x" * 300, "/" + "x" * 300])
def test_where_nobody_listens_nothing_happens(named: str) -> None:
    told = Notifier({"NOTIFY_SOCKET": named})
    with structlog.testing.capture_logs() as logs:
        for _ in range(3):
            told.ready()
            told.alive()
    assert len(logs) <= 1


def test_a_socket_that_is_gone_is_told_once(
    listener: Listener, environ: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "notify").unlink()
    told = Notifier(environ)
    with structlog.testing.capture_logs() as logs:
        told.ready()
        told.alive()
    assert [log["event"] for log in logs] == ["systemd_not_told"]


@pytest.mark.parametrize(
    ("more", "seconds"),
    [
        ({}, 60.0),
        ({"WATCHDOG_PID": str(os.getpid())}, 60.0),
        ({"WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"NOTIFY_SOCKET": ""}, None),
    ],
)
def test_whether_a_watchdog_watches_us(
    environ: dict[str, str], more: dict[str, str], seconds: float | None
) -> None:
    assert Notifier(environ | more).watchdog_seconds == seconds
