"""The traps of real play, one by one: what `steady` does where plain play loses cards, turns or the game."""

import pytest
from asked import SELF_HARM, amount, menu, pick, results, yes_no
from steady_table import (
    CANTINA,
    DESERT,
    FORCE_TOP,
    HELD,
    HINT,
    ME,
    OURS,
    PASSENGER,
    RESERVE_TOP,
    SECOND,
    THEIRS,
    USED_TOP,
    Seat,
)

from gemp_bot.decisions import ActionKind
from gemp_bot.protocol.decisions import ArbitraryCards, MultipleChoice, ShownCard
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.protocol.events import PlayerZones
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.strategy.steady.menus import OWN_TURN, RESPONSES, SEGMENT

WHERE = f"Choose where to deploy {HINT}, or click 'Done' to cancel"
DRAINED = "Force drain initiated at <div class='cardHint' value='1_1'>•Cantina</div> - Optional responses"


@pytest.fixture
def seat() -> Seat:
    """Ours at the cantina, theirs at the desert, a card in hand, tops of piles."""
    made = Seat()
    made.put(OURS, Zone.AT_LOCATION, column=0)
    made.put(SECOND, Zone.AT_LOCATION, column=0)
    made.put(THEIRS, Zone.AT_LOCATION, owner="them", column=1)
    made.put(HELD, Zone.HAND)
    made.put(RESERVE_TOP, Zone.TOP_OF_RESERVE_DECK)
    made.put(FORCE_TOP, Zone.TOP_OF_FORCE_PILE)
    made.put(USED_TOP, Zone.TOP_OF_USED_PILE)
    return made


class TestForceDrains:
    def test_a_drain_of_ours_is_not_cancelled(self, seat: Seat) -> None:
        assert seat.answer(menu((OURS, "Cancel Force drain"), text=DRAINED)) == ""

    def test_a_drain_of_theirs_is(self, seat: Seat) -> None:
        seat.turn(mine=False, phase=Phase.CONTROL)
        assert seat.answer(menu((OURS, "Cancel Force drain"), text=DRAINED)) == "0"

    @pytest.mark.parametrize("mine", [True, False])
    @pytest.mark.parametrize("label", ["Add 2 to Force drain", "USED: Add 2 to Force drain"])
    def test_more_is_for_ours(self, seat: Seat, label: str, mine: bool) -> None:
        seat.turn(mine=mine, phase=Phase.CONTROL)
        assert seat.answer(menu((OURS, label), text=DRAINED)) == ("0" if mine else "")

    @pytest.mark.parametrize("mine", [True, False])
    @pytest.mark.parametrize("label", ["Reduce Force drain by 1", "LOST: Subtract 2 from Force drain"])
    def test_less_is_for_theirs(self, seat: Seat, label: str, mine: bool) -> None:
        seat.turn(mine=mine, phase=Phase.CONTROL)
        assert seat.answer(menu((OURS, label), text=DRAINED)) == ("" if mine else "0")

    def test_a_drain_comes_before_everything_else_of_the_phase(self, seat: Seat) -> None:
        control = menu(
            (OURS, "Place in Lost Pile"), (CANTINA, "Force drain"), text="Choose Control action or Pass"
        )
        assert seat.answer(control) == "1"


class TestBattles:
    @pytest.mark.parametrize("label", ["Initiate battle", "Initiate battle for free"])
    def test_a_battle_has_two_labels(self, seat: Seat, label: str) -> None:
        seat.numbers(powers=((9, 4), (-1, -1)))
        assert seat.answer(menu((CANTINA, label), text="Choose Battle action or Pass")) == "0"

    def test_the_card_of_the_action_is_the_place(self, seat: Seat) -> None:
        seat.numbers(powers=((3, 8), (9, 4)))
        battle = menu(
            (CANTINA, "Initiate battle"), (DESERT, "Initiate battle"), text="Choose Battle action or Pass"
        )
        assert seat.answer(battle) == "1"

    def test_no_battle_without_the_greater_power(self, seat: Seat) -> None:
        seat.numbers(powers=((5, 5), (-1, -1)))
        assert seat.answer(menu((CANTINA, "Initiate battle"), text="Choose Battle action or Pass")) == ""

    def test_no_battle_without_a_card_for_destiny(self, seat: Seat) -> None:
        seat.numbers(powers=((9, 4), (-1, -1)), piles=PlayerZones(ME, hand=5, force_pile=5))
        assert seat.answer(menu((CANTINA, "Initiate battle"), text="Choose Battle action or Pass")) == ""

    def test_battle_destiny_is_drawn(self, seat: Seat) -> None:
        assert seat.answer(yes_no("Do you want to draw 1 battle destiny?")) == "0"


