"""What is kept of a game, and lists and counts of games: for people, and in memory for any moment of play."""

from bisect import bisect_left, insort
from collections.abc import Collection
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

import msgspec

from gemp_bot.files.digests import SHORT
from gemp_bot.history.database import Connection
from gemp_bot.journal.pseudonyms import PersonKey
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.play.runner import Assignment
from gemp_bot.protocol.errors import PolicyError
from gemp_bot.protocol.settings import ServerAddress
from gemp_bot.statistics import Interval, wilson
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
        server: its address, see `server_name`.
        begun, ended: seconds since 1970, UTC; a game that runs has no end.
        format: code of the format. entry: name of the entry the game came from.
        side: ours, `DARK` or `LIGHT`.
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
    """What is the same of all games of a process."""

    account: str
    server: str
    version: str
    bots: frozenset[str] = frozenset()


def record_of(
    assignment: Assignment, source: RecordSource, *, begun: float, format_code: str | None = None
) -> HistoryRecord:
    """The record of a game that we play, as it begins."""
    deck, theirs, named = assignment.deck, assignment.opponent_deck, assignment.named
    return HistoryRecord(
        account=source.account,
        server=server_name(source.server),
        game=assignment.game,
        begun=begun,
        format=format_code,
        entry=assignment.entry or None,
        deck=None if deck is None else deck.name,
        deck_digest=None if deck is None else deck.digest,
        opponent_deck=None if theirs is None else theirs.name,
        opponent_deck_digest=None if theirs is None else theirs.digest,
        strategy=assignment.strategy.name,
        strategy_digest=None if named is None else named.identity.digest,
        program_digest=program_digest(),
        version=source.version,
        adopted=assignment.adopted or None,
    )


_OF_OUTCOME = (
    "side", "reason", "fault", "life", "opponent_life", "turns", "decisions", "choices",
    "fallbacks", "resyncs",
)  # fmt: skip
"""What a record has of an outcome by the same names."""


