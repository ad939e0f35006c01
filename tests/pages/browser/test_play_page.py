"""The play page in a real browser."""

import re
import sys
from pathlib import Path

import pytest
from chromium import Tab

sys.path.insert(0, str(Path(__file__).parents[1]))

from play_page_scene import PlayHouse

from gemp_bot.sandbox.box import Box

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
MOST_BYTES = 150_000

SAME_CHANCE = "{ let s = 7; Math.random = () => (s = (s * 16807) % 2147483647) / 2147483647; }"
QUESTION = "Number(document.getElementById('ask').dataset.question)"
STEP = """(() => {
  const at = (id) => document.getElementById(id);
  const free = () => [...document.querySelectorAll('#options button:not(.picked)')];
  const any = () => free()[Math.floor(Math.random() * free().length)];
  if (!at('confirm').hidden) {
    while (at('confirm').disabled) any().click();
    if (free().length && Math.random() < 0.3) any().click();
    else at('confirm').click();
  } else if (free().length && (at('pass').hidden || Math.random() < 0.7)) any().click();
  else at('pass').click();
})()"""
"""Answers with clicks, by chance; sometimes one card more is only picked."""


@pytest.fixture(scope="module")
def box() -> Box:
    return Box()


async def begin(
    tab: Tab, house: PlayHouse, side: str = "LIGHT", *, pace: str = "off", size: tuple[int, int] = (1280, 800)
) -> None:
    await tab.resize(*size)
    await tab.open(house.server.url + "/")
    await tab.until("!document.getElementById('setup').hidden")
    await tab.run(SAME_CHANCE)
    await tab.run(f"document.querySelector('input[name=side][value={side}]').click()")
    await tab.run("document.querySelector('input[name=strategy][value=steady]').click()")
    await tab.run(f"document.getElementById('pace').value = '{pace}'")
    await tab.run("document.querySelector('#setup button[type=submit]').click()")
    await tab.until("document.getElementById('options').children.length > 0")


async def next_question(tab: Tab, last: int) -> int:
    """The number of the next question; 0 if the game is over."""
    over = "!document.getElementById('rematch').hidden"
    found = await tab.until(f"({over} && 'over') || ({QUESTION} !== {last} && {QUESTION})")
    return 0 if found == "over" else int(found)


async def click_through(tab: Tab, number: int) -> int:
    """Answer a question with clicks; gives the number of the next one, 0 at the end."""
    clicks = 0
    while await tab.run(f"{QUESTION} === {number}") and clicks < 100:
        await tab.run(STEP)
        clicks += 1
        await tab.run("new Promise((done) => setTimeout(done, 5))")
    return await next_question(tab, number)


async def by_key(tab: Tab) -> None:
    """Answer with the keyboard alone."""
    confirm = "document.getElementById('confirm')"
    if await tab.run(f"{confirm}.hidden"):
        await tab.key("1" if await tab.run("!!document.querySelector('#options button')") else "0")
        return
    for place in "123456789":
        if await tab.run(f"!{confirm}.disabled"):
            break
        await tab.key(place)
    await tab.key("Enter")


async def test_a_game_is_begun_and_ten_questions_are_answered(box: Box, tab: Tab) -> None:
    async with PlayHouse(box, seed=4) as house:
        await begin(tab, house)
        number = await next_question(tab, 0)
        for count in range(10):
            assert await tab.run("document.activeElement.id") == "prompt"
            if count % 2:
                await by_key(tab)
                number = await next_question(tab, number)
            else:
                number = await click_through(tab, number)
        assert tab.complaints == []


async def test_a_location_in_hand_tells_its_force_icons(box: Box, tab: Tab) -> None:
    locations = "[...document.querySelectorAll('[aria-label=Hand] .card[title^=Location] .numbers')]"
    async with PlayHouse(box, seed=4) as house:
        await begin(tab, house)
        number = await next_question(tab, 0)
        while number and not await tab.run(f"{locations}.length"):
            number = await click_through(tab, number)
        for text in await tab.run(f"{locations}.map((each) => each.textContent)"):
            assert re.search(r"Force icons: \d dark, \d light$", text)


