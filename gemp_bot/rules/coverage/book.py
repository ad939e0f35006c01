"""The table of all rules: the rulebook's numbers, the functions that decide them, the tests that try them."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

import msgspec

from gemp_bot.rules.coverage.functions import Decider, deciders
from gemp_bot.rules.coverage.tests import Test, read_tests
from gemp_bot.rules.coverage.users import users

_GOTCHAS = "27"


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule in `rulebook.toml`.

    Attributes:
        number: `4.2`, or `G12` for a gotcha.
        text: what it says.
        see: of a gotcha, the rules it rests on.
    """

    number: str
    text: str
    see: tuple[str, ...] = ()


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section of the rules reference.

    Attributes:
        number: its number there.
        name: its name there.
        rules: number and text of each rule; functions may add more.
        headings: where in the section: from which rule on, and the heading there.
        note: why it has none, if it has none.
    """

    number: str
    name: str
    rules: tuple[tuple[str, str], ...] = ()
    headings: tuple[tuple[str, str], ...] = ()
    note: str = ""


class Undecided(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules that no function decides.

    Attributes:
        reason: why.
        rules: their numbers.
    """

    reason: str
    rules: tuple[str, ...]


class _Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sections: tuple[Section, ...]
    gotchas: tuple[Entry, ...]
    undecided: tuple[Undecided, ...] = ()


class Row(msgspec.Struct, frozen=True):
    """A rule with what we have of it.

    Attributes:
        number: `4.2`, or `G12`.
        section: number of the section of the reference.
        text: what it says.
        heading: under which heading of the section; empty if there is only one.
        see: of a gotcha, the rules it rests on.
        functions: what decides it, as `module.name`.
        tests: what tries it, as `file.name`; None if no sources of tests are there.
        used_by: rooms of the program outside `rules/` whose code leads to one of the functions.
        reason: why no function decides it; empty if one does.
    """

    number: str
    section: str
    text: str
    heading: str
    see: tuple[str, ...]
    functions: tuple[str, ...]
    tests: tuple[str, ...] | None
    used_by: tuple[str, ...] = ()
    reason: str = ""


class RuleCoverage(msgspec.Struct, frozen=True):
    """All rules.

    Attributes:
        sections: in their order.
        rows: rules in the order of their numbers, then the gotchas.
    """

    sections: tuple[Section, ...]
    rows: tuple[Row, ...]

    @property
    def rules(self) -> tuple[Row, ...]:
        """The rows that are no gotchas."""
        return tuple(row for row in self.rows if row.section != _GOTCHAS)

    @property
    def gotchas(self) -> tuple[Row, ...]:
        """The rows that are."""
        return tuple(row for row in self.rows if row.section == _GOTCHAS)


def rule_coverage(tests: Path | None) -> RuleCoverage:
    """The table as things are now.

    Args:
        tests: folder with the tests of the rules; None if there is none.
    """
    source = files("gemp_bot.rules.coverage").joinpath("rulebook.toml").read_text("utf-8")
    book = msgspec.convert(tomllib.loads(source), _Book)
    found = deciders()
    seen = None if tests is None else read_tests(tests)
    entries = {number: Entry(number, text) for section in book.sections for number, text in section.rules}
    for decider in found:
        for mark in decider.marks:
            entries.setdefault(mark.number, Entry(mark.number, mark.name))
    rooms = users(str(decider) for decider in found)
    ordered = sorted(entries.values(), key=lambda entry: _order(entry.number))
    headings = [(_order(number), text) for section in book.sections for number, text in section.headings]
    rows = (
        _row(entry, headings, book.gotchas, found=found, tests=seen, rooms=rooms)
        for entry in (*ordered, *book.gotchas)
    )
    reasons = {number: each.reason for each in book.undecided for number in each.rules}
    return RuleCoverage(
        book.sections,
        tuple(msgspec.structs.replace(row, reason=reasons.get(row.number, "")) for row in rows),
    )


def _heading(number: str, headings: Iterable[tuple[tuple[int, ...], str]]) -> str:
    """The last heading of the section that begins at this rule or before it."""
    mine = _order(number)
    before = [(start, text) for start, text in headings if start[0] == mine[0] and start <= mine]
    return max(before)[1] if before else ""


def _order(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in number.split("."))


def _row(
    entry: Entry,
    headings: Iterable[tuple[tuple[int, ...], str]],
    gotchas: Iterable[Entry],
    *,
    found: Sequence[Decider],
    tests: Sequence[Test] | None,
    rooms: Mapping[str, tuple[str, ...]],
) -> Row:
    numbers = {entry.number, *entry.see}
    mine = [decider for decider in found if any(mark.number in numbers for mark in decider.marks)]
    if not entry.see:
        numbers |= {gotcha.number for gotcha in gotchas if entry.number in gotcha.see}
        alone = {str(decider) for decider in mine if len(decider.marks) == 1}
    else:
        numbers, alone = {entry.number}, set()
    return Row(
        number=entry.number,
        section=_GOTCHAS if entry.see else entry.number.partition(".")[0],
        text=entry.text,
        heading="" if entry.see else _heading(entry.number, headings),
        see=entry.see,
        functions=tuple(str(decider) for decider in mine),
        used_by=tuple(sorted({room for decider in mine for room in rooms[str(decider)]})),
        tests=None
        if tests is None
        else tuple(str(test) for test in tests if numbers & test.numbers or alone & test.calls),
    )
