"""The deploy phase: cards from hand to the table (rules 21)."""

from collections.abc import Iterator
from math import ceil
from typing import Final

from msgspec import structs

from gemp_bot.board.card import IN_PLAY, AttachedAs, CardInPlay
from gemp_bot.board.card_facts import CardFacts
from gemp_bot.board.location import Location
from gemp_bot.cards import CardType, known
from gemp_bot.decisions.kinds import ActionKind, PromptKind, ResponseTrigger
from gemp_bot.effects import CardEffects
from gemp_bot.effects.changes import Quantity
from gemp_bot.game.choices import Option, PickCards
from gemp_bot.game.context import DeployTerms, GameContext, Run
from gemp_bot.game.game_events import ActionTaken
from gemp_bot.game.locations import deploy_location, systems_for
from gemp_bot.game.move import change_seat, seat_changes
from gemp_bot.game.stack import bring
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.rules.deploying import deploy_price
from gemp_bot.rules.facts import NEED_FOOTHOLD, CardKind
from gemp_bot.rules.pipeline import ActionContext, Deploy, Paid
from gemp_bot.rules.uniqueness import identity_refusals
from gemp_bot.rules.values import Cost, Operation, ValueChange, cost_refusals


def playable(facts: CardFacts, effects: CardEffects) -> bool:
    """Whether a card can be deployed at all; the others are blanks in a deck."""
    if facts.worn:
        return effects.deploys_on(facts) is not None
    if facts.stays:
        return effects.does_something(facts)
    return facts.location is not None or (
        facts.kind in NEED_FOOTHOLD and known(facts.card.deploy) is not None
    )


def begins_outside(facts: CardFacts) -> bool:
    """Whether a card comes to the table by the start of the game or by another card only."""
    return facts.opens or facts.card.type == CardType.DEFENSIVE_SHIELD


def offer(run: GameContext, side: Side) -> tuple[Option, ...]:
    """To deploy each card of the hand that can go somewhere and can be paid; to change seats aboard."""
    known, position = run.legality.known(side), run.legality.position(side)
    options = []
    for piece in (*run.state.hand(side), *_lent(run, side)):
        if not playable(piece.facts, run.numbers.effects):
            continue
        if piece.facts.kind is CardKind.LOCATION:
            if systems_for(run, piece):
                options.append(Option(ActionKind.DEPLOY, piece.id, free=True))
        elif piece.facts.stays:
            hosts = None if begins_outside(piece.facts) else lays(run, piece)
            if hosts is not None:
                options.append(Option(ActionKind.DEPLOY, piece.id, hosts))
        else:
            targets = tuple([target[0] for target in deployments(run, piece, position)])
            if targets and not identity_refusals(piece.facts.identity, known):
                options.append(Option(ActionKind.DEPLOY, piece.id, targets))
    return (*options, *seat_changes(run, side))


def _lent(run: GameContext, side: Side) -> list[CardInPlay]:
    """The cards stacked on others that a text lets a player deploy as from his hand."""
    if not run.state.stacks:
        return []
    return [
        card
        for card in run.state.board.known.values()
        if card.zone is Zone.STACKED and card.side is side and run.numbers.is_told(card, Quantity.FROM_STACK)
    ]


AS_USUAL: Final = DeployTerms()
Target = tuple[int, Location, bool, Cost]
"""Where a card of the hand can go: the id of the location or card, the place, aboard something, the cost."""


def deployments(
    run: GameContext, piece: CardInPlay, position: ActionContext, terms: DeployTerms = AS_USUAL
) -> Iterator[Target]:
    """Where a card of the hand, or one that a text lets be deployed on its terms, can go now."""
    if piece.facts.worn:
        yield from _on_cards(run, piece, position, terms)
        return
    legality, numbers, force = run.legality, run.numbers, position.piles.force
    differs = not terms.free and numbers.cost_differs(piece)
    cost = on_terms(numbers.deploy_cost(piece), terms)
    if not (differs or _pays(cost, force)):
        return
    bound = not terms.anywhere and numbers.bound(piece)
    for place, stands, boards in legality.open_to(piece, position):
        if bound and legality.forbidden(piece, place):
            continue
        if differs:
            cost = on_terms(numbers.deploy_cost(piece, place), terms)
            if not _pays(cost, force):
                continue
        if stands and _manned(run, piece, place, position, cost):
            yield place.laid.id, place, False, cost
        if boards and piece.facts.kind in _RIDERS:
            yield from _aboard_there(run, piece, place, force, terms=terms, known=None if differs else cost)


_RIDERS: Final = (CardKind.CHARACTER, CardKind.STARFIGHTER)


