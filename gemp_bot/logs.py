"""Logs: structlog on the standard library's root handler, with a redactor as the last step.

One handler writes to stderr, as coloured lines for a person or as JSON lines for a machine. Records
of other libraries pass through the same chain, so what they say is redacted too. Three nets:

* by key: the value of `password`, `cookie`, `token`, `authorization`, `loggedUser` is never shown;
* by value: what was registered with `Secrets.add` (the password, the session) is masked wherever it
  turns up, also quoted for a URL, for JSON or for Python;
* by shape: `password=...`, `Cookie: ...`, `https://user:password@host` inside any text.

Tracebacks are written without local variables.
"""

import contextlib
import json
import logging
import re
import sys
from collections.abc import Mapping, Sized
from itertools import islice
from typing import Any, Literal, TextIO
from urllib.parse import quote, quote_plus

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from gemp_bot.streams import own
from gemp_bot.terminal import brief, plain, plain_lines, wants_colors

MASK = "***"
HANDLER_NAME = "gemp-bot"

Style = Literal["console", "json"]

_SECRET_KEY = re.compile(r"passw(or)?d|cookie|token|authorization|loggeduser|secret", re.IGNORECASE)
_NOT_SECRET_KEY = re.compile(r"_file$", re.IGNORECASE)
# A whole header or query value: `Cookie: a=b; c=d`, `'Authorization': 'Bearer x'`.
_HEADER_IN_TEXT = re.compile(
    r"""(?ix) ((?:set-)?cookie | authorization) (["']?\s*[:=]\s*["']?) [^\r\n"'}]+ """
)
_FIELD_IN_TEXT = re.compile(
    r"""(?ix) (passw(?:or)?d|token|loggeduser|secret) (["']?\s*[:=]\s*["']?) [^\s"'&;,)}\]]+ """
)
_USERINFO_IN_URL = re.compile(r"(?i)(\b[a-z][a-z0-9+.-]{0,20}://[^/\s:@\"']*):[^/\s@\"']+@")
_SHORTEST_KNOWN = 4
_LONGEST_VALUE = 1000
"""Characters shown of one text."""
_LONGEST_INNER = 200
"""Characters shown of one text in a list or a mapping."""
_MOST_ITEMS = (20, 10, 5)
"""Entries shown of a list or a mapping, of one within it, and so on; nothing is shown beyond."""
_LARGEST_NUMBER = 10**18
_LONGEST_TRACEBACK = 20_000


class Secrets:
    """The values that must not be shown: the password and the session, registered at login."""

    __slots__ = ("_forms",)

    def __init__(self) -> None:
        self._forms: tuple[str, ...] = ()

    def add(self, value: str) -> None:
        """Mask a value from now on (values of fewer than four characters only by their key)."""
        if len(value) < _SHORTEST_KNOWN:
            return
        forms = {value, quote(value), quote(value, safe=""), quote_plus(value)}
        forms |= {repr(value)[1:-1], json.dumps(value)[1:-1]}
        self._forms = tuple(sorted(forms.union(self._forms), key=len, reverse=True))

    def hide_known(self, text: str) -> str:
        """Mask the known values only."""
        for form in self._forms:
            text = text.replace(form, MASK)
        return text

    def hide(self, text: str) -> str:
        """Mask the known values and everything in the shape of a secret."""
        text = self.hide_known(text)
        text = _HEADER_IN_TEXT.sub(rf"\1\2{MASK}", text)
        text = _FIELD_IN_TEXT.sub(rf"\1\2{MASK}", text)
        return _USERINFO_IN_URL.sub(rf"\1:{MASK}@", text)


def _is_secret_key(key: object) -> bool:
    return (
        isinstance(key, str) and _SECRET_KEY.search(key) is not None and _NOT_SECRET_KEY.search(key) is None
    )


