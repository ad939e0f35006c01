"""Speed and memory, each figure a ratio to a reference timed in the same run (docs/benchmarks.md)."""

import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn


def run(main: Callable[[Sequence[str]], int]) -> NoReturn:
    """Run a program on the words of the command line; a reader that has left (`| head`) is no fault of it."""
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        code = 1
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nor at exit
    sys.exit(code)
