"""Conditions of actions that ask the game: phases, uses, piles, what just came about."""

from collections.abc import Callable
from typing import Concatenate, Final, TypeAlias, cast

from gemp_bot.board.card import CardInPlay
from gemp_bot.decisions.kinds import ResponseTrigger
from gemp_bot.effects.kinds import Kind
from gemp_bot.effects.meanings import TABLES, Amount, Meanings, OneCard, Player, Selector, Word
from gemp_bot.effects.selectors import has_crew, in_battle
from gemp_bot.game.playing import Playing
from gemp_bot.protocol.enums import Phase, Side, Zone

Asks: TypeAlias = Callable[Concatenate[Playing, ...], bool]
situation: Final = cast("Meanings[Asks]", TABLES[Kind.SITUATION])
_T = ResponseTrigger
EventKind: TypeAlias = ResponseTrigger | str
EVENTS: Final[dict[str, EventKind]] = {
    "is_table_changed": "table",
    "is_end_of_your_turn": "end of turn",
    "is_end_of_opponents_turn": "end of turn",
    "is_end_of_each_turn": "end of turn",
    "is_start_of_your_turn": "start of turn",
    "is_end_of_your_phase": "end of phase",
    "is_end_of_opponents_phase": "end of phase",
    "is_end_of_each_phase": "end of phase",
    "force_drain_initiated": _T.FORCE_DRAIN_INITIATED,
    "force_drain_initiated_by": _T.FORCE_DRAIN_INITIATED,
    "force_drain_initiated_at": _T.FORCE_DRAIN_INITIATED,
    "force_drain_completed": _T.FORCE_DRAINED,
    "battle_initiated": _T.BATTLE_INITIATED,
    "battle_initiated_at": _T.BATTLE_INITIATED,
    "just_deployed": _T.DEPLOYED,
    "just_deployed_to": _T.DEPLOYED,
    "just_deployed_to_location": _T.DEPLOYED,
    "just_hit": _T.HIT,
    "just_lost": _T.LOST,
    "just_lost_from_location": _T.LOST,
    "is_playing_card": _T.PLAYING,
    "is_destiny_just_drawn": _T.DESTINY_DRAWN,
    "is_destiny_just_drawn_by": _T.DESTINY_DRAWN,
    "is_battle_destiny_just_drawn": _T.DESTINY_DRAWN,
    "is_battle_destiny_just_drawn_by": _T.DESTINY_DRAWN,
    "won_battle": _T.BATTLE_STAGE,
    "won_battle_at": _T.BATTLE_STAGE,
    "lost_battle": _T.BATTLE_STAGE,
    "lost_battle_at": _T.BATTLE_STAGE,
    "is_resolving_battle_damage_and_attrition": _T.BATTLE_DAMAGE_SEGMENT,
}
"""To what each condition on an event listens."""

# -- limits of use ------------------------------------------------------------------------------------------


def unused(scope: Playing, period: str, use: Word, times: int = 1) -> bool:
    """Whether an action was used fewer times than it may be in a period."""
    key = use_key(scope, period, use)
    return scope.run.state.used.count(key) < times


def use_key(scope: Playing, period: str, use: Word = "") -> tuple[str, str, str]:
    """Under which an action's uses are noted: of a game by title, else by card."""
    name = scope.card.facts.key if period == "game" else str(scope.card.id)
    return period, name, str(use or scope.action.use)


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
    if not _is(scope, _T.BATTLE_STAGE) or battle is None:
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
    if not _is(scope, _T.BATTLE_STAGE) or battle is None:
        return False
    return _won(scope, player, won=False) and (where is None or scope.means_place(where, battle.location))


@situation("is_once_per_turn")
def _once_a_turn(scope: Playing, /, use: Word = "", self: OneCard = None, player: Player = None) -> bool:
    return unused(scope, "turn", use)


@situation("is_once_per_battle")
def _once_a_battle(scope: Playing, /, use: Word = "", self: OneCard = None, player: Player = None) -> bool:
    return unused(scope, "battle", use)


@situation("is_once_per_game")
def _once_a_game(scope: Playing, /, use: Word = "", card: OneCard = None) -> bool:
    return unused(scope, "game", use)


@situation("is_twice_per_game")
def _twice_a_game(scope: Playing, /, use: Word = "", card: OneCard = None) -> bool:
    return unused(scope, "game", use, 2)


@situation("is_four_times_per_game")
def _four_times_a_game(scope: Playing, /, use: Word = "", card: OneCard = None) -> bool:
    return unused(scope, "game", use, 4)


@situation("is_once_during_your_phase")
def _once_in_your_phase(
    scope: Playing, /, phase: Word, use: Word = "", self: OneCard = None, player: Player = "$you"
) -> bool:
    return _in_phase(scope, phase) and _turn_of(scope, player) and unused(scope, "phase", use)


