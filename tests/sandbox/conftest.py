"""A running fake server and somebody who logs in to it."""

from collections.abc import AsyncIterator

import aiohttp
import pytest
from fakes.server import FakeGemp
from raw_client import Enter, Raw


@pytest.fixture
async def server() -> AsyncIterator[FakeGemp]:
    async with FakeGemp(idle_seconds=0.0) as running:
        yield running


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as opened:
        yield opened


@pytest.fixture
def enter(server: FakeGemp, session: aiohttp.ClientSession) -> Enter:
    """Log somebody in."""

    async def log_in(name: str, password: str = "test") -> Raw:  # noqa: S107
        raw = Raw(server, session)
        got = await raw.login(name, password)
        assert got.status == 200
        return raw

    return log_in
