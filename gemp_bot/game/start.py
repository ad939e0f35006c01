"""Before the first turn: Objectives or starting locations, starting Interrupts, shuffle, opening hands."""

from collections.abc import Iterator

from gemp_bot.board.card import CardInPlay
from gemp_bot.cards import CardType
from gemp_bot.decisions.kinds import PromptKind, ResponseTrigger
from gemp_bot.game.choices import PickCards
from gemp_bot.game.context import GameContext, Run
from gemp_bot.game.deploy import playable
from gemp_bot.game.locations import lay_first
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.rules.facts import CardKind

OPENING_HAND = 8
SIDES = (Side.DARK, Side.LIGHT)


def set_up(run: GameContext) -> Run[None]:
    """Starting Effects, Objectives or starting locations, starting Interrupts, hands: dark player first."""
    for side in SIDES:
        yield from _starting_effect(run, side)
    for side in SIDES:
        objective = next(_playable(run, side, CardType.OBJECTIVE), None)
        if objective is None:
            yield from _starting_location(run, side)
        else:
            run.state.lay_on(objective, None)
            yield from run.responses.begin(run, objective)
    for side in SIDES:
        yield from _starting_interrupt(run, side)
    for side in SIDES:
        run.state.shuffle(side)
    for side in SIDES:
        for _ in range(run.state.opening_hands.get(side, OPENING_HAND)):
            if pile := run.state.pile(side, Zone.RESERVE_DECK):
                run.state.to_pile(pile[-1], Zone.HAND)
    for side in SIDES:
        run.check_life(side)


def _starting_effect(run: GameContext, side: Side) -> Run[None]:
    """A Starting Effect, which is there before anything else."""
    found = (piece for piece in run.state.pile(side, Zone.RESERVE_DECK) if piece.facts.opens)
    piece = next((each for each in found if playable(each.facts, run.numbers.effects)), None)
    if piece is not None:
        run.state.lay_on(piece, None)
        yield from run.window(side, ResponseTrigger.DEPLOYED, (piece.id,))


def _starting_location(run: GameContext, side: Side) -> Run[None]:
    found = tuple(_candidates(run, side))
    if not found:
        return
    chosen: int = found[0].id
    if len(found) > 1 or run.asks_all:
        ids = tuple(piece.id for piece in found)
        answer = yield PickCards(side, PromptKind.STARTING_LOCATION, ids)
        assert isinstance(answer, tuple)  # noqa: S101 - the engine has checked it
        chosen = answer[0]
    run.state.starting[side] = chosen
    lay_first(run, run.state.card(chosen))


def _playable(run: GameContext, side: Side, kind: CardType) -> Iterator[CardInPlay]:
    """The cards of a type in a deck of which it is known what they do at the start."""
    for piece in run.state.pile(side, Zone.RESERVE_DECK):
        if piece.card.type == kind and run.responses.begins(piece):
            yield piece


def _starting_interrupt(run: GameContext, side: Side) -> Run[None]:
    """One Interrupt that may be played at the start, if its player wants to; it is lost then."""
    found = tuple(piece.id for piece in _playable(run, side, CardType.INTERRUPT))
    if not found:
        return
    answer = yield PickCards(side, PromptKind.STARTING_INTERRUPT, found, 0, 1)
    if isinstance(answer, tuple) and answer:
        piece = run.state.card(answer[0])
        run.state.put_aside(piece)
        yield from run.responses.begin(run, piece)
        if piece.zone is Zone.VOID:
            run.state.to_pile(piece, Zone.LOST_PILE)


def _candidates(run: GameContext, side: Side) -> Iterator[CardInPlay]:
    """One copy of each location that can be there from the start; none whose title lies there already."""
    titles = {place.laid.card.title for place in run.state.locations}
    for piece in run.state.pile(side, Zone.RESERVE_DECK):
        sheet = piece.facts
        if sheet.kind is CardKind.LOCATION and not sheet.generic and piece.card.title not in titles:
            titles.add(piece.card.title)
            yield piece
