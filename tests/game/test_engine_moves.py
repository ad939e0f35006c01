"""Moves and the end of a game played out by questions and answers; gotchas by their number."""

import pytest
from engine_tables import (
    BAY_94,
    BESPIN,
    CANTINA,
    CLOUD_CITY,
    CORVETTE,
    DARK,
    EISLEY,
    FARM,
    KESSEL,
    LIGHT,
    LUKE,
    PLATFORM,
    RED_5,
    SANDCRAWLER,
    STORMTROOPER,
    TATOOINE,
    TIE,
    TROOPER,
    VADER,
    X_WING,
    YAVIN,
    Z95,
    Plan,
    Stage,
    first,
    kinds,
)

from gemp_bot.board.card import AttachedAs
from gemp_bot.decisions.kinds import ActionKind, PromptKind
from gemp_bot.effects import CardEffects
from gemp_bot.game import Choice, Menu, PickCards, Settings
from gemp_bot.game.choices import Answer
from gemp_bot.game.context import OverError
from gemp_bot.protocol.enums import Phase

# -- moves -------------------------------------------------------------------------------------------


def test_gotcha_21_one_regular_move_per_turn_and_unlimited_ones_besides(stage: Stage) -> None:
    farm, eisley = stage.lay(FARM, EISLEY)
    crawler = stage.put(SANDCRAWLER, eisley)
    luke = stage.put(LUKE, farm)
    stage.turn(LIGHT, 1)
    force = stage.state.force(LIGHT)
    go = Plan({ActionKind.MOVE_LANDSPEED: 1}, {PromptKind.CHOOSE_MOVE_TARGET: [eisley.laid.id]})
    stage.play(Phase.MOVE, go)
    assert luke.location is eisley
    assert stage.state.force(LIGHT) == force - 1
    assert kinds(stage.offered(Phase.MOVE), ActionKind.MOVE_LANDSPEED) == {}
    for _ in range(2):
        stage.play(Phase.MOVE, Plan({ActionKind.EMBARK: 1}, {PromptKind.EMBARK_TARGET: [crawler.id]}))
        assert luke.host is crawler
        off = Plan({ActionKind.DISEMBARK: 1}, {PromptKind.DISEMBARK_TARGET: [eisley.laid.id]})
        stage.play(Phase.MOVE, off)
        assert luke.host is None
    assert stage.state.force(LIGHT) == force - 1


def test_gotcha_22_who_is_carried_does_not_move(stage: Stage) -> None:
    tatooine, kessel = stage.lay(TATOOINE, KESSEL)
    red = stage.put(RED_5, tatooine)
    luke = stage.aboard(LUKE, red, AttachedAs.PILOT)
    stage.turn(LIGHT, 1)
    stage.play(
        Phase.MOVE,
        Plan({ActionKind.MOVE_HYPERSPEED: 1}, {PromptKind.CHOOSE_MOVE_TARGET: [kessel.laid.id]}),
    )
    assert (red.location, luke.location) == (kessel, kessel)
    assert stage.state.marks.moved == {red.name}


def test_gotcha_26_no_hyperspeed_no_parsec(stage: Stage) -> None:
    """Also between two systems of one parsec; and nobody flies who has no pilot."""
    tatooine, _ = stage.lay(TATOOINE, KESSEL)
    stage.put(Z95, tatooine)
    empty = stage.put(RED_5, tatooine)
    wing = stage.put(X_WING, tatooine)
    stage.turn(LIGHT, 1)
    found = kinds(stage.offered(Phase.MOVE), ActionKind.MOVE_HYPERSPEED)
    assert set(found) == {wing.id}
    assert empty.id not in found


