"""Actions, responses and their targets, canceling, what is done once only (sections 7, 8, 12 and 14)."""

from collections.abc import Iterable
from enum import IntEnum, StrEnum

import msgspec

from gemp_bot.rules.mark import Refusals, refuse, rule


class ActionStep(IntEnum):
    """The steps of every action, in their order."""

    INITIATION = 1
    RESPONSES = 2
    RESULT = 3
    DONE = 4


_STEPS = tuple(ActionStep)


class TimedAction(IntEnum):
    """Kinds of actions; of responses the lower comes first."""

    OPTIONAL = 0
    MANDATORY = 1
    AUTOMATIC = 2
    JUST = 3


@rule("7.1", "The steps of an action")
def next_step(step: ActionStep) -> ActionStep:
    """What follows; an action that has begun goes on whatever becomes of its conditions. Rules 7."""
    return _STEPS[min(step, ActionStep.DONE - 1)]


@rule("7.2", "Actions that need no other action to respond to")
def is_top_level(kind: TimedAction) -> bool:
    """Whether an action stands on its own; the others are responses. Rules 7."""
    return kind in {TimedAction.OPTIONAL, TimedAction.MANDATORY}


@rule("7.4", "Who responds first")
def responds(by_me: bool, responses_and_passes: int) -> bool:
    """Whether the next response is mine. Rules 7.

    Args:
        by_me: the action is mine.
        responses_and_passes: how many have been since; the opponent of the actor begins.
    """
    return by_me is (responses_and_passes % 2 == 1)


@rule("7.5", "Two passes in a row resolve an action")
def is_resolved(passes: Iterable[bool]) -> bool:
    """Whether responses are over. Rules 7.

    Args:
        passes: for each turn to respond, in order, whether it was passed.
    """
    in_a_row = 0
    for passed in passes:
        in_a_row = in_a_row + 1 if passed else 0
    return in_a_row >= 2  # noqa: PLR2004


@rule("7.6", "Automatic actions come before just actions")
def in_order(kinds: Iterable[TimedAction]) -> tuple[TimedAction, ...]:
    """Responses in the order in which they are made. Rules 7."""
    return tuple(sorted(kinds))


@rule("7.7", "Only the current action can be responded to")
@rule("7.8", "`At any time` is no response")
def response_refusals(kind: TimedAction, *, answers_current: bool, at_any_time: bool = False) -> Refusals:
    """Why something is no legal response now. Rules 7.

    Args:
        kind: of the response.
        answers_current: it answers the action on top of the stack.
        at_any_time: its text says so; whatever else it is, that makes it an action of its own.
    """
    return (
        *refuse("7.8", "this is an action of its own, no response", at_any_time or is_top_level(kind)),
        *refuse("7.7", "it answers nothing that happens now", not answers_current),
    )


class Uses(msgspec.Struct, frozen=True):
    """What has been done that may not be done again. Initiating counts, whatever came of it.

    Attributes:
        done: copy of a card and time frame.
        once_per_game: titles, of either player.
    """

    done: frozenset[tuple[str, str]] = frozenset()
    once_per_game: frozenset[str] = frozenset()


@rule("14.2", "Once per time frame and copy")
@rule("14.4", "Once per game, by title, for both players")
def use_refusals(uses: Uses, copy: str, timeframe: str, *, once_per_game_title: str = "") -> Refusals:
    """Why a text may not be used again. Rules 14.

    Args:
        uses: what has been done.
        copy: id of the copy of the card.
        timeframe: the time it names; empty if the One Rule does not apply.
        once_per_game_title: title of the card if its text says "once per game".
    """
    return (
        *refuse("14.2", f"already done this {timeframe}", timeframe != "" and (copy, timeframe) in uses.done),
        *refuse("14.4", "already done this game", once_per_game_title in uses.once_per_game),
    )


@rule("12.3", "Canceled or not, a use is used up")
@rule("14.3", "A use counts from its initiation")
def after_use(uses: Uses, copy: str, timeframe: str, *, once_per_game_title: str = "") -> Uses:
    """What has been done after an initiation; that it is canceled later changes nothing. Rules 12, 14."""
    return Uses(
        uses.done | {(copy, timeframe)} if timeframe else uses.done,
        uses.once_per_game | {once_per_game_title} if once_per_game_title else uses.once_per_game,
    )


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """Something an action needs.

    Attributes:
        there: whether it exists.
        optional: the card says "if any".
        gained: the action itself brings it.
        hidden: it would lie among cards that nobody can see.
        all_of_them: "all cards", which leaves out those that are immune.
    """

    there: bool
    optional: bool = False
    gained: bool = False
    hidden: bool = False
    all_of_them: bool = False


@rule("8.1", "Implied targets")
@rule("8.2", "Targets that need not be there")
def target_refusals(targets: Iterable[Target]) -> Refusals:
    """Why an action may not begin: something it needs is not there. Rules 8."""
    missing = any(
        not (each.there or each.optional or each.gained or each.hidden or each.all_of_them)
        for each in targets
    )
    return refuse("8.1", "a target is missing", missing)


class PileUse(StrEnum):
    """What may be done with a deck, a pile or a hand."""

    TAKE = "take from it"
    SEARCH = "search it"
    LOOK = "look at it"
    DRAW = "draw from it"
    SHUFFLE = "shuffle it"
    RETRIEVE = "retrieve from it"
    USE_ALL = "use all of it"
    PLACE_UNDER = "place under it"
    DRAW_DESTINY = "draw destiny from it"


_ALSO_EMPTY = frozenset({PileUse.RETRIEVE, PileUse.USE_ALL, PileUse.PLACE_UNDER, PileUse.DRAW_DESTINY})


@rule("8.3", "What can be done with an empty pile")
def pile_refusals(use: PileUse, cards: int) -> Refusals:
    """Why a pile may not be used so. A destiny may be drawn from an empty deck; it fails. Rules 8."""
    return refuse("8.3", f"nothing is there to {use}", cards == 0 and use not in _ALSO_EMPTY)
