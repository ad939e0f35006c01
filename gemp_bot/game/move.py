"""The move phase: regular moves, getting on and off, docking bay transit (rules 23)."""

from collections.abc import Iterator

from gemp_bot.board.card import AttachedAs, CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.cards import known
from gemp_bot.decisions.kinds import ActionKind, PromptKind, ResponseTrigger
from gemp_bot.effects.changes import Quantity
from gemp_bot.effects.ledger import NO_CHANGES
from gemp_bot.game.choices import Option, PickCards
from gemp_bot.game.context import GameContext, Run
from gemp_bot.game.game_events import ActionTaken
from gemp_bot.game.stack import bring, perform
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.aboard import seat_change_refusals
from gemp_bot.rules.facts import STARSHIPS, CardKind, PlaceKind
from gemp_bot.rules.locations import never_refusals
from gemp_bot.rules.moves import MoveKind, Mover, group_price, is_moving, move_price
from gemp_bot.rules.pipeline import ActionContext, Move, Paid
from gemp_bot.rules.routes import (
    SECTORS_PER_MOVE,
    Leg,
    are_in_a_row,
    hyperspeed_refusals,
    landing_refusals,
    landspeed,
    landspeed_refusals,
    parsecs_between,
    passage,
    sector_refusals,
    shuttle_refusals,
    transit_refusals,
)
from gemp_bot.rules.values import Price, cost_refusals, settled

Way = tuple[ActionKind, MoveKind, int, Price]
"""How a card can move, as far as the way goes: the action, the kind of move, where to, what it costs."""

_PROMPTS = {
    ActionKind.MOVE_LANDSPEED: PromptKind.CHOOSE_MOVE_TARGET,
    ActionKind.MOVE_HYPERSPEED: PromptKind.CHOOSE_MOVE_TARGET,
    ActionKind.MOVE_SECTOR: PromptKind.CHOOSE_MOVE_TARGET,
    ActionKind.LAND: PromptKind.LAND_TARGET,
    ActionKind.TAKE_OFF: PromptKind.TAKE_OFF_TARGET,
    ActionKind.EMBARK: PromptKind.EMBARK_TARGET,
    ActionKind.DISEMBARK: PromptKind.DISEMBARK_TARGET,
    ActionKind.SHUTTLE: PromptKind.SHUTTLE_TARGET,
}
_FREE = Price(0, 0)


def offer(run: GameContext, side: Side) -> tuple[Option, ...]:
    """Every way in which a card of the player can move now."""
    position = run.legality.position(side)
    found: dict[tuple[ActionKind, int], list[int]] = {}
    for piece in run.state.at_table(side):
        for kind, _, target, _ in moves(run, piece, position):
            found.setdefault((kind, piece.id), []).append(target)
    menu = tuple(Option(kind, card, tuple(targets)) for (kind, card), targets in found.items())
    return menu + transit_offers(run, side, position) + seat_changes(run, side)


def moves(run: GameContext, piece: CardInPlay, position: ActionContext) -> Iterator[Way]:
    """The legal moves of a card."""
    if not is_moving(carried=piece.attached_as is AttachedAs.WORN) or piece.location is None:
        return
    mover = run.legality.mover(piece)
    # Of a card that moved only ways without limit are told, so that nothing else differs by the kind of move.
    if not run.legality.may_move(mover, position):
        return
    force, bound = position.piles.force, run.numbers.binds_moves()
    for way in ways(run, piece, mover, piece.location, moved=piece.name in position.moved):
        if piece.facts.operative_of and _full(run, piece, way[2]):
            continue
        told = _as_told(run, piece, way) if bound else way
        if told is not None and not cost_refusals(told[3], force):
            yield told


def _full(run: GameContext, piece: CardInPlay, target: int) -> bool:
    """Whether another Operative keeps one from where a way goes (rules 21)."""
    goal = run.state.card(target).location
    return goal is not None and goal.has_operative_like(piece)


def _as_told(run: GameContext, piece: CardInPlay, way: Way) -> Way | None:
    """A way at the cost that texts make of it; None where a text keeps the card from it."""
    numbers = run.numbers
    action, kind, target, due = way
    goal = run.state.card(target)
    if goal.location is not piece.location and numbers.held_from(
        piece, piece.location, goal.location, action.lower()
    ):
        return None
    if kind is MoveKind.EMBARKING:
        return way
    changes = numbers.move_changes(piece, goal.location, action.lower())
    if changes is NO_CHANGES:
        return way
    return action, kind, target, Price(due.separate, settled(due.base, changes.modifiers, changes.resets))


