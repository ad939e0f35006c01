"""Printed solo opponents of two other games as strategy files: what such rules need can be written down.

The first has fixed phases, fixed priorities and fixed tie-breaks; the second ordered yes-or-no questions,
prefer lists, principles, difficulties and personalities.
"""

from pathlib import Path

import pytest
from procedure_words import Facts, choose, option, situation, write

from gemp_bot.procedures import Fact, Procedures, Type, Value, Vocabulary, load_strategy
from gemp_bot.procedures.vocabulary import Key

NUMBERS = (
    *("bot.resources", "bot.unit_attack", "bot.attack", "turn.destroyed", "turn.phase", "hero.missing"),
    *("bot.unbuilt_cities", "bot.claims", "bot.keys", "bot.power", "player.power", "option.score"),
    *("option.cost", "option.distance", "option.attack", "option.force", "option.resource", "option.health"),
    *("option.number", "option.trophies", "option.actions"),
)
FLAGS = (
    *("game.final_base", "force.favours_bot", "bot.base_damaged", "bot.flagship", "loyal.controlled"),
    *("bot.objective_done", "option.own", "option.enemy", "option.ship", "option.pilot", "option.playable"),
    *("option.claim", "option.saves", "option.takes", "option.declared"),
)
TEXTS = ("bot.hero", "option.name", "option.kind", "option.action", "option.contends", "option.standing")
WORDS = Vocabulary(
    (
        "PHASE",
        "PURCHASE",
        "SABOTAGE",
        "ATTACK",
        "DISCARD",
        "JYN_ERSO",
        "LANDING_CRAFT",
        "LEAD",
        "CARD",
        "MOVE",
    ),
    (
        *(Fact(name, Type.NUMBER, "a number of the table") for name in NUMBERS),
        *(Fact(name, Type.FLAG, "a mark of the table") for name in FLAGS),
        *(Fact(name, Type.TEXT, "a word of the table") for name in TEXTS),
    ),
    weights=(Key("extra_actions", "further actions a card gives", 0, "actions", 0, 2),),
    capabilities=(Key("always_helped", "it is helped while it is ahead as well", default=False),),
)


def load(folder: Path, body: str, name: str = "opponent") -> Procedures:
    return load_strategy(write(folder, body, name=name), WORDS, folders=(folder,))


def card(**facts: Value) -> Facts:
    """A card that is worth something, so that a pass is a decision and no accident."""
    return option(WORDS, **{"score": 1.0, **facts})


def ask(
    opponent: Procedures, kind: str, options: list[Facts], *, seed: int = 1, **facts: Value
) -> int | None:
    here = situation(WORDS, **facts)
    return choose(opponent, options, here, kind=kind, seed=seed, can_pass=kind != "DISCARD").index


# -- fixed priorities and tie-breaks

SOLO = """
[[procedure.PHASE]]
do = "prefer"
prefer = ["least number"]
[[principle]]
name = "no way back"
on = ["PHASE"]
forbid = "number <= turn.phase"
why = "phases follow one another"

[[procedure.PURCHASE]]
do = "best"
among = "name == bot.hero and (attack > 0 or not game.final_base)"
[[procedure.PURCHASE]]
among = "ship and (attack > 0 or not game.final_base)"
do = "prefer"
prefer = ["most cost", "own", "least distance"]
[[procedure.PURCHASE]]
among = "not pilot and (attack > 0 or not game.final_base)"
do = "prefer"
prefer = ["most cost", "own", "least distance"]
[[procedure.PURCHASE]]
when = "not game.final_base"
among = "pilot"
do = "prefer"
prefer = ["least distance"]
[[procedure.PURCHASE]]
do = "pass"
[[principle]]
name = "pay for it"
on = ["PURCHASE"]
forbid = "cost > bot.resources"
why = "what cannot be paid cannot be bought"

[[procedure.SABOTAGE]]
among = "enemy and health <= bot.unit_attack"
do = "prefer"
prefer = ["most cost", "least distance"]
[[procedure.SABOTAGE]]
do = "pass"

[[procedure.ATTACK]]
among = "ship and health <= bot.attack"
do = "prefer"
prefer = ["most cost"]
[[procedure.ATTACK]]
when = "turn.destroyed == 0"
among = "ship"
do = "prefer"
prefer = ["least health"]
[[procedure.ATTACK]]
among = "not ship"
do = "best"

[[procedure.DISCARD]]
do = "prefer"
prefer = ["least resource", "least force", "least attack"]
[[principle]]
name = "keep attack for the last base"
on = ["DISCARD"]
forbid = "game.final_base and attack > 0"
why = "attack decides the end"

[[procedure.JYN_ERSO]]
when = "force.favours_bot"
do = "prefer"
prefer = ["most cost", "most attack + force + resource", "random"]
[[procedure.JYN_ERSO]]
do = "pass"

[[procedure.LANDING_CRAFT]]
when = "not 0 < hero.missing <= 4 and bot.base_damaged"
among = "kind == 'repair'"
do = "best"
[[procedure.LANDING_CRAFT]]
among = "kind == 'resources'"
do = "best"
"""


