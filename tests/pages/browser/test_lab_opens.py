"""The page of a lab in a real browser."""

from collections import Counter
from pathlib import Path

import pytest
from chromium import Tab

from gemp_bot.cards import CardIndex
from gemp_bot.cards.deck import parse_deck
from gemp_bot.pages.report import lab_page
from gemp_bot.protocol.enums import Side
from gemp_bot.report.lab_model import FORMAT, LabReport
from gemp_bot.report.lab_observing import CardSeen, GameSeen, front
from gemp_bot.report.lab_totals import DeckTotals
from gemp_bot.sandbox.deck_files import shipped_decks

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

SMALL_DESKTOP = 1200 - 15
"""Pixels of a window of 1200 without its scroll bar."""
GAMES = 12
"""So few that every rate is marked as of few games, which takes most room."""


def page_of_a_lab() -> str:
    """A page with a full row for each card of a deck."""
    index = CardIndex.load()
    deck = next(each for each in shipped_decks(index) if each.name == "Rebel fleet")
    cards = parse_deck(deck.text)
    total = DeckTotals(deck.name, Side.LIGHT, cards, index)
    seen = {
        card: CardSeen(copies=copies, drawn=copies, opening=copies, deployed=copies, turns=[30] * copies)
        for card, copies in Counter(map(front, cards.cards)).items()
    }
    for _ in range(GAMES):
        game = GameSeen(
            file="g",
            side=Side.LIGHT,
            deck_digest=None,
            opponent_digest=None,
            cards=seen,
            reason="life_force",
        )
        total.add(game, "Star Destroyers", won=True)
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
