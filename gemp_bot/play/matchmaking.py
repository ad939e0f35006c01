"""What to do next to find games: by the entries in their order, by the hall, and by what runs already."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from gemp_bot.play.entries import AiEntry, GameEntry, HostEntry, JoinEntry, PooledDeck, QueueEntry
from gemp_bot.play.hall_watch import HallWatch
from gemp_bot.protocol.enums import Side, TableStatus
from gemp_bot.protocol.hall import QueueRow, TableRow
from gemp_bot.protocol.ids import PlayerName, TableId
from gemp_bot.strategy import Strategy

MOST_CREATED = 8
MOST_JOINED = 2
"""Tables a server allows one account: running and waiting ones for making one, running ones for joining
(PROTOCOL 3.2)."""
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0
_LEAVES = 10.0
"""Seconds in which the hall tells what came of a table that we left."""
_INVITATION = 300.0
"""Seconds for which one of several players is invited."""
_STARTS = 120.0
"""Seconds within which a table with two players must show its game."""


@dataclass(slots=True)
class Sitting:
    """A table where we sit, whose game has not begun.

    Attributes:
        search: the entry it came from.
        since: when we sat down.
        entry: as it was then.
        opponent_deck: the opponent's, where we choose it.
        waits: whether somebody has still to come; else the game is about to begin.
    """

    search: "EntrySearch"
    deck: PooledDeck
    strategy: Strategy
    seed: int
    since: float
    waits: bool
    entry: GameEntry
    opponent_deck: PooledDeck | None = None

    def late(self, now: float) -> bool:
        """Whether a game that was about to begin should have begun."""
        return not self.waits and now - self.since > _STARTS


@dataclass(slots=True)
class EntrySearch:
    """An entry, and how it goes.

    Attributes:
        games: of this entry that run now.
        picked: decks chosen so far.
        since: since when it has looked for the next game; None while it does not.
        until: not looked at before then.
        opened: tables opened so far.
        gone: the configuration does not have it any more.
        told: the last trouble that was told.
        held: why it looked for nothing the last time, where that is no trouble; "" if it did.
    """

    entry: GameEntry
    games: int = 0
    picked: int = 0
    since: float | None = None
    until: float = 0.0
    opened: int = 0
    gone: bool = False
    told: str = ""
    held: str = ""
    _pause: float = 0.0
    _shunned: dict[TableId, tuple[float, float]] = field(default_factory=dict)

    def pause(self, now: float, longest: float = _LONGEST_PAUSE) -> float:
        """Rest after trouble, longer each time; tell how long."""
        self._pause = min(max(2 * self._pause, _FIRST_PAUSE), longest)
        self.until = now + self._pause
        return self._pause

    def succeeded(self) -> None:
        """A game has begun."""
        self._pause, self.until, self.told, self.since = 0.0, 0.0, "", None
        self._shunned.clear()

    def trouble(self, now: float) -> str:
        """Why it rests; empty while it does not, or rests without trouble."""
        return self.told if now < self.until else ""

    def renew(self, entry: GameEntry) -> None:
        """Go on by another entry."""
        self.entry, self._pause, self.until, self.told = entry, 0.0, 0.0, ""

    def shun(self, table: TableId, now: float) -> None:
        """Leave a table alone for a while, longer each time: it was taken, or only looks as if it waited."""
        pause = min(2 * self._shunned.get(table, (0.0, _FIRST_PAUSE / 2))[1], _LONGEST_PAUSE)
        self._shunned[table] = (now + pause, pause)

    def shunned_until(self, table: TableId) -> float:
        """Until when a table is left alone."""
        return self._shunned.get(table, (0.0, 0.0))[0]


@dataclass(frozen=True, slots=True)
class Host:
    """Open a table.

    Attributes:
        invited: the only player who may join; None for anybody.
    """

    search: EntrySearch
    entry: HostEntry
    deck: PooledDeck
    invited: PlayerName | None = None


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down at a table of somebody else's."""

    search: EntrySearch
    deck: PooledDeck
    row: TableRow


