"""The log of results: one entry a measurement, in a markdown file that is kept with the code."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path, PurePath

from gemp_bot.arena.errors import ArenaError
from gemp_bot.arena.report import Report, margin_text, played_by, rate_text, sprt_line
from gemp_bot.arena.summary import Summary

_EVEN = 0.5


def add_entry(
    file: Path, report: Report, note: str, when: datetime | None = None, again: Sequence[str] = ()
) -> None:
    """Add one entry at the end.

    Args:
        file: the log; it must exist.
        report: what was measured.
        note: what the entry says about it.
        when: the date; None for today.
        again: what it takes to make it again (see `recipe`).

    Raises:
        ArenaError: one line.
    """
    if not file.is_file():
        raise ArenaError(f"{file}: no such log of results: make it first (a title will do)")
    try:
        with file.open("a", encoding="utf-8") as stream:
            stream.write("\n" + "\n".join(entry(report, note, when or datetime.now(UTC), again)) + "\n")
    except OSError as fault:
        raise ArenaError(f"{file}: {fault.strerror or type(fault).__name__}") from None


def entry(report: Report, note: str, when: datetime, again: Sequence[str] = ()) -> list[str]:
    """The lines of an entry."""
    lines = [f"## {when:%Y-%m-%d} {report.name}: {_without_folders(report.player)}", ""]
    if note:
        lines += [note, ""]
    lines += ["| opponent | n | won | rate | life margin | not decided | verdict |"]
    lines += ["| --- | --- | --- | --- | --- | --- | --- |"]
    lines += [_row(summary, uphill=report.uphill) for summary in report.opponents]
    lines += [""]
    if report.sprt is not None:
        lines += [sprt_line(report.sprt), ""]
    return [*lines, played_by(report), *(["", *again] if again else [])]


def verdict(summary: Summary, *, uphill: bool) -> str:
    """What an interval says about who is stronger. With fixed decks it says nothing: the decks differ."""
    if summary.rate is None:
        return "nothing decided"
    if uphill:
        return "decks differ: compare rates"
    if summary.rate.low > _EVEN:
        return "stronger"
    return "weaker" if summary.rate.high < _EVEN else "not told apart"


def _row(summary: Summary, *, uphill: bool) -> str:
    cells = (
        _without_folders(summary.label.removeprefix("vs ")),
        str(summary.games),
        str(summary.won),
        rate_text(summary.rate),
        margin_text(summary.margin),
        str(sum(summary.unfinished.values())),
        verdict(summary, uphill=uphill),
    )
    return "| " + " | ".join(cells) + " |"


def _without_folders(label: str) -> str:
    """A label whose strategy or program was named by a path, with the last part of that path."""
    strategy, at, program = label.partition("@")
    if program.startswith(("/", ".", "~")):
        program = PurePath(program).name
    return PurePath(strategy).name + at + program
