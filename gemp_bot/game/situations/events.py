"""Conditions of actions on what just came about, or is about to."""

from math import nan

from gemp_bot.cards.texts import Term
from gemp_bot.decisions.kinds import ResponseTrigger
from gemp_bot.effects.attached import has_crew
from gemp_bot.effects.changes import Quantity
from gemp_bot.effects.meanings import Amount, OneCard, Player, Selector, Unasked, Word
from gemp_bot.game.playing import Playing
from gemp_bot.game.situations.table import TABLE, on, situation
from gemp_bot.game.situations.turns import in_phase, turn_of
from gemp_bot.protocol.enums import Side, Zone

_T = ResponseTrigger


@situation("is_during_battle_lost_by", won=False)
@situation("is_during_battle_won_by", won=True)
def _won(scope: Playing, /, player: Player, *, won: bool) -> bool:
    """Whether a player won or lost the battle that goes on, once power is totalled."""
    battle = scope.run.state.battle
    if battle is None or not battle.power:
        return False
    side = scope.side(player)
    ahead = battle.power[side] - battle.power[side.other]
    return ahead > 0 if won else ahead < 0


@on(_T.BATTLE_STAGE, "won_battle", "won_battle_at", detail="result")
def _just_won(scope: Playing, /, player: Player = None, who: Selector = None, where: Selector = None) -> bool:
    battle = scope.run.state.battle
    if battle is None or (where is not None and not scope.means_place(where, battle.location)):
        return False
    if who is not None:
        return any(scope.means(who, card) and _won_side(scope, card.side) for card in battle.cards)
    return _won(scope, player if player is not None else "$you", won=True)


def _won_side(scope: Playing, side: Side) -> bool:
    battle = scope.run.state.battle
    return battle is not None and battle.power.get(side, 0) > battle.power.get(side.other, 0)


@on(_T.BATTLE_STAGE, "lost_battle", "lost_battle_at", detail="result")
def _just_lost_battle(scope: Playing, /, player: Player = "$you", where: Selector = None) -> bool:
    battle = scope.run.state.battle
    here = battle is not None and (where is None or scope.means_place(where, battle.location))
    return here and _won(scope, player, won=False)


# -- what came about --------------------------------------------------------------------------------------


def _by(scope: Playing, player: Player) -> bool:
    return player is None or (scope.event is not None and scope.event.by is scope.side(player))


def _meant(scope: Playing, who: Selector, number: int = 0) -> bool:
    card = scope.about(number)
    return card is not None and (who is None or scope.means(who, card) or has_crew(card, who))


@on(TABLE, "is_table_changed")
@on(_T.MOVING, "is_react", detail="react")
@on(_T.BATTLE_STAGE, "is_initial_attrition_just_calculated", detail="attrition")
def _came_about(scope: Playing, /, effect: Unasked = None) -> bool:
    return True


@on(_T.FORCE_DRAIN_INITIATED, "force_drain_initiated", "force_drain_initiated_by", "force_drain_initiated_at")
@on(_T.FORCE_DRAINED, "force_drain_completed")
@on(_T.BATTLE_INITIATED, "battle_initiated", "battle_initiated_at")
def _at(scope: Playing, /, player: Player = None, where: Selector = None) -> bool:
    return _by(scope, player) and _meant(scope, where)


@on(_T.DEPLOYED, "just_deployed", "just_deployed_to_location", "just_deployed_to")
def _deployed(
    scope: Playing,
    /,
    who: Selector = None,
    player: Player = None,
    where: Selector = None,
    deployed_card_filter: Selector = None,
) -> bool:
    wanted = who if deployed_card_filter is None else deployed_card_filter
    if not _by(scope, player) or not _meant(scope, wanted):
        return False
    card = scope.about()
    return where is None or (card is not None and scope.means_place(where, card.location))


@on(_T.DEPLOYED, "just_deployed_aboard")
def _deployed_aboard(scope: Playing, /, who: Selector, starship_or_vehicle_filter: Selector) -> bool:
    card = scope.about()
    if card is None or card.host is None or not _meant(scope, who):
        return False
    return scope.means(starship_or_vehicle_filter, card.host)


@on(_T.FIRING, "weapon_just_fired", "weapon_just_fired_by", detail="fired")
def _just_fired(scope: Playing, /, weapon_filter: Selector, fired_by_filter: Selector = None) -> bool:
    user = scope.about(1)
    by = fired_by_filter is None or (user is not None and scope.means(fired_by_filter, user))
    return by and _meant(scope, weapon_filter)


@on(_T.HIT, "just_hit", detail="hit")
def _just_hit(scope: Playing, /, card_hit_filter: Selector) -> bool:
    return _meant(scope, card_hit_filter)


@on(_T.HIT, "just_hit_by", detail="hit")
def _just_hit_by(scope: Playing, /, card_hit_filter: Selector, hit_by_card_filter: Selector) -> bool:
    """The weapon is meant, or who fired it."""
    weapon = scope.about(1)
    if weapon is None or not _meant(scope, card_hit_filter):
        return False
    return scope.means(hit_by_card_filter, weapon) or (
        weapon.host is not None and scope.means(hit_by_card_filter, weapon.host)
    )


