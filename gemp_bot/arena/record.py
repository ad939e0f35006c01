"""What became of a game: judged by what both sides tell, kept as a line of results (docs/arena.md)."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec

from gemp_bot.arena.jobs import Half, Job
from gemp_bot.cards.deck import deck_digest
from gemp_bot.decisions import Catalogue
from gemp_bot.play.outcome import GameOutcome, Result
from gemp_bot.protocol.ending import EndReason
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import GameId
from gemp_bot.replay import Relive
from gemp_bot.strategy import Identity
from gemp_bot.terminal import plain


class ArenaOutcome(StrEnum):
    """How a game ended for the player. Only the first three are decided; nothing else counts for anybody."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    TIMEOUT = "timeout"
    """It took longer than allowed, or a clock of the server ran out."""
    CANCELLED = "cancelled"
    OPPONENT_LOOP = "opponent_loop"
    """The opponent repeated itself for ever."""
    PLAYER_LOOP = "player_loop"
    """The player did, says an opponent of ours."""
    PLAYER_REPLACED = "player_replaced"
    """The player's strategy failed at more than a few choices: the simple rule played in its place."""
    OPPONENT_REPLACED = "opponent_replaced"
    """The same of an opponent of ours."""
    ERROR = "error"
    """It could not be played to its end; `fault` says why."""

    @property
    def decided(self) -> bool:
        """Whether it counts."""
        return self in _SCORES

    @property
    def score(self) -> float:
        """Points of the player in a decided game."""
        return _SCORES[self]


_SCORES = {ArenaOutcome.WIN: 1.0, ArenaOutcome.DRAW: 0.5, ArenaOutcome.LOSS: 0.0}
_OF_BOTH = ("warnings", "fallbacks", "mistakes", "unanswered", "step_counts")
"""What a record has of an outcome by the same names: of both players, and of the player alone."""
_OF_PLAYER = (
    *_OF_BOTH, "reason", "life", "opponent_life", "turns", "choices", "replaced", "resyncs", "seconds",
)  # fmt: skip
_OF_JOB = (
    "round", "half", "pair", "opponent", "format", "side", "host", "seed",
    "player_identity", "opponent_identity",
)  # fmt: skip
"""What a record has of its job by the same names."""
NO_GAME = "no_game"
"""The reason of a game that never began."""
RETRIED = (ArenaOutcome.ERROR, ArenaOutcome.CANCELLED, ArenaOutcome.TIMEOUT)
"""What `--retry` plays again."""


class GameRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One game in numbers.

    Attributes:
        job: id of the job. round, half: which pair of games, and which of the two.
        pair: the decks, by place in the spec, from 1.
        opponent: label of the opponent.
        side: the player's. host: whether the player opened the table.
        reason: why the game ended, in the words of the game room (docs/json.md).
        life, opponent_life: life force at the end; None if not known.
        turns, questions, choices, warnings, fallbacks, resyncs, seconds: as in docs/json.md.
        fallback_kinds: the fallbacks by the way out that was taken; of games in the box alone.
        replaced: choices at which the player's strategy failed or was too late.
        mistakes: how often it did so at any question, by what was wrong.
        unanswered: how often a condition of its file had no answer, by file, line and why.
        step_counts: at how many questions each step and principle of a file of somebody's own decided, by
            file, line and rule.
        opponent_*: the same of an opponent of ours; warnings are answers that the server refused.
        disputed: answers about which the server and we differ; doubled: sent twice; by the journal, None
            without one.
        luck: about how much of the margin is the luck of draws, in life force (docs/strength.md); of games in
            the box alone, where both decks are known.
        aborted: the server cancelled the game because of an error.
        journal: file name below the folder of journals.
        fault: one line about what went wrong.
        player_version, opponent_version: which programs played; the opponent's is None for an AI.
        player_identity, opponent_identity: who played, as digests; likewise.
        deck_digest, opponent_deck_digest: of the texts of the decks.
        at: when it ended, UTC.
    """

    job: str
    round: int
    half: Half
    pair: int
    opponent: str
    format: str
    deck: str
    opponent_deck: str
    side: Side
    host: bool
    seed: int
    outcome: ArenaOutcome
    reason: str | None = None
    life: int | None = None
    opponent_life: int | None = None
    turns: int = 0
    questions: int = 0
    choices: int = 0
    warnings: int = 0
    opponent_warnings: int = 0
    fallbacks: int = 0
    fallback_kinds: dict[str, int] = {}
    replaced: int = 0
    mistakes: dict[str, int] = {}
    unanswered: dict[str, int] = {}
    step_counts: dict[str, int] = {}
    opponent_fallbacks: int = 0
    opponent_fallback_kinds: dict[str, int] = {}
    opponent_mistakes: dict[str, int] = {}
    opponent_unanswered: dict[str, int] = {}
    opponent_step_counts: dict[str, int] = {}
    resyncs: int = 0
    disputed: int | None = None
    doubled: int | None = None
    luck: float | None = None
    aborted: bool = False
    seconds: float = 0.0
    game: str | None = None
    journal: str | None = None
    fault: str | None = None
    player_version: str = ""
    opponent_version: str | None = None
    player_identity: Identity | None = None
    opponent_identity: Identity | None = None
    deck_digest: str | None = None
    opponent_deck_digest: str | None = None
    at: str = ""

    @property
    def margin(self) -> int | None:
        """The player's life force minus the opponent's; None if not known."""
        return None if self.life is None or self.opponent_life is None else self.life - self.opponent_life

    def played(
        self, outcome: ArenaOutcome, player: GameOutcome, opponent: GameOutcome | None
    ) -> "GameRecord":
        """The same with what the two sides tell; None for an AI of the server."""
        told = {key: getattr(player, key) for key in _OF_PLAYER}
        if opponent is not None:
            told |= {f"opponent_{key}": getattr(opponent, key) for key in _OF_BOTH}
        return msgspec.structs.replace(
            self,
            **told,
            outcome=outcome,
            questions=player.decisions,
            aborted=player.reason == EndReason.SERVER_ERROR,
            game=player.game or None,
            journal=None if player.journal is None else player.journal.name,
        )


def record_of(job: Job, outcome: ArenaOutcome, **more: Any) -> GameRecord:
    """The record of a game, without what its players tell."""
    told: dict[str, Any] = {
        "job": job.id,
        "deck": job.deck.name,
        "opponent_deck": job.opponent_deck.name,
        "deck_digest": deck_digest(job.deck.text),
        "opponent_deck_digest": deck_digest(job.opponent_deck.text),
        "player_version": job.version,
        "opponent_version": job.version or None,
    }
    return GameRecord(
        **told | {key: getattr(job, key) for key in _OF_JOB} | more,
        outcome=outcome,
    )


def failed(job: Job, fault: str, **more: Any) -> GameRecord:
    """The record of a game that could not be played to its end; `more` as of `record_of`."""
    return record_of(job, ArenaOutcome.ERROR, fault=fault, **more)


def no_game(fault: str | None) -> GameOutcome:
    """What is told of a game that never began.

    Args:
        fault: why; None where the other side knows.
    """
    return GameOutcome(GameId(""), Result.ERROR, NO_GAME, fault=None if fault is None else plain(fault))


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
    `late`: we ended the game ourselves, since it took too long.
    """
    fault = played.fault or (None if other is None or other.fault is None else f"opponent: {other.fault}")
    if late:
        return ArenaOutcome.TIMEOUT, fault
    if other is not None and other.result == Result.OPPONENT_STUCK:
        return ArenaOutcome.PLAYER_LOOP, fault
    if strategy_failed(played):
        return ArenaOutcome.PLAYER_REPLACED, fault or _replaced("the player", played)
    if other is not None and strategy_failed(other):
        return ArenaOutcome.OPPONENT_REPLACED, fault or _replaced("the opponent", other)
    known = _UNDECIDED.get(played.result)
    if known is not None:
        return known, fault
    return _ended(played, other, fault)


def strategy_failed(played: GameOutcome) -> bool:
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
