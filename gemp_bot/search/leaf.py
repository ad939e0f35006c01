"""The chance to win where a playout ends: what the learned value tells of a complete game."""

from gemp_bot.board.location import Location
from gemp_bot.game.engine import Engine
from gemp_bot.protocol.enums import Side
from gemp_bot.valuation.features import LocationOutline, Outline, SideOutline
from gemp_bot.valuation.learned import LearnedValue


def chance_to_win(engine: Engine, side: Side, value: LearnedValue) -> float:
    """How likely a side is to win from here: 1 or 0 once the game is over."""
    if engine.outcome is not None:
        return float(engine.outcome.winner is side)
    return value.chance(_outline(engine, side))


def _outline(engine: Engine, side: Side) -> Outline:
    """A complete game in numbers, as a side sees it."""
    state, numbers, them = engine.state, engine.numbers, side.other
    fighters = [card.facts for card in state.hand(side) if card.facts.fights]
    return Outline(
        turn=state.turn,
        my_turn=state.active is side,
        life=state.life(side),
        their_life=state.life(them),
        hand=len(state.hand(side)),
        their_hand=len(state.hand(them)),
        force=state.force(side),
        their_force=state.force(them),
        generation=numbers.generation(side),
        their_generation=numbers.generation(them),
        hand_power=sum([facts.power or 0.0 for facts in fighters]),
        hand_cost=sum([facts.deploy or 0.0 for facts in fighters]),
        places=tuple(
            [
                LocationOutline(place.column, _side(engine, side, place), _side(engine, them, place))
                for place in state.locations
            ]
        ),
    )


def _side(engine: Engine, side: Side, place: Location) -> SideOutline:
    numbers = engine.numbers
    cards, presence, drain = place.fighters(side), place.presence(side), 0.0
    if place.controllable(side):
        drain = max(0.0, numbers.drain(side, place) - numbers.drain_cost(side, place))
    if not cards:
        return SideOutline(presence=presence, drain=drain)
    return SideOutline(
        numbers.power_at(side, place) or 0.0,
        sum(map(numbers.ability, cards)),
        sum([numbers.forfeit(card) or 0.0 for card in cards]),
        presence,
        drain,
    )
