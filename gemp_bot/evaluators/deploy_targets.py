"""Where a card that is being deployed goes: to which place, on which card, with which pilot."""

from collections.abc import Collection, Sequence

import msgspec

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.decisions import Option, ResultKind
from gemp_bot.effects import Need
from gemp_bot.evaluators.card_value import life_price
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.crewing import boarding
from gemp_bot.evaluators.deploying import LOST, armed, spying
from gemp_bot.evaluators.planning import DEPLOYS, ELSEWHERE, tolls_ended, towards_flips
from gemp_bot.evaluators.reason_text import arrival, called, card_called, in_plan, place_called
from gemp_bot.evaluators.text_worth import does_nothing_there, worth_there
from gemp_bot.evaluators.weighed import OUR, THEIR, THEIRS, US, Part, ScoredAnswer, one, part, passing, result
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.facts import CardKind
from gemp_bot.search.ways import staying
from gemp_bot.state.table import is_theirs
from gemp_bot.state.table_data import TableCard
from gemp_bot.valuation.deployment import PlannedDeployment, may_stand
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.places import prospects
from gemp_bot.valuation.position import Group, LocationNumbers, Position

_ANEW = 0.6
"""What a new plan may still find for a card whose planned place was not offered, in Force."""
_SOMEWHERE = 0.1
"""A place for a card that is to come, of which nothing is known, in Force: more than not letting it come."""
_ALIKE = part("no difference is known between what is offered", 0.1, "it makes no difference that is known")
_WAIT = part("rather wait", told="waiting is better")
_WHOLE, _LESS = "the turn as a whole is better as planned", 0.01


