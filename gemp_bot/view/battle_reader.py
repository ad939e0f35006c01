"""Battles, weapons and destinies, read from the events of a game while they are applied to a table."""

from collections.abc import Iterable, Iterator, Mapping

from gemp_bot.cards import CardType
from gemp_bot.cards.printed import known
from gemp_bot.protocol import events as e
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import CardId
from gemp_bot.state import Table, TableCard
from gemp_bot.view.battle import Destiny
from gemp_bot.view.battle_progress import BattleProgress
from gemp_bot.view.deed_list import DeedList
from gemp_bot.view.model import Deed, DeedKind
from gemp_bot.view.named import NamedCard
from gemp_bot.view.names import Names, side_of
from gemp_bot.view.reasons import Reasons
from gemp_bot.view.transit import CardsInTransit, card_face

_BATTLE_DESTINY = "battle destiny"


class BattleReader:
    """Reads what comes about in battles.

    Args:
        names: what cards are called.
        reasons: why we do things.
        transit: the cards of each side that are on their way.
        deeds: takes what is read.

    Attributes:
        current: the battle that goes on. count: how many began.
        firing: the card that is being fired. destiny: for what a destiny is being drawn.
    """

    def __init__(
        self,
        names: Names,
        reasons: Reasons,
        transit: Mapping[Side, CardsInTransit],
        deeds: DeedList,
    ) -> None:
        self.current: BattleProgress | None = None
        self.count = 0
        self.firing: CardId | None = None
        self.destiny: str | None = None
        self._names = names
        self._reasons = reasons
        self._transit = transit
        self._deeds = deeds

    # -- battles ------------------------------------------------------------------------------------

    def resume(self, table: Table) -> None:
        """Go on from a snapshot: with the battle it shows, if it shows one."""
        battle, current = table.battle, self.current
        if battle is None:
            self.current = None
            return
        location = self._names.place(table, battle.column)
        if current is None or current.battle.location != location:
            self.count += current is None
            cards = tuple(named_cards(self._names, table, battle.cards))
            current = self.current = BattleProgress(max(self.count, 1), location, None, cards)
        if table.statistics is not None:
            current.numbers(table.statistics, set(Side))

    def battle_started(self, table: Table, event: e.BattleStarted) -> None:
        """A battle begins."""
        table.apply_event(event)
        side = side_of(table, table.turn_player)
        place = self._names.place(table, event.location_index)
        cards = tuple(named_cards(self._names, table, event.other_card_ids))
        why = None if place is None else self._reasons.why(side, place.blueprint)
        self.count += 1
        self.current = BattleProgress(self.count, place, side, cards, why)
        paid = None
        if side is not None:
            paid, self._transit[side].paid = self._transit[side].paid, 0
        self._deeds.add(Deed(DeedKind.BATTLE_BEGAN, side, cards, location=place, amount=paid, why=why))

    def battle_joined(self, table: Table, event: e.BattleJoined) -> None:
        """A card joins it."""
        table.apply_event(event)
        card = table.card(event.card_id)
        if self.current is not None and card is not None:
            self.current.joined(self._names.of(table, card))

    def battle_ended(self, table: Table, event: e.BattleEnded) -> None:
        """It is over."""
        table.apply_event(event)
        progress, self.current = self.current, None
        if progress is not None:
            battle = progress.ended()
            self._deeds.add(
                Deed(DeedKind.BATTLE_ENDED, battle.winner, location=battle.location, battle=battle)
            )

    def destiny_drawn(self, table: Table, event: e.DestinyDrawn) -> None:
        """A card is drawn for destiny; its face follows."""
        table.apply_event(event)
        side = side_of(table, event.participant_id)
        if side is not None:
            self.destiny = event.destiny_text
            self._transit[side].destinies += 1

    def destiny_seen(self, table: Table, card: TableCard, side: Side) -> None:
        """The face of a card that was drawn for destiny."""
        what, self.destiny = self.destiny, None
        if what is None:
            return
        printed = self._names.printed(card.blueprint_id)
        value = None if printed is None else known(printed.destiny)
        name = self._names.of(table, card)
        if self.current is not None and what == _BATTLE_DESTINY:
            self.current.drawn(Destiny(side, name, value, what))
        self._deeds.add(Deed(DeedKind.DESTINY, side, (name,), amount=value, what=what))

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
            self._deeds.add(Deed(DeedKind.WEAPON, side_of(table, event.participant_id), (name, *targets)))

    def fires(self, name: NamedCard) -> bool:
        """Whether a card is a weapon, or has one printed on it that may be fired in a battle."""
        printed = self._names.printed(card_face(name)) if name.blueprint else None
        return printed is not None and (
            printed.type == CardType.WEAPON
            or (self.current is not None and printed.type in (CardType.CHARACTER, CardType.STARSHIP))
        )

    def turned(self, table: Table, event: e.CardTurned) -> None:
        """A card is turned: it may have been hit."""
        before = table.card(event.card_id)
        table.apply_event(event)
        card = table.card(event.card_id)
        if before is None or card is None or before.sideways or not card.sideways:
            return
        if self.current is not None:
            self._deeds.add(Deed(DeedKind.HIT, side_of(table, card.owner), (self._names.of(table, card),)))


def named_cards(names: Names, table: Table, ids: Iterable[CardId]) -> Iterator[NamedCard]:
    """The cards of these ids that the table shows, by name."""
    for card_id in ids:
        card = table.card(card_id)
        if card is not None:
            yield names.of(table, card)
