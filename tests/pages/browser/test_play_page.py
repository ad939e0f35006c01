"""The play page in a real browser."""

import re
import sys
from pathlib import Path

import pytest
from chromium import Tab
from fit_check import misfits

sys.path.insert(0, str(Path(__file__).parents[1]))

from play_page_scene import PlayHouse

from gemp_bot.pages.play_kept import KeptGames
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
POINT = """((what) => {
  for (const each of document.querySelectorAll(what)) {
    each.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }));
  }
})"""


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
    locations = "[...document.querySelectorAll('#hand [aria-label=Hand] .card[title^=Location] .numbers')]"
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


async def test_the_page_in_the_middle_of_a_game(box: Box, tab: Tab, pictures: Path) -> None:
    """The pictures of the docs are made here."""
    async with PlayHouse(box, seed=4) as house:
        await begin(tab, house)
        number = await next_question(tab, 0)
        for _ in range(60):
            number = await click_through(tab, number)
        while number and await tab.run("document.querySelectorAll('#options button').length < 3"):
            number = await click_through(tab, number)
        await tab.run("document.getElementById('hint').click()")
        await tab.until("document.querySelector('#advice strong')")
        await tab.run("document.querySelector('#scene .close')?.click()")
        for width, height in ((1280, 900), (390, 844)):
            await tab.resize(width, height)
            assert await tab.run(f"document.documentElement.scrollWidth <= {width}")
            picture = pictures / f"play-{width}.webp"
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


WIDTHS = ((390, 844), (768, 1024), (1024, 768), (1280, 900), (1920, 1080))


async def test_nothing_is_cut_off_or_covered_at_any_width(box: Box, tab: Tab) -> None:
    async with PlayHouse(box, seed=4) as house:
        await tab.resize(390, 844)
        await tab.open(house.server.url + "/")
        await tab.until("!document.getElementById('setup').hidden")
        assert await misfits(tab, "#setup") == []
        await begin(tab, house)
        number = await next_question(tab, 0)
        looks = 0
        for count in range(90):
            number = await click_through(tab, number)
            if count % 30 == 29:
                await tab.run("document.getElementById('hint').click()")
                await tab.until("document.querySelector('#advice strong')")
                for size in WIDTHS:
                    await tab.resize(*size)
                    assert await misfits(tab) == [], size
                    looks += 1
                await tab.resize(1280, 800)
        assert looks == 3 * len(WIDTHS)
        # What is left is looked at by the test of whole games.
        assert tab.complaints == []


async def test_options_below_the_edge_are_told(box: Box, tab: Tab) -> None:
    hidden = (
        "[...document.querySelectorAll('#options button')]"
        ".filter((each) => each.getBoundingClientRect().bottom"
        " > document.getElementById('choices').getBoundingClientRect().bottom - 4).length"
    )
    async with PlayHouse(box, seed=4) as house:
        await begin(tab, house, size=(1280, 500))
        await tab.until("!document.getElementById('more').hidden")
        count = await tab.run(hidden)
        assert count > 0
        assert (await tab.run("document.getElementById('more').textContent")).startswith(f"{count} more")
        await tab.run("document.getElementById('choices').scrollTop = 100000")
        await tab.until("document.getElementById('more').hidden")


IN_SIGHT = """['hint', 'undo', 'advice'].filter((id) => {
  const box = document.getElementById(id).getBoundingClientRect();
  const hit = document.elementFromPoint(box.left + 8, box.top + 8);
  return box.bottom <= innerHeight && document.getElementById(id).contains(hit);
}).length"""


async def test_hint_and_undo_are_in_sight_beside_many_options(box: Box, tab: Tab) -> None:
    async with PlayHouse(box, seed=4) as house:
        await begin(tab, house)
        number = await next_question(tab, 0)
        while number and await tab.run("document.querySelectorAll('#options button').length < 5"):
            number = await click_through(tab, number)
        await tab.run("document.getElementById('hint').click()")
        await tab.until("document.querySelector('#advice strong')")
        for size in ((1280, 900), (1024, 768), (390, 844)):
            await tab.resize(*size)
            assert await tab.run(IN_SIGHT) == 3, size


async def test_undo_says_why_it_cannot(box: Box, tab: Tab) -> None:
    async with PlayHouse(box, seed=4) as house:
        await begin(tab, house)
        why = await tab.run("document.getElementById('no-undo').textContent")
        assert why.startswith("you have done nothing yet")
        assert await tab.run("document.getElementById('undo').getAttribute('aria-disabled')") == "true"
        await tab.run("document.getElementById('undo').click()")
        assert await tab.run(f"{TROUBLE}.textContent") == f"Undo: {why}"
        assert tab.complaints == []


