"""The turn: its phases in order, and the menus in which the players act by turns (rules 1, 25)."""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from msgspec import structs

from gemp_bot.decisions.kinds import ActionKind, PromptKind
from gemp_bot.game import battle, control, deploy, move
from gemp_bot.game.choices import YES, YES_OR_NO, Answer, Menu, Option, PickNumber, PickResult
from gemp_bot.game.context import GameContext, OverError, Run
from gemp_bot.game.event import Trigger
from gemp_bot.game.game_events import (
    CardDrawn,
    ForceActivated,
    GameBegan,
    GenerationCounted,
    PhaseBegan,
    TurnBegan,
)
from gemp_bot.game.outcome import OutcomeReason
from gemp_bot.game.start import set_up
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.rules.generation import Entitlement, activated_one, activation, generation_changed, locked
from gemp_bot.rules.turn import PHASES, EndStep, TurnEnd, draws, next_end_step, next_phase, turn_at_end
from gemp_bot.rules.values import up_to

# -- activating and drawing --------------------------------------------------------------------------------


def _draws(run: GameContext, side: Side) -> tuple[Option, ...]:
    """To draw a card while the Force Pile has one."""
    if 1 not in draws(run.state.sizes(side)):
        return ()
    return (Option(ActionKind.DRAW_CARD, run.state.pile(side, Zone.FORCE_PILE)[-1].id, free=True),)


def _act_draw(run: GameContext, side: Side, option: Option) -> Run[bool]:
    """Draw it. Who draws his last life force away has lost (rules 3.2)."""
    piece = run.state.card(option.card)
    run.state.to_pile(piece, Zone.HAND)
    run.tell(CardDrawn, side, piece.id)
    run.check_life(side)
    yield from ()
    return True


def count_generation(run: GameContext, side: Side) -> None:
    """Count what may be activated this turn, and lock the total (rules 2.4)."""
    total = run.numbers.generation(side)
    run.state.entitlement = locked(generation_changed(Entitlement(0), total))
    run.tell(GenerationCounted, side, total)


def _most_to_activate(run: GameContext, side: Side) -> int:
    return activation(run.state.entitlement, run.state.sizes(side)).stop - 1


def _activations(run: GameContext, side: Side) -> tuple[Option, ...]:
    """To activate Force, while there is any to activate."""
    if _most_to_activate(run, side) <= 0:
        return ()
    top = run.state.pile(side, Zone.RESERVE_DECK)[-1]
    return (Option(ActionKind.ACTIVATE_FORCE, top.id, free=True),)


def _act_activation(run: GameContext, side: Side, option: Option) -> Run[bool]:
    """Choose how much; the opponent says how much of it he lets happen before he may act (PROTOCOL 7.3)."""
    wanted = yield PickNumber(side, PromptKind.FORCE_TO_ACTIVATE, 0, _most_to_activate(run, side))
    assert option.kind is ActionKind.ACTIVATE_FORCE and isinstance(wanted, int)  # noqa: S101, PT018
    if wanted == 0:
        return False
    if wanted > 1:
        allowed = yield PickNumber(side.other, PromptKind.FORCE_TO_ALLOW, up_to(wanted).start, wanted)
        wanted = allowed if isinstance(allowed, int) else wanted
    activate(run, side, wanted)
    return True


def activate(run: GameContext, side: Side, amount: int) -> None:
    """Activate Force, each unit an action of its own (rules 2.7, 3.4)."""
    state = run.state
    state.pass_on(side, Zone.RESERVE_DECK, Zone.FORCE_PILE, amount)
    for _ in range(amount):
        state.entitlement = activated_one(state.entitlement)
    run.tell(ForceActivated, side, amount)


def _may_pass_activation(run: GameContext, side: Side) -> Run[bool]:
    """Who could have activated and did not is asked whether he means it (PROTOCOL 7.3)."""
    if run.state.entitlement.done or _most_to_activate(run, side) <= 0:
        return True
    answer = yield PickResult(side, PromptKind.CONFIRM_NO_ACTIVATION, YES_OR_NO)
    return answer == YES


# -- phases and turns -------------------------------------------------------------------------------------

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
        Doing(Phase.ACTIVATE, _activations, _act_activation, _may_pass_activation),
        Doing(Phase.CONTROL, control.offer, control.act),
        Doing(Phase.DEPLOY, deploy.offer, deploy.act),
        Doing(Phase.BATTLE, battle.offer, battle.act),
        Doing(Phase.MOVE, move.offer, move.act),
        Doing(Phase.DRAW, _draws, _act_draw),
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
            yield from run.responses.follow(run, Trigger("start of turn", state.active))
        yield from menus(run, options)
        options = None
        yield from run.responses.follow(run, Trigger("end of phase", state.active))
        begin_phase(run, next_phase(state.phase))
        if state.phase in PHASES:
            yield from run.responses.follow(run, Trigger("start of phase", state.active))
        if state.phase is Phase.END_OF_TURN:
            yield from run.responses.follow(run, Trigger("end of turn", state.active))
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
    count_generation(run, side)
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
