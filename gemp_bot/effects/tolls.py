"""What cards cost the other player: Force lost by turns, drains, battles, standoffs, and used for battles."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from gemp_bot.board.card import CardInPlay
from gemp_bot.cards.texts import CardAction, CardText, Moment, Term, Value, terms_in
from gemp_bot.effects.meanings import Kind, not_understood
from gemp_bot.effects.scope import Scope
from gemp_bot.effects.told import fits, joined, told
from gemp_bot.protocol.enums import Side

_EACH: Final = ("is_end_of_each", "is_start_of_each")
_TURNS: Final = ("is_end_of_", "is_start_of_")
ADDS_TO_DRAIN: Final = "add_to_force_drain"
_FOLLOWING: Final = frozenset({Moment.AFTER, Moment.MUST_AFTER})
"""Moments of what comes of a drain or a battle."""
_STANDOFF: Final = {"battle_not_occurred_at_location", "occupies"}
_BEGUN: Final = frozenset({"battle_initiated", "battle_initiated_at"})
_WON: Final = frozenset({"won_battle", "won_battle_at"})
_OF_BATTLES: Final = frozenset({*_BEGUN, *_WON, "lost_battle", "lost_battle_at"})
_LOSSES: Final = frozenset({"lose_force", "lose_force_and_stack_face_down", "lose_force_and_stack_face_up"})


def turn_toll(scope: Scope) -> float:
    """Force that the opponent of the owner of a card in play loses each turn by it, less what the owner does.

    It counts what comes about by itself at the beginning or end of turns and phases, as the board stands now.
    """
    return sum(_turn_toll(scope, action) for action in scope.card.facts.text.actions)


def standoff_toll(text: CardText) -> float:
    """Force that the opponent of the owner loses in a turn that leaves a location of both without battle."""
    tolls = (
        loss.get("amount")
        for action in text.actions
        if action.moment is Moment.MUST_AFTER and _of_standoffs(action)
        for loss in terms_in(action.steps)
        if loss.name == "lose_force" and _theirs(loss)
    )
    return sum(each for each in tolls if isinstance(each, (int, float)))


class BattleToll(NamedTuple):
    """Force that a battle has a player lose or retrieve by a text."""

    side: Side
    amount: float
    retrieved: bool


def battle_tolls(
    scope: Scope, where: CardInPlay, began: Side, won: Side | None = None
) -> Iterator[BattleToll]:
    """What a card in play has both players lose and retrieve as a battle is begun, or as it is won.

    It is asked of a board as if those who fight were in battle (`Board.fought`).

    Args:
        scope: of the card.
        where: the location of the battle.
        began: who begins the battle.
        won: who wins it; None as it is begun.
    """

    def holds(when: Value) -> bool | None:
        if not isinstance(when, Term) or when.name not in _OF_BATTLES:
            return told(scope, when)
        if when.get("winner_filter") is not None:
            return None
        place, player = when.get("where", when.get("who")), when.get("player")
        if (won is None) is not (when.name in _BEGUN) or (place and not fits(scope, place, where)):
            return False
        by = began if won is None else won if when.name in _WON else won.other
        anybody = player is None and won is None
        return anybody or scope.side("$you" if player is None else player) is by

    for action in scope.card.facts.text.actions:
        if not _of_battles(action) or any(joined(each, holds, holds) is not True for each in action.when):
            continue
        for step in action.steps:
            deed = step.get("what")
            if isinstance(deed, Term) and (deed.name in _LOSSES or deed.name == "retrieve_force"):
                side = _player(scope, deed.get("player"), began)
                if side is not None and (amount := _amount(scope, deed)):
                    yield BattleToll(side, amount, deed.name not in _LOSSES)


def _of_battles(action: CardAction) -> bool:
    """Whether an action comes about by a battle that is begun, won or lost, and costs nothing."""
    return (
        action.moment in _FOLLOWING
        and any(each.name in _OF_BATTLES for each in terms_in(action.when))
        and all(step.name != "cost" for step in action.steps)
    )


def _player(scope: Scope, player: Value, began: Side) -> Side | None:
    """Who a deed of a battle is of; None where that is not told."""
    if isinstance(player, Term) and player.name == "other":
        side = _player(scope, player.get("of"), began)
        return None if side is None else side.other
    if isinstance(player, Term):
        return began if player.name == "get_performing_player_id" else None
    return scope.side(player)


def drain_bonuses(text: CardText) -> tuple[CardAction, ...]:
    """The responses of a card that add to a Force drain, for nothing, as most lightsabers do."""
    return tuple(
        action
        for action in text.actions
        if action.moment in _FOLLOWING and action.steps and all(map(_adds, action.steps))
    )


def _adds(step: Term) -> bool:
    what = step.get("what")
    return step.name == "effect" and isinstance(what, Term) and what.name == ADDS_TO_DRAIN


def battle_toll(text: CardText) -> float:
    """Force that the opponent uses for a battle that he begins, or it is canceled; 0 for none."""
    for action in text.actions:
        if action.moment is not Moment.AFTER or not any(map(_their_battle, action.when)):
            continue
        steps = list(terms_in(action.steps))
        asked = [step.get("amount") for step in steps if step.name == "can_use_force" and _theirs(step)]
        if any(step.name == "cancel_battle" for step in steps):
            return max((each for each in asked if isinstance(each, (int, float))), default=0)
    return 0


def _turn_toll(scope: Scope, action: CardAction) -> float:
    times = [each for each in _conditions(action.when) if each.name.startswith(_TURNS)]
    if action.moment is not Moment.MUST_AFTER or not times or told(scope, action.when) is False:
        return 0
    often = 2 if times[0].name.startswith(_EACH) else 1
    return often * sum(
        _amount(scope, term) * (1 if _theirs(term) else -1)
        for term in terms_in(action.steps)
        if term.name == "lose_force"
    )


def _of_standoffs(action: CardAction) -> bool:
    """Whether an action asks for a location that both occupy without a battle, and for nothing else of it."""
    for spot in _conditions(action.when):
        who = spot.get("who")
        parts = who.get("of") if isinstance(who, Term) and who.name == "and" else None
        if isinstance(parts, tuple) and {getattr(each, "name", "") for each in parts} == _STANDOFF:
            return True
    return False


def _amount(scope: Scope, loss: Term) -> float:
    amount = loss.get("amount")
    return 0 if not_understood(amount, Kind.AMOUNT) else scope.number(amount, scope.card)


def _conditions(when: tuple[Value, ...]) -> Iterator[Term]:
    return (each for each in when if isinstance(each, Term))


def _their_battle(when: Value) -> bool:
    return isinstance(when, Term) and when.name == "battle_initiated" and _theirs(when)


def _theirs(term: Term) -> bool:
    return term.get("player") == "$opponent"
