"""What actions of real cards do to piles and hands."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pytest
from engine_tables import DARK, DARK_RIFLE, LIGHT, LUKE, RIFLE, STORMTROOPER, TROOPER, X_WING
from text_stage import TextStage, most

from gemp_bot.decisions.kinds import ResponseTrigger
from gemp_bot.effects import CardEffects
from gemp_bot.game import Choice, Menu, PickNumber
from gemp_bot.game.choices import Answer
from gemp_bot.game.losing import lose_force
from gemp_bot.protocol.enums import Phase, Side, Zone

RESERVE, FORCE, USED, LOST, HAND = (
    Zone.RESERVE_DECK,
    Zone.FORCE_PILE,
    Zone.USED_PILE,
    Zone.LOST_PILE,
    Zone.HAND,
)
Deltas = Mapping[Zone, int]


@dataclass
class Row:
    """An action and by how much the piles of the player who acts and of the other one change."""

    card: str
    effect: str
    mine: Deltas
    theirs: Deltas = field(default_factory=dict)
    phase: Phase = Phase.CONTROL
    where: str = "beside"
    before: Callable[[TextStage], object] = id


def put(*cards: tuple[str, Zone]) -> Callable[[TextStage], object]:
    return lambda stage: [stage.in_pile(card, zone) for card, zone in cards]


ROWS = [
    Row("201_33", "activate_force", {RESERVE: -1, FORCE: 1}, where="hand"),
    Row("12_122", "draw_card_into_hand_from_bottom_of_force_pile", {FORCE: -1, HAND: 1}, phase=Phase.DEPLOY),
    Row(
        "11_13",
        "draw_card_into_hand_from_reserve_deck",
        {RESERVE: -1, USED: 1},
        before=put((TROOPER, HAND)),
    ),
    Row(
        "6_6",
        "exchange_card_in_hand_with_card_in_lost_pile",
        {},
        before=put((TROOPER, HAND), (RIFLE, LOST)),
    ),
    Row(
        "201_4",
        "exchange_cards_in_hand_with_card_in_lost_pile",
        {HAND: -1, LOST: 1},
        before=put((TROOPER, HAND), (TROOPER, HAND), (LUKE, LOST)),
    ),
    Row(
        "200_120",
        "exchange_cards_in_hand_with_card_in_force_pile",
        {HAND: -1, FORCE: 1},
        where="hand",
        before=put((STORMTROOPER, HAND), (STORMTROOPER, HAND)),
    ),
    Row("200_47", "retrieve_force", {LOST: -1, USED: 1}, before=put((TROOPER, LOST))),
    Row("200_46", "retrieve_card", {LOST: -1, USED: 1}, before=put((X_WING, LOST))),
    Row("4_67", "take_card_into_hand_from_force_pile", {FORCE: -1, HAND: 1}, where="hand"),
    Row(
        "5_160",
        "take_card_into_hand_from_used_pile",
        {USED: -1, HAND: 1},
        where="hand",
        before=put((DARK_RIFLE, USED)),
    ),
    Row(
        "601_59",
        "take_card_into_hand_from_lost_pile",
        {LOST: -1, HAND: 1},
        before=put((LUKE, LOST)),
    ),
    Row(
        "203_17",
        "take_card_into_hand_from_reserve_deck",
        {RESERVE: -1, HAND: 1},
        where="hand",
        before=put(("3_10", RESERVE)),
    ),
    Row(
        "601_44",
        "place_card_in_used_pile_from_table",
        {USED: 1, LOST: -1},
        phase=Phase.DRAW,
        before=put((TROOPER, LOST)),
    ),
    Row(
        "2_135",
        "lose_cards_from_hand",
        {FORCE: -4, USED: 4},
        {HAND: -2, LOST: 2},
        where="hand",
        before=put((TROOPER, HAND), (TROOPER, HAND), (LUKE, HAND)),
    ),
    Row(
        "1_228",
        "put_cards_from_hand_on_used_pile",
        {HAND: -1, USED: 1},
        before=put((STORMTROOPER, HAND), (STORMTROOPER, HAND)),
    ),
    Row(
        "10_26_BACK",
        "play_interrupt_from_lost_pile",
        {RESERVE: -1, FORCE: 1, LOST: -1},
        before=put(("207_14", LOST)),
    ),
    Row(
        "7_169",
        "exchange_card_in_hand_with_top_card_of_lost_pile",
        {},
        before=put(("1_291", HAND), (STORMTROOPER, LOST)),
    ),
    Row("601_51", "reveal_top_cards_of_reserve_deck", {RESERVE: -3, HAND: 1, USED: 2}, where="hand"),
    Row(
        "1_266",
        "put_card_from_hand_on_used_pile",
        {FORCE: -1, USED: 1},
        {HAND: -1, USED: 1},
        where="hand",
        before=put((TROOPER, HAND)),
    ),
    Row(
        "11_30",
        "take_card_into_hand_from_lost_pile",
        {HAND: -2, LOST: 2},
        where="hand",
        before=put(*[(TROOPER, HAND)] * 3, (RIFLE, USED), (LUKE, LOST)),
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.card} {row.effect}")
def test_piles_after_an_action(effects: CardEffects, row: Row) -> None:
    stage = TextStage(effects)
    side = effects.facts.of_deck(row.card, DARK).card.side
    stage.at(row.phase, side)
    row.before(stage)
    card = stage.of(row.card) if row.where == "hand" else stage.beside(row.card)
    mine, theirs = without(stage, side, card.id), without(stage, side.other, card.id)
    stage.act(card, row.effect)
    assert changes(mine, without(stage, side, card.id)) == row.mine
    assert changes(theirs, without(stage, side.other, card.id)) == row.theirs


def without(stage: TextStage, side: Side, card: int) -> dict[Zone, int]:
    """The sizes of the piles, without the card that acts."""
    return {
        zone: sum(each.id != card for each in stage.state.pile(side, zone))
        for zone in (RESERVE, FORCE, USED, LOST, HAND)
    }


def changes(before: Mapping[Zone, int], after: Mapping[Zone, int]) -> dict[Zone, int]:
    return {zone: after[zone] - before[zone] for zone in before if after[zone] != before[zone]}


def test_hands_are_put_down_by_chance_and_not_from_one_end(effects: CardEffects) -> None:
    stage = TextStage(effects)
    stage.at(Phase.CONTROL, DARK)
    card = stage.of("10_38")
    for _ in range(13):
        stage.in_pile(TROOPER, HAND)
    held = stage.state.hand(LIGHT)
    stage.act(card, "put_random_cards_from_hand_on_used_pile")
    left = stage.state.hand(LIGHT)
    assert len(left) == 8
    assert left != held[:8]
    assert set(left) < set(held)


def test_force_that_is_about_to_be_lost_can_be_reduced(effects: CardEffects) -> None:
    stage = TextStage(effects)
    stage.at(Phase.CONTROL, DARK)
    farm, eisley = stage.lay("1_132", "1_133")
    seff = stage.put("7_20", eisley)
    assert seff.side is LIGHT
    asked: list[str] = []

    def choose(choice: Choice) -> Answer:
        if isinstance(choice, Menu) and choice.options:
            asked.append(str(choice.after))
            return 0 if len(asked) == 1 else None
        return 2 if isinstance(choice, PickNumber) else most(choice)

    lost = len(stage.state.pile(LIGHT, LOST))
    stage.drive(lose_force(stage.run, LIGHT, 3, farm.laid.id, detail="drain"), choose)
    assert asked[0] == ResponseTrigger.ABOUT_TO_LOSE_FORCE
    assert len(stage.state.pile(LIGHT, LOST)) == lost + 1
