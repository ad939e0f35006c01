"""A player inside the server's process: he is told the events of his own channel, and knows nothing else.

It is the client of `playVsAi` tables and of games of ours against ours without a network. He is given the
typed events that a client would decode from the wire, so that a strategy plays here as it plays anywhere.
Only where somebody observes him they go through the bytes, which are what is observed.

    player = InProcessPlayer(game, "alice", StrategyRunner(strategy), Catalogue.load())
    while player.step():
        ...

`play_out([dark, light])` plays a game between two such players to its end.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence

from gemp_bot.decisions import Catalogue, PromptKind, Question, ResultKind, ask
from gemp_bot.protocol.decode import GameDecoder, GameUpdate
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.sandbox.server.event_xml import update_node
from gemp_bot.sandbox.server.game import ServedChannel, ServedGame
from gemp_bot.sandbox.server.xml import document
from gemp_bot.state import Table
from gemp_bot.strategy import Fallback, StrategyRunner, Thought, Verdict

Observer = Callable[[Exchange], None]
"""Told of each exchange as a client of HTTP would have had it; a journal takes them."""
Listener = Callable[[Question, Thought], None]
"""Told of each question with what was thought about it, before the answer goes out."""

_OK = 200


class InProcessPlayer:
    """Plays one seat of one game, step by step.

    Args:
        strategy_runner: answers the questions; one for each game.
        observe: told of each exchange; None for nobody. With it everything goes through the bytes.
        listen: told of each thought; None for nobody.

    Attributes:
        table: the table as this player may know it.
        decoder: reads the bytes where there are any, and counts what it did not know.
        decisions: questions answered. choices: those with two or more legal answers.
        choice_kinds: how many of these there were of each kind.
        warnings: answers the server refused.
        fallbacks: answers that were not the strategy's own, by the way out that was taken.
        decide_seconds: how long the strategy took, one entry a choice.
    """

    def __init__(
        self,
        game: ServedGame,
        player: str,
        strategy_runner: StrategyRunner,
        catalogue: Catalogue,
        *,
        observe: Observer | None = None,
        listen: Listener | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game = game
        self.player = player
        self.table = Table()
        self.decoder = GameDecoder()
        self.decisions = self.choices = self.warnings = 0
        self.choice_kinds: Counter[str] = Counter()
        self.fallbacks: Counter[Fallback] = Counter()
        self.decide_seconds: list[float] = []
        self._runner = strategy_runner
        self._catalogue = catalogue
        self._observe = observe
        self._listen = listen
        self._clock = clock
        self._channel: ServedChannel | None = None
        self._refused: frozenset[str] = frozenset()
        self._last = ""

    @property
    def due(self) -> bool:
        """Whether this player is asked something and the game runs."""
        return self.game.outcome is None and self.player in self.game.pending

    def step(self) -> bool:
        """Answer what is asked; False if nothing is."""
        if not self.due:
            return False
        self.catch_up()
        asked = self.table.asked
        assert asked is not None, "who is asked has been told so"  # noqa: S101
        question = ask(asked, self.table.face_of, self._catalogue)
        thought = self._polite(question) or self._runner.think_now(self.table, question, self._refused)
        if self._listen is not None:
            self._listen(question, thought)
        self.decisions += 1
        self.choices += question.is_choice
        self.choice_kinds[question.kind.value] += question.is_choice
        if question.is_choice:
            self.decide_seconds.append(thought.seconds)
        if thought.fallback is not None:
            self.fallbacks[thought.fallback] += 1
        self._last = question.wire_of(thought.verdict.answer)
        self.table.answered()
        began = self._clock()
        self.game.answer(self.player, asked.id, self._last)
        if self._observe is not None or self._news or self.table.warning is not None:
            self._hear(began, {"decisionId": str(asked.id), "decisionValue": self._last})
        return True

    @property
    def _news(self) -> bool:
        """Whether there is anything he was not told yet."""
        return self._channel is not None and bool(self._channel.queue or self._channel.warnings)

    def _polite(self, question: Question) -> Thought | None:
        """Agree to take the game back, where the rules of the table want it; None for all other questions."""
        if question.kind is not PromptKind.ALLOW_REVERT or not self.game.rules.bots_take_back:
            return None
        agreed = question.result(ResultKind.YES)
        return None if agreed is None else Thought(Verdict(question.choose(agreed)))

    def catch_up(self) -> None:
        """Take everything that was told meanwhile; the first time, the whole game."""
        if self._channel is None:
            began = self._clock()
            update = self.game.open(self.player, inside=True)
            self._channel = next(channel for name, channel in self.game.channels if name == self.player)
            self._take(update, "GET", {}, began)
        elif self._news:
            self._hear(self._clock(), {})

    def _hear(self, began: float, form: dict[str, str]) -> None:
        """Take what is new on the channel, as the answer to a call."""
        assert self._channel is not None, "opened before"  # noqa: S101
        update = self.game.update(self._channel)
        self._take(update, "POST", {"channelNumber": str(self._channel.number)} | form, began)

    def _take(self, update: GameUpdate, method: str, form: dict[str, str], began: float) -> None:
        if self._observe is not None:
            body = document(update_node(update))
            now = self._clock()
            path, spent = f"/game/{self.game.id}", (now - began) * 1000
            self._observe(Exchange(method, path, form, _OK, round(spent, 3), body.decode(), now))
            update = self.decoder.decode(body)
        self.table.apply(update)
        if self.table.ending is not None:
            self._runner.end(self.table)
        if self.table.warning is None:
            self._refused = frozenset()
        else:
            self.warnings += 1
            self._refused |= {self._last}


def play_out(players: Sequence[InProcessPlayer], check: Callable[[], None] = lambda: None) -> None:
    """Let players play until none of them is asked anything: the game is over, or somebody else's turn.

    Each is told the end, too. `check` is called after each round; what it raises ends the game.
    """
    while any([player.step() for player in players]):  # noqa: C419 - each of them steps
        check()
    for player in players:
        player.catch_up()
    check()
