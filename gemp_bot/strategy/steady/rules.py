"""What `steady` does, question by question: no cards are known, only what the server shows.

That is kinds of prompts and actions, owners, power at locations, sizes of piles, what is left to pay, and
whose turn it is. What stands in no table gets the answer that commits to the least: No, pass, the fewest
cards, the number the server proposes. Missing on purpose: everything that costs cards of our own for an
unknown gain (place in Lost Pile, stack, exchange, shuffle, peek, sabacc, wagers, duels) and what only moves
cards about (capacity slots, transfers, embarking, docking bays).
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple, Self

import msgspec

from gemp_bot.decisions import ActionKind, Answer, Option, PromptKind, Question, ResponseTrigger
from gemp_bot.evaluators.fixed_answers import (
    AS_CHOSEN,
    FIXED_NUMBERS,
    FIXED_RESULTS,
    IF_PURSUED,
    MAINTENANCE,
    FixedNumber,
    FixedResult,
)
from gemp_bot.evaluators.memory import ActionMemory, PhaseChange, PhaseMemory, RepeatMemory, SearchMemory
from gemp_bot.evaluators.question_context import QuestionContext
from gemp_bot.evaluators.target_sides import TargetSide, found_nothing, takes_cards, targets_of
from gemp_bot.evaluators.weighed import Part, ScoredAnswer, amount, part, passing, result, several
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.events import PlayerZones
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.state import Table
from gemp_bot.state.table import damage_due
from gemp_bot.strategy.base import Alternative, Budget, Reason, Verdict
from gemp_bot.strategy.steady.location_power import LocationPower, PowerTracker

_Why = tuple[Part, ...]

MOST_ACTIONS = 80
"""Actions in one phase; a phase that takes more runs in a circle."""
DESTINY_CARDS = 4
"""Cards that stay in the Reserve Deck to draw destiny from; half of them when life is short."""
SHORT_LIFE = 10
"""Life force at which the hand pays, because only cards in piles keep us in the game."""
DRAWN_HAND = 9
"""Cards up to which is drawn."""
FULL_HAND = 8
"""A hand beyond this is paid from first."""
LAST_HAND = 3
"""Cards that even when life is short stay in hand."""
LARGE = 4.0
"""Damage from which a card is forfeited rather than as many cards lost."""
LOST_CAUSE = 6.0
"""Power behind which a location is given up anyway."""
MARGIN = 1.0
"""Power that must be ahead: with it four battles in five are won."""
ALONE = 4.0
"""Power with which a side probably has the ability to draw battle destiny; with less, thrice the margin."""
WORTH_IT = 0.2
"""Force a deployment must bring."""
RICH = 12
"""With more Force than this, anything that does no harm is deployed."""
ABOARD = 0.3
"""A starship or vehicle without crew is worth a little more with one."""
COST = 0.5
"""A move uses Force, which is not lost."""
CLEAR = 0.5
"""Force a move must bring beyond its cost."""


_NOTHING = PlayerZones(PlayerName(""))

PASSED = part("nothing to gain")
LEAST = part("the answer that commits to the least")
_SEARCH = part("a card found is a card more", 1)
_SAVE = part("loses less Force", 1)
_ACTIVATE = part("Force pays for everything", 1)
_DRAW = part("a hand to choose from", 0.5)
_PAY_HAND = part("a card of the hand is no life force")
_PAY_PILE = part("a card nobody has seen yet", -1)
_FORFEIT = part("a forfeit pays for several cards", 1)
_NOWHERE = part("no place where it would help")
_PROBE = part("a place nearby looks better", 1)
_STAY = part("no place within reach is better")
_THEIRS = part("a card of theirs", 1)
_OURS = part("a card of ours", 1)


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
    def pursued(self) -> Option | None:
        """The action that is being carried out."""
        return self.memory.actions.pursued

    @property
    def purpose(self) -> ActionKind | None:
        """What the action does that is being carried out."""
        return self.memory.actions.purpose

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


def _least(ctx: SteadyContext, reasons: _Why = LEAST) -> ScoredAnswer:
    """The answer that commits to the least: pass, No, the fewest cards."""
    return passing(ctx.question, reasons)


def _take(ctx: SteadyContext, ranked: Sequence[Option], wanted: int, reasons: _Why) -> ScoredAnswer:
    """The first of the ranked options: as many as wanted, within the bounds of the question."""
    return several(ctx.question, ranked, wanted, reasons)


def _result(fixed: FixedResult) -> "Handler":
    """A handler that gives one result if it is offered."""
    reasons = part(fixed.reason, fixed.force)
    return lambda ctx: result(ctx.question, fixed.kind, reasons) or _least(ctx)


def _end_of_range(fixed: FixedNumber) -> "Handler":
    """A handler that gives the largest or the smallest number."""

    def handle(ctx: SteadyContext) -> ScoredAnswer:
        number = ctx.question.max if fixed.most else ctx.question.min
        return amount(ctx.question, number, part(fixed.reason.format(number)))

    return handle


# -- actions of menus -------------------------------------------------------------------------------

Test = Callable[[SteadyContext, Option], _Why | None]


class Rule(NamedTuple):
    """How an action of a menu is judged.

    Attributes:
        rank: what is possible of a lower rank comes first.
        worth: why it is worth it; or a test that tells why, or None if it is not.
        repeats: it may be chosen again in the same phase.
    """

    rank: int
    worth: _Why | Test
    repeats: bool = False


def _spare(ctx: SteadyContext) -> int:
    """Cards of the Reserve Deck that need not stay for destiny."""
    return ctx.mine.reserve_deck - (DESTINY_CARDS if ctx.life > SHORT_LIFE else DESTINY_CARDS // 2)


def _wanted_cards(ctx: SteadyContext) -> int:
    """Cards to draw: up to a full hand, fewer the shorter life gets, as what is in hand is no life force."""
    return min(DRAWN_HAND, 3 + ctx.life // 4) - ctx.mine.hand


def _activate(ctx: SteadyContext, _: Option) -> _Why | None:
    return _ACTIVATE if _spare(ctx) > 0 else None


def _draw(ctx: SteadyContext, _: Option) -> _Why | None:
    return _DRAW if _wanted_cards(ctx) > 0 else None


def _search(ctx: SteadyContext, option: Option) -> _Why | None:
    """Search unless it failed a short while ago."""
    return None if ctx.memory.searches.hopeless(option, ctx.memory.phase.turn) else _SEARCH


def _in_turn(text: str, force: float, *, ours: bool) -> Test:
    """In our turn, or in theirs: the offer comes in both."""
    return lambda ctx, _: part(text, force) if ctx.my_turn is ours else None


def _their_card(ctx: SteadyContext, _: Option) -> _Why | None:
    """Cancel what is being played in the opponent's turn; nothing tells more surely whose it is."""
    if ctx.my_turn or ctx.question.reading.happening is not ResponseTrigger.PLAYING:
        return None
    return part("their card does nothing", 1)


