"""What must hold at every moment of a game, whatever the players do."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from gemp_bot.board.card import HELD, IN_PLAY, AttachedAs, CardInPlay
from gemp_bot.game.legality import load
from gemp_bot.game.state import State
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.rules.aboard import capacity_refusals
from gemp_bot.rules.facts import CardKind
from gemp_bot.rules.locations import never_refusals
from gemp_bot.rules.moves import takes_seat
from gemp_bot.rules.uniqueness import CardState, Known, surplus_personas

_ASIDE = frozenset(Zone) - {*HELD, *IN_PLAY, Zone.CONVERTED_LOCATIONS}
"""Zones of cards that are not in play: stacked, being played, out of play."""


class FaultyTableError(Exception):
    """Something on the table cannot be: a fault of the engine."""


def faults(state: State) -> tuple[str, ...]:
    """Everything that is wrong with a table, one line each; none if all is well."""
    standing = tuple(state.at_table())
    return (*_conserved(state), *_columns(state), *_aboard(standing), *_rules(state, standing))


def _conserved(state: State) -> Iterator[str]:
    """Every card is in exactly one place, and knows which (conservation)."""
    found = [
        piece.id for held in state.board.piles.values() for pile in held.values() for piece in pile.cards
    ]
    found += [piece.id for place in state.locations for piece in (place.laid, *place.under, *place.cards)]
    found += [piece.id for piece in state.board.side_of_table]
    found += [piece.id for piece in state.cards.values() if piece.zone in _ASIDE]
    yield from _misplaced(state)
    if len(found) != len(state.cards) or state.cards.keys() != set(found):
        yield from _miscounted(state, Counter(found))


def _misplaced(state: State) -> Iterator[str]:
    """Cards whose zone is not that of where they are."""
    for side, held in state.board.piles.items():
        for zone, pile in held.items():
            for piece in pile.cards:
                if piece.zone is not zone or piece.side is not side or piece.location is not None:
                    yield f"{piece} lies in the {zone} of {side}"
    yield from _held_at_locations(state)
    for piece in state.board.side_of_table:
        if piece.zone not in (Zone.SIDE_OF_TABLE, Zone.ATTACHED) or piece.location is not None:
            yield f"{piece} lies beside the table"
    for piece in state.cards.values():
        if piece.zone in _ASIDE and not _is_aside(piece):
            yield f"{piece} is stacked on {piece.host}"


def _held_at_locations(state: State) -> Iterator[str]:
    for place in state.locations:
        for piece in (place.laid, *place.under, *place.cards):
            if piece.zone in HELD:
                yield f"{piece} lies at column {place.column}"


def _is_aside(piece: CardInPlay) -> bool:
    """Whether a card that is not in play is on nothing, or stacked on something in play."""
    if piece.location is not None or (piece.zone is Zone.STACKED) != (piece.host is not None):
        return False
    return piece.host is None or piece.host.zone in IN_PLAY


def _miscounted(state: State, seen: Counter[int]) -> Iterator[str]:
    for number in state.cards:
        if seen[number] != 1:
            yield f"{state.card(number)} is in {seen[number]} places"
    if len(seen) != len(state.cards):
        yield f"{len(seen)} cards and not {len(state.cards)}"


def _columns(state: State) -> Iterator[str]:
    """Columns are dense, and the locations of one system stand together."""
    if [place.column for place in state.locations] != list(range(len(state.locations))):
        yield "the columns have gaps"
    groups = [place.group for place in state.locations]
    changes = sum(one != other for one, other in pairwise(groups))
    if groups and changes != len(set(groups)) - 1:
        yield f"the locations of a system are apart: {groups}"
    for place in state.locations:
        if place.laid.zone is not Zone.LOCATIONS or place.laid.location is not place:
            yield f"{place.laid} is no location of column {place.column}"
        there = {each for piece in place.standing for each in (piece, *piece.all_aboard())}
        there |= set(place.laid.all_aboard())
        if there != set(place.cards) or len(there) != len(place.cards):
            yield f"column {place.column} has {place.cards} and not {there}"
        order = {card: number for number, card in enumerate(place.cards)}
        for card in place.cards:
            if card.host in order and order[card.host] > order[card]:
                yield f"{card} comes before {card.host}, which it is on"


def _aboard(standing: tuple[CardInPlay, ...]) -> Iterator[str]:
    """Who is aboard has a seat there, and nobody has more aboard than there is room."""
    for piece in standing:
        if piece.host is None:
            if piece.zone is not Zone.AT_LOCATION or piece.attached_as is not AttachedAs.NONE:
                yield f"{piece} stands at a location as {piece.attached_as}"
        elif piece.zone is not Zone.ATTACHED or (
            piece.attached_as is AttachedAs.NONE and (takes_seat(piece.facts.kind) or piece.facts.worn)
        ):
            yield f"{piece} is aboard as {piece.attached_as}"
        if piece.host is not None and piece.location is not piece.host.location:
            yield f"{piece} is not where {piece.host} is"
        if piece.attached_as is AttachedAs.PILOT and not piece.facts.pilot:
            yield f"{piece} is no pilot"
        if piece.attached and capacity_refusals(piece.facts.capacity, load(piece)):
            yield f"{piece} has too much aboard"


def _rules(state: State, standing: tuple[CardInPlay, ...]) -> Iterator[str]:
    """Nobody is where his kind can never be, and no unique card is there twice (rules 13, 21)."""
    for place in state.locations:
        for piece in place.standing:
            if never_refusals(piece.facts.kind, place.facts):
                yield f"{piece} is at {place.laid}"
    for side in Side:
        mine = [piece for piece in standing if piece.side is side]
        known = (Known(identity=piece.facts.identity, state=CardState.ACTIVE) for piece in mine)
        for persona in sorted(surplus_personas(known)):
            yield f"{persona} is on table twice for {side}"
        yield from _copies(mine)
    if state.battle is None and any(piece.hit for piece in standing):
        yield "a card is hit and there is no battle"


def _copies(mine: list[CardInPlay]) -> Iterator[str]:
    titles = Counter(piece.card.title for piece in mine)
    for piece in mine:
        most = piece.facts.identity.copies
        if most is not None and titles[piece.card.title] > most and piece.facts.kind is not CardKind.LOCATION:
            yield f"{piece.card.title} is on table {titles[piece.card.title]} times"
