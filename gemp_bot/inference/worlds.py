"""Worlds: complete games that may be the one a player sees, with the hidden cards dealt by chance.

What lies open stays as it is; what is hidden is dealt by what `CardKnowledge` knows of it (`hidden_cards`)
and, where nothing is known, by what decks hold (`deck_guess`). Nothing else is asked: two games that look
alike to a seat have the same worlds.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import floor
from random import Random
from typing import Final

import msgspec

from gemp_bot.board.board import Board
from gemp_bot.board.card import HELD, IN_PLAY, STANDING, AttachedAs, CardInPlay
from gemp_bot.board.card_facts import CardFacts
from gemp_bot.board.location import Location
from gemp_bot.board.shown import ShownCard
from gemp_bot.board.tracked import TrackedBoard
from gemp_bot.cards.kinds import CardType
from gemp_bot.cards.model import Card, unknown_card
from gemp_bot.errors import BotError
from gemp_bot.game.card_profiles import CardProfiles
from gemp_bot.game.state import State
from gemp_bot.inference.deck_guess import DeckGuess, DeckLists, load_deck_lists
from gemp_bot.inference.hidden_cards import HiddenGroup, Pile
from gemp_bot.inference.knowledge import CardKnowledge
from gemp_bot.protocol.enums import PILE_TOPS, Phase, Side, Zone
from gemp_bot.protocol.ids import DARK_BACK, LIGHT_BACK, BlueprintId, CardId, is_hidden
from gemp_bot.rules.drains import drain_participants
from gemp_bot.rules.generation import Entitlement
from gemp_bot.rules.moves import takes_seat
from gemp_bot.rules.pipeline import ActionContext
from gemp_bot.rules.timing import Uses
from gemp_bot.state import Table

_ZONES: Final[Mapping[Pile, Zone]] = {
    Pile.RESERVE: Zone.RESERVE_DECK,
    Pile.FORCE: Zone.FORCE_PILE,
    Pile.USED: Zone.USED_PILE,
    Pile.LOST: Zone.LOST_PILE,
    Pile.HAND: Zone.HAND,
    Pile.ASIDE: Zone.OUT_OF_PLAY,
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
_TOPS: Final = PILE_TOPS - {Zone.TOP_OF_UNRESOLVED_DESTINY_DRAW}
_COPIED: Final = (
    "system_name",
    "frozen",
    "suspended",
    "inverted",
    "sideways",
    "collapsed",
    "undercover",
    "active",
    "inside",
    "pilots",
    "unsure",
    "piloted",
)
"""What a card in play is like, wherever it lies."""


class WorldError(BotError, ValueError):
    """There is no world of a position: one line says what is against it."""


class World(msgspec.Struct, frozen=True):
    """One complete game.

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
        board: as the seat may know it, brought forward to the table.
        knowledge: what the seat knows of hidden cards; it observed the same table.
        profiles: the cards.
        lists: decks that are played; those of the package if left out.

    Attributes:
        left_out: see `World`.

    Raises:
        WorldError: no game can be like that, or it is at something that the engine cannot go on from.
    """

    def __init__(
        self,
        board: TrackedBoard,
        knowledge: CardKnowledge,
        profiles: CardProfiles,
        lists: DeckLists | None = None,
    ) -> None:
        self._seen = board
        self._knowledge = knowledge
        self._profiles = profiles
        self.left_out: Counter[str] = Counter()
        _check(board.table)
        me = board.me
        if me is None:
            raise WorldError("a spectator has no side: only a player's position has worlds")
        self._me = me
        self._number = 1 + max(
            (*board.known, *(number for number, other in board.others.items() if not _of_pile(other))),
            default=0,
        )
        self._deals: dict[Side, list[_Deal]] = {side: [] for side in Side}
        self._state = State(self._open_board())
        self._deck_guesses: dict[Side, DeckGuess] = {}
        for side in Side:
            self._hide(side, lists)
        self._tell_turn()

    def deal(self, seed: int) -> World:
        """A world: the same one for the same position and seed."""
        random = Random(seed)  # noqa: S311 - a game, and it must be repeatable
        state = _copy(self._state)
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
                for number, facts in zip(deal.places, found, strict=True):
                    vars(known[number]).update(facts=facts, card=facts.card)
        return World(state, 1.0, self.left_out)

    # -- what lies open ---------------------------------------------------------------------------

    def _open_board(self) -> Board:
        """The cards in play and our hand as they lie, and what is shown beside them."""
        seen = self._seen
        board = Board(self._me, self._me, None)
        open_cards = [card for card in seen.known.values() if card.zone in IN_PLAY or card.in_hand]
        twins = {card.id: self._twin(board, card) for card in open_cards}
        for location in seen.locations:
            self._lay(board, location, twins)
        for card in open_cards:
            if card.host is not None and card.host.id in twins:
                self._put_on(twins[card.id], card, twins[card.host.id])
        for location, new in zip(seen.locations, board.locations, strict=True):
            _gather(new, [twins[card.id] for card in location.cards if card.id in twins])
        for other in seen.others.values():
            if other.id not in twins and (new_card := self._beside(board, other)) is not None:
                twins[other.id] = new_card
        board.add(twins.values())
        for side in Side:
            for zone in (Zone.HAND, Zone.UNRESOLVED_DESTINY_DRAW):
                board.fill(side, zone, (c for c in twins.values() if c.zone is zone and c.side is side))
        return board

    def _beside(self, board: Board, other: ShownCard) -> CardInPlay | None:
        """A card that is shown and takes no part; None for a back, and for the top of a pile."""
        if _of_pile(other):
            return None
        if is_hidden(other.face) or other.side is None:
            self.left_out["face down"] += 1
            return None
        zone = other.zone
        if zone is Zone.TOP_OF_UNRESOLVED_DESTINY_DRAW:
            zone = Zone.UNRESOLVED_DESTINY_DRAW
            self.left_out["destiny draw under way"] += 1
        elif zone in STANDING:
            zone = Zone.SIDE_OF_TABLE
            self.left_out["in play and not in the index"] += 1
        elif zone is Zone.HAND and other.side is not self._me:
            return None
        return board.make(other.id, self._facts(other.face, other.side), other.side, zone)

    def _twin(self, board: Board, card: CardInPlay) -> CardInPlay:
        new = board.make(card.id, self._profiles.lore.facts.of(card.card), card.side, card.zone)
        for name in _COPIED:
            value = getattr(card, name)
            if getattr(new, name) is not value:
                setattr(new, name, value)
        return new

    def _lay(self, board: Board, location: Location, twins: dict[CardId, CardInPlay]) -> None:
        new = board.insert(location.column)
        if location.card is not None:
            new.lay(twins[location.card.id], location.group)
            return
        if location.id is None:
            raise WorldError(f"column {location.column} has no location: the table is cut short")
        other = self._seen.others[location.id]
        blank = msgspec.structs.replace(
            unknown_card(other.face, other.side or Side.DARK), type=CardType.LOCATION
        )
        card = board.make(location.id, self._profiles.lore.facts.of(blank), blank.side, Zone.LOCATIONS)
        twins[card.id] = card
        new.lay(card)
        self.left_out["location not in the index"] += 1

    def _put_on(self, card: CardInPlay, seen: CardInPlay, host: CardInPlay) -> None:
        card.host = host
        host.attached = (*host.attached, card)
        if not card.fights:
            card.attached_as = AttachedAs.WORN
        elif takes_seat(card.facts.kind):  # what lies in a cargo bay has no seat
            card.attached_as = AttachedAs.PILOT if seen.pilots else AttachedAs.PASSENGER

    def _facts(self, blueprint: BlueprintId, side: Side) -> CardFacts:
        card: Card = self._profiles.face(blueprint, side)
        return self._profiles.lore.facts.of(card)

    # -- what is hidden ---------------------------------------------------------------------------

    def _hide(self, side: Side, lists: DeckLists | None) -> None:
        """Fill the piles of a side: faces where they are known, places to deal to elsewhere."""
        own = side is self._me
        ledger = self._knowledge.hidden(own=own)
        if ledger is None:
            raise WorldError("nothing was told of the piles yet")
        board = self._state.board
        back = self._facts(_BACKS[side], side)
        places: dict[int, tuple[HiddenGroup, list[CardId]]] = {}
        made: list[CardInPlay] = []
        for pile, zone in _ZONES.items():
            slots = ledger.piles[pile]
            if pile is Pile.HAND and own:
                slots = []
            told = self._seen.piles[side][zone] if zone in HELD else None
            if told is not None and not (own and pile is Pile.HAND) and told.size != len(slots):
                whose = f"{pile.value} of the {side.lower()} side"
                raise WorldError(f"the {whose} has {told.size} cards, and {len(slots)} are known of")
            cards = []
            for slot in slots:
                number = CardId(self._number)
                self._number += 1
                facts = self._facts(slot, side) if isinstance(slot, str) else back
                cards.append(board.make(number, facts, side, zone))
                if not isinstance(slot, str):
                    places.setdefault(id(slot), (slot, []))[1].append(number)
            made += cards
            if told is not None and cards:
                board.fill(side, zone, cards)
        if own and (missing := self._seen.piles[side][Zone.HAND].hidden):
            raise WorldError(f"{missing} cards of our hand are not shown")
        board.add(made)
        self._fill_groups(side, places.values(), lists)

    def _fill_groups(
        self, side: Side, places: Iterable[tuple[HiddenGroup, list[CardId]]], lists: DeckLists | None
    ) -> None:
        unknown = 0
        for group, numbers in places:
            known = [self._facts(card, side) for card in sorted(group.cards.elements())]
            if len(numbers) < len(known):
                raise WorldError(f"{len(known)} cards are known to be in {len(numbers)} hidden places")
            self._deals[side].append(_Deal(numbers, known, len(numbers) - len(known)))
            unknown += len(numbers) - len(known)
        if unknown:
            own = side is self._me
            deck = self._knowledge.deck if own else None
            seen = self._knowledge.all_seen(own=own)
            lists = lists or load_deck_lists(self._profiles.index)
            self._deck_guesses[side] = DeckGuess(
                lists, side, seen, lambda card: self._facts(card, side), deck
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
        state.begin_turn(side)
        state.phase = phase
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
        activated = 0 if done.force is None else max(state.force(side) - done.force, 0)
        state.entitlement = Entitlement(max(floor(total), activated), activated, locked=True)
        state.fought = {int(number) for number in fought}
        state.marks = ActionContext(
            drained=frozenset(map(str, done.used)),
            drained_cards=frozenset(self._drained(done.used, side)),
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


def _of_pile(other: ShownCard) -> bool:
    """Whether it is the top of a pile or of their hand: dealt with the pile."""
    return other.zone in _TOPS or (other.zone is Zone.HAND and is_hidden(other.face))


def _gather(location: Location, cards: list[CardInPlay]) -> None:
    """Have cards at a location, hosts before what is on them."""
    found: list[CardInPlay] = []
    for card in cards:
        if card.host is None:
            found += (card, *card.all_aboard())
    if location.card is not None:
        found += location.card.all_aboard()
    location.cards = tuple(found)
    for card in found:
        card.location = location


def _copy(state: State) -> State:
    new = State(state.board.copy())
    new.turn, new.turns, new.phase = state.turn, dict(state.turns), state.phase
    new.marks, new.entitlement, new.fought = state.marks, state.entitlement, set(state.fought)
    return new
