"""What is remembered of a game, and when it is forgotten."""

from collections.abc import Callable

import pytest
from judged_table import (
    ALL,
    FIELD,
    FLIER,
    GUARD,
    HINT,
    KNIGHT,
    LUKE,
    OLD_PLAN,
    TROOPER,
    VADER,
    Seat,
    menu,
    offers,
    pick,
    shown,
)  # fmt: skip
from made_table import ME, THEM, index_of

from gemp_bot.cards import Card
from gemp_bot.decisions import ActionKind, Option
from gemp_bot.evaluators.card_sources import CardSources
from gemp_bot.evaluators.location_memory import REMEMBERED, DeployMemory
from gemp_bot.evaluators.memory import (
    MOST_ACTIONS,
    MOST_REPEATS,
    PATIENCE,
    ActionMemory,
    GameMemory,
    RepeatMemory,
    SearchMemory,
)
from gemp_bot.evaluators.table_reader import TableReader
from gemp_bot.protocol.decisions import CardActionChoice
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.protocol.events import PlayerNames, SnapshotStart
from gemp_bot.protocol.ids import CardId
from gemp_bot.state import Table
from gemp_bot.valuation.deployment import PlannedDeployment, TurnPlan
from gemp_bot.valuation.places import prospects
from gemp_bot.valuation.weights import Capabilities, Weights

SEARCH = "Take card into hand from Reserve Deck"
VERIFY = "Verify Reserve Deck after unsuccessful attempt to 'Choose card to take into hand'"


def option_of(seat: Seat, asked: CardActionChoice) -> Option:
    return seat.question(asked).options[0]


MOVE = "Move using landspeed"
WHERE_TO_MOVE = f"Choose where to move {HINT} using landspeed, or click 'Done' to cancel"
WHERE_TO_DEPLOY = f"Choose where to deploy {HINT}, or click 'Done' to cancel"


def besieged(seat: Seat, *faces: Card) -> list[CardId]:
    """Cards of ours at the docks against two Vaders; the field next door is free."""
    ours = [seat.put(face) for face in faces]
    for _ in range(2):
        seat.put(VADER)
    seat.tell(mine=(6, -1, -1), theirs=(16, -1, -1))
    return ours


class TestANewPhase:
    def test_makes_everything_possible_again(self, seat: Seat) -> None:
        (luke,) = besieged(seat, LUKE)
        move = offers(seat, luke, label=MOVE, phase="Move")
        seat.turn(phase=Phase.MOVE)
        assert seat.answer(move) == "0"
        assert seat.answer(pick(WHERE_TO_MOVE)) == "", "no place is offered"
        assert seat.answer(move) == "", "it led to nothing"
        seat.turn(phase=Phase.MOVE, number=4)
        assert seat.answer(move) == "0"

    def test_a_place_that_was_not_offered_is_left_for_some_turns(self, seat: Seat) -> None:
        luke = seat.held(LUKE)[0]
        for _ in range(2):
            seat.put(VADER)
        seat.tell(theirs=(16, -1, -1))
        deploy = offers(seat, luke)
        assert seat.answer(deploy) == "0"
        assert seat.answer(pick(WHERE_TO_DEPLOY, seat.docks)) == "", "it was to be the field"
        answers = []
        for turn in range(3, 3 + REMEMBERED + 2):
            seat.turn(number=turn)
            answers.append(seat.answer(deploy))
        assert answers == [*[""] * (1 + REMEMBERED), "0"]

    def test_is_one_of_the_other_players_turn_too(self, seat: Seat) -> None:
        deploy = option_of(seat, menu((CardId(5), "Deploy")))
        seat.enter()
        seat.choose(deploy)
        seat.turn(mine=False)
        seat.enter()
        assert not seat.memory.actions.tried(deploy)

    def test_the_same_phase_forgets_nothing(self, seat: Seat) -> None:
        deploy = option_of(seat, menu((CardId(5), "Deploy")))
        seat.enter()
        seat.choose(deploy)
        seat.enter()
        assert seat.memory.actions.tried(deploy)
        assert seat.memory.actions.pursued is None, "the action is over"

    def test_a_phase_has_so_many_actions_and_no_more(self, seat: Seat) -> None:
        actions, deploy = seat.memory.actions, option_of(seat, menu((CardId(5), "Deploy")))
        seat.enter()
        for _ in range(MOST_ACTIONS):
            assert not actions.action_limit_hit
            seat.choose(deploy)
        assert actions.action_limit_hit
        seat.turn(phase=Phase.MOVE)
        seat.enter()
        assert not actions.action_limit_hit


