"""Effects on battles, Force drains, weapons and destinies."""

from collections.abc import Callable

from gemp_bot.cards.texts import Term, Value
from gemp_bot.effects.kinds import Kind
from gemp_bot.effects.meanings import (
    Amount,
    OneCard,
    Player,
    Selector,
    Steps,
    Unasked,
    Word,
    not_understood,
)
from gemp_bot.game.acts.steps import effect, nothing, play_steps
from gemp_bot.game.acts.table import on_table
from gemp_bot.game.context import Run
from gemp_bot.game.destiny import draw_destinies
from gemp_bot.game.playing import Playing
from gemp_bot.game.state import BattleState
from gemp_bot.protocol.enums import Side, Zone

# -- battles ----------------------------------------------------------------------------------------------


def _in_battle(scope: Playing, player: Player, change: Callable[[BattleState, Side], None]) -> Run[None]:
    """Change something of a player's in the battle that goes on, if there is one."""
    battle = scope.run.state.battle
    if battle is not None:
        change(battle, scope.side(player))
    yield from nothing()


@effect("add_battle_destiny")
def _add_destiny(scope: Playing, /, amount: Amount, player: Player = "$you") -> Run[None]:
    def change(battle: BattleState, side: Side) -> None:
        battle.added[side] += int(scope.number(amount))

    yield from _in_battle(scope, player, change)


@effect("draws_battle_destiny_if_unable_to_otherwise")
def _at_least(scope: Playing, /, amount: Amount, player: Player = "$you") -> Run[None]:
    def change(battle: BattleState, side: Side) -> None:
        battle.least[side] = max(battle.least[side], int(scope.number(amount)))

    yield from _in_battle(scope, player, change)


@effect("add_destiny_to_total_power")
def _add_to_power(scope: Playing, /, amount: Amount, player: Player = "$you") -> Run[None]:
    def change(battle: BattleState, side: Side) -> None:
        battle.to_power[side] += int(scope.number(amount))

    yield from _in_battle(scope, player, change)


@effect("add_destiny_to_attrition")
def _add_to_attrition(scope: Playing, /, amount: Amount, player: Player = "$you") -> Run[None]:
    def change(battle: BattleState, side: Side) -> None:
        battle.to_attrition[side] += int(scope.number(amount))

    yield from _in_battle(scope, player, change)


@effect("draws_no_more_than_battle_destiny")
def _at_most(scope: Playing, /, player: Player, amount: Amount) -> Run[None]:
    def change(battle: BattleState, side: Side) -> None:
        most = int(scope.number(amount))
        battle.most[side] = min(battle.most.get(side, most), most)

    yield from _in_battle(scope, player, change)


@effect("draws_no_battle_destiny")
def _none(scope: Playing, /, player: Player) -> Run[None]:
    def change(battle: BattleState, side: Side) -> None:
        battle.most[side] = 0

    yield from _in_battle(scope, player, change)


@effect("modify_total_battle_destiny")
def _more_destiny(scope: Playing, /, player: Player, amount: Amount) -> Run[None]:
    def change(battle: BattleState, side: Side) -> None:
        battle.more_destiny[side] += scope.number(amount)

    yield from _in_battle(scope, player, change)


@effect("modify_total_power_until_end_of_battle")
def _more_power(scope: Playing, /, amount: Amount, player: Player) -> Run[None]:
    def change(battle: BattleState, side: Side) -> None:
        battle.bonus[side] += scope.number(amount)

    yield from _in_battle(scope, player, change)


def _owes(scope: Playing, battle: BattleState, side: Side, amount: float) -> None:
    """Attrition against a side changes: once it is worked out what is left of it, before what is added."""
    if battle.power:
        battle.attrition[side] = max(0, battle.attrition[side] + amount)
    else:
        battle.more_attrition[side] += amount


@effect("reduce_attrition")
def _less_attrition(scope: Playing, /, player: Player, amount: Amount) -> Run[None]:
    yield from _in_battle(
        scope, player, lambda battle, side: _owes(scope, battle, side, -scope.number(amount))
    )


@effect("add_to_attrition")
def _more_attrition(scope: Playing, /, player: Player, amount: Amount) -> Run[None]:
    yield from _in_battle(
        scope, player, lambda battle, side: _owes(scope, battle, side, scope.number(amount))
    )


