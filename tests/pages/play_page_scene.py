"""A sandbox with the play page, and a browser without one: a client that speaks the page's JSON."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Self

import aiohttp

from gemp_bot.pages.play import PlayPage
from gemp_bot.pages.play_kept import KeptGames
from gemp_bot.pages.play_record import PlayRecord
from gemp_bot.pages.play_sessions import PlaySessions
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.server.fake import FakeGemp

MOST_QUESTIONS = 4_000


class PlayHouse:
    """A sandbox with the page."""

    def __init__(
        self,
        box: Box,
        *,
        seed: int = 1,
        most: int = 8,
        port: int = 0,
        record: PlayRecord | None = None,
        kept: KeptGames | None = None,
    ) -> None:
        self.time = 0.0
        self.sessions = PlaySessions(
            box,
            chance=random.Random(seed),
            most=most,
            now=lambda: self.time,
            record=record,
            kept=kept,
        )
        self.server = FakeGemp(
            seed=seed,
            script_factory=box.script,
            contents=box.contents(),
            in_process_player=box.in_process_player,
            strategies=box.strategies,
            remember=1_000,
            port=port,
            mount=PlayPage(self.sessions).mount,
        )

    async def __aenter__(self) -> Self:
        await self.server.__aenter__()
        self.sessions.serve(self.server)
        return self

    async def __aexit__(self, *fault: object) -> None:
        await self.sessions.close()
        await self.server.__aexit__(*fault)


class Browser:
    """What a browser would send and keep."""

    def __init__(self, http: aiohttp.ClientSession, url: str) -> None:
        self.http = http
        self.url = url

    async def get(self, path: str) -> tuple[int, Any]:
        async with self.http.get(self.url + path) as answer:
            return answer.status, await answer.json()

    async def post(self, path: str, body: object, **headers: str) -> tuple[int, Any]:
        sent = {"Origin": self.url} | headers
        async with self.http.post(self.url + path, json=body, headers=sent) as answer:
            kind = answer.content_type
            return answer.status, await (answer.json() if kind == "application/json" else answer.text())

    async def state(self) -> Any:
        _, state = await self.get("/play/state")
        return state

    async def news(self) -> AsyncIterator[Any]:
        """The state, now and whenever it is another one."""
        async with self.http.get(self.url + "/play/events") as stream:
            assert stream.content_type == "text/event-stream"
            async for line in stream.content:
                if line.startswith(b"data: "):
                    yield await self.state()


@asynccontextmanager
async def browser(house: PlayHouse) -> AsyncIterator[Browser]:
    """A browser with cookies of its own."""
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar) as http:
        yield Browser(http, house.server.url)


def any_answer(state: Any, rng: random.Random) -> list[str] | int | None:
    """An answer out of what the page shows, by chance."""
    question, asking = state["question"], state["asking"]
    keys = [option["key"] for option in question.get("options", ()) if option.get("selectable", True)]
    match asking["shape"]:
        case "number":
            return rng.randint(question.get("min", 0), question.get("max", 0))
        case "pass":
            return None
        case "cards":
            count = rng.randint(question.get("min", 0), question.get("max", 0))
            return rng.sample(keys, count)
        case "growing":
            kept = asking.get("kept", [])
            more = [key for key in keys if key not in kept]
            return [*kept, *rng.sample(more, min(len(more), rng.randint(0, 1)))]
    if question.get("can_pass") and (not keys or rng.random() < 0.3):
        return None
    return [rng.choice(keys)]


async def play_out(page: Browser, rng: random.Random) -> tuple[Any, int, list[Any]]:
    """Play the game to its end; gives the last state, the answers taken, and what was refused."""
    asked, refused = 0, []
    last = 0
    async for state in page.news():
        if state["stage"] in ("over", "failed"):
            return state, asked, refused
        if state["stage"] != "asked" or state["question"]["n"] == last:
            continue
        last = state["question"]["n"]
        asked += 1
        assert asked < MOST_QUESTIONS
        status, told = await page.post("/play/answer", {"n": last, "answer": any_answer(state, rng)})
        if status != 200:
            refused.append(told)
        if state["asking"].get("refused"):
            refused.append(state["question"])
    raise AssertionError("the stream ended before the game")


async def begun(page: Browser, **choice: object) -> Any:
    """A game that has begun; gives its first question."""
    status, told = await page.post("/play/new", {"side": "LIGHT", "strategy": "steady"} | choice)
    assert status == 200, told
    return await first_question(page)


async def first_question(page: Browser) -> Any:
    """The state with the first question of a game."""
    return await question_after(page, 0)


async def question_after(page: Browser, number: int) -> Any:
    """The state with the question that comes after one, or of a game that is over."""
    async with asyncio.timeout(60):
        async for state in page.news():
            assert state["stage"] != "failed", state
            if state["stage"] == "over" or (state["stage"] == "asked" and state["question"]["n"] != number):
                return state
    raise AssertionError("nothing was asked")


async def answered(page: Browser, state: Any, answer: list[str] | int | None) -> Any:
    """Answer a question; gives the state with the next one."""
    n = state["question"]["n"]
    status, told = await page.post("/play/answer", {"n": n, "answer": answer})
    assert status == 200, told
    return await question_after(page, n)
