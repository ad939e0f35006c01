"""Where a card that is being deployed goes: to which place, on which card, with which pilot."""

from collections.abc import Sequence

from gemp_bot.decisions import Option, Question, ResultKind
from gemp_bot.evaluators.deploying import DEPLOYS
from gemp_bot.evaluators.mind import Mind
from gemp_bot.evaluators.reason_text import arrival, called, card_called, in_plan, place_called, standing
from gemp_bot.evaluators.weighed import Part, Weighed, one, part, passing, result
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.state import Table
from gemp_bot.state.cards import TableCard
from gemp_bot.state.seat import is_theirs
from gemp_bot.valuation.card_stats import CardStats
from gemp_bot.valuation.deployment import PlannedDeployment
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.places import worth
from gemp_bot.valuation.position import Group, LocationView, Position

_ANEW = 0.6
"""What a new plan may still find for a card whose planned place was not offered, in Force."""
_ALIKE = "no difference is known between what is offered"


def choose_place(view: Table, question: Question, mind: Mind) -> Sequence[Weighed]:
    """Where to: what the plan says if it is offered, else the place that gains most."""
    pursued = mind.pursued
    size = mind.size(None if pursued is None else pursued.blueprint_id)
    card = None if pursued is None else pursued.card_id
    step, planned = None, False
    if card is not None and size.fights:
        planned = mind.plan is not None and mind.plan.step_of(card) is not None
        step = _planned(view, question, card, mind)
    position = mind.look(view)
    astray = planned and step is None
    weighed = [passing(question, part("rather plan anew", _ANEW) if astray else part("rather wait"))]
    for option in mind.affordable(question.selectable):
        place = position.at(option.card_id)
        if step is not None and place is not None and place.column == step.column and _is_place(view, option):
            parts: tuple[Part, ...] = (in_plan(view, card, step, mind),)
        else:
            parts = _parts(view, option, place, size, mind)
        weighed.append(one(question, option, parts))
    mind.again(DEPLOYS)
    return weighed


def _planned(view: Table, question: Question, card: CardId, mind: Mind) -> PlannedDeployment | None:
    """The planned step of a card, if its place is offered; what is offered is remembered."""
    position = mind.look(view)
    places = [option for option in question.selectable if _is_place(view, option)]
    offered = _columns(position, places) or _columns(position, question.selectable)
    face = view.face_of(card)
    # What is offered for one copy is offered for the others of our hand.
    alike = [each.id for each in view.hand if each.blueprint_id == face] if face is not None else []
    for each in (card, *alike):
        mind.legal[each] = offered
    step = None if mind.plan is None else mind.plan.step_of(card)
    if step is not None and step.column not in offered:
        mind.illegal.add((card, step.column))
        mind.refuse(view, card, step.column)
        mind.once_more()
        mind.plan = step = None
    return step


def _columns(position: Position, options: Sequence[Option]) -> frozenset[int]:
    found = [position.at(option.card_id) for option in options]
    return frozenset(place.column for place in found if place is not None)


def _is_place(view: Table, option: Option) -> bool:
    card = None if option.card_id is None else view.card(option.card_id)
    return card is not None and card.zone is Zone.LOCATIONS


def _parts(
    view: Table, option: Option, place: LocationView | None, size: CardStats, mind: Mind
) -> tuple[Part, ...]:
    outlook = mind.outlook(view)
    card = None if option.card_id is None else view.card(option.card_id)
    if card is None or place is None:
        return part(_ALIKE, 0.1)
    if card.zone is Zone.LOCATIONS and not size.fights:
        return part(f"its text works for us at {place_called(place)}", 0.5 + 0.1 * place.mine.power)
    used = part(f"{size.deploy:g} Force used", -mind.price(view) * size.deploy) if size.deploy else ()
    if card.zone is Zone.LOCATIONS and size.starship and not place.size.space:
        return Part("landed, a starship has no power", -1), *used
    if card.zone is Zone.LOCATIONS:
        there = mind.arrival(view, size, place)
        more = place.mine.with_more(
            there.power,
            size.ability,
            size.forfeit,
            there.draws,
            immune=there.power if size.immune else 0.0,
            weapons=size.armed,
            least=there.least,
        )
        return arrival(place, more, outlook, _gain(place, more, outlook)), *used
    if is_theirs(view, card.id):
        return part(f"on {card_called(view, card.id, mind)} of theirs", 0.5 if size.fights else 1)
    return (*_on_ours(view, card, place, size, mind), *used)


def _on_ours(
    view: Table, card: TableCard, place: LocationView, size: CardStats, mind: Mind
) -> tuple[Part, ...]:
    """Aboard a ship or a vehicle of ours, or on a character."""
    target = mind.size(card.blueprint_id)
    bare = not view.attached_to(card.id)
    if size.character and (target.starship or target.vehicle):
        first = bare and not target.crewed
        there = mind.arrival(view, target, place, size)
        added = there.power
        if not first:
            alone = mind.arrival(view, target, place).power
            added = max(added - alone, 0) if target.crewed else size.pilot
        more = place.mine.with_more(added, size.ability, size.forfeit, there.draws, least=there.least)
        gain = _gain(place, more, mind.outlook(view))
        aboard = f"pilot of {called(target)}" if first else f"crew of {called(target)}"
        words = f"{aboard} at {place_called(place)}: {standing(place, more, mind.outlook(view))}"
        return part(words, gain + (0.5 if first else 0))
    if size.weapon or not size.fights:
        contested = 0.5 if place.theirs.present else 0.0
        return part(f"for {called(target)}", 0.6 + 0.1 * target.power + contested + (0.2 if bare else -0.3))
    return part(f"aboard {called(target)}", 0.2)


def _gain(place: LocationView, more: Group, outlook: Outlook) -> float:
    after = worth(place, more, place.theirs, outlook, ours_first=True)
    return after - worth(place, place.mine, place.theirs, outlook, ours_first=True)


def simultaneously(view: Table, question: Question, mind: Mind) -> Sequence[Weighed]:  # noqa: ARG001
    """A starship with its pilot at once."""
    yes = result(question, ResultKind.YES, part("a starship needs its pilot", 1))
    return (passing(question),) if yes is None else (yes, passing(question))


def pilot_aboard(view: Table, question: Question, mind: Mind) -> Sequence[Weighed]:
    """Which pilot comes along: the planned one, else who adds most for his price."""
    planned: frozenset[CardId] = frozenset()
    if mind.plan is not None and mind.pursued is not None and mind.pursued.card_id is not None:
        step = mind.plan.step_of(mind.pursued.card_id)
        planned = frozenset() if step is None else frozenset(step.cards)
    ship = None if mind.pursued is None else mind.size(mind.pursued.blueprint_id)
    weighed = []
    for option in mind.affordable(question.selectable):
        face = option.blueprint_id or (None if option.card_id is None else view.face_of(option.card_id))
        size = mind.size(face)
        bonus = 1.0 if option.card_id in planned else 0.0
        added = size.pilot if ship is None else mind.arrival(view, ship, crew=size).power - ship.power
        weighed.append(
            one(
                question,
                option,
                part(
                    f"{called(size)} comes as pilot{' as planned' if bonus else ''}",
                    added + 0.2 * size.ability - 0.2 * size.deploy + bonus,
                ),
            )
        )
    return weighed or (passing(question),)


def first_place(view: Table, question: Question, mind: Mind) -> Sequence[Weighed]:  # noqa: ARG001
    """Where a location goes: the first place offered."""
    return [one(question, option, part(_ALIKE, 0.1)) for option in question.selectable[:1]] or [
        passing(question)
    ]
