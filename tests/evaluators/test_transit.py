"""Docking bay transit: the action hangs on the docking bay, the party is chosen last."""

import pytest
from judged_table import ALL, FLIER, GUARD, HINT, LUKE, SHIP, TROOPER, VADER, Seat, menu, pick
from made_table import action, effect, index_of, site, term, titled

from gemp_bot.cards import Icon
from gemp_bot.procedures import load_strategy
from gemp_bot.protocol.enums import Phase
from gemp_bot.protocol.ids import CardId
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged.vocabulary import make_vocabulary

BAY = site(31, "Tatooine: Docking Bay 94", icons=((Icon.EXTERIOR, 1),))
FAR = site(32, "Yavin 4: Docking Bay", icons=((Icon.EXTERIOR, 1),))
WHERE = "Choose docking bay to transit to, or click 'Done' to cancel"
WHO = f"Choose cards to docking bay transit to {HINT}, or click 'Done' to cancel"
MOVE = "Choose Move action or Pass"
TRANSIT = "Docking bay transit"


class Bays(Seat):
    """Two docking bays beside the places of every seat.

    Attributes:
        bay, far: ids of the two docking bays, in columns 3 and 4.
    """

    def __init__(self) -> None:
        super().__init__(phase=Phase.MOVE)
        self.strategy = JudgedStrategy(
            0, load_strategy("strong", make_vocabulary()), index=index_of((*ALL, BAY, FAR))
        )
        self.bay = self.place_there(BAY, 3)
        self.far = self.place_there(FAR, 4)
        self.here()

    def here(self, *, mine: float = -1, theirs: float = -1, far: float = -1) -> None:
        """Power at the docking bay, and theirs at the far one."""
        self.tell(mine=(-1, -1, -1, mine, -1), theirs=(-1, -1, -1, theirs, far))

    def moves(self) -> str:
        """Whether the transit is chosen in the menu."""
        return self.answer(menu((self.bay, TRANSIT), text=MOVE))


@pytest.fixture
def bays() -> Bays:
    return Bays()


def test_a_party_leaves_those_who_are_stronger(bays: Bays) -> None:
    luke = bays.put(LUKE, column=3)
    flier = bays.put(FLIER, column=3)
    bays.put(VADER, column=3)
    bays.put(VADER, column=3)
    bays.here(mine=7, theirs=14)
    assert bays.moves() == "0"
    assert bays.answer(pick(WHERE, bays.far)) == str(bays.far)
    went = bays.answer(pick(WHO, luke, flier, high=2)).split(",")
    assert str(luke) in went
    # Who went is not offered a way back.
    assert bays.moves() in {"", "0"}
    assert set(map(CardId, map(int, went))) <= bays.memory.moves.moved


def test_nobody_goes_where_they_are_stronger(bays: Bays) -> None:
    bays.put(LUKE, column=3)
    bays.put(VADER, column=4)
    bays.put(VADER, column=4)
    bays.here(mine=5, far=12)
    assert bays.moves() == ""


def test_nobody_is_there_to_go(bays: Bays) -> None:
    bays.put(VADER, column=3)
    bays.here(theirs=6)
    assert bays.moves() == ""


def test_a_starship_takes_no_transit(bays: Bays) -> None:
    bays.put(SHIP, column=3)
    bays.put(TROOPER, column=4)
    bays.here(mine=5, far=1)
    assert bays.moves() == ""


def test_fleeing_from_many_is_worth_a_transit(bays: Bays) -> None:
    guard = bays.put(GUARD, column=3)
    bays.put(VADER, column=3)
    bays.put(VADER, column=3)
    bays.here(mine=1, theirs=12)
    assert bays.moves() == "0"
    assert bays.answer(pick(WHERE, bays.far)) == str(bays.far)
    assert bays.answer(pick(WHO, guard)) == str(guard)


def test_without_a_destination_nobody_is_sent(bays: Bays) -> None:
    luke = bays.put(LUKE, column=3)
    bays.here(mine=5)
    assert bays.answer(pick(WHO, luke)) == ""


# -- by the text of a location -------------------------------------------------------------------------

PASSAGE = "Move from here to Field"
LEADS_ON = effect(
    "move_using_location_text", from_card_filter="$self", to_card_filter=titled("Field"),
    card_to_move_filter=term("any"), for_free=True,
)  # fmt: skip
CORRIDOR = site(33, "Corridor", action(PASSAGE, LEADS_ON))
COLUMN = 3


class Passage(Seat):
    """A corridor to the field, beside the places of every seat.

    Attributes:
        corridor: its id.
    """

    def __init__(self, phase: Phase = Phase.MOVE) -> None:
        super().__init__(phase=phase)
        self.strategy = JudgedStrategy(
            0, load_strategy("strong", make_vocabulary()), index=index_of((*ALL, CORRIDOR))
        )
        self.corridor = self.place_there(CORRIDOR, COLUMN)

    def moves(self, *others: tuple[CardId, str]) -> str:
        """What is chosen in a menu with the move from the corridor to the field."""
        return self.answer(menu((self.corridor, PASSAGE), *others, text=MOVE))


def test_by_the_text_of_a_location_a_card_leaves_those_who_are_stronger() -> None:
    seat = Passage()
    luke, guard = seat.put(LUKE, column=COLUMN), seat.put(GUARD, column=1)
    for _ in range(2):
        seat.put(VADER, column=COLUMN)
    seat.tell(mine=(-1, 1, -1, 5), theirs=(-1, -1, -1, 12))
    assert seat.moves() == "0"
    assert seat.answer(pick("Choose card to move from", seat.corridor, low=1)) == str(seat.corridor)
    assert seat.answer(pick("Choose card to move to", seat.docks, seat.field, low=1)) == str(seat.field)
    assert seat.answer(pick(f"Choose card to move to {HINT}", luke, guard, low=1)) == str(luke)
    assert seat.moves() == "", "who has moved does not move again"


def test_by_the_text_of_a_location_nobody_goes_to_who_is_stronger() -> None:
    seat = Passage()
    seat.put(GUARD, column=COLUMN)
    seat.put(VADER, column=1)
    seat.tell(mine=(-1, -1, -1, 1), theirs=(-1, 6, -1, -1))
    assert seat.moves() == ""


def test_a_drain_comes_before_who_drains_leaves() -> None:
    seat = Passage(Phase.CONTROL)
    seat.put(LUKE, column=COLUMN)
    seat.put(GUARD, column=1)
    seat.put(VADER, column=1)
    seat.tell(mine=(-1, 1, -1, 5), theirs=(-1, 6, -1, -1))
    assert seat.moves((seat.corridor, "Force drain")) == "1"
