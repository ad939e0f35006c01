"""What the texts in play say of cards and locations, kept while the board does not change."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Final, cast

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay, Lasting
from gemp_bot.board.card_facts import CardFacts
from gemp_bot.board.location import Location
from gemp_bot.cards.texts import Term
from gemp_bot.cards.titles import folded
from gemp_bot.effects.card_effects import LASTING, CardEffects
from gemp_bot.effects.changes import COSTS, Change, How, Quantity
from gemp_bot.effects.ledger import (
    ICONS,
    NO_CHANGES,
    SIDES,
    Applied,
    ChangeInPlay,
    Key,
    Ledger,
    NumberChanges,
    as_rules,
    sides,
)
from gemp_bot.effects.scope import Reckoned, Scope
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.rules.values import limited, settled


class TextsInPlay:
    """What the texts in play on one board say. Of an effect that is not understood nothing is counted.

    Args:
        board: only read.
        effects: the cards and what their texts do; kept as it is.
    """

    __slots__ = (
        "_board",
        "_changes",
        "_costs",
        "_counter",
        "_crewless",
        "_hands",
        "_icons",
        "_in_play",
        "_ledgers",
        "_others",
        "_read",
        "_silent",
        "_silent_sides",
        "_texts",
        "_version",
        "effects",
    )

    def __init__(self, board: Board, effects: CardEffects) -> None:
        self._board, self._counter = board, board.counter
        self.effects = effects
        self._texts: dict[CardInPlay, tuple[CardFacts | None, Sequence[ChangeInPlay]]] = {}
        self._others: tuple[int, tuple[Lasting, ...]] = (-1, ())
        self._read: Sequence[CardInPlay] = ()
        self._silent: frozenset[CardInPlay] = frozenset()
        self._crewless: frozenset[CardInPlay] = frozenset()
        self._silent_sides: frozenset[tuple[CardInPlay, Side | None]] = frozenset()
        self._icons: list[ChangeInPlay] = []
        self._in_play: dict[Quantity, list[ChangeInPlay]] = {}
        self._ledgers: dict[tuple[Quantity, bool, int | None], Ledger] = {}
        self._changes = self._version = -1
        self._hands: tuple[tuple[CardInPlay, ...], ...] = ()
        self._costs: dict[CardInPlay, list[Applied]] = {}

    def scope(self, card: CardInPlay) -> Scope:
        """A card whose text is read, with the Force icons of all locations as texts make them."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        return Scope(self._board, card, card.side, cast("Reckoned", self))

    def _meaning(self, card: CardInPlay, quantity: Quantity) -> list[Applied]:
        """The changes of a quantity by texts in play that mean a card, wherever that lies."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        if quantity not in self._in_play:
            return []
        return [
            (scope, change, scope.number(change.amount, card))
            for scope, change in self._heard(quantity)
            if scope.means(change.who, card) and (change.when is None or scope.holds(change.when))
        ]

    def _about(self, card: CardInPlay, quantity: Quantity) -> list[ChangeInPlay]:
        """The changes of a quantity that concern a card: of texts in play, and its own."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        found: list[ChangeInPlay] = []
        if quantity in self._in_play and card.id in self._board.known:
            applied = self._ledger(quantity).changes.get((card.id, quantity, None), ())
            found = [(scope, change) for scope, change, _ in applied]
        elif quantity in self._in_play:
            found = [
                (scope, change)
                for scope, change in self._in_play[quantity]
                if (change.when is None or scope.holds(change.when)) and scope.means(change.who, card)
            ]
        return [*found, *self._own(card, quantity)] if card.held else found

    def _own(self, card: CardInPlay, quantity: Quantity) -> list[ChangeInPlay]:
        """The changes of a quantity by the text of a card itself, wherever it lies."""
        always = self.effects.always(card.facts)
        if not always:
            return []
        scope = self.scope(card)
        return [
            (scope, each)
            for each in always
            if each.quantity is quantity
            and scope.means(each.who, card)
            and (each.when is None or scope.holds(each.when))
        ]

    def text_changes(self, card: CardInPlay) -> frozenset[str]:
        """How other texts change the text of a card."""
        if Quantity.TEXT_CHANGE not in self._in_play:
            return frozenset()
        applied = self._ledger(Quantity.TEXT_CHANGE).changes.get((card.id, Quantity.TEXT_CHANGE, None), ())
        return frozenset(str(change.rest["type"]) for _, change, _ in applied)

    def is_told(self, card: CardInPlay, quantity: Quantity, *, fighting: bool = False) -> bool:
        """Whether a text in play has it that something is so of a card; or would if all were in battle."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        if quantity not in self._in_play:
            return False
        return (card.id, quantity, None) in self._ledger(quantity, fighting=fighting).changes

    def has_trait(self, card: CardInPlay, word: str) -> bool:
        """Whether a text has it that a card has a keyword or icon besides those that are printed."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        told = [each for each in self._heard(Quantity.TRAIT) if each[1].rest["word"] == word]
        return any(
            scope.means(change.who, card) and (change.when is None or scope.holds(change.when))
            for scope, change in told
        ) or (card.held and any(each.rest["word"] == word for _, each in self._own(card, Quantity.TRAIT)))

    def variable(self, card: CardInPlay, name: str, base: float) -> float:
        """The value of X, or of another variable, of the text of a card.

        Args:
            card: the card.
            name: of the variable.
            base: its value as the text itself has it.
        """
        found = self._meaning(card, Quantity.VARIABLE)
        modifiers, resets, *_ = as_rules([each for each in found if each[1].rest["variable"] == name], card)
        return settled(base, modifiers, resets)

    def _bring_up_to_date(self) -> None:
        """Read anew what the texts in play say; of what they change, Force icons are counted at once."""
        board = self._board
        self._changes = board.changes
        self._costs.clear()
        hands = tuple([piles[Zone.HAND].cards for piles in board.piles.values()])
        if hands != self._hands:
            self._hands = hands
            for quantity in _OF_HANDS:
                self._ledgers.pop((quantity, False, None), None)
        if board.version == self._version:
            return  # what changed lies in hands and piles
        self._version = board.version
        self._ledgers.clear()
        self._silent, self._silent_sides = frozenset(), frozenset()
        self._crewless = frozenset([card for card in board.active if is_crewless(card)])
        others = board.faces, board.lasting
        if others != self._others or board.active != self._read:
            self._read, self._others = board.active, others
            self._read_texts()
        self._silent = self._silenced()
        self._silent_sides = self._sides_silenced()
        Ledger(board).add_icons(each for each in self._icons if self._counts(each))
        for scope, change in self._in_play.get(Quantity.NO_ICONS, ()):
            if (change.when is None or scope.holds(change.when)) and self._counts((scope, change)):
                for place in scope.places(change.where):
                    for side in sides(scope, change.player):
                        place.add_icons(side, -place.icons[side])

    def _read_texts(self) -> None:
        """Take in what the texts of all active cards say, by what they change."""
        board = self._board
        self._icons.clear()
        self._in_play.clear()
        for card in self._read:
            facts, own = self._texts.get(card, (None, ()))
            if facts is not card.facts:
                own = self.effects.in_play(board, card, cast("Reckoned", self))
                self._texts[card] = card.facts, own
            for each in own:
                quantity = each[1].quantity
                into = self._icons if quantity in ICONS else self._in_play.setdefault(quantity, [])
                into.append(each)
        for each in self.effects.lasting(board, cast("Reckoned", self)) if board.lasting else ():
            self._in_play.setdefault(each[1].quantity, []).append(each)

    def _ledger(self, quantity: Quantity, *, fighting: bool = False, there: Location | None = None) -> Ledger:
        """What texts do to one quantity.

        Args:
            quantity: which.
            fighting: as if every card was in a battle at its location.
            there: as if all who are at this location were in battle, and nobody else: as if all were
                everywhere, what texts say of "the battle" would add up.
        """
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        key = quantity, fighting, None if there is None else there.column
        found = self._ledgers.get(key)
        if found is None:
            found = self._ledgers[key] = Ledger(self._board)
            with self._as_if(fighting=fighting, there=there):
                found.run(self._heard(quantity))
        return found

    def _as_if(self, *, fighting: bool, there: Location | None) -> AbstractContextManager[None]:
        if there is not None:
            return self._board.fought(card.id for card in there.cards)
        return self._board.fought_by_all() if fighting else nullcontext()

    def _heard(self, quantity: Quantity) -> Sequence[ChangeInPlay]:
        """The changes of a quantity by texts in play that are not cancelled."""
        found = self._in_play.get(quantity, ())
        if not found or quantity in _SILENCING or not (self._silent or self._silent_sides or self._crewless):
            return found
        return [each for each in found if self._counts(each)]

    def _counts(self, each: ChangeInPlay) -> bool:
        """Whether the text a change is of is not cancelled, and its starship or vehicle piloted (rules 9)."""
        scope, change = each
        if change.while_ == LASTING:
            return True  # it is not what a text does any more
        if scope.card in self._crewless and change.while_ != _WITHOUT_PILOT:
            return False
        if scope.card in self._silent:
            return False
        return (scope.card, SIDES.get(change.while_)) not in self._silent_sides

    def silent(self) -> frozenset[CardInPlay]:
        """The cards in play whose text is cancelled or suspended by another text."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        return self._silent

    def silent_sides(self) -> frozenset[tuple[CardInPlay, Side | None]]:
        """The locations whose text of a side is cancelled by another text, each with the side."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        return self._silent_sides

    def _sides_silenced(self) -> frozenset[tuple[CardInPlay, Side | None]]:
        found: set[tuple[CardInPlay, Side | None]] = set()
        for scope, change in self._in_play.get(Quantity.NO_TEXT_OF_SIDE, ()):
            if change.when is None or scope.holds(change.when):
                for place in scope.places(change.where):
                    found.update((place.laid, side) for side in sides(scope, change.player))
        return frozenset(found)

    def _silenced(self) -> frozenset[CardInPlay]:
        if not any(quantity in self._in_play for quantity in _SILENCING):
            return frozenset()
        found: set[CardInPlay] = set()
        for quantity in _SILENCING:
            for scope, change in self._in_play.get(quantity, ()):
                if change.when is None or scope.holds(change.when):
                    found.update(card for card in scope.on_table(change.who) if card is not scope.card)
        for scope, change in self._in_play.get(Quantity.KEEPS_TEXT, ()):
            if change.when is None or scope.holds(change.when):
                found.difference_update([card for card in found if scope.means(change.who, card)])
        return frozenset(found)

    def _changes_of(
        self,
        key: Key,
        target: CardInPlay | None = None,
        *,
        fighting: bool = False,
        there: Location | None = None,
    ) -> NumberChanges:
        """What texts change of a number of a card or location, the target; the rest as of `_ledger`."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        if key[1] not in self._in_play:
            return NO_CHANGES
        return self._ledger(key[1], fighting=fighting, there=there).of(key, target)

    def _number(
        self, card: CardInPlay, quantity: Quantity, printed: float, *, fighting: bool = False
    ) -> float:
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        if quantity not in self._in_play:
            return printed
        ledger, key = self._ledger(quantity, fighting=fighting), (card.id, quantity, None)
        applied = ledger.changes.get(key)
        if applied is None:
            return printed
        if not _UNCHANGED.isdisjoint(self._in_play):
            applied = [each for each in applied if not self._is_firm(card, each)]
        if quantity is Quantity.HYPERSPEED:
            applied = [each for each in applied if goes_there(each, card.location, None)]
        modifiers, resets, limits, defined = as_rules(applied, card)
        base = printed if defined is None else defined
        found = settled(base, modifiers, resets)
        return min(found, max(base, *limits)) if limits else found

    def _is_firm(self, card: CardInPlay, applied: Applied) -> bool:
        """Whether a text keeps another one from reducing or increasing a number of a card."""
        by, changed, amount = applied
        if changed.how is not How.ADD or not amount:
            return False
        firm = Quantity.NOT_REDUCED if amount < 0 else Quantity.NOT_INCREASED
        return any(
            change.rest["number"] == changed.quantity.name.lower()
            and ("player" not in change.rest or scope.side(change.rest["player"]) is by.you)
            for scope, change in self._about(card, firm)
        )

    def _amounts(self, card: CardInPlay, quantity: Quantity, *, fighting: bool = False) -> list[float]:
        """What texts give a card of a quantity of which the highest counts."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        if quantity not in self._in_play:
            return []
        key: Key = (card.id, quantity, None)
        return [amount for _, _, amount in self._ledger(quantity, fighting=fighting).changes.get(key, ())]

    def at(
        self, quantity: Quantity, side: Side, location: Location, base: float, *, fighting: bool = False
    ) -> float:
        """A number of a side at a location, as texts change it; or would if all were in battle."""
        key = (location.column, quantity, side)
        modifiers, resets, limits, _ = self._changes_of(key, location.card, fighting=fighting)
        return limited(settled(base, modifiers, resets), limits) if modifiers or resets or limits else base

    def is_so(self, quantity: Quantity, side: Side, location: Location) -> bool:
        """Whether a text has it that something is so of a side at a location."""
        return self._changes_of((location.column, quantity, side), location.card) is not NO_CHANGES


