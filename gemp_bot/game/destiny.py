"""Drawing destiny (rules 11): a card off the Reserve Deck, its value, and then the Used Pile.

The value is the printed destiny, as texts change it; the higher of two, and 0 for one that a text defines.
"""

from gemp_bot.decisions.kinds import ResponseTrigger
from gemp_bot.game.context import GameContext, Run
from gemp_bot.game.game_events import DestinyDrawn
from gemp_bot.game.under_way import Draw
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
        draw = yield from _draw(run, side, what, each)
        if draw is None:
            break
        left += draw.again
        if not draw.canceled:
            total = max(0.0, draw.value or 0.0) + (total or 0)
    return total


def _draw(run: GameContext, side: Side, what: str, each: float) -> Run[Draw | None]:
    """One draw; None if there is no card. While it is unresolved the card is life force (rules 3.1)."""
    state = run.state
    yield from run.window(side, ResponseTrigger.ABOUT_TO_DRAW_DESTINY, (), detail=what)
    more, run.under_way.coming = run.under_way.coming, 0.0
    pile = state.pile(side, Zone.RESERVE_DECK)
    if not pile:
        run.tell(DestinyDrawn, side, None, 0, what)
        return None
    piece = pile[-1]
    state.to_pile(piece, Zone.UNRESOLVED_DESTINY_DRAW)
    value = max(0.0, run.numbers.destiny(piece, what))
    run.tell(DestinyDrawn, side, piece.id, value, what)
    before, draw = run.under_way.draw, Draw(side, what, piece)
    run.under_way.draw, draw.change = draw, more
    yield from run.window(side, ResponseTrigger.DESTINY_DRAWN, (piece.id,), value, detail=what)
    run.under_way.draw = before
    if piece.zone is Zone.UNRESOLVED_DESTINY_DRAW:
        state.to_pile(piece, Zone.USED_PILE)
    draw.value = max(0.0, value + draw.change + each) if draw.value is None else draw.value
    return draw
