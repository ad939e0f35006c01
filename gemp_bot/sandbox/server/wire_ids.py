"""What of the true table shows on the wire: ids that change with the zone, tops of piles, columns.

The engine names a card by one id for the whole game; the wire gives it a new one whenever it comes to another
zone, but for Force that is activated, used or recirculated, and for cards that stay on the table
(PROTOCOL 6.2). The ids dealt at the start are those of the deck list, as the real server has them.
"""

from collections.abc import Iterable, Mapping

from gemp_bot.board.card import HELD, CardInPlay
from gemp_bot.cards import Card as Printed
from gemp_bot.cards import SubType
from gemp_bot.game.game_events import CardMoved
from gemp_bot.game.state import State
from gemp_bot.protocol import events as e
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.events import AnyEvent
from gemp_bot.protocol.ids import DARK_BACK, LIGHT_BACK, PlayerName
from gemp_bot.sandbox.server import events
from gemp_bot.sandbox.server.events import AnyCardEvent, CardAttributes, card_event

TOPS: Mapping[Zone, Zone] = {
    Zone.RESERVE_DECK: Zone.TOP_OF_RESERVE_DECK,
    Zone.FORCE_PILE: Zone.TOP_OF_FORCE_PILE,
    Zone.USED_PILE: Zone.TOP_OF_USED_PILE,
    Zone.LOST_PILE: Zone.TOP_OF_LOST_PILE,
    Zone.UNRESOLVED_DESTINY_DRAW: Zone.TOP_OF_UNRESOLVED_DESTINY_DRAW,
}
ON_TABLE = frozenset({Zone.AT_LOCATION, Zone.ATTACHED})
_FACE_DOWN = frozenset({Zone.TOP_OF_RESERVE_DECK, Zone.TOP_OF_FORCE_PILE, Zone.TOP_OF_USED_PILE})
_SIZED = (Zone.HAND, Zone.RESERVE_DECK, Zone.FORCE_PILE, Zone.USED_PILE, Zone.LOST_PILE)
_KEEP = frozenset({(Zone.RESERVE_DECK, Zone.FORCE_PILE), (Zone.FORCE_PILE, Zone.USED_PILE)})
_BACKS = {Side.DARK: DARK_BACK, Side.LIGHT: LIGHT_BACK}


