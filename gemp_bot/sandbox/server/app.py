"""Bytes in, bytes out: sessions, faults and the log of requests around the routes (PROTOCOL 1, 2)."""

from collections import deque
from collections.abc import Callable, Mapping
from urllib.parse import unquote_plus

from aiohttp import web

from gemp_bot.sandbox.server import faults
from gemp_bot.sandbox.server.accounts import COOKIE
from gemp_bot.sandbox.server.http import TEXT, XML, HttpCall, HttpRefusal, HttpReply, Received
from gemp_bot.sandbox.server.routes import is_public, route
from gemp_bot.sandbox.server.world import ServedWorld

PREFIX = "/gemp-swccg-server/"
MOST_BYTES = 32_767


class Front:
    """The HTTP side of one server.

    Args:
        remember: how many of the last requests are kept; None for all.
        tell: is told in a line which calls were refused, and why, and which a fault hit; the callers are not.

    Attributes:
        requests: what was received, in order.
        plan: the faults.
    """

    def __init__(
        self,
        world: ServedWorld,
        *,
        remember: int | None = None,
        tell: Callable[[str], None] = lambda _: None,
        mount: Callable[[web.Application], None] | None = None,
    ) -> None:
        self.world = world
        self.plan = world.plan
        self._tell = tell
        self._mount = mount
        self.requests: deque[Received] = deque(maxlen=remember)

    def app(self) -> web.Application:
        """Make the web application."""
        app = web.Application(client_max_size=MOST_BYTES)
        if self._mount is not None:
            self._mount(app)
        app.router.add_route("*", "/{path:.*}", self.handle)
        return app

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one request, or break over it as planned."""
        raw_path = request.raw_path.partition("?")[0]
        if not raw_path.startswith(PREFIX):
            return web.Response(status=404)
        path = unquote_plus(raw_path.removeprefix(PREFIX))
        try:
            form = _first(await request.post() if request.method == "POST" else request.query)
        except (ValueError, LookupError, web.RequestPayloadError):
            self._tell(f"{request.method} /{path}: 500, its form cannot be read")
            return web.Response(status=500, headers={"message": ""})
        except web.HTTPRequestEntityTooLarge:
            self._tell(f"{request.method} /{path}: 413, more than {MOST_BYTES} bytes")
            raise
        received = Received(request.method, f"/{path}", form, dict(request.headers))
        self.requests.append(received)
        call = HttpCall(request.method, tuple(path.split("/")), form, raw_path)
        return await self._with_faults(request, received, call)

    async def _with_faults(
        self, request: web.Request, received: Received, call: HttpCall
    ) -> web.StreamResponse:
        fault = self.plan.take(received)
        if fault is not None:
            self._tell(f"fault {faults.in_words(fault)} hit {received.method} {received.path}")
        match fault:
            case faults.DropBefore():
                return _drop(request)
            case faults.Status(processed=False) | faults.Body(processed=False) | faults.GzipBomb():
                return _instead(fault)
            case faults.Restart():
                self.world.restart()
            case faults.SessionLost():
                self.world.accounts.sessions.pop(_cookie(request), None)
            case _:
                pass
        reject = isinstance(fault, faults.SameDecisionWithWarning)
        reply = await self._answer(request, call, reject=reject)
        match fault:
            case faults.DropAfter():
                return _drop(request)
            case faults.Cut():
                return _cut(request, reply)
            case faults.Status() | faults.Body():
                return _instead(fault)
            case faults.Slow(seconds):
                await self.world.lot.dawdle(seconds)
            case _:
                pass
        return _response(reply)

    async def _answer(self, request: web.Request, call: HttpCall, *, reject: bool) -> HttpReply:
        try:
            if call.parts in (("login",), ("register",)):
                return self._enter(call)
            if not is_public(call):
                call = self._known(request, call)
            reply = await route(self.world, call, reject=reject)
        except HttpRefusal as refusal:
            reply = HttpReply(
                refusal.told.encode(),
                refusal.status,
                content_type=TEXT if refusal.told else XML,
                headers={"message": refusal.told},
                note=f"{refusal.status}, {refusal.why}",
            )
        if reply.note:
            who = f"{call.user}: " if call.user else ""
            self._tell(f"{who}{call.method} /{'/'.join(call.parts)}: {reply.note}")
        return reply

    def _enter(self, call: HttpCall) -> HttpReply:
        if call.method != "POST":
            raise HttpRefusal(404)
        accounts = self.world.accounts
        enter = accounts.login if call.parts == ("login",) else accounts.register
        cookie = enter(call.text("login"), call.text("password"))
        # No Path, no HttpOnly, no Expires: the bare pair, as the real server sends it.
        return HttpReply(headers={"Set-Cookie": f"{COOKIE}={cookie}"})

    def _known(self, request: web.Request, call: HttpCall) -> HttpCall:
        accounts = self.world.accounts
        account = accounts.who(_cookie(request))
        acting = accounts.acting(account, call.form.get("participantId", ""))
        return HttpCall(call.method, call.parts, call.form, call.raw_path, acting.name, account.admin)


def _first(fields: Mapping[str, object]) -> dict[str, str]:
    """Give the form with the first of repeated fields."""
    return {name: str(fields[name]) for name in fields}


def _cookie(request: web.Request) -> str:
    return request.cookies.get(COOKIE, "")


def _response(reply: HttpReply) -> web.Response:
    headers = {"Content-Type": reply.content_type, **reply.headers}
    response = web.Response(body=reply.body, status=reply.status, headers=headers)
    if reply.body:
        response.enable_compression()
    return response


def _instead(fault: faults.Fault) -> web.Response:
    match fault:
        case faults.Status(status):
            return web.Response(status=status, headers={"message": ""})
        case faults.Body(body, content_type):
            return web.Response(body=body, headers={"Content-Type": content_type})
        case faults.GzipBomb(size):
            headers = {"Content-Type": "application/xml", "Content-Encoding": "gzip"}
            return web.Response(body=faults.bomb(size), headers=headers)
    raise AssertionError(fault)


def _drop(request: web.Request) -> web.Response:
    """Close the connection; what is returned cannot be sent any more."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


def _cut(request: web.Request, reply: HttpReply) -> web.Response:
    """Announce the whole body, send half of it, and close."""
    if request.transport is not None:
        head = (
            f"HTTP/1.1 {reply.status} OK\r\nContent-Type: {reply.content_type}\r\n"
            f"Content-Length: {len(reply.body)}\r\nConnection: keep-alive\r\n\r\n"
        )
        request.transport.write(head.encode() + reply.body[: len(reply.body) // 2])
        request.transport.close()
    return web.Response()