@on(_T.HIT, "is_about_to_be_hit", detail="about")
@on(_T.CARD_STATE, "card_flipped", detail="flipped")
def _about(scope: Playing, /, who: Selector) -> bool:
    return _meant(scope, who)


@on(_T.FIRING, "is_firing_weapon", detail="about")
def _firing(
    scope: Playing,
    /,
    player: Player = None,
    weapon_filter: Selector = None,
    weapon_user_filter: Selector = None,
    effect: Unasked = None,
) -> bool:
    if not _by(scope, player) or not _meant(scope, weapon_filter):
        return False
    return weapon_user_filter is None or _meant(scope, weapon_user_filter, 1)


@on(_T.LOST, "just_lost", "just_lost_from_location")
@on(_T.LOST, "just_forfeited_to_lost_pile_from_location", detail="forfeited")
def _lost(scope: Playing, /, who: Selector, where: Selector = None) -> bool:
    return _meant(scope, who) and _there(scope, where)


def _there(scope: Playing, where: Selector) -> bool:
    """Whether the location a card was lost from is meant."""
    if where is None:
        return True
    place = scope.about(1)
    return place is not None and scope.means(where, place)


@on(_T.PLAYING, "is_playing_card")
def _playing_card(
    scope: Playing, /, played_card_filter: Selector, effect: Unasked = None, player: Player = None
) -> bool:
    return _by(scope, player) and _meant(scope, played_card_filter)


@on(_T.PLAYING, "is_playing_card_targeting")
def _playing_at(
    scope: Playing, /, played_card_filter: Selector, who: Selector, effect: Unasked = None
) -> bool:
    """The cards it targets follow the card itself."""
    event = scope.event
    if event is None or not _meant(scope, played_card_filter):
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


@on(_T.WEAPON_TARGETING, "is_targeted_by_weapon")
def _targeted(
    scope: Playing, /, who: Selector, weapon_filter: Selector = None, effect: Unasked = None
) -> bool:
    if not _meant(scope, who, 1):
        return False
    return weapon_filter is None or _meant(scope, weapon_filter) or _permanent(scope, weapon_filter)


def _permanent(scope: Playing, weapon_filter: Selector) -> bool:
    """Whether any weapon is meant, and so a permanent one too, which has no card of its own."""
    weapon = scope.about()
    any_weapon = isinstance(weapon_filter, Term) and weapon_filter.args.get("type") == "weapon"
    return weapon is not None and bool(weapon.facts.permanent) and any_weapon


@on(_T.DESTINY_DRAWN, "is_destiny_just_drawn", "is_destiny_just_drawn_by")
@on(
    _T.DESTINY_DRAWN,
    "is_battle_destiny_just_drawn",
    "is_battle_destiny_just_drawn_by",
    detail="battle destiny",
)
def _destiny(scope: Playing, /, player: Player = None) -> bool:
    draw = scope.run.under_way.draw
    return draw is not None and not draw.canceled and _by(scope, player)


@on(
    _T.DESTINY_DRAWN,
    "is_weapon_destiny_just_drawn",
    "is_weapon_destiny_just_drawn_by",
    detail="weapon destiny",
)
def _weapon_destiny(scope: Playing, /, player: Player = None, weapon_filter: Selector = None) -> bool:
    shot = scope.run.under_way.shot
    if weapon_filter is not None and (shot is None or not scope.means(weapon_filter, shot.weapon)):
        return False
    return _destiny(scope, player)


@on(_T.ABOUT_TO_DRAW_DESTINY, "is_about_to_draw_battle_destiny", detail="battle destiny")
@on(_T.BATTLE_DAMAGE_SEGMENT, "is_resolving_battle_damage_and_attrition")
def _of_player(scope: Playing, /, player: Player = None) -> bool:
    return _by(scope, player)


@on(
    _T.ABOUT_TO_DRAW_DESTINY,
    "is_about_to_draw_weapon_destiny",
    "is_about_to_draw_weapon_destiny_targeting",
    detail="weapon destiny",
)
def _about_to_shoot(
    scope: Playing, /, player: Player = None, weapon_filter: Selector = None, who: Selector = None
) -> bool:
    shot = scope.run.under_way.shot
    if shot is None or not _by(scope, player):
        return False
    meant = weapon_filter is None or scope.means(weapon_filter, shot.weapon)
    return meant and (who is None or scope.means(who, shot.target))


@situation("can_cancel_destiny", "can_cancel_destiny_and_cause_redraw")
def _may_cancel_destiny(scope: Playing, /, player: Player = None) -> bool:
    draw, battle = scope.run.under_way.draw, scope.run.state.battle
    if draw is None or draw.canceled:
        return False
    if battle is None or draw.what != "battle destiny":
        return True
    return not scope.run.numbers.kept(Quantity.NO_DESTINY_CANCEL, draw.side, battle.location, scope.you)


