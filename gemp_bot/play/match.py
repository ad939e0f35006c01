"""Many games, several at once, each on its own."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import structlog

from gemp_bot.cards.deck import deck_digest
from gemp_bot.decisions import Catalogue
from gemp_bot.journal import Head, JournalWriter
from gemp_bot.journal.lines import FORMAT_VERSION
from gemp_bot.play.game import Game, LogIn
from gemp_bot.play.journals import JournalFolder
from gemp_bot.play.lobby import Lobby, Seat
from gemp_bot.play.outcome import FAULT, GameOutcome, Result
from gemp_bot.play.recorder import Recorder
from gemp_bot.play.settings import PlaySettings
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.ids import GameId
from gemp_bot.strategy import NamedStrategy, Strategy, Thinker
from gemp_bot.strategy.identity import program_digest

MOST_ADOPTED = 8
"""Running games that are adopted: what a server allows at once to an account (PROTOCOL 3.2)."""

_log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played.

    Attributes:
        seat: the games that are wanted.
        games: how many, adopted ones included; 0 for no end.
        parallel: at most so many at once.
        resume: adopt games of the account that run already, first; `MOST_ADOPTED` of them at most.
        seed: of the first game; the next has the next number.
        strategy: makes a strategy of a seed and of the text of our deck (None if it is not known for this
            game), one for each game. If it raises, no further game is begun.
        rule: makes the simple rule asked when a strategy fails; None for none.
        settings: manners and limits of each game.
        bot, deck, server: for the head of the journals: our version, the text of our deck, the address.
        named, opponent_deck: for their digests there: who plays, the text of the opponent's deck; None where
            that is not known.
    """

    seat: Seat
    strategy: Callable[[int, str | None], Strategy]
    rule: Callable[[], Strategy] | None = None
    games: int = 1
    parallel: int = 1
    resume: bool = True
    seed: int = 0
    settings: PlaySettings = field(default_factory=PlaySettings)
    bot: str = "gemp-bot"
    deck: str | None = None
    server: str | None = None
    named: NamedStrategy | None = None
    opponent_deck: str | None = None


