"""The traps of real play, one by one: what judging strategies do where plain play harms its own side."""

import pytest
from asked import SELF_HARM
from judged_table import (
    ALL,
    BLADE,
    DOCKS,
    FEAST,
    FLIER,
    GUARD,
    HINT,
    IMMUNE,
    JUNK,
    KNIGHT,
    LUKE,
    MOON,
    OLD_PLAN,
    RAIDER,
    SHIP,
    THEIR_PLAN,
    THEIR_TRICK,
    TROOPER,
    VADER,
    Seat,
    amount,
    menu,
    offers,
    pick,
    results,
    shown,
    yes_no,
)
from made_table import ME, THEM, action, character, effect, index_of, site, term
from made_table import card as made_card

from gemp_bot.cards import Card, CardType
from gemp_bot.cards.texts import Moment
from gemp_bot.decisions import ActionKind
from gemp_bot.evaluators.battles import chances_ahead
from gemp_bot.evaluators.deploy_targets import joined_by
from gemp_bot.evaluators.menus import OWN_TURN, RESPONSES, SEGMENT
from gemp_bot.inference import HiddenPile
from gemp_bot.procedures import load_strategy
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.events import CardUsed
from gemp_bot.protocol.ids import CardId
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged.vocabulary import make_vocabulary

WHERE = f"Choose where to deploy {HINT}, or click 'Done' to cancel"
DRAINED = "Force drain initiated at <div class='cardHint' value='900_1'>•Docks</div> - Optional responses"
BATTLE = "Choose Battle action or Pass"
UNUSUAL = (
    f"You are choosing to lose {HINT} as a unit of Force, which is not typically how this card is used. "
    "Do you still want to lose it?"
)
CREW = (
    f"You are choosing to forfeit {HINT}, which has other cards aboard that could be forfeited first. "
    "Do you still want to forfeit it?"
)
MORE = ("Add 2 to Force drain", "USED: Add 2 to Force drain", "LOST: Increase Force drain by 1")
LESS = ("Reduce Force drain by 1", "LOST: Subtract 2 from Force drain", "USED: Add -1 to Force drain")
"""What changes a Force drain, by a card on the table and by an Interrupt."""
LEVELS = ("strong", "medium", "easy")


def shared(seat: Seat, *, mine: float = 5, theirs: float = 6) -> tuple[CardId, CardId]:
    """Luke and Vader at the docks."""
    luke, vader = seat.put(LUKE), seat.put(VADER)
    seat.tell(mine=(mine, -1, -1), theirs=(theirs, -1, -1))
    return luke, vader


def drained_by(seat: Seat, *, theirs: float) -> None:
    """A Force drain of theirs at the docks begins, where they have this power; our power 5 is at the moon."""
    seat.turn(mine=False, phase=Phase.CONTROL)
    seat.tell(mine=(-1, -1, 5), theirs=(theirs, -1, -1), force_pile=9)
    used = CardUsed(
        card_id=seat.docks, blueprint_id=DOCKS.blueprint_id, participant_id=THEM, zone=Zone.LOCATIONS
    )
    seat.table.apply_event(used)


