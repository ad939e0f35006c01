"""How much Force to activate, how many cards to draw, what to allow."""

from collections.abc import Sequence

from gemp_bot.decisions import Option, PromptKind
from gemp_bot.decisions.legal import Number
from gemp_bot.evaluators.card_value import unplayable
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.fixed_answers import PAYS
from gemp_bot.evaluators.interrupts import paid_response
from gemp_bot.evaluators.life_taken import bill, drawn
from gemp_bot.evaluators.planning import plan_of, plan_with
from gemp_bot.evaluators.shots import destinies
from gemp_bot.evaluators.weighed import OURS, US, Part, ScoredAnswer, amount, part, passing
from gemp_bot.protocol.enums import Phase
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.locations import never_refusals
from gemp_bot.valuation.deployment import TurnPlan, may_stand
from gemp_bot.valuation.position import Group

LATE = 10
"""Life force at which every card counts: then half of the cards for destiny are enough."""
_GIVEN_UP = 0.25
"""A card that does not stay for destiny, in Force: a guess, not counted in games."""
POINT = 0.5
"""A point of destiny, in Force: counted over 640 games (docs/strength.md)."""
_RICH_HAND = 14
_STUCK = 0.7
"""Cards that are drawn for one in hand that could be paid and has nowhere to go, or nowhere of use."""
_MOST_SAVED = 15.0
"""Force that is saved up for a card at most."""


def spare(ctx: DecisionContext) -> float:
    """Cards of the Reserve Deck that need not stay for destiny: all, where nothing happens any more."""
    reserve = float(ctx.stock.zones.reserve_deck)
    if ctx.still:
        return reserve
    least = max(reserve - _kept(ctx), min(_unpaid(ctx), reserve))
    most = min(reserve, ctx.stock.generation)
    if least >= most or not ctx.my_turn or ctx.table.phase is not Phase.ACTIVATE:
        return least
    return _for_the_plan(ctx, max(least, 0.0), most)


def _kept(ctx: DecisionContext) -> float:
    """Cards that usually stay for destiny."""
    return ctx.weights.keep_destiny / (2 if ctx.stock.life <= LATE else 1)


def _for_the_plan(ctx: DecisionContext, least: float, most: float) -> float:
    """What is activated where the cards for destiny could pay for more: enough for it, if it is worth them.

    What is used comes back to the Reserve Deck before the opponent's turn: only destinies of ours lack cards.
    """
    stock = ctx.stock
    small, large = plan_with(ctx, stock.force + least), plan_with(ctx, stock.force + most)
    wanted = large.cost + large.battles + ctx.reader.maintenance - stock.force
    if wanted <= least:
        return least
    weapons = sum(min(len(group.weapons), group.cards) for group in _fighting(ctx, large))
    lacking = max(_draws(ctx, large) + weapons - (stock.zones.reserve_deck - wanted), 0.0)
    price = _GIVEN_UP * (wanted - least) + POINT * ctx.outlook.destiny * lacking
    return min(wanted, most) if large.worth - small.worth > price else least


def _draws(ctx: DecisionContext, plan: TurnPlan) -> float:
    """Destinies of ours in the battles of a plan, those of weapons left out."""
    return sum(map(destinies, _fighting(ctx, plan)))


def _fighting(ctx: DecisionContext, plan: TurnPlan) -> tuple[Group, ...]:
    """Our side of each battle of a plan."""
    fights = {step.column: step.mine for step in plan.steps if step.battle}
    others = [place.mine for place in ctx.position.places if place.column in plan.fought - fights.keys()]
    return (*fights.values(), *others)


def soon_drawn(ctx: DecisionContext) -> float:
    """How likely we draw battle destiny this turn, by what is planned, or in theirs, by what is feared."""
    menu = ctx.my_turn and ctx.table.phase is Phase.DEPLOY and ctx.question.kind is PromptKind.PHASE_ACTION
    plan = plan_of(ctx) if menu else plan_with(ctx, ctx.stock.force)
    return 1.0 if _draws(ctx, plan) > 0 else max((each.chance for each in plan.threats), default=0.0)


def _unpaid(ctx: DecisionContext) -> float:
    """Force that is missing for the Force drains of our next control phase."""
    costs = [cost for cost, _ in bill(ctx)]
    return sum(costs) - ctx.stock.force if costs else 0.0


def activate(ctx: DecisionContext, _: Option) -> tuple[Part, ...]:
    """One more activation."""
    if spare(ctx) > 0:
        return part("Force pays for everything", 1, PAYS)
    return part("the last cards stay for destiny", -1)


