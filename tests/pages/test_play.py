"""The play page without a browser: whole games through its JSON, and all it must refuse."""

import random

import pytest
from play_scene import PlayHouse, browser, first_question, play_out

from gemp_bot.sandbox.box import Box


@pytest.fixture(scope="module")
def box() -> Box:
    return Box()


@pytest.mark.parametrize("side", ["DARK", "LIGHT"])
async def test_a_whole_game_is_played_through_the_page(box: Box, side: str) -> None:
    async with PlayHouse(box, seed=3) as house, browser(house) as page:
        status, _ = await page.post("/play/new", {"side": side, "strategy": "steady"})
        assert status == 200
        state, asked, refused = await play_out(page, random.Random(5))
        assert state["stage"] == "over", state.get("trouble")
        assert not refused
        assert asked > 50
        assert state["me"] == side
        assert state["ending"]["winner"] in ("DARK", "LIGHT")
        assert any("wins" in word["text"] for line in state["story"] for word in line.get("words", []))