class TestForceDrains:
    """Trap: our own Force drain can be cancelled by us."""

    @pytest.mark.parametrize("level", LEVELS)
    def test_one_of_ours_is_not_cancelled(self, level: str) -> None:
        seat = Seat(level, phase=Phase.CONTROL)
        luke, _ = shared(seat)
        assert seat.answer(menu((luke, "Cancel Force drain"), text=DRAINED)) == ""

    def test_one_of_theirs_is(self, seat: Seat) -> None:
        luke, _ = shared(seat)
        seat.turn(mine=False, phase=Phase.CONTROL)
        assert seat.answer(menu((luke, "Cancel Force drain"), text=DRAINED)) == "0"

    def test_nothing_is_given_to_cancel_one_of_nothing(self, seat: Seat) -> None:
        """Trap: an Interrupt was played on a Force drain of 0, at a site without an icon of ours."""
        hall = site(71, "Hall", light=0)
        seat.strategy = JudgedStrategy(
            0, load_strategy("strong", make_vocabulary()), index=index_of((*ALL, hall))
        )
        seat.place_there(hall, 3)
        seat.put(VADER, column=3)
        seat.turn(mine=False, phase=Phase.CONTROL)
        (trick,) = seat.held(JUNK)
        scores = []
        for place in (DOCKS, hall):
            hint = f"<div class='cardHint' value='{place.blueprint_id}'>{place.title}</div>"
            asked = offers(seat, trick, label="Cancel Force drain")
            text = f"Force drain initiated at {hint} - Optional responses"
            (found,) = (each for each in seat.weighed(type(asked)(text, asked.actions)) if each.option)
            scores.append(found.score)
        assert scores[0] > 0 > scores[1]

    @pytest.mark.parametrize("label", MORE)
    def test_more_is_for_ours(self, seat: Seat, label: str) -> None:
        luke, _ = shared(seat)
        assert seat.answer(menu((luke, label), text=DRAINED)) == "0"
        seat.turn(mine=False, phase=Phase.CONTROL)
        assert seat.answer(menu((luke, label), text=DRAINED)) == ""

    @pytest.mark.parametrize("label", LESS)
    def test_less_is_for_theirs(self, seat: Seat, label: str) -> None:
        luke, _ = shared(seat)
        assert seat.answer(menu((luke, label), text=DRAINED)) == ""
        seat.turn(mine=False, phase=Phase.CONTROL)
        assert seat.answer(menu((luke, label), text=DRAINED)) == "0"

    def test_a_react_brings_who_does_best_at_the_drain(self, seat: Seat) -> None:
        """Once the first card offered came, with power 1 against 6, and the battle after it cost 11 Force."""
        ask = "Choose card to deploy as a 'react'"
        comlink = seat.put(KNIGHT, column=2)
        seat.put(TROOPER)
        drained_by(seat, theirs=1)
        guard, luke = seat.held(GUARD, LUKE)
        react = menu((comlink, "Deploy a card as a 'react'"), text=DRAINED)
        assert seat.answer(react) == "0"
        assert seat.answer(pick(ask, guard, luke, low=1)) == str(luke)

    def test_a_react_that_was_begun_is_not_called_off(self, seat: Seat) -> None:
        """Trap: to stop the drain was worth more than to stay, and the place was asked as of any move."""
        ask = f"Choose where to move {HINT} as a 'react', or click 'Done' to cancel"
        knight = seat.put(KNIGHT, column=2)
        seat.put(VADER)
        drained_by(seat, theirs=6)
        assert seat.answer(menu((knight, "Move using landspeed as a 'react'"), text=DRAINED)) == "0"
        assert seat.answer(pick(ask, seat.docks)) == str(seat.docks)

    def test_equal_labels_are_told_apart_by_their_card(self, seat: Seat) -> None:
        """Trap: nothing but the card of the action tells the place. Theirs has one icon, ours two."""
        seat.put(LUKE)
        seat.put(GUARD, column=2)
        seat.turn(phase=Phase.CONTROL)
        seat.tell(mine=(5, -1, 1))
        found = {
            each.option.card_id: each.score
            for each in seat.weighed(
                offers(seat, seat.docks, seat.moon, label="Force drain", phase="Control")
            )
            if each.option is not None
        }
        position = seat.context().position
        for place in (seat.docks, seat.moon):
            there = position.at(place)
            assert there is not None
            assert found[place] == there.drain


