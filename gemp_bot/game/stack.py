"""How an action comes to its end: the stack (rules 7), and a card that comes to a place or aboard."""

from gemp_bot.board.card import AttachedAs, CardInPlay
from gemp_bot.decisions.kinds import ResponseTrigger
from gemp_bot.game.choices import Option
from gemp_bot.game.context import GameContext, Run
from gemp_bot.game.event import StackEntry
from gemp_bot.game.game_events import ActionTaken
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.facts import CardKind
from gemp_bot.rules.pipeline import Paid


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


def bring(
    run: GameContext, piece: CardInPlay, option: Option, target: int, *, paid: Paid, then: ResponseTrigger
) -> Run[None]:
    """Pay for it, bring the card there, and let both players respond to that it came."""
    side = piece.side
    cost = run.pay(side, paid)
    run.tell(ActionTaken, side, option.kind, piece.id, target, cost)
    after = ResponseTrigger.USING_FORCE if cost else None
    yield from perform(run, side, option, after, arrive(run, piece, target), amount=cost)
    yield from run.window(side, then, (piece.id, target))


def arrive(run: GameContext, piece: CardInPlay, target: int) -> Run[None]:
    """Put the card there; what is aboard is carried along and does not move itself (rules 23.9)."""
    host = run.state.card(target)
    if host.facts.kind is CardKind.LOCATION:
        run.state.stand(piece, run.state.location_of(target))
    else:
        seat = AttachedAs.WORN if piece.facts.worn else run.legality.seat_for(piece, host)
        assert seat is not None, "nothing came aboard meanwhile"  # noqa: S101
        run.state.attach(piece, host, seat)
    yield from ()
