"""`gemp-bot export`: tables of recorded games. Its options are in `parsers`."""

import argparse
from pathlib import Path

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.exits import FAILURE, OK, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.journal import JournalError
from gemp_bot.journal.folder import chains, journal_files
from gemp_bot.journal.pseudonyms import Pseudonyms
from gemp_bot.report.export import TABLES, GameTables, TableFormat, TableWriter
from gemp_bot.view.watcher import JournalWatcher


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    out = Output(as_json=args.json)
    missing: list[str] = []
    files = journal_files(args.files, missing.append)
    for line in missing:
        out.note(f"gemp-bot: {line}")
    if not files:
        return FAILURE
    writer = TableWriter(args.out, TableFormat(args.format))
    try:
        with writer:
            damaged = _write(writer, files, out, names=args.names)
    except OSError as fault:
        where = fault.filename or args.out
        raise CommandError(f"{where}: {fault.strerror or type(fault).__name__}") from None
    for name in TABLES:
        out.line(f"{writer.path(name)}: {writer.counts[name]} rows")
    out.json(
        {
            "tables": [
                {"table": name, "file": str(writer.path(name)), "rows": writer.counts[name]}
                for name in TABLES
            ],
            "files": len(files),
            "damaged": damaged,
        }
    )
    return FAILURE if missing or damaged else OK


def _write(writer: TableWriter, files: list[Path], out: Output, *, names: bool) -> list[str]:
    """Write all games that can be read; gives a line about each other one."""
    catalogue, effects = Catalogue.load(), CardEffects(CardIndex.load())
    people = Pseudonyms((lambda _: None) if names else None)
    damaged: list[str] = []
    number = 0
    for path, *continued in chains(files):
        journal = JournalWatcher(path, catalogue, effects, boards=False, continued=continued)
        try:
            watcher = journal.run()
        except JournalError as fault:
            damaged.append(str(fault))
            out.note(f"gemp-bot: {fault}: left out")
            continue
        for tally in journal.tallies:
            if tally.truncated:
                out.note(f"gemp-bot: {tally.file}: cut at its end, written as far as it goes")
        number += 1
        for name in watcher.table.players:
            people.learn(name)
        for row in GameTables(number, people.prose).rows(path.name, watcher, journal.tallies):
            writer.put(row)
    return damaged
