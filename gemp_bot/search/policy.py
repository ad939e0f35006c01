"""A quick player inside the engine, who weighs named features of each option by data.

The weights are fitted to what `strong` chose (`policy.json`, made by `python -m tools.policy`). It answers
every question of both sides at a small part of the cost of `strong`: it is who plays on when a line is played
out.
"""

from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from math import exp
from random import Random
from typing import Final, TypeVar

import msgspec

from gemp_bot.decisions.kinds import ActionKind, PromptKind
from gemp_bot.errors import BotError
from gemp_bot.game.choices import Answer, Choice, Menu, PickCards, PickNumber, PickResult
from gemp_bot.game.engine import Engine
from gemp_bot.search.policy_features import Features, MenuAnswer, PolicyFeatures

VERSION: Final = 2
"""Of the format of the file; the meaning of the features is part of it."""
SHIPPED: Final = "policy.json"
TEMPERATURE: Final = 0.7
"""How much playouts differ: 1 as often as `strong` chose so, 0 always the likeliest."""

T = TypeVar("T")


class PolicyFileError(BotError, ValueError):
    """The weights cannot be used; one line says why."""


class PolicyWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a policy weighs.

    Attributes:
        version: of the format.
        games: that it was fitted on. choices: of questions with two or more answers in them.
        agreement: how often the likeliest option is the one that was chosen, of games held out.
        options: of each feature of an option, log odds for 1.
    """

    version: int
    games: int
    choices: int
    agreement: float
    options: dict[str, float]


@lru_cache(maxsize=1)
def shipped_weights() -> PolicyWeights:
    """The weights of the package.

    Raises:
        PolicyFileError: they cannot be read, or are of another version.
    """
    try:
        found = msgspec.json.decode(
            files("gemp_bot.search").joinpath(SHIPPED).read_bytes(), type=PolicyWeights
        )
    except (OSError, msgspec.MsgspecError) as fault:
        raise PolicyFileError(f"{SHIPPED}: {fault}") from fault
    if found.version != VERSION:
        raise PolicyFileError(f"{SHIPPED}: version {found.version}, and {VERSION} is needed")
    return found


class Policy:
    """Answers for both sides.

    Args:
        engine: the game; only read.
        weights: of the features.
        random: its own chance.
        temperature: see `TEMPERATURE`.
    """

    def __init__(
        self, engine: Engine, weights: PolicyWeights, random: Random, temperature: float = TEMPERATURE
    ) -> None:
        self._features = PolicyFeatures(engine)
        self._weights = weights.options
        self._random = random
        self._temperature = temperature
        self._target: int | None = None

    def answer(self, choice: Choice) -> Answer:
        """A legal answer to what is asked."""
        match choice:
            case Menu():
                return self._menu(choice)
            case PickCards():
                return self._cards(choice)
            case PickResult():
                return self._draw(self._features.results(choice))
            case PickNumber(high=high):
                return high

    def plan(self, target: int | None) -> None:
        """Have the next question that can be answered by a card be answered by this one."""
        self._target = target

    def chances(self, menu: Menu) -> list[tuple[MenuAnswer, float]]:
        """How likely each way to answer a menu is, the likeliest first."""
        plays, features = zip(*self._features.menu(menu), strict=True)
        scores = [self._score(each) for each in features]
        most = max(scores)
        shares = [exp(score - most) for score in scores]
        whole = sum(shares)
        found = [(play, share / whole) for play, share in zip(plays, shares, strict=True)]
        return sorted(found, key=_least_likely, reverse=True)

    def _menu(self, menu: Menu) -> int | None:
        if not menu.options:
            return None
        for number, option in enumerate(menu.options):
            if option.kind is ActionKind.ACTIVATE_FORCE and option.action < 0:
                return number
        play = self._draw(self._features.menu(menu))
        self._target = play.target
        return play.option

    def _cards(self, pick: PickCards) -> tuple[int, ...]:
        target, self._target = self._target, None
        if target in pick.cards and pick.low <= 1 <= pick.high:
            return (target,)
        if pick.prompt is PromptKind.CARDS_TO_TRANSIT:
            return pick.cards[: pick.high]
        left = list(self._features.cards(pick))
        chosen: list[int] = []
        while left and len(chosen) < max(pick.low, 1):
            card = self._draw(left)
            if card is None:
                break
            chosen.append(card)
            left = [each for each in left if each[0] != card]
        return tuple(chosen)

    def _draw(self, options: Iterable[tuple[T, Features]]) -> T:
        found = [(each, self._score(features)) for each, features in options]
        best = max(score for _, score in found)
        if not self._temperature or len(found) == 1:
            return next(each for each, score in found if score == best)
        shares = [exp((score - best) / self._temperature) for _, score in found]
        return self._random.choices(found, shares)[0][0]

    def _score(self, features: Features) -> float:
        get = self._weights.get
        return sum([get(name, 0.0) * number for name, number in features])


def _least_likely(found: tuple[MenuAnswer, float]) -> float:
    return found[1]
