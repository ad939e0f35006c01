"""What came about: deeds read from the events of a game while they are applied to a table.

Who lost, drew and used Force is told by the numbers after each step of the server; what cards did by their
own events. A snapshot tells no deeds: it says how things stand, not what came about.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from gemp_bot.board.card import IN_PLAY
from gemp_bot.cards import CardType
from gemp_bot.decisions import Question
from gemp_bot.decisions.kinds import ActionKind, PromptKind, ResponseTrigger
from gemp_bot.protocol import events as e
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.state import Table, TableCard
from gemp_bot.view.boards import players_of
from gemp_bot.view.contests import Contests, named_cards
from gemp_bot.view.fights import Fight
from gemp_bot.view.model import Battle, Deed, DeedKind, NamedCard
from gemp_bot.view.names import Names, side_of
from gemp_bot.view.piles import Changes
from gemp_bot.view.reasons import Reasons
from gemp_bot.view.seats import Seat

_STACKED = frozenset({Zone.STACKED, Zone.STACKED_FACE_DOWN})
_MERGED = (
    DeedKind.ACTIVATED,
    DeedKind.USED,
    DeedKind.DREW,
    DeedKind.TOOK,
    DeedKind.LOST,
    DeedKind.RETRIEVED,
    DeedKind.PUT_BACK,
)
"""Deeds that are one deed when they follow each other."""
_DRAINS = (ResponseTrigger.FORCE_DRAIN_INITIATED, ResponseTrigger.FORCE_DRAINED)

ForfeitOf = Callable[[TableCard], float | None]


class _Drain:
    """A Force drain under way: a location was used in a control phase.

    Attributes:
        sure: it is one. Else it was one if the other side loses Force.
        losses: what that side lost.
    """

    def __init__(self, side: Side, location: NamedCard, *, sure: bool) -> None:
        self.side, self.location, self.sure = side, location, sure
        self.losses: list[Deed] = []


class Happenings:
    """Reads the deeds of one game.

    Args:
        names: what cards are called.
        reasons: why we do things.
        forfeit_of: the forfeit value of a card in play.

    Attributes:
        deeds: those that are not taken yet.
    """

    def __init__(self, names: Names, reasons: Reasons, forfeit_of: ForfeitOf) -> None:
        self.deeds: list[Deed] = []
        self._names = names
        self._reasons = reasons
        self._forfeit_of = forfeit_of
        self._numbers: e.Statistics | None = None
        self._seats = {side: Seat() for side in Side}
        self._contests = Contests(names, reasons, self._seats, self._add)
        self._drain: _Drain | None = None
        self._began = False
        self._draining: CardId | None = None
        self._in_snapshot = False
        self._readers: dict[type, Callable[[Table, Any], None]] = {
            e.CardPut: self._put,
            e.CardPutAgain: self._put,
            e.CardReplaced: self._put,
            e.CardMoved: self._moved,
            e.CardsRemoved: self._removed,
            e.CardTurned: self._contests.turned,
            e.CardFlipped: self._flipped,
            e.TurnChanged: self._turn_changed,
            e.PhaseChanged: self._phase_changed,
            e.BattleStarted: self._battle_started,
            e.BattleJoined: self._contests.battle_joined,
            e.BattleEnded: self._contests.battle_ended,
            e.CardAffects: self._contests.affects,
            e.CardShown: self._shown,
            e.CardUsed: self._used,
            e.DestinyDrawn: self._contests.destiny_drawn,
            e.Statistics: self._statistics,
        }

    @property
    def battle(self) -> Battle | None:
        """The battle that goes on."""
        return None if self._contests.fight is None else self._contests.fight.battle

    @property
    def began(self) -> bool:
        """Whether the first turn has begun."""
        return self._began

    # -- feeding ------------------------------------------------------------------------------------

    def apply(self, table: Table, event: e.AnyEvent) -> None:
        """Apply an event to the table, and read what it tells."""
        if type(event) is e.SnapshotStart:
            self._in_snapshot = True
            self._drain = self._contests.destiny = None
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
        if table.ending is not None:
            self._close_drain()

    def asked(self, question: Question) -> None:
        """A question was asked: it may tell of a drain, or that what was done is over."""
        drain = self._drain
        if drain is None:
            return
        if question.reading.happening in _DRAINS:
            drain.sure = True
        elif question.kind is PromptKind.PHASE_ACTION:
            self._close_drain()

    def answered(self, question: Question, wire: str) -> None:
        """A question was answered."""
        chosen = next((option for option in question.options if option.key == wire), None)
        if chosen is not None and chosen.kind is ActionKind.FORCE_DRAIN:
            self._draining = chosen.card_id

    def take(self) -> tuple[Deed, ...]:
        """What came about since the last time."""
        found, self.deeds = tuple(self.deeds), []
        return found

    def _resume(self, table: Table) -> None:
        """Go on from a snapshot."""
        self._numbers = table.statistics
        for seat in self._seats.values():
            seat.forget()
        self._draining = None
        if table.turn is not None and table.phase is not Phase.PLAY_STARTING_CARDS:
            self._began = True
        battle = table.battle
        if battle is None:
            self._contests.fight = None
            return
        cards = tuple(named_cards(self._names, table, battle.cards))
        location = self._names.place(table, battle.column)
        fight = self._contests.fight
        if fight is None or fight.battle.location != location:
            self._contests.fights += fight is None
            fight = self._contests.fight = Fight(max(self._contests.fights, 1), location, None, cards)
        if table.statistics is not None:
            fight.numbers(table.statistics, set(Side))

    # -- adding -------------------------------------------------------------------------------------

    def _add(self, deed: Deed) -> None:
        """Note a deed; one more of the same kind right after another makes one of both."""
        last = self.deeds[-1] if self.deeds else None
        if last is None or deed.kind not in _MERGED or not _like(last, deed):
            self.deeds.append(deed)
            return
        self.deeds[-1] = replace(
            last, amount=(last.amount or 0) + (deed.amount or 0), cards=last.cards + deed.cards
        )

    # -- turns and phases ---------------------------------------------------------------------------

    def _turn_changed(self, table: Table, event: e.TurnChanged) -> None:
        for side in Side:
            self._arrive(table, side, None)
            self._seats[side].forget()
        table.apply_event(event)

    def _phase_changed(self, table: Table, event: e.PhaseChanged) -> None:
        self._close_drain()
        for each in Side:
            self._arrive(table, each, None)
        turn = event.turn
        table.apply_event(event)
        side = side_of(table, table.turn_player)
        for seat in self._seats.values():
            seat.paid = 0
            seat.left.clear()
        if turn is None or side is None:
            return
        players = players_of(table)
        if event.phase is Phase.ACTIVATE:
            if not self._began and not any(player.hand for player in players):
                self._numbers = None  # both hands are dealt, and the numbers do not say so yet
            self._began = True
            self._add(Deed(DeedKind.TURN_BEGAN, side, amount=turn, players=players))
        if self._began:
            self._add(Deed(DeedKind.PHASE_BEGAN, side, what=event.phase.value, players=players))

    # -- cards come ---------------------------------------------------------------------------------

    def _put(self, table: Table, event: e.CardPut | e.CardPutAgain | e.CardReplaced) -> None:
        table.apply_event(event)
        card = table.card(event.card_id)
        side = side_of(table, event.participant_id or event.zone_owner_id)
        if card is None or side is None:
            return
        seat = self._seats[side]
        if event.zone in IN_PLAY:
            if not seat.is_back(card):
                seat.came.append(card.id)
                if seat.sources:
                    self._arrive(table, side, None)
        elif event.zone in _STACKED:
            seat.finish()
        elif not card.hidden:
            self._seen(table, card, side)

    def _seen(self, table: Table, card: TableCard, side: Side) -> None:
        """A card shows its face on its way to a hand or pile."""
        if card.zone is Zone.HAND:
            self._seats[side].hand.append(self._names.of(table, card))
        elif card.zone is Zone.TOP_OF_LOST_PILE:
            self._seats[side].tops.append(self._names.of(table, card))
        elif card.zone is Zone.TOP_OF_UNRESOLVED_DESTINY_DRAW:
            self._contests.destiny_seen(table, card, side)

    def _arrive(self, table: Table, side: Side, changes: Changes | None) -> None:
        """Tell of the cards that came to the table, each with where it came from."""
        seat = self._seats[side]
        for card_id in seat.came:
            card = table.card(card_id)
            if card is None:
                continue
            source, paid = seat.origin(changes)
            name = self._names.of(table, card)
            place = self._names.place(table, table.column_of(card.id))
            host = None if card.host is None else table.card(card.host)
            self._add(
                Deed(
                    DeedKind.DEPLOYED if self._began else DeedKind.STARTED,
                    side,
                    (name,),
                    location=place,
                    host=None if host is None else self._names.of(table, host),
                    amount=paid if self._began else None,
                    source=source,
                    why=self._reasons.why(side, name.blueprint, place="" if place is None else place.title),
                )
            )
            self._reasons.done(side, name.blueprint)
        seat.came.clear()

    def _moved(self, table: Table, event: e.CardMoved) -> None:
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
            paid, self._seats[side].paid = self._seats[side].paid, 0
        self._add(
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
            if card is None or side is None or card.zone not in IN_PLAY or card.zone is Zone.LOCATIONS:
                continue
            self._seats[side].left.append((card, self._left(table, card, side)))
        table.apply_event(event)

    def _left(self, table: Table, card: TableCard, side: Side) -> NamedCard | None:
        """A card leaves the table; gives it if that is still to be told."""
        name = self._names.of(table, card)
        fight = self._contests.fight
        if fight is None or not fight.forfeits(side, hit=card.sideways):
            return name
        value = None if card.sideways else self._forfeit_of(card)
        place = self._names.place(table, table.column_of(card.id))
        fight.forfeited(name)
        self._add(Deed(DeedKind.FORFEITED, side, (name,), location=place, amount=value))
        return None

    def _gone(self, side: Side, name: NamedCard | None, goal: Zone | None) -> None:
        if name is None:
            return
        if self._contests.fight is not None:
            self._contests.fight.fell(name)
        self._add(Deed(DeedKind.LEFT, side, (name,), goal=goal))

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
            changes = Changes(zones, after)
            if changes.come or changes.gone or self._seats[side].came:
                self._change(table, side, changes, losing)
        fight = self._contests.fight
        if fight is not None and fight.numbers(event, losing):
            self._add(Deed(DeedKind.TOTALS, fight.battle.winner, battle=fight.battle))

    def _change(self, table: Table, side: Side, changes: Changes, losing: set[Side]) -> None:
        seat = self._seats[side]
        if not self._began:
            self._arrive(table, side, changes)
            seat.forget()
            return
        seat.draw_destinies(changes)
        if seat.shown and changes.take_gone(Zone.HAND) is not None:
            seat.source(Zone.HAND)
        seat.shown = 0
        if seat.came:
            self._arrive(table, side, changes)
        for name in seat.to_lost_pile(changes):
            self._gone(side, name, Zone.LOST_PILE)
        self._flows(seat, side, changes, losing)
        while (goal := changes.take_come()) is not None:
            if not seat.finish():
                self._gone(side, seat.next_left(), goal)
        for zone in changes.rest_gone():
            seat.source(zone)
        seat.tops.clear()
        seat.hand.clear()

    def _flows(self, seat: Seat, side: Side, changes: Changes, losing: set[Side]) -> None:
        for flow in changes.flows():
            cards: tuple[NamedCard, ...] = ()
            if flow.kind is DeedKind.USED:
                seat.paid += flow.amount
            elif flow.kind is DeedKind.LOST:
                cards = seat.lost(flow.amount)
                losing.add(side)
            elif flow.kind in (DeedKind.DREW, DeedKind.TOOK):
                cards = seat.drawn(flow.amount)
            goal = flow.goal if flow.kind is DeedKind.PUT_BACK else None
            self._flow(Deed(flow.kind, side, cards, amount=flow.amount, source=flow.source, goal=goal))

    def _flow(self, deed: Deed) -> None:
        drain = self._drain
        if deed.kind is DeedKind.LOST:
            if self._contests.fight is not None and deed.side is not None:
                self._contests.fight.lost(
                    deed.side, int(deed.amount or 0), from_hand=deed.source is Zone.HAND
                )
            elif drain is not None and deed.side is drain.side.other:
                drain.losses.append(deed)
                return
        self._add(deed)

    # -- drains -------------------------------------------------------------------------------------

    def _used(self, table: Table, event: e.CardUsed) -> None:
        table.apply_event(event)
        side = side_of(table, event.participant_id)
        card = table.card(event.card_id)
        if card is None or not self._began:
            return
        self._close_drain()
        name = self._names.of(table, card)
        if side is None:  # a required action of nobody's choice
            self._add(Deed(DeedKind.ACTED, None, (name,)))
            return
        if card.zone is Zone.LOCATIONS:
            if table.phase is Phase.CONTROL and side is side_of(table, table.turn_player):
                self._drain = _Drain(side, name, sure=self._draining == card.id)
                self._draining = None
                return
        elif self._contests.fires(name):
            self._contests.firing = card.id  # told when it affects somebody
            return
        self._add(Deed(DeedKind.ACTED, side, (name,), why=self._reasons.why(side, name.blueprint)))

    def _close_drain(self) -> None:
        drain, self._drain = self._drain, None
        if drain is None:
            return
        amount = sum(loss.amount or 0 for loss in drain.losses)
        if amount or drain.sure:
            why = self._reasons.why(drain.side, drain.location.blueprint)
            self._add(Deed(DeedKind.DRAINED, drain.side, location=drain.location, amount=amount, why=why))
        for loss in drain.losses:
            self._add(loss)

    def _battle_started(self, table: Table, event: e.BattleStarted) -> None:
        self._close_drain()
        self._contests.battle_started(table, event)

    # -- single cards -------------------------------------------------------------------------------

    def _shown(self, table: Table, event: e.CardShown) -> None:
        table.apply_event(event)
        side = side_of(table, event.participant_id)
        if side is None or event.zone is not Zone.VOID or not self._began:
            return
        seat = self._seats[side]
        if not seat.sources:
            seat.shown += 1
        printed = self._names.printed(event.blueprint_id)
        if printed is None or printed.type not in (CardType.INTERRUPT, CardType.EPIC_EVENT):
            return
        name = self._names.name(event.card_id, event.blueprint_id, side)
        why = self._reasons.why(side, name.blueprint)
        self._add(Deed(DeedKind.PLAYED, side, (name,), why=why))
        self._reasons.done(side, name.blueprint)

    def _flipped(self, table: Table, event: e.CardFlipped) -> None:
        table.apply_event(event)
        card = table.card(event.card_id)
        if card is not None and not card.hidden:
            self._add(Deed(DeedKind.FLIPPED, side_of(table, card.owner), (self._names.of(table, card),)))


def _like(one: Deed, other: Deed) -> bool:
    return (one.kind, one.side, one.source, one.goal) == (other.kind, other.side, other.source, other.goal)