def _drawn(scope: Playing) -> float:
    """The destiny that was just drawn; nan, which no comparison holds for, where none was."""
    draw = scope.run.under_way.draw
    return nan if draw is None else scope.run.numbers.destiny(draw.card, draw.what) + draw.change


@situation("is_destiny_value_greater_than")
def _destiny_above(scope: Playing, /, specified_value: Amount) -> bool:
    return _drawn(scope) > scope.number(specified_value)


@situation("is_destiny_value_less_than")
def _destiny_below(scope: Playing, /, specified_value: Amount) -> bool:
    return _drawn(scope) < scope.number(specified_value)


@situation("is_destiny_value_in_range")
def _destiny_between(scope: Playing, /, min: Amount, max: Amount) -> bool:  # noqa: A002 - as the term is written
    return scope.number(min) <= _drawn(scope) <= scope.number(max)


@on(_T.ABOUT_TO_LOSE_FORCE, "is_about_to_lose_force_more_than")
def _about_to_lose_more(scope: Playing, /, amount: Amount, player: Player = "$you") -> bool:
    return _loses(scope, player) > scope.number(amount)


@on(_T.ABOUT_TO_LOSE_FORCE, "is_about_to_lose_force_from_force_drain_at", detail="drain")
def _about_to_lose_at(scope: Playing, /, where: Selector, player: Player = "$you") -> bool:
    return _loses(scope, player) > 0 and _meant(scope, where)


@on(_T.ABOUT_TO_LOSE_FORCE, "is_about_to_lose_force_from_card", detail="card")
def _about_to_lose_to(scope: Playing, /, who: Selector, player: Player = "$you") -> bool:
    return _loses(scope, player) > 0 and _meant(scope, who)


@situation("is_cannot_be_reduced")
def _fixed(scope: Playing, /, of: Unasked = None) -> bool:
    loss = scope.run.under_way.loss
    return loss is not None and loss.amount <= loss.least


def _loses(scope: Playing, player: Player) -> float:
    """Force that a player is about to lose."""
    loss = scope.run.under_way.loss
    return 0 if loss is None or loss.side is not scope.side(player) else loss.amount


@on(_T.RETRIEVAL, "is_about_to_retrieve_force", "is_force_retrieval_just_initiated", detail="about")
def _about_to_retrieve(scope: Playing, /, player: Player = "$you") -> bool:
    retrieval = scope.run.under_way.retrieval
    return retrieval is not None and not retrieval.canceled and _by(scope, player)


@on(_T.RETRIEVAL, "just_retrieved_force", "just_retrieved_force_using_card", detail="done")
def _retrieved(scope: Playing, /, player: Player = "$you", who: Selector = None) -> bool:
    return _by(scope, player) and (who is None or _meant(scope, who))


@on(_T.MOVED, "moved_to_location_by")
def _moved_to(
    scope: Playing,
    /,
    player: Player = None,
    moved_card_filter: Selector = None,
    to_location_filter: Selector = None,
) -> bool:
    card = scope.about()
    if card is None or not _by(scope, player):
        return False
    here = to_location_filter is None or scope.means_place(to_location_filter, card.location)
    return here and _meant(scope, moved_card_filter)


@on(_T.CARD_STATE, "cover_broken", detail="cover broken")
def _cover(scope: Playing, /, spy_filter: Selector) -> bool:
    return _meant(scope, spy_filter)


@on("start of turn", "is_start_of_your_turn", own=True)
@on("start of turn", "is_start_of_opponents_turn", own=False)
@on("start of turn", "is_start_of_each_turn")
@on("end of turn", "is_end_of_your_turn", own=True)
@on("end of turn", "is_end_of_opponents_turn", own=False)
@on("end of turn", "is_end_of_each_turn")
def _turn(scope: Playing, /, player: Player = "$you", card: OneCard = None, own: bool | None = None) -> bool:
    return own in (None, turn_of(scope, player))


@on("start of phase", "is_start_of_your_phase", own=True)
@on("start of phase", "is_start_of_opponents_phase", own=False)
@on("end of phase", "is_end_of_your_phase", own=True)
@on("end of phase", "is_end_of_opponents_phase", own=False)
@on("end of phase", "is_end_of_each_phase")
def _phase(
    scope: Playing, /, phase: Word, player: Player = "$you", card: OneCard = None, own: bool | None = None
) -> bool:
    return in_phase(scope, phase) and own in (None, turn_of(scope, player))


@situation("is_battle_damage_remaining")
def _damage_left(scope: Playing, /, player: Player = "$you") -> bool:
    battle = scope.run.state.battle
    return battle is not None and battle.damage[scope.side(player)] > 0


@situation("is_attrition_remaining")
def _attrition_left(scope: Playing, /, player: Player = "$you") -> bool:
    battle = scope.run.state.battle
    return battle is not None and battle.attrition[scope.side(player)] > 0
