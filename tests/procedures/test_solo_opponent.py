"""A printed solo opponent of another game as a procedure file, case by case against its rules.

The numbers are those of the sections of its manual: 4.1 to 4.6 the phases of its turn, 5 its priorities and
the cards with rules of their own. The options stand in the order of the row, the last closest to the deck,
unless a case says otherwise; a case names the option that must be chosen by its index, None for a pass.
"""

import random
from pathlib import Path

import pytest
from procedure_words import option as filled
from procedure_words import situation as around

from gemp_bot.procedures import Choice, Fact, Procedures, Type, Value, Vocabulary, load_strategy

KINDS = (
    *("PHASE", "BASE_ABILITY", "BY_LOST_BASES", "USE_ABILITY", "EXILE", "PURCHASE", "SABOTAGE", "ATTACK"),
    *("ICONS", "REPAIR", "DISCARD", "JERJERROD", "B_WING", "JYN_ERSO", "SAIL_BARGE", "LANDING_CRAFT"),
    *("SCAVENGE", "TARKIN", "DUROS_SPY"),
)
NUMBERS = (
    *("turn.phase", "turn.destroyed", "bot.x", "bot.resources", "bot.attack", "bot.unit_attack"),
    *("hero.missing", "craft.resources", "pilot.cost", "option.score", "option.number", "option.cost"),
    *("option.attack", "option.force", "option.resource", "option.health", "option.distance"),
)
FLAGS = (
    *("game.final_base", "bot.has_shuttle", "bot.base_falls", "bot.base_damaged", "revealed.empire"),
    *("force.favours_empire", "force.favours_bot", "force.bot_full", "rebels.would_be_full"),
    *("option.own", "option.enemy", "option.empire", "option.capital_ship", "option.base"),
    *("option.outer_rim_pilot", "option.bounty_hunter", "option.exiles_itself", "option.required"),
    *("option.blocks_hero",),
)
TEXTS = ("bot.hero_name", "option.name", "option.kind")
WORDS = Vocabulary(
    KINDS,
    (
        *(Fact(name, Type.NUMBER, "a number of the table") for name in NUMBERS),
        *(Fact(name, Type.FLAG, "a mark of the table") for name in FLAGS),
        *(Fact(name, Type.TEXT, "a name of the table") for name in TEXTS),
    ),
)


@pytest.fixture(scope="module")
def opponent() -> Procedures:
    return load_strategy(Path(__file__).parent / "solo-opponent.toml", WORDS, folders=())


def card(**facts: Value) -> dict[str, Value]:
    """A card that is worth something, so that a pass is a decision and no accident."""
    return {**filled(WORDS, **facts), "option.score": facts.get("score", 1.0)}


def ask(
    opponent: Procedures,
    kind: str,
    options: list[dict[str, Value]],
    *,
    least: int = 0,
    most: int = 1,
    seed: int = 1,
    **facts: Value,
) -> Choice:
    here = around(WORDS) | {name.replace("__", "."): value for name, value in facts.items()}
    return opponent.choose(kind, here, options, random.Random(seed), least=least, most=most)


def test_4_the_phases_come_in_order_and_never_again(opponent: Procedures) -> None:
    shuffled = [3, 1, 7, 2, 6, 5, 4]
    phases = [card(number=number) for number in shuffled]
    seen = [0]
    for _ in range(9):
        choice = ask(opponent, "PHASE", phases, turn__phase=float(seen[-1]))
        seen += [shuffled[index] for index in choice.indices]
    assert seen == [0, 1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("x", [0, 1, 2])
def test_4_1_and_4_6_lost_bases_bring_resources_and_force(opponent: Procedures, x: int) -> None:
    amounts = [card(number=number) for number in (2, 0, 1)]
    choice = ask(opponent, "BY_LOST_BASES", amounts, bot__x=float(x))
    assert amounts[choice.indices[0]]["option.number"] == x


def test_4_1_a_base_ability_is_used_for_the_greatest_benefit(opponent: Procedures) -> None:
    assert ask(opponent, "BASE_ABILITY", [card(score=1), card(score=4), card(score=2)]).index == 1


def test_4_2_an_ability_must_be_used(opponent: Procedures) -> None:
    assert ask(opponent, "USE_ABILITY", [card(kind="keep"), card(kind="use")]).index == 1
    assert ask(opponent, "USE_ABILITY", [card(kind="keep")]).passed


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([card(exiles_itself=True)], 0),
        ([card(required=True)], 0),  # 5: shuttles are exiled when that is required
        ([card()], None),
        ([card(), card(exiles_itself=True)], 1),
    ],
)
def test_4_2_and_5_exile(opponent: Procedures, options: list[dict[str, Value]], expected: int | None) -> None:
    assert ask(opponent, "EXILE", options).index == expected


