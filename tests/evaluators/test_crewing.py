"""Pilots for starships and vehicles in play: only where they may really go, and each for what it adds."""

import msgspec
import pytest
from judged_table import FLIER, RAIDER, SHIP, Seat, offers, pick

from gemp_bot.evaluators.battles import odds
from gemp_bot.evaluators.planning import plan_of
from gemp_bot.valuation.deployment import PlannedDeployment
from gemp_bot.valuation.position import Group

MOON_COLUMN = 2
WHERE = "Choose where to deploy <div>Flier</div>, or click 'Done' to cancel"


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


def test_two_pilots_of_an_empty_starship_are_not_both_reckoned_with_its_power() -> None:
    """Once they were: power 8 was promised against 8, and 5 stood there."""
    seat = Seat()
    seat.put(SHIP, column=MOON_COLUMN)
    seat.put(RAIDER, column=MOON_COLUMN)
    seat.tell(mine=(-1, -1, 0), theirs=(-1, -1, 4))
    pilots = seat.held(FLIER, FLIER)
    ctx = seat.context(offers(seat, *pilots))
    ctx.memory.deploys.illegal.update((pilot, column) for pilot in pilots for column in range(MOON_COLUMN))
    steps = plan_of(ctx).steps
    assert all(len(step.cards) == 1 and step.mine.power == SHIP.power for step in steps)


def test_a_pilot_joins_a_starship_that_has_one_where_that_wins_a_battle() -> None:
    """With ability 4 a battle destiny is drawn."""
    seat = Seat()
    ship = seat.put(SHIP, column=MOON_COLUMN)
    seat.put(FLIER, on=ship)
    seat.put(RAIDER, column=MOON_COLUMN)
    seat.tell(mine=(-1, -1, 4), theirs=(-1, -1, 4))
    (pilot,) = seat.held(FLIER)
    assert seat.answer(offers(seat, pilot)) == "0"
    assert seat.answer(pick(WHERE, seat.docks, ship)) == str(ship)


def test_who_is_aboard_pays_too_and_the_only_pilot_costs_what_he_flies() -> None:
    """Trap: battles were priced as if only ships paid, and nobody was lost with them."""

    def lost(pilots: int) -> float:
        seat = Seat()
        seat.put(RAIDER, column=MOON_COLUMN)
        ship = seat.put(SHIP, column=MOON_COLUMN)
        for _ in range(pilots):
            seat.put(FLIER, on=ship)
        seat.tell(mine=(-1, -1, 4), theirs=(-1, -1, 7))
        ctx = seat.context()
        place = ctx.position.in_column(MOON_COLUMN)
        assert place is not None
        still = msgspec.structs.replace(place, mine=_undrawn(place.mine), theirs=_undrawn(place.theirs))
        return float(odds(ctx, still).ours)

    assert 2 * lost(pilots=2) < lost(pilots=1), "one of two pays 3 battle damage, and the ship flies on"


def _undrawn(group: Group) -> Group:
    return msgspec.structs.replace(group, draws=0)