def is_crewless(card: CardInPlay) -> bool:
    """Whether a card is a starship or vehicle that nobody pilots, as far as that can be told."""
    return card.facts.carrier and not card.piloted and not card.unsure


_WITHOUT_PILOT: Final = "unpiloted"
"""What works of a starship or vehicle that nobody pilots: what its text says so of."""
ANY: Final = Term("any", {})
"""The selector that means every card."""
_UNCHANGED: Final = frozenset({Quantity.NOT_REDUCED, Quantity.NOT_INCREASED})
_OF_HANDS: Final = frozenset(
    {*COSTS, Quantity.DESTINY, Quantity.NO_DEPLOY, Quantity.NO_DEPLOY_TO, Quantity.MAY_GO_ON}
)
"""Quantities of cards that are not in play."""
_SILENCING: Final = (Quantity.NO_TEXT, Quantity.SUSPENDED)
_ABOARD: Final = ("target_filter", "starship_or_vehicle_filter", "starship_or_vehicle")


def is_for(applied: Applied, card: CardInPlay) -> bool:
    """Whether a change that names a player names the owner of a card."""
    scope, change, _ = applied
    player = change.rest.get("player")
    return player is None or scope.side(player) is card.side


def moves_so(scope: Scope, change: Change, was: Location | None, place: Location | None, way: str) -> bool:
    """Whether a change is about moves from a location to another one in a way."""
    rest = change.rest
    ends = (
        (rest.get("where"), was if rest.get("leaves") else place),
        (rest.get("from_location_filter"), was),
        (rest.get("to_location_filter"), place),
    )
    return rest.get("way", way) == way and all(
        where is None or scope.means_place(where, at) for where, at in ends
    )


def goes_there(applied: Applied, location: Location | None, target: CardInPlay | None) -> bool:
    """Whether what a change is bound to is where a card goes."""
    scope, change, _ = applied
    rest = change.rest
    where = rest.get("where")
    if where is not None and not scope.means_place(where, location):
        return False
    if "system" in rest and (location is None or location.system != folded(str(rest["system"]))):
        return False
    if "starship_or_vehicle_persona" in rest:
        wanted = rest["starship_or_vehicle_persona"]
        return target is not None and wanted in target.facts.traits.personas
    on = location.card if target is None and location is not None else target
    return all(on is not None and scope.means(rest[name], on) for name in _ABOARD if name in rest)
