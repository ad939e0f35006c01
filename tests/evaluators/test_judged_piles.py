"""The traps of piles: activating, drawing and searching, one by one."""

from judged_table import ALL, FLIER, GUARD, JUNK, KNIGHT, LUKE, TROOPER, Seat, amount, menu, shown
from made_table import ME, index_of, site

from gemp_bot.cards import Uniqueness
from gemp_bot.evaluators.piles import wanted_hand
from gemp_bot.procedures import load_strategy
from gemp_bot.protocol.decisions import CardActionChoice
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged.vocabulary import make_vocabulary


def drawing(seat: Seat) -> CardActionChoice:
    """The menu of the draw phase."""
    top = seat.top(Zone.TOP_OF_FORCE_PILE)
    return menu((top, "Draw card into hand from Force Pile"), text="Choose Draw action or Pass")


class TestForce:
    def test_activation_that_comes_back_stops_by_our_own_rule(self, seat: Seat) -> None:
        """Trap: it is offered until one card is left."""
        seat.turn(phase=Phase.ACTIVATE)
        top = seat.top(Zone.TOP_OF_RESERVE_DECK)
        asked = menu((top, "Activate Force"), text="Choose Activate action or Pass")
        seat.tell()
        assert seat.answer(asked) == "0"
        seat.tell(life=14, force_pile=12, reserve_deck=2)
        assert seat.answer(asked) == ""

    def test_some_of_the_reserve_deck_stays_for_destiny(self, seat: Seat) -> None:
        seat.tell(life=20, force_pile=8, reserve_deck=12)
        taken = int(seat.answer(amount("Choose amount of Force to activate", 0, 12)))
        assert 0 < taken < 12

    def test_the_last_cards_are_activated_for_a_plan_that_is_worth_them(self) -> None:
        """Trap: two starships that won a system stayed in hand, as four cards were kept for no destiny."""
        seat = Seat(phase=Phase.ACTIVATE)
        asked = amount("Choose amount of Force to activate", 1, 4)
        seat.tell(life=18, force_pile=0, reserve_deck=4)
        usual = int(seat.answer(asked))
        seat.held(LUKE, KNIGHT)
        seat.put(TROOPER, column=1)
        seat.tell(theirs=(-1, 2, -1), life=18, force_pile=0, reserve_deck=4)
        assert usual < int(seat.answer(asked)) <= 4

    def test_they_may_activate_all(self, seat: Seat) -> None:
        text = (
            "Choose amount of Force to allow opponent to activate without you performing a top-level action"
        )
        assert seat.answer(amount(text, 1, 7)) == "7"

    def test_nobody_draws_his_last_cards(self, seat: Seat) -> None:
        seat.turn(phase=Phase.DRAW)
        asked = drawing(seat)
        seat.tell(hand=2)
        assert seat.answer(asked) == "0"
        seat.tell(life=4, force_pile=1, hand=6)
        assert seat.answer(asked) == ""

    def test_the_last_card_of_life_force_is_never_drawn(self, seat: Seat) -> None:
        """Trap: with life force 1 to 3 the last card was drawn, as a hand of three was wanted."""
        seat.turn(phase=Phase.DRAW)
        seat.tell(life=1, their_life=3, force_pile=1, reserve_deck=0, hand=0)
        assert seat.answer(drawing(seat)) == ""
        assert seat.answer(amount("Choose number of cards to draw", 0, 1)) == "0"

    def test_the_fewer_cards_of_life_force_the_dearer_is_one(self, seat: Seat) -> None:
        """Trap: with life force 5 to 2 two cards were drawn for a hand of five."""
        seat.turn(phase=Phase.DRAW)
        for life, answer in ((5, ""), (20, "0")):
            seat.tell(
                life=life, their_life=life - 3, force_pile=2, reserve_deck=0, used_pile=life - 2, hand=1
            )
            assert seat.answer(drawing(seat)) == answer

    def test_who_has_more_force_than_use_for_it_draws_on(self, seat: Seat) -> None:
        """Trap: fourteen cards that could not be deployed, 32 Force, and a thousand turns of passing."""
        seat = Seat(phase=Phase.DRAW)
        asked = drawing(seat)
        seat.held(*[JUNK] * 8, *[GUARD] * 6)
        seat.tell(life=40, hand=14, force_pile=10)
        assert seat.answer(asked) == ""
        seat.tell(life=40, hand=14, force_pile=34)
        assert seat.answer(asked) == "0"

    def test_locations_that_cannot_come_are_no_hand(self, seat: Seat) -> None:
        """Trap: sites that lay on table already were held for locations to come, and no card drawn."""
        new, old = (site(number, f"Town: {number}", uniqueness=Uniqueness.UNIQUE) for number in (51, 52))
        seat.strategy = JudgedStrategy(
            0, load_strategy("strong", make_vocabulary()), index=index_of((*ALL, new, old))
        )
        seat.put(old, Zone.LOCATIONS, column=3, owner=ME)
        wanted = []
        for face in (new, old):
            held = [seat.put(face, Zone.HAND, owner=ME), *seat.held(*[JUNK] * 4)]
            seat.tell()
            wanted.append(wanted_hand(seat.context()))
            seat.gone(*held)
        assert wanted[0] < wanted[1]

    def test_a_standstill_is_broken_by_drawing(self, seat: Seat) -> None:
        """Trap: nothing in hand could go anywhere, and both sides passed for 1,500 turns."""
        seat = Seat(phase=Phase.DRAW)
        asked = drawing(seat)
        seat.held(*[JUNK] * 10, *[GUARD] * 9)
        seat.tell(life=32, hand=19, force_pile=28, reserve_deck=4)
        seat.turn(phase=Phase.DRAW, number=8)
        assert seat.answer(asked) == "", "a hand of nineteen is full"
        seat.turn(phase=Phase.DRAW, number=13)
        assert seat.answer(asked) == "", "perhaps something comes"
        seat.turn(phase=Phase.DRAW, number=14)
        assert seat.answer(asked) == "0"
        seat.put(GUARD)
        seat.turn(phase=Phase.DRAW, number=15)
        seat.tell(mine=(3, -1, -1), life=32, hand=19, force_pile=28, reserve_deck=4)
        assert seat.answer(asked) == "", "somebody came: the game goes on"

    def test_in_a_standstill_no_card_stays_for_destiny(self, seat: Seat) -> None:
        """Trap: with two cards in each Reserve Deck both sides waited for 300 turns."""
        activation = menu(
            (seat.top(Zone.RESERVE_DECK), "Activate Force"), text="Choose Activate action or Pass"
        )
        seat.tell(life=6, force_pile=4, reserve_deck=2)
        for number, answer in ((8, ""), (13, ""), (14, "0")):
            seat.turn(phase=Phase.ACTIVATE, number=number)
            assert seat.answer(activation) == answer, number

    def test_a_phase_that_runs_in_a_circle_ends(self, seat: Seat) -> None:
        asked = drawing(seat)
        seat.tell(hand=0)
        assert "" in {seat.answer(asked) for _ in range(200)}


