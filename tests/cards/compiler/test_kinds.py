"""Each kind of fact, from sentences in the game's template language in our own words."""

import pytest

from gemp_bot.cards.compiler.distill import Distiller, distill
from gemp_bot.cards.text import Action, FactKind, Mode, Pile, Result, Share, Stat, TextFact
from gemp_bot.cards.text import ConditionKind as C


def read(text: str, type_: str = "Character") -> tuple[TextFact, ...]:
    """The facts of a text that is understood as a whole."""
    distilled = distill(text, title="Test Card", type_=type_)
    assert distilled.understood is Share.ALL, text
    return distilled.facts


def one(text: str, type_: str = "Character") -> TextFact:
    facts = read(text, type_)
    assert len(facts) == 1, facts
    return facts[0]


SIMPLE = [
    ("Immune to attrition.", FactKind.IMMUNE_TO_ATTRITION, {"limit": None}),
    ("Immune to attrition < 4.", FactKind.IMMUNE_TO_ATTRITION, {"limit": 4}),
    ("Your pirates here are immune to attrition < 3.", FactKind.IMMUNE_TO_ATTRITION, {"limit": 3}),
    ("Immune to Grey Harbor Ambush.", FactKind.IMMUNE_TO, {"what": "Grey Harbor Ambush"}),
    ("Loses immunity to attrition.", FactKind.LOSES_IMMUNITY, {}),
    ("Adds 2 to immunity.", FactKind.IMMUNITY_CHANGED, {"amount": 2}),
    ("Adds one battle destiny.", FactKind.BATTLE_DESTINY_ADDED, {"amount": 1}),
    ("Adds two battle destiny.", FactKind.BATTLE_DESTINY_ADDED, {"amount": 2}),
    (
        "Draws one battle destiny if not able to otherwise.",
        FactKind.BATTLE_DESTINY_IF_UNABLE,
        {"amount": 1},
    ),
    (
        "Opponent may not draw more than two battle destiny.",
        FactKind.BATTLE_DESTINY_LIMIT,
        {"limit": 2, "who": "opponent"},
    ),
    ("Add one destiny to attrition.", FactKind.DESTINY_ADDED, {"what": "attrition", "amount": 1}),
    ("Your total battle destiny is +2.", FactKind.DESTINY_BONUS, {"amount": 2, "who": "you"}),
    ("Subtracts 2 from opponent's total battle destiny.", FactKind.DESTINY_BONUS, {"amount": -2}),
    ("Draw two destiny.", FactKind.DESTINY_DRAWN, {"amount": 2}),
    ("Adds 1 to attrition against opponent.", FactKind.ATTRITION_BONUS, {"amount": 1, "who": "opponent"}),
    ("Power +3.", FactKind.STAT_BONUS, {"stat": Stat.POWER, "amount": 3}),
    ("Your gamblers are forfeit +2.", FactKind.STAT_BONUS, {"stat": Stat.FORFEIT, "who": "your gamblers"}),
    (
        "Adds 3 to power of anything he pilots.",
        FactKind.PILOT_BONUS,
        {"stat": Stat.POWER, "amount": 3, "what": "anything"},
    ),
    ("Landspeed = 2.", FactKind.STAT_SET, {"stat": Stat.LANDSPEED, "amount": 2}),
    ("Deploys free to Grey Harbor.", FactKind.DEPLOYS_FREE, {"where": "Grey Harbor"}),
    ("Deploys -2 to Grey Harbor.", FactKind.DEPLOY_COST, {"where": "Grey Harbor", "amount": -2}),
    ("Deploys only on Grey Harbor.", FactKind.DEPLOYS_ONLY, {"where": "Grey Harbor"}),
    ("Deploy on your warrior.", FactKind.DEPLOYS_ON, {"where": "your warrior"}),
    ("Use 2 Force to deploy on any droid.", FactKind.DEPLOYS_ON, {"where": "any droid", "cost": 2}),
    ("May deploy as a 'react.'", FactKind.DEPLOYS_REACT, {"optional": True}),
    ("May move as a 'react.'", FactKind.MOVES_REACT, {"optional": True}),
    (
        "May not be deployed to Grey Harbor.",
        FactKind.MAY_NOT,
        {"action": Action.DEPLOY, "where": "Grey Harbor"},
    ),
    ("Your Force drains are +1 at Grey Harbor.", FactKind.DRAIN_BONUS, {"amount": 1, "who": "you"}),
    ("Force drain -1 here.", FactKind.DRAIN_BONUS, {"amount": -1, "where": "here"}),
    ("Opponent may not Force drain here.", FactKind.NO_DRAIN, {"who": "opponent", "where": "here"}),
    ("You lose no more than 2 Force from each Force drain.", FactKind.DRAIN_LIMIT, {"limit": 2}),
    ("Your Force generation is +1 here.", FactKind.GENERATION_BONUS, {"amount": 1, "where": "here"}),
    ("Permanent pilot provides ability of 2.", FactKind.PERMANENT_PILOT, {"amount": 2}),
    ("Has ship-docking capability.", FactKind.FEATURE, {"what": "ship-docking"}),
    ("Cancel Sandy Surprise or Grey Fog.", FactKind.CANCELS, {"what": "Sandy Surprise or Grey Fog"}),
    ("Cancels game text of Captain Vosk.", FactKind.CANCELS_TEXT, {"what": "Captain Vosk"}),
    ("Grey Fog is suspended.", FactKind.SUSPENDS, {"what": "Grey Fog"}),
    ("Retrieve 3 Force.", FactKind.RETRIEVES, {"amount": 3}),
    ("Opponent loses 2 Force.", FactKind.FORCE_LOST, {"amount": 2, "who": "opponent"}),
    ("May activate 2 Force.", FactKind.ACTIVATES, {"amount": 2, "optional": True}),
    (
        "Take one smuggler into hand from Reserve Deck; reshuffle.",
        FactKind.TAKES_INTO_HAND,
        {"what": "smuggler", "amount": 1, "pile": Pile.RESERVE_DECK},
    ),
    (
        "May deploy Grey Fog from Lost Pile.",
        FactKind.DEPLOYS_CARD,
        {"what": "Grey Fog", "pile": Pile.LOST_PILE},
    ),
    ("May not be targeted by Grey Fog.", FactKind.MAY_NOT, {"action": Action.TARGET, "what": "Grey Fog"}),
    ("May not be canceled.", FactKind.MAY_NOT, {"action": Action.CANCEL}),
    ("May not move.", FactKind.MAY_NOT, {"action": Action.MOVE}),
    ("Your docking bay transit from here requires 3 Force.", FactKind.TRANSIT_COST, {"amount": 3}),
    ("Adds one [Light Side Force] icon.", FactKind.ICONS_ADDED, {"amount": 1}),
    ("Moves like a starfighter.", FactKind.MOVES_LIKE, {"what": "starfighter"}),
    ("May initiate battle.", FactKind.MAY, {"action": Action.INITIATE_BATTLE}),
]


