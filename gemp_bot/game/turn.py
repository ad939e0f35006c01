"""The turn: its phases in order, and the menus in which the players act by turns (rules 1, 25)."""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from msgspec import structs

from gemp_bot.decisions.kinds import PromptKind
from gemp_bot.game import activate, battle, control, deploy, draw, move
from gemp_bot.game.choices import Answer, Menu, Option
from gemp_bot.game.context import GameContext, OverError, Run
from gemp_bot.game.event import Event
from gemp_bot.game.game_events import GameBegan, PhaseBegan, TurnBegan
from gemp_bot.game.outcome import OutcomeReason
from gemp_bot.game.start import set_up
from gemp_bot.protocol.enums import Phase, Side
from gemp_bot.rules.turn import PHASES, EndStep, TurnEnd, next_end_step, next_phase, turn_at_end

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


def play_on(run: GameContext, options: tuple[Option, ...] | None = None) -> Run[None]:
    """The game from where its state stands: its start, a menu of a phase, or the end of a turn.

    Turn after turn, the dark side first, with nothing between them (rules 1, 25.6).

    Args:
        run: the game.
        options: of the menu where it stands, if they are known.

    Raises:
        OverError: the game is over, which is the only way out.
    """
    state = run.state
    if state.phase is Phase.PLAY_STARTING_CARDS:
        run.tell(GameBegan)
        yield from set_up(run)
    while True:
        if state.phase in _BETWEEN_TURNS:
            if state.turn >= run.settings.most_turns:
                raise OverError(None, OutcomeReason.TURNS)
            _begin_turn(run)
            yield from run.responses.follow(run, Event("start of turn", state.active))
        yield from menus(run, options)
        options = None
        yield from run.responses.follow(run, Event("end of phase", state.active))
        begin_phase(run, next_phase(state.phase))
        if state.phase in PHASES:
            yield from run.responses.follow(run, Event("start of phase", state.active))
        if state.phase is Phase.END_OF_TURN:
            yield from run.responses.follow(run, Event("end of turn", state.active))
            _end_turn(run)


_BETWEEN_TURNS: Final = (Phase.PLAY_STARTING_CARDS, Phase.END_OF_TURN)


def _begin_turn(run: GameContext) -> None:
    """The turn of the next player begins, with the first of its phases."""
    state = run.state
    side = state.active.other if state.turn else Side.DARK
    state.turn = turn_at_end(state.turn, EndStep.OVER)
    state.turns[side] += 1
    state.begin_turn(side)
    run.tell(TurnBegan, side, state.turns[side])
    activate.count(run, side)
    begin_phase(run, next_phase(Phase.END_OF_TURN))


def begin_phase(run: GameContext, phase: Phase) -> None:
    """A phase begins; the player whose turn it is acts first."""
    run.state.begin_phase(phase)
    run.tell(PhaseBegan, phase)


def _end_turn(run: GameContext) -> None:
    """Step by step (rules 25.3): of what is played, only re-circulation has anything to do.

    Maintenance is not played, and nobody has an action of the end of a turn: both pass.
    """
    ending = TurnEnd(passes=PASSES_TO_END)
    while ending.step is not EndStep.OVER:
        if ending.step is EndStep.RECIRCULATE:
            for side in (run.state.active, run.state.active.other):
                run.state.recirculate(side)
        ending = structs.replace(ending, step=next_end_step(ending))


def menus(run: GameContext, options: tuple[Option, ...] | None = None) -> Run[None]:
    """What is left of a phase: after an action the other player is asked; two passes in a row end it.

    Of the other player only texts that act "at any time" are on offer (PROTOCOL 7.3). How far it has come is
    in the state, so that a copy of that goes on from the same menu; the options there may be given.
    """
    state = run.state
    side, doing = state.active, DOING[state.phase]
    while state.passes < PASSES_TO_END:
        player = state.acting
        if options is None:
            options = ()
            if state.taken < run.settings.most_actions:
                own = doing.offer(run, side) if player is side else ()
                options = (*own, *run.responses.actions(run, player))
        answer: Answer = None
        if options or run.asks_all:
            answer = yield Menu(player, PromptKind.PHASE_ACTION, options, state.phase)
        if isinstance(answer, int):
            state.taken += 1
            option = options[answer]
            acts = doing.act if option.action < 0 else run.responses.act
            if (yield from acts(run, player, option)):
                state.acting, state.passes = player.other, 0
            elif state.taken < run.settings.most_actions:
                continue  # it was taken back, so the options are the same
        elif player is not side or doing.may_pass is None or (yield from doing.may_pass(run, side)):
            state.acting, state.passes = player.other, state.passes + 1
        options = None
