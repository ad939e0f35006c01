"""The control socket: one refusal for nonsense, and nothing harmed."""

import asyncio
import contextlib
import os
import socket
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from jumping_time import jumping

from gemp_bot.cli.main import main
from gemp_bot.files.runtime import runtime_folder
from gemp_bot.service import control
from gemp_bot.service.control import Control, ControlError, ask_service


async def status() -> dict[str, int]:
    return {"games": 3}


@pytest.fixture
async def listening(tmp_path: Path) -> AsyncIterator[Path]:
    async def refuse() -> None:
        raise ControlError("not now")

    async def fail() -> None:
        raise ZeroDivisionError

    async with Control(tmp_path / "ctl", {"status": status, "refuse": refuse, "fail": fail}) as running:
        yield running.path


async def said(path: Path, words: bytes) -> bytes:
    reader, writer = await asyncio.open_unix_connection(path)
    writer.write(words)
    writer.write_eof()
    answer = await reader.read()
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()
    return answer


async def test_it_answers(listening: Path) -> None:
    assert msgspec.json.decode(await ask_service(listening, "status")) == {"games": 3}
    assert stat.S_IMODE(os.stat(listening).st_mode) == 0o600  # noqa: PTH116 - at once


@pytest.mark.parametrize(
    "words",
    [b"", b"\n", b"status\n", b"{}\n", b'{"do": 5}\n', b'{"do": "status", "x": 1}\n', b"\xff\xfe\n",
     b"[" * 4000, b"[" * 100_000, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b'{"do": "sta'],
)  # fmt: skip
async def test_nonsense_gets_one_refusal(listening: Path, words: bytes) -> None:
    answer = await said(listening, words)
    assert b'"ok":false' in answer
    assert answer.count(b"\n") == 1
    assert b"status" in answer, "what would be right"
    assert msgspec.json.decode(await ask_service(listening, "status")) == {"games": 3}


async def test_what_is_refused_and_what_fails(listening: Path) -> None:
    with pytest.raises(ControlError, match="not now"):
        await ask_service(listening, "refuse")
    with pytest.raises(ControlError, match="there are status, refuse, fail"):
        await ask_service(listening, "stop")
    with pytest.raises(ControlError, match="internal error, please report it: ZeroDivisionError"):
        await ask_service(listening, "fail")
    assert msgspec.json.decode(await ask_service(listening, "status")) == {"games": 3}


async def test_another_user_is_refused(listening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    monkeypatch.setattr(control, "_ROOT", 54321)
    with pytest.raises(ControlError, match="the user who runs the service only"):
        await ask_service(listening, "status")


@jumping
async def test_who_says_nothing_holds_nobody(tmp_path: Path) -> None:
    async with Control(tmp_path / "ctl", {"status": status}) as running:
        idle = [await asyncio.open_unix_connection(running.path) for _ in range(100)]
        assert msgspec.json.decode(await ask_service(running.path, "status", patience=1)) == {"games": 3}
        for reader, writer in idle:
            assert b'"ok"' not in await reader.read(), "hung up on"
            writer.close()
            await writer.wait_closed()


@jumping
async def test_what_takes_its_time_is_waited_for_and_done(tmp_path: Path) -> None:
    done: list[str] = []

    async def slow() -> str:
        await asyncio.sleep(50)
        done.append("reload")
        return "reloaded"

    async with Control(tmp_path / "ctl", {"reload": slow}) as running:
        assert msgspec.json.decode(await ask_service(running.path, "reload")) == "reloaded"
        with pytest.raises(ControlError, match="no answer within 10 s"):
            await ask_service(running.path, "reload", patience=10)
        await asyncio.sleep(50)
    assert done == ["reload", "reload"], "whoever asked may go"


@jumping
async def test_who_hangs_up_without_an_answer_is_no_stranger(tmp_path: Path) -> None:
    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.close()

    async with await asyncio.start_unix_server(hang_up, tmp_path / "ctl"):
        with pytest.raises(ControlError, match="without an answer"):
            await ask_service(tmp_path / "ctl", "status")


async def test_a_socket_that_was_left_behind_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "ctl"
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))
    async with Control(path, {}):
        with pytest.raises(ControlError, match="another process listens there"):
            async with Control(path, {}):
                pass
    assert not path.exists()


@pytest.mark.parametrize(
    ("path", "why"), [("x" * 150, "at most 100 bytes"), ("file/ctl", "File exists"), ("file", "in use")]
)
async def test_a_place_where_none_can_be(tmp_path: Path, path: str, why: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ControlError, match=why):
        async with Control(tmp_path / path, {}):
            pass


def test_a_system_without_such_sockets_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delattr(asyncio, "start_unix_server")
    monkeypatch.delattr(os, "getuid")
    assert runtime_folder() is None
    assert main(["serve", "status"]) == 1
    assert capsys.readouterr().err == (
        "gemp-bot: this system has no sockets of files: a service needs Linux or macOS\n"
    )


async def test_nobody_listens(tmp_path: Path) -> None:
    with pytest.raises(ControlError, match="no service listens there"):
        await ask_service(tmp_path / "ctl", "status")
