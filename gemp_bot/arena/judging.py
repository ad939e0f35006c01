"""From what the two sides tell about a game to its outcome for the player."""

from collections.abc import Mapping
from pathlib import Path

from gemp_bot.arena.record import ArenaOutcome
from gemp_bot.decisions import Catalogue
from gemp_bot.play import GameOutcome, Result
from gemp_bot.protocol.ending import EndReason
from gemp_bot.replay import Relive

FEW = 0.05
"""The share of its choices at which a strategy may fail and still have played the game itself."""

_CLOCKS = (EndReason.TIMEOUT, EndReason.CLOCK)
_DECIDED: frozenset[Result] = frozenset({Result.WIN, Result.LOSS})
_UNDECIDED: Mapping[Result, ArenaOutcome] = {
    Result.OPPONENT_STUCK: ArenaOutcome.OPPONENT_LOOP,
    Result.CANCELLED: ArenaOutcome.CANCELLED,
}


def judge(played: GameOutcome, other: GameOutcome | None, *, late: bool) -> tuple[ArenaOutcome, str | None]:
    """Tell the outcome, and what went wrong if anything did.

    Only games that end by depletion of life force are decided, and those that a player of the server
    concedes: it gives up what it holds for lost. A player of ours concedes nothing but what it cannot play
    on, so its concession is an error, whoever gets the point; a clock that ran out says who was slow or
    stuck, not who is stronger. Where a strategy failed at more than a few of its choices the
    simple rule played, not the strategy, and the game says nothing about it.

    Args:
        played: what the player tells.
        other: what an opponent of ours tells; None for an AI.
        late: we ended the game ourselves, since it took too long.
    """
    fault = played.fault or (None if other is None or other.fault is None else f"opponent: {other.fault}")
    if late:
        return ArenaOutcome.TIMEOUT, fault
    if other is not None and other.result == Result.OPPONENT_STUCK:
        return ArenaOutcome.PLAYER_LOOP, fault
    if not_itself(played):
        return ArenaOutcome.PLAYER_REPLACED, fault or _replaced("the player", played)
    if other is not None and not_itself(other):
        return ArenaOutcome.OPPONENT_REPLACED, fault or _replaced("the opponent", other)
    known = _UNDECIDED.get(played.result)
    if known is not None:
        return known, fault
    return _ended(played, other, fault)


def not_itself(played: GameOutcome) -> bool:
    """Whether a strategy failed at more than a few of its choices."""
    return played.replaced > FEW * played.choices


def _replaced(who: str, played: GameOutcome) -> str:
    return (
        f"{who} was not this strategy: it failed at {played.replaced} of {played.choices} choices, "
        "and the simple rule answered"
    )


def _ended(
    played: GameOutcome, other: GameOutcome | None, fault: str | None
) -> tuple[ArenaOutcome, str | None]:
    """A game that somebody won, unless it was by something else than play."""
    if played.result not in _DECIDED:
        return ArenaOutcome.ERROR, fault or f"the game ended as {played.result}"
    if played.reason in _CLOCKS:
        return ArenaOutcome.TIMEOUT, fault
    if other is None and (played.result, played.reason) == (Result.WIN, EndReason.CONCEDED):
        return ArenaOutcome.WIN, fault
    if played.reason != EndReason.LIFE_FORCE:
        return ArenaOutcome.ERROR, fault or f"{played.result} by {played.reason}, which nobody wanted"
    if other is not None and {played.result, other.result} != _DECIDED:
        return (
            ArenaOutcome.ERROR,
            fault or f"the player tells of a {played.result}, the opponent: {other.result}",
        )
    return ArenaOutcome(played.result), fault


def disputes(journal: Path | None, catalogue: Catalogue) -> tuple[int | None, int | None]:
    """The disputed and the doubled answers of a game, by its journal; None without one."""
    if journal is None:
        return None, None
    tally = Relive(journal, catalogue).run()
    return tally.illegal_answers, tally.double_answers
