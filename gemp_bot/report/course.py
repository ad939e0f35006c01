"""The course of a game: how each turn began, what took Force from both players, the luck of destinies."""

from collections.abc import Iterable

import msgspec

from gemp_bot.cards import CardIndex
from gemp_bot.cards.deck import known_cards
from gemp_bot.decisions import ActionKind, Question
from gemp_bot.decisions.kinds import MENUS
from gemp_bot.evaluators.card_sources import CardSources
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.memory import GameMemory
from gemp_bot.evaluators.table_reader import TableReader
from gemp_bot.inference import CardKnowledge
from gemp_bot.inference.luck import DESTINY_FORCE, DrawnCards
from gemp_bot.inference.odds import Destinies
from gemp_bot.inference.visible_cards import face
from gemp_bot.protocol.decode import GameUpdate
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.events import AnyEvent, Message, PhaseChanged, Statistics, TurnChanged
from gemp_bot.protocol.ids import BlueprintId, PlayerName
from gemp_bot.replay.relive import AnswerStatus, RelivedExchange
from gemp_bot.report.story_lines import counted
from gemp_bot.search.effort import Effort
from gemp_bot.state import Table
from gemp_bot.strategy.judged.memory_writer import note_question
from gemp_bot.valuation.features import Outline
from gemp_bot.valuation.weights import Capabilities, Weights
from gemp_bot.view.model import Deed, DeedKind, Frame
from gemp_bot.view.watcher import GameMoment


class Losses(msgspec.Struct, frozen=True):
    """Force that a player lost, by its cause.

    Attributes:
        battles: Force lost as battle damage; cards that were forfeited are not counted.
        other: to texts of cards, by choice, and what cannot be told.
    """

    drains: float = 0.0
    battles: float = 0.0
    other: float = 0.0

    @property
    def all(self) -> float:
        """To all causes."""
        return self.drains + self.battles + self.other

    def __add__(self, more: "Losses") -> "Losses":
        return Losses(self.drains + more.drains, self.battles + more.battles, self.other + more.other)


class TurnLosses(msgspec.Struct, frozen=True):
    """What both players lost in a turn.

    Attributes:
        turn: number of the player's own turn. whose: the player.
    """

    turn: int
    whose: Side
    dark: Losses
    light: Losses

    def of(self, side: Side) -> Losses:
        """What a player lost in it."""
        return self.dark if side is Side.DARK else self.light


def losses_of(deeds: Iterable[Deed], side: Side) -> Losses:
    """What a player lost by what came about."""
    lost = drains = battles = 0.0
    for deed in deeds:
        if deed.kind is DeedKind.LOST and deed.side is side:
            lost += deed.amount or 0
        elif deed.kind is DeedKind.DRAINED and deed.side is side.other:
            drains += deed.amount or 0
        elif deed.kind is DeedKind.BATTLE_ENDED and deed.battle is not None:
            battles += (deed.battle.dark if side is Side.DARK else deed.battle.light).lost
    return Losses(drains, battles, max(lost - drains - battles, 0.0))


class GameLuck(msgspec.Struct, frozen=True):
    """The luck of a game."""

    side: Side
    ours: DrawnCards
    theirs: DrawnCards

    @property
    def force(self) -> float:
        """About what our luck less theirs was worth to us, in life force at the end."""
        return DESTINY_FORCE * (self.ours.luck - self.theirs.luck)

    def __str__(self) -> str:
        if not self.ours.cards and not self.theirs.cards:
            return "Luck of destinies: none was drawn."
        side = self.side.value.capitalize()
        ours, theirs = _told(self.side, self.ours), _told(self.side.other, self.theirs)
        return (
            f"Luck of destinies, beyond what was to be expected: {ours}, {theirs}; together about "
            f"{self.force:+.1f} Force for {side}."
        )


class LuckReader:
    """Reads the luck of one game, of what a `JournalWatcher` makes of its recording."""

    def __init__(self, index: CardIndex) -> None:
        self._index = index
        self._known: CardKnowledge | None = None
        self._destinies = {side: Destinies(index, side) for side in Side}
        self._means: dict[Side, float | None] = {}
        self._frames: dict[int, dict[Side, DrawnCards]] = {}

    def take(self, moment: GameMoment) -> None:
        """Take a moment: the destinies that were drawn, and what is known after it."""
        table, head = moment.table, moment.head
        if self._known is None:
            self._known = CardKnowledge(self._index, known_cards(None if head is None else head.deck))
        for frame in moment.frames:
            if frame.index not in self._frames:
                self._frames[frame.index] = self._drawn(frame.deeds)
        self._known.observe(table, moment.step.question)
        if table.my_side is not None:
            for side in Side:
                self._means[side] = self._known.mean_destiny(own=side is table.my_side)

    def luck(self, side: Side | None, frames: Iterable[Frame]) -> GameLuck | None:
        """The luck of the frames that were not taken back; None without a side."""
        if side is None:
            return None
        found = dict.fromkeys(Side, DrawnCards())
        for frame in frames:
            if not frame.taken_back:
                for drawer, draws in self._frames.get(frame.index, {}).items():
                    found[drawer] += draws
        return GameLuck(side, found[side], found[side.other])

    def _drawn(self, deeds: Iterable[Deed]) -> dict[Side, DrawnCards]:
        found = dict.fromkeys(Side, DrawnCards())
        for deed in deeds:
            mean = None if deed.side is None else self._means.get(deed.side)
            if deed.kind is DeedKind.DESTINY and deed.side is not None and deed.cards and mean is not None:
                value = self._destinies[deed.side].value(face(BlueprintId(deed.cards[0].blueprint)))
                if value is not None:
                    found[deed.side] += DrawnCards(1, value, mean)
        return found


def _told(side: Side, draws: DrawnCards) -> str:
    """`Light +1.9 in 3 draws`."""
    name = side.value.capitalize()
    if not draws.cards:
        return f"{name} drew none"
    return f"{name} {draws.luck:+.1f} in {counted(draws.cards, 'draw')}"


_Key = tuple[int, PlayerName | None]
"""A turn: its number, and whose it is."""


class TurnStart(msgspec.Struct, frozen=True):
    """A turn as it begins: before its player activates Force.

    Attributes:
        question: number of the first question of the game that was asked after it.
    """

    question: int
    outline: Outline


class TurnStarts:
    """Notes the position at the start of each turn of one game, as the player of the recording knows it.

    Feed it with the steps of `replay.Relive`, or with what these hold.

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
        if question is None or question.kind not in MENUS:
            return
        option = next((each for each in question.options if each.key == wire), None)
        if option is None:
            return
        self.memory.actions.choose(option)
        self.memory.drains.disturb()
        if option.kind is ActionKind.FORCE_DRAIN and option.card_id is not None:
            told = self.reader.told_drain_cost(option.card_id)
            self.memory.drains.begin(option.card_id, self.reader.stock, told)
