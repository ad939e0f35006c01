"""Everything about a client that a person may want to set."""

from datetime import timedelta
from pathlib import Path

import msgspec

from gemp_bot import __version__
from gemp_bot.protocol.address import ServerAddress
from gemp_bot.protocol.errors import PolicyError
from gemp_bot.protocol.xml import MAX_ANSWER_BYTES


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
