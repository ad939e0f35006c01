"""A state of the engine as the wire shows it: ids that change with the zone, tops of piles, what seats see.

The engine names a card by one id for the whole game; the wire gives it a new one whenever it comes to another
zone, but for Force that is activated, used or recirculated, for cards that stay on the table, and for an
Interrupt while it is played (PROTOCOL 6.2). The ids dealt at the start are those of the deck list, as the
real server has them.
"""

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from typing import Any, Self

from gemp_bot.board.card import STANDING, CardInPlay
from gemp_bot.board.card_facts import CardFacts
from gemp_bot.cards import SubType
from gemp_bot.game.game_events import CardMoved
from gemp_bot.game.state import State
from gemp_bot.protocol import events as e
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.events import AnyEvent
from gemp_bot.protocol.ids import DARK_BACK, LIGHT_BACK, BlueprintId, CardId, PlayerName
from gemp_bot.sandbox.server import events
from gemp_bot.sandbox.server.events import AnyCardEvent

TOPS: Mapping[Zone, Zone] = {
    Zone.RESERVE_DECK: Zone.TOP_OF_RESERVE_DECK,
    Zone.FORCE_PILE: Zone.TOP_OF_FORCE_PILE,
    Zone.USED_PILE: Zone.TOP_OF_USED_PILE,
    Zone.LOST_PILE: Zone.TOP_OF_LOST_PILE,
    Zone.UNRESOLVED_DESTINY_DRAW: Zone.TOP_OF_UNRESOLVED_DESTINY_DRAW,
}
_ASIDE = frozenset({Zone.SIDE_OF_TABLE, Zone.STACKED, Zone.OUT_OF_PLAY})
"""Where a card is shown that is at no location; one that is being played is nowhere."""
_ON_OTHERS = frozenset({Zone.ATTACHED, Zone.STACKED})
_FACE_DOWN = frozenset({Zone.TOP_OF_RESERVE_DECK, Zone.TOP_OF_FORCE_PILE, Zone.TOP_OF_USED_PILE})
_KEEP = frozenset({(Zone.RESERVE_DECK, Zone.FORCE_PILE), (Zone.FORCE_PILE, Zone.USED_PILE)})
_BACKS = {Side.DARK: DARK_BACK, Side.LIGHT: LIGHT_BACK}