class Match:
    """Plays the games of a plan.

    Args:
        client: logged in; its observer must be `recorder.observe`.
        plan: what to play.
        recorder: routes exchanges to journals.
        catalogue: reads the server's English; shared by all games.
        folder: where journals go; None for none.
        log_in: logs the client in again.
        on_begin, on_end: told of each game. What they raise ends no game.

    Attributes:
        outcomes: of the games that are over, in the order they ended.
        trouble: why no further game was begun, None if all were.
    """

    def __init__(
        self,
        client: GempClient,
        plan: Plan,
        *,
        recorder: Recorder,
        catalogue: Catalogue,
        folder: JournalFolder | None,
        log_in: LogIn,
        on_begin: Callable[[GameId, int], None] | None = None,
        on_end: Callable[[GameOutcome], None] | None = None,
    ) -> None:
        self.outcomes: list[GameOutcome] = []
        self.trouble: Exception | None = None
        self._client = client
        self._plan = plan
        self._recorder = recorder
        self._catalogue = catalogue
        self._folder = folder
        self._log_in_once = log_in
        self._logging_in = asyncio.Lock()
        self._logged_in_at = float("-inf")
        self._on_begin = on_begin
        self._on_end = on_end
        patience = None if plan.seat.endless else plan.settings.patience
        self._lobby = Lobby(client, self._log_in, patience)
        self._begun = 0
        self._stopping = False
        self._conceding = False
        self._playing: dict[GameId, Game] = {}
        self._adopted: list[GameId] = []

    def stop(self) -> None:
        """Begin no further game; those that run are played to their end. Waiting for people ends."""
        self._stopping = True
        # Nothing is cancelled: a game that is just being made would be left alone at the table.
        self._lobby.close()

    def concede(self) -> None:
        """Stop, and give up every running game."""
        self.stop()
        self._conceding = True
        for game in self._playing.values():
            game.concede()

    async def run(self) -> list[GameOutcome]:
        """Play all games, or as many as can be begun; see `trouble`."""
        if self._plan.resume:
            running = await self._lobby.running_games()
            self._adopted = list(running[:MOST_ADOPTED])
            if left := len(running) - len(self._adopted):
                why = "a server allows no more at once to an account"
                _log.warning("running_games_left", left=left, first=running[MOST_ADOPTED], why=why)
        # Games that run already cannot wait for each other: their clocks run.
        wanted = min(self._plan.parallel, self._plan.games or self._plan.parallel)
        workers = max(wanted, len(self._adopted))
        async with asyncio.TaskGroup() as group:
            for number in range(workers):
                adopted = self._adopted[number] if number < len(self._adopted) else None
                group.create_task(self._worker(number, adopted), name=f"games {number + 1}")
        return self.outcomes

    async def _worker(self, place: int, adopted: GameId | None) -> None:
        """Play one game after the other. What goes wrong in one ends that one only.

        Args:
            place: which worker this is; one beyond the plan's number only ends what runs already.
            adopted: the game to begin with.
        """
        while adopted is not None or self._wants_more(place):
            number = self._begun
            self._begun += 1
            try:
                # Made before the game is: nobody is left sitting opposite a strategy that cannot be made.
                strategy = self._strategy(number, adopted=adopted is not None)
                game = adopted or await self._lobby.game(self._plan.seat)
            except Exception as fault:  # noqa: BLE001 - the games that run are played to their end
                # The next try would meet the same: no deck, no leave, nobody there, a broken strategy.
                if not self._stopping:
                    self.trouble = fault
                self.stop()
                return
            with structlog.contextvars.bound_contextvars(game=game):
                await self._keep(game, strategy, number, adopted=adopted is not None)
            adopted = None

    def _strategy(self, number: int, *, adopted: bool) -> Strategy:
        """The strategy of a game; the simple rule for one that runs already, if there is no other way."""
        plan = self._plan
        try:
            return plan.strategy(plan.seed + number, None if adopted else plan.deck)
        except Exception as fault:
            if not adopted or plan.rule is None:
                raise
            _log.error("strategy_not_made", why=str(fault), instead=plan.rule().name)
            return plan.rule()

    async def _keep(self, game_id: GameId, strategy: Strategy, number: int, *, adopted: bool) -> None:
        """Play a game, whatever happens, and keep its outcome."""
        try:
            outcome = await self._play(game_id, strategy, number, adopted=adopted)
        except Exception as fault:  # noqa: BLE001 - a bug of ours must not end the other games
            _log.error("game_failed", exc_info=fault)
            told = f"internal error, please report it: {type(fault).__name__}: {fault}"
            outcome = GameOutcome(game_id, Result.ERROR, FAULT, fault=told, adopted=adopted)
        self.outcomes.append(outcome)
        self._tell(self._on_end, outcome)

    def _tell(self, listener: Callable[..., None] | None, *what: object) -> None:
        """Tell somebody; what goes wrong there is no business of the games'."""
        try:
            if listener is not None:
                listener(*what)
        except Exception as fault:  # noqa: BLE001 - see above
            _log.error("listener_failed", exc_info=fault)

    def _wants_more(self, place: int) -> bool:
        # Adopted games count from the start, also those whose worker has not begun yet.
        begun = max(self._begun, len(self._adopted))
        more = not self._plan.games or begun < self._plan.games
        return place < self._plan.parallel and more and not self._stopping

    async def _play(self, game_id: GameId, strategy: Strategy, number: int, *, adopted: bool) -> GameOutcome:
        plan = self._plan
        seed = plan.seed + number
        thinker = Thinker(
            strategy,
            rule=None if plan.rule is None else plan.rule(),
            work=plan.settings.work,
            deadline=plan.settings.deadline,
        )
        game = Game(
            self._client.game(game_id),
            thinker,
            self._catalogue,
            self._recorder,
            log_in=self._log_in,
            settings=plan.settings,
        )
        journal = self._journal(game_id, strategy, seed, adopted=adopted)
        self._playing[game_id] = game
        if self._conceding:
            game.concede()
        self._tell(self._on_begin, game_id, seed)
        try:
            outcome = await game.run()
        finally:
            del self._playing[game_id]
            self._recorder.detach(game_id)
        thinker.report()
        outcome.replaced = thinker.replaced
        outcome.mistakes, outcome.unanswered = dict(thinker.mistakes), dict(thinker.unanswered)
        outcome.journal, outcome.adopted = journal, adopted
        return outcome

    def _journal(self, game_id: GameId, strategy: Strategy, seed: int, *, adopted: bool) -> Path | None:
        if self._folder is None:
            return None
        plan = self._plan
        # The simple rule may play in the place of a strategy that cannot be made.
        named = plan.named if plan.named is not None and plan.named.name == strategy.name else None
        # Whether an adopted game is played with these decks is not known.
        ours, theirs = (None, None) if adopted else (plan.deck, plan.opponent_deck)
        head = Head(
            version=FORMAT_VERSION,
            bot=plan.bot,
            strategy=strategy.name,
            seed=seed,
            budget=plan.settings.work,
            deck=ours,
            deck_name=None if adopted else plan.seat.deck,
            server=plan.server,
            game=game_id,
            previous=self._folder.latest(game_id),
            given=None if named is None else named.given,
            strategy_digest=None if named is None else named.identity.digest,
            program_digest=program_digest(),
            deck_digest=ours and deck_digest(ours),
            opponent_deck_digest=theirs and deck_digest(theirs),
        )
        try:
            journal: JournalWriter = self._folder.new(game_id)
            journal.head(head)
        except OSError as fault:
            # The game is worth more than its record.
            _log.error("journal_not_made", game=game_id, why=fault.strerror or type(fault).__name__)
            return None
        self._recorder.attach(game_id, journal)
        return journal.path

    async def _log_in(self) -> None:
        """Log in once for all games that lost the session together."""
        asked_at = asyncio.get_running_loop().time()
        async with self._logging_in:
            if self._logged_in_at >= asked_at:
                return
            await self._log_in_once()
            self._logged_in_at = asyncio.get_running_loop().time()
