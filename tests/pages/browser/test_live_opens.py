"""The live pages in a real browser: they open in silence, show news by themselves, and fit a phone."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp.test_utils import TestServer
from chromium import Tab
from growing import Growing, catch_up, live_games, pages

from gemp_bot.history.database import open_database, read_key
from gemp_bot.history.importing import write_game
from gemp_bot.history.records import HistoryRecord
from gemp_bot.pages.live import LiveSettings
from gemp_bot.pages.live_games import LiveGames

pytestmark = pytest.mark.browser

MARKUP = "&lt;b id=injected&gt;x"
LIVE = "document.getElementById('connection').textContent === 'Live.'"
STORY = "document.getElementById('story').textContent.length"
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
NAMELESS = """
[...document.querySelectorAll('button, input, select, a, [role], meter, section')].filter((node) =>
  !(node.getAttribute('aria-label') || node.textContent.trim() ||
    (node.id && document.querySelector(`label[for=${node.id}]`)))).map((node) => node.outerHTML)
"""
SIZES = [(390, 844, "phone"), (1280, 900, "desktop")]


class Shown:
    """Pages that are served, and the journals they are of."""

    def __init__(self, server: TestServer, games: LiveGames, journal: Growing) -> None:
        self.games = games
        self.journal = journal
        self._server = server

    def url(self, path: str) -> str:
        return str(self._server.make_url(path))


@pytest.fixture
async def shown(tmp_path: Path) -> AsyncIterator[Shown]:
    folder = tmp_path / "journals"
    folder.mkdir()
    journal = Growing(folder / "20260101T120000000-game-1.jsonl", 900)
    Growing(folder / "20260101T120500000-game-2.jsonl", 300, name=MARKUP)
    file = tmp_path / "games.db"
    key = read_key(file)
    database = open_database(file, key)
    for number in range(12):
        record = HistoryRecord(
            account="bot", server="here", game=f"g{number}", begun=1_767_000_000.0 + 3600 * number, turns=12,
            opponent=f"player{number % 7}", deck="Rebels of Tatooine", strategy="strong", side="LIGHT",
            life=9, opponent_life=0, result="win" if number % 3 else "loss", journal=f"{journal.path.name}",
        )  # fmt: skip
        write_game(database, key, record, named=True)
    database.close()
    with live_games(folder) as games:
        await catch_up(games)
        async with pages(games, LiveSettings(history=file)) as server:
            yield Shown(server, games, journal)


@pytest.mark.parametrize(
    "path", ["/", "/game/20260101T120500000-game-2", "/history?result=win", "/game/nothing"]
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_they_open_in_silence(tab: Tab, shown: Shown, path: str, scheme: str) -> None:
    await tab.scheme(scheme)
    await tab.resize(390, 844)
    await tab.open(shown.url(path))
    if path == "/" or path.endswith("game-2"):
        await tab.until(LIVE)
    assert await tab.run(NAMELESS) == []
    assert not await tab.run(TOO_WIDE)
    assert not await tab.run("document.getElementById('injected') !== null")
    # The console tells of the status of a page that is not there, and of nothing else.
    assert [told for told in tab.complaints if "404" not in told] == []
    assert [url for url in tab.requested if not url.startswith((shown.url("/"), "data:"))] == []


async def test_what_is_new_is_shown_by_itself(tab: Tab, shown: Shown) -> None:
    await tab.resize(1280, 900)
    await tab.open(shown.url("/game/20260101T120000000-game-1"))
    await tab.until(LIVE)
    before = await tab.run(STORY)
    board = await tab.run("document.getElementById('board').textContent")
    shown.journal.grow(300)
    await catch_up(shown.games)
    await tab.until(f"{STORY} > {before}")
    await tab.until(f"document.getElementById('board').textContent !== {board!r}")
    assert not await tab.run("document.querySelector('[aria-label=Hand]') !== null")
    assert tab.complaints == []


async def test_a_list_is_filtered_by_keys(tab: Tab, shown: Shown) -> None:
    await tab.open(shown.url("/history"))
    await tab.run("document.getElementById('opponent').focus()")
    for key in "player3":
        await tab.key(key)
    await tab.key("Enter")
    await tab.reached("opponent=player3")
    await tab.until("document.querySelectorAll('tbody tr').length < 10")
    assert await tab.run("new URL(location).searchParams.get('opponent')") == "player3"


@pytest.mark.parametrize(("width", "height", "name"), SIZES)
@pytest.mark.parametrize(
    ("path", "page"),
    [("/", "live-now"), ("/game/20260101T120000000-game-1", "live-game"), ("/history", "live-history")],
)
async def test_pictures(  # noqa: PLR0917
    tab: Tab, shown: Shown, pictures: Path, path: str, page: str, width: int, height: int, name: str
) -> None:
    await tab.resize(width, height)
    await tab.open(shown.url(path))
    if page != "live-history":
        await tab.until(LIVE)
    picture = pictures / f"{page}-{name}.webp"
    await tab.picture(picture)
    assert 5_000 < picture.stat().st_size < 150_000
