"""The wire beside a real one: the page is current, and a difference without a reason is told."""

from pathlib import Path

import pytest

from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.compare import FEW, Shapes, as_markdown, compare, played, recorded
from gemp_bot.sandbox.server.xml import ge, node

DOCS = Path(__file__).resolve().parents[2] / "docs"


def shapes(*events: object) -> Shapes:
    found = Shapes()
    for event in events:
        found.add(event)  # type: ignore[arg-type]
    return found


@pytest.mark.thorough
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


def test_parameters_and_children_are_compared() -> None:
    asked = ge("D", node("parameter", name="min", value="1"), decisionType="INTEGER")
    numbers = ge("GS", node("darkPowerAtLocations", locationIndex0=3, locationIndex12=4))
    found = shapes(asked, numbers)
    assert found.names["decision INTEGER"] == {"min"}
    assert found.names["darkPowerAtLocations of GS"] == {"locationIndex"}