def _we_pay(ctx: SteadyContext, _: Option) -> _Why | None:
    return _SAVE if max(damage_due(ctx.table)) > 0 else None


def _they_pay(ctx: SteadyContext, _: Option) -> _Why | None:
    paid = ctx.table.battle is not None and max(damage_due(ctx.table)) <= 0
    return part("they lose more", 2) if paid else None


def _initiate(ctx: SteadyContext, option: Option) -> _Why | None:
    """Battle where our power exceeds theirs; the card of the action is the location."""
    location = ctx.location(option)
    if location is None or ctx.mine.reserve_deck == 0:
        return None
    margin = location.mine - max(location.theirs, 0)
    if margin < (MARGIN if location.mine >= ALONE else 3 * MARGIN):
        return None
    return (Part("our power exceeds theirs", margin), Part("a battle costs Force", -1))


def _stand(ctx: SteadyContext, option: Option) -> tuple[tuple[LocationPower, ...], int, float] | None:
    """The locations, the column of the card of an action, and the power it would take along."""
    column = None if option.card_id is None else ctx.table.column_of(option.card_id)
    places = ctx.locations
    if column is None or column >= len(places) or places[column].mine < 0:
        return None
    return places, column, min(ctx.memory.powers.power_of(option.blueprint_id), places[column].mine)


