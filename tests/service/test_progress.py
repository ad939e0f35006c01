"""What must go on, and which silence is legitimate."""

from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import GameId
from gemp_bot.service.progress import Progress


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


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
