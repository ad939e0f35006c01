"""Cards of ours that an action only needs, such as who carries it out, and does nothing to."""

from collections.abc import Iterator
from typing import Final

from gemp_bot.cards.texts import Term, terms_in
from gemp_bot.decisions import Option
from gemp_bot.effects.offers import Offer, choices, is_reference
from gemp_bot.evaluators.context import DecisionContext

_DRAWS: Final = "draw_destiny"
"""What a draw names, it compares with; what comes of the draw is an effect by itself."""
_PASSES: Final = "_until_end_of_turn"
"""The end of the names of what is over with the turn: a card may pay that much for an action."""


def enablers(ctx: DecisionContext) -> list[Option]:
    """All that is offered, if it is ours and chosen for a choice that no effect of the action names.

    The effect has to name another card: what names none may be done to the one that is chosen.
    """
    pursued, options = ctx.pursued, list(ctx.question.selectable)
    offer = None if pursued is None else ctx.offer(pursued)
    if pursued is None or offer is None or not offer.read or not all(map(ctx.is_mine, options)):
        return []
    fitting = [
        reference
        for reference, who in choices(offer.action)
        if all(
            each.card_id is not None and ctx.reader.may_mean(pursued.card_id, who, each.card_id)
            for each in options
        )
    ]
    return options if fitting and all(_only_needed(offer, each) for each in fitting) else []


def _only_needed(offer: Offer, reference: str) -> bool:
    """Whether an action does nothing to what is chosen by a reference, but to another card."""
    done = [each for each in offer.effects if each.name != _DRAWS]
    lasting = [each for each in offer.costs if not each.name.endswith(_PASSES)]
    named = {name for each in done for name in _references(each)}
    paid = {name for each in lasting for name in _references(each)}
    return reference not in named | paid and bool(named)


def _references(effect: Term) -> Iterator[str]:
    """The cards that an effect names by what was chosen, or by what came about."""
    for term in terms_in(effect):
        for value in term.args.values():
            for each in value if isinstance(value, tuple) else (value,):
                if is_reference(each):
                    yield str(each)