def choose_place(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """Where to: what the plan says if it is offered, else the location that gains most."""
    pursued, deploys = ctx.pursued, ctx.memory.deploys
    facts = ctx.facts(None if pursued is None else pursued.blueprint_id)
    named = () if facts.fights else _named(ctx)
    card = _fighter_pursued(ctx)
    step = None if card is None else deploys.step_of(card)
    plan_failed = card is not None and deploys.plan_failed
    weighed = [passing(ctx.question, part("rather plan anew", _ANEW) if plan_failed else _WAIT)]
    planned: float | None = None
    for option in ctx.affordable(ctx.question.selectable):
        place = ctx.location(option)
        parts: tuple[Part, ...]
        if step is not None and card is not None and _is_planned(ctx, option, card, step):
            goes = in_plan(ctx, card, step)
            parts, planned = (goes,), goes.force
        elif named and place is not None and _is_location(ctx, option):
            parts = _coming(ctx, place, named)
        else:
            parts = _parts(ctx, option, place, facts)
        weighed.append(one(ctx.question, option, parts))
    return weighed if planned is None else [_behind(ctx, each, planned) for each in weighed]


def _behind(ctx: DecisionContext, answer: ScoredAnswer, planned: float) -> ScoredAnswer:
    """A target that promises more by itself than the planned one: the plan has weighed it with all else."""
    if answer.option is None or answer.score <= planned:
        return answer
    return one(ctx.question, answer.option, (*answer.parts, Part(_WHOLE, planned - answer.score - _LESS)))


def _is_planned(ctx: DecisionContext, option: Option, card: CardId, step: PlannedDeployment) -> bool:
    """Whether a target is that of the plan: the location, or what the card is to go aboard of there."""
    if card in step.aboard:
        return option.card_id == step.aboard[card]
    place = ctx.location(option)
    return place is not None and place.column == step.column and _is_location(ctx, option)


def _named(ctx: DecisionContext) -> tuple[CardFacts, ...]:
    """Those that another card lets come together, such as a starship and its pilot: the carrier first."""
    found = [ctx.facts(card.blueprint) for card in ctx.question.cards]
    return tuple(sorted((each for each in found if each.fights), key=lambda each: not each.carrier))


def _coming(ctx: DecisionContext, place: LocationNumbers, named: tuple[CardFacts, ...]) -> tuple[Part, ...]:
    """What those bring that come together."""
    if named[0].starship and not place.facts.space:
        return part("landed, a starship has no power", -2 if place.theirs.present else -1)
    return (_arrives(ctx, place, *named),)


def _arrives(ctx: DecisionContext, place: LocationNumbers, *comers: CardFacts) -> Part:
    """What a card brings at a place, or a carrier and those that come with it."""
    more = joined_by(ctx, place, *comers)
    gain = _gain(place, more, ctx.outlook)
    if more.present:
        first, *aboard = comers
        flips = towards_flips(ctx, place, [each.card.blueprint_id for each in comers], more)
        ended = tolls_ended(ctx, place, [(first, aboard[0] if aboard else None)], more)
        gain += sum(each.force for each in (*flips, *ended))
    return arrival(place, more, ctx.outlook, gain)


def freed(ctx: DecisionContext, card: TableCard) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """What a captive of ours brings that rallies where it is, or else goes to our Used Pile."""
    facts, place = ctx.facts(card.blueprint_id), ctx.position.at(card.id)
    escapes = part(f"{called(facts)} is life force again", life_price(ctx.stock))
    if place is None:
        return (), escapes
    flips = [need for need in ctx.reader.needs if need.frees and place.column in need.counting]
    rallies = _arrives(ctx, place, facts), *(Part(f"{each.title} flips", each.force) for each in flips)
    return rallies, escapes


def best_freed(ctx: DecisionContext, *cards: TableCard) -> tuple[Part, ...]:
    """The best that releasing one of these brings; nothing for captives of theirs, which are not released."""
    ours = [card for card in cards if not is_theirs(ctx.table, card.id)]
    ways = [parts for card in ours for parts in freed(ctx, card)]
    return max(ways, key=lambda parts: sum(each.force for each in parts), default=())


def release_option(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """Which captive of ours is released, or whether one that is rallies or escapes."""
    offered = [(option, card) for option in ctx.question.selectable if (card := ctx.card(option)) is not None]
    if offered:
        weighed = [(option, best_freed(ctx, card)) for option, card in offered]
        return [passing(ctx.question), *(one(ctx.question, *each) for each in weighed if each[1])]
    named = {card.blueprint for card in ctx.question.cards}
    captive = next(
        (
            card
            for card in ctx.table.cards(Zone.AT_LOCATION, Zone.ATTACHED)
            if card.blueprint_id in named and not is_theirs(ctx.table, card.id)
        ),
        None,
    )
    worth = ((), ()) if captive is None else freed(ctx, captive)
    found = [
        result(ctx.question, kind, parts)
        for kind, parts in zip((ResultKind.RALLY, ResultKind.ESCAPE), worth, strict=True)
        if parts
    ]
    return [each for each in found if each is not None] or [passing(ctx.question)]


def note_offered_locations(ctx: DecisionContext) -> None:
    """Remember where the card that is being deployed may go, before an answer is chosen.

    A planned location that is not offered makes the plan fail.
    """
    memory = ctx.memory
    card = _fighter_pursued(ctx)
    if card is not None:
        position = ctx.position
        locations = [option for option in ctx.question.selectable if _is_location(ctx, option)]
        ships = [
            option for option in ctx.question.selectable if option not in locations and _carries(ctx, option)
        ]
        offered = _columns(position, locations) or _columns(position, ctx.question.selectable)
        boardable = _columns(position, ships)
        face = ctx.blueprint_of(card)
        # What is offered for one copy is offered for the others of our hand.
        alike = [each.id for each in ctx.table.hand if each.blueprint_id == face] if face is not None else []
        memory.deploys.offer((card, *alike), offered, boardable)
        facts = ctx.facts(face)
        if facts.known and any(
            unit.facts.card.title == facts.card.title
            for place in position.places if place.column not in offered and may_stand(facts, place)
            for unit in place.mine.units
        ):  # fmt: skip
            memory.deploys.one_a_place(facts.card.title)
        step = memory.deploys.step_of(card)
        if step is not None and step.column not in (boardable if card in step.aboard else offered):
            facts = position.places[step.column].facts
            blueprints = None if face is None or not facts.known else (face, facts.card.blueprint_id)
            memory.deploys.refuse(card, step.column, blueprints, ctx.table.turn or 0)
            memory.actions.reopen_pursued()
    memory.actions.reopen(DEPLOYS)


def note_place(ctx: DecisionContext, option: Option) -> None:
    """Remember where the card goes that is being deployed."""
    card, place = _fighter_pursued(ctx), ctx.location(option)
    if card is not None and place is not None:
        ctx.memory.deploys.begin(card, place.column)


def _fighter_pursued(ctx: DecisionContext) -> CardId | None:
    """The card that is being deployed, if it fights."""
    pursued = ctx.pursued
    if pursued is None or not ctx.facts(pursued.blueprint_id).fights:
        return None
    return pursued.card_id


def _columns(position: Position, options: Sequence[Option]) -> frozenset[int]:
    found = [position.at(option.card_id) for option in options]
    return frozenset(place.column for place in found if place is not None)


def _is_location(ctx: DecisionContext, option: Option) -> bool:
    card = ctx.card(option)
    return card is not None and card.zone is Zone.LOCATIONS


def _carries(ctx: DecisionContext, option: Option) -> bool:
    facts = ctx.facts(ctx.blueprint(option))
    return facts.carrier


def _parts(
    ctx: DecisionContext, option: Option, place: LocationNumbers | None, facts: CardFacts
) -> tuple[Part, ...]:
    card = ctx.card(option)
    if card is None or place is None:
        return _ALIKE
    if card.zone is Zone.LOCATIONS and not facts.fights:
        return _text_at(ctx, place, facts)
    cost = ctx.reader.deploy_cost(ELSEWHERE, facts, place.column)
    used = part(f"{cost:g} Force used", -ctx.force_price * cost) if cost else ()
    if card.zone is Zone.LOCATIONS and facts.starship and not place.facts.space:
        return Part("landed, a starship has no power", -1), *used
    if card.zone is Zone.LOCATIONS:
        return _arrives(ctx, place, facts), *used
    if ctx.is_theirs(option):
        # A weapon of ours is of no use to a card of theirs.
        worth = 0.0 if facts.kind is CardKind.WEAPON else 0.5 if facts.fights else 1.0
        usual = Part(f"on {card_called(ctx, card.id)} of {THEIRS}", worth)
        return worth_there(ctx, facts, card.id, usual)
    return (*_on_ours(ctx, card, place, facts), *used)


def joined_by(ctx: DecisionContext, place: LocationNumbers, *comers: CardFacts) -> Group:
    """Who of us would stand at a place with one card more, or with a carrier and those it brings."""
    first, *aboard = comers
    there = ctx.arrival(first, place, aboard[0] if aboard else None)
    return place.mine.with_more(
        there.power,
        sum(each.ability for each in comers if not place.is_planet_of(each)),
        first.forfeit or 0,
        there.draws,
        immune=there.immune,
        weapons=first.weapons,
        kinds=frozenset({first.kind}),
        min_destinies=there.min_destinies,
        icon=any(each.presence for each in comers),
        there=there.there,
        operatives=place.operatives_of(comers),
    )


def _text_at(ctx: DecisionContext, place: LocationNumbers, facts: CardFacts) -> tuple[Part, ...]:
    """A card that does not fight, deployed on a location."""
    if ctx.reader.lost_at_once(facts.card.blueprint_id, place.column):
        return part(f"it would be lost at once at {place_called(place)}", LOST)
    if facts.spy:
        return (spying(ctx, place),)
    words = f"its text works for {US} at {place_called(place)}"
    usual = Part(words, 0.5 + 0.1 * place.mine.power, told="its text helps you there")
    return worth_there(ctx, facts, place.id, does_nothing_there(ctx, facts) or usual)


def _on_ours(
    ctx: DecisionContext, card: TableCard, place: LocationNumbers, facts: CardFacts
) -> tuple[Part, ...]:
    """Aboard a ship or a vehicle of ours, or on a character."""
    target = ctx.facts(card.blueprint_id)
    bare = not ctx.table.attached_to(card.id)
    if facts.kind is CardKind.CHARACTER and target.carrier:
        return (boarding(ctx, place, card, facts, first=bare and not target.crewed),)
    found = ctx.position.ours(card.id)
    if facts.kind is CardKind.WEAPON and found is not None:
        return armed(ctx, *found, facts)
    if not facts.fights:
        contested = 0.5 if place.theirs.present else 0.0
        worth = 0.6 + 0.1 * target.power + contested + (0.2 if bare else -0.3)
        usual = Part(f"for {called(target)}", worth, told="it goes well with that card")
        return worth_there(ctx, facts, card.id, usual)
    return part(f"aboard {called(target)}", 0.2)


def _gain(place: LocationNumbers, more: Group, outlook: Outlook) -> float:
    after = prospects(place, more, place.theirs, outlook, leaving=False)
    return after.best - prospects(place, place.mine, place.theirs, outlook).best


def reacting(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """Which card comes as a react: the one that does best where the Force drain or battle is."""
    battle, used = ctx.table.battle, ctx.table.turn_record.used
    if battle is not None:
        there = ctx.position.in_column(battle.column)
    else:
        there = None if used is None else ctx.position.at(used[0])
    if there is None:
        return [one(ctx.question, option, _ALIKE) for option in ctx.question.selectable]
    now = staying(there, there.mine, there.theirs, ctx.outlook)
    weighed = []
    for option in ctx.affordable(ctx.question.selectable):
        facts = ctx.facts(ctx.blueprint(option))
        more = joined_by(ctx, there, facts)
        gain = staying(there, more, there.theirs, ctx.outlook) - now
        used_force = part("Force used", -ctx.force_price * facts.deploy) if facts.deploy else ()
        weighed.append(one(ctx.question, option, (arrival(there, more, ctx.outlook, gain), *used_force)))
    return weighed


def pilot_aboard(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """Which pilot comes along: the planned one, else who adds most for his price."""
    planned: frozenset[CardId] = frozenset()
    if ctx.memory.deploys.plan is not None and ctx.pursued is not None and ctx.pursued.card_id is not None:
        step = ctx.memory.deploys.plan.step_of(ctx.pursued.card_id)
        # Others of the step may be pilots of another ship.
        planned = frozenset() if step is None else step.crew
    ship = None if ctx.pursued is None else ctx.facts(ctx.pursued.blueprint_id)
    weighed = []
    for option in ctx.affordable(ctx.question.selectable):
        face = ctx.blueprint(option)
        facts = ctx.facts(face)
        bonus = 1.0 if option.card_id in planned else 0.0
        added = facts.pilot_power if ship is None else ctx.arrival(ship, pilot=facts).power - ship.power
        weighed.append(
            one(
                ctx.question,
                option,
                part(
                    f"{called(facts)} comes as pilot{' as planned' if bonus else ''}",
                    added + 0.2 * facts.ability - 0.2 * facts.deploy + bonus,
                    "a pilot makes the ship count",
                ),
            )
        )
    return weighed or (passing(ctx.question),)


def first_place(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """Where a location goes: the first place offered."""
    return [one(ctx.question, option, _ALIKE) for option in ctx.question.selectable[:1]] or [
        passing(ctx.question)
    ]


def related_system(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """To which system a site of ours shall belong: where who is near by is ours, and our texts work.

    Of systems between which nothing else tells, the one where they have the fewest icons, and we the most:
    where they have icons they may deploy (rules 20).
    """
    weighed = list[tuple[float, ScoredAnswer]]()
    for option in ctx.question.selectable:
        place = ctx.location(option)
        if place is None:
            weighed.append((0.0, one(ctx.question, option, _ALIKE)))
            continue
        near = [each for each in ctx.position.places if each is place or _of_system(each, place.system)]
        icons = sum(each.gives - each.their_gives for each in near)
        weighed.append((icons, one(ctx.question, option, _near(ctx, place, near))))
    # The first of those that are worth the same is chosen.
    weighed.sort(key=lambda each: -each[0])
    # That the site comes was decided before: it is not taken back since all systems are theirs.
    lacking = max(_SOMEWHERE - max((each.score for _, each in weighed), default=0.0), 0.0)
    raised = part("it has to belong somewhere", lacking) if lacking else ()
    return [msgspec.structs.replace(each, parts=(*each.parts, *raised)) for _, each in weighed] or [
        passing(ctx.question)
    ]


def _of_system(place: LocationNumbers, system: str) -> bool:
    return bool(system) and place.system == system


def _near(ctx: DecisionContext, place: LocationNumbers, near: Sequence[LocationNumbers]) -> tuple[Part, ...]:
    """What speaks for a new site of ours at the system of a place, by the locations that belong to it."""
    sites = {each.column: each for each in near if each.site}
    ahead = sum(each.mine.power - each.theirs.power for each in near)
    texts = max(
        (_by_texts(ctx, each, facts) for each in sites.values() for _, facts in ctx.reader.fighters),
        default=0,
    )
    # More sites of a planet that an objective names are more places that can be held for it, or kept up.
    ours, theirs = (
        sum(need.force / need.number for need in needs if _wants_more(need, sites))
        for needs in (ctx.reader.needs, ctx.reader.their_needs)
    )
    found = (
        Part(f"power near by, {ahead:+g} for {US}", ctx.weights.table_power * ahead),
        Part(f"cards of {OUR} hand drain more there", texts),
        Part(f"{OUR} objective wants places there", ours),
        Part(f"{THEIR} objective wants places there", -theirs),
    )
    at = place.system or place_called(place)
    return (Part(f"a site at {at}", _SOMEWHERE), *(each for each in found if each.force))


def _wants_more(need: Need, sites: Collection[int]) -> bool:
    """Whether a text wants several places, all of them among some: else it tells nothing about a new one."""
    wanted = need.columns | need.counting
    return need.number > 1 and bool(wanted) and wanted.issubset(sites)


def _by_texts(ctx: DecisionContext, place: LocationNumbers, facts: CardFacts) -> float:
    """What texts that let a card drain more at a place are worth, were it there."""
    more = joined_by(ctx, place, facts)
    undrained = msgspec.structs.replace(more.there, drain=place.mine.there.drain)
    usual = msgspec.structs.replace(more, there=undrained)
    return (
        prospects(place, more, place.theirs, ctx.outlook).best
        - prospects(place, usual, place.theirs, ctx.outlook).best
    )
