"""What one side of a game tells about it, whoever played it."""

import msgspec

from gemp_bot.play import GameOutcome

NO_GAME = "no_game"
"""The reason of a game that never began."""


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """What one side of a game tells about it, in the words of docs/json.md."""

    result: str
    reason: str | None = None
    life: int | None = None
    opponent_life: int | None = None
    turns: int = 0
    decisions: int = 0
    choices: int = 0
    warnings: int = 0
    fallbacks: int = 0
    replaced: int = 0
    mistakes: dict[str, int] = {}
    unanswered: dict[str, int] = {}
    resyncs: int = 0
    seconds: float = 0.0
    game_id: str | None = None
    journal: str | None = None
    fault: str | None = None


def played_of(outcome: GameOutcome) -> Played:
    """The same of a game that was played in this process."""
    return Played(
        result=outcome.result.value,
        reason=outcome.reason,
        life=outcome.life,
        opponent_life=outcome.opponent_life,
        turns=outcome.turns,
        decisions=outcome.decisions,
        choices=outcome.choices,
        warnings=outcome.warnings,
        fallbacks=outcome.fallbacks,
        replaced=outcome.replaced,
        mistakes=outcome.mistakes,
        unanswered=outcome.unanswered,
        resyncs=outcome.resyncs,
        seconds=outcome.seconds,
        game_id=outcome.game,
        journal=None if outcome.journal is None else str(outcome.journal),
        fault=outcome.fault,
    )
