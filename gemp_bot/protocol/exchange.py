"""One request and its answer, as the client saw them and as a journal keeps them."""

from collections.abc import Callable
from typing import TypeAlias

import msgspec


class Exchange(msgspec.Struct, frozen=True, omit_defaults=True):
    """One HTTP exchange with secrets already masked (recordings format, docs/journal.md).

    Attributes:
        t: seconds since the recording began, at the end of the exchange.
        method: `GET` or `POST`.
        path: relative to the server's API prefix, percent-decoded: `/game/<id>`.
        form: form fields of a POST, query of a GET; passwords are `***`.
        status: HTTP status; 0 if no answer arrived.
        ms: round trip in milliseconds.
        body: the answer as text.
        fault: what broke when `status` is 0.
    """

    method: str
    path: str
    form: dict[str, str]
    status: int
    ms: float
    body: str
    t: float
    fault: str | None = None


Observer: TypeAlias = Callable[[Exchange], None]
"""Gets every exchange once it is over. It must not raise: an answer may just have been posted."""
