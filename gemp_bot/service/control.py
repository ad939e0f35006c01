"""The control socket: one question, one answer, of the user who runs the service and nobody else.

A question is one line, a JSON object: `{"do": "status"}`. So is the answer: what was asked for, or `why` not.
"""

import asyncio
import contextlib
import os
import socket
import struct
from collections.abc import Awaitable, Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Self

import msgspec
import structlog

from gemp_bot.errors import BotError


class ServiceState(StrEnum):
    """What a service does as a whole."""

    STARTING = "starting"
    LOGIN_WAITS = "login_waits"
    """It is not let in: the server is gone, or the account banned until a time."""
    HALL_GONE = "hall_gone"
    DRAINING = "draining"
    """No further game is begun."""
    PLAYING = "playing"
    WAITING = "waiting"
    """No game runs; games are looked for."""
    ENDING = "ending"


class WaitingTable(msgspec.Struct, frozen=True):
    """A table of ours to which somebody has still to come.

    Attributes:
        entry: name of the `[[table]]` it is of.
        table: the server's id.
        seconds: since it was opened.
    """

    entry: str
    table: str
    deck: str
    seconds: float


class RunningGame(msgspec.Struct, frozen=True):
    """A game that runs.

    Attributes:
        life, opponent_life: life force; None where it is not known yet.
        seconds: since we began to play it.
    """

    game: str
    entry: str
    strategy: str
    deck: str | None
    opponent: str | None
    side: str | None
    turn: int
    life: int | None
    opponent_life: int | None
    decisions: int
    resyncs: int
    adopted: bool
    seconds: float


class EntryStatus(msgspec.Struct, frozen=True):
    """How the search of one `[[table]]` goes.

    Attributes:
        games: of it that run.
        rests: seconds until it is tried again; 0 while it is tried.
        trouble: why it rests, or looks for no game now; empty while it is tried, and when it rests without
            trouble.
    """

    name: str
    find: str
    games: int
    rests: float
    trouble: str


class UnkeptRecords(msgspec.Struct, frozen=True):
    """What of the games cannot be kept.

    Attributes:
        journals_waiting: journals for whose lines the disk has no room now.
        journals_lost: journals given up since the start.
        history_waiting: writes that wait for the history.
        history_trouble: why the history cannot be written; empty while it can.
    """

    journals_waiting: int = 0
    journals_lost: int = 0
    history_waiting: int = 0
    history_trouble: str = ""


class ServiceStatus(msgspec.Struct, frozen=True):
    """The whole.

    Attributes:
        why: more about the state; empty where there is nothing more.
        since: ISO time of the start.
        seconds: since the start.
        begun: games begun since then, adopted ones included.
        results: how many ended how.
    """

    state: ServiceState
    why: str
    version: str
    account: str
    server: str
    since: str
    seconds: float
    begun: int
    results: dict[str, int]
    games: tuple[RunningGame, ...]
    waiting: tuple[WaitingTable, ...]
    entries: tuple[EntryStatus, ...]
    records: UnkeptRecords = UnkeptRecords()


_log = structlog.stdlib.get_logger(__name__)

Handler = Callable[[], Awaitable[object]]
"""Does something, and gives what is answered."""

_LONGEST_QUESTION = 4096
_LONGEST_ANSWER = 16 * 1024 * 1024
_PATIENCE = 5.0
"""Seconds for a question to arrive, and for its answer to be taken; doing what is asked for has no limit."""
_LONGEST_PATH = 100
"""Bytes; the systems we know take 104 or 108."""
_PEER = struct.Struct("3i")
_ROOT = 0


class ControlError(BotError):
    """The socket cannot be used; the message is one line."""


class ControlPathError(ControlError):
    """No socket can be made at this path."""


class ControlRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What is asked for."""

    do: str


class ControlAnswer(msgspec.Struct, omit_defaults=True):
    """What comes back."""

    ok: bool
    why: str = ""
    result: msgspec.Raw = msgspec.Raw(b"null")


class Control:
    """Answers on a socket while it is entered. What goes wrong with one peer harms nothing.

    Raises:
        ControlError: another process listens there, or it cannot be made.
    """

    def __init__(self, path: Path, handlers: Mapping[str, Handler]) -> None:
        self.path = path
        self._handlers = handlers
        self._server: asyncio.Server | None = None
        self._inode: int | None = None

    async def __aenter__(self) -> Self:
        """Begin to listen."""
        check_path(self.path)
        await self._remove_dead()
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._server = await asyncio.start_unix_server(self._serve, self.path, limit=_LONGEST_QUESTION)
            self.path.chmod(0o600)
            self._inode = self.path.stat().st_ino
        except OSError as fault:
            raise ControlPathError(f"service.control: {self.path}: {fault.strerror}") from None
        return self

    async def __aexit__(self, *_: object) -> None:
        """Listen no more."""
        if self._server is not None:
            self._server.close()
        with contextlib.suppress(OSError):
            if self.path.lstat().st_ino == self._inode:  # and not that of another process
                self.path.unlink()

    async def _remove_dead(self) -> None:
        """Remove the socket of a process that was killed."""
        if not self.path.is_socket():
            return
        try:
            _, writer = await asyncio.open_unix_connection(self.path)
        except OSError:
            with contextlib.suppress(OSError):
                self.path.unlink()
            return
        await _closed(writer)
        raise ControlError(f"service.control: {self.path}: another process listens there")

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            answer = await self._answered(reader, writer.get_extra_info("socket"))
            writer.write(msgspec.json.encode(answer) + b"\n")
            async with asyncio.timeout(_PATIENCE):
                await writer.drain()
        except (OSError, TimeoutError):
            pass  # the peer is gone, or says nothing
        finally:
            await _closed(writer)

    async def _answered(self, reader: asyncio.StreamReader, peer: socket.socket) -> ControlAnswer:
        if not _is_us(peer):
            return ControlAnswer(ok=False, why="this socket answers the user who runs the service only")
        try:
            async with asyncio.timeout(_PATIENCE):
                line = await reader.readline()
            question = msgspec.json.decode(line, type=ControlRequest)
        except (ValueError, RecursionError, msgspec.MsgspecError):
            return ControlAnswer(ok=False, why='a question is one line like {"do": "status"}')
        handler = self._handlers.get(question.do)
        if handler is None:
            return ControlAnswer(ok=False, why=f"there are {', '.join(self._handlers)}")
        try:
            result = await handler()
        except ControlError as fault:
            return ControlAnswer(ok=False, why=str(fault))
        except Exception as fault:  # noqa: BLE001 - who asks is to harm nothing
            _log.error("control_failed", do=question.do, exc_info=fault)
            return ControlAnswer(
                ok=False, why=f"internal error, please report it: {type(fault).__name__}: {fault}"
            )
        return ControlAnswer(ok=True, result=msgspec.Raw(msgspec.json.encode(result)))


async def ask_service(path: Path, do: str, patience: float = 60.0) -> msgspec.Raw:
    """Ask a service.

    Returns:
        The answer, as JSON.

    Raises:
        ControlError: nobody listens there, or it refused.
    """
    check_path(path)
    try:
        async with asyncio.timeout(patience):
            reader, writer = await asyncio.open_unix_connection(path, limit=_LONGEST_ANSWER)
            try:
                writer.write(msgspec.json.encode(ControlRequest(do)) + b"\n")
                line = await reader.readline()
            finally:
                await _closed(writer)
        if not line:
            raise ControlError(f"{path}: it hung up without an answer: is the service ending?")
        answer = msgspec.json.decode(line, type=ControlAnswer)
    except TimeoutError:
        raise ControlError(f"{path}: no answer within {patience:g} s") from None
    except (FileNotFoundError, ConnectionError):
        raise ControlError(
            f"{path}: no service listens there: is it running, and is this its config?"
        ) from None
    except OSError as fault:
        raise ControlError(f"{path}: {fault.strerror}") from None
    except (ValueError, msgspec.MsgspecError):
        raise ControlError(f"{path}: what listens there is no gemp-bot") from None
    if not answer.ok:
        raise ControlError(answer.why)
    return answer.result


def need_sockets() -> None:
    """Make sure that this system has sockets of files.

    Raises:
        ControlPathError: it has none.
    """
    if not hasattr(asyncio, "start_unix_server"):
        raise ControlPathError("this system has no sockets of files: a service needs Linux or macOS")


def check_path(path: Path) -> None:
    """Make sure that a socket can be made there.

    Raises:
        ControlPathError: the path is too long, or this system has no sockets of files.
    """
    need_sockets()
    if len(os.fsencode(path)) > _LONGEST_PATH:
        raise ControlPathError(f"service.control: {path}: a socket's path has at most {_LONGEST_PATH} bytes")


async def _closed(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


def _is_us(peer: socket.socket) -> bool:
    """Whether the process at the other end belongs to us, or to root."""
    if not hasattr(socket, "SO_PEERCRED"):
        return True  # the mode of the file is all there is
    _, uid, _ = _PEER.unpack(peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER.size))
    return uid in (os.getuid(), _ROOT)
