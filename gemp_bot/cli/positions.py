"""`gemp-bot positions check|cut`: what a strategy does in given positions. Its options are in `parsers`."""

import argparse
import contextlib
from collections.abc import Iterator

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.exits import CONFIG, FAILURE, OK
from gemp_bot.cli.output import Output
from gemp_bot.decisions import Catalogue
from gemp_bot.journal import JournalError
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.positions import (
    CheckResult,
    ExpectedAnswer,
    PositionFileError,
    RecordedPosition,
    check_position,
    cut_journal,
    read_position,
)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    out = Output(as_json=args.json)
    # A strategy that fails says so in the log, which must not get between the lines of the result.
    set_up_logs(Secrets(), level="warning")
    return _cut(args, out) if args.verb == "cut" else _check(args, out)


def _cut(args: argparse.Namespace, out: Output) -> int:
    size = cut_journal(args.journal, args.question, args.target)
    out.line(f"{args.target}: {size} bytes, up to question {args.question}")
    out.json({"file": str(args.target), "question": args.question, "bytes": size})
    return OK


def _check(args: argparse.Namespace, out: Output) -> int:
    catalogue, index = Catalogue.load(), CardIndex.load()
    found: list[CheckResult] = []
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
        {
            "positions": [_json(each) for each in found],
            "total": {
                "positions": len(found),
                "kept": kept,
                "broken": len(broken),
                "known": len(known),
                "unread": len(unread),
            },
        }
    )
    return unread[0] if unread else FAILURE if broken else OK


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


def _status(found: CheckResult) -> str:
    if found.kept:
        return "OK"
    return "BROKEN" if found.known is None else "KNOWN"


def _lines(found: CheckResult) -> list[str]:
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


def _rule(found: CheckResult, broken: ExpectedAnswer) -> str:
    return "must" if broken in found.position.must else "must not"


def _json(found: CheckResult) -> dict[str, object]:
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
