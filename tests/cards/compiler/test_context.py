"""What a sentence means beside its neighbours, and whose state a condition is."""

import pytest

from gemp_bot.cards.compiler.distill import distill
from gemp_bot.cards.text import Condition, FactKind, Share, TextFact
from gemp_bot.cards.text import ConditionKind as C


def read(text: str, type_: str = "Character") -> tuple[TextFact, ...]:
    return distill(text, title="Test Card", type_=type_).facts


def kinds(fact: TextFact) -> list[C]:
    return [condition.kind for condition in fact.conditions]


@pytest.mark.parametrize("last", ["Opponent loses 2 Force.", "Retrieve 1 Force.", "That pirate is power +2."])
def test_a_step_of_an_action_is_never_unconditional(last: str) -> None:
    *_, fact = read(f"Once per turn, may use 1 Force to cancel Grey Fog. {last}")
    assert kinds(fact) == [C.FOLLOWS]
    assert fact.conditions[0].what == ""


def test_a_step_of_what_is_not_understood_says_so() -> None:
    (fact,) = read("Once per turn, may whistle a long tune. That pirate is power +2.")
    assert [(one.kind, one.what) for one in fact.conditions] == [(C.FOLLOWS, "left out")]


@pytest.mark.parametrize("last", ["Opponent loses 2 Force.", "Retrieve 1 Force."])
def test_what_may_or_may_not_be_a_step_of_something_unread_is_not_understood(last: str) -> None:
    assert read(f"Once per turn, may whistle a long tune. {last}") == ()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Other pirates (except Vosk) are lost.", []),
        ("Add 4 to each player's destiny draw for Grey Fog.", []),
    ],
)
def test_what_is_said_of_all_is_no_step(text: str, kept: list[C]) -> None:
    *_, fact = read(f"Once per turn, may use 1 Force to cancel Grey Fog. {text}")
    assert kinds(fact) == kept


def test_the_numbers_of_a_device_are_those_of_what_it_is_on() -> None:
    text = "Deploy on your starship. Adds 1 to hyperspeed and power."
    _, speed, power = read(text, "Device")
    assert {(fact.kind, fact.who) for fact in (speed, power)} == {(FactKind.STAT_BONUS, "that starship")}


def test_a_second_change_of_the_same_number_is_not_guessed_at() -> None:
    text = "Deploy on your pirate. Power +1. If at Grey Harbor, power is +2."
    assert [fact.amount for fact in read(text, "Device")] == [None, 1]


def test_only_a_weapon_says_that_the_weapon_is_lost() -> None:
    assert read("Weapon lost.", "Weapon")[0].kind is FactKind.LOST_WHEN
    assert read("Device lost.", "Weapon") == ()
    (creature,) = read("Creature lost.", "Weapon")
    assert (creature.kind, creature.who) == (FactKind.LOST, "that creature")


def test_what_stands_first_or_has_an_occasion_is_no_step() -> None:
    first, second = read("Opponent loses 2 Force. During your turn, may retrieve 1 Force.", "Interrupt")
    assert kinds(first) == []
    assert kinds(second) == [C.FOLLOWS, C.DURING]
    _, third = read("Power +1. During your turn, may retrieve 1 Force.")
    assert kinds(third) == [C.DURING]


def test_a_standing_fact_is_no_step() -> None:
    for fact in read("Power +1. Immune to Grey Fog. Adds one battle destiny. Your pirates are forfeit +2."):
        assert kinds(fact) == []


def test_the_rest_of_the_game_begins_with_the_objective() -> None:
    text = "Grey Days: Deploy Grey Harbor. For remainder of game, your pirates are power +1."
    _, fact = read(text, "Objective")
    assert kinds(fact) == [C.REMAINDER_OF]


def test_every_sentence_of_an_interrupt_goes_on_with_the_first() -> None:
    _, power, immune = read(
        "Target a pirate. For remainder of turn, target is power +2. (Immune to Grey Fog.)", "Interrupt"
    )
    assert kinds(power) == [C.FOLLOWS, C.REMAINDER_OF]
    assert kinds(immune) == []


def test_on_a_card_without_a_place_the_state_is_that_of_the_subject() -> None:
    (fact,) = read("While with a thief, Vosk is power +2.", "Effect")
    assert fact.conditions == (Condition(C.WITH, who="Vosk", what="thief"),)