def test_hyperspeed_is_the_range_in_parsecs(stage: Stage) -> None:
    kessel, yavin, tatooine = stage.lay(KESSEL, YAVIN, TATOOINE)  # at 8, 4 and 7
    ship = stage.put(CORVETTE, kessel)  # hyperspeed 3
    stage.turn(LIGHT, 1)
    found = kinds(stage.offered(Phase.MOVE), ActionKind.MOVE_HYPERSPEED)
    assert found == {ship.id: (tatooine.laid.id,)}
    assert yavin.laid.id not in found[ship.id]


def test_gotcha_27_cloud_sectors_are_in_the_way_of_landing(stage: Stage) -> None:
    bespin, bay = stage.lay(BESPIN, PLATFORM)
    wing = stage.put(X_WING, bespin)
    stage.turn(LIGHT, 1)
    assert kinds(stage.offered(Phase.MOVE), ActionKind.LAND) == {wing.id: (bay.laid.id,)}
    cloud = stage.new(CLOUD_CITY)
    place = stage.state.lay(cloud, 1, "Bespin")
    assert kinds(stage.offered(Phase.MOVE), ActionKind.LAND) == {}
    stage.state.stand(wing, place)
    assert kinds(stage.offered(Phase.MOVE), ActionKind.LAND) == {wing.id: (bay.laid.id,)}


def test_landing_is_free_at_docking_bays_and_ties_need_one(stage: Stage) -> None:
    tatooine, bay, eisley = stage.lay(TATOOINE, BAY_94, EISLEY)
    tie = stage.put(TIE, tatooine)
    wing = stage.put(X_WING, tatooine)
    assert kinds(stage.offered(Phase.MOVE), ActionKind.LAND) == {tie.id: (bay.laid.id,)}
    stage.turn(LIGHT, 1)
    assert kinds(stage.offered(Phase.MOVE), ActionKind.LAND) == {wing.id: (bay.laid.id, eisley.laid.id)}
    force = stage.state.force(LIGHT)
    stage.play(Phase.MOVE, Plan({ActionKind.LAND: 1}, {PromptKind.LAND_TARGET: [bay.laid.id]}))
    assert wing.location is bay
    assert stage.state.force(LIGHT) == force
    assert stage.run.numbers.power(wing) == 0


def test_docking_bay_transit_moves_a_group_for_one_price(stage: Stage) -> None:
    bay, other = stage.lay(BAY_94, PLATFORM)
    luke, trooper = stage.put(LUKE, bay), stage.put(TROOPER, bay)
    stage.turn(LIGHT, 1)
    force = stage.state.force(LIGHT)

    def choose(choice: Choice) -> Answer:
        if isinstance(choice, PickCards) and choice.prompt is PromptKind.CARDS_TO_TRANSIT:
            return choice.cards
        if isinstance(choice, PickCards) and choice.prompt is PromptKind.DOCKING_BAY_TARGET:
            return choice.cards
        if isinstance(choice, Menu):
            for number, option in enumerate(choice.options):
                if option.kind is ActionKind.DOCKING_BAY_TRANSIT and luke.location is bay:
                    return number
        return first(choice)

    stage.play(Phase.MOVE, choose)
    assert (luke.location, trooper.location) == (other, other)
    assert stage.state.force(LIGHT) == force - 1
    assert kinds(stage.offered(Phase.MOVE), ActionKind.DOCKING_BAY_TRANSIT) == {}


# -- the end -----------------------------------------------------------------------------------------


def test_who_draws_his_last_life_force_has_lost(effects: CardEffects) -> None:
    stage = Stage(effects, Settings(), force=40)
    with pytest.raises(OverError) as over:
        stage.play(Phase.DRAW, Plan({ActionKind.DRAW_CARD: 99}))
    assert over.value.winner is LIGHT
    assert stage.state.life(DARK) == 0


def test_the_hand_and_the_table_are_no_life_force(stage: Stage) -> None:
    life = stage.state.life(DARK)
    stage.new(VADER)
    (cantina,) = stage.lay(CANTINA)
    stage.put(STORMTROOPER, cantina)
    assert stage.state.life(DARK) == life == 40
