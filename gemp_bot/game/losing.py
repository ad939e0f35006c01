"""Losing Force: the loser chooses each unit (rules 6)."""

from gemp_bot.decisions.kinds import PromptKind
from gemp_bot.game.choices import PickCards
from gemp_bot.game.context import GameContext, Run
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.piles import loss_due


def lose_force(run: GameContext, side: Side, amount: int) -> Run[None]:
    """Lose an amount of Force, or all there is; the game may be over by that."""
    for _ in range(loss_due(run.state.sizes(side), amount)):
        units = run.units(side)
        chosen = units[0]
        if len(units) > 1 or run.asks_all:
            answer = yield PickCards(side, PromptKind.LOSE_FORCE, units)
            assert isinstance(answer, tuple)  # noqa: S101 - the engine has checked it
            chosen = answer[0]
        run.lose_unit(run.state.card(chosen))
