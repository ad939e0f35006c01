"""The turns of a recorded game as its player saw them begin, each in an outline."""

import msgspec

from gemp_bot.decisions import ActionKind, PromptKind, Question
from gemp_bot.evaluators.card_sources import CardSources
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.memory import GameMemory
from gemp_bot.evaluators.table_reader import TableReader
from gemp_bot.protocol.decode import GameUpdate
from gemp_bot.protocol.events import AnyEvent, Message, PhaseChanged, Statistics, TurnChanged
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.replay.relive import AnswerStatus, RelivedExchange
from gemp_bot.search.effort import Effort
from gemp_bot.state import Table
from gemp_bot.strategy.judged.memory_writer import note_question
from gemp_bot.valuation.features import Outline
from gemp_bot.valuation.weights import Capabilities, Weights

_Key = tuple[int, PlayerName | None]
"""A turn: its number, and whose it is."""


class TurnStart(msgspec.Struct, frozen=True):
    """A turn as it begins: before its player activates Force.

    Attributes:
        question: number of the first question of the game that was asked after it.
        outline: the position.
    """

    question: int
    outline: Outline


class TurnStarts:
    """Notes the position at the start of each turn of one game, as the player of the recording knows it.

    Feed it with the steps of `replay.Relive`, or with what these hold.

    Args:
        cards: what may be known of cards.

    Attributes:
        memory: what a player would remember of the game so far.
        table: the table after the last step. Read it only.
        reader: the table in numbers, as it was when the last question was asked or the last turn began.
    """

    def __init__(self, cards: CardSources) -> None:
        self._cards = cards
        self.table = Table()
        self.memory = memory = GameMemory()
        self._weights, self._capabilities = Weights(), Capabilities()
        self.reader = TableReader(self._weights, self._capabilities, cards, memory)
        self._began: dict[_Key, TurnStart] = {}
        self._before: Outline | None = None
        self._asked: Question | None = None
        self._number = 0

    @property
    def turns(self) -> tuple[TurnStart, ...]:
        """The turns that began and were not taken back, in order."""
        return tuple(self._began.values())

    def step(self, step: RelivedExchange) -> None:
        """Take one step of a recorded game."""
        if step.answer is not None and step.posted not in (AnswerStatus.REFUSED, AnswerStatus.DOUBLE):
            self._answered(step.answer)
        if step.update is not None:
            self._update(step.update)
        if step.question is not None:
            self._number = step.number
            self._ask(step.question)

    # -- what the server told -----------------------------------------------------------------------

    def _update(self, update: GameUpdate) -> None:
        if update.snapshot:
            self.table = Table()
            self.table.apply(update)
            self._take_back()
            return
        for event in update.events:
            if isinstance(event, TurnChanged) and self._began:
                self._before = self._outline()
            self.table.apply_event(event)
            self._look_for_turn(event)
        self.table.apply(GameUpdate(update.snapshot, update.channel, (), update.clocks))

    def _look_for_turn(self, event: AnyEvent) -> None:
        """Note a turn once its number is told; that happens after it was told whose it is."""
        table = self.table
        if table.turn is None or not isinstance(event, Message | PhaseChanged | Statistics):
            return
        if not self._began and not isinstance(event, Statistics):
            return  # the hands of the first turn are drawn, and not counted yet
        key = table.turn, table.turn_player
        if key in self._began or self._stale(key):
            return
        before, self._before = self._before or self._outline(), None
        if before is not None:
            outline = msgspec.structs.replace(before, turn=table.turn, my_turn=table.is_my_turn)
            self._began[key] = TurnStart(self._number + 1, outline)

    def _stale(self, key: _Key) -> bool:
        """Whether the number is still that of the player whose turn it was before."""
        number, player = key
        last = next((each for each, whose in reversed(self._began) if whose == player), 0)
        return bool(self._began) and number < last

    def _take_back(self) -> None:
        """Forget the turns that begin after the one that goes on now."""
        now = self.table.turn, self.table.turn_player
        keys = list(self._began)
        if now in keys:
            for later in keys[keys.index(now) + 1 :]:
                del self._began[later]
        elif self.table.turn is None:
            self._began.clear()

    def _outline(self) -> Outline | None:
        if self.table.statistics is None:
            return None
        self.reader.observe(self.table)
        return self.reader.outline

    # -- what we did --------------------------------------------------------------------------------

    def _ask(self, question: Question) -> None:
        self._asked = question
        self.reader.observe(self.table)
        note_question(
            DecisionContext(
                self.table, question, self.memory, self.reader, self._cards,
                self._weights, self._capabilities, Effort(), lambda _: False,
            )
        )  # fmt: skip

    def _answered(self, wire: str) -> None:
        self.table.answered()
        question, self._asked = self._asked, None
        if question is None or question.kind not in _MENUS:
            return
        option = next((each for each in question.options if each.key == wire), None)
        if option is None:
            return
        self.memory.actions.choose(option)
        self.memory.drains.disturb()
        if option.kind is ActionKind.FORCE_DRAIN and option.card_id is not None:
            told = self.reader.told_drain_cost(option.card_id)
            self.memory.drains.begin(option.card_id, self.reader.stock, told)


_MENUS = frozenset({PromptKind.PHASE_ACTION, PromptKind.OPTIONAL_RESPONSES, PromptKind.WEAPONS_SEGMENT})
