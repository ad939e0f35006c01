"""New locations of ours: to which system a site shall belong."""

from judged_table import ALL, GUARD, HINT, TROOPER, Seat, pick
from made_table import character, index_of, site, standing, system, titled

from gemp_bot.cards import Card
from gemp_bot.procedures import load_strategy
from gemp_bot.protocol.enums import Phase, Side
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged.vocabulary import make_vocabulary

WHICH = (
    f"Choose the system (or location related to the system) to deploy {HINT} as a related location, "
    "or click 'Done' to cancel"
)
THEIRS, OURS = site(41, "Theirs: Palace", dark=2, light=1), site(42, "Ours: Farm", dark=1, light=2)
EVEN, OTHER = site(43, "Even: Farm", dark=1, light=1), system(44, "Other")
NATIVE = character(
    46, "Native", Side.LIGHT, standing("force_drain", where=titled("Even: Farm"), amount=1, player="$you"),
    power=1, ability=1, deploy=1,
)  # fmt: skip
MADE = (THEIRS, OURS, EVEN, OTHER, NATIVE)


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

    def test_a_site_comes_even_where_all_is_theirs(self) -> None:
        seat = Planets(THEIRS)
        seat.put(TROOPER, column=3)
        seat.strength({}, {3: 9})
        assert seat.chosen() == THEIRS.title