class TestPaying:
    def test_an_unusual_loss_is_confirmed(self, seat: Seat) -> None:
        text = (
            f"You are choosing to lose {HINT} as a unit of Force, which is not typically how this card is "
            "used. Do you still want to lose it?"
        )
        assert seat.answer(yes_no(text)) == "0"

    def test_a_forfeit_with_cards_aboard_is_confirmed(self, seat: Seat) -> None:
        text = (
            f"You are choosing to forfeit {HINT}, which has other cards aboard that could be forfeited "
            "first. Do you still want to forfeit it?"
        )
        assert seat.answer(yes_no(text)) == "0"

    def test_crew_is_forfeited_before_its_ship(self, seat: Seat) -> None:
        seat.put(PASSENGER, Zone.ATTACHED, host=OURS)
        seat.numbers(attrition=4)
        choice = pick("Choose a card from battle to forfeit", OURS, SECOND, PASSENGER, low=1)
        assert seat.answer(choice) == str(PASSENGER)

    def test_what_is_hit_goes_first(self, seat: Seat) -> None:
        seat.put(SECOND, Zone.AT_LOCATION, column=0, sideways=True)
        seat.numbers(attrition=4)
        assert seat.answer(pick("Choose a card from battle to forfeit", OURS, SECOND, low=1)) == str(SECOND)

    def test_an_optional_forfeit_is_declined_when_nothing_is_due(self, seat: Seat) -> None:
        assert seat.answer(pick("Choose a card from battle to forfeit (if desired)", OURS, low=0)) == ""

    def test_attrition_is_paid_with_a_card_of_the_battle(self, seat: Seat) -> None:
        seat.numbers(damage=1, attrition=3)
        choice = pick("Choose Force to lose or a card from battle to forfeit", RESERVE_TOP, HELD, OURS, low=1)
        assert seat.answer(choice) == str(OURS)

    def test_small_damage_is_paid_with_force(self, seat: Seat) -> None:
        seat.numbers(damage=2)
        choice = pick("Choose Force to lose or a card from battle to forfeit", HELD, RESERVE_TOP, OURS, low=1)
        assert seat.answer(choice) == str(RESERVE_TOP)

    def test_the_largest_pile_pays(self, seat: Seat) -> None:
        choice = pick("Choose Force to lose", HELD, FORCE_TOP, USED_TOP, RESERVE_TOP, low=1)
        assert seat.answer(choice) == str(RESERVE_TOP)

    def test_the_hand_pays_when_life_is_short(self, seat: Seat) -> None:
        seat.numbers(piles=PlayerZones(ME, hand=6, reserve_deck=5, force_pile=1, used_pile=2))
        choice = pick("Choose Force to lose", RESERVE_TOP, FORCE_TOP, HELD, low=1)
        assert seat.answer(choice) == str(HELD)

    def test_many_equal_questions_are_no_circle_while_a_loss_goes_on(self, seat: Seat) -> None:
        choice = pick("Choose Force to lose", RESERVE_TOP, HELD, low=1)
        assert {seat.answer(choice) for _ in range(10)} == {str(RESERVE_TOP)}

    def test_a_question_that_never_ends_gets_another_answer(self, seat: Seat) -> None:
        choice = pick("Choose Force to lose", RESERVE_TOP, HELD, low=1)
        assert {seat.answer(choice) for _ in range(30)} == {str(RESERVE_TOP), str(HELD)}


