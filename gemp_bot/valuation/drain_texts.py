"""What texts say of Force drains at each location: what they use, and what they bring at the most."""

from collections.abc import Mapping

from gemp_bot.board.board import Board
from gemp_bot.effects.drains import stopped_drains
from gemp_bot.game.numbers import Numbers
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import CardId


def told_costs(board: Board, numbers: Numbers, side: Side) -> Mapping[CardId, float]:
    """By location, what texts have a Force drain of a player use; left out where that is nothing."""
    costs = ((place.id, numbers.drain_cost(side, place)) for place in board.locations)
    return {each: cost for each, cost in costs if each is not None and cost}


def most_drained(board: Board, numbers: Numbers, side: Side) -> Mapping[CardId, float]:
    """By location, what texts let a Force drain of a player bring at the most; left out for no limit."""
    most: dict[CardId, float] = {}
    stopped = stopped_drains(board, side, numbers)
    for place in board.locations:
        limits = numbers.drain_limits(side, place)
        if place.column in stopped or numbers.drain_forbidden(side, place):
            limits = (0.0,)
        if place.id is not None and limits:
            most[place.id] = min(limits)
    return most
