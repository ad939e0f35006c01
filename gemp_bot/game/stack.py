"""The stack of actions: each is initiated, responded to, and has its result (rules 7)."""

from gemp_bot.decisions.kinds import ResponseTrigger
from gemp_bot.game.choices import Option
from gemp_bot.game.context import GameContext, Run
from gemp_bot.game.event import StackEntry
from gemp_bot.protocol.enums import Side


def perform(
    run: GameContext,
    player: Side,
    option: Option,
    after: ResponseTrigger | None,
    result: Run[None],
    *,
    about: tuple[int, ...] = (),
    amount: float = 0,
    detail: str = "",
) -> Run[None]:
    """Bring an action that is initiated and paid to its end: responses, then its result (rules 7.1).

    Args:
        run: the game.
        player: who acts.
        option: what he does.
        after: what is responded to; None if nothing is asked before the result.
        result: what comes about.
        about: the cards it is about besides its own.
        amount: a number that belongs to it.
        detail: what tells it apart from others of its kind.
    """
    acting = StackEntry(player, option.kind, option.card)
    run.stack.append(acting)
    acting.advance()
    if after is not None:
        yield from run.window(player, after, (option.card, *about), amount, detail=detail)
    acting.advance()
    yield from result
    acting.advance()
    run.stack.pop()
