"""One scenario from its start to its end, and everything that is wrong with it."""

import asyncio
import contextlib
import random
import re
import sqlite3
import tempfile
import time
import zlib
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from chaos_bot import BotProcess
from chaos_server import BOT, LENGTH, MARKED_TITLE, PASSWORD, ChaosServer

from gemp_bot.sandbox.server.game import ServedGame

END_WITHIN = 20.0
"""Seconds from SIGTERM to the end of the process, its last games included; times the patience."""
MOST_MB = 300
MOST_LOG = 1_000
"""Characters on stderr for each game and start, and for each second."""
FORGED = "FORGED-4711"
"""Stands in whatever people of a scenario write."""


@dataclass(slots=True)
class Scene:
    """What a scenario works with.

    Attributes:
        seconds: for which it goes on.
        chance: of when things happen.
        told: what happened, for the table.
        wrong: what ought not to have happened.
        locked: who holds the history.
    """

    server: ChaosServer
    bot: BotProcess
    seconds: float
    chance: random.Random
    began: float = field(default_factory=time.monotonic)
    told: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    locked: asyncio.subprocess.Process | None = None

    @property
    def left(self) -> float:
        """Seconds that are left."""
        return self.began + self.seconds - time.monotonic()

    async def wait(self, least: float, most: float | None = None) -> bool:
        """Wait, by chance where there is a choice, and look at the bot meanwhile; False once time is over."""
        end = time.monotonic() + min(self.chance.uniform(least, least if most is None else most), self.left)
        while (left := end - time.monotonic()) > 0:
            await self.bot.status()
            await self.bot.metrics()
            await asyncio.sleep(min(0.5, left))
        return self.left > 0

    async def until(self, look: Callable[[], object], what: str, seconds: float = 60.0) -> None:
        """Wait until something comes about; wrong if it does not."""
        end = time.monotonic() + seconds
        while not look():
            if time.monotonic() > end:
                self.wrong.append(f"{what}: not within {seconds:.0f} s")
                return
            await self.bot.status()
            await asyncio.sleep(0.2)

    def expect(self, *words: str) -> None:
        """What happened has to have been felt: the bot said so."""
        logs = self.bot.logs
        self.wrong += [f"never told: {each}" for each in words if each not in logs]

    async def further_games(self, count: int = 2, seconds: float = 60.0) -> None:
        """Wait until games that begin from now on are over."""
        known = {game.id for game in self.server.book.games.values()}

        def fresh() -> bool:
            return sum(game.id not in known and game.id not in self.server.book.wiped
                       for game in self.server.over) >= count  # fmt: skip

        await self.until(fresh, f"{count} further games", seconds)


@dataclass(frozen=True, slots=True)
class Scenario:
    """What happens to the bot.

    Attributes:
        does: lets it happen; the bot runs and somebody plays with it.
        least: seconds it needs at least.
        killed: a game may end while there is no process, so that nobody sees how.
        prepare: gives the words that start the program, and its environment; a text is why it cannot be.
        before: happens before the first start.
        log: characters on stderr that are allowed besides.
        also: looks at what was left behind; gives what is wrong.
    """

    name: str
    does: Callable[[Scene], Awaitable[None]]
    least: float = 0.0
    killed: bool = False
    prepare: Callable[[Path], tuple[list[str], dict[str, str]] | str] = lambda _: ([], {})
    before: Callable[[Scene], Awaitable[None]] | None = None
    log: int = 0
    also: Callable[[Scene], Iterator[str]] = lambda _: iter(())


@dataclass(slots=True)
class Run:
    """What came of a scenario."""

    scenario: Scenario
    games: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    secrets: list[str] = field(default_factory=list)
    seconds: float = 0.0
    peak_mb: int = 0
    told: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    skipped: str = ""

    @property
    def bad(self) -> bool:
        """Whether anything is wrong."""
        return bool(self.lost or self.doubled or self.secrets or self.wrong)


async def run(
    scenario: Scenario, *, seconds: float, seed: int, patience: float = 1.0, length: int = LENGTH
) -> Run:
    """Run a scenario.

    Args:
        scenario: which.
        seconds: for which things happen to the bot; its beginning and its end come on top.
        seed: of everything left to chance.
        patience: factor on the bounds of time, on a busy machine.
        length: of the games, in phases.
    """
    done = Run(scenario)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="chaos") as name:
        folder = Path(name)
        prepared = scenario.prepare(folder)
        if isinstance(prepared, str):
            done.skipped = prepared
            return done
        server = ChaosServer(seed, length)
        async with server.serving():
            bot = BotProcess(server.proxy.url, folder, *prepared[0], **prepared[1])
            scene = Scene(server, bot, max(seconds, scenario.least), random.Random(seed))
            try:
                await _play(scene, scenario, patience)
            except Exception as fault:  # noqa: BLE001 - a row of the table, like every other end
                done.wrong.append(f"{type(fault).__name__}: {fault}")
            finally:
                if bot.process is not None and bot.process.returncode is None:
                    await bot.kill()
            try:
                bot.take_home()
                await asyncio.to_thread(look_at, done, scene)
            except (OSError, sqlite3.Error) as fault:
                done.wrong += [*scene.wrong, f"{type(fault).__name__}: {fault}; it said {bot.logs[-200:]!r}"]
    done.seconds = time.monotonic() - began
    return done


