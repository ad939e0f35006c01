"""What a card would be once it stands somewhere: the board is copied, and the card is put there.

So all that is in play counts: who else is there, and what texts make of it and of the location with it.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from gemp_bot.board.board import Board
from gemp_bot.board.card import AttachedAs, CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.decisions.kinds import ActionKind
from gemp_bot.effects.card_effects import CardEffects
from gemp_bot.effects.changes import Quantity
from gemp_bot.effects.ledger import Applied
from gemp_bot.effects.taking import taken
from gemp_bot.effects.tolls import turn_toll
from gemp_bot.game.legality import free_seat
from gemp_bot.game.numbers import AS_DRAWN, DestinyChanges, Numbers
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.rules.battle import ability_for_destiny
from gemp_bot.rules.drains import DrainChange
from gemp_bot.rules.locations import never_refusals
from gemp_bot.rules.moves import Mover
from gemp_bot.rules.routes import shuttle_refusals

_CARD, _CREW, _LAID = CardId(-1), CardId(-2), CardId(-3)
"""Ids of cards that come from no place of the board; a server's are above 0."""


class LocationChange(msgspec.Struct, frozen=True):
    """What a location changes by who comes there.

    Attributes:
        drain: our Force drain.
        battle: whether we may start a battle there then, as far as texts tell.
        power: what texts add to our total power in a battle there, however many come.
        destinies: what texts make of our battle destinies there. their_destinies: of the opponent's.
    """

    drain: DrainChange = DrainChange()
    battle: bool = True
    power: float = 0
    destinies: DestinyChanges = AS_DRAWN
    their_destinies: DestinyChanges = AS_DRAWN

    def __add__(self, other: "LocationChange") -> "LocationChange":
        """The change by all who come."""
        if other == AS_BEFORE:
            return self
        return LocationChange(
            self.drain + other.drain,
            self.battle and other.battle,
            max(self.power, other.power),
            self.destinies + other.destinies,
            self.their_destinies + other.their_destinies,
        )


AS_BEFORE: Final = LocationChange()
"""Who comes changes nothing."""


class Arrival(msgspec.Struct, frozen=True):
    """What it brings there, with all who come aboard of it.

    Attributes:
        power: in a battle, with the bonus of its pilot.
        ability: that counts for battle destiny.
        draws: battle destinies it adds. min_destinies: those it draws where there would be fewer.
        immune: how much of the power is immune to a usual attrition.
        there: what the location changes.
        ends: by the title of a card of theirs, how much less Force we lose each turn by its text then.
    """

    power: float
    ability: float = 0
    draws: float = 0
    min_destinies: float = 0
    immune: float = 0
    there: LocationChange = AS_BEFORE
    ends: tuple[tuple[str, float], ...] = ()


_Own = Sequence[CardInPlay] | None
"""The cards that came, on a copy of the board; None if they cannot be put there."""
_Key = tuple[CardId | BlueprintId, int | None, BlueprintId | None]


