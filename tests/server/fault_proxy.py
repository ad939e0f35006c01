"""A proxy on loopback that breaks things on purpose: it sits between the bot and a server, real or fake.

It understands as much HTTP as it takes to see one response as a whole; nothing in it knows GEMP but the
one look at a form that tells an answer from a poll.
"""

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import StrEnum
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

_HEAD_LIMIT = 1 << 20
_NO_BODY = (204, 304)


class Moment(StrEnum):
    """Where one exchange stands when the hook is called."""

    ASKED = "asked"
    """The request is here and the server has not seen it."""
    HELD = "held"
    """The server has done its work; nothing of its response was passed on."""
    PASSED = "passed"
    """The response was passed on, as whole as it was meant to be."""


class Fault(StrEnum):
    """What is done to a response."""

    CUT = "cut"
    """Part of it is passed on, then the connection ends."""
    LOST = "lost"
    """Nothing is passed on: the connection just ends."""
    LATE = "late"


@dataclass(frozen=True, slots=True)
class FaultPlan:
    """Which responses are hit; 0 for none.

    Attributes:
        cut_every, lost_every, late_every: every so many responses; the seed chooses where the count begins.
        late_by: seconds.
        path: only requests whose path holds this count, and are hit.
    """

    cut_every: int = 0
    lost_every: int = 0
    late_every: int = 0
    late_by: float = 20.0
    path: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Passing:
    """One exchange on its way.

    Attributes:
        number: of the exchange among those that count, from 1; 0 if it does not count.
    """

    number: int
    method: str
    path: str
    form: bytes
    faults: frozenset[Fault]

    @property
    def is_answer(self) -> bool:
        """Whether it answers a question of a game."""
        return b"decisionId=" in self.form


Hook = Callable[[Moment, Passing], Awaitable[None]]


