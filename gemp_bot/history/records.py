"""What is kept of a game."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

import msgspec

from gemp_bot.cards.deck import deck_digest
from gemp_bot.play.entries import PooledDeck
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.play.runner import Assignment
from gemp_bot.protocol.address import ServerAddress
from gemp_bot.protocol.errors import PolicyError
from gemp_bot.strategy.identity import program_digest

WON, LOST = "win", "loss"
UNFINISHED = "unfinished"
UNKNOWN = "unknown"
"""Of a game that ended unseen."""
RUNNING = "running"
"""Of a game that has no result yet, in what is asked for; nothing is kept for it."""


class OpponentKind(StrEnum):
    """What an opponent is."""

    AI = "ai"
    """A player of the server's own."""
    BOT = "bot"
    PERSON = "person"


class HistoryRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One game. The account, the server and the game tell it from all others.

    Attributes:
        account: who we are.
        server: its address, see `server_name`.
        begun, ended: seconds since 1970, UTC; a game that runs has no end.
        format: code of the format. entry: name of the entry the game came from.
        side: ours, `DARK` or `LIGHT`.
        deck, opponent_deck: names.
        version: of gemp-bot.
        opponent: login name; None while it is not known.
        result: see `Result`; `unknown` for a game that ended unseen, None while it runs.
        life, opponent_life: life force at the end.
        choices: questions with two or more legal answers.
        fallbacks: answers that were not the strategy's own.
        resyncs: times the game was opened anew.
        seconds: from when we opened it to its end, also where several processes played it.
        think_p50, think_p99: median and 99th percentile of the time a choice took, in milliseconds.
        journal: file name, without its folder; of several the last.
        adopted: whether it was played on by another process than it was begun by; None for no, or not known.
    """

    account: str
    server: str
    game: str
    begun: float
    ended: float | None = None
    format: str | None = None
    entry: str | None = None
    side: str | None = None
    deck: str | None = None
    deck_digest: str | None = None
    opponent_deck: str | None = None
    opponent_deck_digest: str | None = None
    strategy: str | None = None
    strategy_digest: str | None = None
    program_digest: str | None = None
    version: str | None = None
    opponent: str | None = None
    opponent_kind: OpponentKind | None = None
    result: str | None = None
    reason: str | None = None
    fault: str | None = None
    life: int | None = None
    opponent_life: int | None = None
    turns: int | None = None
    decisions: int | None = None
    choices: int | None = None
    fallbacks: int | None = None
    resyncs: int | None = None
    seconds: float | None = None
    think_p50: float | None = None
    think_p99: float | None = None
    journal: str | None = None
    adopted: bool | None = None

    def against(self, opponent: str, bots: Collection[str] = ()) -> "HistoryRecord":
        """The same game with its opponent, who was not known."""
        return msgspec.structs.replace(self, opponent=opponent, opponent_kind=kind_of(opponent, bots))

    def unnamed(self) -> "HistoryRecord":
        """The same game without the name of its opponent."""
        return msgspec.structs.replace(self, opponent=None)


FIELDS = HistoryRecord.__struct_fields__


@dataclass(frozen=True, slots=True)
class RecordSource:
    """What is the same of all games of a process.

    Attributes:
        account: who we are.
        server: its address, as configured.
        version: of gemp-bot.
        bots: logins of other bots.
    """

    account: str
    server: str
    version: str
    bots: frozenset[str] = frozenset()


def record_of(
    assignment: Assignment,
    outcome: GameOutcome | None,
    source: RecordSource,
    *,
    begun: float,
    ended: float | None = None,
    format_code: str | None = None,
    opponent: str | None = None,
) -> HistoryRecord:
    """The record of a game that we play.

    Args:
        assignment: what is played.
        outcome: what came of it; None while it runs.
        source: who plays where.
        begun: seconds since 1970, UTC.
        ended: the same of its end.
        format_code: of the format, where it is known.
        opponent: where it is known before there is an outcome.
    """
    deck, theirs, named = assignment.deck, assignment.opponent_deck, assignment.player.named
    if named is not None and named.name != assignment.strategy.name:
        named = None  # the simple rule plays in the place of a strategy that cannot be made
    record = HistoryRecord(
        account=source.account,
        server=server_name(source.server),
        game=assignment.game,
        begun=begun,
        format=format_code,
        entry=assignment.entry or None,
        deck=None if deck is None else deck.name,
        deck_digest=_digest(deck),
        opponent_deck=None if theirs is None else theirs.name,
        opponent_deck_digest=_digest(theirs),
        strategy=assignment.strategy.name,
        strategy_digest=None if named is None else named.identity.digest,
        program_digest=program_digest(),
        version=source.version,
        adopted=assignment.adopted or None,
    )
    if opponent is not None:
        record = record.against(opponent, source.bots)
    return record if outcome is None else with_outcome(record, outcome, ended=ended, bots=source.bots)


def with_outcome(
    record: HistoryRecord, outcome: GameOutcome, *, ended: float | None, bots: Collection[str] = ()
) -> HistoryRecord:
    """A record, and what came of the game."""
    think = outcome.decide_ms() if outcome.decide_seconds else {}
    opponent = outcome.opponent or record.opponent
    return msgspec.structs.replace(
        record,
        ended=ended,
        side=outcome.side,
        opponent=opponent,
        opponent_kind=kind_of(opponent, bots),
        result=outcome.result.value,
        reason=outcome.reason,
        fault=outcome.fault,
        life=outcome.life,
        opponent_life=outcome.opponent_life,
        turns=outcome.turns,
        decisions=outcome.decisions,
        choices=outcome.choices,
        fallbacks=outcome.fallbacks,
        resyncs=outcome.resyncs,
        seconds=round(outcome.seconds, 3),
        think_p50=think.get("p50"),
        think_p99=think.get("p99"),
        journal=None if outcome.journal is None else outcome.journal.name,
    )


def kind_of(opponent: str | None, bots: Collection[str] = ()) -> OpponentKind | None:
    """What an opponent is, by its name."""
    if opponent is None:
        return None
    if opponent.startswith("~"):
        return OpponentKind.AI
    return OpponentKind.BOT if opponent in bots else OpponentKind.PERSON


def server_name(url: str) -> str:
    """The address of a server as it is kept: the same however it is written."""
    try:
        return ServerAddress.parse(url).api
    except PolicyError:
        return url


def _digest(deck: PooledDeck | None) -> str | None:
    return None if deck is None or deck.text is None else deck_digest(deck.text)
