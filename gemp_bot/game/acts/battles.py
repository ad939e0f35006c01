"""Effects on battles, Force drains, weapons and destinies."""

from collections.abc import Callable
from operator import attrgetter
from typing import TypeAlias

from gemp_bot.cards.texts import Term, Value
from gemp_bot.effects.meanings import (
    Amount,
    Kind,
    OneCard,
    Player,
    Selector,
    Steps,
    Unasked,
    Word,
    not_understood,
)
from gemp_bot.game.acts.steps import effect, play_steps
from gemp_bot.game.acts.table import on_table
from gemp_bot.game.context import Run
from gemp_bot.game.destiny import draw_destinies
from gemp_bot.game.playing import Playing
from gemp_bot.game.state import BattleState
from gemp_bot.protocol.enums import Side, Zone

# -- battles ----------------------------------------------------------------------------------------------


Count: TypeAlias = Callable[[BattleState], dict[Side, int]]
Number: TypeAlias = Callable[[BattleState], dict[Side, float]]


@effect("add_battle_destiny", of=attrgetter("added"))
@effect("add_destiny_to_total_power", of=attrgetter("to_power"))
@effect("add_destiny_to_attrition", of=attrgetter("to_attrition"))
def _draws_more(scope: Playing, /, of: Count, amount: Amount, player: Player = "$you") -> None:
    if battle := scope.run.state.battle:
        of(battle)[scope.side(player)] += int(scope.number(amount))


@effect("draws_battle_destiny_if_unable_to_otherwise")
def _draws_at_least(scope: Playing, /, amount: Amount, player: Player = "$you") -> None:
    if battle := scope.run.state.battle:
        side = scope.side(player)
        battle.least[side] = max(battle.least[side], int(scope.number(amount)))


@effect("draws_no_more_than_battle_destiny")
@effect("draws_no_battle_destiny", amount=0)
def _draws_at_most(scope: Playing, /, player: Player, amount: Amount) -> None:
    if battle := scope.run.state.battle:
        side, most = scope.side(player), int(scope.number(amount))
        battle.most[side] = min(battle.most.get(side, most), most)


@effect("modify_total_battle_destiny", of=attrgetter("more_destiny"))
@effect("modify_total_power_until_end_of_battle", of=attrgetter("bonus"))
def _more(scope: Playing, /, of: Number, player: Player, amount: Amount) -> None:
    if battle := scope.run.state.battle:
        of(battle)[scope.side(player)] += scope.number(amount)


@effect("add_to_attrition", sign=1)
@effect("reduce_attrition", sign=-1)
def _change_attrition(scope: Playing, /, sign: int, player: Player, amount: Amount) -> None:
    if battle := scope.run.state.battle:
        _owes(battle, scope.side(player), sign * scope.number(amount))


def _owes(battle: BattleState, side: Side, amount: float) -> None:
    """Attrition against a side changes: once it is worked out what is left of it, before what is added."""
    if battle.power:
        battle.attrition[side] = max(0, battle.attrition[side] + amount)
    else:
        battle.more_attrition[side] += amount


@effect("subtract_from_opponents_total_power_and_attrition")
def _subtract(scope: Playing, /, amount: Amount) -> None:
    """The opponent's total power, and the attrition he causes."""
    if battle := scope.run.state.battle:
        less, other = scope.number(amount), scope.you.other
        if battle.power:
            battle.power[other] = max(0, battle.power[other] - less)
        else:
            battle.bonus[other] -= less
        _owes(battle, scope.you, -less)


@effect("satisfy_all_battle_damage")
@effect("satisfy_all_battle_damage_and_attrition", attrition=True)
def _satisfy(scope: Playing, /, player: Player, *, attrition: bool = False) -> None:
    if battle := scope.run.state.battle:
        battle.damage[scope.side(player)] = 0
        if attrition:
            battle.attrition[scope.side(player)] = 0


@effect("cancel_battle", of="battle")
@effect("cancel_force_drain", of="drain")
@effect("cancel_react", of="react")
@effect("cancel_weapon_targeting", of="shot")
@effect("cancel_destiny", of="draw")
@effect("cancel_force_retrieval", of="retrieval")
def _cancel(scope: Playing, /, of: str) -> None:
    run = scope.run
    what = run.state.battle if of == "battle" else getattr(run.under_way, of)
    if what is not None:
        what.canceled = True


