"""What came about: deeds read from the events of a game while they are applied to a table.

Who lost, drew and used Force is told by the numbers after each step of the server; what cards did by their
own events. A snapshot tells no deeds: it says how things stand, not what came about.
"""

from collections.abc import Callable
from typing import Any

from gemp_bot.board.card import IN_PLAY
from gemp_bot.cards import CardType
from gemp_bot.decisions import Question
from gemp_bot.protocol import events as e
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.state import Table, TableCard
from gemp_bot.view.battle_reader import BattleReader, DeedList, DrainReader
from gemp_bot.view.boards import players_of
from gemp_bot.view.model import Battle, Deed, DeedKind
from gemp_bot.view.names import CardNames, NamedCard, Reasons, side_of
from gemp_bot.view.transit import CardsInTransit, PileChanges

_STACKED = frozenset({Zone.STACKED, Zone.STACKED_FACE_DOWN})
ForfeitOf = Callable[[TableCard], float | None]


class DeedReader:
    """Reads the deeds of one game.

    Attributes:
        deeds: what was read and is not taken yet.
    """

    def __init__(self, names: CardNames, reasons: Reasons, forfeit_of: ForfeitOf) -> None:
        self.deeds = DeedList()
        self._names = names
        self._reasons = reasons
        self._forfeit_of = forfeit_of
        self._numbers: e.Statistics | None = None
        self._transit = {side: CardsInTransit() for side in Side}
        self._battles = BattleReader(names, reasons, self._transit, self.deeds)
        self._drains = DrainReader(reasons, self.deeds)
        self._began = False
        self._in_snapshot = False
        self._removed_locations: dict[CardId, NamedCard] = {}
        self._readers: dict[type, Callable[[Table, Any], None]] = {
            e.CardPut: self._put,
            e.CardPutAgain: self._put,
            e.CardReplaced: self._put,
            e.CardPlaceChanged: self._moved,
            e.CardsRemoved: self._removed,
            e.CardTurned: self._battles.turned,
            e.CardFaceFlipped: self._flipped,
            e.TurnChanged: self._turn_changed,
            e.PhaseChanged: self._phase_changed,
            e.BattleStarted: self._battle_started,
            e.CardJoinedBattle: self._battles.battle_joined,
            e.BattleOver: self._battles.battle_ended,
            e.CardAffects: self._battles.affects,
            e.CardShown: self._shown,
            e.CardUsed: self._used,
            e.DestinyShown: self._battles.destiny_drawn,
            e.Statistics: self._statistics,
        }

    @property
    def battle(self) -> Battle | None:
        """The battle that goes on."""
        return None if self._battles.current is None else self._battles.current.battle

    # -- feeding ------------------------------------------------------------------------------------

    def apply(self, table: Table, event: e.AnyEvent) -> None:
        """Apply an event to the table, and read what it tells."""
        if type(event) is e.SnapshotStart:
            self._in_snapshot = True
            self._drains.forget()
            self._battles.destiny = None
        reader = None if self._in_snapshot else self._readers.get(type(event))
        if reader is None:
            table.apply_event(event)
        else:
            reader(table, event)

    def settle(self, table: Table) -> None:
        """An update is over."""
        if self._in_snapshot:
            self._in_snapshot = False
            self._resume(table)
        for each in Side:
            self._arrive(table, each, None)
        self._removed_locations.clear()
        if table.ending is not None:
            self._drains.close()

    def asked(self, question: Question) -> None:
        """A question was asked: it may tell of a drain, or that what was done is over."""
        self._drains.asked(question)

    def answered(self, question: Question, wire: str) -> None:
        """A question was answered."""
        self._drains.answered(question, wire)

    def _resume(self, table: Table) -> None:
        """Go on from a snapshot."""
        self._numbers = table.statistics
        for transit in self._transit.values():
            transit.forget()
        if table.turn is not None and table.phase is not Phase.PLAY_STARTING_CARDS:
            self._began = True
        self._battles.resume(table)

    # -- turns and phases ---------------------------------------------------------------------------

    def _turn_changed(self, table: Table, event: e.TurnChanged) -> None:
        for side in Side:
            self._arrive(table, side, None)
            self._transit[side].forget()
        table.apply_event(event)

    def _phase_changed(self, table: Table, event: e.PhaseChanged) -> None:
        self._drains.close()
        for each in Side:
            self._arrive(table, each, None)
        turn = event.turn
        table.apply_event(event)
        side = side_of(table, table.turn_player)
        for transit in self._transit.values():
            transit.paid = 0
            transit.left.clear()
        if turn is None or side is None:
            return
        players = players_of(table)
        if event.phase is Phase.ACTIVATE:
            if not self._began and not any(player.hand for player in players):
                self._numbers = None  # both hands are dealt, and the numbers do not say so yet
            self._began = True
            self.deeds.add(Deed(DeedKind.TURN_BEGAN, side, amount=turn, players=players))
        if self._began:
            self.deeds.add(Deed(DeedKind.PHASE_BEGAN, side, what=event.phase.value, players=players))

    # -- cards come ---------------------------------------------------------------------------------

    def _put(self, table: Table, event: e.CardPut | e.CardPutAgain | e.CardReplaced) -> None:
        table.apply_event(event)
        card = table.card(event.card_id)
        side = side_of(table, event.participant_id or event.zone_owner_id)
        if card is None or side is None:
            return
        transit = self._transit[side]
        if event.zone in IN_PLAY:
            if not transit.is_back(card):
                transit.came.append(card.id)
                if transit.sources:
                    self._arrive(table, side, None)
        elif event.zone in _STACKED:
            transit.finish()
        elif not card.hidden:
            self._seen(table, card, side)

    def _seen(self, table: Table, card: TableCard, side: Side) -> None:
        """A card shows its face on its way to a hand or pile."""
        if card.zone is Zone.HAND:
            self._transit[side].hand.append(self._names.of(table, card))
        elif card.zone is Zone.TOP_OF_LOST_PILE:
            self._transit[side].tops.append(self._names.of(table, card))
        elif card.zone is Zone.TOP_OF_UNRESOLVED_DESTINY_DRAW:
            self._battles.destiny_seen(table, card, side)

    def _arrive(self, table: Table, side: Side, changes: PileChanges | None) -> None:
        """Tell of the cards that came to the table, each with where it came from."""
        transit = self._transit[side]
        for card_id in transit.came:
            card = table.card(card_id)
            if card is None:
                continue
            source, paid = transit.origin(changes)
            name = self._names.of(table, card)
            place = self._names.place(table, table.column_of(card.id))
            host = None if card.host is None else table.card(card.host)
            self.deeds.add(
                Deed(
                    DeedKind.DEPLOYED if self._began else DeedKind.STARTED,
                    side,
                    (name,),
                    location=place,
                    host=None if host is None else self._names.of(table, host),
                    converted=self._removed_locations.pop(card_id, None),
                    amount=paid if self._began else None,
                    source=source,
                    why=self._reasons.why(side, name.blueprint, place="" if place is None else place.title),
                )
            )
            self._reasons.done(side, name.blueprint)
        transit.came.clear()

    def _moved(self, table: Table, event: e.CardPlaceChanged) -> None:
        before = table.card(event.card_id)
        column = None if before is None else table.column_of(before.id)
        origin = self._names.place(table, column)
        table.apply_event(event)
        after = table.card(event.card_id)
        if before is None or after is None:
            return
        side = side_of(table, after.owner)
        if before.zone not in IN_PLAY or after.zone not in IN_PLAY or after.zone is Zone.LOCATIONS:
            return
        place = self._names.place(table, table.column_of(after.id))
        if place == origin and before.host == after.host:
            return
        name = self._names.of(table, after)
        hosts = [None if host is None else table.card(host) for host in (after.host, before.host)]
        named = [None if host is None else self._names.of(table, host) for host in hosts]
        paid = 0
        if side is not None:
            paid, self._transit[side].paid = self._transit[side].paid, 0
        self.deeds.add(
            Deed(
                DeedKind.MOVED,
                side,
                (name,),
                location=place,
                origin=origin,
                host=named[0],
                left=named[1],
                amount=paid,
                why=self._reasons.why(
                    side, name.blueprint, moving=True, place="" if place is None else place.title
                ),
            )
        )

    # -- cards go -----------------------------------------------------------------------------------

    def _removed(self, table: Table, event: e.CardsRemoved) -> None:
        for card_id in event.other_card_ids:
            card = table.card(card_id)
            side = None if card is None else side_of(table, card.owner)
            if card is None or side is None or card.zone not in IN_PLAY:
                continue
            if card.zone is Zone.LOCATIONS:
                self._removed_locations[card.id] = self._names.of(table, card)
                continue
            self._transit[side].left.append((card, self._left(table, card, side)))
        table.apply_event(event)

    def _left(self, table: Table, card: TableCard, side: Side) -> NamedCard | None:
        """A card leaves the table; gives it if that is still to be told."""
        name = self._names.of(table, card)
        current = self._battles.current
        if current is None or not current.forfeits(side, hit=card.sideways):
            return name
        value = None if card.sideways else self._forfeit_of(card)
        place = self._names.place(table, table.column_of(card.id))
        current.forfeited(name)
        self.deeds.add(Deed(DeedKind.FORFEITED, side, (name,), location=place, amount=value))
        return None

    def _gone(self, side: Side, name: NamedCard | None, goal: Zone | None) -> None:
        if name is None:
            return
        if self._battles.current is not None:
            self._battles.current.fell(name)
        self.deeds.add(Deed(DeedKind.LEFT, side, (name,), goal=goal))

    # -- piles --------------------------------------------------------------------------------------

    def _statistics(self, table: Table, event: e.Statistics) -> None:
        before, self._numbers = self._numbers, event
        table.apply_event(event)
        losing: set[Side] = set()
        for after in event.player_zones:
            side = table.side_of(after.name)
            zones = (
                None
                if before is None
                else next((each for each in before.player_zones if each.name == after.name), None)
            )
            if side is None or zones is None:
                continue
            changes = PileChanges(zones, after)
            if changes.come or changes.gone or self._transit[side].came:
                self._change(table, side, changes, losing)
        current = self._battles.current
        if current is not None and current.numbers(event, losing):
            self.deeds.add(Deed(DeedKind.TOTALS, current.battle.winner, battle=current.battle))

    def _change(self, table: Table, side: Side, changes: PileChanges, losing: set[Side]) -> None:
        transit = self._transit[side]
        if not self._began:
            self._arrive(table, side, changes)
            transit.forget()
            return
        transit.draw_destinies(changes)
        if transit.shown and changes.take_gone(Zone.HAND) is not None:
            transit.source(Zone.HAND)
        transit.shown = 0
        if transit.came:
            self._arrive(table, side, changes)
        for name in transit.to_lost_pile(changes):
            self._gone(side, name, Zone.LOST_PILE)
        self._flows(transit, side, changes, losing)
        while (goal := changes.take_come()) is not None:
            if not transit.finish():
                self._gone(side, transit.next_left(), goal)
        for zone in changes.unexplained():
            transit.source(zone)
        transit.tops.clear()
        transit.hand.clear()

    def _flows(self, transit: CardsInTransit, side: Side, changes: PileChanges, losing: set[Side]) -> None:
        for flow in changes.flows():
            cards: tuple[NamedCard, ...] = ()
            if flow.kind is DeedKind.USED:
                transit.paid += flow.amount
            elif flow.kind is DeedKind.LOST:
                cards = transit.lost(flow.amount)
                losing.add(side)
            elif flow.kind in (DeedKind.DREW, DeedKind.TOOK):
                cards = transit.drawn(flow.amount)
            goal = flow.goal if flow.kind is DeedKind.PUT_BACK else None
            self._flow(Deed(flow.kind, side, cards, amount=flow.amount, source=flow.source, goal=goal))

    def _flow(self, deed: Deed) -> None:
        if deed.kind is DeedKind.LOST:
            if self._battles.current is not None and deed.side is not None:
                self._battles.current.lost(
                    deed.side, int(deed.amount or 0), from_hand=deed.source is Zone.HAND
                )
            elif self._drains.takes(deed):
                return
        self.deeds.add(deed)

    # -- cards are used -------------------------------------------------------------------------------------

    def _used(self, table: Table, event: e.CardUsed) -> None:
        table.apply_event(event)
        side = side_of(table, event.participant_id)
        card = table.card(event.card_id)
        if card is None or not self._began:
            return
        # Else it is what adds to the drain, as a lightsaber does.
        if card.zone is Zone.LOCATIONS or not self._drains.unpaid:
            self._drains.close()
        name = self._names.of(table, card)
        if side is None:  # a required action of nobody's choice
            self.deeds.add(Deed(DeedKind.ACTED, None, (name,)))
            return
        if card.zone is Zone.LOCATIONS:
            if table.phase is Phase.CONTROL and side is side_of(table, table.turn_player):
                self._drains.begin(side, name)
                return
        elif self._battles.fires(name):
            self._battles.firing = card.id  # told when it affects somebody
            return
        self.deeds.add(Deed(DeedKind.ACTED, side, (name,), why=self._reasons.why(side, name.blueprint)))

    def _battle_started(self, table: Table, event: e.BattleStarted) -> None:
        self._drains.close()
        self._battles.battle_started(table, event)

    # -- single cards -------------------------------------------------------------------------------

    def _shown(self, table: Table, event: e.CardShown) -> None:
        table.apply_event(event)
        side = side_of(table, event.participant_id)
        if side is None or event.zone is not Zone.VOID or not self._began:
            return
        transit = self._transit[side]
        if not transit.sources:
            transit.shown += 1
        printed = self._names.printed(event.blueprint_id)
        if printed is None or printed.type not in (CardType.INTERRUPT, CardType.EPIC_EVENT):
            return
        name = self._names.name(event.card_id, event.blueprint_id, side)
        why = self._reasons.why(side, name.blueprint)
        self.deeds.add(Deed(DeedKind.PLAYED, side, (name,), why=why))
        self._reasons.done(side, name.blueprint)

    def _flipped(self, table: Table, event: e.CardFaceFlipped) -> None:
        before = table.card(event.card_id)
        left = None if before is None else self._names.of(table, before)
        table.apply_event(event)
        card = table.card(event.card_id)
        if card is not None and not card.hidden:
            name = self._names.of(table, card)
            self.deeds.add(Deed(DeedKind.FLIPPED, side_of(table, card.owner), (name,), left=left))
