"""`gemp-bot --help` against the start of a bare interpreter."""

import subprocess
import sys
import time
from collections.abc import Iterator

from benchmarks.row import Row

ROUNDS = 15
BAR = 8.0


def seconds(*words: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def rows() -> Iterator[Row]:
    helped, bare = [], []
    for _ in range(ROUNDS):
        bare.append(seconds("-c", "pass"))
        helped.append(seconds("-m", "gemp_bot", "--help"))
    yield Row("gemp-bot --help", min(helped) / min(bare), "times python -c pass", BAR)