class TestActions:
    def test_equal_labels_are_told_apart_by_their_card(self, seat: Seat) -> None:
        actions = ActionMemory(MOST_ACTIONS)
        first, second = (option_of(seat, menu((CardId(number), "Deploy"))) for number in (5, 6))
        actions.choose(first)
        assert actions.tried(first)
        assert not actions.tried(second)

    def test_after_a_change_others_may_be_good_again(self, seat: Seat) -> None:
        actions = ActionMemory(MOST_ACTIONS)
        first, second, move = (
            option_of(seat, menu(action))
            for action in (
                (CardId(5), "Deploy"),
                (CardId(6), "Deploy"),
                (CardId(7), "Move using landspeed"),
            )
        )
        for option in (move, second, first):
            actions.choose(option)
        actions.reopen((ActionKind.DEPLOY,))
        assert actions.tried(first), "the one being carried out: were it offered once more, it did not work"
        assert not actions.tried(second)
        assert actions.tried(move)

    def test_what_an_action_is_for(self, seat: Seat) -> None:
        actions = ActionMemory(MOST_ACTIONS)
        assert actions.purpose is None
        actions.choose(option_of(seat, menu((CardId(5), "Deploy"))))
        assert actions.purpose is ActionKind.DEPLOY


class TestSpending:
    def test_what_an_action_used_is_told_from_the_pile_of_its_own_moment(self, seat: Seat) -> None:
        """The Force pile of an earlier question is no measure of it."""
        action = option_of(seat, menu((CardId(5), "Deploy")))
        seat.tell(force_pile=8)
        seat.enter()
        seat.tell(force_pile=5)
        seat.choose(action)
        seat.tell(force_pile=4)
        seat.enter()
        assert seat.memory.spending.used(action) == 1


class TestSearches:
    def test_a_failed_one_is_let_be_for_a_while_and_longer_each_time(self, seat: Seat) -> None:
        searches, search = SearchMemory(), option_of(seat, menu((CardId(5), SEARCH)))
        turn, waits = 1, []
        for _ in range(3):
            assert not searches.hopeless(search, turn)
            searches.fail(search, turn)
            began = turn
            while searches.hopeless(search, turn):
                turn += 1
            waits.append(turn - began)
        assert waits == [PATIENCE, 2 * PATIENCE, 3 * PATIENCE]

    def test_another_search_is_not_given_up(self, seat: Seat) -> None:
        searches, search = SearchMemory(), option_of(seat, menu((CardId(5), SEARCH)))
        searches.fail(search, 1)
        other = option_of(seat, menu((CardId(5), "Take Interrupt into hand from Reserve Deck")))
        assert not searches.hopeless(other, 1)

    def test_nothing_is_remembered_of_a_pile_shown_without_a_search(self, seat: Seat) -> None:
        seat.answer(shown(VERIFY, GUARD, GUARD, high=0, selectable=False))
        assert not seat.memory.searches.hopeless(option_of(seat, menu((CardId(5), SEARCH))), 3)

    def test_a_whole_one_at_the_table(self, seat: Seat) -> None:
        searcher = seat.put(LUKE)
        seat.tell(mine=(5, -1, -1))
        assert seat.answer(menu((searcher, SEARCH))) == "0"
        assert seat.answer(shown(VERIFY, GUARD, GUARD, high=0, selectable=False)) == ""
        seat.turn(number=4)
        assert seat.answer(menu((searcher, SEARCH))) == ""
        seat.turn(number=3 + PATIENCE)
        assert seat.answer(menu((searcher, SEARCH))) == "0"


