"""Objectives that flip and flip back, as the table is."""

from dataclasses import dataclass

import pytest
from engine_tables import DARK, STORMTROOPER, TROOPER
from text_stage import TextStage, most

from gemp_bot.board.card import AttachedAs, CardInPlay
from gemp_bot.effects import CardEffects
from gemp_bot.game.game_events import CardFlipped
from gemp_bot.protocol.enums import Phase, Side


@dataclass
class Flip:
    """An Objective, where it is played, who has to stand there for it to flip, and who else."""

    objective: str
    places: tuple[str, ...]
    who: str
    count: int


def named(effects: CardEffects, title: str) -> str:
    return next(card.blueprint_id for card in effects.index if card.title == title)


def one_with(effects: CardEffects, side: Side, what: str) -> list[str]:
    """Characters of a side with a keyword, an icon or a persona; of each name one."""
    found: dict[str, str] = {}
    for card in effects.index:
        traits = effects.facts.of(card).traits
        known = what in traits.keywords or what in traits.personas or what in traits.icons
        plain = effects.facts.of(card).ability > 0 and card.type == "Character"
        if card.side is side and known and plain and not card.is_back and card.unique:
            found.setdefault(card.title, card.blueprint_id)
    return list(found.values())


FLIPS = [
    Flip("208_26", ("Yavin 4: Massassi War Room",), "rebel", 4),
    Flip("14_52", ("Naboo: Theed Palace Throne Room",), "amidala", 1),
]


def settle(stage: TextStage) -> None:
    stage.drive(stage.run.responses.settle(stage.run), most)


@pytest.mark.parametrize("flip", FLIPS, ids=lambda flip: flip.objective)
def test_an_objective_flips_once_it_may(effects: CardEffects, flip: Flip) -> None:
    stage = TextStage(effects)
    objective = stage.beside(flip.objective)
    front = objective.card
    stage.at(Phase.CONTROL, objective.side)
    places = stage.lay(*(named(effects, title) for title in flip.places))
    settle(stage)
    assert objective.card is front
    ids = one_with(effects, objective.side, flip.who)[: flip.count]
    assert len(ids) == flip.count
    standing: list[CardInPlay] = []
    for number, blueprint in enumerate(ids):
        assert objective.card is front, f"{number} are too few"
        standing.append(stage.put(blueprint, places[0]))
        settle(stage)
    assert objective.card is not front
    assert objective.card.is_back
    told = [each for each in stage.told if isinstance(each, CardFlipped)]
    assert told == [CardFlipped(objective.id, objective.card.blueprint_id)]


def test_an_objective_flips_when_three_sites_are_controlled(effects: CardEffects) -> None:
    stage = TextStage(effects)
    objective = stage.beside("201_39")
    sites = stage.lay("1_128", "1_132", "1_133")
    for site in sites:
        assert not objective.card.is_back
        stage.put(STORMTROOPER, site)
        settle(stage)
    assert objective.card.is_back


def test_an_objective_flips_when_two_effects_lie_there_and_back_when_one_is_gone(
    effects: CardEffects,
) -> None:
    stage = TextStage(effects)
    objective = stage.beside("8_167")
    stage.at(Phase.CONTROL, objective.side)
    rumors = stage.beside(named(effects, "Ominous Rumors"))
    settle(stage)
    assert not objective.card.is_back
    stage.beside(named(effects, "Establish Secret Base"))
    settle(stage)
    assert objective.card.is_back
    stage.drive(stage.run.lose(rumors), most)
    settle(stage)
    assert not objective.card.is_back


def test_an_objective_flips_with_a_captive(effects: CardEffects) -> None:
    stage = TextStage(effects)
    objective = stage.beside("9_61")
    (hut,) = stage.lay(named(effects, "Endor: Landing Platform (Docking Bay)"))
    luke = stage.put("1_19", hut)
    trooper = stage.put(STORMTROOPER, hut)
    settle(stage)
    assert not objective.card.is_back
    stage.state.attach(luke, trooper, AttachedAs.NONE)
    assert not luke.active
    settle(stage)
    assert objective.card.is_back


def test_an_objective_flips_for_the_opponent_and_back(effects: CardEffects) -> None:
    """The Empire Knows We're Here: as long as the opponent occupies one of our Hoth locations."""
    stage = TextStage(effects)
    objective = stage.beside("222_27")
    mine = objective.side
    (place,) = stage.lay(named(effects, "Hoth: Echo Corridor"))
    if place.laid.side is not mine:
        pytest.skip("the location is the opponent's")
    other = stage.put(STORMTROOPER if mine is not DARK else TROOPER, place)
    settle(stage)
    assert objective.card.is_back
    stage.drive(stage.run.lose(other), most)
    settle(stage)
    assert not objective.card.is_back
