"""A vocabulary that does not hold together is refused; facts that do not fit it are found."""

from typing import Annotated

import msgspec
import pytest
from msgspec import Meta
from procedure_words import WORDS, option, situation

from gemp_bot.procedures import (
    CapabilityKey,
    Fact,
    NumberKey,
    Type,
    Vocabulary,
    numbers_of,
    reference_markdown,
)
from gemp_bot.procedures.vocabulary import VocabularyError

SCORE = Fact("option.score", Type.NUMBER, "worth")


@pytest.mark.parametrize(
    ("kinds", "facts", "weights", "capabilities", "told"),
    [
        (("A", "A"), (SCORE,), (), (), "kind 'A' is there twice"),
        (("A B",), (SCORE,), (), (), "kind 'A B' is no plain word"),
        ((), (SCORE, SCORE), (), (), "fact 'option.score' is there twice"),
        ((), (), (), (), "the score 'option.score' is no number of an option"),
        ((), (Fact("option.score", Type.FLAG, "x"),), (), (), "is no number of an option"),
        (
            (),
            (SCORE, Fact("Me.x", Type.FLAG, "x")),
            (),
            (),
            "fact 'Me.x': no expression could hold this name",
        ),
        ((), (SCORE, Fact("me.in", Type.FLAG, "x")), (), (), "no expression could hold this name"),
        ((), (SCORE, Fact("most", Type.FLAG, "x")), (), (), "no expression could hold this name"),
        ((), (SCORE, Fact("capabilities.x", Type.FLAG, "x")), (), (), "the names capabilities.* are taken"),
        ((), (SCORE, Fact("score", Type.FLAG, "x")), (), (), "is also short for option.score"),
        ((), (SCORE, Fact("x", Type.NUMBER, "x", choices=("a",))), (), (), "only a text has choices"),
        ((), (SCORE, Fact("x", Type.NUMBER, "x", default="a")), (), (), "its default does not fit"),
        ((), (SCORE, Fact("x", Type.TEXT, "x", names="y")), (), (), "fact 'x': no names 'y'"),
        ((), (SCORE, Fact("x", Type.NUMBER, "x", names="y")), (), (), "only texts without choices are names"),
        ((), (SCORE,), (NumberKey("x", "", 2, 0, 1, "x"),), (), "weight x: default out of range"),
        (
            (),
            (SCORE,),
            (),
            (CapabilityKey("x", "x", "a", ("b",)),),
            "capability x: its default is none of its values",
        ),
        (
            (),
            (SCORE,),
            (),
            (CapabilityKey("x", "x", "a"),),
            "capability x: its default is none of its values",
        ),
    ],
)
def test_a_mistake_of_the_program_is_refused(
    kinds: tuple[str, ...],
    facts: tuple[Fact, ...],
    weights: tuple[NumberKey, ...],
    capabilities: tuple[CapabilityKey, ...],
    told: str,
) -> None:
    with pytest.raises(VocabularyError) as caught:
        Vocabulary(kinds, facts, weights, capabilities)
    assert told in str(caught.value)


def test_facts_that_fit_have_no_faults() -> None:
    assert WORDS.faults_of(WORDS.blank_situation(), [WORDS.blank_option()]) == [
        "the situation: phase = '' is no text"
    ]
    assert WORDS.faults_of(situation(phase="move"), [option(type="man", power=3)]) == []


def test_facts_that_do_not_fit_are_named() -> None:
    here: dict[str, object] = {"me.force": True, "phase": "move", "option.power": 1}
    this: dict[str, object] = {**option(), "option.power": float("nan"), "option.own": 1}
    assert WORDS.faults_of(here, [option(), this]) == [
        "the situation: option.power is no fact of it",
        "the situation: me.force = True is no number",
        "the situation: me.late is missing",
        "the situation: crew is missing",
        "option 1: option.power = nan is no number",
        "option 1: option.own = 1 is no yes or no",
    ]


class Temper(msgspec.Struct):
    boldness: Annotated[float, Meta(ge=0, le=5, description="how bold", extra={"unit": "Force"})] = 1.5
    turns: Annotated[int, Meta(ge=1, le=3, description="how long")] = 2


def test_structs_are_read() -> None:
    assert numbers_of(Temper) == (
        NumberKey("boldness", "Force", 1.5, 0, 5, "how bold"),
        NumberKey("turns", "", 2, 1, 3, "how long", whole=True),
    )


class Bare(msgspec.Struct):
    number: float = 1


class Unbounded(msgspec.Struct):
    number: Annotated[float, Meta(description="x")] = 1


class Needed(msgspec.Struct):
    number: Annotated[float, Meta(ge=0, le=1, description="x")]


@pytest.mark.parametrize("struct", [Bare, Unbounded, Needed])
def test_a_struct_that_says_too_little_is_refused(struct: type[msgspec.Struct]) -> None:
    with pytest.raises(VocabularyError, match=r"number: a .* wanted"):
        numbers_of(struct)


def test_the_reference_lists_every_word() -> None:
    page = reference_markdown(WORDS)
    for name in (*(fact.name for fact in WORDS.facts), *WORDS.kinds, "any", "boldness", "cards", "forbid"):
        assert f"`{name}`" in page
    assert "| `boldness` | Force | 1 | 0 | 5 | how bold |" in page
    assert '| `depth` | "near", "far" | "near" | how far |' in page
    assert '| `phase` | "deploy", "move" | the phase |' in page
    assert "| `me.force` | Force | what we have |" in page