class TestRepeatedQuestions:
    def test_an_honest_number_of_equal_ones_is_no_circle(self, seat: Seat) -> None:
        repeats = RepeatMemory()
        question = seat.question(pick("Choose Force to lose", CardId(5), CardId(6), low=1))
        found = [repeats.ask(question) for _ in range(MOST_REPEATS + 4)]
        assert found[: MOST_REPEATS + 1] == [0] * (MOST_REPEATS + 1)
        assert found[-3:] == [1, 2, 3]

    def test_another_question_in_between_begins_anew(self, seat: Seat) -> None:
        repeats = RepeatMemory()
        first, second = (
            seat.question(pick("Choose Force to lose", CardId(n), CardId(9), low=1)) for n in (5, 6)
        )
        for _ in range(MOST_REPEATS):
            assert repeats.ask(first) == 0
        assert repeats.ask(second) == 0
        assert repeats.ask(first) == 0

    def test_a_circle_gets_all_other_answers_in_turn(self, seat: Seat) -> None:
        tops = [seat.top(zone) for zone in (Zone.TOP_OF_RESERVE_DECK, Zone.TOP_OF_USED_PILE)]
        seat.tell()
        choice = pick("Choose Force to lose", *tops, low=1)
        given = [seat.answer(choice) for _ in range(MOST_REPEATS + 6)]
        assert len(set(given[:MOST_REPEATS])) == 1
        assert set(given) == {str(top) for top in tops}