@dataclass(frozen=True, slots=True)
class StartAi:
    """Begin a game against one of the server's players."""

    search: EntrySearch
    entry: AiEntry
    deck: PooledDeck
    opponent_deck: PooledDeck


@dataclass(frozen=True, slots=True)
class Enqueue:
    """Sign up for a tournament."""

    search: EntrySearch
    deck: PooledDeck
    queue: QueueRow


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Leave a table of ours that nobody came to.

    Attributes:
        rest: seconds for which its entry then makes none.
    """

    table: TableId
    why: str
    rest: float = 0.0


Step = Host | Join | StartAi | Enqueue | Withdraw
MayJoin = Callable[[PlayerName], bool]
"""Whether somebody may be joined."""


@dataclass(frozen=True, slots=True)
class SearchContext:
    """What the next step is chosen by.

    Attributes:
        watch: the hall.
        sittings: tables where we sit and no game has begun.
        left: when we left a table that the hall still shows; somebody may have come meanwhile.
        running: games that run.
        room: whether one more game is wanted and may begin.
        idle_since: since when no game has run.
        now: of the event loop. wall: of the clock on the wall.
        may: whether somebody may be joined.
    """

    watch: HallWatch
    sittings: Mapping[TableId, Sitting]
    left: Mapping[TableId, float]
    running: int
    room: bool
    idle_since: float
    now: float
    wall: datetime
    chance: Random
    may: MayJoin = lambda _: True

    def leaving(self, table: TableId) -> bool:
        """Whether a table was left just now, and the hall has not told what came of it."""
        left = self.left.get(table)
        return left is not None and self.now - left < _LEAVES

    @property
    def starting(self) -> int:
        """Games that are about to begin."""
        return sum(not sitting.waits for sitting in self.sittings.values())


def next_step(searches: Iterable[EntrySearch], context: SearchContext) -> Step | None:
    """The first thing that is to be done; None while there is nothing."""
    for table, sitting in context.sittings.items():
        if (
            sitting.waits
            and not context.leaving(table)
            and (due := _withdrawn(table, sitting, context)) is not None
        ):
            return due
    for row in context.watch.ours():
        if (
            row.status is TableStatus.WAITING
            and row.id not in context.sittings
            and not context.leaving(row.id)
        ):
            # Whoever came to it would find nobody there.
            return Withdraw(row.id, "it is of an earlier run")
    if not context.room:
        return None
    for search in searches:
        if search.until <= context.now and open_now(search.entry, context.wall):
            step = _step(search, context)
            if step is not None:
                return step
    return None


def open_now(entry: GameEntry, wall: datetime) -> bool:
    """Whether these are the hours of an entry."""
    return entry.hours is None or entry.hours.contain(wall)


def format_code(entry: GameEntry, watch: HallWatch) -> str:
    """The code of an entry's format, which may be given as the name of a format or of a league."""
    wanted = entry.format_code.casefold()
    if entry.format_code in watch.formats:
        return entry.format_code
    return next(
        (code for code, name in watch.formats.items() if name.casefold() == wanted), entry.format_code
    )


def _withdrawn(table: TableId, sitting: Sitting, context: SearchContext) -> Withdraw | None:
    """The withdrawal of a waiting table, if it is due."""
    entry = sitting.search.entry
    if not context.room:
        return Withdraw(table, "no further game is wanted now")
    if not open_now(entry, context.wall):
        return Withdraw(table, "its hours are over")
    if sitting.entry is not entry or sitting.search.gone:
        return Withdraw(table, "the configuration has changed")
    if isinstance(entry, HostEntry) and len(entry.private_for) > 1:
        patience = entry.withdraw_after or _INVITATION
        return (
            Withdraw(table, "somebody else is invited now")
            if context.now - sitting.since > patience
            else None
        )
    if isinstance(entry, HostEntry) and entry.withdraw_after and not entry.private_for:
        lonely = context.now - sitting.since > entry.withdraw_after
        row = context.watch.tables.get(table)
        if lonely and row is not None and not _others_wait(row, context.watch.tables.values()):
            why = "nobody came, and two who look for each other are not to be kept apart"
            return Withdraw(table, why, entry.withdraw_for)
    return None


