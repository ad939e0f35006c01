"""HTML to text, and the server's fixed lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.protocol.html import CardRef, card_refs, chat_plain, plain, printable
from gemp_bot.protocol.wording import HallRefusal, is_answer_refusal, is_recorded_cancel, read_hall_refusal

HINT = "<div class='cardHint' value='216_33' data-horizontal='true'>•Kashyyyk: Work Settlement #121</div>"


def test_a_card_in_mid_sentence():
    line = f"probeB deploys {HINT} from Reserve Deck"
    assert plain(line) == "probeB deploys •Kashyyyk: Work Settlement #121 from Reserve Deck"
    assert card_refs(line) == (CardRef("216_33", "Kashyyyk: Work Settlement #121"),)


def test_quotes_order_and_neighbours():
    line = '<div value="1_168*" data-testingText="x" class="cardHint">••A &amp; B</div>,' + HINT
    assert card_refs(line) == (
        CardRef("1_168*", "A & B"),
        CardRef("216_33", "Kashyyyk: Work Settlement #121"),
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
    assert is_answer_refusal("Something went wrong")
    assert is_answer_refusal("<b>Unknown response number</b>")
    assert not is_answer_refusal("It is cold outside")


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Server is not yet in operational mode. Games may not be started yet.", HallRefusal.NOT_OPERATIONAL),
        ("Server is in shutdown mode. No games may be started.", HallRefusal.NOT_OPERATIONAL),
        ("You can't create any more tables. You've reach the allowed limit", HallRefusal.TOO_MANY_TABLES),
        ("You can't join any more tables.", HallRefusal.TOO_MANY_TABLES),
        ("Table is already taken or was removed", HallRefusal.TABLE_GONE),
        ("Your selected deck is not valid for this format: x", HallRefusal.OTHER),
        ("This format is not supported: nosuch", HallRefusal.FORMAT_UNKNOWN),
        ("", HallRefusal.OTHER),
    ],
)
def test_hall_refusals(words: str, kind: HallRefusal):
    assert read_hall_refusal(words) is kind


def test_cancelled_games_in_the_history():
    assert is_recorded_cancel("Game cancelled due to error")
    assert not is_recorded_cancel("Conceded")
