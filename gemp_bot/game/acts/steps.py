"""The steps of an action, in order: limits that are noted, costs, targets, what comes about."""

from collections.abc import Callable, Iterable, Iterator
from typing import Concatenate, Final, TypeAlias, cast

from gemp_bot.board.card import CardInPlay
from gemp_bot.cards.texts import Term, Value
from gemp_bot.decisions.kinds import PromptKind
from gemp_bot.effects.meanings import TABLES, Kind, Meanings, OneCard, Unasked
from gemp_bot.game.choices import YES, YES_OR_NO, PickCards, PickResult
from gemp_bot.game.context import Run
from gemp_bot.game.playing import Playing
from gemp_bot.game.situations.turns import device_use, use_key, vain_key
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import CardId

Does: TypeAlias = Callable[Concatenate[Playing, ...], Run[None] | None]
effect: Final = cast("Meanings[Does]", TABLES[Kind.EFFECT])
"""The table of what actions do; a function for each name. One that asks nothing returns None."""
_SEARCHES: Final = frozenset({PromptKind.TAKE_INTO_HAND, PromptKind.CARDS_FROM_PILE, PromptKind.RETRIEVE})
_PERIODS: Final = ("phase", "turn", "battle", "game")


def play(scope: Playing, steps: Value) -> Run[None]:
    """Play an action: limits, targets and costs first, then responses, then what comes of it (rules 7.1)."""
    scope.later = []
    yield from play_steps(scope, steps)
    later, scope.later = scope.later, None
    if scope.failed:
        return
    yield from scope.announce()
    yield from play_steps(scope, tuple(later))


def play_steps(scope: Playing, steps: Value) -> Run[None]:
    """Do what steps say, in order. What they hang on is looked at before any of them.

    While an action is initiated, what comes of it is put off until all its costs are paid.
    """
    for step in list(_due(scope, steps)):
        if scope.canceled is not None or scope.failed:
            return
        if scope.later is not None and step.name not in _INITIATION:
            scope.later.append(step)
        elif step.name == "results":
            yield from play_steps(scope, step.args["then"])
        elif step.name == "usage":
            _use(scope, cast("Term", step.args["what"]).name)
        elif step.name != "optional" or (yield from wanted(scope, scope.you)):
            yield from do(scope, step.args["what"])


_INITIATION: Final = frozenset({"usage", "cost", "target", "build"})
"""Steps that belong to the initiation of an action."""


def do(scope: Playing, what: Value) -> Run[None]:
    """Do one thing, or what hangs on a condition."""
    term = cast("Term", what)
    if term.name == "when":
        if scope.holds(term.args["of"]):
            yield from do(scope, term.args["then"])
    else:
        asks = effect.by_name[term.name](scope, **term.args)
        if asks is not None:
            yield from asks


def _due(scope: Playing, steps: Value) -> Iterator[Term]:
    """The steps whose conditions hold now."""
    for step in cast("tuple[Term, ...]", steps):
        if step.name != "when":
            yield step
        elif scope.holds(step.args["of"]):
            yield from _due(scope, step.args["then"])


def wanted(scope: Playing, side: Side) -> Run[bool]:
    """Whether a player wants something that he need not do."""
    answer = yield PickResult(side, PromptKind.CONFIRM_ACTION, YES_OR_NO, scope.card.id)
    return answer == YES


def _use(scope: Playing, limit: str) -> None:
    """Note that an action was used, for its limit."""
    period = next((each for each in _PERIODS if limit.endswith(each)), "")
    if period:
        scope.run.state.used = (*scope.run.state.used, use_key(scope, period))


@effect("use_device")
def _use_device(scope: Playing, /, device: OneCard, user: Unasked = None) -> None:
    """A device is used once a turn."""
    one = scope.one(device)
    if one is not None:
        scope.run.state.used = (*scope.run.state.used, device_use(one))


@effect(
    *("num_times_per_turn", "once_per_turn", "once_per_phase", "once_per_battle", "once_per_game"),
    *("twice_per_game", "three_times_per_game", "four_times_per_game", "once_per_force_loss"),
)
def _limit(scope: Playing, /, count: Unasked = None) -> None:
    """A limit of use, which `_use` notes."""


def those(scope: Playing, cards: Iterable[CardInPlay], who: Value) -> list[CardInPlay]:
    """The cards that are meant; all of them where nothing is said."""
    return [card for card in cards if who is None or scope.means(who, card)]


def choose(
    scope: Playing,
    cards: Iterable[CardInPlay],
    side: Side,
    prompt: PromptKind = PromptKind.CHOOSE_TARGET,
    *,
    low: int = 1,
) -> Run[CardInPlay | None]:
    """Have a player choose one of some cards; None where there is none, or he takes none."""
    found = yield from choose_some(scope, cards, side, prompt, low=low, high=1)
    return found[0] if found else None


def choose_some(
    scope: Playing,
    cards: Iterable[CardInPlay],
    side: Side,
    prompt: PromptKind = PromptKind.CHOOSE_TARGET,
    *,
    low: int,
    high: int,
) -> Run[list[CardInPlay]]:
    """Have a player choose some of some cards; all of them where there are no more than have to be."""
    ids = tuple(dict.fromkeys(card.id for card in cards))
    low, high = min(low, len(ids)), min(high, len(ids))
    if high <= 0:
        ids = ()
    elif low < len(ids) or scope.run.asks_all:
        answer = yield PickCards(side, prompt, ids, low, high, scope.card.id)
        ids = tuple(map(CardId, answer)) if isinstance(answer, tuple) else ()
    if not ids and prompt in _SEARCHES:
        searched_in_vain(scope)
    return [scope.run.state.card(each) for each in ids]


def at_most(scope: Playing, maximum: Value) -> int:
    """How many there may be, as many as there are where a text names no limit."""
    return _NO_LIMIT if maximum == "$none" else int(scope.number(maximum))


_NO_LIMIT: Final = 60


def searched_in_vain(scope: Playing) -> None:
    """Note that a search found nothing."""
    scope.run.state.used = (*scope.run.state.used, vain_key(scope))
