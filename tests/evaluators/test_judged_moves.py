"""Moves card by card: what a move by landspeed reaches (rules 23.20), and who comes along."""

import pytest
from judged_table import ALL, GUARD, HINT, LUKE, VADER, Seat, offers, pick
from made_table import card, index_of, site, starship, system

from gemp_bot.cards import Card, CardType, Icon
from gemp_bot.procedures import load_strategy
from gemp_bot.protocol.decisions import ActionOption, CardActionChoice
from gemp_bot.protocol.enums import Phase, Side
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged.vocabulary import make_vocabulary

LANDSPEED, HYPERSPEED = "Move using landspeed", "Move using hyperspeed"
WHERE = f"Choose where to move {HINT} using landspeed, or click 'Done' to cancel"
INSIDE = ((Icon.INTERIOR, 1),)

DUNE = site(41, "Tatooine: Dune")
CAVE = site(42, "Hoth: Cave")
RIDGE = site(43, "Hoth: Ridge")
HALL = site(44, "Hoth: Hall", icons=INSIDE)
SWAMP = site(45, "Swamp")
STAR = system(46, "Far Star")
CRUISER = starship(47, "Cruiser", power=3, icons=((Icon.PILOT, 1),))
FLEET = starship(48, "Fleet", Side.DARK, power=9, ability=5, icons=((Icon.PILOT, 1),))
SPEEDER = card(49, "Speeder", CardType.VEHICLE, power=4, forfeit=3, landspeed=3, icons=((Icon.PILOT, 1),))
MADE = (DUNE, CAVE, RIDGE, HALL, SWAMP, STAR, CRUISER, FLEET, SPEEDER)


class Ground(Seat):
    """Locations beside those of every seat: docks, field and moon are columns 0 to 2.

    Args:
        places: locations from column 3 on, each with the system that the server names.
    """

    def __init__(self, *places: tuple[Card, str | None]) -> None:
        super().__init__(phase=Phase.MOVE)
        self.strategy = JudgedStrategy(
            0, load_strategy("strong", make_vocabulary()), index=index_of((*ALL, *MADE))
        )
        self.places = [self.place_there(face, 3 + at, system=name) for at, (face, name) in enumerate(places)]

    def flee(self, face: Card, column: int) -> CardId:
        """Put a card of ours where two of theirs are far stronger."""
        mover = self.put(face, column=column)
        self.put(VADER, column=column)
        self.put(VADER, column=column)
        powers = {column: (4.0, 16.0)}
        columns = range(3 + len(self.places))
        self.tell(
            mine=tuple(powers.get(at, (-1, -1))[0] for at in columns),
            theirs=tuple(powers.get(at, (-1, -1))[1] for at in columns),
        )
        return mover

    def goes(self, mover: CardId) -> str:
        """What is answered to a menu that offers this card a move by landspeed."""
        return self.answer(offers(self, mover, label=LANDSPEED, phase="Move"))


