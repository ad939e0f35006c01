"""What can come over a line instead of an answer of the hall."""

import zlib

from hostile_run import Scenario
from hostile_settings import Setting, answering, as_it_should, raw
from wicked import hall, reply

TABLES = ("watch",)
HALL = "GET /hall"
_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\n"
_CHUNKED = _HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
_MB = 1024 * 1024
_BROKE = "the connection broke"
_CAPPED = "passes the cap"


def _bomb(encoding: str) -> bytes:
    """A gigabyte of zeros in a megabyte."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31 if encoding == "gzip" else 15)
    packed = b"".join(packer.compress(bytes(_MB)) for _ in range(1024)) + packer.flush()
    return reply(packed, "200 OK", f"Content-Encoding: {encoding}")


def _broken(name: str, setting: Setting, says: str = "hall", seconds: float = 40) -> Scenario:
    return Scenario(name, TABLES, setting, says=says, seconds=seconds)


SCENARIOS = (
    Scenario("nothing is wrong", TABLES, as_it_should, frozenset({0})),
    _broken("line: dropped after the request", raw(HALL, b""), _BROKE),
    _broken("line: no answer at all", raw(HALL, b"", hold=60), "no answer in time"),
    _broken("line: no HTTP", raw(HALL, b"SSH-2.0-OpenSSH_9\r\n"), _BROKE),
    _broken("line: endless headers", raw(HALL, _HEAD, b"X-A: b\r\n" * 1000, times=10_000)),
    _broken("line: a header of megabytes", raw(HALL, _HEAD, b"X-A: " + b"b" * 5 * _MB)),
    _broken("line: endless 1xx", raw(HALL, b"", b"HTTP/1.1 102 Wait\r\n\r\n" * 100, times=10_000)),
    _broken("line: endless body", raw(HALL, _HEAD + b"\r\n", b"<a/>" * 16384, times=100_000), _CAPPED),
    _broken(
        "line: endless body at login",
        raw("POST /login", _HEAD + b"\r\n", b"x" * 65536, times=100_000),
        _CAPPED,
    ),
    _broken(
        "line: a body that drips",
        raw(HALL, _HEAD + b"\r\n", b"<", pause=0.5, times=200),
        "no answer in time",
        seconds=60,
    ),
    _broken("line: gzip bomb", raw(HALL, b"", lambda: _bomb("gzip")), _CAPPED),
    _broken("line: deflate bomb", raw(HALL, b"", lambda: _bomb("deflate")), _CAPPED),
    _broken("line: no gzip", answering(HALL, "not gzip!", "200 OK", "Content-Encoding: gzip")),
    _broken("line: chunk of no size", raw(HALL, _CHUNKED + b"zz\r\nabc\r\n"), _BROKE),
    _broken("line: chunk below zero", raw(HALL, _CHUNKED + b"-5\r\nabc\r\n"), _BROKE),
    _broken("line: chunk without an end", raw(HALL, _CHUNKED + b"ffffffff\r\n<hall"), _BROKE),
    _broken("line: size of a chunk of megabytes", raw(HALL, _CHUNKED, b"0" * _MB, times=50)),
    _broken("line: body shorter than said", raw(HALL, _HEAD + b"Content-Length: 9999\r\n\r\n<hall"), _BROKE),
    _broken("line: length below zero", raw(HALL, _HEAD + b"Content-Length: -1\r\n\r\n<hall/>"), _BROKE),
    _broken("line: length of 5,000 digits", raw(HALL, _HEAD + b"Content-Length: %b\r\n\r\n" % (b"9" * 5000))),
    *(
        _broken(
            f"line: redirect {status[:3]}",
            answering(HALL, "", status, "Location: http://127.0.0.1:9/elsewhere"),
            "redirected, which we do not follow",
        )
        for status in ("301 Moved", "302 Found", "307 Temporary", "308 Permanent")
    ),
    Scenario(
        "line: hundreds of cookies",
        TABLES,
        answering(HALL, hall(), "200 OK", *(f"Set-Cookie: c{number}={number}" for number in range(300))),
        frozenset({0, 1}),
        says="hall",
    ),
)
