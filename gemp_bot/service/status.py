"""How a service stands, as `gemp-bot ctl status` and `ctl games` tell it (docs/json.md)."""

from enum import StrEnum

import msgspec


class State(StrEnum):
    """What a service does as a whole."""

    STARTING = "starting"
    LOGIN_WAITS = "login_waits"
    """It is not let in: the server is gone, or the account banned until a time."""
    HALL_GONE = "hall_gone"
    DRAINING = "draining"
    """No further game is begun."""
    PLAYING = "playing"
    WAITING = "waiting"
    """No game runs; games are looked for."""
    ENDING = "ending"


class WaitingTable(msgspec.Struct, frozen=True):
    """A table of ours to which somebody has still to come.

    Attributes:
        entry: name of the `[[table]]` it is of.
        table: the server's id.
        seconds: since it was opened.
    """

    entry: str
    table: str
    deck: str
    seconds: float


class RunningGame(msgspec.Struct, frozen=True):
    """A game that runs.

    Attributes:
        life, opponent_life: life force; None where it is not known yet.
        seconds: since we began to play it.
    """

    game: str
    entry: str
    strategy: str
    deck: str | None
    opponent: str | None
    side: str | None
    turn: int
    life: int | None
    opponent_life: int | None
    decisions: int
    resyncs: int
    adopted: bool
    seconds: float


class EntryStatus(msgspec.Struct, frozen=True):
    """How the search of one `[[table]]` goes.

    Attributes:
        games: of it that run.
        rests: seconds until it is tried again; 0 while it is tried.
        trouble: why it rests, or looks for no game now; empty while it is tried, and when it rests without
            trouble.
    """

    name: str
    find: str
    games: int
    rests: float
    trouble: str


class Records(msgspec.Struct, frozen=True):
    """What of the games cannot be kept.

    Attributes:
        journals_waiting: journals for whose lines the disk has no room now.
        journals_lost: journals given up since the start.
        history_waiting: writes that wait for the history.
        history_trouble: why the history cannot be written; empty while it can.
    """

    journals_waiting: int = 0
    journals_lost: int = 0
    history_waiting: int = 0
    history_trouble: str = ""


class Status(msgspec.Struct, frozen=True):
    """The whole.

    Attributes:
        why: more about the state; empty where there is nothing more.
        since: ISO time of the start.
        seconds: since the start.
        begun: games begun since then, adopted ones included.
        results: how many ended how.
    """

    state: State
    why: str
    version: str
    account: str
    server: str
    since: str
    seconds: float
    begun: int
    results: dict[str, int]
    games: tuple[RunningGame, ...]
    waiting: tuple[WaitingTable, ...]
    entries: tuple[EntryStatus, ...]
    records: Records = Records()
