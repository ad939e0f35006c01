"""The plan of a turn: which cards to deploy where with the Force there is, or with less of it."""

from collections.abc import Collection, Iterable, Sequence
from functools import partial

import msgspec

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.decisions import ActionKind, Question
from gemp_bot.evaluators.battles import standing_battles
from gemp_bot.evaluators.card_value import unplayable
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.crewing import FIRST, boarders
from gemp_bot.evaluators.table_reader import upkeep
from gemp_bot.protocol.enums import Phase
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.search.deployments import Choices, DeploymentSets, Weighed
from gemp_bot.search.effort import Effort
from gemp_bot.search.moves import MoveSearch
from gemp_bot.search.turns import SearchBudget, TurnSearch
from gemp_bot.valuation.deployment import (
    BATTLE_COST,
    MANY,
    MOST_TOGETHER,
    NO_PLAN,
    Bounds,
    Credit,
    Recruit,
    There,
    TurnPlan,
    recruits,
)
from gemp_bot.valuation.needs import helps, stops
from gemp_bot.valuation.places import staying_share
from gemp_bot.valuation.position import Group, LocationNumbers

DEPLOYS = (ActionKind.DEPLOY, ActionKind.DEPLOY_SIMULTANEOUSLY)
_NOW = Effort(lines=0)
"""This turn alone."""
SMALL_HAND = 6
"""Cards in hand below which Force is better spent on drawing."""
ELSEWHERE = CardId(0)
"""Stands for a card that is not in our hand."""
_BEFORE_DEPLOYING = frozenset({Phase.ACTIVATE, Phase.CONTROL})


def offered_cards(menu: Question) -> frozenset[CardId]:
    """Cards that a menu offers to deploy."""
    return frozenset(option.card_id for option in menu.of_kind(*DEPLOYS) if option.card_id is not None)


def _to_deploy(ctx: DecisionContext) -> tuple[tuple[CardId, CardFacts], ...]:
    """Our hand, and what else a menu offers to deploy: cards that are stacked, or lie on a pile."""
    hand = ctx.reader.hand
    held = {card for card, _ in hand}
    others = {
        option.card_id: facts
        for option in ctx.question.of_kind(*DEPLOYS)
        if option.card_id is not None and option.card_id not in held
        and (facts := ctx.facts(option.blueprint_id)).known and facts.fights
    }  # fmt: skip
    return *hand, *others.items()


def payable_fighters(ctx: DecisionContext) -> frozenset[CardId]:
    """Cards of our hand that may fight and can be paid."""
    force = ctx.stock.force
    return frozenset(
        card
        for card, facts in ctx.reader.hand
        if facts.fights and ctx.reader.deploy_cost(card, facts) <= force
    )


def plan_of(ctx: DecisionContext) -> TurnPlan:
    """The plan of this turn, made anew when the table has changed."""
    offered = offered_cards(ctx.question)
    key = (ctx.reader.version, ctx.outlook, offered)
    return ctx.memory.deploys.plan_for(key, lambda: _plan(ctx, offered, ctx.position.force, ctx.effort))


def plan_with(ctx: DecisionContext, force: float) -> TurnPlan:
    """What would still be deployed and fought this turn with this much Force; nothing once battles are over.

    Before the deploy phase any card of the hand may be offered, after it none.

    Args:
        ctx: the question.
        force: Force in our pile.
    """
    phase = ctx.table.phase if ctx.my_turn else None
    if phase is Phase.DEPLOY:
        offered = offered_cards(ctx.question)
    elif phase in _BEFORE_DEPLOYING:
        offered = frozenset(card for card, facts in ctx.reader.hand if facts.fights)
    elif phase is Phase.BATTLE:
        offered = frozenset()
    else:
        return NO_PLAN
    key = (ctx.reader.version, ctx.outlook, offered)
    return ctx.memory.deploys.plan_within(key, force, lambda: _plan(ctx, offered, force, _NOW))


