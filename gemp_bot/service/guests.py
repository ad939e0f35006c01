"""Who may play: an ordered list of small rules, each with its reason, and what they know of earlier games."""

from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Annotated, NamedTuple, Protocol, TypeAlias

import msgspec

from gemp_bot.history.records import Score
from gemp_bot.protocol.account import check_name
from gemp_bot.protocol.errors import RegistrationRefusedError
from gemp_bot.protocol.ids import PlayerName, is_server_ai

LoginNames: TypeAlias = Annotated[
    tuple[Annotated[str, msgspec.Meta(pattern=r"^(?!\s*$)")], ...],
    msgspec.Meta(description="a list of login names in quotes"),
]
"""Names of people as a configuration has them, none of which is empty."""
_KEPT = 5_000
"""Games that are remembered without a history."""


class Past(Protocol):
    """Games that are over. Names are compared casefolded; moments have a time zone."""

    def games_with(self, player: PlayerName, since: datetime) -> Sequence[datetime]:
        """When the games with a player ended, the newest first; those that ended since a moment."""

    def games_since(self, moment: datetime) -> int:
        """How many games with people ended since a moment."""

    def was_last(self, player: PlayerName) -> bool:
        """Whether the last game that ended was with a player."""

    def met(self, player: PlayerName) -> bool:
        """Whether there ever was a game with a player."""

    def refuses(self, player: PlayerName) -> bool:
        """Whether a player wants no games with us."""

    def refuse(self, player: PlayerName) -> None:
        """Note that a player wants no further games with us."""

    def score(self, player: PlayerName | None) -> Score:
        """How games with a player ended; None for all games with people."""


@dataclass(frozen=True, slots=True)
class _Played:
    player: str
    at: datetime
    won: bool | None


