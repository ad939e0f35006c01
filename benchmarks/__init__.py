"""Speed and memory, each figure a ratio to a reference timed in the same run (docs/benchmarks.md)."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import NoReturn

from gemp_bot.journal import JournalError
from gemp_bot.journal.folder import journal_files
from gemp_bot.terminal import plain


@dataclass(frozen=True)
class Row:
    """One figure: smaller is better, the bar must not be passed."""

    name: str
    value: float
    unit: str
    bar: float


def fixed_loop() -> float:
    """Seconds of processor time of ten million turns of a loop."""
    began = process_time()
    for _ in range(10_000_000):
        pass
    return process_time() - began


def run(main: Callable[[Sequence[str]], int]) -> NoReturn:
    """Run a program on the words of the command line; a reader that has left (`| head`) is no fault of it."""
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        code = 1
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nor at exit
    sys.exit(code)


def tell(line: str) -> None:
    """Tell something that is no result."""
    print(plain(line), file=sys.stderr)


def journal_parser(name: str, about: str | None, *, files: str = "+") -> argparse.ArgumentParser:
    """The parser of a program that reads journals; `files`: how many, as argparse has it."""
    parser = argparse.ArgumentParser(f"python -m benchmarks.{name}", description=about)
    parser.add_argument("files", nargs=files, type=Path, metavar="FILE")
    parser.add_argument("--json", action="store_true")
    return parser


def each_journal(files: Sequence[Path], read: Callable[[Path], object]) -> int:
    """Read each journal, a folder standing for those in it; how many could not be read, which is told."""
    failed = 0
    for path in journal_files(files, tell):
        try:
            read(path)
        except JournalError as fault:
            failed += 1
            tell(str(fault))
    return failed
