"""The table of all rules: the rulebook's numbers, the functions that decide them, the tests that try them."""

import pkgutil
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

import msgspec

import gemp_bot.rules
from gemp_bot.rules.mark import Mark, marks_of
from tools.rule_coverage.tests import Test, read_tests
from tools.rule_coverage.users import users


class Decider(msgspec.Struct, frozen=True):
    """A function that decides rules.

    Attributes:
        module: name of its module within the room.
    """

    module: str
    name: str
    marks: tuple[Mark, ...]

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"


def deciders() -> tuple[Decider, ...]:
    """All of them, module by module."""
    names = sorted(found.name for found in pkgutil.iter_modules(gemp_bot.rules.__path__) if not found.ispkg)
    return tuple(
        decider
        for name in names
        for decider in _in_module(name, import_module(f"{gemp_bot.rules.__name__}.{name}"))
    )


def _in_module(short: str, module: ModuleType) -> Iterator[Decider]:
    for name, found in vars(module).items():
        if getattr(found, "__module__", None) != module.__name__:
            continue
        if isinstance(found, type):
            for below, method in vars(found).items():
                marks = marks_of(getattr(method, "__func__", method))
                if marks:
                    yield Decider(short, f"{name}.{below}", marks)
        elif marks_of(found):
            yield Decider(short, name, marks_of(found))


_GOTCHAS = "27"


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule in `rulebook.toml`.

    Attributes:
        number: `4.2`, or `G12` for a gotcha.
        see: of a gotcha, the rules it rests on.
    """

    number: str
    text: str
    see: tuple[str, ...] = ()


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section of the rules reference.

    Attributes:
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
        holds: games keep to them all the same: docs/rules.md leaves out what they say.
    """

    reason: str
    rules: tuple[str, ...]
    holds: bool = False


class _Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sections: tuple[Section, ...]
    gotchas: tuple[Entry, ...]
    undecided: tuple[Undecided, ...] = ()


class Row(msgspec.Struct, frozen=True):
    """A rule with what we have of it.

    Attributes:
        section: number of the section of the reference.
        heading: under which heading of the section; empty if there is only one.
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
    """All rules."""

    sections: tuple[Section, ...]
    rows: tuple[Row, ...]
    undecided: tuple[Undecided, ...]

    @property
    def rules(self) -> tuple[Row, ...]:
        """The rows that are no gotchas."""
        return tuple(row for row in self.rows if row.section != _GOTCHAS)

    @property
    def gotchas(self) -> tuple[Row, ...]:
        """The rows that are."""
        return tuple(row for row in self.rows if row.section == _GOTCHAS)


def rule_coverage(tests: Path | None) -> RuleCoverage:
    """The table as things are now."""
    source = Path(__file__).with_name("rulebook.toml").read_text("utf-8")
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
        book.undecided,
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


_HEAD = """\
# Rules

For maintainers, and for players who ask which rules the bot knows.

<!-- Generated by `python -m tools.rules --markdown`; a test checks that it is current. -->

A rule is decided by a function of `gemp_bot/rules/`, which the engine and the player ask. `python -m
tools.rules` lists every rule with its function, the packages that use it, and the number of tests; `--json`
has the full texts.

The numbers are those of a rules reference written for this project: section, then our count within it. `G1`
to `G35` are its gotchas. Numbers are never reused, so there are gaps. A rule that neither the engine nor a
player needs has no function; the last section gives the reason, and the text of what neither the sandbox nor
the bot keeps to. *Used* means: from outside `rules/`. *Tested* means: a test of `tests/rules` names the rule,
or a function that decides nothing else.

"""


def as_markdown(table: RuleCoverage) -> str:
    """The whole document."""
    return _HEAD + "\n".join(_lines(table)) + "\n"


def _lines(table: RuleCoverage) -> Iterator[str]:
    yield "| | rules | decided | used | tested |"
    yield "|---|---:|---:|---:|---:|"
    for what, rows in (("rules", table.rules), ("gotchas", table.gotchas)):
        yield _counts(what, rows)
    yield ""
    yield "## Rules without a function"
    texts = {row.number: row.text for row in table.rows}
    for each in table.undecided:
        yield ""
        yield f"Because {each.reason}:" + (f" {', '.join(each.rules)}." if each.holds else "")
        if not each.holds:
            yield ""
            yield from (f"- {number}: {texts[number]}" for number in each.rules)


def _counts(what: str, rows: Sequence[Row]) -> str:
    decided = sum(bool(row.functions) for row in rows)
    used = sum(bool(row.used_by) for row in rows)
    tested = "?" if any(row.tests is None for row in rows) else sum(bool(row.tests) for row in rows)
    return f"| {what} | {len(rows)} | {decided} | {used} | {tested} |"
