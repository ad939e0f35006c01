"""What must hold at every moment of a game, whatever the players do."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.rules.capacity import capacity_refusals
from gemp_bot.rules.facts import CardKind
from gemp_bot.rules.locations import never_refusals
from gemp_bot.rules.states import State as CardState
from gemp_bot.rules.uniqueness import Known, surplus_personas
from gemp_bot.sandbox.engine.legality import load
from gemp_bot.sandbox.engine.state import HELD, Piece, Seat, State


class FaultyTableError(Exception):
    """Something on the table cannot be: a fault of the engine."""


def faults(state: State) -> tuple[str, ...]:
    """Everything that is wrong with a table, one line each; none if all is well."""
    standing = tuple(state.at_table())
    return (*_conserved(state), *_columns(state), *_aboard(standing), *_rules(state, standing))


def _conserved(state: State) -> Iterator[str]:
    """Every card is in exactly one place, and knows which (conservation)."""
    found: list[int] = []
    for (side, zone), pile in state.held.items():
        found += [piece.id for piece in pile]
        for piece in pile:
            if piece.zone is not zone or piece.owner is not side or piece.place is not None:
                yield f"{piece} lies in the {zone} of {side}"
    for place in state.places:
        for piece in (place.piece, *place.under, *place.all_pieces()):
            found.append(piece.id)
            if piece.zone in HELD:
                yield f"{piece} lies at column {place.column}"
    if len(found) != len(state.pieces) or state.pieces.keys() != set(found):
        yield from _miscounted(state, Counter(found))


def _miscounted(state: State, seen: Counter[int]) -> Iterator[str]:
    for number in state.pieces:
        if seen[number] != 1:
            yield f"{state.pieces[number]} is in {seen[number]} places"
    if len(seen) != len(state.pieces):
        yield f"{len(seen)} cards and not {len(state.pieces)}"


def _columns(state: State) -> Iterator[str]:
    """Columns are dense, and the locations of one system stand together."""
    if [place.column for place in state.places] != list(range(len(state.places))):
        yield "the columns have gaps"
    groups = [place.group for place in state.places]
    changes = sum(one != other for one, other in pairwise(groups))
    if groups and changes != len(set(groups)) - 1:
        yield f"the locations of a system are apart: {groups}"
    for place in state.places:
        if place.piece.zone is not Zone.LOCATIONS or place.piece.place is not place:
            yield f"{place.piece} is no location of column {place.column}"


def _aboard(standing: tuple[Piece, ...]) -> Iterator[str]:
    """Who is aboard has a seat there, and nobody has more aboard than there is room."""
    for piece in standing:
        if piece.host is None:
            if piece.zone is not Zone.AT_LOCATION or piece.seat is not Seat.NONE:
                yield f"{piece} stands at a location as {piece.seat}"
        elif piece.zone is not Zone.ATTACHED or piece.seat is Seat.NONE:
            yield f"{piece} is aboard as {piece.seat}"
        if piece.host is not None and piece.place is not piece.host.place:
            yield f"{piece} is not where {piece.host} is"
        if piece.seat is Seat.PILOT and not piece.sheet.pilot:
            yield f"{piece} is no pilot"
        if piece.cargo and capacity_refusals(piece.sheet.capacity, load(piece)):
            yield f"{piece} has too much aboard"


def _rules(state: State, standing: tuple[Piece, ...]) -> Iterator[str]:
    """Nobody is where his kind can never be, and no unique card is there twice (rules 13, 21)."""
    for place in state.places:
        for piece in place.pieces:
            if never_refusals(piece.sheet.kind, place.location):
                yield f"{piece} is at {place.piece}"
    for side in Side:
        mine = [piece for piece in standing if piece.owner is side]
        known = (Known(identity=piece.sheet.identity, state=CardState.ACTIVE) for piece in mine)
        for persona in sorted(surplus_personas(known)):
            yield f"{persona} is on table twice for {side}"
        yield from _copies(mine)
    if state.battle is None and any(piece.hit for piece in standing):
        yield "a card is hit and there is no battle"


def _copies(mine: list[Piece]) -> Iterator[str]:
    titles = Counter(piece.face.title for piece in mine)
    for piece in mine:
        most = piece.sheet.identity.copies
        if most is not None and titles[piece.face.title] > most and piece.sheet.kind is not CardKind.LOCATION:
            yield f"{piece.face.title} is on table {titles[piece.face.title]} times"
