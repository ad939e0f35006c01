"""Every recorded game, watched to its end: never a fault, and what is shown agrees with the table."""

from functools import cache
from pathlib import Path

import msgspec
import pytest
from recordings import beginning, relived, sparing

from gemp_bot.cards import CardIndex, CardType
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.protocol.enums import Side
from gemp_bot.view.model import DeedKind, Frame, GameView
from gemp_bot.view.watcher import GameWatcher

GAMES = sorted((Path(__file__).parents[2] / "fixtures/games").glob("*.jsonl.gz"))
CARRIED = "open40-light-vs-player"
REVERTED = "open40-light-many-reverts"


@cache
def effects() -> CardEffects:
    return CardEffects(CardIndex.load())


@cache
def watch(path: Path) -> GameWatcher:
    watcher = GameWatcher(effects().index, effects=effects())
    for step in relived(path, Catalogue.load()):
        watcher.step(step)
    return watcher


@pytest.mark.parametrize("path", sparing(GAMES), ids=lambda path: path.name.split(".")[0])
def test_a_recorded_game_is_watched_to_its_end(path: Path) -> None:
    watcher = GameWatcher(effects().index, effects=effects())
    game = relived(path, Catalogue.load())
    questions = 0
    for step in game:
        watcher.step(step)
        questions += step.question is not None
        assert {card.id for card in watcher.table.cards()} == {card.id for card in game.table.cards()}
    view, table = watcher.view(), game.table
    assert [frame.index for frame in view.frames] == list(range(len(view.frames)))
    assert [frame.number for frame in view.frames if frame.question] == list(range(1, questions + 1))
    last = view.frames[-1]
    for name in table.players:
        player = table.player(name)
        side = player.side
        shown = next((each for each in last.board.players if each.side is side), None)
        if shown is None or player.zones is None:
            continue
        assert (shown.life, shown.hand) == (player.life_force, player.zones.hand)
        assert (shown.force, shown.generation) == (player.zones.force_pile, player.force_generation)
    if view.curves.frames:
        assert view.curves.dark_life[-1] == last.board.players[0].life
        assert view.curves.light_hand[-1] == last.board.players[1].hand
    assert (view.ending is None) is (table.ending is None)
    assert [here.card.id for here in last.board.locations if here.card] == [
        column.card.id for column in table.locations if column.card is not None
    ]
    again = msgspec.json.decode(msgspec.json.encode(view), type=GameView)
    assert again == view


@pytest.mark.parametrize("path", sparing(GAMES, 60_000), ids=lambda path: path.name.split(".")[0])
def test_deeds_go_with_the_numbers_of_the_piles(path: Path) -> None:
    """Amounts are counts, and no more faces are told than cards were lost."""
    watcher = watch(path)
    assert all(frame.deeds or frame.question for frame in watcher.frames)
    for frame in watcher.frames:
        for deed in frame.deeds:
            assert deed.amount is None or deed.amount >= 0
            assert all(card.title for card in deed.cards if card.blueprint)
            if deed.kind is DeedKind.LOST:
                assert deed.side is not None
                assert len(deed.cards) <= (deed.amount or 0)


def test_what_the_opponent_draws_is_not_known() -> None:
    watcher = watch(next(path for path in GAMES if path.name.startswith(CARRIED)))
    drawn = [deed for deed in deeds(watcher.frames) if deed.kind in (DeedKind.DREW, DeedKind.TOOK)]
    assert {deed.side for deed in drawn} == set(Side)
    me = watcher.table.my_side
    assert all(bool(deed.cards) is (deed.side is me) for deed in drawn if deed.kind is DeedKind.DREW)


def test_what_was_taken_back_is_marked(tmp_path: Path) -> None:
    path = next(path for path in GAMES if path.name.startswith(REVERTED))
    watcher = watch(beginning(path, 900, tmp_path))
    back = [frame for frame in watcher.frames if frame.taken_back]
    assert back
    assert any(deed.kind is DeedKind.TAKEN_BACK for deed in deeds(watcher.frames))
    kept = [deed for frame in watcher.frames if not frame.taken_back for deed in frame.deeds]
    turns = [(deed.side, deed.amount) for deed in kept if deed.kind is DeedKind.TURN_BEGAN]
    assert len(turns) == len(set(turns)), "a turn that is played again counts once"


def test_an_unchanged_location_is_the_same_object() -> None:
    watcher = watch(next(path for path in GAMES if path.name.startswith(CARRIED)))
    known = {id(here): here for frame in watcher.frames for here in frame.board.locations}
    shown = sum(len(frame.board.locations) for frame in watcher.frames)
    assert len(known) < shown / 10
    boards = {id(frame.board) for frame in watcher.frames}
    assert len(boards) < len(watcher.frames)


def test_a_location_over_another_one_names_the_one_it_converts(tmp_path: Path) -> None:
    path = next(path for path in GAMES if path.name.startswith("light-combat-snapshots"))
    path = beginning(path, 120, tmp_path)
    converted = {
        (deed.side, deed.cards[0].title): deed.converted
        for deed in deeds(watch(path).frames)
        if deed.kind is DeedKind.STARTED and deed.location == deed.cards[0]
    }
    place = "Naboo: Theed Palace Generator"
    old = converted[Side.LIGHT, place]
    assert old is not None
    assert (old.side, old.title) == (Side.DARK, place)
    assert converted[Side.DARK, place] is None
    assert converted[Side.LIGHT, "Tatooine: Podrace Arena"] is None


def test_a_location_in_hand_shows_its_force_icons() -> None:
    path = next(path for path in GAMES if path.name.startswith("anh-light-vs"))
    shown = {card.blueprint: card for frame in watch(path).frames for card in frame.board.hand}
    for blueprint, card in shown.items():
        printed = effects().index.get(blueprint)
        assert printed is not None
        location = printed.type == CardType.LOCATION
        assert card.dark_icons == (printed.force_icons(Side.DARK) if location else None)
        assert card.light_icons == (printed.force_icons(Side.LIGHT) if location else None)
    assert any(card.light_icons for card in shown.values())


def deeds(frames: list[Frame]) -> list:
    return [deed for frame in frames for deed in frame.deeds]
