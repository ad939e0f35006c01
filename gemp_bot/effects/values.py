"""The numbers of a board that goes on, as its texts make them.

Only those are worked out that are asked for, and each is kept while nothing changes that it depends on.
"""

from contextlib import nullcontext

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.cards import CardType, SubType
from gemp_bot.cards.printed import Printed, known
from gemp_bot.effects.card_effects import CardEffects
from gemp_bot.effects.effect import Quantity
from gemp_bot.effects.ledger import ICONS, EffectInPlay, Ledger, effects_in_play
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.drains import drain_amount
from gemp_bot.rules.values import settled


class Values:
    """The numbers of one board.

    They are as the rules make them: a printed one that nothing changes may be below zero.

    Args:
        effects: the cards and what their texts do.
    """

    __slots__ = ("_board", "_card_effects", "_changes", "_effects", "_ledgers", "_version")

    def __init__(self, effects: CardEffects) -> None:
        self._card_effects = effects
        self._board: Board | None = None
        self._version = self._changes = -1
        self._effects: dict[Quantity, list[EffectInPlay]] = {}
        self._ledgers: dict[tuple[Quantity, bool], Ledger] = {}

    def look(self, board: Board) -> None:
        """Take the board whose numbers are asked for; from now on they are those of what it is when asked."""
        if board is not self._board:
            self._board = board
            self._version = self._changes = -1

    # -- numbers ----------------------------------------------------------------------------------

    def power(self, card_id: CardId, *, fighting: bool = False) -> float | None:
        """Power of a card in play; zero for a starship or vehicle without a pilot.

        Args:
            card_id: the card.
            fighting: as if it and everybody there was in battle.
        """
        card = self._in_play(card_id)
        if card is None or not card.fights:
            return None
        if card.carries and not card.piloted:
            return 0
        return 0 if card.frozen else self._number(card, Quantity.POWER, card.card.power, fighting=fighting)

    def ability(self, card_id: CardId) -> float | None:
        """Ability of a character or creature vehicle in play."""
        card = self._in_play(card_id)
        if card is None or not has_ability(card):
            return None
        return 0 if card.frozen else self._number(card, Quantity.ABILITY, card.card.ability)

    def forfeit(self, card_id: CardId) -> float | None:
        """Forfeit value of a card in play."""
        card = self._in_play(card_id)
        if card is None or not card.fights:
            return None
        return self._number(card, Quantity.FORFEIT, card.card.forfeit)

    def draws(self, card_id: CardId) -> tuple[float, float]:
        """Battle destinies of a card in play: how many it adds in a battle, and the least it draws there."""
        card = self._in_play(card_id)
        if card is None or not card.active:
            return 0.0, 0.0
        more = self._number(card, Quantity.BATTLE_DESTINY, None, fighting=True)
        return more, self._number(card, Quantity.LEAST_DESTINY, None, fighting=True)

    def deploy(self, card_id: CardId) -> float | None:
        """What deploying a card of our hand costs, wherever it goes."""
        board = self._ready()
        card = None if board is None else board.cards.get(card_id)
        if board is None or card is None or not card.in_hand or card.card.deploy is None:
            return None
        if self._changes != board.changes:
            self._changes = board.changes
            self._ledgers.pop((Quantity.DEPLOY, False), None)
        return self._number(card, Quantity.DEPLOY, card.card.deploy)

    def drain(self, column: int, side: Side) -> float | None:
        """Force that a drain of a side there makes the opponent lose, 0 where a text forbids it.

        None if there is no such column.
        """
        board = self._ready()
        if board is None or not 0 <= column < len(board.locations):
            return None
        if (column, Quantity.NO_DRAIN, side) in self._ledger(board, Quantity.NO_DRAIN).changes:
            return 0
        location = board.locations[column]
        ledger = self._ledger(board, Quantity.DRAIN)
        modifiers, resets, _ = ledger.of((column, Quantity.DRAIN, side), location.card)
        return drain_amount(location.icons[side.other], modifiers, resets)

    def drain_cost(self, side: Side) -> float:
        """Force that each Force drain of a side uses by the texts in play; nothing by rule (rules 4)."""
        board = self._ready()
        if board is None:
            return 0
        modifiers, _, _ = self._ledger(board, Quantity.DRAIN_COST).of((0, Quantity.DRAIN_COST, side), None)
        return settled(0, modifiers, ())

    # -- making them ------------------------------------------------------------------------------

    def _in_play(self, card_id: CardId) -> CardInPlay | None:
        board = self._ready()
        card = None if board is None else board.cards.get(card_id)
        return None if card is None or card.in_hand else card

    def _ready(self) -> Board | None:
        """The board, with its Force icons as texts make them now."""
        board = self._board
        if board is not None and board.version != self._version:
            self._version = board.version
            self._read(board)
        return board

    def _read(self, board: Board) -> None:
        """Read anew what the texts in play say; what they do to a number is worked out when asked for."""
        self._ledgers.clear()
        self._effects.clear()
        icons: list[EffectInPlay] = []
        for context, effect in effects_in_play(board, self._card_effects):
            if effect.quantity in ICONS:
                icons.append((context, effect))
            else:
                self._effects.setdefault(effect.quantity, []).append((context, effect))
        Ledger(board).run(icons, icons=True)

    def _ledger(self, board: Board, quantity: Quantity, *, fighting: bool = False) -> Ledger:
        """What texts do to one quantity; or would do if every card was in a battle at its location."""
        found = self._ledgers.get((quantity, fighting))
        if found is None:
            found = self._ledgers[quantity, fighting] = Ledger(board)
            with board.fought_by_all() if fighting else nullcontext():
                found.run(self._effects.get(quantity, ()), icons=False)
        return found

    def _number(
        self, card: CardInPlay, quantity: Quantity, printed: Printed, *, fighting: bool = False
    ) -> float:
        base = known(printed)
        if base is None:
            base = 0.0
        if self._board is None or quantity not in self._effects:
            return base
        ledger, key = self._ledger(self._board, quantity, fighting=fighting), (card.id, quantity, None)
        if key not in ledger.changes:
            return base
        modifiers, resets, _ = ledger.of(key, card)
        return settled(base, modifiers, resets)


def has_ability(card: CardInPlay) -> bool:
    """Whether a card has ability of its own: starships and vehicles have that of their crew."""
    printed = card.card
    return printed.type == CardType.CHARACTER or (
        printed.type == CardType.VEHICLE and printed.is_a(SubType.CREATURE_VEHICLE)
    )
