"""`gemp-bot serve` as its users start it, again and again in the same folder."""

import asyncio
import contextlib
import json
import os
import shutil
import signal
import socket
import sys
import time
from pathlib import Path
from typing import Any

import aiohttp
from chaos_server import BOT, PASSWORD

import gemp_bot
from gemp_bot.sandbox.server.contents import LIGHT_60
from gemp_bot.service.control import ControlError, ask_service

PROGRAM = str(Path(gemp_bot.__file__).resolve().parent.parent)
_LOOK = 0.25
_CONFIG = """
[server]
url = "{url}"
[account]
user = "{user}"
[limits]
connect_timeout = 3
poll_timeout = 5
max_wait = 1
[journal]
directory = "{data}/journals"
[history]
file = "{data}/history.db"
[service]
at_once = 4
control = "{folder}/ctl"
[health]
port = {port}
[chat]
poll_every = 5
[thinking_time]
enabled = false
[[table]]
name = "open house"
decks = ["library:{deck}"]
strategy = "steady"
at_once = 4
"""


class BotProcess:
    """The program in its folder; between two starts there is no process.

    Args:
        url: the server, or the proxy before it.
        folder: where everything of it is.
        words: what starts the program, instead of this interpreter alone.
        more: of its environment.

    Attributes:
        data: the folder of its journals and its history, as it is told.
        seen: what it told by its socket and its metrics, the last of each.
        starts: how often it was started.
        peak_mb: of all its processes; 0 where that is not known.
    """

    def __init__(self, url: str, folder: Path, *words: str, **more: str) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.data.mkdir()
        self.seen: dict[str, str] = {}
        self.starts = 0
        self.peak_mb = 0
        self.process: asyncio.subprocess.Process | None = None
        self._words, self._more = words, more
        (folder / "run").mkdir(mode=0o700)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.config = folder / "bot.toml"
        self.config.write_text(
            _CONFIG.format(url=url, user=BOT, data=self.data, folder=folder, port=self.port, deck=LIGHT_60)
        )

    @property
    def environment(self) -> dict[str, str]:
        """Nothing of this machine's other programs, and nothing of a measurement."""
        known = {k: v for k, v in os.environ.items() if not k.startswith(("GEMP_BOT_", "COV"))}
        ours = {
            "PYTHONPATH": PROGRAM,
            "GEMP_BOT_PASSWORD": PASSWORD,
            "XDG_RUNTIME_DIR": str(self.folder / "run"),
        }
        return known | ours | self._more

    @property
    def logs(self) -> str:
        """What all its processes said."""
        return "".join(
            path.read_text(encoding="utf-8", errors="replace") for path in sorted(self.folder.glob("err-*"))
        )

    async def start(self) -> None:
        """Start it."""
        self.starts += 1
        with (
            (self.folder / f"err-{self.starts:03}").open("wb") as err,
            (self.folder / "out").open("ab") as out,
        ):
            self.process = await asyncio.create_subprocess_exec(
                *self._words, sys.executable, "-m", "gemp_bot", "serve", "--config", self.config, "--json",
                cwd=self.folder, env=self.environment, start_new_session=True,
                stdin=asyncio.subprocess.DEVNULL, stdout=out, stderr=err,
            )  # fmt: skip

    async def kill(self) -> None:
        """As nobody can prevent."""
        assert self.process is not None
        self.look()
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()

    async def end(self, signals: int, seconds: float) -> int | None:
        """End it by SIGTERM; None if it does not end in so many seconds, and is killed."""
        assert self.process is not None
        for _ in range(signals):
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGTERM)
            await asyncio.sleep(_LOOK)
        try:
            async with asyncio.timeout(seconds):
                while self.process.returncode is None:
                    self.look()
                    await asyncio.sleep(_LOOK)
        except TimeoutError:
            await self.kill()
            return None
        return self.process.returncode

    def take_home(self) -> None:
        """Copy what it left behind to where it can be looked at, whatever its folder is by now."""
        home = self.folder / "kept"
        shutil.copytree(self.data, home, ignore=shutil.ignore_patterns("ballast"))
        self.data = home

    # -- asked from outside -----------------------------------------------------------------------

    def look(self) -> None:
        """See how much memory it has needed."""
        assert self.process is not None
        with contextlib.suppress(OSError, StopIteration):
            status = Path(f"/proc/{self.process.pid}/status").read_text()
            peak = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
            self.peak_mb = max(self.peak_mb, peak // 1024)

    async def status(self) -> dict[str, Any] | None:
        """What it says of itself; None if it does not."""
        self.look()
        try:
            answer = bytes(await ask_service(self.folder / "ctl", "status", 10.0))
        except ControlError:
            return None
        self.seen["status"] = answer.decode()
        return json.loads(answer)  # type: ignore[no-any-return]

    async def metrics(self) -> None:
        """Look at its metrics."""
        with contextlib.suppress(aiohttp.ClientError, TimeoutError):
            async with (
                aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=10)) as session,
                session.get(f"http://127.0.0.1:{self.port}/metrics") as answer,
            ):
                self.seen["metrics"] = await answer.text()

    async def ctl(self) -> None:
        """Ask it as a person does."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gemp_bot", "serve", "status", "--config", str(self.config), "--json",
            env=self.environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        out, err = await process.communicate()
        self.seen["ctl"] = (out + err).decode()

    async def until(self, key: str, seconds: float = 60.0) -> dict[str, Any]:
        """Wait until its status has something under this key; what it is.

        Raises:
            TimeoutError: that does not come about.
        """
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            status = await self.status()
            if status is not None and status[key]:
                return status
            await asyncio.sleep(_LOOK)
        raise TimeoutError(f"no {key!r} in its status within {seconds:.0f} s")


def unshare_words() -> list[str]:
    """The command that gives a process mounts of its own; empty where there is none."""
    found = shutil.which("unshare")
    if found is None or shutil.which("mount") is None:
        return []
    return [found, "-m"] if os.geteuid() == 0 else [found, "-Urm"]
