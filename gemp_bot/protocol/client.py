"""The client of a GEMP server: all network access of this program to it."""

from collections.abc import Callable
from functools import partial
from typing import Self

import structlog

from gemp_bot.protocol.account import (
    Account,
    GameHistory,
    ServerStatus,
    check_name,
    read_account,
    read_history,
    read_status,
)
from gemp_bot.protocol.calls import Call, Caller, Repeat, StatusMap
from gemp_bot.protocol.chat import ChatRoom
from gemp_bot.protocol.decks import DeckCalls
from gemp_bot.protocol.decode import MOST_KINDS, OTHER_KINDS, GameDecoder
from gemp_bot.protocol.errors import (
    AdminAccountError,
    BannedError,
    GempError,
    MalformedAnswerError,
    NotFoundError,
    PasswordResetPendingError,
    RegistrationRefusedError,
    WireError,
    WrongPasswordError,
)
from gemp_bot.protocol.events import AnyEvent, UnknownEvent
from gemp_bot.protocol.exchange import Observer
from gemp_bot.protocol.game_channel import GameChannel
from gemp_bot.protocol.hall import HallCalls
from gemp_bot.protocol.ids import GameId, PlayerName
from gemp_bot.protocol.leagues import League, read_leagues
from gemp_bot.protocol.pace import OnWait, Pace
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.protocol.xml import XmlReader

_log = structlog.stdlib.get_logger(__name__)

OnUnknown = Callable[[str, AnyEvent], None]
"""Told of the kind of an event or a decision that is not known, and of the first one of it in a game."""
_DONE = frozenset({"result"})
"""The root of an answer that says no more than that it was done (PROTOCOL 1.1)."""


