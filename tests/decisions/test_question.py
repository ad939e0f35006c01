"""The rules of each decision type, one by one (PROTOCOL 7)."""

import copy
import pickle
from collections.abc import Callable

import pytest

from gemp_bot.decisions import (
    ActionKind,
    Answer,
    Catalogue,
    IllegalAnswerError,
    PromptKind,
    Question,
    ResultKind,
    ask,
)
from gemp_bot.protocol.decisions import (
    ActionChoice,
    ActionOption,
    ArbitraryCards,
    CardActionChoice,
    CardSelection,
    Decision,
    EmptyDecision,
    IntegerChoice,
    MultipleChoice,
    ShownCard,
    TriggerOption,
    UnknownDecision,
)
from gemp_bot.protocol.events import Asked
from gemp_bot.protocol.ids import BlueprintId, CardId, PlayerName

Ask = Callable[[Decision | UnknownDecision], Question]
HINT = "<div class='cardHint' value='{}'>{}</div>"


def menu(*labels: str, revert: bool = False, no_pass: bool = False) -> CardActionChoice:
    return CardActionChoice(
        text="Choose Deploy action or Pass",
        actions=tuple(
            ActionOption(str(i), CardId(10 + i), BlueprintId("inPlay"), label)
            for i, label in enumerate(labels)
        ),
        revert_eligible=revert,
        no_pass=no_pass,
    )


def shown(*flags: str, low: int = 0, high: int = 1, growing: bool = False) -> ArbitraryCards:
    cards = tuple(
        ShownCard(f"temp{i}", BlueprintId("1_1"), "s" in flag, "p" in flag) for i, flag in enumerate(flags)
    )
    return ArbitraryCards(text="x", min=low, max=high, return_any_change=growing, cards=cards)


class TestAnswer:
    def test_cannot_be_made_by_hand(self) -> None:
        with pytest.raises(TypeError):
            Answer("7", seal=None)

    def test_is_frozen(self, question: Ask) -> None:
        answer = question(menu()).pass_()
        with pytest.raises(AttributeError):
            answer.wire = "9"
        with pytest.raises(AttributeError):
            del answer.wire

    def test_equals_by_wire(self, question: Ask) -> None:
        first, second = question(menu("Deploy")), question(menu("Deploy", "Deploy"))
        assert first.choose(first.options[0]) == second.choose(second.options[0])
        assert first.pass_() != first.choose(first.options[0])
        assert len({first.pass_(), second.pass_()}) == 1
        assert first.pass_() != ""

    def test_survives_copying_to_a_worker(self, question: Ask) -> None:
        answer = question(menu("Deploy")).pass_()
        assert pickle.loads(pickle.dumps(answer)) == copy.copy(answer) == answer  # noqa: S301 - ours

    def test_of_another_question_is_caught_before_it_is_sent(self, question: Ask) -> None:
        answer = question(IntegerChoice(min=0, max=9, default_value=9)).choose_number(9)
        yes_no = question(MultipleChoice(results=("Yes", "No")))
        with pytest.raises(IllegalAnswerError):
            yes_no.wire_of(answer)


class TestCardActionChoice:
    def test_without_actions_passing_is_all_there_is(self, question: Ask) -> None:
        asked = question(menu())
        assert asked.can_pass
        assert not asked.is_choice
        assert asked.first_legal().wire == ""

    def test_one_action_and_the_pass_are_a_choice(self, question: Ask) -> None:
        asked = question(menu("Deploy"))
        assert asked.legal_count() == 2
        assert asked.is_choice

    def test_no_pass_is_a_hint_only(self, question: Ask) -> None:
        assert question(menu("Deploy", no_pass=True)).can_pass

    def test_revert_only_where_eligible_and_in_any_case(self, question: Ask) -> None:
        eligible, other = question(menu("Deploy", revert=True)), question(menu("Deploy"))
        assert eligible.revert().wire == "revert"
        assert eligible.is_legal("ReVeRt")
        assert not other.is_legal("revert")
        with pytest.raises(IllegalAnswerError):
            other.revert()
        assert eligible.legal_count() == 2  # revert is never counted

    def test_judges_as_the_server(self, question: Ask) -> None:
        asked = question(menu("Deploy", "Deploy"))
        legal = {wire: asked.is_legal(wire) for wire in ("", "0", "1", "2", "-1", " 1", "1 ", "x", "0,1")}
        assert [wire for wire, ok in legal.items() if ok] == ["", "0", "1"]

    def test_equal_labels_differ_by_card(self, question: Ask) -> None:
        asked = question(menu("Deploy", "Deploy"))
        assert [option.card_id for option in asked.of_kind(ActionKind.DEPLOY)] == [10, 11]

    def test_face_of_a_card_in_play_is_looked_up(self, question: Ask) -> None:
        asked = question(menu("Deploy", "Deploy"))
        assert [option.blueprint_id for option in asked.options] == [None, "1_19"]

    def test_interrupt_is_found_by_what_it_does(self, question: Ask) -> None:
        asked = question(menu("USED: Cancel weapon targeting"))
        assert asked.options[0].kind is ActionKind.PLAY_USED_INTERRUPT
        assert asked.of_kind(ActionKind.CANCEL_TARGETING) == asked.options

    def test_an_option_of_another_question_is_refused(self, question: Ask) -> None:
        other = question(menu("Force drain")).options[0]
        with pytest.raises(IllegalAnswerError, match="no option"):
            question(menu("Deploy")).choose(other)

    def test_takes_the_event_as_well(self, catalogue: Catalogue) -> None:
        event = Asked(participant_id=PlayerName("me"), id=1, decision=menu("Deploy"))
        assert ask(event, lambda _: None, catalogue) == ask(menu("Deploy"), lambda _: None, catalogue)