class TestSearching:
    SEARCH = "Take card into hand from Reserve Deck"

    def test_the_last_card_of_life_force_is_never_taken(self, seat: Seat) -> None:
        luke = seat.put(LUKE)
        for reserve, answer in ((1, ""), (2, "0")):
            seat.tell(mine=(5, -1, -1), life=reserve, force_pile=0, reserve_deck=reserve)
            assert seat.answer(menu((luke, self.SEARCH), text="Choose Control action or Pass")) == answer

    def test_what_is_shown_after_a_failure_is_only_looked_at(self, seat: Seat) -> None:
        """Trap: the whole pile is shown, and nothing of it can be taken."""
        text = "Verify Reserve Deck after unsuccessful attempt to 'Choose card to take into hand'"
        assert seat.answer(shown(text, LUKE, GUARD, high=0, selectable=False)) == ""

    def test_the_better_card_is_taken(self, seat: Seat) -> None:
        luke = seat.put(LUKE)
        seat.tell(mine=(5, -1, -1))
        seat.decide(menu((luke, self.SEARCH)))
        found = shown("Choose card to take into hand", JUNK, FLIER, LUKE, low=1)
        assert seat.answer(found) == "temp1", "Luke is in play already, and there is one Luke"

    def test_a_location_that_lies_on_table_is_not_taken(self, seat: Seat) -> None:
        town = site(51, "Town: Square", uniqueness=Uniqueness.UNIQUE)
        seat.strategy = JudgedStrategy(
            0, load_strategy("strong", make_vocabulary()), index=index_of((*ALL, town))
        )
        seat.tell()
        found = shown("Choose card to take into hand", JUNK, town, low=1)
        assert seat.answer(found) == "temp1"
        seat.put(town, Zone.LOCATIONS, column=3, owner=ME)
        seat.tell()
        assert seat.answer(found) == "temp0"