def _aboard_there(
    run: GameContext,
    piece: CardInPlay,
    place: Location,
    force: float,
    *,
    terms: DeployTerms,
    known: Cost | None,
) -> Iterator[Target]:
    """The starships and vehicles at a place that a card can go aboard; its cost may differ by them."""
    for carrier in run.legality.carriers(piece, place):
        if not run.numbers.may_go_on(piece, carrier):
            continue
        cost = known
        if cost is None:
            cost = on_terms(run.numbers.deploy_cost(piece, place, carrier), terms)
            if not _pays(cost, force):
                continue
        yield carrier.id, place, True, cost


def _manned(
    run: GameContext, piece: CardInPlay, place: Location, position: ActionContext, cost: Cost
) -> bool:
    """Whether a card needs no pilot from hand there, or there is one."""
    if not _needs_pilot(piece, place):
        return True
    return bool(_crew(run, piece, place, _paid(run, piece, place, position, aboard=False, cost=cost)))


def _pays(cost: Cost, force: float) -> bool:
    return not cost_refusals(deploy_price(cost), force)


def _paid(
    run: GameContext, piece: CardInPlay, place: Location, position: ActionContext, *, aboard: bool, cost: Cost
) -> Paid:
    """A deployment that is on offer, with what is paid for it."""
    action = Deploy(piece.facts.identity, run.legality.deployment(piece, place, aboard=aboard), cost)
    paid = run.legality.try_out(position, action)
    assert isinstance(paid, Paid), (piece, place, aboard, paid)  # noqa: S101 - only legal ones are on offer
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
        and playable(piece.facts, run.numbers.effects)
        and run.numbers.may_go_on(piece, ship)
        and run.legality.allows(position, _aboard(run, piece, ship, place))
    )


def _aboard(run: GameContext, piece: CardInPlay, ship: CardInPlay, place: Location) -> Deploy:
    """A pilot deployed together with a starship."""
    deployment = run.legality.deployment(piece, place, aboard=True)
    return Deploy(piece.facts.identity, deployment, run.numbers.pilot_cost(piece, ship, place))


def _on_cards(
    run: GameContext, piece: CardInPlay, position: ActionContext, terms: DeployTerms
) -> Iterator[Target]:
    """The cards a weapon or device can be deployed on, each for its cheapest cost (rules 21.3)."""
    numbers, force = run.numbers, position.piles.force
    places = [place for place, _, boards in run.legality.open_to(piece, position) if boards]
    for target in numbers.hosts(piece, run.state.at_table(piece.side)):
        place = target.location
        if place is None or target.attached_as is AttachedAs.WORN or place not in places:
            continue
        if _has_like(target, piece):
            continue
        cost = on_terms(numbers.deploy_cost(piece, place, target), terms)
        if not cost_refusals(deploy_price(cost), force):
            yield target.id, place, True, cost


def _has_like(target: CardInPlay, piece: CardInPlay) -> bool:
    """Nobody carries two weapons or devices of one name."""
    return any(each.card.title == piece.card.title for each in target.attached)


def act(run: GameContext, side: Side, option: Option) -> Run[bool]:
    """Choose where, pay, and put the card there; paying is part of the initiation (rules 21.8)."""
    if option.kind is ActionKind.MOVE_CAPACITY_SLOT:
        return (yield from change_seat(run, side, option))
    return (yield from deploy_card(run, side, run.state.card(option.card), option.targets))


def deploy_card(
    run: GameContext,
    side: Side,
    piece: CardInPlay,
    targets: tuple[int, ...],
    *,
    terms: DeployTerms = AS_USUAL,
    by_text: bool = False,
) -> Run[bool]:
    """Deploy a card to one of some targets, or where it is chosen for a location; false if it is taken back.

    Args:
        run: the game.
        side: who deploys.
        piece: the card, in a hand or pile.
        targets: ids of where it may go; of a location and of what goes beside the table none.
        terms: on which terms.
        by_text: a text has it deployed, whatever phase it is.
    """
    if piece.facts.kind is CardKind.LOCATION:
        return (yield from deploy_location(run, side, piece, terms.system))
    state = run.state
    target: int | None = None
    if targets:
        answer = yield PickCards(
            side, PromptKind.CHOOSE_DEPLOY_TARGET, targets, 0, 1, piece.id, ActionKind.DEPLOY
        )
        if not isinstance(answer, tuple) or not answer:
            return False
        target = answer[0]
    if piece.facts.stays:
        return (yield from _lay_down(run, side, piece, target, terms))
    position = run.legality.position(side, known=True)
    if by_text:
        position = in_deploy_phase(position)
    place, aboard, cost = next(
        (place, aboard, cost)
        for number, place, aboard, cost in deployments(run, piece, position, terms)
        if number == target
    )
    assert target is not None  # noqa: S101 - it is one of the targets
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
    option = Option(ActionKind.DEPLOY, piece.id, targets)
    yield from bring(run, piece, option, target, paid=paid, then=ResponseTrigger.DEPLOYED)
    if pilot is not None and piece.location is not None:
        position = run.legality.position(side, known=True)
        with_it = run.legality.try_out(position, _aboard(run, pilot, piece, piece.location))
        if isinstance(with_it, Paid):
            together = Option(ActionKind.DEPLOY, pilot.id, (piece.id,))
            yield from bring(run, pilot, together, piece.id, paid=with_it, then=ResponseTrigger.DEPLOYED)
    return True


