"""What a move changes for what texts want held."""

from plan_scene import site

from gemp_bot.effects import Need
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.valuation.needs import moved

SENATOR, OTHER = BlueprintId("9_1"), BlueprintId("9_2")
HALL, ROOM, ELSEWHERE = site(0), site(1), site(2)


def test_a_card_that_is_counted_at_both_places_changes_nothing_by_going() -> None:
    """Trap: a third of a flip was promised for each move between two sites that both count."""
    need = Need(
        "", frozenset({0, 1}), frozenset(), 3, who=frozenset({SENATOR}), cards=1, force=3.0
    )  # fmt: skip

    def worth(here: int, there: int, card: BlueprintId) -> float:
        ends = (HALL, ROOM, ELSEWHERE)
        return moved(need, ends[here], ends[there], (), (card,), left=True)

    assert worth(0, 1, SENATOR) == 0
    assert worth(0, 2, SENATOR) == -1
    assert worth(2, 0, SENATOR) == 1
    assert worth(2, 0, OTHER) == 0


def test_a_location_counts_once() -> None:
    need = Need("", frozenset({1}), frozenset({0}), 2, force=2.0)
    assert moved(need, HALL, ROOM, (), (OTHER,), left=True) == 0
    assert moved(need, HALL, ROOM, (OTHER,), (SENATOR,), left=False) == 1
    assert moved(need, HALL, ELSEWHERE, (), (OTHER,), left=True) == -1
