"""What Force drains of a player need to be free, where a text ends them, and what responses add to them."""

from collections.abc import Iterable, Iterator

from msgspec import structs

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.cards.texts import CardAction, Moment, Term, Value, terms_in
from gemp_bot.effects.card_effects import CardEffects
from gemp_bot.effects.changes import Quantity
from gemp_bot.effects.holding import Holding, Need
from gemp_bot.effects.ledger import sides
from gemp_bot.effects.scope import Reckoned, Scope
from gemp_bot.effects.survival import leaves
from gemp_bot.effects.told import fits, told
from gemp_bot.effects.tolls import ADDS_TO_DRAIN
from gemp_bot.protocol.enums import Side

_BEGUN = frozenset({"force_drain_initiated_by", "force_drain_initiated", "force_drain_initiated_at"})


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


def stopped_drains(board: Board, side: Side, numbers: Reckoned) -> frozenset[int]:
    """Columns where a Force drain of a player is canceled at once, or takes a card of his off the table."""
    return frozenset(
        column
        for card in board.active
        for action in card.facts.text.actions
        if action.moment is Moment.MUST_AFTER and _begun(action) and _stops(card, action, side)
        for column in _columns(Scope(board, card, card.side, numbers), action, side, board.locations)
    )


def added(scope: Scope, action: CardAction, side: Side, place: Location) -> float:
    """What such a response adds to a Force drain of a player at a location.

    Whether its weapon or device can be used is taken to be so.
    """
    if next(_columns(scope, action, side, (place,)), None) is None:
        return 0.0
    return sum(
        scope.number(term.get("amount")) for term in terms_in(action.steps) if term.name == ADDS_TO_DRAIN
    )


def uses_weapon(action: CardAction) -> bool:
    """Whether such a response uses the weapon that it is on: each bearer uses as many as it fires."""
    return any(term.name == "can_use_weapon" for term in terms_in(action.when))


def _stops(card: CardInPlay, action: CardAction, side: Side) -> bool:
    canceled = any(term.name == "cancel_force_drain" for term in terms_in(action.steps))
    return canceled or (card.side is side and leaves(action))


def _begun(action: CardAction) -> list[Term]:
    """The conditions of a response by which a Force drain begins."""
    return [each for each in action.when if isinstance(each, Term) and each.name in _BEGUN]


def _columns(scope: Scope, action: CardAction, side: Side, places: Iterable[Location]) -> Iterator[int]:
    begun = _begun(action)
    if not begun or told(scope, tuple(each for each in action.when if each not in begun)) is False:
        return
    for each in begun:
        if scope.side(each.get("player", "$you")) is not side:
            continue
        where: Value = each.get("where", Term("any", {}))
        for place in places:
            if place.card is not None and fits(scope, where, place.card) is True:
                yield place.column
