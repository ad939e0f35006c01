"""Games of the play page are recorded from the person's seat, and reviewed there when they are over."""

import asyncio
import random
import re
from pathlib import Path
from typing import Any

import pytest
from lxml import html
from play_page_scene import Browser, PlayHouse, answered, any_answer, browser, first_question, play_out

from gemp_bot.journal.folder import JournalFolder, journals_in
from gemp_bot.journal.reader import JournalReader, VerdictLine, journal_head
from gemp_bot.pages.play_record import PlayRecord
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.sandbox.box import Box

CHOICE = {"side": "LIGHT", "strategy": "steady"}


@pytest.fixture(scope="module")
def box() -> Box:
    return Box()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "journals"


def house(box: Box, folder: Path) -> PlayHouse:
    return PlayHouse(box, seed=3, record=PlayRecord(JournalFolder(folder), "gemp-bot 0"))


def damage(folder: Path) -> None:
    (journal,) = journals_in(folder)
    journal.write_text('{"kind":"nonsense"}\nmore\n')


def block(folder: Path) -> None:
    """A file where the folder was."""
    folder.rmdir()
    folder.write_text("no folder")


async def text_of(page: Browser, path: str) -> tuple[int, str]:
    async with page.http.get(page.url + path) as answer:
        return answer.status, await answer.text()


async def ready(page: Browser, path: str) -> dict[str, Any]:
    """How a review came out, once it did."""
    async with asyncio.timeout(90):
        while True:
            _, state = await page.get(f"{path}/state")
            if state.get("ready") or state.get("why"):
                found: dict[str, Any] = state
                return found
            await asyncio.sleep(0.05)


async def conceded(page: Browser, answers: int) -> Any:
    """A game that the person gave up after so many answers; its last state."""
    assert (await page.post("/play/new", CHOICE))[0] == 200
    state, rng = await first_question(page), random.Random(5)
    for _ in range(answers):
        state = await answered(page, state, any_answer(state, rng))
    assert (await page.post("/play/concede", {}))[0] == 200
    async for state in page.news():
        if state.get("review"):
            return state
    raise AssertionError("the stream ended before the game")


@pytest.mark.long
async def test_a_whole_game_is_recorded_and_reviewed(box: Box, folder: Path) -> None:
    async with house(box, folder) as there, browser(there) as page:
        assert (await page.post("/play/new", CHOICE))[0] == 200
        state, asked, _ = await play_out(page, random.Random(5))
        async for state in page.news():
            if state.get("review"):
                break
        assert (await ready(page, state["review"])).get("ready")
        status, text = await text_of(page, state["review"])
    assert status == 200
    told = html.document_fromstring(text)
    assert told.xpath("//h1")[0].text == "steady (Dark) against You (Light)"
    found = re.search(r"(\d+) decisions of (\d+) questions", told.text_content())
    assert found is not None
    decided, total = int(found[1]), int(found[2])
    assert asked < total, "the page answers some by itself, decisions that stand among them"
    assert 0 < decided < total
    assert told.get_element_by_id("review").xpath(".//ol[@class='points']/li")
    assert len(text.encode()) < 250_000


async def test_who_resigns_gets_a_review_too(box: Box, folder: Path) -> None:
    async with house(box, folder) as there, browser(there) as page:
        state = await conceded(page, 25)
        assert (await ready(page, state["review"])).get("ready")
        _, text = await text_of(page, state["review"])
    assert "Dark won (conceded)." in text
    assert "What decided the game" in text


async def test_who_resigns_at_once_is_told_that_there_is_no_course(box: Box, folder: Path) -> None:
    async with house(box, folder) as there, browser(there) as page:
        state = await conceded(page, 0)
        assert (await ready(page, state["review"])).get("ready")
        _, text = await text_of(page, state["review"])
    assert "The game ended before its first turn" in text


async def test_nothing_is_answered_after_a_concession(box: Box, folder: Path) -> None:
    """Trap: the question that waited was answered with a pass, which the review took for a choice."""
    async with house(box, folder) as there, browser(there) as page:
        await conceded(page, 3)
    (journal,) = journals_in(folder)
    lines = [line for _, line in JournalReader(journal)]
    sent = [line for line in lines if isinstance(line, Exchange)]
    (at,) = (number for number, line in enumerate(sent) if line.path.endswith("/concede"))
    assert not [line for line in sent[at:] if "decisionId" in line.form]
    assert not [line for line in lines[lines.index(sent[at]) :] if isinstance(line, VerdictLine)]


async def test_the_journal_is_of_the_persons_seat_alone(box: Box, folder: Path) -> None:
    async with house(box, folder) as there, browser(there) as page:
        state = await conceded(page, 3)
        choice = state["choice"]
    (journal,) = journals_in(folder)
    head = journal_head(journal)
    assert head is not None
    assert (head.deck_name, head.strategy) == (choice["deck"], "")
    assert head.deck == box.decks[choice["deck"]].text
    theirs = box.decks[choice["opponent_deck"]].text
    lines = [line for _, line in JournalReader(journal)]
    assert theirs not in str(lines)
    paths = {line.path.split("/")[1] for line in lines if isinstance(line, Exchange)}
    assert paths == {"game"}, "no password, no hall"


async def test_a_running_game_and_another_browser_have_no_review(box: Box, folder: Path) -> None:
    async with house(box, folder) as there, browser(there) as page, browser(there) as other:
        assert (await page.post("/play/new", CHOICE))[0] == 200
        state = await first_question(page)
        assert "review" not in state
        assert (await text_of(page, "/play/review/1"))[0] == 404
        state = await conceded(page, 0)
        status, text = await text_of(other, state["review"])
        assert status == 404
        assert "gemp-bot report" in text


async def test_a_damaged_journal_is_told(box: Box, folder: Path) -> None:
    async with house(box, folder) as there, browser(there) as page:
        state = await conceded(page, 3)
        damage(folder)
        assert "is damaged" in (await ready(page, state["review"]))["why"]
        status, text = await text_of(page, state["review"])
    assert status == 200
    assert "There is no review" in text


async def test_without_a_folder_nothing_is_recorded(box: Box) -> None:
    async with PlayHouse(box, seed=3) as there, browser(there) as page:
        assert (await page.post("/play/new", CHOICE))[0] == 200
        await first_question(page)
        assert (await page.post("/play/concede", {}))[0] == 200
        async for state in page.news():
            if state["stage"] == "over":
                break
        assert "review" not in state


async def test_a_folder_that_cannot_be_written_costs_no_game(box: Box, folder: Path) -> None:
    async with house(box, folder) as there, browser(there) as page:
        block(folder)
        assert (await page.post("/play/new", CHOICE))[0] == 200
        assert (await first_question(page))["stage"] == "asked"
