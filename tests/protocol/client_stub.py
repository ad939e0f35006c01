"""A tiny server for client tests: records every request as it came, answers what the test wants."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, NamedTuple, Self
from urllib.parse import parse_qs

from aiohttp import web
from aiohttp.test_utils import TestServer

from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.settings import ClientSettings

OK = "<result>OK</result>"
INFO = '{"type":"u","name":"alice"}'
COOKIE = "loggedUser=abcdefghij0123456789"
SNAPSHOT = '<gameState cn="3"><clocks><clock participantId="alice">3600</clock></clocks></gameState>'
UPDATE = '<update cn="3"><clocks><clock participantId="alice">3599</clock></clocks></update>'

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Seen(NamedTuple):
    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def fields(self) -> dict[str, list[str]]:
        return parse_qs(self.body.decode(), keep_blank_values=True)


class Stub:
    """`answers` maps a method and a raw path below the API prefix to what comes back; 404 for the rest."""

    def __init__(self) -> None:
        self.seen: list[Seen] = []
        self.answers: dict[str, str | int | Handler] = {
            "POST /login": self.login,
            "GET /playerStats/playerInfo": INFO,
            "GET /game/g1": SNAPSHOT,
            "POST /game/g1": UPDATE,
        }

    async def login(self, _: web.Request) -> web.Response:
        return web.Response(text=OK, content_type="application/xml", headers={"Set-Cookie": COOKIE})

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=1 << 24)
        app.router.add_route("*", "/{tail:.*}", self._handle)
        self._server = TestServer(app)
        await self._server.start_server()
        self.url = f"http://127.0.0.1:{self._server.port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._server.close()

    def count(self, key: str) -> int:
        return sum(f"{s.method} {s.target.partition('?')[0]}" == key for s in self.seen)

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        target = request.raw_path.removeprefix("/gemp-swccg-server")
        self.seen.append(Seen(request.method, target, dict(request.headers), await request.read()))
        answer = self.answers.get(f"{request.method} {target.partition('?')[0]}", 404)
        if isinstance(answer, int):
            return web.Response(status=answer)
        if isinstance(answer, str):
            return web.Response(text=answer, content_type="application/xml")
        return await answer(request)


async def drop(request: web.Request) -> web.StreamResponse:
    """The connection breaks after the request was read and before anything is answered."""
    assert request.transport is not None
    request.transport.abort()
    return web.Response()


def settings(url: str, **changes: Any) -> ClientSettings:
    base: dict[str, Any] = {"max_wait": timedelta(), "poll_timeout": timedelta(seconds=5)}
    return ClientSettings(url=url, **{**base, **changes})


def client(stub: Stub, observer: Any = None, **changes: Any) -> GempClient:
    return GempClient(settings(stub.url, **changes), observer=observer)
