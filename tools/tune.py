"""Fit the chance to win to recorded games: python -m tools.tune FOLDER... -o FILE (docs/learned-value.md)."""

import argparse
import math
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from gemp_bot import __version__
from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.command import Args, JsonResult, arg, command
from gemp_bot.cli.exits import FAILURE, OK, CommandError
from gemp_bot.cli.main import main as run_main
from gemp_bot.cli.output import Output
from gemp_bot.decisions import Catalogue
from gemp_bot.journal.folder import journal_files
from gemp_bot.valuation.learned import HeldOut, ValueFile
from tools.tuning.fitting import TuneError, needed
from tools.tuning.turn_reader import TurnReader, count_unusable
from tools.tuning.value_fit import fit_value, read_folder, value_text


def _weight(text: str) -> tuple[Path, float]:
    """A folder and what its games count."""
    folder, found, number = text.rpartition("=")
    try:
        weight = float(number)
    except ValueError:
        weight = math.nan
    if not (found and folder and 0 < weight <= 1000):
        raise argparse.ArgumentTypeError(f"{text!r} is no FOLDER=W with W above 0, at most 1000")
    return Path(folder), weight


class TuneArgs(Args):
    folders: list[Path] = arg("FOLDER", "a folder of journals")
    weights: list[tuple[Path, float]] = arg(
        "--weight FOLDER=W", "how much a game of FOLDER counts (else 1)", _weight, default=()
    )
    out: Path = arg("-o, --out FILE", "where to write it")


class TuneResult(JsonResult):
    file: str
    value: ValueFile


@command(
    json=TuneResult,
    about="""
Fit the chance to win at the start of a turn to recorded games: a logistic in
the features of the position (docs/learned-value.md). Needs the extra `tune`
(pip install '.[tune]'). Each game of FOLDER counts alike, however long it is;
both seats of a game are never cut apart, and the two games of a pair count as
one.

The games are cut into ten parts. Each part is told by a value fitted without
it: log loss, Brier score and calibration are of that, beside what life force
alone tells. The file holds the coefficients of all games and where they come
from. Games that did not end, were cancelled, or are damaged are left out and
counted.""",
    examples="""
  python -m tools.tune journals/ -o value.toml
  python -m tools.tune real/ box/ --weight real/=4 -o value.toml""",
)
def tune(args: TuneArgs, out: Output) -> int:
    weights: dict[Path, float] = dict(args.weights)
    for folder in weights:
        if folder not in args.folders:
            raise CommandError(f"--weight {folder}: this folder is not among those to read")
    for folder in args.folders:
        if not folder.exists():
            raise CommandError(
                f"{folder}: no such folder; it takes folders of recorded games (.jsonl or .jsonl.gz)"
            )
    missing: list[str] = []
    files = [(folder, journal_files([folder], missing.append)) for folder in args.folders]
    for line in missing:
        out.note(f"gemp-bot: {line}")
    reader = TurnReader(Catalogue.load(), CardIndex.load())
    skipped: Counter[str] = Counter()
    try:
        needed()
        folders = [
            read_folder(reader, folder.resolve().name, found, weights.get(folder, 1.0), skipped)
            for folder, found in files
        ]
        value = fit_value(
            folders,
            date=datetime.now(UTC).date().isoformat(),
            program=__version__,
            skipped=skipped,
            tell=out.note,
        )
    except TuneError as fault:
        raise CommandError(str(fault)) from None
    finally:
        if skipped:
            out.note(f"gemp-bot: left out: {count_unusable(skipped)}")
    try:
        args.out.write_text(value_text(value), encoding="utf-8")
    except OSError as fault:
        raise CommandError(f"{args.out}: {fault.strerror or type(fault).__name__}") from None
    if value.held_out is not None:
        _tell(out, value.held_out)
    out.line(f"{args.out}: {value.provenance.games} games, {value.provenance.positions} positions")
    out.json(TuneResult(file=str(args.out), value=value))
    return FAILURE if missing else OK


COMMAND = tune


def _tell(out: Output, held_out: HeldOut) -> None:
    gain, error = held_out.brier_gain
    out.line(f"held-out games: {held_out.games}, positions: {held_out.positions}")
    out.line(f"log loss {held_out.log_loss:.4f}, life force alone {held_out.law_log_loss:.4f}")
    out.line(
        f"Brier {held_out.brier:.4f}, life force alone {held_out.law_brier:.4f}: "
        f"better by {gain:.4f} ± {2 * error:.4f}"
    )
    out.table(
        ("told", "positions", "mean", "won"),
        [
            (f"{part.low:.1f}-{part.high:.1f}", str(part.positions), f"{part.told:.3f}", f"{part.won:.3f}")
            for part in held_out.calibration
        ],
    )


def main(argv: list[str] | None = None) -> int:
    return run_main(argv, ("python -m tools.tune", COMMAND))


if __name__ == "__main__":
    sys.exit(main())
