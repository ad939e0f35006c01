"""Where games come from, with which decks, and how many: own tables, others, server players, queues."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, time
from enum import StrEnum

from gemp_bot.cards.deck import deck_digest
from gemp_bot.errors import BotError
from gemp_bot.protocol.enums import AiSkill, Side
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.strategy import NamedStrategy, Strategy


class NoGameError(BotError):
    """No game came about; the message is one line that says why."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many games.

    Attributes:
        games: in all, adopted ones included; 0 for no end.
        at_once: over all entries.
        resume: play running games of the account on.
        strict: end at what can hardly pass, for somebody who waits for the result; else only the entry rests.
        stays: a service: it ends by `finish`, or when it is not let in, and by nothing else.
        seed: of the first game; the next has the next number.
    """

    games: int = 0
    at_once: int = 1
    resume: bool = True
    strict: bool = False
    stays: bool = False
    seed: int = 0


@dataclass(slots=True)
class GameDemand:
    """Whether further games are wanted.

    Attributes:
        limits: how many games.
        on_change: called when the answer may have changed.
        begun: games begun so far.
        trouble: why no further game is begun; None while there is no such reason.
        draining: whether no further game is begun.
        finishing: whether the end was asked for.
    """

    limits: Limits
    on_change: Callable[[], None]
    begun: int = 0
    trouble: Exception | None = None
    draining: bool = False
    finishing: bool = False

    def more(self, starting: int) -> bool:
        """Whether further games are wanted beside those that are starting."""
        games = self.limits.games
        wanted = not games or self.begun + starting < games
        return wanted and not self.draining and self.trouble is None

    @property
    def stays(self) -> bool:
        """Whether it goes on without any game, until the end is asked for."""
        return self.limits.stays and not self.finishing and self.trouble is None

    def drain(self) -> None:
        """Begin no further game."""
        self.draining = True
        self.on_change()

    def finish(self) -> None:
        """Drain, and end then."""
        self.finishing = True
        self.drain()

    def resume(self) -> None:
        """Begin games again, if the end was not asked for."""
        self.draining = self.finishing
        self.on_change()

    def stop(self, trouble: Exception) -> None:
        """Begin no further game because of trouble; trouble on the way to the end is none."""
        if not self.finishing:
            self.trouble = trouble
            self.drain()


class DeckChoice(StrEnum):
    """How a deck is chosen out of a pool."""

    FIXED = "fixed"
    """Always the first."""
    ROTATION = "rotation"
    """One after the other, in their order."""
    WEIGHTED = "weighted"
    """By chance, as often as their weights say."""
    RANDOM = "random"
    """By chance, all alike."""


@dataclass(frozen=True, slots=True)
class PooledDeck:
    """A deck that may be played.

    Attributes:
        name: as the server knows it.
        library: it is one of the server's library, not of the account.
        side: which side of the Force it is; None if it is not known.
        text: its cards (PROTOCOL 8.1); None if they are not known.
        weight: how often it is chosen, beside the others of its pool.
        start: the card id of the starting location its owner wishes for; empty for no wish.
    """

    name: str
    library: bool = False
    side: Side | None = None
    text: str | None = None
    weight: float = 1.0
    start: str = ""

    @property
    def digest(self) -> str | None:
        """The digest of its cards; None if they are not known."""
        return None if self.text is None else deck_digest(self.text)


@dataclass(frozen=True, slots=True)
class DeckPool:
    """Decks, and how one of them is chosen."""

    decks: tuple[PooledDeck, ...]
    choice: DeckChoice = DeckChoice.FIXED

    def pick(self, side: Side | None, number: int, chance: random.Random) -> PooledDeck | None:
        """Choose a deck.

        Args:
            side: of this side, or of a side that is not known; None for either.
            number: how many were chosen before.
            chance: of the ways that have to do with chance.

        Returns:
            The deck; None if none is of that side.
        """
        fitting = [deck for deck in self.decks if side is None or deck.side in (side, None)]
        if not fitting:
            return None
        match self.choice:
            case DeckChoice.FIXED:
                return fitting[0]
            case DeckChoice.ROTATION:
                return fitting[number % len(fitting)]
            case DeckChoice.WEIGHTED:
                return chance.choices(fitting, [deck.weight for deck in fitting])[0]
            case DeckChoice.RANDOM:
                return chance.choice(fitting)


Maker = Callable[[int, str | None], Strategy]
"""Makes a strategy of a seed and the text of our deck, None if that is not known."""


@dataclass(frozen=True, slots=True)
class StrategyPlayer:
    """Who plays.

    Attributes:
        make: makes its strategy, one for each game.
        named: for the digests in journals; None where they are not wanted.
    """

    make: Maker
    named: NamedStrategy | None = None

    @property
    def foreign(self) -> bool:
        """Whether it is code of somebody else."""
        return self.named is not None and self.named.kind.foreign


@dataclass(frozen=True, slots=True)
class Hours:
    """Hours of the day, on some days of the week.

    Attributes:
        begin, end: in the time of this machine; an end before the begin is one of the next day.
        days: numbers of the days on which it begins, Monday is 0; empty for every day.
    """

    begin: time
    end: time
    days: frozenset[int] = frozenset()

    @classmethod
    def whole_days(cls, days: frozenset[int]) -> "Hours":
        """All hours of some days."""
        return cls(time.min, time.max, days)

    def contain(self, moment: datetime) -> bool:
        """Whether a moment lies within them."""
        now, day = moment.time(), moment.weekday()
        if self.begin <= self.end:
            return self._on(day) and self.begin <= now < self.end
        if now >= self.begin:
            return self._on(day)
        return self._on((day - 1) % 7) and now < self.end

    def _on(self, day: int) -> bool:
        return not self.days or day in self.days


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEntry:
    """One way to find games.

    Attributes:
        name: tells it from the others, in logs and counts.
        player: plays the games.
        decks: what is played.
        format_code: of the format, or the name of a league of ours.
        at_once: games that may run at once.
        hours: when games are looked for; None for always.
        wait: seconds after which the search is given up; 0 for never.
    """

    name: str
    player: StrategyPlayer
    decks: DeckPool
    format_code: str = "open"
    at_once: int = 1
    hours: Hours | None = None
    wait: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class HostEntry(GameEntry):
    """Tables that we open.

    Attributes:
        description: shown beside the table.
        private_for: the only players who may join, invited by turns; empty for anybody.
        side: the side we play; None for what the decks bring.
        withdraw_after: seconds after which a table nobody came to is withdrawn, if it is the only one
            that waits in its format; 0 for never. Of several invited players: before the next one is.
        withdraw_for: for how many seconds.
    """

    description: str = ""
    private_for: tuple[PlayerName, ...] = ()
    side: Side | None = None
    withdraw_after: float = 0.0
    withdraw_for: float = 300.0


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinEntry(GameEntry):
    """Tables of others that wait.

    Attributes:
        players: whose tables; empty for anybody's.
        words: one of them must stand in the description of the table; empty for any description.
    """

    players: frozenset[PlayerName] = frozenset()
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AiEntry(GameEntry):
    """Games against the server's own players.

    Attributes:
        skill: which of them.
        opponent_decks: what it plays; those of the account are marked as not of the library.
        after: seconds without any game before one is begun: it fills up time nobody wants.
    """

    skill: AiSkill
    opponent_decks: DeckPool
    after: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueEntry(GameEntry):
    """The queue of a tournament, by its name. Its games come by themselves."""

    queue: str
