"""Games of one kind, so many of them: what `gemp-bot play` and the arena play."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from gemp_bot.decisions import Catalogue
from gemp_bot.play.accounts import SharedLogIn
from gemp_bot.play.entries import AiEntry, DeckPool, Entry, HostEntry, JoinEntry, Limits, Player, PooledDeck
from gemp_bot.play.game import LogIn
from gemp_bot.play.hall_watch import HallWatch
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.play.recorder import JournalFolder, Recorder
from gemp_bot.play.runner import Assignment, GameRunner
from gemp_bot.play.settings import PlaySettings
from gemp_bot.play.supervisor import Supervisor
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import AiSkill
from gemp_bot.protocol.ids import GameId, PlayerName
from gemp_bot.strategy import Strategy


@dataclass(frozen=True, slots=True)
class WantedGame:
    """The game that is wanted.

    Attributes:
        format_code, deck, library: what we play; see `HallCalls.create_table`.
        start: the card id of the starting location the deck's owner wishes for; empty for no wish.
        skill: the server AI to play against; None for a person.
        opponent_deck, opponent_own: the AI's deck.
        join: the player whose table to join; None to open a table of our own.
        private_for: the only player who may join our table.
        description: shown beside our table.
        wait: seconds to wait for a person; 0 for ever.
    """

    format_code: str
    deck: str
    library: bool = False
    start: str = ""
    skill: AiSkill | None = None
    opponent_deck: str = ""
    opponent_own: bool = False
    join: PlayerName | None = None
    private_for: PlayerName | None = None
    description: str = ""
    wait: float = 0.0

    def entry(self, player: Player, deck: str | None, opponent_deck: str | None, at_once: int) -> Entry:
        """The entry of a supervisor that finds such games.

        Args:
            player: plays them.
            deck: the text of our deck; None if it is not known.
            opponent_deck: the text of the opponent's.
            at_once: games at once.
        """
        decks = DeckPool((PooledDeck(self.deck, self.library, text=deck, start=self.start),))
        if self.skill is not None:
            theirs = DeckPool((PooledDeck(self.opponent_deck, not self.opponent_own, text=opponent_deck),))
            return AiEntry(
                name="play", player=player, decks=decks, format_code=self.format_code, at_once=at_once,
                skill=self.skill, opponent_decks=theirs,
            )  # fmt: skip
        if self.join is not None:
            return JoinEntry(
                name="play", player=player, decks=decks, format_code="", at_once=at_once, wait=self.wait,
                players=frozenset({self.join}),
            )  # fmt: skip
        invited = () if self.private_for is None else (self.private_for,)
        return HostEntry(
            name="play", player=player, decks=decks, format_code=self.format_code, at_once=at_once,
            wait=self.wait, description=self.description, private_for=invited,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """What is to be played.

    Attributes:
        wanted: the games that are wanted.
        games: how many, adopted ones included; 0 for no end.
        parallel: at most so many at once.
        resume: adopt games of the account that run already, first; as many as a server allows at once.
        seed: of the first game; the next has the next number.
        player: who plays; if its strategy cannot be made, no further game is begun.
        rule: makes the simple rule asked when a strategy fails; None for none.
        settings: manners and limits of each game.
        bot, deck, server: for the head of the journals: our version, the text of our deck, the address.
        opponent_deck: the text of the opponent's deck, for its digest there; None where it is not known.
        before, remembered: of games that are adopted, see `GameRunner`.
    """

    wanted: WantedGame
    player: Player
    rule: Callable[[], Strategy] | None = None
    games: int = 1
    parallel: int = 1
    resume: bool = True
    seed: int = 0
    settings: PlaySettings = field(default_factory=PlaySettings)
    bot: str = "gemp-bot"
    deck: str | None = None
    server: str | None = None
    opponent_deck: str | None = None
    before: Callable[[Path], GameOutcome | None] = lambda _: None
    remembered: Callable[[GameId], tuple[str, str | None] | None] = lambda _: None


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
    """

    def __init__(
        self,
        client: GempClient,
        plan: MatchPlan,
        *,
        recorder: Recorder,
        catalogue: Catalogue,
        folder: JournalFolder | None,
        log_in: LogIn,
        on_begin: Callable[[Assignment], None] | None = None,
        on_end: Callable[[Assignment, GameOutcome], None] | None = None,
    ) -> None:
        self.outcomes: list[GameOutcome] = []
        self._on_end = on_end
        self._log_in = SharedLogIn(log_in)
        runner = GameRunner(
            client, recorder, catalogue, self._log_in, folder, plan.rule, plan.settings, plan.bot,
            plan.server, before=plan.before, remembered=plan.remembered,
        )  # fmt: skip
        entry = plan.wanted.entry(plan.player, plan.deck, plan.opponent_deck, plan.parallel)
        endless = plan.wanted.skill is None and not plan.wanted.wait
        watch = HallWatch(
            client,
            self._log_in,
            patience=None if endless else plan.settings.patience,
            on_change=self._changed,
        )
        limits = Limits(plan.games, plan.parallel, plan.resume, strict=True, seed=plan.seed)
        self._supervisor = Supervisor(runner, watch, [entry], limits, on_begin=on_begin, on_end=self._ended)

    @property
    def trouble(self) -> Exception | None:
        """Why no further game was begun; None if all were."""
        return self._supervisor.trouble

    def stop(self) -> None:
        """Begin no further game; those that run are played to their end. Waiting for people ends."""
        self._supervisor.finish()

    def concede(self) -> None:
        """Stop, and give up every running game."""
        self._supervisor.concede()

    async def run(self) -> list[GameOutcome]:
        """Play all games, or as many as can be begun; see `trouble`."""
        await self._supervisor.run()
        return self.outcomes

    def _changed(self) -> None:
        self._supervisor.wake()

    def _ended(self, assignment: Assignment, outcome: GameOutcome) -> None:
        self.outcomes.append(outcome)
        if self._on_end is not None:
            self._on_end(assignment, outcome)
