"""What came about in a game, one step after the other: a sentence, the board then, and what changed on it."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator

import msgspec
from msgspec.structs import replace

from gemp_bot.protocol.enums import Side
from gemp_bot.report.story_lines import Sentence, Words, side_name, words
from gemp_bot.report.story_scenes import BattleStory, PhaseActions
from gemp_bot.view.model import BoardView, Deed, DeedKind, Frame

_KEPT = 200
_FLOWS = {DeedKind.ACTIVATED: "activates", DeedKind.DREW: "draws"}


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that came about.

    Attributes:
        n: its number in the game, from 1.
        lines: it in words.
        board: the table right after it.
        marked: ids of the cards and locations that it is about.
        side: who did it; None for nobody.
        own: the person did it, outside of a battle: it was seen when it was chosen.
    """

    n: int
    lines: tuple[Words, ...]
    board: BoardView
    marked: tuple[int, ...] = ()
    side: Side | None = None
    own: bool = False


class StepTeller:
    """Tells the frames of a game as steps.

    Attributes:
        last: number of the newest step, 0 before the first.
    """

    def __init__(self, plain: Callable[[BoardView], BoardView]) -> None:
        self.last = 0
        self._plain = plain
        self._steps: deque[Step] = deque(maxlen=_KEPT)
        self._seen = 0
        self._fight: BattleStory | None = None
        self._flow: Deed | None = None

    def take(self, frames: Iterable[Frame], me: Side | None) -> None:
        """Take frames that are new or changed; those that came before are left out."""
        for frame in frames:
            if frame.index < self._seen or frame.taken_back:
                continue
            self._seen = frame.index + 1
            fighting = self._fight is not None
            # The phases that end a turn are no part of the step in which the next one begins.
            deeds = self._joined(
                tuple([each for each in frame.deeds if each.kind is not DeedKind.PHASE_BEGAN])
            )
            lines = tuple(sentence.words for sentence in self._told(deeds))
            if not lines:
                continue
            self.last += 1
            sides = {deed.side for deed in deeds if deed.side is not None}
            side = next((deed.side for deed in deeds if deed.side is not None), None)
            own = sides == {me} and not fighting and self._fight is None
            marked = tuple(dict.fromkeys(_about(deeds)))
            self._steps.append(Step(self.last, lines, self._plain(frame.board), marked, side, own))

    def _joined(self, deeds: tuple[Deed, ...]) -> tuple[Deed, ...]:
        """Cards drawn one by one are told as one step, in place of the one before."""
        before, self._flow = self._flow, None
        if len(deeds) != 1 or deeds[0].kind is not DeedKind.DREW:
            return deeds
        (drew,) = deeds
        if before is not None and before.side is drew.side and self._steps:
            self._steps.pop()
            drew = replace(
                drew, amount=(before.amount or 0) + (drew.amount or 0), cards=before.cards + drew.cards
            )
        self._flow = drew
        return (drew,)

    def after(self, number: int) -> tuple[Step, ...]:
        """The steps after one, as far as they are kept."""
        return tuple(step for step in self._steps if step.n > number)

    def _told(self, deeds: tuple[Deed, ...]) -> Iterator[Sentence]:
        calm: list[Deed] = []
        for deed in deeds:
            if deed.kind is DeedKind.BATTLE_BEGAN:
                yield from _calmly(calm)
                calm = []
                self._fight = BattleStory(deed)
                yield from self._fight.heading()
            elif self._fight is None:
                calm.append(deed)
            elif deed.kind is DeedKind.BATTLE_ENDED:
                yield from self._fight.ending(deed.battle)
                self._fight = None
            else:
                yield from self._fight.hear(deed)
        yield from _calmly(calm)


def _calmly(deeds: list[Deed]) -> Iterator[Sentence]:
    """What came about outside of a battle, each sentence with its subject."""
    side = next((deed.side for deed in deeds if deed.side is not None), None)
    if side is None:
        return
    actions = PhaseActions()
    for deed in deeds:
        if deed.kind is DeedKind.TURN_BEGAN and deed.side is not None:
            yield Sentence(words(side_name(deed.side), f" begins turn {deed.amount:g}."))
        elif deed.kind in _FLOWS and deed.side is not None and deed.amount:
            what = "Force" if deed.kind is DeedKind.ACTIVATED else "card" if deed.amount == 1 else "cards"
            yield Sentence(words(side_name(deed.side), f" {_FLOWS[deed.kind]} {deed.amount:g} {what}."))
        else:
            actions.take(deed)
    # Who is not the player of the turn is named: both are here.
    yield from actions.told(side.other)


def _about(deeds: Iterable[Deed]) -> Iterator[int]:
    for deed in deeds:
        yield from (card.id for card in deed.cards)
        for card in (deed.location, deed.origin, deed.host):
            if card is not None:
                yield card.id