def test_a_character_is_itself_where_it_stands() -> None:
    (fact,) = read("While at Grey Harbor, your pirates here are power +2.")
    assert fact.conditions == (Condition(C.AT, where="Grey Harbor"),)


def test_a_last_condition_is_that_of_the_subject() -> None:
    (fact,) = read("Vosk is forfeit +2 when present.")
    assert fact.conditions == (Condition(C.PRESENT, who="Vosk"),)


def test_a_state_of_nobody_is_not_understood() -> None:
    distilled = distill("While alone, add one battle destiny.", title="Storm", type_="Objective")
    assert distilled.understood is Share.NONE


def test_a_bare_noun_is_the_card_it_is_on() -> None:
    deploys, power = read("Deploy on your warrior. Warrior is power +2.", "Device")
    assert (deploys.where, power.who) == ("your warrior", "that warrior")
    (fact,) = read("Each warrior here is power +2.")
    assert fact.who == "each warrior here"


def test_a_place_at_the_end_is_that_of_both_numbers() -> None:
    cost, power = read("Deploy -1 and power +3 at a swamp.")
    assert cost.where == power.where == "swamp"
    assert read("Adds one battle destiny and forfeit +1 at a swamp.") == ()


def test_may_does_not_reach_another_subject() -> None:
    drain, gull = read("While present at a pit, may add 1 to Force drains here, and Gull is ferocity +1.")
    assert (drain.optional, gull.optional, gull.who) == (True, False, "Gull")


def test_a_text_or_a_number_does_nothing_itself() -> None:
    canceled, place = read(
        "Vosk's game text may not be canceled and may lose 1 Force to place a thief out of play."
    )
    assert (canceled.kind, canceled.who) == (FactKind.MAY_NOT, "Vosk")
    assert (place.kind, place.who) == (FactKind.PLACES, "")


def test_a_number_in_brackets_takes_the_place_of_the_first() -> None:
    first, second = read(
        "Your Force generation is +1 at each swamp you occupy (or +2 if you control).", "Effect"
    )
    assert (first.instead, second.instead, second.amount) == (False, True, 2)
    assert second.conditions == (Condition(C.CONTROLS, who="you", where="there"),)


def test_the_bonus_of_a_pilot_asks_what_it_pilots() -> None:
    _, second = read("Adds 2 to power of anything he pilots (3 if Gull 2).")
    assert second.conditions == (Condition(C.IS, who="what it pilots", what="Gull 2"),)


@pytest.mark.parametrize(
    "text",
    [
        "If total > 6, your pirates are power +1.",
        "During your first turn, your pirates may not move here.",
        "'Harbor Rules' in effect and each of your pirates is power -2 here.",
        "Grey Fog!: Your pirates are power +1.",
        "Target 'shivers' if total destiny > 3.",
        "Your pirates deploy here for 1 Force, for free if Vosk present.",
        "Deploy on Vosk, or 3 on your pirate.",
    ],
)
def test_half_a_sentence_is_no_name(text: str) -> None:
    assert read(text, "Effect") == ()


def test_a_state_in_a_name_is_a_state() -> None:
    (fact,) = read("If Gull at Grey Harbor and your spy here, power +1.")
    assert fact.conditions == (
        Condition(C.AT, who="Gull", where="Grey Harbor"),
        Condition(C.HERE, who="your spy"),
    )


def test_a_title_keeps_its_capital() -> None:
    assert read("Your Storm is canceled.", "Effect")[0].what == "Your Storm"
    assert read("Your pirate is canceled.", "Effect")[0].what == "your pirate"


def test_a_list_with_a_last_comma_is_one_name() -> None:
    (fact,) = read("While at Grey Harbor, Gull Bay, or Storm Cape, power +1.")
    assert fact.conditions == (Condition(C.AT, where="Grey Harbor, Gull Bay, or Storm Cape"),)


def test_must_deploy_is_a_restriction_of_the_card() -> None:
    (fact,) = read("Must deploy on Grey Harbor, but may move elsewhere.")
    assert (fact.kind, fact.who, fact.where) == (FactKind.DEPLOYS_ONLY, "", "Grey Harbor")


def test_may_deploy_somewhere_is_a_permission() -> None:
    (fact,) = read("May deploy to Grey Harbor.")
    assert (fact.kind, fact.where) == (FactKind.MAY_DEPLOY, "Grey Harbor")