class TestBattles:
    @pytest.mark.parametrize("label", ["Initiate battle", "Initiate battle for free"])
    def test_a_good_one_has_two_labels(self, seat: Seat, label: str) -> None:
        seat.put(LUKE)
        seat.put(TROOPER)
        seat.turn(phase=Phase.BATTLE)
        seat.tell(mine=(9, -1, -1), theirs=(1, -1, -1))
        assert seat.answer(menu((seat.docks, label), text=BATTLE)) == "0"

    @pytest.mark.parametrize("level", LEVELS)
    def test_a_bad_one_is_not_begun(self, level: str) -> None:
        seat = Seat(level, phase=Phase.BATTLE)
        seat.put(VADER)
        shared(seat, mine=2, theirs=14)
        assert seat.answer(menu((seat.docks, "Initiate battle"), text=BATTLE)) == ""

    def test_the_card_of_the_action_is_the_place(self, seat: Seat) -> None:
        shared(seat)
        seat.put(LUKE, column=1)
        seat.put(TROOPER, column=1)
        seat.turn(phase=Phase.BATTLE)
        seat.tell(mine=(2, 9, -1), theirs=(12, 1, -1))
        both = menu((seat.docks, "Initiate battle"), (seat.field, "Initiate battle"), text=BATTLE)
        assert seat.answer(both) == "1"

    @pytest.mark.parametrize(("foe", "begun"), [(TROOPER, "0"), (VADER, "")])
    def test_without_a_card_to_draw_power_has_to_be_enough(self, seat: Seat, foe: Card, begun: str) -> None:
        """Trap: power 6 against 2 was not fought, though all Force had been used to come there."""
        seat.put(LUKE)
        seat.put(foe)
        seat.turn(phase=Phase.BATTLE)
        seat.tell(mine=(6, -1, -1), theirs=(4, -1, -1), reserve_deck=0)
        assert seat.answer(menu((seat.docks, "Initiate battle"), text=BATTLE)) == begun

    @pytest.mark.parametrize("came", ["battle_initiated", "won_battle"])
    def test_what_texts_make_of_one_counts(self, seat: Seat, came: str) -> None:
        """Trap: a battle that Draw Their Fire pays for was worth no more than any other."""
        toll = action(
            "", effect("lose_force", player="$opponent", amount=1), moment=Moment.MUST_AFTER,
            when=(term(came, player="$you"),),
        )  # fmt: skip
        fire = made_card(34, "Fire", CardType.EFFECT, Side.LIGHT, toll)
        strong = load_strategy("strong", make_vocabulary())
        seat.strategy = JudgedStrategy(0, strong, index=index_of((*ALL, fire)))
        seat.put(LUKE)
        seat.put(TROOPER)
        seat.turn(phase=Phase.BATTLE)
        seat.tell(mine=(15, -1, -1), theirs=(1, -1, -1))
        asked = menu((seat.docks, "Initiate battle"), text=BATTLE)
        (before,) = [each for each in seat.weighed(asked) if each.option is not None]
        seat.put(fire, Zone.SIDE_OF_TABLE)
        (after,) = [each for each in seat.weighed(asked) if each.option is not None]
        assert after.score == pytest.approx(before.score + 1)

    def test_a_next_card_that_is_known_counts(self, seat: Seat) -> None:
        """Trap: power 8 was 17 % likely to be ahead of 6 whose destiny was known to be 1."""
        dull = character(27, "Dull", Side.DARK, destiny=0)
        strong = load_strategy("strong", make_vocabulary())
        seat.strategy = JudgedStrategy(0, strong, index=index_of((*ALL, dull)))
        seat.put(LUKE)
        seat.put(VADER)
        seat.tell(mine=(7, -1, -1), theirs=(6, -1, -1), reserve_deck=0)
        ctx = seat.context()
        assert ctx.cards.knowledge is not None
        ctx.cards.knowledge.observe(seat.table)
        assert chances_ahead(ctx, ctx.position.places[0])[0] < 0.5
        hidden = ctx.cards.knowledge.hidden(own=False)
        assert hidden is not None
        hidden.piles[HiddenPile.RESERVE][-1] = dull.blueprint_id
        assert chances_ahead(ctx, ctx.position.places[0])[0] == pytest.approx(1)

    def test_none_where_nobody_is(self, seat: Seat) -> None:
        seat.turn(phase=Phase.BATTLE)
        assert seat.answer(menu((seat.docks, "Initiate battle"), text=BATTLE)) == ""

    def test_battle_destiny_is_drawn(self, seat: Seat) -> None:
        assert seat.answer(yes_no("Do you want to draw 1 battle destiny?")) == "0"

    def test_the_largest_destiny_is_taken(self, seat: Seat) -> None:
        assert seat.answer(results(f"Choose destiny value for {HINT}", "2", "10", "3")) == "1"


class TestConfirming:
    """Trap: No leads back to the same list, for ever."""

    @pytest.mark.parametrize("level", LEVELS)
    @pytest.mark.parametrize(
        "text",
        [
            UNUSUAL,
            CREW,
            "You have not activated Force. Do you want to Pass?",
        ],
    )
    def test_what_we_chose_is_confirmed(self, level: str, text: str) -> None:
        assert Seat(level).answer(yes_no(text)) == "0"


