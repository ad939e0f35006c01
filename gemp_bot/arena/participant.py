"""Somebody who plays games under one account: a strategy in this process, or a program of its own."""

import asyncio
import contextlib
import json
import signal
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import msgspec
import structlog

from gemp_bot.arena.programs import Program
from gemp_bot.arena.record import no_game
from gemp_bot.arena.spec import SpecError, changed_meanwhile
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.journal.folder import JournalFolder
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.entries import StrategyPlayer
from gemp_bot.play.hall_watch import HallWatch
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.play.supervisor import Match, MatchPlan, WantedGame
from gemp_bot.play.timing import PlaySettings
from gemp_bot.protocol.account import Account
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.errors import GempError
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.strategy import NamedStrategy, make_strategy

_log = structlog.stdlib.get_logger(__name__)


class Login(msgspec.Struct, frozen=True):
    """An account and its password, which is shown nowhere.

    Attributes:
        password_file: where the password is from, for programs of their own.
    """

    user: str
    password: str
    password_file: Path

    def __repr__(self) -> str:
        return f"Login({self.user})"


class Participant(Protocol):
    """Plays one game at a time."""

    @property
    def version(self) -> str:
        """Which program, of which revision."""

    async def play(self, wanted: WantedGame, decks: tuple[str, str], seed: int) -> GameOutcome:
        """Take a seat and play to the end; `decks`, ours and the opponent's, are for the journal."""

    def stop(self) -> None:
        """Wait for no opponent any longer."""

    def concede(self) -> None:
        """Give up the game that runs."""


@dataclass(slots=True)
class LoggedInAccount:
    """An account that is logged in; it may sit at one table at a time.

    Attributes:
        recorder: the observer of the client.
    """

    login: Login
    client: GempClient
    recorder: Recorder

    @classmethod
    async def enter(cls, login: Login, server: str, stack: AsyncExitStack) -> "LoggedInAccount":
        """Log in, and give up what an earlier run left behind.

        Raises:
            GempError: the server does not let us in.
        """
        recorder = Recorder()
        client = GempClient(ClientSettings(url=server), observer=recorder.observe)
        account = cls(login, await stack.enter_async_context(client), recorder)
        await account.log_in()
        watch = HallWatch(client, account.log_in)
        await watch.open()
        for game in sorted(watch.running):
            _log.warning("old_game_conceded", user=login.user, game=game)
            try:
                await client.game(game).concede()
            except GempError as fault:
                _log.warning("old_game_left_alone", game=game, why=str(fault))
        return account

    async def log_in(self) -> Account:
        """Log in, also once more."""
        return await self.client.login(self.login.user, self.login.password)


@dataclass(slots=True, eq=False)
class InsideParticipant:
    """A strategy of this program."""

    account: LoggedInAccount
    strategy: NamedStrategy
    version: str
    server: str
    catalogue: Catalogue
    index: CardIndex
    journals: Path | None = None
    _match: Match | None = field(default=None, init=False)

    async def play(self, wanted: WantedGame, decks: tuple[str, str], seed: int) -> GameOutcome:
        """See `Participant.play`."""
        plan = MatchPlan(
            wanted=wanted,
            player=StrategyPlayer(partial(self.strategy.make, index=self.index), self.strategy),
            rule=lambda: make_strategy("steady", 0),
            resume=False,
            seed=seed,
            settings=PlaySettings(),
            bot=self.version,
            deck=decks[0],
            opponent_deck=decks[1],
            server=self.server,
        )
        match = self._match = Match(
            self.account.client,
            plan,
            recorder=self.account.recorder,
            catalogue=self.catalogue,
            folder=None if self.journals is None else JournalFolder(self.journals),
            log_in=self.account.log_in,
        )
        try:
            outcomes = await match.run()
        finally:
            self._match = None
        if not outcomes:
            # Without trouble we were told to wait no longer: the other side knows why.
            fault = None if match.trouble is None else str(match.trouble)
            return no_game(fault)
        return outcomes[0]

    def stop(self) -> None:
        """See `Participant.stop`."""
        if self._match is not None:
            self._match.stop()

    def concede(self) -> None:
        """See `Participant.concede`."""
        if self._match is not None:
            self._match.concede()


@dataclass(slots=True, eq=False)
class OutsideParticipant:
    """See `Participant`. The program logs in by itself, with the password file of the account.

    Attributes:
        folder: where it runs; there is no configuration of ours.
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
    """Read what a program printed: the last line of its stdout is the object of docs/json.md."""
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
