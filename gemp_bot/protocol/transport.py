"""HTTP: one session with a GEMP server, bounded, hardened and observed. Only this file knows aiohttp."""

import asyncio
import ssl
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Self
from urllib.parse import quote, urlencode

import aiohttp
import msgspec
from yarl import URL

from gemp_bot.protocol.errors import (
    GempError,
    NotConnectedError,
    PolicyError,
    TooLargeError,
    UnreachableError,
)
from gemp_bot.protocol.exchange import Exchange, Observer
from gemp_bot.protocol.settings import ClientSettings, ServerAddress

_FORM = "application/x-www-form-urlencoded"
_CHUNK = 64 * 1024
_MASK = "***"
_SECRET_FIELDS = ("password", "token", "cookie", "secret")
_SHORTEST_SECRET = 4
"""Shorter texts are not masked: a password `a` would blacken everything."""
_MOST_COOKIES = 20
"""So many cookies are remembered for masking, the newest; a server of today sets one a login."""
_UNMASKED = frozenset({"game", "replay"})
"""First segments of the calls whose answers are kept as they came, because they are decoded once more.

A password may be a word of the wire, and so may a cookie. Neither has a place in these answers.
"""
_LONGEST_RETRY = 366 * 86_400
_RETRY_DIGITS, _LONGEST_DATE = 9, 40
_PATIENCE = 3
"""A whole call may last this many times the silence it may have; ends an answer that drips."""


class HttpAnswer(msgspec.Struct, frozen=True):
    """What the server answered.

    Attributes:
        retry_after: seconds after which the server wants to be called again, if it says so.
    """

    status: int
    body: bytes
    retry_after: float | None = None


