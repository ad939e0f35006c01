"""Before the first turn: starting locations, shuffle, opening hands.

Objectives and starting interrupts are not played; in the deck they are blanks.
"""

from collections.abc import Iterator

from gemp_bot.board.card import CardInPlay
from gemp_bot.decisions.kinds import PromptKind
from gemp_bot.game.choices import PickCards
from gemp_bot.game.context import GameContext, Run
from gemp_bot.game.locations import lay_first
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.rules.facts import CardKind

OPENING_HAND = 8
SIDES = (Side.DARK, Side.LIGHT)


def set_up(run: GameContext) -> Run[None]:
    """Starting locations, dark player first, then shuffled decks and opening hands."""
    for side in SIDES:
        yield from _starting_location(run, side)
    for side in SIDES:
        run.state.shuffle(side)
    for side in SIDES:
        for _ in range(OPENING_HAND):
            if pile := run.state.pile(side, Zone.RESERVE_DECK):
                run.state.to_pile(pile[-1], Zone.HAND)
    for side in SIDES:
        run.check_life(side)


def _starting_location(run: GameContext, side: Side) -> Run[None]:
    found = tuple(_candidates(run, side))
    if not found:
        return
    chosen: int = found[0].id
    if len(found) > 1 or run.asks_all:
        ids = tuple(piece.id for piece in found)
        answer = yield PickCards(side, PromptKind.STARTING_LOCATION, ids)
        assert isinstance(answer, tuple)  # noqa: S101 - the engine has checked it
        chosen = answer[0]
    lay_first(run, run.state.card(chosen))


def _candidates(run: GameContext, side: Side) -> Iterator[CardInPlay]:
    """One copy of each location that can be there from the start; none whose title lies there already."""
    titles = {place.laid.card.title for place in run.state.locations}
    for piece in run.state.pile(side, Zone.RESERVE_DECK):
        sheet = piece.facts
        if sheet.kind is CardKind.LOCATION and not sheet.generic and piece.card.title not in titles:
            titles.add(piece.card.title)
            yield piece
