"""The play page of the sandbox: a person in a browser against one of our strategies.

A session for each browser, each a guest account of the sandbox.
"""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from http import HTTPStatus
from random import Random
from typing import TypeVar

import msgspec
import structlog
from aiohttp import web

from gemp_bot.effects import CardEffects
from gemp_bot.journal import JournalLine
from gemp_bot.journal.writer import Recorder
from gemp_bot.pages.play_game import Given, PersonGame, PlayError
from gemp_bot.pages.play_view import PlayChoice, PlayState, Stage
from gemp_bot.pages.render import add_static_files, protect, render
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.errors import GempError
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.deck_files import DeckFile
from gemp_bot.sandbox.server.fake import FakeGemp
from gemp_bot.strategy import make_strategy, name_deck

_log = structlog.stdlib.get_logger(__name__)

ADVISER = "strong"
"""The strategy that is asked for hints."""
_FORMAT = "open"
_MOST = 8
_IDLE = 30 * 60.0
_SWEEP = 60.0
"""Seconds between two looks for idle sessions."""
_FAREWELL = 5.0
"""Seconds a game has to end after it was conceded."""


class OfferedDeck(msgspec.Struct, frozen=True):
    """A deck of the library."""

    name: str
    side: Side
    about: str


class PlayOffer(msgspec.Struct, frozen=True):
    """What can be chosen."""

    decks: tuple[OfferedDeck, ...]
    strategies: tuple[str, ...]


class PlaySession:
    """What one browser plays: one game at a time, any number one after the other.

    Args:
        box: decks, cards, strategies.
        effects: the cards, and what their texts do.
        server: the sandbox.
        chance: of what is left open in a choice.
        now: seconds, monotonic.

    Attributes:
        game: the newest one; None before the first.
        touched: when the person did something last.
        version: changes with everything that is told.
        closed: it has ended.
    """

    def __init__(
        self,
        box: Box,
        *,
        effects: CardEffects,
        server: FakeGemp,
        chance: Random,
        now: Callable[[], float],
    ) -> None:
        self.game: PersonGame | None = None
        self.version = 0
        self.closed = False
        self._box = box
        self._effects = effects
        self._server = server
        self._chance = chance
        self._now = now
        self.touched = now()
        self._name = PlayerName(f"you-{secrets.token_hex(3)}")
        self._password = secrets.token_urlsafe(12)
        self._recorder = Recorder(self._hear)
        self._client: GempClient | None = None
        self._stack = AsyncExitStack()
        self._task: asyncio.Task[None] | None = None
        self._number = 0
        self._beginning = asyncio.Lock()
        self._news = asyncio.Event()

    # -- games --------------------------------------------------------------------------------------

    async def begin(self, choice: PlayChoice) -> None:
        """Begin a game; one that still goes on is conceded.

        Raises:
            PlayError: there is no such deck or strategy, or the server does not begin it.
        """
        deck = self._deck(choice.deck, choice.side)
        theirs = self._deck(choice.opponent_deck, choice.side.other)
        if choice.strategy not in self._box.strategies:
            raise PlayError("there is no such strategy: choose one of the list")
        async with self._beginning:
            await self._end_game()
            try:
                await self._begin(msgspec.structs.replace(choice, deck=deck.name, opponent_deck=theirs.name))
            except GempError as fault:
                raise PlayError(f"no game could be begun: {fault}") from None

    async def rematch(self) -> None:
        """The same once more.

        Raises:
            PlayError: there is no game yet, it still goes on, or as of `begin`.
        """
        if self.game is None:
            raise PlayError("no game goes on: begin one")
        if not self.game.over:
            raise PlayError("the game still goes on: play it to its end, or concede it")
        await self.begin(self.game.choice)

    async def concede(self) -> None:
        """Give the game up.

        Raises:
            PlayError: there is none, or the server did not take it.
        """
        try:
            await self.running.concede()
        except GempError as fault:
            raise PlayError(f"it was not conceded: {fault}") from None

    @property
    def running(self) -> PersonGame:
        """The game that goes on.

        Raises:
            PlayError: none does.
        """
        if self.game is None or self.game.over:
            raise PlayError("no game goes on: begin one")
        return self.game

    async def close(self) -> None:
        """Concede what goes on, and leave."""
        async with self._beginning:
            await self._end_game()
            await self._stack.aclose()
        self.closed = True
        self._changed()

    # -- what is told -------------------------------------------------------------------------------

    def state(self) -> PlayState:
        """What the page shows."""
        return PlayState(self.version, Stage.NONE) if self.game is None else self.game.state(self.version)

    async def changed(self, version: int) -> int:
        """Wait until there is another version than this one; gives it."""
        while self.version == version:
            await self._news.wait()
        return self.version

    # -- how ----------------------------------------------------------------------------------------

    def _deck(self, name: str | None, side: Side) -> DeckFile:
        decks = [deck for deck in self._box.decks.values() if deck.side is side]
        if name is None:
            if not decks:
                raise PlayError(f"there is no deck for the {side.value.lower()} side")
            return self._chance.choice(decks)
        found = next((deck for deck in decks if deck.name == name), None)
        if found is None:
            raise PlayError(
                f"there is no such deck for the {side.value.lower()} side: choose one of the list"
            )
        return found

    async def _begin(self, choice: PlayChoice) -> None:
        client = await self._entered()
        assert choice.deck is not None, "chosen before"  # noqa: S101
        assert choice.opponent_deck is not None, "chosen before"  # noqa: S101
        await client.hall.create_ai_table(
            _FORMAT, choice.deck, library=True, skill=choice.strategy, ai_deck=choice.opponent_deck
        )
        hall = await client.hall.open()
        if not hall.new_games:
            raise PlayError("no game was begun: the sandbox made none")
        self._number += 1
        own = self._box.decks[choice.deck]
        seed = self._chance.getrandbits(32)
        adviser = make_strategy(ADVISER, seed, own.text, index=self._box.index)
        name_deck(adviser, own.name, own.start_id)
        self.game = PersonGame(
            client.game(hall.new_games[-1]),
            number=self._number,
            choice=choice,
            catalogue=self._box.catalogue,
            effects=self._effects,
            adviser=adviser,
            on_change=self._changed,
        )
        self._task = asyncio.create_task(self.game.run(self._recorder, self._log_in), name="play")

    async def _entered(self) -> GempClient:
        """The client, logged in under the name of this session."""
        if self._client is None:
            client = await self._stack.enter_async_context(
                GempClient(ClientSettings(url=self._server.url), observer=self._recorder.observe)
            )
            await client.register(self._name, self._password)
            self._server.at_leisure(self._name)
            self._client = client
        return self._client

    async def _log_in(self) -> object:
        client = await self._entered()
        return await client.login(self._name, self._password)

    async def _end_game(self) -> None:
        """Concede the game that goes on, and wait for its end, not for long."""
        task, self._task = self._task, None
        if task is None or self.game is None:
            return
        with suppress(GempError):
            await self.game.concede()
        await asyncio.wait([task], timeout=_FAREWELL)
        task.cancel()
        await asyncio.wait([task])
        if not task.cancelled() and (fault := task.exception()) is not None:
            _log.error("play_failed", exc_info=fault)

    def _hear(self, game: str, line: JournalLine) -> None:
        if self.game is not None and self.game.id == game:
            self.game.hear(line)

    def _changed(self) -> None:
        self.version += 1
        self._news.set()
        self._news.clear()


