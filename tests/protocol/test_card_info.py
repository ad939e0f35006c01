"""The server's page about a card: numbers, what changed them, and everything else."""

import math

import pytest
from card_info import CardInfo, InfoLabel, InfoModifier, read_card_info
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.protocol.ids import BlueprintId

_PAD = "&nbsp;" * 6


def hint(blueprint: str, title: str) -> str:
    return f"<div class='cardHint' value='{blueprint}'>{title}</div>"


def modifier(words: str, source: str) -> str:
    return f"<div class='cardModifier'>{_PAD}{words} from {source}</div>"


def line(text: str, *modifiers: str) -> str:
    return f"<div>{text}{''.join(modifiers)}</div>"


def page(*lines: str) -> str:
    return f"<div class='cardInfo'>{line('Owner: alice')}<br>{''.join(lines)}<br></div>"


def test_numbers_with_what_changed_them() -> None:
    info = read_card_info(
        page(
            line("Ability: 4"),
            line(
                "Power: 5.5",
                modifier("Power +2", hint("1_19", "•Luke Skywalker")),
                modifier("Power -1", "<i>System</i>"),
            ),
            line("Forfeit: 0"),
        )
    )
    assert info.value(InfoLabel.ABILITY) == 4
    assert info.value(InfoLabel.FORFEIT) == 0
    assert info.value(InfoLabel.DESTINY) is None
    power = info.numbers[InfoLabel.POWER]
    assert power.value == 5.5
    assert power.modifiers == (
        InfoModifier("Power +2", BlueprintId("1_19")),
        InfoModifier("Power -1 from System", None),
    )
    assert info.lines == ("Owner: alice",)
    assert info.says_anything


def test_a_location() -> None:
    info = read_card_info(
        page(
            line("Battleground: Yes"),
            line(
                "Force drain amount (Dark): 1",
                modifier("Dark side Force drain -1", hint("7_115", "•Gallery")),
            ),
            line("Force drain amount (Light): 2"),
            line("Force generation (Dark): 1"),
            line("Force generation (Light): 0"),
            line("Force icons (Dark): 1"),
            line("Force icons (Light): 2"),
            "<br>",
            line("Other modifiers: ", modifier("Light side may not Force drain", hint("14_49", "•Chambers"))),
        )
    )
    assert info.battleground is True
    assert {label: number.value for label, number in info.numbers.items()} == {
        InfoLabel.DRAIN_DARK: 1,
        InfoLabel.DRAIN_LIGHT: 2,
        InfoLabel.GENERATION_DARK: 1,
        InfoLabel.GENERATION_LIGHT: 0,
        InfoLabel.ICONS_DARK: 1,
        InfoLabel.ICONS_LIGHT: 2,
    }
    assert info.lines == ("Owner: alice", "Other modifiers:")
    assert read_card_info(page(line("Battleground: No"))).battleground is False


def test_a_sign_that_is_no_tag() -> None:
    attrition = line(
        "Immunity to attrition: Less than 4", modifier("Immune to attrition < 4", hint("200_2", "•Anakin"))
    )
    info = read_card_info(page(attrition, line("Power: 5")))
    assert info.value(InfoLabel.POWER) == 5
    assert "Immunity to attrition: Less than 4" in info.lines


def test_odd_numbers() -> None:
    assert read_card_info(page(line("Power: ∞"))).value(InfoLabel.POWER) == math.inf
    assert read_card_info(page(line("Power: 2,5"))).value(InfoLabel.POWER) == 2.5
    assert read_card_info(page(line("Destiny: -1"))).value(InfoLabel.DESTINY) == -1
    strange = read_card_info(page(line("Power: many")))
    assert (strange.value(InfoLabel.POWER), strange.lines[-1]) == (None, "Power: many")


@pytest.mark.parametrize(
    "body", ["", "<div class='cardInfo'></div>", "<html><body>proxy</body></html>", "</div></div>"]
)
def test_a_page_that_says_nothing(body: str) -> None:
    info = read_card_info(body)
    assert not info.says_anything
    assert info.battleground is None


@given(
    st.text()
    | st.lists(st.sampled_from(["<div>", "</div>", "<div class='cardModifier'>", "Power: 1", "<", "&"])).map(
        "".join
    )
)
def test_it_never_fails(body: str) -> None:
    assert isinstance(read_card_info(body), CardInfo)
