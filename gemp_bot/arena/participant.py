"""Somebody who plays games under one account; here: a strategy of this program, in this process."""

from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Protocol

import msgspec
import structlog

from gemp_bot.arena.record import no_game
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.play import (
    GameOutcome,
    HallWatch,
    JournalFolder,
    Match,
    MatchPlan,
    PlaySettings,
    Recorder,
    WantedGame,
)
from gemp_bot.play.entries import Player
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
        """Take a seat and play to the end.

        Args:
            wanted: the game.
            decks: the texts of our deck and of the opponent's, for the journal.
            seed: of our randomness.
        """

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
    """A strategy of this program.

    Attributes:
        strategy: who plays.
        version: of this program.
        catalogue, index: what all games share.
        journals: where the games are recorded; None for nowhere.
    """

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
            player=Player(partial(self.strategy.make, index=self.index), self.strategy),
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
