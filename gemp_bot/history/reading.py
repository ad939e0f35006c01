"""Lists and counts of the games of a history, for people."""

from dataclasses import dataclass
from enum import StrEnum

from gemp_bot.files.digests import SHORT
from gemp_bot.history.database import Connection
from gemp_bot.history.results import LOST, RUNNING, WON
from gemp_bot.journal.people import PersonKey
from gemp_bot.statistics import Interval, wilson

_COLUMNS = (
    "game, server, account, begun, ended, format, entry, side, deck, deck_digest, opponent_deck, "
    "opponent_deck_digest, strategy, strategy_digest, program_digest, version, "
    "coalesce(opponent, person) AS opponent, opponent_kind, result, reason, fault, life, opponent_life, "
    "turns, decisions, choices, fallbacks, resyncs, seconds, think_p50, think_p99, journal, adopted"
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


@dataclass(frozen=True, slots=True)
class Group:
    """Games that belong together.

    Attributes:
        label: what they have in common, for people.
        digests: of the decks, or of strategy and program, by what they are of; None where one is not known.
        won, lost, other: how many; those that run are not counted.
    """

    label: str
    digests: dict[str, str | None]
    won: int
    lost: int
    other: int

    @property
    def games(self) -> int:
        """How many they are."""
        return self.won + self.lost + self.other

    @property
    def share(self) -> Interval | None:
        """Share of the decided games that were won, with Wilson's interval of 95 %; None without any."""
        decided = self.won + self.lost
        return wilson(self.won, decided) if decided else None


@dataclass(frozen=True, slots=True)
class Which:
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
    database: Connection, key: PersonKey, which: Which, limit: int, *, skip: int = 0
) -> tuple[list[dict[str, object]], int]:
    """Games, the newest first, as docs/json.md tells them; and how many there are in all.

    Args:
        database: the history.
        key: of its people.
        which: games.
        limit: how many at most; 0 for all.
        skip: how many of the newest are left out.
    """
    where, values = which.where(key)
    rows = database.execute(
        f"SELECT {_COLUMNS} FROM games WHERE {where} ORDER BY begun DESC, id DESC LIMIT ? OFFSET ?",  # noqa: S608
        (*values, limit or -1, skip),
    )
    found = [dict(row) | {"adopted": bool(row["adopted"])} for row in rows]
    total: int = database.execute(f"SELECT count(*) FROM games WHERE {where}", values).fetchone()[0]  # noqa: S608
    return found, total


def count_games(database: Connection, key: PersonKey, by: Grouping | None, which: Which) -> list[Group]:
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


def _group(row: tuple[object, ...], words: int, digests: tuple[str, ...]) -> Group:
    names, found = row[:words], row[words:-3]
    games, won, lost = (int(str(number)) for number in row[-3:])
    told = [None if digest is None else str(digest) for digest in found]
    if words == len(digests):  # each name with its own digest
        label = " against ".join(_named(name, [digest]) for name, digest in zip(names, told, strict=True))
    else:
        label = _named(names[0], told)
    return Group(label, dict(zip(digests, told, strict=True)), won, lost, games - won - lost)


def _named(name: object, digests: list[str | None]) -> str:
    shown = "unknown" if name is None else str(name)
    told = " ".join("none" if digest is None else digest[:SHORT] for digest in digests)
    return f"{shown} ({told})" if any(digests) else shown