class TestDrains:
    """We hold the docks and the moon, and drain there; what that brought and cost is remembered."""

    @pytest.fixture
    def seat(self) -> Seat:
        made = Seat(phase=Phase.CONTROL)
        made.put(LUKE)
        made.put(GUARD, column=2)
        self.told(made)
        return made

    def told(self, seat: Seat, **piles: int) -> None:
        seat.tell(mine=(5, -1, 1), **piles)

    def menu(self, seat: Seat, *places: CardId) -> CardActionChoice:
        return offers(seat, *places, label="Force drain", phase="Control")

    def drain(
        self,
        seat: Seat,
        *,
        brings: int = 1,
        costs: int = 0,
        place: CardId | None = None,
        used: int | None = None,
    ) -> None:
        """Drain, at the docks unless told otherwise, with 8 Force; `used`: what of the cost is used."""
        self.told(seat, their_life=30, force_pile=8, used_pile=2)
        at = seat.docks if place is None else place
        assert seat.answer(self.menu(seat, at)) == "0"
        paid = costs if used is None else used
        self.told(seat, their_life=30 - brings, force_pile=8 - costs, used_pile=2 + paid)
        seat.answer(menu(text="Choose Control action or Pass"))

    def next_turns(self, seat: Seat, turns: int) -> None:
        for turn in range(4, 4 + turns):
            seat.turn(number=turn, phase=Phase.CONTROL)
            self.told(seat, their_life=30)
            seat.answer(menu(text="Choose Control action or Pass"))

    def brings(self, seat: Seat, at: CardId) -> float:
        place = seat.context().position.at(at)
        assert place is not None
        return place.drain

    def test_what_one_really_brought_is_believed(self, seat: Seat) -> None:
        assert self.brings(seat, seat.docks) > 0
        self.drain(seat, brings=0)
        assert self.brings(seat, seat.docks) == 0

    def test_one_that_brought_all_changes_nothing(self, seat: Seat) -> None:
        usual = self.brings(seat, seat.docks)
        self.drain(seat, brings=int(usual))
        assert self.brings(seat, seat.docks) == usual

    def test_it_is_believed_for_some_turns(self, seat: Seat) -> None:
        """And then what is not offered is not expected either."""
        self.drain(seat, brings=0)
        for after in range(1, REMEMBERED + 3):
            self.next_turns(seat, after)
            assert self.brings(seat, seat.docks) == 0, after
        seat.answer(self.menu(seat, seat.docks))
        assert self.brings(seat, seat.docks) > 0, "it is offered again"

    def test_a_control_phase_without_a_menu_says_that_none_is_offered(self, seat: Seat) -> None:
        """Trap: with nothing to choose the menu of the deploy phase came next, and nothing was learnt."""
        self.next_turn(seat, 4, Phase.ACTIVATE)
        assert self.brings(seat, seat.docks) > 0
        self.next_phase(seat, Phase.DEPLOY)
        assert self.brings(seat, seat.docks) == self.brings(seat, seat.moon) == 0

    def test_after_a_menu_of_it_the_next_phase_says_nothing(self, seat: Seat) -> None:
        self.next_turn(seat, 4, Phase.CONTROL)
        seat.weighed(self.menu(seat, seat.docks))
        usual = self.brings(seat, seat.docks)
        self.next_phase(seat, Phase.DEPLOY)
        assert self.brings(seat, seat.docks) == usual > 0

    @pytest.mark.parametrize(("turn", "force"), [(4, 1), (1, 8)])
    def test_with_little_force_or_in_the_first_turn_it_says_nothing(
        self, seat: Seat, turn: int, force: int
    ) -> None:
        self.next_turn(seat, turn, Phase.ACTIVATE)
        self.next_phase(seat, Phase.DEPLOY, force)
        assert self.brings(seat, seat.docks) > 0

    def test_where_the_game_is_joined_it_says_nothing(self, seat: Seat) -> None:
        self.next_phase(seat, Phase.DEPLOY)
        assert self.brings(seat, seat.docks) > 0
        self.next_phase(seat, Phase.BATTLE)
        assert self.brings(seat, seat.docks) > 0

    def next_turn(self, seat: Seat, number: int, phase: Phase) -> None:
        """A turn of ours after one of theirs; the menu of its first phase is noted, if it is not control."""
        seat.turn(mine=False, number=number, phase=Phase.MOVE)
        seat.enter()
        seat.turn(number=number, phase=phase)
        self.told(seat, force_pile=8)
        if phase is not Phase.CONTROL:
            seat.enter()

    def next_phase(self, seat: Seat, phase: Phase, force: int = 8) -> None:
        seat.turn(number=seat.table.turn or 0, phase=phase)
        self.told(seat, force_pile=force)
        seat.enter()

    def test_only_at_that_place(self, seat: Seat) -> None:
        self.drain(seat, brings=0)
        assert self.brings(seat, seat.field) > 0

    def test_what_it_cost_us_is_learned_and_learned_anew(self, seat: Seat) -> None:
        usual = self.brings(seat, seat.docks)
        self.drain(seat, costs=3)
        assert seat.context().drain_cost(seat.docks) == 3
        assert self.brings(seat, seat.docks) < usual
        self.drain_dear(seat, costs=0)
        assert seat.context().drain_cost(seat.docks) == 0
        assert self.brings(seat, seat.docks) == usual

    def drain_dear(self, seat: Seat, *, costs: int) -> None:
        """Drain at the docks although it is believed to be dear."""
        option = option_of(seat, self.menu(seat, seat.docks))
        self.told(seat, their_life=30, force_pile=8, used_pile=2)
        seat.choose(option)
        self.told(seat, their_life=29, force_pile=8 - costs, used_pile=2 + costs)
        seat.enter()

    def test_each_place_has_a_cost_of_its_own(self, seat: Seat) -> None:
        self.drain(seat, place=seat.moon)
        self.drain(seat, costs=3)
        assert seat.context().drain_cost(seat.docks) == 3
        assert seat.context().drain_cost(seat.moon) == 0, "it was free there"
        assert seat.context().drain_cost(seat.field) == 3, "of it nothing is known but what another one cost"

    def test_force_that_is_lost_meanwhile_is_no_cost(self, seat: Seat) -> None:
        self.drain(seat, costs=3, used=0)
        assert seat.context().drain_cost(seat.docks) == 0

    def test_what_another_action_used_is_no_cost(self, seat: Seat) -> None:
        self.told(seat, force_pile=8, used_pile=2)
        seat.answer(self.menu(seat, seat.docks))
        response = menu(
            (CardId(5), "Add 1 to Force drain"), text="Force drain initiated - Optional responses"
        )
        assert seat.answer(response) == "0"
        self.told(seat, force_pile=6, used_pile=4)
        seat.answer(menu(text="Choose Control action or Pass"))
        assert seat.context().drain_cost(seat.docks) == 0

    def test_the_end_of_a_turn_tells_no_cost(self, seat: Seat) -> None:
        """The Used Pile is gone by then, and the next drain may be as dear as the last."""
        self.drain(seat, costs=3)
        self.told(seat, force_pile=8, used_pile=2)
        option = option_of(seat, self.menu(seat, seat.docks))
        seat.choose(option)
        seat.turn(mine=False, number=4, phase=Phase.ACTIVATE)
        self.told(seat, force_pile=5, used_pile=0)
        seat.enter()
        assert seat.context().drain_cost(seat.docks) == 3

    def test_one_that_is_offered_for_less_costs_no_more(self, seat: Seat) -> None:
        """It was dear once; then it was offered with an empty Force Pile, and refused 14 times."""
        self.drain(seat, costs=3)
        seat.held(LUKE)
        self.told(seat, force_pile=5)
        self.told(seat, force_pile=0)
        assert seat.answer(self.menu(seat, seat.docks, seat.moon)) in {"0", "1"}
        assert seat.context().drain_cost(seat.docks) == seat.context().drain_cost(seat.moon) == 0
        assert seat.context().drain_cost(seat.field) == 3, "it was not offered"

    def test_what_it_cost_is_forgotten_too(self, seat: Seat) -> None:
        self.drain(seat, costs=3)
        self.next_turns(seat, REMEMBERED)
        assert seat.context().drain_cost(seat.docks) == 3
        self.next_turns(seat, REMEMBERED + 1)
        assert seat.context().drain_cost(seat.docks) == 0

    def test_a_drain_that_brings_nothing_is_not_begun_again(self, seat: Seat) -> None:
        control = self.menu(seat, seat.docks)
        assert seat.answer(control) == "0"
        self.told(seat)
        assert seat.answer(menu(text="Choose Control action or Pass")) == ""
        seat.turn(phase=Phase.CONTROL, number=4)
        self.told(seat)
        assert seat.answer(control) == ""