class TestTargets:
    @pytest.mark.parametrize(
        "text",
        [
            "Choose Effect (or Utinni Effect), or click 'Done' to cancel",
            "Choose card to cancel, or click 'Done' to cancel",
            "Choose target, or click 'Done' to cancel",
        ],
    )
    def test_our_own_cards_are_no_targets_of_harm(self, seat: Seat, text: str) -> None:
        assert seat.answer(pick(text, OURS, THEIRS)) == str(THEIRS)
        assert seat.answer(pick(text, OURS, SECOND)) == ""

    def test_cancelling_a_card_of_ours_is_never_chosen(self, seat: Seat) -> None:
        playing = f"Playing {HINT} - Optional responses"
        for mine in (True, False):
            seat.turn(mine=mine, phase=Phase.CONTROL)
            offers = menu(
                (HELD, f"Cancel your {HINT}"), (HELD, f"Draw destiny to cancel your {HINT}"), text=playing
            )
            assert seat.answer(offers) == ""

    def test_their_card_is_cancelled_in_their_turn_alone(self, seat: Seat) -> None:
        offer = menu((HELD, f"Cancel {HINT}"), text=f"Playing {HINT} - Optional responses")
        assert seat.answer(offer) == ""
        seat.turn(mine=False, phase=Phase.CONTROL)
        assert seat.answer(offer) == "0"

    def test_weapons_are_fired_at_their_cards(self, seat: Seat) -> None:
        segment = menu((OURS, f"Fire {HINT}"), text="Choose weapons segment action to play or Pass")
        assert seat.answer(segment) == "0"
        assert seat.answer(pick("Choose target, or click 'Done' to cancel", SECOND, THEIRS)) == str(THEIRS)


class TestSelfHarm:
    @pytest.mark.parametrize("label", SELF_HARM)
    @pytest.mark.parametrize("phase", [Phase.CONTROL, Phase.DEPLOY, Phase.MOVE, Phase.DRAW])
    def test_it_is_never_chosen(self, seat: Seat, label: str, phase: Phase) -> None:
        seat.turn(mine=True, phase=phase)
        assert seat.answer(menu((OURS, label), text=f"Choose {phase.display} action or Pass")) == ""

    def test_the_kinds_of_it_stand_in_no_table(self) -> None:
        never = {
            ActionKind.PLACE_IN_LOST_PILE,
            ActionKind.PLACE_CARD_FROM_HAND,
            ActionKind.STACK,
            ActionKind.EXCHANGE,
            ActionKind.RETURN_TO_HAND,
            ActionKind.EACH_PLAYER_LOSES_FORCE,
            ActionKind.LOSE_FORCE,
            ActionKind.SABACC,
            ActionKind.WAGER,
            ActionKind.CANCEL_OWN_CARD,
            ActionKind.DRAW_DESTINY_TO_CANCEL_OWN_CARD,
            ActionKind.UNKNOWN,
        }
        assert not never & {*OWN_TURN, *RESPONSES, *SEGMENT}

    def test_in_their_turn_nothing_is_begun(self, seat: Seat) -> None:
        seat.turn(mine=False, phase=Phase.ACTIVATE)
        offers = menu((OURS, "Take card into hand from Reserve Deck"), (OURS, "Activate 1 Force"))
        assert seat.answer(offers) == ""

    def test_no_further_sabacc_card(self, seat: Seat) -> None:
        assert seat.answer(yes_no("Do you want to draw another sabacc card?")) == "1"

    def test_maintenance_is_paid(self, seat: Seat) -> None:
        text = f"Choose maintenance option for {HINT}"
        assert (
            seat.answer(results(text, "Sacrifice", "Lose 1 Force to recycle", "Use 2 Force to maintain"))
            == "2"
        )


