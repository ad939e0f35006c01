"""Drawing destiny (rules 11): a card off the Reserve Deck, its value, and then the Used Pile.

The value is the printed destiny; the higher of two, and 0 for one that a text defines.
"""

from gemp_bot.decisions.kinds import ResponseTrigger
from gemp_bot.game.context import GameContext, Run
from gemp_bot.game.game_events import DestinyDrawn
from gemp_bot.protocol.enums import Side, Zone


def draw_destinies(
    run: GameContext, side: Side, count: int, what: str, *, each: float = 0
) -> Run[float | None]:
    """Draw so many destinies for one total; None if not one could be completed (rules 11).

    Args:
        run: the game.
        side: who draws.
        count: how many.
        what: as the server calls it: `battle destiny`.
        each: what texts add to each of them.
    """
    total: float | None = None
    left = count
    while left > 0:
        left -= 1
        value = yield from _draw(run, side, what)
        left, run.state.redraws = left + run.state.redraws, 0
        if value is not None:
            total = max(0, value + each) + (total or 0)
    return total


def _draw(run: GameContext, side: Side, what: str) -> Run[float | None]:
    """One draw. While it is unresolved the card is life force (rules 3.1)."""
    state = run.state
    pile = state.pile(side, Zone.RESERVE_DECK)
    if not pile:
        run.tell(DestinyDrawn, side, None, 0, what)
        return None
    piece = pile[-1]
    state.to_pile(piece, Zone.UNRESOLVED_DESTINY_DRAW)
    value = max(0.0, piece.facts.destiny or 0.0)
    run.tell(DestinyDrawn, side, piece.id, value, what)
    before = state.destiny_change, state.destiny_canceled
    state.destiny_change, state.destiny_canceled = 0.0, False
    yield from run.window(side, ResponseTrigger.DESTINY_DRAWN, (piece.id,), value)
    change, canceled = state.destiny_change, state.destiny_canceled
    state.destiny_change, state.destiny_canceled = before
    if piece.zone is Zone.UNRESOLVED_DESTINY_DRAW:
        state.to_pile(piece, Zone.USED_PILE)
    return None if canceled else max(0.0, value + change)
