"""Which places bring an objective nearer, and how that is told."""

from typing import Any

import msgspec
import pytest
from judged_table import (
    ALL,
    COURT,
    FLIER,
    GUARD,
    HIDDEN_BASE,
    HINT,
    LUKE,
    SHIP,
    VADER,
    Seat,
    menu,
    offers,
    pick,
    results,
    shown,
)
from made_table import ME, SITE, THEM, action, both, card, character, effect, index_of, term, titled

from gemp_bot.board.card_facts import NO_CARD
from gemp_bot.cards import CardType, Uniqueness
from gemp_bot.cards.deck import DeckList
from gemp_bot.cards.texts import Moment
from gemp_bot.effects import Need
from gemp_bot.procedures import load_strategy
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged.vocabulary import make_vocabulary
from gemp_bot.valuation.needs import brought, flip_needs, helps, moved, stops, told
from gemp_bot.valuation.position import NOBODY, Group, LocationNumbers

FLIP = 3.0
OURS = Group(2, 2, 2, present=True)
REBEL, OTHER = BlueprintId("1_1"), BlueprintId("1_2")
NEED = Need("A Goal", frozenset({1}), frozenset({0}), 3, control=True, who=frozenset({REBEL}), force=FLIP)
EMPTY = LocationNumbers(1, None, NO_CARD, NOBODY, NOBODY, drain=0, their_drain=0, gives=1, their_gives=1)
FOE = Group(4, 3, 4, present=True)


def test_a_place_helps_if_it_counts_with_who_comes() -> None:
    assert helps(NEED, EMPTY, [OTHER, REBEL], OURS)
    assert not helps(NEED, EMPTY, [OTHER], OURS)
    assert not helps(NEED, msgspec.structs.replace(EMPTY, column=0), [REBEL], OURS)


def test_control_is_not_got_beside_the_opponent() -> None:
    contested = msgspec.structs.replace(EMPTY, theirs=FOE)
    assert not helps(NEED, contested, [REBEL], OURS)
    assert helps(msgspec.structs.replace(NEED, control=False), contested, [REBEL], OURS)


def test_the_reason_counts_the_places() -> None:
    assert told([NEED], EMPTY, [REBEL], OURS) == "2 of 3 places for the flip of A Goal"
    assert told([NEED], EMPTY, [OTHER], OURS) == ""


def test_what_has_enough_needs_no_more() -> None:
    assert not helps(msgspec.structs.replace(NEED, number=1), EMPTY, [REBEL], OURS)


class TestTheirs:
    """The opponent controls the place of column 0 for a flip of theirs."""

    HELD = msgspec.structs.replace(EMPTY, column=0, theirs=FOE)

    def test_our_presence_takes_a_place_of_theirs_from_it(self) -> None:
        assert stops(NEED, self.HELD) == FLIP / 3

    def test_a_place_that_does_not_count_for_it_stops_nothing(self) -> None:
        assert stops(NEED, msgspec.structs.replace(self.HELD, column=1)) == 0

    def test_what_they_only_occupy_is_not_stopped_by_being_there(self) -> None:
        assert stops(msgspec.structs.replace(NEED, control=False), self.HELD) == 0

    def test_of_more_places_than_they_need_one_stops_nothing(self) -> None:
        assert stops(msgspec.structs.replace(NEED, counting=frozenset({0, 2}), number=1), self.HELD) == 0


def gained(need: Need, *ends: Any, **groups: Any) -> float:
    """What a move brings of a need, in Force."""
    return brought(need, moved(need, *ends, **groups))


