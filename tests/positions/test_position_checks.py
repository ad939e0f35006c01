"""A position is judged at its question, by a strategy that has seen the whole game until then."""

from dataclasses import replace
from pathlib import Path

import pytest

from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import ActionKind, Catalogue, PromptKind, ResultKind
from gemp_bot.journal import JournalReader
from gemp_bot.journal.reader import Head
from gemp_bot.positions.checking import MatchedQuestion, PositionCheck, check_position
from gemp_bot.positions.form import (
    ExpectedAnswer,
    NumberRange,
    PositionFileError,
    RecordedPosition,
    cut_journal,
    read_position,
)
from gemp_bot.protocol.enums import Zone
from gemp_bot.replay import Redecide, Relive
from gemp_bot.strategy import StrategyRunner, make_strategy

FOLDER = Path(__file__).resolve().parent


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue.load()


@pytest.fixture(scope="module")
def index() -> CardIndex:
    return CardIndex.load()


def position(name: str, question: int, *descriptions: ExpectedAnswer) -> RecordedPosition:
    file, journal = FOLDER / f"{name}.toml", FOLDER / f"{name}.jsonl.gz"
    return RecordedPosition(file, journal, question, must_not=descriptions, lines={"question": 7, "asks": 8})


def scene(catalogue: Catalogue, index: CardIndex, name: str, question: int) -> MatchedQuestion:
    return check_position(position(name, question), catalogue, index, "random").described


def wires(scene: MatchedQuestion, **wanted: object) -> list[str]:
    """The legal answers that fit; they and nothing else must be possible."""
    described = replace(ExpectedAnswer("so"), **wanted)  # type: ignore[arg-type]
    found = [each.wire for each in scene.question.answers() if scene.fits(each.wire, described)]
    assert scene.possible(described) is bool(found)
    return found


def test_actions(catalogue: Catalogue, index: CardIndex) -> None:
    found = scene(catalogue, index, "take-the-free-drain", 127)
    assert wires(found, action=ActionKind.FORCE_DRAIN) == ["0", "1", "2"]
    assert len(wires(found, action=ActionKind.FORCE_DRAIN, at="Endor")) == 1
    assert len(wires(found, card="ENDOR")) == 1
    assert not wires(found, action=ActionKind.FORCE_DRAIN, card="X-wing")
    assert not wires(found, action=ActionKind.DEPLOY)
    assert wires(found, passes=True) == [""]
    assert wires(found, passes=False) == ["0", "1", "2"]
    assert found.words("") == "pass"


def test_a_question_about_a_card(catalogue: Catalogue, index: CardIndex) -> None:
    found = scene(catalogue, index, "starfighter-at-a-docking-bay", 97)
    (wire,) = wires(found, card="X-wing", at="Hoth: Echo Docking Bay")
    assert wires(found, target="Hoth: Echo Docking Bay") == [wire]
    assert len(wires(found, card="X-wing")) == len(found.choices)
    assert not wires(found, card="Hoth: Echo Docking Bay")
    assert found.words(wire) == "Hoth: Echo Docking Bay"


def test_cards_that_are_lost(catalogue: Catalogue, index: CardIndex) -> None:
    found = scene(catalogue, index, "a-ship-for-one-damage", 237)
    (ship,) = wires(found, card="Green Squadron 3")
    assert wires(found, zone=Zone.AT_LOCATION, at="Death Star") == [ship]
    assert len(wires(found, zone=Zone.HAND)) == 7
    (top,) = wires(found, zone=Zone.TOP_OF_RESERVE_DECK)
    assert found.words(top) == "the top of the Reserve Deck"
    assert found.words(ship) == "Green Squadron 3 at Death Star"
    assert not wires(found, zone=Zone.HAND, card="Green Squadron 3")


def test_numbers_and_results(catalogue: Catalogue, index: CardIndex) -> None:
    numbers = scene(catalogue, index, "activate-on-turn-one", 4)
    assert wires(numbers, number=NumberRange(min=2)) == ["2", "3"]
    assert wires(numbers, number=NumberRange(max=0)) == ["0"]
    assert not wires(numbers, number=NumberRange(min=4))
    assert not wires(numbers, result=ResultKind.YES)
    results = scene(catalogue, index, "draw-battle-destiny", 143)
    assert len(wires(results, result=ResultKind.YES)) == 1
    assert not wires(results, number=NumberRange(min=0))


def judged(catalogue: Catalogue, index: CardIndex, wanted: RecordedPosition) -> PositionCheck:
    return check_position(wanted, catalogue, index, "steady")


