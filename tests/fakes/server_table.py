"""A table kept by events alone: a snapshot shows exactly what the events so far amount to (PROTOCOL 5.2).

Made-up and recorded games have no engine behind them: this is what they show. What `TableView` shows of games
of the engine is held against it.
"""

import copy
from collections.abc import Iterable, Iterator
from typing import Any, Final, Self

from msgspec.structs import replace

from fakes import events
from gemp_bot.protocol import events as e
from gemp_bot.protocol.bounds import CardIds
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.sandbox.server.steps import Play

OWNER_ONLY = frozenset({Zone.HAND, Zone.SABACC_HAND})
NOBODY = frozenset(
    {
        Zone.VOID,
        Zone.RESERVE_DECK,
        Zone.FORCE_PILE,
        Zone.USED_PILE,
        Zone.LOST_PILE,
        Zone.UNRESOLVED_DESTINY_DRAW,
        Zone.CONVERTED_LOCATIONS,
        Zone.OUTSIDE_OF_DECK,
    }
)
_STANDING = frozenset({Zone.AT_LOCATION, Zone.SIDE_OF_TABLE})
_SIDE = frozenset({Zone.SIDE_OF_TABLE_NOT_IN_PLAY, Zone.SIDE_OF_TABLE_FACE_DOWN_NOT_IN_PLAY})
_STACKED = frozenset({Zone.STACKED, Zone.STACKED_FACE_DOWN})
_TOPS = (
    Zone.TOP_OF_RESERVE_DECK,
    Zone.TOP_OF_FORCE_PILE,
    Zone.TOP_OF_USED_PILE,
    Zone.TOP_OF_LOST_PILE,
    Zone.TOP_OF_UNRESOLVED_DESTINY_DRAW,
)
_SABACC = frozenset({Zone.SABACC_HAND, Zone.REVEALED_SABACC_HAND})
_IN_A_COLUMN = frozenset({Zone.LOCATIONS, Zone.AT_LOCATION})
_ATTRIBUTES: Final = e.CardEvent.__struct_fields__