def _gain(here: LocationPower, there: LocationPower, power: float) -> float:
    return there.gain(power) + here.worth(-power) - here.worth() if power > 0 else 0


def _landspeed(ctx: SteadyContext, option: Option) -> _Why | None:
    """Whether a neighbouring column is worth the move: sites stand side by side."""
    found = _stand(ctx, option)
    if found is None:
        return None
    places, column, power = found
    near = [places[each] for each in (column - 1, column + 1) if 0 <= each < len(places)]
    return _PROBE if any(_gain(places[column], there, power) > COST + CLEAR for there in near) else None


def _hyperspeed(ctx: SteadyContext, option: Option) -> _Why | None:
    """Whether any location is worth the move. A location that moves (Death Star) stays where it is."""
    card, found = ctx.card(option), _stand(ctx, option)
    if card is None or card.zone is Zone.LOCATIONS or found is None:
        return None
    places, column, power = found
    here = places[column]
    others = (there for there in places if there is not here)
    return _PROBE if any(_gain(here, there, power) > COST + 3 * CLEAR for there in others) else None


K = ActionKind
_DRAINS, _COMES_BACK = part("they lose Force", 1), part("Force comes back", 1)
_CARD_BACK, _KEEPS = part("a card comes back", 1), part("keeps a card in play", 1)
_DESTINY, _HIT = part("one more battle destiny", 2), part("may hit a card of theirs", 2)
_GRAB = part("their Interrupt does not come back", 0.5)

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
        K.CANCEL_FORCE_DRAIN: Rule(0, _in_turn("their Force drain does nothing", 2, ours=False)),
        K.INCREASE_FORCE_DRAIN: Rule(0, _in_turn("more for our Force drain", 1, ours=True)),
        K.REDUCE_FORCE_DRAIN: Rule(0, _in_turn("less for their Force drain", 1, ours=False)),
        K.REDUCE_FORCE_LOSS: Rule(1, _SAVE),
        **dict.fromkeys(_PAYING, Rule(1, _we_pay)),
        K.MULTIPLY_BATTLE_DAMAGE: Rule(1, _they_pay),
        K.CANCEL_CARD: Rule(2, _their_card),
        K.DRAW_DESTINY_TO_CANCEL: Rule(2, _their_card),
        K.GRAB: Rule(2, _GRAB),
        K.DEPLOY_TO_GRAB: Rule(2, _GRAB),
        K.BARRIER: Rule(3, _in_turn("their new card stands still for a turn", 1, ours=False)),
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


def _menu(rules: Mapping[ActionKind, Rule]) -> "Handler":
    """A handler that takes the first action of the best rank that is worth it; else it passes."""

    def handle(ctx: SteadyContext) -> ScoredAnswer:
        question, actions = ctx.question, ctx.memory.actions
        if not question.options:
            return _least(ctx, PASSED)
        if rules is OWN_TURN and not ctx.my_turn:
            return _least(ctx, part("their turn: no action of our own"))
        if actions.action_limit_hit:
            return _least(ctx, part("too many actions in this phase"))
        best: tuple[int, Option, _Why] | None = None
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
            return _least(ctx, PASSED)
        actions.choose(best[1])
        return ScoredAnswer(question.choose(best[1]), best[2])

    return handle


# -- targets and places -----------------------------------------------------------------------------


