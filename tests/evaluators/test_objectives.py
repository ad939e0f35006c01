"""Which places bring an objective nearer, and how that is told."""

import msgspec

from gemp_bot.effects import Need
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.valuation.card_stats import NO_CARD
from gemp_bot.valuation.needs import FLIP, helps, moved, stops, told
from gemp_bot.valuation.position import NOBODY, Group, LocationView

REBEL, OTHER = BlueprintId("1_1"), BlueprintId("1_2")
NEED = Need("A Goal", frozenset({1}), frozenset({0}), 3, control=True, who=frozenset({REBEL}), force=FLIP)
EMPTY = LocationView(1, None, NO_CARD, NOBODY, NOBODY, drain=0, their_drain=0, gives=1, their_gives=1)
FOE = Group(4, 3, 4, present=True)


def test_a_place_helps_if_it_counts_with_who_comes() -> None:
    assert helps(NEED, EMPTY, [OTHER, REBEL])
    assert not helps(NEED, EMPTY, [OTHER])
    assert not helps(NEED, msgspec.structs.replace(EMPTY, column=0), [REBEL])


def test_control_is_not_got_beside_the_opponent() -> None:
    contested = msgspec.structs.replace(EMPTY, theirs=FOE)
    assert not helps(NEED, contested, [REBEL])
    assert helps(msgspec.structs.replace(NEED, control=False), contested, [REBEL])


def test_the_reason_counts_the_places() -> None:
    assert told([NEED], EMPTY, [REBEL]) == "2 of 3 places for the flip of A Goal"
    assert told([NEED], EMPTY, [OTHER]) == ""


def test_what_has_enough_needs_no_more() -> None:
    assert not helps(msgspec.structs.replace(NEED, number=1), EMPTY, [REBEL])


class TestTheirs:
    """The opponent controls the place of column 0 for a flip of theirs."""

    HELD = msgspec.structs.replace(EMPTY, column=0, theirs=FOE)

    def test_our_presence_takes_a_place_of_theirs_from_it(self) -> None:
        assert stops(NEED, self.HELD) == FLIP / 3

    def test_a_place_that_does_not_count_for_it_stops_nothing(self) -> None:
        assert stops(NEED, msgspec.structs.replace(self.HELD, column=1)) == 0

    def test_what_they_only_occupy_is_not_stopped_by_being_there(self) -> None:
        assert stops(msgspec.structs.replace(NEED, control=False), self.HELD) == 0

    def test_of_more_places_than_they_need_one_stops_nothing(self) -> None:
        assert stops(msgspec.structs.replace(NEED, counting=frozenset({0, 2}), number=1), self.HELD) == 0


class TestMoves:
    HERE = msgspec.structs.replace(EMPTY, column=0)
    ELSEWHERE = msgspec.structs.replace(EMPTY, column=2)

    def test_going_where_it_counts_is_worth_a_share_of_the_flip(self) -> None:
        assert moved(NEED, self.ELSEWHERE, EMPTY, [], [REBEL], left=True) == FLIP / 3

    def test_leaving_what_counts_costs_as_much(self) -> None:
        assert moved(NEED, self.HERE, self.ELSEWHERE, [], [REBEL], left=True) == -FLIP / 3

    def test_from_one_that_counts_to_another_changes_nothing(self) -> None:
        assert moved(NEED, self.HERE, EMPTY, [], [REBEL], left=True) == 0

    def test_a_place_still_counts_with_who_is_wanted_there(self) -> None:
        assert moved(NEED, self.HERE, EMPTY, [REBEL], [REBEL], left=False) == FLIP / 3
        assert moved(NEED, self.HERE, self.ELSEWHERE, [OTHER], [REBEL], left=False) == -FLIP / 3

    def test_a_flip_that_is_kept_by_one_place_more_loses_nothing(self) -> None:
        ample = msgspec.structs.replace(NEED, counting=frozenset({0, 3}), number=1, keeps=True)
        assert moved(ample, self.HERE, self.ELSEWHERE, [], [REBEL], left=True) == 0
