"""What the two sides tell, and what counts."""

from typing import Any

import pytest

from gemp_bot.arena.record import ArenaOutcome, judge
from gemp_bot.play.outcome import GameOutcome, Result
from gemp_bot.protocol.ids import GameId


def told(result: str, reason: str | None = "life_force", **more: Any) -> GameOutcome:
    return GameOutcome(GameId("g"), Result(result), reason, **more)


WIN, LOSS = told("win"), told("loss")


@pytest.mark.parametrize(
    ("played", "other", "outcome"),
    [
        (WIN, None, ArenaOutcome.WIN),
        (LOSS, None, ArenaOutcome.LOSS),
        (WIN, LOSS, ArenaOutcome.WIN),
        (LOSS, WIN, ArenaOutcome.LOSS),
        (told("win", "timeout"), None, ArenaOutcome.TIMEOUT),
        (told("win", "clock"), told("loss", "clock"), ArenaOutcome.TIMEOUT),
        (told("win", "conceded"), told("error", "fault", fault="broken"), ArenaOutcome.ERROR),
        (told("loss", "conceded"), None, ArenaOutcome.ERROR),
        (told("win", "conceded"), None, ArenaOutcome.WIN),
        (told("win", "conceded"), told("loss", "conceded"), ArenaOutcome.ERROR),
        (told("cancelled", "agreed"), told("cancelled", "agreed"), ArenaOutcome.CANCELLED),
        (told("cancelled", "server_error"), None, ArenaOutcome.CANCELLED),
        (told("opponent_stuck", "stuck"), told("cancelled", "agreed"), ArenaOutcome.OPPONENT_LOOP),
        (told("cancelled", "agreed"), told("opponent_stuck", "stuck"), ArenaOutcome.PLAYER_LOOP),
        (told("unfinished", "server_gone"), None, ArenaOutcome.ERROR),
        (told("error", "no_game"), told("error", "no_game"), ArenaOutcome.ERROR),
        (WIN, WIN, ArenaOutcome.ERROR),
        (WIN, told("unfinished", "server_gone"), ArenaOutcome.ERROR),
    ],
)
def test_only_games_that_were_played_out_count(
    played: GameOutcome, other: GameOutcome | None, outcome: ArenaOutcome
) -> None:
    found, fault = judge(played, other, late=False)
    assert found is outcome
    if outcome is ArenaOutcome.ERROR:
        assert fault, "an error says why"
    late, _ = judge(played, other, late=True)
    assert late is ArenaOutcome.TIMEOUT


@pytest.mark.parametrize(("replaced", "outcome"), [(0, ArenaOutcome.WIN), (5, ArenaOutcome.WIN), (6, None)])
def test_a_game_that_the_simple_rule_played_is_no_win(replaced: int, outcome: ArenaOutcome | None) -> None:
    own = told("win", choices=100, replaced=replaced)
    other = told("loss", choices=100, replaced=replaced)
    assert judge(own, None, late=False)[0] is (outcome or ArenaOutcome.PLAYER_REPLACED)
    found, fault = judge(WIN, other, late=False)
    assert found is (outcome or ArenaOutcome.OPPONENT_REPLACED)
    assert outcome or (fault or "").startswith("the opponent was not this strategy: it failed at 6 of 100")


def test_the_fault_of_the_opponent_is_told_as_his() -> None:
    other = told("error", "fault", fault="broken")
    assert judge(told("win", "conceded"), other, late=False)[1] == "opponent: broken"
