"""Axe finds nothing against WCAG 2.1 A and AA on any page, in both schemes and at both widths."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp.test_utils import TestServer
from axe_check import barriers
from chromium import Tab

sys.path.insert(0, str(Path(__file__).parents[1]))

from growing import Growing, catch_up, live_games, pages
from play_page_scene import PlayHouse
from reported_games import GAME, ROOT, game_of
from test_lab_opens import page_of_a_lab

from gemp_bot.cards import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.history.database import open_database, read_key
from gemp_bot.history.importing import write_game
from gemp_bot.history.records import HistoryRecord
from gemp_bot.journal.folder import JournalFolder
from gemp_bot.pages.live import LiveSettings
from gemp_bot.pages.play_record import PlayRecord
from gemp_bot.pages.report import index_of, report_of
from gemp_bot.report.review import ASKED, Reviewer
from gemp_bot.sandbox.box import Box
from gemp_bot.strategy import strategy_named

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

LOOKS = [
    (scheme, width, height) for scheme in ("light", "dark") for width, height in ((1280, 900), (390, 844))
]
LIVE = "document.getElementById('connection').textContent === 'Live.'"
LOST = ROOT / "tests/report/lost/objective-thrown-away.jsonl.gz"
FEWEST = 25
"""Questions after which a game is under way."""
ANSWER = """(() => {
  const at = (id) => document.getElementById(id);
  const free = [...document.querySelectorAll('#options button:not(.picked)')];
  if (!at('confirm').hidden) {
    for (const each of free) if (at('confirm').disabled) each.click();
    at('confirm').click();
  }
  else if (free.length) free[0].click();
  else at('pass').click();
})()"""

MADE = """(async () => {
  const made = async () => (await (await fetch('/play/review/1/state')).json()).ready;
  while (!(await made())) await new Promise(requestAnimationFrame);
})()"""
"""Waits until the review is made, which leads to it of itself only where it is looked at."""


async def looked_at(tab: Tab) -> None:
    """Look at the page that is open, in all ways people may see it."""
    wrong = []
    for scheme, width, height in LOOKS:
        await tab.scheme(scheme)
        await tab.resize(width, height)
        wrong += [f"{scheme}, {width} wide: {line}" for line in await barriers(tab)]
    assert wrong == []


@asynccontextmanager
async def live(tmp_path: Path) -> AsyncIterator[TestServer]:
    folder = tmp_path / "journals"
    folder.mkdir()
    Growing(folder / "20260101T120000000-game-1.jsonl", 900)
    file = tmp_path / "games.db"
    key = read_key(file)
    database = open_database(file, key)
    record = HistoryRecord(
        account="bot", server="here", game="g1", begun=1_767_000_000.0, turns=12, opponent="player1",
        deck="Rebels of Tatooine", strategy="strong", side="LIGHT", life=9, opponent_life=0, result="win",
    )  # fmt: skip
    write_game(database, key, record, named=True)
    database.close()
    with live_games(folder) as games:
        await catch_up(games)
        async with pages(games, LiveSettings(history=file)) as server:
            yield server


@pytest.mark.parametrize(
    "path", ["/", "/game/20260101T120000000-game-1", "/history", "/history?result=loss", "/game/nothing"]
)
async def test_live_pages(tab: Tab, tmp_path: Path, path: str) -> None:
    async with live(tmp_path) as server:
        await tab.open(str(server.make_url(path)))
        if "history" not in path and "nothing" not in path:
            await tab.until(LIVE)
        await looked_at(tab)


async def test_the_sign_in_page(tab: Tab, tmp_path: Path) -> None:
    folder = tmp_path / "none"
    folder.mkdir()
    with live_games(folder) as games:
        async with pages(games, LiveSettings(token="a-token-of-many-letters-0123456789")) as server:
            await tab.open(str(server.make_url("/")))
            assert await tab.run("document.querySelector('input[type=password]') !== null")
            await looked_at(tab)


async def test_a_report(tab: Tab, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text(report_of(game_of(GAME)).html, "utf-8")
    await tab.open(file.as_uri())
    await tab.until("document.getElementById('where').textContent")
    await tab.run("document.querySelector('[data-go=closest]').click()")
    await looked_at(tab)
    await tab.run("document.querySelector('[data-go=battles]').click()")
    await tab.until("document.querySelector('#board .battle')")
    await looked_at(tab)


async def test_a_report_with_what_decided_the_game(tab: Tab, tmp_path: Path) -> None:
    reviewer = Reviewer(Catalogue.load(), CardEffects(CardIndex.load()), asked=strategy_named(ASKED))
    found = reviewer.read([LOST])
    file = tmp_path / "report.html"
    file.write_text(report_of(found.view, review=found.review, you=True, back="/").html, "utf-8")
    await tab.open(file.as_uri())
    await tab.until("document.querySelector('#chance canvas')")
    await looked_at(tab)


async def test_a_lab(tab: Tab, tmp_path: Path) -> None:
    file = tmp_path / "lab.html"
    file.write_text(page_of_a_lab(60), "utf-8")
    await tab.open(file.as_uri())
    await tab.until("document.querySelector('button.sort')")
    await looked_at(tab)


async def test_an_index_of_reports(tab: Tab, tmp_path: Path) -> None:
    file = tmp_path / "index.html"
    file.write_text(index_of([report_of(game_of(GAME)).row("one.html")]), "utf-8")
    await tab.open(file.as_uri())
    await looked_at(tab)


async def test_what_is_wrong_is_told(tab: Tab) -> None:
    await tab.open(
        "data:text/html,<html lang=en><title>x</title><input><p style='color:%23bbb;background:white'>pale"
    )
    wrong = " ".join(await barriers(tab))
    assert "label" in wrong
    assert "color-contrast" in wrong


async def test_the_play_page_before_and_in_a_game(tab: Tab) -> None:
    async with PlayHouse(Box(), seed=4) as house:
        await tab.open(house.server.url + "/")
        await tab.until("!document.getElementById('setup').hidden")
        await looked_at(tab)
        await tab.run("document.querySelector('#setup button[type=submit]').click()")
        for _ in range(FEWEST):
            number = await tab.until("document.getElementById('ask').dataset.question")
            await tab.run(ANSWER)
            await tab.until(f"!['', {number!r}].includes(document.getElementById('ask').dataset.question)")
        await tab.run("document.getElementById('hint').click()")
        await tab.until("document.querySelector('#advice strong')")
        await looked_at(tab)


async def test_the_end_of_a_game_and_its_review(tab: Tab, tmp_path: Path) -> None:
    record = PlayRecord(JournalFolder(tmp_path / "journals"), "gemp-bot 0")
    async with PlayHouse(Box(), seed=4, record=record) as house:
        await tab.open(house.server.url + "/play/review/1")
        await tab.until("document.querySelector('[role=alert]')")
        await looked_at(tab)
        await tab.open(house.server.url + "/")
        await tab.until("!document.getElementById('setup').hidden")
        await tab.run("document.querySelector('#setup button[type=submit]').click()")
        await tab.until("document.getElementById('ask').dataset.question")
        await tab.run("fetch('/play/concede', {method: 'POST', body: '{}'})")
        await tab.until("!document.getElementById('review').hidden")
        await looked_at(tab)
        await tab.run(MADE)
        await tab.run("document.getElementById('review').click()")
        await tab.reached("/play/review/1")
        await tab.until("document.getElementById('made')")
        await looked_at(tab)
        assert "Back to the game" in await tab.run("document.querySelector('.top').textContent")
