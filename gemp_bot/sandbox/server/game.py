"""One game: who is asked what, who has been told what, and how it ends (PROTOCOL 3.4, 5, 6.11)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import TYPE_CHECKING

from gemp_bot.protocol.decode import GameUpdate
from gemp_bot.protocol.events import AnyEvent, Warned
from gemp_bot.protocol.ids import ChannelNumber, PlayerName
from gemp_bot.sandbox.server import events
from gemp_bot.sandbox.server.channels import Channel, Channels
from gemp_bot.sandbox.server.questions import AnswerCheck, ServedQuestion, pick
from gemp_bot.sandbox.server.steps import (
    Ask,
    CancelGame,
    Clocks,
    Emit,
    End,
    EngineFaultError,
    Pause,
    Restore,
    Script,
    SeatedTable,
    Step,
)

CANCELLED = "Game was cancelled, as requested by all parties."
CANCELLED_IDLE = "Game was cancelled, since not all players performed at least one action."
CANCELLED_ERROR = "Game was canceled due to an error. Please report this error."
REVERTED = "Reverted to previous game state"
_MOST_MINUTES = 24 * 60
_LONG = 10_000_000
"""Seconds on a clock that never runs out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How a table is run (PROTOCOL 9.3)."""

    decision_limit: float = 300.0
    total_seconds: int = 3600
    spectators: bool = True
    cancellable: bool = True
    idle_start: float = 180.0
    """If not both players decided anything and one was asked this long ago, the game is cancelled."""
    bots_take_back: bool = False
    """Whether bots agree when they are asked to take the game back; else their strategies are asked."""

    def private(self) -> "Rules":
        """Give the same rules for a private table: nobody may watch."""
        return replace(self, spectators=False)

    def at_leisure(self) -> "Rules":
        """Give the same rules for a person who plays with a bot: no clock runs out, and bots take back."""
        return replace(
            self,
            decision_limit=inf,
            total_seconds=_LONG,
            idle_start=inf,
            spectators=False,
            bots_take_back=True,
        )


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How a game ended; cancelled games have no winner."""

    winner: str | None = None
    loser: str | None = None
    lost: str = ""
    won: str = ""


class ServedChannel(Channel):
    """A channel with what its client has not been told yet; everything is handed out once."""

    def __init__(self, number: int, now: float) -> None:
        super().__init__(number, now)
        self.queue: list[AnyEvent] = []
        self.warnings: list[AnyEvent] = []

    def take(self) -> list[AnyEvent]:
        """Hand out all news; warnings go last (PROTOCOL 6.4, `W`)."""
        news = self.queue + self.warnings
        self.queue, self.warnings = [], []
        return news


