"""The style sheets and scripts of the pages, served from the package."""

from collections.abc import Awaitable, Callable

from aiohttp import web

from gemp_bot.pages.render import static_text

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
