"""Every recorded game is re-lived without a doubt, and what is wrong with a recording is told."""

import gzip
import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from recordings import beginning, sparing

from gemp_bot.decisions import Catalogue
from gemp_bot.journal import JournalError
from gemp_bot.replay import Relive
from gemp_bot.replay.relive import AnswerStatus, ReplayCounts, ReplayResult

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
GAMES = [
    *sorted((FIXTURES / "games").glob("*.jsonl.gz")),
    *sorted((FIXTURES / "findings").glob("*.jsonl.gz")),
]
Line = dict[str, object]


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue.load()


@cache
def relived(path: Path) -> tuple[Relive, bool]:
    """A recording gone through, and whether its columns agreed at every step."""
    relive = Relive(path, Catalogue.load())
    columns = [relive.table.columns_agree for _ in relive]
    return relive, all(columns)


@pytest.mark.parametrize(
    "path", sparing(GAMES, 400_000), ids=lambda path: path.name.removesuffix(".jsonl.gz")
)
def test_a_recorded_game_holds_strictly(path: Path) -> None:
    relive, columns = relived(path)
    tally = relive.tally
    assert tally.first_fault is None
    assert (tally.unknown_events, tally.snapshot_mismatches) == (0, 0)
    assert (tally.illegal_answers, tally.double_answers) == (0, 0)
    assert columns, "one number of power a column, at every step"
    assert not relive.table.oddities
    assert tally.decisions > 50
    assert tally.choices < tally.decisions


def tally_of(name: str) -> ReplayCounts:
    return relived(next(path for path in GAMES if path.name.startswith(name)))[0].tally


def test_the_two_sides_of_one_game_agree() -> None:
    light, dark = (tally_of(f"open40-{side}-vs-player") for side in ("light", "dark"))
    assert {light.result, dark.result} == {ReplayResult.WIN, ReplayResult.LOSS}
    assert light.reason == dark.reason == "life_force"


def test_the_edge_cases() -> None:
    tally = tally_of("edge-cases")
    # "99", "abc" and a wrong decision id: the server took none of them, and neither do we.
    assert tally.refused_answers == 3
    assert (tally.result, tally.reason) == (ReplayResult.LOSS, "conceded")
    assert tally.snapshots == 4


def test_reverts_are_met(catalogue: Catalogue, tmp_path: Path) -> None:
    path = next(path for path in GAMES if "many-reverts" in path.name)
    tally = Relive(beginning(path, 900, tmp_path), catalogue).run()
    assert tally.first_fault is None
    assert tally.event_types["P"] > 2


def test_snapshots_are_met() -> None:
    assert tally_of("open40-light-snapshots").snapshots == 30


def test_a_loop_of_the_opponent_has_no_end() -> None:
    assert tally_of("opponent-loops-legacy").result is ReplayResult.UNFINISHED


# -- recordings that were tampered with -------------------------------------------------------------


@pytest.fixture
def altered(tmp_path: Path) -> Callable[[Callable[[list[Line]], list[Line] | None]], Path]:
    """Write the edge cases with some lines changed."""

    def write(change: Callable[[list[Line]], list[Line] | None]) -> Path:
        source = next(path for path in GAMES if path.name.startswith("edge-cases"))
        lines = [json.loads(line) for line in gzip.decompress(source.read_bytes()).splitlines()]
        lines = change(lines) or lines
        path = tmp_path / "altered.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path

    return write


def index_of(lines: list[Line], text: str) -> int:
    return next(i for i, line in enumerate(lines) if text in str(line["body"]) and line["status"] == 200)


def test_a_decided_game_that_was_watched_is_finished(
    altered: Callable[..., Path], catalogue: Catalogue
) -> None:
    def watch(lines: list[Line]) -> None:
        for line in lines:
            line["body"] = re.sub(
                r'<ge [^>]*type="P"[^>]*>',
                lambda found: re.sub(r'participantId="[^"]*"', 'participantId="carol"', found[0]),
                str(line["body"]),
            )

    tally = Relive(altered(watch), catalogue).run()
    assert (tally.result, tally.reason) == (ReplayResult.WATCHED, "conceded")


def test_a_double_answer_is_seen(altered: Callable[..., Path], catalogue: Catalogue) -> None:
    def double(lines: list[Line]) -> list[Line]:
        empty = {**lines[7], "body": '<update cn="0"><clocks/></update>'}
        return [*lines[:7], empty, *lines[7:]]

    relive = Relive(altered(double), catalogue)
    posted = [step.posted for step in relive if step.posted is not None]
    assert relive.tally.double_answers == 1
    assert AnswerStatus.DOUBLE in posted
    assert "no new question" in str(relive.tally.first_fault)


def test_an_unknown_event_is_kept_counted_and_told(
    altered: Callable[..., Path], catalogue: Catalogue
) -> None:
    def unknown(lines: list[Line]) -> None:
        lines[7]["body"] = str(lines[7]["body"]).replace('type="GS"', 'type="NEW"', 1)

    tally = Relive(altered(unknown), catalogue).run()
    assert tally.unknown_events == 1
    assert tally.event_types["NEW"] == 1
    assert "line 8: unknown event NEW" in str(tally.first_fault)


