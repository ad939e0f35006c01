"""Which weapons count in the forecast of a battle: those that may be fired at somebody there."""

import pytest
from judged_table import ALL, DOCKS, HINT, KNIGHT, LUKE, MOON, TROOPER, VADER, Seat, menu, offers, pick
from made_table import card, character, index_of, starship, term

from gemp_bot.cards import Card, CardType, Icon, SubType
from gemp_bot.cards.texts import Term
from gemp_bot.evaluators.weapons import HIT
from gemp_bot.procedures import load_strategy
from gemp_bot.protocol.decisions import CardActionChoice
from gemp_bot.protocol.enums import Phase, Side
from gemp_bot.protocol.ids import CardId
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged.vocabulary import make_vocabulary
from gemp_bot.valuation.battle_estimate import SHOT

BATTLE = "Initiate battle"
WHERE = f"Choose where to deploy {HINT}, or click 'Done' to cancel"
SEGMENT = "Choose weapons segment action to play or Pass"


def shot(*kinds: str, draws: int = 1, cost: int = 0) -> Term:
    """A shot at cards of these kinds that hits by some destinies."""
    who = term("or", of=tuple(term("category", category=kind) for kind in kinds))
    at = (term("target", who=who, use_force_cost=cost),)
    return term("fire_with_hit_action", num_destiny=draws, statistic="defense_value", at=at)


def weapon(number: int, title: str, *kinds: str, draws: int = 1, cost: int = 0) -> Card:
    """A weapon that is fired at cards of these kinds; for none it is not known to be fired."""
    traits = {"shots": (shot(*kinds, draws=draws, cost=cost),)} if kinds else None
    return card(number, title, CardType.WEAPON, subtypes=(SubType.CHARACTER_WEAPON,), deploy=1, traits=traits)


PISTOL = weapon(70, "Pistol", "character", "creature")
CANNON = weapon(71, "Cannon", "vehicle")
RIDDLE = weapon(72, "Riddle")
GUN = term("permanent_weapon", title="Gun", shots=(shot("character"),))
GUNNER = character(
    73,
    "Gunner",
    traits={"weapon": (GUN,)},
    power=5, ability=4, forfeit=5,
)  # fmt: skip
BRAWLER = character(74, "Brawler", power=5, ability=4, forfeit=5, icons=((Icon.PERMANENT_WEAPON, 1),))
TRANSPORT = starship(75, "Transport", Side.DARK, power=6, ability=3, icons=((Icon.PILOT, 1),))
FRIGATE = starship(76, "Frigate", power=5, ability=3, icons=((Icon.PILOT, 1),))
THUG = character(77, "Thug", Side.DARK, power=5, ability=4, forfeit=5, icons=((Icon.PERMANENT_WEAPON, 1),))
RIFLE = weapon(78, "Rifle", "character", draws=2)
DEAR_GUN = weapon(79, "Dear Gun", "character", draws=2, cost=9)
WASTE = weapon(80, "Waste", "character", cost=2)
DUELLIST = character(81, "Duellist", power=5, ability=4, forfeit=5, icons=((Icon.WARRIOR, 2),))
MADE = (DUELLIST, WASTE, RIFLE, DEAR_GUN, THUG, PISTOL, CANNON, RIDDLE, GUNNER, BRAWLER, TRANSPORT, FRIGATE)


class Range(Seat):
    """Ours and theirs stand at one place, in our battle phase."""

    def __init__(self, phase: Phase = Phase.BATTLE) -> None:
        super().__init__(phase=phase)
        self.strategy = JudgedStrategy(
            0, load_strategy("strong", make_vocabulary()), index=index_of((*ALL, *MADE))
        )

    def meet(self, ours: Card, theirs: Card = VADER, *, at: Card = DOCKS) -> CardId:
        """One of ours meets one of theirs."""
        column = 2 if at is MOON else 0
        bearer = self.put(ours, column=column)
        self.put(theirs, column=column)
        none = [-1.0, -1.0, -1.0]
        mine, yours = none.copy(), none.copy()
        mine[column], yours[column] = 5.0, 6.0
        self.tell(mine=tuple(mine), theirs=tuple(yours))
        return bearer

    def forecast(self, location: CardId) -> float:
        """What the forecast of a battle there expects of weapons, in Force."""
        asked = offers(self, location, label=BATTLE, phase="Battle")
        parts = [part for each in self.weighed(asked) if each.option is not None for part in each.parts]
        assert parts
        return sum(part.force for part in parts if part.text == "weapons")


class TestTheForecast:
    def test_a_weapon_for_whom_it_meets_counts(self) -> None:
        seat = Range()
        seat.put(PISTOL, on=seat.meet(KNIGHT))
        assert seat.forecast(seat.docks) > 0

    def test_a_weapon_for_others_does_not(self) -> None:
        seat = Range()
        seat.put(CANNON, on=seat.meet(KNIGHT))
        assert seat.forecast(seat.docks) == 0, "there is no vehicle"

    def test_a_weapon_whose_shot_is_not_known_does_not(self) -> None:
        seat = Range()
        seat.put(RIDDLE, on=seat.meet(KNIGHT))
        assert seat.forecast(seat.docks) == 0

    @pytest.mark.parametrize(("bearer", "counts"), [(GUNNER, True), (BRAWLER, False)])
    def test_permanent_weapons_are_no_different(self, bearer: Card, counts: bool) -> None:
        seat = Range()
        seat.meet(bearer)
        assert (seat.forecast(seat.docks) > 0) is counts

    def test_who_is_inside_a_starship_fires_at_nobody_outside(self) -> None:
        seat = Range()
        ship = seat.meet(FRIGATE, TRANSPORT, at=MOON)
        seat.put(GUNNER, on=ship)
        assert seat.forecast(seat.moon) == 0

    def test_of_theirs_what_is_not_known_is_feared(self) -> None:
        """The server knows texts that the index has no fact of."""
        seat = Range()
        seat.meet(KNIGHT, THUG)
        assert seat.forecast(seat.docks) < 0

    def test_once_offered_to_be_fired_it_is_known(self) -> None:
        seat = Range()
        riddle = seat.put(RIDDLE, on=seat.meet(KNIGHT))
        assert seat.forecast(seat.docks) == 0
        seat.decide(menu((riddle, f"Fire {HINT}"), text=SEGMENT))
        assert seat.forecast(seat.docks) > 0


