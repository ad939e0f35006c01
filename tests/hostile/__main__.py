"""`python -m tests.hostile`: the client against servers that do what no server should; prints a table."""

import argparse
import asyncio
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from hostile_run import Run, Scenario, run
from scenarios import SCENARIOS


def main() -> int:
    """Run the scenarios that are wanted; 0 if every one came out as expected."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument(
        "names", metavar="NAME", nargs="*", help="a part of the name of a scenario; none for all"
    )
    parser.add_argument(
        "--at-once", type=int, default=max(1, (os.cpu_count() or 2) // 2), help="so many processes"
    )
    parser.add_argument("--patience", type=float, default=2.0, help="factor on the bounds of time")
    args = parser.parse_args()
    chosen = [each for each in SCENARIOS if not args.names or any(name in each.name for name in args.names)]
    done = asyncio.run(_all(chosen, args.at_once, args.patience))
    wrong = sum(bool(each.wrong) for each in done)
    print(f"{len(done)} scenarios, {wrong} wrong")
    return 1 if wrong else 0


async def _all(chosen: list[Scenario], at_once: int, patience: float) -> list[Run]:
    room = asyncio.Semaphore(at_once)

    async def one(scenario: Scenario) -> Run:
        async with room:
            done = await run(scenario, patience=patience)
        print(_row(done), flush=True)
        return done

    return await asyncio.gather(*map(one, chosen))


def _row(done: Run) -> str:
    outcome = "killed" if done.code is None else f"exit {done.code}"
    if done.wrong:
        outcome += ", WRONG: " + "; ".join(done.wrong)
    return f"{done.scenario.name:45.45} {done.seconds:6.1f} s {done.peak_mb:5} MB  {outcome}"


if __name__ == "__main__":
    sys.exit(main())