def _others_wait(ours: TableRow, rows: Collection[TableRow]) -> bool:
    return any(
        row.status is TableStatus.WAITING and not row.playing and row.format_name == ours.format_name
        for row in rows
    )


def _step(search: EntrySearch, context: SearchContext) -> Step | None:
    entry = search.entry
    sitting = sum(each.search is search for each in context.sittings.values())
    if search.games + sitting >= entry.at_once:
        return None
    match entry:
        case HostEntry():
            return _host(search, entry, context)
        case JoinEntry():
            return _join(search, entry, context)
        case AiEntry():
            return _ai(search, entry, context)
        case QueueEntry():
            return _queue(search, entry, context)
    return None


def _pick(search: EntrySearch, side: Side | None, context: SearchContext) -> PooledDeck | None:
    return search.entry.decks.pick(side, search.picked, context.chance)


def _host(search: EntrySearch, entry: HostEntry, context: SearchContext) -> Step | None:
    waits = any(each.search is search and each.waits for each in context.sittings.values())
    if waits or context.running + len(context.sittings) >= MOST_CREATED:
        return None
    deck = _pick(search, entry.side, context)
    if deck is None:
        return None
    if not entry.private_for:
        return Host(search, entry, deck)
    turns = range(search.opened, search.opened + len(entry.private_for))
    by_turns = (entry.private_for[turn % len(entry.private_for)] for turn in turns)
    invited = next((player for player in by_turns if context.may(player)), None)
    return None if invited is None else Host(search, entry, deck, invited)


def _join(search: EntrySearch, entry: JoinEntry, context: SearchContext) -> Step | None:
    search.held = ""
    if context.running + context.starting >= MOST_JOINED:
        search.held = f"a server lets it join a table only while fewer than {MOST_JOINED} of its games run"
        return None
    for row in context.watch.tables.values():
        if row.status is not TableStatus.WAITING or row.playing or search.shunned_until(row.id) > context.now:
            continue
        host = next((seat for seat in row.seats if seat.name is not None), None)
        if host is None or host.name is None or not _suits(entry, row, host.name, context.watch):
            continue
        if not context.may(host.name):
            continue
        deck = _pick(search, None if host.side is None else host.side.other, context)
        if deck is not None:
            return Join(search, deck, row)
    return None


def _suits(entry: JoinEntry, row: TableRow, host: PlayerName, watch: HallWatch) -> bool:
    """Whether a table is one of those an entry looks for."""
    if entry.players and host not in entry.players:
        return False
    if entry.words and not any(word.casefold() in row.tournament.casefold() for word in entry.words):
        return False
    if entry.players and not entry.format_code:
        return True
    code = format_code(entry, watch)
    # A table of a league shows the league beside the name of its format.
    return (
        row.format_name == watch.formats.get(code)
        or entry.format_code.casefold() in row.tournament.casefold()
    )


def _ai(search: EntrySearch, entry: AiEntry, context: SearchContext) -> Step | None:
    if context.running + len(context.sittings) >= MOST_CREATED:
        return None
    if entry.after and (
        context.running or context.starting or context.now - context.idle_since < entry.after
    ):
        return None
    deck = _pick(search, None, context)
    if deck is None:
        return None
    theirs = entry.opponent_decks.pick(
        None if deck.side is None else deck.side.other, search.picked, context.chance
    )
    return None if theirs is None else StartAi(search, entry, deck, theirs)


def _queue(search: EntrySearch, entry: QueueEntry, context: SearchContext) -> Step | None:
    for row in context.watch.queues.values():
        if row.name == entry.queue and row.joinable and not row.signed_up:
            deck = _pick(search, None, context)
            return None if deck is None else Enqueue(search, deck, row)
    return None