class PlaySessions:
    """All sessions of one sandbox, each known by a random token.

    Args:
        box: decks, cards, strategies.
        chance: of decks that are left open, and of hints.
        most: sessions at a time.
        now: seconds, monotonic.
    """

    def __init__(
        self,
        box: Box,
        *,
        chance: Random | None = None,
        most: int = _MOST,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._box = box
        self._server: FakeGemp | None = None
        self._chance = chance or Random()  # noqa: S311 - a game, and no secret
        self._most = most
        self._now = now
        self._effects = CardEffects(box.index)
        self._sessions: dict[str, PlaySession] = {}

    def serve(self, server: FakeGemp) -> None:
        """The sandbox listens: games may begin."""
        self._server = server

    @property
    def offer(self) -> PlayOffer:
        """What can be chosen."""
        decks = tuple(OfferedDeck(deck.name, deck.side, deck.about) for deck in self._box.decks.values())
        return PlayOffer(decks, tuple(sorted(self._box.strategies)))

    def find(self, token: str) -> PlaySession | None:
        """The session of a token, which now counts as used; None if there is none."""
        session = self._sessions.get(token)
        if session is not None:
            session.touched = self._now()
        return session

    async def begun(self, choice: PlayChoice) -> tuple[str, PlaySession]:
        """A new session with its first game, and its token.

        Raises:
            PlayError: there are too many, or as of `PlaySession.begin`.
        """
        if len(self._sessions) >= self._most:
            raise PlayError(f"{self._most} browsers play here already: one of them must end first")
        token = secrets.token_urlsafe(24)
        if self._server is None:
            raise PlayError("the sandbox does not listen yet")
        session = PlaySession(
            self._box,
            effects=self._effects,
            server=self._server,
            chance=self._chance,
            now=self._now,
        )
        self._sessions[token] = session
        try:
            await session.begin(choice)
        except BaseException:
            del self._sessions[token]
            await session.close()
            raise
        return token, session

    async def sweep(self) -> None:
        """End the sessions in which nobody did anything for long: their games are conceded."""
        now = self._now()
        idle = [token for token, session in self._sessions.items() if now - session.touched > _IDLE]
        for token in idle:
            await self._sessions.pop(token).close()

    async def run(self) -> None:
        """Sweep for ever."""
        while True:
            await asyncio.sleep(_SWEEP)
            await self.sweep()

    async def close(self) -> None:
        """End all sessions."""
        sessions, self._sessions = list(self._sessions.values()), {}
        await asyncio.gather(*(session.close() for session in sessions))


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
