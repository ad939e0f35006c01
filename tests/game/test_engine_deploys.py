"""Where starships are deployed, played out by questions and answers; as recorded servers have it."""

from engine_tables import (
    DREADNAUGHT,
    KESSEL,
    LIGHT,
    LUKE,
    PLATFORM,
    RED_5,
    TATOOINE,
    TIE,
    TROOPER,
    WASTES,
    X_WING,
    Plan,
    Stage,
    kinds,
)

from gemp_bot.decisions.kinds import ActionKind, PromptKind
from gemp_bot.protocol.enums import Phase, Zone


def test_of_sites_a_starfighter_is_deployed_to_docking_bays_only(stage: Stage) -> None:
    """Rules 21.5: it may land at an exterior site later."""
    wastes, bay, tatooine = stage.lay(WASTES, PLATFORM, TATOOINE)
    for place in (wastes, bay):
        stage.put(TROOPER, place)
    wing = stage.new(X_WING)
    stage.turn(LIGHT, 1)
    targets = kinds(stage.offered(Phase.DEPLOY), ActionKind.DEPLOY)[wing.id]
    assert set(targets) == {bay.laid.id, tatooine.laid.id}


def test_a_starship_without_a_pilot_of_its_own_brings_one_from_hand(stage: Stage) -> None:
    """Alone it goes to a docking bay; to a system only with a pilot, and both are paid."""
    bay, kessel = stage.lay(PLATFORM, KESSEL)
    stage.put(TROOPER, bay)
    red = stage.new(RED_5)
    stage.turn(LIGHT, 1)
    assert kinds(stage.offered(Phase.DEPLOY), ActionKind.DEPLOY)[red.id] == (bay.laid.id,)
    luke = stage.new(LUKE)
    assert set(kinds(stage.offered(Phase.DEPLOY), ActionKind.DEPLOY)[red.id]) == {bay.laid.id, kessel.laid.id}
    for card in stage.state.hand(LIGHT):
        if card not in (red, luke):
            stage.state.to_pile(card, Zone.LOST_PILE)
    force = stage.state.force(LIGHT)
    go = Plan(
        {ActionKind.DEPLOY: 1},
        {PromptKind.CHOOSE_DEPLOY_TARGET: [kessel.laid.id], PromptKind.CHOOSE_PILOT_ABOARD: [luke.id]},
    )
    stage.state.to_pile(luke, Zone.RESERVE_DECK)
    stage.state.to_pile(luke, Zone.HAND)  # behind the starship, which is offered first
    stage.play(Phase.DEPLOY, go)
    assert (red.location, luke.host) == (kessel, red)
    assert red.piloted
    assert force - stage.state.force(LIGHT) == (red.facts.deploy or 0) + (luke.facts.deploy or 0)


def test_a_starfighter_is_deployed_into_a_hold(stage: Stage) -> None:
    (kessel,) = stage.lay(KESSEL)
    cruiser, tie = stage.put(DREADNAUGHT, kessel), stage.new(TIE)
    go = Plan({ActionKind.DEPLOY: 1}, {PromptKind.CHOOSE_DEPLOY_TARGET: [cruiser.id]})
    for card in stage.state.hand(tie.side):
        if card is not tie:
            stage.state.to_pile(card, Zone.LOST_PILE)
    stage.play(Phase.DEPLOY, go)
    assert tie.host is cruiser
    assert not tie.piloted
