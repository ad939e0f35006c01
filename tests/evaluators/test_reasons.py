"""Reasons are words a player nods at: cards and places by name, what is paid, what waits for the Force."""

import msgspec
import pytest
from judged_table import (
    DOCKS,
    FIELD,
    GUARD,
    IMMUNE,
    JUNK,
    LUKE,
    TROOPER,
    VADER,
    Seat,
    amount,
    menu,
    offers,
    pick,
    yes_no,
)

from gemp_bot.evaluators.weighed import Part
from gemp_bot.procedures import Choice
from gemp_bot.procedures.choosing import Veto
from gemp_bot.protocol.decisions import Decision
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.strategy.judged.strategy import why_overruled

BATTLE = "Choose Battle action or Pass"


def parts(seat: Seat, decision: Decision, key: str) -> tuple[Part, ...]:
    """The parts of the answer that would be sent as `key`."""
    (found,) = [each.parts for each in seat.weighed(decision) if each.answer.wire == key]
    return found


def words(seat: Seat, decision: Decision, key: str) -> str:
    return "; ".join(each.text for each in parts(seat, decision, key))


class TestWhatIsPaid:
    def test_a_unit_of_force_is_named(self, seat: Seat) -> None:
        (trick,) = seat.held(JUNK)
        top = seat.top(Zone.TOP_OF_RESERVE_DECK)
        lose = pick("Choose Force to lose", trick, top, low=1)
        assert words(seat, lose, str(trick)) == f"{JUNK.title} lost from hand"
        assert words(seat, lose, str(top)) == "the top card of the Reserve Deck lost"

    def test_several_units_are_named(self, seat: Seat) -> None:
        cards = seat.held(JUNK, GUARD)
        (several,) = seat.weighed(pick("Choose Force to lose", *cards, low=2, high=2))
        assert "Trick lost from hand" in several.parts[0].text
        assert "Guard lost from hand" in several.parts[0].text

    def test_a_forfeit_says_what_it_pays_and_what_it_is_worth(self) -> None:
        seat = Seat(phase=Phase.BATTLE)
        luke, guard = seat.put(LUKE), seat.put(GUARD)
        seat.put(VADER)
        seat.battle(luke, guard)
        seat.tell(mine=(6, -1, -1), theirs=(6, -1, -1), attrition=2)
        found = parts(seat, pick("Choose a card from battle to forfeit", luke, guard, low=1), str(guard))
        paid, gone = found
        assert paid.text == "2 of 2 attrition paid, as cheap as can be"
        assert gone.text == "Guard forfeited"
        assert gone.force < 0
        assert sum(each.force for each in found) == pytest.approx(1.01)
        other = words(seat, pick("Choose a card from battle to forfeit", luke, guard, low=1), str(luke))
        assert other == "Luke is worth more where it is"


class TestPlaces:
    def test_a_planned_card_names_its_place_and_what_it_does_there(self, seat: Seat) -> None:
        (luke,) = seat.held(LUKE)
        seat.tell(force_pile=8)
        said = words(seat, offers(seat, luke), "0")
        assert said.startswith((f"to {DOCKS.title}: drains ", f"to {FIELD.title}: drains "))
        assert "Force used" in said

    def test_where_they_stand_it_tells_both_powers(self, seat: Seat) -> None:
        seat.put(TROOPER)
        (luke,) = seat.held(LUKE)
        seat.tell(theirs=(1, -1, -1), force_pile=8)
        assert words(seat, offers(seat, luke), "0").startswith("to Docks: power 5 against 1")

    def test_a_move_names_its_goal(self) -> None:
        seat = Seat(phase=Phase.MOVE)
        luke = seat.put(LUKE, column=1)
        seat.put(IMMUNE, column=1)
        seat.tell(mine=(-1, 9, -1))
        move = offers(seat, luke, label="Move using landspeed", phase="Move")
        said = parts(seat, move, "0")
        assert said[0].text.startswith("to Docks")
        assert [each.text for each in said[1:]] == ["Force used for the move", "the least a move must bring"]