LUKE, VADER = "Luke Skywalker", "Darth Vader"


def ship(**facts: Value) -> dict[str, Value]:
    return card(cost=5, attack=1, capital_ship=True, **facts)


@pytest.mark.parametrize(
    ("final", "hero", "resources", "options", "expected"),
    [
        # A final base is in play: the hero first, though others are dearer.
        (True, VADER, 9, [card(cost=9, attack=6, capital_ship=True), card(cost=8, attack=6, name=VADER)], 1),
        (True, LUKE, 9, [card(cost=8, attack=6, name=VADER), card(cost=8, attack=6, name=LUKE)], 1),
        # The hero is too dear: the dearest capital ship with attack.
        (True, VADER, 7, [card(cost=8, attack=6, name=VADER), card(cost=4, attack=2, capital_ship=True)], 1),
        (
            True,
            VADER,
            9,
            [card(cost=4, attack=2, capital_ship=True), card(cost=6, attack=3, capital_ship=True)],
            1,
        ),
        # Ships without attack do not count, however dear; nor do dearer cards that are no ships.
        (True, VADER, 9, [card(cost=7, capital_ship=True), card(cost=3, attack=1, capital_ship=True)], 1),
        (True, VADER, 9, [card(cost=5, attack=4), card(cost=3, attack=1, capital_ship=True)], 1),
        # No such ship: the dearest card with attack; and nothing, if there is none.
        (True, VADER, 9, [card(cost=3, attack=1), card(cost=5, attack=1), card(cost=8)], 1),
        (True, VADER, 9, [card(cost=3), card(cost=7, capital_ship=True)], None),
        (True, VADER, 9, [card(cost=2, outer_rim_pilot=True)], None),
        # Before that: the hero, a capital ship even without attack, the dearest card.
        (False, LUKE, 9, [card(cost=9, capital_ship=True), card(cost=8, name=LUKE)], 1),
        (False, LUKE, 9, [card(cost=8, attack=9), card(cost=3, capital_ship=True)], 1),
        (False, LUKE, 9, [card(cost=3, capital_ship=True), card(cost=4, capital_ship=True)], 1),
        (False, LUKE, 9, [card(cost=3, attack=4), card(cost=5)], 1),
        (False, LUKE, 4, [card(cost=5), card(cost=3)], 1),
        (False, LUKE, 9, [card(cost=2, outer_rim_pilot=True), card(cost=1)], 1),
        (False, LUKE, 1, [card(cost=2), card(cost=2, outer_rim_pilot=True)], None),
        # Ties: its own faction, then the card closest to the deck.
        (False, LUKE, 9, [card(cost=5, distance=1), card(cost=5, own=True, distance=4)], 1),
        (False, LUKE, 9, [card(cost=5, own=True, distance=4), card(cost=5, own=True, distance=1)], 1),
        (True, LUKE, 9, [card(cost=5, attack=1, distance=3), card(cost=5, attack=1, distance=2)], 1),
        (True, LUKE, 9, [card(cost=5, attack=1), card(cost=5, attack=1, own=True, distance=4)], 1),
        *((final, LUKE, 9, [ship(), ship(own=True, distance=4)], 1) for final in (True, False)),
        *(
            (final, LUKE, 9, [ship(distance=4), ship(distance=3), ship(distance=5)], 1)
            for final in (True, False)
        ),
    ],
)
def test_4_3_purchase(
    opponent: Procedures,
    *,
    final: bool,
    hero: str,
    resources: float,
    options: list[dict[str, Value]],
    expected: int | None,
) -> None:
    choice = ask(
        opponent, "PURCHASE", options, game__final_base=final, bot__hero_name=hero, bot__resources=resources
    )
    assert choice.index == expected


