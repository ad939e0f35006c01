"""The story of whole games, as a golden text and by what must hold of every line.

After a change of the engine or of the words the golden text is made anew, and read:

    PYTHONPATH=. python tests/report/test_story.py > tests/report/story.txt
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from boxed_game import BoxedGame

from gemp_bot.cards.index import CardIndex
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.report.story.lines import LifeBars, LifeForce, Line, Sentence
from gemp_bot.report.story.rendering import BAR, WIDTH, filled, plain_page, rich_page
from gemp_bot.sandbox.engine.card_profiles import CardProfiles

GOLDEN = Path(__file__).with_name("story.txt")
GOLDEN_SEED = 4
TERMINAL = 80


@pytest.fixture(scope="module")
def index() -> CardIndex:
    return CardIndex.load()


@pytest.fixture(scope="module")
def sheets(index: CardIndex) -> CardProfiles:
    return CardProfiles(index)


def told(game: BoxedGame) -> Iterator[Line]:
    for news in game.news():
        for happened in news:
            yield from game.teller.hear(happened)


def whole_text(game: BoxedGame) -> str:
    return "".join(f"{text}\n" for line in told(game) for text in plain_page(line))


def test_the_story_of_one_game(index: CardIndex, sheets: CardProfiles) -> None:
    assert whole_text(BoxedGame(index, sheets, GOLDEN_SEED)) == GOLDEN.read_text("utf-8")


def test_the_same_game_gives_the_same_story(index: CardIndex, sheets: CardProfiles) -> None:
    assert whole_text(BoxedGame(index, sheets, 9)) == whole_text(BoxedGame(index, sheets, 9))


@pytest.mark.parametrize("seed", range(1, 6))
def test_every_line_can_be_printed_and_says_no_more_than_it_should(
    index: CardIndex, sheets: CardProfiles, seed: int
) -> None:
    game = BoxedGame(index, sheets, seed)
    lines = list(told(game))
    state = game.engine.state
    for line in lines:
        page = list(plain_page(line))
        assert all(text.isprintable() and len(text) <= WIDTH for text in page)
        shown = [text.plain for text in rich_page(line, TERMINAL)]
        assert all(len(text) <= TERMINAL for text in shown)
        if isinstance(line, Sentence):
            assert " ".join(" ".join(shown).split()) == " ".join(" ".join(page).split()) == line.text
            assert "  " not in line.text
            assert not {"None", "nowhere", "[/", "<"} & set(line.text.split())
        else:
            assert {life.side for life in line.lives} == set(Side)
            assert all(0 <= life.now <= 60 for life in line.lives)
    last = [line for line in lines if isinstance(line, LifeBars)][-1]
    assert {life.side: life.now for life in last.lives} == {side: state.life(side) for side in Side}


def test_the_numbers_of_the_end_are_those_of_the_game(index: CardIndex, sheets: CardProfiles) -> None:
    game = BoxedGame(index, sheets, 3)
    lines = [line.text for line in told(game) if isinstance(line, Sentence)]
    outcome, tally, state = game.engine.outcome, game.teller.tally, game.engine.state
    assert outcome is not None
    assert (tally.turns, tally.winner, tally.reason) == (outcome.turns, outcome.winner, outcome.reason)
    assert sum(text.startswith("Turn ") for text in lines) == outcome.turns
    assert sum(text.startswith("Battle at ") for text in lines) == state.battles
    assert sum(account.begun for account in tally.sides.values()) == state.battles
    for side in Side:
        lost = len(state.pile(side, Zone.LOST_PILE))
        account = tally.sides[side.other]
        assert account.drained + account.dealt + account.felled == lost


def test_a_bar_is_never_negative_and_never_too_long() -> None:
    for now in range(-5, 70):
        full = filled(LifeForce(Side.DARK, now, 51))
        assert 0 <= full <= BAR
        assert (full > 0) is (now > 0)
    assert filled(LifeForce(Side.DARK, 51, 51)) == BAR
    assert filled(LifeForce(Side.DARK, 3, 0)) == 0


if __name__ == "__main__":
    shipped = CardIndex.load()
    sys.stdout.write(whole_text(BoxedGame(shipped, CardProfiles(shipped), GOLDEN_SEED)))