def _first_of_all(ctx: SteadyContext) -> ScoredAnswer:
    """The first that is offered."""
    return _take(ctx, ctx.question.selectable, 1, _OURS)


def _first_place(ctx: SteadyContext) -> ScoredAnswer:
    """Where a location goes: the first place offered."""
    return _take(ctx, ctx.question.selectable, 1, part("any place will do"))


def _these(ctx: SteadyContext, options: list[Option], reasons: _Why) -> ScoredAnswer:
    """One of these; none rather than the wrong one."""
    if not options:
        return _least(ctx, part("no target of the right side"))
    return _take(ctx, options, 1, reasons)


def _strongest(ctx: SteadyContext, options: list[Option]) -> ScoredAnswer:
    """The card of theirs that adds most power as far as we have seen; the server's order among equals."""
    powers = ctx.memory.powers
    ranked = sorted(options, key=lambda option: -powers.power_of(option.blueprint_id))
    return _these(ctx, ranked, _THEIRS)


def _choose_target(ctx: SteadyContext) -> ScoredAnswer:
    """A target for what is being done: theirs for harm, ours for help."""
    side, options = targets_of(ctx, ctx.purpose)
    if side is TargetSide.PILE:
        return _found_cards(ctx)
    return _strongest(ctx, options) if side is TargetSide.THEIRS else _these(ctx, options, _OURS)


def _choose_theirs(ctx: SteadyContext) -> ScoredAnswer:
    """A card to cancel, to steal, to capture: the menus hold our own as well."""
    return _strongest(ctx, [option for option in ctx.question.selectable if ctx.is_theirs(option)])


def _choose_ours(ctx: SteadyContext) -> ScoredAnswer:
    """A card of ours to do something with."""
    return _these(ctx, [option for option in ctx.question.selectable if ctx.is_mine(option)], _OURS)


def _found_cards(ctx: SteadyContext) -> ScoredAnswer:
    """Cards out of a pile: as many as are allowed, such as we do not hold yet first."""
    held = {card.blueprint_id for card in ctx.table.hand}
    ranked = sorted(ctx.question.selectable, key=lambda option: option.blueprint_id in held)
    if not ranked:
        return _least(ctx, PASSED)
    return _take(ctx, ranked, ctx.question.max, _SEARCH)


def _cards_from_pile(ctx: SteadyContext) -> ScoredAnswer:
    """Cards to deploy or to take into hand; for any other purpose none, as it may cost them."""
    return _found_cards(ctx) if takes_cards(ctx.purpose) else _least(ctx)


def _choose_place(ctx: SteadyContext) -> ScoredAnswer | list[ScoredAnswer]:
    """The place that gains most by live power; none if none gains and that may be said."""
    question, powers = ctx.question, ctx.memory.powers
    face = None if ctx.pursued is None else ctx.pursued.blueprint_id
    power = powers.power_of(face)
    scored = [(_place_score(ctx, option, power), option) for option in question.selectable]
    if not scored:
        return _least(ctx, _NOWHERE)
    scored.sort(key=lambda entry: -entry[0])
    best, option = scored[0]
    floor = WORTH_IT if ctx.mine.force_pile <= RICH else -WORTH_IT
    if best < floor and question.can_pass:
        return _least(ctx, _NOWHERE)
    if option.card_id is not None:
        powers.expect_arrival(ctx.table, face, option.card_id)
    # Power has come: what was of no use before may be now.
    ctx.memory.actions.reopen((ActionKind.DEPLOY,))
    others = scored[1:4] if question.max == 1 else []
    chosen = _take(ctx, [option], 1, part("power where it helps most", best))
    return [chosen, *(ScoredAnswer(question.choose(other), part("", score)) for score, other in others)]


