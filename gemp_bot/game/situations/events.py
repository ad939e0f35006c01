"""Conditions of actions on what just came about, or is about to."""

from gemp_bot.cards.texts import Term
from gemp_bot.decisions.kinds import ResponseTrigger
from gemp_bot.effects.changes import Quantity
from gemp_bot.effects.meanings import Amount, OneCard, Player, Selector, Unasked, Word
from gemp_bot.effects.selectors import has_crew
from gemp_bot.game.playing import Playing
from gemp_bot.game.situations.table import TABLE, EventKind, situation
from gemp_bot.game.situations.turns import in_phase, turn_of
from gemp_bot.protocol.enums import Side, Zone

_T = ResponseTrigger


def _won(scope: Playing, player: Player, *, won: bool) -> bool:
    """Whether a player won or lost the battle that goes on, once power is totalled."""
    battle = scope.run.state.battle
    if battle is None or not battle.power:
        return False
    side = scope.side(player)
    ahead = battle.power[side] - battle.power[side.other]
    return ahead > 0 if won else ahead < 0


@situation("is_during_battle_lost_by")
def _lost_by(scope: Playing, /, player: Player) -> bool:
    return _won(scope, player, won=False)


@situation("is_during_battle_won_by")
def _won_by(scope: Playing, /, player: Player) -> bool:
    return _won(scope, player, won=True)


@situation("won_battle", "won_battle_at")
def _just_won(scope: Playing, /, player: Player = None, who: Selector = None, where: Selector = None) -> bool:
    battle = scope.run.state.battle
    if not _is(scope, _T.BATTLE_STAGE, "result") or battle is None:
        return False
    if where is not None and not scope.means_place(where, battle.location):
        return False
    if who is not None:
        return any(scope.means(who, card) and _won_side(scope, card.side) for card in battle.cards)
    return _won(scope, player if player is not None else "$you", won=True)


def _won_side(scope: Playing, side: Side) -> bool:
    battle = scope.run.state.battle
    return battle is not None and battle.power.get(side, 0) > battle.power.get(side.other, 0)


@situation("lost_battle", "lost_battle_at")
def _just_lost_battle(scope: Playing, /, player: Player = "$you", where: Selector = None) -> bool:
    battle = scope.run.state.battle
    if not _is(scope, _T.BATTLE_STAGE, "result") or battle is None:
        return False
    return _won(scope, player, won=False) and (where is None or scope.means_place(where, battle.location))


# -- what came about --------------------------------------------------------------------------------------


def _is(scope: Playing, kind: EventKind, detail: str = "") -> bool:
    event = scope.event
    return event is not None and event.kind == kind and detail in ("", event.detail)


def _by(scope: Playing, player: Player) -> bool:
    return player is None or (scope.event is not None and scope.event.by is scope.side(player))


def _meant(scope: Playing, who: Selector, number: int = 0) -> bool:
    card = scope.about(number)
    return card is not None and (who is None or scope.means(who, card) or has_crew(card, who))


@situation("is_table_changed")
def _table_changed(scope: Playing, /) -> bool:
    return _is(scope, TABLE)


@situation("force_drain_initiated", "force_drain_initiated_by", "force_drain_initiated_at")
def _drain(scope: Playing, /, player: Player = None, where: Selector = None) -> bool:
    return _is(scope, _T.FORCE_DRAIN_INITIATED) and _by(scope, player) and _meant(scope, where)


@situation("force_drain_completed")
def _drained(scope: Playing, /, player: Player = None, where: Selector = None) -> bool:
    return _is(scope, _T.FORCE_DRAINED) and _by(scope, player) and _meant(scope, where)


@situation("battle_initiated", "battle_initiated_at")
def _battle(scope: Playing, /, player: Player = None, where: Selector = None) -> bool:
    return _is(scope, _T.BATTLE_INITIATED) and _by(scope, player) and _meant(scope, where)


@situation("just_deployed", "just_deployed_to_location", "just_deployed_to")
def _deployed(
    scope: Playing,
    /,
    who: Selector = None,
    player: Player = None,
    where: Selector = None,
    deployed_card_filter: Selector = None,
) -> bool:
    if not _is(scope, _T.DEPLOYED) or not _by(scope, player):
        return False
    if not _meant(scope, who if deployed_card_filter is None else deployed_card_filter):
        return False
    card = scope.about()
    return where is None or (card is not None and scope.means_place(where, card.location))


@situation("just_deployed_aboard")
def _deployed_aboard(scope: Playing, /, who: Selector, starship_or_vehicle_filter: Selector) -> bool:
    card = scope.about()
    if not _is(scope, _T.DEPLOYED) or not _meant(scope, who):
        return False
    return card is not None and card.host is not None and scope.means(starship_or_vehicle_filter, card.host)


