"""What a script may tell a game to do next, and what a script is."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

from gemp_bot.protocol.events import AnyEvent
from gemp_bot.sandbox.server.questions import Question
from gemp_bot.sandbox.server.table import ServerTable


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

    `after` is emitted after the `D` events: a `GS` often is (PROTOCOL 10, point 5).
    """

    questions: Mapping[str, Question]
    after: tuple[AnyEvent, ...] = ()


@dataclass(frozen=True, slots=True)
class Restore:
    """Revert the table to an earlier copy of it, and send everybody a snapshot (PROTOCOL 6.7)."""

    table: ServerTable


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
class Cancel:
    """Cancel the game with this line of the log (PROTOCOL 6.11)."""

    message: str


Step: TypeAlias = Emit | Ask | Restore | Clocks | Pause | End | Cancel
Answers: TypeAlias = dict[str, str]
Play: TypeAlias = Generator[Step, Answers, None]


class Script(Protocol):
    """What a game plays: a generator of steps, each `Ask` giving back the answers by player."""

    def play(self, table: ServerTable, /) -> Play:
        """Play one game on this table; the table is the game's own and only to be read and copied."""
        ...


@runtime_checkable
class TellsCards(Protocol):
    """A script that has a page about each card."""

    def card_page(self, number: int, /) -> str:
        """The page about the card with this id; empty for an id it does not know."""
        ...


def emit(*events: AnyEvent, to: str | None = None) -> Emit:
    """Emit some events."""
    return Emit(events, to)


def ask(player: str, question: Question, *after: AnyEvent) -> Ask:
    """Ask one player."""
    return Ask({player: question}, after)
