"""Makes pages, and protects those of a server.

One Jinja environment, in which everything is text unless a template says so itself. Style sheets and scripts
are served from the package. Who may ask, from where, and what a browser may do with the answer is decided by
`protect`.
"""

import hashlib
import hmac
import ipaddress
from base64 import b64encode
from collections.abc import Awaitable, Callable, Iterable
from enum import StrEnum
from functools import cache
from http import HTTPStatus
from importlib.resources import files

import jinja2
import msgspec
from aiohttp import web
from markupsafe import Markup
from yarl import URL

_ESCAPED = {
    "<": "\\u003c",
    ">": "\\u003e",
    "&": "\\u0026",
    "\u2028": "\\u2028",
    "\u2029": "\\u2029",
}


class PageKind(StrEnum):
    """What a file of ours is; stands near its beginning, so that no other kind replaces it."""

    REPORT = "report"
    LAB = "lab page"
    COMPARISON = "comparison of decks"

    @classmethod
    def of(cls, beginning: str) -> "PageKind | None":
        """What a page is of which this is the beginning; None for a page that is not ours."""
        return next((kind for kind in cls if kind.mark in beginning), None)

    @property
    def mark(self) -> Markup:
        """What stands near the beginning of such a page."""
        return Markup('<meta name="generator" content="gemp-bot {}">').format(self.value)

    def may_replace(self, other: "PageKind | None") -> bool:
        """Whether such a page has all that the other has: a comparison has both decks."""
        return other is self or (self is PageKind.COMPARISON and other is PageKind.LAB)


