"""Playing out: what our options at a menu of a phase bring, by playing on from complete games.

Each option is played in the same worlds with the same chance, and then the quick policy plays both sides up
to a horizon, where the learned value tells the chance to win. What was chosen without it gives way only to an
option that is surely better: its mean gain has to exceed so many standard errors.
"""

from collections.abc import Callable, Collection, Sequence
from math import sqrt
from random import Random
from statistics import fmean, variance
from typing import Final, NamedTuple

import msgspec

from gemp_bot.board.board import Board
from gemp_bot.decisions import Option as AskedOption
from gemp_bot.decisions.kinds import ActionKind
from gemp_bot.effects.offers import find_action
from gemp_bot.game.choices import OF_A_PILE, Menu, Option
from gemp_bot.game.engine import Engine
from gemp_bot.game.outcome import Settings, Windows
from gemp_bot.protocol.enums import Phase, Side
from gemp_bot.protocol.ids import CardId
from gemp_bot.search.effort import Effort
from gemp_bot.search.leaf import chance_to_win
from gemp_bot.search.policy import Policy, PolicyWeights
from gemp_bot.valuation.learned import LearnedValue

_BY_THE_RULES: Final = frozenset(
    {
        ActionKind.FORCE_DRAIN,
        ActionKind.INITIATE_BATTLE,
        ActionKind.INITIATE_ATTACK,
        ActionKind.MOVE_LANDSPEED,
        ActionKind.MOVE_HYPERSPEED,
        ActionKind.MOVE_SECTOR,
        ActionKind.LAND,
        ActionKind.TAKE_OFF,
        ActionKind.DOCKING_BAY_TRANSIT,
        ActionKind.SHUTTLE,
        ActionKind.EMBARK,
        ActionKind.DISEMBARK,
        ActionKind.SHIP_DOCK,
        ActionKind.MOVE_CAPACITY_SLOT,
        ActionKind.TRANSFER,
    }
)
"""What else hangs on a card in play is an action of its text."""


class OptionKey(NamedTuple):
    """What an option is.

    Attributes:
        kind: of a card's own action `UNKNOWN`.
        card: the card it hangs on; 0 where that is the top of a pile, whose ids differ.
        action: of a card's own action its place among them, -1 where that is not told; else -1.
    """

    kind: ActionKind
    card: int
    action: int = -1

    @property
    def of_text(self) -> bool:
        """Whether it is an action of a card's own text."""
        return self.kind is ActionKind.UNKNOWN


def key_of(option: Option) -> OptionKey:
    """The key of an option of the engine."""
    if option.action >= 0:
        return OptionKey(ActionKind.UNKNOWN, option.card, option.action)
    return OptionKey(option.kind, 0 if option.kind in OF_A_PILE else option.card)


def asked_key(option: AskedOption, board: Board) -> OptionKey:
    """The key of an option of a server.

    Args:
        option: of a menu of a phase.
        board: as the player who is asked may know it.
    """
    kind, number = option.kind or ActionKind.UNKNOWN, option.card_id or CardId(0)
    known = board.known.get(number)
    if kind in OF_A_PILE and known is None:
        return OptionKey(kind, 0)
    if kind in _BY_THE_RULES or (kind is ActionKind.DEPLOY and known is not None and known.in_hand):
        return OptionKey(kind, number)
    action = None if known is None else find_action(known.facts, option.text, response=False)
    place = -1 if known is None or action is None else known.facts.text.actions.index(action)
    return OptionKey(ActionKind.UNKNOWN, number, place)


PHASES: Final = frozenset({Phase.CONTROL, Phase.DEPLOY, Phase.BATTLE, Phase.MOVE})
"""Phases of our turn whose menus are played out; the others have few options that differ."""
QUIET: Final = Settings(quiet=True, windows=Windows.USEFUL)
SURE: Final = 1.0
"""Standard errors by which the mean gain of an option has to be above 0."""
LEAST_WORLDS: Final = 4
"""That are played before an option is dropped; then 8, 16, and so on."""
_LIKELY: Final = 0.03
"""Options that the policy finds less likely are not played out."""
_LONGEST: Final = 400
"""Answers of a playout at the most; the judge tells the rest."""

Worlds = Callable[[int], Engine]
"""Of a seed a complete game that stands at the menu that is asked."""


class Candidate(NamedTuple):
    """An option that is played out, and where its card goes.

    Attributes:
        option: the option; None for a pass.
        target: the card that it is to go to, if that is asked next; None for any.
    """

    option: OptionKey | None
    target: int | None = None


