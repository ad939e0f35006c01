"""What a service costs while people play: its share of a core, its memory, how late its event loop is.

The reference is the machine itself: seconds of processor time, user and system, in a second on the wall.
Everybody plays at human pace, and each has a process: the box, the guests (`steady`), the service (`strong`).
A fixed loop is timed before and after, so that figures of two machines can be compared, and an event loop
with nothing to do runs beside, which shows how much of the lag is the machine's.
"""

import argparse
import asyncio
import contextlib
import json
import math
import os
import socket
import statistics
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from prometheus_client.parser import text_string_to_metric_families

from benchmarks.row import Row, fixed_loop
from benchmarks.service_players import DARK, LIGHT, PASSWORD, SERVICE

SHORT = 40.0
"""Seconds of the short form."""
EVERY, BEAT = 10.0, 0.5
SETTLED, LEAST = 60.0, 180.0
"""Seconds after which memory is flat, and seconds a measurement takes at least to tell so."""
START = 120.0
FEW, MANY = 8, 50
CORE_BAR = {FEW: 0.10, MANY: 0.25}
LAG_BAR_MS = 50.0
GROWTH_BAR_MB = 10.0
_ON_TIME = ("timeout", "clock")
_CONFIG = """
[server]
url = "{url}"
[account]
user = "{user}"
password_file = "{folder}/password"
[journal]
directory = "{folder}/journals"
[history]
file = "{folder}/games.db"
[service]
at_once = {games}
control = "{folder}/ctl"
[health]
port = {port}
[[table]]
name = "open house"
decks = {decks}
choice = "rotation"
strategy = "strong"
at_once = {games}
"""

Numbers = dict[tuple[str, ...], float]
"""Samples of `/metrics` by their name and the values of their labels."""


@dataclass
class Measured:
    """What was seen of a process in some seconds."""

    games: int
    seconds: float = 0.0
    core: float = 0.0
    lag_ms: float = 0.0
    idle_lag_ms: float = 0.0
    ran: float = 0.0
    queued: float = 0.0
    over: float = 0.0
    lost_on_time: float = 0.0
    running: list[float] = field(default_factory=list)
    memory: list[tuple[float, float]] = field(default_factory=list)
    loops: list[float] = field(default_factory=list)

    @property
    def growth(self) -> float:
        """Megabytes in ten minutes, once it has settled: the slope of a line through all looks."""
        late = [(at, used) for at, used in self.memory if at >= SETTLED]
        slope = statistics.linear_regression(*zip(*late, strict=True)).slope
        return slope * 600

    def rows(self) -> Iterator[Row]:
        who = f"{self.games} games at human pace"
        yield Row(f"{who}: processor", self.core, "of a core", CORE_BAR[self.games])
        yield Row(f"{who}: lost on time", self.lost_on_time, "games", 0.0)
        if self.seconds >= LEAST:
            yield Row(f"{who}: event-loop lag, p99", self.lag_ms, "ms at most", LAG_BAR_MS)
            yield Row(f"{who}: memory grows", self.growth, "MB in 10 minutes", GROWTH_BAR_MB)

    def notes(self) -> Iterator[str]:
        yield (
            f"{self.games} games: {self.seconds:.0f} s, {statistics.mean(self.running):.1f} games running on "
            f"average, {self.over:.0f} ended"
        )
        yield f"{self.games} games: memory {self.memory[0][1]:.0f} MB first, {self.memory[-1][1]:.0f} MB last"
        yield f"{self.games} games: p99 of an event loop with nothing to do {self.idle_lag_ms:.1f} ms"
        yield (
            f"{self.games} games: the thread of its loop had a processor for {self.ran:.1f} s, "
            f"and wanted one for {self.queued:.1f} s more"
        )
        loops = " and ".join(f"{took:.2f} s" for took in self.loops)
        yield f"{self.games} games: the fixed loop took {loops}"


@dataclass(frozen=True)
class Scene:
    """What runs: the service, the port of its health, and the others."""

    service: asyncio.subprocess.Process
    port: int
    others: tuple[asyncio.subprocess.Process, ...]

    def check(self) -> None:
        """Raise if somebody has ended."""
        if any(process.returncode is not None for process in (self.service, *self.others)):
            raise OSError("a process has ended")


# -- other processes --------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def started(log: Path, *words: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process of this interpreter; it is killed at the end."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GEMP_BOT_")}
    with log.open("wb") as told:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", *words, stdout=asyncio.subprocess.PIPE, stderr=told, env=environment
        )
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def url_of(box: asyncio.subprocess.Process) -> str:
    assert box.stdout is not None
    told = json.loads(await box.stdout.readline())
    return str(told["url"])


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextlib.asynccontextmanager
async def few(games: int, folder: Path) -> AsyncIterator[Scene]:
    """`gemp-bot serve` with open tables, and as many guests."""
    port = free_port()
    async with contextlib.AsyncExitStack() as stack:
        box = await stack.enter_async_context(
            started(folder / "box.log", "gemp_bot", "sandbox", "--port", "0", "--json")
        )
        url = await url_of(box)
        password = folder / "password"
        password.write_text(PASSWORD)
        password.chmod(0o600)
        decks = json.dumps([f"library:{name}" for name in LIGHT + DARK])
        config = folder / "config.toml"
        config.write_text(
            _CONFIG.format(url=url, user=SERVICE, folder=folder, games=games, port=port, decks=decks)
        )
        service = await stack.enter_async_context(
            started(folder / "service.log", "gemp_bot", "serve", "--config", str(config))
        )
        guests = await stack.enter_async_context(
            started(folder / "guests.log", "benchmarks.service_players", "guests", url, str(games))
        )
        yield Scene(service, port, (box, guests))


