"""`gemp-bot tune`: numbers that are learned from recorded games. Its options are in `parsers`."""

import argparse
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from gemp_bot import __version__
from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.exits import FAILURE, OK, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.decisions import Catalogue
from gemp_bot.journal.folder import journal_files
from gemp_bot.tuning.fitting import TuneError, needed
from gemp_bot.tuning.turn_starts import TurnReader, count_unusable
from gemp_bot.tuning.value_fit import fit_value, read_folder, value_text
from gemp_bot.valuation.learned import HeldOut


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    out = Output(as_json=args.json)
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
        raise CommandError(f"tune value: {fault}") from None
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
    out.json({"file": str(args.out), "value": msgspec.to_builtins(value)})
    return FAILURE if missing else OK


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