@situation("weapon_just_fired", "weapon_just_fired_by")
def _just_fired(scope: Playing, /, weapon_filter: Selector, fired_by_filter: Selector = None) -> bool:
    if not _is(scope, _T.FIRING, "fired") or not _meant(scope, weapon_filter):
        return False
    user = scope.about(1)
    return fired_by_filter is None or (user is not None and scope.means(fired_by_filter, user))


@situation("just_hit")
def _just_hit(scope: Playing, /, card_hit_filter: Selector) -> bool:
    return _is(scope, _T.HIT, "hit") and _meant(scope, card_hit_filter)


@situation("just_hit_by")
def _just_hit_by(scope: Playing, /, card_hit_filter: Selector, hit_by_card_filter: Selector) -> bool:
    """The weapon is meant, or who fired it."""
    if not _is(scope, _T.HIT, "hit") or not _meant(scope, card_hit_filter):
        return False
    weapon = scope.about(1)
    if weapon is None:
        return False
    return scope.means(hit_by_card_filter, weapon) or (
        weapon.host is not None and scope.means(hit_by_card_filter, weapon.host)
    )


@situation("is_about_to_be_hit")
def _about_to_be_hit(scope: Playing, /, who: Selector) -> bool:
    return _is(scope, _T.HIT, "about") and _meant(scope, who)


@situation("is_firing_weapon")
def _firing(
    scope: Playing,
    /,
    player: Player = None,
    weapon_filter: Selector = None,
    weapon_user_filter: Selector = None,
    effect: Unasked = None,
) -> bool:
    if not _is(scope, _T.FIRING, "about") or not _by(scope, player) or not _meant(scope, weapon_filter):
        return False
    return weapon_user_filter is None or _meant(scope, weapon_user_filter, 1)


@situation("is_react")
def _reacting(scope: Playing, /, effect: Unasked = None) -> bool:
    return _is(scope, _T.MOVING, "react")


@situation("just_lost", "just_lost_from_location")
def _lost(scope: Playing, /, who: Selector, where: Selector = None) -> bool:
    return _is(scope, _T.LOST) and _meant(scope, who) and _there(scope, where)


@situation("just_forfeited_to_lost_pile_from_location")
def _forfeited(scope: Playing, /, who: Selector, where: Selector = None) -> bool:
    return _is(scope, _T.LOST, "forfeited") and _meant(scope, who) and _there(scope, where)


def _there(scope: Playing, where: Selector) -> bool:
    """Whether the location a card was lost from is meant."""
    if where is None:
        return True
    place = scope.about(1)
    return place is not None and scope.means(where, place)


@situation("is_playing_card")
def _playing_card(
    scope: Playing, /, played_card_filter: Selector, effect: Unasked = None, player: Player = None
) -> bool:
    return _is(scope, _T.PLAYING) and _by(scope, player) and _meant(scope, played_card_filter)


@situation("is_playing_card_targeting")
def _playing_at(
    scope: Playing, /, played_card_filter: Selector, who: Selector, effect: Unasked = None
) -> bool:
    """The cards it targets follow the card itself."""
    event = scope.event
    if event is None or not _is(scope, _T.PLAYING) or not _meant(scope, played_card_filter):
        return False
    targets = (scope.about(number) for number in range(1, len(event.about)))
    return any(card is not None and scope.means(who, card) for card in targets)


@situation("can_cancel_card_being_played")
def _may_cancel(scope: Playing, /, card: OneCard = None, effect: Unasked = None) -> bool:
    played = scope.about()
    return played is not None and scope.may_target(played) and scope.run.numbers.may_cancel(played)


@situation("can_be_grabbed")
def _may_grab(scope: Playing, /, card_to_grab: OneCard) -> bool:
    """An Interrupt that is still being played, not a starting one."""
    card = scope.one(card_to_grab)
    return card is not None and card.zone is Zone.VOID and not in_phase(scope, "play_starting_cards")


@situation("is_targeted_by_weapon")
def _targeted(
    scope: Playing, /, who: Selector, weapon_filter: Selector = None, effect: Unasked = None
) -> bool:
    if not _is(scope, _T.WEAPON_TARGETING) or not _meant(scope, who, 1):
        return False
    return weapon_filter is None or _meant(scope, weapon_filter) or _permanent(scope, weapon_filter)


def _permanent(scope: Playing, weapon_filter: Selector) -> bool:
    """Whether any weapon is meant, and so a permanent one too, which has no card of its own."""
    weapon = scope.about()
    any_weapon = isinstance(weapon_filter, Term) and weapon_filter.args.get("type") == "weapon"
    return weapon is not None and bool(weapon.facts.permanent) and any_weapon


@situation("is_destiny_just_drawn", "is_destiny_just_drawn_by")
def _destiny(scope: Playing, /, player: Player = None) -> bool:
    return _drawn(scope, "", player)


