"""The authoritative table: a snapshot shows exactly what the events so far amount to (PROTOCOL 5.2)."""

import copy
from collections.abc import Iterable, Iterator
from typing import Self

from gemp_bot.protocol.enums import Zone
from gemp_bot.sandbox.server import events
from gemp_bot.sandbox.server.xml import Node, ge

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
_APPEARS = frozenset({"PCIP", "PCIPAR", "RCIP"})


class ServerTable:
    """Cards, columns, contests and the log of one game, kept by applying the events.

    Attributes:
        players: dark player first.
        cards: the last event about each card, in the order in which the cards appeared.
        columns: the card id of each location, left to right; None where it was removed without `RLFP`.
        messages: all log lines so far.
    """

    def __init__(self, players: tuple[str, str]) -> None:
        self.players = players
        self.turn = events.turn(players[0])
        self.phase: Node = ge("GPC", phase="Play starting cards")
        self.statistics: Node = events.statistics({name: {} for name in players})
        self.messages: list[Node] = []
        self._clear()

    def _clear(self) -> None:
        self.cards: dict[int, Node] = {}
        self.columns: list[int | None] = []
        self.battle: Node | None = None
        self.duel: Node | None = None
        self.sabacc: Node | None = None

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

    # -- events in ----------------------------------------------------------------------------

    def apply(self, event: Node) -> None:
        """Take in one event; animations and questions change nothing."""
        match event.code:
            case "PCIP" | "PCIPAR" | "RCIP":
                self._appear(event)
            case "MCIP" | "ROCIP" | "FCIP" | "TCO":
                self._change(event)
            case "RCFP":
                self._remove(event)
            case "RLFP":
                self._remove_columns(event)
            case "ATB" | "RFB":
                self._join_or_leave(event)
            case "P" | "TC" | "GPC" | "GS" | "M":
                self._frame(event)
            case "SB" | "EB" | "SD" | "ED" | "SS" | "RSH" | "ES":
                self._contest(event)

    def _change(self, event: Node) -> None:
        card_id = int(event.attrs["cardId"])
        if card_id in self.cards:
            self.cards[card_id] = event

    def _appear(self, event: Node) -> None:
        card_id = int(event.attrs["cardId"])
        self.cards.pop(card_id, None)
        self.cards[card_id] = event
        if event.attrs["zone"] != Zone.LOCATIONS:
            return
        index = int(event.attrs["locationIndex"])
        vacant = index < len(self.columns) and self.columns[index] is None
        if event.code == "RCIP" or vacant:
            if index < len(self.columns):
                self.columns[index] = card_id
            return
        self._shift(from_index=index, by=1, but=card_id)
        self.columns.insert(index, card_id)

    def _shift(self, *, from_index: int, by: int, but: int | None = None) -> None:
        for card_id, card in self.cards.items():
            at_column = card.attrs["zone"] in (Zone.LOCATIONS, Zone.AT_LOCATION)
            index = int(card.attrs["locationIndex"])
            if at_column and card_id != but and index >= from_index:
                self.cards[card_id] = card.with_attrs(locationIndex=index + by)

    def _remove(self, event: Node) -> None:
        gone = set(ids(event))
        for card_id in gone:
            self.cards.pop(card_id, None)
        self.columns = [None if card_id in gone else card_id for card_id in self.columns]
        self._leave_battle(gone)

    def _remove_columns(self, event: Node) -> None:
        for index in sorted(ids(event, "locationIndexes"), reverse=True):
            if index < len(self.columns):
                location = self.columns.pop(index)
                if location is not None:
                    self.cards.pop(location, None)
                self._shift(from_index=index + 1, by=-1)

    def _leave_battle(self, gone: Iterable[int]) -> None:
        if self.battle is not None:
            left = [card_id for card_id in ids(self.battle) if card_id not in set(gone)]
            self.battle = self.battle.with_attrs(otherCardIds=left)

    def _join_or_leave(self, event: Node) -> None:
        card_id = int(event.attrs["cardId"])
        self._leave_battle([card_id])
        if event.code == "ATB" and self.battle is not None:
            self.battle = self.battle.with_attrs(otherCardIds=[*ids(self.battle), card_id])

    def _contest(self, event: Node) -> None:
        battle, duel, sabacc = ("SB", "EB"), ("SD", "ED"), ("SS", "RSH", "ES")
        now = None if event.code.startswith("E") else event
        if event.code in battle:
            self.battle = now
        elif event.code in duel:
            self.duel = now
        elif event.code in sabacc:
            self.sabacc = now

    def _frame(self, event: Node) -> None:
        if event.code == "P":
            self.messages = []
            self._clear()
        elif event.code == "TC":
            self.turn = event
        elif event.code == "GPC":
            self.phase = event
        elif event.code == "GS":
            self.statistics = event
        else:
            self.messages.append(event)

    # -- views out ----------------------------------------------------------------------------

    def seen_by(self, player: str, event: Node) -> Node | None:
        """Give the event as this player is told it, before it is applied; None if not told (PROTOCOL 6.5)."""
        if event.code in _APPEARS:
            return event if _shown_to(player, event) else None
        if event.code != "RCFP":
            return event
        told = [
            card_id
            for card_id in ids(event)
            if card_id not in self.cards or _shown_to(player, self.cards[card_id])
        ]
        return event.with_attrs(otherCardIds=told) if told else None

    def snapshot(self, player: str, code: str = "PCIP") -> list[Node]:
        """Give everything from `P` to the last message in the order of PROTOCOL 5.2."""
        # Every card of a snapshot carries the phase of the moment, not that of its arrival.
        now = self.phase.attrs["phase"].partition(" (")[0].upper().replace(" ", "_")
        fresh = {"type": code, "phase": now}
        cards = (card.with_attrs(**fresh) for card in self._in_order(player))
        found = [events.snapshot_start(player, self.players), self.turn, self.phase, *cards]
        found += [contest for contest in (self.battle, self.duel, self.sabacc) if contest is not None]
        found += (card.with_attrs(**fresh) for card in self._in(_SABACC) if _shown_to(player, card))
        return [*found, self.statistics, *self.messages]

    def _in(self, zones: Iterable[Zone]) -> Iterator[Node]:
        wanted = set(zones)
        return (card for card in self.cards.values() if card.attrs["zone"] in wanted)

    def _in_order(self, player: str) -> Iterator[Node]:
        yield from (self.cards[card_id] for card_id in self.columns if card_id is not None)
        yield from self._hosts_first()
        yield from self._in(_SIDE)
        yield from self._in(_STACKED)
        for zone in _TOPS:
            yield from self._in([zone])
        yield from self._in([Zone.OUT_OF_PLAY])
        yield from (card for card in self._in([Zone.HAND]) if _shown_to(player, card))

    def _hosts_first(self) -> Iterator[Node]:
        """Give the other cards in play, each after the card it is attached to."""
        done: set[str] = {str(card_id) for card_id in self.columns}
        waiting = [*self._in(_STANDING), *self._in([Zone.ATTACHED])]
        while waiting:
            ready = [card for card in waiting if card.attrs.get("targetCardId") in done | {None}]
            # A host that is not shown (or a ring of hosts) must not swallow its cards.
            ready = ready or waiting
            yield from ready
            done |= {card.attrs["cardId"] for card in ready}
            waiting = [card for card in waiting if card.attrs["cardId"] not in done]


def ids(event: Node, name: str = "otherCardIds") -> list[int]:
    """Give the numbers of a comma-joined attribute."""
    text = event.attrs.get(name, "")
    return [int(part) for part in text.split(",")] if text else []


def _shown_to(player: str, card: Node) -> bool:
    zone = card.attrs["zone"]
    if zone in OWNER_ONLY:
        return player == card.attrs.get("zoneOwnerId", card.attrs.get("participantId"))
    return zone not in NOBODY