@pytest.mark.parametrize(("text", "kind", "fields"), SIMPLE, ids=[s[0] for s in SIMPLE])
def test_one_sentence_one_fact(text: str, kind: FactKind, fields: dict[str, object]) -> None:
    fact = one(text)
    assert fact.kind is kind
    assert {name: getattr(fact, name) for name in fields} == fields


def test_two_sentences_two_facts() -> None:
    destiny, immunity = read("Adds one battle destiny. Immune to attrition < 4.")
    assert destiny.kind is FactKind.BATTLE_DESTINY_ADDED
    assert immunity.limit == 4


def test_capacity_is_one_fact_for_each_kind() -> None:
    facts = read("May add 2 pilots, 3 passengers and 4 TIEs.", "Starship")
    assert [(f.what, f.amount) for f in facts] == [("pilots", 2), ("passengers", 3), ("TIEs", 4)]
    assert {f.kind for f in facts} == {FactKind.CAPACITY}


def test_a_permanent_pilot_with_a_name() -> None:
    pilot, destiny = read("Permanent pilot is •Vosk, who provides ability of 3 and adds one battle destiny.")
    assert (pilot.kind, pilot.amount) == (FactKind.PERMANENT_PILOT, 3)
    assert destiny.kind is FactKind.BATTLE_DESTINY_ADDED


def test_weapon_fire() -> None:
    text = (
        "Deploy on your warrior. May target a character or creature using 2 Force. Draw two destiny. "
        "Target hit, and its forfeit = 0, if total destiny +1 > defense value."
    )
    distilled = distill(text, title="Test Rifle", type_="Weapon")
    assert (distilled.understood, distilled.clauses) == (Share.ALL, 4)
    shot = next(f.shot for f in distilled.facts if f.kind is FactKind.WEAPON_FIRE)
    assert shot is not None
    assert (shot.targets, shot.cost, shot.draws, shot.bonus) == ("character or creature", 2, 2, 1)
    assert (shot.op, shot.against) == (">", Stat.DEFENSE_VALUE)
    assert [e.result for e in shot.effects] == [Result.HIT, Result.FORFEIT_ZERO]


def test_weapon_fire_with_the_condition_first_and_a_variable_cost() -> None:
    text = (
        "May target a pirate using X Force, where X = 0 to 5. Draw destiny. "
        "If destiny + X > armor, target stolen (lost instead if X = 5)."
    )
    shot = one(text, "Weapon").shot
    assert shot is not None
    assert (shot.cost, shot.cost_up_to) == (None, 5)
    assert [(e.result, e.amount) for e in shot.effects] == [(Result.STOLEN, None), (Result.LOST, 5)]


