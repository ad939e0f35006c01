"""What the texts in play do to each number: the changes of all active cards, applied one by one."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.cards.texts import Value
from gemp_bot.effects.changes import Change, How, Of, Quantity
from gemp_bot.effects.scope import Scope
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.values import Operation, ValueChange

ICONS: Final = {Quantity.DARK_ICONS: Side.DARK, Quantity.LIGHT_ICONS: Side.LIGHT}
SIDES: Final = {"dark": Side.DARK, "light": Side.LIGHT}

ChangeInPlay = tuple[Scope, Change]
"""A change, and what the card in play that has it speaks of."""

Applied = tuple[Scope, Change, float]
"""By how much a change alters a number."""

Key = tuple[int, Quantity, Side | None]
"""A number: the id of a card or the column of a location (0 for a player's total), and which number of it."""


class NumberChanges(NamedTuple):
    """The changes of one number as the rules take them; `defined` stands for what is printed."""

    modifiers: Sequence[ValueChange] = ()
    resets: Sequence[float] = ()
    limits: Sequence[float] = ()
    defined: float | None = None


NO_CHANGES: Final = NumberChanges()


def of_player(scope: Scope, change: Change) -> bool:
    """Whether a change is of a player's number: of destiny that a card which does not fight adds, too."""
    if change.of is Of.PLAYER:
        return True
    added = change.quantity is Quantity.BATTLE_DESTINY and change.who == "$self"
    return added and not scope.card.fights


class Ledger:
    """The changes of every number of some quantities.

    Attributes:
        changes: by number; the key of a location's or player's number has a side.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.changes: dict[Key, list[Applied]] = {}
        self._icons: set[tuple[int, str, Quantity]] = set()

    def run(self, changes: Iterable[ChangeInPlay]) -> None:
        """Apply changes whose conditions hold."""
        for scope, change in changes:
            if change.when is None or scope.holds(change.when):
                self._apply(scope, change)

    def of(self, key: Key, target: CardInPlay | None) -> NumberChanges:
        """The changes of a number; of two copies of a card one counts (rules 10).

        Args:
            key: the number.
            target: the card or location it belongs to, whose own sentences all count.
        """
        applied = self.changes.get(key)
        return NO_CHANGES if applied is None else as_rules(applied, target)

    def _apply(self, scope: Scope, change: Change) -> None:
        quantity, amount = change.quantity, change.amount
        if of_player(scope, change):
            # What is a number of cards has its player beside it: its owner, where none is named.
            player = change.player if change.of is Of.PLAYER else change.rest.get("player") or "$you"
            for side in sides(scope, player):
                self._add((0, quantity, side), scope, change, scope.number(amount))
        elif change.of is Of.CARDS:
            for card in self._targets(scope, change):
                self._add((card.id, quantity, None), scope, change, scope.number(amount, card))
        else:
            players = sides(scope, change.player)
            for place in scope.places(change.where):
                for side in players:
                    key = (place.column, quantity, side)
                    self._add(key, scope, change, scope.number(amount, place.card))

    def _add(self, key: Key, scope: Scope, change: Change, amount: float) -> None:
        self.changes.setdefault(key, []).append((scope, change, amount))

    def _targets(self, scope: Scope, change: Change) -> Iterable[CardInPlay]:
        """The cards whose number a change alters."""
        who = change.who
        if who == "$self":
            return (scope.card,)
        return scope.among(scope.candidates(who), who)

    def add_icons(self, changes: Iterable[ChangeInPlay]) -> None:
        """Count the Force icons that texts add; copies of a card add theirs once (rules 10)."""
        for location in self.board.locations:
            location.print_icons()
        for scope, change in changes:
            if change.when is not None and not scope.holds(change.when):
                continue
            for place in scope.places(change.where):
                name = (place.column, scope.card.card.title, change.quantity)
                if name not in self._icons or change.cumulative:
                    self._icons.add(name)
                    amount = int(scope.number(change.amount, place.card))
                    place.add_icons(ICONS[change.quantity], amount)


def as_rules(applied: Iterable[Applied], target: CardInPlay | None) -> NumberChanges:
    """Changes as the rules take them."""
    modifiers: list[ValueChange] = []
    resets: list[float] = []
    limits: list[float] = []
    defined: float | None = None
    for scope, change, amount in applied:
        if change.how is How.RESET:
            resets.append(amount)
        elif change.how is How.LIMIT:
            limits.append(amount)
        elif change.how is How.DEFINE:
            defined = amount
        elif amount:
            card = scope.card
            operation = Operation.MULTIPLY if change.how is How.MULTIPLY else Operation.ADD
            name = "" if change.cumulative or card is target else f"{card.card.title} {id(change)}"
            modifiers.append(ValueChange(operation, amount, name))
    return NumberChanges(modifiers, resets, limits, defined)


def sides(scope: Scope, player: Value) -> tuple[Side, ...]:
    """The players whose number a change alters; both where it names none."""
    return (Side.DARK, Side.LIGHT) if player is None else (scope.side(player),)
