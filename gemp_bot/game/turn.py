"""The turn: its phases in order, and the menus in which the players act by turns (rules 1, 25)."""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from msgspec import structs

from gemp_bot.decisions.kinds import PromptKind
from gemp_bot.game import activate, battle, control, deploy, draw, move
from gemp_bot.game.choices import Option
from gemp_bot.game.context import GameContext, OverError, Run
from gemp_bot.game.game_events import PhaseBegan, Recirculated, TurnBegan
from gemp_bot.game.outcome import Reason
from gemp_bot.protocol.enums import Phase, Side
from gemp_bot.rules.turn import Ending, EndStep, next_end_step, next_phase, turn_at_end

Offer: TypeAlias = Callable[[GameContext, Side], tuple[Option, ...]]
"""What the player whose turn it is may do in a phase."""
Act: TypeAlias = Callable[[GameContext, Side, Option], Run[bool]]
"""Do it; false if it was taken back."""
MayPass: TypeAlias = Callable[[GameContext, Side], Run[bool]]
"""Ask whether a pass is meant."""

PASSES_TO_END = 2


class Doing(NamedTuple):
    """What is done in a phase.

    Attributes:
        phase: which one.
        offer: what the player may do. act: doing it. may_pass: asks whether a pass is meant; None: it is.
    """

    phase: Phase
    offer: Offer
    act: Act
    may_pass: MayPass | None = None


DOING: Final = {
    doing.phase: doing
    for doing in (
        Doing(Phase.ACTIVATE, activate.offer, activate.act, activate.may_pass),
        Doing(Phase.CONTROL, control.offer, control.act),
        Doing(Phase.DEPLOY, deploy.offer, deploy.act),
        Doing(Phase.BATTLE, battle.offer, battle.act),
        Doing(Phase.MOVE, move.offer, move.act),
        Doing(Phase.DRAW, draw.offer, draw.act),
    )
}


def take_turns(run: GameContext) -> Run[None]:
    """Turn after turn, the dark side first, with nothing between them (rules 1, 25.6)."""
    side = Side.DARK
    while run.state.turn < run.settings.most_turns:
        yield from one_turn(run, side)
        side = side.other
    raise OverError(None, Reason.TURNS)


def one_turn(run: GameContext, side: Side) -> Run[None]:
    """One turn of a player, from its start to recirculation."""
    _begin(run, side)
    activate.count(run, side)
    run.state.phase = next_phase(Phase.END_OF_TURN)
    while run.state.phase is not Phase.END_OF_TURN:
        yield from phase(run, side, DOING[run.state.phase])
        run.state.phase = next_phase(run.state.phase)
    end_turn(run)


def _begin(run: GameContext, side: Side) -> None:
    state = run.state
    state.turn = turn_at_end(state.turn, EndStep.OVER)
    state.turns[side] += 1
    state.begin_turn(side)
    run.tell(TurnBegan(side, state.turns[side]))


def end_turn(run: GameContext) -> None:
    """Step by step (rules 25.3): of what is played, only re-circulation has anything to do.

    Maintenance is not played, and nobody has an action of the end of a turn: both pass.
    """
    run.state.phase = Phase.END_OF_TURN
    run.tell(PhaseBegan(Phase.END_OF_TURN))
    ending = Ending(passes=PASSES_TO_END)
    while ending.step is not EndStep.OVER:
        if ending.step is EndStep.RECIRCULATE:
            for side in (run.state.active, run.state.active.other):
                run.tell(Recirculated(side, run.state.board.recirculate(side)))
        ending = structs.replace(ending, step=next_end_step(ending))


def phase(run: GameContext, side: Side, doing: Doing) -> Run[None]:
    """One phase: after an action the other player is asked; two passes in a row end it (PROTOCOL 7.3).

    No text that acts "at any time" is played so far, so that only the player whose turn it is has actions.
    """
    run.state.phase = doing.phase
    run.tell(PhaseBegan(doing.phase))
    player, passes, taken = side, 0, 0
    while passes < PASSES_TO_END:
        options = doing.offer(run, side) if player is side and taken < run.settings.most_actions else ()
        answer = yield from run.menu(player, PromptKind.PHASE_ACTION, options)
        if answer is not None:
            taken += 1
            if (yield from doing.act(run, side, options[answer])):
                player, passes = player.other, 0
        elif player is not side or doing.may_pass is None or (yield from doing.may_pass(run, side)):
            player, passes = player.other, passes + 1