async def test_a_puzzle_is_answered_and_the_next_one_opened(box: Box, tab: Tab) -> None:
    where = "document.getElementById('where').textContent"
    async with PlayHouse(box, seed=4) as house:
        await tab.resize(1280, 800)
        await tab.open(house.server.url + "/")
        await tab.until("!document.getElementById('setup').hidden")
        await tab.run("document.getElementById('puzzles').click()")
        await tab.until(f"{where}.startsWith('Puzzle 1 of ')")
        assert await tab.run("document.querySelectorAll('#board .location').length") > 1
        await tab.run("document.querySelector('#options button').click()")
        await tab.until("!document.getElementById('next').hidden")
        assert "You: " in await tab.run("document.getElementById('advice').textContent")
        assert await misfits(tab) == []
        await tab.run("document.getElementById('next').click()")
        await tab.until(f"{where}.startsWith('Puzzle 2 of ')")
        assert await tab.run("document.getElementById('next').hidden")
        await tab.run("document.getElementById('leave').click()")
        await tab.until("!document.getElementById('setup').hidden")
        assert tab.complaints == []


async def test_a_card_is_read_by_pointing_and_by_key(box: Box, tab: Tab) -> None:
    sheet = "document.getElementById('sheet')"
    async with PlayHouse(box, seed=4) as house:
        await begin(tab, house)
        number = await next_question(tab, 0)
        for _ in range(12):
            # What is pointed at after the answer belongs to a question that has passed.
            await tab.run(f"{STEP}; {POINT}('#options button')")
            number = await click_through(tab, number)
        title = "document.querySelector('#hand button.title')"
        await tab.run(
            "document.querySelector('#hand .card')"
            ".dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }))"
        )
        await tab.until(f"!{sheet}.hidden")
        assert await tab.run(f"{sheet}.querySelector('h3').textContent.includes({title}.textContent.trim())")
        await tab.run(f"{sheet}.querySelector('.close').click()")
        assert await tab.run(f"{sheet}.hidden")
        await tab.run(f"{title}.focus()")
        await tab.key("i")
        await tab.until(f"!{sheet}.hidden")
        await tab.key("Escape")
        assert await tab.run(f"{sheet}.hidden")
        assert tab.complaints == []


async def test_the_opponents_turn_is_told_at_a_pace_and_can_be_skipped(box: Box, tab: Tab) -> None:
    telling = "!document.getElementById('telling').hidden"
    async with PlayHouse(box, seed=4) as house:
        await begin(tab, house, pace="slow")
        await tab.until(f"document.getElementById('ask').dataset.question || {telling}")
        for _ in range(60):
            if await tab.run(telling):
                break
            await tab.run(STEP)
            await tab.run("new Promise((done) => setTimeout(done, 30))")
        assert await tab.run("document.getElementById('step').textContent")
        assert await tab.run("document.getElementById('answering').hidden")
        await tab.run(f"{POINT}('#table [data-card]')")
        await tab.key(" ")
        await tab.until(
            "document.getElementById('telling').hidden && document.getElementById('ask').dataset.question"
        )
        assert tab.complaints == []


async def test_the_question_of_a_phone_folds(box: Box, tab: Tab) -> None:
    async with PlayHouse(box, seed=4) as house:
        await begin(tab, house, size=(390, 844))
        height = "document.getElementById('ask').offsetHeight"
        whole = await tab.run(height)
        await tab.run("document.getElementById('fold').click()")
        assert await tab.run(height) < whole / 2
        assert await tab.run("document.getElementById('fold').getAttribute('aria-expanded')") == "false"


async def test_a_game_goes_on_by_itself_when_the_sandbox_is_back(box: Box, tab: Tab, tmp_path: Path) -> None:
    kept = KeptGames(tmp_path)
    house = PlayHouse(box, seed=4, kept=kept)
    async with house:
        port = int(house.server.url.rpartition(":")[2])
        await begin(tab, house)
        number = await next_question(tab, 0)
        for _ in range(25):
            number = await click_through(tab, number)
        hand = await tab.run("document.getElementById('hand').textContent")
    await tab.until(f"!{TROUBLE}.hidden && {TROUBLE}.textContent.includes('waits for it')")
    async with PlayHouse(box, seed=9, port=port, kept=kept) as again:
        await again.sessions.resume()
        await tab.until(f"{TROUBLE}.hidden && {QUESTION} === {number}")
        assert await tab.run("document.getElementById('hand').textContent") == hand
        assert await click_through(tab, number)


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1280])
async def test_a_whole_game_without_anything_cut_or_covered(box: Box, tab: Tab, width: int) -> None:
    async with PlayHouse(box, seed=6) as house:
        await begin(tab, house, size=(width, 844))
        number, wrong, looks = await next_question(tab, 0), [], 0
        while number:
            number = await click_through(tab, number)
            looks += 1
            if looks % 5 == 0 or not number:
                wrong += [f"question {number}: {line}" for line in await misfits(tab)]
        assert wrong == []
        assert looks > 50


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
