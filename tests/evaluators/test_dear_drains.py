"""What Force drains cost by texts on table: what they are worth then, and what is done to free them."""

import pytest
from judged_table import (
    FLIER,
    GUARD,
    KNIGHT,
    LUKE,
    OLD_PLAN,
    RAIDER,
    SHIP,
    TOLL,
    TROOPER,
    VADER,
    Seat,
    menu,
    offers,
)

from gemp_bot.cards import Card
from gemp_bot.effects import Need
from gemp_bot.evaluators.shields import dearer_drains
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.valuation.needs import worth_of_drains
from gemp_bot.valuation.weights import Weights

PRICE = Weights().force_price


@pytest.fixture
def seat() -> Seat:
    """Luke holds the Docks; a Force drain uses 3 Force of who does not occupy a site and a system."""
    made = Seat(phase=Phase.CONTROL)
    made.put(LUKE)
    made.put(TOLL, Zone.SIDE_OF_TABLE)
    made.tell(mine=(5, -1, -1))
    return made


def free(seat: Seat) -> None:
    seat.put(FLIER, on=seat.put(SHIP, column=2))
    seat.tell(mine=(5, -1, 4))


def drains(seat: Seat) -> float:
    place = seat.context().position.at(seat.docks)
    assert place is not None
    return place.drain


def needs(seat: Seat) -> list[Need]:
    return [need for need in seat.context().reader.needs if need.drain_cost]


class TestCost:
    def test_it_is_known_before_the_first_drain(self, seat: Seat) -> None:
        assert seat.context().drain_cost(seat.docks) == 3
        before = drains(seat)
        free(seat)
        assert seat.context().drain_cost(seat.docks) == 0
        assert drains(seat) == pytest.approx(before + 3 * PRICE)

    def test_theirs_cost_them_as_much(self, seat: Seat) -> None:
        seat.put(VADER, column=1)
        seat.tell(mine=(5, -1, -1), theirs=(-1, 6, -1))
        place = seat.context().position.at(seat.field)
        without = Seat()
        without.put(VADER, column=1)
        without.tell(theirs=(-1, 6, -1))
        usual = without.context().position.at(without.field)
        assert place is not None
        assert usual is not None
        assert place.their_drain == pytest.approx(usual.their_drain - 3 * PRICE)

    @pytest.mark.parametrize(("paid", "next_time"), [(3, 3), (0, 0), (5, 5)])
    def test_what_was_really_paid_is_believed(self, seat: Seat, paid: int, next_time: int) -> None:
        self.drain(seat, paid)
        assert seat.context().drain_cost(seat.docks) == next_time

    def test_what_was_paid_beyond_it_is_paid_when_it_is_free_too(self, seat: Seat) -> None:
        self.drain(seat, 5)
        free(seat)
        assert seat.context().drain_cost(seat.docks) == 2

    def test_it_is_free_again_though_the_last_one_was_paid(self, seat: Seat) -> None:
        """Five free drains of 100 games at tables were left undone: what was paid before was believed."""
        self.drain(seat, 3)
        free(seat)
        assert seat.context().drain_cost(seat.docks) == 0

    def drain(self, seat: Seat, paid: int) -> None:
        seat.tell(mine=(5, -1, -1), their_life=30, force_pile=8, used_pile=2)
        assert seat.answer(offers(seat, seat.docks, label="Force drain", phase="Control")) == "0"
        seat.tell(mine=(5, -1, -1), their_life=29, force_pile=8 - paid, used_pile=2 + paid)
        seat.answer(menu(text="Choose Control action or Pass"))


def test_where_nothing_happens_any_more_a_drain_is_paid_for(seat: Seat) -> None:
    """Trap: what the Force was kept for was never done, and neither side drained for 300 turns."""
    drain = offers(seat, seat.docks, label="Force drain", phase="Control")
    seat.held(*[LUKE] * 4)
    scores = []
    for number in (8, 14):
        seat.turn(phase=Phase.CONTROL, number=number)
        seat.tell(mine=(5, -1, -1), life=20, force_pile=3)
        found = next(each for each in seat.weighed(drain) if each.option is not None)
        scores.append(sum(part.force for part in found.parts))
    assert scores[0] < scores[1]
    assert scores[1] > 0


def test_force_is_activated_for_a_drain_before_cards_stay_for_destiny(seat: Seat) -> None:
    """Trap: life force 3 to 2, a drain of 3 that costs 3, and two cards stayed for destiny for long."""
    top = seat.top(Zone.RESERVE_DECK)
    activation = menu((top, "Activate Force"), text="Choose Activate action or Pass")
    seat.turn(phase=Phase.ACTIVATE)
    for force, reserve, answer in ((1, 2, "0"), (2, 1, "0"), (3, 2, "")):
        seat.tell(mine=(5, -1, -1), life=3, their_life=2, force_pile=force, reserve_deck=reserve)
        assert seat.answer(activation) == answer
    free(seat)
    seat.tell(mine=(5, -1, 4), life=3, their_life=2, force_pile=1, reserve_deck=2)
    assert seat.answer(activation) == ""