def test_4_3_what_is_left_buys_as_many_pilots_as_possible(opponent: Procedures) -> None:
    pilots = [card(cost=2, outer_rim_pilot=True, distance=distance) for distance in (3, 2, 1, 0)]
    choice = ask(
        opponent, "PURCHASE", pilots, most=4, bot__hero_name=LUKE, bot__resources=7.0, pilot__cost=2.0
    )
    assert choice.indices == (3, 2, 1)


@pytest.mark.parametrize(
    ("attack", "options", "expected"),
    [
        # It has to, as soon as one can be destroyed; the dearest of those that can.
        (3, [card(enemy=True, cost=2, health=2), card(enemy=True, cost=3, health=3)], 1),
        (3, [card(enemy=True, cost=5, health=5), card(enemy=True, cost=3, health=3)], 1),
        (3, [card(enemy=True, cost=1, health=1)], 0),
        # Only cards of the enemy, and nothing if none can be destroyed.
        (9, [card(cost=7, health=7), card(enemy=True, cost=3, health=3)], 1),
        (2, [card(enemy=True, cost=3, health=3), card(cost=1, health=1)], None),
        # A tie goes to the card closest to the deck.
        (
            3,
            [card(enemy=True, cost=3, health=3, distance=4), card(enemy=True, cost=3, health=2, distance=1)],
            1,
        ),
    ],
)
def test_4_4_sabotage(
    opponent: Procedures, attack: float, options: list[dict[str, Value]], expected: int | None
) -> None:
    # 4.4: capital ships do not take part, so all their attack in bot.attack is of no use here.
    assert ask(opponent, "SABOTAGE", options, bot__unit_attack=attack, bot__attack=99.0).index == expected


SHIPS = [
    card(base=True, health=16),
    card(capital_ship=True, cost=3, health=2),
    card(capital_ship=True, cost=6, health=5),
    card(capital_ship=True, cost=5, health=4),
]


@pytest.mark.parametrize(
    ("attack", "destroyed", "options", "expected"),
    [
        (9, 0, SHIPS, 2),  # all could be destroyed: the dearest
        (4, 0, SHIPS, 3),  # the dearest that can be
        (2, 0, SHIPS, 1),
        (1, 0, SHIPS, 1),  # none can be: the one with the least health left is damaged
        (1, 1, SHIPS, 0),  # some were, and what is left goes to the base
        (9, 0, SHIPS[:1], 0),  # no capital ships: the base
    ],
)
def test_4_5_attack(
    opponent: Procedures, attack: float, destroyed: float, options: list[dict[str, Value]], expected: int
) -> None:
    choice = ask(opponent, "ATTACK", options, bot__attack=attack, turn__destroyed=destroyed)
    assert choice.index == expected


def test_5_attack_comes_before_force_before_resources(opponent: Procedures) -> None:
    assert ask(opponent, "ICONS", [card(force=5, resource=5), card(attack=1)]).index == 1
    assert ask(opponent, "ICONS", [card(resource=5), card(force=1)]).index == 1
    assert ask(opponent, "ICONS", [card(resource=1), card(resource=2)]).index == 1
    assert ask(opponent, "ICONS", [card(attack=1, force=1), card(attack=1, force=2)]).index == 1


def test_5_a_damaged_base_is_always_repaired(opponent: Procedures) -> None:
    assert ask(opponent, "REPAIR", [card(kind="other", score=9), card(kind="repair")]).index == 1


@pytest.mark.parametrize(
    ("final", "options", "expected"),
    [
        (False, [card(resource=2), card(resource=1, attack=5)], 1),
        (False, [card(resource=1, force=2), card(resource=1, force=1, attack=5)], 1),
        (False, [card(resource=1, force=1, attack=2), card(resource=1, force=1, attack=1)], 1),
        (True, [card(resource=0, attack=1), card(resource=5)], 1),  # attack is kept for the last base
        (True, [card(attack=1, resource=1), card(attack=1)], 1),  # unless there is nothing else
    ],
)
def test_5_discarding(
    opponent: Procedures, *, final: bool, options: list[dict[str, Value]], expected: int
) -> None:
    choice = ask(opponent, "DISCARD", options, least=1, game__final_base=final)
    assert choice.index == expected
    kept = final and all(each["option.attack"] for each in options)
    assert choice.trace.overruled == (("keep attack for the last base",) if kept else ())