class TestTargets:
    """Trap: menus of harm hold our own cards, unmarked."""

    TEXTS = (
        "Choose Effect (or Utinni Effect), or click 'Done' to cancel",
        "Choose card to cancel, or click 'Done' to cancel",
        "Choose target, or click 'Done' to cancel",
        "Choose character, or click 'Done' to cancel",
    )

    @pytest.mark.parametrize("level", LEVELS)
    @pytest.mark.parametrize("text", TEXTS)
    def test_none_of_ours_is_chosen(self, level: str, text: str) -> None:
        seat = Seat(level)
        luke, vader = shared(seat)
        guard = seat.put(GUARD)
        assert seat.answer(pick(text, luke, vader)) == str(vader)
        assert seat.answer(pick(text, luke, guard)) == ""

    def test_effects_beside_the_table_have_owners_too(self, seat: Seat) -> None:
        ours = seat.put(OLD_PLAN, Zone.SIDE_OF_TABLE, owner=ME)
        theirs = seat.put(THEIR_PLAN, Zone.SIDE_OF_TABLE, owner=THEM)
        assert seat.answer(pick(self.TEXTS[0], ours, theirs)) == str(theirs)
        assert seat.answer(pick(self.TEXTS[0], ours)) == ""

    @pytest.mark.parametrize("mine", [True, False])
    def test_a_card_of_ours_is_not_cancelled(self, seat: Seat, mine: bool) -> None:
        seat.turn(mine=mine, phase=Phase.CONTROL)
        trick = seat.held(JUNK)[0]
        asked = menu(
            (trick, f"Cancel your {HINT}"),
            (trick, f"Draw destiny to cancel your {HINT}"),
            text=f"Playing {HINT} - Optional responses",
        )
        assert seat.answer(asked) == ""

    def test_theirs_is_cancelled_in_their_turn_alone(self, seat: Seat) -> None:
        trick = seat.held(JUNK)[0]
        asked = menu((trick, f"Cancel {HINT}"), text=f"Playing {HINT} - Optional responses")
        assert seat.answer(asked) == ""
        seat.turn(mine=False, phase=Phase.CONTROL)
        assert seat.answer(asked) == "0"

    @pytest.mark.parametrize("mine", [True, False])
    def test_an_interrupt_of_ours_is_not_grabbed(self, seat: Seat, mine: bool) -> None:
        """Either side may play one in either turn."""
        seat.turn(mine=mine, phase=Phase.CONTROL)
        holder = seat.put(OLD_PLAN, Zone.SIDE_OF_TABLE, owner=ME)
        for card, answer in ((JUNK, ""), (THEIR_TRICK, "0")):
            hint = f"<div class='cardHint' value='{card.blueprint_id}'>{card.title}</div>"
            for label in (f"'Grab' {hint}", f"Deploy to 'grab' {hint}"):
                asked = menu((holder, label), text=f"Playing {hint} - Optional responses")
                assert seat.answer(asked) == answer

    def test_weapons_are_fired_at_them(self, seat: Seat) -> None:
        luke, vader = shared(seat)
        segment = menu((luke, f"Fire {HINT}"), text="Choose weapons segment action to play or Pass")
        assert seat.answer(segment) == "0"
        assert seat.answer(pick("Choose target, or click 'Done' to cancel", luke, vader)) == str(vader)

    def test_where_somebody_must_be_chosen_somebody_is(self, seat: Seat) -> None:
        luke, _ = shared(seat)
        assert seat.answer(pick("Choose card to cancel", luke, low=1)) == str(luke)

    def test_a_game_text_of_theirs_is_cancelled_rather_than_ours(self, seat: Seat) -> None:
        luke, vader = shared(seat)
        assert seat.answer(pick("Choose card to cancel", luke, vader, low=1)) == str(vader)


