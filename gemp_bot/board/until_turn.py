"""What a played Interrupt does to cards until the end of the turn, by what its text does."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from gemp_bot.cards import CardType
from gemp_bot.cards.texts import CardAction, CardText, Term, terms_in

BARRED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "may_not_move_until_end_of_turn": ("may_not_move",),
        "may_not_move_or_battle_until_end_of_turn": ("may_not_move", "may_not_participate_in_battle"),
    }
)
"""By what an action does, what then holds of its targets until the turn ends."""
IT: Final = "$target0"
"""The card a change is bound to, whatever names it in the action."""


def bars(kind: str, text: CardText) -> tuple[Term, ...]:
    """What holds of the targets of an Interrupt once its effect came about.

    Only where that is all its text can do: no event tells which of several actions was played.

    Args:
        kind: the type of the card.
        text: what it does.
    """
    found = {_barred(each) for each in text.actions}
    if kind != CardType.INTERRUPT or len(found) != 1:
        return ()
    return tuple(Term(name, {"who": IT}) for name in found.pop())


def _barred(action: CardAction) -> tuple[str, ...]:
    """What the effects of an action bar; nothing if it does anything else besides."""
    does = [term.get("what") for term in terms_in(action.steps) if term.name == "effect"]
    names = [BARRED.get(each.name, ()) if isinstance(each, Term) else () for each in does]
    return names[0] if len(names) == 1 else ()
