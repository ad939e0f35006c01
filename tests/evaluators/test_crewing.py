"""A pilot for a starship that has none: only where he may really go, and for what it brings there."""

import pytest
from judged_table import FLIER, SHIP, Seat, offers

from gemp_bot.evaluators.crewing import best_empty_ship
from gemp_bot.evaluators.weighed import Part

MOON_COLUMN = 2


@pytest.mark.parametrize("offered", [None, frozenset({MOON_COLUMN})])
def test_an_empty_starship_where_we_may_deploy_gets_its_pilot(offered: frozenset[int] | None) -> None:
    found = pilot_for_the_ship(offered)
    assert found is not None
    assert found.force > 0
    assert found.text.startswith("pilot of Ship at Moon")


def test_no_pilot_for_an_empty_starship_where_the_server_did_not_offer_it() -> None:
    assert pilot_for_the_ship(frozenset({0})) is None


def pilot_for_the_ship(offered: frozenset[int] | None) -> Part | None:
    """What a pilot in our hand brings aboard the empty starship at the moon.

    Args:
        offered: columns that the server offered for him; None for not asked yet.
    """
    seat = Seat()
    seat.put(SHIP, column=MOON_COLUMN)
    seat.tell(mine=(-1, -1, 0))
    (pilot,) = seat.held(FLIER)
    ctx = seat.context(offers(seat, pilot))
    if offered is not None:
        ctx.memory.deploys.offer([pilot], offered)
    return best_empty_ship(ctx, pilot, ctx.stats(FLIER.blueprint_id))
