"""The stories of recorded games, as golden texts and by what must hold of every line.

After a change of the words the golden texts are made anew, and read:

    PYTHONPATH=.:tests python tests/report/test_story.py
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from recordings import beginning, relived, sparing

from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.protocol.enums import Side
from gemp_bot.report.story import StoryTeller, tell
from gemp_bot.report.story_lines import (
    BAR,
    WIDTH,
    LifeBars,
    LifeForce,
    Line,
    Sentence,
    filled,
    plain_page,
    rich_page,
)
from gemp_bot.view.model import DeedKind
from gemp_bot.view.watcher import GameWatcher

HERE = Path(__file__).parent
STORIES = HERE / "stories"
GAMES = sorted((HERE.parents[1] / "fixtures/games").glob("*.jsonl.gz"))
OURS = STORIES / "demo.jsonl.gz"
"""A game of two of our bots, recorded by the Light one: the only one here with reasons."""
TERMINAL = 80


@cache
def effects() -> CardEffects:
    return CardEffects(CardIndex.load())


@cache
def watched(path: Path) -> GameWatcher:
    watcher = GameWatcher(effects().index, effects=effects(), boards=False)
    for step in relived(path, Catalogue.load()):
        watcher.step(step)
    return watcher


def lines(path: Path) -> list[Line]:
    return list(tell(watched(path).frames))


def whole_text(path: Path) -> str:
    return "".join(f"{text}\n" for line in lines(path) for text in plain_page(line))


def golden(path: Path) -> Path:
    return STORIES / f"{path.name.removesuffix('.jsonl.gz')}.txt"


def name_of(path: Path) -> str:
    return path.name.removesuffix(".jsonl.gz")


@pytest.mark.parametrize("path", sparing([*GAMES, OURS]), ids=name_of)
def test_the_story_of_a_game(path: Path) -> None:
    assert whole_text(path) == golden(path).read_text("utf-8")


@pytest.mark.parametrize("path", sparing([*GAMES, OURS]), ids=name_of)
def test_every_line_can_be_printed_and_says_no_more_than_it_should(path: Path) -> None:
    for line in lines(path):
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


@pytest.mark.parametrize("name", ["open40-light-many-reverts", "open-demo-light-vs-server-ai"])
def test_a_game_told_while_it_goes_on_ends_with_the_same_numbers(name: str, tmp_path: Path) -> None:
    path = beginning(next(path for path in GAMES if name_of(path) == name), 900, tmp_path)
    at_once, step_by_step = StoryTeller(), StoryTeller()
    watcher = GameWatcher(effects().index, effects=effects(), boards=False)
    for step in relived(path, Catalogue.load()):
        watcher.step(step)
        for _ in step_by_step.take(watcher.news()):
            pass
    for _ in at_once.take(frame for frame in watcher.frames if not frame.taken_back):
        pass
    assert step_by_step.tally == at_once.tally
    begun = [
        deed
        for frame in watcher.frames
        if not frame.taken_back
        for deed in frame.deeds
        if deed.kind is DeedKind.BATTLE_BEGAN
    ]
    assert sum(account.battles_begun for account in at_once.tally.sides.values()) == len(begun)


def test_reasons_are_those_of_who_recorded_the_game() -> None:
    def reasons() -> Iterator[Side | None]:
        for frame in watched(OURS).frames:
            for deed in frame.deeds:
                if deed.why is not None:
                    yield deed.side

    assert set(reasons()) == {Side.LIGHT}
    assert not any(
        deed.why for path in GAMES[:2] for frame in watched(path).frames for deed in frame.deeds
    ), "nobody's reasons are in a recording of another client"


def test_a_bar_is_never_negative_and_never_too_long() -> None:
    for now in range(-5, 70):
        full = filled(LifeForce(Side.DARK, now, 51))
        assert 0 <= full <= BAR
        assert (full > 0) is (now > 0)
    assert filled(LifeForce(Side.DARK, 51, 51)) == BAR
    assert filled(LifeForce(Side.DARK, 3, 0)) == 0


def test_the_last_bars_are_those_of_the_table() -> None:
    bars = [line for line in lines(OURS) if isinstance(line, LifeBars)][-1]
    table = watched(OURS).table
    assert {life.side: life.now for life in bars.lives} == {
        table.player(name).side: table.player(name).life_force for name in table.players
    }


if __name__ == "__main__":
    for game in (*GAMES, OURS):
        golden(game).write_text(whole_text(game), "utf-8")
