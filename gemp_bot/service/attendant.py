"""What goes on beside a game with a person: who sat down, greeting, talk, good-bye; and one chat room.

None of it holds the game up: it has tasks of its own, its calls are never answers, and no fault of a room
gets out of it.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import structlog

from gemp_bot.decisions.describing import TitleOf
from gemp_bot.errors import contained
from gemp_bot.play.game import OwnGame
from gemp_bot.play.outcome import GameOutcome, Result
from gemp_bot.play.runner import Assignment, beside
from gemp_bot.protocol.chat import HALL_ROOM, ChatMessage, ChatRoom, ChatUpdate, game_room
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.errors import GempError, RefusedError, WireError
from gemp_bot.protocol.ids import GameId, PlayerName, is_server_ai
from gemp_bot.service.chat import Listener, Talk, addressed, general_values, score_with, tell_why
from gemp_bot.service.guests import Guests, Judgement
from gemp_bot.service.texts import MOST_SAID, Placeholder, Values, cut, fill

_log = structlog.stdlib.get_logger(__name__)

_FIRST_PAUSE, _LONGEST_PAUSE = 2.0, 60.0
_MOST_WAITING = 10
"""Lines of ours that may wait to be sent; further ones are dropped."""
_MOST_HEARD = 50
"""Lines of one answer that are looked at, the last ones."""
_TRIES = 3
_PAST = 100
"""Lines of its past a room tells (PROTOCOL 3.3)."""


def fault_text(fault: GempError) -> str:
    """A fault of a room for the log, where nothing belongs that people wrote."""
    return "its answer cannot be read" if isinstance(fault, WireError) else str(fault)


Hear = Callable[[ChatMessage], Awaitable[None]]


class Room:
    """A room.

    Args:
        hear: told of each new line of others, in order; what it raises is logged.
        every: seconds between two polls; a game's room forgets who is silent for 30, the hall for 15.

    Attributes:
        joined: set once its past is known.
        past: the lines that were there as we came.
    """

    def __init__(
        self, chat: ChatRoom, me: PlayerName, hear: Hear, *, every: float, skip_past: bool = False
    ) -> None:
        self.joined = asyncio.Event()
        self.past: tuple[ChatMessage, ...] = ()
        self._chat = chat
        self._me = me
        self._hear = hear
        self._every = every
        self._skip = skip_past
        self._heard = -1
        self._in = False
        self._waiting: deque[str] = deque()
        self._tries = 0
        self._before = -1
        self._wake = asyncio.Event()

    @property
    def talked(self) -> bool:
        """Whether we said something before we came, as far as the room still knows."""
        return any(line.sender == self._me for line in self.past) or (self._skip and len(self.past) >= _PAST)

    def say(self, text: str) -> None:
        """Say something soon; nothing for an empty text."""
        if text.strip() and len(self._waiting) < _MOST_WAITING:
            self._waiting.append(cut(text, MOST_SAID))
            self._wake.set()

    async def run(self) -> None:
        """Hear and talk, for ever."""
        pause = 0.0
        while True:
            try:
                await self._round()
                pause = 0.0
            except GempError as fault:
                self._in = False
                tell = _log.debug if pause else _log.info
                pause = min(max(2 * pause, _FIRST_PAUSE), _LONGEST_PAUSE)
                tell("chat_silent", why=fault_text(fault), next_try_in=pause)
            except Exception as fault:  # noqa: BLE001 - talk must never end a game, nor itself
                self._in = False
                pause = _LONGEST_PAUSE
                _log.error("chat_failed", exc_info=fault)
            await self._rest(pause or self._every, interrupted=not pause)

    async def finish(self) -> None:
        """Say what waits, hear once more, and say what came of that.

        Raises:
            GempError: the room is out of reach.
        """
        if self._tries:
            self._in = False  # a line was under way as `run` was cancelled: was it heard?
        await self._round()

    async def _rest(self, seconds: float, *, interrupted: bool) -> None:
        if not interrupted:
            await asyncio.sleep(seconds)
            return
        try:
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        except TimeoutError:
            return

    async def _round(self) -> None:
        if not self._in:
            try:
                update = await self._chat.join()
            except WireError:
                # What others wrote cannot be read; we can still be.
                await self._send()
                raise
            await self._come_in(update)
        await self._send()
        if not self._in:
            return
        await self._take(await self._chat.poll())
        await self._send()

    async def _come_in(self, update: ChatUpdate) -> None:
        first = not self.joined.is_set()
        if first:
            self.past = update.messages
            if self._skip:
                self._heard = max((line.id for line in update.messages), default=-1)
        self._in = True
        self.joined.set()
        waits = self._waiting[0] if self._waiting and self._tries else None
        if waits is not None and any(
            line.sender == self._me and line.id > self._before and line.text == waits
            for line in update.messages
        ):
            # The call failed, but the line was heard.
            self._waiting.popleft()
            self._tries = 0
        await self._take(update)

    async def _take(self, update: ChatUpdate) -> None:
        fresh = [line for line in update.messages if line.id > self._heard]
        self._heard = max((self._heard, *(line.id for line in fresh)))
        for line in fresh[-_MOST_HEARD:]:
            if line.sender == self._me:
                continue
            with contained(lambda fault: _log.error("chat_line_failed", exc_info=fault)):
                await self._hear(line)

    async def _send(self) -> None:
        self._wake.clear()
        while self._waiting:
            text = self._waiting[0]
            if not self._tries:
                self._before = self._heard
            self._tries += 1
            try:
                await self._chat.send(text)
            except RefusedError as fault:
                _log.info("chat_line_refused", why=str(fault))
            except GempError:
                if self._tries >= _TRIES:
                    self._drop()
                raise
            self._drop()

    def _drop(self) -> None:
        self._waiting.popleft()
        self._tries = 0


_LOOK = 0.5
"""Seconds between two looks whether the table shows who plays."""
_WATCH = 5.0
"""Seconds between two looks whether the strategy failed."""
_FIRST_WORD = 5.0
"""Seconds in which the line to an unwelcome player may be said before the request to cancel."""
_CANCEL_TRIES, _CANCEL_PAUSE = 4, 3.0
_HALL_EVERY = 6.0
"""Seconds between two polls of the hall, which forgets who is silent for 15."""


class OnUnwelcome(StrEnum):
    """What is done when somebody who may not play does not agree to cancel."""

    PLAY = "play"
    CONCEDE = "concede"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceptionSettings:
    """What is done about guests at open tables.

    Attributes:
        entries: names of the entries whose tables are open to everybody: only there guests are judged.
        on_unwelcome: what is done if the request to cancel is not agreed to.
        cancel_patience: seconds for that.
        levels: the level of the strategy, by the name of the entry.
    """

    entries: frozenset[str] = frozenset()
    on_unwelcome: OnUnwelcome = OnUnwelcome.PLAY
    cancel_patience: float = 60.0
    levels: Mapping[str, str] = field(default_factory=dict)


def opponents(playing: Mapping[GameId, OwnGame], but: OwnGame | None = None) -> list[PlayerName]:
    """The opponents of the games that run, once a game, as far as they are known."""
    names = [game.table.opponent for game in playing.values() if game is not but]
    return [name for name in names if name is not None]


@dataclass(slots=True)
class Reception:
    """Makes the attendants of games: `GameRunner.attend`.

    Attributes:
        playing: the games that run, as `GameRunner.playing`.
        rematch: whether a table is opened for further games.
        met: told who the opponent of a game is, once that is known.
    """

    client: GempClient
    guests: Guests
    talk: Talk
    title_of: TitleOf
    playing: Mapping[GameId, OwnGame]
    rematch: Callable[[], bool] = lambda: False
    settings: ReceptionSettings = field(default_factory=ReceptionSettings)
    met: Callable[[GameId, PlayerName], None] = lambda _game, _player: None

    def __call__(self, game: OwnGame, assignment: Assignment) -> "GameAttendant":
        """Make the attendant of a game."""
        return GameAttendant(self, game, assignment)

    def judge(self, player: PlayerName, but: OwnGame | None = None) -> Judgement:
        """Whether a player may play now."""
        return self.guests.judge(player, opponents(self.playing, but))

    def may_join(self, player: PlayerName) -> bool:
        """Whether we sit down at a player's table: for the supervisor."""
        return self.judge(player).welcome

    def may_come_again(self, player: PlayerName) -> bool:
        """Whether there is another game for a player whose game is just over."""
        with contained(_not_judged):  # a history that is locked must not cost the farewell
            # The game that is over may not be in the past yet: it counts as one that runs.
            running = [*opponents(self.playing), player]
            return self.rematch() and self.guests.judge(player, running).welcome
        return False

    async def hear_hall(self, me: PlayerName) -> None:
        """Answer those who speak to us in the hall, for ever; nothing unless the operator says so."""
        if not (self.talk.settings.enabled and self.talk.settings.hall):
            return

        async def hear(line: ChatMessage) -> None:
            text = addressed(line.text, me)
            if text is not None:
                await listener.hear(line.sender, text)

        room = Room(self.client.chat(HALL_ROOM), me, hear, every=_HALL_EVERY, skip_past=True)
        listener = Listener(self.talk, room.say, self._hall_values)
        await room.run()

    def _hall_values(self, player: PlayerName) -> Values:
        return {
            **general_values(self.talk.settings),
            Placeholder.OPPONENT: player,
            Placeholder.SCORE: score_with(self.talk.past, player),
        }


