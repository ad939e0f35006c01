"""Moving from one location to another one as the text of a location lets cards do (rules 23.1)."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.cards.texts import CardAction, Term, Value
from gemp_bot.effects.meanings import Amount, Player, Selector, Unasked, Word
from gemp_bot.game.playing import Playing
from gemp_bot.game.situations.table import situation
from gemp_bot.rules.facts import CardKind
from gemp_bot.rules.locations import never_refusals

MOVES_BY_TEXT: Final = "can_perform_movement_using_location_text"
_WALKERS: Final = frozenset({CardKind.CHARACTER, CardKind.VEHICLE})


class TextMovement(NamedTuple):
    """A movement that a text allows.

    Attributes:
        who: the cards. was: from where. to: where to. cost: Force for each card.
    """

    who: Value
    was: Value
    to: Value
    cost: int

    def able(self, scope: Playing) -> Iterator[CardInPlay]:
        """The cards of the player that can move so now."""
        run = scope.run
        if run.state.force(scope.you) < self.cost:
            return
        for place in scope.places(self.was):
            for card in place.standing:
                if (
                    card.side is scope.you
                    and card.facts.kind in _WALKERS
                    and card.name not in run.state.marks.moved
                    and not run.numbers.cannot_move(card)
                    and scope.means(self.who, card)
                    and next(self.goals(scope, card), None) is not None
                ):
                    yield card

    def goals(self, scope: Playing, card: CardInPlay) -> Iterator[Location]:
        """Where a card can go."""
        for place in scope.places(self.to):
            if place is card.location or never_refusals(card.facts.kind, place.facts):
                continue
            if not scope.run.numbers.held_from(card, card.location, place, ""):
                yield place


@situation(MOVES_BY_TEXT)
def _can_move(
    scope: Playing,
    /,
    player: Player,
    card_to_move_filter: Selector,
    from_card_filter: Selector,
    to_card_filter: Selector,
    for_free: Word = False,
    base_cost: Word = 1,
    including: Unasked = None,
) -> bool:
    way = text_movement(scope)
    return way is not None and next(way.able(scope), None) is not None


def text_movement(scope: Playing) -> TextMovement | None:
    """What the condition of an action lets move."""
    term = movement_of(scope.action)
    if term is None:
        return None
    cost: Amount = 0 if term.args.get("for_free") else term.args.get("base_cost", 1)
    args = term.args
    return TextMovement(
        args["card_to_move_filter"], args["from_card_filter"], args["to_card_filter"], int(scope.number(cost))
    )


def movement_of(action: CardAction) -> Term | None:
    """The condition that lets cards move by the text of a location; None for none."""
    found = (each for each in action.when if isinstance(each, Term) and each.name == MOVES_BY_TEXT)
    return next(found, None)
