"""Effects that change something for a while: numbers and rules until a turn, a battle or the game ends."""

from gemp_bot.board.card import CardInPlay, Lasting
from gemp_bot.board.until_turn import BARRED, IT
from gemp_bot.cards.texts import Term, Value
from gemp_bot.effects.meanings import Amount, Lasts, OneCard, Selector
from gemp_bot.game.acts.steps import effect
from gemp_bot.game.playing import Playing

_NO_MOVE = "may_not_move_until_end_of_turn"
_NO_MOVE_OR_BATTLE = "may_not_move_or_battle_until_end_of_turn"


def last_on(scope: Playing, card: OneCard, name: str, until: str, **args: Value) -> None:
    """Have a change of one card last for a while."""
    one = scope.one(card)
    if one is not None:
        _last(scope, one, Term(name, {"who": IT, **args}), until)


def _last(scope: Playing, card: CardInPlay, modifier: Term, until: str) -> None:
    lasting = Lasting(scope.card.id, scope.you, modifier, ((IT, card.id),), until)
    scope.board.lasting = (*scope.board.lasting, lasting)


@effect("add_until_end_of_turn_modifier", until="turn")
@effect("add_until_end_of_battle_modifier", until="battle")
@effect("add_until_end_of_game_modifier", until="game")
def _modifier(scope: Playing, /, modifier: Lasts, until: str) -> None:
    scope.last(modifier, until)


@effect("modify_power_until_end_of_turn", name="power")
@effect("modify_power_until_end_of_battle", name="power", until="battle")
@effect("modify_maneuver_until_end_of_turn", name="maneuver")
@effect("modify_hyperspeed_until_end_of_turn", name="hyperspeed")
@effect("modify_defense_value_until_end_of_turn", name="defense_value")
@effect("modify_forfeit_until_end_of_turn", name="forfeit")
def _changed(
    scope: Playing, /, card_to_modify: OneCard, amount: Amount, name: str, until: str = "turn"
) -> None:
    last_on(scope, card_to_modify, name, until, amount=scope.number(amount))


@effect(_NO_MOVE, name=BARRED[_NO_MOVE][0])
@effect("cancel_game_text_until_end_of_turn", name="cancels_game_text")
@effect("suspend_card_until_end_of_turn", name="suspends_card")
def _this_turn(scope: Playing, /, target_card: OneCard, name: str) -> None:
    last_on(scope, target_card, name, "turn")


@effect("cancel_game_text")
def _no_text(scope: Playing, /, target_card: OneCard) -> None:
    """During a battle until the end of the turn, else as long as the card stays on table."""
    until = "turn" if scope.run.state.battle is not None else "game"
    last_on(scope, target_card, "cancels_game_text", until)


@effect("cancel_immunity_to_attrition_until_end_of_turn")
def _no_immunity(scope: Playing, /, who: OneCard) -> None:
    last_on(scope, who, "cancel_immunity_to_attrition", "turn")


@effect(_NO_MOVE_OR_BATTLE, names=BARRED[_NO_MOVE_OR_BATTLE])
@effect(
    "may_not_use_ability_toward_drawing_battle_destiny_until_end_of_turn",
    names=("may_not_apply_ability_for_battle_destiny",),
)
def _barred(scope: Playing, /, target_cards: Selector, names: tuple[str, ...]) -> None:
    for card in scope.cards(target_cards):
        for name in names:
            _last(scope, card, Term(name, {"who": IT}), "turn")


@effect("reset_power_until_end_of_turn", name="reset_power", until="turn")
@effect("reset_forfeit_until_end_of_turn", name="reset_forfeit", until="turn")
@effect("reset_power", name="reset_power")
@effect("reset_forfeit", name="reset_forfeit")
def _reset(
    scope: Playing, /, card_to_reset: OneCard, reset_value: Amount, name: str, until: str = ""
) -> None:
    """Where nothing is said: until the battle that goes on ends, else as long as the card is in play."""
    until = until or ("battle" if scope.run.state.battle is not None else "game")
    last_on(scope, card_to_reset, name, until, reset_value=scope.number(reset_value))
