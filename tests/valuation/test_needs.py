"""What a move changes for what texts want held."""

from typing import Any

from msgspec.structs import replace
from plan_scene import facts, site
from worth_scene import group, outlook

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.effects import Need
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.valuation.needs import brought, flip_needs, helps, moved, told
from gemp_bot.valuation.position import NOBODY, FighterView

SENATOR, OTHER = BlueprintId("9_1"), BlueprintId("9_2")
HALL, ROOM, ELSEWHERE = site(0), site(1), site(2)
COME = group(2, 2)


def gained(need: Need, *ends: Any, **groups: Any) -> float:
    """What a move brings of a need, in Force."""
    return brought(need, moved(need, *ends, **groups))


def test_a_card_that_is_counted_at_both_places_changes_nothing_by_going() -> None:
    """Trap: a third of a flip was promised for each move between two sites that both count."""
    need = Need(
        "", frozenset({0, 1}), frozenset(), 3, who=frozenset({SENATOR}), cards=1, force=3.0
    )  # fmt: skip

    def worth(here: int, there: int, card: BlueprintId) -> float:
        ends = (HALL, ROOM, ELSEWHERE)
        return gained(need, ends[here], ends[there], (), (card,), left=NOBODY, joined=COME)

    assert worth(0, 1, SENATOR) == 0
    assert worth(0, 2, SENATOR) == -1
    assert worth(2, 0, SENATOR) == 1
    assert worth(2, 0, OTHER) == 0


def test_what_ends_a_text_of_theirs_is_told_so_and_does_not_save_it_for_all_turns() -> None:
    need = Need("Occupation", frozenset({1}), frozenset(), control=True, a_turn=5.0, ends=True)
    (found,) = flip_needs([need], outlook())
    assert 0 < found.force < 5.0 * outlook().turns
    assert told([found], ROOM, (OTHER,), COME) == "1 of 1 places that end Occupation"


def test_a_location_counts_once() -> None:
    need = Need("", frozenset({1}), frozenset({0}), 2, force=2.0)
    assert gained(need, HALL, ROOM, (), (OTHER,), left=NOBODY, joined=COME) == 0
    assert gained(need, HALL, ROOM, (OTHER,), (SENATOR,), left=COME, joined=COME) == 1
    assert gained(need, HALL, ELSEWHERE, (), (OTHER,), left=NOBODY, joined=COME) == -1


def test_two_moves_are_not_both_promised_the_last_place_of_a_flip() -> None:
    """Trap: each planned move of a turn was weighed by what was held before all of them."""
    need = Need("", frozenset({1, 2}), frozenset({0}), 2, force=2.0)
    once = moved(need, HALL, ROOM, (OTHER,), (SENATOR,), left=COME, joined=COME)
    assert gained(once, HALL, ELSEWHERE, (), (OTHER,), left=NOBODY, joined=COME) == 0
    assert gained(once, HALL, ROOM, (), (OTHER,), left=NOBODY, joined=COME) == -1


def test_an_operative_on_its_planet_counts_where_somebody_else_controls() -> None:
    """Trap: three Operatives alone were to flip Imperial Occupation, and nothing ever flipped."""
    need = Need("", frozenset({0, 1}), frozenset(), 2, control=True, who=frozenset({SENATOR}), force=2.0)
    alone = NOBODY.with_more(2, 0, 2, operatives=frozenset({"Senator"}))
    assert not helps(need, HALL, (SENATOR,), alone)
    assert helps(need, HALL, (SENATOR, OTHER), alone.with_more(2, 2, 2))
    assert gained(need, ELSEWHERE, HALL, (), (SENATOR,), left=NOBODY, joined=alone) == 0

    there = fighter(facts(1), SENATOR, operative=True)
    waiting = replace(HALL, mine=replace(alone, units=(there,)))
    assert helps(need, waiting, (OTHER,), alone.with_more(2, 2, 2)), "who comes gives control"
    assert not helps(need, HALL, (OTHER,), COME)


def fighter(sheet: CardFacts, face: BlueprintId, **more: Any) -> FighterView:
    card = replace(sheet.card, blueprint_id=face)
    return FighterView(CardId(1), replace(sheet, card=card), 2, 0, 2, True, None, False, **more)