def _place_score(ctx: SteadyContext, option: Option, power: float) -> float:
    card, location = ctx.card(option), ctx.location(option)
    if card is None:
        return 0
    if card.zone is Zone.LOCATIONS:
        return 0 if location is None else location.gain(power)
    if ctx.is_theirs(option):
        return 1
    # Aboard, or on a character: good where we stand against somebody, and on who carries nothing yet.
    bare = not ctx.table.attached_to(card.id)
    return 1 + (0 if location is None else location.gain(1)) + (ABOARD if bare else 0)


def _move_target(ctx: SteadyContext) -> ScoredAnswer:
    """Where to: the best location if it is better than this one."""
    found = None if ctx.pursued is None else _stand(ctx, ctx.pursued)
    best, most = None, COST + CLEAR
    if found is not None:
        places, column, power = found
        for option in ctx.question.selectable:
            target = None if option.card_id is None else ctx.table.column_of(option.card_id)
            if target is None or target == column or target >= len(places):
                continue
            gain = _gain(places[column], places[target], power)
            if gain > most:
                best, most = option, gain
    if best is None:
        return _least(ctx, _STAY)
    reasons = (Part("the better place", most), Part("a move costs Force", -COST))
    return _take(ctx, [best], 1, reasons)


# -- paying -----------------------------------------------------------------------------------------


def _pay(ctx: SteadyContext, *, forfeiting: bool) -> ScoredAnswer:
    """A unit of Force: from a pile, or from a full hand; from the hand, too, when life is short.

    Where cards in a battle may be forfeited, attrition asks for them; large damage is paid by them as well.
    """
    hand: list[Option] = []
    tops: dict[Zone, Option] = {}
    others: list[Option] = []
    mine = ctx.mine
    sizes = {
        Zone.TOP_OF_RESERVE_DECK: mine.reserve_deck,
        Zone.TOP_OF_USED_PILE: mine.used_pile,
        Zone.TOP_OF_FORCE_PILE: mine.force_pile // 2,  # Force is what we play with
    }
    for option in ctx.question.selectable:
        card = ctx.card(option)
        if card is not None and card.zone is Zone.HAND:
            hand.append(option)
        elif card is not None and card.zone in sizes:
            tops.setdefault(card.zone, option)
        else:
            others.append(option)
    if forfeiting:
        others = _by_value(ctx, others)
        damage, attrition = damage_due(ctx.table)
        if others and (attrition > 0 or damage >= LARGE or not (hand or tops) or _lost_cause(ctx)):
            return _take(ctx, others, ctx.question.min, _FORFEIT)
    faces = [option.blueprint_id for option in hand]
    # Second copies first: of most cards only one can be in play.
    hand.sort(key=lambda option: faces.count(option.blueprint_id) == 1)
    piles = [tops[zone] for zone in sorted(tops, key=lambda zone: -sizes[zone])]
    short = ctx.life <= SHORT_LIFE and mine.hand > LAST_HAND
    if hand and (mine.hand > FULL_HAND or short or not piles):
        return _take(ctx, [*hand, *piles, *others], ctx.question.min, _PAY_HAND)
    return _take(ctx, [*piles, *hand, *others], ctx.question.min, _PAY_PILE)


def _forfeit(ctx: SteadyContext) -> ScoredAnswer:
    """A card must go: the one of least power, those aboard before what carries them."""
    ranked = _by_value(ctx, ctx.question.selectable)
    return _take(ctx, ranked, max(ctx.question.min, 1), _FORFEIT)


def _optional_forfeit(ctx: SteadyContext) -> ScoredAnswer:
    """Only where something is still due."""
    if max(damage_due(ctx.table)) <= 0:
        return _least(ctx, part("nothing has to be paid"))
    return _forfeit(ctx)


def _lose_card(ctx: SteadyContext) -> ScoredAnswer:
    """A card that has to go by some effect: theirs if there is a choice, else one of the hand."""
    theirs: list[Option] = []
    hand: list[Option] = []
    others: list[Option] = []
    for option in ctx.question.selectable:
        card = ctx.card(option)
        if card is not None and card.owner not in (None, ctx.table.me):
            theirs.append(option)
        else:
            (hand if card is not None and card.zone is Zone.HAND else others).append(option)
    if theirs:
        return _take(ctx, theirs, 1, _FORFEIT)
    if ctx.question.can_pass:
        return _least(ctx, PASSED)
    return _take(ctx, [*hand, *others], ctx.question.min, _PAY_HAND)