def test_one_of_must_is_enough_and_each_of_must_not_counts(catalogue: Catalogue, index: CardIndex) -> None:
    asked = position("draw-battle-destiny", 143)
    yes, no = (ExpectedAnswer("y", result=ResultKind.YES), ExpectedAnswer("n", result=ResultKind.NO))
    assert judged(catalogue, index, asked).verdict.answer.wire == "0"
    assert judged(catalogue, index, replace(asked, must=(no, yes))).kept
    assert judged(catalogue, index, replace(asked, must=(no,))).broken == (no,)
    assert judged(catalogue, index, replace(asked, must_not=(no,))).kept
    assert judged(catalogue, index, replace(asked, must=(yes,), must_not=(yes, no))).broken == (yes,)


def test_known_is_about_the_strategy_of_the_file(catalogue: Catalogue, index: CardIndex) -> None:
    asked = replace(position("draw-battle-destiny", 143), strategy="steady", known="later")
    assert check_position(asked, catalogue, index).known == "later"
    assert check_position(asked, catalogue, index, "random").known is None


def test_the_strategy_decides_at_every_question_before(catalogue: Catalogue, index: CardIndex) -> None:
    """What `random` answers rests on how often it was asked, and with which seed."""
    name, number = "one-trooper-against-three", 440
    journal = FOLDER / f"{name}.jsonl.gz"
    head = next(line for _, line in JournalReader(journal))
    assert isinstance(head, Head)
    assert head.seed is not None
    thinker = StrategyRunner(make_strategy("random", head.seed, head.deck))
    *_, last = Redecide(Relive(journal, catalogue), thinker)
    assert last.number == number
    for _ in range(2):
        found = check_position(position(name, number), catalogue, index, "random")
        assert found.verdict == last.thought.verdict


def test_the_question_may_stand_in_the_middle_of_a_journal(catalogue: Catalogue, index: CardIndex) -> None:
    middle = check_position(position("one-trooper-against-three", 109), catalogue, index)
    end = check_position(position("triple-damage-while-losing", 109), catalogue, index)
    assert middle.verdict == end.verdict
    assert middle.described == end.described


@pytest.mark.parametrize(
    ("wanted", "fault"),
    [
        (
            position("activate-on-turn-one", 5),
            "activate-on-turn-one.jsonl.gz ends with question 4",
        ),
        (position("activate-on-turn-one", 1), "7: question: 1 has one legal answer only"),
        (
            replace(position("activate-on-turn-one", 4), asks=PromptKind.PHASE_ACTION),
            "8: asks: question 4 is a FORCE_TO_ACTIVATE, not PHASE_ACTION",
        ),
        (
            position("activate-on-turn-one", 4, ExpectedAnswer("so", 9, number=NumberRange(min=4))),
            "9: must_not[1]: no answer of question 4 is like this: number 4..",
        ),
    ],
    ids=["number", "choice", "kind", "answer"],
)
def test_a_position_that_does_not_fit_its_journal(
    catalogue: Catalogue, index: CardIndex, wanted: RecordedPosition, fault: str
) -> None:
    with pytest.raises(PositionFileError) as raised:
        check_position(wanted, catalogue, index, "random")
    assert str(raised.value).startswith(str(wanted.file))
    assert fault in str(raised.value)


def test_a_damaged_journal_is_called_damaged(tmp_path: Path, catalogue: Catalogue, index: CardIndex) -> None:
    whole = (FOLDER / "triple-damage-while-losing.jsonl.gz").read_bytes()
    journal = tmp_path / "cut.jsonl.gz"
    journal.write_bytes(whole[: len(whole) // 4])
    with pytest.raises(PositionFileError) as raised:
        check_position(
            replace(position("triple-damage-while-losing", 109), journal=journal), catalogue, index
        )
    assert f"7: question: 109 is not reached: {journal} is damaged, cut off after question " in str(
        raised.value
    )


def test_cutting_keeps_the_verdict(tmp_path: Path, catalogue: Catalogue, index: CardIndex) -> None:
    source, target = FOLDER / "one-trooper-against-three.jsonl.gz", tmp_path / "short.jsonl.gz"
    assert cut_journal(source, 109, target) == target.stat().st_size < source.stat().st_size
    cut = replace(position("triple-damage-while-losing", 109), journal=target)
    whole = check_position(replace(cut, journal=source), catalogue, index)
    assert check_position(cut, catalogue, index).verdict == whole.verdict
    relive = Relive(target, catalogue)
    assert relive.run().decisions == 109
    with pytest.raises(PositionFileError, match="is there already: nothing is overwritten"):
        cut_journal(source, 109, target)
    with pytest.raises(PositionFileError, match="no question 441: it has 440"):
        cut_journal(source, 441, tmp_path / "long.jsonl.gz")


def test_titles_of_the_shipped_positions_are_read_alike(index: CardIndex) -> None:
    made = read_position(FOLDER / "walk-into-luke-and-leia.toml", index)
    assert made.must_not[0].card == "Officer Evax"
    assert made.journal.is_file()
