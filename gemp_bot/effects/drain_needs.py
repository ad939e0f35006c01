"""What a player must occupy so that his Force drains are free, where a text makes them cost Force.

`For either player to initiate a Force drain, that player must first use 3 Force unless that player occupies a
battleground site and a battleground system.`
"""

from collections.abc import Iterable, Iterator

import msgspec

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.cards import Card
from gemp_bot.cards.text import Condition, ConditionKind, FactKind
from gemp_bot.effects.context import EffectContext, PlaceTest
from gemp_bot.effects.needs import Need
from gemp_bot.effects.phrases import Phrases
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId

_ANY_PLAYER = "that player"


class _Free(msgspec.Struct, frozen=True):
    """What makes Force drains free that cost `cost` otherwise: a location of each kind."""

    cost: float
    kinds: tuple[PlaceTest, ...]


class DrainNeeds:
    """What frees Force drains of what a text makes them cost.

    Args:
        phrases: reads the words for locations.
    """

    def __init__(self, phrases: Phrases) -> None:
        self._phrases = phrases
        self._known: dict[BlueprintId, _Free | None] = {}

    def needs(self, board: Board, side: Side) -> tuple[Need, ...]:
        """What a player needs for free Force drains, one need a kind of location, met or not.

        None where no text makes them cost anything. Where several texts do, the first one counts.
        """
        card = next((card for card in board.active if self._of(card.card) is not None), None)
        return () if card is None else self.of(card, board, side)

    def of(self, card: CardInPlay, board: Board, side: Side) -> tuple[Need, ...]:
        """What a player needs by the text of one card, in play or supposed; nothing if drains stay free."""
        free = self._of(card.card)
        if free is None:
            return ()
        context = EffectContext(board, card, card.side)
        found = []
        for kind in free.kinds:
            meant = [place for place in board.locations if kind(context, place)]
            counting = frozenset(place.column for place in meant if place.presence(side))
            columns = frozenset(place.column for place in meant) - counting
            found.append(Need(card.card.title, columns, counting, drain_cost=free.cost))
        return tuple(found)

    def _of(self, card: Card) -> _Free | None:
        face = card.blueprint_id
        if face not in self._known:
            self._known[face] = self._read(card)
        return self._known[face]

    def _read(self, card: Card) -> _Free | None:
        for fact in card.text:
            if fact.kind is not FactKind.DRAIN_COST or not fact.amount:
                continue
            tests = [self._phrases.place(where) for where in _occupied(fact.conditions)]
            kinds = tuple(test for test in tests if test is not None)
            if kinds and len(kinds) == len(tests):
                return _Free(fact.amount, kinds)
        return None


def _occupied(conditions: Iterable[Condition]) -> Iterator[str]:
    """The kinds of locations that a player must occupy."""
    for one in conditions:
        if one.kind is ConditionKind.OCCUPIES and one.who == _ANY_PLAYER:
            yield one.where
        yield from _occupied(one.parts)
