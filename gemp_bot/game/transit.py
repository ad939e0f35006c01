"""Docking bay transit: characters and vehicles from one docking bay to another, as a group (rules 23.31)."""

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.decisions.kinds import ActionKind, PromptKind, ResponseTrigger
from gemp_bot.effects.changes import Quantity
from gemp_bot.game.choices import Option, PickCards
from gemp_bot.game.context import GameContext, Run
from gemp_bot.game.game_events import ActionTaken
from gemp_bot.game.stack import perform
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.facts import CardKind
from gemp_bot.rules.moves import MoveKind, group_price, move_price
from gemp_bot.rules.pipeline import ActionContext, Move, Paid
from gemp_bot.rules.routes import transit_refusals
from gemp_bot.rules.values import Price

_KINDS = (CardKind.CHARACTER, CardKind.VEHICLE)


def offer(run: GameContext, side: Side, position: ActionContext) -> tuple[Option, ...]:
    """From each docking bay where somebody can go to another one."""
    bays = [place for place in run.state.locations if place.facts.docking_bay]
    found = []
    for bay in bays:
        others = tuple(each.laid.id for each in bays if each is not bay)
        if others and any(_pays(run, position, (piece,), bay) for piece in _walkers(bay, side)):
            found.append(Option(ActionKind.DOCKING_BAY_TRANSIT, bay.laid.id, others))
    return tuple(found)


def act(run: GameContext, side: Side, option: Option) -> Run[bool]:
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
    able = tuple(piece for piece in _walkers(bay, side) if _pays(run, position, (piece,), bay))
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
    paid = _pays(run, position, group, bay, goal)
    if not paid:
        return False
    cost = sum(run.pay(side, each) for each in paid)
    run.tell(ActionTaken, side, option.kind, option.card, goal.laid.id, cost)
    after = ResponseTrigger.USING_FORCE if cost else None
    yield from perform(run, side, option, after, _go(run, group, goal), about=chosen, amount=cost)
    yield from run.window(side, ResponseTrigger.MOVED, (*chosen, goal.laid.id))
    return True


def _walkers(bay: Location, side: Side) -> list[CardInPlay]:
    return [piece for piece in bay.standing if piece.side is side and piece.facts.kind in _KINDS]


def _pays(
    run: GameContext,
    position: ActionContext,
    group: tuple[CardInPlay, ...],
    bay: Location,
    goal: Location | None = None,
) -> list[Paid]:
    """What the group pays, card after card; nothing if one of them cannot go."""
    movers = [run.legality.mover(piece) for piece in group]
    route = () if goal is None else transit_refusals(movers, bay.facts, goal.facts)
    due = group_price(_price(run, bay, goal, piece) for piece in group)
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


def _price(run: GameContext, bay: Location, goal: Location | None, piece: CardInPlay) -> Price:
    """What it costs to leave a docking bay, 1 Force where its text tells nothing, and to enter another."""
    stated = dict(bay.laid.facts.transit).get(piece.side, 1)
    if goal is not None:
        stated += run.numbers.at(Quantity.TRANSIT_TO, piece.side, goal, 0)
    return move_price(MoveKind.TRANSIT, stated=stated)


def _go(run: GameContext, group: tuple[CardInPlay, ...], goal: Location) -> Run[None]:
    for piece in group:
        run.state.stand(piece, goal)
    yield from ()
