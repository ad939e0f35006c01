"""Pilots for starships and vehicles in play: only where they may really go, and each for what it adds."""

import msgspec
import pytest
from judged_table import ALL, FLIER, GUARD, HINT, LUKE, RAIDER, SHIP, VADER, Seat, menu, offers, pick
from made_table import ME, card, index_of, site, starship, system

from gemp_bot.cards import Card, CardType, SubType
from gemp_bot.evaluators.battles import odds
from gemp_bot.evaluators.planning import plan_of
from gemp_bot.procedures import load_strategy
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.protocol.events import CardPlaceChanged
from gemp_bot.protocol.ids import CardId
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged.vocabulary import make_vocabulary
from gemp_bot.valuation.deployment import PlannedDeployment
from gemp_bot.valuation.position import Group

MOON_COLUMN = 2
CAVE = site(41, "Sullust: Cave")
SULLUST = system(42, "Sullust", parsec=2)
CRUISER = starship(
    43, "Cruiser", power=7, ability=2, forfeit=7, subtypes=(SubType.CAPITAL,),
    traits={"pilots": (2,), "passengers": (4,), "starfighters": (2,)},
)  # fmt: skip
CRAWLER = card(
    44, "Crawler", CardType.VEHICLE, subtypes=(SubType.COMBAT,), power=7, forfeit=5, landspeed=1,
    traits={"pilots": (1,)},
)  # fmt: skip
SKY, GROUND = 3, 4
MOVE = "Choose Move action or Pass"
WHERE = "Choose where to deploy <div>Flier</div>, or click 'Done' to cancel"


@pytest.mark.parametrize("boardable", [None, frozenset({MOON_COLUMN})])
def test_an_empty_starship_where_we_may_deploy_gets_its_pilot(boardable: frozenset[int] | None) -> None:
    (step,) = pilot_for_the_ship(boardable)
    assert step.column == MOON_COLUMN
    assert set(step.aboard) == set(step.cards)
    assert step.gain > 0
    assert step.mine.cards == 1, "who is aboard does not stand by itself"


def test_no_pilot_for_an_empty_starship_where_the_server_did_not_offer_it() -> None:
    assert not pilot_for_the_ship(frozenset())


def pilot_for_the_ship(boardable: frozenset[int] | None) -> tuple[PlannedDeployment, ...]:
    """What is planned for a pilot that may stand nowhere, with an empty starship of ours at the moon.

    Args:
        boardable: columns of starships that the server offered for it; None for not asked yet.
    """
    seat = Seat()
    seat.put(SHIP, column=MOON_COLUMN)
    seat.tell(mine=(-1, -1, 0))
    (pilot,) = seat.held(FLIER)
    ctx = seat.context(offers(seat, pilot))
    ctx.memory.deploys.illegal.update((pilot, column) for column in range(MOON_COLUMN))
    if boardable is not None:
        ctx.memory.deploys.offer([pilot], frozenset(), boardable)
    return plan_of(ctx).steps


def test_two_pilots_of_an_empty_starship_are_not_both_reckoned_with_its_power() -> None:
    """Once they were: power 8 was promised against 8, and 5 stood there."""
    seat = Seat()
    seat.put(SHIP, column=MOON_COLUMN)
    seat.put(RAIDER, column=MOON_COLUMN)
    seat.tell(mine=(-1, -1, 0), theirs=(-1, -1, 4))
    pilots = seat.held(FLIER, FLIER)
    ctx = seat.context(offers(seat, *pilots))
    ctx.memory.deploys.illegal.update((pilot, column) for pilot in pilots for column in range(MOON_COLUMN))
    steps = plan_of(ctx).steps
    assert all(len(step.cards) == 1 and step.mine.power == SHIP.power for step in steps)


def test_a_pilot_joins_a_starship_that_has_one_where_that_wins_a_battle() -> None:
    """With ability 4 a battle destiny is drawn."""
    seat = Seat()
    ship = seat.put(SHIP, column=MOON_COLUMN)
    seat.put(FLIER, on=ship)
    seat.put(RAIDER, column=MOON_COLUMN)
    seat.tell(mine=(-1, -1, 4), theirs=(-1, -1, 4))
    (pilot,) = seat.held(FLIER)
    assert seat.answer(offers(seat, pilot)) == "0"
    assert seat.answer(pick(WHERE, seat.docks, ship)) == str(ship)