@pytest.fixture
def solo(tmp_path: Path) -> Procedures:
    return load(tmp_path, SOLO)


def test_phases_come_in_order_and_never_again(solo: Procedures) -> None:
    phases = [card(number=float(number)) for number in (3, 1, 7, 2, 6, 5, 4)]
    seen = [0.0]
    while (index := ask(solo, "PHASE", phases, turn__phase=seen[-1])) is not None:
        seen.append(float(str(phases[index]["option.number"])))
    assert seen == [0, 1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("final", "resources", "row", "bought"),
    [
        (True, 9, [card(cost=9, attack=6, ship=True), card(cost=8, attack=6, name="Vader")], 1),
        (True, 7, [card(cost=8, attack=6, name="Vader"), card(cost=4, attack=2, ship=True)], 1),
        (True, 9, [card(cost=7, ship=True), card(cost=3, attack=1, ship=True)], 1),
        (True, 9, [card(cost=3, attack=1), card(cost=5, attack=1), card(cost=8)], 1),
        (True, 9, [card(cost=3), card(cost=2, pilot=True)], None),
        (False, 9, [card(cost=8, attack=9), card(cost=3, ship=True)], 1),
        (False, 4, [card(cost=5), card(cost=3)], 1),
        (False, 9, [card(cost=2, pilot=True, distance=3), card(cost=2, pilot=True)], 1),
        (False, 1, [card(cost=2), card(cost=2, pilot=True)], None),
        (False, 9, [card(cost=5, distance=1), card(cost=5, own=True, distance=4)], 1),  # its own first
        (False, 9, [card(cost=5, distance=4), card(cost=5, distance=1)], 1),  # then the closest to the deck
    ],
)
def test_a_purchase_has_its_priorities(
    solo: Procedures, final: bool, resources: float, row: list[Facts], bought: int | None
) -> None:
    here = {"game__final_base": final, "bot__resources": resources, "bot__hero": "Vader"}
    assert ask(solo, "PURCHASE", row, **here) == bought


def test_it_destroys_the_dearest_it_can(solo: Procedures) -> None:
    row = [card(cost=7, health=1), card(enemy=True, cost=5, health=5), card(enemy=True, cost=3, health=3)]
    found = [ask(solo, "SABOTAGE", row, bot__unit_attack=attack, bot__attack=99.0) for attack in (9, 4, 2)]
    assert found == [1, 2, None]
    ships = [card(health=16), card(ship=True, cost=3, health=2), card(ship=True, cost=6, health=5)]
    attacks = ((9, 0), (4, 0), (1, 0), (1, 1))
    assert [ask(solo, "ATTACK", ships, bot__attack=a, turn__destroyed=d) for a, d in attacks] == [2, 1, 1, 0]


def test_it_keeps_attack_for_the_last_base_unless_there_is_nothing_else(solo: Procedures) -> None:
    hand = [card(resource=5), card(resource=1, force=2), card(resource=1, force=1, attack=2)]
    assert ask(solo, "DISCARD", hand) == 2
    assert ask(solo, "DISCARD", hand, game__final_base=True) == 1
    assert ask(solo, "DISCARD", hand[2:], game__final_base=True) == 0


def test_ties_end_in_a_draw(solo: Procedures) -> None:
    hand = [card(cost=3, attack=1), card(cost=2, attack=9), card(cost=3, resource=1)]
    assert {ask(solo, "JYN_ERSO", hand, seed=seed, force__favours_bot=True) for seed in range(30)} == {0, 2}
    assert ask(solo, "JYN_ERSO", hand) is None


def test_landing_craft_repairs_unless_the_hero_can_be_paid(solo: Procedures) -> None:
    options = [card(kind="resources"), card(kind="repair")]
    cases = ((3, True, 0), (5, True, 1), (0, True, 1), (5, False, 0))
    for missing, damaged, expected in cases:
        here = {"hero__missing": float(missing), "bot__base_damaged": damaged}
        assert ask(solo, "LANDING_CRAFT", options, **here) == expected


# -- ordered questions, difficulties, personalities

