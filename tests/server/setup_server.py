"""What the checks need of a server before the first game: leave to call it, accounts, pairs of decks."""

import asyncio
import os
import random
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.exchange import Observer
from gemp_bot.protocol.settings import ClientSettings

_HEX_BYTES = 2


@dataclass(frozen=True, slots=True)
class Bot:
    """An account that plays."""

    name: str
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two decks of the library, both legal in a format."""

    format_code: str
    dark: str
    light: str


def client_settings(url: str) -> ClientSettings:
    """The same manners as the bot's own: a public host needs `ALLOW_PUBLIC=1` and `CONTACT`.

    Raises:
        PolicyError: our manners forbid this server. Nothing was sent.
    """
    settings = ClientSettings(
        url=url,
        allow_public_host=os.environ.get("ALLOW_PUBLIC") == "1",
        contact=os.environ.get("CONTACT", ""),
    )
    settings.checked_address()
    return settings


async def make_bots(settings: ClientSettings, accounts: str, count: int) -> list[Bot]:
    """The accounts to play with.

    Args:
        accounts: a file with a line `name password` for each; or a prefix for the names of new ones, which
            are registered with passwords that are written nowhere.
        count: how many new ones.

    Raises:
        GempError: the server takes none.
    """
    given = _read_accounts(Path(accounts))
    if given:
        return given
    prefix = f"{accounts}{secrets.token_hex(_HEX_BYTES)}"
    bots = [Bot(f"{prefix}{number:02}", secrets.token_urlsafe(12)) for number in range(1, count + 1)]
    async with GempClient(settings) as client:
        for bot in bots:
            await client.register(bot.name, bot.password)
    return bots


def _read_accounts(file: Path) -> list[Bot]:
    if not file.is_file():
        return []
    lines = [line.split(maxsplit=1) for line in file.read_text("utf-8").splitlines() if line.strip()]
    return [Bot(name, password.strip()) for name, password in lines]


@asynccontextmanager
async def logged_in(
    settings: ClientSettings, bot: Bot, *, observer: Observer | None = None
) -> AsyncIterator[GempClient]:
    """A client of its own for an account."""
    async with GempClient(settings, observer=observer) as client:
        await client.login(bot.name, bot.password)
        yield client


async def find_pairs(settings: ClientSettings, bot: Bot, seed: int) -> list[Pair]:
    """Pairs of library decks that may meet, in an order in which every deck comes early and formats change.

    The server itself judges each deck (`decks validate`).
    """
    async with logged_in(settings, bot) as client:
        codes = {found.name: found.code for found in (await client.hall.open()).formats}
        names = await client.decks.library()

        async def legal(name: str) -> frozenset[str]:
            deck = await client.decks.show(name, library=True)
            report = await client.decks.validate(deck.text)
            return frozenset(codes[v.name] for v in report.formats if v.valid and v.name in codes)

        dark = {name: await legal(name) for name in names.dark}
        light = {name: await legal(name) for name in names.light}
    return list(_pairs(dark, light, random.Random(seed)))


def _pairs(
    dark: dict[str, frozenset[str]], light: dict[str, frozenset[str]], chance: random.Random
) -> Iterator[Pair]:
    used: dict[str, int] = {}
    darks, lights = sorted(dark), sorted(light)
    chance.shuffle(darks)
    chance.shuffle(lights)
    longest = max(len(darks), len(lights))
    for shift in range(min(len(darks), len(lights))):
        for number in range(longest):
            one = darks[number % len(darks)]
            other = lights[(number + shift) % len(lights)]
            both = sorted(dark[one] & light[other])
            if both:
                code = min(both, key=lambda code: used.get(code, 0))
                used[code] = used.get(code, 0) + 1
                yield Pair(code, one, other)


class Pool:
    """Lends accounts: each plays one job at a time."""

    def __init__(self, bots: list[Bot]) -> None:
        self.stopped = False
        self._free: asyncio.Queue[Bot] = asyncio.Queue()
        self._turn = asyncio.Lock()
        for bot in bots:
            self._free.put_nowait(bot)

    def stop(self) -> None:
        """Begin nothing further."""
        self.stopped = True

    @asynccontextmanager
    async def lend(self, count: int) -> AsyncIterator[list[Bot]]:
        """Wait until so many are free."""
        async with self._turn:  # Two that wait for two each could wait for each other.
            bots = [await self._free.get() for _ in range(count)]
        try:
            yield bots
        finally:
            for bot in bots:
                self._free.put_nowait(bot)
