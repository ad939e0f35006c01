"""A report is one file in which nothing that came from others is markup."""

import gzip
import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Any

import msgspec
import pytest
from lxml import html
from msgspec.structs import replace
from reported_games import GAME, GAMES, ROOT, game_of

from gemp_bot.cards import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.journal.reader import JournalReader
from gemp_bot.pages.frame_codec import pack
from gemp_bot.pages.render import PageKind, csp_hash, json_text, render, static_text
from gemp_bot.pages.report import GameReport, OtherNames, highlights_of, index_of, report_of
from gemp_bot.protocol.enums import Side
from gemp_bot.report.blunders import Blunder, BlunderKind, BlunderReader
from gemp_bot.report.review import BetterAnswer, GameReview, TurnChance, TurningPoint
from gemp_bot.view.model import GameView
from gemp_bot.view.names import NamedCard
from gemp_bot.view.watcher import JournalWatcher

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>\u2028{{7*7}}&lt;b&gt;--><!--]]>"
REACT = ROOT / "tests" / "report" / "lost" / "a-react-too-many.jsonl.gz"
LARGE = GAMES / "ref2-light-vs-player.jsonl.gz"


def parsed(report: GameReport | str) -> html.HtmlElement:
    return html.document_fromstring(report if isinstance(report, str) else report.html)


def unpacked(report: GameReport) -> dict[str, Any]:
    found = parsed(report).get_element_by_id("game").text_content()
    packed: dict[str, Any] = json.loads(gzip.decompress(b64decode(found)))
    return packed


def shape(report: GameReport | str) -> list[tuple[str, tuple[str, ...]]]:
    """Every element with the names of its attributes, but for lines of the story and their number."""
    return [
        (str(node.tag), tuple(sorted(node.attrib)))
        for node in parsed(report).iter()
        if isinstance(node.tag, str) and node.tag != "li"
    ]


def poisoned(value: Any) -> Any:
    """The same game with markup in every text that comes from a server, a player or a strategy."""
    if isinstance(value, dict):
        texts = TEXTS | {"what"} if value.get("kind") == "DESTINY" else TEXTS
        return {
            key: EVIL if isinstance(each, str) and key in texts else poisoned(each)
            for key, each in value.items()
        }
    return [poisoned(each) for each in value] if isinstance(value, list) else value


TEXTS = frozenset(
    {"title", "name", "prompt", "words", "chosen", "text", "bot", "strategy", "deck", "game", "system"}
    | {"dark", "light", "answer", "key", "blueprint", "type", "fallback"}
)


@pytest.fixture(scope="module")
def evil() -> GameView:
    game = msgspec.json.decode(msgspec.json.encode(game_of(GAME)))
    return msgspec.convert(poisoned(game), GameView)


@pytest.mark.parametrize("names", [False, True])
def test_no_text_of_others_is_markup(evil: GameView, names: bool) -> None:
    report = report_of(evil, names=names)
    page = parsed(report)
    assert shape(report) == shape(report_of(game_of(GAME), names=names))
    assert page.xpath("//img") == []
    assert [name for node in page.iter() for name in node.attrib if str(name).startswith("on")] == []
    assert len(page.xpath("//script")) == 3
    assert "<script>alert" not in report.html
    assert "\u2028" not in page.xpath("string(//script[1])")
    assert "49" not in page.xpath("string(//title)")
    assert "<script>alert(1)</script>" in page.xpath("string(//ol)")


def test_no_text_of_others_is_markup_in_a_review(evil: GameView) -> None:
    answer = BetterAnswer(9, 1, Side.DARK, EVIL, False, EVIL, EVIL, 2.0, 0.1, (EVIL,))
    began = TurnChance(1, Side.DARK, 9, 0.6)
    point = TurningPoint(began, 0.3, (), {Side.LIGHT: 2.0}, ((EVIL, (EVIL,)),), -2.0, (answer,))
    blunder = Blunder(BlunderKind.FLIP_PASSED, 9, 1, Side.DARK, EVIL)
    review = GameReview(
        Side.LIGHT, (began, TurnChance(1, Side.LIGHT, 20, 0.3)), 0.0, (point,), (answer,), EVIL, (blunder,)
    )
    for you in (False, True):
        page = parsed(report_of(evil, review=review, you=you))
        told = page.get_element_by_id("review")
        assert told.xpath(".//img | .//script") == []
        assert told.text_content().count("<img src=x onerror=alert(1)>") >= 4
        assert ("your opponent's turn" in told.text_content()) is you
        assert "60 % → 30 %" in told.text_content()
        assert told.xpath(".//a[@href='#9']")


