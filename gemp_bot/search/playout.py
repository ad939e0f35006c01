"""Playing out: what our options at a menu of a phase bring, by playing on from complete games.

Each option is played in the same worlds with the same chance, and then the quick policy plays both sides up
to a horizon, where a judge tells the chance to win. What was chosen without it gives way only to an option
that is surely better: its mean gain has to exceed so many standard errors.
"""

from collections.abc import Callable, Collection, Sequence
from math import sqrt
from random import Random
from statistics import fmean, variance
from typing import Final, NamedTuple

import msgspec

from gemp_bot.decisions.kinds import ActionKind
from gemp_bot.game.choices import Menu, Option
from gemp_bot.game.engine import Engine
from gemp_bot.game.outcome import Settings, Windows
from gemp_bot.protocol.enums import Phase, Side
from gemp_bot.search.effort import Effort
from gemp_bot.search.policy import Policy, PolicyWeights, chance_to_win

PHASES: Final = frozenset({Phase.CONTROL, Phase.DEPLOY, Phase.BATTLE, Phase.MOVE})
"""Phases of our turn whose menus are played out; the others have few options that differ."""
QUIET: Final = Settings(quiet=True, windows=Windows.USEFUL)
SURE: Final = 1.0
"""Standard errors by which the mean gain of an option has to be above 0."""
LEAST_WORLDS: Final = 4
"""With fewer nothing is told."""
_LIKELY: Final = 0.03
"""Options that the policy finds less likely are not played out."""
_LONGEST: Final = 400
"""Answers of a playout at the most; the judge tells the rest."""
_PILES: Final = frozenset({ActionKind.ACTIVATE_FORCE, ActionKind.DRAW_CARD})

Worlds = Callable[[int], Engine]
"""Of a seed a complete game that stands at the menu that is asked."""


class Deed(NamedTuple):
    """An option of a menu, told so that it is found in every world.

    Attributes:
        kind: what it is; of a card's own action `UNKNOWN`.
        card: the card it hangs on; 0 where that is the top of a pile.
        action: of a card's own action its place among them; else -1.
    """

    kind: ActionKind
    card: int
    action: int = -1


class Line(NamedTuple):
    """How a line begins.

    Attributes:
        deed: the option; None for a pass.
        target: the card that it is to go to, if that is asked next; None for any.
    """

    deed: Deed | None
    target: int | None = None


class Better(msgspec.Struct, frozen=True):
    """An option that playing out finds better than the one chosen without it.

    Attributes:
        deed: the option; None for a pass.
        target: the card that it is to go to, if that is asked next; None for any.
        gain: by how much the chance to win is larger, the mean over the worlds.
        error: its standard error.
        chance: to win, with it.
        worlds: in how many worlds both were played out.
        playouts: how many lines were played out in all.
    """

    deed: Deed | None
    target: int | None
    gain: float
    error: float
    chance: float
    worlds: int
    playouts: int


def deed_of(option: Option) -> Deed:
    """An option of the engine, so that it is found in every world."""
    if option.action >= 0:
        return Deed(ActionKind.UNKNOWN, option.card, option.action)
    return Deed(option.kind, 0 if option.kind in _PILES else option.card)


class Playouts:
    """Plays out the options of one menu.

    Args:
        worlds: deals complete games.
        side: whose menu it is.
        effort: how many worlds and options, and how far.
        weights: of the policy and the judge.
        seed: of all chance.
    """

    def __init__(
        self, worlds: Worlds, side: Side, *, effort: Effort, weights: PolicyWeights, seed: int
    ) -> None:
        self._worlds, self._side = worlds, side
        self._effort, self._weights = effort, weights
        self._random = Random(seed)  # noqa: S311 - a choice that can be made again

    def better(
        self, chosen: Deed | None, offered: Collection[Deed], spent: Callable[[int], bool]
    ) -> Better | None:
        """The option that is surely better than the chosen one; None if there is none, or it cannot be told.

        Args:
            chosen: what is answered else; None for a pass.
            offered: what the server offers; whatever else an engine would offer is left out.
            spent: whether it is time to answer, after so many playouts.
        """
        first = self._worlds(self._random.getrandbits(30))
        menu = first.choice
        if not isinstance(menu, Menu) or menu.player is not self._side or menu.phase not in PHASES:
            return None
        policy = Policy(first, self._weights, self._random)
        lines = _lines(policy, menu, chosen, offered)[: self._effort.candidates]
        if not lines[1:]:
            return None
        played = self._compared(first, lines, spent)
        if played is None:
            return None
        chances, done = played
        best = max(range(1, len(lines)), key=lambda at: fmean(chances[at]) if chances[at] else 0.0)
        base = chances[0][: len(chances[best])]
        gains = [ours - theirs for ours, theirs in zip(chances[best], base, strict=True)]
        gain, error = fmean(gains), sqrt(variance(gains) / len(gains))
        if gain <= SURE * error:
            return None
        deed, target = lines[best]
        return Better(deed, target, gain, error, fmean(chances[best]), len(gains), done)

    def _compared(
        self, first: Engine, lines: Sequence[Line], spent: Callable[[int], bool]
    ) -> tuple[list[list[float]], int] | None:
        """The chances to win of each line by world, and how many were played out.

        Halfway only the best of the others stays beside the first. None if the time is too short.
        """
        found: list[list[float]] = [[] for _ in lines]
        alive, done = list(range(len(lines))), 0
        for number in range(self._effort.worlds):
            seed = self._random.getrandbits(30)
            world = first if number == 0 else self._worlds(seed)
            chances = []
            for at in alive:
                if spent(done):
                    return (found, done) if len(found[0]) >= LEAST_WORLDS else None
                chances.append(self._played(world, lines[at], seed))
                done += 1
            for at, chance in zip(alive, chances, strict=True):
                found[at].append(chance)
            if 2 * (number + 1) == self._effort.worlds:
                best = max(alive[1:], key=lambda at: sum(found[at]))
                found = [each if at in {0, best} else [] for at, each in enumerate(found)]
                alive = [0, best]
        return (found, done) if len(found[0]) >= LEAST_WORLDS else None

    def _played(self, world: Engine, line: Line, seed: int) -> float:
        """The chance to win after a line was played out; what cannot be played there is a pass."""
        engine = world.fork(seed)
        policy = Policy(engine, self._weights, Random(seed))  # noqa: S311 - a choice that can be made again
        menu, end = engine.choice, engine.state.turn + self._effort.turns
        options: Sequence[Option] = menu.options if isinstance(menu, Menu) else ()
        policy.plan(line.target)
        engine.step(next((at for at, option in enumerate(options) if deed_of(option) == line.deed), None))
        for _ in range(_LONGEST):
            if engine.choice is None or engine.state.turn >= end:
                break
            engine.step(policy.answer(engine.choice))
        return chance_to_win(engine, self._side, self._weights)


def _lines(policy: Policy, menu: Menu, chosen: Deed | None, offered: Collection[Deed]) -> list[Line]:
    """The chosen option first, then those that the policy finds likeliest; none if the engine has it not."""
    deeds = [deed_of(option) for option in menu.options]
    if chosen is not None and chosen not in deeds:
        return []
    # Where a chosen card goes is asked next, and is chosen without playing out.
    found = [Line(chosen)]
    for play, chance in policy.chances(menu):
        deed = None if play.option is None else deeds[play.option]
        if chance >= _LIKELY and deed != chosen and (deed is None or deed in offered):
            found.append(Line(deed, play.target))
    return found
