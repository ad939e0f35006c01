"""Operatives at sites of their planet, as they are judged: they block, and neither drain nor stand twice."""

from msgspec.structs import replace
from plan_scene import QUIET, as_they_are, facts, plan, recruit
from worth_scene import group, outlook, site, table

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.protocol.ids import CardId
from gemp_bot.search.ways import NO_WAY, Way
from gemp_bot.valuation.deployment import Bounds, Recruit
from gemp_bot.valuation.features import place_outline
from gemp_bot.valuation.places import prospects
from gemp_bot.valuation.position import NOBODY, FighterView, Group, LocationNumbers

FOREST, DESERT = site(0, system="Eriadu"), site(1, system="Eriadu")
ALONE = NOBODY.with_more(2, 0, 2, operatives=frozenset({"Eriadu Operative"}))


def operative(number: int) -> CardFacts:
    made = facts(number, power=2.0, ability=1.0, forfeit=2.0, operative_of="eriadu")
    return replace(made, card=replace(made.card, title="Eriadu Operative"))


def comes(number: int) -> Recruit:
    return replace(recruit(number, 2, 1, 1), facts=operative(number))


def as_there(one: Recruit, place: LocationNumbers) -> Recruit:
    operatives = place.operatives_of((one.facts,))
    return replace(one, ability=0.0 if operatives else one.ability, operatives=operatives)


BOUNDS = Bounds(there=as_there)


def test_its_planet_is_that_of_the_site() -> None:
    assert FOREST.is_planet_of(operative(1))
    assert not site(0, system="Hoth").is_planet_of(operative(1))
    assert not FOREST.is_planet_of(facts(1))


def test_who_comes_to_its_planet_blocks_and_does_not_control() -> None:
    assert ALONE.present
    assert not ALONE.controls
    assert not ALONE.draws
    joined = ALONE.with_more(3, 3, 3)
    assert joined.controls
    left = joined.without(3, 3, 3, last=False)
    assert left.present, "the Operative is still there"
    assert not left.controls


def test_no_drain_is_expected_of_it_and_it_still_keeps_them_from_theirs() -> None:
    def worth(mine: Group, **more: float) -> float:
        return prospects(replace(FOREST, **more), mine, NOBODY, QUIET).best

    assert worth(ALONE, drain=3.0) == worth(ALONE, drain=0.0)
    assert worth(group(2, 1, 2), drain=3.0) > worth(group(2, 1, 2), drain=0.0)
    held = place_outline(FOREST, ALONE, NOBODY).mine
    assert (held.presence, held.drain) == (True, 0.0)
    position = table([replace(FOREST, mine=ALONE), replace(DESERT, theirs=ALONE)])
    assert (position.drains, position.their_drains) == (0, 0)
    they = group(4, 4, 4)
    assert table([replace(FOREST, theirs=they)]).their_drains == 1
    assert table([replace(FOREST, mine=ALONE, theirs=they)]).their_drains == 0


def test_theirs_do_not_drain_us() -> None:
    def worth(theirs: Group) -> float:
        return prospects(replace(FOREST, their_drain=3.0), NOBODY, theirs, outlook()).best

    assert worth(ALONE) > worth(group(2, 1, 2))


def test_two_of_a_title_are_not_planned_for_one_site() -> None:
    """Trap: three went to one site by plan, and two of them were never offered it."""
    both = [comes(1), comes(2)]
    found = plan(table([FOREST, DESERT]), both, bounds=BOUNDS)
    assert all(len(step.cards) == 1 for step in found.steps)
    assert not BOUNDS.allows(both[0], replace(FOREST, mine=ALONE))
    assert BOUNDS.allows(both[0], replace(site(0, system="Hoth"), mine=ALONE))
    assert not BOUNDS.allow_together([as_there(one, FOREST) for one in both])
    assert BOUNDS.allow_together(both)


def test_none_moves_to_where_another_is() -> None:
    units = tuple(
        FighterView(CardId(at), operative(at), 2, 0, 2, True, None, False, operative=True) for at in (1, 2)
    )
    here = replace(FOREST, mine=replace(ALONE, units=units[:1]))
    there = replace(DESERT, mine=replace(ALONE, units=units[1:]))
    assert Way(here, there, QUIET, (), as_they_are).gain(units[:1]) == NO_WAY
    away = Way(here, site(1, system="Hoth"), QUIET, (), as_they_are)
    left, joined = away.after(units[:1])
    assert left == NOBODY
    assert joined.controls, "elsewhere it is like anybody"
    assert joined.ability == 1
