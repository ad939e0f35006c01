"""Worlds: complete games that may be the one a player sees, with the hidden cards dealt by chance.

What lies open stays as it is; what is hidden is dealt by what `CardKnowledge` knows of it (`hidden_cards`)
and, where nothing is known, by what decks hold (`deck_guess`). Nothing else is asked: two games that look
alike to a seat have the same worlds.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import floor
from random import Random
from typing import Final

import msgspec

from gemp_bot.board.board import Board
from gemp_bot.board.card import HELD, IN_PLAY, PILES, STANDING, AttachedAs, CardInPlay
from gemp_bot.board.card_facts import CardFacts
from gemp_bot.board.location import Location
from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards.kinds import CardType
from gemp_bot.effects import CardEffects
from gemp_bot.errors import BotError
from gemp_bot.game.legality import free_seat
from gemp_bot.game.state import State
from gemp_bot.game.turn import PASSES_TO_END
from gemp_bot.inference.deck_guess import DeckGuess, DeckLists, load_deck_lists
from gemp_bot.inference.hidden_cards import HiddenGroup, HiddenPile
from gemp_bot.inference.knowledge import CardKnowledge
from gemp_bot.protocol.enums import LIFE_FORCE, Phase, Side, Zone
from gemp_bot.protocol.ids import DARK_BACK, LIGHT_BACK, BlueprintId, CardId, is_hidden
from gemp_bot.rules.drains import drain_participants
from gemp_bot.rules.generation import Entitlement
from gemp_bot.rules.moves import takes_seat
from gemp_bot.rules.pipeline import ActionContext
from gemp_bot.rules.timing import Uses
from gemp_bot.state import Table

_ZONES: Final[Mapping[HiddenPile, Zone]] = {
    HiddenPile.RESERVE: Zone.RESERVE_DECK,
    HiddenPile.FORCE: Zone.FORCE_PILE,
    HiddenPile.USED: Zone.USED_PILE,
    HiddenPile.LOST: Zone.LOST_PILE,
    HiddenPile.HAND: Zone.HAND,
    HiddenPile.ASIDE: Zone.OUT_OF_PLAY,
}
_BACKS: Final = {Side.DARK: DARK_BACK, Side.LIGHT: LIGHT_BACK}
_PLAYED: Final = frozenset(
    {
        Phase.ACTIVATE,
        Phase.CONTROL,
        Phase.DEPLOY,
        Phase.BATTLE,
        Phase.MOVE,
        Phase.DRAW,
        Phase.END_OF_TURN,
    }
)


class WorldError(BotError, ValueError):
    """There is no world of a position: one line says what is against it."""


class World(msgspec.Struct, frozen=True):
    """One complete game; `Engine.at` goes on with it.

    Attributes:
        state: every card of both decks is somewhere. Cards in play and in our hand have the ids of the table.
        weight: how much it counts beside other worlds of the same position. Worlds are dealt as often as they
            are likely, so that all of them weigh 1.
        left_out: what is not in it as the table has it, counted by reason; the same for all of a position.
    """

    state: State
    weight: float
    left_out: Mapping[str, int]


class _Deal:
    """The places of one group of hidden cards, and what is dealt to them.

    Attributes:
        places: ids of the cards there. known: facts of those that are among them. unknown: how many more.
    """

    __slots__ = ("known", "places", "unknown")

    def __init__(self, places: list[CardId], known: list[CardFacts], unknown: int) -> None:
        self.places = places
        self.known = known
        self.unknown = unknown


class WorldDealer:
    """Deals worlds of one position. What lies open is built once; each world is a copy of it.

    A position is a menu of a phase, or anything asked within an action; that is then as if it had not begun,
    with the cards as they lie now. So is a battle up to its power segment, but for the Force that it cost:
    the engine goes on at the menus of phases only, and a playout is to tell how that battle ends. Once
    damage or attrition is told it would be fought twice, and is refused.

    Args:
        seen: the board as the seat may know it, brought forward to the table.
        knowledge: what the seat knows of hidden cards; it observed the same table.
        effects: the cards.
        lists: decks that are played; those of the package if left out.

    Attributes:
        left_out: see `World`.

    Raises:
        WorldError: no game can be like that, or it is at something that the engine cannot go on from.
    """

    def __init__(
        self,
        seen: BoardTracker,
        knowledge: CardKnowledge,
        effects: CardEffects,
        lists: DeckLists | None = None,
    ) -> None:
        self._seen = seen
        self._knowledge = knowledge
        self._effects = effects
        self.left_out: Counter[str] = Counter()
        _check(seen.table)
        me = seen.board.me
        if me is None:
            raise WorldError("a spectator has no side: only a player's position has worlds")
        self._me = me
        self._deals: dict[Side, list[_Deal]] = {side: [] for side in Side}
        self._state = State(self._open_board())
        self._number = 1 + max(self._state.board.known, default=0)
        self._deck_guesses: dict[Side, DeckGuess] = {}
        for side in Side:
            self._hide(side, lists)
        self._tell_turn()

    def deal(self, seed: int) -> World:
        """A world: the same one for the same position and seed."""
        random = Random(seed)  # noqa: S311 - a game, and it must be repeatable
        state = self._state.copy()
        state.seed = seed
        known = state.board.known
        for side, deals in self._deals.items():
            guess = self._deck_guesses.get(side)
            wanted = sum(deal.unknown for deal in deals)
            guessed = guess.draw(random, wanted) if guess is not None else []
            for deal in deals:
                found = deal.known[:]
                if deal.unknown:
                    found += guessed[: deal.unknown]
                    del guessed[: deal.unknown]
                random.shuffle(found)
                _put((known[number] for number in deal.places), found)
        return World(state, 1.0, self.left_out)

    # -- what lies open ---------------------------------------------------------------------------

    def _open_board(self) -> Board:
        """The board as it is seen, without backs and without what is dealt with its pile."""
        board = self._seen.board.copy()
        board.turn, board.fighting = self._me, None
        for location in board.locations:
            if location.card is None:
                self._lay_unknown(board, location)
        board.remove([card for card in board.known.values() if self._is_dealt(card)])
        for card in board.known.values():
            if card.zone is Zone.UNRESOLVED_DESTINY_DRAW:
                self.left_out["destiny draw under way"] += 1
            elif card.zone in STANDING and not card.facts.known:
                self.left_out["in play and not in the index"] += 1
                board.stand(card, None)
            elif card.zone not in IN_PLAY:
                card.host = None
            elif card.host is not None:
                _seat(card, card.host)
        for location in board.locations:
            _gather(location)
        return board

    def _is_dealt(self, card: CardInPlay) -> bool:
        """Whether a card is dealt with its pile or hand, or is a back of which nothing is known."""
        if card.zone in PILES or (card.in_hand and card.side is not self._me):
            return True
        hidden = is_hidden(card.card.blueprint_id)
        self.left_out["face down"] += hidden
        return hidden

    def _lay_unknown(self, board: Board, location: Location) -> None:
        """Lay a location of which nothing is known."""
        seen = None if location.id is None else board.known.get(location.id)
        if seen is None:
            raise WorldError(f"column {location.column} has no location: the table is cut short")
        blank = msgspec.structs.replace(seen.card, type=CardType.LOCATION)
        card = board.make(seen.id, self._effects.facts.of(blank), seen.side, Zone.LOCATIONS)
        board.remove([seen])
        board.add([card])
        location.lay(card)
        self.left_out["location not in the index"] += 1

    # -- what is hidden ---------------------------------------------------------------------------

    def _hide(self, side: Side, lists: DeckLists | None) -> None:
        """Fill the piles of a side: faces where they are known, places to deal to elsewhere."""
        own = side is self._me
        ledger = self._knowledge.hidden(own=own)
        if ledger is None:
            raise WorldError("nothing was told of the piles yet")
        board = self._state.board
        back = self._effects.facts.of_deck(_BACKS[side], side)
        places: dict[int, tuple[HiddenGroup, list[CardId]]] = {}
        made: list[CardInPlay] = []
        for pile, zone in _ZONES.items():
            slots = ledger.piles[pile]
            if pile is HiddenPile.HAND and own:
                slots = []
            told = self._seen.board.piles[side][zone] if zone in HELD else None
            if told is not None and not (own and pile is HiddenPile.HAND) and told.size != len(slots):
                whose = f"{pile.value} of the {side.lower()} side"
                raise WorldError(f"the {whose} has {told.size} cards, and {len(slots)} are known of")
            cards = []
            for slot in slots:
                number = CardId(self._number)
                self._number += 1
                facts = self._effects.facts.of_deck(slot, side) if isinstance(slot, str) else back
                cards.append(board.make(number, facts, side, zone))
                if not isinstance(slot, str):
                    places.setdefault(id(slot), (slot, []))[1].append(number)
            made += cards
            if told is not None and cards:
                board.fill(side, zone, cards)
        if own and (missing := self._seen.board.piles[side][Zone.HAND].hidden):
            raise WorldError(f"{missing} cards of our hand are not shown")
        board.add(made)
        self._fill_groups(side, places.values(), lists)

    def _fill_groups(
        self, side: Side, places: Iterable[tuple[HiddenGroup, list[CardId]]], lists: DeckLists | None
    ) -> None:
        unknown = 0
        for group, numbers in places:
            known = [self._effects.facts.of_deck(card, side) for card in sorted(group.cards.elements())]
            if len(numbers) < len(known):
                raise WorldError(f"{len(known)} cards are known to be in {len(numbers)} hidden places")
            self._deals[side].append(_Deal(numbers, known, len(numbers) - len(known)))
            unknown += len(numbers) - len(known)
        if unknown:
            own = side is self._me
            deck = self._knowledge.deck if own else None
            seen = self._knowledge.all_seen(own=own)
            lists = lists or load_deck_lists(self._effects.index)
            self._deck_guesses[side] = DeckGuess(
                lists, side, seen, lambda card: self._effects.facts.of_deck(card, side), deck
            )
            self.left_out[f"guessed cards, {'ours' if own else 'theirs'}"] = unknown

    # -- the turn ---------------------------------------------------------------------------------

    def _tell_turn(self) -> None:
        """Whose turn it is, and what was done in it already (rules 2.4, 4, 14, 22.1, 23)."""
        table, state = self._seen.table, self._state
        side = None if table.turn_player is None else table.side_of(table.turn_player)
        phase, numbers = table.phase, table.statistics
        if side is None or table.turn is None or phase is None or numbers is None:
            raise WorldError("the first turn has not begun")
        state.turns = {side: table.turn, side.other: table.turn - (side is Side.DARK)}
        state.turn = sum(state.turns.values())
        lasting = state.board.lasting
        state.begin_turn(side)
        state.begin_phase(phase)
        # This turn began long ago: what was done to cards until its end is not over.
        state.board.lasting = lasting
        if phase is Phase.END_OF_TURN:
            # Nobody acts there: it comes once more, after a draw phase that is over.
            state.begin_phase(Phase.DRAW)
            state.passes = PASSES_TO_END
        done, fought, battled = (
            table.turn_record,
            set(table.turn_record.fought),
            set(table.turn_record.battled),
        )
        if table.battle is not None:
            self.left_out["battle taken back"] += 1
            location = table.locations[table.battle.column].card
            fought -= {None if location is None else location.id}
            battled -= table.battle.cards
        of_side = side is Side.DARK
        total = numbers.dark_force_generation if of_side else numbers.light_force_generation
        state.entitlement = Entitlement(max(floor(total), done.activated), done.activated, locked=True)
        state.fought = {int(number) for number in fought}
        state.marks = ActionContext(
            drained=frozenset(map(str, done.drained)),
            drained_cards=frozenset(self._drained(done.drained, side)),
            moved=frozenset(map(str, done.moved)),
            uses=Uses(frozenset((str(place), "battle") for place in fought)),
        )
        for number in battled:
            card = state.board.known.get(number)
            if card is not None:
                card.battled = state.turn

    def _drained(self, used: Mapping[CardId, frozenset[CardId]], side: Side) -> Iterator[str]:
        """Who took part in the drains."""
        known = self._state.board.known
        for there in used.values():
            cards = (known[number] for number in there if number in known)
            yield from drain_participants((card.name, card.facts.kind) for card in cards if card.side is side)


def deal_anew(state: State, seat: Side, seed: int, effects: CardEffects) -> State:
    """A world of a game whose truth is at hand: a seat knows its own deck, and what lies open to it.

    Args:
        state: at a menu of a phase; it becomes that of the world.
        seat: who is to know no more.
        seed: of the chance of dealing.
        effects: the cards.

    Raises:
        WorldError: the first turn has not begun.
    """
    if state.phase not in _PLAYED:
        raise WorldError("the first turn has not begun")
    random, them = Random(seed), seat.other  # noqa: S311 - a game, and it must be repeatable
    state.seed, state.shuffles = seed, 0
    ours = [card for zone in LIFE_FORCE for card in state.pile(seat, zone)]
    found = sorted((card.facts for card in ours), key=lambda facts: facts.card.blueprint_id)
    random.shuffle(found)
    _put(ours, found)
    theirs = [card for zone in (*LIFE_FORCE, Zone.HAND) for card in state.pile(them, zone)]
    hidden = {card.id for card in theirs}
    shown = (card for card in state.cards.values() if card.side is them and card.id not in hidden)
    seen = Counter(sorted(card.card.blueprint_id for card in shown))
    guess = _deck_guess(effects, them, tuple(seen.items()))
    _put(theirs, guess.draw(random, len(theirs)))
    return state


@lru_cache(maxsize=8)
def _deck_guess(effects: CardEffects, side: Side, seen: tuple[tuple[BlueprintId, int], ...]) -> DeckGuess:
    """The unknown cards of a deck, by what was seen of it: the same for each world of a question."""
    lists = load_deck_lists(effects.index)
    return DeckGuess(lists, side, Counter(dict(seen)), lambda card: effects.facts.of_deck(card, side))


def _put(places: Iterable[CardInPlay], found: Iterable[CardFacts]) -> None:
    """Make cards those of some facts, one by one; nobody has asked for a number of theirs yet."""
    for card, facts in zip(places, found, strict=True):
        vars(card).update(facts=facts, card=facts.card)


def _check(table: Table) -> None:
    """Refuse what no world can be made of.

    Raises:
        WorldError: the reason.
    """
    if table.ending is not None:
        raise WorldError("the game is over")
    if table.phase not in _PLAYED:
        raise WorldError(f"there is no turn to go on with: {table.phase or 'no phase was told'}")
    numbers = table.statistics
    if numbers is None:
        raise WorldError("no numbers were told yet")
    if not table.columns_agree:
        raise WorldError(
            f"{len(table.locations)} locations, and power at {len(numbers.dark_power_at_locations)}"
        )
    contests = (table.attack, table.duel, table.combat, table.sabacc)
    for name, contest in zip(("an attack", "a duel", "lightsaber combat", "sabacc"), contests, strict=True):
        if contest is not None:
            raise WorldError(f"{name} is going on: the engine plays none")
    if table.battle is not None and (
        max(
            numbers.dark_battle_damage_remaining,
            numbers.light_battle_damage_remaining,
            numbers.dark_battle_attrition_remaining,
            numbers.light_battle_attrition_remaining,
        )
        > 0
    ):
        raise WorldError("a battle is past its power segment")


def _seat(card: CardInPlay, host: CardInPlay) -> None:
    """Note as what a card is aboard another one: a pilot has a pilot's seat while one is free (rules 21.16).

    No event of a server tells a seat (PROTOCOL 6.6); the log may have.
    """
    if card.attached_as is not AttachedAs.NONE:
        return
    if not card.fights:
        card.attached_as = AttachedAs.WORN
    elif takes_seat(card.facts.kind):  # what lies in a cargo bay has no seat
        card.attached_as = free_seat(card, host) or AttachedAs.PASSENGER
        card.pilots = card.attached_as is AttachedAs.PILOT


def _gather(location: Location) -> None:
    """Have the cards at a location with hosts before what is on them."""
    roots = [card for card in location.cards if card.host is None]
    found = [each for card in roots for each in (card, *card.all_aboard())]
    if location.card is not None:
        found += location.card.all_aboard()
    location.cards = tuple(found)
