"""Who plays on the play page: a session for each browser, known by a random token."""

import asyncio
import secrets
import time
from collections.abc import Callable
from functools import partial
from random import Random

import structlog

from gemp_bot.pages.play_game import PlayError
from gemp_bot.pages.play_kept import KeptGame, KeptGames
from gemp_bot.pages.play_offer import offer_of
from gemp_bot.pages.play_puzzles import Puzzles
from gemp_bot.pages.play_record import PlayRecord
from gemp_bot.pages.play_review import PlayReviews
from gemp_bot.pages.play_session import PlaySession, PlayTools
from gemp_bot.pages.play_view import PlayChoice
from gemp_bot.positions import shipped_positions
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.server.fake import FakeGemp

_log = structlog.stdlib.get_logger(__name__)

_MOST = 8
_IDLE = 30 * 60.0
_SWEEP = 60.0
"""Seconds between two looks for idle sessions."""


class PlaySessions:
    """All sessions of one sandbox, each known by a random token.

    Attributes:
        offer: what can be chosen.
        puzzles: how many there are.
        reviews: of the games that were recorded.
    """

    def __init__(
        self,
        box: Box,
        *,
        chance: Random | None = None,
        most: int = _MOST,
        now: Callable[[], float] = time.monotonic,
        record: PlayRecord | None = None,
        kept: KeptGames | None = None,
    ) -> None:
        puzzles = Puzzles(shipped_positions(), box.catalogue, box.effects)
        self.puzzles = len(puzzles)
        self._tools: PlayTools | None = None
        self._tools_for = partial(
            PlayTools,
            box,
            chance=chance or Random(),  # noqa: S311 - a game, and no secret
            now=now,
            record=record,
            kept=kept,
            puzzles=puzzles,
        )
        self.offer = offer_of(box.decks.values(), box.strategies)
        self._kept, self._now, self._most = kept, now, most
        self.reviews = PlayReviews(box.catalogue, box.effects)
        self._sessions: dict[str, PlaySession] = {}
        self._waiting: list[tuple[KeptGame, list[str]]] = []

    def serve(self, server: FakeGemp) -> None:
        """The sandbox listens: games may begin."""
        self._tools = self._tools_for(server=server)
        self._waiting = [] if self._kept is None else list(self._kept.read())

    def waits(self, token: str) -> bool:
        """Whether the game of a token is one of a sandbox before this one that does not go on yet."""
        return any(game.token == token for game, _ in self._waiting)

    async def resume(self) -> int:
        """Go on with the games that a sandbox before this one kept; gives how many."""
        if self._kept is None or self._tools is None:
            return 0
        while self._waiting and len(self._sessions) < self._most:
            game, answers = self._waiting[0]
            session = PlaySession(self._tools, game.token)
            try:
                await session.resume(game, answers)
            except PlayError as fault:
                _log.warning("game_not_resumed", why=str(fault))
                self._kept.forget(game.name)
                await session.close()
            else:
                self._sessions[game.token] = session
            del self._waiting[0]
        self._waiting.clear()
        return len(self._sessions)

    def find(self, token: str) -> PlaySession | None:
        """The session of a token, which now counts as used; None if there is none."""
        session = self._sessions.get(token)
        if session is not None:
            session.touched = self._now()
        return session

    async def begun(self, first: PlayChoice | int) -> tuple[str, PlaySession]:
        """A new session with its first game or puzzle, and its token.

        Raises:
            PlayError: there are too many, or as of `PlaySession.begin`.
        """
        if len(self._sessions) >= self._most:
            raise PlayError(f"{self._most} browsers play here already: one of them must end first")
        token = secrets.token_urlsafe(24)
        if self._tools is None:
            raise PlayError("the sandbox does not listen yet")
        session = PlaySession(self._tools, token)
        self._sessions[token] = session
        try:
            await (session.show(first) if isinstance(first, int) else session.begin(first))
        except BaseException:
            del self._sessions[token]
            await session.close()
            raise
        return token, session

    async def sweep(self) -> None:
        """End the sessions in which nobody did anything for long: their games are conceded."""
        now = self._now()
        idle = [token for token, session in self._sessions.items() if now - session.touched > _IDLE]
        for token in idle:
            await self._sessions.pop(token).close()

    async def run(self) -> None:
        """Sweep for ever."""
        while True:
            await asyncio.sleep(_SWEEP)
            await self.sweep()

    async def close(self) -> None:
        """End all sessions; what is kept on disk goes on with the next sandbox."""
        sessions, self._sessions = list(self._sessions.values()), {}
        await self.reviews.close()
        await asyncio.gather(*(session.close(keep=True) for session in sessions))