class GempClient:
    """A session with one server, for one account. Use it as an async context manager.

    Many games and rooms may be followed at the same time; no call waits for another one.

    Args:
        settings: where the server is, and how politely to call.
        observer: called with every exchange, the failed ones too, secrets masked; must not raise.
        pace: share one among the clients of one host in a process; None for one of its own. Either way the
            cap of a minute is shared by all our processes on this machine.
        on_wait: told of each call that had to wait for its turn, see `Pace`; a `pace` that is shared has
            a listener of its own instead.
        on_unknown: called once a game for each unknown event or decision, see `GameDecoder`; it is logged
            either way.

    Attributes:
        hall: tables, queues and the way to find a game.
        decks: decks of the account and of the library.

    Raises:
        PolicyError: our manners forbid this server.
    """

    def __init__(
        self,
        settings: ClientSettings,
        *,
        observer: Observer | None = None,
        pace: Pace | None = None,
        on_wait: OnWait | None = None,
        on_unknown: OnUnknown | None = None,
    ) -> None:
        # Here, since most commands that know a client never make one, and aiohttp takes long to load.
        from gemp_bot.protocol.transport import Transport  # noqa: PLC0415

        self.settings = settings
        self._transport = Transport(settings, observer=observer)
        self._pace = pace or Pace.of(settings, self._transport.address, on_wait=on_wait)
        self._owns_pace = pace is None
        self._caller = Caller(self._transport, self._pace, settings)
        self._reader = XmlReader(max_bytes=settings.max_answer_bytes)
        self._told_of_unknown = on_unknown
        self.hall = HallCalls(self._caller, self._reader)
        self.decks = DeckCalls(self._caller, self._reader)

    @property
    def api(self) -> str:
        """Address of the server's API."""
        return self._transport.address.api

    async def __aenter__(self) -> Self:
        """Open the session; nothing is sent yet."""
        await self._transport.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close all connections and forget the session."""
        await self._transport.__aexit__(*_)
        if self._owns_pace:
            self._pace.close()

    # -- the account ----------------------------------------------------------------------------

    async def login(self, name: str, password: str) -> Account:
        """Log in, and check which account the server sees.

        Raises:
            WrongPasswordError: 401.
            PasswordResetPendingError: 202.
            BannedError: 403 for ever, 409 for a time.
            AdminAccountError: the account could act as others; its session is forgotten again.
            MalformedAnswerError, NotFoundError: this is no GEMP server.
        """
        await self._enter(("login",), name, password, _login_status(name, self._not_gemp(name)))
        return await self._player_account(name)

    async def register(self, name: str, password: str) -> Account:
        """Make an account, or set a new password after a reset; either way we are logged in then.

        Raises:
            RegistrationRefusedError: the name cannot be, is taken (400) or reserved (403), or the server
                takes no new accounts (405). A bad name is refused here, without asking.
            AdminAccountError: as in `login`.
        """
        check_name(name)
        await self._enter(("register",), name, password, _register_status(name))
        return await self._player_account(name)

    async def account(self) -> Account:
        """The account the server sees; tests whether the session holds.

        Raises:
            SessionGoneError: none: log in again.
        """
        call = Call(what="session", segments=("playerStats", "playerInfo"))
        return await self._caller.ask(call, read_account)

    async def status(self) -> ServerStatus:
        """Ask whether the server answers, and how many users are there; needs no login."""
        return await self._caller.ask(Call(what="server", segments=("",)), read_status)

    def forget(self) -> None:
        """Drop the session on our side. GEMP knows no logout."""
        self._transport.forget_session()

    # -- games, rooms, the past -----------------------------------------------------------------

    def game(self, game_id: GameId) -> GameChannel:
        """A channel of a game, to be opened. One at a time: a second one would take the first one over."""
        return GameChannel(game_id, self._caller, on_unknown=self._on_unknown)

    def chat(self, room: str) -> ChatRoom:
        """A chat room, to be joined: `HALL_ROOM` or `game_room(id)`."""
        return ChatRoom(room, self._caller, self._reader)

    async def leagues(self) -> tuple[League, ...]:
        """The leagues that have not expired."""
        call = Call(what="leagues", segments=("league",))
        return await self._caller.ask(call, lambda body: read_leagues(body, self._reader))

    async def history(self, start: int = 0, count: int = 20) -> GameHistory:
        """Our games that are over, the newest first; `count` from 1 to 100.

        Raises:
            RefusedError: 400: a number out of range.
        """
        form = {"start": str(start), "count": str(count)}
        call = Call(what="history", segments=("gameHistory",), form=form)
        return await self._caller.ask(call, lambda body: read_history(body, self._reader))

    async def server_replay(self, player: PlayerName, recording_id: str) -> tuple[AnyEvent, ...]:
        """All events one player's channel saw in a game that is over; needs no login.

        Raises:
            NotFoundError: no such recording.
            WireError: the recording is none.
        """
        if "." in player + recording_id or "$" in player + recording_id:
            raise NotFoundError(f"replay {recording_id!r} of {player!r}: no such name can exist")
        call = Call(what=f"replay {recording_id}", segments=("replay", f"{player}${recording_id}"))
        decoder = GameDecoder(max_bytes=self.settings.max_answer_bytes, on_unknown=self._on_unknown)
        return await self._caller.ask(call, decoder.decode_replay)

    def _on_unknown(self, key: str, event: AnyEvent) -> None:
        _log_unknown(key, event)
        if self._told_of_unknown is not None:
            self._told_of_unknown(key, event)

    async def _enter(self, segments: tuple[str, ...], name: str, password: str, status: StatusMap) -> None:
        self.forget()
        body = await self._caller.call(
            Call(
                what=f"account {name}",
                segments=segments,
                method="POST",
                form={"login": name, "password": password},
                # Never hammer: 401 is also what a banned address gets.
                repeat=Repeat.UNSENT,
                status=status,
            )
        )
        try:
            self._reader.read(body, roots=_DONE)
        except WireError:
            self.forget()
            raise MalformedAnswerError(self._not_gemp(name)) from None

    def _not_gemp(self, name: str) -> str:
        return f"account {name}: {self.api} does not answer like a GEMP server: check server.url"

    async def _player_account(self, name: str) -> Account:
        """The account of the new session, refused if it is one we must not use."""
        usable = False
        try:
            account = await self.account()
            if account.is_admin:
                raise AdminAccountError(
                    f"account {name}: an admin account acts as other players by mistake; "
                    "use an ordinary one (type without 'a')"
                )
            usable = True
        finally:
            if not usable:
                self.forget()
        return account


def _log_unknown(key: str, event: AnyEvent) -> None:
    """Log something of the server that is not known; it is kept and counted as well."""
    if key == OTHER_KINDS:
        _log.warning("unknown_kinds", kinds=MOST_KINDS, note="what else is unknown is only counted")
    elif isinstance(event, UnknownEvent):
        _log.warning("unknown_event", what=key, why=event.why, attributes=event.attributes)
    else:
        _log.warning("unknown_decision", what=key, question=str(event))


def _login_status(name: str, not_gemp: str) -> StatusMap:
    return {
        401: lambda _: WrongPasswordError(
            f"account {name}: unknown, wrong password, deactivated, or this address is banned (401); "
            "check account.user and the password before trying again"
        ),
        202: lambda _: PasswordResetPendingError(
            f"account {name}: an admin reset the password (202); register a new one under the same name"
        ),
        403: lambda _: BannedError(
            f"account {name}: banned for good (403); only the server's admins can help", for_ever=True
        ),
        404: lambda _: NotFoundError(f"{not_gemp} (404)"),
        409: lambda _: BannedError(
            f"account {name}: banned for a time (409); GEMP does not tell until when", for_ever=False
        ),
    }


def _register_status(name: str) -> StatusMap:
    refused = {
        400: "the name is taken (400); log in, or take another",
        403: "the server reserves this name (403); take another",
        405: "the server takes no new accounts (405); ask its admins",
    }
    return {status: partial(_not_registered, f"account {name}: {why}") for status, why in refused.items()}


def _not_registered(why: str, _: str) -> GempError:
    return RegistrationRefusedError(why)
