"""Accounts and sessions (PROTOCOL 2, 3.1)."""

import string
from dataclasses import dataclass
from enum import Enum
from random import Random

from gemp_bot.protocol.account import LOGIN_NAME, RESERVED
from gemp_bot.sandbox.server.http import HttpRefusal

COOKIE = "loggedUser"
LIBRARIAN = "Librarian"
_ALPHABET = string.ascii_letters + string.digits
_COOKIE_LENGTH = 20
_LONGEST_PASSWORD = 100
MOST_ACCOUNTS = 1_000
MOST_SESSIONS = 64
"""Of one account; the oldest gives way to a new one."""


class AccountState(Enum):
    """What `login` answers for a right password; the value is the status."""

    OK = 200
    RESET_PENDING = 202
    DEACTIVATED = 401
    BANNED_FOR_EVER = 403
    BANNED_FOR_NOW = 409


@dataclass(slots=True)
class ServedAccount:
    """One account.

    Attributes:
        kind: the type letters of PROTOCOL 2.2; `u` ordinary, `a` admin.
    """

    name: str
    password: str = "test"  # noqa: S105 - the sandbox has no secrets
    kind: str = "u"
    state: AccountState = AccountState.OK

    @property
    def admin(self) -> bool:
        """Whether this account acts for whomever it names."""
        return "a" in self.kind


class Accounts:
    """All accounts and sessions of one server.

    Attributes:
        by_name: the accounts; tests may change them at any time.
        registration: whether `register` is switched on.
        sessions: cookie to name; tests may forget some.
    """

    def __init__(self, accounts: tuple[ServedAccount, ...], random: Random) -> None:
        self.by_name = {account.name: account for account in accounts}
        self.by_name.setdefault(LIBRARIAN, ServedAccount(LIBRARIAN))
        self.registration = True
        self.sessions: dict[str, str] = {}
        self._random = random

    def login(self, name: str, password: str) -> str:
        """Log in and give the cookie.

        Raises:
            Refusal: wrong name or password, or an account that is not let in.
        """
        account = self.by_name.get(name)
        if account is None or account.password != password:
            raise HttpRefusal(401, f"wrong name or password of {name!r}")
        if account.state is not AccountState.OK:
            raise HttpRefusal(account.state.value, f"the account is {account.state.name.lower()}")
        return self._new_session(name)

    def register(self, name: str, password: str) -> str:
        """Make an account, or set a new password where a reset is pending, and give the cookie.

        Raises:
            Refusal: 405 switched off or too many accounts, 403 reserved prefix, 400 malformed or taken.
        """
        if not self.registration:
            raise HttpRefusal(405, "nobody may register now")
        if name.lower().startswith(RESERVED):
            raise HttpRefusal(403, f"no name may begin like {name!r}")
        if LOGIN_NAME.fullmatch(name) is None:
            raise HttpRefusal(400, f"{name!r} is no name: 2 to 10 letters, digits, - and _")
        known = self.by_name.get(name)
        if known is not None and known.state is not AccountState.RESET_PENDING:
            raise HttpRefusal(400, f"the name {name!r} is taken")
        if len(password) > _LONGEST_PASSWORD:
            raise HttpRefusal(400, f"a password of more than {_LONGEST_PASSWORD} characters")
        if known is None and len(self.by_name) >= MOST_ACCOUNTS:
            raise HttpRefusal(405, f"there are {MOST_ACCOUNTS} accounts already")
        self.by_name[name] = ServedAccount(name, password, known.kind if known else "u")
        return self._new_session(name)

    def who(self, cookie: str | None) -> ServedAccount:
        """Find the account of a session.

        Raises:
            Refusal: 401 no, unknown or expired session, or an account that was locked meanwhile.
        """
        account = self.by_name.get(self.sessions.get(cookie or "", ""))
        if account is None or account.state is not AccountState.OK:
            raise HttpRefusal(401, "not logged in")
        return account

    def acting(self, account: ServedAccount, named: str) -> ServedAccount:
        """Find whom a request acts for: an admin acts as whomever `participantId` names (PROTOCOL 2.2).

        Raises:
            Refusal: 401 an admin named nobody we know.
        """
        if not account.admin or named in ("", "null"):
            return account
        if named not in self.by_name:
            raise HttpRefusal(401, f"participantId={named}: no such player")
        return self.by_name[named]

    def expire(self, name: str | None = None) -> None:
        """Forget the sessions of one player, or all of them."""
        self.sessions = {
            cookie: owner for cookie, owner in self.sessions.items() if name is not None and owner != name
        }

    def _new_session(self, name: str) -> str:
        own = [cookie for cookie, owner in self.sessions.items() if owner == name]
        for oldest in own[: max(0, len(own) - MOST_SESSIONS + 1)]:
            del self.sessions[oldest]
        cookie = "".join(self._random.choices(_ALPHABET, k=_COOKIE_LENGTH))
        self.sessions[cookie] = name
        return cookie
