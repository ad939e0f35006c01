"""Whether the program goes on, and an HTTP server that says so: `/metrics`, `/livez`, `/readyz`.

Watched are calls that should come, an event loop that stands still, and memory in use. The server changes
nothing.
"""

import asyncio
import errno
import logging
import os
import sys
import threading
import time
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Self

import structlog
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST
from yarl import URL

from gemp_bot.errors import contained
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.host_budget import LONGEST_PAUSE
from gemp_bot.protocol.ids import GameId

GAME_SILENCE = 1200.0
"""Seconds in which a game that runs must make a call. The longest thought (280 s) and the longest call, in
which a server's own player thinks (730 s), may come before it."""
HALL_SILENCE = LONGEST_PAUSE + 600.0
"""Seconds in which a hall that is watched must be asked for: the longest pause that a host may demand may
come before it, and all other pauses are shorter."""
HALL = "hall"
_LOOKS = frozenset({("GET", "/hall"), ("POST", "/hall/update")})


class Progress:
    """Knows what goes on, and until when each must give its next sign.

    Silence is legitimate where nothing is due: no game runs, and nothing else has promised a sign. A call
    that got no answer is a sign, too: whoever tries is alive.

    Args:
        now: seconds, monotonic.
        game_silence: seconds in which a game that runs must make a call.
    """

    def __init__(self, now: Callable[[], float], *, game_silence: float = GAME_SILENCE) -> None:
        self._now = now
        self._game_silence = game_silence
        self._due: dict[str, float] = {}
        self._games: dict[GameId, float] = {}

    def sign(self, what: str, within: float) -> None:
        """Note that something goes on.

        Args:
            what: in a word, for the log: `hall`.
            within: seconds in which it gives its next sign, a planned pause included.
        """
        self._due[what] = self._now() + within

    def over(self, what: str) -> None:
        """Expect no further sign."""
        self._due.pop(what, None)

    def game_began(self, game: GameId) -> None:
        """Expect calls of a game from now on."""
        self._games[game] = self._now() + self._game_silence

    def game_ended(self, game: GameId) -> None:
        """Expect no further call of a game."""
        self._games.pop(game, None)

    def exchange(self, exchange: Exchange) -> None:
        """Note a call, whatever came of it."""
        if (exchange.method, exchange.path) in _LOOKS:
            self.sign(HALL, HALL_SILENCE)
            return
        room, _, rest = exchange.path.removeprefix("/").partition("/")
        game = GameId(rest.partition("/")[0])
        if room == "game" and game in self._games:
            self.game_began(game)

    def expect_hall(self) -> None:
        """Expect a look at the hall within its silence, if none is expected yet."""
        self._due.setdefault(HALL, self._now() + HALL_SILENCE)

    def renew(self) -> None:
        """Expect no look at the hall, and the next call of each game only after a whole silence.

        For while we are not let in: none can make a call.
        """
        self.over(HALL)
        for game in self._games:
            self.game_began(game)

    def stuck(self) -> str | None:
        """What should have given a sign and has not, in a few words; None if everything goes on."""
        now = self._now()
        due = {**self._due, **{f"game {game}": at for game, at in self._games.items()}}
        late = [(at, what) for what, at in due.items() if at < now]
        if not late:
            return None
        at, what = min(late)
        return f"{what} should have gone on {now - at:.0f} s ago"


_log = structlog.stdlib.get_logger(__name__)

MEGABYTE = 1024 * 1024
_FAR_OVER = 1.5
"""Times the ceiling at which the process is to end: it has not come down by itself."""
_STATM = Path("/proc/self/statm")


