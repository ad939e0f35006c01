"""What the table shows of each player's cards at one moment: blueprints and numbers, no ids.

Ids of hidden cards tell more than a person at the table can know (PROTOCOL 6.2), so none is used here: an id
only serves to see which entries of the table are new since the last look.
"""

from collections import Counter
from typing import Final

import msgspec

from gemp_bot.cards import CardIndex
from gemp_bot.inference.hidden_cards import HiddenPile
from gemp_bot.protocol.bounds import MOST_CARDS
from gemp_bot.protocol.enums import PILE_TOPS, Side, Zone
from gemp_bot.protocol.events import PlayerZones
from gemp_bot.protocol.ids import BlueprintId, CardId, PlayerName, base_blueprint, is_hidden
from gemp_bot.state import Table, TableCard

_BACK_SIDE: Final = "_BACK"
_TOPS: Final = {
    Zone.TOP_OF_RESERVE_DECK: HiddenPile.RESERVE,
    Zone.TOP_OF_FORCE_PILE: HiddenPile.FORCE,
    Zone.TOP_OF_USED_PILE: HiddenPile.USED,
    Zone.TOP_OF_LOST_PILE: HiddenPile.LOST,
}


def face(blueprint: BlueprintId) -> BlueprintId:
    """The card a face is of: no foil, no alternate picture, the front of a double-sided card."""
    return BlueprintId(base_blueprint(blueprint).removesuffix(_BACK_SIDE))


_Entry = tuple[PlayerName | None, Zone, BlueprintId]


class VisibleCards(msgspec.Struct, frozen=True):
    """What is shown of one player's cards at one moment.

    Attributes:
        shown: faces outside the four piles; the top of a destiny draw is one of them. It is the same counter
            as at the look before while nothing of it changed.
        places: those of them that are locations on the table.
        destiny: the top card of a destiny draw under way.
        tops: the face of the top of a pile, where it is shown.
        sizes: how many cards lie in each pile; of our own hand none, as all of it is shown.
        renewed: piles whose top was put there since the last look, whatever it is.
    """

    shown: Counter[BlueprintId]
    places: Counter[BlueprintId]
    destiny: BlueprintId | None
    tops: dict[HiddenPile, BlueprintId]
    sizes: dict[HiddenPile, int]
    renewed: frozenset[HiddenPile] = frozenset()


