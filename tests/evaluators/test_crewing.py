"""A pilot for a starship or vehicle that has none: only where it may really go."""

import pytest
from judged_table import FLIER, SHIP, Seat, offers

from gemp_bot.evaluators.planning import plan_of
from gemp_bot.valuation.deployment import PlannedDeployment

MOON_COLUMN = 2


@pytest.mark.parametrize("boardable", [None, frozenset({MOON_COLUMN})])
def test_an_empty_starship_where_we_may_deploy_gets_its_pilot(boardable: frozenset[int] | None) -> None:
    (step,) = pilot_for_the_ship(boardable)
    assert step.column == MOON_COLUMN
    assert set(step.aboard) == set(step.cards)
    assert step.gain > 0
    assert step.mine.cards == 1, "who is aboard does not stand by itself"


def test_no_pilot_for_an_empty_starship_where_the_server_did_not_offer_it() -> None:
    assert not pilot_for_the_ship(frozenset())


def pilot_for_the_ship(boardable: frozenset[int] | None) -> tuple[PlannedDeployment, ...]:
    """What is planned for a pilot that may stand nowhere, with an empty starship of ours at the moon.

    Args:
        boardable: columns of starships that the server offered for it; None for not asked yet.
    """
    seat = Seat()
    seat.put(SHIP, column=MOON_COLUMN)
    seat.tell(mine=(-1, -1, 0))
    (pilot,) = seat.held(FLIER)
    ctx = seat.context(offers(seat, pilot))
    ctx.memory.deploys.illegal.update((pilot, column) for column in range(MOON_COLUMN))
    if boardable is not None:
        ctx.memory.deploys.offer([pilot], frozenset(), boardable)
    return plan_of(ctx).steps
