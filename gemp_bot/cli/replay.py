"""`gemp-bot replay`: re-live recorded games. Its options are in `parser`."""

import argparse

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.decide import Wanted, decide
from gemp_bot.cli.exits import FAILURE, OK, USAGE, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.cli.paging import paged
from gemp_bot.cli.story_page import Put, page_of
from gemp_bot.decisions import Catalogue
from gemp_bot.decisions.describing import DescribedQuestion
from gemp_bot.journal import JournalError
from gemp_bot.journal.folder import journal_files
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.replay import Relive, ReplayCounts
from gemp_bot.replay.relive import summed, total_json
from gemp_bot.report.board import Boards, answer_line, row, titles_told, why_lines
from gemp_bot.report.story_lines import strong
from gemp_bot.statistics import mean_of


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    set_up_logs(Secrets(), level="warning")
    _check(args)
    out = Output(as_json=args.json)
    if not args.board and args.at is None:
        return _replay(args, out)
    codes = [OK]  # also where the reader leaves the pager
    with paged(out):
        codes.append(_replay(args, out))
    return codes[-1]


def _replay(args: argparse.Namespace, out: Output) -> int:
    catalogue = Catalogue.load()
    tallies: list[ReplayCounts] = []
    files: list[dict[str, object]] = []
    empty: list[str] = []
    for path in journal_files(args.files, empty.append):
        relive = Relive(path, catalogue)
        tally = relive.tally
        decided: dict[str, object] = {}
        try:
            decided = _relive(relive, args, out)
        except JournalError as fault:
            # The other files are not to blame.
            tally.damage = str(fault)
            out.note(f"gemp-bot: {fault}")
        tallies.append(tally)
        files.append(tally.as_json() | decided)
        if tally.truncated:
            out.note(f"gemp-bot: {path}: cut at its end, re-lived as far as it goes")
        if tally.damage is None and args.at is not None and args.at > tally.decisions:
            raise CommandError(f"{path}: no question {args.at}: it has {tally.decisions}")
        for line in _summary(tally) if tally.updates else ():
            out.line(line)
    for line in empty:
        out.note(f"gemp-bot: {line}")
    if args.acts and tallies:
        _tell_acts(tallies, out)
    out.json({"files": files, "total": total_json(tallies)})
    if args.strict:
        _be_strict(tallies)
    return FAILURE if empty or any(tally.damage for tally in tallies) else OK


def _be_strict(tallies: list[ReplayCounts]) -> None:
    """Tell the first fault.

    Raises:
        CommandError: it.
    """
    first = next((tally.first_fault for tally in tallies if tally.first_fault), None)
    if first is not None:
        raise CommandError(first, code=FAILURE)
    cut = next((tally.file for tally in tallies if tally.truncated), None)
    if cut is not None:
        raise CommandError(
            f"{cut}: cut at its end: lines may be missing (as they are where the recording program was "
            "killed: without --strict it is re-lived as far as it goes)",
            code=FAILURE,
        )


def _relive(relive: Relive, args: argparse.Namespace, out: Output) -> dict[str, object]:
    """Go through one file, and show of it what is asked for.

    Returns:
        The part of the JSON beyond the counts.

    Raises:
        JournalError: it cannot be read, or not to its end.
    """
    if args.decide:
        wanted = Wanted(args.strategy, args.seed, board=args.board, at=args.at)
        return {"decide": decide(relive, out, wanted)}
    if args.board or args.at is not None:
        _show(relive, args.at, page_of(out))
    else:
        relive.run()
    return {}


def _check(args: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    if not args.decide and (args.strategy is not None or args.seed is not None):
        raise CommandError("--strategy and --seed go with --decide", code=USAGE)


def _show(relive: Relive, at: int | None, put: Put) -> None:
    """Print the board and the question: at one question, or at every one with a choice."""
    boards = Boards(titles_told(relive, CardIndex.load()))
    asked: DescribedQuestion | None = None
    for step in relive:
        if step.answer is not None and asked is not None:
            put(row(strong(answer_line(asked, step.answer))))
            if step.verdict is not None and step.verdict.answer == step.answer:
                for line in why_lines(asked, step.verdict):
                    put(row(line))
            put(row())
            asked = None
        if step.update is None:
            continue
        if step.question is None or not (step.number == at or (at is None and step.question.is_choice)):
            continue
        asked = boards.told(relive.table, step.question)
        for shown in boards.lines(relive.table, step.number, asked):
            put(shown)


def _tell_acts(tallies: list[ReplayCounts], out: Output) -> None:
    """What was done in a game, on average: how two players differ in their style."""
    columns = {
        "battles started": [float(tally.battles_started) for tally in tallies],
        "battles met": [float(tally.battles_met) for tally in tallies],
    }
    for kind, _ in summed(tally.acts for tally in tallies).most_common():
        columns[kind] = [float(tally.acts[kind]) for tally in tallies]
    rows = []
    for name, counts in columns.items():
        mean = mean_of(counts)
        a_game = f"{sum(counts) / len(counts):.1f}" + ("" if mean is None else f" ± {mean.half:.1f}")
        rows.append((name, f"{sum(counts):.0f}", a_game))
    out.table(("act", "in all", "a game"), rows)
    out.line(f"Of {len(tallies)} files; means with a normal interval of 95 %.")


def _summary(tally: ReplayCounts) -> list[str]:
    """The counts of one file for a person."""
    reason = f" ({tally.reason})" if tally.reason else ""
    cut = "  [cut at its end]" if tally.truncated else "  [damaged]" if tally.damage else ""
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