def ways(run: GameContext, piece: CardInPlay, mover: Mover, place: Location, *, moved: bool) -> Iterator[Way]:
    """How a card could move from where it is; `moved`: it made its regular move, and is told the others."""
    if piece.host is not None:
        yield from _off(run, piece, mover, place)
        if not moved:
            yield from _shuttled_down(run, piece, mover, place)
        return
    yield from _on(run, piece, mover, place)
    if moved:
        return
    yield from _shuttled_up(run, piece, mover, place)
    if run.laid is not run.state.locations:
        run.laid, run.routes = run.state.locations, {}
    key = place.column, mover
    if key not in run.routes:
        run.routes[key] = tuple(_routes(run, mover, place))
    yield from run.routes[key]


def _routes(run: GameContext, mover: Mover, place: Location) -> Iterator[Way]:
    """The ways that depend on nothing but the card and the locations."""
    if mover.kind in STARSHIPS:
        if mover.piloted:
            yield from _through_space(run, mover, place)
    elif place.facts.site:
        yield from _along(_row(run, place), place, mover, int(landspeed(mover)), MoveKind.LANDSPEED)


# -- along a row of locations -----------------------------------------------------------------------------


def _row(run: GameContext, place: Location) -> list[Location]:
    return [each for each in run.state.locations if are_in_a_row(each.facts, place.facts)]


def _along(row: list[Location], place: Location, mover: Mover, most: int, kind: MoveKind) -> Iterator[Way]:
    """Step by step to the left and to the right, as far as the card gets (rules 23.20 to 23.23)."""
    walks = kind is MoveKind.LANDSPEED
    action = ActionKind.MOVE_LANDSPEED if walks else ActionKind.MOVE_SECTOR
    refusals = landspeed_refusals if walks else sector_refusals
    start = row.index(place)
    due = move_price(kind)
    for step in (-1, 1):
        legs: list[Leg] = []
        for far in range(1, most + 1):
            at = start + step * far
            if not 0 <= at < len(row) or never_refusals(mover.kind, row[at].facts):
                break
            legs.append(Leg(at))
            if not refusals(mover, start, legs):
                yield action, kind, row[passage(start, legs).end].laid.id, due


# -- starships --------------------------------------------------------------------------------------------


def _through_space(run: GameContext, mover: Mover, place: Location) -> Iterator[Way]:
    here = place.facts
    if not here.site:
        sky = _row(run, place)
        yield from _along(sky, place, mover, SECTORS_PER_MOVE, MoveKind.SECTOR)
    clouds = [each for each in run.state.locations if each.group == place.group and each.facts.cloud]
    lowest = clouds[-1].facts.name if clouds else ""
    for other in run.state.locations:
        there = other.facts
        if other is place:
            continue
        if other.group == place.group and here.site is not there.site:
            route = landing_refusals(mover, here, there, lowest_cloud=lowest)
            ground = here if here.site else there
            action = ActionKind.TAKE_OFF if here.site else ActionKind.LAND
            due = move_price(MoveKind.LANDING, docking_bay=ground.docking_bay)
            if not route:
                yield action, MoveKind.LANDING, other.laid.id, due
        elif here.kind is PlaceKind.SYSTEM is there.kind:
            parsecs = parsecs_between(known(place.laid.card.parsec), known(other.laid.card.parsec))
            if parsecs is not None and not hyperspeed_refusals(mover, parsecs, there):
                due = move_price(MoveKind.HYPERSPEED)
                yield ActionKind.MOVE_HYPERSPEED, MoveKind.HYPERSPEED, other.laid.id, due


# -- on and off -------------------------------------------------------------------------------------------


def _on(run: GameContext, piece: CardInPlay, mover: Mover, place: Location) -> Iterator[Way]:
    if not _boards_at(piece, place):
        return
    carriers = run.legality.carriers(piece, place)
    if carriers and run.legality.may_board(mover):
        for carrier in carriers:
            if carrier is not piece:
                yield ActionKind.EMBARK, MoveKind.EMBARKING, carrier.id, _FREE


