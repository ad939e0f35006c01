"""The page about a card as it stands now (PROTOCOL 3.4, `cardInfo`), with the numbers of the engine.

The real server tells everybody about every card it knows the id of. Here a card that is not on the table has
only its owner told, so that nobody learns what he should not know.
"""

from gemp_bot.board.card import STANDING, CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.game import Engine
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.server.table_view import TableView
from gemp_bot.sandbox.server.xml import wire


def card_page(engine: Engine, view: TableView, number: int) -> str:
    """The page of the card that has an id on the wire now; empty for an id nobody has."""
    piece = view.known(number)
    if piece is None:
        return ""
    found = engine.state.card(piece)
    lines = [f"<div>Owner: {view.players[found.side]}</div><br>"]
    if found.location is not None and found.location.laid is found:
        lines += _location(engine, found.location)
    elif found.zone in STANDING:
        lines += _numbers(engine, found)
    return f"<div class='cardInfo'>{''.join(lines)}</div>"


def _location(engine: Engine, place: Location) -> list[str]:
    numbers = engine.numbers
    icons = {side: numbers.icons(side, place) for side in Side}
    battleground = "Yes" if all(icons.values()) else "No"
    rows = [("Battleground", battleground)]
    for label, values in (
        ("Force drain amount", {side: numbers.drain(side, place) for side in Side}),
        ("Force generation", icons),
        ("Force icons", icons),
    ):
        rows += [(f"{label} ({side.value.capitalize()})", wire(values[side])) for side in Side]
    return [_row(label, value) for label, value in rows]


def _numbers(engine: Engine, piece: CardInPlay) -> list[str]:
    numbers, sheet = engine.numbers, piece.facts
    rows: list[tuple[str, float | None]] = [
        ("Power", numbers.power(piece)),
        ("Ability", numbers.ability(piece)),
        ("Forfeit", numbers.forfeit(piece)),
        ("Landspeed", sheet.landspeed),
        ("Hyperspeed", sheet.hyperspeed),
    ]
    return [_row(label, wire(float(value))) for label, value in rows if value is not None]


def _row(label: str, value: str) -> str:
    return f"<div>{label}: {value}</div>"
