"""What a player must hold so that his Force drains are free, where a text makes them cost Force."""

from msgspec import structs

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.effects.card_effects import CardEffects
from gemp_bot.effects.changes import Quantity
from gemp_bot.effects.holding import Holding
from gemp_bot.effects.ledger import sides
from gemp_bot.effects.needs import Need
from gemp_bot.effects.scope import Reckoned, Scope
from gemp_bot.protocol.enums import Side


def drain_needs(effects: CardEffects, board: Board, side: Side, numbers: Reckoned) -> tuple[Need, ...]:
    """What a player needs for free Force drains, met or not, all of it together.

    None where no text makes them cost anything. Where several texts do, the first one counts.
    """
    found = (drain_needs_of(effects, card, board, side, numbers) for card in board.active)
    return next((needs for needs in found if needs), ())


def drain_needs_of(
    effects: CardEffects, card: CardInPlay, board: Board, side: Side, numbers: Reckoned
) -> tuple[Need, ...]:
    """What a player needs by the text of one card, in play or supposed; nothing if drains stay free."""
    for change in effects.changes(card.facts):
        if change.quantity is not Quantity.DRAIN_COST or not isinstance(change.amount, (int, float)):
            continue
        scope = Scope(board, card, card.side, numbers)
        if change.when is not None and side in sides(scope, change.player):
            way = Holding(scope, effects.printed, side).nearest(change.when, so=False)
            return tuple(
                structs.replace(need, title=card.card.title, drain_cost=float(change.amount))
                for need in way.needs
            )
    return ()
