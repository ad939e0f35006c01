"""The report of a game in a real browser: it opens in silence, its keys step, what it shows has a name."""

from pathlib import Path

import pytest
from chromium import Tab
from reported_games import GAME, ROOT, game_of

from gemp_bot.cards import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.pages.report import report_of
from gemp_bot.report.review import ASKED, Reviewer
from gemp_bot.strategy import strategy_named

pytestmark = pytest.mark.browser

LOST = ROOT / "tests/report/lost/objective-thrown-away.jsonl.gz"
READY = "document.getElementById('where').textContent"
WHERE = "document.getElementById('where').textContent"
QUESTION = "document.querySelector('#question h2')?.textContent"
NAMELESS = """
[...document.querySelectorAll('button, input, a, [role], meter, section')].filter((node) =>
  !(node.getAttribute('aria-label') || node.textContent.trim() || node.id === 'trouble' ||
    node.id === 'where' || (node.id && document.querySelector(`label[for=${node.id}]`))))
  .map((node) => node.outerHTML)
"""
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def page(tmp_path: Path) -> str:
    file = tmp_path / "report.html"
    file.write_text(report_of(game_of(GAME)).html, "utf-8")
    return file.as_uri()


@pytest.fixture
async def opened(tab: Tab, page: str) -> Tab:
    await tab.resize(1280, 900)
    await tab.open(page)
    await tab.until(READY)
    return tab


async def test_it_opens_in_silence_and_asks_for_nothing(opened: Tab) -> None:
    assert await opened.run("document.querySelectorAll('.curve canvas').length") == 5
    await opened.key("End")
    assert opened.complaints == []
    assert [url for url in opened.requested if not url.startswith(("file:", "data:", "blob:"))] == []


async def test_keys_step(opened: Tab) -> None:
    assert await opened.run(QUESTION) is not None
    seen = [await opened.run(QUESTION)]
    for _ in range(3):
        await opened.key("ArrowRight")
        seen.append(await opened.run(QUESTION))
    assert [text.split(":")[0] for text in seen] == [f"Question {n}" for n in (1, 2, 3, 4)]
    await opened.key("ArrowLeft")
    assert await opened.run(QUESTION) == seen[2]
    await opened.key("b")
    battle = await opened.run(WHERE)
    assert "battle" in battle
    assert await opened.run("document.querySelector('#board .battle') !== null")
    await opened.key("b")
    assert await opened.run(WHERE) != battle
    await opened.key("l")
    assert "1 of" in await opened.run(WHERE)
    await opened.key("Home")
    assert (await opened.run(WHERE)).startswith("Moment 1 of")
    await opened.key("ArrowRight", shift=True)
    assert (await opened.run(WHERE)).startswith("Moment 2 of")
    assert opened.complaints == []


async def test_the_slider_and_a_row_of_the_battles_step(opened: Tab) -> None:
    await opened.run("document.getElementById('slider').focus()")
    await opened.key("ArrowRight")
    assert (await opened.run(WHERE)).split(" of")[0] != "Moment 1"
    await opened.run("document.querySelector('button[data-frame]').click()")
    assert "battle" in await opened.run(WHERE)


async def test_an_address_may_name_a_question(tab: Tab, page: str) -> None:
    await tab.open(f"{page}#100")
    await tab.until(READY)
    assert (await tab.run(QUESTION)).startswith("Question 100:")


@pytest.mark.parametrize("width", [390, 1280])
async def test_everything_has_a_name_and_fits(opened: Tab, width: int) -> None:
    await opened.resize(width, 844)
    await opened.run("document.querySelector('[data-go=battles]').click()")
    assert await opened.run(NAMELESS) == []
    assert not await opened.run(TOO_WIDE)


async def test_everything_is_reached_by_tab(opened: Tab) -> None:
    reached = set()
    for _ in range(12):
        await opened.key("Tab")
        reached.add(await opened.run("document.activeElement.dataset.go ?? document.activeElement.id"))
    assert {"previous", "next", "battles", "losses", "slider"} <= reached


