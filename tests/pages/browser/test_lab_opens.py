"""The page of a lab in a real browser."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from chromium import Tab

from gemp_bot.cards import CardIndex
from gemp_bot.cards.deck import parse_deck
from gemp_bot.pages.report import lab_page
from gemp_bot.protocol.enums import Side
from gemp_bot.report.lab_model import FORMAT, LabReport
from gemp_bot.report.lab_observing import CardSeen, GameSeen, TurnSeen, front
from gemp_bot.report.lab_totals import DeckTotals
from gemp_bot.sandbox.deck_files import shipped_decks

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

SMALL_DESKTOP = 1200 - 15
"""Pixels of a window of 1200 without its scroll bar."""
GAMES = 12
"""So few that every rate is marked as of few games, which takes most room."""


def page_of_a_lab(games: int = GAMES) -> str:
    """A page with a full row for each card of a deck; every second game is won, the first one too."""
    index = CardIndex.load()
    deck = next(each for each in shipped_decks(index) if each.name == "Rebel fleet")
    cards = parse_deck(deck.text)
    total = DeckTotals(deck.name, Side.LIGHT, cards, index)
    for number in range(games):
        seen = {
            card: CardSeen(copies=copies, drawn=copies, opening=copies, deployed=copies, turns=[30] * copies)
            for place, (card, copies) in enumerate(Counter(map(front, cards.cards)).items())
            if games == GAMES or number % 2 == 0 or number % (2 * (place % 4) + 3) == 0
        }
        game = GameSeen(
            file="g",
            side=Side.LIGHT,
            deck_digest=None,
            opponent_digest=None,
            cards=seen,
            reason="life_force",
            turn=[TurnSeen(turn, turn + 3.0, 8, 50 - 3 * turn, 50 - turn) for turn in range(1, 8)],
        )
        total.add(game, "Star Destroyers", won=number % 2 == 0)
    return lab_page(
        LabReport(
            format=FORMAT,
            where="sandbox",
            strategy="medium",
            opponent="medium",
            seed=0,
            versions=[total.report()],
            comparison=None,
            left_out=0,
            damaged=[],
        )
    )


async def test_no_column_of_the_cards_is_cut_on_a_small_desktop(tab: Tab, tmp_path: Path) -> None:
    file = tmp_path / "lab.html"
    file.write_text(page_of_a_lab(), "utf-8")
    await tab.resize(SMALL_DESKTOP, 900)
    await tab.open(file.as_uri())
    assert tab.complaints == []
    table = await tab.run("document.querySelector('.cards').scrollWidth")
    assert table <= await tab.run("document.querySelector('.cards').clientWidth")


@pytest.fixture
async def opened(tab: Tab, tmp_path: Path) -> Tab:
    file = tmp_path / "lab.html"
    file.write_text(page_of_a_lab(60), "utf-8")
    await tab.resize(SMALL_DESKTOP, 900)
    await tab.open(file.as_uri())
    return tab


CARDS = "document.querySelectorAll('.cards table')[0]"
CELLS = f"[...{CARDS}.tBodies[0].rows].map((row) => row.cells[{{column}}].textContent)"
SORT = f"{CARDS}.tHead.rows[0].cells[{{column}}].querySelector('button').click()"
SORTED_BY = "[...document.querySelectorAll('[aria-sort]')].map((each) => each.textContent)"
LABELS = "[...document.querySelectorAll('.plot svg')].map((each) => each.getAttribute('aria-label'))"
COLOURED = 'document.querySelectorAll("td[class*=better-], td[class*=worse-]").length'
TITLE, IN_HAND = 0, 4


@pytest.mark.parametrize(
    ("column", "read", "down_first"),
    [(TITLE, str.lower, False), (IN_HAND, lambda text: int(text.split("\N{NO-BREAK SPACE}")[0]), True)],
)
async def test_a_head_sorts_its_table_either_way(
    opened: Tab, column: int, read: Callable[[str], Any], down_first: bool
) -> None:
    for down in (down_first, not down_first):
        await opened.run(SORT.format(column=column))
        found = [read(text) for text in await opened.run(CELLS.format(column=column))]
        assert len(set(found)) > 1
        assert found == sorted(found, reverse=down)
    assert len(await opened.run(SORTED_BY)) == 1
    assert opened.complaints == []


async def test_plots_and_colours_are_there_and_nothing_is_asked_for(opened: Tab) -> None:
    labels = await opened.run(LABELS)
    titles = [label.partition(":")[0] for label in labels]
    assert titles == ["Life force", "Force generation", "Cards in hand"]
    assert "this deck, 47.0 in turn 1 to 29.0 in turn 7" in labels[0]
    assert await opened.run(COLOURED) > 0
    assert [url for url in opened.requested if not url.startswith(("file:", "data:"))] == []


async def test_nothing_is_wider_than_a_phone(opened: Tab) -> None:
    await opened.resize(390, 844)
    wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not await opened.run(wide)