def test_an_index_holds_no_markup_of_others(evil: GameView) -> None:
    page = parsed(index_of([report_of(evil, names=True).row(f"javascript:{EVIL}.html")]))
    assert page.xpath("//img") == []
    assert [script.text for script in page.xpath("//script")] == [static_text("sort.js")], "ours alone"
    link = page.xpath("//a/@href")[0]
    assert link.startswith("javascript%3A")


def test_json_in_a_script_cannot_end_it() -> None:
    text = str(json_text({"a": EVIL + "\u2029"}))
    assert not set("<>&\u2028\u2029") & set(text)
    assert json.loads(text) == {"a": EVIL + "\u2029"}


def test_what_is_not_given_is_a_fault_and_no_gap() -> None:
    with pytest.raises(Exception, match="undefined"):
        render("sign_in.html")


# -- one file that needs nothing --------------------------------------------------------------------


def test_the_policy_names_every_script_and_style_and_nothing_else() -> None:
    page = parsed(report_of(game_of(GAME)))
    policy = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    scripts = page.xpath("//script[not(@type='text/plain')]")
    for script in scripts:
        assert csp_hash(script.text) in policy
    assert csp_hash(page.xpath("string(//style)")) in policy
    assert policy.count("sha256-") == len(scripts) + 1
    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none'; ")
    assert page.xpath("//*[@style]") == []
    assert page.xpath("//@src") == []
    assert page.xpath("//link/@href") == ["data:,"]


def test_the_mark_is_near_the_beginning() -> None:
    assert PageKind.of(report_of(game_of(GAME)).html[:1000]) is PageKind.REPORT
    assert PageKind.of(index_of([])[:1000]) is PageKind.REPORT


def test_a_long_game_is_small() -> None:
    report = report_of(game_of(LARGE))
    assert report.questions > 1700
    assert len(report.html.encode()) < 400_000


def test_the_same_game_gives_the_same_file() -> None:
    assert report_of(game_of(GAME)).html == report_of(game_of(GAME)).html


def test_nothing_of_the_boards_and_questions_is_lost_by_packing() -> None:
    game = game_of(GAME)
    packed = pack(game, highlights_of(game))
    assert len(packed.boards) < len(game.frames)
    for frame, short in zip(game.frames, packed.frames, strict=True):
        board = packed.boards[short.board]
        assert packed.players[board.players] == frame.board.players
        assert tuple(packed.locations[row] for row in board.locations) == frame.board.locations
        assert packed.rows[board.beside] == frame.board.beside
        assert packed.rows[board.hand] == frame.board.hand
        assert (None if board.battle is None else packed.battles[board.battle]) == frame.board.battle
        assert short.question == frame.question


def test_what_is_packed_is_what_the_page_reads() -> None:
    game = game_of(GAME)
    found = unpacked(report_of(game))
    assert len(found["frames"]) == len(game.frames)
    assert found["most"] == max(*game.curves.dark_life, *game.curves.light_life)


# -- where it jumps to ------------------------------------------------------------------------------


def test_battles_are_where_they_began_and_closest_choices_grow_apart() -> None:
    game = game_of(GAME)
    jumps = highlights_of(game)
    assert len(jumps.battles) == len(game.battles)
    gaps = []
    for index in jumps.closest:
        question = game.frames[index].question
        assert question is not None
        assert question.score is not None
        scores = [o.score for o in question.others if o.score is not None and o.words != question.chosen]
        gaps.append(min(abs(question.score - score) for score in scores))
    assert gaps
    assert gaps == sorted(gaps)


def test_the_table_of_battles_has_each_with_what_was_expected() -> None:
    game = game_of(GAME)
    rows = parsed(report_of(game)).xpath("//table/tbody/tr")
    assert len(rows) == len(game.battles)
    expected = [row.xpath("string(td[3])").strip() for row in rows]
    assert any(re.fullmatch(r"[+-]\d+\.\d", text) for text in expected)


