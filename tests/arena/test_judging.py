"""What the two sides tell, and what counts."""

from typing import Any

import pytest

from gemp_bot.arena.judging import judge
from gemp_bot.arena.record import Outcome
from gemp_bot.play import GameOutcome, Result
from gemp_bot.protocol.ids import GameId


def told(result: str, reason: str | None = "life_force", **more: Any) -> GameOutcome:
    return GameOutcome(GameId("g"), Result(result), reason, **more)


WIN, LOSS = told("win"), told("loss")


@pytest.mark.parametrize(
    ("played", "other", "outcome"),
    [
        (WIN, None, Outcome.WIN),
        (LOSS, None, Outcome.LOSS),
        (WIN, LOSS, Outcome.WIN),
        (LOSS, WIN, Outcome.LOSS),
        (told("win", "timeout"), None, Outcome.TIMEOUT),
        (told("win", "clock"), told("loss", "clock"), Outcome.TIMEOUT),
        (told("win", "conceded"), told("error", "fault", fault="broken"), Outcome.ERROR),
        (told("loss", "conceded"), None, Outcome.ERROR),
        (told("win", "conceded"), None, Outcome.WIN),
        (told("win", "conceded"), told("loss", "conceded"), Outcome.ERROR),
        (told("cancelled", "agreed"), told("cancelled", "agreed"), Outcome.CANCELLED),
        (told("cancelled", "server_error"), None, Outcome.CANCELLED),
        (told("opponent_stuck", "stuck"), told("cancelled", "agreed"), Outcome.OPPONENT_LOOP),
        (told("cancelled", "agreed"), told("opponent_stuck", "stuck"), Outcome.PLAYER_LOOP),
        (told("unfinished", "fault"), None, Outcome.ERROR),
        (told("error", "no_game"), told("error", "no_game"), Outcome.ERROR),
        (WIN, WIN, Outcome.ERROR),
        (WIN, told("unfinished", "fault"), Outcome.ERROR),
    ],
)
def test_only_games_that_were_played_out_count(
    played: GameOutcome, other: GameOutcome | None, outcome: Outcome
) -> None:
    found, fault = judge(played, other, late=False)
    assert found is outcome
    if outcome is Outcome.ERROR:
        assert fault, "an error says why"
    late, _ = judge(played, other, late=True)
    assert late is Outcome.TIMEOUT


@pytest.mark.parametrize(("replaced", "outcome"), [(0, Outcome.WIN), (5, Outcome.WIN), (6, None)])
def test_a_game_that_the_simple_rule_played_is_no_win(replaced: int, outcome: Outcome | None) -> None:
    own = told("win", choices=100, replaced=replaced)
    other = told("loss", choices=100, replaced=replaced)
    assert judge(own, None, late=False)[0] is (outcome or Outcome.PLAYER_REPLACED)
    found, fault = judge(WIN, other, late=False)
    assert found is (outcome or Outcome.OPPONENT_REPLACED)
    assert outcome or (fault or "").startswith("the opponent was not this strategy: it failed at 6 of 100")


def test_the_fault_of_the_opponent_is_told_as_his() -> None:
    other = told("error", "fault", fault="broken")
    assert judge(told("win", "conceded"), other, late=False)[1] == "opponent: broken"