class TableView:
    """A view of a state, with the ids of the wire."""

    def __init__(self, state: State, players: Mapping[Side, str]) -> None:
        self.state = state
        self.players = players
        self._number: dict[int, int] = {number: number for number in state.cards}
        """By id of the engine, in the order in which the cards came to be shown."""
        self._piece = dict(self._number)
        self._next = max(state.cards, default=0) + 1
        self._shown: dict[tuple[Side, Zone], int] = {}
        self._held: dict[int, str] = {}
        """Of each id of a card that is or was in a hand the player who is told of it."""

    def copy(self) -> Self:
        """An independent copy."""
        new = copy(self)
        new.state = self.state.copy()
        for name in ("_number", "_piece", "_shown", "_held"):
            setattr(new, name, dict(getattr(self, name)))
        return new

    # -- names ------------------------------------------------------------------------------------

    def number(self, piece: int) -> int:
        """The id a card has on the wire now."""
        return self._number[piece]

    def numbers(self, pieces: Iterable[int]) -> list[CardId]:
        """The ids some cards have on the wire now."""
        return [CardId(self._number[piece]) for piece in pieces]

    def piece(self, number: int) -> int:
        """The card that has an id on the wire now."""
        return self._piece[number]

    def known(self, number: int) -> int | None:
        """The card that has an id on the wire now; None if none has."""
        return self._piece.get(number)

    def horizontal(self, piece: int) -> bool:
        """Whether a card lies sideways: sites do."""
        return self.state.card(piece).card.is_a(SubType.SITE)

    def title(self, piece: int) -> str:
        """The title as the server shows it; of a site that goes anywhere with the system it is at."""
        found = self.state.card(piece)
        face, place = found.card, found.location
        loose = found.zone is Zone.LOCATIONS and not face.system and place is not None
        title = f"{face.uniqueness.dots}{place.group}: {face.title}" if loose and place else face.name
        return title.replace("&", "&amp;").replace("<", "&lt;")

    def hint(self, piece: int) -> str:
        """A card as it stands in messages and labels (PROTOCOL 6.9)."""
        turned = " data-horizontal='true'" if self.horizontal(piece) else ""
        value = self.state.card(piece).card.blueprint_id
        return f"<div class='cardHint' value='{value}'{turned}>{self.title(piece)}</div>"

    def column(self, column: int) -> int:
        """The location card of a column."""
        return self.state.locations[column].laid.id

    # -- cards --------------------------------------------------------------------------------------

    def event(
        self, kind: type[AnyCardEvent], piece: int, *, zone: Zone | None = None, acting: str = ""
    ) -> AnyCardEvent:
        """Any event that carries the attributes of a card (PROTOCOL 6.4) as it lies now.

        Args:
            kind: which.
            piece: the card; its face is hidden where nobody may see it.
            zone: where it is shown; None for where it lies.
            acting: `participantId`; the owner if empty.
        """
        found = self.state.card(piece)
        zone = zone or TOPS.get(found.zone, found.zone)
        owner = PlayerName(self.players[found.side])
        shown: dict[str, Any] = {
            "card_id": self._number[piece],
            "blueprint_id": BlueprintId(_BACKS[found.side]),
            "zone": zone,
            "zone_owner_id": owner,
            "participant_id": PlayerName(acting) if acting else owner,
            "phase": self.state.phase,
        }
        # The real server tells of a hidden card whether it is a site, and of which system.
        if zone not in _FACE_DOWN:
            shown |= self._face(found, zone)
        return kind(**shown)

    def _face(self, found: CardInPlay, zone: Zone) -> dict[str, Any]:
        """What is told of a card that is not hidden."""
        location, host = found.location, found.host
        standing = location is not None and zone in (Zone.LOCATIONS, Zone.AT_LOCATION)
        # Of a site that goes anywhere the system it is at.
        system = found.card.system if location is None else location.group
        return {
            "blueprint_id": found.card.blueprint_id,
            "location_index": location.column if standing and location is not None else 0,
            "target_card_id": self._number[host.id] if zone in _ON_OTHERS and host is not None else None,
            "system_name": system if found.card.type == "Location" else None,
            "horizontal": found.card.is_a(SubType.SITE),
            "sideways": found.hit and zone in STANDING,
        }

    def begin(self) -> list[AnyEvent]:
        """All that lies there: before the first question both Reserve Decks."""
        state = self.state
        laid = [location.laid.id for location in state.locations]
        standing = [card.id for location in state.locations for card in location.cards]
        hands = [card.id for side in Side for card in state.hand(side)]
        self._held = {self._number[card]: self.players[state.card(card).side] for card in hands}
        for piece in (*laid, *standing, *hands):
            self._number[piece] = self._number.pop(piece)
        return [
            *(self.event(e.CardPut, piece) for piece in (*laid, *standing, *hands)),
            *(event for side in (Side.DARK, Side.LIGHT) for zone in TOPS for event in self._tops(side, zone)),
        ]

    def shuffled(self, side: Side) -> list[AnyEvent]:
        """A Reserve Deck was shuffled."""
        self.state.shuffle(side)
        return self._tops(side, Zone.RESERVE_DECK)

    def recirculated(self, side: Side) -> list[AnyEvent]:
        """A Used Pile went under its Reserve Deck; the ids stay."""
        self.state.board.recirculate(side)
        return [*self._tops(side, Zone.USED_PILE), *self._tops(side, Zone.RESERVE_DECK)]

    def moved(self, move: CardMoved, true: CardInPlay) -> list[AnyEvent]:
        """A card came to another zone or place; `true` is the card of the engine."""
        piece, owner, old = move.card, move.owner, self._number[move.card]
        stays = move.was in STANDING and move.zone in STANDING
        found: list[AnyEvent] = []
        self._follow(move, true)
        if move.was in TOPS:
            found += self._tops(owner, move.was)
        elif not stays and move.was is not Zone.VOID:
            found.append(events.remove([old]))
        # A converted location gives its id up to the one that comes in its place.
        keeps = (move.was, move.zone) in _KEEP or move.zone in (Zone.CONVERTED_LOCATIONS, Zone.VOID)
        if not stays and not keeps:
            self._rename(piece, None if move.converted is None else self._number[move.converted])
        if move.zone in TOPS:
            found += self._tops(owner, move.zone)
        elif move.zone is Zone.HAND:
            self._held[self._number[piece]] = self.players[owner]
            found.append(self.event(e.CardPut, piece))
        elif move.zone is Zone.LOCATIONS:
            comes = self.event(e.CardPut, piece)
            found.append(comes if move.converted is None else self.event(e.CardReplaced, piece))
        elif move.zone in STANDING or move.zone in _ASIDE:
            found.append(self.event(e.CardPlaceChanged, piece) if stays else self.event(e.CardPut, piece))
        battle = self.state.battle
        if not stays and battle is not None and any(card.id == piece for card in battle.cards):
            battle.cards = [card for card in battle.cards if card.id != piece]
            found.append(self.event(e.CardLeftBattle, piece))
        return found

    def flipped(self, piece: int, face: CardFacts) -> AnyEvent:
        """A double-sided card shows another face."""
        self.state.flip(self.state.card(piece), face)
        return self.event(e.CardFaceFlipped, piece)

    def _follow(self, move: CardMoved, true: CardInPlay) -> None:
        """Make the move; what it does not tell, the card of the engine does."""
        state, card = self.state, self.state.card(move.card)
        match move.zone:
            case Zone.LOCATIONS if move.converted is not None:
                state.convert(card, state.locations[move.column])
            case Zone.LOCATIONS:
                state.lay(card, move.column, "" if true.location is None else true.location.group)
            case Zone.AT_LOCATION:
                state.stand(card, state.locations[move.column])
            case Zone.ATTACHED if move.host is not None:
                state.attach(card, state.card(move.host), true.attached_as)
            case Zone.SIDE_OF_TABLE:
                state.lay_on(card, None)
            case Zone.VOID | Zone.STACKED | Zone.OUT_OF_PLAY:
                state.put_aside(card, move.zone, None if move.host is None else state.card(move.host))
            case zone if zone is Zone.HAND or zone in TOPS:
                state.to_pile(card, zone, bottom=move.bottom)

    def _rename(self, piece: int, inherited: int | None) -> None:
        """Give a card a new id, or that of the location it converts, which gets a new one."""
        if inherited is not None:
            self._rename(self._piece[inherited], None)
        else:
            inherited, self._next = self._next, self._next + 1
        old = self._number.pop(piece)
        if self._piece.get(old) == piece:
            del self._piece[old]
        self._number[piece] = inherited
        self._piece[inherited] = piece

    def _tops(self, side: Side, zone: Zone) -> list[AnyEvent]:
        """Bring the top of a pile up to date."""
        pile, shown = self.state.pile(side, zone), self._shown.get((side, zone))
        top = self._number[pile[-1].id] if pile else None
        if top == shown:
            return []
        self._shown.pop((side, zone), None)
        # The real server names the player here before the first turn, and leaves him out afterwards.
        owner = self.players[side] if self.state.phase is Phase.PLAY_STARTING_CARDS else None
        found: list[AnyEvent] = [] if shown is None else [events.remove([shown], owner)]
        if top is None:
            return found
        self._shown[side, zone] = top
        return [*found, self.event(e.CardPut, pile[-1].id, zone=TOPS[zone])]

    # -- what a seat sees -----------------------------------------------------------------------------

    def hides(self, event: AnyEvent, player: str) -> bool:
        """Whether an event is about a card in the hand of another player."""
        match event:
            case e.CardPut(zone=Zone.HAND):
                return event.zone_owner_id != player
            case e.CardsRemoved(other_card_ids=gone):
                return any(self._held.get(number, player) != player for number in gone)
        return False

    def snapshot(self, player: str, *, again: bool = False) -> list[AnyEvent]:
        """Everything from `P` to the contests in the order of PROTOCOL 5.2; `again`: after a revert."""
        state = self.state
        kind: type[e.CardPut | e.CardPutAgain] = e.CardPutAgain if again else e.CardPut
        found: list[AnyEvent] = [
            events.snapshot_start(player, tuple(self.players.values())),
            events.turn(self.players[state.active]),
            events.phase(state.phase, self.turn),
            *(self.event(kind, piece) for piece in self._in_order(player)),
        ]
        if state.battle is not None:
            fighting = self.numbers(card.id for card in state.battle.cards)
            found.append(events.contest(e.BattleStarted, state.battle.location.column, fighting))
        return found

    @property
    def turn(self) -> int | None:
        """The number of the turn; None before the first."""
        return self.state.turns[self.state.active] or None

    def _in_order(self, player: str) -> Iterator[int]:
        """The cards that a player is shown: hosts before what is on them, then piles, then his hand."""
        cards = [self.state.card(piece) for piece in self._number]
        yield from (location.laid.id for location in self.state.locations)
        standing = (card for card in cards if card.zone in STANDING or card.zone in _ASIDE)
        yield from (card.id for card in sorted(standing, key=_depth))
        for zone in TOPS:
            yield from (self._piece[top] for (_, each), top in self._shown.items() if each is zone)
        hand = (card for card in cards if card.zone is Zone.HAND)
        yield from (card.id for card in hand if self.players[card.side] == player)


def _depth(card: CardInPlay) -> int:
    """How many hosts a card is on."""
    return 0 if card.host is None else 1 + _depth(card.host)
