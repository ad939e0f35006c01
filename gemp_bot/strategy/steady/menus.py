"""What `steady` knows of a question, and what it does in menus: a rule for each kind of action."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Self

import msgspec

from gemp_bot.decisions import ActionKind, Option, ResponseTrigger
from gemp_bot.evaluators.fixed_answers import PAYS
from gemp_bot.evaluators.memory import ActionMemory, PhaseChange, PhaseMemory, RepeatMemory, SearchMemory
from gemp_bot.evaluators.question_context import QuestionContext
from gemp_bot.evaluators.weighed import (
    OUR,
    THEIR,
    THEIRS,
    THEY_LOSE,
    Part,
    ScoredAnswer,
    part,
    passing,
    several,
)
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.events import PlayerZones
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.state import Table
from gemp_bot.state.table import damage_due
from gemp_bot.strategy.steady.location_power import LocationPower, PowerTracker

Parts = tuple[Part, ...]
MOST_ACTIONS = 80
"""Actions in one phase; a phase that takes more runs in a circle."""
DESTINY_CARDS = 4
"""Cards that stay in the Reserve Deck to draw destiny from; half of them when life is short."""
SHORT_LIFE = 10
"""Life force at which the hand pays, because only cards in piles keep us in the game."""
DRAWN_HAND = 9
"""Cards up to which is drawn."""
MARGIN = 1.0
"""Power that must be ahead: with it four battles in five are won."""
ALONE = 4.0
"""Power with which a side probably has the ability to draw battle destiny; with less, thrice the margin."""
COST = 0.5
"""A move uses Force, which is not lost."""
CLEAR = 0.5
"""Force a move must bring beyond its cost."""
_NOTHING = PlayerZones(PlayerName(""))
PASSED = part("nothing to gain")
LEAST = part("the answer that commits to the least")
FOUND = part("a card found is a card more", 1)
_SAVE = part("loses less Force", 1)
_ACTIVATE = part("Force pays for everything", 1, PAYS)
HAND = part("a hand to choose from", 0.5)
_PROBE = part("a place nearby looks better", 1)


class SteadyMemory(msgspec.Struct, frozen=True, eq=False):
    """What `steady` remembers of one game; `powers` is what was learnt about locations and cards."""

    phase: PhaseMemory
    actions: ActionMemory
    searches: SearchMemory
    repeats: RepeatMemory
    powers: PowerTracker

    @classmethod
    def empty(cls) -> Self:
        """At the start of a game."""
        return cls(PhaseMemory(), ActionMemory(MOST_ACTIONS), SearchMemory(), RepeatMemory(), PowerTracker())

    def enter(self, table: Table) -> None:
        """A menu of a phase came: the action before it is over, and a new phase makes everything possible."""
        self.actions.finish()
        self.powers.observe(table)
        if self.phase.enter(table) is not PhaseChange.NONE:
            self.actions.new_phase()
            self.powers.expect_nothing()


class SteadyContext(QuestionContext, frozen=True, eq=False):
    """One question with all that `steady` decides by."""

    memory: SteadyMemory

    @property
    def mine(self) -> PlayerZones:
        """Sizes of our hand and piles; all 0 before the first statistics."""
        known = () if self.table.statistics is None else self.table.statistics.player_zones
        return next((zones for zones in known if zones.name == self.table.me), _NOTHING)

    @property
    def life(self) -> int:
        """Our cards that keep us in the game (rules 3)."""
        mine = self.mine
        return mine.reserve_deck + mine.force_pile + mine.used_pile

    @property
    def locations(self) -> tuple[LocationPower, ...]:
        """All locations, left to right."""
        return self.memory.powers.locations(self.table)

    def location(self, option: Option) -> LocationPower | None:
        """The location of an option: of its card, or the card itself."""
        column = None if option.card_id is None else self.table.column_of(option.card_id)
        found = self.locations
        return found[column] if column is not None and column < len(found) else None


# -- the usual answers ------------------------------------------------------------------------------


def least(ctx: SteadyContext, reasons: Parts = LEAST) -> ScoredAnswer:
    """The answer that commits to the least: pass, No, the fewest cards."""
    return passing(ctx.question, reasons)


def take(ctx: SteadyContext, ranked: Sequence[Option], wanted: int, reasons: Parts) -> ScoredAnswer:
    """The first of the ranked options: as many as wanted, within the bounds of the question."""
    return several(ctx.question, ranked, wanted, reasons)


Handler = Callable[[SteadyContext], ScoredAnswer | list[ScoredAnswer]]
"""Gives the answer, or several of them, the one to give first."""


# -- actions of menus -------------------------------------------------------------------------------

Test = Callable[[SteadyContext, Option], Parts | None]


class Rule(NamedTuple):
    """How an action of a menu is judged.

    Attributes:
        rank: what is possible of a lower rank comes first.
        worth: why it is worth it; or a test that tells why, or None if it is not.
        repeats: it may be chosen again in the same phase.
    """

    rank: int
    worth: Parts | Test
    repeats: bool = False


def spare(ctx: SteadyContext) -> int:
    """Cards of the Reserve Deck that need not stay for destiny."""
    return ctx.mine.reserve_deck - (DESTINY_CARDS if ctx.life > SHORT_LIFE else DESTINY_CARDS // 2)


def wanted_cards(ctx: SteadyContext) -> int:
    """Cards to draw: up to a full hand, fewer the shorter life gets, as what is in hand is no life force."""
    return min(DRAWN_HAND, 3 + ctx.life // 4) - ctx.mine.hand


def _activate(ctx: SteadyContext, _: Option) -> Parts | None:
    return _ACTIVATE if spare(ctx) > 0 else None


def _draw(ctx: SteadyContext, _: Option) -> Parts | None:
    return HAND if wanted_cards(ctx) > 0 else None


def _search(ctx: SteadyContext, option: Option) -> Parts | None:
    """Search unless it failed a short while ago."""
    return None if ctx.memory.searches.hopeless(option, ctx.memory.phase.turn) else FOUND


def _in_turn(text: str, force: float, *, ours: bool) -> Test:
    """In our turn, or in theirs: the offer comes in both."""
    return lambda ctx, _: part(text, force) if ctx.my_turn is ours else None


def _their_card(ctx: SteadyContext, _: Option) -> Parts | None:
    """Cancel what is being played in the opponent's turn; nothing tells more surely whose it is."""
    if ctx.my_turn or ctx.question.reading.happening is not ResponseTrigger.PLAYING:
        return None
    return part(f"{THEIR} card does nothing", 1)


