"""The games of an account that run, each a task of its own."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from gemp_bot.play.hall_watch import HallWatch
from gemp_bot.play.outcome import GameOutcome, Result
from gemp_bot.play.runner import Assignment, GameRunner
from gemp_bot.play.search import Search
from gemp_bot.protocol.ids import GameId

_log = structlog.stdlib.get_logger(__name__)

_UNKNOWN = 10.0
"""Seconds in which the hall tells to which table a new game belongs."""
_FIRST_PAUSE, _LONGEST_PAUSE = 60.0, 3600.0
"""Seconds after which a game that was given up is looked for, the first time and at most."""


@dataclass(slots=True)
class _Again:
    """A game that was given up.

    Attributes:
        due: when the hall is asked for it.
        pause: how long that takes, the next time.
        asked: openings of the hall when it was asked; None before.
    """

    due: float
    pause: float
    asked: int | None = None


class Adoption:
    """Which games are to be played on.

    Args:
        watch: the hall.
        most: games of before that are adopted at most: what a server allows an account at once.
    """

    def __init__(self, watch: HallWatch, most: int) -> None:
        self._watch = watch
        self._most = most
        self._known: set[GameId] = set()
        self._strangers: dict[GameId, float] = {}
        self._again: dict[GameId, _Again] = {}
        self._looked = False

    def begin(self, *, resume: bool) -> None:
        """Look for the first time: leave games that ran before us alone, all or more than we may have."""
        if self._looked:
            return
        self._looked = True
        running = sorted(self._watch.running)
        left = running[self._most if resume else 0 :]
        if left and resume:
            why = "a server allows no more at once to an account"
            _log.warning("running_games_left", left=len(left), first=left[0], why=why)
        self._known.update(left)

    def knows(self, game: GameId) -> bool:
        """Whether it runs here, is over, or is left alone."""
        return game in self._known

    def due(self, now: float, *, busy: bool, running: int) -> list[GameId]:
        """The games to play on now.

        Args:
            now: of the event loop.
            busy: a table is just being made or joined: a new game may belong to it.
            running: games of the account that are played already.
        """
        self._look_again(now)
        new = self._watch.running - self._known
        self._strangers = {game: self._strangers.get(game, now) for game in new}
        due = [game for game, since in self._strangers.items() if not busy or now - since >= _UNKNOWN]
        return due[: max(0, self._most - running)]

    def took(self, game: GameId) -> None:
        """It is played here from now on."""
        self._known.add(game)
        self._strangers.pop(game, None)

    def over(self, game: GameId) -> None:
        """It has ended."""
        self._again.pop(game, None)

    def gave_up(self, game: GameId, now: float) -> None:
        """It was given up, as the server was gone or forgot it: see later whether it runs after all."""
        before = self._again.get(game)
        pause = _FIRST_PAUSE if before is None else min(2 * before.pause, _LONGEST_PAUSE)
        self._again[game] = _Again(now + pause, pause)
        self._watch.running.discard(game)

    @property
    def needs_hall(self) -> bool:
        """Whether the hall is to tell something."""
        return bool(self._strangers) or any(again.asked is not None for again in self._again.values())

    @property
    def undecided(self) -> bool:
        """Whether there are games of which it is not known yet where they belong."""
        return bool(self._strangers)

    @property
    def times(self) -> list[float]:
        """When there is something to look for."""
        return [again.due for again in self._again.values() if again.asked is None]

    def _look_again(self, now: float) -> None:
        """Ask the hall for what was given up, and see what it says."""
        for game, again in tuple(self._again.items()):
            if again.asked is None:
                if again.due <= now:
                    # What it told so far may be older than the game's end.
                    again.asked = self._watch.openings
                    self._watch.doubt()
            elif self._watch.openings > again.asked:
                again.asked = None
                again.due = float("inf")  # played on, or gone for good
                if game in self._watch.running:
                    self._known.discard(game)
                else:
                    del self._again[game]


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