# -- blunders ---------------------------------------------------------------------------------------


def test_a_blunder_is_counted_at_the_head_and_marked_in_its_turn_and_at_its_question() -> None:
    reader = BlunderReader(CardIndex.load())
    effects = CardEffects(CardIndex.load())
    watched = JournalWatcher(REACT, Catalogue.load(), effects)
    for moment in watched.read():
        reader.take(moment)
    game = watched.watcher.view()
    counts = reader.read(game)
    assert counts is not None
    report = report_of(game, review=GameReview(counts.me, blunders=counts.blunders))
    page = parsed(report)
    assert report.row("page.html").blunders == 4
    assert "react into more power (1)" in page.get_element_by_id("made").getparent().text_content()

    (row,) = page.xpath("//table/tbody/tr[td='react into more power']")
    assert [cell.text_content() for cell in row][:2] == ["477", "6, Light"]
    assert "10 Force and 1 card" in row.text_content()
    frame = int(row.xpath("string(.//@data-frame)"))
    asked = game.frames[frame].question
    assert asked is not None
    assert asked.n == 477
    assert frame in unpacked(report)["jumps"]["blunders"]

    lines = page.xpath("//ol/li")
    (line,) = (each for each in lines if "react into more power" in each.text_content())
    assert line.get("data-frame") == str(frame)
    before = [each.text_content() for each in line.xpath("preceding-sibling::li")]
    headings = [text for text in before if text.startswith("Turn ")]
    assert headings[-1].startswith("Turn 6, Light")


def test_a_game_that_was_only_watched_is_not_said_to_have_no_blunders() -> None:
    game = game_of(GAME)
    assert "lunder was found" not in report_of(game).html
    assert "No blunder was found" in report_of(game, review=GameReview(Side.LIGHT)).html


# -- names ------------------------------------------------------------------------------------------


def test_players_are_named_nowhere() -> None:
    game = game_of(LARGE)
    names = {game.head.dark, game.head.light}
    assert all(len(name) > 3 for name in names)
    report = report_of(game)
    packed = json.dumps(unpacked(report))
    for name in names:
        assert name not in report.html
        assert name not in packed
    kept = report_of(game, names=True)
    assert all(name in kept.html for name in names)


def test_a_player_called_like_a_card_or_a_key_spoils_neither() -> None:
    game = game_of(GAME)
    cards = (NamedCard(1, "Luke Skywalker"), NamedCard(2, "Score"))
    frame = game.frames[-1]
    told = replace(frame, deeds=(replace(frame.deeds[-1], cards=cards), *frame.deeds))
    head = replace(game.head, dark="Luke", light="score")
    rename = OtherNames(replace(game, head=head, frames=(*game.frames[:-1], told)))
    assert (
        rename("Luke chooses Luke Skywalker; score's turn")
        == "player1 chooses Luke Skywalker; player2's turn"
    )
    assert rename("Lukes highscore Luke-2 ~Luke") == "Lukes highscore Luke-2 ~Luke"


def test_an_ai_of_the_server_is_nobody() -> None:
    game = game_of(GAME)
    rename = OtherNames(replace(game, head=replace(game.head, dark="~Rando_Cal", light="~bot")))
    assert rename("~Rando_Cal and ~bot") == "~Rando_Cal and ~bot"


def test_a_journal_with_markup_in_it_makes_a_page_without(tmp_path: Path) -> None:
    """The same from the file on: names, prompts and log lines as a server would send them."""
    source = JournalReader(GAME)
    lines = [bytes(text) for _, text, _ in source.texts()]
    attack = "&lt;img src=x onerror=alert(1)&gt;&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;"
    poison = [
        re.sub(rb'( (?:text|message)=\\")', lambda found: found[1] + attack.encode(), line) for line in lines
    ]
    assert poison != lines
    file = tmp_path / "evil.jsonl"
    file.write_bytes(b"\n".join(poison) + b"\n")
    report = report_of(game_of(file))
    page = parsed(report)
    assert page.xpath("//img") == []
    assert len(page.xpath("//script")) == 3
    prompts = [f["question"]["prompt"] for f in unpacked(report)["frames"] if f.get("question")]
    assert prompts