class _Redactor:
    """Two processors: `event` masks and cleans the values, `line` the rendered text (always last)."""

    def __init__(self, secrets: Secrets) -> None:
        self._secrets = secrets

    def event(self, _logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
        """Mask by key at any depth, and by shape and known value in every text."""
        clean: dict[str, Any] = {}
        for key, value in event.items():
            if key in {"message", "asctime"}:
                continue  # what another handler wrote onto the record: the event once more
            if key == "exc_info":
                clean[key] = value
            elif key in {"exception", "stack"} and isinstance(value, str):
                clean[key] = self._traceback(value)
            else:
                clean[key] = MASK if _is_secret_key(key) else self._value(value)
        return clean

    def _value(self, value: object, depth: int = 0) -> object:
        if isinstance(value, float | None) or (isinstance(value, int) and abs(value) < _LARGEST_NUMBER):
            return value
        if depth < len(_MOST_ITEMS) and isinstance(value, Mapping):
            shown: dict[str, object] = {
                self._text(str(key), depth + 1): (
                    MASK if _is_secret_key(key) else self._value(item, depth + 1)
                )
                for key, item in islice(value.items(), _MOST_ITEMS[depth])
            }
            return shown | dict.fromkeys(_more(value, depth), "")
        if depth < len(_MOST_ITEMS) and isinstance(value, list | tuple | set | frozenset):
            items = [self._value(item, depth + 1) for item in islice(value, _MOST_ITEMS[depth])]
            return [*items, *_more(value, depth)]
        if isinstance(value, int | Mapping | list | tuple | set | frozenset):
            return f"({type(value).__name__})"
        return self._text(str(value), depth)

    def _text(self, text: str, depth: int) -> str:
        # Masked before it is cut, as no known secret must be cut in two.
        known = self._secrets.hide_known(plain(text))
        return self._secrets.hide(brief(known, _LONGEST_INNER if depth else _LONGEST_VALUE))

    def _traceback(self, text: str) -> str:
        # Its last line says what is wrong, its first ones where it began.
        clean = self._secrets.hide_known(plain_lines(text))
        if len(clean) > _LONGEST_TRACEBACK:
            half = _LONGEST_TRACEBACK // 2
            clean = f"{clean[:half]}\n...\n{clean[-half:]}"
        return "\n".join(map(self._secrets.hide, clean.splitlines()))

    def line(self, _logger: WrappedLogger, _name: str, line: Any) -> str:
        """Mask the known values once more: whatever a renderer added passes here."""
        return self._secrets.hide_known(str(line))

    def traceback(self, stream: TextIO, exc_info: Any) -> None:
        """Write a traceback without local variables and without control characters."""
        rendered = structlog.processors.ExceptionRenderer()(None, "", {"exc_info": exc_info})
        stream.write("\n" + self._traceback(rendered["exception"]))


def _more(value: Sized, depth: int) -> list[str]:
    """The last entry of a list or mapping of which not all is shown."""
    left = len(value) - _MOST_ITEMS[depth]
    return [f"... and {left:,} more"] if left > 0 else []


def _formatter(style: Style, secrets: Secrets, *, colors: bool) -> logging.Formatter:
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    redactor = _Redactor(secrets)
    render: list[Processor]
    if style == "json":
        json_line = structlog.processors.JSONRenderer(default=str)
        render = [structlog.processors.format_exc_info, redactor.event, json_line]
    else:
        console = structlog.dev.ConsoleRenderer(
            colors=colors, exception_formatter=redactor.traceback, sort_keys=False
        )
        render = [redactor.event, console]
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *render,
            redactor.line,
        ],
    )


class _Handler(logging.StreamHandler[TextIO]):
    """The handler of this program, which knows how its lines look."""

    def __init__(self, stream: TextIO, style: Style) -> None:
        super().__init__(stream)
        self.name = HANDLER_NAME
        self.style = style
        self._live = ""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line above the live one."""
        self.hide()
        super().emit(record)
        self.show(self._live)

    def show(self, text: str) -> None:
        """Have this text at the bottom; none for no such line."""
        self.hide()
        self._live = text
        if text:
            self._write(text)

    def hide(self) -> None:
        """Clear the live line so that another can be printed; it is shown again later."""
        if self._live:
            self._write("\r\x1b[2K")

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):  # the terminal is gone
            self.stream.write(text)
            self.stream.flush()


def live_line(text: str) -> None:
    """Have a line at the bottom of the terminal, below all others; the empty text for none."""
    for handler in _handlers():
        handler.show(text)


def hide_live_line() -> None:
    """Before a line is written that is none of the log."""
    for handler in _handlers():
        handler.hide()


def _handlers() -> list[_Handler]:
    return [handler for handler in logging.getLogger().handlers if isinstance(handler, _Handler)]


def style_in_use() -> Style | None:
    """How the lines of the log look; None before `set_up_logs`."""
    return next((handler.style for handler in _handlers()), None)


def set_up_logs(
    secrets: Secrets, *, level: str = "info", style: Style = "console", stream: TextIO | None = None
) -> None:
    """Send the logs of this process to stderr, redacted.

    Args:
        secrets: what to mask; add to it at login.
        level: `debug`, `info`, `warning` or `error`.
        style: lines for a person, or one JSON object a line.
        stream: where to write instead of stderr.
    """
    stream = stream or own(sys.stderr)
    handler = _Handler(stream, style)
    handler.setFormatter(_formatter(style, secrets, colors=wants_colors(stream)))
    root = logging.getLogger()
    for old in [found for found in root.handlers if found.name == HANDLER_NAME]:
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)
    root.setLevel(level.upper())
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.StackInfoRenderer(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )


def _one_line(_: object, __: str, event: EventDict) -> str:
    """An event as people read it: its name, then what belongs to it."""
    name, trace = event.pop("event"), event.pop("exception", "")
    told = " ".join([str(name), *(f"{key}={value!r}" for key, value in event.items())])
    return f"{told}\n{trace}" if trace else told


def hand_over_logs() -> None:
    """Give what is logged to `logging`, as a library does; nothing if the logs of this process are set up."""
    if structlog.is_configured():
        return
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.processors.format_exc_info,
            _one_line,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