def with_outcome(
    record: HistoryRecord, outcome: GameOutcome, *, ended: float | None, bots: Collection[str] = ()
) -> HistoryRecord:
    """A record, and what came of the game."""
    think = outcome.decide_ms() if outcome.decide_seconds else {}
    opponent = outcome.opponent or record.opponent
    return msgspec.structs.replace(
        record,
        **{name: getattr(outcome, name) for name in _OF_OUTCOME},
        ended=ended,
        opponent=opponent,
        opponent_kind=kind_of(opponent, bots),
        result=outcome.result.value,
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


GameKey = tuple[str, str, str]
"""Server, game, account."""


@dataclass(frozen=True, slots=True)
class Score:
    """How games ended, seen from our side; those that run are not counted.

    Attributes:
        others: neither won nor lost: cancelled, unfinished.
    """

    won: int = 0
    lost: int = 0
    others: int = 0

    def __str__(self) -> str:
        """In words, from our side."""
        others = f", {self.others} without a result" if self.others else ""
        return f"{self.won} won, {self.lost} lost{others}"


class GameBrief(NamedTuple):
    """A game in short.

    Attributes:
        ended: seconds since 1970; None while it runs, like `result`.
        person: who the opponent is by `PersonKey`, None if it is not known.
    """

    ended: float | None
    person: str | None
    result: str | None

    @property
    def with_people(self) -> bool:
        """Whether it is none with a server's own player."""
        return self.person is not None and not self.person.startswith("~")


@dataclass(slots=True)
class GamesInShort:
    """All games in short.

    Attributes:
        games: by their keys.
        last: with whom the last game was that ended, a server's own players left out.
    """

    games: dict[GameKey, GameBrief] = field(default_factory=dict)
    last: str | None = None
    _last_at: float = 0.0
    _with: dict[str, dict[GameKey, None]] = field(default_factory=dict)
    _ended: list[float] = field(default_factory=list)

    def put(self, key: GameKey, met: GameBrief) -> None:
        """Take in a game, or what is new of one."""
        before = self.games.get(key)
        if before is not None:
            if before.ended is not None and before.with_people:
                del self._ended[bisect_left(self._ended, before.ended)]
            if met.person is None:
                met = met._replace(person=before.person)
        self.games[key] = met
        if met.person is not None:
            self._with.setdefault(met.person, {})[key] = None
        if met.ended is not None and met.with_people:
            insort(self._ended, met.ended)
            if met.ended >= self._last_at:
                self.last, self._last_at = met.person, met.ended

    def settle(self, running: Collection[str], now: float) -> None:
        """End the games that ended unseen: all but those that run, by their ids."""
        gone = [key for key, met in self.games.items() if met.result is None and key[1] not in running]
        for key in gone:
            self.put(key, self.games[key]._replace(result=UNKNOWN, ended=now))

    def games_with(self, person: str, since: float) -> list[float]:
        """When the games with a person ended, the newest first; those that ended since a moment."""
        ended = (self.games[key].ended for key in self._with.get(person, ()))
        return sorted((at for at in ended if at is not None and at >= since), reverse=True)

    def games_since(self, moment: float) -> int:
        """How many games with people ended since a moment."""
        return len(self._ended) - bisect_left(self._ended, moment)

    def score(self, person: str | None) -> Score:
        """How the games ended; with one person, or with all people."""
        if person is None:
            results = [met.result for met in self.games.values() if met.with_people]
        else:
            results = [self.games[key].result for key in self._with.get(person, ())]
        won, lost, running = results.count(WON), results.count(LOST), results.count(None)
        return Score(won, lost, len(results) - won - lost - running)


_COLUMNS = ", ".join(
    "coalesce(opponent, person) AS opponent" if name == "opponent" else name for name in FIELDS
)


class Grouping(StrEnum):
    """What games are counted by."""

    OPPONENT = "opponent"
    DECK = "deck"
    MATCHUP = "matchup"
    STRATEGY = "strategy"
    FORMAT = "format"
    MONTH = "month"


_BY = {
    # What is grouped by, then the words it is shown by, then the digests that tell groups apart.
    Grouping.OPPONENT: ("person", ("max(coalesce(opponent, person))",), ()),
    Grouping.DECK: ("deck, deck_digest", ("deck",), ("deck_digest",)),
    Grouping.MATCHUP: (
        "deck, deck_digest, opponent_deck, opponent_deck_digest",
        ("deck", "opponent_deck"),
        ("deck_digest", "opponent_deck_digest"),
    ),
    Grouping.STRATEGY: (
        "strategy, strategy_digest, program_digest",
        ("strategy",),
        ("strategy_digest", "program_digest"),
    ),
    Grouping.FORMAT: ("format", ("format",), ()),
    Grouping.MONTH: (
        "strftime('%Y-%m', begun, 'unixepoch')",
        ("strftime('%Y-%m', begun, 'unixepoch')",),
        (),
    ),
}


class GameGroup(msgspec.Struct, frozen=True):
    """Games that are over and belong together.

    Attributes:
        label: what they have in common, for people.
        other: neither won nor lost.
        share: of the decided games that were won, with Wilson's interval of 95 %; None without any.
        digests: of the decks, or of strategy and program, by what they are of; None where one is not known.
    """

    label: str
    games: int
    won: int
    lost: int
    other: int
    share: Interval | None
    digests: dict[str, str | None]

    @classmethod
    def of(cls, label: str, games: int, won: int, lost: int, digests: dict[str, str | None]) -> "GameGroup":
        """The group of so many games, with its share."""
        share = wilson(won, won + lost) if won + lost else None
        if share is not None:
            share = Interval(round(share.value, 6), round(share.low, 6), round(share.high, 6))
        return cls(label, games, won, lost, games - won - lost, share, digests)


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games are wanted.

    Attributes:
        opponent: only those with this player.
        since: only those that began at this moment or later, in seconds since 1970.
        deck, strategy: only those with this deck of ours, or by this strategy: by its name.
        result: only those with this result; `RUNNING` for those that run.
    """

    opponent: str | None = None
    since: float | None = None
    deck: str | None = None
    strategy: str | None = None
    result: str | None = None

    def where(self, key: PersonKey) -> tuple[str, list[str | float]]:
        """The condition in SQL, and its values."""
        terms: list[str] = ["1"]
        values: list[str | float] = []
        if self.opponent is not None:
            # A pseudonym, as a list shows it, means the same person.
            terms.append("person IN (?, ?)")
            values += [key.pseudonym(self.opponent), self.opponent]
        if self.since is not None:
            terms.append("begun >= ?")
            values.append(self.since)
        for column, wanted in (("deck", self.deck), ("strategy", self.strategy)):
            if wanted is not None:
                terms.append(f"{column} = ?")
                values.append(wanted)
        if self.result is not None:
            terms.append("coalesce(result, ?) = ?")
            values += [RUNNING, self.result]
        return " AND ".join(terms), values


def list_games(
    database: Connection, key: PersonKey, which: GameFilter, limit: int, *, skip: int = 0
) -> tuple[list[dict[str, object]], int]:
    """Games, the newest first, as docs/json.md tells them; and how many there are in all."""
    where, values = which.where(key)
    rows = database.execute(
        f"SELECT {_COLUMNS} FROM games WHERE {where} ORDER BY begun DESC, id DESC LIMIT ? OFFSET ?",  # noqa: S608
        (*values, limit or -1, skip),
    )
    found = [dict(row) | {"adopted": bool(row["adopted"])} for row in rows]
    total: int = database.execute(f"SELECT count(*) FROM games WHERE {where}", values).fetchone()[0]  # noqa: S608
    return found, total


def count_games(
    database: Connection, key: PersonKey, by: Grouping | None, which: GameFilter
) -> list[GameGroup]:
    """Games that are over, in groups, the largest first (months in their order); all in one without `by`."""
    where, values = which.where(key)
    groups, words, digests = ("1", ("'all'",), ()) if by is None else _BY[by]
    order = "1" if by is Grouping.MONTH else "games DESC, 1"
    rows = database.execute(
        f"SELECT {', '.join((*words, *digests))}, count(*) AS games, "  # noqa: S608 - words of our own
        "sum(result = ?) AS won, sum(result = ?) AS lost "
        f"FROM games WHERE result IS NOT NULL AND {where} GROUP BY {groups} ORDER BY {order}",
        (WON, LOST, *values),
    )
    return [_group(tuple(row), len(words), digests) for row in rows]


def _group(row: tuple[object, ...], words: int, digests: tuple[str, ...]) -> GameGroup:
    names, found = row[:words], row[words:-3]
    games, won, lost = (int(str(number)) for number in row[-3:])
    told = [None if digest is None else str(digest) for digest in found]
    if words == len(digests):  # each name with its own digest
        label = " against ".join(_named(name, [digest]) for name, digest in zip(names, told, strict=True))
    else:
        label = _named(names[0], told)
    return GameGroup.of(label, games, won, lost, dict(zip(digests, told, strict=True)))


def _named(name: object, digests: list[str | None]) -> str:
    shown = "unknown" if name is None else str(name)
    told = " ".join("none" if digest is None else digest[:SHORT] for digest in digests)
    return f"{shown} ({told})" if any(digests) else shown