async def _play(scene: Scene, scenario: Scenario, patience: float) -> None:
    bot = scene.bot
    if scenario.before is not None:
        await scenario.before(scene)
    await bot.start()
    await bot.until("games", 60 * patience)
    scene.began = time.monotonic()
    await scenario.does(scene)
    await scene.until(lambda: scene.server.over, "a game that is over", 60 * patience)
    await bot.metrics()
    await bot.ctl()
    ending = time.monotonic()
    code = await bot.end(1, END_WITHIN * patience)
    if code is None:
        scene.wrong.append(f"no end within {END_WITHIN * patience:.0f} s of SIGTERM")
    elif code:
        scene.wrong.append(f"exit code {code}")
    scene.told.append(f"ended in {time.monotonic() - ending:.1f} s")


def look_at(done: Run, scene: Scene) -> None:
    """Find everything that is wrong."""
    server, bot = scene.server, scene.bot
    done.games = len(server.over)
    done.lost = server.lost()
    done.doubled = server.book.doubled
    done.peak_mb = bot.peak_mb
    done.told += scene.told
    done.wrong += scene.wrong
    done.wrong += _records_wrong(done.scenario, scene)
    done.wrong += done.scenario.also(scene)
    done.secrets = list(_secrets(scene))
    logs = bot.logs
    if server.book.refused:
        done.wrong.append(f"{server.book.refused} answers refused")
    if "Traceback" in logs:
        done.wrong.append(f"a traceback: {logs[logs.index('Traceback') :][-300:]!r}")
    if any(not (char.isprintable() or char in "\n\t") for char in logs):
        done.wrong.append("control characters in the logs")
    allowed = MOST_LOG * (len(server.book.games) + bot.starts + int(scene.seconds)) + done.scenario.log
    if len(logs) > allowed:
        done.wrong.append(f"{len(logs):,} characters in the logs, more than {allowed:,}")
    if done.peak_mb > MOST_MB:
        done.wrong.append(f"{done.peak_mb} MB")


def _records_wrong(scenario: Scenario, scene: Scene) -> Iterator[str]:
    """What the history says of games that are over, against what the server knows."""
    file = scene.bot.data / "history.db"
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        rows = dict(database.execute("SELECT game, result FROM games").fetchall())
        sound = database.execute("PRAGMA integrity_check").fetchone()[0]
    if sound != "ok":
        yield f"the history is damaged: {sound}"
    unseen, missing, unlike = 0, 0, []
    for game in scene.server.over:
        told, right = rows.get(game.id), _result(game)
        missing += game.id not in rows
        unseen += told == "unknown"
        # One that the server lost may have been over for it before we could hear of it.
        if told not in (right, "unknown", None) and game.id not in scene.server.book.wiped:
            unlike.append(f"{game.id} as {told}, not {right}")
    if unlike:
        yield f"the history has {'; '.join(unlike)}"
    if missing or unseen:
        told = f"of the history: {unseen} ended unseen, {missing} missing"
        if scenario.killed:
            scene.told.append(told)
        else:
            yield told


def _result(game: ServedGame) -> str:
    assert game.outcome is not None
    if game.outcome.winner is None:
        return "cancelled"
    return "win" if game.outcome.winner == BOT else "loss"


def _secrets(scene: Scene) -> Iterator[str]:
    """Where something stands that must not."""
    bot = scene.bot
    hidden = {"the password": PASSWORD, **{f"session {each[:3]}": each for each in scene.server.cookies}}
    forms = {name: re.compile(re.escape(secret)) for name, secret in hidden.items()}
    in_chat = "\n".join(scene.server.book.said)
    public = {
        "the logs": bot.logs,
        "stdout": (bot.folder / "out").read_text(errors="replace"),
        "the chat": in_chat,
        **{f"what {name} told": text for name, text in bot.seen.items()},
    }
    files = {str(path.relative_to(bot.data)): _bytes(path) for path in bot.data.rglob("*") if path.is_file()}
    for where, text in (public | files).items():
        yield from (f"{name} in {where}" for name, form in forms.items() if form.search(text))
    for where, text in public.items():
        if MARKED_TITLE in text:
            yield f"a card of the hand in {where}"
        if FORGED in text:
            yield f"words of a guest in {where}"
    yield from (
        f"words of a guest in {name}" for name, text in files.items() if ".db" in name and FORGED in text
    )


def _bytes(path: Path) -> str:
    """A file as it is, and unpacked where it is packed; a process that was killed leaves no end of it."""
    raw = path.read_bytes()
    if path.suffix == ".gz":
        with contextlib.suppress(zlib.error):
            raw += zlib.decompressobj(wbits=31).decompress(raw)
    return raw.decode("latin-1")
