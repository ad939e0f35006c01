"""What a judgement rests on, read from what the evaluators read; nothing is remembered of it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from gemp_bot.cards import Card
from gemp_bot.decisions import ActionKind
from gemp_bot.decisions.describing import describe_option
from gemp_bot.evaluators.battles import chances_ahead, odds
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.reason_text import card_called, place_called, standing
from gemp_bot.evaluators.weighed import Part
from gemp_bot.inference import CardKnowledge, HiddenPile, PileKnowledge
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.state.table import damage_due
from gemp_bot.strategy.explanation import (
    BattleForecast,
    DestinyOutlook,
    Explanation,
    FearedAttack,
    GameStanding,
    KnownPile,
    LikelyCard,
    Plan,
    PlanMove,
    PlanStep,
)
from gemp_bot.valuation.battle_estimate import clash
from gemp_bot.valuation.deployment import NO_PLAN, PlannedDeployment, PlannedMove
from gemp_bot.valuation.features import Outline, place_outline
from gemp_bot.valuation.learned import LearnedValue
from gemp_bot.valuation.places import risk
from gemp_bot.valuation.position import Group, LocationNumbers
from gemp_bot.valuation.stakes import chance_by_life, stakes_of

_LIKELY = 12
"""Cards of a pile that are named."""
_LEAST_LIKELY = 0.01


def explanation(ctx: DecisionContext, value: LearnedValue | None = None) -> Explanation:
    """What the judgement of a question rests on; to be made before its answer is noted."""
    position, outlook, knowledge = ctx.position, ctx.outlook, ctx.cards.knowledge
    stakes = stakes_of(position.life, position.their_life)
    pursued = ctx.pursued
    return Explanation(
        standing=GameStanding(
            position.life,
            position.their_life,
            chance_by_life(position.life, position.their_life),
            stakes.ours,
            stakes.theirs,
            outlook.turns,
            position.force,
            ctx.force_price,
            None if value is None else value.chance(ctx.reader.outline),
        ),
        pursued="" if pursued is None else describe_option(ctx.table, pursued, _title_of(ctx)).words,
        plan=_plan(ctx, value),
        battles=tuple(_battles(ctx)) if ctx.capabilities.battle_odds else (),
        due=damage_due(ctx.table),
        piles=() if knowledge is None else tuple(_piles(ctx, knowledge)),
        destinies=() if knowledge is None else tuple(_destinies(ctx, knowledge)),
    )


# -- plan and battles -------------------------------------------------------------------------------


def _plan(ctx: DecisionContext, value: LearnedValue | None) -> Plan | None:
    """The plan that the deployments of this phase follow, if one was made."""
    plan = ctx.memory.deploys.plan
    if plan is None or plan == NO_PLAN:
        return None
    return Plan(
        tuple(_step(ctx, step) for step in plan.steps),
        plan.gain,
        tuple(_step(ctx, step) for step in plan.later),
        plan.later_gain,
        None if value is None or not plan.steps else value.chance(_supposed(ctx, plan.steps)),
        tuple(_move(ctx, move) for move in plan.moves),
        plan.draws,
        tuple(
            FearedAttack(place_called(ctx.position.places[each.column]), each.chance) for each in plan.threats
        ),
        plan.worth,
    )


def _move(ctx: DecisionContext, move: PlannedMove) -> PlanMove:
    origin, place = (place_called(ctx.position.places[each]) for each in (move.origin, move.column))
    return PlanMove(origin, place, tuple(card_called(ctx, card) for card in move.cards), move.cost, move.gain)


def _supposed(ctx: DecisionContext, steps: Sequence[PlannedDeployment]) -> Outline:
    """The outline of the table after these deployments, before any battle."""
    outline, places = ctx.reader.outline, ctx.position.places
    after = {
        step.column: place_outline(places[step.column], step.mine, places[step.column].theirs)
        for step in steps
    }
    return replace(
        outline,
        hand=outline.hand - sum(len(step.cards) for step in steps),
        force=outline.force - sum(step.cost for step in steps),
        places=tuple([after.get(place.column, place) for place in outline.places]),
    )


def _step(ctx: DecisionContext, step: PlannedDeployment) -> PlanStep:
    place = ctx.position.places[step.column]
    return PlanStep(
        place_called(place),
        tuple(card_called(ctx, card) for card in step.cards),
        step.cost,
        step.gain,
        Part(standing(place, step.mine, ctx.outlook)).text,
        0.0 if place.theirs.present else risk(place, step.mine, ctx.outlook),
        forecast(ctx, replace(place, mine=step.mine), exact=False) if place.theirs.present else None,
    )


def _battles(ctx: DecisionContext) -> Iterator[BattleForecast]:
    """Of the battle that goes on, as long as power is not totalled, and of those that are offered."""
    battle, numbers = ctx.table.battle, ctx.table.statistics
    open_still = numbers is not None and max(numbers.dark_battle_power, numbers.light_battle_power) >= 0
    places = [ctx.position.in_column(battle.column)] if battle is not None and open_still else []
    places += [ctx.location(option) for option in ctx.question.of_kind(ActionKind.INITIATE_BATTLE)]
    for place in {each.column: each for each in places if each is not None}.values():
        if place.mine.present and place.theirs.present:
            yield forecast(ctx, place, exact=True)


def forecast(ctx: DecisionContext, place: LocationNumbers, *, exact: bool) -> BattleForecast:
    """A battle at a place; who would only come there has no cards to pay with yet, so that is estimated."""
    outlook, theirs_there, place = ctx.outlook, place.theirs.fighting, place.fighting
    ahead, tied = chances_ahead(ctx, place)
    if exact:
        expected = odds(ctx, place)
        ours, theirs = float(expected.ours), float(expected.theirs)
    else:
        # It applies by itself what comers make of their destinies.
        quick = clash(place.mine, theirs_there, outlook.destiny, outlook.their_destiny)
        ours, theirs = quick.ours, quick.theirs
    return BattleForecast(
        place_called(place),
        exact,
        place.mine.power,
        place.theirs.power,
        place.mine.drawn + place.mine.to_power,
        place.theirs.drawn + place.theirs.to_power,
        _each(place.mine, outlook.destiny),
        _each(place.theirs, outlook.their_destiny),
        ahead,
        tied,
        ours,
        theirs,
    )


def _each(group: Group, average: float) -> float:
    """What a destiny of a group comes to on average, of a deck that brings so much."""
    drawn = group.drawn + group.to_power
    return (group.destiny(average) + group.to_power * average) / drawn if drawn else average


# -- hidden cards -----------------------------------------------------------------------------------


def _title_of(ctx: DecisionContext) -> Callable[[BlueprintId], str]:
    return lambda face: ctx.facts(face).card.title or f"[{face}]"


def _piles(ctx: DecisionContext, knowledge: CardKnowledge) -> Iterator[KnownPile]:
    """Our Reserve Deck, the opponent's hand, the opponent's Reserve Deck."""
    title = _title_of(ctx)
    index = ctx.cards.index
    for own, pile in ((True, HiddenPile.RESERVE), (False, HiddenPile.HAND), (False, HiddenPile.RESERVE)):
        found = knowledge.pile(pile, own=own)
        sure, likely = Counter(found.cards if found.exact else found.sure), []
        for face in found.cards - sure:
            if own:
                card = None if index is None else index.get(face)
                chance = knowledge.chance_to_find(partial(_same, card), pile)
            else:
                chance = knowledge.chance_to_hold(face, pile)
            if face not in sure and chance >= _LEAST_LIKELY:
                likely.append(LikelyCard(title(face), chance))
        likely.sort(key=lambda each: (-each.chance, each.title))
        yield KnownPile(
            own,
            pile.value,
            found.size,
            tuple(sorted(title(face) for face in sure.elements())),
            tuple(likely[:_LIKELY]),
            found.unknown,
            _why(found, own_deck=own and knowledge.deck is not None),
        )


def _same(card: Card | None, other: Card) -> bool:
    return card is other


def _why(found: PileKnowledge, *, own_deck: bool) -> str:
    """Where what is known of a pile is known from."""
    sure = found.sure.total()
    rest, known = found.size - sure, found.among - found.unknown
    said = [f"{sure} seen on the way there, or shown"] if sure else []
    if rest and own_deck and not found.unknown:
        if found.among == rest:
            said.append(f"{rest} are what is left of our deck")
        else:
            said.append(f"{rest} of {found.among} cards of our deck, and not known which of them")
    elif rest and found.among == rest == known:
        said.append(f"{rest} seen when the pile was shown")
    elif rest and known:
        said.append(f"{rest} of {found.among} hidden cards, {known} of which were seen at some time")
    elif rest:
        said.append(f"nothing was seen of {'these' if sure == 0 else 'the others'}")
    return "; ".join(said)


def _destinies(ctx: DecisionContext, knowledge: CardKnowledge) -> Iterator[DestinyOutlook]:
    for own in (True, False):
        odds_ = knowledge.reserve_odds() if own else knowledge.opponent_odds()
        if odds_ is None or odds_.next is None:
            continue
        if odds_.top is not None:
            why = "the next card is known"
        elif odds_.exact:
            why = "every card that may be drawn was counted"
        else:
            pile = knowledge.pile(HiddenPile.RESERVE, own=own)
            seen = pile.among - pile.unknown + pile.sure.total()
            why = f"by {seen} cards that can lie there" if seen else "nothing of it was seen"
            if pile.unknown:
                why += f"; unknown cards ({pile.unknown}) are taken for those of a usual deck"
        yield DestinyOutlook(
            own,
            odds_.available,
            odds_.mean,
            tuple((value, float(chance)) for value, chance in odds_.next.items()),
            "" if odds_.top is None else _title_of(ctx)(odds_.top),
            why,
        )
