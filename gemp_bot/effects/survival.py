"""What keeps a card on the table: whether it would leave as soon as it is deployed."""

from typing import Final

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.board.card_facts import CardFacts
from gemp_bot.board.location import Location
from gemp_bot.cards.texts import CardAction, CardText, Moment, Term, Value, terms_in
from gemp_bot.effects.scope import Reckoned, Scope
from gemp_bot.effects.told import is_time, known, told
from gemp_bot.protocol.enums import Side, Zone

_BY_ITSELF: Final = frozenset({Moment.MUST_AFTER, Moment.MUST_BEFORE})
_LEAVES: Final = (
    "lose_card_from_table",
    "cancel_card_on_table",
    "place_card_in_used_pile_from_table",
    "place_card_in_lost_pile_from_table",
    "place_card_out_of_play_from_table",
    "return_card_to_hand_from_table",
)
_ANYWHERE: Final = frozenset(
    {
        "can_spot", "controls_with", "occupies_with", "has_game_text_modification", "game_text_modification",
        "your", "opponents", "other", "can_be_targeted_by",
    }
)  # fmt: skip
"""Terms that refer to the card whose text it is, and do not ask where it is."""


def leaves(action: CardAction) -> bool:
    """Whether an action takes its own card off the table."""
    return any(term.name in _LEAVES and term.get("card") == "$self" for term in terms_in(action.steps))


def lost_at_once(
    board: Board, facts: CardFacts, side: Side, location: Location | None, numbers: Reckoned
) -> bool:
    """Whether a card would leave the table at once if it were deployed now.

    Args:
        board: the table.
        facts: the card.
        side: of its owner.
        location: where it would go; None where that is not known, or for beside the table.
        numbers: those of the board.
    """
    actions = _ending(facts.text)
    if not actions:
        return False
    supposed = CardInPlay.supposed(facts, side, Zone.SIDE_OF_TABLE)
    supposed.location = location
    scope = Scope(board, supposed, side, numbers)
    untold = _placed if location is None else is_time
    return any(told(scope, action.when, untold) is True for action in actions)


def survival_known(text: CardText) -> bool | None:
    """Whether it is understood what takes a card off the table by itself; None if nothing does."""
    actions = _ending(text)
    return all(known(action.when) for action in actions) if actions else None


def _ending(text: CardText) -> list[CardAction]:
    return [each for each in text.actions if each.moment in _BY_ITSELF and leaves(each)]


def _placed(when: Term) -> bool:
    """Whether a condition depends on where the card is."""
    return any(_asks_place(term) for term in terms_in(when))


def _asks_place(term: Term) -> bool:
    return term.name not in _ANYWHERE and "$self" in _references(term)


def _references(term: Term) -> tuple[Value, ...]:
    return tuple(each for each in term.args.values() if isinstance(each, str))
