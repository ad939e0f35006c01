"""What Force is saved for: what our next turn may bring, as far as the server shows it."""

import pytest
from judged_table import KNIGHT, LUKE, VADER, Seat, offers

from gemp_bot.evaluators.planning import plan_of
from gemp_bot.protocol.ids import CardId

FIELD_COLUMN = 1


@pytest.fixture
def seat() -> Seat:
    """Vader alone holds the field: none of ours is worth placing there by himself."""
    made = Seat()
    made.put(VADER, column=FIELD_COLUMN)
    made.tell(theirs=(-1, 6, -1), force_pile=5)
    return made


def planned(seat: Seat, *offered: CardId) -> set[CardId]:
    plan = plan_of(seat.context(offers(seat, *offered)))
    return {card for step in (*plan.steps, *plan.later) for card in step.cards}


def test_a_card_that_is_too_dear_today_is_saved_for(seat: Seat) -> None:
    luke, knight = seat.held(LUKE, KNIGHT)
    seat.tell(theirs=(-1, 6, -1), force_pile=1)
    assert planned(seat) == {luke, knight}


def test_a_card_that_could_be_paid_and_is_not_offered_is_not_saved_for(seat: Seat) -> None:
    luke, knight = seat.held(LUKE, KNIGHT)
    assert luke not in planned(seat, knight)
