"""Cards, decks and destinies by the names people call them; journals."""

from collections.abc import Callable
from pathlib import Path

import pytest
from two_journals import WHOLE, two_journals

import gemp_bot
from gemp_bot.journal import JournalError

SHORT = Path(__file__).resolve().parents[2] / "fixtures/games/edge-cases.jsonl.gz"


def test_a_card_is_found_by_title_nickname_and_id() -> None:
    luke = gemp_bot.find_card("luke skywalker")
    assert (luke.title, luke.blueprint_id) == ("Luke Skywalker", "1_19")
    assert gemp_bot.find_card("1_19") is luke
    assert gemp_bot.find_card("Farmboy Luke") is luke
    assert gemp_bot.find_card("Luke Skywalker (V)").virtual
    assert gemp_bot.card_index() is gemp_bot.card_index()
    assert repr(luke) == "<Card 1_19 •Luke Skywalker>"


def test_the_destinies_of_a_deck_are_those_printed_on_its_cards() -> None:
    deck = gemp_bot.read_deck("rebels of tatooine")
    reserve = gemp_bot.reserve_of(deck)
    assert reserve == gemp_bot.reserve_of(deck.deck) == gemp_bot.reserve_of(deck.cards)
    printed = [max(card.destinies, default=0.0) for card in deck.cards]
    mean = gemp_bot.draw_destiny(reserve, gemp_bot.Draws(1)).total.mean
    assert float(mean) == pytest.approx(sum(printed) / len(printed))
    assert {each.side for each in gemp_bot.box_decks()} == set(gemp_bot.Side)
    assert repr(deck) == "<DeckFile 'Rebels of Tatooine', LIGHT, 60 cards>"


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (
            lambda: gemp_bot.find_card("Luke Skwalker"),
            "'Luke Skwalker': no such card: did you mean Luke",
        ),
        (
            lambda: gemp_bot.find_card("Tatooine"),
            "'Tatooine': 4 cards are called this: 1_127 .light. or 1_289 .dark. or 12_84 .*: pass the id",
        ),
        (lambda: gemp_bot.find_card("Obi-Wan's Lightsaber"), "1_157 .*13_34"),
        (lambda: gemp_bot.find_card(7), "name: 7: a text such as 'Luke Skywalker' is needed"),
        (
            lambda: gemp_bot.reserve_of("Rebel fleet"),
            "deck: 'Rebel fleet': a deck of read_deck",
        ),
        (
            lambda: gemp_bot.reserve_of(["1_19"]),
            "deck: '1_19': a deck of read_deck",
        ),
        (lambda: gemp_bot.read_journal(3), "file: 3: a path is needed, as text or pathlib.Path"),
    ],
)
def test_a_wrong_thing_is_named(call: object, told: str) -> None:
    with pytest.raises(gemp_bot.ArgumentError, match=told):
        call()  # type: ignore[operator]


def test_a_journal_step_by_step(fixtures: Path) -> None:
    journal = gemp_bot.read_journal(str(fixtures / "games" / "anh-light-vs-server-ai.jsonl.gz"))
    questions = [frame.question for frame in journal.questions]
    assert len(questions) == journal.counts.decisions
    answered = [question for question in questions if question is not None and question.answer is not None]
    assert len(answered) == journal.counts.answers
    assert all(question.chosen for question in answered)
    assert journal.head.me is gemp_bot.Side.LIGHT
    assert journal.ending is not None
    assert journal[-1].board.players[0].life == journal.curves.dark_life[-1]
    assert repr(journal).endswith(f"{len(journal)} frames, won by {journal.ending.winner}>")
    assert all(len(repr(frame)) < 400 for frame in journal)


def test_a_journal_is_read_with_those_that_continue_it(tmp_path: Path) -> None:
    """The second journal is of another process, which played the game on."""
    folder = two_journals(tmp_path / "games")
    first, second = sorted(folder.iterdir())
    other = second.name.replace("-g.", "-another-g.")
    (folder / other).write_bytes(second.read_bytes())  # of another game, whose id ends alike
    whole, joined = gemp_bot.read_journal(WHOLE), gemp_bot.read_journal(first)
    assert joined.paths == (first, second)
    assert joined.path == first
    assert joined.counts.decisions == whole.counts.decisions
    assert joined.counts.answers == whole.counts.answers
    assert joined.counts.result is whole.counts.result
    assert joined.ending == whole.ending
    assert joined[-1].board == whole[-1].board
    rest = gemp_bot.read_journal(second)
    assert rest.paths == (second,)
    assert 0 < rest.counts.decisions < whole.counts.decisions


def test_a_journal_of_another_name_stands_alone(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl.gz"
    file.write_bytes(SHORT.read_bytes())
    assert gemp_bot.read_journal(file).paths == (file,)


def test_a_damaged_journal_is_an_error_of_the_tree(fixtures: Path) -> None:
    with pytest.raises(JournalError) as caught:
        gemp_bot.read_journal(fixtures / "damaged" / "bad-line-20.jsonl")
    assert isinstance(caught.value, gemp_bot.BotError)


RESERVE = gemp_bot.Reserve(((1, 2), (3, 1)))
ONE = gemp_bot.Draws(1)


def _battle(**changed: object) -> object:
    side: dict[str, object] = {"power": 8, "reserve": RESERVE, "battle": ONE} | changed
    made = gemp_bot.BattleSide(**side)  # type: ignore[arg-type]
    return gemp_bot.BattleOdds(made, made)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda: gemp_bot.draw_destiny("Rebel fleet", ONE), "reserve: 'Rebel fleet': what reserve_of"),  # type: ignore[arg-type]
        (lambda: gemp_bot.draw_destiny(RESERVE, 2), r"draws: 2: what Draws\(2\) gives is needed"),  # type: ignore[arg-type]
        (lambda: gemp_bot.cheapest("Luke"), r"cards: 'Luke': cards such as Forfeitable"),  # type: ignore[arg-type]
        (lambda: gemp_bot.cheapest([], 3), r"purse: 3: what Purse"),  # type: ignore[arg-type]
        (lambda: gemp_bot.BattleOdds("a", "b"), "ours: 'a': what BattleSide"),  # type: ignore[arg-type]
        (lambda: _battle(power="8"), "ours.power: '8': a number is needed"),
        (lambda: _battle(reserve="x"), "ours.reserve: 'x': what reserve_of"),
        (lambda: _battle(battle=1), r"ours.battle: 1: what Draws\(1\)"),
        (lambda: _battle().expectation("Luke", "Vader"), "ours: 'Luke': what Stake"),  # type: ignore[attr-defined]
    ],
)
def test_odds_of_a_wrong_thing_name_it(wrong: Callable[[], object], told: str) -> None:
    with pytest.raises(gemp_bot.ArgumentError, match=told):
        wrong()


def test_questions_of_a_journal_can_be_counted_and_cut() -> None:
    questions = gemp_bot.read_journal(SHORT).questions
    assert len(questions) > len(questions[1:]) > 0
    assert all(frame.question is not None for frame in questions)
