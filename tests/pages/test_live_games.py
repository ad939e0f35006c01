"""Journals that grow are followed, and what must not be seen while a game runs is not."""

import time
from pathlib import Path

import pytest
from growing import Growing, catch_up, lines, live_games, old
from two_journals import WHOLE, two_journals

from gemp_bot.pages.live_games import GROWING, HIDDEN, MOST_GAMES, LiveGames, without_hand
from gemp_bot.protocol.enums import Side
from gemp_bot.view.model import BoardView, CardView, Deed, DeedKind, Frame, OptionView, QuestionView
from gemp_bot.view.names import NamedCard, Why

LUKE, VADER = CardView(7, title="Luke Skywalker"), CardView(8, title="Darth Vader")


async def test_a_game_is_followed_as_it_is_written(tmp_path: Path) -> None:
    journal = Growing(tmp_path / "a.jsonl", 60)
    with live_games(tmp_path) as games:
        await _followed(journal, games)


async def _followed(journal: Growing, games: LiveGames) -> None:
    await catch_up(games)
    game = games.find("a")
    assert game is not None
    before, told = game.version, len(game.story)
    assert game.frame is not None
    await catch_up(games)
    assert game.version == before, "nothing is new"
    journal.grow(200)
    await catch_up(games)
    assert game.version > before
    assert len(game.story) > told
    journal.grow(len(lines()))
    await catch_up(games)
    assert game.over
    assert game.ending is not None


async def test_a_followed_game_tells_what_a_recorded_one_tells(tmp_path: Path) -> None:
    journal = Growing(tmp_path / "a.jsonl", 0)
    with live_games(tmp_path, show_hands=True) as followed:
        journal.grow(40)
        await catch_up(followed)
        while journal.written < len(lines()):
            journal.grow(97)
            await catch_up(followed)
        game = followed.find("a")
        old(journal.path)
        whole = followed.recorded(followed.parts("a"))
    assert game is not None
    assert game.board == whole.board
    assert game.story == whole.story


async def test_hands_are_hidden_while_games_run(tmp_path: Path) -> None:
    Growing(tmp_path / "a.jsonl", 300)
    with live_games(tmp_path) as hidden, live_games(tmp_path, show_hands=True) as shown:
        for games in (hidden, shown):
            await catch_up(games)
        ours, all_of_it = hidden.find("a"), shown.find("a")
    assert ours is not None
    assert all_of_it is not None
    assert all_of_it.board.hand
    assert not ours.board.hand
    assert ours.board.locations == all_of_it.board.locations


async def test_what_is_old_does_not_run_and_damage_is_told(tmp_path: Path) -> None:
    old(Growing(tmp_path / "old.jsonl", 60).path)
    broken = Growing(tmp_path / "broken.jsonl", 60)
    with broken.path.open("a") as file:
        file.write("nonsense\n")
    with live_games(tmp_path) as games:
        await catch_up(games)
    assert [game.name for game in games.games()] == ["broken"]
    (game,) = games.games()
    assert game.damage is not None
    assert "line 61 is damaged" in game.damage
    assert str(tmp_path) not in game.damage
    assert game.frame is not None, "what came before is shown"


@pytest.mark.parametrize("whole_game", [WHOLE, WHOLE.with_name("open40-light-snapshots.jsonl.gz")])
async def test_a_journal_that_another_one_continues_is_no_game_of_its_own(
    tmp_path: Path, whole_game: Path
) -> None:
    first, second = sorted(two_journals(tmp_path / "journals", whole_game).iterdir())
    later = tmp_path / second.name
    second.rename(later)
    clock = [time.time()]
    with live_games(first.parent, now=lambda: clock[0]) as games:
        await catch_up(games)
        (game,) = games.games()
        told = len(game.story)
        later.rename(second)
        clock[0] += 6
        await catch_up(games)
        assert games.games() == [game], "the same game, under the same address"
        assert [games.find(name) for name in games.paths().values()] == [game, game]
        assert game.adopted
        assert not game.damage
        assert len(game.story) > told
        whole = games.recorded(games.parts(games.paths()[second]))
    with live_games(first.parent) as opened:
        await catch_up(opened)
        (found,) = opened.games()
    assert whole.name == found.name == game.name
    assert whole.frame == found.frame == game.frame
    assert whole.story == found.story == game.story, "what was hidden while it ran is told"


