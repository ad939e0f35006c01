"""Everything that a board or the state of a game consists of, so that two can be compared."""

from collections.abc import Iterator
from typing import Any

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.board.part import BoardPart
from gemp_bot.game.state import State


def parts(board: Board) -> Iterator[BoardPart]:
    yield board
    yield from board.known.values()
    yield from board.locations
    for held in board.piles.values():
        yield from held.values()


def plain(value: Any) -> Any:
    if isinstance(value, CardInPlay):
        return value.id
    if isinstance(value, Location):
        return ("column", value.column)
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    return value


def whole(board: Board) -> list[dict[str, Any]]:
    """Every attribute of every part; other parts are told by their ids."""
    skipped = ("known", "piles", "locations")
    return [
        {
            name: plain(getattr(part, name))
            for name in type(part).__annotations__
            if not name.startswith("_") and name not in skipped
        }
        for part in parts(board)
    ] + [{"changes": board.changes, "cards": list(board.cards), "columns": len(board.locations)}]


def whole_state(state: State) -> list[dict[str, Any]]:
    """The same of the state of a game, with what was told and not yet taken."""
    found = {name: value for name, value in vars(state).items() if name not in ("board", "battle", "news")}
    found |= {"turns": dict(state.turns), "fought": set(state.fought), "news": list(state.news or ())}
    battle = state.battle
    if battle is not None:
        found["battle"] = {name: plain(getattr(battle, name)) for name in battle.__slots__}
        found["battle"] |= {name: dict(found["battle"][name]) for name in ("destiny", "draws", "power")}
        found["battle"] |= {name: dict(found["battle"][name]) for name in ("attrition", "damage")}
    return [*whole(state.board), found]
