"""Faults in words: the entries of a TOML file, and the form of `admin/faults`.

An entry `[[fault]]` says what happens (`kind`; `seconds` of a delay, `status` of a status; whether it is
`processed`), to which requests (`path`: how the path below the API prefix begins, `method`,
`answers`: with or without a `decisionId`), and how often (`skip` so many, then hit `times`).
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NoReturn

from gemp_bot.files import TomlReader, read_toml
from gemp_bot.files.problems import ProblemsError, meant, shown
from gemp_bot.sandbox.server import faults
from gemp_bot.sandbox.server.faults import Fault, FaultPlan

_HINT: Final = "docs/sandbox.md shows such a file"
_LONGEST: Final = 600.0
_USUAL_DELAY: Final = 5.0
"""Seconds of a delay that does not say how long."""
_STATUSES: Final = range(400, 600)


class FaultFileError(ProblemsError, ValueError):
    """A file or form with faults that cannot be read: where, what, and what would be right."""


class _WrongFaultError(Exception):
    """One of the faults cannot be read; what is wrong with it is noted."""


KINDS: Final[Mapping[str, Callable[[float, int, bool], Fault]]] = MappingProxyType(
    {
        "drop": lambda _seconds, _status, processed: faults.DropAfter() if processed else faults.DropBefore(),
        "cut": lambda _seconds, _status, _processed: faults.Cut(),
        "delay": lambda seconds, _status, _processed: faults.Slow(seconds),
        "status": lambda _seconds, status, processed: faults.Status(status, processed),
        "page": lambda _seconds, _status, _processed: faults.html_page(),
        "bomb": lambda _seconds, _status, _processed: faults.GzipBomb(),
        "refuse": lambda _seconds, _status, _processed: faults.SameDecisionWithWarning(),
        "logout": lambda _seconds, _status, _processed: faults.SessionLost(),
        "restart": lambda _seconds, _status, _processed: faults.Restart(),
    }
)
"""What can happen, by the word for it."""

_TYPES: Final[Mapping[str, tuple[type, ...]]] = MappingProxyType(
    {
        "kind": (str,),
        "path": (str,),
        "method": (str,),
        "answers": (bool,),
        "skip": (int,),
        "times": (int,),
        "seconds": (int, float),
        "status": (int,),
        "processed": (bool,),
    }
)
_OF_KINDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"seconds": ("delay",), "status": ("status",), "processed": ("drop", "status")}
)
"""Keys that only some kinds of faults have."""
_WORDS: Final = {str: "a text in quotes", bool: "true or false", int: "a whole number", float: "a number"}


def read_faults(file: Path, plan: FaultPlan) -> int:
    """Plan the faults of a file; gives how many requests they will hit.

    Raises:
        FaultFileError: what is wrong: of each fault the first.
    """
    read = read_toml(file, _HINT, FaultFileError)
    reader = TomlReader(read, FaultFileError)
    for key in read.data:
        if key != "fault":
            reader.wrong((key,), f"is no key: write [[fault]] ({_HINT})")
    rows = read.data.get("fault")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        reader.wrong((), f"holds no [[fault]] ({_HINT})")
        rows = []
    for number, row in enumerate(rows):

        def wrong(key: str, why: str, number: int = number) -> NoReturn:
            reader.wrong(("fault", number, key), why)
            raise _WrongFaultError

        with suppress(_WrongFaultError):
            plan_fault(plan, row, wrong)
    reader.check()
    return plan.left


def plan_fault(plan: FaultPlan, row: Mapping[str, Any], wrong: Callable[[str, str], NoReturn]) -> None:
    """Plan one fault by the row of a file; `wrong` raises over a key."""
    for key, value in row.items():
        if key not in _TYPES:
            wrong(key, f"is no key: {meant(key, _TYPES)}")
        kinds = _TYPES[key]
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            wrong(key, f"{shown(value)}: {_WORDS[kinds[-1]]}")
    kind = row.get("kind", "")
    if kind not in KINDS:
        wrong("kind", f"{shown(kind)}: {meant(kind, KINDS)}" if kind else f"is missing: {', '.join(KINDS)}")
    for key, kinds_with in _OF_KINDS.items():
        if key in row and kind not in kinds_with:
            wrong(key, f"{shown(kind)} has no {key}: it is a key of {' and '.join(map(shown, kinds_with))}")
    _check(row, wrong)
    fault = KINDS[kind](
        float(row.get("seconds", _USUAL_DELAY)), int(row.get("status", 500)), row.get("processed", False)
    )
    plan.on(
        fault,
        path=row.get("path"),
        method=row.get("method"),
        answers=row.get("answers"),
        skip=row.get("skip", 0),
        times=row.get("times", 1),
    )


def _check(row: Mapping[str, Any], wrong: Callable[[str, str], NoReturn]) -> None:
    """Values that have the right type and make no sense."""
    if not row.get("path", "/").startswith("/"):
        wrong("path", f"{shown(row['path'])}: a path begins with /")
    if row.get("method", "GET") not in ("GET", "POST"):
        wrong("method", f"{shown(row['method'])}: GET or POST")
    if row.get("skip", 0) < 0:
        wrong("skip", f"{row['skip']}: a number from 0 on")
    if row.get("times", 1) < 1:
        wrong("times", f"{row['times']}: a number from 1 on")
    if not 0 <= row.get("seconds", 0) <= _LONGEST:
        wrong("seconds", f"{row['seconds']}: from 0 to {_LONGEST:g}")
    if row.get("status", 500) not in _STATUSES:
        wrong("status", f"{row['status']}: a status from 400 to 599")


def typed(form: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a form as typed values; what is no number or truth value stays a text."""
    found: dict[str, Any] = {}
    for key, text in form.items():
        kinds = _TYPES.get(key, (str,))
        found[key] = text
        if bool in kinds and text.lower() in ("true", "false"):
            found[key] = text.lower() == "true"
        elif float in kinds or int in kinds:
            try:
                found[key] = float(text) if float in kinds else int(text)
            except ValueError:
                continue
    return found
