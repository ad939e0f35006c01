"""Moves and the end of a game played out by questions and answers; gotchas by their number."""

import pytest
from engine_tables import (
    BAY_94,
    BESPIN,
    CANTINA,
    CLOUD_CITY,
    CORVETTE,
    DARK,
    DEATH_STAR_BAY,
    DREADNAUGHT,
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
from gemp_bot.protocol.enums import Phase, Zone

# -- moves ------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize(("bays", "price"), [
    ((BAY_94, PLATFORM), 1), ((BAY_94, DEATH_STAR_BAY), 8), ((DEATH_STAR_BAY, BAY_94), 8),
])  # fmt: skip
def test_docking_bay_transit_moves_a_group_for_one_price(
    stage: Stage, bays: tuple[str, str], price: int
) -> None:
    """The text of the bay on the Death Star II has it that what the other one takes is not paid."""
    bay, other = stage.lay(*bays)
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
    assert stage.state.force(LIGHT) == force - price
    assert kinds(stage.offered(Phase.MOVE), ActionKind.DOCKING_BAY_TRANSIT) == {}


# -- the end ----------------------------------------------------------------------------------------------


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


def test_who_pilots_may_become_a_passenger_and_back_for_nothing(stage: Stage) -> None:
    """Rules 23.41: in the deploy phase as well, as often as one likes; only who can pilot takes that seat."""
    (eisley,) = stage.lay(EISLEY)
    crawler = stage.put(SANDCRAWLER, eisley)
    luke = stage.aboard(LUKE, crawler, AttachedAs.PILOT)
    stage.aboard(TROOPER, crawler, AttachedAs.PASSENGER)
    stage.turn(LIGHT, 1)
    force = stage.state.force(LIGHT)
    for phase, seat in (
        (Phase.DEPLOY, AttachedAs.PASSENGER),
        (Phase.MOVE, AttachedAs.PILOT),
        (Phase.MOVE, AttachedAs.PASSENGER),
    ):
        assert list(kinds(stage.offered(phase), ActionKind.MOVE_CAPACITY_SLOT)) == [luke.id]
        stage.play(phase, Plan({ActionKind.MOVE_CAPACITY_SLOT: 1}))
        assert (luke.attached_as, luke.host) == (seat, crawler)
        assert crawler.piloted is (seat is AttachedAs.PILOT)
    assert stage.state.force(LIGHT) == force
    assert not stage.state.marks.moved


def test_starfighters_go_into_the_hold_of_a_capital_starship_as_far_as_there_is_room(stage: Stage) -> None:
    """Rules 21.16, 23.40: free, at the system where both are."""
    (kessel,) = stage.lay(KESSEL)
    cruiser = stage.put(DREADNAUGHT, kessel)
    ties = [stage.put(TIE, kessel) for _ in range(5)]
    for tie in ties[:4]:
        assert kinds(stage.offered(Phase.MOVE), ActionKind.EMBARK)[tie.id] == (cruiser.id,)
        stage.state.attach(tie, cruiser, AttachedAs.PASSENGER)
    offered = stage.offered(Phase.MOVE)
    assert kinds(offered, ActionKind.EMBARK) == {}, "four TIEs fill the hold"
    slave = stage.put("109_8", kessel)  # Boba Fett In Slave I: no TIE
    stage.state.to_pile(ties[0], Zone.LOST_PILE)
    assert list(kinds(stage.offered(Phase.MOVE), ActionKind.EMBARK)) == [ties[4].id]
    assert slave.location is kessel
    offered = stage.offered(Phase.MOVE)
    assert set(kinds(offered, ActionKind.DISEMBARK)) == {tie.id for tie in ties[1:4]}


def test_shuttling_is_the_regular_move_between_a_site_and_a_capital_starship_above(stage: Stage) -> None:
    """Rules 23.30: for 1 Force, and to exterior sites only."""
    eisley, cantina, tatooine, kessel = stage.lay(EISLEY, CANTINA, TATOOINE, KESSEL)
    cruiser = stage.put(DREADNAUGHT, tatooine)
    stage.put(DREADNAUGHT, kessel)
    vader, motti = stage.put(VADER, eisley), stage.put(VADER, cantina)
    assert kinds(stage.offered(Phase.MOVE), ActionKind.SHUTTLE) == {vader.id: (cruiser.id,)}
    force = stage.state.force(DARK)
    stage.play(Phase.MOVE, Plan({ActionKind.SHUTTLE: 1}, {PromptKind.SHUTTLE_TARGET: [cruiser.id]}))
    assert vader.host is cruiser
    assert stage.state.force(DARK) == force - 1
    assert kinds(stage.offered(Phase.MOVE), ActionKind.SHUTTLE) == {}, "it has moved"
    stage.turn(DARK, 3)
    assert kinds(stage.offered(Phase.MOVE), ActionKind.SHUTTLE) == {vader.id: (eisley.laid.id,)}
    assert motti.location is cantina


def test_who_is_not_active_or_whose_text_says_so_does_not_move(stage: Stage) -> None:
    """Rules 9 and 23.2; Imperial Trooper Guard cannot move."""
    farm, eisley = stage.lay(FARM, EISLEY)
    vader, missing, guard = (stage.put(card, farm) for card in (VADER, STORMTROOPER, "1_181"))
    missing.active = False
    assert kinds(stage.offered(Phase.MOVE), ActionKind.MOVE_LANDSPEED) == {vader.id: (eisley.laid.id,)}
    assert guard.location is farm