def _we_pay(ctx: SteadyContext, _: Option) -> Parts | None:
    return _SAVE if max(damage_due(ctx.table)) > 0 else None


def _they_pay(ctx: SteadyContext, _: Option) -> Parts | None:
    paid = ctx.table.battle is not None and max(damage_due(ctx.table)) <= 0
    return part(f"{THEY_LOSE} more", 2) if paid else None


def _initiate(ctx: SteadyContext, option: Option) -> Parts | None:
    """Battle where our power exceeds theirs; the card of the action is the location."""
    location = ctx.location(option)
    if location is None or ctx.mine.reserve_deck == 0:
        return None
    margin = location.mine - max(location.theirs, 0)
    if margin < (MARGIN if location.mine >= ALONE else 3 * MARGIN):
        return None
    return (Part(f"{OUR} power exceeds {THEIRS}", margin), Part("a battle costs Force", -1))


def stand(ctx: SteadyContext, option: Option) -> tuple[tuple[LocationPower, ...], int, float] | None:
    """The locations, the column of the card of an action, and the power it would take along."""
    column = None if option.card_id is None else ctx.table.column_of(option.card_id)
    places = ctx.locations
    if column is None or column >= len(places) or places[column].mine < 0:
        return None
    return places, column, min(ctx.memory.powers.power_of(option.blueprint_id), places[column].mine)


def gain_of_move(here: LocationPower, there: LocationPower, power: float) -> float:
    """What it brings, in Force, that this much power goes from one place to another one."""
    return there.gain(power) + here.worth(-power) - here.worth() if power > 0 else 0


def _landspeed(ctx: SteadyContext, option: Option) -> Parts | None:
    """Whether a neighbouring column is worth the move: sites stand side by side."""
    found = stand(ctx, option)
    if found is None:
        return None
    places, column, power = found
    near = [places[each] for each in (column - 1, column + 1) if 0 <= each < len(places)]
    return (
        _PROBE if any(gain_of_move(places[column], there, power) > COST + CLEAR for there in near) else None
    )


def _hyperspeed(ctx: SteadyContext, option: Option) -> Parts | None:
    """Whether any location is worth the move. A location that moves (Death Star) stays where it is."""
    card, found = ctx.card(option), stand(ctx, option)
    if card is None or card.zone is Zone.LOCATIONS or found is None:
        return None
    places, column, power = found
    here = places[column]
    others = (there for there in places if there is not here)
    return _PROBE if any(gain_of_move(here, there, power) > COST + 3 * CLEAR for there in others) else None


K = ActionKind
_DRAINS, _COMES_BACK = part(f"{THEY_LOSE} Force", 1), part("Force comes back", 1)
_CARD_BACK, _KEEPS = part("a card comes back", 1), part("keeps a card in play", 1)
_DESTINY, _HIT = part("one more battle destiny", 2), part(f"may hit a card of {THEIRS}", 2)
_GRAB = part(f"{THEIR} Interrupt does not come back", 0.5)

_PAYING = (K.CANCEL_BATTLE_DAMAGE, K.REDUCE_BATTLE_DAMAGE, K.REDUCE_ATTRITION, K.CANCEL_ATTRITION)
_SEARCHES = (K.PULL_FROM_RESERVE, K.TAKE_FROM_LOST_PILE, K.DEPLOY_FROM_LOST, K.DEPLOY_FROM_PILE)
_ELSEWHERE = (K.DEPLOY_HERE, K.DEPLOY_STACKED, K.DEPLOY_CARD, K.DEPLOY_ON, K.DEPLOY_MATCHING_WEAPON)