class TestSelfHarm:
    """Trap: it is offered in every phase."""

    @pytest.mark.parametrize("level", LEVELS)
    @pytest.mark.parametrize("label", SELF_HARM)
    def test_it_is_never_chosen(self, level: str, label: str) -> None:
        for phase in (Phase.CONTROL, Phase.DEPLOY, Phase.MOVE, Phase.DRAW):
            seat = Seat(level, phase=phase)
            luke, _ = shared(seat)
            assert seat.answer(menu((luke, label), text=f"Choose {phase.display} action or Pass")) == ""

    def test_the_kinds_of_it_stand_in_no_table(self) -> None:
        never = {
            ActionKind.PLACE_IN_LOST_PILE,
            ActionKind.EXCHANGE,
            ActionKind.EACH_PLAYER_LOSES_FORCE,
            ActionKind.LOSE_FORCE,
            ActionKind.SABACC,
            ActionKind.WAGER,
            ActionKind.CANCEL_OWN_CARD,
            ActionKind.DRAW_DESTINY_TO_CANCEL_OWN_CARD,
            ActionKind.UNKNOWN,
        }
        assert not never & {*OWN_TURN, *RESPONSES, *SEGMENT}

    @pytest.mark.parametrize("level", LEVELS)
    def test_in_their_turn_nothing_is_begun(self, level: str) -> None:
        seat = Seat(level, mine=False, phase=Phase.ACTIVATE)
        luke, _ = shared(seat)
        assert seat.answer(menu((luke, "Deploy card from Reserve Deck"))) == ""

    def test_force_that_a_text_activates_in_their_turn_is_more_force(self) -> None:
        """Trap: with Wipe Them Out, All Of Them it was refused in each turn of the opponent's."""
        seat = Seat(mine=False, phase=Phase.ACTIVATE)
        assert seat.answer(menu((seat.put(OLD_PLAN), "Activate 1 Force"))) == "0"

    def test_the_light_side_races_in_their_turn(self) -> None:
        """Trap: race destiny is drawn in the opponent's control phase; it was refused, and the race lost."""
        seat = Seat(mine=False, phase=Phase.CONTROL)
        event = seat.put(OLD_PLAN)
        assert seat.answer(menu((event, "Draw race destiny"), text="Choose Control action or Pass")) == "0"


class TestOwnGoals:
    """Trap: questions whose obvious answer costs us."""

    def test_no_further_sabacc_card(self, seat: Seat) -> None:
        assert seat.answer(yes_no("Do you want to draw another sabacc card?")) == "1"

    def test_force_that_need_not_be_lost_is_kept(self, seat: Seat) -> None:
        luke, guard = seat.held(LUKE, GUARD)
        verdict = seat.decide(pick("Choose Force to lose", luke, guard, low=0, high=2))
        assert verdict.answer.wire == ""
        assert [reason.text for reason in verdict.reasons] == ["no Force has to be lost"]

    def test_nothing_is_retrieved_from_an_empty_lost_pile(self, seat: Seat) -> None:
        luke, _ = shared(seat)
        asked = menu((luke, "Retrieve 1 Force"), text="Choose Control action or Pass")
        seat.tell(mine=(5, -1, -1), lost_pile=0)
        assert seat.answer(asked) == ""
        seat.tell(mine=(5, -1, -1), lost_pile=3)
        assert seat.answer(asked) == "0"

    def test_maintenance_is_paid_with_force(self, seat: Seat) -> None:
        ways = ("Sacrifice", "Lose 1 Force to recycle", "Use 2 Force to maintain")
        assert seat.answer(results(f"Choose maintenance option for {HINT}", *ways)) == "2"

    def test_each_force_used_saves_one_lost(self, seat: Seat) -> None:
        assert seat.answer(amount("Choose amount of Force to use", 1, 3)) == "3"

    def test_the_game_is_not_taken_back(self, seat: Seat) -> None:
        text = "Choose game state to revert prior to"
        assert seat.answer(results(text, "Start of game", "Do not revert")) == "1"

    def test_an_unknown_yes_or_no_is_no(self, seat: Seat) -> None:
        assert seat.answer(yes_no("Shall the moon be blue?")) == "1"

    @pytest.mark.parametrize("level", LEVELS)
    def test_a_death_star_stays_where_it_is(self, level: str) -> None:
        """Trap: it went to and fro between two parsecs every turn."""
        seat = Seat(level, phase=Phase.MOVE)
        seat.put(SHIP, column=2)
        seat.tell(mine=(-1, -1, 9))
        moves = menu((seat.moon, "Move using hyperspeed"), text="Choose Move action or Pass")
        assert seat.answer(moves) == ""
        assert seat.answer(results("Choose parsec to move to", "0", "2")) == "0"