class TestForce:
    def test_it_is_dear_where_a_card_waits_for_it_and_says_so(self, seat: Seat) -> None:
        luke = seat.held(LUKE)
        drain = offers(seat, seat.docks, label="Force drain", phase="Control")
        seat.put(GUARD)
        seat.turn(phase=Phase.CONTROL)
        found = []
        for _ in range(2):
            seat.tell(mine=(1, -1, -1), their_life=30, force_pile=4)
            seat.enter()
            seat.memory.drains.begin(seat.docks, seat.context().stock)
            seat.tell(mine=(1, -1, -1), their_life=28, force_pile=3, used_pile=1)
            seat.enter()
            found.append(parts(seat, drain, "0")[1])
            seat.gone(*luke)
        dear, cheap = found
        assert dear.text == "1 Force used, and what else it was for cannot be paid"
        assert cheap.text == "1 Force used"
        assert dear.force < cheap.force < 0

    def test_an_amount_is_told(self, seat: Seat) -> None:
        (found,) = [
            each for each in seat.weighed(amount("Choose amount of Force to use", 0, 10)) if each.answer.wire
        ]
        assert found.answer.wire == "10"
        assert found.parts[0].text.startswith("10 Force used")

    @pytest.mark.parametrize("reserve", [3, 20])
    def test_no_activation(self, seat: Seat, reserve: int) -> None:
        seat.tell(reserve_deck=reserve)
        said = words(seat, yes_no("You have not activated Force. Do you want to Pass?"), "0")
        assert (said == "the last 3 cards of the Reserve Deck stay for destiny") is (reserve == 3)


class TestBattles:
    @pytest.fixture
    def battle(self) -> Seat:
        seat = Seat(phase=Phase.BATTLE)
        seat.put(LUKE)
        seat.put(TROOPER)
        seat.tell(mine=(9, -1, -1), theirs=(1, -1, -1))
        return seat

    def test_force_and_hurdle_are_two_reasons(self, battle: Seat) -> None:
        found = parts(battle, menu((battle.docks, "Initiate battle"), text=BATTLE), "0")
        texts = [each.text for each in found]
        assert texts[-2:] == [
            "1 Force used for the battle",
            "the least a battle must promise, as things go wrong",
        ]
        assert all(each.force for each in found), "what changes nothing is no reason"

    @pytest.mark.parametrize("level", ["strong", "easy"])
    def test_a_free_battle_is_better_than_one_that_is_paid(self, level: str) -> None:
        seat = Seat(level, phase=Phase.BATTLE)
        seat.put(LUKE)
        seat.put(TROOPER)
        seat.tell(mine=(9, -1, -1), theirs=(1, -1, -1))
        both = menu((seat.docks, "Initiate battle"), (seat.docks, "Initiate battle for free"), text=BATTLE)
        paid, free = parts(seat, both, "0"), parts(seat, both, "1")
        assert sum(each.force for each in free) > sum(each.force for each in paid)
        assert not [each for each in free if "Force used" in each.text]
        if level == "strong":
            assert seat.answer(both) == "1"


class TestOverruled:
    """What overrules the best score is said first, with the score it overrules."""

    WEIGHED = (("pass", 0.0), ("Deploy Docks", 1.45), ("Deploy Luke", 5.0))

    def test_by_a_step(self) -> None:
        made = Choice(1, "PHASE_ACTION step 1", "mine.toml:9", "score", "a location first")
        assert list(why_overruled(made, self.WEIGHED, 1.45)) == [
            "a location first, though Deploy Luke was worth +5.00"
        ]
        assert list(why_overruled(msgspec.structs.replace(made, why=""), self.WEIGHED, 1.45)) == [
            "as the step at mine.toml:9 says, though Deploy Luke was worth +5.00"
        ]

    def test_by_a_principle(self) -> None:
        veto = (Veto(2, "no Luke", "he is tired"), Veto(0, "no rest", "there is work"))
        made = Choice(1, "any step 1", "", "score", "what is worth most", veto)
        assert list(why_overruled(made, self.WEIGHED, 1.45)) == [
            "no Luke forbids it, though Deploy Luke was worth +5.00: he is tired"
        ]

    def test_a_verdict_begins_with_it(self, seat: Seat) -> None:
        seat.put(TROOPER)
        place, luke = seat.held(FIELD, LUKE)
        seat.tell(theirs=(1, -1, -1), force_pile=8)
        verdict = seat.decide(offers(seat, place, luke))
        assert verdict.answer.wire == "0"
        assert verdict.alternatives[0].answer.wire == "1"
        score = verdict.alternatives[0].score
        assert score is not None
        assert score > sum(reason.force for reason in verdict.reasons)
        said = verdict.reasons[0]
        assert said.text.startswith("a location first: ")
        assert said.text.endswith(f" depends on it, though Deploy Luke was worth {score:+.2f}")
        assert said.force == 0