def _off(run: GameContext, piece: CardInPlay, mover: Mover, place: Location) -> Iterator[Way]:
    if _boards_at(piece, place) and run.legality.may_board(mover):
        yield ActionKind.DISEMBARK, MoveKind.EMBARKING, place.laid.id, _FREE


def _boards_at(piece: CardInPlay, place: Location) -> bool:
    """Whether it gets on and off there: characters at sites, starfighters where they fly."""
    kind = piece.facts.kind
    return kind is CardKind.CHARACTER if place.facts.site else kind is CardKind.STARFIGHTER


def _shuttled_up(run: GameContext, piece: CardInPlay, mover: Mover, place: Location) -> Iterator[Way]:
    if not place.facts.exterior_site:
        return
    group = place.group
    for sky in run.state.locations:
        above = sky.cards and sky.group == group and sky is not place
        for carrier in run.legality.carriers(piece, sky) if above else ():
            if not shuttle_refusals(mover, place.facts, sky.facts, carrier.facts.kind):
                yield ActionKind.SHUTTLE, MoveKind.SHUTTLING, carrier.id, _shuttle_price(run, place)


def _shuttled_down(run: GameContext, piece: CardInPlay, mover: Mover, place: Location) -> Iterator[Way]:
    if place.facts.site or piece.host is None:
        return
    for ground in run.state.locations:
        if ground.group == place.group and ground is not place:
            route = (
                *shuttle_refusals(mover, ground.facts, place.facts, piece.host.facts.kind),
                *never_refusals(mover.kind, ground.facts),
            )
            if not route:
                yield ActionKind.SHUTTLE, MoveKind.SHUTTLING, ground.laid.id, _shuttle_price(run, place)


def _shuttle_price(run: GameContext, place: Location) -> Price:
    clouds = sum(each.facts.cloud for each in run.state.locations if each.group == place.group)
    return move_price(MoveKind.SHUTTLING, clouds=clouds)


def seat_changes(run: GameContext, side: Side) -> tuple[Option, ...]:
    """Every character aboard that can change seats now, in the deploy phase as well (rules 23.41)."""
    return tuple(
        Option(ActionKind.MOVE_CAPACITY_SLOT, piece.id, free=True)
        for piece in run.state.at_table(side)
        if piece.host is not None
        and run.legality.other_seat(piece) is not None
        and not seat_change_refusals(run.legality.mover(piece), run.state.phase, room=True)
    )


def change_seat(run: GameContext, side: Side, option: Option) -> Run[bool]:
    """Change it; it is free."""
    piece = run.state.card(option.card)
    seat, carrier = run.legality.other_seat(piece), piece.host
    assert seat is not None and carrier is not None, "only who can change is offered it"  # noqa: S101, PT018
    run.tell(ActionTaken, side, option.kind, piece.id, carrier.id, 0)
    run.state.attach(piece, carrier, seat)
    yield from run.window(side, ResponseTrigger.MOVED, (piece.id, carrier.id))
    return True


# -- doing it ---------------------------------------------------------------------------------------------


def act(run: GameContext, side: Side, option: Option) -> Run[bool]:
    """Choose where to, pay, and go."""
    if option.kind is ActionKind.DOCKING_BAY_TRANSIT:
        return (yield from transit(run, side, option))
    if option.kind is ActionKind.MOVE_CAPACITY_SLOT:
        return (yield from change_seat(run, side, option))
    piece = run.state.card(option.card)
    answer = yield PickCards(side, _PROMPTS[option.kind], option.targets, 0, 1, piece.id, option.kind)
    if not isinstance(answer, tuple) or not answer:
        return False
    target = answer[0]
    position = run.legality.position(side)
    kind, due = next(
        (kind, due)
        for action, kind, number, due in moves(run, piece, position)
        if action is option.kind and number == target
    )
    move = Move(piece.name, run.legality.mover(piece), kind, str(target), due=due)
    paid = run.legality.try_out(position, move)
    assert isinstance(paid, Paid), "only legal moves are on offer"  # noqa: S101
    yield from bring(run, piece, option, target, paid=paid, then=ResponseTrigger.MOVED)
    return True


_IN_TRANSIT = (CardKind.CHARACTER, CardKind.VEHICLE)


