"""What the opponent can do about a place: more that they can bring is never less danger."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from worth_scene import group, groups, made_card, outlook, places, site, table

from gemp_bot.cards import CardType, SubType
from gemp_bot.protocol.ids import CardId
from gemp_bot.valuation.attacks import SETTLED, Around, Chance, attack_chances, stronger
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.places import risk, worth
from gemp_bot.valuation.position import NOBODY, FighterView, Group, LocationNumbers
from gemp_bot.valuation.reply import Reply, near_power, reply_of

powers = st.floats(0, 30)
replies = st.builds(Reply, hand=st.integers(0, 15).map(float), power=powers)


def facing(reply: Reply) -> Outlook:
    return msgspec.structs.replace(outlook(), reply=reply)


@given(place=places(), ours=groups(), theirs=groups(), before=replies, power=powers, hand=st.integers(0, 6))
def test_more_that_they_can_bring_is_never_less_danger(
    *, place: LocationNumbers, ours: Group, theirs: Group, before: Reply, power: float, hand: int
) -> None:
    after = Reply(before.hand + hand, before.power + power)
    assert risk(place, ours, facing(after)) >= risk(place, ours, facing(before)) - 1e-9
    chances = attack_chances()
    for one in (chances.alone, chances.both):
        fewer, more = (one.of(ours.power, 1, reply.around(site())) for reply in (before, after))
        assert more >= fewer
    held = msgspec.structs.replace(place, their_drain=0.0)
    for mine, others in ((ours, NOBODY), (NOBODY, theirs), (ours, theirs)):
        assert worth(held, mine, others, facing(after), ours_first=False) <= (
            worth(held, mine, others, facing(before), ours_first=False) + 1e-9
        )


@given(power=powers, more=powers, ability=st.floats(0, 9), reply=replies)
def test_more_of_ours_is_never_attacked_more(power: float, more: float, ability: float, reply: Reply) -> None:
    chances, bring = attack_chances(), reply.around(site())
    assert chances.alone.of(power + more, ability, bring) <= chances.alone.of(power, ability, bring)
    ahead = power - 15

    def attacked(by: float) -> float:
        return chances.both.of(by, ability, bring, stronger(by))

    assert attacked(ahead + more) <= attacked(ahead)


def test_a_weak_character_is_in_danger_only_where_they_can_bring_somebody() -> None:
    ours = group(2, 1, 2)
    idle, full = Reply(hand=1), Reply(hand=12, power=14)
    assert risk(site(), ours, facing(full)) > 4 * risk(site(), ours, facing(idle))
    assert worth(site(), ours, NOBODY, facing(idle), ours_first=True) > worth(
        site(), ours, NOBODY, facing(full), ours_first=True
    )


def test_what_weak_groups_cost_is_what_they_cost_in_recorded_games() -> None:
    weak, even = group(2, 2, 4), group(5, 3, 5)
    full, few = Reply(hand=7, power=10, turn=3), Reply(hand=2, power=3, turn=SETTLED)
    assert 2.0 <= risk(site(), weak, facing(full)) <= 3.0  # 2.1 to 2.7 a turn in 108 turns, the first four
    assert risk(site(), weak, facing(few)) < 0.7  # 7 in 100 turns, about 6 each
    assert risk(site(), group(8, 6, 10), facing(full)) < 0.3
    left = worth(site(drain=0.0, their_drain=0.0), even, even, facing(full), ours_first=False)
    assert left < -1.5


def test_they_have_one_group_for_all_places() -> None:
    weak, one = group(3, 3, 4), site()
    alone = Reply(hand=7, power=10, turn=3, alone=frozenset({0}))
    three = Reply(hand=7, power=10, turn=3, alone=frozenset({0, 1, 2}))
    here, each = (risk(one, weak, facing(reply)) for reply in (alone, three))
    assert each < here < 3 * each


def test_a_chance_stays_one_however_large_the_numbers() -> None:
    one = Chance(intercept=1000.0, power=-1000.0)
    assert 0 <= one.of(900.0, 0.0, Around(0, 0, 1, 0, 1)) < 1e-9
    assert one.of(0.0, 0.0, Around(0, 0, 1, 0, 1)) == pytest.approx(1.0)


def stands(power: float, *, starship: bool = False, host: int | None = None) -> Group:
    facts = made_card("1_1", CardType.STARSHIP if starship else CardType.CHARACTER)
    unit = FighterView(
        CardId(int(power)), facts, power, 3, 3, False, None if host is None else CardId(host), False
    )
    return msgspec.structs.replace(group(power, 3, 3), units=(unit,))


def of_planet(column: int, system: str, **more: Any) -> LocationNumbers:
    return site(column, system=system, **more)


def test_who_stands_beside_a_site_can_come() -> None:
    row = [
        of_planet(0, "Hoth", theirs=stands(5)),
        of_planet(1, "Hoth"),
        of_planet(2, "Hoth"),
        of_planet(3, "Endor", theirs=stands(4)),
    ]
    assert near_power(table(row)) == (0, 5, 0, 0)
    passenger = [of_planet(0, "Hoth", theirs=stands(5, host=7)), of_planet(1, "Hoth")]
    assert near_power(table(passenger)) == (0, 0)


def test_docking_bays_and_systems_are_near_each_other() -> None:
    bay = made_card("900_9", CardType.LOCATION, SubType.SITE, bay=True)
    space = made_card("900_8", CardType.LOCATION, SubType.SYSTEM)
    there = [
        of_planet(0, "Hoth", facts=bay, theirs=stands(5)),
        of_planet(1, "Endor", facts=bay),
        of_planet(2, "Hoth", facts=space, theirs=stands(6, starship=True)),
        of_planet(3, "Endor", facts=space),
    ]
    assert near_power(table(there)) == (0, 5, 0, 6)


@given(power=powers, force=st.integers(0, 20), more=st.integers(0, 20))
def test_without_knowledge_more_force_is_never_less_power(power: float, force: int, more: int) -> None:
    def told(pile: int) -> Reply:
        position = table([site()])
        zones = msgspec.structs.replace(position.their_zones, force_pile=pile)
        return reply_of(msgspec.structs.replace(position, their_zones=zones))

    assert told(force).power <= told(force + more).power
    assert reply_of(table([site()]), power).power == power
