"""What a judging strategy remembers of one game; each memory is written by events or by the answer given."""

from collections import Counter
from collections.abc import Iterable
from enum import Enum
from math import inf

import msgspec

from gemp_bot.decisions import ActionKind, Option, Question
from gemp_bot.evaluators.location_memory import BattleMemory, DeployMemory, DrainMemory, MoveMemory
from gemp_bot.protocol.enums import Phase
from gemp_bot.protocol.ids import BlueprintId, CardId, PlayerName
from gemp_bot.state import Table
from gemp_bot.valuation.position import Stock


class PhaseChange(Enum):
    """What is different from the last menu of a phase."""

    NONE = "none"
    PHASE = "phase"
    TURN = "turn"


_AFTER_CONTROL = frozenset({Phase.DEPLOY, Phase.BATTLE, Phase.MOVE, Phase.DRAW})


class PhaseMemory:
    """The phase of the last menu of a phase.

    Attributes:
        turn: its turn; 0 before the first one.
        silent_control: this is the first menu of a turn after its control phase, in which none came.
    """

    def __init__(self) -> None:
        self.turn = 0
        self.silent_control = False
        self._past_control = False
        self._entered: tuple[Phase | None, PlayerName | None, int | None] = (None, None, None)
        self._epoch = 0

    def enter(self, table: Table) -> PhaseChange:
        """Take note of the menu of a phase; a snapshot begins one anew: what was done may be taken back."""
        before, epoch = self._entered, self._epoch
        now = self._entered = (table.phase, table.turn_player, table.turn)
        self._epoch, _ = table.mark
        same_turn = now[1:] == before[1:]
        behind = table.phase in _AFTER_CONTROL
        # Where a snapshot begins, nobody knows what menus came before it.
        known = self._epoch == epoch and before[0] is not None
        self.silent_control = behind and known and not (same_turn and self._past_control)
        self._past_control = behind or table.phase is Phase.CONTROL or (same_turn and self._past_control)
        if now == before and self._epoch == epoch:
            return PhaseChange.NONE
        self.turn = table.turn or 0
        return PhaseChange.PHASE if now[1:] == before[1:] else PhaseChange.TURN


_ActionKey = tuple[ActionKind | None, CardId | None, str]
"""An action that is offered again: its kind, its card and its label."""


class ActionMemory:
    """The actions chosen in this phase.

    Args:
        limit: actions in one phase; a phase that takes more runs in a circle.

    Attributes:
        pursued: the action chosen last, until the next menu of a phase; what is asked in between is about it.
    """

    def __init__(self, limit: int) -> None:
        self.pursued: Option | None = None
        self._limit = limit
        self._chosen: set[_ActionKey] = set()
        self._count = 0

    def finish(self) -> None:
        """The action that was carried out is over."""
        self.pursued = None

    def new_phase(self) -> None:
        """Everything is possible again."""
        self._chosen.clear()
        self._count = 0

    def choose(self, option: Option) -> None:
        """An action was chosen from a menu."""
        self.pursued = option
        self._count += 1
        self._chosen.add(_key(option))

    def withdraw(self) -> None:
        """The action that was chosen last is not carried out."""
        self.reopen_pursued()
        self.finish()

    def reopen(self, kinds: Iterable[ActionKind]) -> None:
        """The table has changed: actions of these kinds that led to nothing before may be good now.

        The action that is being carried out is not reopened: were it offered once more, it did not work.
        """
        kept = None if self.pursued is None else _key(self.pursued)
        some = frozenset(kinds)
        self._chosen = {key for key in self._chosen if key[0] not in some or key == kept}

    def reopen_pursued(self) -> None:
        """The action that is being carried out may be chosen again: its target was not offered."""
        if self.pursued is not None:
            self._chosen.discard(_key(self.pursued))

    def tried(self, option: Option) -> bool:
        """Whether this action was chosen in this phase already: what it led to is known."""
        return _key(option) in self._chosen

    @property
    def action_limit_hit(self) -> bool:
        """Whether this phase has seen as many actions as are allowed."""
        return self._count >= self._limit

    @property
    def purpose(self) -> ActionKind | None:
        """What the action does that is being carried out."""
        pursued = self.pursued
        return None if pursued is None or pursued.reading is None else pursued.reading.effect


def _key(option: Option) -> _ActionKey:
    return option.kind, option.card_id, option.text


_CopyKey = tuple[BlueprintId | None, str]
"""An action that is offered again, maybe by another copy of its card: blueprint and label."""


def _copy_key(option: Option) -> _CopyKey:
    return option.blueprint_id, option.text


PATIENCE = 3
"""Turns after which a failed search is worth another try, for each time it failed."""


