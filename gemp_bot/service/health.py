"""A small HTTP server that tells how the service is: `/metrics`, `/livez`, `/readyz`. It changes nothing."""

import asyncio
import errno
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST
from yarl import URL

_log = structlog.stdlib.get_logger(__name__)

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
        host: the address to listen at.
        port: 0 to listen nowhere.
        hosts: names under which requests may come, besides `localhost`, loopback addresses and `host`.
    """

    host: str = "127.0.0.1"
    port: int = 0
    hosts: tuple[str, ...] = ()


class HealthServer:
    """Answers whoever asks how the service is, and does no harm to it.

    Args:
        settings: where it listens.
        metrics: the text of `/metrics`.
        trouble: why the service is not ready, in one line; None if it is.
    """

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
            try:
                await self.serve()
            except Exception as fault:  # noqa: BLE001 - a service without this port goes on
                if not self._told:
                    _log.error("health_not_served", at=self._at, why=_why(fault), next_try_in=_RETRY)
                self._told = True
            await asyncio.sleep(_RETRY)

    async def serve(self, on_bound: Callable[[int], None] = lambda _: None) -> None:
        """Listen until cancelled.

        Args:
            on_bound: told the port.

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
