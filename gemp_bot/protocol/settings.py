"""How a client is set: the address of the server with what may be called, names, patience and bounds."""

import ipaddress
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from gemp_bot import __version__
from gemp_bot.protocol.errors import PolicyError
from gemp_bot.protocol.xml import MAX_ANSWER_BYTES

API_PREFIX = "/gemp-swccg-server"
"""Everything we call lies below this path (PROTOCOL 1)."""

_WEB_PREFIX = "/gemp-swccg"
_DEFAULT_PORTS = {"http": 80, "https": 443}
_MAX_PORT = 65_535


class ServerAddress(msgspec.Struct, frozen=True):
    """The API prefix of one server.

    Attributes:
        host: name or IP address in lower case, IPv6 without brackets.
        port: 80 and 443 where the URL names none.
        prefix: path of the API without a trailing slash, normally `/gemp-swccg-server`.
    """

    scheme: str
    host: str
    port: int
    prefix: str = API_PREFIX

    @classmethod
    def parse(cls, url: str) -> "ServerAddress":
        """Read a base URL, the URL of the web pages, or that of the API itself.

        Raises:
            PolicyError: no such URL, or one with a user name, a query or a fragment.
        """
        text = url.strip()
        if not text.isprintable() or " " in text or "\\" in text:
            raise PolicyError("server.url holds blanks or control characters")
        try:
            parts = urlsplit(text)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            raise PolicyError(f"server.url is no URL: {_shown(text)!r}") from None
        scheme = parts.scheme.lower()
        if scheme not in _DEFAULT_PORTS:
            raise PolicyError(f"server.url must begin with https:// or http://, not {_shown(text)!r}")
        if parts.username is not None or parts.password is not None:
            raise PolicyError("server.url must hold no user name or password: they belong under account")
        if not host:
            raise PolicyError(f"server.url names no host: {_shown(text)!r}")
        if parts.query or parts.fragment:
            raise PolicyError("server.url must end with the path, without a query or a fragment")
        if port is not None and not 1 <= port <= _MAX_PORT:
            raise PolicyError(f"server.url has no usable port: {port}")
        return cls(scheme, host, port or _DEFAULT_PORTS[scheme], _api_prefix(parts.path))

    @property
    def is_ip(self) -> bool:
        """Whether the host is an IP address, not a name."""
        return _ip(self.host) is not None

    @property
    def is_loopback(self) -> bool:
        """Whether the server runs on this machine."""
        ip = _ip(self.host)
        if ip is not None:
            return ip.is_loopback
        return self.host == "localhost" or self.host.endswith(".localhost")

    @property
    def origin(self) -> str:
        """Scheme, host and port: `http://127.0.0.1:17001`; the default port is left out."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == _DEFAULT_PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}"

    @property
    def api(self) -> str:
        """The API prefix as a URL, without a trailing slash."""
        return self.origin + self.prefix

    def check_policy(self, *, allow_public_host: bool, allow_plain_http: bool, contact: str) -> None:
        """Refuse a public server without permission, TLS and a contact address.

        Raises:
            PolicyError: naming the key of the configuration that would allow it.
        """
        if self.is_loopback:
            return
        if not allow_public_host:
            raise PolicyError(
                f"{self.host} is not this machine: set server.allow_public_host = true "
                "if its owners agree to a bot"
            )
        if self.scheme == "http" and not allow_plain_http:
            raise PolicyError(
                f"http://{self.host} would carry the password in the open: use https, "
                "or set server.allow_plain_http = true"
            )
        if not contact.strip():
            raise PolicyError(
                f"{self.host} should know whom to write to: set server.contact to an e-mail address or a URL"
            )


def _api_prefix(path: str) -> str:
    bare = path.rstrip("/")
    if bare.endswith(API_PREFIX):
        return bare
    if bare.endswith(_WEB_PREFIX):
        bare = bare.removesuffix(_WEB_PREFIX)
    return bare + API_PREFIX


def _ip(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return None
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        return ip.ipv4_mapped
    return ip


def _shown(url: str) -> str:
    """The part of a wrong URL that can be shown: the part before an `@` may be a password."""
    return url.rpartition("@")[2].partition("?")[0][:80]


class ClientSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How to reach one server, and how politely.

    Attributes:
        url: base URL of the server or of its API.
        product, version: what the User-Agent header says.
        contact: e-mail address or URL of the person who runs the bot; needed for a public host.
        allow_public_host: talk to a server that is not on this machine.
        allow_plain_http: talk to such a server without TLS.
        ca_file: certificates of a private authority, PEM; None for those of the system.
        game_poll_interval, hall_poll_interval, chat_poll_interval, other_interval: least time between two
            calls of a kind. An answer is never held back.
        calls_per_minute: cap over all calls but answers; 0 for none.
        pace_loopback: keep the pace with a server on this machine, too.
        connect_timeout: for the connection, name look-up and TLS included.
        poll_timeout: silence after which a call is given up; a parked poll is silent for at most 3.5 s
            (PROTOCOL 9.1).
        answer_timeout: the same for an answer and for a new table, in whose calls the server's own AIs
            think (PROTOCOL 9.2).
        max_answer_bytes: cap of one answer after decompression.
        attempts: how often a call that may be repeated is tried.
        max_wait: longest pause between two attempts.
    """

    url: str
    product: str = "gemp-bot"
    version: str = __version__
    contact: str = ""
    allow_public_host: bool = False
    allow_plain_http: bool = False
    ca_file: Path | None = None

    game_poll_interval: timedelta = timedelta(milliseconds=100)
    hall_poll_interval: timedelta = timedelta(seconds=1)
    chat_poll_interval: timedelta = timedelta(seconds=1)
    other_interval: timedelta = timedelta(milliseconds=250)
    calls_per_minute: int = 120
    pace_loopback: bool = False

    connect_timeout: timedelta = timedelta(seconds=10)
    poll_timeout: timedelta = timedelta(seconds=20)
    answer_timeout: timedelta = timedelta(seconds=240)
    max_answer_bytes: int = MAX_ANSWER_BYTES

    attempts: int = 4
    max_wait: timedelta = timedelta(seconds=10)

    @property
    def user_agent(self) -> str:
        """The User-Agent header: name, version and contact address."""
        return f"{self.product}/{self.version} (+{self.contact.strip() or 'loopback'})"

    def checked_address(self) -> ServerAddress:
        """The address of the server, if our manners allow us to talk to it.

        Raises:
            PolicyError: one line that names the key to set.
        """
        address = ServerAddress.parse(self.url)
        address.check_policy(
            allow_public_host=self.allow_public_host,
            allow_plain_http=self.allow_plain_http,
            contact=self.contact,
        )
        if not (self.user_agent.isascii() and self.user_agent.isprintable()):
            raise PolicyError("server.contact must be one line of plain ASCII: it goes into a header")
        return address