class TestDeploying:
    def test_plain_deploy_is_known_among_other_labels(self, seat: Seat) -> None:
        """Trap: other labels that look like it; the plain one is what the plan is about."""
        luke = seat.held(LUKE)[0]
        other = seat.put(GUARD)
        seat.tell(mine=(1, -1, -1))
        asked = menu(
            (other, "Return character to hand"),
            (luke, "Deploy"),
            (other, "Reveal pilot or unpiloted starfighter from hand"),
        )
        scores = {each.option.text: each.score for each in seat.weighed(asked) if each.option is not None}
        assert scores["Deploy"] > scores["Return character to hand"]
        assert scores["Return character to hand"] < -1
        plain = offers(seat, luke)
        assert seat.answer(plain) == "0"

    def test_a_card_goes_where_the_plan_sent_it(self, seat: Seat) -> None:
        """Trap: the target comes in a second question."""
        luke = seat.held(LUKE)[0]
        seat.put(VADER)
        seat.put(VADER)
        seat.tell(theirs=(16, -1, -1))
        asked = offers(seat, luke)
        assert seat.answer(asked) == "0"
        plan = seat.memory.deploys.plan
        assert plan is not None
        assert seat.answer(pick(WHERE, seat.docks, seat.field)) == str(seat.field)
        assert [step.column for step in plan.steps if luke in step.cards] == [1]

    def test_a_place_that_is_not_offered_is_not_planned_again(self, seat: Seat) -> None:
        luke = seat.held(LUKE)[0]
        seat.put(VADER)
        seat.put(VADER)
        seat.tell(theirs=(16, -1, -1))
        asked = offers(seat, luke)
        assert seat.answer(asked) == "0"
        assert seat.answer(pick(WHERE, seat.docks)) == "", "nobody stands alone against two Vaders"
        assert seat.memory.deploys.legal[luke] == {0}
        assert seat.answer(asked) == "", "it would lead to the same places"

    def test_what_is_offered_for_one_copy_holds_for_the_others(self, seat: Seat) -> None:
        """Five of a kind were probed one after the other, each to the same three places."""
        first, second = seat.held(LUKE, LUKE)
        seat.put(VADER)
        seat.put(VADER)
        seat.tell(theirs=(16, -1, -1))
        assert seat.answer(offers(seat, first, second)) in {"0", "1"}
        seat.answer(pick(WHERE, seat.docks))
        assert seat.memory.deploys.legal[first] == seat.memory.deploys.legal[second] == {0}

    def test_a_single_place_has_to_be_taken(self, seat: Seat) -> None:
        luke = seat.held(LUKE)[0]
        seat.put(VADER)
        seat.tell(theirs=(16, -1, -1))
        seat.decide(offers(seat, luke))
        assert seat.answer(pick(f"Choose where to deploy {HINT}", seat.docks, low=1)) == str(seat.docks)

    def test_of_places_all_bad_the_least_bad_is_taken(self, seat: Seat) -> None:
        guard = seat.held(GUARD)[0]
        for column in (0, 0, 0, 1):
            seat.put(VADER, column=column)
        seat.tell(theirs=(24, 6, -1))
        seat.choose(seat.question(offers(seat, guard)).options[0])
        for places in ((seat.docks, seat.field), (seat.field, seat.docks)):
            asked = pick(f"Choose where to deploy {HINT}", *places, low=1)
            scores = {each.answer.wire: each.score for each in seat.weighed(asked) if each.option is not None}
            assert scores[str(seat.docks)] <= scores[str(seat.field)] < 0

    def test_a_pilot_comes_along(self, seat: Seat) -> None:
        ship, flier = seat.held(SHIP, FLIER)
        seat.tell()
        text = f"Do you want to simultaneously deploy a pilot from hand aboard  {HINT}"
        assert seat.answer(yes_no(text)) == "0"
        text = f"Choose a pilot from hand to simultaneously deploy aboard {HINT}, or click 'Done' to cancel"
        assert seat.answer(pick(text, flier)) == str(flier)
        assert ship != flier

    def test_who_comes_with_another_adds_ability_and_the_other_its_immunity(self, seat: Seat) -> None:
        seat.tell()
        ctx = seat.context()
        calm, guard = ctx.facts(IMMUNE.blueprint_id), ctx.facts(GUARD.blueprint_id)
        group = joined_by(ctx, ctx.position.places[0], calm, guard)
        assert (group.ability, group.immune) == (5, 4)

    def test_a_weapon_is_for_one_of_ours(self, seat: Seat) -> None:
        blade = seat.held(BLADE)[0]
        knight, vader = seat.put(KNIGHT), seat.put(VADER)
        seat.tell(mine=(5, -1, -1), theirs=(6, -1, -1))
        assert seat.answer(offers(seat, blade)) == "0"
        assert seat.answer(pick(WHERE, vader, knight)) == str(knight)

    def test_a_weapon_is_for_one_who_has_none(self, seat: Seat) -> None:
        blade = seat.held(BLADE)[0]
        armed, bare = seat.put(KNIGHT), seat.put(KNIGHT)
        seat.put(BLADE, on=armed)
        seat.put(VADER)
        seat.tell(mine=(10, -1, -1), theirs=(6, -1, -1))
        assert seat.answer(offers(seat, blade)) == "0"
        assert seat.answer(pick(WHERE, armed, bare)) == str(bare)

    @pytest.mark.parametrize("starts", [(DOCKS, MOON), (MOON, DOCKS)])
    def test_the_start_that_gives_us_more_force_is_chosen(
        self, seat: Seat, starts: tuple[Card, Card]
    ) -> None:
        """Two icons of ours at the docks, one at the moon."""
        answer = seat.answer(shown("Choose starting location", *starts, low=1))
        assert answer == f"temp{starts.index(DOCKS)}"