@situation("is_battle_destiny_just_drawn", "is_battle_destiny_just_drawn_by")
def _battle_destiny(scope: Playing, /, player: Player = None) -> bool:
    return _drawn(scope, "battle destiny", player)


@situation("is_weapon_destiny_just_drawn", "is_weapon_destiny_just_drawn_by")
def _weapon_destiny(scope: Playing, /, player: Player = None, weapon_filter: Selector = None) -> bool:
    shot = scope.run.under_way.shot
    if weapon_filter is not None and (shot is None or not scope.means(weapon_filter, shot.weapon)):
        return False
    return _drawn(scope, "weapon destiny", player)


def _drawn(scope: Playing, what: str, player: Player) -> bool:
    draw = scope.run.under_way.draw
    fresh = draw is not None and not draw.canceled
    return fresh and _is(scope, _T.DESTINY_DRAWN, what) and _by(scope, player)


@situation("is_about_to_draw_battle_destiny")
def _about_to_draw(scope: Playing, /, player: Player = None) -> bool:
    return _is(scope, _T.ABOUT_TO_DRAW_DESTINY, "battle destiny") and _by(scope, player)


@situation("is_about_to_draw_weapon_destiny", "is_about_to_draw_weapon_destiny_targeting")
def _about_to_shoot(
    scope: Playing, /, player: Player = None, weapon_filter: Selector = None, who: Selector = None
) -> bool:
    shot = scope.run.under_way.shot
    if shot is None or not _is(scope, _T.ABOUT_TO_DRAW_DESTINY, "weapon destiny"):
        return False
    meant = weapon_filter is None or scope.means(weapon_filter, shot.weapon)
    return meant and _by(scope, player) and (who is None or scope.means(who, shot.target))


@situation("can_cancel_destiny", "can_cancel_destiny_and_cause_redraw")
def _may_cancel_destiny(scope: Playing, /, player: Player = None) -> bool:
    draw, battle = scope.run.under_way.draw, scope.run.state.battle
    if draw is None or draw.canceled:
        return False
    if battle is None or draw.what != "battle destiny":
        return True
    return not scope.run.numbers.kept(Quantity.NO_DESTINY_CANCEL, draw.side, battle.location, scope.you)


@situation("is_destiny_value_greater_than")
def _destiny_above(scope: Playing, /, specified_value: Amount) -> bool:
    draw = scope.run.under_way.draw
    if draw is None:
        return False
    return scope.run.numbers.destiny(draw.card, draw.what) + draw.change > scope.number(specified_value)


@situation("is_destiny_value_less_than")
def _destiny_below(scope: Playing, /, specified_value: Amount) -> bool:
    draw = scope.run.under_way.draw
    if draw is None:
        return False
    return scope.run.numbers.destiny(draw.card, draw.what) + draw.change < scope.number(specified_value)


@situation("is_destiny_value_in_range")
def _destiny_between(scope: Playing, /, min: Amount, max: Amount) -> bool:  # noqa: A002 - as the term is written
    draw = scope.run.under_way.draw
    if draw is None:
        return False
    value = scope.run.numbers.destiny(draw.card, draw.what) + draw.change
    return scope.number(min) <= value <= scope.number(max)


@situation("is_initial_attrition_just_calculated")
def _attrition(scope: Playing, /) -> bool:
    return _is(scope, _T.BATTLE_STAGE, "attrition")


@situation("is_about_to_lose_force_more_than")
def _about_to_lose_more(scope: Playing, /, amount: Amount, player: Player = "$you") -> bool:
    return _loses(scope, player) > scope.number(amount)


@situation("is_about_to_lose_force_from_force_drain_at")
def _about_to_lose_at(scope: Playing, /, where: Selector, player: Player = "$you") -> bool:
    drains = _is(scope, _T.ABOUT_TO_LOSE_FORCE, "drain")
    return drains and _loses(scope, player) > 0 and _meant(scope, where)


@situation("is_about_to_lose_force_from_card")
def _about_to_lose_to(scope: Playing, /, who: Selector, player: Player = "$you") -> bool:
    by_card = _is(scope, _T.ABOUT_TO_LOSE_FORCE, "card")
    return by_card and _loses(scope, player) > 0 and _meant(scope, who)


@situation("is_cannot_be_reduced")
def _fixed(scope: Playing, /, of: Unasked = None) -> bool:
    loss = scope.run.under_way.loss
    return loss is not None and loss.amount <= loss.least


def _loses(scope: Playing, player: Player) -> float:
    """Force that a player is about to lose."""
    loss = scope.run.under_way.loss
    if loss is None or not _is(scope, _T.ABOUT_TO_LOSE_FORCE) or loss.side is not scope.side(player):
        return 0
    return loss.amount


