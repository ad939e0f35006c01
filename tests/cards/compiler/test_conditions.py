"""Conditions, costs, subjects and numbers stay with the fact they belong to."""

import pytest

from gemp_bot.cards.compiler.distill import distill
from gemp_bot.cards.text import Condition, FactKind, Share, Stat, TextFact
from gemp_bot.cards.text import ConditionKind as C


def read(text: str) -> tuple[TextFact, ...]:
    distilled = distill(text, title="Test Card", type_="Character")
    assert distilled.understood is Share.ALL, text
    return distilled.facts


CONDITIONS = [
    ("While at Grey Harbor, power +2.", Condition(C.AT, where="Grey Harbor")),
    ("When piloting Gull 2, power +2.", Condition(C.PILOTING, what="Gull 2")),
    ("Power +2 if with Captain Vosk.", Condition(C.WITH, what="Captain Vosk")),
    ("Power +2 while armed with a rifle.", Condition(C.ARMED_WITH, what="rifle")),
    ("Power +2 when present with a thief.", Condition(C.PRESENT_WITH, what="thief")),
    ("Power +2 while alone.", Condition(C.ALONE)),
    ("When in battle, power +2.", Condition(C.IN_BATTLE)),
    ("Power +2 when in battle against a spy.", Condition(C.AGAINST, what="spy")),
    ("Once per game, may retrieve 2 Force.", Condition(C.ONCE_PER, what="game", number=1)),
    ("Twice per battle, may add one battle destiny.", Condition(C.ONCE_PER, what="battle", number=2)),
    (
        "Once during each of your control phases, may retrieve 1 Force.",
        Condition(C.ONCE_PER, what="your control phases", number=1),
    ),
    ("During your move phase, may retrieve 1 Force.", Condition(C.DURING, what="your move phase")),
    ("Power +2 for remainder of turn.", Condition(C.REMAINDER_OF, what="turn")),
    ("If you occupy Grey Harbor, power +2.", Condition(C.OCCUPIES, who="you", where="Grey Harbor")),
    (
        "Unless you occupy a site (except a holosite) and a system, power +2.",
        Condition(
            C.ALL_OF,
            parts=(
                Condition(C.OCCUPIES, who="you", where="site (except a holosite)"),
                Condition(C.OCCUPIES, who="you", where="system"),
            ),
            negated=True,
        ),
    ),
    (
        "Also (unless Captain Vosk on table), power +2.",
        Condition(C.ON_TABLE, who="Captain Vosk", negated=True),
    ),
    (
        "Unless opponent controls Grey Harbor, power +2.",
        Condition(C.CONTROLS, who="opponent", where="Grey Harbor", negated=True),
    ),
    ("While no thief is here, power +2.", Condition(C.HERE, who="thief", negated=True)),
    ("If Captain Vosk on table, power +2.", Condition(C.ON_TABLE, who="Captain Vosk")),
    (
        "If opponent just initiated battle, power +2.",
        Condition(C.BATTLE_INITIATED, who="opponent"),
    ),
    (
        "If destiny > ability, opponent loses 1 Force.",
        Condition(C.COMPARES, what="destiny", op=">", stat=Stat.ABILITY),
    ),
    (
        "If total destiny > 6, opponent loses 1 Force.",
        Condition(C.COMPARES, what="destiny", op=">", number=6),
    ),
]


@pytest.mark.parametrize(("text", "condition"), CONDITIONS, ids=[c[0] for c in CONDITIONS])
def test_a_condition_is_kept(text: str, condition: Condition) -> None:
    (fact,) = read(text)
    assert fact.conditions == (condition,)


def test_an_or_is_one_condition_of_two_parts() -> None:
    (fact,) = read("Power +2 if alone or armed with a rifle.")
    assert fact.conditions == (
        Condition(C.ANY_OF, parts=(Condition(C.ALONE), Condition(C.ARMED_WITH, what="rifle"))),
    )


def test_conditions_add_up() -> None:
    (fact,) = read("While at Grey Harbor, once per turn, may use 2 Force to cancel Grey Fog.")
    assert [c.kind for c in fact.conditions] == [C.AT, C.ONCE_PER]
    assert (fact.cost, fact.optional) == (2, True)


def test_a_leading_condition_covers_all_that_follows() -> None:
    power, destiny = read(
        "When piloting Gull 2, adds 2 to maneuver and draws one battle destiny if unable to otherwise."
    )
    assert power.conditions == destiny.conditions == (Condition(C.PILOTING, what="Gull 2"),)


def test_a_list_in_a_condition_is_not_cut() -> None:
    facts = read("When piloting Gull 2, Gull 3 or Gull 4, adds 1 to maneuver and adds one battle destiny.")
    assert {f.conditions[0].what for f in facts} == {"Gull 2, Gull 3 or Gull 4"}


def test_alternatives_in_brackets() -> None:
    first, second, third = read("Immune to attrition < 3 (< 5 if alone, < 7 while aboard Gull 2).")
    assert (first.limit, second.limit, third.limit) == (3, 5, 7)
    assert [c.kind for c in third.conditions] == [C.ABOARD]


def test_a_subject_belongs_to_all_it_governs() -> None:
    power, immune = read("Your pirates at Grey Harbor are power +1 and immune to attrition < 3.")
    assert power.who == immune.who == "your pirates at Grey Harbor"


def test_several_numbers_in_one_list() -> None:
    facts = read("Adds 2 to power, 1 to maneuver and 3 to hyperspeed of anything she pilots.")
    assert [(f.kind, f.stat, f.amount) for f in facts] == [
        (FactKind.PILOT_BONUS, Stat.POWER, 2),
        (FactKind.PILOT_BONUS, Stat.MANEUVER, 1),
        (FactKind.PILOT_BONUS, Stat.HYPERSPEED, 3),
    ]


def test_one_for_each() -> None:
    (fact,) = read("Power +1 for each of your other pirates here.")
    assert (fact.amount, fact.each) == (1, "your other pirates here")


def test_a_variable_has_a_formula_and_no_number() -> None:
    (fact,) = read("Immune to attrition < X, where X = number of your pirates here.")
    assert (fact.limit, fact.formula) == (None, "number of your pirates here")


def test_immune_to_a_card_and_to_attrition() -> None:
    card, attrition = read("Immune to Grey Fog and attrition < 5.")
    assert (card.kind, card.what) == (FactKind.IMMUNE_TO, "Grey Fog")
    assert (attrition.kind, attrition.limit) == (FactKind.IMMUNE_TO_ATTRITION, 5)


def test_cumulatively_is_kept() -> None:
    (fact,) = read("While at Grey Harbor, cumulatively adds 1 to attrition against opponent.")
    assert (fact.cumulative, fact.amount) == (True, 1)
