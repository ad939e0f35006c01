"""A player that is a program of its own: `gemp-bot play`, one run a game."""

import asyncio
import contextlib
import json
import signal
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from gemp_bot.arena.errors import SpecError, changed_meanwhile
from gemp_bot.arena.participant import Login
from gemp_bot.arena.programs import Program
from gemp_bot.arena.record import no_game
from gemp_bot.play import GameOutcome, WantedGame


@dataclass(slots=True, eq=False)
class OutsideParticipant:
    """See `Participant`. The program logs in by itself, with the password file of the account.

    Attributes:
        folder: where it runs; there is no configuration of ours.
        journals: where it records; None for nowhere.
    """

    program: Program
    login: Login
    server: str
    folder: Path
    journals: Path | None = None
    _process: asyncio.subprocess.Process | None = field(default=None, init=False)

    @property
    def version(self) -> str:
        """See `Participant.version`."""
        return self.program.version

    async def play(self, wanted: WantedGame, decks: tuple[str, str], seed: int) -> GameOutcome:  # noqa: ARG002 - it asks
        """See `Participant.play`."""
        # Each game is a new process, which reads everything anew.
        try:
            changes = await asyncio.to_thread(self.program.changes)
        except SpecError as fault:
            changes = [str(fault)]
        if changes:
            return no_game(changed_meanwhile(changes))
        process = self._process = await asyncio.create_subprocess_exec(
            *self.program.command(*self._words(wanted, seed)),
            env=self.program.environment,
            cwd=self.folder,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            # Ctrl-C on the terminal is for the arena alone, which lets games end.
            start_new_session=True,
        )
        try:
            told, said = await process.communicate()
        finally:
            self._process = None
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        return outcome_of(told.decode("utf-8", "replace"), said.decode("utf-8", "replace"))

    def stop(self) -> None:
        """See `Participant.stop`."""
        self._interrupt()

    def concede(self) -> None:
        """See `Participant.concede`."""
        # The first interrupt ends after the running game, the second concedes it.
        self._interrupt()
        asyncio.get_running_loop().call_later(0.5, self._interrupt)

    def _interrupt(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGINT)

    def _words(self, wanted: WantedGame, seed: int) -> list[str]:
        words = ["play", "--json", "--games", "1", "--server", self.server]
        words += ["--user", self.login.user, "--password-file", str(self.login.password_file)]
        words += ["--format", wanted.format_code, "--deck", wanted.deck, "--strategy", self.program.strategy]
        words += ["--seed", str(seed), "--wait", f"{wanted.wait:g}"]
        words += ["--record", "" if self.journals is None else str(self.journals.absolute())]
        if wanted.library:
            words.append("--library")
        if self.program.no_resume:
            words.append("--no-resume")
        if wanted.skill is not None:
            words += ["--versus", f"ai:{wanted.skill}", "--opponent-deck", wanted.opponent_deck]
            if wanted.opponent_own:
                words.append("--opponent-own")
        elif wanted.join is not None:
            words += ["--versus", f"join:{wanted.join}"]
        else:
            words += ["--versus", "table", *(("--private", wanted.private_for) if wanted.private_for else ())]
        return words


def outcome_of(told: str, said: str) -> GameOutcome:
    """Read what a program printed.

    Args:
        told: its stdout, whose last line is the object of docs/json.md.
        said: its stderr.
    """
    lines = told.strip().splitlines()
    try:
        games = json.loads(lines[-1])["games"] if lines else []
    except (ValueError, KeyError, TypeError):
        games = []
    if not games:
        reasons = [line for line in said.strip().splitlines() if line.startswith("gemp-bot: ")]
        return no_game(reasons[-1].removeprefix("gemp-bot: ") if reasons else "the program told nothing")
    game: Mapping[str, Any] = games[0]
    known = {key: value for key, value in game.items() if value is not None}
    try:
        return msgspec.convert(known | {"game": known.get("game_id", "")}, GameOutcome, dec_hook=_made)
    except msgspec.ValidationError as fault:
        return no_game(f"the program's answer is not understood: {fault}")


def _made(kind: type, value: object) -> object:
    """What is no plain value: a path."""
    return kind(value)