class MemoryPast:
    """The past of this run alone, where there is no history.

    Args:
        now: the time, with its zone.
    """

    def __init__(self, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._now = now
        self._played: deque[_Played] = deque(maxlen=_KEPT)
        self._refusing: set[str] = set()

    def note(self, player: PlayerName, *, won: bool | None) -> None:
        """Note a game that is over just now; None for one without a result."""
        self._played.appendleft(_Played(player.casefold(), self._now(), won))

    def games_with(self, player: PlayerName, since: datetime) -> Sequence[datetime]:
        """See `Past`."""
        name = player.casefold()
        return [each.at for each in self._played if each.player == name and each.at >= since]

    def games_since(self, moment: datetime) -> int:
        """See `Past`."""
        return sum(each.at >= moment for each in self._played)

    def was_last(self, player: PlayerName) -> bool:
        """See `Past`."""
        return bool(self._played) and self._played[0].player == player.casefold()

    def met(self, player: PlayerName) -> bool:
        """See `Past`."""
        name = player.casefold()
        return any(each.player == name for each in self._played)

    def refuses(self, player: PlayerName) -> bool:
        """See `Past`."""
        return player.casefold() in self._refusing

    def refuse(self, player: PlayerName) -> None:
        """See `Past`."""
        self._refusing.add(player.casefold())

    def score(self, player: PlayerName | None) -> Score:
        """See `Past`."""
        name = None if player is None else player.casefold()
        results = [each.won for each in self._played if name is None or each.player == name]
        return Score(results.count(True), results.count(False), results.count(None))


_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


class GuestRule(StrEnum):
    """What decided."""

    NOTHING = "nothing"
    """No rule speaks against it."""
    SERVER_AI = "server_ai"
    STOPPED = "stopped"
    BLOCKED = "blocked"
    ALLOWED = "allowed"
    BOT = "bot"
    GAMES_A_DAY = "games_a_day"
    PERSON_HOUR = "person_hour"
    PERSON_DAY = "person_day"
    TWICE = "twice"
    PAUSE = "pause"
    NEW_PEOPLE = "new_people"


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether somebody may play.

    Attributes:
        reason: half a sentence said to the player himself: `you have played 5 games with me in an hour`.
        rule: what decided.
    """

    welcome: bool
    reason: str
    rule: GuestRule


Games: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1000)]
"""A number of games; 0 for no limit."""


class GuestLists(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who may play, as a configuration says. Names are compared casefolded.

    Attributes:
        blocked: never play.
        allowed: play whatever the rules below say.
        allowed_only: nobody else plays.
        bots: players known to be programs.
        play_bots: whether those may play.
        games_a_day: with all people together, within 24 hours.
        person_games_an_hour, person_games_a_day: with one person.
        twice_in_a_row: whether the last opponent may be the next one.
        pause_after: games with one person after which there is a pause.
        pause_minutes: how long it is; as long without a game begins the count anew.
        kept_for_new: of the games at once, those that are for people we never met.
    """

    blocked: LoginNames = ()
    allowed: LoginNames = ()
    allowed_only: bool = False
    bots: LoginNames = ()
    play_bots: bool = True
    games_a_day: Games = 0
    person_games_an_hour: Games = 0
    person_games_a_day: Games = 0
    twice_in_a_row: bool = True
    pause_after: Games = 0
    pause_minutes: Annotated[float, msgspec.Meta(ge=0, le=10_080, description="minutes from 0 to 10080")] = (
        60.0
    )
    kept_for_new: Annotated[int, msgspec.Meta(ge=0, le=8)] = 0


class GuestRules(GuestLists, frozen=True, kw_only=True):
    """Who may play, and how many games there are at once."""

    at_once: int = 1


@dataclass(frozen=True, slots=True)
class _Visit:
    """What a rule looks at; names are casefolded.

    Attributes:
        running: opponents in games that run now, once a game.
    """

    player: PlayerName
    running: tuple[str, ...]
    rules: GuestRules
    past: Past
    now: datetime

    @property
    def name(self) -> str:
        return self.player.casefold()

    def games(self, since: timedelta) -> int:
        """Games with the player within a time, those that run included."""
        return len(self.past.games_with(self.player, self.now - since)) + self.running.count(self.name)

    def listed(self, names: Collection[str]) -> bool:
        return self.name in {name.casefold() for name in names}

    def played(self, most: int, since: timedelta) -> bool:
        """Whether there were as many games with the player as are allowed within a time."""
        return bool(most) and self.games(since) >= most

    @property
    def pauses(self) -> bool:
        """Whether there were so many games in a row that a pause is due."""
        most, pause = self.rules.pause_after, timedelta(minutes=self.rules.pause_minutes)
        if not most or not pause:
            return False
        row, newer = self.running.count(self.name), self.now
        # More games than make a row, and their pauses, are not worth looking at.
        for ended in self.past.games_with(self.player, self.now - (most + 1) * max(pause, _DAY)):
            if newer - ended >= pause or row >= most:
                break
            row, newer = row + 1, ended
        return row >= most

    @property
    def fills_kept_seats(self) -> bool:
        """Whether only seats are left that are kept for people we never met, and this is none."""
        kept = self.rules.kept_for_new
        return bool(kept) and len(self.running) >= self.rules.at_once - kept and self.past.met(self.player)


class _Rule(NamedTuple):
    """A rule: whom it concerns, and what it says to him; names in braces are filled in."""

    rule: GuestRule
    welcome: bool
    concerns: Callable[[_Visit], bool]
    reason: str


_RULES = (
    _Rule(
        GuestRule.SERVER_AI, True, lambda visit: is_server_ai(visit.player),
        "you are one of the server's own players",
    ),
    _Rule(
        GuestRule.STOPPED, False, lambda visit: visit.past.refuses(visit.player),
        "you asked me for no further games",
    ),
    _Rule(
        GuestRule.BLOCKED, False, lambda visit: visit.listed(visit.rules.blocked),
        "my owner wants no games between us",
    ),
    _Rule(
        GuestRule.ALLOWED, True, lambda visit: visit.listed(visit.rules.allowed), "you are always welcome"
    ),
    _Rule(
        GuestRule.ALLOWED, False, lambda visit: visit.rules.allowed_only, "I only play with some people"
    ),
    _Rule(
        GuestRule.BOT, False, lambda visit: not visit.rules.play_bots and visit.listed(visit.rules.bots),
        "I do not play with other bots",
    ),
    _Rule(
        GuestRule.GAMES_A_DAY, False,
        lambda visit: 0 < visit.rules.games_a_day
        <= visit.past.games_since(visit.now - _DAY) + len(visit.running),
        "I have played enough games for a day",
    ),
    _Rule(
        GuestRule.PERSON_HOUR, False, lambda visit: visit.played(visit.rules.person_games_an_hour, _HOUR),
        "I play {an_hour} an hour with one person",
    ),
    _Rule(
        GuestRule.PERSON_DAY, False, lambda visit: visit.played(visit.rules.person_games_a_day, _DAY),
        "I play {a_day} a day with one person",
    ),
    _Rule(
        GuestRule.TWICE, False,
        lambda visit: not visit.rules.twice_in_a_row
        and (visit.name in visit.running or visit.past.was_last(visit.player)),
        "my next game is for somebody else",
    ),
    _Rule(
        GuestRule.PAUSE, False, lambda visit: visit.pauses,
        "after {in_a_row} with one person I pause for {minutes:g} minutes",
    ),
    _Rule(
        GuestRule.NEW_PEOPLE, False, lambda visit: visit.fills_kept_seats,
        "this seat is kept for somebody I have not met yet",
    ),
)  # fmt: skip
"""In this order; the first that concerns somebody decides. What a person asked for comes before any list."""


def _times(games: int) -> str:
    return "1 game" if games == 1 else f"{games} games"


class Guests:
    """Judges who may play."""

    def __init__(
        self, rules: GuestRules, past: Past, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.rules = rules
        self.past = past
        self._now = now

    def judge(self, player: PlayerName, running: Collection[PlayerName] = ()) -> Judgement:
        """Whether a player may have a game with us now.

        Args:
            player: who.
            running: the opponents of the games that run, once a game; without the game in question.
        """
        names = tuple(name.casefold() for name in running if not is_server_ai(name))
        visit = _Visit(player, names, self.rules, self.past, self._now())
        for rule in _RULES:
            if rule.concerns(visit):
                said = rule.reason.format(
                    an_hour=_times(self.rules.person_games_an_hour),
                    a_day=_times(self.rules.person_games_a_day),
                    in_a_row=_times(self.rules.pause_after),
                    minutes=self.rules.pause_minutes,
                )
                return Judgement(rule.welcome, said, rule.rule)
        return Judgement(True, "you are welcome", GuestRule.NOTHING)


def advice(rules: GuestRules) -> list[str]:
    """What in the rules can never decide anything, or decides everything; a line each."""
    return list(_advice(rules))


def _advice(rules: GuestRules) -> Iterator[str]:
    yield from _about_names(rules)
    yield from _about_numbers(rules)


def _about_names(rules: GuestRules) -> Iterator[str]:
    both = {name.casefold() for name in rules.allowed} & {name.casefold() for name in rules.blocked}
    for name in sorted(both):
        yield f"{name} is allowed and blocked: blocked is what counts"
    for name in sorted({*rules.allowed, *rules.blocked, *rules.bots}):
        try:
            check_name(name)
        except RegistrationRefusedError as fault:
            yield f"no player can have this name: {fault}"
    if rules.allowed_only and not rules.allowed:
        yield "allowed_only without anybody who is allowed: nobody is welcome"
    if rules.allowed_only and _limits(rules):
        yield f"{', '.join(_limits(rules))}: never looked at, as nobody plays but those always allowed"
    if rules.bots and rules.play_bots:
        yield "bots are listed, but play_bots is on: the list decides nothing"
    if not rules.play_bots and not rules.bots:
        yield "play_bots is off, but no bots are listed: it can never match"


def _about_numbers(rules: GuestRules) -> Iterator[str]:
    if 0 < rules.person_games_a_day <= rules.person_games_an_hour:
        yield "person_games_an_hour can never match: person_games_a_day is not larger"
    if 0 < rules.games_a_day <= rules.person_games_a_day:
        yield "person_games_a_day can never match: games_a_day is not larger"
    if 0 < rules.games_a_day <= rules.person_games_an_hour:
        yield "person_games_an_hour can never match: games_a_day is not larger"
    if 0 < rules.person_games_a_day <= rules.pause_after:
        yield "pause_after can never match: person_games_a_day is not larger"
    if rules.pause_after and not rules.pause_minutes:
        yield "pause_after without pause_minutes: it can never match"
    if 0 < rules.at_once <= rules.kept_for_new:
        yield "kept_for_new takes every seat: who was met once is never welcome again"


def _limits(rules: GuestRules) -> list[str]:
    numbers = {
        "games_a_day": rules.games_a_day,
        "person_games_an_hour": rules.person_games_an_hour,
        "person_games_a_day": rules.person_games_a_day,
        "twice_in_a_row": not rules.twice_in_a_row,
        "pause_after": rules.pause_after,
        "kept_for_new": rules.kept_for_new,
        "play_bots": not rules.play_bots,
    }
    return [name for name, set_ in numbers.items() if set_]
