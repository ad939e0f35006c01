"""The health port: what it tells, and that nonsense gets one refusal and harms nothing."""

import asyncio
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import pytest
import structlog

from gemp_bot.service.health import HealthServer, HealthSettings

LOCAL = HealthSettings(port=1)


class Told:
    """What the server is asked for."""

    def __init__(self) -> None:
        self.trouble: str | None = None
        self.broken = False

    def metrics(self) -> bytes:
        if self.broken:
            raise RuntimeError("a number that cannot be had")
        return b"gemp_bot_games_running 3\n"


@asynccontextmanager
async def running(told: Told, settings: HealthSettings = LOCAL) -> AsyncIterator[int]:
    server = HealthServer(replace(settings, port=0), metrics=told.metrics, trouble=lambda: told.trouble)
    bound: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(server.serve(bound.set_result))
    try:
        yield await bound
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def say(port: int, raw: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(raw)
    with suppress(ConnectionError):
        await writer.drain()
    try:
        return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def get(port: int, path: str, host: str = "localhost", method: str = "GET") -> tuple[int, str]:
    raw = await say(port, f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    head, _, body = raw.decode().partition("\r\n\r\n")
    assert "nosniff" in head
    assert "Connection: close" in head
    return int(head.split()[1]), body


async def test_what_it_tells() -> None:
    told = Told()
    async with running(told) as port:
        assert await get(port, "/metrics") == (200, "gemp_bot_games_running 3\n")
        assert await get(port, "/livez") == (200, "alive\n")
        assert await get(port, "/readyz") == (200, "ready\n")
        told.trouble = "the hall is out of reach"
        assert await get(port, "/readyz") == (503, "the hall is out of reach\n")
        assert (await get(port, "/livez"))[0] == 200


@pytest.mark.parametrize(
    ("host", "welcome"),
    [
        ("localhost", True),
        ("LocalHost:9137", True),
        ("127.0.0.1:9137", True),
        ("[::1]:9137", True),
        ("bot.example", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost@evil.example", False),
        ("evil.example#localhost", False),
        ("localhost:port", False),
        ("", False),
        ("[::1", False),
    ],
)
async def test_only_names_of_ours_are_served(host: str, *, welcome: bool) -> None:
    async with running(Told(), HealthSettings(port=1, hosts=("Bot.Example",))) as port:
        raw = await say(port, f"GET /metrics HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        status = int(raw.split()[1])
        assert (status == 200) is welcome
        assert welcome or status in {400, 403}
        assert (b"games_running" in raw) is welcome


@pytest.mark.parametrize("hosts", ["", "Host: localhost\r\nHost: localhost\r\n"], ids=["none", "two"])
async def test_a_request_has_one_name(hosts: str) -> None:
    async with running(Told()) as port:
        raw = await say(port, f"GET /metrics HTTP/1.1\r\n{hosts}\r\n".encode())
        assert raw.split()[1] in {b"400", b"403"}


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"])
async def test_only_get_is_answered(method: str) -> None:
    async with running(Told()) as port:
        assert (await get(port, "/metrics", method=method))[0] == 405


async def test_another_path_is_refused_in_one_line() -> None:
    async with running(Told()) as port:
        for path in ("/", "/metrics/", "/../etc/passwd", "/livez%00", "//metrics"):
            status, body = await get(port, path)
            assert status == 404, path
            assert body == "there are /metrics, /livez and /readyz\n"


NONSENSE = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"\r\n\r\n\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET /metrics HTTP/9.9\r\nHost: localhost\r\n\r\n",
    b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /livez HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
    b"GET /livez HTTP/1.1\r\nHost: localhost\r\n" + b"X-Y: z\r\n" * 5_000 + b"\r\n",
    b"GET /livez HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    b"POST /metrics HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /livez\xff HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
]


@pytest.mark.parametrize("raw", NONSENSE, ids=range(len(NONSENSE)))
async def test_nonsense_harms_nothing(
    raw: bytes, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running(Told()) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(raw)
        writer.write_eof()
        with suppress(ConnectionError):
            answer = await reader.read()
            # At the beginning of a line: a refusal may repeat the line it is about.
            assert len(re.findall(rb"^HTTP/1\.", answer, re.MULTILINE)) <= 1
            assert b"200" not in answer[:20]
            assert len(answer) < 1000
        writer.close()
        assert (await get(port, "/livez"))[0] == 200
    assert not [record for record in caplog.records if "health_served" not in record.getMessage()]
    assert capsys.readouterr().err == ""


async def test_a_fault_of_ours_is_an_answer() -> None:
    told = Told()
    told.broken = True
    async with running(told) as port:
        with structlog.testing.capture_logs() as logs:
            assert await get(port, "/metrics") == (500, "internal error, see the log\n")
        assert [log["event"] for log in logs] == ["health_failed"]
        assert (await get(port, "/livez"))[0] == 200


async def test_more_connections_than_anybody_needs_are_closed() -> None:
    async with running(Told()) as port:
        idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(16)]
        assert await say(port, b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n") == b""
        for _, writer in idle:
            writer.close()


async def test_a_connection_lives_for_so_long_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gemp_bot.service.health._LONGEST_CONNECTION", 0.01)
    async with running(Told()) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /livez HT")
        assert await reader.read() == b""
        writer.close()


async def test_a_port_that_is_taken_is_told_once_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gemp_bot.service.health._RETRY", 0.01)
    taken = socket.create_server(("127.0.0.1", 0))
    port = taken.getsockname()[1]
    server = HealthServer(HealthSettings(port=port), metrics=Told().metrics, trouble=lambda: None)
    tries = asyncio.Event()
    serve = server.serve

    async def counted() -> None:
        try:
            await serve()
        finally:
            tries.set()

    monkeypatch.setattr(server, "serve", counted)
    with structlog.testing.capture_logs() as logs:
        task = asyncio.create_task(server.run())
        for _ in range(3):
            await tries.wait()
            tries.clear()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    taken.close()
    assert [(log["event"], log["log_level"]) for log in logs] == [("health_not_served", "error")]
    assert "in use" in logs[0]["why"]


async def test_without_a_port_nobody_listens() -> None:
    await HealthServer(HealthSettings(), metrics=Told().metrics, trouble=lambda: None).run()


@pytest.mark.parametrize("host", ["192.0.2.1", "x" * 100], ids=["of another machine", "no name"])
async def test_an_address_that_cannot_be_had_is_one_line(host: str) -> None:
    settings = HealthSettings(host=host, port=1)
    with structlog.testing.capture_logs() as logs:
        task = asyncio.create_task(HealthServer(settings, metrics=bytes, trouble=lambda: None).run())
        while not logs:
            await asyncio.wait([task], timeout=0.01)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    assert [log["event"] for log in logs] == ["health_not_served"]
    assert "\n" not in logs[0]["why"]