def gain_of(ctx: DecisionContext, facts: CardFacts, discount: float) -> tuple[float, float]:
    """What a fighter that is not in our hand brings where it brings most this turn, its price taken off.

    Of that, besides, what is no part of the place: what texts want held, or take each turn.

    One that needs a pilot comes with one of our hand; nothing where it has none, where it is too dear for our
    Force wherever it may go, or no location gains by it.

    Args:
        ctx: the question.
        facts: the card.
        discount: for how much less Force than usual it comes.
    """
    cost = max(_asked(ctx, ELSEWHERE, facts) - discount, 0.0)
    pilots = [
        (card, each, _asked(ctx, card, each)) for card, each in ctx.reader.hand
        if each.pilot and not facts.crewed
    ]  # fmt: skip
    offered = frozenset({ELSEWHERE, *(card for card, _, _ in pilots)})
    found = recruits([(ELSEWHERE, facts, cost), *pilots], offered, partial(_piloted, ctx))
    come = [one for one in found if one.cards[0] == ELSEWHERE]
    if not come:
        return 0.0, 0.0
    bounds = Bounds(
        barred=frozenset((ELSEWHERE, column) for column in ctx.reader.barred(facts.card.blueprint_id)),
        there=_there(ctx),
        besides=partial(_besides, ctx),
    )
    sets = DeploymentSets(
        ctx.position, come, ctx.outlook, budget=ctx.stock.force, price=ctx.force_price, bounds=bounds
    )
    # The last line is the one without it.
    lines = sets.lines(1)
    besides = sum(credit.force for step in lines[0].steps for credit in step.credits)
    return lines[0].worth - lines[-1].worth, besides


def _asked(ctx: DecisionContext, card: CardId, facts: CardFacts) -> float:
    """Force that deploying a card takes this turn: it is maintained at the end of it, or gone again."""
    return ctx.reader.deploy_cost(card, facts) + upkeep(facts)


def _piloted(ctx: DecisionContext, ship: CardFacts, crew: CardFacts) -> float:
    return ctx.arrival(ship, pilot=crew).power


def _asking(ctx: DecisionContext) -> list[tuple[CardId, CardFacts, float]]:
    """Cards that may be deployed somewhere, with the Force that they take."""
    deploys = ctx.memory.deploys
    return [
        (card, facts, _asked(ctx, card, facts)) for card, facts in _to_deploy(ctx)
        if deploys.legal.get(card) != frozenset() or deploys.boardable.get(card)
    ]  # fmt: skip


def _choices(ctx: DecisionContext, offered: frozenset[CardId]) -> Choices:
    """What may be deployed this turn; the same for every amount of Force."""

    def choices() -> Choices:
        hand = _asking(ctx)
        boarding = boarders(ctx, [each for each in hand if each[0] in offered])
        return Choices(
            (*recruits(hand, offered, partial(_piloted, ctx)), *boarding), _bounds(ctx, offered), Weighed()
        )

    deploys = ctx.memory.deploys
    return deploys.choices.get((ctx.reader.version, ctx.outlook, offered, deploys.learnt), choices)


def _plan(ctx: DecisionContext, offered: frozenset[CardId], force: float, effort: Effort) -> TurnPlan:
    position, choices = ctx.position, _choices(ctx, offered)
    later = recruits(_asking(ctx), _later(ctx), partial(_piloted, ctx)) if effort.lines else []
    moves = None
    if effort.lines and ctx.capabilities.moves:
        moves = MoveSearch(
            position, ctx.outlook, ctx.reader.needs, ctx.reader.moved,
            hurdle=ctx.weights.move_threshold, gone=ctx.memory.moves.moved,
        )  # fmt: skip
    kept, maintenance = ctx.weights.keep_force, ctx.reader.maintenance
    search = TurnSearch(
        position,
        ctx.outlook,
        SearchBudget(
            now=max(force - max(kept - BATTLE_COST, 0) - maintenance, 0),
            # It is used at the end of this turn, and wanted again at the end of the next.
            pile=force - maintenance,
            generation=position.generation,
            kept=kept + maintenance,
            price=ctx.force_price,
            lacking=max(SMALL_HAND - position.zones.hand, 0.0),
            cards=position.cards_to_activate + maintenance,
        ),
        effort,
        bounds=choices.bounds,
        weighed=choices.weighed,
        moves=moves,
        spent=ctx.spent,
    )
    return search.best(choices.now, later)


def _bounds(ctx: DecisionContext, offered: frozenset[CardId]) -> Bounds:
    """What deployments are bound by besides Force."""
    deploys = ctx.memory.deploys
    hand = [(card, facts.card.blueprint_id) for card, facts in _to_deploy(ctx) if facts.known]
    refused = deploys.forbidden([each for each in hand if each[0] in offered], ctx.position.places, ctx.turn)
    return Bounds(
        together=MOST_TOGETHER if ctx.capabilities.deployment_plan else 1,
        illegal=refused,
        barred=frozenset((card, column) for card, face in hand for column in ctx.reader.barred(face)),
        legal=deploys.legal,
        boardable=deploys.boardable,
        pledged=deploys.pledged,
        singles=frozenset(deploys.singles),
        there=_there(ctx),
        besides=partial(_besides, ctx),
        # As the battle phase will judge them: Force that they are begun with is not used for less.
        battles=standing_battles(ctx) if ctx.capabilities.battle_odds else {},
    )


