"""What the texts in play do to each number: the effects of all active cards, applied one by one."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from gemp_bot.board.board import Board
from gemp_bot.board.card import FIGHTERS, CardInPlay
from gemp_bot.effects.card_effects import CardEffects
from gemp_bot.effects.context import EffectContext
from gemp_bot.effects.effect import ChangeKind, Effect, Players, Quantity, Target, amount_of, applies, means
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.values import Modifier, Operation

ICONS: Final = {Quantity.DARK_ICONS: Side.DARK, Quantity.LIGHT_ICONS: Side.LIGHT}

EffectInPlay = tuple[EffectContext, Effect]
"""An effect, and the card in play that has it."""

Change = tuple[EffectContext, Effect, float]
"""By how much an effect changes a number."""

Key = tuple[int, Quantity, Side | None]
"""A number: the id of a card or the column of a location (0 for a player's total), and which number of it."""


class NumberChanges(NamedTuple):
    """The changes of one number as the rules take them."""

    modifiers: Sequence[Modifier] = ()
    resets: Sequence[float] = ()
    limits: Sequence[float] = ()


NO_CHANGES: Final = NumberChanges()


def effects_of(board: Board, card: CardInPlay, effects: CardEffects) -> list[EffectInPlay]:
    """Every effect of a card."""
    own = effects.effects(card.card)
    sides = {effect.side or card.side for effect in own}
    contexts = {side: EffectContext(board, card, side) for side in sides}
    return [(contexts[effect.side or card.side], effect) for effect in own]


class Ledger:
    """The changes of every number.

    Attributes:
        changes: by number; the key of a location's or player's number has a side.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.changes: dict[Key, list[Change]] = {}
        self._icons: set[tuple[int, str, Quantity]] = set()

    def run(self, effects: Iterable[EffectInPlay], *, icons: bool) -> None:
        """Apply the effects on Force icons, or all others, which may depend on the icons."""
        if icons:
            for location in self.board.locations:
                location.print_icons()
        for context, effect in effects:
            if (effect.quantity in ICONS) is icons and not effect.why_not and applies(effect, context):
                self._apply(context, effect)

    def of(self, key: Key, target: CardInPlay | None) -> NumberChanges:
        """The changes of a number; of two copies of a card one counts (rules 10).

        Args:
            key: the number.
            target: the card or location it belongs to, whose own sentences all count.
        """
        changes = self.changes.get(key)
        if changes is None:
            return NO_CHANGES
        modifiers: list[Modifier] = []
        resets: list[float] = []
        limits: list[float] = []
        for context, effect, amount in changes:
            if effect.change is ChangeKind.RESET:
                resets.append(amount)
            elif effect.change is ChangeKind.LIMIT:
                limits.append(amount)
            elif amount:
                card = context.card
                name = "" if effect.cumulative or card is target else f"{card.card.title} {id(effect)}"
                modifiers.append(Modifier(Operation.ADD, amount, name))
        return NumberChanges(modifiers, resets, limits)

    def targets(self, context: EffectContext, effect: Effect) -> Iterable[CardInPlay]:
        """The cards whose number an effect changes."""
        card = context.card
        if effect.target is Target.CARDS:
            location = context.location
            among: Iterable[CardInPlay] = ()
            if effect.near:
                among = () if location is None else location.cards
            elif effect.quantity is Quantity.DEPLOY:
                among = self.board.hand
            else:
                among = self.board.cards.values()
            any_type = effect.quantity in _OF_ANY_CARD
            return [
                one
                for one in among
                if (one.card.type in FIGHTERS or any_type) and means(effect, context, one)
            ]
        found: CardInPlay | None = card
        if effect.target is Target.HOST:
            found = card.host
        elif effect.target is Target.CARRIER and not card.carries:
            # What a starship or vehicle says of its pilots is of its permanent ones.
            found = card.host if card.pilots else None
        return () if found is None or not means(effect, context, found) else (found,)

    def _apply(self, context: EffectContext, effect: Effect) -> None:
        amount = amount_of(effect, context)
        keys: Iterable[Key]
        if effect.target is Target.LOCATIONS:
            place = effect.place
            columns = (
                one.column for one in self.board.locations if place is not None and place(context, one)
            )
            if effect.quantity in ICONS:
                for column in columns:
                    self._add_icons(context, effect, column, int(amount))
                return
            keys = [(column, effect.quantity, side) for column in columns for side in sides(context, effect)]
        elif effect.target is Target.PLAYER:
            keys = [(0, effect.quantity, side) for side in sides(context, effect)]
        else:
            keys = [(card.id, effect.quantity, None) for card in self.targets(context, effect)]
        for key in keys:
            self.changes.setdefault(key, []).append((context, effect, amount))

    def _add_icons(self, context: EffectContext, effect: Effect, column: int, amount: int) -> None:
        """Copies of a card add theirs once (rules 10)."""
        name = (column, context.card.card.title, effect.quantity)
        if name not in self._icons or effect.cumulative:
            self._icons.add(name)
            self.board.locations[column].add_icons(ICONS[effect.quantity], amount)


_OF_ANY_CARD: Final = frozenset({Quantity.DESTINY, Quantity.DEPLOY})


def sides(context: EffectContext, effect: Effect) -> tuple[Side, ...]:
    """The players whose number an effect changes."""
    if effect.players is Players.YOU:
        return (context.you,)
    return (context.you.other,) if effect.players is Players.OPPONENT else (Side.DARK, Side.LIGHT)
