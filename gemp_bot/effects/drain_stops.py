"""Where Force drains of a player come to nothing by what a text does once they begin."""

from collections.abc import Iterator

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.cards.texts import CardAction, Moment, Term, Value, terms_in
from gemp_bot.effects.scope import Reckoned, Scope
from gemp_bot.effects.survival import leaves
from gemp_bot.effects.told import fits, told
from gemp_bot.protocol.enums import Side

_BEGUN = frozenset({"force_drain_initiated_by", "force_drain_initiated", "force_drain_initiated_at"})


def stopped_drains(board: Board, side: Side, numbers: Reckoned) -> frozenset[int]:
    """Columns where a Force drain of a player is canceled at once, or takes a card of his off the table."""
    return frozenset(
        column
        for card in board.active
        for action in card.facts.text.actions
        if action.moment is Moment.MUST_AFTER and _stops(card, action, side)
        for column in _columns(Scope(board, card, card.side, numbers), action, side)
    )


def _stops(card: CardInPlay, action: CardAction, side: Side) -> bool:
    canceled = any(term.name == "cancel_force_drain" for term in terms_in(action.steps))
    return canceled or (card.side is side and leaves(action))


def _columns(scope: Scope, action: CardAction, side: Side) -> Iterator[int]:
    begun = [each for each in action.when if isinstance(each, Term) and each.name in _BEGUN]
    if not begun or told(scope, tuple(each for each in action.when if each not in begun)) is False:
        return
    for each in begun:
        if scope.side(each.get("player", "$you")) is not side:
            continue
        where: Value = each.get("where", Term("any", {}))
        for place in scope.board.locations:
            if place.card is not None and fits(scope, where, place.card) is True:
                yield place.column
