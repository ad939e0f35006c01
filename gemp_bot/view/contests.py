"""Battles, weapons and destinies, read from the events of a game while they are applied to a table."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from gemp_bot.cards import CardType
from gemp_bot.cards.printed import known
from gemp_bot.protocol import events as e
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import CardId
from gemp_bot.state import Table, TableCard
from gemp_bot.view.fights import Fight
from gemp_bot.view.model import Deed, DeedKind, Destiny, NamedCard
from gemp_bot.view.names import Names, side_of
from gemp_bot.view.reasons import Reasons
from gemp_bot.view.seats import Seat, card_face

_BATTLE_DESTINY = "battle destiny"


class Contests:
    """Reads what comes about in battles.

    Args:
        names: what cards are called.
        reasons: why we do things.
        seats: what each side has used and draws.
        add: takes the deeds.

    Attributes:
        fight: the battle that goes on. fights: how many began.
        firing: the card that is being fired. destiny: for what a destiny is being drawn.
    """

    def __init__(
        self, names: Names, reasons: Reasons, seats: Mapping[Side, Seat], add: Callable[[Deed], None]
    ) -> None:
        self.fight: Fight | None = None
        self.fights = 0
        self.firing: CardId | None = None
        self.destiny: str | None = None
        self._names = names
        self._reasons = reasons
        self._seats = seats
        self._add = add

    # -- battles ------------------------------------------------------------------------------------

    def battle_started(self, table: Table, event: e.BattleStarted) -> None:
        """A battle begins."""
        table.apply_event(event)
        side = side_of(table, table.turn_player)
        place = self._names.place(table, event.location_index)
        cards = tuple(named_cards(self._names, table, event.other_card_ids))
        why = None if place is None else self._reasons.why(side, place.blueprint)
        self.fights += 1
        self.fight = Fight(self.fights, place, side, cards, why)
        paid = None
        if side is not None:
            paid, self._seats[side].paid = self._seats[side].paid, 0
        self._add(Deed(DeedKind.BATTLE_BEGAN, side, cards, location=place, amount=paid, why=why))

    def battle_joined(self, table: Table, event: e.BattleJoined) -> None:
        """A card joins it."""
        table.apply_event(event)
        card = table.card(event.card_id)
        if self.fight is not None and card is not None:
            self.fight.joined(self._names.of(table, card))

    def battle_ended(self, table: Table, event: e.BattleEnded) -> None:
        """It is over."""
        table.apply_event(event)
        fight, self.fight = self.fight, None
        if fight is not None:
            battle = fight.ended()
            self._add(Deed(DeedKind.BATTLE_ENDED, battle.winner, location=battle.location, battle=battle))

    def destiny_drawn(self, table: Table, event: e.DestinyDrawn) -> None:
        """A card is drawn for destiny; its face follows."""
        table.apply_event(event)
        side = side_of(table, event.participant_id)
        if side is not None:
            self.destiny = event.destiny_text
            self._seats[side].destinies += 1

    def destiny_seen(self, table: Table, card: TableCard, side: Side) -> None:
        """The face of a card that was drawn for destiny."""
        what, self.destiny = self.destiny, None
        if what is None:
            return
        printed = self._names.printed(card.blueprint_id)
        value = None if printed is None else known(printed.destiny)
        name = self._names.of(table, card)
        if self.fight is not None and what == _BATTLE_DESTINY:
            self.fight.drawn(Destiny(side, name, value, what))
        self._add(Deed(DeedKind.DESTINY, side, (name,), amount=value, what=what))

    def affects(self, table: Table, event: e.CardAffects) -> None:
        """A card affects others: a weapon that is fired, if it is one."""
        table.apply_event(event)
        card = table.card(event.card_id)
        if card is None:
            return
        name = self._names.of(table, card)
        targets = tuple(named_cards(self._names, table, event.other_card_ids))
        if targets and self.firing == card.id:
            self.firing = None
            self._add(Deed(DeedKind.WEAPON, side_of(table, event.participant_id), (name, *targets)))

    def fires(self, name: NamedCard) -> bool:
        """Whether a card is a weapon, or has one printed on it that may be fired in a battle."""
        printed = self._names.printed(card_face(name)) if name.blueprint else None
        return printed is not None and (
            printed.type == CardType.WEAPON
            or (self.fight is not None and printed.type in (CardType.CHARACTER, CardType.STARSHIP))
        )

    def turned(self, table: Table, event: e.CardTurned) -> None:
        """A card is turned: it may have been hit."""
        before = table.card(event.card_id)
        table.apply_event(event)
        card = table.card(event.card_id)
        if before is None or card is None or before.sideways or not card.sideways:
            return
        if self.fight is not None:
            self._add(Deed(DeedKind.HIT, side_of(table, card.owner), (self._names.of(table, card),)))


def named_cards(names: Names, table: Table, ids: Iterable[CardId]) -> Iterator[NamedCard]:
    """The cards of these ids that the table shows, by name."""
    for card_id in ids:
        card = table.card(card_id)
        if card is not None:
            yield names.of(table, card)