@contextlib.asynccontextmanager
async def many(games: int, folder: Path) -> AsyncIterator[Scene]:
    """One process that plays more games than a server allows, on a box that begins them itself."""
    port, players = free_port(), "benchmarks.service_players"
    async with contextlib.AsyncExitStack() as stack:
        box = await stack.enter_async_context(started(folder / "box.log", players, "box", str(games)))
        url = await url_of(box)
        words = ("alice", url, str(games), str(port), str(folder / "journals"))
        service = await stack.enter_async_context(started(folder / "service.log", players, *words))
        guests = await stack.enter_async_context(
            started(folder / "guests.log", players, "bob", url, str(games))
        )
        yield Scene(service, port, (box, guests))


# -- looking ----------------------------------------------------------------------------------------


async def numbers(port: int) -> Numbers:
    def read() -> str:
        with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
            return str(answer.read().decode())

    return {
        (sample.name.removeprefix("gemp_bot_"), *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(await asyncio.to_thread(read))
        for sample in family.samples
    }


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def turns(pid: int) -> tuple[float, float]:
    """Seconds for which the first thread of a process had a processor, and for which it waited for one."""
    file = Path(f"/proc/{pid}/schedstat")
    if not file.exists():  # not in every kernel
        return math.nan, math.nan
    ran, queued, _ = file.read_text().split()
    return int(ran) / 1e9, int(queued) / 1e9


def lag_p99_ms(before: Numbers, after: Numbers) -> float:
    """The least upper end that 99 of 100 beats stayed below."""
    ends = {
        float(key[1]): value - before.get(key, 0.0)
        for key, value in after.items()
        if key[0] == "loop_lag_seconds_bucket"
    }
    return 1000 * min(end for end, count in ends.items() if count >= 0.99 * max(ends.values()))


def grown(before: Numbers, after: Numbers, name: str) -> Numbers:
    return {key: value - before.get(key, 0.0) for key, value in after.items() if key[0] == name}


async def beats(lags: list[float]) -> None:
    """Measure how late a loop is that has nothing to do."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + BEAT
        await asyncio.sleep(BEAT)
        lags.append(loop.time() - due)


async def all_running(scene: Scene, games: int) -> None:
    async with asyncio.timeout(START):
        while True:
            scene.check()
            with contextlib.suppress(OSError):
                if (await numbers(scene.port)).get(("games_running",), 0) >= games:
                    return
            await asyncio.sleep(1)


async def look(scene: Scene, measured: Measured, seconds: float) -> None:
    """Fill in what is seen of the service from now on."""
    pid, port = scene.service.pid, scene.port
    loop, lags = asyncio.get_running_loop(), list[float]()
    idle = asyncio.create_task(beats(lags))
    before, spent, began = await numbers(port), processor_seconds(pid), loop.time()
    after, (ran, queued) = before, turns(pid)
    while loop.time() - began < seconds:
        await asyncio.sleep(min(EVERY, began + seconds - loop.time()))
        scene.check()
        after = await numbers(port)
        measured.running.append(after["games_running",])
        measured.memory.append((loop.time() - began, after["memory_bytes",] / 2**20))
    measured.seconds = loop.time() - began
    measured.core = (processor_seconds(pid) - spent) / measured.seconds
    measured.ran, measured.queued = (now - then for now, then in zip(turns(pid), (ran, queued), strict=True))
    idle.cancel()
    measured.lag_ms = lag_p99_ms(before, after)
    measured.idle_lag_ms = 1000 * statistics.quantiles(lags, n=100)[98]
    ended = grown(before, after, "games_total")
    measured.over = sum(ended.values())
    measured.lost_on_time = sum(
        count for (_, result, reason), count in ended.items() if result == "loss" and reason in _ON_TIME
    )


def show_logs(folder: Path) -> None:
    for log in sorted(folder.glob("*.log")):
        print(f"--- {log.name}", log.read_text()[-2000:], sep="\n", file=sys.stderr)


async def measure(games: int, seconds: float) -> Measured:
    measured = Measured(games)
    with TemporaryDirectory() as name:
        folder = Path(name)
        measured.loops.append(fixed_loop())
        try:
            async with (few if games <= FEW else many)(games, folder) as scene:
                await all_running(scene, games)
                await look(scene, measured, seconds)
        except (TimeoutError, OSError, ValueError):
            show_logs(folder)
            raise
        measured.loops.append(fixed_loop())
    return measured


def rows() -> Iterator[Row]:
    """The short form."""
    if sys.platform.startswith("linux"):
        yield from asyncio.run(measure(FEW, SHORT)).rows()


def long_rows(words: list[str]) -> Iterator[Row]:
    """The long form, by its options."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks service", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="minutes of each measurement (10)")
    parser.add_argument(
        "--games",
        type=int,
        nargs="+",
        choices=tuple(CORE_BAR),
        default=list(CORE_BAR),
        help="how many at once",
    )
    args = parser.parse_args(words)
    for games in args.games:
        measured = asyncio.run(measure(games, 60 * args.minutes))
        for note in measured.notes():
            print(note, flush=True)
        yield from measured.rows()
