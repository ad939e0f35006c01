"""What a strategy does in given positions: python -m tools.positions check|cut (docs/positions.md)."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.command import Args, CommandGroup, JsonResult, arg, command, count
from gemp_bot.cli.exits import CONFIG, FAILURE, OK, CommandError
from gemp_bot.cli.main import main as run_main
from gemp_bot.cli.output import Output
from gemp_bot.decisions import Catalogue
from gemp_bot.journal import JournalError
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.positions.checking import PositionCheck, check_position
from gemp_bot.positions.form import (
    ExpectedAnswer,
    PositionFileError,
    RecordedPosition,
    cut_journal,
    read_position,
)


class CheckArgs(Args):
    files: list[Path] = arg("FILE", "a position")
    strategy: str | None = arg("--strategy NAME", "a strategy (else the one each file names)")


class CutArgs(Args):
    journal: Path = arg("JOURNAL", "a recorded game")
    question: int = arg("N", "number of the last question to keep", count)
    target: Path = arg("FILE", "the new file, .jsonl.gz")


class PositionTotal(JsonResult):
    positions: int
    kept: int
    broken: int
    known: int
    unread: Annotated[int, "files that could not be read (exit code not 0)"]


class PositionsResult(JsonResult):
    positions: Annotated[list[dict[str, Any]], "what was asked, answered, weighed and broken"]
    total: PositionTotal


class CutResult(JsonResult):
    file: str
    question: int
    bytes: int


@command(
    json=CutResult,
    summary="cut a journal for a position",
    about="""
Write a recorded game up to a question into a new file, small and without names
of people, as the journal of a position.""",
    examples="""
  python -m tools.positions cut journals/lost.jsonl.gz 109 triple-damage.jsonl.gz""",
)
def cut(args: CutArgs, out: Output) -> int:
    try:
        size = cut_journal(args.journal, args.question, args.target)
    except PositionFileError as fault:
        raise CommandError(str(fault), code=CONFIG) from None
    out.line(f"{args.target}: {size} bytes, up to question {args.question}")
    out.json(CutResult(file=str(args.target), question=args.question, bytes=size))
    return OK


@command(
    json=PositionsResult,
    summary="tell which positions are kept",
    about="""
Re-live the recorded game of each position up to its question, the strategy
deciding all the way, and tell what it does there. One line a position:

  OK      it does what it must
  BROKEN  it does not: its answer, its reasons, and what else it weighed
  KNOWN   the same, but the file says that and why it is not kept yet""",
    examples="""
  python -m tools.positions check tests/positions/*.toml
  python -m tools.positions check triple-damage.toml --strategy ./mine.toml""",
    exits="1: one is broken, or a journal cannot be read; 3: a position file is wrong.",
)
def check(args: CheckArgs, out: Output) -> int:
    # A strategy that fails says so in the log, which must not get between the lines of the result.
    set_up_logs(Secrets(), level="warning")
    catalogue, index = Catalogue.load(), CardIndex.load()
    found: list[PositionCheck] = []
    # All files first: a slip of the pen in the last shall not be told after minutes.
    unread: list[int] = []
    positions: list[RecordedPosition] = []
    for file in args.files:
        with _telling(out, unread):
            positions.append(read_position(file, index))
    for position in positions:
        with _telling(out, unread):
            found.append(check_position(position, catalogue, index, args.strategy))
            for line in _lines(found[-1]):
                out.line(line)
    if not found and unread:
        return unread[0]
    broken = [each for each in found if not each.kept and each.known is None]
    known = [each for each in found if not each.kept and each.known is not None]
    kept = len(found) - len(broken) - len(known)
    out.line(f"{len(found)} positions: {kept} kept, {len(broken)} broken, {len(known)} known to be broken")
    out.json(
        PositionsResult(
            positions=[_json(each) for each in found],
            total=PositionTotal(
                positions=len(found), kept=kept, broken=len(broken), known=len(known), unread=len(unread)
            ),
        )
    )
    return unread[0] if unread else FAILURE if broken else OK


COMMAND = CommandGroup(
    """\
Check what a strategy does at one question of a recorded game: what a good
player must do there, or must not. docs/positions.md tells how to write one.""",
    {"check": check, "cut": cut},
)


@contextlib.contextmanager
def _telling(out: Output, unread: list[int]) -> Iterator[None]:
    """Tell what is wrong with one file, and keep the exit code of it: the others are checked all the same."""
    try:
        yield
    except PositionFileError as fault:
        unread.append(CONFIG)
        for problem in fault.problems:
            out.note(f"gemp-bot: {problem}")
    except JournalError as fault:
        unread.append(FAILURE)
        out.note(f"gemp-bot: {fault}")


def _status(found: PositionCheck) -> str:
    if found.kept:
        return "OK"
    return "BROKEN" if found.known is None else "KNOWN"


def _lines(found: PositionCheck) -> list[str]:
    """One line, and for what is broken what it did, why, and what else it weighed."""
    described, verdict = found.described, found.verdict
    answer = described.words(verdict.answer.wire)
    note = "  (the file still says it is known to be broken)" if found.kept and found.known else ""
    lines = [f"{_status(found):<6} {found.position.file}: {answer}{note}"]
    if found.kept:
        return lines
    lines += [f"         {reason.force:+.2f}  {reason.text}" for reason in verdict.reasons]
    for other in verdict.alternatives:
        score = "" if other.score is None else f"{other.score:+.2f}"
        lines.append(f"    else {score:>5}  {described.words(other.answer.wire)}")
    lines += [f"    {_rule(found, each)} {each.words}: {each.why}" for each in found.broken]
    if found.known is not None:
        lines.append(f"    known: {found.known}")
    return lines


def _rule(found: PositionCheck, broken: ExpectedAnswer) -> str:
    return "must" if broken in found.position.must else "must not"


def _json(found: PositionCheck) -> dict[str, Any]:
    position, described, verdict = found.position, found.described, found.verdict
    return {
        "file": str(position.file),
        "journal": str(position.journal),
        "question": position.question,
        "about": position.about,
        "strategy": found.strategy,
        "kind": described.question.kind.value,
        "prompt": described.question.prompt,
        "status": _status(found).lower(),
        "known": found.known,
        "answer": verdict.answer.wire,
        "words": described.words(verdict.answer.wire),
        "score": sum(reason.force for reason in verdict.reasons),
        "reasons": [{"text": reason.text, "force": reason.force} for reason in verdict.reasons],
        "alternatives": [
            {"answer": each.answer.wire, "words": described.words(each.answer.wire), "score": each.score}
            for each in verdict.alternatives
        ],
        "broken": [
            {"rule": _rule(found, each).replace(" ", "_"), "answer": each.words, "why": each.why}
            for each in found.broken
        ],
    }


def main(argv: list[str] | None = None) -> int:
    return run_main(argv, ("python -m tools.positions", COMMAND))


if __name__ == "__main__":
    sys.exit(main())
