"""Moves card by card: what a move by landspeed reaches (rules 23.20), and who comes along."""

import pytest
from judged_table import ALL, GUARD, HINT, KNIGHT, LUKE, VADER, Seat, offers, pick
from made_table import ME, card, index_of, site, starship, system

from gemp_bot.cards import Card, CardType, Icon, SubType
from gemp_bot.procedures import load_strategy
from gemp_bot.protocol.decisions import ActionOption, CardActionChoice
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.events import CardPlaceChanged
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged.vocabulary import make_vocabulary

LANDSPEED, HYPERSPEED = "Move using landspeed", "Move using hyperspeed"
BY_SECTORS = "Move using sector movement"
WHERE = f"Choose where to move {HINT} using landspeed, or click 'Done' to cancel"
THROUGH_SPACE = f"Choose where to move {HINT} using hyperspeed, or click 'Done' to cancel"
INSIDE = ((Icon.INTERIOR, 1),)

DUNE = site(41, "Tatooine: Dune")
CAVE = site(42, "Hoth: Cave")
RIDGE = site(43, "Hoth: Ridge")
HALL = site(44, "Hoth: Hall", icons=INSIDE)
SWAMP = site(45, "Swamp")
EMPTY = [site(52 + at, f"Hoth: Waste {at}", dark=0, light=0) for at in range(2)]
RICH = site(54, "Hoth: Mine", dark=2, light=0)
STAR = system(46, "Far Star", parsec=4)
CRUISER = starship(47, "Cruiser", power=3, hyperspeed=3, icons=((Icon.PILOT, 1),))
SLOW_SHIP = starship(50, "Slow Ship", power=3, hyperspeed=2, icons=((Icon.PILOT, 1),))
CLOUDS = card(
    51, "Moon: Clouds", CardType.LOCATION, Side.DARK, subtypes=(SubType.SECTOR,), force_dark=1, force_light=1
)
FLEET = starship(48, "Fleet", Side.DARK, power=9, ability=5, icons=((Icon.PILOT, 1),))
SPEEDER = card(49, "Speeder", CardType.VEHICLE, power=4, forfeit=3, landspeed=3, icons=((Icon.PILOT, 1),))
MADE = (DUNE, CAVE, RIDGE, HALL, SWAMP, STAR, CRUISER, SLOW_SHIP, CLOUDS, FLEET, SPEEDER, *EMPTY, RICH)


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

    def move(self, mover: CardId, face: Card, *, column: int) -> None:
        """A card of ours goes to another column."""
        self.table.apply_event(
            CardPlaceChanged(
                card_id=mover,
                blueprint_id=face.blueprint_id,
                zone=Zone.AT_LOCATION,
                zone_owner_id=ME,
                participant_id=ME,
                location_index=column,
            )
        )

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


class TestTwoSteps:
    """Trap: for nine turns a card stood one site beside the docking bay from which it would have gone on."""

    def wastes(self, *faces: Card) -> Ground:
        return Ground(*((face, "Hoth") for face in (*EMPTY, *faces)))

    def test_a_card_two_steps_away_arrives(self) -> None:
        ground = self.wastes(RICH)
        luke = ground.put(LUKE, column=3)
        ground.tell(mine=(-1, -1, -1, 5, -1, -1), theirs=(-1,) * 6)
        for at in (4, 5):
            ground.turn(phase=Phase.MOVE, number=at)
            verdict = ground.decide(offers(ground, luke, label=LANDSPEED, phase="Move"))
            assert verdict.answer.wire == "0"
            assert ("on the way to Hoth: Mine" in verdict.reasons[0].text) == (at == 4)
            there = ground.places[at - 3]
            beside = [there] if at == 4 else [ground.places[0], there]
            assert ground.answer(pick(WHERE, *beside)) == str(there)
            ground.move(luke, LUKE, column=at)
            ground.tell(mine=tuple(5 if each == at else -1 for each in range(6)), theirs=(-1,) * 6)
        ground.turn(phase=Phase.MOVE, number=6)
        assert ground.goes(luke) == "", "it stays where it drains"

    def test_nobody_goes_on_by_way_of_those_who_are_stronger(self) -> None:
        ground = self.wastes(RICH)
        luke = ground.put(LUKE, column=3)
        ground.put(VADER, column=4)
        ground.put(VADER, column=4)
        ground.tell(mine=(-1, -1, -1, 5, -1, -1), theirs=(-1, -1, -1, -1, 12, -1))
        assert ground.goes(luke) == ""