class SearchMemory:
    """Failed searches."""

    def __init__(self) -> None:
        self._failed: dict[_CopyKey, tuple[int, int, float]] = {}

    def fail(self, pursued: Option | None, turn: int, force: float = inf) -> None:
        """The search that is being carried out found nothing; without an action nothing is learnt.

        Args:
            pursued: the search.
            turn: of the game.
            force: Force there was, if it may have failed for want of more.
        """
        if pursued is not None:
            times = self.failures(pursued) + 1
            self._failed[_copy_key(pursued)] = times, turn + PATIENCE * times, force

    def failures(self, option: Option, force: float = 0.0) -> int:
        """How often a search failed in this game; never where there is more Force than it failed with."""
        found = self._failed.get(_copy_key(option)) if self._failed else None
        return 0 if found is None or force > found[2] else found[0]

    def hopeless(self, option: Option, turn: int, force: float = 0.0) -> bool:
        """Whether a search failed so often, with as much Force, that it is too early for another one."""
        return self.failures(option, force) > 0 and turn < self._failed[_copy_key(option)][1]


class SpendingMemory:
    """The Force that each action used when it was carried out last."""

    def __init__(self) -> None:
        self._running: tuple[_CopyKey, int] | None = None
        self._used: dict[_CopyKey, float] = {}

    def begin(self, option: Option, force: int) -> None:
        """An action was chosen with this Force pile."""
        self._running = _copy_key(option), force

    def withdraw(self) -> None:
        """The action is not carried out."""
        self._running = None

    def finish(self, force: int) -> None:
        """The action is over; this Force pile is left."""
        if self._running is not None:
            key, before = self._running
            self._used[key] = float(max(before - force, 0))
            self._running = None

    def used(self, option: Option) -> float:
        """Force that an action used the last time it was chosen; 0 for one that is new."""
        return self._used.get(_copy_key(option), 0.0)


Standing = tuple[int, frozenset[CardId]]
"""The number of locations, and the cards at them."""
_GivenUpKey = tuple[ActionKind | None, BlueprintId | None, str]


class GivenUpMemory:
    """Actions that led to no target, with the table they were chosen at."""

    def __init__(self) -> None:
        self._at: dict[_GivenUpKey, Standing] = {}

    def give_up(self, pursued: Option, standing: Standing) -> None:
        """The action that is being carried out found no target of use."""
        self._at[_given_up_key(pursued)] = standing

    def in_vain(self, option: Option, standing: Standing) -> bool:
        """Whether this action, of any copy of its card, found no target at the same table."""
        return bool(self._at) and self._at.get(_given_up_key(option)) == standing


def _given_up_key(option: Option) -> _GivenUpKey:
    return option.kind, option.blueprint_id, option.text


MOST_REPEATS = 12
"""Equal questions in a row; an honest one is a loss of many units, one by one."""


class RepeatMemory:
    """The last question, and how often it came in a row."""

    def __init__(self) -> None:
        self._last: Question | None = None
        self._repeats = 0

    def ask(self, question: Question) -> int:
        """Take note of a question. How often it came beyond what is honest; 0 for a normal one."""
        last, self._last = self._last, question
        if last is None or last.decision != question.decision:
            self._repeats = 0
            return 0
        self._repeats += 1
        return max(self._repeats - MOST_REPEATS, 0)


class OfferMemory:
    """The turns in which cards of our hand were offered."""

    def __init__(self) -> None:
        self._turns: dict[CardId, set[int]] = {}

    def offer(self, cards: Iterable[CardId], turn: int) -> None:
        """These cards can be played now."""
        for card in cards:
            self._turns.setdefault(card, set()).add(turn)

    def passed(self, card: CardId | None, turn: int) -> int:
        """In how many turns before this one a card could have been played."""
        found = () if card is None else self._turns.get(card, ())
        return sum(each < turn for each in found)


MOST_LOSSES = 2
"""So often a card is deployed that leaves the table at once."""


class ShortLivedMemory:
    """Cards that were lost by the next menu, by their own text or by the opponent's."""

    def __init__(self) -> None:
        self._deployed: tuple[CardId, BlueprintId, int, int] | None = None
        self._losses = Counter[BlueprintId]()

    def deploy(self, card: CardId, face: BlueprintId, in_play: int, lost: int) -> None:
        """A card of our hand is being deployed.

        Args:
            card: the card.
            face: its blueprint.
            in_play: copies of ours that are in play already.
            lost: cards in our Lost Pile.
        """
        self._deployed = card, face, in_play, lost

    def withdraw(self) -> None:
        """The card is not deployed."""
        self._deployed = None

    def settle(self, hand: Iterable[CardId], in_play: Iterable[BlueprintId | None], lost: int) -> None:
        """The next menu came.

        Args:
            hand: the cards of our hand.
            in_play: the faces of our cards in play.
            lost: cards in our Lost Pile. What went elsewhere, as into the opponent's deck, did what it does.
        """
        done, self._deployed = self._deployed, None
        if done is None:
            return
        card, face, before, lost_before = done
        if lost > lost_before and card not in set(hand) and sum(each == face for each in in_play) <= before:
            self._losses[face] += 1

    def hopeless(self, face: BlueprintId | None) -> bool:
        """Whether a card left the table at once as often as we let it."""
        return face is not None and self._losses[face] >= MOST_LOSSES


