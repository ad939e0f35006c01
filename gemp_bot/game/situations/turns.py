"""Conditions of actions on limits of use, turns, phases, piles and what is possible."""

from itertools import islice
from typing import Final, cast

from gemp_bot.board.card import CardInPlay
from gemp_bot.cards import CardType
from gemp_bot.cards.texts import Moment, Term
from gemp_bot.effects.changes import Quantity
from gemp_bot.effects.meanings import Amount, OneCard, Player, Selector, Unasked, Word
from gemp_bot.game.playing import Playing
from gemp_bot.game.situations.table import situation
from gemp_bot.protocol.enums import Phase, Zone

PHASE_WORDS: Final = {phase: phase.name.lower() for phase in Phase}
"""What phases are called in terms."""

# -- limits of use ----------------------------------------------------------------------------------------


def use_key(scope: Playing, period: str, use: Word = "") -> tuple[str, str, str]:
    """Under which an action's uses are noted: of a game by title, else by card."""
    name = scope.card.facts.key if period == "game" else str(scope.card.id)
    return period, name, str(use or scope.action.use)


def vain_key(scope: Playing, use: Word = "") -> tuple[str, str, str]:
    """Under which it is noted that a search was in vain: no card of the title searches so again this turn."""
    return "turn", scope.card.facts.key, f"in vain {use or scope.action.use}"


def device_use(card: CardInPlay) -> tuple[str, str, str]:
    """Under which it is noted that a device was used in a turn."""
    return "turn", str(card.id), "device"


@situation("is_once_per_turn", period="turn")
@situation("is_once_per_battle", period="battle")
@situation("is_once_per_game", period="game")
@situation("is_twice_per_game", period="game", times=2)
@situation("is_three_times_per_game", period="game", times=3)
@situation("is_four_times_per_game", period="game", times=4)
def _unused(
    scope: Playing,
    /,
    period: str,
    use: Word = "",
    self: OneCard = None,
    player: Player = None,
    card: OneCard = None,
    times: int = 1,
) -> bool:
    """Whether an action was used fewer times than it may be in a period."""
    return scope.run.state.used.count(use_key(scope, period, use)) < times


@situation("is_num_times_per_turn")
def _some_times_a_turn(
    scope: Playing, /, count: Word, use: Word = "", self: OneCard = None, player: Player = None
) -> bool:
    return _unused(scope, "turn", use, times=cast("int", count))


# -- turn, phase and piles --------------------------------------------------------------------------------


def in_phase(scope: Playing, phase: Word) -> bool:
    """Whether it is a phase."""
    return PHASE_WORDS[scope.run.state.phase] == phase


def turn_of(scope: Playing, player: Player) -> bool:
    """Whether it is the turn of a player."""
    return scope.run.state.active is scope.side(player)


@situation("is_during_your_phase", "is_phase_for_player", own=True)
@situation("is_during_opponents_phase", own=False)
@situation("is_during_either_players_phase", "is_either_players_phase")
@situation("is_once_during_your_phase", own=True, once=True)
@situation("is_once_during_opponents_phase", own=False, once=True)
@situation("is_once_during_either_players_phase", once=True)
def _phase(
    scope: Playing,
    /,
    phase: Word,
    use: Word = "",
    self: OneCard = None,
    player: Player = "$you",
    card: OneCard = None,
    own: bool | None = None,
    *,
    once: bool = False,
) -> bool:
    if not in_phase(scope, phase) or own not in (None, turn_of(scope, player)):
        return False
    return not once or _unused(scope, "phase", use)


@situation("is_once_during_your_turn", own=True)
@situation("is_once_during_opponents_turn", own=False)
def _once_in_turn(
    scope: Playing, /, own: bool, use: Word = "", self: OneCard = None, player: Player = "$you"
) -> bool:
    return turn_of(scope, player) is own and _unused(scope, "turn", use)


@situation("is_opponents_turn")
def _their_turn(scope: Playing, /, player: Player = "$you", card: OneCard = None) -> bool:
    return not turn_of(scope, player)


@situation("is_during_start_of_game")
def _start(scope: Playing, /) -> bool:
    return scope.run.state.phase is Phase.PLAY_STARTING_CARDS


@situation("is_during_battle_initiated_by")
def _their_battle(scope: Playing, /, player: Player) -> bool:
    battle = scope.run.state.battle
    return battle is not None and battle.initiator is scope.side(player)


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
    side, used = scope.side(player if card_pile_owner is None else card_pile_owner), scope.run.state.used
    if use and used and vain_key(scope, use) in used:
        return False
    return bool(scope.run.state.pile(side, Zone[str(card_pile).upper()]))


@situation("can_deploy_card_from_card_pile")
def _can_deploy_from(
    scope: Playing,
    /,
    player: Player = "$you",
    card_pile: Word = "reserve_deck",
    self: OneCard = None,
    use: Word = "",
    title: Unasked = None,
    skip_deploy_phase_check: Word = False,
) -> bool:
    """Only in the deploy phase, unless it is a response or another phase is named."""
    now = bool(skip_deploy_phase_check) or _may_deploy_now(scope, player)
    return now and _has_pile(scope, player, card_pile, use=use)


