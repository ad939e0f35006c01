"""The choice at menus of our own turn, played out before it is given."""

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from random import Random

import structlog

from gemp_bot.board.tracked import BoardTracker
from gemp_bot.decisions import PromptKind, Question
from gemp_bot.effects import CardEffects
from gemp_bot.evaluators.card_sources import CardSources
from gemp_bot.evaluators.weighed import ScoredAnswer
from gemp_bot.game import Engine, Menu
from gemp_bot.game.texts import in_vain
from gemp_bot.inference.worlds import WorldDealer, WorldError
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import CardId
from gemp_bot.search.effort import Effort
from gemp_bot.search.playout import PHASES, QUIET, Better, OptionKey, Playouts, asked_key, key_of
from gemp_bot.search.policy import PolicyFileError, PolicyWeights, shipped_weights
from gemp_bot.strategy.base import Budget, Reason
from gemp_bot.valuation.learned import LearnedValue

_log = structlog.stdlib.get_logger(__name__)


class PlayingOut:
    """Plays out the options of our menus in one game.

    Args:
        cards: what is known of cards.
        value: gives what judges positions; None if there is none, and nothing is played out.
        effort: how much; without worlds nothing is played out.
        seed: of all chance in it.

    Attributes:
        refused: of how many questions no complete game could be made or played on.
    """

    def __init__(
        self, cards: CardSources, value: Callable[[], LearnedValue | None], effort: Effort, seed: int
    ) -> None:
        self._cards, self._value, self._effort, self._seed = cards, value, effort, seed
        self._target: CardId | None = None
        self._asked = self.refused = 0
        self._failed = False

    @cached_property
    def _weights(self) -> PolicyWeights | None:
        try:
            return shipped_weights()
        except PolicyFileError as fault:
            _log.warning("policy_unusable", why=str(fault))
            return None

    def target(self, question: Question, weighed: Sequence[ScoredAnswer]) -> ScoredAnswer | None:
        """The answer that the last choice was meant to be followed by, if this question asks for it."""
        target, self._target = self._target, None
        if target is None or question.kind is PromptKind.PHASE_ACTION:
            return None
        return next(
            (each for each in weighed if each.option is not None and each.option.card_id == target), None
        )

    def reconsider(
        self,
        seen: BoardTracker,
        question: Question,
        chosen: ScoredAnswer,
        *,
        weighed: Sequence[ScoredAnswer],
        budget: Budget,
    ) -> tuple[ScoredAnswer, Reason] | None:
        """A better answer than the chosen one, and why; None for none."""
        table = seen.table
        if not (self._effort.worlds and weighed[1:]) or question.kind is not PromptKind.PHASE_ACTION:
            return None
        if not table.is_my_turn or table.phase not in PHASES:
            return None
        keys = {asked_key(each.option, seen.board): each for each in weighed if each.option is not None}
        base = None if chosen.option is None else asked_key(chosen.option, seen.board)
        found = self._better(seen, base, keys, budget)
        if found is None:
            return None
        option, target = found.candidate
        passing = next((each for each in weighed if each.option is None), None)
        answer = passing if option is None else keys.get(option)
        if answer is None:
            return None
        self._target = None if target is None else CardId(target)
        return answer, Reason(_told(found))

    def _better(
        self,
        seen: BoardTracker,
        chosen: OptionKey | None,
        offered: Collection[OptionKey],
        budget: Budget,
    ) -> Better | None:
        """What playing out finds better; None also where no complete game can be made."""
        knowledge, effects, side = self._cards.knowledge, self._cards.effects, seen.table.my_side
        weights, value = self._weights, self._value()
        if side is None or knowledge is None or effects is None or weights is None or value is None:
            return None
        self._asked += 1
        seed = Random(f"{self._seed} {self._asked}").getrandbits(30)  # noqa: S311 - a choice that can be made again
        try:
            worlds = _Worlds(WorldDealer(seen, knowledge, effects), effects, side, offered, seed)
            playouts = Playouts(
                worlds.deal, side, effort=self._effort, weights=weights, value=value, seed=seed
            )
            return playouts.better(chosen, offered, budget.spent)
        except WorldError:
            self.refused += 1
        except Exception as fault:  # noqa: BLE001 - a fault in a game that is only thought of costs no answer
            self.refused += 1
            if not self._failed:
                _log.warning("playout_failed", why=f"{type(fault).__name__}: {fault}", exc_info=True)
            self._failed = True
        return None


class _Worlds:
    """Complete games that stand at a menu.

    Args:
        dealer: deals them.
        effects: the cards.
        side: whose menu it is.
        offered: what the server offers there: a text that it does not offer was used as often as it may be.
        seed: of the one that tells what else the engine would offer.
    """

    def __init__(
        self, dealer: WorldDealer, effects: CardEffects, side: Side, offered: Collection[OptionKey], seed: int
    ) -> None:
        self._dealer, self._effects, self._side = dealer, effects, side
        self._used: tuple[tuple[str, str, str], ...] = ()
        menu = self.deal(seed).choice
        options = menu.options if isinstance(menu, Menu) else ()
        self._used = tuple(
            in_vain(option.card, option.action)
            for option in options
            if option.action >= 0 and key_of(option) not in offered
        )

    def deal(self, seed: int) -> Engine:
        """The complete game of a seed."""
        state = self._dealer.deal(seed).state
        state.used = (*state.used, *self._used)
        engine = Engine.at(state, effects=self._effects, settings=QUIET, acting=self._side)
        engine.begin()
        return engine


def _told(found: Better) -> str:
    return (
        f"played out in {found.worlds} worlds: chance to win {found.chance:.0%}, "
        f"{found.gain:+.0%} (error {found.error:.0%}) beside what was chosen"
    )