class TestGroupMoves:
    """Two of ours face two Vaders, and next door a place is free; nobody of ours would win here."""

    @pytest.fixture
    def seat(self) -> Seat:
        return Seat(phase=Phase.MOVE)

    def one_goes(self, seat: Seat) -> CardId:
        """The first of two goes to the field; who is left at the docks."""
        first, second = besieged(seat, LUKE, GUARD)
        one = seat.answer(offers(seat, first, second, label=MOVE, phase="Move"))
        assert one, "they would be lost here"
        assert seat.answer(pick(WHERE_TO_MOVE, seat.field)) == str(seat.field)
        gone, left = (first, second) if one == "0" else (second, first)
        seat.gone(gone)
        seat.put(LUKE if gone == first else GUARD, column=1)
        seat.tell(mine=(1, 5, -1), theirs=(16, -1, -1))
        return left

    def why(self, seat: Seat, mover: CardId) -> str:
        verdict = seat.decide(offers(seat, mover, label=MOVE, phase="Move"))
        assert verdict.answer.wire == "0"
        return verdict.reasons[0].text

    def test_the_others_follow_to_where_the_first_one_went(self, seat: Seat) -> None:
        left = self.one_goes(seat)
        assert self.why(seat, left) == "with the others to Field"
        assert seat.answer(pick(WHERE_TO_MOVE, seat.field)) == str(seat.field)

    def test_nobody_follows_after_the_phase(self, seat: Seat) -> None:
        left = self.one_goes(seat)
        seat.turn(phase=Phase.MOVE, number=4)
        assert self.why(seat, left).startswith("to Field:"), "it goes for its own reasons"

    def test_who_has_moved_stays_to_the_end_of_the_turn(self, seat: Seat) -> None:
        (mover,) = besieged(seat, LUKE)
        asked = offers(seat, mover, label=MOVE, phase="Move")
        assert seat.answer(asked) == "0"
        assert seat.answer(pick(WHERE_TO_MOVE, seat.field)) == str(seat.field)
        seat.turn(phase=Phase.DRAW)
        seat.answer(menu(text="Choose Draw action or Pass"))
        seat.turn(phase=Phase.MOVE)
        assert seat.answer(asked) == "", "it has moved this turn"
        seat.turn(phase=Phase.MOVE, number=4)
        assert seat.answer(asked) == "0"