class Arrivals:
    """What cards of a player would be where they may go, on a board as it is now.

    Args:
        board: the board; what is found holds until it changes.
        numbers: of it.
        effects: the cards and what their texts do.
    """

    def __init__(self, board: Board, numbers: Numbers, effects: CardEffects) -> None:
        self._board, self._numbers, self._effects = board, numbers, effects
        self._known: dict[_Key, Arrival | None] = {}
        self._copies: dict[_Key, tuple[Board, Numbers, Sequence[CardInPlay]] | None] = {}
        tolls = [(card, turn_toll(numbers.scope(card))) for card in board.active]
        self._tolls = [(card, toll) for card, toll in tolls if toll > 0]

    def deployed(
        self, face: BlueprintId, column: int | None, side: Side, crew: BlueprintId | None = None
    ) -> Arrival | None:
        """What a card that is not in play would bring; None for one that the index does not know.

        Args:
            face: a character, starship or vehicle.
            column: of the location it would go to; None for anywhere.
            side: whose it is.
            crew: a character that comes as its pilot.
        """

        def place(board: Board) -> _Own:
            location = board.insert(len(board.locations)) if column is None else board.locations[column]
            card = self._made(board, _CARD, face, side, Zone.AT_LOCATION)
            if card is None:
                return None
            board.stand(card, location)
            return card, *self._crewed(board, card, crew, side)

        return self._of((face, column, crew), place)

    def boarded(self, host: CardId, crew: BlueprintId | None, side: Side) -> Arrival | None:
        """What a starship or vehicle in play would be with one more character aboard, or with nobody more."""

        def place(board: Board) -> _Own:
            card = board.known.get(host)
            if card is None or card.location is None:
                return None
            return card, *self._crewed(board, card, crew, side)

        return self._of((host, None, crew), place)

    def moved(self, card_id: CardId, column: int) -> Arrival | None:
        """By how much a card in play changes by going elsewhere, with all who are aboard of it."""

        def place(board: Board) -> _Own:
            card = board.known.get(card_id)
            if card is None or card.location is None:
                return None
            board.stand(card, board.locations[column])
            return _with_crew(card)

        there, card = self._of((card_id, column, None), place), self._board.known.get(card_id)
        if there is None or card is None:
            return None
        return replace(there, power=there.power - _power(self._numbers, _with_crew(card)))

    def laid(self, face: BlueprintId, host: CardId | None, side: Side) -> tuple[Board, Numbers] | None:
        """The board and its numbers with a card that does not fight.

        Args:
            face: the card.
            host: the card or location it is put on; None for beside the table.
            side: whose it is.

        Returns:
            None for a card that the index does not know, and for one that cannot be put there.
        """
        board = self._board.copy()
        below = None if host is None else board.known.get(host)
        card = self._made(board, _LAID, face, side, Zone.SIDE_OF_TABLE)
        if card is None or (host is not None and (below is None or below.held)):
            return None
        if below is None:
            board.stand(card, None)
        else:
            board.attach(card, below, AttachedAs.NONE)
        return board, Numbers(board, self._effects)

    def goals(self, card_id: CardId, kind: ActionKind) -> tuple[CardId, ...]:
        """What a card in play could get aboard of, or the locations it could get off to.

        Args:
            card_id: the card.
            kind: embarking, disembarking or shuttling.
        """
        card = self._board.known.get(card_id)
        here = None if card is None else card.location
        if card is None or here is None or here.card is None:
            return ()
        if kind is not ActionKind.SHUTTLE:
            return (here.card.id,) if kind is ActionKind.DISEMBARK else tuple(_with_room(card, here))
        mover = Mover(kind=card.facts.kind)
        system = [each for each in self._board.locations if each.card and each.group == here.group]
        if card.host is None:
            ships = [(ship, each) for each in system if each is not here for ship in _with_room(card, each)]
            known = self._board.known
            return tuple(
                [
                    ship for ship, each in ships
                    if not shuttle_refusals(mover, here.facts, each.facts, known[ship].facts.kind)
                ]
            )  # fmt: skip
        ship = card.host.facts.kind
        return tuple(
            [
                each.laid.id for each in system
                if not shuttle_refusals(mover, each.facts, here.facts, ship)
                and not never_refusals(mover.kind, each.facts)
            ]
        )  # fmt: skip

    def shifted(self, card_id: CardId, goal: CardId) -> tuple[Board, Numbers] | None:
        """The board and its numbers with a card in play at another location, or aboard of another card.

        Returns:
            None for a card that cannot be put there.
        """
        board = self._board.copy()
        card, there = board.known.get(card_id), board.known.get(goal)
        if card is None or there is None or card.held or there.held:
            return None
        if there.facts.location is not None:
            board.stand(card, there.location)
        else:
            board.attach(card, there, free_seat(card, there) or AttachedAs.PASSENGER)
        return board, Numbers(board, self._effects)

    def taken(self, face: BlueprintId, host: CardId | None, side: Side) -> frozenset[CardId]:
        """The cards that a card which does not fight would take out of the game; arguments as of `laid`."""
        found = self.laid(face, host, side)
        if found is None:
            return frozenset()
        board, numbers = found
        return frozenset(card.id for card in taken(numbers.scope(board.known[_LAID])))

    def _of(self, key: _Key, place: Callable[[Board], _Own]) -> Arrival | None:
        if key not in self._known:
            self._known[key] = self._find(key, place)
        return self._known[key]

    def _find(self, key: _Key, place: Callable[[Board], _Own]) -> Arrival | None:
        who, column, crew = key
        # Whoever came to one location of a copy goes on to the others of it.
        copied = who, None if column is None else 0, crew
        if copied not in self._copies:
            board = self._board.copy()
            own = place(board)
            self._copies[copied] = None if own is None else (board, Numbers(board, self._effects), own)
        copy = self._copies[copied]
        if copy is None:
            return None
        board, numbers, own = copy
        if column is not None and own[0].location is not board.locations[column]:
            board.stand(own[0], board.locations[column])
        location = own[0].location
        return None if location is None or not own[0].fights else self._found(board, numbers, own, location)

    def _found(
        self, board: Board, numbers: Numbers, own: Sequence[CardInPlay], location: Location
    ) -> Arrival:
        side = own[0].side
        draws = [numbers.draws(each, fighting=True) for each in own]
        return Arrival(
            _power(numbers, own),
            ability_for_destiny([numbers.fighter(each) for each in own]),
            sum(more for more, _ in draws),
            max(least for _, least in draws),
            sum(_power(numbers, (each,)) for each in own if numbers.immune_below(each, fighting=True)),
            LocationChange(
                self._drain_change(numbers, own, location),
                not numbers.is_so(Quantity.NO_BATTLE, side, location),
                self._power_added(numbers, side, location),
                *(self._destiny_changes(numbers, each, location) for each in (side, side.other)),
            ),
            tuple(
                (card.card.title, toll - left)
                for card, toll in self._tolls
                if card.side is not side and (left := turn_toll(numbers.scope(board.known[card.id]))) < toll
            ),
        )

    def _power_added(self, numbers: Numbers, side: Side, location: Location) -> float:
        """What texts add to total power in a battle, beyond what they add already if we stand there."""
        then, now = numbers.power_added(side, location), self._now(location)
        if not then or now is None or not now.fighters(side):
            return then
        return then - self._numbers.power_added(side, now)

    def _destiny_changes(self, numbers: Numbers, side: Side, location: Location) -> DestinyChanges:
        """What texts make of battle destinies, beyond what they make of them already."""
        then, now = numbers.destiny_changes(side, location), self._now(location)
        return then if now is None else then.beyond(self._numbers.destiny_changes(side, now))

    def _now(self, location: Location) -> Location | None:
        """A location of a copy as it is on the board; None for one that only the copy has."""
        before = self._board.locations
        return before[location.column] if location.column < len(before) else None

    def _drain_change(self, numbers: Numbers, own: Sequence[CardInPlay], location: Location) -> DrainChange:
        """By how much a Force drain changes with these there."""
        side, there = own[0].side, self._now(location)
        force, was = numbers.drain(side, location), DrainChange()
        more = numbers.drain_bonus(side, location)
        ids = {card.id for card in own}
        if there is not None:
            force -= self._numbers.drain(side, there)
            more -= self._numbers.drain_bonus(side, there)
            was = _by_texts(self._numbers.drain_changes(side, there), ids)
        added = DrainChange(each=more)
        if not force:
            return added
        then = _by_texts(numbers.drain_changes(side, location), ids)
        ended = {(f"no more: {text}", -amount) for text, amount in was.once - then.once}
        found = DrainChange(then.each - was.each, (then.once - was.once) | ended)
        # What a text resets, multiplies or forbids is so once, whoever comes.
        return added + (found if found.force == force else DrainChange(once=frozenset([("", force)])))

    def _crewed(
        self, board: Board, carrier: CardInPlay, face: BlueprintId | None, side: Side
    ) -> Sequence[CardInPlay]:
        """Put a character aboard; gives it."""
        pilot = None if face is None else self._made(board, _CREW, face, side, Zone.ATTACHED)
        if pilot is None:
            return ()
        free = carrier.facts.pilot_seats - sum(each.pilots for each in carrier.attached)
        able = pilot.facts.pilot and free > 0
        board.attach(pilot, carrier, AttachedAs.PILOT if able else AttachedAs.PASSENGER)
        return (pilot,)

    def _made(
        self, board: Board, card_id: CardId, face: BlueprintId, side: Side, zone: Zone
    ) -> CardInPlay | None:
        printed = self._effects.index.get(face)
        if printed is None:
            return None
        card = board.make(card_id, self._effects.facts.of(printed), side, zone)
        board.add((card,))
        return card


def _by_texts(applied: Iterable[Applied], comers: Collection[CardId]) -> DrainChange:
    """What texts add to a Force drain: each of those who come, or once however many of them do."""
    each, once = 0.0, set[tuple[str, float]]()
    for scope, change, amount in applied:
        if change.cumulative and scope.card.id in comers:
            each += amount
        else:
            once.add((f"{scope.card.card.title}: {change}", amount))
    return DrainChange(each, frozenset(once))


def _with_room(card: CardInPlay, place: Location) -> Iterable[CardId]:
    """The starships and vehicles at a location that have room for a card."""
    for each in place.cards:
        carries = each.carries and each.side is card.side and each.host is None and each is not card
        if carries and free_seat(card, each) is not None:
            yield each.id


def _with_crew(card: CardInPlay) -> Sequence[CardInPlay]:
    return card, *(each for each in card.all_aboard() if each.fights)


def _power(numbers: Numbers, cards: Sequence[CardInPlay]) -> float:
    """Of these in a battle; who is inside something has none of its own."""
    return sum(0 if each.inside else numbers.power(each, fighting=True) for each in cards)