class TestLandspeed:
    def test_nobody_walks_to_another_planet(self) -> None:
        ground = Ground((DUNE, "Tatooine"), (CAVE, "Hoth"), (RIDGE, "Hoth"))
        assert ground.goes(ground.flee(LUKE, 3)) == "", "the next column is on another planet"

    def test_a_site_next_door_on_the_same_planet_is_reached(self) -> None:
        ground = Ground((DUNE, "Tatooine"), (CAVE, "Hoth"), (RIDGE, "Hoth"))
        assert ground.goes(ground.flee(LUKE, 4)) == "0"
        _, _, ridge = ground.places
        assert ground.answer(pick(WHERE, ridge)) == str(ridge)

    def test_what_the_server_calls_the_system_counts(self) -> None:
        """A site that goes to any planet has no system in its title."""
        for planet, answer in (("Hoth", "0"), ("Tatooine", "")):
            ground = Ground((CAVE, "Hoth"), (SWAMP, planet))
            assert ground.goes(ground.flee(LUKE, 3)) == answer

    def test_without_a_word_of_the_server_the_title_does(self) -> None:
        ground = Ground((CAVE, None), (DUNE, None))
        assert ground.goes(ground.flee(LUKE, 3)) == ""
        ground = Ground((CAVE, None), (RIDGE, None))
        assert ground.goes(ground.flee(LUKE, 3)) == "0"

    def between(self, ground: Ground, face: Card) -> CardId:
        """One of ours that flees, with as many of theirs at the site next door."""
        mover = ground.flee(face, 3)
        for _ in range(3):
            ground.put(VADER, column=4)
        ground.tell(mine=(-1, -1, -1, 4, -1, -1), theirs=(-1, -1, -1, 16, 24, -1))
        return mover

    def test_a_card_of_landspeed_one_does_not_pass_through_a_site(self) -> None:
        ground = Ground((DUNE, "Hoth"), (CAVE, "Hoth"), (RIDGE, "Hoth"))
        mover = self.between(ground, LUKE)
        assert ground.goes(mover) == "", "the free site is two away"

    def test_a_fast_vehicle_does(self) -> None:
        ground = Ground((DUNE, "Hoth"), (CAVE, "Hoth"), (RIDGE, "Hoth"))
        mover = self.between(ground, SPEEDER)
        assert ground.goes(mover) == "0"

    @pytest.mark.parametrize(("mover", "answer"), [(LUKE, "0"), (SPEEDER, "")])
    def test_a_vehicle_does_not_go_indoors(self, mover: Card, answer: str) -> None:
        ground = Ground((CAVE, "Hoth"), (HALL, "Hoth"))
        assert ground.goes(ground.flee(mover, 3)) == answer


class TestWhoComesAlong:
    """Two starships flee a fleet together; what else moves in another way does not matter to them."""

    def scores(self, *, walker_first: bool | None) -> dict[CardId, float]:
        ground = Ground((STAR, "Far Star"))
        ships = [ground.put(CRUISER, column=2) for _ in range(2)]
        ground.put(FLEET, column=2)
        walker = ground.put(GUARD)
        ground.tell(mine=(1, -1, 6, -1), theirs=(-1, -1, 18, -1))
        actions = [(ship, HYPERSPEED) for ship in ships]
        if walker_first is not None:
            actions.insert(0 if walker_first else len(actions), (walker, LANDSPEED))
        asked = CardActionChoice(
            text="Choose Move action or Pass",
            actions=tuple(
                ActionOption(str(at), mover, ground.table.face_of(mover) or BlueprintId(""), label)
                for at, (mover, label) in enumerate(actions)
            ),
        )
        weighed = ground.weighed(asked)
        return {
            each.option.card_id: each.score
            for each in weighed
            if each.option is not None and each.option.card_id in ships
        }

    def test_whatever_else_is_offered_they_flee_together(self) -> None:
        alone, first, last = (self.scores(walker_first=how) for how in (None, True, False))
        assert alone == first == last
        assert all(score > 0 for score in alone.values())

    def test_whoever_goes_first_the_others_follow(self) -> None:
        """A group of one kind of move has begun: the target question is about cards of that kind."""
        ground = Ground((STAR, "Far Star"))
        ships = [ground.put(CRUISER, column=2) for _ in range(2)]
        ground.put(FLEET, column=2)
        walker = ground.put(GUARD)
        ground.tell(mine=(1, -1, 6, -1), theirs=(-1, -1, 18, -1))
        asked = CardActionChoice(
            text="Choose Move action or Pass",
            actions=(
                ActionOption("0", walker, GUARD.blueprint_id, LANDSPEED),
                *(
                    ActionOption(str(1 + at), ship, CRUISER.blueprint_id, HYPERSPEED)
                    for at, ship in enumerate(ships)
                ),
            ),
        )
        chosen = ground.answer(asked)
        assert chosen in {"1", "2"}
        where = f"Choose where to move {HINT} using hyperspeed, or click 'Done' to cancel"
        (star,) = ground.places
        verdict = ground.decide(pick(where, star))
        assert verdict.answer.wire == str(star)
        assert "with Cruiser" in verdict.reasons[0].text
