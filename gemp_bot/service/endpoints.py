"""The endpoint of a call, without any id or name in it."""

from gemp_bot.protocol.exchange import Exchange

OTHER = "other"
_ANY = "*"
_PATHS = (
    "",
    "login",
    "register",
    "playerStats/playerInfo",
    "gameHistory",
    "replay/*",
    "chat/*",
    "league",
    "league/*",
    "tournament",
    "tournament/history",
    "tournament/*",
    "deck",
    "deck/list",
    "deck/libraryList",
    "deck/library",
    "deck/rename",
    "deck/delete",
    "deck/stats",
    "game/*",
    "game/*/cardInfo",
    "game/*/concede",
    "game/*/cancel",
    "game/*/extendGameTimer",
    "game/*/disableActionTimer",
    "hall",
    "hall/update",
    "hall/formats/html",
    "hall/format/*",
    "hall/queue/*",
    "hall/queue/*/leave",
    "hall/tournament/*/deck",
    "hall/tournament/*/leave",
    "hall/*",
    "hall/*/leave",
)
"""The calls of `protocol/`; of two that fit a path the earlier one counts."""
_TEMPLATES = tuple((path, tuple(path.split("/"))) for path in _PATHS)
_METHODS = frozenset({"GET", "POST"})
_STATUS = frozenset({200, 202, 400, 401, 403, 404, 405, 409, 410, 413, 429, 500, 502, 503, 504})


def endpoint(exchange: Exchange) -> str:
    """The method and the path of a call, `*` for ids and names; `OTHER` for a call that is not known.

    There are only so many values, whatever a server calls its games and tables.
    """
    if exchange.method not in _METHODS:
        return OTHER
    parts = tuple(exchange.path.removeprefix("/").split("/"))
    for path, template in _TEMPLATES:
        if len(template) == len(parts) and all(map(_fits, template, parts)):
            return f"{exchange.method} /{path}"
    return OTHER


def status(exchange: Exchange) -> str:
    """The status of an answer; `none` where none came, and its class (`4xx`) where it is an unusual one."""
    if exchange.status in _STATUS:
        return str(exchange.status)
    hundreds = exchange.status // 100
    if exchange.status == 0:
        return "none"
    return f"{hundreds}xx" if 1 <= hundreds <= 5 else OTHER  # noqa: PLR2004 - the classes of HTTP


def _fits(template: str, part: str) -> bool:
    return template in (_ANY, part)
