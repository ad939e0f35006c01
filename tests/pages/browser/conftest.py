"""A tab of a real browser for each test."""

from collections.abc import AsyncIterator

import pytest
from chromium import NAMES, Browser, Tab, chromium


@pytest.fixture
async def tab() -> AsyncIterator[Tab]:
    """A tab; the test is skipped where there is no browser."""
    if chromium() is None:
        pytest.skip(f"NO BROWSER, NO PAGE IS TESTED IN ONE: install chromium ({', '.join(NAMES)} on PATH)")
    async with Browser() as browser, browser.tab() as opened:
        yield opened