class TestDeploying:
    def test_plain_deploy_comes_before_the_other_labels(self, seat: Seat) -> None:
        assert seat.answer(menu((OURS, f"Persona replace {HINT}"), (HELD, "Deploy"))) == "1"

    def test_no_answer_where_a_card_would_only_be_lost(self, seat: Seat) -> None:
        seat.numbers(powers=((-1, 20), (-1, 25)))
        seat.decide(menu((HELD, "Deploy")))
        assert seat.answer(pick(WHERE, CANTINA, DESERT)) == ""

    def test_a_loss_is_turned_into_a_win(self, seat: Seat) -> None:
        seat.numbers(powers=((4, 5), (9, -1)))
        seat.decide(menu((HELD, "Deploy")))
        assert seat.answer(pick(WHERE, DESERT, CANTINA)) == str(CANTINA)

    def test_what_was_called_off_is_not_begun_again(self, seat: Seat) -> None:
        seat.numbers(powers=((-1, 20), (-1, 25)))
        deploy = menu((HELD, "Deploy"))
        assert [seat.answer(deploy), seat.answer(pick(WHERE, CANTINA)), seat.answer(deploy)] == ["0", "", ""]

    def test_but_again_in_the_next_turn(self, seat: Seat) -> None:
        seat.numbers(powers=((-1, 20), (-1, 25)))
        deploy = menu((HELD, "Deploy"))
        seat.decide(deploy)
        seat.decide(pick(WHERE, CANTINA))
        seat.turn(mine=False, phase=Phase.DEPLOY)
        seat.decide(deploy)
        seat.turn(mine=True, phase=Phase.DEPLOY)
        assert seat.answer(deploy) == "0"

    def test_equal_labels_are_told_apart_by_their_card(self, seat: Seat) -> None:
        seat.numbers(powers=((-1, 20), (-1, 25)))
        deploys = menu((HELD, "Deploy"), (OURS, "Deploy"))
        first = seat.answer(deploys)
        seat.decide(pick(WHERE, CANTINA))
        assert {first, seat.answer(deploys)} == {"0", "1"}

    def test_a_single_place_has_to_be_taken(self, seat: Seat) -> None:
        seat.numbers(powers=((-1, 20), (-1, 25)))
        seat.decide(menu((HELD, "Deploy")))
        assert seat.answer(pick(f"Choose where to deploy {HINT}", CANTINA, low=1)) == str(CANTINA)

    @pytest.mark.parametrize("order", [(OURS, SECOND), (SECOND, OURS)])
    def test_a_weapon_goes_to_who_carries_nothing(self, seat: Seat, order: tuple[CardId, CardId]) -> None:
        seat.put(PASSENGER, Zone.ATTACHED, host=OURS)
        seat.decide(menu((HELD, "Deploy")))
        assert seat.answer(pick(WHERE, *order)) == str(SECOND)

    def test_a_pilot_comes_along(self, seat: Seat) -> None:
        text = f"Do you want to simultaneously deploy a pilot from hand aboard  {HINT}"
        assert seat.answer(yes_no(text)) == "0"
        text = f"Choose a pilot from hand to simultaneously deploy aboard {HINT}, or click 'Done' to cancel"
        assert seat.answer(pick(text, HELD)) == str(HELD)


class TestSearching:
    SEARCH = (OURS, "Take card into hand from Reserve Deck")

    def test_a_failed_search_is_remembered(self, seat: Seat) -> None:
        assert seat.answer(menu(self.SEARCH)) == "0"
        text = "Verify Reserve Deck after unsuccessful attempt to 'Choose card to take into hand'"
        shown = tuple(ShownCard(f"temp{n}", BlueprintId("1_1"), selectable=False) for n in range(3))
        assert seat.answer(ArbitraryCards(text=text, cards=shown)) == ""
        seat.turn(mine=True, phase=Phase.DRAW)
        assert seat.answer(menu(self.SEARCH)) == ""

    def test_one_that_found_something_is_not(self, seat: Seat) -> None:
        assert seat.answer(menu(self.SEARCH)) == "0"
        cards = (ShownCard("temp0", BlueprintId("1_14")), ShownCard("temp1", BlueprintId("9_9")))
        found = ArbitraryCards(text="Choose card to take into hand", min=1, max=1, cards=cards)
        assert seat.answer(found) == "temp1"  # 1_14 is in hand already
        seat.turn(mine=True, phase=Phase.DRAW)
        assert seat.answer(menu(self.SEARCH)) == "0"


