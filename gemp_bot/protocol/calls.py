"""One call of the API: paced, perhaps repeated, its status turned into an error."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from enum import Enum
from math import inf
from typing import TYPE_CHECKING, TypeVar

import msgspec
from tenacity import AsyncRetrying, retry_if_exception, stop_after_attempt, wait_random_exponential

from gemp_bot.protocol.errors import (
    BannedError,
    ChannelExpiredError,
    ChannelTakenOverError,
    ForbiddenError,
    GempError,
    NoSuchGameError,
    NotConnectedError,
    NotFoundError,
    RefusedError,
    ServerFaultError,
    SessionGoneError,
    TooManyCallsError,
    UnreachableError,
)
from gemp_bot.protocol.pace import CallKind, Pace
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.terminal import brief, plain

if TYPE_CHECKING:
    from gemp_bot.protocol.transport import Transport

_OK = 200
_FAULT = 500
_TOO_MANY = 429
_OVERLOADED = 503
_GATEWAY = frozenset({502, 503, 504})
"""A proxy answered in the place of the server; a moment later it may be back."""

Read = TypeVar("Read")

StatusMap = Mapping[int, Callable[[str], GempError]]
"""What a status means for one call: the same code means different things (PROTOCOL 1.2)."""

CHANNEL_STATUS: StatusMap = {409: ChannelTakenOverError, 410: ChannelExpiredError}
GAME_STATUS: StatusMap = {**CHANNEL_STATUS, 404: NoSuchGameError}

_USUAL: StatusMap = {
    401: SessionGoneError,
    403: ForbiddenError,
    404: NotFoundError,
    429: lambda message: TooManyCallsError(message, status=_TOO_MANY),
}

_MEANING = {
    401: "not logged in, or the address is banned",
    403: "not allowed",
    404: "not found",
    409: "opened anew by someone else under our name",
    410: "dropped for inactivity or never opened",
    413: "more than the 32,767 bytes a request may have",
    429: "too many calls",
}


class Repeat(Enum):
    """When a call may be sent again after it failed without an answer."""

    NEVER = "never"
    """A repetition could do something else: an answer, a concession, a new table, a line of chat."""
    UNSENT = "unsent"
    """Only if no connection was made: an answer that was lost took something with it."""
    SAFE = "safe"
    """Always: it reads, or doing it twice does the same."""


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """What to send, and what may come of it.

    Attributes:
        what: the call in words, begins every error message: `game 0acd`.
        segments: the path below the API prefix.
        form: query of a GET, fields of a POST.
        method: `GET` or `POST`.
        kind: whose pace it keeps.
        clock: seconds left on our clock in its game; of two calls of a game the one with less goes first.
        repeat: when it may be sent again.
        attempts: at most this many; None for the number of the settings.
        silence: how long the server may be silent; None for the poll timeout of the settings.
        status: what codes mean here, where they do not mean the usual.
    """

    what: str
    segments: tuple[str, ...]
    form: Mapping[str, str] = msgspec.field(default_factory=dict)
    method: str = "GET"
    kind: CallKind = CallKind.OTHER
    clock: float = inf
    repeat: Repeat = Repeat.SAFE
    attempts: int | None = None
    silence: timedelta | None = None
    status: StatusMap = msgspec.field(default_factory=dict)


class Caller:
    """Sends calls over one transport."""

    def __init__(self, transport: "Transport", pace: Pace, settings: ClientSettings) -> None:
        self.transport = transport
        self.settings = settings
        self._pace = pace

    async def call(self, call: Call) -> bytes:
        """Send a call and give back the body of a 200.

        Raises:
            GempError: the class says what went wrong; see `errors`.
        """
        if call.repeat is Repeat.NEVER:
            return await self._once(call)
        attempts = call.attempts or self.settings.attempts
        retrying = AsyncRetrying(
            stop=stop_after_attempt(max(1, attempts)),
            wait=wait_random_exponential(multiplier=0.5, max=self.settings.max_wait.total_seconds()),
            retry=retry_if_exception(_may_repeat if call.repeat is Repeat.SAFE else _was_not_sent),
            reraise=True,
        )
        return await retrying(self._once, call)

    async def ask(self, call: Call, read: Callable[[bytes], Read]) -> Read:
        """Send a call and read its answer.

        What an error repeats of an answer is masked and cut: a server may say anything, our password too.

        Raises:
            GempError: of the call, or of what could not be read.
        """
        body = await self.call(call)
        try:
            return read(body)
        except GempError as fault:
            fault.args = (self.tidy(str(fault)),)
            raise

    def tidy(self, text: str) -> str:
        """A text of the server as one line that may be shown: without secrets, and not too long."""
        return brief(plain(self.transport.hide(text)))

    async def _once(self, call: Call) -> bytes:
        await self._pace.turn(call.kind, call.clock)
        answer = await self.transport.send(
            call.method,
            call.segments,
            call.form,
            silence=call.silence or self.settings.poll_timeout,
        )
        if answer.status == _OK:
            return answer.body
        asked_to_wait = answer.status == _OVERLOADED and answer.retry_after is not None
        if answer.status == _TOO_MANY or asked_to_wait:
            self._pace.pause(call.kind, answer.retry_after)
        fault = error_of(call, answer.status)
        if isinstance(fault, BannedError) and not fault.for_ever and answer.retry_after is not None:
            fault.until = datetime.now(UTC) + timedelta(seconds=answer.retry_after)
        raise fault


def error_of(call: Call, status: int) -> GempError:
    """The error a status means for a call."""
    message = f"{call.what}: {_meaning(call, status)} ({status})"
    special = call.status.get(status) or _USUAL.get(status)
    if special is not None:
        return special(message)
    if status >= _FAULT:
        return ServerFaultError(message, status=status)
    return RefusedError(message, status=status)


def _meaning(call: Call, status: int) -> str:
    if status >= _FAULT:
        return "the server failed"
    if 300 <= status < 400:  # noqa: PLR2004  the redirects
        return "redirected, which we do not follow: set server.url to the final address"
    if status in (409, 410) and status not in call.status:
        return "refused"
    return _MEANING.get(status, "refused")


def _was_not_sent(fault: BaseException) -> bool:
    return isinstance(fault, NotConnectedError)


def _may_repeat(fault: BaseException) -> bool:
    if isinstance(fault, ServerFaultError):
        return fault.status in _GATEWAY
    return isinstance(fault, UnreachableError | TooManyCallsError)
