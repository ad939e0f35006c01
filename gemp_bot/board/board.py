"""The board: every card in play and every location, read by effects, rules and valuation alike."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from types import MappingProxyType
from typing import Self

from gemp_bot.board.card import HELD, AttachedAs, CardInPlay, Lasting
from gemp_bot.board.card_facts import CardFacts
from gemp_bot.board.location import Location
from gemp_bot.board.part import BoardPart, ChangeCounter, twins
from gemp_bot.cards import CardType
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import CardId


class Pile(BoardPart):
    """A pile, hand or unresolved destiny draw of one player.

    Attributes:
        cards: those that are known to lie there, the top one last; of a board as it truly is all of them.
        hidden: how many more lie there.
    """

    cards: tuple[CardInPlay, ...] = ()
    hidden: int = 0
    held = True

    def __init__(self, changes: ChangeCounter) -> None:
        vars(self).update(_changes=changes)

    @property
    def size(self) -> int:
        """How many cards lie there."""
        return len(self.cards) + self.hidden


class Board(BoardPart):
    """The cards in play and the locations, the piles and the hands.

    `tracked` fills it as one player may know it, the engine as it truly is, both by the moves of this class.
    Cards are moved by those only: they keep what hangs together. Whatever changes raises `changes`.

    Args:
        me: whose hand is among the cards.
        turn: whose turn it is.
        fighting: ids of the cards in the battle.

    Attributes:
        me: whose hand is among the cards; None for a spectator.
        turn: whose turn it is; None before the first. round: which of his turns, from 1.
        fighting: ids of the cards in the battle; None if there is no battle.
        known: every card that is known, by id, wherever it lies.
        locations: left to right; another tuple as soon as another card is laid.
        side_of_table: the cards in play that are at no location; hosts before what is on them.
        piles: of each side the piles and the hand, by zone.
        lasting: what actions changed for a while. faces: how often a double-sided card was turned.
    """

    me: Side | None
    turn: Side | None
    round: int = 0
    fighting: frozenset[CardId] | None
    known: Mapping[CardId, CardInPlay] = MappingProxyType({})
    locations: tuple[Location, ...] = ()
    side_of_table: tuple[CardInPlay, ...] = ()
    lasting: tuple[Lasting, ...] = ()
    faces: int = 0
    piles: Mapping[Side, Mapping[Zone, Pile]]
    _listed: tuple[int, Mapping[CardId, CardInPlay]] = (-1, MappingProxyType({}))
    _active: tuple[int, Sequence[CardInPlay]] = (-1, ())

    def __init__(self, me: Side | None, turn: Side | None, fighting: frozenset[CardId] | None) -> None:
        changes = ChangeCounter()
        piles = {side: {zone: Pile(changes) for zone in HELD} for side in Side}
        vars(self).update(_changes=changes, me=me, turn=turn, fighting=fighting, piles=piles)

    # -- reading ------------------------------------------------------------------------------------

    @property
    def counter(self) -> ChangeCounter:
        """What counts its changes."""
        return self._changes

    @property
    def changes(self) -> int:
        """Number of the state it is in: any change gives it one that no other state of this board has."""
        return self._changes.number

    @property
    def version(self) -> int:
        """Number of what is in play, with the turn and the battle; nothing in piles and hands changes it."""
        return self._changes.in_play

    @property
    def cards(self) -> Mapping[CardId, CardInPlay]:
        """By id, the cards in play, by locations and then the sides of the table, and the hand of `me`."""
        if self._listed[0] != self._changes.number:
            self._listed = self._changes.number, {card.id: card for card in self._in_order()}
        return self._listed[1]

    @property
    def hand(self) -> tuple[CardInPlay, ...]:
        """The hand of `me`."""
        return () if self.me is None else self.piles[self.me][Zone.HAND].cards

    @property
    def active(self) -> Sequence[CardInPlay]:
        """The active cards in play, locations too."""
        if self._active[0] != self._changes.in_play:
            self._active = self._changes.in_play, [card for card in self._in_play() if card.active]
        return self._active[1]

    def _in_play(self) -> Iterator[CardInPlay]:
        for location in self.locations:
            if location.card is not None:
                yield location.card
            yield from location.cards
        yield from self.side_of_table

    def _in_order(self) -> Iterator[CardInPlay]:
        yield from self._in_play()
        yield from self.hand

    # -- filling it ---------------------------------------------------------------------------------

    def make(self, card_id: CardId, facts: CardFacts, side: Side, zone: Zone) -> CardInPlay:
        """A card of this board, which is not on it yet.

        Args:
            card_id: an id that no other card of it has.
            facts: of the printed card.
            side: whose it is.
            zone: where it lies.
        """
        return CardInPlay(self._changes, card_id, facts, side, zone)

    def add(self, cards: Iterable[CardInPlay]) -> None:
        """Take up cards that were made."""
        found = tuple(cards)
        self._set_aside("known", {**self.known, **{card.id: card for card in found}})
        for card in found:
            self.man(card)

    def remove(self, cards: Iterable[CardInPlay]) -> None:
        """Take cards off the board; what is on them has to be moved by itself."""
        gone = {card.id for card in cards if self._take(card)}
        self._set_aside("known", {each: card for each, card in self.known.items() if each not in gone})

    def clear(self) -> None:
        """Take everything off the board."""
        self.locations, self.side_of_table = (), ()
        self._set_aside("known", {})
        for side, piles in self.piles.items():
            for zone in piles:
                self.fill(side, zone, ())

    def fill(self, side: Side, zone: Zone, cards: Iterable[CardInPlay], hidden: int = 0) -> None:
        """What is known of a pile or hand.

        Args:
            side: whose it is.
            zone: which.
            cards: those that lie there, the top one last.
            hidden: how many more lie there.
        """
        pile = self.piles[side][zone]
        pile.cards, pile.hidden = tuple(cards), hidden

    def insert(self, column: int) -> Location:
        """A new column, without a card yet."""
        location = Location(self._changes, column)
        self.locations = (*self.locations[:column], location, *self.locations[column:])
        for number, each in enumerate(self.locations):
            if each.column != number:
                each.column = number
        return location

    # -- moving cards -------------------------------------------------------------------------------

    def to_pile(self, card: CardInPlay, zone: Zone, *, bottom: bool = False) -> Zone:
        """Put a card into a pile or hand of its owner; whatever is on it stays where it is.

        Gives the zone it was in, as all moves do.
        """
        was = self._take(card)
        card.heal()
        pile = self.piles[card.side][zone]
        pile.cards = (card, *pile.cards) if bottom else (*pile.cards, card)
        card.zone = zone
        self.man(card)
        return was

    def pass_on(self, side: Side, was: Zone, zone: Zone, count: int) -> tuple[CardInPlay, ...]:
        """Put so many cards from the top of a pile onto another one, one after the other; gives them."""
        source, target = self.piles[side][was], self.piles[side][zone]
        left = len(source.cards) - count
        cards = source.cards[left:][::-1]
        if cards:
            source.cards, target.cards = source.cards[:left], (*target.cards, *cards)
        for card in cards:
            card.zone = zone
        return cards

    def stand(self, card: CardInPlay, location: Location | None) -> Zone:
        """Put a card to a location, or for None to its side of the table, with all that is on it."""
        was = self._take(card)
        card.zone = Zone.SIDE_OF_TABLE if location is None else Zone.AT_LOCATION
        self._settle(card, location)
        return was

    def put_aside(self, card: CardInPlay, zone: Zone, host: CardInPlay | None) -> Zone:
        """Put a card where it is not in play: stacked on `host`, or out of play."""
        was = self._take(card)
        card.zone, card.host = zone, host
        return was

    def attach(self, card: CardInPlay, host: CardInPlay, attached_as: AttachedAs) -> Zone:
        """Put a card on or aboard another one on the table, with all that is on it."""
        was = self._take(card)
        assert not host.held, "only cards on the table have others aboard"  # noqa: S101
        host.attached = (*host.attached, card)
        card.host, card.attached_as = host, attached_as
        card.zone = Zone.ATTACHED
        if host.carries and card.fights:
            card.inside = host.facts.enclosed
            card.pilots = attached_as is AttachedAs.PILOT
        elif card.fights and host.card.type == CardType.CHARACTER and host.side is not card.side:
            card.active = False  # a captive
        self._settle(card, host.location)
        self.man(host)
        return was

    def lay(self, card: CardInPlay, column: int, group: str | None) -> Zone:
        """Lay a location, which makes a column.

        Args:
            card: the location.
            column: where.
            group: the system it belongs to there; None for the one it is printed with.
        """
        was = self._take(card)
        card.zone, card.system_name = Zone.LOCATIONS, group
        self.insert(column).lay(card, group)
        return was

    def convert(self, card: CardInPlay, location: Location) -> Zone:
        """Lay a location over another one of its name, which gives up its column and what is on it."""
        was = self._take(card)
        old, group = location.laid, location.group
        old.zone, old.location, old.system_name = Zone.CONVERTED_LOCATIONS, None, None
        card.zone, card.system_name = Zone.LOCATIONS, group
        location.lay(card, group)
        card.attached, old.attached = old.attached, ()
        for each in card.attached:
            each.host = card
        left, right = self.locations[: location.column], self.locations[location.column + 1 :]
        self.locations = (*left, location, *right)
        for each in location.cards:
            self.man(each)
        return was

    def recirculate(self, side: Side) -> int:
        """Put a Used Pile under its Reserve Deck as it lies (rules 3.3); gives how many cards."""
        used, reserve = self.piles[side][Zone.USED_PILE], self.piles[side][Zone.RESERVE_DECK]
        cards = used.cards
        for card in cards:
            card.zone = Zone.RESERVE_DECK
        if cards:
            reserve.cards, used.cards = (*cards, *reserve.cards), ()
        return len(cards)

    def shuffle(self, side: Side, zone: Zone, shuffler: Callable[[list[CardInPlay]], None]) -> None:
        """Bring a pile to another order."""
        pile = self.piles[side][zone]
        cards = list(pile.cards)
        shuffler(cards)
        pile.cards = tuple(cards)

    def sort(self, rank: Callable[[CardInPlay], int]) -> None:
        """Bring the cards of each location, of each card and of each pile to one order."""
        piles = (pile for held in self.piles.values() for pile in held.values())
        parts: tuple[Location | Pile, ...] = (*self.locations, *piles)
        for part in parts:
            if len(part.cards) > 1:
                part.cards = _in_order(part.cards, rank)
        for card in self.known.values():
            if len(card.attached) > 1:
                card.attached = _in_order(card.attached, rank)
        self.side_of_table = _in_order(self.side_of_table, rank)

    def man(self, card: CardInPlay) -> None:
        """Note of a starship or vehicle whether somebody pilots or drives it, as the seats tell.

        No event of a server tells a seat (PROTOCOL 6.6), only the log: where it did not, cards that can pilot
        take the pilots' seats that are left, in the order in which they came aboard. If more could than may,
        nobody can tell.
        """
        facts = card.facts
        if not facts.carrier:
            return
        location, aboard = card.location, card.attached
        seats = facts.pilot_seats - sum(one.attached_as is AttachedAs.PILOT for one in aboard)
        landed = facts.starship and location is not None and location.site
        able = [
            one for one in aboard if one.attached_as is AttachedAs.NONE and one.active and one.facts.pilot
        ]
        for taken, one in enumerate(able):
            one.pilots = taken < seats
        crashed = card.sideways and not facts.starship  # or hit: both look alike
        card.unsure = len(able) > seats or crashed
        crewed = facts.crewed or any(one.pilots for one in aboard)
        card.piloted = crewed and card.host is None and not landed

    def _take(self, card: CardInPlay) -> Zone:
        """Take a card out of where it is, with all that is on it."""
        was, host, location = card.zone, card.host, card.location
        if card.held:
            pile = self.piles[card.side][was]
            cards = pile.cards
            if cards and cards[-1] is card:
                pile.cards = cards[:-1]
            elif card in cards:
                pile.cards = tuple(each for each in cards if each is not card)
        else:
            gone = (card, *card.all_aboard())
            if location is not None:
                location.cards = tuple(each for each in location.cards if each not in gone)
            elif card in self.side_of_table:
                self.side_of_table = tuple(each for each in self.side_of_table if each not in gone)
        if host is not None:
            host.attached = tuple(each for each in host.attached if each is not card)
            card.host, card.attached_as, card.inside, card.pilots = None, AttachedAs.NONE, False, False
            self.man(host)
        if location is not None:
            card.location = None
        return was

    def _settle(self, card: CardInPlay, location: Location | None) -> None:
        """Have a card that stands or is aboard something there with all that is on it."""
        moved = (card, *card.all_aboard())
        cards = self.side_of_table if location is None else location.cards
        at, host = len(cards), card.host
        if host is not None and host in cards:
            riders = sum(1 for each in host.all_aboard() if each not in moved)
            at = cards.index(host) + 1 + riders
        cards = (*cards[:at], *moved, *cards[at:])
        if location is None:
            self.side_of_table = cards
        else:
            location.cards = cards
        for each in moved:
            each.location = location
        self.man(card)

    def fought_by_all(self) -> AbstractContextManager[None]:
        """As if every card was in a battle at its location."""
        return self.fought(self.cards)

    @contextmanager
    def fought(self, cards: Iterable[CardId]) -> Iterator[None]:
        """As if these cards were in battle."""
        now = self.fighting
        self._derive("fighting", frozenset(cards))
        try:
            yield
        finally:
            self._derive("fighting", now)

    # -- copies ---------------------------------------------------------------------------------------

    def copy(self) -> Self:
        """Another board that is equal, and shares nothing with this one that can change."""
        changes = ChangeCounter(self._changes.number, self._changes.in_play)
        cards = dict(zip(self.known, twins(self.known.values(), changes), strict=True))
        locations = {location.column: location for location in twins(self.locations, changes)}
        for card in cards.values():
            if card.location is not None or card.host is not None or card.attached:
                _link(card, cards, locations)
        for location in locations.values():
            own = vars(location)
            own["cards"] = tuple([cards[each.id] for each in location.cards])
            own["under"] = tuple([cards[each.id] for each in location.under])
            own["card"] = None if location.card is None else cards[location.card.id]
            own.pop("_presence", None)
        piles: dict[Side, dict[Zone, Pile]] = {}
        for side, held in self.piles.items():
            piles[side] = dict(zip(held, twins(held.values(), changes), strict=True))
            for pile in piles[side].values():
                vars(pile)["cards"] = tuple([cards[each.id] for each in pile.cards])
        (new,) = twins((self,), changes)
        beside = tuple([cards[each.id] for each in self.side_of_table])
        vars(new).update(known=cards, locations=tuple(locations.values()), side_of_table=beside, piles=piles)
        vars(new).pop("_listed", None)
        vars(new).pop("_active", None)
        return new


def _in_order(cards: tuple[CardInPlay, ...], rank: Callable[[CardInPlay], int]) -> tuple[CardInPlay, ...]:
    """Cards in an order; the same tuple if it is theirs already."""
    found = tuple(sorted(cards, key=rank))
    return cards if found == cards else found


def _link(card: CardInPlay, cards: Mapping[CardId, CardInPlay], locations: Mapping[int, Location]) -> None:
    """Have a card that is copied refer to the copies of what it is at, on and under."""
    own = vars(card)
    if card.attached:
        own["attached"] = tuple([cards[each.id] for each in card.attached])
    if card.host is not None:
        own["host"] = cards[card.host.id]
    if card.location is not None:
        own["location"] = locations[card.location.column]
