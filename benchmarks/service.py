"""What a service costs while people play: its share of a core, its memory, how late its event loop is.

The reference is the machine itself: seconds of processor time, user and system, in a second on the wall.
Everybody plays at human pace, and each has a process: the box, the guests (`steady`), the service (`strong`).
`python -m benchmarks.service guests URL` are the guests: so many accounts that join the service's tables.
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
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from prometheus_client.parser import text_string_to_metric_families

from benchmarks import Row, fixed_loop
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.journal.writer import Recorder
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.play.entries import DeckChoice, DeckPool, JoinEntry, Limits, PooledDeck, StrategyPlayer
from gemp_bot.play.hall_watch import HallWatch
from gemp_bot.play.runner import GameRunner
from gemp_bot.play.supervisor import Supervisor
from gemp_bot.play.timing import HumanPaceSettings, PlaySettings
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.strategy import make_strategy

SERVICE, PASSWORD = "alice", "test"
DECKS = {
    Side.LIGHT: ("Rebels of Tatooine", "Army of Naboo", "Rebel fleet"),
    Side.DARK: ("Walkers of Hoth", "Hunters of Jabba", "Star Destroyers"),
}
GAMES = 8
SHORT = 40.0
"""Seconds of the short form."""
EVERY, BEAT = 10.0, 0.5
SETTLED, LEAST = 60.0, 180.0
"""Seconds after which memory is flat, and seconds a measurement takes at least to tell so."""
START = 120.0
CORE_BAR = 0.10
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
        who = f"{GAMES} games at human pace"
        yield Row(f"{who}: processor", self.core, "of a core", CORE_BAR)
        yield Row(f"{who}: lost on time", self.lost_on_time, "games", 0.0)
        if self.seconds >= LEAST:
            yield Row(f"{who}: event-loop lag, p99", self.lag_ms, "ms at most", LAG_BAR_MS)
            yield Row(f"{who}: memory grows", self.growth, "MB in 10 minutes", GROWTH_BAR_MB)

    def notes(self) -> Iterator[str]:
        running = statistics.mean(self.running)
        yield f"{self.seconds:.0f} s, {running:.1f} games on average, {self.over:.0f} ended"
        yield f"memory {self.memory[0][1]:.0f} MB first, {self.memory[-1][1]:.0f} MB last"
        yield f"p99 of an event loop with nothing to do {self.idle_lag_ms:.1f} ms"
        yield f"the thread of its loop ran {self.ran:.1f} s, and waited {self.queued:.1f} s to run"
        yield f"the fixed loop took {' and '.join(f'{took:.2f} s' for took in self.loops)}"


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


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextlib.asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[Scene]:
    """`gemp-bot serve` with open tables, and as many guests."""
    port = free_port()
    async with contextlib.AsyncExitStack() as stack:
        box = await stack.enter_async_context(
            started(folder / "box.log", "gemp_bot", "sandbox", "--port", "0", "--json")
        )
        assert box.stdout is not None
        url = str(json.loads(await box.stdout.readline())["url"])
        password = folder / "password"
        password.write_text(PASSWORD)
        password.chmod(0o600)
        decks = json.dumps([f"library:{name}" for names in DECKS.values() for name in names])
        config = folder / "config.toml"
        config.write_text(
            _CONFIG.format(url=url, user=SERVICE, folder=folder, games=GAMES, port=port, decks=decks)
        )
        service = await stack.enter_async_context(
            started(folder / "service.log", "gemp_bot", "serve", "--config", str(config))
        )
        guests = await stack.enter_async_context(
            started(folder / "guests.log", "benchmarks.service", "guests", url)
        )
        yield Scene(service, port, (box, guests))


async def guests(url: str) -> None:
    """Each joins a table of the service's, plays, and joins the next one, for ever."""
    index = CardIndex.load()
    decks = [PooledDeck(name, library=True, side=side) for side, names in DECKS.items() for name in names]
    entry = JoinEntry(
        name="join",
        player=StrategyPlayer(lambda seed, deck: make_strategy("steady", seed, deck, index=index)),
        decks=DeckPool(tuple(decks), DeckChoice.ROTATION),
        format_code="",
        players=frozenset({PlayerName(SERVICE)}),
    )

    async def guest(number: int) -> None:
        recorder = Recorder()
        async with GempClient(ClientSettings(url=url), observer=recorder.observe) as client:
            log_in = partial(client.register, f"visitor{number}", PASSWORD)
            await log_in()
            runner = GameRunner(
                client,
                recorder,
                Catalogue.load(),
                log_in,
                rule=partial(make_strategy, "steady", 0),
                settings=PlaySettings(pace=HumanPaceSettings(enabled=True)),
            )
            watch = HallWatch(client, log_in, patience=None, on_change=lambda: supervisor.wake())  # noqa: PLW0108
            supervisor = Supervisor(runner, watch, [entry], Limits(stays=True))
            await supervisor.run()

    await asyncio.gather(*(guest(number) for number in range(GAMES)))


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


async def all_running(scene: Scene) -> None:
    async with asyncio.timeout(START):
        while True:
            scene.check()
            with contextlib.suppress(OSError):
                if (await numbers(scene.port)).get(("games_running",), 0) >= GAMES:
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


async def measure(seconds: float) -> Measured:
    measured = Measured()
    with TemporaryDirectory() as name:
        folder = Path(name)
        measured.loops.append(fixed_loop())
        try:
            async with serving(folder) as scene:
                await all_running(scene)
                await look(scene, measured, seconds)
        except (TimeoutError, OSError, ValueError):
            show_logs(folder)
            raise
        measured.loops.append(fixed_loop())
    return measured


def rows() -> Iterator[Row]:
    """The short form."""
    if sys.platform.startswith("linux"):
        yield from asyncio.run(measure(SHORT)).rows()


def long_rows(words: list[str]) -> Iterator[Row]:
    """The long form, by its options."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks service", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="minutes of the measurement (10)")
    args = parser.parse_args(words)
    measured = asyncio.run(measure(60 * args.minutes))
    for note in measured.notes():
        print(note, flush=True)
    yield from measured.rows()


if __name__ == "__main__":
    set_up_logs(Secrets(), level="warning")
    asyncio.run(guests(sys.argv[2]))