def _by_value(ctx: SteadyContext, options: Sequence[Option]) -> list[Option]:
    """What is hit is lost anyway, crew goes before its ship, then the least power."""

    def value(option: Option) -> tuple[bool, bool, float]:
        card = ctx.card(option)
        if card is None:
            return True, True, 0
        return not card.sideways, card.host is None, ctx.memory.powers.power_of(card.blueprint_id)

    return sorted(options, key=value)


def _lost_cause(ctx: SteadyContext) -> bool:
    battle, places = ctx.table.battle, ctx.locations
    if battle is None or not 0 <= battle.column < len(places):
        return False
    return places[battle.column].theirs - places[battle.column].mine >= LOST_CAUSE


# -- other questions --------------------------------------------------------------------------------


def _maintain(ctx: SteadyContext) -> ScoredAnswer:
    """Pay with Force rather than with the card."""
    found = (result(ctx.question, fixed.kind, part(fixed.reason, fixed.force)) for fixed in MAINTENANCE)
    return next(filter(None, found), None) or _least(ctx)


def _if_ours(ctx: SteadyContext) -> ScoredAnswer:
    """Yes if it is part of an action that we have chosen, else No."""
    found = result(ctx.question, AS_CHOSEN.kind, part(AS_CHOSEN.reason, AS_CHOSEN.force))
    return _least(ctx) if ctx.pursued is None or found is None else found


def _largest_value(ctx: SteadyContext) -> ScoredAnswer:
    """The result with the largest number; a large destiny is a good one."""
    ranked = sorted(ctx.question.selectable, key=lambda each: 1 if each.number is None else -each.number)
    return _take(ctx, ranked, ctx.question.min, part("the largest value"))


Handler = Callable[[SteadyContext], ScoredAnswer | list[ScoredAnswer]]
"""Gives the answer, or several of them, the one to give first."""
P = PromptKind

HANDLERS: Mapping[PromptKind, Handler] = MappingProxyType(
    {
        **{kind: _result(fixed) for kind, fixed in FIXED_RESULTS.items()},
        **{kind: _end_of_range(fixed) for kind, fixed in FIXED_NUMBERS.items()},
        **dict.fromkeys(IF_PURSUED, _if_ours),
        # menus
        P.PHASE_ACTION: _menu(OWN_TURN),
        P.OPTIONAL_RESPONSES: _menu(RESPONSES),
        P.REQUIRED_RESPONSES: lambda ctx: ScoredAnswer(
            ctx.question.first_legal(), part("all of them will come")
        ),
        P.WEAPONS_SEGMENT: _menu(SEGMENT),
        # starting the game
        P.FORCE_TO_ALLOW: lambda ctx: amount(
            ctx.question, ctx.question.max, part("nothing of ours would come in between")
        ),
        # to activate 0 would cancel the action, and we would be asked again
        P.FORCE_TO_ACTIVATE: lambda ctx: amount(
            ctx.question, max(_spare(ctx), 1), part("all but a few cards for destiny", 1)
        ),
        P.CARDS_TO_DRAW: lambda ctx: amount(ctx.question, _wanted_cards(ctx), _DRAW),
        # losing
        P.LOSE_FORCE: partial(_pay, forfeiting=False),
        P.LOSE_FORCE_OR_FORFEIT: partial(_pay, forfeiting=True),
        P.FORFEIT: _forfeit,
        P.OPTIONAL_FORFEIT: _optional_forfeit,
        **dict.fromkeys((P.LOSE_CARD, P.PLACE_CARD, P.PLACE_OUT_OF_PLAY), _lose_card),
        # looking, deploying, moving, and what else asks for a card
        P.VERIFY_PILE: _least,
        **dict.fromkeys(
            (P.STARTING_LOCATION, P.TAKE_INTO_HAND, P.RETRIEVE, P.DEPLOY_FROM_PILE), _found_cards
        ),
        P.CARDS_FROM_PILE: _cards_from_pile,
        P.CHOOSE_DEPLOY_TARGET: _choose_place,
        **dict.fromkeys(
            (P.SIDE_OF_LOCATION, P.DEPLOY_NEXT_TO, P.DEPLOY_AS_RELATED, P.CAPACITY_SLOT), _first_place
        ),
        **dict.fromkeys(
            (P.STARTING_INTERRUPT, P.CHOOSE_PILOT_ABOARD, P.PLAY_FROM_PILE, P.HIGHEST_ABILITY), _first_of_all
        ),
        **dict.fromkeys((P.CHOOSE_SITE, P.CAPTURE_OPTION, P.ESCORT), _first_of_all),
        P.CHOOSE_MOVE_TARGET: _move_target,
        P.CHOOSE_TARGET: _choose_target,
        **dict.fromkeys((P.PERSONA_REPLACE, P.WEAPON_TO_FIRE), _choose_ours),
        **dict.fromkeys((P.RETARGET, P.CANCEL_CARD, P.STEAL_CARD), _choose_theirs),
        P.DESTINY_VALUE: _largest_value,
        P.MAINTENANCE: _maintain,
    }
)