class TestTheChance:
    """Vader's defense value is 6: a usual destiny exceeds it once in sixty, two once in three."""

    def aimed(self, gun: Card, theirs: Card = VADER) -> float:
        seat = Range()
        seat.put(gun, on=seat.meet(KNIGHT, theirs))
        return seat.forecast(seat.docks)

    def test_a_shot_counts_by_how_often_it_hits(self) -> None:
        """Trap: a battle was begun for a shot that hits once in seven, and counted as any other."""
        assert 0 < self.aimed(PISTOL) < 0.1
        assert 0.5 < self.aimed(RIFLE) < SHOT + 0.5

    def test_who_is_hit_easily_may_be_worth_less(self) -> None:
        assert self.aimed(PISTOL, TROOPER) > self.aimed(PISTOL)

    def test_firing_is_worth_what_it_brings(self) -> None:
        assert 0 < self.fired(PISTOL) < self.fired(RIFLE) < self.fired(RIDDLE) == HIT
        assert self.fired(WASTE) < 0, "it costs more than it brings"

    def fired(self, gun: Card) -> float:
        seat = Range()
        weapon_id = seat.put(gun, on=seat.meet(KNIGHT))
        offered = offers(seat, weapon_id, label=f"Fire {HINT}", phase="Battle")
        asked = CardActionChoice(text=SEGMENT, actions=offered.actions)
        (found,) = [each.score for each in seat.weighed(asked) if each.option is not None]
        return found

    def test_the_last_card_is_worth_more_as_battle_destiny(self) -> None:
        """Trap: three shots drew the Reserve Deck, and both destinies that would have won were not drawn."""
        scores = []
        for cards in (2, 1):
            seat = Range()
            pistol = seat.put(PISTOL, on=seat.meet(KNIGHT, TROOPER))
            seat.tell(mine=(5, -1, -1), theirs=(4, -1, -1), reserve_deck=cards)
            assert (seat.forecast(seat.docks) > 0) is (cards > 1)
            offered = offers(seat, pistol, label=f"Fire {HINT}", phase="Battle")
            asked = CardActionChoice(text=SEGMENT, actions=offered.actions)
            scores += [each.score for each in seat.weighed(asked) if each.option is not None]
        spare, last = scores
        assert last < spare

    def test_a_card_fires_one_weapon_in_a_battle(self) -> None:
        seat = Range()
        knight = seat.meet(KNIGHT)
        seat.put(TROOPER)
        seat.put(RIFLE, on=knight)
        one = seat.forecast(seat.docks)
        seat.put(RIFLE, on=knight)
        assert seat.forecast(seat.docks) == one

    def test_what_cannot_be_paid_is_not_fired(self) -> None:
        assert self.aimed(DEAR_GUN) == 0


class TestDeploying:
    def worth(self, face: Card, theirs: Card = VADER) -> float:
        """What deploying a weapon is worth where a knight of ours meets one of theirs."""
        seat = Range(Phase.DEPLOY)
        held = seat.held(face)[0]
        seat.meet(KNIGHT, theirs)
        (found,) = [each.score for each in seat.weighed(offers(seat, held)) if each.option is not None]
        return found

    def test_a_weapon_is_worth_most_where_it_has_a_target(self) -> None:
        assert self.worth(PISTOL) > self.worth(CANNON) == self.worth(RIDDLE)

    def test_it_goes_to_who_has_one(self) -> None:
        seat = Range(Phase.DEPLOY)
        held = seat.held(PISTOL)[0]
        idle, engaged = seat.put(LUKE, column=1), seat.meet(KNIGHT)
        seat.tell(mine=(5, 5, -1), theirs=(6, -1, -1))
        seat.answer(offers(seat, held))
        assert seat.answer(pick(WHERE, idle, engaged)) == str(engaged)

    @pytest.mark.parametrize(
        ("bearer", "has", "more"),
        [(KNIGHT, 0, True), (KNIGHT, 1, False), (DUELLIST, 1, True), (DUELLIST, 2, False)],
    )
    def test_one_more_than_its_bearer_fires_is_worth_nothing(
        self, bearer: Card, has: int, more: bool
    ) -> None:
        """Trap: four blasters were piled on one Jawa, who fires one of them, and were lost with it."""
        seat = Range(Phase.DEPLOY)
        held = seat.held(PISTOL)[0]
        armed = seat.meet(bearer)
        for _ in range(has):
            seat.put(PISTOL, on=armed)
        offered = offers(seat, held)
        (deployed,) = [each.parts[0] for each in seat.weighed(offered) if each.option is not None]
        seat.choose(seat.question(offered).selectable[0])
        (target,) = [each.parts[0] for each in seat.weighed(pick(WHERE, armed)) if each.option is not None]
        assert deployed == target, "the menu and the target tell the same"
        assert (target.force > 0) is more
