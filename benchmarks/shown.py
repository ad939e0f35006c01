"""What the pages cost: games that are shown while they run, the first page, a click in a game of one's own.

The references are timed in the same run: re-living the same journal alone, and the machine itself (seconds of
processor time in a second of the games, which are as quick as people play them).
"""

import asyncio
import gzip
import random
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp
from aiohttp.test_utils import BaseTestServer, TestServer

from benchmarks import Row
from benchmarks.recordings import GAMES
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.pages.live import LivePages, LiveSettings
from gemp_bot.pages.live_games import LOOK, LiveGames
from gemp_bot.pages.play import PlayPage
from gemp_bot.pages.play_sessions import PlaySessions
from gemp_bot.replay import Relive
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.server.fake import FakeGemp

GAME = GAMES / "open-demo-light-vs-server-ai.jsonl.gz"
AT_ONCE = 10
LINE_EVERY = 2.0
"""Seconds of a game between two lines of its journal: an answer every four, with its verdict."""
BEGUN, LOOKS = 60, 40
"""Lines each game has at first; how often is looked at all of them."""
CLICKS = 40
ROUNDS = 5
CORE_BAR, PAGE_BAR, CLICK_BAR = 0.05, 0.1, 0.25


def relived() -> float:
    """Seconds to re-live the game alone."""
    catalogue, found = Catalogue.load(), []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        Relive(GAME, catalogue).run()
        found.append(time.perf_counter() - began)
    return min(found)


async def shown() -> tuple[float, float]:
    """The share of a core that ten games take, one of them open in a browser; seconds of the first page."""
    lines = gzip.decompress(GAME.read_bytes()).splitlines(keepends=True)
    with TemporaryDirectory() as name:
        files = [Path(name) / f"20260101T1200{number:02}000-{number}.jsonl" for number in range(AT_ONCE)]
        for file in files:
            file.write_bytes(b"".join(lines[:BEGUN]))
        games = LiveGames(Path(name), Catalogue.load(), CardEffects(CardIndex.load()))
        try:
            for _ in range(ROUNDS):
                await games.look()
            async with TestServer(LivePages(games, LiveSettings()).app()) as server:
                return await _core(games, server, files, lines), await _page(server)
        finally:
            games.close()


async def _core(games: LiveGames, server: BaseTestServer, files: list[Path], lines: list[bytes]) -> float:
    watched = f"/game/{files[0].name.removesuffix('.jsonl')}/state"
    each = int(LINE_EVERY / LOOK)
    spent = 0.0
    async with aiohttp.ClientSession() as browser:
        for look in range(LOOKS):
            for number, file in enumerate(files):
                if (look + number) % each == 0:
                    at = BEGUN + look // each
                    with file.open("ab") as grows:
                        grows.write(lines[at])
            began = time.process_time()
            await games.look()
            if look % each == 0:
                async with browser.get(server.make_url(watched)) as answer:
                    assert answer.status == 200, answer.status
                    await answer.read()
            spent += time.process_time() - began
    assert min(games.versions().values()) > 1, "a game was not followed"
    return spent / (LOOKS * LOOK)


async def _page(server: BaseTestServer) -> float:
    found = []
    async with aiohttp.ClientSession() as browser:
        for _ in range(ROUNDS):
            began = time.perf_counter()
            async with browser.get(server.make_url("/")) as answer:
                assert str(AT_ONCE - 1) in await answer.text()
            found.append(time.perf_counter() - began)
    return min(found)


async def clicked() -> float:
    """Seconds from a click to the state after it, the opponent's thinking (of `steady`) included."""
    box = Box()
    sessions = PlaySessions(box, chance=random.Random(1))
    server = FakeGemp(
        seed=3,
        script_factory=box.script,
        contents=box.contents(),
        in_process_player=box.in_process_player,
        strategies=box.strategies,
        remember=1_000,
        mount=PlayPage(sessions).mount,
    )
    found: list[float] = []
    jar = aiohttp.CookieJar(unsafe=True)
    async with server, aiohttp.ClientSession(cookie_jar=jar, headers={"Origin": server.url}) as browser:
        sessions.serve(server)
        try:
            while len(found) < CLICKS:
                begin = {"side": "LIGHT", "strategy": "steady"}
                async with browser.post(f"{server.url}/play/new", json=begin) as answer:
                    assert answer.status == 200, await answer.text()
                state = await _asked(browser, server.url, 0)
                while state is not None and len(found) < CLICKS:
                    began = time.perf_counter()
                    given = {"n": state["question"]["n"], "answer": _first(state)}
                    async with browser.post(f"{server.url}/play/answer", json=given) as answer:
                        assert answer.status == 200, await answer.text()
                    state = await _asked(browser, server.url, given["n"])
                    found.append(time.perf_counter() - began)
        finally:
            await sessions.close()
    return sorted(found)[len(found) // 2]


async def _asked(browser: aiohttp.ClientSession, url: str, last: int) -> dict[str, Any] | None:
    """The state at the next question; None once the game is over."""
    async with browser.get(f"{url}/play/events") as news:
        async for line in news.content:
            if not line.startswith(b"data: "):
                continue
            async with browser.get(f"{url}/play/state") as answer:
                state: dict[str, Any] = await answer.json()
            if state["stage"] == "asked" and state["question"]["n"] != last:
                return state
            if state["stage"] == "over":
                return None
    raise AssertionError("the stream has ended")


def _first(state: dict[str, Any]) -> list[str] | int | None:
    """The first answer there is: to pass where it is allowed."""
    question, shape = state["question"], state["asking"]["shape"]
    options = question.get("options", [])
    assert isinstance(options, list)
    keys = [str(option["key"]) for option in options if option.get("selectable", True)]
    least, most = question.get("min", 0), question.get("max", 0)
    assert isinstance(least, int)
    assert isinstance(most, int)
    if shape == "number":
        return most
    if shape == "cards":
        return keys[:least]
    return None if question.get("can_pass") or not keys else keys[:1]


def rows() -> Iterator[Row]:
    reference = relived()
    core, page = asyncio.run(shown())
    yield Row(f"{AT_ONCE} running games shown", core, "of a core", CORE_BAR)
    yield Row("first page of the dashboard", page / reference, "times re-living a game", PAGE_BAR)
    click = asyncio.run(clicked())
    yield Row("a click in a game on the play page", click / reference, "times re-living a game", CLICK_BAR)
