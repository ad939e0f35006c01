"""Everything that can be asked of the numbers of a board."""

from typing import TypeAlias

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.game.numbers import Numbers
from gemp_bot.protocol.enums import Side

Found: TypeAlias = dict[str, object]


def of_card(numbers: Numbers, card: CardInPlay) -> Found:
    """Of a card in play, or in a hand that is on the board."""
    if card.in_hand:
        return {"deploy cost": numbers.deploy_cost(card)}
    return {
        "power": numbers.power(card),
        "power in battle": numbers.power(card, fighting=True),
        "ability": numbers.ability(card),
        "forfeit": numbers.forfeit(card),
        "immune below": numbers.immune_below(card),
        "destinies": numbers.draws(card),
        "destinies in battle": numbers.draws(card, fighting=True),
    }


def of_location(numbers: Numbers, location: Location) -> Found:
    """Of a location, for both sides."""
    return {
        f"{what} of {side}": number
        for side in Side
        for what, number in (
            ("icons", numbers.icons(side, location)),
            ("drain", numbers.drain(side, location)),
            ("drain forbidden", numbers.drain_forbidden(side, location)),
            ("drain cost", numbers.drain_cost(side, location)),
            ("drain limits", numbers.drain_limits(side, location)),
            ("power", numbers.power_at(side, location)),
            ("presence", location.presence(side)),
        )
    }


def of_side(numbers: Numbers, side: Side) -> Found:
    """Of a player."""
    return {"generation": numbers.generation(side)}


def every_number(numbers: Numbers, board: Board) -> list[object]:
    """All of a board."""
    cards = [(card.id, of_card(numbers, card)) for card in board.cards.values()]
    locations = [of_location(numbers, location) for location in board.locations]
    return [cards, locations, [of_side(numbers, side) for side in Side]]
