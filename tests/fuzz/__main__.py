"""`python -m tests.fuzz`: altered answers of recorded games, from the bytes to the answers of strategies.

It runs in a process of its own under a limit of memory, so that nothing it meets harms the machine.
"""

import argparse
import json
import logging
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
_UNITS = {"K": 1024, "M": 1024**2, "G": 1024**3}


def main() -> int:
    """Run, print the table; 0 if no other exception than the decoder's came out, and no illegal answer."""
    args = _parser().parse_args()
    if args.child:
        print(json.dumps(_child(args)))
        return 0
    words = ["--updates", str(args.updates), "--seed", str(args.seed), "--memory", str(args.memory)]
    began = time.monotonic()
    child = subprocess.run(  # noqa: S603 - ourselves
        [sys.executable, str(Path(__file__).resolve().parent), "--child", *words],
        stdout=subprocess.PIPE,
        check=False,
    )
    if child.returncode:
        print(
            f"fuzz: the process ended with {child.returncode} after {time.monotonic() - began:.0f} s",
            file=sys.stderr,
        )
        return 1
    found = json.loads(child.stdout)
    if args.json:
        print(json.dumps(found))
    else:
        _show(found)
    return 1 if found["outside"] or found["illegal"] else 0


def _child(args: argparse.Namespace) -> dict[str, Any]:
    resource.setrlimit(resource.RLIMIT_AS, (args.memory, args.memory))
    import structlog

    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    from fuzz_run import Fuzz

    began = time.monotonic()
    found = Fuzz(args.seed).run(args.updates)
    return {
        "seed": args.seed,
        "updates": found.updates,
        "altered": found.altered,
        "refused": found.refused,
        "unknown": found.unknown,
        "questions": found.questions,
        "outside": dict(found.outside.most_common()),
        "illegal": dict(found.illegal.most_common()),
        "failures": dict(found.failures.most_common()),
        "examples": found.examples,
        "longest": round(found.longest, 3),
        "slowest": found.slowest,
        "seconds": round(time.monotonic() - began, 1),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def _show(found: dict[str, Any]) -> None:
    rows = [
        ("updates", f"{found['updates']:,} ({found['altered']:,} altered, {found['refused']:,} refused)"),
        ("kept raw", f"{found['unknown']:,}"),
        ("questions", f"{found['questions']:,}, asked of every strategy"),
        ("exceptions outside the tree", sum(found["outside"].values())),
        ("illegal answers", sum(found["illegal"].values())),
        ("strategy failures", sum(found["failures"].values())),
        ("longest single decision", f"{found['longest']:.2f} s ({found['slowest']})"),
        ("peak memory", f"{found['peak_mb']:,} MB"),
        ("time", f"{found['seconds']:,.0f} s, seed {found['seed']}"),
    ]
    for name, value in rows:
        print(f"{name:30}{value}")
    for title in ("outside", "illegal", "failures"):
        for what, times in found[title].items():
            print(f"  {title} {times:>6}  {what}")
    for example in found["examples"]:
        print(example)


def _bytes(text: str) -> int:
    return int(text[:-1]) * _UNITS[text[-1]] if text[-1:] in _UNITS else int(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--updates", type=int, default=2000, help="answers to go through")
    parser.add_argument("--memory", type=_bytes, default=_bytes("1G"), help="limit of address space: 1G")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="one object instead of the table")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    sys.exit(main())