def resident_bytes() -> int | None:
    """Memory of this process that is in RAM, in bytes; None where the system does not tell."""
    try:
        pages = int(_STATM.read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return None


class Ceiling:
    """Watches the memory of the process.

    Args:
        limit: bytes; 0 for none.
        on_over: called once when it is passed: begin no further game.
        on_far_over: called once at one and a half times the limit: end now, and leave the games to the
            next run.
        used: bytes in use; None where that cannot be told.
    """

    def __init__(
        self,
        limit: int,
        on_over: Callable[[], None],
        on_far_over: Callable[[], None],
        *,
        used: Callable[[], int | None] = resident_bytes,
    ) -> None:
        self._steps = [
            (limit, partial(_log.error, "memory_over"), on_over),
            (int(limit * _FAR_OVER), partial(_log.error, "memory_far_over"), on_far_over),
        ]
        self._used = used
        self._limit = limit

    def look(self) -> None:
        """Compare, and call what is due."""
        used = self._used() if self._limit else None
        while used is not None and self._steps and used > self._steps[0][0]:
            _, tell, call = self._steps.pop(0)
            megabytes, ceiling = round(used / MEGABYTE), round(self._limit / MEGABYTE)
            tell(megabytes=megabytes, ceiling=ceiling)
            call()


class StallWatch:
    """Tells, once each time, where an event loop stands still. Use it as a context manager, in its thread.

    A loop that stands still can do nothing about it, but its stack says what holds it up.

    Args:
        after: seconds without a beat after which it counts as standing still.
        every: seconds between two looks of the thread.
        on_stall: called in the thread, once each time.
        now: seconds, monotonic.
    """

    def __init__(
        self,
        after: float = 10.0,
        every: float = 1.0,
        *,
        on_stall: Callable[[], None] = lambda: None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._after, self._every = after, every
        self._on_stall = on_stall
        self._now = now
        self._beat = now()
        self._told = False
        self._over = threading.Event()
        self._watched = threading.get_ident()

    def __enter__(self) -> Self:
        """Begin to watch this thread."""
        self._watched = threading.get_ident()
        self.beat()
        threading.Thread(target=self._watch, name="stall watch", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Watch no more."""
        self._over.set()

    def beat(self) -> None:
        """Say that the loop turns."""
        if self._told:
            self._told = False
            _log.warning("loop_turns_again", after=round(self._now() - self._beat, 1))
        self._beat = self._now()

    def look(self) -> None:
        """Compare with the clock, and tell what is to be told."""
        silent = self._now() - self._beat
        if silent <= self._after or self._told:
            return
        self._told = True
        frame = sys._current_frames().get(self._watched)  # noqa: SLF001 - the documented way to a thread's stack
        stack = "" if frame is None else "".join(traceback.format_stack(frame))
        _log.error("loop_stalled", seconds=round(silent, 1), stack=stack)
        self._on_stall()

    def _watch(self) -> None:
        while not self._over.wait(self._every):
            with contained(lambda fault: _log.error("stall_not_told", exc_info=fault)):
                self.look()


_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_MOST_CONNECTIONS = 16
_LONGEST_CONNECTION = 10.0
"""Seconds after which a connection ends, whatever it is doing."""
_LONGEST_LINE = 2048
_MOST_HEADERS = 64
_RETRY = 60.0
"""Seconds between two tries to have a port that is taken."""
_SAFE = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class HealthSettings:
    """Where health is told.

    Attributes:
        port: 0 to listen nowhere.
        hosts: names under which requests may come, besides `localhost`, loopback addresses and `host`.
    """

    host: str = "127.0.0.1"
    port: int = 0
    hosts: tuple[str, ...] = ()


class HealthServer:
    """Answers whoever asks how the service is, and does no harm to it."""

    def __init__(
        self, settings: HealthSettings, *, metrics: Callable[[], bytes], trouble: Callable[[], str | None]
    ) -> None:
        self._settings = settings
        self._metrics = metrics
        self._trouble = trouble
        self._hosts = _LOOPBACK | {name.casefold() for name in (settings.host, *settings.hosts)}
        self._told = False

    async def run(self) -> None:
        """Listen until cancelled. A port that is taken is told once, and tried again."""
        if not self._settings.port:
            return
        while True:
            with contained(self._not_served):
                await self.serve()
            await asyncio.sleep(_RETRY)

    def _not_served(self, fault: Exception) -> None:
        if not self._told:
            _log.error("health_not_served", at=self._at, why=_why(fault), next_try_in=_RETRY)
        self._told = True

    async def serve(self, on_bound: Callable[[int], None] = lambda _: None) -> None:
        """Listen until cancelled.

        Raises:
            OSError: the address cannot be had.
        """
        quiet = logging.getLogger("gemp_bot.service.health.http")
        quiet.setLevel(logging.CRITICAL + 1)  # nonsense of others is no line of our log
        app = web.Application(middlewares=[self._guard], client_max_size=1)
        app.add_routes(
            [
                web.get("/metrics", self._tell_metrics, allow_head=False),
                web.get("/livez", self._tell_live, allow_head=False),
                web.get("/readyz", self._tell_ready, allow_head=False),
            ]
        )
        runner = web.AppRunner(
            app,
            handle_signals=False,
            access_log=None,
            logger=quiet,
            max_line_size=_LONGEST_LINE,
            max_field_size=_LONGEST_LINE,
            max_headers=_MOST_HEADERS,
            lingering_time=0.0,
            shutdown_timeout=1.0,
        )
        await runner.setup()
        try:
            listening = await asyncio.get_running_loop().create_server(
                lambda: self._connected(runner), self._settings.host, self._settings.port
            )
            try:
                self._told = False
                _log.info("health_served", at=self._at)
                on_bound(listening.sockets[0].getsockname()[1])
                await asyncio.Event().wait()
            finally:
                listening.close()
        finally:
            await runner.cleanup()

    def _connected(self, runner: web.AppRunner) -> asyncio.Protocol:
        """Take a connection, unless there are enough; each one lives for so long and no longer."""
        server = runner.server
        if server is None or len(server.connections) >= _MOST_CONNECTIONS:
            return _Refusal()
        taken = server()
        asyncio.get_running_loop().call_later(_LONGEST_CONNECTION, taken.force_close)
        return taken

    @web.middleware
    async def _guard(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        """Refuse what is not for us; whatever goes wrong is an answer, and nothing else."""
        try:
            if not self._welcome(request.headers.getall("Host", [])):
                answer: web.StreamResponse = _refusal(403, "this name is not served here: see health.hosts")
            else:
                answer = await handler(request)
        except web.HTTPMethodNotAllowed:
            answer = _refusal(405, "only GET is answered", {"Allow": "GET"})
        except web.HTTPException as refused:
            answer = _refusal(refused.status, "there are /metrics, /livez and /readyz")
        except Exception as fault:  # noqa: BLE001 - a fault here is no business of the games'
            _log.error("health_failed", path=request.path, exc_info=fault)
            answer = _refusal(500, "internal error, see the log")
        answer.headers.update(_SAFE)
        answer.force_close()
        return answer

    def _welcome(self, told: list[str]) -> bool:
        """Whether requests may come under this name: a page of the web that names us as its own may not."""
        if len(told) != 1:
            return False
        try:
            host = URL(f"http://{told[0]}").host
        except ValueError:
            return False
        return host is not None and host.casefold() in self._hosts

    async def _tell_metrics(self, _: web.Request) -> web.Response:
        return web.Response(body=self._metrics(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _tell_live(self, _: web.Request) -> web.Response:
        return web.Response(text="alive\n")

    async def _tell_ready(self, _: web.Request) -> web.Response:
        trouble = self._trouble()
        return web.Response(text="ready\n") if trouble is None else _refusal(503, trouble)

    @property
    def _at(self) -> str:
        return f"{self._settings.host} port {self._settings.port}"


class _Refusal(asyncio.Protocol):
    """Ends a connection at once."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """End it."""
        transport.close()


def _refusal(status: int, why: str, headers: dict[str, str] | None = None) -> web.Response:
    return web.Response(status=status, text=f"{why}\n", headers=headers)


def _why(fault: Exception) -> str:
    if isinstance(fault, OSError) and fault.errno == errno.EADDRINUSE:
        return "the port is in use: free it, or set health.port"
    if isinstance(fault, OSError) and fault.strerror is not None:
        return f"{fault.strerror.lower()}: check health.host"
    return f"{type(fault).__name__}: {fault}"