async def test_it_is_readable_without_javascript(tab: Tab, page: str) -> None:
    await tab.call("Emulation.setScriptExecutionDisabled", value=True)
    await tab.open(page)
    shown = await tab.call("DOM.getDocument", depth=-1)
    assert "Without JavaScript" in str(shown)
    assert tab.complaints == []


@pytest.mark.parametrize(("width", "height", "name"), [(390, 844, "phone"), (1280, 720, "desktop")])
async def test_pictures(opened: Tab, pictures: Path, width: int, height: int, name: str) -> None:
    await opened.resize(width, height)
    await opened.run("document.querySelector('[data-go=closest]').click()")
    assert await opened.run("document.querySelector('#question details') !== null")
    path = pictures / f"report-{name}.png"
    await opened.picture(path)
    assert 10_000 < path.stat().st_size < 150_000


MIDDLE = """(() => {
  const box = document.querySelector('#chance .u-over').getBoundingClientRect();
  return [box.left + box.width / 2, box.top + 20];
})()"""


@pytest.fixture
async def reviewed(tab: Tab, tmp_path: Path) -> Tab:
    reviewer = Reviewer(Catalogue.load(), CardEffects(CardIndex.load()), asked=strategy_named(ASKED))
    found = reviewer.read([LOST])
    file = tmp_path / "review.html"
    file.write_text(report_of(found.view, review=found.review).html, "utf-8")
    await tab.resize(1280, 900)
    await tab.open(file.as_uri())
    await tab.until(READY)
    return tab


async def test_every_entry_of_a_review_leads_to_its_question(reviewed: Tab) -> None:
    links = await reviewed.run(
        "[...document.querySelectorAll('#review a[href^=\"#\"]')].map((each) => each.getAttribute('href'))"
    )
    steps = [link for link in links if link[1:].isdigit()]
    assert len(steps) > 5
    for step in steps:
        await reviewed.run(f"document.querySelector('#review a[href=\"{step}\"]').click()")
        await reviewed.until(f"{WHERE}.includes('question {step[1:]} ')")
    at = await reviewed.run("document.getElementById('viewer').getBoundingClientRect().top")
    assert abs(at) < 5, "the board is what is seen"
    assert reviewed.complaints == []


async def test_the_question_says_what_was_better_there(reviewed: Tab) -> None:
    link = "document.querySelector('.better a')"
    wanted = await reviewed.run(f"{link}.closest('.better').querySelector('p').textContent")
    await reviewed.run(f"{link}.click()")
    await reviewed.until("document.querySelector('#question .gain')")
    assert await reviewed.run("document.querySelector('#question > p:last-child').textContent") == wanted


async def test_a_click_on_the_chance_shows_the_turn(reviewed: Tab) -> None:
    assert await reviewed.run("document.querySelectorAll('#chance canvas').length") == 1
    curves = await reviewed.run("document.querySelectorAll('#curves canvas').length")
    assert curves == 4, "one chance to win is enough"
    before = await reviewed.run(WHERE)
    x, y = await reviewed.run(MIDDLE)
    await reviewed.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    await reviewed.until("document.getElementById('at-turn').textContent.startsWith('Turn')")
    for kind in ("mousePressed", "mouseReleased"):
        await reviewed.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
    assert await reviewed.run(WHERE) != before


@pytest.mark.parametrize("width", [390, 768, 1280, 1920])
async def test_no_review_is_wider_than_its_window(reviewed: Tab, width: int) -> None:
    await reviewed.resize(width, 900)
    assert not await reviewed.run(TOO_WIDE)


@pytest.mark.parametrize(("width", "height", "name"), [(390, 844, "phone"), (1280, 800, "desktop")])
async def test_pictures_of_a_review(
    reviewed: Tab, pictures: Path, width: int, height: int, name: str
) -> None:
    await reviewed.resize(width, height)
    await reviewed.until(f"document.querySelector('#chance figure').clientWidth <= {width}")
    path = pictures / f"review-{name}.webp"
    await reviewed.picture(path)
    assert 10_000 < path.stat().st_size < 150_000