@situation("is_once_during_opponents_phase")
def _once_in_their_phase(
    scope: Playing, /, phase: Word, use: Word = "", self: OneCard = None, player: Player = "$you"
) -> bool:
    return _in_phase(scope, phase) and not _turn_of(scope, player) and unused(scope, "phase", use)


@situation("is_once_during_either_players_phase")
def _once_in_a_phase(
    scope: Playing, /, phase: Word, use: Word = "", self: OneCard = None, player: Player = "$you"
) -> bool:
    return _in_phase(scope, phase) and unused(scope, "phase", use)


@situation("is_once_during_your_turn")
def _once_in_your_turn(
    scope: Playing, /, use: Word = "", self: OneCard = None, player: Player = "$you"
) -> bool:
    return _turn_of(scope, player) and unused(scope, "turn", use)


@situation("is_once_during_opponents_turn")
def _once_in_their_turn(
    scope: Playing, /, use: Word = "", self: OneCard = None, player: Player = "$you"
) -> bool:
    return not _turn_of(scope, player) and unused(scope, "turn", use)


# -- turn, phase and piles ----------------------------------------------------------------------------------


def _in_phase(scope: Playing, phase: Word) -> bool:
    return scope.run.state.phase.name.lower() == phase


def _turn_of(scope: Playing, player: Player) -> bool:
    return scope.run.state.active is scope.side(player)


@situation("is_during_your_phase", "is_phase_for_player")
def _your_phase(scope: Playing, /, phase: Word, player: Player = "$you", card: OneCard = None) -> bool:
    return _in_phase(scope, phase) and _turn_of(scope, player)


@situation("is_during_opponents_phase")
def _their_phase(scope: Playing, /, phase: Word, player: Player = "$you", card: OneCard = None) -> bool:
    return _in_phase(scope, phase) and not _turn_of(scope, player)


@situation("is_during_either_players_phase")
def _any_phase(scope: Playing, /, phase: Word) -> bool:
    return _in_phase(scope, phase)


@situation("is_during_start_of_game")
def _start(scope: Playing, /) -> bool:
    return scope.run.state.phase is Phase.PLAY_STARTING_CARDS


@situation("is_during_opponents_turn")
def _their_turn(scope: Playing, /, player: Player = "$you", card: OneCard = None) -> bool:
    return not _turn_of(scope, player)


@situation("can_use_force", "can_use_force_to_play_interrupt")
def _can_use(scope: Playing, /, amount: Amount, player: Player = "$you", card: OneCard = None) -> bool:
    return scope.run.state.force(scope.side(player)) >= scope.number(amount)


@situation("has_card_pile", "has_hand", "can_search_card_pile")
def _has_pile(
    scope: Playing,
    /,
    player: Player = "$you",
    card_pile: Word = "hand",
    card_pile_owner: Player = None,
    self: OneCard = None,
    use: Word = "",
) -> bool:
    side = scope.side(player if card_pile_owner is None else card_pile_owner)
    return bool(scope.run.state.pile(side, Zone[str(card_pile).upper()]))


@situation("can_deploy_card_from_card_pile", "can_deploy_card_from_reserve_deck")
def _can_deploy_from(
    scope: Playing,
    /,
    player: Player = "$you",
    card_pile: Word = "reserve_deck",
    self: OneCard = None,
    use: Word = "",
) -> bool:
    run = scope.run
    in_phase = run.state.phase is Phase.DEPLOY and run.state.active is scope.side(player)
    return (in_phase or run.state.phase is Phase.PLAY_STARTING_CARDS) and _has_pile(scope, player, card_pile)


@situation("can_activate_force")
def _can_activate(scope: Playing, /, player: Player = "$you") -> bool:
    return bool(scope.run.state.pile(scope.side(player), Zone.RESERVE_DECK))


@situation("has_in_hand", "has_in_reserve_deck")
def _has_in_hand(scope: Playing, /, who: Selector, player: Player = "$you", count: Word = 1) -> bool:
    hand = scope.run.state.hand(scope.side(player))
    return sum(scope.means(who, card) for card in hand) >= cast("int", count)


@situation("can_be_flipped", "can_be_canceled", "can_cancel_force_drain", "can_add_battle_destiny_draws")
def _possible(scope: Playing, /, card: OneCard = None, player: Player = None) -> bool:
    """Nothing that the engine plays forbids it."""
    return True


@situation("can_add_destiny_draws_to_power", "can_add_destiny_draws_to_attrition")
def _can_add_destiny(scope: Playing, /, player: Player = None, card: OneCard = None) -> bool:
    return scope.run.state.battle is not None


@situation("can_target", "can_target_to_cancel")
def _can_target(
    scope: Playing,
    /,
    who: Selector,
    card: OneCard = None,
    including: Word = None,
    count: Word = 1,
    targeting_reasons: Word = None,
) -> bool:
    return scope.spots(who, cast("int", count)) or any(True for _ in scope.places(who))