def deployable(run: GameContext, piece: CardInPlay, terms: DeployTerms = AS_USUAL) -> tuple[int, ...] | None:
    """The targets a card out of a pile may be deployed to; none where none is chosen, None where it may not.

    Args:
        run: the game.
        piece: the card.
        terms: on which terms.
    """
    if piece.facts.kind is CardKind.LOCATION:
        meant = terms.place is None or terms.place(piece)
        return () if meant and systems_for(run, piece, terms.system) else None
    if not playable(piece.facts, run.numbers.effects):
        return None
    if piece.facts.stays:
        found = lays(run, piece, terms)
    else:
        if identity_refusals(piece.facts.identity, run.legality.known(piece.side)):
            return None
        position = in_deploy_phase(run.legality.position(piece.side))
        found = tuple(number for number, *_ in deployments(run, piece, position, terms)) or None
    if not found or terms.to is None:
        return found
    return tuple(number for number in found if terms.to(run.state.card(number))) or None


def in_deploy_phase(position: ActionContext) -> ActionContext:
    """As if it was a deploy phase of the player and the card in his hand: texts deploy whenever they act."""
    piles = structs.replace(position.piles, hand=position.piles.hand + 1)
    return structs.replace(position, phase=Phase.DEPLOY, my_turn=True, piles=piles)


def lays(run: GameContext, piece: CardInPlay, terms: DeployTerms = AS_USUAL) -> tuple[int, ...] | None:
    """On which cards an Effect or its like may be laid; none of beside the table, None where it may not."""
    facts, numbers = piece.facts, run.numbers
    there = facts.card.unique and any(each.facts.key == facts.key for each in run.state.board.active)
    if there and not numbers.is_told(piece, Quantity.NOT_UNIQUE):
        return None
    if not numbers.may_play(piece):
        return None
    cost = on_terms(numbers.deploy_cost(piece), terms)
    if cost_refusals(deploy_price(cost), run.state.force(piece.side)):
        return None
    if facts.text.selectors.get("deploys_when") and not numbers.effects.may_lay(numbers.scope(piece)):
        return None
    active = [card for card in run.state.board.active if not card.held]
    hosts = [card.id for card in numbers.hosts(piece, active)]
    if not hosts and numbers.effects.deploys_on(facts) is None:
        return () if facts.text.traits.get("plays_to") == "your_side_of_table" else None
    return tuple(hosts) or None


def _lay_down(
    run: GameContext, side: Side, piece: CardInPlay, target: int | None, terms: DeployTerms
) -> Run[bool]:
    """Lay an Effect or its like on a card, or beside the table, unless it is cancelled before."""
    cost = ceil(deploy_price(on_terms(run.numbers.deploy_cost(piece), terms)).total)
    run.use_force(side, cost)
    run.tell(ActionTaken, side, ActionKind.DEPLOY, piece.id, target, cost)
    about = (piece.id,) if target is None else (piece.id, target)
    yield from run.window(side, ResponseTrigger.PLAYING, about)
    by = run.responses.canceled_by(piece)
    if by is not None:
        if run.numbers.goes_to_used(piece, by):
            run.state.to_pile(piece, Zone.USED_PILE)
        else:
            run.lose_off_table(piece)
        return True
    host = None if target is None else run.state.card(target)
    if host is not None and host.zone not in IN_PLAY:
        run.lose_off_table(piece)
        return True
    run.state.lay_on(piece, host)
    yield from run.window(side, ResponseTrigger.DEPLOYED, about)
    yield from run.responses.set_up(run, piece)
    return True


def on_terms(cost: Cost, terms: DeployTerms) -> Cost:
    """What a card costs on the terms of a text."""
    if terms.free:
        return structs.replace(cost, free=True)
    if not terms.change:
        return cost
    return structs.replace(cost, modifiers=(*cost.modifiers, ValueChange(Operation.ADD, terms.change)))