class VisibilityTracker:
    """Keeps track of what is visible; each call of `look` handles only what changed.

    Args:
        index: gives the side of the Force of a card.
    """

    __slots__ = (
        "_cards",
        "_copies",
        "_destiny",
        "_entries",
        "_index",
        "_places",
        "_renewed",
        "_shown",
        "_sizes",
        "_tops",
        "_version",
        "_view",
    )

    def __init__(self, index: CardIndex) -> None:
        self._index = index
        self._view: Table | None = None
        self._version = 0
        self._copies: dict[PlayerName | None, tuple[Counter[BlueprintId], Counter[BlueprintId]]] = {}
        self._cards: dict[CardId, TableCard] = {}
        self._entries: dict[CardId, _Entry] = {}
        self._shown: dict[PlayerName | None, Counter[BlueprintId]] = {}
        self._places: dict[PlayerName | None, Counter[BlueprintId]] = {}
        self._destiny: dict[PlayerName | None, BlueprintId] = {}
        self._tops: dict[PlayerName | None, dict[HiddenPile, BlueprintId]] = {}
        self._renewed: dict[PlayerName | None, set[HiddenPile]] = {}
        self._sizes: tuple[PlayerZones, ...] = ()

    def look(self, view: Table) -> set[PlayerName | None]:
        """Read the table. Returns the players for whom `visible` has changed.

        A new table, of a game that was opened again, shows every card anew; that tells nothing of piles.
        """
        opened, self._view = view is not self._view, view
        self._renewed.clear()
        changed: set[PlayerName | None] = set()
        if opened or view.version != self._version:
            self._version = view.version
            self._look_at_cards(view, changed, opened=opened)
        numbers = view.statistics
        sizes = () if numbers is None else numbers.player_zones
        if sizes is not self._sizes:
            changed.update(zones.name for zones in set(sizes) ^ set(self._sizes))
            self._sizes = sizes
        return changed

    def _look_at_cards(self, view: Table, changed: set[PlayerName | None], *, opened: bool) -> None:
        cards = {card.id: card for card in view.cards()}
        before, self._cards = self._cards, cards
        new: list[tuple[CardId, _Entry | None]] = []
        for card_id, card in cards.items():
            if before.get(card_id) is not card:
                entry = self._entry(view, card)
                if entry != self._entries.get(card_id):
                    new.append((card_id, entry))
                if card.zone in _TOPS and not opened:
                    self._renewed.setdefault(card.zone_owner, set()).add(_TOPS[card.zone])
                    changed.add(card.zone_owner)
        # All that went is forgotten before anything is added: a new top may show the face of the old one.
        for card_id in before.keys() - cards.keys():
            self._forget(card_id, changed)
        for card_id, _ in new:
            self._forget(card_id, changed)
        for card_id, entry in new:
            if entry is not None:
                self._add(card_id, entry)
                changed.add(entry[0])

    def visible(self, player: PlayerName, *, own: bool) -> VisibleCards | None:
        """What is shown of one player; None before the first statistics, and while they cannot be true.

        The sizes are limited, as callers make lists of that length.
        """
        zones = next((zones for zones in self._sizes if zones.name == player), None)
        if zones is None:
            return None
        sizes = {
            HiddenPile.RESERVE: zones.reserve_deck,
            HiddenPile.FORCE: zones.force_pile,
            HiddenPile.USED: zones.used_pile,
            HiddenPile.LOST: zones.lost_pile,
            HiddenPile.HAND: 0 if own else zones.hand,
        }
        if not all(0 <= size <= MOST_CARDS for size in sizes.values()):
            return None
        copies = self._copies.get(player)
        if copies is None:
            copies = self._copies[player] = (
                Counter(self._shown.get(player, ())),
                Counter(self._places.get(player, ())),
            )
        return VisibleCards(
            *copies,
            self._destiny.get(player),
            dict(self._tops.get(player, ())),
            sizes,
            frozenset(self._renewed.get(player, ())),
        )

    def _entry(self, view: Table, card: TableCard) -> _Entry | None:
        """Whose card, where and which; None of a card that shows its back.

        Its owner is the player of its side of the Force: for a stolen card the table names the other one.
        A card in a pile of the other player is an "insert" card (PROTOCOL 6.10): it is no card of the pile.
        """
        if is_hidden(card.blueprint_id):
            return None
        shown = face(card.blueprint_id)
        owner = card.owner
        facts = self._index.get(shown)
        if facts is not None and len(view.players) > 1:
            owner = view.players[facts.side is Side.LIGHT]
        inserted = card.zone in _TOPS and owner != card.zone_owner
        return owner, Zone.STACKED if inserted else card.zone, shown

    def _add(self, card_id: CardId, entry: _Entry) -> None:
        self._entries[card_id] = entry
        owner, zone, shown = entry
        if zone in _TOPS:
            self._tops.setdefault(owner, {})[_TOPS[zone]] = shown
            return
        self._copies.pop(owner, None)
        self._shown.setdefault(owner, Counter())[shown] += 1
        if zone is Zone.LOCATIONS:
            self._places.setdefault(owner, Counter())[shown] += 1
        elif zone in PILE_TOPS:
            self._destiny[owner] = shown

    def _forget(self, card_id: CardId, changed: set[PlayerName | None]) -> None:
        entry = self._entries.pop(card_id, None)
        if entry is None:
            return
        owner, zone, shown = entry
        changed.add(owner)
        if zone in _TOPS:
            self._tops[owner].pop(_TOPS[zone], None)
            return
        self._copies.pop(owner, None)
        _less(self._shown[owner], shown)
        if zone is Zone.LOCATIONS:
            _less(self._places[owner], shown)
        elif zone in PILE_TOPS:
            self._destiny.pop(owner, None)


def _less(counts: Counter[BlueprintId], card: BlueprintId) -> None:
    if counts[card] > 1:
        counts[card] -= 1
    else:
        del counts[card]
