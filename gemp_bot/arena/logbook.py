"""The log of results: one entry a measurement, in a markdown file that is kept with the code."""

from datetime import UTC, datetime
from pathlib import Path

from gemp_bot.arena.errors import ArenaError
from gemp_bot.arena.report import Report, margin_text, played_by, rate_text, sprt_line
from gemp_bot.arena.summary import Summary

_EVEN = 0.5


def add_entry(file: Path, report: Report, note: str, when: datetime | None = None) -> None:
    """Add one entry at the end.

    Args:
        file: the log; it must exist.
        report: what was measured.
        note: what the entry says about it.
        when: the date; None for today.

    Raises:
        ArenaError: one line.
    """
    if not file.is_file():
        raise ArenaError(f"{file}: no such log of results: make it first (a title will do)")
    try:
        with file.open("a", encoding="utf-8") as stream:
            stream.write("\n" + "\n".join(entry(report, note, when or datetime.now(UTC))) + "\n")
    except OSError as fault:
        raise ArenaError(f"{file}: {fault.strerror or type(fault).__name__}") from None


def entry(report: Report, note: str, when: datetime) -> list[str]:
    """The lines of an entry."""
    lines = [f"## {when:%Y-%m-%d} {report.name}: {report.player}", ""]
    if note:
        lines += [note, ""]
    lines += ["| opponent | n | won | rate | life margin | not decided | verdict |"]
    lines += ["| --- | --- | --- | --- | --- | --- | --- |"]
    lines += [_row(summary, uphill=report.uphill) for summary in report.opponents]
    lines += [""]
    if report.sprt is not None:
        lines += [sprt_line(report.sprt), ""]
    return [*lines, played_by(report)]


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
        summary.label.removeprefix("vs "),
        str(summary.games),
        str(summary.won),
        rate_text(summary.rate),
        margin_text(summary.margin),
        str(sum(summary.unfinished.values())),
        verdict(summary, uphill=uphill),
    )
    return "| " + " | ".join(cells) + " |"