async def test_a_first_part_that_is_damaged_does_not_hide_the_second(tmp_path: Path) -> None:
    first, second = sorted(two_journals(tmp_path / "journals").iterdir())
    first.write_text("".join(first.read_text().splitlines(keepends=True)[:20]) + "nonsense\n")
    with live_games(first.parent) as games:
        await catch_up(games)
        (game,) = games.games()
        whole = games.recorded(games.parts(games.paths()[second]))
    assert game.damage is whole.damage is None
    assert whole.ending is not None


async def test_a_game_whose_journal_stands_still_does_not_run(tmp_path: Path) -> None:
    Growing(tmp_path / "dead.jsonl", 60)
    Growing(tmp_path / "over.jsonl", len(lines()))
    clock = [time.time()]
    with live_games(tmp_path, now=lambda: clock[0]) as games:
        await catch_up(games)
        clock[0] += GROWING + 1
        await games.look()
        assert [game.name for game in games.games()] == ["over"]


async def test_only_so_many_are_followed(tmp_path: Path) -> None:
    for number in range(MOST_GAMES + 3):
        Growing(tmp_path / f"{number}.jsonl", 1)
    with live_games(tmp_path) as games:
        await catch_up(games)
    assert len(games.games()) == MOST_GAMES


def frame(question: QuestionView | None = None, *deeds: Deed) -> Frame:
    board = BoardView(hand=(LUKE,), beside=(VADER,))
    return Frame(index=0, number=1, board=board, question=question, deeds=deeds)


@pytest.mark.parametrize(
    "option",
    [
        OptionView("7", "Luke Skywalker", card=7),
        OptionView("0", "Deploy (Luke Skywalker)", card=None),
        OptionView("temp3", "Obi-Wan Kenobi"),
    ],
)
def test_an_option_of_the_hand_or_of_a_pile_is_hidden(option: OptionView) -> None:
    asked = QuestionView(
        1,
        "Choose",
        "kind",
        options=(option, OptionView("8", "Darth Vader", card=8), OptionView("1", "Yes")),
        answer=option.key,
        chosen=option.words,
        reasons=(Why("Luke Skywalker is strong"), Why("it is cheap")),
    )
    found = without_hand(frame(asked), Side.LIGHT).question
    assert found is not None
    assert [each.words for each in found.options] == [HIDDEN, "Darth Vader", "Yes"]
    assert (found.answer, found.chosen, found.reasons) == (None, "", ())


def test_what_is_open_stays() -> None:
    why = Why("Darth Vader is there")
    asked = QuestionView(
        1, "Choose", "kind", options=(OptionView("8", "Darth Vader", card=8),), answer="8",
        chosen="Darth Vader", reasons=(why, Why("keep Luke Skywalker")),
    )  # fmt: skip
    found = without_hand(frame(asked), Side.LIGHT).question
    assert found is not None
    assert (found.chosen, found.reasons) == ("Darth Vader", (why,))


def test_cards_that_came_to_hand_are_not_told() -> None:
    card = (NamedCard(7, "Luke Skywalker"),)
    deeds = (
        Deed(DeedKind.DREW, Side.LIGHT, card, amount=1),
        Deed(DeedKind.LOST, Side.LIGHT, card, amount=1),
        Deed(DeedKind.DEPLOYED, Side.LIGHT, card, why=Why("makes way for Luke Skywalker")),
    )
    drew, lost, deployed = without_hand(frame(None, *deeds), Side.LIGHT).deeds
    assert (drew.cards, drew.amount) == ((), 1)
    assert lost.cards == card
    assert deployed.why is None
    assert without_hand(frame(None, *deeds), None) == frame(None, *deeds), "a spectator has no hand"
