"""Where a GEMP server is, and whether we may talk to it."""

import ipaddress
from urllib.parse import urlsplit

import msgspec

from gemp_bot.protocol.errors import PolicyError

API_PREFIX = "/gemp-swccg-server"
"""Everything we call lies below this path (PROTOCOL 1)."""

_WEB_PREFIX = "/gemp-swccg"
_DEFAULT_PORTS = {"http": 80, "https": 443}
_MAX_PORT = 65_535


class ServerAddress(msgspec.Struct, frozen=True):
    """The API prefix of one server.

    Attributes:
        scheme: `http` or `https`.
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
