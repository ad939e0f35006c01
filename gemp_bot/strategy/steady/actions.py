"""What `steady` does from menus: a table from kinds of actions to rules. What is in no table is not done.

Missing on purpose: everything that costs cards of our own for an unknown gain (place in Lost Pile, place
from hand, stack, exchange, shuffle, peek, sabacc, wagers, duels) and what only moves cards about
(capacity slots, transfers, embarking, docking bays).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from gemp_bot.decisions import ActionKind, Option, ResponseTrigger
from gemp_bot.state.seat import damage_due
from gemp_bot.strategy.base import Reason
from gemp_bot.strategy.steady import battles, moving, piles
from gemp_bot.strategy.steady.context import SteadyContext

Reasons = tuple[Reason, ...]
Test = Callable[[SteadyContext, Option], Reasons | None]


@dataclass(frozen=True, slots=True, order=True)
class Rule:
    """How an action is judged.

    Attributes:
        rank: what is possible of a lower rank comes first.
        reasons: why, if it is worth it without a test.
        test: tells why it is worth it, or None if it is not.
        repeats: it may be chosen again in the same phase.
    """

    rank: int
    reasons: Reasons = ()
    test: Test | None = None
    repeats: bool = False


def _why(text: str, force: float = 0.0) -> Reasons:
    return (Reason(text, force),)


_SEARCH = _why("a card found is a card more", 1)
_SAVE = _why("loses less Force", 1)
_ADD_DRAIN = _why("more for our Force drain", 1)
_CUT_DRAIN = _why("less for their Force drain", 1)
_CANCEL = _why("their card does nothing", 1)
_CANCEL_DRAIN = _why("their Force drain does nothing", 2)
_BARRIER = _why("their new card stands still for a turn", 1)
_MULTIPLY = _why("they lose more", 2)


def _search(ctx: SteadyContext, option: Option) -> Reasons | None:
    """Search unless it failed a short while ago."""
    return None if ctx.memory.searches.hopeless(option, ctx.memory.phase.turn) else _SEARCH


def _their_drain(ctx: SteadyContext, _: Option) -> Reasons | None:
    """The offer comes for our own Force drains as well."""
    return None if ctx.my_turn else _CANCEL_DRAIN


def _more_drain(ctx: SteadyContext, _: Option) -> Reasons | None:
    return _ADD_DRAIN if ctx.my_turn else None


def _less_drain(ctx: SteadyContext, _: Option) -> Reasons | None:
    return None if ctx.my_turn else _CUT_DRAIN


def _their_card(ctx: SteadyContext, _: Option) -> Reasons | None:
    """Cancel what is being played in the opponent's turn; nothing tells more surely whose it is."""
    if ctx.my_turn or ctx.question.reading.happening is not ResponseTrigger.PLAYING:
        return None
    return _CANCEL


def _barrier(ctx: SteadyContext, _: Option) -> Reasons | None:
    return None if ctx.my_turn else _BARRIER


def _we_pay(ctx: SteadyContext, _: Option) -> Reasons | None:
    damage, attrition = damage_due(ctx.table)
    return _SAVE if damage > 0 or attrition > 0 else None


def _they_pay(ctx: SteadyContext, _: Option) -> Reasons | None:
    return _MULTIPLY if ctx.table.battle is not None and max(damage_due(ctx.table)) <= 0 else None


K = ActionKind