def force_to_activate(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """As much as the Reserve Deck can spare. 0 would cancel the action, and we would be asked again."""
    wanted = max(spare(ctx), 1)
    why = part("Force pays for everything; a few cards stay for destiny", 1, PAYS)
    return (amount(ctx.question, wanted, why),)


def force_to_allow(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """All they want."""
    legal = ctx.question.legal
    if not isinstance(legal, Number):
        return (passing(ctx.question),)
    return (amount(ctx.question, legal.high, part(f"nothing of {OURS} would come in between")),)


def _nowhere(ctx: DecisionContext) -> frozenset[CardId]:
    """Fighters of our hand that have nowhere to go, or nowhere of use."""
    in_hand = [facts.location for _, facts in ctx.reader.hand if facts.location is not None]
    nowhere = {
        card
        for card, facts in ctx.reader.hand
        if facts.fights
        and not any(may_stand(facts, place) for place in ctx.position.places)
        and all(never_refusals(facts.kind, location) for location in in_hand)
    }
    return ctx.memory.deploys.stuck | ctx.memory.deploys.idle | nowhere


def wanted_hand(ctx: DecisionContext) -> float:
    """Cards worth holding: what is in hand is no life force, and junk is no hand."""
    position, weights = ctx.position, ctx.weights
    nowhere = _nowhere(ctx)  # counted by themselves
    hand = [facts for card, facts in ctx.reader.hand if card not in nowhere]
    titles = [facts.card.title for facts in hand]
    live = [
        facts
        for at, facts in enumerate(hand)
        if not unplayable(ctx, facts, titles[: at + 1].count(facts.card.title))
    ]
    locations = any(facts.location for facts in live)
    junk = len(hand) - sum(1 for facts in live if not facts.known or facts.fights or facts.location)
    stuck = len(ctx.reader.hand) - len(hand)
    wanted = weights.hand_size + 0.5 * max(junk - 4, 0) + _STUCK * stuck
    if position.generation < 5 and not locations:  # noqa: PLR2004 - Force a turn that starves
        wanted += 2
    if position.force > weights.ample_force:
        wanted += (position.force - weights.ample_force) / 3
    # With nothing to spend so much Force on, only other cards can help: standing still wins no game.
    wanted = min(wanted, _RICH_HAND + stuck + max(position.force - 2 * weights.ample_force, 0))
    # What is in hand keeps nobody alive.
    life = position.life
    if life < 20:  # noqa: PLR2004 - cards
        wanted = min(wanted, 3 + life / 3)
    if position.turns_to_live < 3:  # noqa: PLR2004 - turns
        wanted = min(wanted, 5)
    if position.force > LATE and position.drains <= position.their_drains and ctx.still:
        # What is in hand can go nowhere. Only a card that is still in the piles changes that.
        wanted = max(wanted, position.zones.hand + 2)
    return wanted


def saving(ctx: DecisionContext) -> float:
    """Force to keep this turn: for what is planned for our next, or the dearest card, and for their turn."""
    nowhere = _nowhere(ctx)
    costs = [
        ctx.reader.deploy_cost(card, facts)
        for card, facts in ctx.reader.hand
        if facts.fights and facts.crewed and card not in nowhere
    ]
    wanted = max(ctx.memory.deploys.saved, max(costs, default=0.0))
    activated = min(ctx.stock.generation, ctx.stock.cards_to_activate)
    later = max(min(wanted, _MOST_SAVED) + ctx.weights.keep_force - activated, 0.0)
    # What their turn does not use is there in ours.
    return max(later, ctx.reader.maintenance + paid_response(ctx))


def draw(ctx: DecisionContext, _: Option) -> tuple[Part, ...]:
    """One more card into hand."""
    position = ctx.position
    wanted = wanted_hand(ctx)
    lacking = wanted - position.zones.hand
    if lacking <= 0:
        return part("the hand is full enough", -0.3)
    if position.force <= ctx.reader.maintenance:
        return part("Force to maintain what is in play", -0.3)
    kept = saving(ctx)
    if position.zones.hand >= 4 and position.force <= kept:  # noqa: PLR2004 - a hand to choose from
        return part("Force for the next turn", -0.1)
    words = f"hand of {position.zones.hand}, {wanted:.0f} give a choice"
    told = f"more cards in hand give {US} more to choose from"
    return *part(words, 0.1 * lacking + 0.1, told), *drawn(ctx)


def cards_to_draw(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """Up to a full hand; the last card of life force stays, for without it the game is lost (rules 3)."""
    position = ctx.position
    wanted = min(wanted_hand(ctx) - position.zones.hand, position.life - 1)
    return (amount(ctx.question, max(wanted, 0), part("a hand to choose from", 0.3)),)