def _may_deploy_now(scope: Playing, player: Player) -> bool:
    if scope.action.moment is not Moment.ACTION:
        return True
    if any("phase" in each.args for each in scope.action.when if isinstance(each, Term)):
        return True
    return in_phase(scope, "deploy") and turn_of(scope, player)


@situation("can_activate_force")
def _can_activate(scope: Playing, /, player: Player = "$you") -> bool:
    return bool(scope.run.state.pile(scope.side(player), Zone.RESERVE_DECK))


@situation("has_in_hand", zone=Zone.HAND)
@situation("has_in_reserve_deck", zone=Zone.RESERVE_DECK)
def _has(scope: Playing, /, zone: Zone, who: Selector, player: Player = "$you", count: Word = 1) -> bool:
    pile = scope.run.state.pile(scope.side(player), zone)
    return sum(scope.means(who, card) for card in pile) >= cast("int", count)


@situation(
    "can_be_canceled", "can_add_battle_destiny_draws", "can_substitute_destiny", "can_be_placed_out_of_play"
)
def _possible(scope: Playing, /, card: OneCard = None, player: Player = None) -> bool:
    """Nothing that the engine plays forbids it."""
    return True


@situation("can_be_flipped")
def _may_flip(scope: Playing, /, card: OneCard) -> bool:
    one = scope.one(card)
    return one is not None and scope.run.numbers.may_flip(one)


@situation("can_cancel_force_drain")
def _can_cancel_drain(scope: Playing, /, card: OneCard = None, player: Player = None) -> bool:
    drain = scope.run.under_way.drain
    if drain is None or drain.canceled:
        return False
    return not scope.run.numbers.kept(Quantity.NO_DRAIN_CANCEL, drain.side, drain.place, scope.you)


@situation("can_reduce_force_loss")
def _can_reduce(scope: Playing, /) -> bool:
    loss = scope.run.under_way.loss
    return loss is not None and loss.amount > loss.least


@situation("can_take_destiny_card_into_hand")
def _can_take_destiny(scope: Playing, /, player: Player = "$you") -> bool:
    draw = scope.run.under_way.draw
    return (
        draw is not None
        and draw.card.zone is Zone.UNRESOLVED_DESTINY_DRAW
        and draw.card.side is scope.side(player)
    )


@situation("is_destiny_card_match_to")
def _destiny_card(scope: Playing, /, who: Selector) -> bool:
    draw = scope.run.under_way.draw
    return draw is not None and scope.means(who, draw.card)


@situation("can_modify_attrition_against")
def _can_modify_attrition(scope: Playing, /, player: Player) -> bool:
    battle = scope.run.state.battle
    return battle is not None and battle.destiny[scope.side(player).other] is not None


@situation("has_attrition_total")
def _attrition_total(scope: Playing, /, of: Unasked = None, **rest: Player) -> bool:
    """Whether there is attrition against a player."""
    battle = scope.run.state.battle
    return battle is not None and battle.attrition[scope.side(next(iter(rest.values()), "$you"))] > 0


@situation("is_force_retrieval_immune_to_secret_plans")
def _immune_retrieval(scope: Playing, /, **rest: OneCard) -> bool:
    """Of the texts that say so none is counted."""
    return False


@situation("can_use_weapon")
def _can_use_weapon(scope: Playing, /, user: OneCard, weapon: OneCard) -> bool:
    """Whoever bears it can, as long as both are active."""
    bearer, one = scope.one(user), scope.one(weapon)
    return bearer is not None and one is not None and bearer.active and one.host is bearer


@situation("can_use_device")
def _can_use_device(scope: Playing, /, device: OneCard, user: OneCard = None) -> bool:
    """Whoever bears it can, once a turn."""
    one = scope.one(device)
    bearer = None if one is None else one.host if user is None else scope.one(user)
    if one is None or bearer is None or not bearer.active or one.host is not bearer:
        return False
    return device_use(one) not in scope.run.state.used


@situation("did_not_deploy_an_objective")
def _no_objective(scope: Playing, /, player: Player = "$you") -> bool:
    side = scope.side(player)
    return not any(
        card.side is side and card.card.type == CardType.OBJECTIVE for card in scope.board.side_of_table
    )


@situation("can_add_destiny_draws_to_power", "can_add_destiny_draws_to_attrition")
def _can_add_destiny(scope: Playing, /, player: Player = None, card: OneCard = None) -> bool:
    return scope.run.state.battle is not None


@situation("can_target")
def _can_target(
    scope: Playing,
    /,
    who: Selector,
    card: OneCard = None,
    including: Word = None,
    count: Word = 1,
    targeting_reasons: Word = None,
) -> bool:
    """Whether there are as many cards or locations that may be targeted."""
    found = scope.cards(who) if isinstance(who, (str, tuple)) else scope.on_table(who, including)
    wanted = cast("int", count)
    return sum(1 for _ in islice(filter(scope.may_target, found), wanted)) >= wanted