_MENUS = frozenset({P.PHASE_ACTION, P.OPTIONAL_RESPONSES, P.WEAPONS_SEGMENT})
"""What was tried in them is remembered by their actions. They are often equal and lead in no circle, ..."""
_STRAIGHT = _MENUS | {P.FORCE_TO_ALLOW}
"""... as this question does not, either."""
_CIRCLE = (Reason("the same question again and again: another answer"),)


class SteadyStrategy:
    """Plain code, sensible and quick: the fixed yardstick of all later strength.

    The tables here say what it does. Deterministic: the same questions give the same answers.

    Args:
        seed: not used; there is no chance in it.
    """

    name = "steady"
    quick = True

    def __init__(self, seed: int) -> None:  # noqa: ARG002 - the shape of every strategy
        self._memory = SteadyMemory.empty()

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:  # noqa: ARG002
        """Answer by the table; what stands in no table gets the answer that commits to the least."""
        kind, memory = question.reading.kind, self._memory
        if question.legal.contradictory:
            return _verdict(ScoredAnswer(question.first_legal(), LEAST))
        beyond = 0 if kind in _STRAIGHT else memory.repeats.ask(question)
        if beyond:  # whatever turns us in a circle, one of the other answers leads out
            answers = question.answers(limit=50)
            return Verdict(answers[beyond % len(answers)], _CIRCLE)
        ctx = SteadyContext(view, question, memory)
        if kind is PromptKind.PHASE_ACTION:
            memory.enter(view)
        elif found_nothing(ctx, ctx.purpose):
            memory.searches.fail(ctx.pursued, memory.phase.turn)
        found = HANDLERS.get(kind, _least)(ctx)
        return _verdict(*found) if isinstance(found, list) else _verdict(found)

    def overruled(self, view: Table, question: Question, answer: Answer) -> None:
        """Remember what is answered instead."""
        if question.kind is PromptKind.PHASE_ACTION:
            self._memory.enter(view)
        if question.kind in _MENUS:
            chosen = (each for each in question.options if each.key == answer.wire)
            self._memory.actions.pursued = next(chosen, None)


def _verdict(found: ScoredAnswer, *others: ScoredAnswer) -> Verdict:
    reasons = tuple(Reason(each.text, each.force) for each in found.parts)
    return Verdict(found.answer, reasons, tuple(Alternative(each.answer, each.score) for each in others))
