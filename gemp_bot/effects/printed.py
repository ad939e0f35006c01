"""Which cards of the index a selector may mean by what is printed on them: cards of a player's own deck."""

from collections.abc import Collection, Iterator
from collections.abc import Set as AbstractSet
from typing import Final, cast

from gemp_bot.board.board import Board
from gemp_bot.board.card import FIGHTERS, CardInPlay
from gemp_bot.board.card_facts import CardFactsCache
from gemp_bot.board.location import Location
from gemp_bot.cards import Card, CardIndex
from gemp_bot.cards.printed import highest
from gemp_bot.cards.texts import Term, Value
from gemp_bot.cards.titles import folded
from gemp_bot.effects.changes import Quantity
from gemp_bot.effects.meanings import Kind, not_understood
from gemp_bot.effects.scope import PRINTED, Scope
from gemp_bot.effects.told import joined
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId

_PRINTED: Final = PRINTED | {
    "agenda", "has_maneuver_defined", "maneuver_more_than", "system_above_parsec", "ability_more_than",
    "ability_more_than_or_equal_to", "ability_less_than", "ability_equal_to", "has_ability",
    "has_ability_or_has_permanent_pilot_with_ability", "printed_forfeit_value_less_than",
}  # fmt: skip
"""Selectors that ask for nothing but what is printed, or for numbers that texts seldom change."""
_OURS: Final = frozenset({"your", "owner"})
_NOBODY: Final = frozenset({"opponents", "granted_may_be_targeted_by"})


class _AsPrinted:
    """Numbers of a card that is on no board."""

    def power(self, card: CardInPlay, /) -> float:
        return card.facts.power

    def ability(self, card: CardInPlay, /) -> float:
        return card.facts.ability

    def power_at(self, side: Side, location: Location, /) -> float | None:  # noqa: ARG002
        return None

    def immune_below(self, card: CardInPlay, /) -> float:  # noqa: ARG002
        return 0

    def has_immunity(self, card: CardInPlay, /) -> bool:  # noqa: ARG002
        return False

    def politics(self, card: CardInPlay, /) -> float:
        return highest(card.card.politics)

    def destiny(self, card: CardInPlay, /) -> float:
        return card.facts.destiny or 0

    def defense(self, card: CardInPlay, /) -> float:
        return card.facts.defense

    def immune_to(self, card: CardInPlay, title: str, /) -> bool:
        return title in cast("tuple[str, ...]", card.facts.text.traits.get("immune_to", ()))

    def cannot_move(self, card: CardInPlay, /) -> bool:  # noqa: ARG002
        return False

    def is_told(self, card: CardInPlay, quantity: Quantity, /) -> bool:  # noqa: ARG002
        return False

    def granted(self, card: CardInPlay, title: str, /) -> bool:  # noqa: ARG002
        return False

    def has_trait(self, card: CardInPlay, word: str, /) -> bool:  # noqa: ARG002
        return False

    def may_target_to(self, card: CardInPlay, by: CardInPlay, reasons: Collection[Value], /) -> bool:  # noqa: ARG002
        return True

    def variable(self, card: CardInPlay, name: str, base: float, /) -> float:  # noqa: ARG002
        return base

    def text_changes(self, card: CardInPlay, /) -> frozenset[str]:  # noqa: ARG002
        return frozenset()


AS_PRINTED: Final = _AsPrinted()


class PrintedCards:
    """The cards of an index by what selectors ask for.

    Args:
        index: the cards.
        facts: what is printed on them.
    """

    def __init__(self, index: CardIndex, facts: CardFactsCache) -> None:
        self._index, self._facts = index, facts
        self._known: dict[Value, dict[BlueprintId, bool]] = {}
        self._meant: dict[Value, AbstractSet[BlueprintId] | None] = {}
        self._fighters: dict[Value, bool] = {}
        self._board = Board(None, None, None)

    def may_mean(self, who: Value, face: BlueprintId) -> bool:
        """Whether a selector may mean a card; one that is not in the index may be anything."""
        known = self._known.setdefault(who, {})
        if face not in known:
            card = self._index.get(face)
            known[face] = card is None or self._fits(who, card) is not False
        return known[face]

    def meant(self, who: Value) -> AbstractSet[BlueprintId] | None:
        """All cards that a selector may mean, each looked at when it is asked for; None for any card."""
        if who not in self._meant:
            everything = all(self.may_mean(who, card.blueprint_id) for card in self._index)
            self._meant[who] = None if everything else _Meant(who, self, self._index)
        return self._meant[who]

    def fighters(self, who: Value) -> bool:
        """Whether a selector may mean cards that stand at locations."""
        if who not in self._fighters:
            able = (card for card in self._index if card.type in FIGHTERS and self._facts.of(card).fights)
            self._fighters[who] = any(self.may_mean(who, card.blueprint_id) for card in able)
        return self._fighters[who]

    def _fits(self, who: Value, printed: Card) -> bool | None:
        card = CardInPlay.supposed(self._facts.of(printed), printed.side)
        scope = Scope(self._board, card, card.side, AS_PRINTED)

        def leaf(each: Value) -> bool | None:
            if not isinstance(each, Term):
                return None
            if each.name in _PRINTED and not not_understood(each, Kind.SELECTOR):
                return scope.means(each, card)
            return True if each.name in _OURS else False if each.name in _NOBODY else _by_print(each, card)

        return joined(who, leaf, lambda _: None)


class _Meant(AbstractSet[BlueprintId]):
    """The cards of an index that a selector may mean."""

    __hash__ = object.__hash__

    def __init__(self, who: Value, printed: PrintedCards, index: CardIndex) -> None:
        self._who, self._printed, self._index = who, printed, index

    def __contains__(self, face: object) -> bool:
        known = isinstance(face, str) and face in self._index
        return known and self._printed.may_mean(self._who, cast("BlueprintId", face))

    def __iter__(self) -> Iterator[BlueprintId]:
        return (card.blueprint_id for card in self._index if card.blueprint_id in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _by_print(who: Term, card: CardInPlay) -> bool | None:
    """What a selector that asks the board means of a card that is on none; None where it may."""
    facts, place = card.facts, card.facts.location
    match who.name:
        case "battleground":
            return bool(card.card.force_dark and card.card.force_light)
        case "operative_of":
            return bool(facts.operative_of) and who.get("system") in ("", facts.operative_of)
        case "part_of_system" | "on":
            system = folded(str(who.get("system", who.get("name"))))
            if place is None:
                return False if who.name == "part_of_system" else None
            return None if facts.generic else system in (folded(place.system), facts.key)
    return None
