"""The live pages: games now, one game as it goes on, the games of the history. They change nothing."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path

import msgspec
from aiohttp import web

from gemp_bot.history.database import HistoryError, history_error, open_database, read_key
from gemp_bot.history.records import RUNNING, UNKNOWN, GameFilter, list_games
from gemp_bot.pages.live_games import LiveGame, LiveGames
from gemp_bot.pages.render import Handler, add_static_files, json_response, protect, render
from gemp_bot.play.outcome import Result
from gemp_bot.protocol.enums import Side

_MOST_STREAMS = 64
"""Browsers that are told of news at once."""
_BEAT = 15.0
"""Seconds between two signs of life of a stream in which nothing happens."""
_SLOW = 10.0
"""Seconds a browser may take for a line of a few bytes before its stream is ended."""
_BETWEEN = 0.5
"""Seconds between two lines of a stream: what comes meanwhile is one."""
_A_PAGE = 100
"""Games of the history on one page."""
_READ_AT_ONCE = 2
_KEPT = 4
"""Recorded games that are kept in memory."""
_STORY_LINES = 400
"""Lines of the story of a running game in one answer."""
_RESULTS = (*(result.value for result in Result), UNKNOWN, RUNNING)


@dataclass(frozen=True, slots=True)
class LiveSettings:
    """What the live pages show, and to whom.

    Attributes:
        hosts: names under which the pages are reached besides those of this machine.
        token: asked of everybody; None on loopback alone.
    """

    history: Path | None = None
    hosts: tuple[str, ...] = ()
    token: str | None = field(default=None, repr=False)


class LivePages:
    """The pages."""

    def __init__(self, games: LiveGames, settings: LiveSettings) -> None:
        self._games = games
        self._settings = settings
        self._streams: set[asyncio.Task[object]] = set()
        self._reading = asyncio.Semaphore(_READ_AT_ONCE)
        self._recorded: dict[tuple[str, float], LiveGame] = {}

    def app(self) -> web.Application:
        """The application, with everything that protects it."""
        app = web.Application(middlewares=[_pages_for_faults], client_max_size=4096)
        protect(app, hosts=self._settings.hosts, token=self._settings.token)
        add_static_files(app, "live.js")
        app.on_shutdown.append(self._end_streams)
        app.add_routes(
            [
                web.get("/", self._now),
                web.get("/now", self._now_state),
                web.get("/events", self._events, allow_head=False),
                web.get("/history", self._history),
                web.get("/game/{name:.+}/state", self._game_state),
                web.get("/game/{name:.+}", self._game),
            ]
        )
        return app

    # -- games now ----------------------------------------------------------------------------------

    async def _now(self, _: web.Request) -> web.StreamResponse:
        return _page("live_now.html", games=self._rows(), history=self._settings.history is not None)

    async def _now_state(self, _: web.Request) -> web.StreamResponse:
        return json_response({"games": self._rows()})

    def _rows(self) -> list[dict[str, object]]:
        return [_row(game) for game in self._games.games()]

    # -- one game -----------------------------------------------------------------------------------

    async def _game(self, request: web.Request) -> web.StreamResponse:
        game = await self._found(request)
        return _page("live_game.html", game=_row(game), story=game.story, state=_state(game, len(game.story)))

    async def _game_state(self, request: web.Request) -> web.StreamResponse:
        game = await self._found(request)
        told_before = request.query.get("story", "0")
        if not (told_before.isascii() and told_before.isdecimal() and len(told_before) < 10):  # noqa: PLR2004
            raise web.HTTPBadRequest(text="story= is the number of lines that were told before")
        return json_response(_state(game, int(told_before)))

    async def _found(self, request: web.Request) -> LiveGame:
        """The game of the address.

        Raises:
            web.HTTPNotFound: there is none of this name.
        """
        name = request.match_info["name"]
        game = self._games.find(name) or await self._read(name)
        if game is None:
            raise web.HTTPNotFound(text="There is no recorded game of this name in the folder of journals.")
        return game

    async def _read(self, name: str) -> LiveGame | None:
        parts = await asyncio.to_thread(self._games.parts, name)
        if not parts:
            return None
        key = name, parts[-1].stat().st_mtime
        async with self._reading:
            if key not in self._recorded:
                found = await asyncio.to_thread(self._games.recorded, parts)
                while len(self._recorded) >= _KEPT:
                    del self._recorded[next(iter(self._recorded))]
                self._recorded[key] = found
            return self._recorded[key]

    # -- news ---------------------------------------------------------------------------------------

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """Tell which games have something new; for who reads slowly nothing piles up."""
        if len(self._streams) >= _MOST_STREAMS:
            raise web.HTTPServiceUnavailable(text="Too many browsers are told of news: close one.")
        stream = asyncio.current_task()
        assert stream is not None  # noqa: S101 - a handler runs in a task
        self._streams.add(stream)
        try:
            return await self._stream(request)
        finally:
            self._streams.discard(stream)

    async def _end_streams(self, _: web.Application) -> None:
        """End what would else go on for as long as browsers look."""
        for stream in tuple(self._streams):
            stream.cancel()

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        stream = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await stream.prepare(request)
        told_before: dict[str, int] | None = None
        with suppress(ConnectionError, TimeoutError):
            while True:
                versions = self._games.versions()
                beat = b": still here\n\n"
                if versions != told_before:
                    beat = b"data: " + msgspec.json.encode(versions) + b"\n\n"
                    told_before = versions
                async with asyncio.timeout(_SLOW):
                    await stream.write(beat)
                await asyncio.sleep(_BETWEEN)
                if self._games.versions() == told_before:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(_BEAT):
                            await self._games.changed()
        return stream

    # -- the history --------------------------------------------------------------------------------

    async def _history(self, request: web.Request) -> web.StreamResponse:
        file = self._settings.history
        if file is None:
            raise web.HTTPNotFound(text="No history is kept here: give --history FILE or set history.file.")
        asked = {
            name: request.query.get(name, "").strip()[:100]
            for name in ("opponent", "deck", "strategy", "result")
        }
        page = request.query.get("page", "1")
        number = int(page) if page.isascii() and page.isdecimal() and 0 < len(page) < 7 else 1  # noqa: PLR2004
        try:
            found, total = await asyncio.to_thread(read_history, file, asked, max(1, number))
        except HistoryError as fault:
            raise web.HTTPServiceUnavailable(text=str(fault).replace(str(file), file.name)) from None
        paths = await asyncio.to_thread(self._games.paths)
        journals = {path.name: name for path, name in paths.items()}
        running = {game.head.game: game for game in self._games.games() if not game.over}
        rows = [_history_row(game, journals, running.get(str(game["game"]))) for game in found]
        return _page(
            "live_history.html",
            games=rows,
            total=total,
            asked=asked,
            results=_RESULTS,
            number=max(1, number),
            last=max(1, -(-total // _A_PAGE)),
        )


def read_history(file: Path, asked: dict[str, str], number: int) -> tuple[list[dict[str, object]], int]:
    """Games of a history, a page of them, and how many there are.

    Args:
        file: the history; never made.
        asked: `opponent`, `deck`, `strategy`, `result`; empty for all.
        number: of the page, from 1.

    Raises:
        HistoryError: it is not there, or cannot be used. One line.
    """
    if not file.is_file():
        raise HistoryError(f"{file}: no such history")
    wanted = {name: value for name, value in asked.items() if value}
    which = GameFilter(
        wanted.get("opponent"),
        deck=wanted.get("deck"),
        strategy=wanted.get("strategy"),
        result=wanted.get("result"),
    )
    try:
        key = read_key(file)
        with closing(open_database(file, key)) as database:
            return list_games(database, key, which, _A_PAGE, skip=(number - 1) * _A_PAGE)
    except sqlite3.Error as fault:
        raise history_error(fault, file) from None


def _history_row(
    game: dict[str, object], journals: dict[str, str], running: LiveGame | None
) -> dict[str, object]:
    """A row; of a game that runs, what its journal tells already."""
    begun, journal = game["begun"], game["journal"]
    when = datetime.fromtimestamp(begun, UTC).strftime("%Y-%m-%d %H:%M") if isinstance(begun, float) else "?"
    name = journals.get(journal) if isinstance(journal, str) else None
    side = game["side"]
    if running is not None and game["result"] is None:
        name, side = running.name, side or running.head.me
    return game | {"when": when, "result": game["result"] or RUNNING, "name": name, "side": side}


# -- what is shown of a game --------------------------------------------------------------------


def _row(game: LiveGame) -> dict[str, object]:
    head, frame, ending = game.head, game.frame, game.ending
    players = {player.side: player for player in game.board.players}
    dark, light = (None if player is None else player.life for player in map(players.get, Side))
    stage = "over" if game.over else "running"
    winner = None if ending is None else ending.winner
    return {
        "name": game.name,
        "adopted": game.adopted,
        "me": head.me,
        "dark": head.dark or "?",
        "light": head.light or "?",
        "strategy": head.strategy,
        "deck": head.deck,
        "turn": None if frame is None else frame.turn,
        "phase": None if frame is None or frame.phase is None else frame.phase.display,
        "dark_life": dark,
        "light_life": light,
        "chance": None if frame is None else frame.chance,
        "questions": 0 if frame is None else frame.number,
        "stage": stage,
        "result": _result(game),
        "winner": winner,
        "damage": game.damage,
    }


def _result(game: LiveGame) -> str:
    ending = game.ending
    if ending is None:
        return "the recording ends before the game" if game.over else ""
    who = "nobody" if ending.winner is None else ending.winner.value.capitalize()
    return f"{who} won ({ending.reason.replace('_', ' ')})"


def _state(game: LiveGame, told_before: int) -> dict[str, object]:
    frame, story = game.frame, game.story
    begin = max(told_before, len(story) - _STORY_LINES) if told_before <= len(story) else 0
    return {
        "version": game.version,
        "game": _row(game),
        "board": game.board,
        "question": None if frame is None else frame.question,
        "answered": game.answered,
        "story_from": begin,
        "story": story[begin:],
    }


# -- answers ------------------------------------------------------------------------------------


def _page(template: str, status: HTTPStatus = HTTPStatus.OK, **values: object) -> web.Response:
    text = render(template, **values)
    return web.Response(text=text, status=status, content_type="text/html", charset="utf-8")


@web.middleware
async def _pages_for_faults(request: web.Request, handler: Handler) -> web.StreamResponse:
    """A page of one line for what cannot be answered."""
    try:
        return await handler(request)
    except web.HTTPMethodNotAllowed:
        return _page("live_fault.html", HTTPStatus.METHOD_NOT_ALLOWED, why="These pages are only looked at.")
    except web.HTTPException as refused:
        if refused.status < HTTPStatus.BAD_REQUEST:
            raise
        why = "There is no such page." if (refused.text or "").startswith("404:") else refused.text
        return _page("live_fault.html", HTTPStatus(refused.status), why=why)


# -- serving ------------------------------------------------------------------------------------


@asynccontextmanager
async def serving(games: LiveGames, settings: LiveSettings, host: str, port: int) -> AsyncIterator[int]:
    """Serve the pages and follow the games while it is entered; gives the port.

    Raises:
        OSError: the address cannot be had.
    """
    runner = web.AppRunner(
        LivePages(games, settings).app(), handle_signals=False, access_log=None, shutdown_timeout=0.5
    )
    await runner.setup()
    following: asyncio.Task[None] | None = None
    try:
        site = web.TCPSite(runner, host, port)
        await site.start()
        following = asyncio.create_task(games.run(), name="live games")
        yield runner.addresses[0][1]
    finally:
        if following is not None:
            following.cancel()
            await asyncio.wait([following])
        games.close()
        await runner.cleanup()
