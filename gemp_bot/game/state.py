"""The game as it really is: the board with every card of both decks, and what the turn and the battle are at.

Only the functions here move cards, and each move is told by a `CardMoved`. The top of a pile is the end of
its cards.
"""

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field, fields
from functools import partial
from random import Random
from typing import Any, ParamSpec, Self

from gemp_bot.board.board import Board
from gemp_bot.board.card import AttachedAs, CardInPlay
from gemp_bot.board.card_facts import CardFacts
from gemp_bot.board.location import Location
from gemp_bot.game.game_events import CardFlipped, CardMoved, Happened, Recirculated, Shuffled
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.generation import Entitlement
from gemp_bot.rules.piles import Piles, life_force
from gemp_bot.rules.pipeline import ActionContext

P = ParamSpec("P")


def _none() -> dict[Side, Any]:
    return {Side.DARK: 0, Side.LIGHT: 0}


@dataclass(slots=True, eq=False)
class BattleState:
    """A battle that is going on.

    Attributes:
        number: of the game, from 1. initiator: who began it.
        cards: who takes part. destiny: total battle destiny of each side; None for no draw completed.
        draws: battle destinies each side may still draw.
        power: total power once it is totalled.
        attrition, damage: what is left to satisfy, for each side.
        added: battle destinies that actions add. most: to how many they limit them; none for no limit.
        least: how many a side draws where there would be fewer. more_destiny: what is added to their total.
        bonus: what they add to total power. more_attrition: what they add to the attrition against a side.
        to_power, to_attrition: destinies that are drawn for these. canceled: the battle ends at once.
        shots: how often each weapon was fired.
    """

    number: int
    location: Location
    initiator: Side
    cards: list[CardInPlay]
    destiny: dict[Side, float | None] = field(default_factory=partial(dict.fromkeys, Side))
    draws: dict[Side, int] = field(default_factory=_none)
    power: dict[Side, float] = field(default_factory=dict)
    attrition: dict[Side, float] = field(default_factory=_none)
    damage: dict[Side, float] = field(default_factory=_none)
    added: dict[Side, int] = field(default_factory=_none)
    most: dict[Side, int] = field(default_factory=dict)
    bonus: dict[Side, float] = field(default_factory=_none)
    more_attrition: dict[Side, float] = field(default_factory=_none)
    more_destiny: dict[Side, float] = field(default_factory=_none)
    least: dict[Side, int] = field(default_factory=_none)
    to_power: dict[Side, int] = field(default_factory=_none)
    to_attrition: dict[Side, int] = field(default_factory=_none)
    canceled: bool = False
    shots: dict[CardId, int] = field(default_factory=dict)

    def of(self, side: Side) -> list[CardInPlay]:
        """The cards of a side that still take part."""
        return [card for card in self.cards if card.side is side and card.location is self.location]

    def copy(self, board: Board) -> "BattleState":
        """The same battle on a copy of its board."""
        new = copy(self)
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, dict):
                setattr(new, each.name, dict(value))
        new.location = board.locations[self.location.column]
        new.cards = [board.known[card.id] for card in self.cards]
        return new


