"""Templates of texts, and lines of chat as commands."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jumping_time import jumping

from gemp_bot.protocol.ids import PlayerName
from gemp_bot.service.chat import Allowance, ChatCommand, addressed, read_command
from gemp_bot.service.guests import GuestRules
from gemp_bot.service.texts import MOST_SAID, ChatTexts, Placeholder, check_texts, fill, harmless


def test_the_texts_we_bring_are_right_and_fit() -> None:
    assert check_texts(ChatTexts()) == ([], [])


@pytest.mark.parametrize(
    ("field", "text", "told"),
    [
        ("greeting", "Hello {oponent}!", "greeting: no placeholder 'oponent' here: did you mean 'opponent'?"),
        ("table", "Come, {opponent}", "table: no placeholder 'opponent' here"),
        ("greeting", "{opponent.__class__}", "no placeholder 'opponent.__class__' here"),
        ("greeting", "{score:>1000000}", "takes no format"),
        ("greeting", "Hello {opponent", "write {{ and }} for braces"),
        ("farewell", "/ban {opponent}", "must not begin with '/'"),
        ("about", "two\nlines", "one line"),
    ],
)
def test_a_text_that_cannot_be_is_an_error_that_says_what_would_be_right(
    field: str, text: str, told: str
) -> None:
    errors, _ = check_texts(ChatTexts(**{field: text}))
    assert any(told in line and line.startswith(field) for line in errors), errors


def test_the_document_names_every_command_rule_and_placeholder() -> None:
    document = (Path(__file__).resolve().parents[2] / "docs/guests.md").read_text("utf-8")
    words = [command.value for command in ChatCommand]
    words += [f"{{{placeholder.value}}}" for placeholder in Placeholder]
    words += [*GuestRules.__struct_fields__, *ChatTexts.__struct_fields__]
    assert [word for word in words if f"`{word}`" not in document and f"`!{word}`" not in document] == []


def test_a_text_that_is_too_long_is_advice() -> None:
    errors, hints = check_texts(ChatTexts(table="x" * 51, greeting="y" * 241 + "{opponent}"))
    assert errors == []
    assert [hint.partition(":")[0] for hint in hints] == ["table", "greeting"]
    assert "about 251 characters" in hints[1]


def test_values_are_data() -> None:
    values = {
        Placeholder.OPPONENT: "{owner}<b>x</b>\x1b[31m",
        Placeholder.DECK: "see http://evil.example now",
    }
    said = fill("{opponent} {deck} {{}} {score}", values)
    assert said == "{owner}bx/b [31m see http:evil.example now {}"
    assert fill("{contact}", {Placeholder.CONTACT: "https://example.org/?a&b"}) == "https://example.org/?a&b"
    assert fill("{deck}", {Placeholder.DECK: "long " * 100})[-1] == "…"
    assert len(fill("x" * 1000, {})) == MOST_SAID


@given(st.text(max_size=80) | st.text("htp:/wW.<&>\n\x1b a", max_size=30))
def test_no_value_brings_markup_a_link_or_a_control_character(text: str) -> None:
    safe = harmless(text)
    assert safe.isprintable()
    assert not set("<>&") & set(safe)
    assert "://" not in safe
    assert "www." not in safe.lower()


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("!help", ChatCommand.HELP),
        ("  Help? ", ChatCommand.HELP),
        ("WHY", ChatCommand.WHY),
        ("why??", ChatCommand.WHY),
        ("!! stats", ChatCommand.STATS),
        ("!stop", ChatCommand.STOP),
        ("stop", None),
        ("!rest", ChatCommand.DRAIN),
        ("rest", None),
        ("!drain", None),
        ("why did you do that", None),
        ("!help me", None),
        ("", None),
        ("!" * 10_000 + "help", None),
    ],
)
def test_which_lines_are_commands(line: str, command: ChatCommand | None) -> None:
    assert read_command(line, "rest") is command


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("botty: help", ChatCommand.HELP),
        ("@Botty, !stop", ChatCommand.STOP),
        ("botty about", ChatCommand.ABOUT),
        ("help", None),
        ("!help", None),
        ("bottyx help", None),
        ("botty-2 help", None),
        ("ask botty help", None),
    ],
)
def test_in_the_hall_we_must_be_spoken_to(line: str, command: ChatCommand | None) -> None:
    text = addressed(line, PlayerName("botty"))
    assert (None if text is None else read_command(text)) is command


@jumping
async def test_an_allowance_is_for_each_person_and_never_waits() -> None:
    allowance = Allowance(3)
    taken = [await allowance.take(PlayerName("bob")) for _ in range(5)]
    assert taken == [True, True, True, False, False]
    assert await allowance.take(PlayerName("carol"))
    assert [allowance.tell(PlayerName("bob")) for _ in range(2)] == [True, False]
