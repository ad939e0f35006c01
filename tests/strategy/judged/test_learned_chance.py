"""An explanation tells the chance to win by the whole table, and does without where there is no value."""

from pathlib import Path

import pytest

from gemp_bot.decisions import Catalogue
from gemp_bot.replay import Redecide, Relive
from gemp_bot.strategy import StrategyRunner, make_strategy
from gemp_bot.strategy.explanation import GameStanding
from gemp_bot.strategy.judged import strategy

LOST = Path(__file__).resolve().parents[2] / "positions/the-second-half-of-a-plan.jsonl.gz"
"""A game that was lost from here, with ten more life force than the opponent."""
QUESTION = 305


def standing() -> GameStanding:
    runner = StrategyRunner(make_strategy("strong", 7), rule=make_strategy("steady", 0))
    *_, last = Redecide(Relive(LOST, Catalogue.load()), runner, explain=QUESTION)
    assert last.thought.verdict.explanation is not None
    return last.thought.verdict.explanation.standing


def test_the_whole_table_tells_what_life_force_hides() -> None:
    found = standing()
    assert found.chance > 0.7
    assert found.learned_chance is not None
    assert found.learned_chance < 0.4


def test_without_a_usable_value_file_play_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    real = strategy.usable_value
    monkeypatch.setattr(strategy, "usable_value", lambda tell: real(tell, tmp_path / "none.toml"))
    assert standing().learned_chance is None