class TestActionChoice:
    def test_cannot_be_passed(self, question: Ask) -> None:
        triggers = tuple(TriggerOption(str(i), BlueprintId("rules"), "Retrieve 1 Force") for i in range(2))
        asked = question(ActionChoice(text="End of turn - Required responses", actions=triggers))
        assert not asked.can_pass
        assert asked.kind is PromptKind.REQUIRED_RESPONSES
        assert asked.first_legal().wire == "0"
        assert asked.choose(asked.options[1]).wire == "1"


class TestCardSelection:
    def test_cards_by_option_id_or_key_in_the_order_given(self, question: Ask) -> None:
        asked = question(CardSelection(min=2, max=3, card_ids=(11, 12, 13)))
        assert asked.choose_cards([13, "11"]).wire == "13,11"
        assert asked.choose_cards(asked.options).wire == "11,12,13"
        assert asked.options[0].blueprint_id == "1_19"

    @pytest.mark.parametrize("cards", [[11], [11, 11], [11, 99], [11, 12, 13, 14], []])
    def test_refuses(self, question: Ask, cards: list[int]) -> None:
        asked = question(CardSelection(min=2, max=3, card_ids=(11, 12, 13, 14)))
        with pytest.raises(IllegalAnswerError):
            asked.choose_cards(map(CardId, cards))

    def test_judges_as_the_server(self, question: Ask) -> None:
        asked = question(CardSelection(min=1, max=2, card_ids=(11, 12, 13)))
        for wire in ("11", "12,11"):
            assert asked.is_legal(wire)
        for wire in ("", "11,11", "11,12,13", "11, 12", "11,12,", ",11", "14", "temp0", " 11"):
            assert not asked.is_legal(wire)

    def test_one_card_where_two_are_due(self, question: Ask) -> None:
        asked = question(CardSelection(min=2, max=2, card_ids=(11, 12)))
        with pytest.raises(IllegalAnswerError, match="2 to 2"):
            asked.choose(asked.options[0])
        assert not asked.is_choice

    @pytest.mark.parametrize(
        ("low", "high", "wire"), [(3, 3, "11,12"), (1, 0, "11"), (0, -1, ""), (5, 2, "11,12")]
    )
    def test_bounds_that_cannot_be_met(self, question: Ask, low: int, high: int, wire: str) -> None:
        asked = question(CardSelection(min=low, max=high, card_ids=(11, 12)))
        assert asked.contradictory
        assert asked.first_legal().wire == wire

    def test_max_above_the_number_of_cards_is_common(self, question: Ask) -> None:
        asked = question(CardSelection(min=0, max=9, card_ids=(11, 12)))
        assert (asked.max, asked.contradictory, asked.legal_count()) == (2, False, 4)


