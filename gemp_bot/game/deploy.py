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
from gemp_bot.rules.deploying import Deployment, deploy_price
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
    known = run.legality.position(side, known=True).known
    position = run.legality.position(side)
    found = []
    for piece in run.state.hand(side):
        if not playable(piece.facts, run.numbers.destinations(piece)):
            continue
        if piece.facts.kind is CardKind.LOCATION:
            if systems_for(run, piece):
                found.append(Option(ActionKind.DEPLOY, piece.id, free=True))
        elif identity_refusals(piece.facts.identity, known):
            continue  # wherever it would go, so it is asked once
        elif targets := tuple(number for number, _ in deployments(run, piece, position)):
            found.append(Option(ActionKind.DEPLOY, piece.id, targets))
    return (*found, *seat_changes(run, side))


def deployments(run: GameContext, piece: CardInPlay, position: ActionContext) -> Iterator[tuple[int, Paid]]:
    """Where a card of the hand can go now, by the id of the location or card it goes to."""
    if piece.facts.worn:
        yield from _on_cards(run, piece, position)
        return
    legality = run.legality
    for place in run.state.locations:
        cost = run.numbers.deploy_cost(piece, place)
        if cost_refusals(deploy_price(cost), position.piles.force):
            continue
        if _can_stand(piece, place):
            paid = legality.try_out(position, legality.deployment(piece, place, None, cost))
            if isinstance(paid, Paid) and (not _needs_pilot(piece, place) or _crew(run, piece, place, paid)):
                yield place.laid.id, paid
        if piece.facts.kind not in (CardKind.CHARACTER, CardKind.STARFIGHTER):
            continue
        for carrier in place.standing:
            if carrier.side is piece.side and legality.seat_for(piece, carrier) is not None:
                paid = legality.try_out(position, legality.deployment(piece, place, carrier, cost))
                if isinstance(paid, Paid):
                    yield carrier.id, paid


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
        and run.legality.allows(position, _aboard(run, piece, place, ship))
    )


def _aboard(run: GameContext, piece: CardInPlay, place: Location, ship: CardInPlay) -> Deploy:
    return run.legality.deployment(piece, place, ship, run.numbers.deploy_cost(piece, place))


def _can_stand(piece: CardInPlay, place: Location) -> bool:
    """A quick look that spares most of the long one: characters and vehicles are at sites (rules 13)."""
    on_ground = piece.facts.kind in (CardKind.CHARACTER, CardKind.VEHICLE)
    return place.facts.site or not on_ground


def _on_cards(run: GameContext, piece: CardInPlay, position: ActionContext) -> Iterator[tuple[int, Paid]]:
    """The cards a weapon or device can be deployed on, each for its cheapest cost (rules 21.3)."""
    context = run.numbers.context(piece)
    goes_on = run.numbers.destinations(piece).on
    for target in run.state.at_table(piece.side):
        place = target.location
        if target.attached_as is AttachedAs.WORN or place is None or _has_like(target, piece):
            continue
        costs = [cost for test, cost in goes_on if test(context, target)]
        if not costs:
            continue
        deployment = Deployment(
            kind=piece.facts.kind, to=place.facts, dark=piece.side is Side.DARK, aboard=True
        )
        action = Deploy(piece.facts.identity, deployment, Cost(min(costs)))
        paid = run.legality.try_out(position, action)
        if isinstance(paid, Paid):
            yield target.id, paid


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
    paid = next(paid for number, paid in deployments(run, piece, position) if number == target)
    pilot: CardInPlay | None = None
    if state.card(target).facts.kind is CardKind.LOCATION:
        place = state.location_of(target)
        if _needs_pilot(piece, place):
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
        aboard = run.legality.try_out(position, _aboard(run, pilot, piece.location, piece))
        if isinstance(aboard, Paid):
            together = Option(ActionKind.DEPLOY, pilot.id, (piece.id,))
            yield from bring(run, pilot, together, piece.id, paid=aboard, then=ResponseTrigger.DEPLOYED)
    return True
