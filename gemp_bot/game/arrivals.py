"""What a card would be once it stands somewhere, before it is deployed: the card, its pilot and the place.

Only these three are laid out, so what depends on who else is there does not count. That much depends on faces
alone, and is worked out once.
"""

import msgspec

from gemp_bot.board.board import Board
from gemp_bot.board.card import AttachedAs, CardInPlay
from gemp_bot.effects.card_effects import CardEffects
from gemp_bot.game.numbers import Numbers
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import BlueprintId, CardId

_PLACE, _CARD, _CREW = CardId(1), CardId(2), CardId(3)


class Arrival(msgspec.Struct, frozen=True):
    """What it brings to a battle there.

    Attributes:
        power: with the bonus of its pilot.
        draws: battle destinies it adds. min_destinies: those it draws where there would be fewer.
        immune_below: attrition below which it is immune.
    """

    power: float
    draws: float = 0
    min_destinies: float = 0
    immune_below: float = 0


class Arrivals:
    """What cards would be where they may go.

    Args:
        effects: the cards and what their texts do; shared with the numbers of the table.
    """

    def __init__(self, effects: CardEffects) -> None:
        self._effects = effects
        self._known: dict[
            tuple[BlueprintId, BlueprintId | None, BlueprintId | None, Side], Arrival | None
        ] = {}

    def of(
        self, card: BlueprintId, place: BlueprintId | None, side: Side, crew: BlueprintId | None = None
    ) -> Arrival | None:
        """What a card would bring to a battle; None for one that the index does not know.

        Args:
            card: a character, starship or vehicle.
            place: the location it would go to; None for anywhere.
            side: whose it is.
            crew: a character that comes as its pilot.
        """
        key = (card, place, crew, side)
        if key not in self._known:
            self._known[key] = self._found(*key)
        return self._known[key]

    def _found(
        self, card: BlueprintId, place: BlueprintId | None, crew: BlueprintId | None, side: Side
    ) -> Arrival | None:
        board = self._board(card, place, crew, side)
        comes = board.known.get(_CARD)
        if comes is None or not comes.fights:
            return None
        numbers = Numbers(board, self._effects)
        own = [
            numbers.draws(each, fighting=True) for each in (comes, board.known.get(_CREW)) if each is not None
        ]
        return Arrival(
            numbers.power(comes, fighting=True),
            sum(more for more, _ in own),
            max(least for _, least in own),
            numbers.immune_below(comes, fighting=True),
        )

    def _board(
        self, card: BlueprintId, place: BlueprintId | None, crew: BlueprintId | None, side: Side
    ) -> Board:
        """A board with nothing but the card, its pilot and the place."""
        board = Board(side, side, None)
        location = board.insert(0)
        there = self._card(board, _PLACE, place, side, Zone.LOCATIONS)
        carrier = self._card(board, _CARD, card, side, Zone.AT_LOCATION)
        pilot = self._card(board, _CREW, crew, side, Zone.ATTACHED)
        if there is not None:
            location.lay(there)
        if carrier is not None:
            board.stand(carrier, location)
            if pilot is not None:
                able = pilot.facts.pilot and carrier.facts.pilot_seats > 0
                board.attach(pilot, carrier, AttachedAs.PILOT if able else AttachedAs.PASSENGER)
        return board

    def _card(
        self, board: Board, card_id: CardId, face: BlueprintId | None, side: Side, zone: Zone
    ) -> CardInPlay | None:
        printed = None if face is None else self._effects.index.get(face)
        if printed is None:
            return None
        card = board.make(card_id, self._effects.facts.of(printed), side, zone)
        board.add((card,))
        return card
