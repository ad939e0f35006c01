"""This program against an earlier revision of it, by pairs of games in the box.

    python -m benchmarks.pairs [--pairs 50] [--before REVISION] [--strategy strong] [--out FOLDER]

An arena on a sandbox of its own (docs/arena.md): the decks of the sandbox in turn, each pair of games with
the sides changed. Exit code 1 if we are weaker, the upper end of the interval of 95 % being below one half,
if no pair was decided, or if the arena failed. Games that were not decided are told apart: a `timeout` took
too long, in a `player loop` or `opponent loop` somebody repeated himself for ever. Without `--before` the
earlier revision is the newest one whose program may differ from what lies in the checkout.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks import run
from benchmarks.service import started
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.settings import ClientSettings

ACCOUNTS, PASSWORD = ("one", "two", "three", "four"), "test"
"""Two a game."""
FORMAT = "open"
SEED = 1
CHECKOUT = Path(__file__).resolve().parent.parent
PROGRAM = ("gemp_bot", "strategies")
"""Where the program lies in a checkout."""


def revision_before() -> str:
    """The last commit, if the program was changed since; else the one before the last that changed it."""
    if _git("status", "--porcelain", "--", *PROGRAM):
        return _git("rev-parse", "HEAD")
    return _git("rev-parse", f"{_git('rev-list', '-1', 'HEAD', '--', *PROGRAM)}^")


def _git(*words: str) -> str:
    done = subprocess.run(["git", "-C", str(CHECKOUT), *words], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def spec_of(box: Mapping[str, Any], folder: Path, *, strategy: str, before: str, pairs: int) -> str:
    """A spec of an arena on a sandbox, by what that printed; writes the password file it names."""
    password = folder / "password"
    password.touch(mode=0o600)
    password.write_text(PASSWORD)
    accounts = [f'{{ user = "{user}", password_file = "{password.name}" }}' for user in ACCOUNTS]
    light, dark = (
        [deck["name"] for deck in box["decks"] if deck["side"] == side] for side in ("LIGHT", "DARK")
    )
    text = json.dumps  # a string of JSON is one of TOML
    lines = [
        f"server = {text(box['url'])}",
        f"games = {2 * pairs}",
        f"parallel = {len(ACCOUNTS) // 2}",
        f"seed = {SEED}",
        f"accounts = [{', '.join(accounts)}]",
        f"player = {{ strategy = {text(strategy)} }}",
        f'opponent = [{{ kind = "strategy", name = {text(strategy)}, revision = {text(before)} }}]',
    ]
    for each in light:
        for other in dark:
            lines += ["[[pair]]", f'format = "{FORMAT}"', f"light = {text(each)}", f"dark = {text(other)}"]
    return "\n".join(lines) + "\n"


async def measure(folder: Path, strategy: str, before: str, pairs: int) -> dict[str, Any] | None:
    """Play; gives what `gemp-bot arena --json` says, None if it failed."""
    sandbox = ("gemp_bot", "sandbox", "--port", "0", "--seed", str(SEED), "--json")
    async with started(folder / "box.log", *sandbox) as box:
        assert box.stdout is not None
        told = json.loads(await box.stdout.readline())
        for user in ACCOUNTS:
            async with GempClient(ClientSettings(url=told["url"])) as client:
                await client.register(user, PASSWORD)
        spec = folder / "pairs.toml"
        spec.write_text(spec_of(told, folder, strategy=strategy, before=before, pairs=pairs), "utf-8")
        words = ("-m", "gemp_bot", "arena", str(spec), "--out", str(folder / "results"), "--json")
        arena = await asyncio.create_subprocess_exec(sys.executable, *words, stdout=PIPE)
        out, _ = await arena.communicate()
    return None if arena.returncode else json.loads(out)


def verdict(report: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Whether we are as strong as before, as far as these games tell, and lines that say why."""
    pairs = report["by_pairs"]
    (total,) = (group for group in report["groups"] if group["kind"] == "total")
    undecided = [f"{count} {name.replace('_', ' ')}" for name, count in total["unfinished"].items()]
    counts = ", ".join(str(count) for count in reversed(pairs["counts"]))
    lines = [
        f"{pairs['pairs']} pairs; of these with 2, 3/2, 1, 1/2 and 0 points: {counts}",
        f"games that were not decided: {', '.join(undecided) or 'none'}",
    ]
    rate = pairs["rate"]
    if rate is None:
        return False, [*lines, "no pair was decided: nothing is known"]
    weaker = rate["high"] < 1 / 2
    found = f"{rate['value']:.0%} [{rate['low']:.0%}-{rate['high']:.0%}]"
    return not weaker, [*lines, f"{found}: {'weaker than before' if weaker else 'not weaker than before'}"]


def main(arguments: Sequence[str]) -> int:
    """Play the pairs and judge; 1 if we are weaker, or nothing was measured."""
    parser = argparse.ArgumentParser("python -m benchmarks.pairs", description=__doc__)
    parser.add_argument("--pairs", type=int, default=50, metavar="N")
    parser.add_argument("--before", metavar="REVISION", help="whom to play against")
    parser.add_argument("--strategy", default="strong", metavar="NAME", help="of both players")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="keep the results there")
    args = parser.parse_args(arguments)
    if args.pairs < 1:
        parser.error(f"--pairs {args.pairs}: at least 1")
    try:
        before = args.before or revision_before()
    except (OSError, subprocess.CalledProcessError) as fault:
        print(f"no earlier revision is to be had from git: {fault}: name one with --before", file=sys.stderr)
        return 1
    print(f"{args.strategy} against itself at {before}: {args.pairs} pairs", flush=True)
    with tempfile.TemporaryDirectory() as passing:
        folder = args.out or Path(passing)
        folder.mkdir(parents=True, exist_ok=True)
        report = asyncio.run(measure(folder, args.strategy, before, args.pairs))
    if report is None:
        print("the arena failed: see above")
        return 1
    kept, lines = verdict(report)
    for line in lines:
        print(line)
    return int(not kept)


if __name__ == "__main__":
    run(main)