class Better(msgspec.Struct, frozen=True):
    """An option that playing out finds better than the one chosen without it.

    Attributes:
        candidate: the option.
        gain: by how much the chance to win is larger, the mean over the worlds.
        error: its standard error.
        chance: to win, with it.
        worlds: in how many worlds both were played out.
        playouts: how many candidates were played out in all.
    """

    candidate: Candidate
    gain: float
    error: float
    chance: float
    worlds: int
    playouts: int


class Playouts:
    """Plays out the options of one menu.

    Args:
        worlds: deals complete games.
        side: whose menu it is.
        effort: how many worlds and options, and how far.
        weights: of the policy.
        value: judges where a playout ends.
        seed: of all chance.
    """

    def __init__(
        self,
        worlds: Worlds,
        side: Side,
        *,
        effort: Effort,
        weights: PolicyWeights,
        value: LearnedValue,
        seed: int,
    ) -> None:
        self._worlds, self._side = worlds, side
        self._effort, self._weights, self._value = effort, weights, value
        self._random = Random(seed)  # noqa: S311 - a choice that can be made again

    def better(
        self, chosen: OptionKey | None, offered: Collection[OptionKey], spent: Callable[[int], bool]
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
        candidates = _candidates(policy, menu, chosen, offered)[: self._effort.candidates]
        if not candidates[1:]:
            return None
        chances, done = self._compared(first, candidates, spent)
        base = chances[0]
        best = max(range(1, len(candidates)), key=lambda at: (len(chances[at]), sum(chances[at])))
        if len(base) < LEAST_WORLDS or len(chances[best]) < len(base):
            return None
        gains = [ours - theirs for ours, theirs in zip(chances[best], base, strict=True)]
        gain, error = fmean(gains), sqrt(variance(gains) / len(gains))
        if gain <= SURE * error:
            return None
        return Better(candidates[best], gain, error, fmean(chances[best]), len(gains), done)

    def _compared(
        self, first: Engine, candidates: Sequence[Candidate], spent: Callable[[int], bool]
    ) -> tuple[list[list[float]], int]:
        """The chances to win with each candidate by world, as far as the time goes; how many were played out.

        Each time twice as many worlds are played, and before it goes who is behind the first one, and the
        worse half of the others.
        """
        found: list[list[float]] = [[] for _ in candidates]
        alive, done, wanted = list(range(1, len(candidates))), 0, LEAST_WORLDS
        while alive and wanted <= self._effort.worlds:
            for number in range(len(found[0]), wanted):
                seed = self._random.getrandbits(30)
                world = first if number == 0 else self._worlds(seed)
                chances = []
                for at in (0, *alive):
                    if spent(done):
                        return found, done
                    chances.append(self._played(world, candidates[at], seed))
                    done += 1
                for at, chance in zip((0, *alive), chances, strict=True):
                    found[at].append(chance)
            ahead = [at for at in alive if sum(found[at]) > sum(found[0])]
            ahead.sort(key=lambda at: sum(found[at]), reverse=True)
            alive = ahead[: (len(alive) + 1) // 2]
            wanted *= 2
        return found, done

    def _played(self, world: Engine, candidate: Candidate, seed: int) -> float:
        """The chance to win after a candidate was played out; what cannot be played there is a pass."""
        engine = world.fork(seed)
        policy = Policy(engine, self._weights, Random(seed))  # noqa: S311 - a choice that can be made again
        menu, end = engine.choice, engine.state.turn + self._effort.turns
        options: Sequence[Option] = menu.options if isinstance(menu, Menu) else ()
        policy.plan(candidate.target)
        engine.step(
            next((at for at, option in enumerate(options) if key_of(option) == candidate.option), None)
        )
        for _ in range(_LONGEST):
            if engine.choice is None or engine.state.turn >= end:
                break
            engine.step(policy.answer(engine.choice))
        return chance_to_win(engine, self._side, self._value)


def _candidates(
    policy: Policy, menu: Menu, chosen: OptionKey | None, offered: Collection[OptionKey]
) -> list[Candidate]:
    """The chosen option first, then those that the policy finds likeliest; none if the engine has it not."""
    keys = [key_of(option) for option in menu.options]
    if chosen is not None and chosen not in keys:
        return []
    # Where a chosen card goes is asked next, and is chosen without playing out.
    found = [Candidate(chosen)]
    for play, chance in policy.chances(menu):
        key = None if play.option is None else keys[play.option]
        if chance >= _LIKELY and key != chosen and (key is None or key in offered):
            found.append(Candidate(key, play.target))
    return found