@dataclass(slots=True)
class FaultProxy:
    """Passes exchanges on to one server, and breaks those the plan names.

    Args:
        hook: awaited at every moment of every exchange; the exchange waits for it.

    Attributes:
        counts: `requests`, `answers`, `refused` (the server was not there), and the faults by name.
    """

    target: str
    plan: FaultPlan = field(default_factory=FaultPlan)
    hook: Hook | None = None
    counts: Counter[str] = field(default_factory=Counter)
    port: int = 0
    _server: asyncio.Server | None = None
    _open: set[asyncio.StreamWriter] = field(default_factory=set)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _number: int = 0

    @property
    def url(self) -> str:
        """Where the bot should call instead."""
        return f"http://127.0.0.1:{self.port}"

    async def __aenter__(self) -> Self:
        """Begin to listen on a free port."""
        await self.up()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Drop everything."""
        await self.down()

    async def up(self) -> None:
        """Listen, after an outage on the same port as before."""
        self._server = await asyncio.start_server(
            self._accept, "127.0.0.1", self.port, limit=_HEAD_LIMIT, reuse_address=True
        )
        self.port = self._server.sockets[0].getsockname()[1]

    async def down(self) -> None:
        """An outage: nobody listens, and every open connection breaks off."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for writer in tuple(self._open):
            _abort(writer)
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def outage(self, seconds: float) -> None:
        """Be down for a time."""
        self.counts["outages"] += 1
        await self.down()
        await asyncio.sleep(seconds)
        await self.up()

    # -- one connection -------------------------------------------------------------------------

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._open.add(writer)
        try:
            with contextlib.suppress(OSError, EOFError):
                while await self._exchange(reader, writer):
                    pass
        except asyncio.CancelledError:
            # Only `down` cancels. A cancelled handler would be told of as an error of the server.
            pass
        finally:
            self._tasks.discard(task)
            self._open.discard(writer)
            _abort(writer)

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Pass one exchange on.

        Returns:
            Whether the connection can be used further.
        """
        head = await reader.readuntil(b"\r\n\r\n")
        headers = _headers(head)
        form = await reader.readexactly(int(headers.get("content-length", "0")))
        method, path = head.decode("latin-1").split(" ", 2)[:2]
        passing = self._passing(method, path, form)
        await self._tell(Moment.ASKED, passing)
        response = await self._ask_server(head + form, method)
        if response is None:
            self.counts["refused"] += 1
            return False
        await self._tell(Moment.HELD, passing)
        if Fault.LATE in passing.faults:
            await asyncio.sleep(self.plan.late_by)
        if Fault.LOST in passing.faults:
            return False
        cut = Fault.CUT in passing.faults
        writer.write(response.cut() if cut else response.whole)
        await writer.drain()
        await self._tell(Moment.PASSED, passing)
        if cut:
            # A polite end: an aborted connection may take with it what was not read yet.
            writer.close()
            await writer.wait_closed()
        return not cut and not response.until_eof and headers.get("connection", "") != "close"

    def _passing(self, method: str, path: str, form: bytes) -> Passing:
        counted = self.plan.path in path
        self._number += counted
        faults = self._faults(self._number) if counted else frozenset()
        passing = Passing(self._number if counted else 0, method, path, form, faults)
        self.counts["requests"] += 1
        self.counts["answers"] += passing.is_answer
        self.counts.update(fault.value for fault in faults)
        return passing

    def _faults(self, number: int) -> frozenset[Fault]:
        plan = self.plan
        chance = random.Random(plan.seed)
        found = set()
        for fault, every in (
            (Fault.CUT, plan.cut_every),
            (Fault.LOST, plan.lost_every),
            (Fault.LATE, plan.late_every),
        ):
            if every and number % every == chance.randrange(every):
                found.add(fault)
        return frozenset(found)

    async def _tell(self, moment: Moment, passing: Passing) -> None:
        if self.hook is not None:
            await self.hook(moment, passing)

    async def _ask_server(self, request: bytes, method: str) -> "Response | None":
        """Get one response, whole, over a connection of its own."""
        target = urlsplit(self.target)
        try:
            reader, writer = await asyncio.open_connection(
                target.hostname, target.port or 80, limit=_HEAD_LIMIT
            )
        except OSError:
            return None
        try:
            writer.write(request)
            await writer.drain()
            return await _read_response(reader, method)
        except (OSError, EOFError):
            return None
        finally:
            _abort(writer)


@dataclass(frozen=True, slots=True)
class Response:
    """One response, as its bytes came."""

    head: bytes
    body: bytes
    until_eof: bool

    @property
    def whole(self) -> bytes:
        return self.head + self.body

    def cut(self) -> bytes:
        """The first half: of the body, or of the head if there is no body."""
        return self.head + self.body[: len(self.body) // 2] if self.body else self.head[: len(self.head) // 2]


async def _read_response(reader: asyncio.StreamReader, method: str) -> Response:
    head = await reader.readuntil(b"\r\n\r\n")
    headers = _headers(head)
    status = int(head.split(b" ", 2)[1])
    if method == "HEAD" or status in _NO_BODY:
        return Response(head, b"", until_eof=False)
    if "chunked" in headers.get("transfer-encoding", "").lower():
        return Response(head, await _read_chunks(reader), until_eof=False)
    if "content-length" in headers:
        return Response(head, await reader.readexactly(int(headers["content-length"])), until_eof=False)
    return Response(head, await reader.read(-1), until_eof=True)


async def _read_chunks(reader: asyncio.StreamReader) -> bytes:
    """The chunks as they came, sizes included."""
    raw = bytearray()
    while True:
        line = await reader.readuntil(b"\r\n")
        size = int(line.split(b";")[0], 16)
        raw += line
        raw += await reader.readexactly(size + 2)
        if not size:
            return bytes(raw)


def _headers(head: bytes) -> dict[str, str]:
    lines = head.decode("latin-1").split("\r\n")[1:]
    pairs = (line.partition(":") for line in lines if line)
    return {name.strip().lower(): value.strip() for name, _, value in pairs}


def _abort(writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError, RuntimeError):
        writer.transport.abort()
