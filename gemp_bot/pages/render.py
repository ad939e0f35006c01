"""Makes pages: one Jinja environment in which everything is text unless a template says so itself.

Style sheets and scripts are served from the package.
"""

import hashlib
from base64 import b64encode
from collections.abc import Awaitable, Callable
from enum import StrEnum
from functools import cache
from importlib.resources import files

import jinja2
import msgspec
from aiohttp import web
from markupsafe import Markup

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
    """The HTML of a template; everything given is shown as text.

    Args:
        template: name of a file in `templates/`.
        values: what it uses.
    """
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
PATH = "/static/"
"""Where they are on a server of pages."""
_JS, _CSS = "text/javascript", "text/css"
_TYPES = {
    "app.css": _CSS,
    "board.js": _JS,
    "uplot/uPlot.min.css": _CSS,
    "uplot/uPlot.iife.min.js": _JS,
}


def add_static_files(app: web.Application, *names: str) -> None:
    """Serve the common files, and more of `static/`.

    Args:
        app: gets a route for each.
        names: of more files, `.js` or `.css`, with their folder.
    """
    more = {name: _JS if name.endswith(".js") else _CSS for name in names}
    for name, kind in (_TYPES | more).items():
        app.router.add_get(PATH + name, _served(name, kind))


def _served(name: str, kind: str) -> Handler:
    async def serve(_: web.Request) -> web.Response:
        return web.Response(text=static_text(name), content_type=kind, charset="utf-8")

    return serve
