"""New locations of ours: what they are worth to both sides, and to which system a site shall belong."""

import pytest
from judged_table import ALL, GUARD, HINT, SHIP, TROOPER, VADER, Seat, offers, pick
from made_table import (
    SITE,
    action,
    card,
    character,
    effect,
    index_of,
    on,
    site,
    standing,
    system,
    term,
    titled,
)

from gemp_bot.cards import Card, CardType
from gemp_bot.cards.texts import Moment, Term
from gemp_bot.procedures import load_strategy
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged.vocabulary import make_vocabulary

WHICH = (
    f"Choose the system (or location related to the system) to deploy {HINT} as a related location, "
    "or click 'Done' to cancel"
)
THEIRS, OURS = site(41, "Theirs: Palace", dark=2, light=1), site(42, "Ours: Farm", dark=1, light=2)
EVEN, OTHER = site(43, "Even: Farm", dark=1, light=1), system(44, "Other")
HIDEOUT = site(45, "Hideout", dark=0, light=1)
"""With our icon alone."""
NATIVE = character(
    46, "Native", Side.LIGHT, standing("force_drain", where=titled("Even: Farm"), amount=1, player="$you"),
    power=1, ability=1, deploy=1,
)  # fmt: skip


def goal(number: int, side: Side, count: int, where: Term) -> Card:
    """An objective that wants so many of some locations occupied."""
    when = term("occupies", player="$you", count=count, where=where)
    flip = action("", effect("flip_card", card="$self"), moment=Moment.MUST_AFTER, when=(when,))
    return card(number, f"Goal {number}", CardType.OBJECTIVE, side, flip)


ANYWHERE = {side: goal(47 + at, side, 1, SITE) for at, side in enumerate(Side)}
WELL = site(50, "Even: Well")
AT_EVEN = goal(49, Side.LIGHT, 2, on("Even"))
MADE = (THEIRS, OURS, EVEN, OTHER, HIDEOUT, NATIVE, WELL, AT_EVEN, *ANYWHERE.values())


class Planets(Seat):
    """Locations of some systems beside those of every seat, from column 3 on: theirs, ours, another."""

    def __init__(self, *faces: Card) -> None:
        super().__init__(phase=Phase.DEPLOY)
        self.strategy = JudgedStrategy(
            0, load_strategy("strong", make_vocabulary()), index=index_of((*ALL, *MADE))
        )
        self.systems = {
            face.title: self.place_there(face, 3 + at, system=face.title.partition(":")[0])
            for at, face in enumerate(faces)
        }

    def chosen(self) -> str:
        """The location by which a new site comes."""
        answer = self.answer(pick(WHICH, *self.systems.values()))
        return next((title for title, each in self.systems.items() if str(each) == answer), answer)

    def strength(self, mine: dict[int, float], theirs: dict[int, float]) -> None:
        """Power at some columns."""
        columns = range(3 + len(self.systems))
        mine_at, theirs_at = (tuple(each.get(at, -1) for at in columns) for each in (mine, theirs))
        self.tell(mine=mine_at, theirs=theirs_at)


class TestWhichSystem:
    """Trap: generic sites went to the opponent's planet, which was offered first."""

    def test_where_they_have_fewer_icons_than_we(self) -> None:
        seat = Planets(THEIRS, EVEN, OURS)
        seat.strength({}, {})
        assert seat.chosen() == OURS.title

    def test_where_our_cards_are_near_and_theirs_are_not(self) -> None:
        seat = Planets(THEIRS, OURS, EVEN)
        seat.put(TROOPER, column=4)
        seat.put(GUARD, column=5)
        seat.strength({5: 1}, {4: 1})
        assert seat.chosen() == EVEN.title

    def test_where_the_texts_of_our_hand_work(self) -> None:
        seat = Planets(THEIRS, OURS, EVEN)
        seat.held(NATIVE)
        seat.strength({}, {})
        assert seat.chosen() == EVEN.title

    @pytest.mark.parametrize("side", Side)
    def test_not_by_an_objective_that_any_site_serves(self, side: Side) -> None:
        """Trap: what Vader could do at any site was charged to Alderaan, which had one, and not to Carida."""
        without, seat = Planets(OURS, OTHER), Planets(OURS, OTHER)
        seat.put(ANYWHERE[side], Zone.SIDE_OF_TABLE)
        seat.strength({}, {})
        without.strength({}, {})
        asked = [each.weighed(pick(WHICH, *each.systems.values())) for each in (without, seat)]
        assert asked[0] == asked[1]

    def test_by_an_objective_that_wants_sites_of_one_planet(self) -> None:
        seat = Planets(OURS, EVEN)
        seat.put(AT_EVEN, Zone.SIDE_OF_TABLE)
        seat.strength({}, {})
        assert seat.chosen() == EVEN.title

    def test_a_site_comes_even_where_all_is_theirs(self) -> None:
        seat = Planets(THEIRS)
        seat.put(TROOPER, column=3)
        seat.strength({}, {3: 9})
        assert seat.chosen() == THEIRS.title


class TestWhatItIsWorth:
    @pytest.mark.parametrize(("face", "icons"), [(OURS, 0.65 * 2), (EVEN, 0.65), (HIDEOUT, 0.18)])
    def test_what_they_may_drain_there_is_taken_off(self, face: Card, icons: float) -> None:
        """Trap: sites with our icon alone were all gain, and gave them 17 Force in drains in one game."""
        seat = Planets()
        assert self.parts(seat, seat.put(face, Zone.HAND))["a place for them to drain"] == pytest.approx(
            -0.4 * icons
        )

    def test_it_is_still_played(self) -> None:
        for face in (OURS, EVEN, HIDEOUT, THEIRS):
            seat = Planets()
            seat.held(GUARD)
            assert sum(self.parts(seat, seat.put(face, Zone.HAND)).values()) > 0

    @pytest.mark.parametrize(
        ("hand", "column", "drained"),
        [((), None, False), ((GUARD,), None, True), ((SHIP,), None, False), ((), 3, True), ((), 0, False)],
    )
    def test_we_drain_where_somebody_can_be(
        self, hand: tuple[Card, ...], column: int | None, *, drained: bool
    ) -> None:
        """Trap: it was a place to drain though nobody could come, and they drained us there for 9."""
        seat = Planets(WELL)
        seat.held(*hand)
        if column is not None:
            seat.put(GUARD, column=column)
        assert ("a place to drain" in self.parts(seat, seat.put(EVEN, Zone.HAND))) is drained

    def test_their_drains_count_most_where_they_win_by_them(self) -> None:
        """Of 4 turns 3 are left, and what they drain is 1.5 times as urgent."""
        seat = Planets()
        seat.put(VADER, column=1)
        seat.held(GUARD)
        seat.tell(theirs=(-1, 6, -1), life=4)
        found = self.parts(seat, seat.put(EVEN, Zone.HAND))
        assert found["a place for them to drain"] == pytest.approx(-0.4 * 0.65 * 0.75 * 1.5)
        assert found["a place to drain"] == pytest.approx(0.4 * 0.75)

    def parts(self, seat: Seat, held: CardId) -> dict[str, float]:
        (found,) = (each for each in seat.weighed(offers(seat, held)) if each.option is not None)
        return {part.text: part.force for part in found.parts}
