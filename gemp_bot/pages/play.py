"""The play page of the sandbox: a person in a browser against one of our strategies."""

import asyncio
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from aiohttp import web

from gemp_bot.pages.card_sheet import CardSought
from gemp_bot.pages.play_game import PlayError
from gemp_bot.pages.play_offer import FIRST_OPPONENT
from gemp_bot.pages.play_review import ReviewPages
from gemp_bot.pages.play_seat import Given, Standing
from gemp_bot.pages.play_session import ADVISER, PlaySession
from gemp_bot.pages.play_sessions import PlaySessions
from gemp_bot.pages.play_shortcuts import ShortcutKind
from gemp_bot.pages.play_view import PlayChoice, PlayState, Stage
from gemp_bot.pages.render import Handler, add_static_files, json_response, protect, render
from gemp_bot.protocol.ids import BlueprintId

COOKIE = "gemp_bot_play"
MOST_STREAMS = 8
"""Streams of news that one browser reads at a time."""
_BEAT = 15.0
"""Seconds between two signs of life of a stream in which nothing happens."""


class _Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer of the page: the number of the question, and what is chosen."""

    n: int
    answer: Given


class _Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The question at which the game is taken back: by one step, or as far as is chosen of a list."""

    n: int
    listed: bool = False


class _Shortcut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shortcut at a question, with its number."""

    n: int
    kind: ShortcutKind
    count: int = 0


class _Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of a puzzle, from 1; 0 for the game again."""

    number: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class _Rematch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether sides are changed."""

    swapped: bool = False


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
        add_static_files(app, "play.css", "play.js", "play_parts.js")
        for method, path, handler in (
            ("GET", "/", self._page),
            ("GET", "/play/state", self._state),
            ("GET", "/play/events", self._events),
            ("GET", "/play/hint", self._hint),
            ("GET", "/play/steps", self._steps),
            ("GET", "/play/card", self._card),
            ("POST", "/play/new", self._new),
            ("POST", "/play/puzzle", self._puzzle),
            ("POST", "/play/answer", self._answer),
            ("POST", "/play/shortcut", self._shortcut),
            ("POST", "/play/standing", self._standing),
            ("POST", "/play/undo", self._undo),
            ("POST", "/play/concede", self._concede),
            ("POST", "/play/rematch", self._rematch),
        ):
            app.router.add_route(method, path, _told(handler))
        ReviewPages(self._sessions.reviews, self._journal).mount(app)

    def _journal(self, request: web.Request, number: int) -> Path | None:
        """The journal of a game of this browser that is over."""
        session = self._sessions.find(_token(request))
        if session is None or (
            session.game is not None and session.game.number == number and not session.game.over
        ):
            return None
        return session.journals.get(number)

    # -- looking ------------------------------------------------------------------------------------

    async def _page(self, _: web.Request) -> web.StreamResponse:
        puzzles = self._sessions.puzzles
        text = render(
            "play.html", offer=self._sessions.offer, adviser=ADVISER, first=FIRST_OPPONENT, puzzles=puzzles
        )
        return web.Response(text=text, content_type="text/html", charset="utf-8")

    async def _state(self, request: web.Request) -> web.StreamResponse:
        session = self._sessions.find(_token(request))
        if session is None:
            waits = self._sessions.waits(_token(request))
            stage = Stage.WAITING if waits else Stage.NONE
            return json_response(PlayState(0, stage, resuming=waits))
        return json_response(session.state())

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
        number = _number(request, "n")
        if number is None:
            raise PlayError("n=: the number of the question is missing")
        found = await game.hint(number)
        if found is None:
            raise PlayError(f"{ADVISER} has no advice here")
        return json_response(found)

    async def _steps(self, request: web.Request) -> web.StreamResponse:
        game = self._session(request).game
        after = _number(request, "after")
        return json_response(() if game is None else game.shown.steps.after(0 if after is None else after))

    async def _card(self, request: web.Request) -> web.StreamResponse:
        session = self._session(request)
        face = request.query.get("face")
        sought = CardSought(
            _number(request, "card"), request.query.get("option"), BlueprintId(face) if face else None
        )
        return json_response(session.card(sought))

    # -- doing --------------------------------------------------------------------------------------

    async def _new(self, request: web.Request) -> web.StreamResponse:
        choice = await _read(request, PlayChoice)
        session = self._sessions.find(_token(request))
        if session is not None:
            await session.begin(choice)
        return await self._entered(request, session, choice)

    async def _puzzle(self, request: web.Request) -> web.StreamResponse:
        wanted = await _read(request, _Wanted)
        session = self._sessions.find(_token(request))
        if session is not None:
            await session.show(wanted.number)
        return await self._entered(request, session, wanted.number)

    async def _entered(
        self, request: web.Request, session: PlaySession | None, first: PlayChoice | int
    ) -> web.StreamResponse:
        """The state of a session, which begins if there is none yet."""
        token = _token(request)
        if session is None:
            token, session = await self._sessions.begun(first)
        response = json_response(session.state())
        response.set_cookie(COOKIE, token, httponly=True, samesite="Strict", path="/")
        return response

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        given = await _read(request, _Answer)
        self._session(request).answer(given.n, given.answer)
        return json_response({"taken": given.n})

    async def _shortcut(self, request: web.Request) -> web.StreamResponse:
        taken = await _read(request, _Shortcut)
        self._session(request).running.shortcut(taken.n, taken.kind, taken.count)
        return json_response({"taken": taken.n})

    async def _standing(self, request: web.Request) -> web.StreamResponse:
        standing = await _read(request, Standing)
        self._session(request).stand(standing)
        return json_response(standing)

    async def _undo(self, request: web.Request) -> web.StreamResponse:
        asked = await _read(request, _Undo)
        self._session(request).running.undo(asked.n, listed=asked.listed)
        return json_response({"taken": asked.n})

    async def _concede(self, request: web.Request) -> web.StreamResponse:
        await self._session(request).concede()
        return json_response({})

    async def _rematch(self, request: web.Request) -> web.StreamResponse:
        session = self._session(request)
        await session.rematch(swapped=(await _read(request, _Rematch)).swapped)
        return json_response(session.state())

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


def _number(request: web.Request, name: str) -> int | None:
    """A whole number of the address; None if it is missing or none."""
    text = request.query.get(name, "")
    return int(text) if text.isdecimal() and len(text) < _LONGEST else None


_LONGEST = 10


def _told(handler: Handler) -> Handler:
    """A handler whose refusals are a line of JSON."""

    async def handle(request: web.Request) -> web.StreamResponse:
        try:
            return await handler(request)
        except PlayError as fault:
            told: dict[str, object] = {"error": str(fault)}
            if fault.problems:
                told["problems"] = fault.problems
            return json_response(told, HTTPStatus.CONFLICT)

    return handle


def _token(request: web.Request) -> str:
    return request.cookies.get(COOKIE, "")