class TestArbitraryCards:
    def test_look_and_press_done(self, question: Ask) -> None:
        asked = question(shown("", "", high=0))
        assert not asked.is_choice
        assert asked.pass_().wire == ""

    def test_only_the_selectable(self, question: Ask) -> None:
        asked = question(shown("s", "", "s", low=1))
        assert [option.key for option in asked.selectable] == ["temp0", "temp2"]
        with pytest.raises(IllegalAnswerError, match="cannot be selected"):
            asked.choose(asked.options[1])
        assert not asked.is_legal("temp1")
        assert not asked.is_legal("")

    def test_a_combination_grows_by_one(self, question: Ask) -> None:
        asked = question(shown("sp", "s", "s", "", low=2, high=2, growing=True))
        assert asked.choose(asked.options[1]).wire == "temp0,temp1"
        assert {answer.wire for answer in asked.answers()} == {"temp0", "temp0,temp1", "temp0,temp2"}
        assert asked.first_legal().wire == "temp0,temp1"  # below min it has to grow
        with pytest.raises(IllegalAnswerError):
            asked.choose_cards(["temp0", "temp1", "temp2"])
        with pytest.raises(IllegalAnswerError, match="preselected"):
            asked.choose_cards(["temp1"])

    def test_a_card_of_the_combination_is_chosen_already(self, question: Ask) -> None:
        asked = question(shown("sp", "sp", "s", low=0, high=0, growing=True))
        assert asked.choose(asked.options[1]).wire == "temp0,temp1"

    def test_a_combination_has_no_limits_at_the_server(self, question: Ask) -> None:
        asked = question(shown("sp", "s", "s", "", low=2, high=2, growing=True))
        for wire in ("", "temp1", "temp0,temp1,temp2"):
            assert asked.is_legal(wire)
        for wire in ("temp3", "temp0,temp0", "temp9"):
            assert not asked.is_legal(wire)


class TestMultipleChoice:
    def test_only_indexes_in_range(self, question: Ask) -> None:
        asked = question(MultipleChoice(results=("Yes", "No"), default_index=-1))
        assert [asked.is_legal(wire) for wire in ("0", "1", "2", "-1", "")] == [True, True] + [False] * 3
        yes = asked.result(ResultKind.YES)
        assert yes is not None
        assert asked.choose(yes).wire == "0"

    def test_results_that_are_numbers(self, question: Ask) -> None:
        asked = question(MultipleChoice(results=("2", "2.5", "Luke", "nan", ""), default_index=-1))
        assert [option.number for option in asked.options] == [2, 2.5, None, None, None]

    def test_the_servers_default_comes_first(self, question: Ask) -> None:
        results = ("me: Pass", "me: Deploy", "Do not revert")
        asked = question(MultipleChoice(results=results, default_index=2))
        assert asked.first_legal().wire == "2"
        assert asked.options[2].result is ResultKind.DO_NOT_REVERT

    def test_default_of_minus_one_is_not_echoed(self, question: Ask) -> None:
        assert question(MultipleChoice(results=("OK",), default_index=-1)).first_legal().wire == "0"


class TestInteger:
    def test_bounds(self, question: Ask) -> None:
        asked = question(IntegerChoice(min=0, max=4, default_value=4))
        assert asked.choose_number(0).wire == "0"
        assert asked.first_legal().wire == "4"
        assert asked.legal_count() == 5
        for wire in ("", "5", "-1", "2.0", " 2", "two"):
            assert not asked.is_legal(wire)

    def test_without_bounds_the_default(self, question: Ask) -> None:
        asked = question(IntegerChoice(min=None, max=None, default_value=3))
        assert asked.first_legal().wire == "3"
        assert asked.is_legal("-7")
        assert not asked.is_legal("99999999999")

    def test_bounds_the_wrong_way_round(self, question: Ask) -> None:
        asked = question(IntegerChoice(min=3, max=1, default_value=None))
        assert asked.contradictory
        assert [answer.wire for answer in asked.answers()] == ["3"]


def test_an_unknown_decision_has_the_empty_answer(question: Ask) -> None:
    asked = question(UnknownDecision("NEW", "What now?", {}, "not in the table"))
    assert asked.options == ()
    assert [answer.wire for answer in asked.answers()] == [""]
    assert not asked.is_choice


def test_empty_takes_anything(question: Ask) -> None:
    asked = question(EmptyDecision())
    assert asked.is_legal("0")
    assert asked.first_legal().wire == ""


def test_cards_named_in_the_prompt(question: Ask) -> None:
    text = f"Choose where to deploy {HINT.format('7_50', 'Wookiee')}, or click 'Done' to cancel"
    asked = question(CardSelection(text=text, min=0, max=1, card_ids=(82,)))
    assert asked.kind is PromptKind.CHOOSE_DEPLOY_TARGET
    assert asked.prompt == "Choose where to deploy Wookiee, or click 'Done' to cancel"
    assert [(card.blueprint, card.title) for card in asked.cards] == [("7_50", "Wookiee")]
    assert asked.reading.cancellable
