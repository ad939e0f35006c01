"""A pilot for a starship that has none: only where he may really go, and for what it brings there."""

from judged_table import FLIER, SHIP, Seat, offers

from gemp_bot.evaluators.crewing import best_empty_ship

MOON_COLUMN = 2


def test_an_empty_starship_where_we_may_deploy_gets_its_pilot() -> None:
    seat = Seat()
    seat.put(SHIP, column=MOON_COLUMN)
    (pilot,) = seat.held(FLIER)
    ctx = seat.context(offers(seat, pilot))
    found = best_empty_ship(ctx, pilot, ctx.stats(FLIER.blueprint_id))
    assert found is not None
    assert found.force > 0
    assert found.text.startswith("pilot of Ship at Moon")


def test_no_pilot_for_an_empty_starship_that_is_not_offered() -> None:
    """An empty starship is no presence: where they alone have icons nobody of ours may be deployed."""
    seat = Seat()
    seat.put(SHIP, column=MOON_COLUMN)
    (pilot,) = seat.held(FLIER)
    ctx = seat.context(offers(seat, pilot))
    ctx.memory.deploys.offer([pilot], frozenset({0}))
    assert best_empty_ship(ctx, pilot, ctx.stats(FLIER.blueprint_id)) is None