class TestMoving:
    MOVE = "Move using landspeed"
    WHERE = f"Choose where to move {HINT} using landspeed, or click 'Done' to cancel"

    @pytest.fixture
    def seat(self) -> Seat:
        return Seat(phase=Phase.MOVE)

    def test_nobody_walks_into_a_crowd(self, seat: Seat) -> None:
        luke = seat.put(LUKE)
        seat.put(VADER, column=1)
        seat.put(VADER, column=1)
        seat.tell(mine=(5, -1, -1), theirs=(-1, 16, -1))
        asked = offers(seat, luke, label=self.MOVE, phase="Move")
        assert seat.answer(asked) == ""
        assert seat.answer(pick(self.WHERE, seat.field)) == ""

    def test_one_probe_a_card_and_phase(self, seat: Seat) -> None:
        """Trap: move menus are big, and a probe that led to nothing is offered again."""
        luke = seat.put(LUKE)
        seat.put(VADER)
        seat.put(VADER)
        seat.tell(mine=(5, -1, -1), theirs=(16, -1, -1))
        asked = offers(seat, luke, label=self.MOVE, phase="Move")
        assert seat.answer(asked) == "0"
        assert seat.answer(pick(self.WHERE)) == ""
        assert seat.answer(asked) == ""

    def test_long_equal_menus_are_no_circle(self, seat: Seat) -> None:
        """Trap: a guard against circles took them for one."""
        luke = seat.put(LUKE)
        seat.tell(mine=(5, -1, -1))
        asked = offers(seat, luke, label=self.MOVE, phase="Move")
        assert {seat.answer(asked) for _ in range(40)} == {""}


class TestTheirHand:
    """Revealing it costs 4 Force, and what they hold twice is lost: worth it against a full hand only."""

    @pytest.mark.parametrize(("held", "given"), [(13, "0"), (4, "")])
    def test_it_is_revealed_when_it_is_full(self, seat: Seat, held: int, given: str) -> None:
        seat.tell(their_hand=held)
        (trick,) = seat.held(JUNK)
        seat.turn(phase=Phase.CONTROL)
        assert (
            seat.answer(offers(seat, trick, label="LOST: Reveal opponent's hand", phase="Control")) == given
        )

    def test_a_card_that_comes_back_from_the_table_is_no_gain(self, seat: Seat) -> None:
        plan = seat.put(OLD_PLAN, Zone.SIDE_OF_TABLE)
        seat.put(LUKE)
        seat.turn(phase=Phase.MOVE)
        assert seat.answer(offers(seat, plan, label="Take Luke into hand", phase="Move")) == ""


class TestSurvival:
    @pytest.mark.parametrize(("held_by_them", "answer"), [(False, "0"), (True, "")])
    def test_a_card_is_not_begun_where_its_only_location_would_cancel_it(
        self, seat: Seat, *, held_by_them: bool, answer: str
    ) -> None:
        """Trap: an Effect was advised at the menu, and its only location then advised against."""
        (feast,) = seat.held(FEAST)
        if held_by_them:
            seat.put(RAIDER, column=2)
            seat.tell(theirs=(-1, -1, 3))
        assert seat.answer(offers(seat, feast)) == answer
