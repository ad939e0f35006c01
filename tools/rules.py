"""Which function decides which rule: python -m tools.rules [--markdown > docs/rules.md]."""

import sys
from pathlib import Path

import gemp_bot
from gemp_bot.cli.command import Args, JsonResult, arg, command
from gemp_bot.cli.exits import OK, CommandError
from gemp_bot.cli.main import main as run_main
from gemp_bot.cli.output import Output
from tools.rule_coverage.book import Row, as_markdown, rule_coverage

_TESTS = Path(gemp_bot.__file__).resolve().parent.parent / "tests" / "rules"
_SHOWN = 56


class RulesArgs(Args):
    markdown: bool = arg("--markdown", "print docs/rules.md")
    tests: Path | None = arg("--tests DIR", "where the tests are (else tests/rules)")


class RuleCounts(JsonResult):
    count: int
    decided: int
    used: int
    tested: int


class RuleTotals(JsonResult):
    rules: RuleCounts
    gotchas: RuleCounts


class RulesResult(JsonResult):
    rules: list[Row]
    total: RuleTotals


@command(
    json=RulesResult,
    about="""
List the rules and gotchas taken from the rules reference, the function that
decides each, how many tests name it and which rooms use it. A rule without a
test says so.

--markdown prints docs/rules.md: counts, and the rules without a function.""",
    examples="""
  python -m tools.rules --markdown > docs/rules.md
  python -m tools.rules --json | jq '.rules[] | select(.tests == [])'""",
)
def rules(args: RulesArgs, out: Output) -> int:
    tests: Path | None = args.tests or _TESTS
    if args.tests is not None and not args.tests.is_dir():
        raise CommandError(f"{args.tests}: no such folder")
    if tests is not None and not tests.is_dir():
        out.note("gemp-bot: the tests are not there, so nothing is known of them (--tests DIR)")
        tests = None
    try:
        found = rule_coverage(tests)
    except SyntaxError as fault:
        raise CommandError(f"{fault.filename}: {fault.msg} (line {fault.lineno})") from None
    if args.markdown and not args.json:
        for line in as_markdown(found).splitlines():
            out.line(line)
        return OK
    out.table(
        ("#", "rule", "function", "used by", "tests"),
        [
            (
                row.number,
                _short(row.text),
                ", ".join(row.functions) or f"none: {row.reason}",
                ", ".join(row.used_by) or "nobody",
                _tests(row),
            )
            for row in found.rows
        ],
    )
    out.line()
    for what, rows in (("rules", found.rules), ("gotchas", found.gotchas)):
        total = _total(rows)
        out.line(
            f"{what + ':':9}{total.count}, {total.decided} decided, {total.used} by what is used "
            f"outside this room, {total.tested} named by a test"
        )
    out.json(
        RulesResult(
            rules=list(found.rows),
            total=RuleTotals(rules=_total(found.rules), gotchas=_total(found.gotchas)),
        )
    )
    return OK


COMMAND = rules


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1].rstrip() + "…"


def _tests(row: Row) -> str:
    if row.tests is None:
        return "?"
    return str(len(row.tests)) if row.tests else "no test"


def _total(rows: tuple[Row, ...]) -> RuleCounts:
    return RuleCounts(
        count=len(rows),
        decided=sum(bool(row.functions) for row in rows),
        used=sum(bool(row.used_by) for row in rows),
        tested=sum(bool(row.tests) for row in rows),
    )


def main(argv: list[str] | None = None) -> int:
    return run_main(argv, ("python -m tools.rules", COMMAND))


if __name__ == "__main__":
    sys.exit(main())
