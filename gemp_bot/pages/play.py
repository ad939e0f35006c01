"""The play page of the sandbox: a person in a browser against one of our strategies."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from typing import TypeVar

import msgspec
from aiohttp import web

from gemp_bot.pages.play_game import Given, PlayError
from gemp_bot.pages.play_session import ADVISER, PlaySession, PlaySessions
from gemp_bot.pages.play_view import PlayChoice
from gemp_bot.pages.render import add_static_files, render
from gemp_bot.pages.security import protect

COOKIE = "gemp_bot_play"
MOST_STREAMS = 8
"""Streams of news that one browser reads at a time."""
_BEAT = 15.0
"""Seconds between two signs of life of a stream in which nothing happens."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class _Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer of the page: the number of the question, and what is chosen."""

    n: int
    answer: Given


class _Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The question that a call is about."""

    n: int


class PlayPage:
    """The page and its calls.

    Args:
        sessions: who plays.
    """

    def __init__(self, sessions: PlaySessions) -> None:
        self._sessions = sessions
        self._streams: list[web.Request] = []

    def mount(self, app: web.Application) -> None:
        """Add the page to an application, and protect all of it; `/` is its address."""
        protect(app)
        add_static_files(app, "play.css", "play.js")
        for method, path, handler in (
            ("GET", "/", self._page),
            ("GET", "/play/state", self._state),
            ("GET", "/play/events", self._events),
            ("GET", "/play/hint", self._hint),
            ("POST", "/play/new", self._new),
            ("POST", "/play/answer", self._answer),
            ("POST", "/play/undo", self._undo),
            ("POST", "/play/concede", self._concede),
            ("POST", "/play/rematch", self._rematch),
        ):
            app.router.add_route(method, path, _told(handler))

    # -- looking ------------------------------------------------------------------------------------

    async def _page(self, _: web.Request) -> web.StreamResponse:
        text = render("play.html", offer=self._sessions.offer, adviser=ADVISER)
        return web.Response(text=text, content_type="text/html", charset="utf-8")

    async def _state(self, request: web.Request) -> web.StreamResponse:
        session = self._sessions.find(_token(request))
        if session is None:
            return _json({"version": 0, "stage": "none"})
        return _json(session.state())

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """Tell the version of the state whenever it is another one."""
        session = self._session(request)
        # A stream that nobody reads any more ends with its next sign of life only.
        read = [each for each in self._streams if each.transport is not None]
        if sum(_token(each) == _token(request) for each in read) >= MOST_STREAMS:
            raise PlayError(f"{MOST_STREAMS} tabs of this browser follow the game already: close one")
        self._streams.append(request)
        try:
            return await self._follow(request, session)
        finally:
            self._streams.remove(request)

    @staticmethod
    async def _follow(request: web.Request, session: PlaySession) -> web.StreamResponse:
        stream = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await stream.prepare(request)
        version = -1
        with suppress(ConnectionError):
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(_BEAT):
                        version = await session.changed(version)
                if session.closed:
                    break
                await stream.write(f"data: {version}\n\n".encode())
        return stream

    async def _hint(self, request: web.Request) -> web.StreamResponse:
        game = self._session(request).running
        try:
            number = int(request.query.get("n", ""))
        except ValueError:
            raise PlayError("n=: the number of the question is missing") from None
        found = await game.hint(number)
        if found is None or found.answer is None:
            raise PlayError(f"{ADVISER} has no advice here")
        return _json(found)

    # -- doing --------------------------------------------------------------------------------------

    async def _new(self, request: web.Request) -> web.StreamResponse:
        choice = await _read(request, PlayChoice)
        token = _token(request)
        session = self._sessions.find(token)
        if session is None:
            token, session = await self._sessions.begun(choice)
        else:
            await session.begin(choice)
        response = _json(session.state())
        response.set_cookie(COOKIE, token, httponly=True, samesite="Strict", path="/")
        return response

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        given = await _read(request, _Answer)
        session = self._session(request)
        session.running.answer(given.n, given.answer)
        return _json({"taken": given.n})

    async def _undo(self, request: web.Request) -> web.StreamResponse:
        asked = await _read(request, _Asked)
        self._session(request).running.undo(asked.n)
        return _json({"taken": asked.n})

    async def _concede(self, request: web.Request) -> web.StreamResponse:
        await self._session(request).concede()
        return _json({})

    async def _rematch(self, request: web.Request) -> web.StreamResponse:
        session = self._session(request)
        await session.rematch()
        return _json(session.state())

    def _session(self, request: web.Request) -> PlaySession:
        session = self._sessions.find(_token(request))
        if session is None:
            raise PlayError("no game goes on: begin one")
        return session


_Body = TypeVar("_Body")


async def _read(request: web.Request, kind: type[_Body]) -> _Body:
    """The JSON of a call.

    Raises:
        PlayError: it is none, or not of this kind; one line.
    """
    if request.content_type != "application/json":
        raise PlayError("the call must be JSON (Content-Type: application/json)")
    try:
        return msgspec.json.decode(await request.read(), type=kind)
    except web.HTTPRequestEntityTooLarge:
        raise PlayError(f"the call has more than {request.client_max_size} bytes") from None
    except msgspec.DecodeError as fault:
        raise PlayError(f"the call is wrong: {fault}") from None


def _told(handler: Handler) -> Handler:
    """A handler whose refusals are a line of JSON."""

    async def handle(request: web.Request) -> web.StreamResponse:
        try:
            return await handler(request)
        except PlayError as fault:
            return _json({"error": str(fault)}, HTTPStatus.CONFLICT)

    return handle


def _token(request: web.Request) -> str:
    return request.cookies.get(COOKIE, "")


def _json(value: object, status: HTTPStatus = HTTPStatus.OK) -> web.Response:
    return web.Response(body=msgspec.json.encode(value), status=status, content_type="application/json")
