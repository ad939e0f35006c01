"""What keeps an Effect on the table: whether it would be lost as soon as it is deployed.

What its text says and the index understands is read from its facts; what it does not is data
(`survival.toml`, docs/cards.md).
"""

import re
from typing import Final, Literal, NamedTuple

import msgspec

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.board.card_facts import CardFactsCache
from gemp_bot.board.location import Location
from gemp_bot.cards import Card
from gemp_bot.cards.text import Condition, ConditionKind, FactKind
from gemp_bot.effects.old_conditions import Conditions
from gemp_bot.effects.context import EffectContext, Holds, PlaceTest
from gemp_bot.effects.entries import decoded, shipped
from gemp_bot.effects.flips import counts
from gemp_bot.effects.nouns import Ids, Nouns
from gemp_bot.effects.phrases import Phrases
from gemp_bot.errors import BotError
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import BlueprintId

SHIPPED: Final = "survival.toml"
_GONE: Final = frozenset({"lost", "canceled"})
_ANYWHERE: Final = frozenset(
    {ConditionKind.ON_TABLE, ConditionKind.OCCUPIES, ConditionKind.CONTROLS, ConditionKind.HAS}
)
"""Circumstances that can be told without knowing where the card is, unless they name its place."""
_ITS_PLACE: Final = re.compile(r"^(?:|here|there|(?:this|same) .+)$")


class _Test(NamedTuple):
    """What takes a card off the table.

    Attributes:
        holds: whether it is so.
        placed: it can only be told where the place of the card is known.
    """

    holds: Holds
    placed: bool


class SurvivalEntryError(BotError):
    """An entry of the file of survival conditions is not understood."""


class SurvivalEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Locations that keep a card on the table, or take it off.

    Attributes:
        card: the card.
        places: phrases of which one must mean a location.
        number: how many locations.
        by: `us`: it is lost unless its owner holds so many; `them`: it is lost if the opponent does.
        control: the other side may have no presence there.
        who: a noun for those who must stand there; empty for anybody.
    """

    card: BlueprintId
    places: tuple[str, ...]
    number: int
    by: Literal["us", "them"]
    control: bool = False
    who: str = ""


class _SurvivalFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    survival: tuple[SurvivalEntry, ...]


def shipped_survival() -> tuple[SurvivalEntry, ...]:
    """The entries that come with the program."""
    return read_survival(shipped(SHIPPED))


def read_survival(toml: bytes | str) -> tuple[SurvivalEntry, ...]:
    """Read entries.

    Raises:
        SurvivalEntryError: they are no TOML, or not of this form.
    """
    return decoded(SHIPPED, toml, _SurvivalFile, SurvivalEntryError).survival


class Survival:
    """What takes cards off the table.

    Args:
        entries: what the facts of cards do not tell.
        nouns, phrases: read the words in them.
        conditions: reads the conditions of facts.
        facts: printed facts, worked out.

    Attributes:
        unread: entries that name places or cards of which the index knows nothing; they change nothing.
    """

    def __init__(
        self,
        entries: tuple[SurvivalEntry, ...],
        nouns: Nouns,
        phrases: Phrases,
        conditions: Conditions,
        facts: CardFactsCache,
    ) -> None:
        self._conditions = conditions
        self._facts = facts
        self._known: dict[BlueprintId, tuple[_Test, ...]] = {}
        self._told: dict[BlueprintId, Holds] = {}
        unread: list[BlueprintId] = []
        for entry in entries:
            tests = [phrases.place(phrase) for phrase in entry.places]
            known = tuple(test for test in tests if test is not None)
            who = nouns.cards(entry.who) if entry.who else None
            if len(known) < len(tests) or (entry.who and not who):
                unread.append(entry.card)
            else:
                self._told[entry.card] = _lost(entry, known, who)
        self.unread = tuple(unread)

    def lost(self, board: Board, card: Card, side: Side, location: Location | None = None) -> bool:
        """Whether a card would be lost at once if it were deployed now.

        Args:
            board: the table.
            card: the card.
            side: of its owner.
            location: where it would go; None where that is not known, or for beside the table.
        """
        tests = self._tests(card)
        if not tests:
            return False
        supposed = CardInPlay.supposed(self._facts.of(card), side, Zone.SIDE_OF_TABLE)
        supposed.location = location
        context = EffectContext(board, supposed, side)
        return any(test.holds(context) for test in tests if location is not None or not test.placed)

    def known(self, card: Card) -> bool:
        """Whether anything is understood of what takes a card off the table."""
        return bool(self._tests(card))

    def _tests(self, card: Card) -> tuple[_Test, ...]:
        found = self._known.get(card.blueprint_id)
        if found is None:
            found = self._known[card.blueprint_id] = tuple(self._read(card))
        return found

    def _read(self, card: Card) -> list[_Test]:
        found: list[_Test] = []
        for fact in card.text:
            if fact.kind is FactKind.LOST_WHEN and fact.what in _GONE and not fact.who and fact.conditions:
                for conditions in _alternatives(fact.conditions):
                    holds = self._conditions.all(conditions)
                    if holds is not None:
                        found.append(_Test(holds, any(_placed(each) for each in conditions)))
        told = self._told.get(card.blueprint_id)
        return found if told is None else [*found, _Test(told, placed=False)]


def _alternatives(conditions: tuple[Condition, ...]) -> list[tuple[Condition, ...]]:
    """The circumstances of which each is enough."""
    if len(conditions) == 1 and conditions[0].kind is ConditionKind.ANY_OF and not conditions[0].negated:
        return [(part,) for part in conditions[0].parts]
    return [conditions]


def _placed(condition: Condition) -> bool:
    """Whether a circumstance depends on where the card is."""
    if condition.kind is ConditionKind.HAS:
        return condition.where != ""
    if condition.kind is ConditionKind.ON_TABLE:
        return False
    return condition.kind not in _ANYWHERE or _ITS_PLACE.match(condition.where) is not None


def _lost(entry: SurvivalEntry, places: tuple[PlaceTest, ...], who: Ids | None) -> Holds:
    def lost(context: EffectContext) -> bool:
        side = context.you if entry.by == "us" else context.you.other
        held = sum(
            any(test(context, place) for test in places) and counts(place, side, who, control=entry.control)
            for place in context.board.locations
        )
        return (held < entry.number) == (entry.by == "us")

    return lost