@pytest.mark.parametrize(("result", "expected"), [("captured", Result.CAPTURED), ("lost", Result.LOST)])
def test_a_permanent_weapon_with_another_result(result: str, expected: Result) -> None:
    text = (
        f"Permanent weapon is snare gun (may target a character for free; draw destiny; target "
        f"{result} if destiny > ability)."
    )
    weapon, fire = read(text)
    assert (weapon.kind, weapon.what) == (FactKind.PERMANENT_WEAPON, "snare gun")
    assert fire.shot is not None
    assert fire.shot.effects[0].result is expected
    assert fire.shot.against is Stat.ABILITY


def test_maintenance() -> None:
    ways = ("Use 8 Force to maintain", "Lose 9 Force to place in Used Pile", "Place out of play.")
    text = f"End of your turn: {' OR '.join(ways)}"
    keep, recycle, leave = read(text)
    assert {f.kind for f in (keep, recycle, leave)} == {FactKind.MAINTENANCE}
    assert (keep.cost, recycle.loss, recycle.to, leave.to) == (8, 9, Pile.USED_PILE, Pile.OUT_OF_PLAY)


def test_modes_and_alternatives_of_an_interrupt() -> None:
    text = "USED: Use 1 Force to retrieve 1 Force. OR Cancel Grey Fog. LOST: Add one battle destiny."
    retrieve, cancel, destiny = read(text, "Interrupt")
    assert (retrieve.mode, retrieve.part, retrieve.cost) == (Mode.USED, 0, 1)
    assert (cancel.mode, cancel.part) == (Mode.USED, 1)
    assert destiny.mode is Mode.LOST


def test_sides_of_a_location() -> None:
    light, dark = read("Light: If you control, Force drain +1 here. Dark: Force drain -1 here.", "Location")
    assert (light.mode, light.amount) == (Mode.LIGHT_SIDE, 1)
    assert (dark.mode, dark.amount) == (Mode.DARK_SIDE, -1)
    assert light.conditions[0].kind is C.CONTROLS


def test_sides_of_an_objective() -> None:
    text = (
        "Quiet Harbor: Deploy Grey Harbor. {While} this side up, once per turn, may retrieve 1 Force. "
        "{Flip} this card if you occupy two battlegrounds. Storm At Sea: {While} this side up, "
        "opponent loses 1 Force."
    )
    start, retrieve, flips, storm = read(text, "Objective")
    assert start.kind is FactKind.OBJECTIVE_START
    assert [c.kind for c in retrieve.conditions] == [C.THIS_SIDE_UP, C.ONCE_PER]
    assert flips.kind is FactKind.FLIPS
    assert (retrieve.mode, storm.mode) == (Mode.FRONT, Mode.BACK)


def test_the_sides_of_an_objective_are_told_by_their_titles() -> None:
    text = (
        "Quiet Harbor: Place out of play if Vosk is 'blown away.' Storm At Sea: Your total power is +3 "
        "in battles."
    )
    found = distill(text, title="Quiet Harbor / Storm At Sea", type_="Objective").facts
    assert [(fact.kind, fact.mode) for fact in found] == [
        (FactKind.PLACES, Mode.FRONT),
        (FactKind.TOTAL_POWER_BONUS, Mode.BACK),
    ]


def test_one_side_of_an_objective_alone() -> None:
    text = "Quiet Harbor: Deploy Grey Harbor. Storm At Sea: All sailors sing."
    title = "Quiet Harbor / Storm At Sea"
    sides = [
        Distiller().distill(text, title=title, type_="Objective", side=side).understood
        for side in (Mode.FRONT, Mode.BACK)
    ]
    assert sides == [Share.ALL, Share.NONE]
    lonely = Distiller().distill("Deploy Grey Harbor.", title=title, type_="Objective", side=Mode.BACK)
    assert (lonely.facts, lonely.understood) == ((), Share.NONE)


def test_what_is_immune_in_a_bracket_after_is() -> None:
    fact = one("Grey Fog is [Immune to Sandy Surprise.]", "Location")
    assert (fact.kind, fact.who, fact.what) == (FactKind.IMMUNE_TO, "Grey Fog", "Sandy Surprise")


def test_a_comma_in_a_title_is_none_of_a_list() -> None:
    names = ("Halt, Stranger!", "Grey Fog", "Sandy Surprise", "Long Walk Home", "Empty Harbor")
    text = "Cancels Halt, Stranger!, Grey Fog, Sandy Surprise, Long Walk Home, and Empty Harbor."
    first, *_ = Distiller(names).distill(text, title="Test", type_="Effect").facts
    assert first.what == "Halt, Stranger!"


def test_a_bracket_that_is_a_sentence() -> None:
    deploys, immune = read("Deploy on table. (Immune to Grey Fog.)", "Effect")
    assert (deploys.where, immune.what) == ("table", "Grey Fog")
