"""Printed numbers and titles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.cards.printed import Odd, known, options, shown
from gemp_bot.cards.titles import Title, folded, read_title, two_sides
from tools.card_data.numbers import read_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3", 3), ("15", 15), ("0.5", 0.5), ("½", 0.5), ("4½", 4.5), ("1/2", 0.5), ("1 1/2", 1.5), ("(4)", 4),
        ("*", Odd("*")), ("X", Odd("X")), ("X-Y", Odd("X-Y")), ("π", Odd("π", (3.14159,))),
        ("2 or 5", Odd("2 or 5", (2, 5))), ("3 (or 5)", Odd("3 (or 5)", (3, 5))),
        ("π or 2π", Odd("π or 2π", (3.14159, 6.28318))), ("½ or 5½", Odd("½ or 5½", (0.5, 5.5))),
        ("destiny", Odd("destiny", (0,), 1)), ("destiny -1", Odd("destiny -1", (-1,), 1)),
        ("destiny - 4", Odd("destiny - 4", (-4,), 1)), ("two destiny", Odd("two destiny", (0,), 2)),
        ("6 + two destiny", Odd("6 + two destiny", (6,), 2)), ("X + destiny", Odd("* + destiny", (), 1)),
    ],
)  # fmt: skip
def test_numbers(text: str, number: object) -> None:
    assert read_number(text) == number


@pytest.mark.parametrize(
    ("number", "value", "all_values"),
    [
        (3, 3, (3,)), (None, None, ()), (Odd("*"), None, ()), (Odd("π", (3.14159,)), 3.14159, (3.14159,)),
        (Odd("2 or 5", (2, 5)), None, (2, 5)), (Odd("two destiny", (0,), 2), None, ()),
    ],
)  # fmt: skip
def test_values(number: int | Odd | None, value: float | None, all_values: tuple[float, ...]) -> None:
    assert known(number) == value
    assert options(number) == all_values


@given(st.text())
def test_any_text_is_a_number_of_some_kind(text: str) -> None:
    number = read_number(text)
    assert isinstance(shown(number), str)
    assert all(isinstance(value, int | float) for value in options(number))


@given(st.integers(0, 999) | st.integers(0, 99).map(lambda whole: whole + 0.5))
def test_a_plain_number_is_shown_as_it_is_printed(number: float) -> None:
    assert read_number(shown(number)) == number


SETS = frozenset({"Coruscant", "Hoth"})


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("•Darth Vader", Title("Darth Vader", dots="*")),
        ("•••Wookiee (V)", Title("Wookiee", virtual=True, dots="***")),
        ("<>Swamp", Title("Swamp", dots="<>")), ("◇Swamp", Title("Swamp", dots="<>")),
        ("•Rey (C-Slip AI 2)", Title("Rey", alternate=True, dots="*")),
        ("•Rey (V) (AI)", Title("Rey", virtual=True, alternate=True, dots="*")),
        ("Alter (Coruscant) (V)", Title("Alter", virtual=True, printing="Coruscant")),
        ("•Hoth: Cave (War Room)", Title("Hoth: Cave (War Room)", dots="*")),
        ("•Artoo & •Threepio", Title("Artoo & Threepio", dots="*")),
        ("•Desperate Counter (v)", Title("Desperate Counter", virtual=True, dots="*")),
    ],
)  # fmt: skip
def test_titles(text: str, title: Title) -> None:
    assert read_title(text, SETS) == title


def test_both_sides_of_a_title() -> None:
    assert two_sides("Invasion / In Complete Control") == ("Invasion", "In Complete Control")
    assert two_sides("Jabba's Prize/Jabba's Prize") == ("Jabba's Prize", "Jabba's Prize")
    assert two_sides("Vader") == ("Vader", "Vader")


def test_folded() -> None:
    assert folded("Qi'ra") == folded("QIRA") == "qira"
    assert folded("Tatooine: Obi-Wan's Hut") == "tatooine obi wans hut"
    assert folded("Padmé") == "padme"
