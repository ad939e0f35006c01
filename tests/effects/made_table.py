"""A small table with cards made for the test: what their texts say is said here, not in the index."""

from collections.abc import Iterable
from typing import Any

from reckon import reckon
from reckoned_numbers import CardNumbers, PlaceNumbers, Reckoning

from gemp_bot.cards import Card, CardIndex, CardType, Icon, SubType, Uniqueness
from gemp_bot.cards.index import IndexFile
from gemp_bot.cards.model import Made
from gemp_bot.cards.text import Condition, FactKind, Share, Stat, TextFact
from gemp_bot.effects import CardEffects
from gemp_bot.protocol.bounds import CardIds, Names
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.events import (
    BattleStarted,
    CardPut,
    PhaseChanged,
    PlayerZones,
    SnapshotStart,
    Statistics,
    TurnChanged,
)
from gemp_bot.protocol.ids import BlueprintId, CardId, PlayerName
from gemp_bot.state import Table

ME, THEM = PlayerName("me"), PlayerName("them")
"""We play the Light Side."""

UNIQUE = Uniqueness.UNIQUE


def fact(kind: FactKind, amount: float | None = None, *conditions: Condition, **more: Any) -> TextFact:
    """One fact of a text."""
    return TextFact(kind=kind, amount=amount, conditions=conditions, **more)


def bonus(stat: Stat, amount: float, *conditions: Condition, **more: Any) -> TextFact:
    """A bonus to a number."""
    return fact(FactKind.STAT_BONUS, amount, *conditions, stat=stat, **more)


def card(number: int, title: str, type_: str, side: Side = Side.LIGHT, *text: TextFact, **more: Any) -> Card:
    """A card of a set that does not exist; its text is understood unless said otherwise."""
    more.setdefault("understood", Share.ALL)
    more.setdefault("destiny", 2)
    return Card(BlueprintId(f"900_{number}"), title, side, type_, text=tuple(text), **more)


def character(number: int, title: str, side: Side = Side.LIGHT, *text: TextFact, **more: Any) -> Card:
    """A character of power 3, ability 2 and forfeit 4."""
    defaults = {"power": 3, "ability": 2, "forfeit": 4, "deploy": 3, "subtypes": (SubType.REBEL,)}
    return card(number, title, CardType.CHARACTER, side, *text, **(defaults | more))


def starship(number: int, title: str, side: Side = Side.LIGHT, *text: TextFact, **more: Any) -> Card:
    """A starfighter of power 4 without a pilot of its own, with two seats."""
    seats = fact(FactKind.CAPACITY, 2.0, what="pilots", optional=True)
    defaults = {"power": 4, "forfeit": 5, "subtypes": (SubType.STARFIGHTER,)}
    return card(number, title, CardType.STARSHIP, side, seats, *text, **(defaults | more))


def site(number: int, title: str, *text: TextFact, dark: int = 1, light: int = 2, **more: Any) -> Card:
    """A site with Force icons on both sides."""
    defaults = {"subtypes": (SubType.SITE,), "icons": ((Icon.EXTERIOR, 1), (Icon.PLANET, 1))}
    more = defaults | more
    return card(
        number, title, CardType.LOCATION, Side.DARK, *text, force_dark=dark, force_light=light, **more
    )


def system(number: int, title: str, *text: TextFact, **more: Any) -> Card:
    """A system with an icon on each side."""
    more = {"subtypes": (SubType.SYSTEM,), "icons": ((Icon.PLANET, 1),)} | more
    return card(number, title, CardType.LOCATION, Side.DARK, *text, force_dark=1, force_light=1, **more)


def index_of(cards: Iterable[Card]) -> CardIndex:
    """An index of some cards."""
    return CardIndex(IndexFile(Made("", 0, 0, 0, 0, 0, 0), (), tuple(cards)))


class MadeTable:
    """A table of made cards.

    Args:
        cards: all cards there are.
    """

    def __init__(self, *cards: Card) -> None:
        self.lore = CardEffects(index_of(cards))
        self.table = Table()
        self.table.apply_event(SnapshotStart(ME, Names((THEM, ME))))
        self.table.apply_event(TurnChanged(participant_id=ME))
        self.table.apply_event(PhaseChanged(phase=Phase.DEPLOY, turn=3))
        self._next = 1

    def put(
        self,
        face: Card,
        zone: Zone = Zone.AT_LOCATION,
        *,
        column: int = 0,
        on: CardId | None = None,
        owner: PlayerName | None = None,
        on_side_of: PlayerName | None = None,
        frozen: bool = False,
        sideways: bool = False,
        system: str | None = None,
    ) -> CardId:
        """Put a card; it belongs to the player of its side.

        Args:
            face: the card.
            zone: where; with `on` it is attached.
            column: of the location it is, or is at.
            on: what it is attached to or aboard.
            owner: another owner.
            on_side_of: on whose side it stands, if not on its owner's: an undercover spy.
            frozen: in carbonite.
            sideways: hit, or crashed.
            system: of a location what it belongs to, if the server says so.
        """
        number = CardId(self._next)
        self._next += 1
        whose = owner or (ME if face.side is Side.LIGHT else THEM)
        self.table.apply_event(
            CardPut(
                card_id=number,
                blueprint_id=face.blueprint_id,
                zone=zone if on is None else Zone.ATTACHED,
                zone_owner_id=on_side_of or whose,
                participant_id=whose,
                location_index=column,
                target_card_id=on,
                frozen=frozen,
                sideways=sideways,
                system_name=system,
            )
        )
        return number

    def place_there(self, face: Card, column: int = 0, *, system: str | None = None) -> CardId:
        """Lay a location."""
        return self.put(face, Zone.LOCATIONS, column=column, system=system)

    def battle(self, *cards: CardId, column: int = 0, turn_of: PlayerName = ME) -> None:
        """Begin a battle."""
        self.table.apply_event(TurnChanged(participant_id=turn_of))
        self.table.apply_event(BattleStarted(location_index=column, other_card_ids=CardIds(cards)))

    def powers(self, *pairs: tuple[float, float]) -> None:
        """Statistics with (dark, light) power a column."""
        self.table.apply_event(
            Statistics(
                dark_force_generation=3,
                light_force_generation=4,
                player_zones=(PlayerZones(ME), PlayerZones(THEM)),
                dark_power_at_locations=tuple(pair[0] for pair in pairs),
                light_power_at_locations=tuple(pair[1] for pair in pairs),
            )
        )

    def reckon(self) -> Reckoning:
        """Reckon it."""
        return reckon(self.table, self.lore)

    def numbers(self, card_id: CardId) -> CardNumbers:
        """The numbers of a card."""
        found = self.reckon().card(card_id)
        assert found is not None
        return found

    def place(self, column: int = 0) -> PlaceNumbers:
        """The numbers of a column."""
        found = self.reckon().place(column)
        assert found is not None
        return found

    def power(self, card_id: CardId) -> float:
        """Power of a card."""
        number = self.numbers(card_id).power
        assert number is not None
        return number.value