@effect("exclude_from_battle")
def _exclude(scope: Playing, /, cards_to_exclude: Selector) -> None:
    battle = scope.run.state.battle
    if battle is not None:
        gone = scope.cards(cards_to_exclude)
        out = {each for card in gone for each in (card, *card.all_aboard())}
        battle.cards = [card for card in battle.cards if card not in out]
        scope.run.state.fight(battle)


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


@effect("add_to_force_drain", sign=1)
@effect("reduce_force_drain", sign=-1)
def _change_drain(scope: Playing, /, sign: int, amount: Amount) -> None:
    by = sign * scope.number(amount)
    drain, numbers = scope.run.under_way.drain, scope.run.numbers
    if drain is not None and not numbers.drain_firm(drain.side, drain.place, scope.you, reduces=by < 0):
        drain.amount = max(0, drain.amount + by)


@effect("modify_total_weapon_destiny_before_drawing_destiny")
def _aim(scope: Playing, /, amount: Amount) -> None:
    shot = scope.run.under_way.shot
    if shot is not None:
        shot.total += scope.number(amount)


@effect("modify_each_weapon_destiny_before_drawing_destiny")
def _aim_each(scope: Playing, /, amount: Amount) -> None:
    shot = scope.run.under_way.shot
    if shot is not None:
        shot.each += scope.number(amount)


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
    more = sum(_added(scope, each) for each in _several(get_draw_destiny_modifiers))
    side, count = scope.side(player), int(scope.number(draws))
    each = scope.run.numbers.source_draw(side, scope.card)
    total = yield from draw_destinies(scope.run, side, count, "destiny", each=each)
    total = None if total is None else max(0, total + more)
    scope.bind(rest.get("as"), None, None, total)
    yield from play_steps(scope, then)


def _several(value: Value) -> tuple[Value, ...]:
    return value if isinstance(value, tuple) else ()


def _added(scope: Playing, modifier: Value) -> float:
    """What a modifier adds to the total of a draw, if its condition holds."""
    assert isinstance(modifier, Term)  # noqa: S101 - so it was understood
    if modifier.name == "when":
        return _added(scope, modifier.args["then"]) if scope.holds(modifier.args["of"]) else 0
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
def _modify_destiny(scope: Playing, /, amount: Amount) -> None:
    draw = scope.run.under_way.draw
    if draw is not None:
        draw.change += scope.number(amount)


@effect("modify_destiny_about_to_be_drawn")
def _modify_next(scope: Playing, /, amount: Amount) -> None:
    scope.run.under_way.coming += scope.number(amount)


@effect("substitute_destiny")
def _substitute(scope: Playing, /, substitute_value: Amount) -> None:
    if draw := scope.run.under_way.draw:
        draw.value = scope.number(substitute_value)


@effect("reset_destiny")
def _reset(scope: Playing, /, reset_value: Amount) -> None:
    _substitute(scope, reset_value)


@effect("cancel_destiny_and_cause_redraw")
def _redraw(scope: Playing, /) -> None:
    draw = scope.run.under_way.draw
    if draw is not None and not draw.canceled:
        draw.canceled = draw.again = True


@effect("take_destiny_card_into_hand")
def _take_destiny(scope: Playing, /) -> None:
    draw = scope.run.under_way.draw
    if draw is not None and draw.card.zone is Zone.UNRESOLVED_DESTINY_DRAW:
        scope.run.state.to_pile(draw.card, Zone.HAND)


@effect("add_destiny_drawn_to_total_power_in_battle")
def _drawn_to_power(scope: Playing, /) -> None:
    """The destiny that was just drawn counts for total power, too."""
    draw, battle = scope.run.under_way.draw, scope.run.state.battle
    if draw is not None and battle is not None:
        battle.bonus[scope.you] += scope.run.numbers.destiny(draw.card, draw.what) + draw.change


@effect("refresh_printed_destiny_values")
def _printed_destinies(scope: Playing, /, then: Steps, cards: Unasked = None) -> Run[None]:
    """Printed destinies are what they are; of cards with two the higher one counts."""
    yield from play_steps(scope, then)