class TestTheTable:
    def test_is_looked_at_again_when_it_changed_only(self, seat: Seat) -> None:
        seat.put(TROOPER)
        seat.tell(theirs=(1, -1, -1))
        position = seat.context().position
        assert seat.context().position is position
        seat.tell(theirs=(4, -1, -1))
        assert seat.context().position is not position
        assert seat.context().position.places[0].theirs.power == 4

    def test_a_card_that_came_without_a_line_of_the_log_is_seen(self, seat: Seat) -> None:
        seat.tell(theirs=(1, -1, -1))
        assert not seat.context().position.places[0].theirs.units
        trooper = seat.put(TROOPER)
        assert [unit.id for unit in seat.context().position.places[0].theirs.units] == [trooper]

    def test_the_outlook_goes_with_it(self, seat: Seat) -> None:
        first = seat.context().outlook
        assert seat.context().outlook is first
        seat.tell(life=3)
        assert seat.context().outlook is not first

    def test_without_an_index_nothing_is_known_of_cards(self, seat: Seat) -> None:
        blind = Capabilities(card_facts=False)
        cards = CardSources.allowed(blind, index_of(ALL))
        reader = TableReader(Weights(), blind, cards, GameMemory())
        card = seat.held(FLIER)[0]
        seat.tell()
        reader.observe(seat.table)
        (found,) = reader.hand
        assert found[0] == card
        assert not found[1].known
        assert cards.destiny_odds() is None
        assert reader.position.places[0].facts.known is False


class TestBattles:
    """We stand at the docks against a trooper, with Force for a battle; none is offered there."""

    @pytest.fixture
    def seat(self) -> Seat:
        made = Seat(phase=Phase.BATTLE)
        made.put(KNIGHT)
        made.put(TROOPER)
        self.tell(made)
        return made

    def tell(self, seat: Seat, force: int = 8) -> None:
        seat.tell(mine=(5, -1, -1), theirs=(1, -1, -1), force_pile=force)

    def expected(self, seat: Seat) -> bool:
        ctx = seat.context()
        place = ctx.position.at(seat.docks)
        assert place is not None
        return prospects(place, place.mine, place.theirs, ctx.outlook).fights

    def none_offered(self, seat: Seat, turn: int) -> None:
        seat.turn(number=turn, phase=Phase.BATTLE)
        self.tell(seat)
        seat.answer(menu(text="Choose Battle action or Pass"))

    def next_turn(self, seat: Seat, turn: int) -> None:
        seat.turn(number=turn, phase=Phase.DEPLOY)
        seat.answer(menu())

    def test_what_is_not_offered_is_not_expected_in_the_same_turn(self, seat: Seat) -> None:
        assert self.expected(seat)
        self.none_offered(seat, 3)
        assert not self.expected(seat)
        self.next_turn(seat, 4)
        assert self.expected(seat), "it may have been for that turn only"

    def test_after_two_turns_none_is_expected_until_other_cards_stand_there(self, seat: Seat) -> None:
        self.none_offered(seat, 3)
        self.none_offered(seat, 5)
        self.next_turn(seat, 7)
        assert not self.expected(seat)
        seat.put(GUARD)
        self.tell(seat)
        assert self.expected(seat)

    def test_two_turns_with_other_cards_are_not_running(self, seat: Seat) -> None:
        self.none_offered(seat, 3)
        seat.put(GUARD)
        self.none_offered(seat, 5)
        self.next_turn(seat, 7)
        assert self.expected(seat)

    def test_what_is_offered_again_is_expected_again(self, seat: Seat) -> None:
        self.none_offered(seat, 3)
        self.none_offered(seat, 5)
        seat.turn(number=7, phase=Phase.BATTLE)
        seat.answer(offers(seat, seat.docks, label="Initiate battle", phase="Battle"))
        assert self.expected(seat)

    def test_nothing_is_learned_without_the_force_for_a_battle(self, seat: Seat) -> None:
        self.tell(seat, force=0)
        seat.answer(menu(text="Choose Battle action or Pass"))
        self.tell(seat)
        assert self.expected(seat)