class ServedGame:
    """A game on the server.

    Args:
        players: dark player first.
        bots: those of the players whom the server itself answers for.
        in_process_players: bots that a strategy in this process plays; chance answers for the rest.

    Attributes:
        table: what is shown of it.
        pending: the question each player is asked; kept as it was when the game ends.
        answered: every answer taken, in order: player, question, value. For tests.
        outcome: None while the game runs.
        removed: whether the server has forgotten it (404).
    """

    def __init__(
        self,
        game_id: str,
        players: tuple[str, str],
        script: Script,
        *,
        bots: frozenset[str] = frozenset(),
        in_process_players: frozenset[str] = frozenset(),
        rules: Rules | None = None,
        now: Callable[[], float],
        random: Random,
        on_end: Callable[["ServedGame"], None] = lambda _: None,
    ) -> None:
        self.id = game_id
        self.players = players
        self.bots = bots
        self._by_chance = bots - in_process_players
        self._decided: set[str] = set()
        self.rules = rules or Rules()
        self.pending: dict[str, ServedQuestion] = {}
        self.answered: list[tuple[str, ServedQuestion, str]] = []
        self.outcome: GameEnd | None = None
        self.removed = False
        self.ended_at: float | None = None
        self.channels: Channels[ServedChannel] = Channels(self.rules.decision_limit)
        self.clocks: dict[str, int] = dict.fromkeys(players, self.rules.total_seconds)
        self._now = now
        self._random = random
        self._on_end = on_end
        self._asked_at: dict[str, float] = {}
        self._answers: dict[str, str] = {}
        self._pause: str | None = None
        self._cancels: set[str] = set()
        self._extensions: dict[str, int] = {}
        self._unlimited: set[str] = set()
        self.table, self._play = script.begin(players)
        self._advance(None)

    # -- for clients --------------------------------------------------------------------------

    def may_watch(self, player: str) -> bool:
        """Tell whether this player may open the game."""
        return player in self.players or self.rules.spectators

    def open(self, player: str, *, inside: bool = False) -> GameUpdate:
        """Open a new channel and give the whole game (PROTOCOL 5.2); no number is used up `inside`."""
        self.tick()
        channel = ServedChannel(0 if inside else self.channels.next_number(), self._now())
        self.channels.open(player, channel)
        found: list[AnyEvent] = self.table.snapshot(player)
        if player in self.pending:
            found.append(self.pending[player].event(player))
        return self._told(channel, found, snapshot=True)

    def resume(self, player: str) -> None:
        """Let news come in that came by themselves, now that this player polls."""
        self.tick()
        if self._pause == player and self.outcome is None:
            self._pause = None
            self._advance({})

    def update(self, channel: ServedChannel) -> GameUpdate:
        """Give everything new on a channel."""
        return self._told(channel, channel.take(), snapshot=False)

    def answer(
        self, player: str, decision_id: int, value: str | None, *, reject: bool = False
    ) -> AnswerCheck | None:
        """Take an answer as PROTOCOL 5.3 says, and tell what became of it; None if it was ignored.

        `reject` plays a server that takes a legal answer for a wrong one.
        """
        self.tick()
        question = self.pending.get(player)
        if question is None or decision_id != 1 or self.outcome is not None:
            return None
        verdict = AnswerCheck.REJECTED if reject else question.judge(value)
        if verdict is AnswerCheck.FATAL:
            self._end(GameEnd(), CANCELLED_ERROR)
        elif verdict is AnswerCheck.REJECTED:
            self._tell(player, question.event(player), events.warning(question.complaint()))
        else:
            self._take(player, question, value or "", growing=verdict is AnswerCheck.GROWING)
        return verdict

    def concede(self, player: str) -> None:
        """Lose by conceding; without effect for anybody else and after the end."""
        if player in self.players:
            self._lose(player, "Conceded", "Opponent conceded")

    def cancel(self, player: str) -> None:
        """Ask for the game to be cancelled: at once against a bot, else when both asked."""
        if player not in self.players:
            return
        if not self.rules.cancellable:
            self._tell(player, events.warning("You can't cancel this game"))
        self._cancels |= {player} | self.bots
        if self._cancels >= set(self.players):
            self._end(GameEnd(), CANCELLED)

    def extend(self, player: str, minutes: int) -> None:
        """Ask for more time: the smaller wish is granted once both asked; bots never ask.

        What is no time that anybody can mean is no wish, and the player is warned.
        """
        if not 1 <= minutes <= _MOST_MINUTES:
            wrong = f"You can't extend the game timer by {minutes} minutes, only by 1 to {_MOST_MINUTES}"
            self._tell(player, events.warning(wrong))
            return
        if player in self.players:
            self._extensions[player] = self._extensions.get(player, 0) + minutes
        if len(self._extensions) == len(self.players):
            seconds = 60 * min(self._extensions.values())
            self.clocks = {name: left + seconds for name, left in self.clocks.items()}
            self._extensions = {}

    def disable_action_timer(self, player: str) -> None:
        """Ask for the limit of a single decision to be lifted: it is when both asked."""
        if player in self.players:
            self._unlimited.add(player)

    def card_info(self, card_id: str) -> str | None:
        """Give the HTML about a card, empty if there is none; None for an id that breaks the server."""
        if card_id.startswith("extra") or card_id == "anim":
            return ""
        if not card_id.lstrip("-").isdecimal():
            return None
        return self.table.card_page(int(card_id))

    def description(self) -> str:
        """Give the `statusDescription` of a running game: both life forces once play has begun."""
        if not any(line.message.startswith("Start of ") for line in self.table.messages):
            return "Preparation"
        life = [
            str(zones.reserve_deck + zones.force_pile + zones.used_pile)
            for zones in self.table.statistics.player_zones
        ]
        return f"Life Force: {', '.join(life)}"

    # -- time ---------------------------------------------------------------------------------

    def tick(self) -> None:
        """Apply what time alone does; called before everything else instead of once a second."""
        now = self._now()
        for player, since in list(self._asked_at.items()):
            waited = now - since
            limited = not self._unlimited >= set(self.players)
            idle = self._decided | self.bots != set(self.players)
            if self.outcome is not None:
                return
            if idle and waited > self.rules.idle_start:
                self._end(GameEnd(), CANCELLED_IDLE)
            elif limited and waited > self.rules.decision_limit:
                self._lose(player, "Decision timeout", "Opponent decision timeout")
            elif self.clocks[player] - int(waited) < 0:
                self._lose(player, "Ran out of time", "Opponent ran out of time")

    def _left(self) -> dict[PlayerName, int]:
        now = self._now() if self.ended_at is None else self.ended_at
        asked = self._asked_at
        return {
            PlayerName(name): left - int(now - asked[name]) if name in asked else left
            for name, left in self.clocks.items()
        }

    # -- the script ---------------------------------------------------------------------------

    def _take(self, player: str, question: ServedQuestion, value: str, *, growing: bool) -> None:
        self.answered.append((player, question, value))
        self._decided.add(player)
        self.clocks[player] -= int(self._now() - self._asked_at.pop(player))
        del self.pending[player]
        if growing:
            self._ask({player: question.grown(value)})
            return
        self._answers[player] = value
        if not self.pending:
            answers, self._answers = self._answers, {}
            self._advance(answers)

    def _advance(self, answers: dict[str, str] | None) -> None:
        """Run the script until somebody has to decide."""
        reply = answers
        while self.outcome is None:
            try:
                step = next(self._play) if reply is None else self._play.send(reply)
            except StopIteration:
                self._end(GameEnd())
                return
            except EngineFaultError:
                self._end(GameEnd(), CANCELLED_ERROR)
                return
            self._do(step)
            if self.pending or self._pause is not None:
                return
            reply, self._answers = self._answers, {}

    def _do(self, step: Step) -> None:
        match step:
            case Emit(found, None):
                self._emit(*found)
            case Emit(found, str(player)):
                self._tell(player, *found)
            case Ask(questions, after):
                self._ask(questions)
                self._emit(*after)
            case Restore(table):
                self._restore(table)
            case Clocks(seconds):
                self.clocks = dict(seconds)
            case Pause(player):
                self._pause = player
            case End(loser, lost, won, silent):
                self._lose(loser, lost, won, silent=silent)
            case CancelGame(message):
                self._end(GameEnd(), message)

    def _ask(self, questions: Mapping[str, ServedQuestion]) -> None:
        for player, question in questions.items():
            if player in self._by_chance:
                self._answers[player] = pick(question, self._random)
                continue
            self.pending[player] = question
            self._asked_at[player] = self._now()
            self._tell(player, question.event(player))

    def _restore(self, table: SeatedTable) -> None:
        line = events.message(REVERTED)
        self.table = table
        table.apply(line)
        for player, channel in self.channels:
            channel.queue += [line, *table.snapshot(player, again=True)]
            channel.wake()

    # -- telling ------------------------------------------------------------------------------

    def _emit(self, *found: AnyEvent) -> None:
        channels = list(self.channels) if found else ()
        for event in found:
            for player, channel in channels:
                seen = self.table.seen_by(player, event)
                if seen is not None:
                    channel.queue.append(seen)
            self.table.apply(event)
        for _, channel in channels:
            if channel.queue:
                channel.wake()

    def _tell(self, player: str, *found: AnyEvent) -> None:
        for name, channel in self.channels:
            if name == player:
                for event in found:
                    (channel.warnings if isinstance(event, Warned) else channel.queue).append(event)
                channel.wake()
        for event in found:
            self.table.apply(event)

    def _told(self, channel: ServedChannel, found: list[AnyEvent], *, snapshot: bool) -> GameUpdate:
        return GameUpdate(snapshot, ChannelNumber(channel.number), tuple(found), self._left())

    # -- the end ------------------------------------------------------------------------------

    def _lose(self, loser: str, lost: str, won: str, *, silent: bool = False) -> None:
        dark, light = self.players
        winner = light if loser == dark else dark
        lines = (f"{loser} lost due to: {lost}", f"{winner} is the winner due to: {won}")
        self._end(GameEnd(winner, loser, lost, won), *(() if silent else lines))

    def _end(self, outcome: GameEnd, *lines: str) -> None:
        if self.outcome is not None:
            return
        self._emit(*(events.message(line) for line in lines))
        self.outcome = outcome
        self.ended_at = self._now()
        for _, channel in self.channels:
            channel.wake()
        self._on_end(self)


if not TYPE_CHECKING:  # else every name would be one, and none be checked

    def __getattr__(name: str) -> object:
        """Name the new name of what docs/sandbox.md showed until 0.2; until 0.4."""
        if name == "Game":
            raise ImportError(f"{__name__}.Game is called ServedGame")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
