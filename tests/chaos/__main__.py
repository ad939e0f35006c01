"""`python -m tests.chaos`: the whole service while everything around it breaks; prints a table."""

import argparse
import asyncio
import logging
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import structlog
from chaos_run import Run, run
from chaos_scenarios import SCENARIOS


def main() -> int:
    """Run the scenarios that are wanted; 0 if every one came out as expected."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument(
        "names", metavar="NAME", nargs="*", help="a part of the name of a scenario; none for all"
    )
    parser.add_argument(
        "--seconds", type=float, default=30.0, help="of each scenario, where it needs no more"
    )
    parser.add_argument("--seed", type=int, default=1, help="of everything left to chance")
    parser.add_argument("--patience", type=float, default=2.0, help="factor on the bounds of time")
    args = parser.parse_args()
    chosen = [each for each in SCENARIOS if not args.names or any(name in each.name for name in args.names)]
    print(f"{'scenario':36} games lost twice secrets seconds    MB  what happened")
    # What the guests have to say is no part of it.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    wrong = 0
    for scenario in chosen:
        done = asyncio.run(run(scenario, seconds=args.seconds, seed=args.seed, patience=args.patience))
        wrong += done.bad
        print(_row(done), flush=True)
    print(f"{len(chosen)} scenarios, {wrong} wrong")
    return 1 if wrong else 0


def _row(done: Run) -> str:
    if done.skipped:
        return f"{done.scenario.name:36} skipped: {done.skipped}"
    found = [*done.lost, *(f"sent twice: {each}" for each in done.doubled), *done.secrets, *done.wrong]
    told = "; ".join(done.told) + (f"; WRONG: {'; '.join(found)}" if found else "")
    return (
        f"{done.scenario.name:36} {done.games:5} {len(done.lost):4} {len(done.doubled):5} "
        f"{len(done.secrets):7} {done.seconds:7.1f} {done.peak_mb:5}  {told}"
    )


if __name__ == "__main__":
    sys.exit(main())
