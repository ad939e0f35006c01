"""What must go on, and which silence is legitimate."""

from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import GameId
from gemp_bot.service.health import HALL, HALL_SILENCE, Progress


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def look(path: str = "/hall/update", method: str = "POST", code: int = 200) -> Exchange:
    return Exchange(method=method, path=path, form={}, status=code, ms=1.0, body="", t=0.0)


def call(game: str, code: int = 200) -> Exchange:
    return Exchange(method="POST", path=f"/game/{game}", form={}, status=code, ms=1.0, body="", t=0.0)


def test_nothing_is_due_while_no_game_runs() -> None:
    clock = Clock()
    progress = Progress(clock)
    clock.now = 1e6
    assert progress.stuck() is None


def test_a_game_that_makes_no_call_is_stuck() -> None:
    clock = Clock()
    progress = Progress(clock, game_silence=100)
    progress.game_began(GameId("a"))
    progress.game_began(GameId("b"))
    clock.now = 90
    progress.exchange(call("b"))
    assert progress.stuck() is None
    clock.now = 130
    assert progress.stuck() == "game a should have gone on 30 s ago"
    progress.game_ended(GameId("a"))
    assert progress.stuck() is None


def test_a_call_without_an_answer_is_a_sign() -> None:
    clock = Clock()
    progress = Progress(clock, game_silence=100)
    progress.game_began(GameId("a"))
    for clock.now in range(0, 86_400, 60):  # a server that is down for a day
        progress.exchange(call("a", code=0))
        assert progress.stuck() is None


def test_calls_of_others_are_no_sign_of_a_game() -> None:
    clock = Clock()
    progress = Progress(clock, game_silence=100)
    progress.game_began(GameId("a"))
    clock.now = 101
    for path in ("/hall/update", "/game", "/game/b", "/chat/Gamea", ""):
        progress.exchange(Exchange(method="POST", path=path, form={}, status=200, ms=1.0, body="", t=0.0))
    assert progress.stuck() is not None


def test_a_planned_pause_is_no_standstill() -> None:
    clock = Clock()
    progress = Progress(clock)
    progress.sign("hall", within=60)
    clock.now = 50
    progress.sign("hall", within=3600)  # banned for a time: the next try is in an hour
    clock.now = 3000
    assert progress.stuck() is None
    clock.now = 3700
    assert progress.stuck() == "hall should have gone on 50 s ago"
    progress.over("hall")
    assert progress.stuck() is None


def test_a_hall_that_is_watched_is_asked_for() -> None:
    clock = Clock()
    progress = Progress(clock)
    progress.expect_hall()
    clock.now = HALL_SILENCE - 1
    progress.expect_hall()  # asked for once more: what is expected already stays
    assert progress.stuck() is None
    clock.now = HALL_SILENCE + 30
    assert progress.stuck() == "hall should have gone on 30 s ago"
    progress.exchange(look("/hall", "POST"))  # a table that is opened is no look at the hall
    assert progress.stuck() is not None
    progress.exchange(look("/hall", "GET"))
    assert progress.stuck() is None
    clock.now += HALL_SILENCE + 1
    assert progress.stuck() is not None
    progress.over(HALL)  # nothing is looked for any more
    assert progress.stuck() is None


def test_a_hall_that_is_out_of_reach_for_a_day_is_tried() -> None:
    clock = Clock()
    progress = Progress(clock)
    for clock.now in range(0, 86_400, 60):
        progress.expect_hall()
        progress.exchange(look("/hall", "GET", code=0))
        assert progress.stuck() is None


def test_who_is_not_let_in_need_not_look() -> None:
    clock = Clock()
    progress = Progress(clock)
    progress.exchange(look())
    clock.now = 10 * HALL_SILENCE
    progress.renew()
    assert progress.stuck() is None