def test_who_is_aboard_pays_too_and_the_only_pilot_costs_what_he_flies() -> None:
    """Trap: battles were priced as if only ships paid, and nobody was lost with them."""

    def lost(pilots: int) -> float:
        seat = Seat()
        seat.put(RAIDER, column=MOON_COLUMN)
        ship = seat.put(SHIP, column=MOON_COLUMN)
        for _ in range(pilots):
            seat.put(FLIER, on=ship)
        seat.tell(mine=(-1, -1, 4), theirs=(-1, -1, 7))
        ctx = seat.context()
        place = ctx.position.in_column(MOON_COLUMN)
        assert place is not None
        still = msgspec.structs.replace(place, mine=_undrawn(place.mine), theirs=_undrawn(place.theirs))
        return float(odds(ctx, still).ours)

    assert 2 * lost(pilots=2) < lost(pilots=1), "one of two pays 3 battle damage, and the ship flies on"


def _undrawn(group: Group) -> Group:
    return msgspec.structs.replace(group, draws=0)


class Planet(Seat):
    """A system and a site of it beside the places of every seat, in our move phase.

    Attributes:
        sky, ground: ids of them, in columns `SKY` and `GROUND`.
    """

    def __init__(self) -> None:
        super().__init__(phase=Phase.MOVE)
        self.strategy = JudgedStrategy(
            0,
            load_strategy("strong", make_vocabulary()),
            index=index_of((*ALL, CAVE, SULLUST, CRUISER, CRAWLER)),
        )
        self.sky = self.place_there(SULLUST, SKY)
        self.ground = self.place_there(CAVE, GROUND)

    def here(self, *, sky: float = -1, ground: float = -1, theirs: float = -1) -> None:
        """Our power at the system and at the site, and theirs at the site."""
        self.tell(mine=(-1, -1, -1, sky, ground), theirs=(-1, -1, -1, -1, theirs))

    def goes_aboard(self, who: CardId, carrier: CardId) -> None:
        """The server moves a card."""
        self.table.apply_event(
            CardPlaceChanged(
                card_id=who, blueprint_id=self.table.face_of(who) or FLIER.blueprint_id, zone=Zone.ATTACHED,
                zone_owner_id=ME, participant_id=ME, location_index=GROUND, target_card_id=carrier,
            )
        )  # fmt: skip

    def moves(self, card: CardId, label: str) -> str:
        """Whether an action of a card is chosen in the menu of the move phase."""
        return self.answer(menu((card, label), text=MOVE))


def test_a_lone_character_below_a_cruiser_goes_up_from_a_stronger_opponent() -> None:
    planet = Planet()
    cruiser = planet.put(CRUISER, column=SKY)
    guard = planet.put(GUARD, column=GROUND)
    planet.put(VADER, column=GROUND)
    planet.here(sky=7, ground=1, theirs=6)
    assert planet.moves(guard, "Shuttle") == "0"
    where = f"Choose where to shuttle {HINT}, or click 'Done' to cancel"
    assert planet.answer(pick(where, cruiser)) == str(cruiser)


def test_a_passenger_of_a_cruiser_goes_down_where_nobody_is() -> None:
    planet = Planet()
    cruiser = planet.put(CRUISER, column=SKY)
    luke = planet.put(LUKE, on=cruiser)
    planet.here(sky=7)
    assert planet.moves(luke, "Shuttle") == "0"
    where = f"Choose where to shuttle {HINT}, or click 'Done' to cancel"
    assert planet.answer(pick(where, planet.ground)) == str(planet.ground)


def test_nobody_goes_down_to_a_stronger_opponent() -> None:
    planet = Planet()
    cruiser = planet.put(CRUISER, column=SKY)
    guard = planet.put(GUARD, on=cruiser)
    planet.put(VADER, column=GROUND)
    planet.here(sky=7, theirs=6)
    assert planet.moves(guard, "Shuttle") == ""


def test_a_starfighter_leaves_the_hold_of_a_cruiser_where_it_fights() -> None:
    planet = Planet()
    cruiser = planet.put(CRUISER, column=SKY)
    ship = planet.put(SHIP, on=cruiser)
    planet.put(FLIER, on=ship)
    for _ in range(2):
        planet.put(RAIDER, column=SKY)
    planet.tell(mine=(-1, -1, -1, 7, -1), theirs=(-1, -1, -1, 8, -1))
    assert planet.moves(ship, "Disembark") == "0"
    assert planet.answer(pick(f"Choose where to disembark {HINT}", planet.sky, low=1)) == str(planet.sky)


@pytest.mark.parametrize(("driver", "chosen"), [(FLIER, "0"), (LUKE, "")])
def test_a_pilot_boards_a_vehicle_that_nobody_drives(driver: Card, chosen: str) -> None:
    planet = Planet()
    crawler = planet.put(CRAWLER, column=GROUND)
    who = planet.put(driver, column=GROUND)
    planet.put(VADER, column=GROUND)
    planet.here(ground=driver.power, theirs=6)
    assert planet.moves(who, "Embark") == chosen
    if chosen:
        planet.goes_aboard(who, crawler)  # where it is the only one, the server does not ask
        planet.here(ground=CRAWLER.power, theirs=6)
        assert planet.moves(who, "Disembark") == ""
