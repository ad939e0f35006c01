"""The deploy phase: cards from hand to the table (rules 21)."""

from collections.abc import Iterator

from msgspec import structs

from gemp_bot.board.card import AttachedAs, CardInPlay
from gemp_bot.board.card_facts import CardFacts
from gemp_bot.board.location import Location
from gemp_bot.cards import known
from gemp_bot.decisions.kinds import ActionKind, PromptKind, ResponseTrigger
from gemp_bot.effects.restrictions import Destinations
from gemp_bot.game.arriving import bring
from gemp_bot.game.choices import Option, PickCards
from gemp_bot.game.context import GameContext, Run
from gemp_bot.game.locations import deploy_location, systems_for
from gemp_bot.game.move import change_seat, seat_changes
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.deploying import deploy_price
from gemp_bot.rules.facts import NEED_FOOTHOLD, CardKind
from gemp_bot.rules.pipeline import ActionContext, Deploy, Paid
from gemp_bot.rules.uniqueness import identity_refusals
from gemp_bot.rules.values import Cost, cost_refusals


def playable(facts: CardFacts, destinations: Destinations) -> bool:
    """Whether a card can be deployed at all; the others are blanks in a deck."""
    if facts.worn:
        return bool(destinations.on)
    return facts.location is not None or (
        facts.kind in NEED_FOOTHOLD and known(facts.card.deploy) is not None
    )


def offer(run: GameContext, side: Side) -> tuple[Option, ...]:
    """To deploy each card of the hand that can go somewhere and can be paid; to change seats aboard."""
    known, position = run.legality.known(side), run.legality.position(side)
    options = []
    for piece in run.state.hand(side):
        if not playable(piece.facts, run.numbers.destinations(piece)):
            continue
        if piece.facts.kind is CardKind.LOCATION:
            if systems_for(run, piece):
                options.append(Option(ActionKind.DEPLOY, piece.id, free=True))
        else:
            targets = tuple([target[0] for target in deployments(run, piece, position)])
            if targets and not identity_refusals(piece.facts.identity, known):
                options.append(Option(ActionKind.DEPLOY, piece.id, targets))
    return (*options, *seat_changes(run, side))


Target = tuple[int, Location, bool, Cost]
"""Where a card of the hand can go: the id of the location or card, the place, aboard something, the cost."""


def deployments(run: GameContext, piece: CardInPlay, position: ActionContext) -> Iterator[Target]:
    """Where a card of the hand can go now."""
    if piece.facts.worn:
        yield from _on_cards(run, piece, position)
        return
    legality, numbers, force = run.legality, run.numbers, position.piles.force
    differs, cost = numbers.cost_differs(piece), numbers.deploy_cost(piece)
    if not differs and cost_refusals(deploy_price(cost), force):
        return
    rides = piece.facts.kind in (CardKind.CHARACTER, CardKind.STARFIGHTER)
    bound = not numbers.destinations(piece).anywhere
    for place, stands, boards in legality.open_to(piece, position):
        if bound and legality.forbidden(piece, place):
            continue
        if differs:
            cost = numbers.deploy_cost(piece, place)
            if cost_refusals(deploy_price(cost), force):
                continue
        if stands and (
            not _needs_pilot(piece, place)
            or _crew(run, piece, place, _paid(run, piece, place, position, aboard=False, cost=cost))
        ):
            yield place.laid.id, place, False, cost
        if boards and rides:
            for carrier in legality.carriers(piece, place):
                yield carrier.id, place, True, cost


def _paid(
    run: GameContext, piece: CardInPlay, place: Location, position: ActionContext, *, aboard: bool, cost: Cost
) -> Paid:
    """A deployment that is on offer, with what is paid for it."""
    action = Deploy(piece.facts.identity, run.legality.deployment(piece, place, aboard=aboard), cost)
    paid = run.legality.try_out(position, action)
    assert isinstance(paid, Paid), "only legal deployments are on offer"  # noqa: S101
    return paid