async def test_one_card_or_none_is_one_click(box: Box, tab: Tab) -> None:
    one_or_none = "document.getElementById('pass-word').textContent.includes('none')"
    async with PlayHouse(box, seed=4) as house:
        await begin(tab, house)
        number = await next_question(tab, 0)
        for _ in range(60):
            if await tab.run(f"!document.getElementById('pass').hidden && {one_or_none}"):
                break
            number = await click_through(tab, number)
        assert await tab.run("document.getElementById('confirm').hidden")
        assert await tab.run("document.getElementById('about').textContent.includes('confirm')") is False
        await tab.key("0")
        again = await next_question(tab, number)
        # Nothing was chosen, so the menu that led here is asked again.
        assert again
        assert tab.complaints == []


async def test_the_page_in_the_middle_of_a_game(box: Box, tab: Tab, tmp_path: Path) -> None:
    """The pictures of the docs are made here: copy them where they have changed."""
    async with PlayHouse(box, seed=4) as house:
        await begin(tab, house)
        number = await next_question(tab, 0)
        for _ in range(60):
            number = await click_through(tab, number)
        while number and await tab.run("document.querySelectorAll('#options button').length < 3"):
            number = await click_through(tab, number)
        await tab.run("document.getElementById('hint').click()")
        await tab.until("document.querySelector('#advice strong')")
        for width, height in ((1280, 900), (390, 844)):
            await tab.resize(width, height)
            assert await tab.run(f"document.documentElement.scrollWidth <= {width}")
            picture = tmp_path / f"play-{width}.webp"
            await tab.picture(picture)
            assert picture.stat().st_size < MOST_BYTES
        assert tab.complaints == []


async def test_a_battle_shows_the_power_that_its_location_shows(box: Box, tab: Tab) -> None:
    cells = "[...document.querySelectorAll('.battle tbody td:nth-child(2)')].map((each) => each.textContent)"
    async with PlayHouse(box, seed=6) as house:
        await begin(tab, house)
        await tab.run("document.getElementById('auto').click()")
        number = await next_question(tab, 0)
        while number and not await tab.run("!!document.querySelector('.battle')"):
            number = await click_through(tab, number)
        shown = await tab.run(cells)
        assert len(shown) == 2
        assert all(re.fullmatch(r"\d+(\.\d+)?", power) for power in shown)


TROUBLE = "document.getElementById('trouble')"


async def test_a_sandbox_that_ends_in_the_middle_of_a_game_is_told(box: Box, tab: Tab) -> None:
    async with PlayHouse(box, seed=4) as house:
        await begin(tab, house)
        assert await tab.run(f"{TROUBLE}.hidden")
        await house.sessions.close()
        await tab.until("!document.getElementById('setup').hidden")
        assert "game is gone" in await tab.run(f"{TROUBLE}.hidden ? '' : {TROUBLE}.textContent")
        await tab.run("document.querySelector('#setup button[type=submit]').click()")
        await tab.until("document.getElementById('setup').hidden")
        assert await tab.run(f"{TROUBLE}.hidden")


async def test_a_sandbox_that_dies_and_begins_anew_is_told_without_a_click(box: Box, tab: Tab) -> None:
    house = PlayHouse(box, seed=4)
    async with house.server as server:
        house.sessions.serve(server)
        port = int(server.url.rpartition(":")[2])
        await begin(tab, house)
    await tab.until(f"!{TROUBLE}.hidden && {TROUBLE}.textContent.includes('does not answer')")
    async with PlayHouse(box, seed=4, port=port):
        await tab.until("!document.getElementById('setup').hidden")
        assert "game is gone" in await tab.run(f"{TROUBLE}.hidden ? '' : {TROUBLE}.textContent")
    await house.sessions.close()


@pytest.mark.parametrize("side", ["DARK", "LIGHT"])
async def test_a_whole_game_in_the_browser(box: Box, tab: Tab, side: str) -> None:
    async with PlayHouse(box, seed=6) as house:
        await begin(tab, house, side)
        number = await next_question(tab, 0)
        while number:
            number = await click_through(tab, number)
        told = await tab.run("document.getElementById('prompt').textContent")
        assert str(told).startswith(("You win: ", "You lose: "))
        where = await tab.run("document.getElementById('where').textContent")
        assert str(where).startswith("Over in turn ")
        assert "phase" not in where
        assert tab.complaints == []
        await tab.run("document.getElementById('rematch').click()")
        await tab.until("document.getElementById('rematch').hidden")
        assert await next_question(tab, 0)
