"""Effects that change something for a while: numbers and rules until a turn, a battle or the game ends."""

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.lasting import Lasting
from gemp_bot.cards.texts import Term, Value
from gemp_bot.effects.meanings import Amount, Lasts, OneCard, Selector
from gemp_bot.game.acts.steps import effect, nothing
from gemp_bot.game.context import Run
from gemp_bot.game.playing import Playing

_IT = "$target0"
"""The card a change is bound to, whatever names it in the action."""


def last_on(scope: Playing, card: OneCard, name: str, until: str, **args: Value) -> None:
    """Have a change of one card last for a while."""
    one = scope.one(card)
    if one is not None:
        _last(scope, one, Term(name, {"who": _IT, **args}), until)


def _last(scope: Playing, card: CardInPlay, modifier: Term, until: str) -> None:
    lasting = Lasting(scope.card.id, scope.you, modifier, ((_IT, card.id),), until)
    scope.board.lasting = (*scope.board.lasting, lasting)


@effect("add_until_end_of_turn_modifier")
def _turn(scope: Playing, /, modifier: Lasts) -> Run[None]:
    scope.last(modifier, "turn")
    yield from nothing()


@effect("add_until_end_of_battle_modifier")
def _battle(scope: Playing, /, modifier: Lasts) -> Run[None]:
    scope.last(modifier, "battle")
    yield from nothing()


@effect("add_until_end_of_game_modifier")
def _game(scope: Playing, /, modifier: Lasts) -> Run[None]:
    scope.last(modifier, "game")
    yield from nothing()


def _changed(scope: Playing, card: OneCard, name: str, amount: Amount, until: str) -> Run[None]:
    last_on(scope, card, name, until, amount=scope.number(amount))
    yield from nothing()


@effect("modify_power_until_end_of_turn")
def _power(scope: Playing, /, card_to_modify: OneCard, amount: Amount) -> Run[None]:
    yield from _changed(scope, card_to_modify, "power", amount, "turn")


@effect("modify_power_until_end_of_battle")
def _power_in_battle(scope: Playing, /, card_to_modify: OneCard, amount: Amount) -> Run[None]:
    yield from _changed(scope, card_to_modify, "power", amount, "battle")


@effect("modify_maneuver_until_end_of_turn")
def _maneuver(scope: Playing, /, card_to_modify: OneCard, amount: Amount) -> Run[None]:
    yield from _changed(scope, card_to_modify, "maneuver", amount, "turn")


@effect("modify_hyperspeed_until_end_of_turn")
def _hyperspeed(scope: Playing, /, card_to_modify: OneCard, amount: Amount) -> Run[None]:
    yield from _changed(scope, card_to_modify, "hyperspeed", amount, "turn")


@effect("modify_defense_value_until_end_of_turn")
def _defense(scope: Playing, /, card_to_modify: OneCard, amount: Amount) -> Run[None]:
    yield from _changed(scope, card_to_modify, "defense_value", amount, "turn")


@effect("modify_forfeit_until_end_of_turn")
def _forfeit(scope: Playing, /, card_to_modify: OneCard, amount: Amount) -> Run[None]:
    yield from _changed(scope, card_to_modify, "forfeit", amount, "turn")


def _reset(scope: Playing, card: OneCard, name: str, value: Amount, until: str) -> Run[None]:
    last_on(scope, card, name, until, reset_value=scope.number(value))
    yield from nothing()


@effect("reset_forfeit_until_end_of_turn")
def _reset_forfeit(scope: Playing, /, card_to_reset: OneCard, reset_value: Amount) -> Run[None]:
    yield from _reset(scope, card_to_reset, "reset_forfeit", reset_value, "turn")


@effect("reset_power_until_end_of_turn")
def _reset_power(scope: Playing, /, card_to_reset: OneCard, reset_value: Amount) -> Run[None]:
    yield from _reset(scope, card_to_reset, "reset_power", reset_value, "turn")


@effect("may_not_move_until_end_of_turn")
def _no_move(scope: Playing, /, target_card: OneCard) -> Run[None]:
    last_on(scope, target_card, "may_not_move", "turn")
    yield from nothing()


@effect("may_not_use_ability_toward_drawing_battle_destiny_until_end_of_turn")
def _no_ability(scope: Playing, /, target_cards: Selector) -> Run[None]:
    for card in scope.cards(target_cards):
        _last(scope, card, Term("may_not_apply_ability_for_battle_destiny", {"who": _IT}), "turn")
    yield from nothing()


@effect("may_not_move_or_battle_until_end_of_turn")
def _barrier(scope: Playing, /, target_cards: Selector) -> Run[None]:
    for card in scope.cards(target_cards):
        _last(scope, card, Term("may_not_move", {"who": _IT}), "turn")
        _last(scope, card, Term("may_not_battle", {"who": _IT}), "turn")
    yield from nothing()


def _while_battle(scope: Playing) -> str:
    """How long a reset lasts: until the battle that goes on ends, else as long as the card is in play."""
    return "battle" if scope.run.state.battle is not None else "game"


@effect("reset_power")
def _set_power(scope: Playing, /, card_to_reset: OneCard, reset_value: Amount) -> Run[None]:
    yield from _reset(scope, card_to_reset, "reset_power", reset_value, _while_battle(scope))


@effect("reset_forfeit")
def _set_forfeit(scope: Playing, /, card_to_reset: OneCard, reset_value: Amount) -> Run[None]:
    yield from _reset(scope, card_to_reset, "reset_forfeit", reset_value, _while_battle(scope))