class Transport:
    """One session: its connections and its cookie.

    The number of connections is not limited, so that a call never queues behind a parked poll. Cookies
    are kept in memory only, and for this host only.

    Raises:
        PolicyError: our manners forbid this server, or the CA file cannot be used.
    """

    def __init__(self, settings: ClientSettings, *, observer: Observer | None = None) -> None:
        self.address: ServerAddress = settings.checked_address()
        self._settings = settings
        self._observer = observer
        self._tls = _tls(settings)
        self._session: aiohttp.ClientSession | None = None
        self._began = 0.0
        self._passwords: set[str] = set()
        self._cookies: dict[str, None] = {}

    async def __aenter__(self) -> Self:
        """Open the session. No connection is made yet."""
        self._began = asyncio.get_running_loop().time()
        # The jar drops the cookie of a bare IP address unless told otherwise; then every call is 401.
        # It serves one host only, so there is no other address a cookie could leak to.
        unsafe = self.address.is_ip
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, ssl=self._tls),
            cookie_jar=aiohttp.CookieJar(unsafe=unsafe),
            headers={
                "User-Agent": self._settings.user_agent,
                "Accept-Encoding": "gzip, deflate",
            },
            trust_env=False,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close all connections and forget the cookie."""
        if self._session is not None:
            self._session.cookie_jar.clear()
            await self._session.close()
            self._session = None

    def forget_session(self) -> None:
        """Drop the session cookie; GEMP has no logout (PROTOCOL 3.1)."""
        if self._session is not None:
            self._session.cookie_jar.clear()

    async def send(
        self, method: str, segments: tuple[str, ...], form: Mapping[str, str], *, silence: timedelta
    ) -> HttpAnswer:
        """Send one request, a POST exactly once.

        A GET over a kept-alive connection that turns out dead is sent again by aiohttp itself, unobserved.

        Args:
            method: `GET`, whose form goes into the query, or `POST`.
            segments: the path below the API prefix, not encoded; no segments are `$API/`.
            form: every field is sent, the empty ones too (PROTOCOL 7.1).
            silence: how long the server may be silent before and during its answer.

        Raises:
            NotConnectedError: nothing was sent.
            UnreachableError: sent, perhaps, and not answered in full.
            TooLargeError: the answer passed the cap; the rest was not read.
        """
        loop = asyncio.get_running_loop()
        self._remember(form)
        start = loop.time()
        status, body, fault = 0, b"", "cancelled"
        try:
            answer = await self._send(method, segments, form, silence)
        except GempError as error:
            fault = str(error)
            raise
        else:
            status, body, fault = answer.status, answer.body, ""
            return answer
        finally:
            if self._observer is not None:
                self._observer(
                    Exchange(
                        method=method,
                        path="/" + "/".join(segments),
                        form=_masked(form),
                        status=status,
                        ms=round((loop.time() - start) * 1000, 1),
                        body=self._masked_body(segments, body),
                        t=round(loop.time() - self._began, 3),
                        fault=fault or None,
                    )
                )

    async def _send(
        self, method: str, segments: tuple[str, ...], form: Mapping[str, str], silence: timedelta
    ) -> HttpAnswer:
        if self._session is None:
            raise NotConnectedError(f"{self._name(segments)}: the client is not open")
        fields = urlencode(form, errors="replace")
        query = f"?{fields}" if method == "GET" and fields else ""
        try:
            async with self._session.request(
                method,
                URL(self.address.api + _path(segments) + query, encoded=True),
                data=fields.encode("ascii") if method == "POST" else None,
                headers={"Content-Type": _FORM} if method == "POST" else None,
                allow_redirects=False,
                timeout=self._timeout(silence),
            ) as response:
                after = _retry_after(response.headers.get("Retry-After"))
                return HttpAnswer(response.status, await self._read(response, segments), after)
        except (aiohttp.ClientError, TimeoutError, OSError) as fault:
            # Text and repr of these hold URLs with queries, headers and cookies: none may get out.
            raise self._translated(fault, segments) from None

    def _timeout(self, silence: timedelta) -> aiohttp.ClientTimeout:
        # The default of 300 s in total would cut an answer in whose call a server AI thinks.
        connect = self._settings.connect_timeout.total_seconds()
        read = silence.total_seconds()
        return aiohttp.ClientTimeout(
            total=connect + _PATIENCE * read, connect=connect, sock_connect=connect, sock_read=read
        )

    async def _read(self, response: aiohttp.ClientResponse, segments: tuple[str, ...]) -> bytes:
        cap = self._settings.max_answer_bytes
        body = bytearray()
        async for chunk in response.content.iter_chunked(_CHUNK):
            body += chunk
            if len(body) > cap:
                # Leaving unread bytes behind makes the connection useless; drop it.
                response.close()
                raise TooLargeError(f"{self._name(segments)}: answer passes the cap of {cap} bytes")
        return bytes(body)

    def _translated(self, fault: Exception, segments: tuple[str, ...]) -> UnreachableError:
        name = self._name(segments)
        if isinstance(fault, aiohttp.ClientConnectorCertificateError | aiohttp.ClientSSLError):
            told = "TLS failed; for a server of a private authority set server.ca_file"
            if isinstance(fault, aiohttp.ClientConnectorSSLError) and _is_no_tls(fault.os_error):
                url = msgspec.structs.replace(self.address, scheme="http").api
                told = f"the server speaks no TLS there; if it is one of plain http, set server.url to {url}"
            return NotConnectedError(f"{name}: {told}")
        if isinstance(fault, aiohttp.ClientConnectorDNSError):
            return NotConnectedError(f"{name}: the host has no address")
        if isinstance(fault, aiohttp.ConnectionTimeoutError):
            seconds = self._settings.connect_timeout.total_seconds()
            return NotConnectedError(f"{name}: no connection within {seconds:g} s")
        if isinstance(fault, aiohttp.ClientConnectorError | aiohttp.InvalidURL):
            return NotConnectedError(f"{name}: no connection")
        if isinstance(fault, TimeoutError):
            return UnreachableError(f"{name}: no answer in time")
        return UnreachableError(f"{name}: the connection broke ({type(fault).__name__})")

    def _name(self, segments: tuple[str, ...]) -> str:
        return f"{self.address.origin} /{'/'.join(segments)}"

    def _remember(self, form: Mapping[str, str]) -> None:
        password = form.get("password", "")
        if password:
            self._passwords.add(password)

    def hide(self, text: str) -> str:
        """Mask the passwords and the cookies of this session in a text that people read."""
        if self._session is not None:
            self._cookies |= {cookie.value: None for cookie in self._session.cookie_jar}
            for old in list(self._cookies)[:-_MOST_COOKIES]:
                del self._cookies[old]
        known = {secret for secret in (*self._passwords, *self._cookies) if len(secret) >= _SHORTEST_SECRET}
        for secret in sorted(known, key=len, reverse=True):
            text = text.replace(secret, _MASK)
        return text

    def _masked_body(self, segments: tuple[str, ...], body: bytes) -> str:
        text = body.decode("utf-8", "replace")
        return text if segments and segments[0] in _UNMASKED else self.hide(text)


def _retry_after(text: str | None) -> float | None:
    """Seconds of a `Retry-After`: a number of them, or a date; None for none, and for nonsense."""
    if text is None:
        return None
    if text.isascii() and text.isdecimal():
        return float(min(int(text[:_RETRY_DIGITS]), _LONGEST_RETRY))
    try:
        at = parsedate_to_datetime(text[:_LONGEST_DATE])
    except ValueError:
        return None
    if at.tzinfo is None:
        return None
    return min(max((at - datetime.now(UTC)).total_seconds(), 0.0), float(_LONGEST_RETRY))


def _path(segments: tuple[str, ...]) -> str:
    # `$` must stay: the server does not decode the path of a replay (PROTOCOL 3.6). A dot segment
    # would lead elsewhere, so ids from the wire cannot hold one.
    return "".join("/" + _segment(segment) for segment in segments) or "/"


def _segment(segment: str) -> str:
    encoded = quote(segment, safe="$", errors="replace")
    return encoded.replace(".", "%2E") if encoded.strip(".") == "" else encoded


def _masked(form: Mapping[str, str]) -> dict[str, str]:
    return {
        name: _MASK if any(mark in name.lower() for mark in _SECRET_FIELDS) else value
        for name, value in form.items()
    }


def _is_no_tls(fault: OSError) -> bool:
    """Whether what came back at the handshake was no TLS; what OpenSSL calls it depends on its version."""
    return getattr(fault, "reason", "") in {"WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "HTTP_REQUEST"}


def _tls(settings: ClientSettings) -> ssl.SSLContext | bool:
    if settings.ca_file is None:
        return True
    try:
        return ssl.create_default_context(cafile=settings.ca_file)
    except (OSError, ssl.SSLError) as fault:
        reason = fault.strerror or type(fault).__name__
        raise PolicyError(f"server.ca_file {settings.ca_file} cannot be used: {reason}") from None
