"""Reacts: a card whose text lets it moves to a battle or drain the opponent just initiated (rules 23.12).

Only cards that react by their own text are played, and only by moving; what a text lets other cards do, and
deploying as a react, is left out.
"""

from collections.abc import Iterator

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.decisions.kinds import ActionKind, ResponseTrigger
from gemp_bot.effects.changes import Quantity
from gemp_bot.game.choices import Option
from gemp_bot.game.context import GameContext, Run
from gemp_bot.game.event import Trigger
from gemp_bot.game.game_events import ActionTaken, BattleJoined
from gemp_bot.game.move import ways
from gemp_bot.game.stack import arrive, perform
from gemp_bot.game.under_way import React
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.moves import MoveKind, react_refusals
from gemp_bot.rules.timing import TimedAction as Timing
from gemp_bot.rules.timing import response_refusals
from gemp_bot.rules.values import cost_refusals

_TO = frozenset({ResponseTrigger.BATTLE_INITIATED, ResponseTrigger.FORCE_DRAIN_INITIATED})
_KINDS = frozenset({MoveKind.LANDSPEED, MoveKind.HYPERSPEED, MoveKind.SECTOR, MoveKind.LANDING})


class Reacts:
    """Every response that is played: what `context.Responses` asks for."""

    def hears(self, event: Trigger) -> bool:
        """Whether anybody may react to an event."""
        return event.kind in _TO

    def offer(self, run: GameContext, side: Side, event: Trigger) -> tuple[Option, ...]:
        """The reacts of a side to what the other one does."""
        if event.kind not in _TO or event.by is side:
            return ()
        about = event.about
        place = run.state.location_of(about[0])
        return tuple(
            Option(ActionKind.REACT_MOVE, piece.id, about[:1])
            for piece in run.state.at_table(side)
            if run.numbers.may_react(piece, place)
            and not _kept(run, piece, place)
            and next(_prices(run, piece, place), None) is not None
        )

    def act(self, run: GameContext, side: Side, option: Option) -> Run[None]:
        """Pay and move; that it is a move does not count as the regular one of the turn."""
        state = run.state
        piece, target = state.card(option.card), option.targets[0]
        cost = next(_prices(run, piece, state.location_of(target)))
        run.use_force(side, cost)
        run.tell(ActionTaken, side, option.kind, piece.id, target, cost)
        after = ResponseTrigger.MOVING
        react = React()
        before, run.under_way.react = run.under_way.react, react
        result = _arrive(run, react, piece, target)
        yield from perform(run, side, option, after, result, about=(target,), detail="react")
        run.under_way.react = before


def _arrive(run: GameContext, react: React, piece: CardInPlay, target: int) -> Run[None]:
    """The card comes there and joins the battle, unless the react was cancelled."""
    if not react.canceled:
        yield from arrive(run, piece, target)
        _join(run, piece)


def _kept(run: GameContext, piece: CardInPlay, place: Location) -> bool:
    """Whether a text keeps a player from reacts from where a card is or to a place."""
    numbers, here = run.numbers, piece.location
    if numbers.is_so(Quantity.NO_REACT_TO, piece.side, place):
        return True
    return here is not None and numbers.is_so(Quantity.NO_REACT_FROM, piece.side, here)


def _prices(run: GameContext, piece: CardInPlay, place: Location) -> Iterator[int]:
    """What each way costs in which a card could react to a place."""
    if piece.location is None or piece.location is place or piece.host is not None:
        return
    able = run.numbers.may_react(piece, place)
    mover = run.legality.mover(piece)
    if react_refusals(mover, may_react=able, to_theirs=True) or response_refusals(
        Timing.JUST, answers_current=True
    ):
        return
    force, free = run.state.force(piece.side), run.numbers.reacts_free(piece, place)
    for _, kind, target, due in ways(run, piece, mover, piece.location, moved=False):
        fits = kind in _KINDS and target == place.laid.id
        if fits and (free or not cost_refusals(due, force)):
            yield 0 if free else int(due.total)


def _join(run: GameContext, piece: CardInPlay) -> None:
    """Who reacts to a battle takes part in it, with all that is aboard, if he has not battled this turn."""
    battle, turn = run.state.battle, run.state.turn
    if battle is None or piece.location is not battle.location:
        return
    for each in (piece, *piece.all_aboard()):
        if each.battled != turn and not each.facts.worn:
            each.battled = turn
            battle.cards.append(each)
            run.tell(BattleJoined, each.id)
    run.state.fight(battle)