@pytest.mark.parametrize(("reserve", "lacks"), [(3, True), (4, False)])
def test_no_card_is_fetched_that_a_drain_has_to_be_paid_with(seat: Seat, reserve: int, lacks: bool) -> None:
    """Trap: life force 3 to 3, a card fetched before activation, and a drain of 2 for 3 Force was lost."""
    fetches = menu(
        (seat.docks, "Take card into hand from Reserve Deck"), text="Choose Activate action or Pass"
    )
    seat.turn(phase=Phase.ACTIVATE)
    seat.tell(
        mine=(5, -1, -1), life=reserve + 9, their_life=3, force_pile=0, reserve_deck=reserve, used_pile=9
    )
    (found,) = (each for each in seat.weighed(fetches) if each.option is not None)
    assert any("Force drains" in part.text and part.force < 0 for part in found.parts) is lacks


def test_no_card_is_drawn_that_a_drain_of_the_next_turn_has_to_be_paid_with(seat: Seat) -> None:
    top = seat.top(Zone.TOP_OF_FORCE_PILE)
    asked = menu((top, "Draw card into hand from Force Pile"), text="Choose Draw action or Pass")
    seat.turn(phase=Phase.DRAW)
    lost = {}
    for force in (1, 2):
        seat.tell(mine=(5, -1, -1), life=force + 2, their_life=3, force_pile=force, reserve_deck=2, hand=1)
        (drawn,) = (each for each in seat.weighed(asked) if each.option is not None)
        lost[force] = [part.force for part in drawn.parts if "Force drains" in part.text]
    assert lost == {1: [-1], 2: []}


def test_who_dares_nothing_for_long_is_feared_less(seat: Seat) -> None:
    seat.turn(number=8)
    seat.enter()
    before = seat.context().outlook.caution
    seat.turn(number=14)
    seat.enter()
    assert seat.context().outlook.caution == before / 4


class TestPlayingIt:
    """Our own text that lets the drains of both players cost 3: Vader and a trooper drain, we do not."""

    @pytest.fixture
    def seat(self) -> Seat:
        made = Seat()
        made.put(VADER)
        made.put(TROOPER, column=1)
        made.tell(theirs=(6, 1, -1))
        return made

    def worth(self, seat: Seat) -> float | None:
        ctx = seat.context()
        return dearer_drains(ctx, ctx.facts(TOLL.blueprint_id))

    def test_it_is_worth_what_they_have_to_pay(self, seat: Seat) -> None:
        assert self.worth(seat) == 0.5, "two drains of theirs less often, and the one that we may yet have"

    def test_it_is_worth_nothing_where_they_occupy_both_kinds(self, seat: Seat) -> None:
        seat.put(RAIDER, column=2)
        seat.tell(theirs=(6, 1, 4))
        assert self.worth(seat) == -0.5

    def test_it_is_worth_more_where_we_do(self, seat: Seat) -> None:
        free(seat)
        seat.put(LUKE, column=1)
        seat.tell(mine=(-1, 5, 4), theirs=(6, 1, -1))
        assert self.worth(seat) == 0.5, "one drain of theirs, and ours are free"

    def test_a_second_one_changes_nothing(self, seat: Seat) -> None:
        seat.put(TOLL, Zone.SIDE_OF_TABLE)
        assert self.worth(seat) == 0

    def test_another_card_does_not_do_it(self, seat: Seat) -> None:
        ctx = seat.context()
        assert dearer_drains(ctx, ctx.facts(OLD_PLAN.blueprint_id)) is None


class TestNeeds:
    def test_the_kind_that_is_missing_is_worth_what_our_drains_save(self, seat: Seat) -> None:
        (need,) = needs(seat)
        assert (need.columns, need.met) == ({2}, False)
        assert need.force > 0

    def test_what_frees_them_is_worth_as_much_when_we_have_it(self, seat: Seat) -> None:
        free(seat)
        found = needs(seat)
        assert [need.met for need in found] == [True, True]
        assert all(need.force > 0 for need in found)

    def test_nobody_to_drain_nothing_to_save(self) -> None:
        seat = Seat()
        seat.put(TOLL, Zone.SIDE_OF_TABLE)
        seat.put(GUARD)
        seat.put(VADER)
        seat.tell(mine=(1, -1, -1), theirs=(6, -1, -1))
        assert [need.force for need in needs(seat)] == [0]

    def test_one_of_two_missing_kinds_frees_nothing(self, seat: Seat) -> None:
        ctx = seat.context()
        missing = [Need("Toll", frozenset({at}), frozenset(), drain_cost=3.0) for at in (1, 2)]
        assert worth_of_drains(missing, ctx.position, ctx.outlook) == ()

    def test_a_card_goes_where_it_frees_them(self) -> None:
        assert "Force drains need not use 3 Force each any more (Toll)" in self.why(TOLL)

    def test_with_nothing_to_pay_nothing_is_said_of_it(self) -> None:
        assert "need not use" not in self.why(OLD_PLAN)

    def why(self, text: Card) -> str:
        """Why a character of ours is deployed to a site while a ship of ours drains at the system."""
        seat = Seat()
        seat.put(text, Zone.SIDE_OF_TABLE)
        seat.put(FLIER, on=seat.put(SHIP, column=2))
        seat.tell(mine=(-1, -1, 4))
        (knight,) = seat.held(KNIGHT)
        verdict = seat.decide(offers(seat, knight))
        assert verdict.answer.wire == "0"
        return " ".join(reason.text for reason in verdict.reasons)
