"""Faults on demand: what networks, proxies and servers do to a client, one request at a time."""

import zlib
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from gemp_bot.sandbox.server.http import HTML, XML, Received


@dataclass(frozen=True, slots=True)
class DropBefore:
    """Close the connection; the request is never processed."""


@dataclass(frozen=True, slots=True)
class DropAfter:
    """Process the request, then close the connection without an answer."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Process the request, send half of the answer's body, then close the connection."""


@dataclass(frozen=True, slots=True)
class Status:
    """Answer with this status and an empty body; `processed` says whether the request took effect."""

    status: int
    processed: bool = False


@dataclass(frozen=True, slots=True)
class Body:
    """Answer with these bytes and status 200, whatever was asked."""

    body: bytes
    content_type: str = XML
    processed: bool = False


@dataclass(frozen=True, slots=True)
class GzipBomb:
    """Answer with a small compressed body that grows to `size` bytes."""

    size: int = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Slow:
    """Process the request, then wait before the answer is sent."""

    seconds: float


@dataclass(frozen=True, slots=True)
class SameDecisionWithWarning:
    """Take a legal answer for a wrong one: the same question again and a warning."""


@dataclass(frozen=True, slots=True)
class Restart:
    """All sessions, channels, tables and games are lost; then the request is processed."""


@dataclass(frozen=True, slots=True)
class SessionLost:
    """The cookie of this request is forgotten; then the request is processed."""


Fault: TypeAlias = (
    DropBefore
    | DropAfter
    | Cut
    | Status
    | Body
    | GzipBomb
    | Slow
    | SameDecisionWithWarning
    | Restart
    | SessionLost
)


def html_page(text: str = "<html><body>Bad gateway</body></html>") -> Body:
    """Make the page of a proxy, with status 200."""
    return Body(text.encode(), HTML)


_WORDS: Final[Mapping[type, str]] = MappingProxyType(
    {
        DropBefore: "drop",
        DropAfter: "drop, processed",
        Cut: "cut",
        Body: "page",
        GzipBomb: "bomb",
        SameDecisionWithWarning: "refuse",
        Restart: "restart",
        SessionLost: "logout",
    }
)


def in_words(fault: Fault) -> str:
    """A fault as people name it: `status 409, processed`."""
    match fault:
        case Status(status, processed):
            return f"status {status}" + (", processed" if processed else "")
        case Slow(seconds):
            return f"delay {seconds:g} s"
    return _WORDS[type(fault)]


SWITCH = "/admin/faults"
"""Where faults are planned: one that names no path does not hit it, or nobody could switch it off."""
_REMEMBERED = 1_000


@dataclass(slots=True)
class _Planned:
    fault: Fault
    path: str | None
    method: str | None
    answers: bool | None
    skip: int
    times: int

    def matches(self, request: Received) -> bool:
        """Whether a request is one of those it is for."""
        here = (
            not request.path.startswith(SWITCH) if self.path is None else request.path.startswith(self.path)
        )
        return here and self.method in (None, request.method) and self.answers in (None, request.answers)

    @property
    def words(self) -> str:
        """What is still to come, in the keys of a file: `status 409, path /game/, skip 3, times 2`."""
        parts = [in_words(self.fault)]
        parts += [] if self.path is None else [f"path {self.path}"]
        parts += [] if self.method is None else [f"method {self.method}"]
        parts += [] if self.answers is None else [f"answers {str(self.answers).lower()}"]
        parts += [f"skip {self.skip}"] if self.skip else []
        return ", ".join([*parts, f"times {self.times}"])


class FaultPlan:
    """Which requests break, and how. One fault a request: the first planned one that matches."""

    def __init__(self) -> None:
        self._plan: list[_Planned] = []
        self.fired: deque[tuple[Fault, Received]] = deque(maxlen=_REMEMBERED)
        """The last faults that happened, each with its request."""

    @property
    def left(self) -> int:
        """How many planned faults have not happened yet."""
        return sum(planned.times for planned in self._plan)

    @property
    def words(self) -> tuple[str, ...]:
        """What is planned, a line each."""
        return tuple(planned.words for planned in self._plan)

    def on(
        self,
        fault: Fault,
        *,
        path: str | None = None,
        method: str | None = None,
        answers: bool | None = None,
        skip: int = 0,
        times: int = 1,
    ) -> None:
        """Plan a fault for the next request that matches.

        Args:
            fault: what happens.
            path: how the path below the API prefix begins: `/game/`, `/hall/update`; None for any but that
                of the calls that plan faults.
            method: `GET` or `POST`; None for either.
            answers: True only for requests with a `decisionId`, False only for those without.
            skip: how many matching requests are let through first.
            times: how many requests are hit.
        """
        self._plan.append(_Planned(fault, path, method, answers, skip, times))

    def clear(self) -> None:
        """Forget what is planned."""
        self._plan.clear()

    def take(self, request: Received) -> Fault | None:
        """Give the fault of this request, if there is one."""
        for planned in self._plan:
            if not planned.matches(request):
                continue
            if planned.skip:
                planned.skip -= 1
                continue
            planned.times -= 1
            if planned.times == 0:
                self._plan.remove(planned)
            self.fired.append((planned.fault, request))
            return planned.fault
        return None


def bomb(size: int) -> bytes:
    """Make a gzip body of `size` spaces, without ever holding them."""
    packer = zlib.compressobj(level=1, wbits=31)
    chunk = b" " * (1024 * 1024)
    parts = [packer.compress(chunk[: min(len(chunk), size - at)]) for at in range(0, size, len(chunk))]
    return b"".join([*parts, packer.flush()])
