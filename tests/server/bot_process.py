"""`gemp-bot play` as a process of its own, the way a user runs it."""

import asyncio
import json
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from setup_server import Bot

import gemp_bot

_PACKAGE_ROOT = str(Path(gemp_bot.__file__).resolve().parent.parent)
_ALARMS = (
    "Traceback",
    "own_fault",
    "strategy_failed",
    "rule_failed",
    "answer_refused",
    "unknown_event",
    "unknown_decision",
    "journal_lost",
    "never retrieved",
    "internal_error",
    "internal error",
)
"""Words in the log of a run that ought not to be there."""


@dataclass(slots=True)
class Run:
    """One process, from its start to its end.

    Attributes:
        code: exit code; negative for a signal; None if it was killed because it took too long.
        games: the objects of `--json`; empty if there was no result.
    """

    words: tuple[str, ...]
    code: int | None = None
    games: list[dict[str, Any]] = field(default_factory=list)
    log: str = ""

    @property
    def alarms(self) -> list[str]:
        """Lines of the log that tell of a fault of our own."""
        return [line for line in self.log.splitlines() if any(word in line for word in _ALARMS)]

    @property
    def begun(self) -> list[str]:
        """The games it said it plays."""
        lines = (line.split() for line in self.log.splitlines() if line.startswith("gemp-bot: game "))
        return [words[2].rstrip(",") for words in lines if "seed" in words]

    @property
    def last_line(self) -> str:
        """What it said last."""
        lines = self.log.strip().splitlines()
        return lines[-1] if lines else ""


class BotProcess:
    """One process.

    Args:
        folder: working directory; journals go into `journals` below it.
    """

    def __init__(self, url: str, bot: Bot, folder: Path, *words: str) -> None:
        self.run = Run(words)
        self._url = url
        self._bot = bot
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it."""
        self._folder.mkdir(parents=True, exist_ok=True)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GEMP_BOT_")}
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "gemp_bot",
            "play",
            "--server",
            self._url,
            "--user",
            self._bot.name,
            "--record",
            "journals",
            "--json",
            *self.run.words,
            cwd=self._folder,
            env=kept
            | {
                "PYTHONPATH": _PACKAGE_ROOT,
                "GEMP_BOT_PASSWORD": self._bot.password,
                "GEMP_BOT_SERVER__ALLOW_PUBLIC_HOST": str(os.environ.get("ALLOW_PUBLIC") == "1").lower(),
                "GEMP_BOT_SERVER__CONTACT": os.environ.get("CONTACT", ""),
                "GEMP_BOT_LOG__LEVEL": "warning",
            },
            # Ctrl-C is for the checks, which end their processes themselves.
            start_new_session=True,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )

    def kill(self) -> bool:
        """Kill it as nobody can prevent (SIGKILL).

        Returns:
            Whether it was still there.
        """
        if self._process is None or self._process.returncode is not None:
            return False
        self._process.kill()
        return True

    async def end(self, patience: float) -> Run:
        """Wait for its end; after so many seconds it is killed."""
        assert self._process is not None
        whole = asyncio.ensure_future(self._process.communicate())
        try:
            in_time, _ = await asyncio.wait({whole}, timeout=patience)
        finally:
            if not whole.done():
                self.kill()
        out, log = await whole
        self.run.log = log.decode(errors="replace")
        if in_time:
            self.run.code = self._process.returncode
        else:
            self.run.log += f"\ncheck-server: no end within {patience:g} s"
        lines = out.decode().strip().splitlines()
        if lines:
            self.run.games = json.loads(lines[-1])["games"]
        with (self._folder / "log.txt").open("a", encoding="utf-8") as file:
            file.write(self.run.log)
        return self.run


async def run_bot(url: str, bot: Bot, folder: Path, *words: str, patience: float = 1800.0) -> Run:
    """Start it and wait for its end."""
    process = BotProcess(url, bot, folder, *words)
    await process.start()
    return await process.end(patience)