QUESTIONS = """
[[procedure.LEAD]]
among = "standing == 'winning' or (standing == 'tied' and not declared)"
do = "prefer"
prefer = ["standing == 'winning'", "random"]
[[procedure.LEAD]]
do = "pass"

[[principle]]
name = "the suit is at hand"
on = ["CARD"]
forbid = "not playable"
why = "only cards that were drawn can be played"

[[procedure.CARD]]
among = "action in ('secure', 'tax') and contends == 'declared'"
do = "prefer"
prefer = ["action == 'secure'", "random"]
[[procedure.CARD]]
when = "loyal.controlled"
among = "saves"
do = "prefer"
prefer = ["action == 'move'", "action == 'build'", "random"]
[[procedure.CARD]]
# fewer claims than half the unbuilt cities, rounded down
when = "bot.unbuilt_cities > 0 and not bot.flagship and 2 * bot.claims + 2 <= bot.unbuilt_cities"
among = "action == 'move' and claim"
do = "best"
[[procedure.CARD]]
among = "action in ('move', 'battle') and takes"
do = "prefer"
prefer = ["action == 'move'", "random"]
[[procedure.CARD]]
do = "pass"

[[procedure.MOVE]]
when = "capabilities.always_helped or bot.power <= player.power"
do = "prefer"
prefer = ["least abs(actions - 1 - weights.extra_actions)"]
[[procedure.MOVE]]
do = "prefer"
prefer = ["least actions"]
"""
EASIER = 'extends = "opponent"\n[weights]\nextra_actions = 1\n'
HARDER = 'extends = "easier"\n[capabilities]\nalways_helped = true\n'
PACIFIST = """extends = "opponent"
[[principle]]
name = "no trophies"
forbid = "not bot.objective_done and action == 'battle'"
why = "nobody is to be hurt"
"""
MAGNATE = """extends = "opponent"
[[procedure.CARD]]
among = "action == 'tax'"
do = "best"
[[procedure.CARD]]
do = "parent"
"""
PAGE = [
    card(playable=True, action="secure", contends="declared"),
    card(playable=True, action="tax", contends="declared"),
    card(playable=True, action="move", saves=True),
    card(playable=True, action="build", saves=True),
    card(playable=True, action="move", claim=True),
    card(playable=True, action="move", takes=True),
    card(playable=True, action="battle", takes=True),
]
"""One option for each question, in the order of the page."""


def peeled(bot: Procedures, **facts: Value) -> list[int]:
    """The order in which options are chosen, when the chosen one is taken away and the page read again."""
    left, order = list(reversed(range(len(PAGE)))), list[int]()
    while (index := ask(bot, "CARD", [PAGE[each] for each in left], **facts)) is not None:
        order.append(left.pop(index))
    return order


@pytest.fixture
def bot(tmp_path: Path) -> Procedures:
    return load(tmp_path, QUESTIONS)


def test_questions_are_read_in_their_order(bot: Procedures) -> None:
    assert peeled(bot, loyal__controlled=True, bot__unbuilt_cities=4.0, bot__claims=1.0) == [
        0,
        1,
        2,
        3,
        4,
        5,
        6,
    ]
    assert peeled(bot, bot__unbuilt_cities=4.0, bot__claims=2.0) == [0, 1, 5, 6]
    assert ask(bot, "CARD", [card(action="secure", contends="declared")]) is None  # it is not at hand


def test_an_ambition_is_declared_while_it_is_winning(bot: Procedures) -> None:
    ambitions = [card(standing="second"), card(standing="tied"), card(standing="winning", declared=True)]
    assert ask(bot, "LEAD", ambitions) == 2
    assert ask(bot, "LEAD", ambitions[:2]) == 1
    assert ask(bot, "LEAD", [card(standing="tied", declared=True)]) is None


def test_difficulties_are_numbers_and_flags(bot: Procedures, tmp_path: Path) -> None:
    easier, harder = load(tmp_path, EASIER, "easier"), load(tmp_path, HARDER, "harder")
    cards = [card(actions=1.0), card(actions=2.0)]
    ahead = {"bot__power": 9.0}
    assert [ask(each, "MOVE", cards) for each in (bot, easier, harder)] == [0, 1, 1]
    assert [ask(each, "MOVE", cards, **ahead) for each in (bot, easier, harder)] == [0, 0, 1]


def test_personalities_have_steps_and_principles_of_their_own(bot: Procedures, tmp_path: Path) -> None:
    pacifist, magnate = load(tmp_path, PACIFIST, "pacifist"), load(tmp_path, MAGNATE, "magnate")
    assert [peeled(each) for each in (bot, pacifist, magnate)] == [[0, 1, 5, 6], [0, 1, 5], [1, 0, 5, 6]]
    assert peeled(pacifist, bot__objective_done=True) == [0, 1, 5, 6]
