"""What keeps a card on the table: whether it would leave as soon as it is deployed, and what ends theirs."""

from collections.abc import Iterator
from typing import Final

from msgspec import structs

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.board.card_facts import CardFacts
from gemp_bot.board.location import Location
from gemp_bot.cards.texts import CardAction, CardText, Moment, Term, Value, terms_in
from gemp_bot.effects.holding import Holding, Need
from gemp_bot.effects.printed import PrintedCards
from gemp_bot.effects.scope import Reckoned, Scope
from gemp_bot.effects.told import is_time, known, told
from gemp_bot.effects.tolls import turn_toll
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


def toll_needs(board: Board, side: Side, numbers: Reckoned, printed: PrintedCards) -> Iterator[Need]:
    """What a player has to hold so that cards of the opponent's leave that take Force of him each turn."""
    for card in board.active:
        actions = _ending(card.facts.text) if card.side is side.other else []
        scope = Scope(board, card, card.side, numbers)
        toll = turn_toll(scope) if actions else 0
        if toll <= 0:
            continue
        holding = Holding(scope, printed, side)
        way = min((holding.nearest(each.when) for each in actions), key=lambda each: each.missing)
        # What no location changes has to come about by itself; what is met, and did not end it, is misread.
        if way.shut or way.unsure or all(need.met for need in way.needs):
            continue
        for need in way.needs:
            yield structs.replace(need, title=card.card.title, ends=True, a_turn=toll / len(way.needs))


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
