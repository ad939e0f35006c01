"""`gemp-bot replay`: re-live recorded games. Its options are in `parser`."""

import argparse
from collections.abc import Callable

from gemp_bot.cli.decide import decide
from gemp_bot.cli.exits import FAILURE, OK, USAGE, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.decisions import Catalogue, Question
from gemp_bot.replay import Relive, Tally
from gemp_bot.replay.tally import total_json
from gemp_bot.report.board import answer_line, board_lines, log_lines, question_lines, why_lines
from gemp_bot.report.titles import Titles

_LOG_LINES = 12
"""At most so many new lines of the game log are shown before a board."""


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    _check(args)
    out = Output(as_json=args.json)
    catalogue = Catalogue.load()
    tallies: list[Tally] = []
    files: list[dict[str, object]] = []
    for path in args.files:
        relive = Relive(path, catalogue)
        decided: dict[str, object] = {}
        if args.decide:
            decided = {"decide": decide(relive, out, strategy=args.strategy, seed=args.seed)}
        elif args.board or args.at is not None:
            _show(relive, args.at, out.note if out.as_json else out.line)
        else:
            relive.run()
        tally = relive.tally
        tallies.append(tally)
        files.append(tally.as_json() | decided)
        if tally.truncated:
            out.note(f"gemp-bot: {path}: cut at its end, re-lived as far as it goes")
        if args.at is not None and args.at > tally.decisions:
            raise CommandError(f"{path}: no question {args.at}: it has {tally.decisions}")
        for line in _summary(tally):
            out.line(line)
    out.json({"files": files, "total": total_json(tallies)})
    if args.strict:
        first = next((tally.first_fault for tally in tallies if tally.first_fault), None)
        if first is not None:
            raise CommandError(first, code=FAILURE)
    return OK


def _check(args: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    if args.decide and (args.board or args.at is not None):
        raise CommandError("--decide shows questions of its own: leave --board and --at out", code=USAGE)
    if not args.decide and (args.strategy is not None or args.seed is not None):
        raise CommandError("--strategy and --seed go with --decide", code=USAGE)


def _show(relive: Relive, at: int | None, put: Callable[[str], None]) -> None:
    """Print the board and the question: at one question, or at every one with a choice."""
    titles = _titles(relive)
    shown = 0
    open_question: Question | None = None
    for step in relive:
        table = relive.table
        if step.answer is not None and open_question is not None:
            put(answer_line(open_question, step.answer, titles))
            if step.verdict is not None and step.verdict.answer == step.answer:
                for line in why_lines(open_question, step.verdict, titles):
                    put(line)
            put("")
            open_question = None
        if step.update is None:
            continue
        if step.question is None or not (step.number == at or (at is None and step.question.is_choice)):
            continue
        fresh = max(0, table.log_length - shown)
        shown = table.log_length
        log = log_lines(table.messages[-min(fresh, _LOG_LINES) :]) if fresh else ()
        for line in (*log, *board_lines(table, titles)):
            put(line)
        for line in question_lines(step.number, step.question, table, titles):
            put(line)
        open_question = step.question


def _titles(relive: Relive) -> Titles:
    """Every title the recording tells, whenever it does: what a card is called is no secret."""
    titles = Titles()
    for step in Relive(relive.path, relive.catalogue):
        if step.update is not None:
            titles.learn(step.update.events)
    return titles


def _summary(tally: Tally) -> list[str]:
    """The counts of one file for a person."""
    reason = f" ({tally.reason})" if tally.reason else ""
    cut = "  [cut at its end]" if tally.truncated else ""
    types = len(tally.event_types)
    lines = [
        f"{tally.file}: {tally.result.value}{reason}{cut}",
        f"  {tally.updates} updates, {tally.events} events of {types} types, {tally.unknown_events} unknown",
        f"  {tally.decisions} questions, {tally.choices} with a choice, {tally.unknown_prompts} unknown",
        (
            f"  {tally.answers} answers: {tally.refused_answers} refused, {tally.illegal_answers} disputed,"
            f" {tally.double_answers} double"
        ),
        f"  {tally.snapshots} snapshots, {tally.snapshot_mismatches} differ from the tracked table",
    ]
    if tally.first_fault is not None:
        lines.append(f"  first fault: {tally.first_fault}")
    return lines