@situation("is_about_to_retrieve_force", "is_force_retrieval_just_initiated")
def _about_to_retrieve(scope: Playing, /, player: Player = "$you") -> bool:
    retrieval = scope.run.under_way.retrieval
    open_ = retrieval is not None and not retrieval.canceled
    return open_ and _is(scope, _T.RETRIEVAL, "about") and _by(scope, player)


@situation("just_retrieved_force")
def _retrieved(scope: Playing, /, player: Player = "$you") -> bool:
    return _is(scope, _T.RETRIEVAL, "done") and _by(scope, player)


@situation("just_retrieved_force_using_card")
def _retrieved_using(scope: Playing, /, player: Player = "$you", who: Selector = None) -> bool:
    return _is(scope, _T.RETRIEVAL, "done") and _by(scope, player) and _meant(scope, who)


@situation("moved_to_location_by")
def _moved_to(
    scope: Playing,
    /,
    player: Player = None,
    moved_card_filter: Selector = None,
    to_location_filter: Selector = None,
) -> bool:
    card = scope.about()
    if card is None or not _is(scope, _T.MOVED) or not _by(scope, player):
        return False
    here = to_location_filter is None or scope.means_place(to_location_filter, card.location)
    return here and _meant(scope, moved_card_filter)


@situation("cover_broken")
def _cover(scope: Playing, /, spy_filter: Selector) -> bool:
    return _is(scope, _T.CARD_STATE, "cover broken") and _meant(scope, spy_filter)


@situation("card_flipped")
def _flipped(scope: Playing, /, who: Selector) -> bool:
    return _is(scope, _T.CARD_STATE, "flipped") and _meant(scope, who)


@situation("is_end_of_your_turn")
def _end_of_your_turn(scope: Playing, /, player: Player = "$you", card: OneCard = None) -> bool:
    return _is(scope, "end of turn") and turn_of(scope, player)


@situation("is_end_of_opponents_turn")
def _end_of_their_turn(scope: Playing, /, player: Player = "$you", card: OneCard = None) -> bool:
    return _is(scope, "end of turn") and not turn_of(scope, player)


@situation("is_end_of_each_turn")
def _end_of_turn(scope: Playing, /) -> bool:
    return _is(scope, "end of turn")


@situation("is_start_of_your_turn")
def _start_of_your_turn(scope: Playing, /, player: Player = "$you", card: OneCard = None) -> bool:
    return _is(scope, "start of turn") and turn_of(scope, player)


@situation("is_start_of_opponents_turn")
def _start_of_their_turn(scope: Playing, /, player: Player = "$you", card: OneCard = None) -> bool:
    return _is(scope, "start of turn") and not turn_of(scope, player)


@situation("is_start_of_each_turn")
def _start_of_turn(scope: Playing, /) -> bool:
    return _is(scope, "start of turn")


@situation("is_start_of_your_phase")
def _start_of_your_phase(
    scope: Playing, /, phase: Word, player: Player = "$you", card: OneCard = None
) -> bool:
    return _is(scope, "start of phase") and in_phase(scope, phase) and turn_of(scope, player)


@situation("is_start_of_opponents_phase")
def _start_of_their_phase(
    scope: Playing, /, phase: Word, player: Player = "$you", card: OneCard = None
) -> bool:
    return _is(scope, "start of phase") and in_phase(scope, phase) and not turn_of(scope, player)


@situation("is_end_of_your_phase")
def _end_of_your_phase(scope: Playing, /, phase: Word, player: Player = "$you", card: OneCard = None) -> bool:
    return _is(scope, "end of phase") and in_phase(scope, phase) and turn_of(scope, player)


@situation("is_end_of_opponents_phase")
def _end_of_their_phase(
    scope: Playing, /, phase: Word, player: Player = "$you", card: OneCard = None
) -> bool:
    return _is(scope, "end of phase") and in_phase(scope, phase) and not turn_of(scope, player)


@situation("is_end_of_each_phase")
def _end_of_a_phase(scope: Playing, /, phase: Word) -> bool:
    return _is(scope, "end of phase") and in_phase(scope, phase)


@situation("is_resolving_battle_damage_and_attrition")
def _damage(scope: Playing, /, player: Player = None) -> bool:
    return _is(scope, _T.BATTLE_DAMAGE_SEGMENT) and _by(scope, player)


@situation("is_battle_damage_remaining")
def _damage_left(scope: Playing, /, player: Player = "$you") -> bool:
    battle = scope.run.state.battle
    return battle is not None and battle.damage[scope.side(player)] > 0


@situation("is_attrition_remaining")
def _attrition_left(scope: Playing, /, player: Player = "$you") -> bool:
    battle = scope.run.state.battle
    return battle is not None and battle.attrition[scope.side(player)] > 0