def transit_offers(run: GameContext, side: Side, position: ActionContext) -> tuple[Option, ...]:
    """From each docking bay where somebody can go to another one."""
    bays = [place for place in run.state.locations if place.facts.docking_bay]
    found = []
    for bay in bays:
        able = [piece for piece in _passengers(bay, side) if _pay_transit(run, position, (piece,), bay)]
        others = tuple(
            each.laid.id
            for each in bays
            if each is not bay and not all(each.has_operative_like(piece) for piece in able)
        )
        if others:
            found.append(Option(ActionKind.DOCKING_BAY_TRANSIT, bay.laid.id, others))
    return tuple(found)


def transit(run: GameContext, side: Side, option: Option) -> Run[bool]:
    """Choose where to and who goes; all pay once, the highest cost (rules 23.8)."""
    state = run.state
    bay = state.location_of(option.card)
    answer = yield PickCards(
        side, PromptKind.DOCKING_BAY_TARGET, option.targets, 0, 1, option.card, option.kind
    )
    if not isinstance(answer, tuple) or not answer:
        return False
    goal = state.location_of(answer[0])
    position = run.legality.position(side)
    able = tuple(
        piece
        for piece in _passengers(bay, side)
        if _pay_transit(run, position, (piece,), bay) and not goal.has_operative_like(piece)
    )
    chosen = yield PickCards(
        side,
        PromptKind.CARDS_TO_TRANSIT,
        tuple(piece.id for piece in able),
        0,
        len(able),
        goal.laid.id,
        option.kind,
    )
    if not isinstance(chosen, tuple) or not chosen:
        return False
    group = tuple(state.card(number) for number in chosen)
    operatives = [piece.facts.key for piece in group if goal.is_planet_of(piece.facts)]
    if len(set(operatives)) < len(operatives):
        return False  # of one title they cannot be there together (rules 21)
    paid = _pay_transit(run, position, group, bay, goal)
    if not paid:
        return False
    cost = sum(run.pay(side, each) for each in paid)
    run.tell(ActionTaken, side, option.kind, option.card, goal.laid.id, cost)
    after = ResponseTrigger.USING_FORCE if cost else None
    yield from perform(run, side, option, after, _all_arrive(run, group, goal), about=chosen, amount=cost)
    yield from run.window(side, ResponseTrigger.MOVED, (*chosen, goal.laid.id))
    return True


def _passengers(bay: Location, side: Side) -> list[CardInPlay]:
    return [piece for piece in bay.standing if piece.side is side and piece.facts.kind in _IN_TRANSIT]


def _pay_transit(
    run: GameContext,
    position: ActionContext,
    group: tuple[CardInPlay, ...],
    bay: Location,
    goal: Location | None = None,
) -> list[Paid]:
    """What the group pays, card after card; nothing if one of them cannot go."""
    movers = [run.legality.mover(piece) for piece in group]
    route = () if goal is None else transit_refusals(movers, bay.facts, goal.facts)
    due = group_price(_transit_price(run, bay, goal, piece) for piece in group)
    found: list[Paid] = []
    for piece, mover in zip(group, movers, strict=True):
        to = "" if goal is None else goal.facts.name
        move = Move(piece.name, mover, MoveKind.TRANSIT, to, route, due)
        paid = run.legality.try_out(position, move)
        if not isinstance(paid, Paid):
            return []
        found.append(paid)
        position, due = paid.now, Price(0, 0)
    return found


def _transit_price(run: GameContext, bay: Location, goal: Location | None, piece: CardInPlay) -> Price:
    """What it costs to leave a docking bay, 1 Force where its text tells nothing, and to enter another."""
    numbers, side = run.numbers, piece.side
    stated: float = dict(bay.laid.facts.transit).get(side, 1)
    if goal is not None:
        alone = [numbers.is_so(Quantity.ONLY_TRANSIT, side, each) for each in (bay, goal)]
        stated = 0 if alone[1] else stated
        stated += 0 if alone[0] else numbers.at(Quantity.TRANSIT_TO, side, goal, 0)
    return move_price(MoveKind.TRANSIT, stated=stated)


def _all_arrive(run: GameContext, group: tuple[CardInPlay, ...], goal: Location) -> Run[None]:
    for piece in group:
        run.state.stand(piece, goal)
    yield from ()