class GameAttendant:
    """Beside one game. Against the server's own players it does nothing."""

    def __init__(self, reception: Reception, game: OwnGame, assignment: Assignment) -> None:
        self._reception = reception
        self._talk = reception.talk
        self._game = game
        self._assignment = assignment
        self._guest: PlayerName | None = None
        self._room: Room | None = None

    async def attend(self) -> None:
        """Run beside the game until cancelled."""
        guest = self._guest = await self._opponent()
        self._reception.met(self._assignment.game, guest)
        me = self._game.table.me
        if me is None or is_server_ai(guest):
            return
        judgement = self._judged(guest)
        if self._talk.settings.enabled:
            listener = Listener(self._talk, self._say, self._values, self._why, guest)
            self._room = Room(
                self._reception.client.chat(game_room(self._assignment.game)),
                me,
                lambda line: listener.hear(line.sender, line.text),
                every=self._talk.settings.poll_every,
                skip_past=self._assignment.adopted,
            )
        async with asyncio.TaskGroup() as group:
            if self._room is not None:
                group.create_task(self._room.run(), name="chat")
                group.create_task(beside(self._tell_fallbacks(), _failed))
            if judgement is not None and not judgement.welcome:
                group.create_task(beside(self._turn_away(judgement), _failed))
            elif self._room is not None:
                group.create_task(beside(self._greet(self._room), _failed))

    async def farewell(self, outcome: GameOutcome) -> None:
        """Say good-bye, and hear the last commands."""
        room, guest = self._room, self._guest
        if room is None or guest is None:
            return
        texts = self._talk.texts
        if outcome.result in (Result.WIN, Result.LOSS):
            review = self._talk.settings.review_of(outcome.journal)
            self._say(self._filled(texts.farewell, {Placeholder.REVIEW: review}))
            if self._reception.may_come_again(guest):
                self._say(self._filled(texts.rematch))
        elif outcome.result is Result.ERROR:
            self._say(self._filled(texts.fault))
        try:
            await room.finish()
        except GempError as fault:
            _log.info("chat_silent", why=fault_text(fault))

    # -- who sat down ---------------------------------------------------------------------------

    async def _opponent(self) -> PlayerName:
        while (name := self._game.table.opponent) is None:  # noqa: ASYNC110 - a table has no event
            await asyncio.sleep(_LOOK)
        return name

    def _judged(self, guest: PlayerName) -> Judgement | None:
        """The judgement about who came to an open table; None in a game that we, or others, arranged."""
        assignment = self._assignment
        if assignment.adopted or assignment.entry not in self._reception.settings.entries:
            return None
        with contained(_not_judged):  # a history that is locked sends nobody away
            judgement = self._reception.judge(guest, self._game)
            _log.info("guest_judged", welcome=judgement.welcome, rule=judgement.rule.value)
            return judgement
        return None

    async def _turn_away(self, judgement: Judgement) -> None:
        """Ask to cancel a game with somebody who may not play."""
        settings = self._reception.settings
        if self._room is not None:
            self._say(self._filled(self._talk.texts.unwelcome, {Placeholder.REASON: judgement.reason}))
            await asyncio.sleep(_FIRST_WORD)
        # A channel that is never opened takes nothing over from the game's own.
        channel = self._reception.client.game(self._assignment.game)
        for _ in range(_CANCEL_TRIES):
            try:
                await channel.cancel()
                break
            except GempError as fault:
                _log.info("cancel_failed", why=str(fault))
                await asyncio.sleep(_CANCEL_PAUSE)
        await asyncio.sleep(settings.cancel_patience)
        _log.info("cancel_not_agreed", then=settings.on_unwelcome.value)
        if settings.on_unwelcome is OnUnwelcome.CONCEDE:
            self._game.concede()

    # -- talk -----------------------------------------------------------------------------------

    async def _greet(self, room: Room) -> None:
        await room.joined.wait()
        if not room.talked:
            room.say(self._filled(self._talk.texts.greeting))

    async def _tell_fallbacks(self) -> None:
        seen = self._game.replaced
        while True:
            await asyncio.sleep(_WATCH)
            if self._game.replaced > seen:
                seen = self._game.replaced
                self._say(self._filled(self._talk.texts.fallback))
                await asyncio.sleep(self._talk.settings.fallback_every)

    def _say(self, text: str) -> None:
        if self._room is not None:
            self._room.say(text)

    def _why(self) -> str:
        return tell_why(self._game.table, self._game.last_action, self._reception.title_of)

    def _filled(self, template: str, more: Values | None = None) -> str:
        values = {} if self._guest is None else self._values(self._guest)
        return fill(template, {**values, **(more or {})})

    def _values(self, player: PlayerName) -> Values:
        assignment = self._assignment
        return {
            **general_values(self._talk.settings),
            Placeholder.OPPONENT: player,
            Placeholder.DECK: "" if assignment.deck is None else assignment.deck.name,
            Placeholder.STRATEGY: assignment.strategy.name,
            Placeholder.LEVEL: self._reception.settings.levels.get(
                assignment.entry, assignment.strategy.name
            ),
            Placeholder.SCORE: score_with(self._talk.past, player),
        }


def _not_judged(fault: Exception) -> None:
    _log.error("guest_not_judged", exc_info=fault)


def _failed(fault: Exception) -> None:
    _log.error("attendant_failed", exc_info=fault)
