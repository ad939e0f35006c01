"""The draw phase: cards from the Force Pile into hand, each by an action of its own (rules 25.1)."""

from gemp_bot.decisions.kinds import ActionKind
from gemp_bot.game.choices import Option
from gemp_bot.game.context import GameContext, Run
from gemp_bot.game.game_events import CardDrawn
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.rules.turn import draws


def offer(run: GameContext, side: Side) -> tuple[Option, ...]:
    """To draw a card while the Force Pile has one."""
    if 1 not in draws(run.state.sizes(side)):
        return ()
    return (Option(ActionKind.DRAW_CARD, run.state.pile(side, Zone.FORCE_PILE)[-1].id, free=True),)


def act(run: GameContext, side: Side, option: Option) -> Run[bool]:
    """Draw it. Who draws his last life force away has lost (rules 3.2)."""
    piece = run.state.card(option.card)
    run.state.to_pile(piece, Zone.HAND)
    run.tell(CardDrawn, side, piece.id)
    run.check_life(side)
    yield from ()
    return True
