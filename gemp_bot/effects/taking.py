"""Which cards a text takes out of the game by itself while it stands: lost, captured, out of play, missing.

A missing card takes part in nothing until it is found.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from gemp_bot.board.card import CardInPlay
from gemp_bot.cards.texts import CardText, Moment, Term, Value, terms_in
from gemp_bot.effects.scope import Scope
from gemp_bot.effects.told import fits, told

_BY_ITSELF: Final = frozenset({Moment.MUST_AFTER, Moment.MUST_BEFORE})
_TAKES: Final = ("go_missing", "lose_card", "capture_", "place_card_out_of_play_from_table")
_ALL_OF: Final = frozenset({"filter_active", "filter_all_on_table"})
"""Terms for all cards that a selector means; what names a single card is chosen, or known later."""


def takes(text: CardText) -> bool:
    """Whether a text takes cards by itself."""
    return any(True for action in text.actions for _ in _taken_by(action.moment, action.steps))


def taken(scope: Scope) -> Sequence[CardInPlay]:
    """The cards that the text of a card in play takes by itself, as the board stands now.

    Of whom it is not known whether they are meant, those count that are where the card is. What follows on
    something that comes about once is left out.
    """
    here, found = scope.here, list[CardInPlay]()
    for action in scope.card.facts.text.actions:
        wanted = list(_taken_by(action.moment, action.steps))
        if not wanted or told(scope, action.when) is False:
            continue
        for card in scope.board.active:
            meant = [fits(scope, who, card) for who in wanted]
            near = here is not None and card.location is here and None in meant
            if card is not scope.card and card not in found and (True in meant or near):
                found.append(card)
    return found


def _taken_by(moment: Moment, steps: tuple[Term, ...]) -> Iterator[Value]:
    """The selectors of whom an action takes."""
    if moment not in _BY_ITSELF:
        return
    for step in terms_in(steps):
        if step.name.startswith(_TAKES):
            named = (each for each in step.args.values() if isinstance(each, Term))
            yield from (each.get("who") for each in named if each.name in _ALL_OF)