def _besides(
    ctx: DecisionContext, chosen: Sequence[Recruit], place: LocationNumbers, mine: Group
) -> tuple[Credit, ...]:
    """What cards add besides fighting: pilots for ships, what our texts want held, theirs stopped."""
    faces = [each.card.blueprint_id for one in chosen for each in (one.facts, one.crew) if each is not None]
    first = sum(one.aboard is not None and one.aboard.first for one in chosen)
    found = (Credit("pilots", FIRST * first, MANY),) if first else ()
    kept = sum(upkeep(each) for one in chosen for each in (one.facts, one.crew) if each is not None)
    if kept:
        later = max(ctx.outlook.turns - 1, 0.0)
        found = (*found, Credit("maintenance", -ctx.weights.force_price * kept * later, MANY))
    if not mine.present:
        return found
    comers = [(one.facts, one.crew) for one in chosen if one.aboard is None]
    return (*found, *tolls_ended(ctx, place, comers, mine), *towards_flips(ctx, place, faces, mine))


def tolls_ended(
    ctx: DecisionContext,
    place: LocationNumbers,
    comers: Iterable[tuple[CardFacts, CardFacts | None]],
    mine: Group,
) -> tuple[Credit, ...]:
    """What texts of theirs take from us each turn, and would take no more with these at a place.

    Args:
        ctx: the question.
        place: where.
        comers: who comes, each with its pilot.
        mine: all who would stand there then.
    """
    ended = {title: force for one, crew in comers for title, force in ctx.arrival(one, place, crew).ends}
    lasts = staying_share(place, mine, ctx.outlook, control=False) * ctx.outlook.turns if ended else 0.0
    return tuple(Credit(f"what {title} takes", force * lasts, 1) for title, force in ended.items())


def towards_flips(
    ctx: DecisionContext, place: LocationNumbers, faces: Collection[BlueprintId], mine: Group
) -> tuple[Credit, ...]:
    """What presence with these cards at a place brings of what our texts want held, and takes of theirs.

    Where they stand, too, it lasts less long: who comes alone before a stronger one is soon gone.

    Args:
        ctx: the question.
        place: where.
        faces: the cards that come.
        mine: all who would stand there then.
    """
    ours = [need for need in ctx.reader.needs if helps(need, place, faces, mine)]
    theirs = [(need, force) for need in ctx.reader.their_needs if (force := stops(need, place))]

    def share(*, control: bool) -> float:
        return staying_share(place, mine, ctx.outlook, control=control)

    return (
        *(
            Credit(need.title, share(control=need.control) * need.force / need.number, need.lacking)
            for need in ours
        ),
        *(Credit(need.title, share(control=False) * force, need.held) for need, force in theirs),
    )


def _later(ctx: DecisionContext) -> frozenset[CardId]:
    """Cards of our hand that may be deployed in our next turn, as far as that is known."""
    stuck = ctx.memory.deploys.stuck
    return frozenset(
        card for card, facts in ctx.reader.hand
        if card not in stuck and facts.fights and not unplayable(ctx, facts)
        and ctx.reader.may_deploy(facts.card.blueprint_id)
    )  # fmt: skip


def _there(ctx: DecisionContext) -> There:
    """What each recruit would be at a place, found once."""
    known: dict[tuple[tuple[CardId, ...], int], Recruit] = {}

    def there(one: Recruit, place: LocationNumbers) -> Recruit:
        if one.aboard is not None:
            return one
        key = one.cards, place.column
        if key not in known:
            known[key] = _at(ctx, one, place)
        return known[key]

    return there


def _at(ctx: DecisionContext, one: Recruit, place: LocationNumbers) -> Recruit:
    """A recruit as it would be at a place."""
    found = ctx.arrival(one.facts, place, one.crew)
    faces = (one.facts,) if one.crew is None else (one.facts, one.crew)
    dearer = sum(
        ctx.reader.deploy_cost(card, facts, place.column) - ctx.reader.deploy_cost(card, facts)
        for card, facts in zip(one.cards, faces, strict=True)
    )
    operatives = place.operatives_of(faces)
    ability = 0.0 if operatives and one.crew is None else one.ability
    return msgspec.structs.replace(
        one, cost=max(one.cost + dearer, 0.0), power=found.power, draws=found.draws,
        min_destinies=found.min_destinies, immune=found.immune, there=found.there,
        ability=ability, operatives=operatives,
    )  # fmt: skip
