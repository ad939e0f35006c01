"""Operatives at the sites of their planet, played out: presence without control, one of a title a site."""

import pytest
from engine_tables import CANTINA, DARK, LIGHT, STORMTROOPER, TROOPER, Plan, Stage, kinds

from gemp_bot.decisions.kinds import ActionKind, PromptKind
from gemp_bot.protocol.enums import Phase

DEPTHS, KACHIRHO, OPERATIVE = "215_13", "215_14", "7_24"
"""Two sites of Kashyyyk that stand side by side, and its Operative of the Light Side."""


def drains(stage: Stage) -> dict[int, tuple[int, ...]]:
    return kinds(stage.offered(Phase.CONTROL), ActionKind.FORCE_DRAIN)


@pytest.mark.parametrize(("company", "drained"), [(None, False), (TROOPER, True), (OPERATIVE, False)])
def test_alone_on_its_planet_it_does_not_drain(stage: Stage, company: str | None, drained: bool) -> None:
    depths, _ = stage.lay(DEPTHS, KACHIRHO)
    stage.put(OPERATIVE, depths)
    if company is not None:
        stage.put(company, depths)
    stage.turn(LIGHT, 2)
    assert (depths.laid.id in drains(stage)) is drained
    assert depths.controlled(LIGHT) is drained
    assert depths.presence(LIGHT)


def test_it_keeps_the_opponent_from_draining(stage: Stage) -> None:
    depths, _ = stage.lay(DEPTHS, KACHIRHO)
    stage.put(STORMTROOPER, depths)
    stage.turn(DARK, 2)
    assert depths.laid.id in drains(stage)
    stage.put(OPERATIVE, depths)
    assert depths.laid.id not in drains(stage)


def test_elsewhere_it_is_like_anybody(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    stage.put(OPERATIVE, cantina)
    another = stage.new(OPERATIVE)
    stage.turn(LIGHT, 2)
    assert cantina.controlled(LIGHT)
    assert cantina.laid.id in kinds(stage.offered(Phase.DEPLOY), ActionKind.DEPLOY)[another.id]


def test_no_second_one_is_deployed_or_moves_to_where_one_is(stage: Stage) -> None:
    depths, kachirho = stage.lay(DEPTHS, KACHIRHO)
    first = stage.put(OPERATIVE, depths)
    another = stage.new(OPERATIVE)
    stage.turn(LIGHT, 2)
    offered = kinds(stage.offered(Phase.DEPLOY), ActionKind.DEPLOY)
    assert offered[another.id] == (kachirho.laid.id,)
    go = Plan(
        {ActionKind.DEPLOY: 1}, {PromptKind.CHOOSE_DEPLOY_TARGET: [kachirho.laid.id]}
    )  # fmt: skip
    for card in stage.state.hand(LIGHT):
        if card is not another:
            stage.state.to_pile(card, first.zone.LOST_PILE)
    stage.play(Phase.DEPLOY, go)
    assert another.location is kachirho
    moves = kinds(stage.offered(Phase.MOVE), ActionKind.MOVE_LANDSPEED)
    assert not {first.id, another.id} & moves.keys()


def test_its_ability_does_not_count_for_battle_destiny_there(stage: Stage) -> None:
    depths, cantina = stage.lay(DEPTHS, CANTINA)
    for place, draws in ((depths, 0), (cantina, 1)):
        cards = [stage.put(OPERATIVE, place), *(stage.put(TROOPER, place) for _ in range(3))]
        assert stage.engine.numbers.battle_destinies(cards, LIGHT, place) == draws
