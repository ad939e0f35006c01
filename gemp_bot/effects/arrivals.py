"""What a card would be once it stands somewhere, before it is deployed: the card, its pilot and the place.

Only these three are laid out, so what depends on who else is there does not count. That much depends on faces
alone, and is worked out once.
"""

from typing import Final

import msgspec

from gemp_bot.board.layout import Layout, Play
from gemp_bot.effects.card_effects import CardEffects
from gemp_bot.effects.values import Values
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import BlueprintId, CardId, PlayerName
from gemp_bot.state import Table, TableCard

_PLACE, _CARD, _CREW = CardId(1), CardId(2), CardId(3)
_NAMES: Final = {Side.DARK: PlayerName("dark"), Side.LIGHT: PlayerName("light")}


class Arrival(msgspec.Struct, frozen=True):
    """What it brings to a battle there.

    Attributes:
        power: with the bonus of its pilot.
        draws: battle destinies it adds. least: those it draws where there would be fewer.
    """

    power: float
    draws: float = 0
    least: float = 0


class Arrivals:
    """What cards would be where they may go.

    Args:
        lore: the cards and what their texts do; shared with the values of the table.
    """

    def __init__(self, lore: CardEffects) -> None:
        self._lore = lore
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
        name = _NAMES[side]
        location = None if place is None else TableCard(_PLACE, place, Zone.LOCATIONS, name, name)
        cards = [TableCard(_CARD, card, Zone.AT_LOCATION, name, name)]
        if crew is not None:
            cards.append(TableCard(_CREW, crew, Zone.ATTACHED, name, name, _CARD))
        if location is not None:
            cards.append(location)
        at = (0,) * len(cards)
        play = Play(tuple(cards), tuple(cards), at, (location,), tuple(_NAMES.values()), name)
        values = Values(self._lore)
        values.look(Layout(play, (), side, None, 0, Table()))
        power = values.power(_CARD, fighting=True)
        if power is None:
            return None
        own = [values.draws(each) for each in (_CARD, _CREW)]
        return Arrival(max(power, 0), sum(more for more, _ in own), max(least for _, least in own))
