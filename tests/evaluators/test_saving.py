"""What Force is saved for: what our next turn may bring, as far as the server shows it."""

import pytest
from judged_table import KNIGHT, LUKE, ME, VADER, WALKER, Seat, menu, offers

from gemp_bot.evaluators.piles import wanted_hand
from gemp_bot.evaluators.planning import plan_of
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.strategy.judged.memory_writer import note_question

FIELD_COLUMN = 1


@pytest.fixture
def seat() -> Seat:
    """Vader alone holds the field: none of ours is worth placing there by himself."""
    made = Seat()
    made.put(VADER, column=FIELD_COLUMN)
    made.tell(theirs=(-1, 6, -1), force_pile=5)
    return made


def planned(seat: Seat, *offered: CardId) -> set[CardId]:
    ctx = seat.context(offers(seat, *offered))
    note_question(ctx)
    plan = plan_of(ctx)
    return {card for step in (*plan.steps, *plan.later) for card in step.cards}


def test_a_card_that_is_too_dear_today_is_saved_for(seat: Seat) -> None:
    luke, knight = seat.held(LUKE, KNIGHT)
    seat.tell(theirs=(-1, 6, -1), force_pile=1)
    assert planned(seat) == {luke, knight}


def test_a_card_that_could_be_paid_and_is_not_offered_is_not_saved_for(seat: Seat) -> None:
    luke, knight = seat.held(LUKE, KNIGHT)
    assert luke not in planned(seat, knight)


def test_for_a_card_that_has_nowhere_to_go_another_one_is_drawn(seat: Seat) -> None:
    luke, knight = seat.held(LUKE, KNIGHT)
    seat.decide(offers(seat, luke, knight))
    live = wanted_hand(seat.context())
    seat.decide(offers(seat, luke))
    assert knight in seat.memory.deploys.stuck
    assert wanted_hand(seat.context()) > live


def test_a_card_that_was_not_offered_is_not_saved_for_when_it_is_too_dear_again(seat: Seat) -> None:
    """Its text forbids it: with less Force it is not offered for two reasons."""
    luke, knight = seat.held(LUKE, KNIGHT)
    seat.decide(offers(seat, knight))
    seat.turn(number=4)
    seat.tell(theirs=(-1, 6, -1), force_pile=1)
    assert luke not in planned(seat)
    seat.tell(theirs=(-1, 6, -1), force_pile=5)
    assert luke in planned(seat, luke, knight)


def test_a_card_that_is_offered_from_elsewhere_than_our_hand_is_planned(seat: Seat) -> None:
    """Trap: 345 offers of cards stacked on others were never taken, as plans were made of the hand alone."""
    (luke,) = seat.held(LUKE)
    knight = seat.put(KNIGHT, Zone.STACKED, owner=ME, on=seat.docks)
    assert {luke, knight} <= planned(seat, luke, knight)


def test_force_to_maintain_what_is_in_play_is_not_drawn_away(seat: Seat) -> None:
    """Trap: the last Force was drawn, and a vehicle of power 8 went to the Used Pile for want of it."""
    seat.put(WALKER)
    top = seat.top(Zone.TOP_OF_FORCE_PILE)
    seat.turn(phase=Phase.DRAW)
    asked = menu((top, "Draw card into hand from Force Pile"), text="Choose Draw action or Pass")
    seat.tell(hand=1, force_pile=2)
    assert seat.answer(asked) == ""
    seat.tell(hand=1, force_pile=3)
    assert seat.answer(asked) == "0"
