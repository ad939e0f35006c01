"""The true table laid out as `reckoning` has it, so that texts work on it as they are read there."""

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.effects import CardEffects
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.presence import Here, has_presence
from gemp_bot.sandbox.engine.state import Piece, Place, Seat, State


class Layout(Board):
    """Everything in play, and the hand of the player whose turn it is.

    Where the player of a game has to infer who pilots what, this is told by the seats.
    """

    __slots__ = ()

    def __init__(self, state: State, lore: CardEffects) -> None:
        battle = state.battle
        fighting = None if battle is None else frozenset(CardId(one.id) for one in battle.cards)
        super().__init__(state.active, state.active, fighting)
        for place in state.places:
            self._lay(place, lore)
        for piece in state.hand(state.active):
            self._see(piece)
        for seen in self.cards.values():
            if seen.carries:
                _man(seen, state.pieces[seen.id])
        self.active = [seen for seen in self.cards.values() if not seen.in_hand]
        for spot in self.locations:
            for side in (Side.DARK, Side.LIGHT):
                spot.tell(side, present=_presence(spot, side))

    def spot_of(self, place: Place) -> Location:
        """The spot of a place."""
        return self.locations[place.column]

    def seen(self, piece: Piece) -> CardInPlay:
        """A card on the table or in the hand that is laid out."""
        return self.cards[CardId(piece.id)]

    def _lay(self, place: Place, lore: CardEffects) -> None:
        seen = self._see(place.piece)
        spot = Location(place.column, seen, lore.notes)
        seen.location = spot
        self.locations.append(spot)
        for piece in place.pieces:
            self._set_down(piece, spot, None)

    def _set_down(self, piece: Piece, spot: Location, host: CardInPlay | None) -> None:
        seen = self._see(piece)
        seen.location = spot
        spot.cards.append(seen)
        if host is not None:
            seen.host = host
            host.attached.append(seen)
            if host.carries and seen.fights and piece.host is not None:
                seen.inside = piece.host.sheet.enclosed
                seen.pilots = piece.seat is Seat.PILOT
        for each in piece.cargo:
            self._set_down(each, spot, seen)

    def _see(self, piece: Piece) -> CardInPlay:
        number = CardId(piece.id)
        seen = CardInPlay(number, piece.face, piece.owner, piece.zone)
        seen.system_name = _system(piece)
        self.cards[number] = seen
        return seen


def _system(piece: Piece) -> str | None:
    """Of a site that goes to any planet the one it is at."""
    return piece.place.group if piece.zone is Zone.LOCATIONS and piece.place is not None else None


def _man(seen: CardInPlay, piece: Piece) -> None:
    sheet = piece.sheet
    seen.crew = sheet.crew_ability
    landed = (
        not sheet.creature
        and seen.card.type == "Starship"
        and seen.location is not None
        and seen.location.site
    )
    crewed = sheet.creature or sheet.crew > 0 or any(one.seat is Seat.PILOT for one in piece.cargo)
    seen.piloted = crewed and seen.host is None and not landed


def _presence(spot: Location, side: Side) -> bool:
    return has_presence(here(seen) for seen in spot.cards if seen.side is side and seen.fights)


def here(seen: CardInPlay) -> Here:
    """A card as the rules of presence see it; permanent pilots are part of what they pilot."""
    card = seen.card
    ability = seen.crew if seen.carries and seen.crew else card.ability
    return Here(
        ability=ability if isinstance(ability, int | float) else 0,
        presence_icon=card.icon("Presence") > 0,
        character=not seen.carries,
    )
