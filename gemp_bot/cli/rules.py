"""`gemp-bot rules coverage`: which function decides which rule, and which tests try it."""

import argparse
from pathlib import Path

import gemp_bot
from gemp_bot.cli.exits import OK, USAGE, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.rules.coverage import Row, RuleCoverage, as_markdown, rule_coverage

_TESTS = Path(gemp_bot.__file__).resolve().parent.parent / "tests" / "rules"
_SHOWN = 56


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    out = Output(as_json=args.json)
    if args.played:
        return _played(args, out)
    if args.files or args.games is not None:
        raise CommandError("recordings and --games go with --played: add it", code=USAGE)
    tests: Path | None = args.tests or _TESTS
    if args.tests is not None and not args.tests.is_dir():
        raise CommandError(f"{args.tests}: no such folder")
    if tests is not None and not tests.is_dir():
        out.note("gemp-bot: the tests are not installed, so nothing is known of them (--tests DIR)")
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
            f"{what + ':':9}{total['count']}, {total['decided']} decided, {total['used']} by what is used "
            f"outside this room, {total['tested']} named by a test"
        )
    out.json(_json(found))
    return OK


def _played(args: argparse.Namespace, out: Output) -> int:
    from gemp_bot.cli.rules_played import GAMES, run

    games = GAMES if args.games is None else args.games
    if games < 0 or (games == 0 and not args.files):
        least = "0 or more" if args.files else "1 or more, as no recording is named"
        raise CommandError(f"--games: {least}, not {games}", code=USAGE)
    if args.markdown:
        raise CommandError("--markdown prints the rules; --played counts: only one of them", code=USAGE)
    return run(games, args.files, out)


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1].rstrip() + "…"


def _tests(row: Row) -> str:
    if row.tests is None:
        return "?"
    return str(len(row.tests)) if row.tests else "no test"


def _total(rows: tuple[Row, ...]) -> dict[str, int]:
    return {
        "count": len(rows),
        "decided": sum(bool(row.functions) for row in rows),
        "used": sum(bool(row.used_by) for row in rows),
        "tested": sum(bool(row.tests) for row in rows),
    }


def _json(found: RuleCoverage) -> dict[str, object]:
    return {
        "rules": [
            {
                "number": row.number,
                "section": row.section,
                "text": row.text,
                "heading": row.heading,
                "see": list(row.see),
                "functions": list(row.functions),
                "used_by": list(row.used_by),
                "reason": row.reason,
                "tests": None if row.tests is None else list(row.tests),
            }
            for row in found.rows
        ],
        "total": {"rules": _total(found.rules), "gotchas": _total(found.gotchas)},
    }