class ServerTable:
    """Cards, columns, contests and the log of one game, kept by applying the events.

    Attributes:
        players: dark player first.
        cards: the last event about each card, in the order in which the cards appeared.
        columns: the card id of each location, left to right; None where it was removed without `RLFP`.
    """

    def __init__(self, players: tuple[str, str]) -> None:
        self.players = players
        self.turn = events.turn(players[0])
        self.phase = events.phase(Phase.PLAY_STARTING_CARDS)
        self.statistics = events.statistics({name: {} for name in players})
        self.messages: list[e.Message] = []
        self._clear()

    def _clear(self) -> None:
        self.cards: dict[int, e.CardEvent] = {}
        self.columns: list[int | None] = []
        self.battle: e.BattleStarted | None = None
        self.duel: e.DuelStarted | None = None
        self.sabacc: e.SabaccStarted | e.SabaccRevealed | None = None

    def copy(self) -> Self:
        """Give an independent copy, to which a game can be reverted."""
        twin = copy.copy(self)
        twin.cards = dict(self.cards)
        twin.columns = list(self.columns)
        twin.messages = list(self.messages)
        return twin

    def restore(self, earlier: "ServerTable") -> None:
        """Become what an earlier copy was."""
        vars(self).update(vars(earlier.copy()))

    def card_page(self, number: int) -> str:
        """Only whose the card is."""
        card = self.cards.get(number)
        return "" if card is None else f"<div class='cardInfo'><div>Owner: {card.participant_id}</div></div>"

    # -- events in ----------------------------------------------------------------------------

    def apply(self, event: e.AnyEvent) -> None:
        """Take in one event; animations and questions change nothing."""
        match event:
            case e.Message():
                self.messages.append(event)
            case e.CardsRemoved():
                self._remove(event)
            case e.CardPut() | e.CardPutAgain() | e.CardReplaced():
                self._appear(event)
            case e.CardPlaceChanged() | e.CardTurned() | e.CardFaceFlipped() | e.DeckTopTurned():
                if event.card_id in self.cards:
                    self.cards[event.card_id] = event
            case e.ColumnsRemoved():
                self._remove_columns(event)
            case e.SnapshotStart() | e.Statistics() | e.PhaseChanged() | e.TurnChanged():
                self._frame(event)
            case _:
                self._contest(event)

    def _appear(self, event: e.CardEvent) -> None:
        card_id = event.card_id
        self.cards.pop(card_id, None)
        self.cards[card_id] = event
        if event.zone is not Zone.LOCATIONS:
            return
        index = event.location_index
        vacant = index < len(self.columns) and self.columns[index] is None
        if isinstance(event, e.CardReplaced) or vacant:
            if index < len(self.columns):
                self.columns[index] = card_id
            return
        self._shift(from_index=index, by=1, but=card_id)
        self.columns.insert(index, card_id)

    def _shift(self, *, from_index: int, by: int, but: int | None = None) -> None:
        for card_id, card in self.cards.items():
            index = card.location_index
            if card.zone in _IN_A_COLUMN and card_id != but and index >= from_index:
                self.cards[card_id] = replace(card, location_index=index + by)

    def _remove(self, event: e.CardsRemoved) -> None:
        gone = event.other_card_ids
        for card_id in gone:
            self.cards.pop(card_id, None)
        self.columns = [None if card_id in gone else card_id for card_id in self.columns]
        self._leave_battle(gone)

    def _remove_columns(self, event: e.ColumnsRemoved) -> None:
        for index in sorted(event.location_indexes, reverse=True):
            if index < len(self.columns):
                location = self.columns.pop(index)
                if location is not None:
                    self.cards.pop(location, None)
                self._shift(from_index=index + 1, by=-1)

    def _leave_battle(self, gone: Iterable[int]) -> None:
        if self.battle is not None:
            left = [card_id for card_id in self.battle.other_card_ids if card_id not in set(gone)]
            self.battle = replace(self.battle, other_card_ids=CardIds(left))

    def _frame(self, event: e.SnapshotStart | e.Statistics | e.PhaseChanged | e.TurnChanged) -> None:
        match event:
            case e.Statistics():
                self.statistics = event
            case e.PhaseChanged():
                self.phase = event
            case e.TurnChanged():
                self.turn = event
            case e.SnapshotStart():
                self.messages = []
                self._clear()

    def _contest(self, event: e.AnyEvent) -> None:
        match event:
            case e.BattleStarted() | e.BattleOver():
                self.battle = event if isinstance(event, e.BattleStarted) else None
            case e.CardJoinedBattle() | e.CardLeftBattle():
                self._leave_battle([event.card_id])
                if isinstance(event, e.CardJoinedBattle) and self.battle is not None:
                    here = CardIds([*self.battle.other_card_ids, event.card_id])
                    self.battle = replace(self.battle, other_card_ids=here)
            case e.DuelStarted() | e.DuelEnded():
                self.duel = event if isinstance(event, e.DuelStarted) else None
            case e.SabaccStarted() | e.SabaccRevealed():
                self.sabacc = event
            case e.SabaccEnded():
                self.sabacc = None

    # -- views out ----------------------------------------------------------------------------

    def seen_by(self, player: str, event: e.AnyEvent) -> e.AnyEvent | None:
        """Give the event as this player is told it, before it is applied; None if not told (PROTOCOL 6.5)."""
        match event:
            case e.CardPut() | e.CardPutAgain() | e.CardReplaced():
                return event if _shown_to(player, event) else None
            case e.CardsRemoved(other_card_ids=gone):
                told = CardIds(
                    [one for one in gone if one not in self.cards or _shown_to(player, self.cards[one])]
                )
                if len(told) == len(gone):
                    return event if gone else None
                return replace(event, other_card_ids=told) if told else None
        return event

    def snapshot(self, player: str, *, again: bool = False) -> list[e.AnyEvent]:
        """Give everything from `P` to the last message in the order of PROTOCOL 5.2."""
        # Every card of a snapshot carries the phase of the moment, not that of its arrival.
        kind = e.CardPutAgain if again else e.CardPut
        now = self.phase.phase
        found: list[e.AnyEvent] = [events.snapshot_start(player, self.players), self.turn, self.phase]
        found += (_put(kind, card, now) for card in self._in_order(player))
        found += (contest for contest in (self.battle, self.duel, self.sabacc) if contest is not None)
        found += (_put(kind, card, now) for card in self._in(_SABACC) if _shown_to(player, card))
        return [*found, self.statistics, *self.messages]

    def _in(self, zones: Iterable[Zone]) -> Iterator[e.CardEvent]:
        wanted = set(zones)
        return (card for card in self.cards.values() if card.zone in wanted)

    def _in_order(self, player: str) -> Iterator[e.CardEvent]:
        yield from (self.cards[card_id] for card_id in self.columns if card_id is not None)
        yield from self._hosts_first()
        yield from self._in(_SIDE)
        yield from self._in(_STACKED)
        for zone in _TOPS:
            yield from self._in([zone])
        yield from self._in([Zone.OUT_OF_PLAY])
        yield from (card for card in self._in([Zone.HAND]) if _shown_to(player, card))

    def _hosts_first(self) -> Iterator[e.CardEvent]:
        """Give the other cards in play, each after the card it is attached to."""
        done: set[int | None] = {None, *self.columns}
        waiting = [*self._in(_STANDING), *self._in([Zone.ATTACHED])]
        while waiting:
            ready = [card for card in waiting if card.target_card_id in done]
            # A host that is not shown (or a ring of hosts) must not swallow its cards.
            ready = ready or waiting
            yield from ready
            done |= {card.card_id for card in ready}
            waiting = [card for card in waiting if card.card_id not in done]


def _put(
    kind: type[e.CardPut | e.CardPutAgain], card: e.CardEvent, phase: Phase
) -> e.CardPut | e.CardPutAgain:
    """The card as a snapshot shows it."""
    attributes: dict[str, Any] = {name: getattr(card, name) for name in _ATTRIBUTES}
    return kind(**(attributes | {"phase": phase}))


def _shown_to(player: str, card: e.CardEvent) -> bool:
    if card.zone in OWNER_ONLY:
        return player == (card.zone_owner_id or card.participant_id)
    return card.zone not in NOBODY


class TableScript:
    """A script whose table is kept by its events."""

    def begin(self, players: tuple[str, str]) -> tuple[ServerTable, Play]:
        table = ServerTable(players)
        return table, self.play(table)

    def play(self, table: ServerTable, /) -> Play:
        """Play one game on this table, which is only to be read and copied."""
        raise NotImplementedError