class FlipMemory:
    """Objectives of ours that had all they want and did not flip: what is read of their texts is wrong.

    Attributes:
        changes: how often something was learnt.
        in_vain: their titles.
    """

    def __init__(self) -> None:
        self.changes = 0
        self.in_vain = frozenset[str]()
        self._met = frozenset[str]()

    def menu(self, met: Iterable[str], wanting: Iterable[str], *, my_turn: bool, new_turn: bool) -> None:
        """The menu of a phase came: what flips by itself has done so before.

        One that had all at the last menu of a turn of ours, and has not flipped by the next turn, never does.

        Args:
            met: titles of objectives of ours that have all they want, by our count.
            wanting: titles of all that are not flipped.
            my_turn: it is our turn.
            new_turn: the menu is the first one of its turn.
        """
        if new_turn and (failed := self._met.intersection(wanting) - self.in_vain):
            self.in_vain |= failed
            self.changes += 1
        self._met = frozenset(met) if my_turn else frozenset()


_STILL = 6
"""Turns without anything of that after which neither side gets out of it by waiting."""


_WAITING = 0.1
"""What each further turn of waiting costs: the third of them tries a move that loses a little. A guess."""
_MOST_WAITING = 3.0
"""What it costs at most: to lose a few Force is still better than a game that never ends. A guess."""


class StandstillMemory:
    """The turn of the last change of what stands at locations, or of the cards that players can lose.

    Attributes:
        changed: that turn.
    """

    def __init__(self) -> None:
        self._known: tuple[int, frozenset[CardId], int] | None = None
        self.changed = 0

    def observe(self, standing: tuple[int, frozenset[CardId]], cards: int, turn: int) -> None:
        """Take note of the number of locations, the cards at them, and the cards of all piles and hands."""
        known = (*standing, cards)
        if known != self._known:
            self._known, self.changed = known, turn

    def still(self, turn: int) -> bool:
        """Whether nothing has changed for so long that waiting helps nobody."""
        return turn - self.changed >= _STILL

    def price_of_waiting(self, turn: int) -> float:
        """What doing nothing once more costs, in Force, where nothing has changed for long: ever more."""
        return min(_WAITING * max(turn - self.changed - _STILL, 0), _MOST_WAITING)


MOST_ACTIONS = 60
"""Actions in one phase; a phase that takes more runs in a circle."""


class GameMemory(msgspec.Struct, frozen=True, eq=False):
    """The memories of one game; each is written by the events of its own subject."""

    phase: PhaseMemory = msgspec.field(default_factory=PhaseMemory)
    actions: ActionMemory = msgspec.field(default_factory=lambda: ActionMemory(MOST_ACTIONS))
    searches: SearchMemory = msgspec.field(default_factory=SearchMemory)
    repeats: RepeatMemory = msgspec.field(default_factory=RepeatMemory)
    drains: DrainMemory = msgspec.field(default_factory=DrainMemory)
    spending: SpendingMemory = msgspec.field(default_factory=SpendingMemory)
    deploys: DeployMemory = msgspec.field(default_factory=DeployMemory)
    moves: MoveMemory = msgspec.field(default_factory=MoveMemory)
    standstill: StandstillMemory = msgspec.field(default_factory=StandstillMemory)
    battles: BattleMemory = msgspec.field(default_factory=BattleMemory)
    given_up: GivenUpMemory = msgspec.field(default_factory=GivenUpMemory)
    flips: FlipMemory = msgspec.field(default_factory=FlipMemory)
    short_lived: ShortLivedMemory = msgspec.field(default_factory=ShortLivedMemory)
    offers: OfferMemory = msgspec.field(default_factory=OfferMemory)

    def enter(self, table: Table, stock: Stock) -> PhaseChange:
        """A menu of a phase came: the action before it is over, and a new phase makes everything possible."""
        self.actions.finish()
        change = self.phase.enter(table)
        if change is PhaseChange.TURN:
            self.moves.new_turn()
            self.drains.disturb()  # piles are re-circulated between turns
        self.drains.finish(stock, table.turn or 0)
        self.spending.finish(stock.force)
        if change is not PhaseChange.NONE:
            self.actions.new_phase()
            self.deploys.new_phase()
            self.moves.new_phase()
        return change
