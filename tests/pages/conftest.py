"""Where pictures of pages go: with `PICTURES=docs/pictures` in the environment into the docs."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientSession, CookieJar


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """A folder for them."""
    return Path(os.environ.get("PICTURES") or tmp_path)


@pytest.fixture
async def client() -> AsyncIterator[ClientSession]:
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
        yield session
