"""One game from its id to its outcome: its strategy, its journal, its manners."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

import structlog

from gemp_bot.decisions import Catalogue, Question
from gemp_bot.errors import contained
from gemp_bot.journal import Head
from gemp_bot.journal.folder import JournalFolder
from gemp_bot.journal.reader import FORMAT_VERSION
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.entries import PooledDeck, StrategyPlayer
from gemp_bot.play.game import LogIn, OwnGame
from gemp_bot.play.hall_watch import HallWatch
from gemp_bot.play.matchmaking import EntrySearch
from gemp_bot.play.outcome import FAULT, GameOutcome, Incident, IncidentKind, Result, continued
from gemp_bot.play.timing import Clock, PlaySettings
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.ids import GameId, PlayerName
from gemp_bot.strategy import NamedStrategy, Strategy, StrategyRunner, Thought
from gemp_bot.strategy.identity import program_digest


async def beside(
    doing: Awaitable[None], tell: Callable[[Exception], object], seconds: float | None = None
) -> None:
    """Do something that is no business of the games'.

    Args:
        doing: what is done.
        tell: told what it failed at.
        seconds: after which it is given up, which is a failure; None for never.
    """
    with contained(tell):
        async with asyncio.timeout(seconds):
            await doing


_log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Assignment:
    """A game that is to be played.

    Attributes:
        player: whose strategy it is.
        seed: of the strategy.
        entry: name of the entry it came from; "" where that is not known.
        deck, opponent_deck: what is played; None where it is not known.
        adopted: the game ran already.
        seats: who sits at the table, ourselves included, as far as the hall tells.
        waited: seconds from when we opened its table until the game began; None for a game that we joined,
            that was adopted, or that needs no opponent to come.
    """

    game: GameId
    player: StrategyPlayer
    strategy: Strategy
    seed: int
    entry: str = ""
    deck: PooledDeck | None = None
    opponent_deck: PooledDeck | None = None
    adopted: bool = False
    seats: tuple[PlayerName, ...] = ()
    waited: float | None = None

    @property
    def named(self) -> NamedStrategy | None:
        """Its strategy with digests; None where they are not wanted, and for the simple rule in its place."""
        named = self.player.named
        return None if named is None or named.name != self.strategy.name else named


class Attendant(Protocol):
    """What is done beside one game: talk, metrics. Nothing of it ever holds the game up."""

    async def attend(self) -> None:
        """Run beside the game, from its begin until it is over; cancelled then."""

    async def farewell(self, outcome: GameOutcome) -> None:
        """Last things, once the game is over; given up after `FAREWELL` seconds."""


Attend = Callable[[OwnGame, Assignment], Attendant]
"""Makes the attendant of a game."""
FAREWELL = 15.0


@dataclass(slots=True)
class GameRunner:
    """Plays games of one account; any number of them at once.

    Attributes:
        client: logged in; its observer must be `recorder.observe`.
        recorder: routes exchanges to journals.
        catalogue: reads the server's English; shared by all games.
        log_in: logs the client in again.
        folder: where journals go; None for none.
        rule: makes the simple rule asked when a strategy fails; None for none.
        settings: manners and limits of each game.
        bot, server: for the head of the journals.
        attend: makes what runs beside each game; None for nothing.
        on_thought: told what came of each question, of all games; None for nobody.
        before: what came of a game until a journal of it was begun, by those that it continues; None if it
            continues none. Takes long, and is called in a thread.
        remembered: name and digest of our deck in a game that runs already, where no journal tells.
        on_incident: told at once of what went wrong in a game; it must not raise.
        playing: the games that run.
        conceding: every game is given up.
    """

    client: GempClient
    recorder: Recorder
    catalogue: Catalogue
    log_in: LogIn
    folder: JournalFolder | None = None
    rule: Callable[[], Strategy] | None = None
    settings: PlaySettings = field(default_factory=PlaySettings)
    bot: str = "gemp-bot"
    server: str | None = None
    attend: Attend | None = None
    on_thought: Callable[[Question, Thought], None] | None = None
    before: Callable[[Path], GameOutcome | None] = lambda _: None
    remembered: Callable[[GameId], tuple[str, str | None] | None] = lambda _: None
    on_incident: Callable[[IncidentKind], None] = lambda _: None
    playing: dict[GameId, OwnGame] = field(default_factory=dict)
    conceding: bool = False

    def concede(self) -> None:
        """Give up every game, those that begin from now on as well."""
        self.conceding = True
        for game in self.playing.values():
            game.concede()

    def known_deck(self, game: GameId, decks: Iterable[PooledDeck] = ()) -> PooledDeck | None:
        """Our deck in a game that runs already, from the journal of an earlier run; None if unknown.

        Args:
            game: which game.
            decks: those of which only a name must be known.
        """
        head = None if self.folder is None else self.folder.latest_head(game)
        if head is not None and head.deck is not None and head.deck_name is not None:
            return PooledDeck(head.deck_name, text=head.deck, start=head.deck_start or "")
        known = self.remembered(game)
        if known is None:
            return None
        name, digest = known
        same = (deck for deck in decks if deck.name == name and deck.digest == digest)
        return next(same, PooledDeck(name))

    async def play(self, assignment: Assignment) -> GameOutcome:
        """Play a game to its end. Whatever happens is in the outcome."""
        try:
            return await self._play(assignment)
        except Exception as fault:  # noqa: BLE001 - a bug of ours must not end the other games
            _log.error("game_failed", exc_info=fault)
            told = f"internal error, please report it: {type(fault).__name__}: {fault}"
            incident = Incident(IncidentKind.OWN_FAULT, told, Clock().wall())
            self.on_incident(IncidentKind.OWN_FAULT)
            return _of(
                assignment,
                GameOutcome(assignment.game, Result.ERROR, FAULT, fault=told, incidents=(incident,)),
            )

    async def _play(self, assignment: Assignment) -> GameOutcome:
        game_id = assignment.game
        strategy_runner = StrategyRunner(
            assignment.strategy,
            rule=None if self.rule is None else self.rule(),
            work=self.settings.work,
            deadline=self.settings.deadline,
            on_thought=self.on_thought,
        )
        game = OwnGame(
            self.client.game(game_id),
            strategy_runner,
            self.catalogue,
            self.recorder,
            log_in=self.log_in,
            settings=self.settings,
            on_incident=self.on_incident,
        )
        journal = self._journal(assignment)
        self.playing[game_id] = game
        if self.conceding:
            game.concede()
        attendant = None if self.attend is None else self.attend(game, assignment)
        task = (
            None if attendant is None else asyncio.create_task(beside(attendant.attend(), _attendant_failed))
        )
        try:
            outcome = await game.run()
        finally:
            del self.playing[game_id]
            self.recorder.detach(game_id)
            if task is not None:
                task.cancel()
                await asyncio.wait([task])
        await strategy_runner.end_in_time(game.table)
        strategy_runner.report()
        outcome = replace(
            _of(assignment, outcome),
            replaced=strategy_runner.replaced,
            mistakes=dict(strategy_runner.mistakes),
            unanswered=dict(strategy_runner.unanswered),
            step_counts=dict(strategy_runner.step_counts),
            journal=journal,
        )
        if attendant is not None:
            await beside(attendant.farewell(outcome), _attendant_failed, FAREWELL)
        if journal is not None and assignment.adopted:
            before = await asyncio.to_thread(self.before, journal)
            if before is not None:
                outcome = continued(before, outcome)
        return outcome

    def _journal(self, assignment: Assignment) -> Path | None:
        """Begin a journal; a game is worth more than its record."""
        if self.folder is None:
            return None
        game_id, deck, theirs = assignment.game, assignment.deck, assignment.opponent_deck
        named = assignment.named
        # Ids come again (those of a sandbox with the same seed do): only a game that ran already goes on.
        previous = self.folder.latest(game_id) if assignment.adopted else None
        head = Head(
            version=FORMAT_VERSION,
            bot=self.bot,
            strategy=assignment.strategy.name,
            seed=assignment.seed,
            budget=self.settings.work,
            deck=None if deck is None else deck.text,
            deck_name=None if deck is None else deck.name,
            deck_start=None if deck is None else deck.start or None,
            server=self.server,
            game=game_id,
            previous=previous,
            given=None if named is None else named.given,
            strategy_digest=None if named is None else named.identity.digest,
            program_digest=program_digest(),
            deck_digest=None if deck is None else deck.digest,
            opponent_deck_digest=None if theirs is None else theirs.digest,
        )
        try:
            journal = self.folder.begin(game_id, head)
        except OSError as fault:
            self.recorder.lost += 1
            _log.error("journal_not_made", why=fault.strerror or type(fault).__name__)
            return None
        self.recorder.attach(game_id, journal)
        return journal.path


def _of(assignment: Assignment, outcome: GameOutcome) -> GameOutcome:
    """An outcome with what was to be played."""
    deck, theirs = assignment.deck, assignment.opponent_deck
    return replace(
        outcome,
        adopted=assignment.adopted,
        deck=None if deck is None else deck.name,
        opponent_deck=None if theirs is None else theirs.name,
        seed=assignment.seed,
    )


def _attendant_failed(fault: Exception) -> None:
    _log.error("attendant_failed", exc_info=fault)


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

    def begin(self, group: asyncio.TaskGroup, assignment: Assignment, search: EntrySearch) -> None:
        """Play a game, as a task of the group."""
        game = assignment.game
        self.adoption.took(game)
        self.begun_at = asyncio.get_running_loop().time()
        # An adopted game is of no entry; over all entries it counts.
        search.games += not assignment.adopted
        self.running[game] = assignment
        group.create_task(self._play(assignment, search), name=f"game {game}")

    async def _play(self, assignment: Assignment, search: EntrySearch) -> None:
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
    with contained(lambda fault: _log.error("listener_failed", exc_info=fault)):
        if listener is not None:
            listener(*what)