class TestHyperspeed:
    """A ship of ours at the moon, at parsec 1, flees a fleet."""

    def flees(self, ground: Ground, *faces: Card) -> list[CardId]:
        """Ships of ours at the moon, beside a fleet that is far stronger."""
        ships = [ground.put(face, column=2) for face in faces]
        ground.put(FLEET, column=2)
        self.tell(ground)
        return ships

    def tell(self, ground: Ground) -> None:
        beyond = (-1,) * len(ground.places)
        ground.tell(mine=(-1, -1, 6, *beyond), theirs=(-1, -1, 18, *beyond))

    def goes(self, ground: Ground, *ships: CardId) -> str:
        return ground.answer(offers(ground, *ships, label=HYPERSPEED, phase="Move"))

    def test_a_system_in_range_is_reached(self) -> None:
        ground = Ground((STAR, "Far Star"))
        assert self.goes(ground, *self.flees(ground, CRUISER)) == "0"

    def test_a_system_out_of_range_is_not(self) -> None:
        ground = Ground((STAR, "Far Star"))
        assert self.goes(ground, *self.flees(ground, SLOW_SHIP)) == "", "three parsecs away"

    def test_a_sector_is_not_reached_through_hyperspace(self) -> None:
        ground = Ground((CLOUDS, "Moon"))
        assert self.goes(ground, *self.flees(ground, CRUISER)) == ""

    def test_it_is_by_sector_movement(self) -> None:
        """Trap: a starship in the clouds let a TIE drain at its system, turn after turn (rules 23.23)."""
        ground = Ground((CLOUDS, "Moon"))
        (ship,) = self.flees(ground, CRUISER)
        (clouds,) = ground.places
        assert ground.answer(offers(ground, ship, label=BY_SECTORS, phase="Move")) == "0"
        assert ground.answer(pick(WHERE.replace("landspeed", "sector movement"), clouds)) == str(clouds)

    def test_nobody_comes_along_to_where_he_cannot(self) -> None:
        """Two flee together, or not at all: who stays behind would be lost."""
        for other, answer in ((CRUISER, "0"), (SLOW_SHIP, "")):
            ground = Ground((STAR, "Far Star"))
            assert self.goes(ground, *self.flees(ground, CRUISER, other)) == answer

    def test_what_was_not_offered_is_not_planned_again(self) -> None:
        """Whatever facts say: where else the ship may go was told when it was to be moved."""
        ground = Ground((STAR, "Far Star"), (CAVE, "Hoth"), (RIDGE, "Hoth"))
        (ship,) = self.flees(ground, CRUISER)
        walker = ground.put(SPEEDER, column=4)
        ground.put(VADER, column=4)
        ground.put(VADER, column=4)
        _, _, ridge = ground.places
        ground.tell(mine=(-1, -1, 3, -1, 4, -1), theirs=(-1, -1, 9, -1, 12, -1))
        assert self.goes(ground, ship) == "0"
        assert ground.answer(pick(THROUGH_SPACE, ground.moon)) == "", "it stays"
        assert ground.goes(walker) == "0"
        assert ground.answer(pick(WHERE, ridge)) == str(ridge)
        ground.move(walker, SPEEDER, column=5)
        ground.tell(mine=(-1, -1, 3, -1, -1, 4), theirs=(-1, -1, 9, -1, 12, -1))
        assert self.goes(ground, ship) == "", "after a move all are looked at anew, but go nowhere else"

    def test_the_next_turn_may_be_different(self) -> None:
        ground = Ground((STAR, "Far Star"))
        (ship,) = self.flees(ground, CRUISER)
        self.goes(ground, ship)
        ground.answer(pick(THROUGH_SPACE, ground.moon))
        assert self.goes(ground, ship) == ""
        ground.turn(phase=Phase.MOVE, number=5)
        assert self.goes(ground, ship) == "0"

    def test_who_follows_the_others_goes_where_they_went(self) -> None:
        """The menu and the question after it weigh a place alike: nobody sets out to stay."""
        ground = Ground((STAR, "Far Star"))
        ships = self.flees(ground, CRUISER, CRUISER)
        (star,) = ground.places
        assert self.goes(ground, *ships) == "0"
        assert ground.answer(pick(THROUGH_SPACE, star)) == str(star)
        ground.move(ships[0], CRUISER, column=3)
        menu_ = offers(ground, ships[1], label=HYPERSPEED, phase="Move")
        worth = [each.score for each in ground.weighed(menu_) if each.option is not None]
        assert self.goes(ground, ships[1]) == "0"
        target = [each.score for each in ground.weighed(pick(THROUGH_SPACE, star)) if each.option is not None]
        assert worth == target


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
        (star,) = ground.places
        verdict = ground.decide(pick(THROUGH_SPACE, star))
        assert verdict.answer.wire == str(star)
        assert "with Cruiser" in verdict.reasons[0].text


def test_in_a_standstill_a_move_is_made_that_brings_little() -> None:
    """Trap: both players stood where neither may fight or drain, and passed for 500 turns."""
    ground = Ground((CAVE, "Hoth"), (RIDGE, "Hoth"))
    asked = offers(ground, ground.put(KNIGHT, column=3), label=LANDSPEED, phase="Move")
    answers = {}
    for number in (3, 10, 14, 60):
        ground.turn(phase=Phase.CONTROL, number=number)
        ground.weighed(offers(ground, ground.places[0], label="Force drain", phase="Control"))
        ground.turn(phase=Phase.MOVE, number=number)
        answers[number] = ground.answer(asked)
    assert answers[3] == answers[10] == ""
    assert answers[60] == "0"
