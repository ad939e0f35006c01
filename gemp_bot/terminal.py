"""Text from elsewhere made safe for a terminal: no control characters, no direction tricks."""

import os
import re
from typing import TextIO

# C0 and C1 controls, line and paragraph separators, bidirectional overrides and isolates, BOM.
_UNSAFE = "\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?)|\x9b[0-?]*[ -/]*[@-~]")
_CONTROLS = re.compile(f"[{_UNSAFE}]")
_SURROGATES = re.compile("[\ud800-\udfff]")


def plain_lines(text: str) -> str:
    """Strip terminal escapes and control characters; line breaks and tabs stay."""
    return _SURROGATES.sub("\ufffd", _CONTROLS.sub("", _ESCAPES.sub("", text)))


def plain(text: str) -> str:
    """Strip terminal escapes and control characters, and make it one line."""
    return plain_lines(text.replace("\r", "\n")).replace("\n", " ").replace("\t", " ")


def brief(text: str, most: int = 1000) -> str:
    """Cut a long text, and append its length."""
    return text if len(text) <= most else f"{text[:most]}... ({len(text):,} characters)"


def wants_colors(stream: TextIO) -> bool:
    """Tell whether a stream is a terminal that should get colours (`NO_COLOR` is honoured)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
