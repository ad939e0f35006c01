"""Losing Force: the loser chooses each unit (rules 6)."""

from math import ceil

from gemp_bot.decisions.kinds import PromptKind, ResponseTrigger
from gemp_bot.game.choices import PickCards
from gemp_bot.game.context import GameContext, Run
from gemp_bot.game.under_way import LossUnderWay
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.piles import loss_due


def lose_force(
    run: GameContext,
    side: Side,
    amount: float,
    source: int,
    *,
    detail: str = "card",
    least: float = 0,
    from_hand: bool = False,
) -> Run[None]:
    """Lose an amount of Force, or all there is; the game may be over by that.

    Args:
        run: the game.
        side: who loses it.
        amount: how much.
        source: id of the card that makes him; of a drain that of the location.
        detail: `card` or `drain`.
        least: below which it cannot be reduced.
        from_hand: only cards of the hand are lost.
    """
    before, loss = run.under_way.loss, LossUnderWay(side, amount, least)
    run.under_way.loss = loss
    yield from run.window(side, ResponseTrigger.ABOUT_TO_LOSE_FORCE, (source,), amount, detail=detail)
    run.under_way.loss = before
    amount = loss.amount
    if detail == "card":
        if run.numbers.spared(side, run.state.card(source)):
            return
        amount = min((amount, *run.numbers.loss_limits(side, run.state.card(source))))
    for _ in range(loss_due(run.state.sizes(side), ceil(amount))):
        units = tuple(piece.id for piece in run.state.hand(side)) if from_hand else run.units(side)
        if not units:
            return
        chosen = units[0]
        if len(units) > 1 or run.asks_all:
            answer = yield PickCards(side, PromptKind.LOSE_FORCE, units)
            assert isinstance(answer, tuple)  # noqa: S101 - the engine has checked it
            chosen = answer[0]
        run.lose_unit(run.state.card(chosen))
