"""The page of a lab report: one file with everything in it, without a script."""

from markupsafe import Markup

from gemp_bot.pages.render import PageKind, csp_hash, render, static_text
from gemp_bot.report.lab.model import FEW, HowItEnded, LabReport, Rate, Untold, Unused

ENDINGS = {
    HowItEnded.DRAINS: "Force drains",
    HowItEnded.BATTLES: "battles",
    HowItEnded.OTHER: "other losses of Force (texts of cards, failed tests)",
    HowItEnded.DECKING: "decking: most of the loser's cards had gone to hand and table",
    HowItEnded.NOT_BY_LIFE: "not by life force (conceded, time)",
}
UNUSED = {
    Unused.NEVER_DRAWN: "never drawn",
    Unused.OUTSIDE: "begins outside the deck, and nothing brought it",
    Unused.NEVER_PLAYED_HERE: "the sandbox never plays it",
    Unused.NEVER_OFFERED: "held, but never offered: no place for it, no Force, or a text that forbids it",
    Unused.NEVER_CHOSEN: "offered, but the strategy never took it",
}
UNTOLD = {
    Untold.NEVER_PLAYED: "never played: only its destiny counts",
    Untold.NO_TEXT: "played without its text",
    Untold.PART_OF_TEXT: "played without a part of its text",
    Untold.NEVER_FIRED: "its weapon is never fired",
}

_NONE, _MINUS, _FIXED_SPACE = "\N{EN DASH}", "\N{MINUS SIGN}", "\N{NO-BREAK SPACE}"


def lab_page(report: LabReport) -> str:
    """The page of a report."""
    style = "\n".join(static_text(name) for name in ("app.css", "lab.css"))
    policy = (
        f"default-src 'none'; style-src {csp_hash(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    )
    return render(
        "lab.html",
        kind=PageKind.LAB if len(report.versions) == 1 else PageKind.COMPARISON,
        csp=policy,
        style=Markup(style),  # noqa: S704 - files of ours
        report=report,
        few=FEW,
        endings=ENDINGS,
        unused=UNUSED,
        untold=UNTOLD,
        percent=_percent,
        interval=_interval,
        signed=_signed,
        number=_number,
    )


def _percent(share: float | None) -> str:
    return _NONE if share is None else f"{100 * share:.0f}{_FIXED_SPACE}%"


def _interval(rate: Rate) -> str:
    """The interval of a rate in words: `(48 to 74 %)`, with a dash; nothing without games."""
    found = rate.rate
    return "" if found is None else f"({100 * found.low:.0f}{_NONE}{_percent(found.high)})"


def _signed(share: float | None) -> str:
    """A difference of rates in percentage points."""
    if share is None:
        return _NONE
    points = round(100 * share)
    return f"{points:+d}".replace("-", _MINUS) if points else "0"


def _number(value: float | None) -> str:
    return _NONE if value is None else f"{value:.1f}"
