"""What may be thought with, of what is left on the clock and of the question's own limit."""

import pytest

from gemp_bot.play.timing import TimeLeft
from gemp_bot.protocol.bounds import PlayerNames
from gemp_bot.protocol.decisions import EmptyDecision
from gemp_bot.protocol.decode import GameUpdate
from gemp_bot.protocol.events import Asked, SnapshotStart
from gemp_bot.protocol.ids import ChannelNumber, PlayerName
from gemp_bot.state import Table

ME, THEM = PlayerName("me"), PlayerName("them")


class Time:
    """A game of whose clock we hear."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.left = TimeLeft(lambda: self.now)
        self.table = Table()

    def hear(self, clock: int, *, asked: bool = True, opened: bool = False) -> None:
        start = (SnapshotStart(participant_id=ME, all_participant_ids=PlayerNames((THEM, ME))),)
        question = (Asked(participant_id=ME, id=1, decision=EmptyDecision(text="?")),) if asked else ()
        self.table = Table()
        self.table.apply(GameUpdate(opened, ChannelNumber(0), (*start, *question), {ME: clock, THEM: 7}))
        self.left.saw(self.table, opened=opened)

    def wait(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [(3600, 60), (1210, 60), (610, 30), (130, 6), (30, 1), (10, 0), (3, 0), (0, 0), (-1, 0)],
)
def test_thinking_shrinks_with_the_clock(time: Time, clock: int, seconds: float) -> None:
    time.hear(clock)
    assert time.left.to_think(60) == pytest.approx(seconds)
    assert time.left.to_think(2) == pytest.approx(min(seconds, 2)), "never above the settings"


def test_the_clock_runs_while_nothing_is_heard(time: Time) -> None:
    time.hear(130)
    time.wait(100)
    assert time.left.clock == 30
    assert time.left.to_think(60) == pytest.approx(1)


@pytest.mark.parametrize(("waited", "seconds"), [(0, 60), (200, 45), (280, 5), (5000, 5)])
def test_a_question_that_waited_is_answered_before_its_limit(
    time: Time, waited: float, seconds: float
) -> None:
    time.hear(9000)
    time.wait(waited)
    assert time.left.to_think(60) == pytest.approx(seconds)


def test_a_question_found_after_an_absence_may_have_come_just_after_we_left(time: Time) -> None:
    time.hear(9000, asked=False)
    time.wait(200)
    time.hear(8900, opened=True)
    assert time.left.decision == 100
    time.left.answered()
    time.wait(5)
    time.hear(8890)
    assert time.left.decision == 300


def test_opening_anew_makes_no_question_younger(time: Time) -> None:
    time.hear(9000, opened=True)
    assert time.left.decision == 300
    time.wait(100)
    time.hear(8900, opened=True)
    assert time.left.decision == 200
    time.left.answered()
    time.wait(30)
    time.hear(8870, opened=True)
    assert time.left.decision == 270, "the next one came at once, for all we know"


def test_what_is_not_known_limits_nothing(time: Time) -> None:
    assert time.left.to_think(60) == 60
    time.left.saw(Table(), opened=True)
    assert time.left.to_think(60) == 60


def test_a_clock_that_runs_without_a_question_is_noticed(time: Time) -> None:
    for clock in (3600, 3597, 3594, 3591):
        assert not time.left.unheard
        time.hear(clock, asked=False)
    time.hear(3588, asked=False)
    assert time.left.unheard


def test_where_there_is_no_question_after_all_it_is_asked_for_less_often(time: Time) -> None:
    time.left.look_again()
    time.hear(3600, asked=False, opened=True)
    time.hear(3588, asked=False)
    assert not time.left.unheard
    time.hear(3576, asked=False)
    assert time.left.unheard
    time.hear(3570)
    for clock in (3600, 3588):
        time.hear(clock, asked=False)
    assert time.left.unheard, "a question came: the next one is waited for as long as the first"


def test_what_we_thought_ourselves_is_no_sign(time: Time) -> None:
    time.hear(3600)
    time.left.answered()
    time.hear(3500, asked=False)
    time.hear(3500, asked=False)
    assert not time.left.unheard