class TestMoves:
    HERE = msgspec.structs.replace(EMPTY, column=0)
    ELSEWHERE = msgspec.structs.replace(EMPTY, column=2)

    def test_going_where_it_counts_is_worth_a_share_of_the_flip(self) -> None:
        assert gained(NEED, self.ELSEWHERE, EMPTY, [], [REBEL], left=NOBODY, joined=OURS) == FLIP / 3

    def test_leaving_what_counts_costs_as_much(self) -> None:
        assert gained(NEED, self.HERE, self.ELSEWHERE, [], [REBEL], left=NOBODY, joined=OURS) == -FLIP / 3

    def test_from_one_that_counts_to_another_changes_nothing(self) -> None:
        assert gained(NEED, self.HERE, EMPTY, [], [REBEL], left=NOBODY, joined=OURS) == 0

    def test_a_place_still_counts_with_who_is_wanted_there(self) -> None:
        assert gained(NEED, self.HERE, EMPTY, [REBEL], [REBEL], left=OURS, joined=OURS) == FLIP / 3
        assert gained(NEED, self.HERE, self.ELSEWHERE, [OTHER], [REBEL], left=OURS, joined=OURS) == -FLIP / 3

    def test_a_flip_that_is_kept_by_one_place_more_loses_nothing(self) -> None:
        ample = msgspec.structs.replace(NEED, counting=frozenset({0, 3}), number=1, keeps=True)
        assert gained(ample, self.HERE, self.ELSEWHERE, [], [REBEL], left=NOBODY, joined=OURS) == 0


class TestFlipAction:
    """Hidden Base may be flipped by us: what the other face does, it does by the systems that we hold."""

    @pytest.fixture
    def seat(self) -> Seat:
        made = Seat()
        made.put(HIDDEN_BASE, Zone.SIDE_OF_TABLE)
        return made

    def worth(self, seat: Seat) -> float:
        (base,) = [each.id for each in seat.table.cards(Zone.SIDE_OF_TABLE)]
        _, flip = seat.weighed(menu((base, "Flip Hidden Base")))
        return flip.score

    def test_it_is_not_flipped_while_nothing_is_held(self, seat: Seat) -> None:
        assert self.worth(seat) == 0

    def test_each_system_that_is_held_makes_it_worth_more(self, seat: Seat) -> None:
        seat.put(FLIER, on=seat.put(SHIP, column=2))
        seat.tell(mine=(-1, -1, 4))
        assert self.worth(seat) > 0


def test_a_flip_is_worth_what_it_brings_in_the_turns_that_are_left() -> None:
    outlook = Seat().context().outlook
    need = msgspec.structs.replace(NEED, a_turn=2.0)
    short = msgspec.structs.replace(outlook, turns=1.5)
    assert [each.force for each in flip_needs((need,), short)] == [3.0]


def test_where_a_card_goes_counts_what_the_place_brings_towards_a_flip() -> None:
    seat = Seat()
    (luke,) = seat.held(LUKE)
    (deploy,) = seat.question(offers(seat, luke)).options
    seat.choose(deploy)

    def at_the_field() -> float:
        _, field = seat.weighed(pick(f"Choose where to deploy {HINT}, or click 'Done' to cancel", seat.field))
        return field.score

    before = at_the_field()
    seat.put(COURT, Zone.SIDE_OF_TABLE)
    assert at_the_field() > before


class TestCaptives:
    """Luke lies frozen at the docks; we may free it where we control."""

    WAYS = ("Escape (to Used Pile)", "Rally (to same site)")
    FREE = both(titled("Luke"), term("at", where=titled("Docks")), term("not", of=term("captive")))
    RESCUE = card(
        27, "Rescue", CardType.OBJECTIVE, Side.LIGHT,
        action(
            "", effect("flip_card", card="$self"), moment=Moment.MUST_AFTER,
            when=(term("can_spot", count=1, who=FREE),),
        ),
    )  # fmt: skip

    @pytest.fixture
    def seat(self) -> Seat:
        made = Seat()
        others = [each for each in ALL if each is not COURT]
        strong = load_strategy("strong", make_vocabulary())
        made.strategy = JudgedStrategy(0, strong, index=index_of((*others, self.RESCUE)))
        made.put(LUKE, on_side_of=THEM, frozen=True)
        made.put(GUARD)
        made.tell(mine=(1, -1, -1))
        return made

    def worth(self, seat: Seat, place: CardId) -> float:
        asked = menu((place, "Release an unattended frozen captive"))
        return max(each.score for each in seat.weighed(asked) if each.option is not None)

    @pytest.mark.parametrize("mine", [True, False])
    def test_it_is_freed(self, seat: Seat, *, mine: bool) -> None:
        seat.turn(mine=mine)
        assert self.worth(seat, seat.docks) > 0
        assert self.worth(seat, seat.field) < 0, "nobody lies there"

    def test_what_flips_by_it_is_counted(self, seat: Seat) -> None:
        before = self.worth(seat, seat.docks)
        seat.put(self.RESCUE, Zone.SIDE_OF_TABLE)
        assert self.worth(seat, seat.docks) > before + 1

    def test_it_is_chosen_of_all_that_lie_there_and_theirs_are_not(self, seat: Seat) -> None:
        """Trap: "Release an unattended frozen captive" was begun each phase, and then nobody was chosen."""
        ours = seat.put(LUKE, on_side_of=THEM, frozen=True)
        theirs = seat.put(VADER, on_side_of=ME, frozen=True)
        chosen = "Choose unattended frozen captive to release, or click 'Done' to cancel"
        assert seat.answer(pick(chosen, theirs, ours)) == str(ours)
        assert seat.answer(pick(chosen, theirs)) == ""

    def test_it_rallies_for_a_flip_and_escapes_from_a_stronger_one(self, seat: Seat) -> None:
        """Trap: whoever was freed went to the Used Pile, which was offered first."""
        asked = results(f"Choose release option for {HINT}", *self.WAYS)
        objective = seat.put(self.RESCUE, Zone.SIDE_OF_TABLE)
        assert seat.answer(asked) == "1"
        seat.gone(objective)
        seat.put(VADER)
        seat.put(VADER)
        seat.tell(mine=(1, -1, -1), theirs=(12, -1, -1))
        assert seat.answer(asked) == "0"


