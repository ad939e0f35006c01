"""The turns of recorded games as they begin."""

from pathlib import Path

import pytest

from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from tools.tuning.turn_reader import GameTurns, TurnReader, UnusableGameError

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
DEMO = Path(__file__).resolve().parents[1] / "report" / "stories" / "demo.jsonl.gz"


@pytest.fixture(scope="module")
def reader() -> TurnReader:
    return TurnReader(Catalogue.load(), CardIndex.load())


@pytest.fixture(scope="module")
def demo(reader: TurnReader) -> GameTurns:
    return reader.read(DEMO)


def test_turns_come_in_turn_and_are_counted_by_each_player(demo: GameTurns) -> None:
    told = [(turn.outline.turn, turn.outline.my_turn) for turn in demo.turns]
    assert len(told) == len(set(told))
    assert [mine for _, mine in told] == [
        told[0][1] if at % 2 == 0 else not told[0][1] for at in range(len(told))
    ]
    assert [number for number, _ in told] == [at // 2 + 1 for at in range(len(told))]
    questions = [turn.question for turn in demo.turns]
    assert questions == sorted(questions)


def test_a_turn_is_seen_before_its_player_activates(demo: GameTurns) -> None:
    """What is left of the turn before, not what will be activated: nobody has a Force Pile at first."""
    first = demo.turns[0].outline
    assert (first.force, first.their_force) == (0, 0)
    assert first.generation > 0
    assert first.places
    assert first.hand == 8


def test_who_wins_is_told(demo: GameTurns) -> None:
    last = demo.turns[-1].outline
    assert demo.won is (last.life > last.their_life)


def test_turns_that_were_taken_back_are_forgotten(reader: TurnReader) -> None:
    try:
        game = reader.read(FIXTURES / "games" / "open40-light-many-reverts.jsonl.gz")
    except UnusableGameError as fault:
        pytest.fail(str(fault))
    told = [(turn.outline.turn, turn.outline.my_turn) for turn in game.turns]
    assert told == sorted(told, key=lambda each: (each[0], each[1] is not told[0][1]))
    assert len(told) == len(set(told))


def test_a_game_that_did_not_end_is_left_out(reader: TurnReader, tmp_path: Path) -> None:
    import gzip

    cut = tmp_path / "cut.jsonl"
    lines = gzip.decompress(DEMO.read_bytes()).splitlines(keepends=True)
    cut.write_bytes(b"".join(lines[:200]))
    with pytest.raises(UnusableGameError, match="did not end"):
        reader.read(cut)