_STATIC = files("gemp_bot.pages") / "static"


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("gemp_bot.pages"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["json_text"] = json_text
    return environment


def render(template: str, **values: object) -> str:
    """The HTML of a template; everything given is shown as text."""
    return _environment().get_template(template).render(values)


def json_text(value: object) -> Markup:
    """JSON that may stand in `<script type="application/json">`: nothing in it ends the element."""
    text = msgspec.json.encode(value).decode()
    for character, escaped in _ESCAPED.items():
        text = text.replace(character, escaped)
    return Markup(text)  # noqa: S704 - escaped above


@cache
def static_text(name: str) -> str:
    """The text of a file in `static/`.

    Args:
        name: of the file, with its folder: `uplot/uPlot.min.css`.
    """
    return _STATIC.joinpath(*name.split("/")).read_text("utf-8")


def csp_hash(text: str) -> str:
    """The source expression that lets a policy allow an inline script or style with this text."""
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
"""Answers a request."""
PATH = "/static/"
"""Where they are on a server of pages."""
_JS, _CSS = "text/javascript", "text/css"
_TYPES = {
    "app.css": _CSS,
    "board.js": _JS,
    "uplot/uPlot.min.css": _CSS,
    "uplot/uPlot.iife.min.js": _JS,
}


def add_static_files(app: web.Application, *names: str, common: bool = True) -> None:
    """Serve the common files, and more of `static/`; without `common` only these."""
    more = {name: _JS if name.endswith(".js") else _CSS for name in names}
    for name, kind in (_TYPES | more if common else more).items():
        app.router.add_get(PATH + name, _served(name, kind))


def json_response(value: object, status: HTTPStatus = HTTPStatus.OK) -> web.Response:
    """A value as the JSON of an answer."""
    return web.Response(body=msgspec.json.encode(value), status=status, content_type="application/json")


def _served(name: str, kind: str) -> Handler:
    async def serve(_: web.Request) -> web.Response:
        return web.Response(text=static_text(name), content_type=kind, charset="utf-8")

    return serve


COOKIE = "gemp_bot_pages"
SIGN_IN = "/sign-in"
SHORTEST_TOKEN = 16
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_YEAR = 365 * 24 * 3600


def is_loopback(host: str) -> bool:
    """Whether a name or address is this machine's own."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def protect(app: web.Application, *, hosts: Iterable[str] = (), token: str | None = None) -> None:
    """Protect all of an application: checks of requests, headers of answers, the token.

    Args:
        app: what is protected; nothing of it may change anything by GET.
        hosts: names, without port, under which it is reached besides `localhost` and loopback addresses.
        token: asked of everybody, once for each browser, if the application listens beyond loopback.

    Raises:
        ValueError: the token is too short to keep anybody out.
    """
    if token is not None and len(token) < SHORTEST_TOKEN:
        raise ValueError(f"the token has {len(token)} characters, and must have {SHORTEST_TOKEN} or more")
    checks = _Checks(frozenset(host.lower().strip("[]") for host in hosts), token)
    app.middlewares.append(checks.middleware)
    app.on_response_prepare.append(_add_headers)
    if token is not None:
        app.router.add_post(SIGN_IN, checks.sign_in)


async def _add_headers(_: web.Request, response: web.StreamResponse) -> None:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)


class _Checks:
    """Checks of a request."""

    def __init__(self, hosts: frozenset[str], token: str | None) -> None:
        self._hosts = hosts
        self._token = token
        self._proof = "" if token is None else _proof(token)

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse what comes by another name or from another site, and who does not know the token."""
        if not self._host_allowed(request.host):
            return web.Response(
                status=HTTPStatus.MISDIRECTED_REQUEST,
                text="These pages are not reached by this name (Host).\n",
            )
        if not _same_origin(request):
            return web.Response(
                status=HTTPStatus.FORBIDDEN, text="This came from a page of another site (Origin).\n"
            )
        if not self._open_to_all(request) and not self._known(request):
            if request.method == "GET" and "text/html" in request.headers.get("Accept", ""):
                return self._form(HTTPStatus.UNAUTHORIZED)
            return web.Response(status=HTTPStatus.UNAUTHORIZED, text="Sign in first.\n")
        return await handler(request)

    async def sign_in(self, request: web.Request) -> web.Response:
        """Take the token of a form, and give the cookie that stands for it."""
        form = await request.post()
        given = form.get("token")
        if not isinstance(given, str) or not hmac.compare_digest(_proof(given), self._proof):
            return self._form(HTTPStatus.FORBIDDEN, wrong=True)
        response = web.Response(status=HTTPStatus.SEE_OTHER, headers={"Location": "/"})
        response.set_cookie(
            COOKIE,
            self._proof,
            max_age=_YEAR,
            httponly=True,
            samesite="Strict",
            secure=request.headers.get("Origin", "").startswith("https:"),
        )
        return response

    def _open_to_all(self, request: web.Request) -> bool:
        return self._token is None or request.path == SIGN_IN or request.path.startswith(PATH)

    def _known(self, request: web.Request) -> bool:
        return hmac.compare_digest(request.cookies.get(COOKIE, "").encode(), self._proof.encode())

    def _host_allowed(self, host: str) -> bool:
        try:
            name = (URL(f"http://{host}").host or "").lower()
        except ValueError:
            return False
        return is_loopback(name) or name in self._hosts

    def _form(self, status: HTTPStatus, *, wrong: bool = False) -> web.Response:
        text = render("sign_in.html", action=SIGN_IN, wrong=wrong)
        return web.Response(status=status, text=text, content_type="text/html", charset="utf-8")


def _same_origin(request: web.Request) -> bool:
    """Whether a request is from a page of ours, or from no page: programs send neither header."""
    site = request.headers.get("Sec-Fetch-Site", "none")
    origin = request.headers.get("Origin")
    if request.method in _SAFE and origin is None:
        navigation = request.headers.get("Sec-Fetch-Mode") == "navigate"
        return site in ("none", "same-origin") or navigation
    if origin is None:
        return site in ("none", "same-origin")
    scheme, _, _ = origin.partition("://")
    if scheme not in ("http", "https"):
        return False
    try:
        return URL(origin).authority == URL(f"{scheme}://{request.host}").authority
    except ValueError:
        return False


def _proof(token: str) -> str:
    """What the cookie holds: it proves the token, and does not tell it."""
    return hmac.new(token.encode(), b"gemp-bot pages", hashlib.sha256).hexdigest()
