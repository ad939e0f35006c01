"""What Force is saved for: what our next turn may bring, as far as the server shows it."""

import pytest
from judged_table import ALL, GUARD, JUNK, KNIGHT, LUKE, ME, MOON, TROOPER, VADER, WALKER, Seat, menu, offers
from made_table import action, card, cost, effect, index_of, starship

from gemp_bot.cards import Card, CardType, Icon, SubType
from gemp_bot.cards.texts import Moment
from gemp_bot.evaluators.piles import wanted_hand
from gemp_bot.evaluators.planning import plan_of
from gemp_bot.procedures import load_strategy
from gemp_bot.protocol.decisions import CardActionChoice
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged.memory_writer import note_question
from gemp_bot.strategy.judged.vocabulary import make_vocabulary

FIELD_COLUMN = 1
BARRIER = card(
    41, "Barrier", CardType.INTERRUPT, Side.LIGHT,
    action(
        "Barrier", cost("use_force", player="$you", amount=1), effect("cancel_battle"), moment=Moment.AFTER
    ),
)  # fmt: skip
"""A response that uses 1 Force."""


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


def drawing(seat: Seat) -> CardActionChoice:
    """The menu of the draw phase, which begins."""
    top = seat.top(Zone.TOP_OF_FORCE_PILE)
    seat.turn(phase=Phase.DRAW)
    return menu((top, "Draw card into hand from Force Pile"), text="Choose Draw action or Pass")


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
    asked = drawing(seat)
    seat.tell(hand=1, force_pile=2)
    assert seat.answer(asked) == ""
    seat.tell(hand=1, force_pile=3)
    assert seat.answer(asked) == "0"


def test_a_card_is_deployed_with_force_to_maintain_it(seat: Seat) -> None:
    """Trap: Chewie, Enraged came for 6 of 6 Force and wanted 2 more: he was in the Used Pile that turn."""
    seat.put(TROOPER)
    (walker,) = seat.held(WALKER)
    asked = offers(seat, walker)
    seat.tell(theirs=(1, 6, -1), force_pile=4)
    assert seat.answer(asked) == ""
    seat.tell(theirs=(1, 6, -1), force_pile=6)
    assert seat.answer(asked) == "0"


def test_a_battle_is_charged_with_what_its_force_would_maintain(seat: Seat) -> None:
    """Trap: the Force that Lando wanted was used for a battle that promised 1.8 Force."""
    seat.put(WALKER)
    seat.put(TROOPER)
    seat.turn(phase=Phase.BATTLE)
    asked = menu((seat.docks, "Initiate battle"), text="Choose Battle action or Pass")
    begun = []
    for force in (2, 3):
        seat.tell(mine=(5, -1, -1), theirs=(1, 6, -1), force_pile=force)
        begun += [each.score for each in seat.weighed(asked) if each.option is not None]
    lacking, enough = begun
    assert lacking < enough - 2, "the walker goes, of power 5"


def test_for_cards_that_gain_nothing_anywhere_others_are_drawn(seat: Seat) -> None:
    """Trap: thirteen cards that could go nowhere of use were a full hand, and 34 Force lay idle."""
    seat.put(VADER, column=0)
    guards = seat.held(*[GUARD] * 8, *[JUNK] * 6)[:8]
    seat.tell(theirs=(6, 6, -1), hand=14, force_pile=8)
    assert seat.answer(offers(seat, *guards)) == ""
    assert seat.answer(drawing(seat)) == "", "next turn they may gain"
    seat.turn(number=5, phase=Phase.DEPLOY)
    assert seat.answer(offers(seat, *guards)) == ""
    asked = drawing(seat)
    assert seat.answer(asked) == "0"
    seat.tell(theirs=(6, 6, -1), life=19, hand=14, force_pile=8)
    assert seat.answer(asked) == "", "what is in hand keeps nobody alive"


def test_for_cards_that_wait_for_force_none_are_drawn(seat: Seat) -> None:
    guards = seat.held(*[GUARD] * 8, *[JUNK] * 6)[:8]
    seat.put(VADER, column=0)
    seat.tell(theirs=(6, 6, -1), hand=14, force_pile=1)
    assert seat.answer(offers(seat, *guards)) == ""
    assert seat.answer(drawing(seat)) == ""


@pytest.mark.parametrize(("placed", "answer"), [(True, ""), (False, "0")])
def test_force_for_a_response_that_is_held_is_not_drawn_away(placed: bool, answer: str) -> None:
    """Trap: the last Force was drawn away, and a Barrier was not offered as two came down and attacked."""
    seat = Seat()
    seat.strategy = JudgedStrategy(
        0, load_strategy("strong", make_vocabulary()), index=index_of((*ALL, BARRIER))
    )
    seat.held(BARRIER, *[JUNK] * 4)
    if placed:
        seat.put(KNIGHT, column=0)
    asked = drawing(seat)
    seat.tell(mine=(5 if placed else -1, -1, -1), hand=5, force_pile=2)
    assert seat.answer(asked) == "0"
    seat.tell(mine=(5 if placed else -1, -1, -1), hand=5, force_pile=1)
    assert seat.answer(asked) == answer


class _OnGround(Seat):
    """The same without a system."""

    def place_there(self, face: Card, column: int = 0, *, system: str | None = None) -> CardId:
        return CardId(0) if face is MOON else super().place_there(face, column, system=system)


@pytest.mark.parametrize(("system", "answer"), [(True, ""), (False, "0")])
def test_no_force_is_saved_for_a_starship_without_a_system(system: bool, answer: str) -> None:
    """Trap: 16 Force was kept for the Executor, and no card drawn for turns: no system lay on table."""
    flagship = starship(
        42, "Flagship", power=9, deploy=12, forfeit=9, subtypes=(SubType.CAPITAL,), icons=((Icon.PILOT, 1),)
    )
    seat = Seat() if system else _OnGround()
    seat.strategy = JudgedStrategy(
        0, load_strategy("strong", make_vocabulary()), index=index_of((*ALL, flagship))
    )
    seat.held(flagship, *[JUNK] * 4)
    asked = drawing(seat)
    seat.tell(mine=(-1, -1, -1), hand=5, force_pile=5)
    assert seat.answer(asked) == answer