OWN_TURN: Mapping[ActionKind, Rule] = MappingProxyType(
    {
        K.ACTIVATE_FORCE: Rule(0, _activate, repeats=True),
        K.FORCE_DRAIN: Rule(1, _DRAINS),
        K.OPPONENT_LOSES_FORCE: Rule(2, _DRAINS),
        K.MAINTENANCE: Rule(2, _KEEPS),
        K.RETRIEVE_FORCE: Rule(3, _COMES_BACK),
        K.RETRIEVE_CARD: Rule(3, _CARD_BACK),
        K.DEFENSIVE_SHIELD: Rule(4, part("a shield costs nothing", 0.5)),
        K.DEPLOY_FROM_RESERVE: Rule(5, _search),
        **dict.fromkeys(_SEARCHES, Rule(6, _search)),
        K.DEPLOY: Rule(7, part("a card in play does more than one in hand", 1)),
        K.DEPLOY_SIMULTANEOUSLY: Rule(8, part("a pilot and a starfighter together", 1)),
        **dict.fromkeys(_ELSEWHERE, Rule(8, _search)),
        K.PERSONA_REPLACE: Rule(9, part("the better version of a card", 0.5)),
        K.INITIATE_BATTLE: Rule(10, _initiate),
        K.MOVE_LANDSPEED: Rule(11, _landspeed),
        K.MOVE_HYPERSPEED: Rule(12, _hyperspeed),
        K.DRAW_CARD: Rule(13, _draw, repeats=True),
    }
)
"""Top-level actions in our own turn."""

SEGMENT: Mapping[ActionKind, Rule] = MappingProxyType(
    {K.ADD_BATTLE_DESTINY: Rule(0, _DESTINY), K.FIRE_WEAPON: Rule(1, _HIT)}
)
"""The weapons segment of a battle, whoever began it."""

RESPONSES: Mapping[ActionKind, Rule] = MappingProxyType(
    {
        K.CANCEL_FORCE_DRAIN: Rule(0, _in_turn(f"{THEIR} Force drain does nothing", 2, ours=False)),
        K.INCREASE_FORCE_DRAIN: Rule(0, _in_turn(f"more for {OUR} Force drain", 1, ours=True)),
        K.REDUCE_FORCE_DRAIN: Rule(0, _in_turn(f"less for {THEIR} Force drain", 1, ours=False)),
        K.REDUCE_FORCE_LOSS: Rule(1, _SAVE),
        **dict.fromkeys(_PAYING, Rule(1, _we_pay)),
        K.MULTIPLY_BATTLE_DAMAGE: Rule(1, _they_pay),
        K.CANCEL_CARD: Rule(2, _their_card),
        K.DRAW_DESTINY_TO_CANCEL: Rule(2, _their_card),
        K.GRAB: Rule(2, _GRAB),
        K.DEPLOY_TO_GRAB: Rule(2, _GRAB),
        K.BARRIER: Rule(3, _in_turn(f"{THEIR} new card stands still for a turn", 1, ours=False)),
        K.ADD_BATTLE_DESTINY: Rule(3, _DESTINY),
        K.FIRE_WEAPON: Rule(3, _HIT),
        K.OPPONENT_LOSES_FORCE: Rule(4, _DRAINS),
        K.RETRIEVE_FORCE: Rule(4, _COMES_BACK),
        K.RETRIEVE_CARD: Rule(4, _CARD_BACK),
        K.MAINTENANCE: Rule(4, _KEEPS),
        K.ACTIVATE_FORCE: Rule(5, _activate),
        **dict.fromkeys((K.DEPLOY_FROM_RESERVE, K.PULL_FROM_RESERVE), Rule(6, _search)),
        **dict.fromkeys((K.TAKE_FROM_LOST_PILE, K.DEPLOY_MATCHING_WEAPON), Rule(6, _search)),
        K.DEPLOY_STARTING_CARDS: Rule(6, part("cards that start in play", 1)),
    }
)
"""Optional responses."""


def menu(rules: Mapping[ActionKind, Rule]) -> Handler:
    """A handler that takes the first action of the best rank that is worth it; else it passes."""

    def handle(ctx: SteadyContext) -> ScoredAnswer:
        question, actions = ctx.question, ctx.memory.actions
        if not question.options:
            return least(ctx, PASSED)
        if rules is OWN_TURN and not ctx.my_turn:
            return least(ctx, part(f"{THEIR} turn: no action of {OUR} own"))
        if actions.action_limit_hit:
            return least(ctx, part("too many actions in this phase"))
        best: tuple[int, Option, Parts] | None = None
        for option in question.options:
            rule = None if option.reading is None else rules.get(option.reading.effect)
            # What comes no sooner than the best so far is not even tested.
            if rule is None or (best is not None and rule.rank >= best[0]):
                continue
            if actions.tried(option) and not rule.repeats:
                continue
            reasons = rule.worth(ctx, option) if callable(rule.worth) else rule.worth
            if reasons is not None:
                best = rule.rank, option, reasons
        if best is None:
            return least(ctx, PASSED)
        actions.choose(best[1])
        return ScoredAnswer(question.choose(best[1]), best[2])

    return handle
