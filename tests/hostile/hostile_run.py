"""One scenario: the real client as a process of its own, under limits, against a wicked server."""

import asyncio
import gzip
import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from wicked import COOKIE, PASSWORD, Wicked

import gemp_bot

HERE = Path(__file__).resolve().parent
PROGRAM = str(Path(gemp_bot.__file__).resolve().parent.parent)
MEMORY = 768 * 1024 * 1024
MOST_MB = 450
MOST_OUTPUT = 30_000
"""Characters on stderr."""
PLAY = (
    "play",
    "--deck",
    "mine",
    "--opponent-deck",
    "theirs",
    "--versus",
    "ai:RANDO",
    "--record",
    "journals",
    "--seed",
    "1",
)
_BETWEEN_SIGNALS = 1.5
_CONFIG = """
[server]
url = "{url}"
[account]
user = "bot"
[limits]
connect_timeout = 3
poll_timeout = 3
answer_timeout = 4
attempts = 2
max_wait = 0.2
[play]
patience = 10
deadline = 5
strategy = "steady"
"""


@dataclass(frozen=True, slots=True)
class Scenario:
    """What a server does, and what has to come of it.

    Attributes:
        words: the command line.
        wicked: sets the server up.
        codes: exit codes that are right.
        says: what the last line on stderr must fit, where the exit code is not 0; searched for.
        seconds: the command's bound, a few times of what it needs.
        signals: sent one after the other, with pauses, once the game is under way.
        also: looks at what was left behind; gives what is wrong.
    """

    name: str
    words: tuple[str, ...]
    wicked: Callable[[Wicked], None]
    codes: frozenset[int] = frozenset({1})
    says: str = ""
    seconds: float = 40.0
    password: str = PASSWORD
    signals: tuple[signal.Signals, ...] = ()
    also: Callable[["Run"], str] | None = None


@dataclass(slots=True)
class Run:
    """What came of a scenario.

    Attributes:
        code: exit code; None if it had to be killed.
        peak_mb: of the process; 0 if that is not known.
    """

    scenario: Scenario
    code: int | None = None
    out: str = ""
    err: str = ""
    seconds: float = 0.0
    peak_mb: int = 0
    recorded: str = ""
    seen: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    @property
    def last(self) -> str:
        """The last line on stderr; on stdout of a command that reports there."""
        lines = (self.err or self.out).rstrip("\n").splitlines()
        return lines[-1] if lines else ""


async def run(scenario: Scenario, *, patience: float = 1.0) -> Run:
    """Run a scenario.

    Args:
        patience: by which its bound of time is multiplied, on a busy machine.
    """
    done = Run(scenario)
    server = Wicked()
    await asyncio.to_thread(scenario.wicked, server)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with server.serving():
            (folder / "config.toml").write_text(_CONFIG.format(url=server.url))
            await _process(done, folder, patience, server)
        done.seen = server.seen
        look_at(done, folder, server.cookie, patience)
    return done


async def _process(done: Run, folder: Path, patience: float, server: Wicked) -> None:
    report = folder / "peak"
    words = [str(HERE / "limited.py"), str(MEMORY), str(report), *done.scenario.words]
    surroundings = {**os.environ, "PYTHONPATH": PROGRAM, "GEMP_BOT_PASSWORD": done.scenario.password}
    began = time.monotonic()
    process = await asyncio.create_subprocess_exec(
        sys.executable, *words, cwd=folder, env=surroundings,
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    talk = asyncio.create_task(process.communicate())
    interrupting = asyncio.create_task(_interrupt(process, done.scenario.signals, server))
    finished, _ = await asyncio.wait({talk}, timeout=done.scenario.seconds * patience)
    interrupting.cancel()
    if not finished:
        process.kill()
    out, err = await talk
    done.code = process.returncode if finished else None
    done.seconds = time.monotonic() - began
    done.out, done.err = out.decode("utf-8", "replace"), err.decode("utf-8", "replace")
    done.peak_mb = int(report.read_text()) // 1024 if report.exists() else 0


async def _interrupt(
    process: asyncio.subprocess.Process, signals: tuple[signal.Signals, ...], server: Wicked
) -> None:
    await server.playing.wait()
    for each in signals:
        process.send_signal(each)
        await asyncio.sleep(_BETWEEN_SIGNALS)


def look_at(done: Run, folder: Path, cookie: str, patience: float) -> None:
    """Find everything that is wrong."""
    scenario = done.scenario
    journals = sorted(folder.glob("journals/*.jsonl.gz"))
    done.recorded = "".join(_unpacked(path) for path in journals)
    done.wrong += [*_ended_wrong(done, patience), *_said_wrong(done)]
    # A secret that is a word of the wire stands in every game; that it is not altered is looked at apart.
    if scenario.password == PASSWORD and cookie == COOKIE:
        told = {"stdout": done.out, "stderr": done.err, "a journal": done.recorded}
        for secret in (PASSWORD, COOKIE):
            done.wrong += [f"a secret in {where}" for where, text in told.items() if secret in text]
    if scenario.also is not None and (wrong := scenario.also(done)):
        done.wrong.append(wrong)


def _ended_wrong(done: Run, patience: float) -> Iterator[str]:
    scenario = done.scenario
    if done.code is None:
        yield f"killed after {scenario.seconds * patience:.0f} s"
    elif done.code not in scenario.codes:
        yield f"exit code {done.code}, not {sorted(scenario.codes)}: {done.last[:300]}"
    if done.peak_mb > MOST_MB:
        yield f"{done.peak_mb} MB"


def _said_wrong(done: Run) -> Iterator[str]:
    if len(done.err) > MOST_OUTPUT:
        yield f"{len(done.err):,} characters on stderr"
    if "Traceback" in done.err:
        yield f"a traceback: {done.last[:200]}"
    if any(not (char.isprintable() or char in "\n\t") for char in done.err + done.out):
        yield "control characters"
    if not done.code:
        return
    if done.err and not done.last.startswith("gemp-bot: "):
        yield f"the last line is none of gemp-bot: {done.last[:200]!r}"
    elif not re.search(done.scenario.says, done.last):
        yield f"{done.last[:200]!r} does not say {done.scenario.says!r}"


def _unpacked(path: Path) -> str:
    with gzip.open(path, "rt", encoding="utf-8", errors="replace") as file:
        return file.read()