class TestPlans:
    """A plan holds while all it was made of does."""

    @pytest.mark.parametrize(
        "learn",
        [
            lambda memory: memory.offer((CardId(1),), frozenset({2}), frozenset()),
            lambda memory: memory.offer((CardId(1),), frozenset({1}), frozenset({3})),
            lambda memory: memory.begin(CardId(1), 1),
            lambda memory: memory.one_a_place("Guard"),
            lambda memory: memory.refuse(CardId(1), 1, None, 3),
            lambda memory: memory.refuse(CardId(2), 1, (GUARD.blueprint_id, FIELD.blueprint_id), 3),
            lambda memory: memory.menu(frozenset({CardId(5)}), frozenset()),
        ],
        ids=[
            "another place offered", "a ship offered", "a place chosen", "one at a place", "refused",
            "refused again", "cannot be deployed",
        ],
    )  # fmt: skip
    def test_what_was_learnt_makes_a_new_one(self, learn: Callable[[DeployMemory], None]) -> None:
        step = PlannedDeployment(1, (CardId(1), CardId(4)), gain=1.0, cost=2.0)
        plans = [TurnPlan(steps=(step,), gain=float(number)) for number in range(4)]
        memory, left = DeployMemory(), iter(plans)
        memory.offer((CardId(1),), frozenset({1}), frozenset())
        memory.illegal.add((CardId(2), 1))
        assert [memory.plan_for("a board", lambda: next(left)) for _ in range(2)] == [plans[0]] * 2
        assert [memory.plan_within("a board", 3.0, lambda: next(left)) for _ in range(2)] == [plans[1]] * 2
        learn(memory)
        assert memory.plan_for("a board", lambda: next(left)) == plans[2]
        assert memory.plan_within("a board", 3.0, lambda: next(left)) == plans[3]


class TestShortLivedCards:
    def play(self, seat: Seat, *, stays: bool, lost: bool = True) -> str:
        """Deploy the Effect; by the next menu it is in play under another id, or lost, or elsewhere."""
        seat.tell()
        (plan,) = seat.held(OLD_PLAN)
        given = seat.answer(offers(seat, plan))
        if given:
            seat.gone(plan)
            if stays:
                seat.put(OLD_PLAN, Zone.SIDE_OF_TABLE)
            elif lost:
                seat.tell(lost_pile=1)
        seat.answer(menu())
        if not given:
            seat.gone(plan)
        return given

    def test_what_left_the_table_at_once_twice_is_not_deployed_again(self, seat: Seat) -> None:
        assert [self.play(seat, stays=False) for _ in range(4)] == ["0", "0", "", ""]

    def test_what_goes_into_their_deck_does_its_work_there(self, seat: Seat) -> None:
        assert [self.play(seat, stays=False, lost=False) for _ in range(4)] == ["0"] * 4

    def test_what_stays_is_deployed_again(self, seat: Seat) -> None:
        assert [self.play(seat, stays=True) for _ in range(4)] == ["0"] * 4


class TestTargets:
    def test_an_action_without_a_target_of_use_waits_until_the_table_changes(self, seat: Seat) -> None:
        plan = seat.put(OLD_PLAN, Zone.SIDE_OF_TABLE)
        luke = seat.put(LUKE)
        seat.tell(mine=(5, -1, -1))
        given = []
        for turn in (3, 5, 7):
            seat.turn(number=turn, phase=Phase.CONTROL)
            lose = offers(seat, plan, label="Make opponent lose 1 Force", phase="Control")
            given.append(seat.answer(lose))
            if given[-1]:
                assert seat.answer(pick("Choose target", luke)) == "", "it is ours"
            if turn == 5:
                seat.put(VADER)
                seat.tell(mine=(5, -1, -1), theirs=(6, -1, -1))
        assert given == ["0", "", "0"]


def test_what_was_tried_is_open_again_after_a_snapshot() -> None:
    """Once a card that was deployed and taken back was not to be deployed any more."""
    table, memory = Table(), GameMemory()
    begin = SnapshotStart(ME, PlayerNames((THEM, ME)))
    option = option_of(seat := Seat(), offers(seat, *seat.held(GUARD)))
    table.apply_event(begin)
    memory.enter(table, seat.context().stock)
    memory.actions.choose(option)
    memory.enter(table, seat.context().stock)
    assert memory.actions.tried(option)
    table.apply_event(begin)
    memory.enter(table, seat.context().stock)
    assert not memory.actions.tried(option)