ROW = [card(enemy=True, cost=3), card(cost=9), card(enemy=True, cost=5)]


@pytest.mark.parametrize(
    ("empire", "favours", "expected"), [(True, True, 2), (True, False, None), (False, True, None)]
)
def test_5_moff_jerjerrod(opponent: Procedures, *, empire: bool, favours: bool, expected: int | None) -> None:
    choice = ask(opponent, "JERJERROD", ROW, revealed__empire=empire, force__favours_empire=favours)
    assert choice.index == expected


B_WING = [
    card(kind="gain attack"),
    card(kind="discard", resource=2),
    card(kind="discard", resource=1, force=2),
    card(kind="discard", resource=1, force=1, attack=2),
    card(kind="discard", resource=1, force=1, attack=1),
]


@pytest.mark.parametrize(
    ("shuttle", "falls", "expected"),
    [(True, False, 4), (True, True, 4), (False, False, 0), (False, True, 4)],
)
def test_5_against_a_b_wing(opponent: Procedures, *, shuttle: bool, falls: bool, expected: int) -> None:
    choice = ask(opponent, "B_WING", B_WING, least=1, bot__has_shuttle=shuttle, bot__base_falls=falls)
    assert choice.index == expected


def test_5_jyn_erso_dearest_then_greatest_benefit_then_chance(opponent: Procedures) -> None:
    def taken(hand: list[dict[str, Value]], seed: int = 1) -> int | None:
        return ask(opponent, "JYN_ERSO", hand, seed=seed, force__favours_bot=True).index

    assert taken([card(cost=2, attack=9), card(cost=3)]) == 1
    assert taken([card(cost=3, attack=2), card(cost=3, force=2, resource=1)]) == 1
    equal = [card(cost=3, attack=1), card(cost=2, attack=9), card(cost=3, resource=1)]
    assert {taken(equal, seed) for seed in range(30)} == {0, 2}
    assert ask(opponent, "JYN_ERSO", equal).passed  # the Force does not favour it


def test_5_jabbas_sail_barge(opponent: Procedures) -> None:
    pile = [card(cost=8), card(cost=3, bounty_hunter=True), card(cost=4, bounty_hunter=True)]
    assert ask(opponent, "SAIL_BARGE", pile).index == 2


@pytest.mark.parametrize(
    ("missing", "damaged", "expected"),
    [
        (3, True, 0),  # the resources make the difference for the hero
        (4, True, 0),
        (5, True, 1),  # they would not be enough: repair
        (0, True, 1),  # he can be paid anyway: repair
        (5, False, 0),  # nothing to repair
    ],
)
def test_5_landing_craft(opponent: Procedures, *, missing: float, damaged: bool, expected: int) -> None:
    choice = ask(
        opponent,
        "LANDING_CRAFT",
        [card(kind="resources"), card(kind="repair")],
        hero__missing=missing,
        craft__resources=4.0,
        bot__base_damaged=damaged,
    )
    assert choice.index == expected


def test_5_jawa_scavenger(opponent: Procedures) -> None:
    pile = [card(cost=4), card(cost=6, blocks_hero=True), card(cost=5), card(cost=9)]
    assert ask(opponent, "SCAVENGE", pile, bot__resources=8.0).index == 2
    assert ask(opponent, "SCAVENGE", pile[1:2], bot__resources=8.0).passed


def test_5_grand_moff_tarkin(opponent: Procedures) -> None:
    hand = [
        card(empire=True, cost=4, distance=3),
        card(cost=9),
        card(empire=True, cost=4, distance=1),
        card(empire=True, cost=2),
    ]
    assert ask(opponent, "TARKIN", hand).index == 2


@pytest.mark.parametrize(
    ("rebels", "full", "expected"), [(True, False, 0), (False, True, 0), (True, True, 0), (False, False, 1)]
)
def test_5_against_a_duros_spy(opponent: Procedures, *, rebels: bool, full: bool, expected: int) -> None:
    options = [card(kind="discard"), card(kind="give force")]
    choice = ask(opponent, "DUROS_SPY", options, rebels__would_be_full=rebels, force__bot_full=full)
    assert choice.index == expected


def test_every_kind_of_question_has_its_procedure(opponent: Procedures) -> None:
    assert set(opponent.kinds) == set(KINDS)
    assert opponent.faults.counts == {}