@effect("subtract_from_opponents_total_power_and_attrition")
def _subtract(scope: Playing, /, amount: Amount) -> Run[None]:
    """The opponent's total power, and the attrition he causes."""

    def change(battle: BattleState, side: Side) -> None:
        less = scope.number(amount)
        if battle.power:
            battle.power[side.other] = max(0, battle.power[side.other] - less)
        else:
            battle.bonus[side.other] -= less
        _owes(scope, battle, side, -less)

    yield from _in_battle(scope, "$you", change)


@effect("satisfy_all_battle_damage")
def _no_damage(scope: Playing, /, player: Player) -> Run[None]:
    def change(battle: BattleState, side: Side) -> None:
        battle.damage[side] = 0

    yield from _in_battle(scope, player, change)


@effect("satisfy_all_battle_damage_and_attrition")
def _nothing_owed(scope: Playing, /, player: Player) -> Run[None]:
    def change(battle: BattleState, side: Side) -> None:
        battle.damage[side] = battle.attrition[side] = 0

    yield from _in_battle(scope, player, change)


@effect("cancel_battle")
def _cancel_battle(scope: Playing, /) -> Run[None]:
    def change(battle: BattleState, side: Side) -> None:
        battle.canceled = True

    yield from _in_battle(scope, "$you", change)


@effect("exclude_from_battle")
def _exclude(scope: Playing, /, cards_to_exclude: Selector) -> Run[None]:
    battle = scope.run.state.battle
    if battle is not None:
        gone = scope.cards(cards_to_exclude)
        out = {each for card in gone for each in (card, *card.all_aboard())}
        battle.cards = [card for card in battle.cards if card not in out]
        scope.run.state.fight(battle)
    yield from nothing()


@effect("forfeit_card_from_table")
def _forfeit(scope: Playing, /, card: OneCard) -> Run[None]:
    """It satisfies what is owed by its forfeit value (rules 22.16)."""
    one = scope.one(card)
    if one is not None and on_table(one):
        yield from _forfeit_for(scope, card, scope.run.numbers.forfeit(one) or 0)


@effect("forfeit_card_from_table_using_forfeit_value")
def _forfeit_for(scope: Playing, /, card: OneCard, forfeit_value: Amount) -> Run[None]:
    one, battle = scope.one(card), scope.run.state.battle
    if one is None or battle is None or not on_table(one):
        return
    side, value = one.side, scope.number(forfeit_value)
    battle.damage[side] = max(0, battle.damage[side] - value)
    battle.attrition[side] = max(0, battle.attrition[side] - value)
    yield from scope.run.lose(one, detail="forfeited")


# -- drains and weapons -----------------------------------------------------------------------------------


@effect("cancel_force_drain")
def _cancel_drain(scope: Playing, /) -> Run[None]:
    drain = scope.run.under_way.drain
    if drain is not None:
        drain.canceled = True
    yield from nothing()


def _change_drain(scope: Playing, by: float) -> None:
    drain, numbers = scope.run.under_way.drain, scope.run.numbers
    if drain is not None and not numbers.drain_firm(drain.side, drain.place, scope.you, reduces=by < 0):
        drain.amount = max(0, drain.amount + by)


@effect("add_to_force_drain")
def _add_to_drain(scope: Playing, /, amount: Amount) -> Run[None]:
    _change_drain(scope, scope.number(amount))
    yield from nothing()


@effect("reduce_force_drain")
def _reduce_drain(scope: Playing, /, amount: Amount) -> Run[None]:
    _change_drain(scope, -scope.number(amount))
    yield from nothing()


@effect("cancel_react")
def _cancel_react(scope: Playing, /) -> Run[None]:
    react = scope.run.under_way.react
    if react is not None:
        react.canceled = True
    yield from nothing()


@effect("cancel_weapon_targeting")
def _cancel_shot(scope: Playing, /) -> Run[None]:
    shot = scope.run.under_way.shot
    if shot is not None:
        shot.canceled = True
    yield from nothing()


@effect("modify_total_weapon_destiny_before_drawing_destiny")
def _aim(scope: Playing, /, amount: Amount) -> Run[None]:
    shot = scope.run.under_way.shot
    if shot is not None:
        shot.total += scope.number(amount)
    yield from nothing()


@effect("modify_each_weapon_destiny_before_drawing_destiny")
def _aim_each(scope: Playing, /, amount: Amount) -> Run[None]:
    shot = scope.run.under_way.shot
    if shot is not None:
        shot.each += scope.number(amount)
    yield from nothing()


