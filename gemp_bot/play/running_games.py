"""The games of an account that run, each a task of its own."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from gemp_bot.play.adoption import Adoption
from gemp_bot.play.outcome import GameOutcome, Result
from gemp_bot.play.runner import Assignment, GameRunner
from gemp_bot.play.search import Search
from gemp_bot.protocol.ids import GameId

_log = structlog.stdlib.get_logger(__name__)


@dataclass(slots=True)
class RunningGames:
    """Plays games beside each other.

    Attributes:
        runner: plays one game.
        adoption: is told which games are played here, and how they end.
        look_again: whether a game that was given up is looked for later.
        on_begin, on_end: told of each game. What they raise ends no game.
        on_change: called when a game has ended.
        running: the games that run.
        begun_at: when the last one began. idle_since: when the last one ended. Seconds of the event loop.
    """

    runner: GameRunner
    adoption: Adoption
    look_again: bool
    on_begin: Callable[[Assignment], None] | None
    on_end: Callable[[Assignment, GameOutcome], None] | None
    on_change: Callable[[], None]
    running: dict[GameId, Assignment] = field(default_factory=dict)
    begun_at: float = float("-inf")
    idle_since: float = 0.0

    def begin(self, group: asyncio.TaskGroup, assignment: Assignment, search: Search) -> None:
        """Play a game, as a task of the group."""
        game = assignment.game
        self.adoption.took(game)
        self.begun_at = asyncio.get_running_loop().time()
        # An adopted game is of no entry; over all entries it counts.
        search.games += not assignment.adopted
        self.running[game] = assignment
        group.create_task(self._play(assignment, search), name=f"game {game}")

    async def _play(self, assignment: Assignment, search: Search) -> None:
        """Play a game; its fault ends nothing else."""
        loop = asyncio.get_running_loop()
        try:
            with structlog.contextvars.bound_contextvars(game=assignment.game):
                _tell(self.on_begin, assignment)
                outcome = await self.runner.play(assignment)
                _tell(self.on_end, assignment, outcome)
            if outcome.result is Result.UNFINISHED and self.look_again:
                self.adoption.gave_up(assignment.game, loop.time())
            else:
                self.adoption.over(assignment.game)
        finally:
            del self.running[assignment.game]
            search.games -= not assignment.adopted
            self.idle_since = loop.time()
            self.on_change()


def _tell(listener: Callable[..., None] | None, *what: object) -> None:
    """Tell a listener; what goes wrong there does not concern the games."""
    try:
        if listener is not None:
            listener(*what)
    except Exception as fault:  # noqa: BLE001 - see above
        _log.error("listener_failed", exc_info=fault)
