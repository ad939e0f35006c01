"""What a script may tell a game to do next, and what a script is."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from gemp_bot.protocol.events import AnyEvent, Message, Statistics
from gemp_bot.sandbox.server.questions import ServedQuestion


class EngineFaultError(Exception):
    """Raised by a script to play a bug inside a card: the server aborts the game (PROTOCOL 7.9)."""


@dataclass(frozen=True, slots=True)
class Emit:
    """Emit these events in order, to everybody allowed to see them or to one player alone."""

    events: tuple[AnyEvent, ...]
    to: str | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask one or both players at once; the script goes on when all have answered.

    `after` is emitted after the `D` events: a `GS` often is (PROTOCOL 5.3).
    """

    questions: Mapping[str, ServedQuestion]
    after: tuple[AnyEvent, ...] = ()


@dataclass(frozen=True, slots=True)
class Restore:
    """Go on with an earlier table, and send everybody a snapshot (PROTOCOL 6.7)."""

    table: "SeatedTable"


@dataclass(frozen=True, slots=True)
class Clocks:
    """Set what is left on the clocks, in seconds; order is the order on the wire."""

    seconds: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Pause:
    """Go on when this player polls next: news that came by themselves in a recorded game."""

    player: str


@dataclass(frozen=True, slots=True)
class End:
    """End the game by a loss, in the words of PROTOCOL 6.11."""

    loser: str
    lost: str = "Life Force depleted"
    won: str = "Depleted opponent's Life Force"
    silent: bool = False
    """Without the two lines: they were told already."""


@dataclass(frozen=True, slots=True)
class CancelGame:
    """Cancel the game with this line of the log (PROTOCOL 6.11)."""

    message: str


Step: TypeAlias = Emit | Ask | Restore | Clocks | Pause | End | CancelGame
Answers: TypeAlias = dict[str, str]
Play: TypeAlias = Generator[Step, Answers, None]


class SeatedTable(Protocol):
    """What a game shows to each of those who look at it.

    Attributes:
        messages: all log lines so far.
    """

    messages: list[Message]

    @property
    def statistics(self) -> Statistics:
        """The numbers that were told last."""
        ...

    def apply(self, event: AnyEvent, /) -> None:
        """Take in an event that everybody has been told of."""
        ...

    def seen_by(self, player: str, event: AnyEvent, /) -> AnyEvent | None:
        """Give the event as this player is told it, before it is applied; None if not told (PROTOCOL 6.5)."""
        ...

    def snapshot(self, player: str, *, again: bool = False) -> list[AnyEvent]:
        """Give everything from `P` to the last message (PROTOCOL 5.2); `again` after a revert."""
        ...

    def card_page(self, number: int, /) -> str:
        """The page about the card with this id (PROTOCOL 3.4); empty for an id it does not know."""
        ...


class Script(Protocol):
    """What a game plays."""

    def begin(self, players: tuple[str, str], /) -> tuple[SeatedTable, Play]:
        """Begin a game, dark player first: its table and steps. An `Ask` gives the answers by player."""
        ...


def emit(*events: AnyEvent, to: str | None = None) -> Emit:
    """Emit some events."""
    return Emit(events, to)


def ask(player: str, question: ServedQuestion, *after: AnyEvent) -> Ask:
    """Ask one player."""
    return Ask({player: question}, after)