class WireIds:
    """The cards of one game as the wire has them.

    Args:
        state: the engine's table before its next question; later only the cards themselves are read of it.
        players: who plays which side.

    Attributes:
        phase: what card events carry.
        columns: the locations, left to right.
        fighting: who takes part in the battle that is going on.
    """

    def __init__(self, state: State, players: Mapping[Side, str]) -> None:
        self.pieces: dict[int, CardInPlay] = {card.id: card for card in state.cards.values()}
        self.players = players
        self.phase = state.phase
        self.columns: list[int] = [location.laid.id for location in state.locations]
        self.fighting: set[int] = set()
        self.piles: dict[tuple[Side, Zone], list[int]] = {
            (side, zone): [card.id for card in state.pile(side, zone)] for side in Side for zone in HELD
        }
        self._number: dict[int, int] = {number: number for number in state.cards}
        self._piece = dict(self._number)
        self._next = max(state.cards, default=0) + 1
        self._shown: dict[tuple[Side, Zone], int] = {}
        self._host: dict[int, int] = {
            card.id: card.host.id for card in state.cards.values() if card.host is not None
        }
        self._place: dict[int, int] = {
            card.id: card.location.laid.id
            for card in state.at_table()
            if card.host is None and card.location is not None
        }

    # -- names ------------------------------------------------------------------------------------

    def number(self, piece: int) -> int:
        """The id a card has on the wire now."""
        return self._number[piece]

    def numbers(self, pieces: Iterable[int]) -> list[int]:
        """The ids some cards have on the wire now."""
        return [self._number[piece] for piece in pieces]

    def piece(self, number: int) -> int:
        """The card that has an id on the wire now."""
        return self._piece[number]

    def known(self, number: int) -> int | None:
        """The card that has an id on the wire now; None if none has."""
        return self._piece.get(number)

    def printed(self, piece: int) -> Printed:
        """What is printed on a card."""
        return self.pieces[piece].card

    def horizontal(self, piece: int) -> bool:
        """Whether a card lies sideways: sites do."""
        return self.printed(piece).is_a(SubType.SITE)

    def title(self, piece: int) -> str:
        """The title as the server shows it; of a site that goes anywhere with the system it is at."""
        face, place = self.printed(piece), self.pieces[piece].location
        loose = piece in self.columns and not face.system and place is not None
        title = f"{face.uniqueness.dots}{place.group}: {face.title}" if loose and place else face.name
        return title.replace("&", "&amp;").replace("<", "&lt;")

    def hint(self, piece: int) -> str:
        """A card as it stands in messages and labels (PROTOCOL 6.9)."""
        turned = " data-horizontal='true'" if self.horizontal(piece) else ""
        value = self.printed(piece).blueprint_id
        return f"<div class='cardHint' value='{value}'{turned}>{self.title(piece)}</div>"

    def place(self, piece: int) -> int | None:
        """The location a card is at, aboard something or not; None for one that is nowhere."""
        while piece in self._host:
            piece = self._host[piece]
        return self._place.get(piece)

    def host(self, piece: int) -> int | None:
        """What a card is attached to or aboard of."""
        return self._host.get(piece)

    def sizes(self) -> tuple[e.PlayerZones, ...]:
        """The sizes of hands and piles, as `GS` wants them."""
        found = []
        for side, player in self.players.items():
            hand, reserve, force, used, lost = [len(self.piles[side, zone]) for zone in _SIZED]
            found.append(e.PlayerZones(PlayerName(player), hand, 0, reserve, force, used, lost))
        return tuple(found)

    # -- events -----------------------------------------------------------------------------------

    def event(self, kind: type[AnyCardEvent], piece: int) -> AnyCardEvent:
        """Any event that carries the attributes of a card (PROTOCOL 6.4) as it lies now."""
        return card_event(kind, self.card(piece))

    def card(self, piece: int, zone: Zone | None = None) -> CardAttributes:
        """A card with all attributes of the wire; face down where nobody may see it."""
        found = self.pieces[piece]
        zone = zone or self._zone(piece)
        if zone in _FACE_DOWN:
            # The real server tells of the hidden card whether it is a site, and of which system.
            return CardAttributes(
                card_id=self._number[piece],
                blueprint=_BACKS[found.side],
                owner=self.players[found.side],
                zone=zone,
                phase=self.phase,
            )
        location = self._place.get(piece) if zone is Zone.AT_LOCATION else piece
        return CardAttributes(
            card_id=self._number[piece],
            blueprint=found.card.blueprint_id,
            owner=self.players[found.side],
            zone=zone,
            column=self.columns.index(location) if location in self.columns else 0,
            target=self._number[self._host[piece]] if zone is Zone.ATTACHED else None,
            system=_system(found) if found.card.type == "Location" else None,
            phase=self.phase,
            horizontal=self.horizontal(piece),
            sideways=found.hit and zone in ON_TABLE,
        )

    def _zone(self, piece: int) -> Zone:
        """Where a card lies as far as it was told."""
        if piece in self.columns:
            return Zone.LOCATIONS
        if piece in self._host:
            return Zone.ATTACHED
        if piece in self._place:
            return Zone.AT_LOCATION
        owner = self.pieces[piece].side
        for zone in HELD:
            if piece in self.piles[owner, zone]:
                return TOPS.get(zone, zone)
        return Zone.CONVERTED_LOCATIONS

    def begin(self) -> list[AnyEvent]:
        """All that lies there: before the first question both Reserve Decks."""
        locations = [self.pieces[column].location for column in self.columns]
        standing = [card.id for each in locations if each is not None for card in each.cards]
        hands = [piece for side in Side for piece in self.piles[side, Zone.HAND]]
        return [
            *(self.event(e.CardPut, piece) for piece in [*self.columns, *standing, *hands]),
            *(node for side in (Side.DARK, Side.LIGHT) for zone in TOPS for node in self._tops(side, zone)),
        ]

    def shuffled(self, side: Side, order: list[int]) -> list[AnyEvent]:
        """A Reserve Deck was shuffled to this order, the top last."""
        self.piles[side, Zone.RESERVE_DECK] = list(order)
        return self._tops(side, Zone.RESERVE_DECK)

    def recirculated(self, side: Side) -> list[AnyEvent]:
        """A Used Pile went under its Reserve Deck; the ids stay."""
        used = self.piles[side, Zone.USED_PILE]
        self.piles[side, Zone.RESERVE_DECK][:0] = used
        used.clear()
        return [*self._tops(side, Zone.USED_PILE), *self._tops(side, Zone.RESERVE_DECK)]

    def moved(self, move: CardMoved) -> list[AnyEvent]:
        """A card came to another zone or place."""
        piece, owner = move.card, move.owner
        stays = move.was in ON_TABLE and move.zone in ON_TABLE
        found = [] if stays else self._leave(move)
        # A converted location gives its id up to the one that comes in its place.
        keeps = (move.was, move.zone) in _KEEP or move.zone is Zone.CONVERTED_LOCATIONS
        if not stays and not keeps:
            self._rename(piece, self._number[move.converted] if move.converted is not None else None)
        self._host.pop(piece, None)
        self._place.pop(piece, None)
        match move.zone:
            case Zone.LOCATIONS:
                found.append(self._lay(move))
            case Zone.AT_LOCATION:
                self._place[piece] = self.columns[move.column]
                found.append(self._stands(piece, stays=stays))
            case Zone.ATTACHED if move.host is not None:
                self._host[piece] = move.host
                found.append(self._stands(piece, stays=stays))
            case Zone.HAND:
                self.piles[owner, Zone.HAND].append(piece)
                found.append(self.event(e.CardPut, piece))
            case zone if zone in TOPS:
                pile = self.piles[owner, zone]
                pile.insert(0, piece) if move.bottom else pile.append(piece)
                found += self._tops(owner, zone)
        if piece in self.fighting and move.zone in TOPS:
            self.fighting.discard(piece)
            found.append(card_event(e.BattleLeft, self.card(piece, TOPS[move.zone])))
        return found

    def _stands(self, piece: int, *, stays: bool) -> AnyEvent:
        """A card stands somewhere on the table, where it was before or not."""
        return self.event(e.CardMoved, piece) if stays else self.event(e.CardPut, piece)

    def _leave(self, move: CardMoved) -> list[AnyEvent]:
        """A card goes from where it was, and is no longer shown there."""
        piece = move.card
        if move.was in TOPS:
            self.piles[move.owner, move.was].remove(piece)
            return self._tops(move.owner, move.was)
        if move.was is Zone.HAND:
            self.piles[move.owner, Zone.HAND].remove(piece)
        return [events.remove([self._number[piece]])]

    def _lay(self, move: CardMoved) -> AnyEvent:
        """A location inserts its column, or takes over that of the one it converts (PROTOCOL 6.8)."""
        if move.converted is None:
            self.columns.insert(move.column, move.card)
            return self.event(e.CardPut, move.card)
        self.columns[move.column] = move.card
        for piece, place in list(self._place.items()):
            if place == move.converted:
                self._place[piece] = move.card
        return self.event(e.CardReplaced, move.card)

    def _rename(self, piece: int, inherited: int | None) -> None:
        """Give a card a new id, or that of the location it converts, which gets a new one."""
        if inherited is not None:
            self._rename(self._piece[inherited], None)
        else:
            inherited, self._next = self._next, self._next + 1
        if self._piece.get(self._number[piece]) == piece:
            del self._piece[self._number[piece]]
        self._number[piece] = inherited
        self._piece[inherited] = piece

    def _tops(self, side: Side, zone: Zone) -> list[AnyEvent]:
        """Bring the top of a pile up to date."""
        pile, shown = self.piles[side, zone], self._shown.get((side, zone))
        top = self._number[pile[-1]] if pile else None
        if top == shown:
            return []
        # The real server names the player here before the first turn, and leaves him out afterwards.
        owner = self.players[side] if self.phase is Phase.PLAY_STARTING_CARDS else None
        found: list[AnyEvent] = [] if shown is None else [events.remove([shown], owner)]
        if top is None:
            del self._shown[side, zone]
            return found
        self._shown[side, zone] = top
        return [*found, events.put(self.card(pile[-1], TOPS[zone]))]


def _system(piece: CardInPlay) -> str:
    """The system a location belongs to; of a site that goes anywhere the one it is at."""
    return piece.location.group if piece.location is not None else piece.card.system
