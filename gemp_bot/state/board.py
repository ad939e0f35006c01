"""The tracked data behind the table. Only the event handlers write here; read through `Table`."""

from collections import Counter, deque

from gemp_bot.protocol.ending import Ending
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.protocol.events import Asked, Statistics
from gemp_bot.protocol.ids import CardId, PlayerName
from gemp_bot.state.cards import TableCard
from gemp_bot.state.contests import Attack, Battle, Duel, Sabacc

RECENT_MESSAGES = 500
"""How many lines of the game log are kept; the journal has them all. The border bounds the length of each."""


class Column:
    """A column of the table: the place itself, whatever location lies on it.

    Cards refer to the column object, so that inserting and removing neighbours shifts nothing.

    Attributes:
        location: the location card, None after it was removed and before another takes its place.
    """

    __slots__ = ("location",)

    def __init__(self, location: CardId | None = None) -> None:
        self.location = location


class TableData:
    """Everything known of one game; a snapshot clears it all but the clocks (PROTOCOL 6.4, `P`)."""

    __slots__ = (
        "asked",
        "attack",
        "battle",
        "cards",
        "changes",
        "clocks",
        "columns",
        "combat",
        "duel",
        "ending",
        "log_digest",
        "log_length",
        "me",
        "messages",
        "oddities",
        "phase",
        "places",
        "players",
        "sabacc",
        "statistics",
        "tops",
        "turn",
        "turn_player",
        "version",
        "warning",
    )

    def __init__(self) -> None:
        self.clocks: dict[PlayerName, int] = {}
        self.oddities: Counter[str] = Counter()
        self.changes = 0
        self.version = 0
        self.messages: deque[str] = deque(maxlen=RECENT_MESSAGES)
        self.clear()

    def clear(self) -> None:
        """Forget the table: a snapshot begins. Clocks and oddities are not part of it."""
        self.changes += 1
        self.version += 1
        self.me: PlayerName | None = None
        self.players: tuple[PlayerName, ...] = ()
        self.turn_player: PlayerName | None = None
        self.phase: Phase | None = None
        self.turn: int | None = None
        self.cards: dict[CardId, TableCard] = {}
        self.columns: list[Column] = []
        self.places: dict[CardId, Column] = {}
        self.tops: dict[tuple[Zone, PlayerName | None], CardId] = {}
        self.battle: Battle | None = None
        self.attack: Attack | None = None
        self.duel: Duel | None = None
        self.combat: Duel | None = None
        self.sabacc: Sabacc | None = None
        self.statistics: Statistics | None = None
        self.ending: Ending | None = None
        self.asked: Asked | None = None
        self.warning: str | None = None
        self.messages.clear()
        self.log_length = 0
        self.log_digest = 0
