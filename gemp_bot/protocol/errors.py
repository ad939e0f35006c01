"""Everything that can go wrong between us and a GEMP server: one small tree.

Each message is one line that names the thing and what would be right. None carries a password, a
cookie or a URL with a query.
"""

from datetime import datetime

from gemp_bot.errors import BotError
from gemp_bot.protocol.wording import HallRefusal


class GempError(BotError):
    """Base of every error of the wire."""


class WireError(GempError):
    """The bytes of an answer are not what the protocol says."""


class MalformedAnswerError(WireError):
    """The answer is no well-formed XML, holds a DTD, or has another root than expected."""


class TooLargeError(WireError):
    """The answer is larger than we are ready to read (compressed or not)."""


class UnreachableError(GempError):
    """No connection, a broken one, or no answer in time."""


class NotConnectedError(UnreachableError):
    """No connection was made, so nothing was sent: the call may be repeated."""


class LoginError(GempError):
    """The server, or our own policy, does not let this account in."""


class WrongPasswordError(LoginError):
    """Unknown account, wrong password, deactivated account or banned address: the server says 401 to all."""


class BannedError(LoginError):
    """The account is banned, for ever or until a time that GEMP does not give.

    Attributes:
        for_ever: True after 403 (permanent), False after 409 (temporary).
        until: end of a temporary ban, if the server says when to come back (`Retry-After`); GEMP itself does
            not, so a service that waits tries again seldom.
    """

    def __init__(self, message: str, *, for_ever: bool, until: datetime | None = None) -> None:
        super().__init__(message)
        self.for_ever = for_ever
        self.until = until


class PasswordResetPendingError(LoginError):
    """An admin reset the password: a new one must be registered under the same name (202)."""


class RegistrationRefusedError(LoginError):
    """`register` was refused: name malformed, taken or reserved, or registration is switched off."""


class AdminAccountError(LoginError):
    """The account is an admin: it would impersonate players, so we do not play with it (PROTOCOL 2.2)."""


class SessionGoneError(GempError):
    """401 on an authenticated call: the session expired, the server restarted, or the account was locked."""


class ForbiddenError(GempError):
    """403: a private game or room, or one that takes no spectators."""


class NotFoundError(GempError):
    """404: no such thing under this address."""


class NoSuchGameError(NotFoundError):
    """404 on a game call: unknown game, or one that ended more than five minutes ago (PROTOCOL 5.1)."""


class ChannelError(GempError):
    """Our channel is not usable any more; a new GET opens another. An answer sent with it was NOT applied."""


class ChannelTakenOverError(ChannelError):
    """409: someone opened the game or the hall anew under our name."""


class ChannelExpiredError(ChannelError):
    """410: the channel was dropped for inactivity or never opened."""


class HallRefusedError(GempError):
    """The hall refused in its own words (HTTP 200 with `<error>`), HTML removed (PROTOCOL 3.2)."""

    def __init__(self, message: str, *, kind: HallRefusal = HallRefusal.OTHER) -> None:
        super().__init__(message)
        self.kind = kind


class NotOperationalError(HallRefusedError):
    """The server is not operational or shutting down: no table can be opened before an admin enables it."""


class RefusedError(GempError):
    """The server refused a call with a status that has no better name here."""

    def __init__(self, message: str, *, status: int) -> None:
        super().__init__(message)
        self.status = status


class TooManyCallsError(RefusedError):
    """429: the host gets too many calls of us. This one did nothing; the pace of the host waits as asked."""


class ServerFaultError(GempError):
    """5xx: the server failed over this call."""

    def __init__(self, message: str, *, status: int) -> None:
        super().__init__(message)
        self.status = status


class PolicyError(GempError):
    """Our own manners forbid it: a public host not allowed, plain http, or no contact address."""
