"""`gemp-bot replay`: re-live recorded games."""

from typing import Annotated

import msgspec

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.command import JsonResult, arg, command, count
from gemp_bot.cli.exits import FAILURE, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.cli.recorded import GameArgs, GameFiles, Put, game_files, page_of, run_paged
from gemp_bot.decisions import Catalogue
from gemp_bot.decisions.describing import DescribedQuestion
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.replay import Relive, ReplayCounts
from gemp_bot.replay.relive import summed, total_json
from gemp_bot.report.board import Boards, answer_line, row, titles_told, why_lines
from gemp_bot.report.story_lines import strong
from gemp_bot.statistics import mean_of


class ReplayArgs(GameArgs):
    """What is shown of the games."""

    strict: bool = arg(
        "--strict",
        "exit 1 on an unknown event, a snapshot mismatch, an answer the server judges otherwise "
        "than we do, a double answer, lines of a journal that are missing, or a file that is cut at its "
        "end, and name the first; an answer both call illegal is no fault",
    )
    board: bool = arg("--board", "print the board and the question at every choice")
    acts: bool = arg("--acts", "print what was done in a game on average: battles, actions by kind")
    at: int | None = arg("--at N", "print the board at question N, counted from 1", count)


class _Counts(JsonResult):
    updates: Annotated[int, "answers of the game channel, snapshots among them"]
    events: int
    unknown_events: Annotated[int, "of an unknown type, or that do not fit theirs"]
    event_types: Annotated[dict[str, int], "events of a type"]
    decisions: Annotated[int, "questions asked"]
    choices: Annotated[int, "questions with two or more legal answers"]
    unknown_prompts: Annotated[int, "questions whose prompt the catalogue does not know"]
    answers: Annotated[int, "answers posted"]
    illegal_answers: Annotated[int, "answers our judgement and the server's differ about"]
    refused_answers: Annotated[int, "answers the server and we both call illegal"]
    double_answers: Annotated[int, "answers with no new question since the last"]
    snapshots: Annotated[int, "times the game was opened"]
    snapshot_mismatches: Annotated[int, "snapshots that differ from the table as tracked"]
    malformed: Annotated[int, "answers of the server that could not be read"]
    acts: Annotated[dict[str, int], "actions chosen of a kind"]
    battles_started: Annotated[int, "in our turns"]
    battles_met: Annotated[int, "in the opponent's turns"]
    torn: Annotated[int, "answers that do not go with the line before: lines are missing"]
    seconds: Annotated[float, "length of the recording"]


class ReplayedFile(_Counts):
    """One recording."""

    file: str
    truncated: Annotated[bool, "cut at its end"]
    damage: Annotated[str | None, "why it could not be read to its end; the counts go up to there"]
    whole: Annotated[bool, "not cut, damaged or torn"]
    result: Annotated[str, "win, loss, cancelled, unfinished; watched: decided, and recorded by a spectator"]
    reason: Annotated[
        str | None, "why it ended: life_force, conceded, timeout, clock, agreed, inactive, server_error"
    ]


class ReplayTotal(_Counts):
    """Sums over the files."""

    files: int
    truncated: Annotated[int, "files that are cut"]
    damaged: int
    whole: int
    result: Annotated[dict[str, int], "files with a result"]
    reason: Annotated[dict[str, int], "files with a reason"]


class Replayed(JsonResult):
    """All recordings."""

    files: list[ReplayedFile]
    total: ReplayTotal


@command(
    json=Replayed,
    about="""
Re-live recorded games: rebuild the table from every update, read every
question, check every answer and compare the table with the server's own
snapshots.

A file that is cut at its end is re-lived as far as it goes (one line on stderr
says so); it fails --strict, though it is as it must be where the program that
recorded it was killed. Damage in the middle is an error that names the line;
the other files are re-lived all the same (exit code 1). Questions are counted
from 1. With --json the boards of --board and --at go to stderr.

On a terminal --board and --at are paged ($PAGER, else less) and coloured
(NO_COLOR turns that off). `gemp-bot decide` explains a choice.""",
    examples="""
  gemp-bot replay game.jsonl.gz                 what happened, in a few lines
  gemp-bot replay game.jsonl.gz --board         every choice, step by step
  gemp-bot replay game.jsonl.gz --at 120        the board at question 120
  gemp-bot replay --strict --json *.jsonl.gz    check many
  gemp-bot replay --acts games/                 its style: acts in a game""",
)
def replay(args: ReplayArgs, out: Output) -> int:
    """Re-live the games, page by page where boards are shown."""
    set_up_logs(Secrets(), level="warning")
    meant = game_files(args, out)
    if not args.board and args.at is None:
        return _replay(args, meant, out)
    return run_paged(out, lambda: _replay(args, meant, out))


COMMAND = replay


def _replay(args: ReplayArgs, meant: GameFiles, out: Output) -> int:
    catalogue = Catalogue.load()
    tallies: list[ReplayCounts] = []
    for path in meant.files:
        relive = Relive(path, catalogue)
        tally = relive.tally
        tallies.append(tally)
        with meant.reading(path):
            if args.board or args.at is not None:
                _show(relive, args.at, page_of(out))
            else:
                relive.run()
        tally.damage = meant.damaged.get(path)
        if tally.truncated:
            meant.tell_cut(path, "re-lived")
        check_number(relive, args.at)
        for line in _summary(tally) if tally.updates else ():
            out.line(line)
    if args.acts and tallies:
        _tell_acts(tallies, out)
    files = [tally.as_json() for tally in tallies]
    out.json(msgspec.convert({"files": files, "total": total_json(tallies)}, Replayed))
    if args.strict:
        _be_strict(tallies)
    return meant.code


def check_number(relive: Relive, at: int | None) -> None:
    """Refuse a question that a recording does not have.

    Raises:
        CommandError: one line.
    """
    tally = relive.tally
    if tally.damage is None and at is not None and at > tally.decisions:
        raise CommandError(f"{relive.path}: no question {at}: it has {tally.decisions}")


def _be_strict(tallies: list[ReplayCounts]) -> None:
    """Tell the first fault."""
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
        f"  snapshots: {tally.snapshots}, of which {tally.snapshot_mismatches} differ from the tracked table",
    ]
    if tally.first_fault is not None:
        lines.append(f"  first fault: {tally.first_fault}")
    return lines
