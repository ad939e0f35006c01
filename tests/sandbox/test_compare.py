"""The wire beside a real one: the page is current, and a difference without a reason is told."""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from gemp_bot.journal import JournalError
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.server.xml import ge, node
from tools.wire import FEW, Shapes, add_recorded, as_markdown, compare, played

DOCS = Path(__file__).resolve().parents[2] / "docs"


def shapes(*events: object) -> Shapes:
    found = Shapes(ended={"one", "two", "three"})
    for event in events:
        found.add(event)  # type: ignore[arg-type]
    return found


def test_decisions_carry_what_those_of_a_real_server_do(fixtures: Path) -> None:
    real = recorded([fixtures / "games" / "ds2-dark-vs-server-ai.jsonl.gz"])
    rows = [row for row in compare(real, played(Box(), 1)) if row.key.startswith("decision ")]
    assert [row.key for row in rows if not row.explained] == []
    assert sum(row.real > 0 and row.box > 0 for row in rows) >= 4


@pytest.mark.thorough
@pytest.mark.long
def test_the_page_is_current_and_every_difference_has_a_reason(fixtures: Path) -> None:
    rows = compare(recorded(sorted((fixtures / "games").glob("*.jsonl.gz"))), played(Box()))
    assert [row.key for row in rows if not row.explained] == []
    assert as_markdown(rows) == (DOCS / "sandbox-wire.md").read_text(encoding="utf-8")
    both = [row for row in rows if row.real and row.box]
    assert len(both) > 20


def test_a_difference_without_a_reason_is_one() -> None:
    real = shapes(*[ge("TC", participantId="a")] * FEW, ge("EB"), ge("XX"))
    box = shapes(ge("TC", participantId="a", extra="b"), ge("EB"))
    rows = {row.key: row for row in compare(real, box)}
    assert rows["event TC"].only_box == ("extra",)
    assert not rows["event TC"].explained
    assert rows["event EB"].explained
    assert not rows["event XX"].explained
    page = as_markdown(rows.values())
    assert page.count("**no reason known**") == 2


def test_what_a_few_recorded_events_do_not_carry_is_no_difference() -> None:
    box = shapes(ge("TC", participantId="a", extra="b"))
    (row,) = compare(shapes(*[ge("TC", participantId="a")] * (FEW - 1)), box)
    assert row.explained
    assert "too few to tell" in row.reasons[0]
    (row,) = compare(shapes(*[ge("TC", participantId="a", missing="c")] * (FEW - 1)), box)
    assert not row.explained, "what is recorded is a fact, however rare"


def test_in_too_few_games_what_only_the_box_sends_is_no_difference() -> None:
    real = shapes(*[ge("TC", participantId="a")] * FEW)
    real.ended.remove("three")
    (row,) = compare(real, shapes(ge("TC", participantId="a", extra="b")))
    assert row.explained
    assert row.reasons == ("too few games to tell",)
    rows = compare(real, shapes(ge("TC", extra="b")))
    assert [row.explained for row in rows] == [False], "what is recorded and the box lacks is a difference"


def recorded(files: Iterable[Path]) -> Shapes:
    shapes = Shapes()
    for file in files:
        add_recorded(shapes, file)
    return shapes


def journal(file: Path, *bodies: str) -> Path:
    lines = (
        {"method": "POST", "path": f"/game/{n}", "form": {}, "status": 200, "ms": 1, "t": 1, "body": body}
        for n, body in enumerate(bodies)
    )
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return file


def test_games_that_are_recorded_to_their_end_are_counted(tmp_path: Path) -> None:
    end = '<ge type="M" message="alice is the winner due to: Opponent conceded"/>'
    bodies = (f'<update cn="0">{end}{end}</update>', '<update cn="0"><ge type="EB"/></update>')
    assert len(recorded([journal(tmp_path / "a.jsonl", *bodies)]).ended) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hello\n", "no recorded game: its first line is not of one"),
        ('{"kind": "x"}\n', "no recorded game: none of its lines is one of a journal"),
        ("\n", "no recorded game"),
        ("\x7fELF", "no recorded game"),
    ],
)
def test_a_file_that_is_no_recording_is_one_error(text: str, expected: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(text)
    with pytest.raises(JournalError) as caught:
        recorded([file])
    assert str(caught.value).startswith(f"{file}: ")
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_answer_that_is_damaged_is_told_by_its_line(tmp_path: Path) -> None:
    file = journal(tmp_path / "a.jsonl", '<update cn="0"/>', "<update cn=<")
    with pytest.raises(JournalError, match="line 2 is damaged: its answer is not XML"):
        recorded([file])


def test_parameters_and_children_are_compared() -> None:
    asked = ge("D", node("parameter", name="min", value="1"), decisionType="INTEGER")
    numbers = ge("GS", node("darkPowerAtLocations", locationIndex0=3, locationIndex12=4))
    found = shapes(asked, numbers)
    assert found.names["decision INTEGER"] == {"min"}
    assert found.names["darkPowerAtLocations of GS"] == {"locationIndex"}