class TestInVain:
    """Its two sites are held by our count: then it has flipped by itself, or what is read of it is wrong."""

    @pytest.fixture
    def seat(self) -> Seat:
        made = Seat()
        made.put(COURT, Zone.SIDE_OF_TABLE)
        made.put(LUKE)
        made.tell(mine=(5, -1, -1))
        return made

    def wants(self, seat: Seat) -> bool:
        return bool(seat.context().reader.needs)

    def test_what_had_all_it_wants_and_did_not_flip_is_wanted_no_more(self, seat: Seat) -> None:
        """Trap: "3 of 3 places for the flip" sent cards out in each turn, and nothing ever flipped."""
        guard = seat.put(GUARD, column=1)
        seat.enter()
        assert self.wants(seat), "it may flip until the turn is over"
        seat.turn(mine=False, phase=Phase.ACTIVATE, number=3)
        seat.enter()
        seat.gone(guard)
        assert not self.wants(seat)

    def test_what_lacked_a_place_still_is(self, seat: Seat) -> None:
        seat.enter()
        seat.turn(mine=False, phase=Phase.ACTIVATE, number=3)
        seat.enter()
        assert self.wants(seat)

    def test_what_awaits_an_event_still_is(self) -> None:
        seat = Seat()
        later = action(
            "", effect("flip_card", card="$self"), moment=Moment.MUST_AFTER,
            when=(term("battle_initiated"), term("occupies", player="$you", count=1, where=SITE)),
        )  # fmt: skip
        patient = card(27, "Agents In The Court", CardType.OBJECTIVE, Side.LIGHT, later)
        others = [each for each in ALL if each is not COURT]
        strong = load_strategy("strong", make_vocabulary())
        seat.strategy = JudgedStrategy(0, strong, index=index_of((*others, patient)))
        seat.put(patient, Zone.SIDE_OF_TABLE)
        seat.put(LUKE)
        seat.enter()
        assert self.wants(seat)
        seat.turn(mine=False, phase=Phase.ACTIVATE, number=3)
        seat.enter()
        assert self.wants(seat)


def test_the_rep_is_one_of_whose_species_the_deck_has_most() -> None:
    """Trap: the first of the pile was chosen, and My Kind Of Scum flips by others of its species alone."""
    one, jawa = {"traits": {"species": ("corellian",)}}, {"traits": {"species": ("jawa",)}}
    first = character(61, "Yade", uniqueness=Uniqueness.UNIQUE, **one)
    second = character(62, "Nebit", uniqueness=Uniqueness.UNIQUE, **jawa)
    many = character(63, "Jawa", **jawa)
    seat = Seat()
    deck = DeckList(tuple(each.blueprint_id for each in (first, second, many, many)))
    strong = load_strategy("strong", make_vocabulary())
    seat.strategy = JudgedStrategy(0, strong, index=index_of((*ALL, first, second, many)), deck=deck)
    assert seat.answer(shown("Choose Rep", first, second, low=1)) == "temp1"