def _needs_pilot(piece: CardInPlay, place: Location) -> bool:
    """Whether a starship is deployed there only together with a pilot from hand (rules 21)."""
    return piece.facts.starship and not piece.facts.crewed and not place.facts.site


def _crew(run: GameContext, ship: CardInPlay, place: Location, paid: Paid) -> tuple[int, ...]:
    """Who can be deployed from hand as its pilot at once, once the starship is paid."""
    position = structs.replace(run.legality.position(ship.side, known=True), piles=paid.now.piles)
    return tuple(
        piece.id
        for piece in run.state.hand(ship.side)
        if piece.facts.pilot
        and playable(piece.facts, run.numbers.destinations(piece))
        and run.legality.allows(position, _aboard(run, piece, place))
    )


def _aboard(run: GameContext, piece: CardInPlay, place: Location) -> Deploy:
    deployment = run.legality.deployment(piece, place, aboard=True)
    return Deploy(piece.facts.identity, deployment, run.numbers.deploy_cost(piece, place))


def _on_cards(run: GameContext, piece: CardInPlay, position: ActionContext) -> Iterator[Target]:
    """The cards a weapon or device can be deployed on, each for its cheapest cost (rules 21.3)."""
    context, force = run.numbers.context(piece), position.piles.force
    goes_on = run.numbers.destinations(piece).on
    places = [place for place, _, boards in run.legality.open_to(piece, position) if boards]
    for target in run.state.at_table(piece.side):
        place = target.location
        if place is None or target.attached_as is AttachedAs.WORN or place not in places:
            continue
        if _has_like(target, piece):
            continue
        costs = [cost for test, cost in goes_on if test(context, target)]
        if not costs:
            continue
        cost = Cost(min(costs))
        if not cost_refusals(deploy_price(cost), force):
            yield target.id, place, True, cost


def _has_like(target: CardInPlay, piece: CardInPlay) -> bool:
    """Nobody carries two weapons or devices of one name."""
    return any(each.card.title == piece.card.title for each in target.attached)


def act(run: GameContext, side: Side, option: Option) -> Run[bool]:
    """Choose where, pay, and put the card there; paying is part of the initiation (rules 21.8)."""
    if option.kind is ActionKind.MOVE_CAPACITY_SLOT:
        return (yield from change_seat(run, side, option))
    state = run.state
    piece = state.card(option.card)
    if piece.facts.kind is CardKind.LOCATION:
        return (yield from deploy_location(run, side, piece))
    answer = yield PickCards(
        side, PromptKind.CHOOSE_DEPLOY_TARGET, option.targets, 0, 1, piece.id, ActionKind.DEPLOY
    )
    if not isinstance(answer, tuple) or not answer:
        return False
    target = answer[0]
    position = run.legality.position(side, known=True)
    place, aboard, cost = next(
        (place, aboard, cost)
        for number, place, aboard, cost in deployments(run, piece, position)
        if number == target
    )
    paid = _paid(run, piece, place, position, aboard=aboard, cost=cost)
    pilot: CardInPlay | None = None
    if not aboard and _needs_pilot(piece, place):
        crew = _crew(run, piece, place, paid)
        answer = yield PickCards(
            side, PromptKind.CHOOSE_PILOT_ABOARD, crew, 0, 1, piece.id, ActionKind.DEPLOY
        )
        if not isinstance(answer, tuple) or not answer:
            return False
        pilot = state.card(answer[0])
    yield from bring(run, piece, option, target, paid=paid, then=ResponseTrigger.DEPLOYED)
    if pilot is not None and piece.location is not None:
        position = run.legality.position(side, known=True)
        with_it = run.legality.try_out(position, _aboard(run, pilot, piece.location))
        if isinstance(with_it, Paid):
            together = Option(ActionKind.DEPLOY, pilot.id, (piece.id,))
            yield from bring(run, pilot, together, piece.id, paid=with_it, then=ResponseTrigger.DEPLOYED)
    return True