class State:
    """The game.

    Args:
        board: with every card of both decks in the Reserve Decks.
        seed: of all chance.

    Attributes:
        board: the board as it truly is. The hand among its `cards` is that of the player whose turn it is.
        turn: turns of both players so far. turns: those of each.
        phase: the phase. acting: who has its next menu. passes: passes in a row before that menu.
        taken: actions of the phase so far.
        battle: the battle that is going on. battles: how many there were.
        marks: what was done this turn that may not be done again (rules 4, 14, 23).
        entitlement: what may be activated this turn, and what was.
        fought: ids of the locations at which there was a battle this turn.
        used: uses of actions of cards, each with its period, until that is over.
        settled: version of the board at which texts last looked at it by themselves.
        stacks: any card was ever stacked on another.
        starting: by side the id of the location it began with, where it did.
        opening_hands: cards of the opening hands, where texts say so.
        seed, shuffles: the chance of each shuffle is made of the seed and of how many were before it.
        news: what came about since somebody last took it; None if nobody wants to know.
    """

    def __init__(self, board: Board, seed: int = 0) -> None:
        self.board = board
        self.seed = seed
        self.shuffles = 0
        self.turn = 0
        self.turns: dict[Side, int] = {Side.DARK: 0, Side.LIGHT: 0}
        self.phase = Phase.PLAY_STARTING_CARDS
        self.acting = Side.DARK
        self.passes = self.taken = 0
        self.battle: BattleState | None = None
        self.battles = 0
        self.marks = ActionContext()
        self.entitlement = Entitlement(0)
        self.fought: set[int] = set()
        self.used: tuple[tuple[str, str, str], ...] = ()
        self.settled = -1
        self.opening_hands: dict[Side, int] = {}
        self.stacks = False
        self.starting: dict[Side, int] = {}
        self.news: list[Happened] | None = []

    def copy(self) -> Self:
        """Another state that is equal, and shares nothing with this one that can change."""
        new = copy(self)
        new.board = self.board.copy()
        new.turns, new.fought = dict(self.turns), set(self.fought)
        new.opening_hands, new.starting = dict(self.opening_hands), dict(self.starting)
        new.news = None if self.news is None else list(self.news)
        new.battle = None if self.battle is None else self.battle.copy(new.board)
        return new

    # -- reading ----------------------------------------------------------------------------------

    @property
    def active(self) -> Side:
        """Whose turn it is; the Dark player's before the first."""
        return self.board.turn or Side.DARK

    @property
    def cards(self) -> Mapping[CardId, CardInPlay]:
        """Every card of both decks, by id."""
        return self.board.known

    @property
    def locations(self) -> tuple[Location, ...]:
        """The locations, left to right."""
        return self.board.locations

    def card(self, number: int) -> CardInPlay:
        """The card of an id."""
        return self.board.known[CardId(number)]

    def pile(self, side: Side, zone: Zone) -> tuple[CardInPlay, ...]:
        """The cards of a pile, hand or unresolved destiny draw; the last one is on top."""
        return self.board.piles[side][zone].cards

    def hand(self, side: Side) -> tuple[CardInPlay, ...]:
        """The cards in a hand."""
        return self.board.piles[side][Zone.HAND].cards

    def force(self, side: Side) -> int:
        """How much Force a player can use."""
        return self.board.piles[side][Zone.FORCE_PILE].size

    def sizes(self, side: Side) -> Piles:
        """How many cards lie where."""
        reserve, force, used, lost, hand, unresolved = self.board.piles[side].values()  # in the order of HELD
        return Piles(
            hand=len(hand.cards),
            reserve=len(reserve.cards),
            force=len(force.cards),
            used=len(used.cards),
            lost=len(lost.cards),
            unresolved=len(unresolved.cards),
        )

    def life(self, side: Side) -> int:
        """Life force (rules 3)."""
        return life_force(self.sizes(side))

    def at_table(self, side: Side | None = None) -> list[CardInPlay]:
        """Every character, vehicle, starship, weapon and device on table, of one side or of both."""
        cards = [card for location in self.board.locations for card in location.cards]
        return cards if side is None else [card for card in cards if card.side is side]

    def location_of(self, number: int) -> Location:
        """The place of a location card."""
        return next(location for location in self.board.locations if location.laid.id == number)

    # -- the turn and the battle --------------------------------------------------------------------

    def begin_turn(self, side: Side) -> None:
        """It is the turn of a player; nothing was done in it yet."""
        self.board.turn = self.board.me = side
        self.board.round = self.turns[side]
        self.marks = ActionContext()
        self.fought = set()
        self.expire("turn")

    def begin_phase(self, phase: Phase) -> None:
        """A phase of the turn begins; whose turn it is acts first."""
        self.phase, self.acting = phase, self.active
        self.passes = self.taken = 0
        self.expire("phase")

    def expire(self, period: str) -> None:
        """A phase, turn or battle is over: its uses are free again, and what lasted so long ends."""
        if self.used:
            self.used = tuple(each for each in self.used if each[0] != period)
        lasting = self.board.lasting
        if lasting and any(each.until == period for each in lasting):
            self.board.lasting = tuple(each for each in lasting if each.until != period)

    def tell(self, kind: Callable[P, Happened], *args: P.args, **rest: P.kwargs) -> None:
        """Note something that came about: made of what is passed, if anybody wants to know."""
        if self.news is not None:
            self.news.append(kind(*args, **rest))

    def fight(self, battle: BattleState | None) -> None:
        """A battle begins, has other cards, or is over."""
        self.battle = battle
        if battle is None:
            self.expire("battle")
        self.board.fighting = None if battle is None else frozenset(card.id for card in battle.cards)

    # -- moving cards -----------------------------------------------------------------------------

    def chance(self) -> Random:
        """The chance of a shuffle, or of something else that nobody chooses."""
        self.shuffles += 1
        return Random(f"{self.seed} {self.shuffles - 1}")  # noqa: S311 - a game, and it must be repeatable

    def shuffle(self, side: Side, zone: Zone = Zone.RESERVE_DECK) -> None:
        """Shuffle a Reserve Deck, or another pile."""
        self.board.shuffle(side, zone, self.chance().shuffle)
        if zone is Zone.RESERVE_DECK:
            self.tell(Shuffled, side)

    def recirculate(self, side: Side, *, on_top: bool = False) -> None:
        """Put a Used Pile under its Reserve Deck, or on top of it."""
        if not on_top:
            self.tell(Recirculated, side, self.board.recirculate(side))
            return
        for card in self.pile(side, Zone.USED_PILE):
            self.to_pile(card, Zone.RESERVE_DECK)

    def to_pile(self, card: CardInPlay, zone: Zone, *, bottom: bool = False) -> None:
        """Put a card into a pile or hand of its owner; whatever is on it stays where it is."""
        was = self.board.to_pile(card, zone, bottom=bottom)
        self.tell(CardMoved, card.id, card.side, was, zone, bottom=bottom)

    def pass_on(self, side: Side, was: Zone, zone: Zone, count: int) -> None:
        """Put so many cards from the top of a pile onto another one, one after the other."""
        for card in self.board.pass_on(side, was, zone, count):
            self.tell(CardMoved, card.id, side, was, zone)

    def stand(self, card: CardInPlay, location: Location) -> None:
        """Put a card to a location, with all that is on it."""
        was = self.board.stand(card, location)
        self.tell(CardMoved, card.id, card.side, was, Zone.AT_LOCATION, location.column)

    def attach(self, card: CardInPlay, host: CardInPlay, attached_as: AttachedAs) -> None:
        """Put a card on or aboard another one on the table, with all that is on it."""
        was = self.board.attach(card, host, attached_as)
        column = 0 if host.location is None else host.location.column
        self.tell(CardMoved, card.id, card.side, was, Zone.ATTACHED, column, host.id)

    def lay(self, card: CardInPlay, column: int, group: str) -> Location:
        """Lay a location, which makes a column."""
        was = self.board.lay(card, column, group)
        self.tell(CardMoved, card.id, card.side, was, Zone.LOCATIONS, column)
        return self.board.locations[column]

    def lay_on(self, card: CardInPlay, host: CardInPlay | None) -> None:
        """Lay an Effect or its like on a card, or beside the table of its owner."""
        if host is None:
            was = self.board.stand(card, None)
            self.tell(CardMoved, card.id, card.side, was, Zone.SIDE_OF_TABLE)
        else:
            self.attach(card, host, AttachedAs.NONE)

    def put_aside(self, card: CardInPlay, zone: Zone = Zone.VOID, host: CardInPlay | None = None) -> None:
        """Put a card where it is not in play: while it is played, stacked on another one, out of play."""
        was = self.board.put_aside(card, zone, host)
        self.stacks = self.stacks or host is not None
        self.tell(CardMoved, card.id, card.side, was, zone, host=None if host is None else host.id)

    def flip(self, card: CardInPlay, face: CardFacts) -> None:
        """Turn a double-sided card to another face."""
        card.facts, card.card = face, face.card
        self.board.faces += 1
        self.tell(CardFlipped, card.id, face.card.blueprint_id)

    def convert(self, card: CardInPlay, location: Location) -> None:
        """Lay a location over another one of its name, which gives up its column."""
        old = location.laid
        stacked = self.stacked_on(old)
        was = self.board.convert(card, location)
        self.tell(CardMoved, old.id, old.side, Zone.LOCATIONS, Zone.CONVERTED_LOCATIONS)
        self.tell(CardMoved, card.id, card.side, was, Zone.LOCATIONS, location.column, converted=old.id)
        for each in card.attached:
            self.tell(CardMoved, each.id, each.side, Zone.ATTACHED, Zone.ATTACHED, location.column, card.id)
        for each in stacked:
            self.put_aside(each, Zone.STACKED, card)

    def lose(self, card: CardInPlay) -> list[CardInPlay]:
        """Put a card into the Lost Pile, after everything that is on it (rules 22.16)."""
        lost = [*self.clear(card), card]
        self.to_pile(card, Zone.LOST_PILE)
        return lost

    def clear(self, card: CardInPlay) -> list[CardInPlay]:
        """Put everything that is on a card or stacked on it into the Lost Piles; gives what was on it."""
        on_it = list(card.all_aboard())
        on_it.reverse()
        for each in on_it:
            self._unstack(each)
            self.to_pile(each, Zone.LOST_PILE)
        self._unstack(card)
        return on_it

    def _unstack(self, card: CardInPlay) -> None:
        for each in self.stacked_on(card):
            self.to_pile(each, Zone.LOST_PILE)

    def stacked_on(self, card: CardInPlay) -> list[CardInPlay]:
        """The cards that are stacked on one."""
        if not self.stacks:
            return []
        return [each for each in self.board.known.values() if each.zone is Zone.STACKED and each.host is card]
