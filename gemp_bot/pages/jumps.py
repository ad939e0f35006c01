"""The frames of a game that are worth a look."""

from itertools import groupby

from gemp_bot.pages.packing import Jumps
from gemp_bot.protocol.enums import Zone
from gemp_bot.view.model import DeedKind, Frame, GameView

_MOST = 20
_LIFE = frozenset({Zone.RESERVE_DECK, Zone.FORCE_PILE, Zone.USED_PILE})


def jumps_of(game: GameView) -> Jumps:
    """Find them; what was taken back is no such frame."""
    frames = [frame for frame in game.frames if not frame.taken_back]
    return Jumps(
        battles=tuple(frame.index for frame in frames if _begins_battle(frame)),
        losses=_losses(game, frames),
        closest=_closest(frames),
    )


def _begins_battle(frame: Frame) -> bool:
    return any(deed.kind is DeedKind.BATTLE_BEGAN for deed in frame.deeds)


def _losses(game: GameView, frames: list[Frame]) -> tuple[int, ...]:
    """The phases in which we, or anybody if we only look on, lost most life force; the first loss of each."""
    found: list[tuple[float, int]] = []
    for _, phase in groupby(frames, key=lambda frame: (frame.turn, frame.whose, frame.phase)):
        lost = {frame.index: amount for frame in phase if (amount := _lost(game, frame)) > 0}
        if lost:
            found.append((-sum(lost.values()), min(lost)))
    return tuple(index for _, index in sorted(found)[:_MOST])


def _lost(game: GameView, frame: Frame) -> float:
    me = game.head.me
    return sum(
        deed.amount or 0
        for deed in frame.deeds
        if deed.kind is DeedKind.LOST and deed.source in _LIFE and (me is None or deed.side is me)
    )


def _closest(frames: list[Frame]) -> tuple[int, ...]:
    """The choices whose second best was nearly as good; one that is called the same is no choice."""
    found: list[tuple[float, int]] = []
    for frame in frames:
        question = frame.question
        if question is None or question.score is None:
            continue
        chosen = question.score
        gaps = [
            abs(chosen - other.score)
            for other in question.others
            if other.score is not None and other.words != question.chosen
        ]
        if gaps:
            found.append((min(gaps), frame.index))
    return tuple(index for _, index in sorted(found)[:_MOST])
