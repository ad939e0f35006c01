"""HTML to text, and the server's fixed lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.protocol.html import CardRef, card_refs, chat_plain, plain, printable
from gemp_bot.protocol.wording import (
    AnswerRefusal,
    HallRefusal,
    is_recorded_cancel,
    read_answer_refusal,
    read_hall_refusal,
)

HINT = "<div class='cardHint' value='216_33' data-horizontal='true'>•Kashyyyk: Work Settlement #121</div>"


def test_a_card_in_mid_sentence():
    line = f"probeB deploys {HINT} from Reserve Deck"
    assert plain(line) == "probeB deploys •Kashyyyk: Work Settlement #121 from Reserve Deck"
    assert card_refs(line) == (CardRef("216_33", "Kashyyyk: Work Settlement #121", 1),)


def test_quotes_order_and_neighbours():
    line = '<div value="1_168*" data-testingText="x" class="cardHint">••A &amp; B</div>,' + HINT
    assert card_refs(line) == (
        CardRef("1_168*", "A & B", 2),
        CardRef("216_33", "Kashyyyk: Work Settlement #121", 1),
    )
    assert card_refs("<div class='cardHint'>no id</div> <div value='1_1'>no hint</div>") == ()
    assert card_refs("<div class='cardHint' data-value='1_1'>no id</div>") == ()


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("a<br/>b<br>c", "a b c"),
        ("2 < 3 > 1 &amp; <b>bold</b>", "2 < 3 > 1 & bold"),
        ("&lt;b&gt; stays", "<b> stays"),
        ("\x1b[31mred\u202e\x00", "[31mred"),
        ("<unclosed", "<unclosed"),
        ("", ""),
    ],
)
def test_plain(html: str, text: str):
    assert plain(html) == text


def test_chat_is_unescaped_once_more():
    assert chat_plain("I &lt;3 &quot;Vader&quot; &amp;amp;") == 'I <3 "Vader" &amp;'


@given(st.text() | st.text(alphabet="<>div cardHint='value\"&;#x1/\x1b•").map(lambda text: text + HINT))
def test_any_text_becomes_one_printable_line(text: str):
    assert plain(text).isprintable()
    assert chat_plain(text).isprintable()
    assert printable(printable(text)) == printable(text)
    for card in card_refs(text):
        assert card.title.isprintable()


def test_refused_answers():
    assert read_answer_refusal("Something went wrong") is AnswerRefusal.SOMETHING_WRONG
    assert read_answer_refusal("<b>Unknown response number</b>") is AnswerRefusal.UNKNOWN_RESPONSE
    assert read_answer_refusal("It is cold outside") is None


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Server is not yet in operational mode. Games may not be started yet.", HallRefusal.NOT_OPERATIONAL),
        ("Server is in shutdown mode. No games may be started.", HallRefusal.SHUTDOWN),
        ("You can't create any more tables. You've reach the allowed limit", HallRefusal.TOO_MANY_TABLES),
        ("You can't join any more tables.", HallRefusal.TOO_MANY_TABLES),
        ("You don't have a deck registered yet", HallRefusal.NO_SUCH_DECK),
        ("Your selected deck is not valid for this format: x", HallRefusal.DECK_INVALID),
        ("Your deck is not valid in the tournament format: x", HallRefusal.DECK_INVALID),
        ("Bot tables are currently disabled", HallRefusal.AI_TABLES_DISABLED),
        ("AI deck must be selected", HallRefusal.AI_DECK_MISSING),
        ("AI deck must be the opposite side of the Force", HallRefusal.AI_DECK_SIDE),
        (
            "You can't play against an opponent with a deck from the same side of the Force",
            HallRefusal.SAME_SIDE,
        ),
        ("Private games are currently disabled", HallRefusal.PRIVATE_DISABLED),
        ("Private games must have your intended opponent in the description", HallRefusal.PRIVATE_NEEDS_NAME),
        ("League games cannot be private", HallRefusal.PRIVATE_FORBIDDEN),
        ("This format is not supported: x", HallRefusal.FORMAT_UNKNOWN),
        ("You can't host multiple league games on the same side of the force", HallRefusal.LEAGUE),
        ("You have already played max games in league", HallRefusal.LEAGUE),
        ("Table is already taken or was removed", HallRefusal.TABLE_GONE),
        ("You can't play against yourself", HallRefusal.OWN_TABLE),
        ("", HallRefusal.OTHER),
        ("The Force is not with you", HallRefusal.OTHER),
    ],
)
def test_hall_refusals(words: str, kind: HallRefusal):
    assert read_hall_refusal(words) is kind


def test_cancelled_games_in_the_history():
    assert is_recorded_cancel("Game cancelled due to error")
    assert not is_recorded_cancel("Conceded")
