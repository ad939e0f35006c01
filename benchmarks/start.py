"""`gemp-bot --help`, and the help of a command, against the start of a bare interpreter."""

import subprocess
import sys
import time
from collections.abc import Iterator

from benchmarks import Row

ROUNDS = 15
BARS = {"--help": 8.0, "play --help": 60.0, "decide --help": 50.0}
"""Times the start of a bare interpreter. For its help a command is loaded with what it needs to run."""


def seconds(*words: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def rows() -> Iterator[Row]:
    bare: list[float] = []
    helped: dict[str, list[float]] = {words: [] for words in BARS}
    for _ in range(ROUNDS):
        bare.append(seconds("-c", "pass"))
        for words, taken in helped.items():
            taken.append(seconds("-m", "gemp_bot", *words.split()))
    for words, taken in helped.items():
        yield Row(f"gemp-bot {words}", min(taken) / min(bare), "times python -c pass", BARS[words])