# -- destinies --------------------------------------------------------------------------------------------


@effect("draw_destiny")
def _draw_destiny(
    scope: Playing,
    /,
    player: Player,
    draws: Amount,
    then: Steps,
    draw_x: Word = 0,
    choose_y: Word = 0,
    type: Unasked = None,  # noqa: A002 - as the term is written
    get_game_text_ability_maneuver_or_defense_value_targeted: Unasked = None,
    get_draw_destiny_modifiers: Unasked = None,
    **rest: Unasked,
) -> Run[None]:
    more = sum(_more(scope, each) for each in _several(get_draw_destiny_modifiers))
    total = yield from draw_destinies(scope.run, scope.side(player), int(scope.number(draws)), "destiny")
    total = None if total is None else max(0, total + more)
    scope.bind(rest.get("as"), None, None, total)
    yield from play_steps(scope, then)


def _several(value: Value) -> tuple[Value, ...]:
    return value if isinstance(value, tuple) else ()


def _more(scope: Playing, modifier: Value) -> float:
    """What a modifier adds to the total of a draw, if its condition holds."""
    assert isinstance(modifier, Term)  # noqa: S101 - so it was understood
    if modifier.name == "when":
        return _more(scope, modifier.args["then"]) if scope.holds(modifier.args["of"]) else 0
    return scope.number(modifier.args["amount"])


def _is_total(modifier: Value) -> bool:
    """Whether a modifier of a draw only adds to its total."""
    if not isinstance(modifier, Term):
        return False
    if modifier.name == "when":
        return not not_understood(modifier.args["of"], Kind.SITUATION) and _is_total(modifier.args["then"])
    return modifier.name == "total_destiny" and not not_understood(modifier.args["amount"], Kind.AMOUNT)


effect.only(
    "draw_destiny",
    lambda term: (
        not term.args.get("draw_x")
        and not term.args.get("choose_y")
        and all(map(_is_total, _several(term.args.get("get_draw_destiny_modifiers"))))
    ),
)


@effect("modify_destiny")
def _modify_destiny(scope: Playing, /, amount: Amount) -> Run[None]:
    draw = scope.run.under_way.draw
    if draw is not None:
        draw.change += scope.number(amount)
    yield from nothing()


@effect("modify_destiny_about_to_be_drawn")
def _modify_next(scope: Playing, /, amount: Amount) -> Run[None]:
    scope.run.under_way.coming += scope.number(amount)
    yield from nothing()


@effect("substitute_destiny")
def _substitute(scope: Playing, /, substitute_value: Amount) -> Run[None]:
    draw = scope.run.under_way.draw
    if draw is not None:
        draw.value = scope.number(substitute_value)
    yield from nothing()


@effect("reset_destiny")
def _reset(scope: Playing, /, reset_value: Amount) -> Run[None]:
    draw = scope.run.under_way.draw
    if draw is not None:
        draw.value = scope.number(reset_value)
    yield from nothing()


@effect("cancel_destiny")
def _cancel_destiny(scope: Playing, /) -> Run[None]:
    draw = scope.run.under_way.draw
    if draw is not None:
        draw.canceled = True
    yield from nothing()


@effect("cancel_destiny_and_cause_redraw")
def _redraw(scope: Playing, /) -> Run[None]:
    draw = scope.run.under_way.draw
    if draw is not None and not draw.canceled:
        draw.canceled = draw.again = True
    yield from nothing()


@effect("take_destiny_card_into_hand")
def _take_destiny(scope: Playing, /) -> Run[None]:
    draw = scope.run.under_way.draw
    if draw is not None and draw.card.zone is Zone.UNRESOLVED_DESTINY_DRAW:
        scope.run.state.to_pile(draw.card, Zone.HAND)
    yield from nothing()


@effect("add_destiny_drawn_to_total_power_in_battle")
def _drawn_to_power(scope: Playing, /) -> Run[None]:
    """The destiny that was just drawn counts for total power, too."""
    draw, battle = scope.run.under_way.draw, scope.run.state.battle
    if draw is not None and battle is not None:
        battle.bonus[scope.you] += scope.run.numbers.destiny(draw.card, draw.what) + draw.change
    yield from nothing()


@effect("refresh_printed_destiny_values")
def _printed_destinies(scope: Playing, /, then: Steps, cards: Unasked = None) -> Run[None]:
    """Printed destinies are what they are; of cards with two the higher one counts."""
    yield from play_steps(scope, then)
