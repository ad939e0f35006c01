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

from gemp_bot.decisions.kinds import ActionKind, PromptKind
from gemp_bot.game.choices import Menu, Option
from gemp_bot.game.engine import Engine
from gemp_bot.game.outcome import Settings, Windows
from gemp_bot.protocol.enums import Phase, Side
from gemp_bot.search.effort import Effort
from gemp_bot.search.policy import Policy, PolicyWeights, chance_to_win
from gemp_bot.search.policy_features import Play

PHASES: Final = frozenset({Phase.CONTROL, Phase.DEPLOY, Phase.BATTLE, Phase.MOVE})
"""Phases of our turn whose menus are played out; the others have few options that differ."""
QUIET: Final = Settings(quiet=True, windows=Windows.USEFUL)
SURE: Final = 1.0
"""Standard errors by which the mean gain of an option has to be above 0."""
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


def better(
    worlds: Worlds,
    side: Side,
    chosen: Deed | None,
    offered: Collection[Deed],
    effort: Effort,
    weights: PolicyWeights,
    seed: int,
    spent: Callable[[int], bool],
) -> Better | None:
    """The option that is surely better than the chosen one; None if there is none, or it cannot be told.

    Args:
        worlds: deals complete games.
        side: whose menu it is.
        chosen: what is answered else; None for a pass.
        offered: what the server offers; whatever else an engine would offer is left out.
        effort: how many worlds and options, and how far.
        weights: of the policy and the judge.
        seed: of all chance.
        spent: whether it is time to answer, after so many playouts.
    """
    random = Random(seed)  # noqa: S311 - a choice that can be made again
    first = worlds(random.getrandbits(30))
    menu = first.choice
    if not isinstance(menu, Menu) or menu.player is not side or menu.prompt is not PromptKind.PHASE_ACTION:
        return None
    plays = _candidates(Policy(first, weights, random), menu, chosen, offered, effort.candidates)
    if len(plays) < 2:
        return None
    found: list[list[float]] = [[] for _ in plays]
    alive, done = list(range(len(plays))), 0
    for number in range(effort.worlds):
        chance = random.getrandbits(30)
        world = first if number == 0 else worlds(chance)
        for at in alive:
            if spent(done):
                break
            found[at].append(_played(world, side, *plays[at], effort.turns, weights, chance))
            done += 1
        if number + 1 == effort.worlds // 2 and len(alive) > 2:
            alive = [0, max(alive[1:], key=lambda at: fmean(found[at]))]
    whole = min(len(found[0]), *(len(found[at]) for at in alive))
    if whole < 2:
        return None
    best = max(alive[1:], key=lambda at: fmean(found[at][:whole]))
    gains = [ours - base for ours, base in zip(found[best][:whole], found[0][:whole], strict=True)]
    gain, error = fmean(gains), sqrt(variance(gains) / whole)
    if gain <= SURE * error:
        return None
    deed, target = plays[best]
    return Better(deed, target, gain, error, fmean(found[best][:whole]), whole, done)


def _candidates(
    policy: Policy, menu: Menu, chosen: Deed | None, offered: Collection[Deed], most: int
) -> list[tuple[Deed | None, int | None]]:
    """The chosen option first, then those that the policy finds likeliest."""
    deeds = [deed_of(option) for option in menu.options]
    if chosen is not None and chosen not in deeds:
        return []

    def told(play: Play) -> tuple[Deed | None, int | None]:
        return (None if play.option is None else deeds[play.option]), play.target

    likely = [told(play) for play, chance in policy.chances(menu) if chance >= _LIKELY]
    others = [
        (deed, target) for deed, target in likely if (deed is None or deed in offered) and deed != chosen
    ]
    # Where a chosen card goes is asked next, and is chosen without playing out.
    return [(chosen, None), *others[: most - 1]]


def _played(
    world: Engine,
    side: Side,
    deed: Deed | None,
    target: int | None,
    turns: int,
    weights: PolicyWeights,
    seed: int,
) -> float:
    """The chance to win after a line was played out; of what cannot be played there, of a pass."""
    engine = world.fork(seed)
    policy = Policy(engine, weights, Random(seed))  # noqa: S311 - a choice that can be made again
    menu, end = engine.choice, engine.state.turn + turns
    options: Sequence[Option] = menu.options if isinstance(menu, Menu) else ()
    policy.plan(target)
    engine.step(next((at for at, option in enumerate(options) if deed_of(option) == deed), None))
    for _ in range(_LONGEST):
        if engine.choice is None or engine.state.turn >= end:
            break
        engine.step(policy.answer(engine.choice))
    return chance_to_win(engine, side, weights)
