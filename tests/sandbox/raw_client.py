"""A raw client for the fake server: nothing of ours between the test and the bytes but aiohttp."""

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import aiohttp
from fakes.server import FakeGemp

from gemp_bot.protocol import decisions as wire
from gemp_bot.protocol.decode import GameDecoder, GameUpdate
from gemp_bot.protocol.events import Asked
from gemp_bot.sandbox.server.app import PREFIX
from gemp_bot.sandbox.server.game import ServedGame
from gemp_bot.sandbox.server.xml import Node, parse


@dataclass
class Got:
    status: int
    body: bytes
    headers: dict[str, str]

    @property
    def root(self) -> Node:
        return parse(self.body)

    @property
    def events(self) -> list[Node]:
        return [child for child in self.root.children if child.tag == "ge"]

    @property
    def codes(self) -> list[str]:
        return [event.code for event in self.events]

    @property
    def messages(self) -> list[str]:
        return [event.attrs["message"] for event in self.events if event.code == "M"]


@dataclass
class Raw:
    """One browser: it keeps its cookie by itself, as jars differ over bare addresses."""

    server: FakeGemp
    session: aiohttp.ClientSession
    cookie: str = ""
    game: str = ""
    cn: int = 0
    decoder: GameDecoder = field(default_factory=GameDecoder)

    async def call(self, method: str, path: str, **form: object) -> Got:
        data = {name.rstrip("_"): str(value) for name, value in form.items() if value is not None}
        headers = {"Cookie": f"loggedUser={self.cookie}"} if self.cookie else {}
        query, body = (data, None) if method == "GET" else (None, data)
        url = f"{self.server.url}{PREFIX}{path}"
        async with self.session.request(method, url, headers=headers, params=query, data=body) as answer:
            return Got(answer.status, await answer.read(), dict(answer.headers))

    async def get(self, path: str, **form: object) -> Got:
        return await self.call("GET", path, **form)

    async def post(self, path: str, **form: object) -> Got:
        return await self.call("POST", path, **form)

    async def login(self, name: str, password: str = "test") -> Got:  # noqa: S107
        got = await self.post("login", login=name, password=password)
        self.cookie = got.headers.get("Set-Cookie", "").removeprefix("loggedUser=")
        return got

    async def open(self, game: ServedGame) -> Got:
        self.game = game.id
        got = await self.get(f"game/{game.id}")
        if got.status == 200:
            self.cn = int(got.root.attrs["cn"])
        return got

    async def answer(self, value: str | None, **more: object) -> Got:
        form: dict[str, object] = {"channelNumber": self.cn, "decisionId": 1, "decisionValue": value}
        return await self.post(f"game/{self.game}", **(form | more))

    async def poll(self, **more: object) -> Got:
        return await self.post(f"game/{self.game}", **({"channelNumber": self.cn} | more))


Enter = Callable[..., Awaitable[Raw]]


def last_question(update: GameUpdate) -> wire.Decision | wire.UnknownDecision | None:
    asked = [event for event in update.events if isinstance(event, Asked)]
    return asked[-1].decision if asked else None


def legal(decision: object, rng: random.Random) -> str:  # noqa: PLR0911
    """Some legal answer, made from what the client of PROTOCOL 7 can see."""
    match decision:
        case wire.CardActionChoice(actions=actions, revert_eligible=revert):
            choices = [action.action_id for action in actions] + [""]
            return rng.choice([*choices, "revert"] if revert else choices)
        case wire.ActionChoice(actions=triggers):
            return rng.choice(triggers).action_id
        case wire.CardSelection(min=low, max=high, card_ids=ids):
            count = rng.randint(low, min(high, len(ids)))
            return ",".join(map(str, rng.sample(ids, count)))
        case wire.ArbitraryCards(min=low, max=high, cards=cards, return_any_change=growing):
            free = [card.card_id for card in cards if card.selectable]
            if growing:
                picked = [card.card_id for card in cards if card.preselected]
                left = [name for name in free if name not in picked]
                return ",".join(picked + rng.sample(left, rng.randint(0, min(1, len(left)))))
            most = min(high, len(free))
            return ",".join(rng.sample(free, rng.randint(min(low, most), most)))
        case wire.MultipleChoice(results=results):
            return str(rng.randrange(len(results)))
        case wire.IntegerChoice(min=int(low), max=int(high)):
            return str(rng.randint(low, high))
    raise AssertionError(decision)