OWN_TURN: Mapping[ActionKind, Rule] = MappingProxyType(
    {
        K.ACTIVATE_FORCE: Rule(0, test=piles.activate, repeats=True),
        K.FORCE_DRAIN: Rule(1, _why("they lose Force", 1)),
        K.OPPONENT_LOSES_FORCE: Rule(2, _why("they lose Force", 1)),
        K.MAINTENANCE: Rule(2, _why("keeps a card in play", 1)),
        K.RETRIEVE_FORCE: Rule(3, _why("Force comes back", 1)),
        K.RETRIEVE_CARD: Rule(3, _why("a card comes back", 1)),
        K.DEFENSIVE_SHIELD: Rule(4, _why("a shield costs nothing", 0.5)),
        K.DEPLOY_FROM_RESERVE: Rule(5, test=_search),
        K.PULL_FROM_RESERVE: Rule(6, test=_search),
        K.TAKE_FROM_LOST_PILE: Rule(6, test=_search),
        K.DEPLOY_FROM_LOST: Rule(6, test=_search),
        K.DEPLOY_FROM_PILE: Rule(6, test=_search),
        K.DEPLOY: Rule(7, _why("a card in play does more than one in hand", 1)),
        K.DEPLOY_SIMULTANEOUSLY: Rule(8, _why("a pilot and a starfighter together", 1)),
        K.DEPLOY_HERE: Rule(8, test=_search),
        K.DEPLOY_STACKED: Rule(8, test=_search),
        K.DEPLOY_CARD: Rule(8, test=_search),
        K.DEPLOY_ON: Rule(8, test=_search),
        K.DEPLOY_MATCHING_WEAPON: Rule(8, test=_search),
        K.PERSONA_REPLACE: Rule(9, _why("the better version of a card", 0.5)),
        K.INITIATE_BATTLE: Rule(10, test=battles.initiate),
        K.MOVE_LANDSPEED: Rule(11, test=moving.landspeed),
        K.MOVE_HYPERSPEED: Rule(12, test=moving.hyperspeed),
        K.DRAW_CARD: Rule(13, test=piles.draw, repeats=True),
    }
)
"""Top-level actions in our own turn."""

SEGMENT: Mapping[ActionKind, Rule] = MappingProxyType(
    {
        K.ADD_BATTLE_DESTINY: Rule(0, _why("one more battle destiny", 2)),
        K.FIRE_WEAPON: Rule(1, _why("may hit a card of theirs", 2)),
    }
)
"""The weapons segment of a battle, whoever began it."""

RESPONSES: Mapping[ActionKind, Rule] = MappingProxyType(
    {
        K.CANCEL_FORCE_DRAIN: Rule(0, test=_their_drain),
        K.INCREASE_FORCE_DRAIN: Rule(0, test=_more_drain),
        K.REDUCE_FORCE_DRAIN: Rule(0, test=_less_drain),
        K.REDUCE_FORCE_LOSS: Rule(1, _SAVE),
        K.CANCEL_BATTLE_DAMAGE: Rule(1, test=_we_pay),
        K.REDUCE_BATTLE_DAMAGE: Rule(1, test=_we_pay),
        K.REDUCE_ATTRITION: Rule(1, test=_we_pay),
        K.CANCEL_ATTRITION: Rule(1, test=_we_pay),
        K.MULTIPLY_BATTLE_DAMAGE: Rule(1, test=_they_pay),
        K.CANCEL_CARD: Rule(2, test=_their_card),
        K.DRAW_DESTINY_TO_CANCEL: Rule(2, test=_their_card),
        K.GRAB: Rule(2, _why("their Interrupt does not come back", 0.5)),
        K.DEPLOY_TO_GRAB: Rule(2, _why("their Interrupt does not come back", 0.5)),
        K.BARRIER: Rule(3, test=_barrier),
        K.ADD_BATTLE_DESTINY: Rule(3, _why("one more battle destiny", 2)),
        K.FIRE_WEAPON: Rule(3, _why("may hit a card of theirs", 2)),
        K.OPPONENT_LOSES_FORCE: Rule(4, _why("they lose Force", 1)),
        K.RETRIEVE_FORCE: Rule(4, _why("Force comes back", 1)),
        K.RETRIEVE_CARD: Rule(4, _why("a card comes back", 1)),
        K.MAINTENANCE: Rule(4, _why("keeps a card in play", 1)),
        K.ACTIVATE_FORCE: Rule(5, test=piles.activate),
        K.DEPLOY_FROM_RESERVE: Rule(6, test=_search),
        K.PULL_FROM_RESERVE: Rule(6, test=_search),
        K.TAKE_FROM_LOST_PILE: Rule(6, test=_search),
        K.DEPLOY_MATCHING_WEAPON: Rule(6, test=_search),
        K.DEPLOY_STARTING_CARDS: Rule(6, _why("cards that start in play", 1)),
    }
)
"""Optional responses."""