class TestMoving:
    MOVE = (OURS, "Move using landspeed")
    TEXT = "Choose Move action or Pass"
    TO = f"Choose where to move {HINT} using landspeed, or click 'Done' to cancel"

    @pytest.fixture(autouse=True)
    def phase(self, seat: Seat) -> None:
        seat.turn(mine=True, phase=Phase.MOVE)

    def test_stays_without_a_clear_gain(self, seat: Seat) -> None:
        seat.numbers(powers=((3, -1), (-1, 9)))
        assert seat.answer(menu(self.MOVE, text=self.TEXT)) == ""

    def test_spreads_to_an_empty_place_to_drain(self, seat: Seat) -> None:
        seat.numbers(powers=((12, -1), (-1, -1)))
        assert seat.answer(menu(self.MOVE, text=self.TEXT)) == "0"
        assert seat.answer(pick(self.TO, DESERT)) == str(DESERT)

    def test_one_probe_a_card_and_phase(self, seat: Seat) -> None:
        seat.numbers(powers=((12, -1), (-1, -1)))
        assert seat.answer(menu(self.MOVE, text=self.TEXT)) == "0"
        assert seat.answer(menu(self.MOVE, text=self.TEXT)) == ""

    def test_a_death_star_stays_where_it_is(self, seat: Seat) -> None:
        seat.numbers(powers=((12, -1), (-1, -1)))
        assert seat.answer(menu((CANTINA, "Move using hyperspeed"), text=self.TEXT)) == ""


class TestForce:
    def test_some_of_the_reserve_deck_stays_for_destiny(self, seat: Seat) -> None:
        seat.numbers(piles=PlayerZones(ME, hand=5, reserve_deck=9, force_pile=5, used_pile=5))
        assert seat.answer(amount("Choose amount of Force to activate", 0, 8)) == "5"

    def test_activation_that_comes_back_stops_by_our_own_rule(self, seat: Seat) -> None:
        activate = menu((RESERVE_TOP, "Activate Force"), text="Choose Activate action or Pass")
        assert seat.answer(activate) == "0"
        seat.numbers(piles=PlayerZones(ME, hand=5, reserve_deck=4, force_pile=9, used_pile=5))
        assert seat.answer(activate) == ""
        assert seat.answer(yes_no("You have not activated Force. Do you want to Pass?")) == "0"

    def test_they_may_activate_all(self, seat: Seat) -> None:
        text = (
            "Choose amount of Force to allow opponent to activate without you performing a top-level action"
        )
        assert seat.answer(amount(text, 1, 7)) == "7"

    def test_draws_up_to_a_full_hand(self, seat: Seat) -> None:
        draw = menu((FORCE_TOP, "Draw card into hand from Force Pile"), text="Choose Draw action or Pass")
        assert seat.answer(draw) == "0"
        assert seat.answer(draw) == "0"
        seat.numbers(piles=PlayerZones(ME, hand=9, reserve_deck=30, force_pile=5, used_pile=5))
        assert seat.answer(draw) == ""

    def test_draws_less_when_life_is_short(self, seat: Seat) -> None:
        draw = menu((FORCE_TOP, "Draw card into hand from Force Pile"), text="Choose Draw action or Pass")
        seat.numbers(piles=PlayerZones(ME, hand=5, reserve_deck=4, force_pile=2))
        assert seat.answer(draw) == ""

    def test_as_much_force_is_used_as_it_does(self, seat: Seat) -> None:
        assert seat.answer(amount("Choose amount of Force to use", 1, 3)) == "3"


class TestUnknown:
    def test_an_unknown_yes_or_no_is_no(self, seat: Seat) -> None:
        assert seat.answer(yes_no("Shall the moon be blue?")) == "1"

    def test_the_game_is_not_taken_back(self, seat: Seat) -> None:
        choice = MultipleChoice(
            text="Choose game state to revert prior to",
            results=("Start of game", "Do not revert"),
            default_index=1,
        )
        assert seat.answer(choice) == "1"

    def test_a_phase_that_runs_in_a_circle_ends(self, seat: Seat) -> None:
        for _ in range(200):
            if seat.answer(menu((FORCE_TOP, "Draw card into hand from Force Pile"))) == "":
                return
        pytest.fail("it never passes")