def test_a_snapshot_that_differs_is_told(altered: Callable[..., Path], catalogue: Catalogue) -> None:
    def differ(lines: list[Line]) -> None:
        snapshot = [i for i, line in enumerate(lines) if "<gameState" in str(line["body"])][1]
        body = str(lines[snapshot]["body"])
        lines[snapshot]["body"] = body.replace('blueprintId="215_13"', 'blueprintId="1_1"', 1)

    tally = Relive(altered(differ), catalogue).run()
    assert tally.snapshot_mismatches == 2, "the snapshot itself, and the next one, which is right again"
    assert "differs from the snapshot" in str(tally.first_fault)


def test_an_answer_the_server_took_against_our_judgement_is_told(
    altered: Callable[..., Path], catalogue: Catalogue
) -> None:
    def illegal(lines: list[Line]) -> None:
        form = lines[6]["form"]
        assert isinstance(form, dict)
        form["decisionValue"] = "temp99"

    tally = Relive(altered(illegal), catalogue).run()
    assert tally.illegal_answers == 1
    assert "illegal by our judgement, but the server took it" in str(tally.first_fault)


@pytest.mark.parametrize("name", ["cut-line.jsonl", "cut-gzip.jsonl.gz"])
def test_a_cut_file_is_relived_as_far_as_it_goes(fixtures: Path, name: str, catalogue: Catalogue) -> None:
    tally = Relive(fixtures / "damaged" / name, catalogue).run()
    assert tally.truncated
    assert tally.updates > 5
    assert tally.first_fault is None


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("bad-line-20.jsonl", "line 20"),
        ("bad-xml-line-20.jsonl", "line 20"),
        ("html-line-20.jsonl", "line 20"),
        ("flipped-bits.jsonl.gz", "damaged"),
        ("no-game.jsonl", "no game was opened"),
        ("empty.jsonl", "empty"),
    ],
)
def test_damage_before_the_end_is_an_error(
    fixtures: Path, name: str, says: str, catalogue: Catalogue
) -> None:
    with pytest.raises(JournalError, match=says):
        Relive(fixtures / "damaged" / name, catalogue).run()


# -- journals with our own lines, torn -----------------------------------------------------------------


@pytest.fixture
def own(altered: Callable[..., Path], catalogue: Catalogue) -> Callable[..., Path]:
    """Write the edge cases as a journal of our own, with a line about each answer, and change it."""

    def write(change: Callable[[list[Line]], list[Line] | None]) -> Path:
        source = next(path for path in GAMES if path.name.startswith("edge-cases"))
        numbers = {step.line: step for step in Relive(source, catalogue) if step.answer is not None}
        asked = dict(_asked_before(source, catalogue))

        def with_lines(lines: list[Line]) -> list[Line]:
            found: list[Line] = []
            for place, line in enumerate(lines, 1):
                if place in numbers:
                    found.append({"kind": "verdict", "n": asked[place], "answer": numbers[place].answer})
                found.append(line)
            return change(found) or found

        return altered(with_lines)

    return write


def _asked_before(path: Path, catalogue: Catalogue) -> list[tuple[int, int]]:
    """For each exchange its line, and the number of the question that was open when it was sent."""
    found, number = [], 0
    for step in Relive(path, catalogue):
        found.append((step.line, number))
        number = step.number
    return found


def _answers(lines: list[Line]) -> list[int]:
    return [place for place, line in enumerate(lines) if "decisionId" in str(line.get("form"))]


def test_an_untouched_journal_is_whole(own: Callable[..., Path], catalogue: Catalogue) -> None:
    tally = Relive(own(lambda _: None), catalogue).run()
    assert (tally.torn, tally.answers > 4) == (0, True)


def test_lines_cut_out_are_told(own: Callable[..., Path], catalogue: Catalogue) -> None:
    def cut(lines: list[Line]) -> list[Line]:
        second, third = _answers(lines)[1:3]
        return [*lines[: second - 1], *lines[third - 1 :]]

    tally = Relive(own(cut), catalogue).run()
    assert tally.torn >= 1
    assert "lines of the journal are missing or altered" in str(tally.first_fault)


def test_a_line_about_an_answer_that_is_gone_is_told(own: Callable[..., Path], catalogue: Catalogue) -> None:
    def cut(lines: list[Line]) -> list[Line]:
        second = _answers(lines)[1]
        return [*lines[: second - 1], *lines[second:]]

    tally = Relive(own(cut), catalogue).run()
    assert tally.torn == 1
    assert "without our line about it" in str(tally.first_fault)


def test_another_answer_than_the_one_decided_is_told(own: Callable[..., Path], catalogue: Catalogue) -> None:
    def alter(lines: list[Line]) -> None:
        lines[_answers(lines)[1] - 1]["answer"] = "temp77"

    tally = Relive(own(alter), catalogue).run()
    assert tally.torn == 1
    assert "'temp77'" in str(tally.first_fault)


def test_a_file_without_a_line_of_a_game_is_none(tmp_path: Path, catalogue: Catalogue) -> None:
    path = tmp_path / "password"
    path.write_text("sesame")
    with pytest.raises(JournalError, match="holds no line of a recorded game"):
        Relive(path, catalogue).run()