# -- what came about ------------------------------------------------------------------------------------------


def _is(scope: Playing, kind: EventKind) -> bool:
    return scope.event is not None and scope.event.kind == kind


def _by(scope: Playing, player: Player) -> bool:
    return player is None or (scope.event is not None and scope.event.by is scope.side(player))


def _meant(scope: Playing, who: Selector, number: int = 0) -> bool:
    card = scope.about(number)
    return card is not None and (who is None or scope.means(who, card) or has_crew(card, who))


@situation("is_table_changed")
def _table_changed(scope: Playing, /) -> bool:
    return _is(scope, "table")


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


@situation("just_hit")
def _just_hit(scope: Playing, /, card_hit_filter: Selector) -> bool:
    return _is(scope, _T.HIT) and _meant(scope, card_hit_filter)


@situation("just_lost", "just_lost_from_location")
def _lost(scope: Playing, /, who: Selector, where: Selector = None) -> bool:
    return _is(scope, _T.LOST) and _meant(scope, who)


@situation("is_playing_card")
def _playing_card(
    scope: Playing, /, played_card_filter: Selector, effect: Word = None, player: Player = None
) -> bool:
    return _is(scope, _T.PLAYING) and _by(scope, player) and _meant(scope, played_card_filter)


@situation("can_cancel_card_being_played")
def _may_cancel(scope: Playing, /, card: OneCard = None, effect: Word = None) -> bool:
    played = scope.about()
    immune = () if played is None else played.facts.text.traits.get("immune_to", ())
    return scope.card.card.title not in cast("tuple[str, ...]", immune)


@situation("is_destiny_just_drawn", "is_destiny_just_drawn_by", "is_battle_destiny_just_drawn")
def _destiny(scope: Playing, /, player: Player = None) -> bool:
    return _is(scope, _T.DESTINY_DRAWN) and _by(scope, player)


@situation("is_battle_destiny_just_drawn_by")
def _battle_destiny(scope: Playing, /, player: Player = None) -> bool:
    return _is(scope, _T.DESTINY_DRAWN) and _by(scope, player) and scope.run.state.battle is not None


@situation("can_cancel_destiny", "can_cancel_destiny_and_cause_redraw")
def _may_cancel_destiny(scope: Playing, /, player: Player = None) -> bool:
    return _is(scope, _T.DESTINY_DRAWN)


@situation("is_end_of_your_turn")
def _end_of_your_turn(scope: Playing, /, player: Player = "$you", card: OneCard = None) -> bool:
    return _is(scope, "end of turn") and _turn_of(scope, player)


@situation("is_end_of_opponents_turn")
def _end_of_their_turn(scope: Playing, /, player: Player = "$you", card: OneCard = None) -> bool:
    return _is(scope, "end of turn") and not _turn_of(scope, player)


@situation("is_end_of_each_turn")
def _end_of_turn(scope: Playing, /) -> bool:
    return _is(scope, "end of turn")


@situation("is_start_of_your_turn")
def _start_of_your_turn(scope: Playing, /, player: Player = "$you", card: OneCard = None) -> bool:
    return _is(scope, "start of turn") and _turn_of(scope, player)


@situation("is_end_of_your_phase")
def _end_of_your_phase(scope: Playing, /, phase: Word, player: Player = "$you", card: OneCard = None) -> bool:
    return _is(scope, "end of phase") and _in_phase(scope, phase) and _turn_of(scope, player)


@situation("is_end_of_opponents_phase")
def _end_of_their_phase(
    scope: Playing, /, phase: Word, player: Player = "$you", card: OneCard = None
) -> bool:
    return _is(scope, "end of phase") and _in_phase(scope, phase) and not _turn_of(scope, player)


@situation("is_end_of_each_phase")
def _end_of_a_phase(scope: Playing, /, phase: Word) -> bool:
    return _is(scope, "end of phase") and _in_phase(scope, phase)


@situation("is_resolving_battle_damage_and_attrition")
def _damage(scope: Playing, /, player: Player = None) -> bool:
    return _is(scope, _T.BATTLE_DAMAGE_SEGMENT)


@situation("is_battle_damage_remaining")
def _damage_left(scope: Playing, /, player: Player = "$you") -> bool:
    battle = scope.run.state.battle
    return battle is not None and battle.damage[scope.side(player)] > 0


@situation("is_attrition_remaining")
def _attrition_left(scope: Playing, /, player: Player = "$you") -> bool:
    battle = scope.run.state.battle
    return battle is not None and battle.attrition[scope.side(player)] > 0


def fighting_sides(scope: Playing) -> dict[Side, list[CardInPlay]]:
    """The cards of each side in the battle that goes on."""
    cards = [card for card in scope.board.active if in_battle(scope, card)]
    return {side: [card for card in cards if card.side is side] for side in Side}
