"""RecordedPosition files are read strictly: every fault is one line with file, line and key."""

from pathlib import Path

import pytest

from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import ActionKind, PromptKind, ResultKind
from gemp_bot.positions.form import (
    ExpectedAnswer,
    NumberRange,
    PositionFileError,
    RecordedPosition,
    read_position,
)
from gemp_bot.protocol.enums import Zone

HEAD = 'journal = "game.jsonl.gz"\nquestion = 7\n'
GOOD = HEAD + '[[must]]\npasses = true\nwhy = "rest"\n'


@pytest.fixture(scope="module")
def index() -> CardIndex:
    return CardIndex.load()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.jsonl.gz").touch()
    return tmp_path


def read(folder: Path, index: CardIndex, text: str) -> RecordedPosition:
    file = folder / "some.toml"
    file.write_text(text, encoding="utf-8")
    return read_position(file, index)


def test_everything_a_file_can_say(folder: Path, index: CardIndex) -> None:
    made = read(
        folder,
        index,
        'about = "a   heading"\njournal = "game.jsonl.gz"\nquestion = 7\nasks = "PHASE_ACTION"\n'
        'strategy = "steady"\nknown = "later"\n\n'
        '[[must]]\naction = "DEPLOY"\ncard = "Vader"\ntarget = "Endor"\nat = "Endor"\nfrom = "HAND"\n'
        'why = "one"\n\n[[must]]\nnumber = { min = 2 }\nwhy = "two"\n\n'
        '[[must_not]]\nresult = "YES"\npasses = false\nwhy = "three"\n',
    )
    assert made == RecordedPosition(
        file=folder / "some.toml",
        journal=folder / "game.jsonl.gz",
        question=7,
        asks=PromptKind.PHASE_ACTION,
        strategy="steady",
        about="a heading",
        must=(
            ExpectedAnswer("one", 8, ActionKind.DEPLOY, "Vader", "Endor", "Endor", Zone.HAND),
            ExpectedAnswer("two", 16, number=NumberRange(min=2)),
        ),
        must_not=(ExpectedAnswer("three", 20, passes=False, result=ResultKind.YES),),
        known="later",
    )
    assert made.must[0].words == "action DEPLOY, card Vader, target Endor, at Endor, from HAND"
    assert made.must[1].words == "number 2.."
    assert made.must_not[0].words == "result YES, does not pass"


def test_what_a_file_need_not_say(folder: Path, index: CardIndex) -> None:
    made = read(folder, index, GOOD)
    assert (made.strategy, made.known, made.asks, made.about) == ("strong", None, None, "")


MUST = HEAD + "[[must]]\n"
FAULTS = {
    "jurnal = 'x'": "1: jurnal: is no key: did you mean 'journal'?",
    "question = 7": "1: journal: is missing",
    "journal = ''": "1: journal: '': a text in quotes",
    "journal = '/game.jsonl.gz'": "1: journal: '/game.jsonl.gz': a path seen from this file",
    "journal = 'other.jsonl.gz'": "1: journal: 'other.jsonl.gz': no such file in ",
    "journal = 'game.jsonl.gz'": "1: question: is missing",
    "journal = 'game.jsonl.gz'\nquestion = 0": "2: question: '0': a number from 1 on",
    "journal = 'game.jsonl.gz'\nquestion = true": "2: question: 'True': a number from 1 on",
    HEAD: "1: says nothing: write [[must]] or [[must_not]]",
    HEAD + "must = 3": "3: must: write it as [[must]]",
    HEAD + "[must]\npasses = true": "3: must: write it as [[must]]",
    HEAD + "asks = 'PHASE'": "3: asks: there is no 'PHASE'",
    HEAD + "strategy = 3": "3: strategy: '3': a text in quotes",
    MUST + "passes = true": "3: must[1].why: is missing",
    MUST + "why = 'so'": "3: must[1]: describes no answer",
    MUST + "passes = 1\nwhy = 'so'": "4: must[1].passes: '1': true or false",
    MUST + "passes = true\ncard = 'Vader'\nwhy = 'so'": "4: must[1].passes: nothing is chosen by passing",
    MUST + "action = 'FORCE_DRIAN'\nwhy = 'so'": (
        "4: must[1].action: there is no 'FORCE_DRIAN': did you mean 'FORCE_DRAIN'?"
    ),
    MUST + "card = 'Darth Vadre'\nwhy = 'so'": (
        "4: must[1].card: there is no card 'Darth Vadre': did you mean 'Darth Vader'?"
    ),
    MUST + "at = 'Qqqzzz'\nwhy = 'so'": "4: must[1].at: there is no card 'Qqqzzz': gemp-bot cards search",
    MUST + "from = 'HANDS'\nwhy = 'so'": "4: must[1].from: there is no 'HANDS': did you mean 'HAND'?",
    MUST + "result = 'Yes'\nwhy = 'so'": "4: must[1].result: there is no 'Yes': did you mean 'YES'?",
    MUST + "number = 3\nwhy = 'so'": "4: must[1].number: a range: { min = 1, max = 3 }",
    MUST + "number = {}\nwhy = 'so'": "4: must[1].number: a range",
    MUST + "number = { mim = 3 }\nwhy = 'so'": "4: must[1].number.mim: is no key: did you mean 'min'?",
    MUST + "number = { min = 3.5 }\nwhy = 'so'": "4: must[1].number.min: '3.5': a whole number",
    MUST + "number = { min = 3, max = 2 }\nwhy = 'so'": "4: must[1].number: min 3 is above max 2",
    GOOD + "[[must]]\ncards = 'Vader'\nwhy = 'so'": "7: must[2].cards: is no key: did you mean 'card'?",
}


@pytest.mark.parametrize(("text", "fault"), FAULTS.items(), ids=range(len(FAULTS)))
def test_a_fault_is_one_line(folder: Path, index: CardIndex, text: str, fault: str) -> None:
    with pytest.raises(PositionFileError) as raised:
        read(folder, index, text)
    assert str(raised.value).startswith(f"{folder / 'some.toml'}:{fault}")
    assert "\n" not in str(raised.value)


def test_all_faults_are_told(folder: Path, index: CardIndex) -> None:
    with pytest.raises(PositionFileError) as raised:
        read(
            folder,
            index,
            "question = 0\n[[must]]\ncard = 'Darth Vadr'\nat = 3\n[[must_not]]\npasses = 1\nwhy = 'so'\n",
        )
    told = [str(problem).removeprefix(f"{folder / 'some.toml'}:") for problem in raised.value.problems]
    assert [line.split(":")[1] for line in told] == [
        " journal", " question", " must[1].why", " must[1].card", " must[1].at", " must_not[1].passes",
    ]  # fmt: skip
    assert [line.split(":")[0] for line in told] == ["1", "1", "2", "3", "4", "6"]


def test_files_that_are_none(folder: Path, index: CardIndex) -> None:
    (folder / "binary.toml").write_bytes(b"\xff\xfe\x00")
    (folder / "broken.toml").write_text("journal = ", encoding="utf-8")
    for name, fault in {
        "missing.toml": ": no such file (docs/positions.md shows a position)",
        ".": ": is a directory, not a TOML file",
        "binary.toml": ": is not UTF-8 text, so not TOML",
        "broken.toml": ":1: not TOML: invalid value (at the end of the file)",
    }.items():
        with pytest.raises(PositionFileError) as raised:
            read_position(folder / name, index)
        assert str(raised.value).startswith(f"{folder / name}{fault}")
