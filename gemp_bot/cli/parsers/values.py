"""What is typed for an option, as a value."""

import argparse
import math
from pathlib import Path

_PORTS = range(65_536)
VERSUS = ("ai:RANDO", "ai:ADVANCED", "ai:BEGINNER", "table", "join:PLAYER")


def path(text: str) -> Path:
    """A path; the empty text would be the current folder, which nobody means by it."""
    if not text:
        raise argparse.ArgumentTypeError("'' is no file and no folder")
    return Path(text)


def path_or_game(text: str) -> str:
    """A path, or the id of a game; never empty."""
    path(text)
    return text


def optional_path(text: str) -> Path | str:
    """A path; the empty text is "none", as in the configuration."""
    return Path(text) if text else ""


def count(text: str) -> int:
    """A number from 1 on."""
    if not (text.isascii() and text.isdigit() and int(text) >= 1):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def count_or_endless(text: str) -> int:
    """A number from 0 on."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 on")
    return int(text)


def seconds(text: str) -> float:
    """Seconds, up to a year."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 31_536_000:  # noqa: PLR2004 - a year
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds from 0 to 31536000")
    return value


def versus(text: str) -> str:
    """An opponent of `play`."""
    if text not in VERSUS[:-1] and not (text.startswith("join:") and text != "join:"):
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(VERSUS)}")
    return text


def seed(text: str) -> int:
    """A seed."""
    if not (text.isascii() and text.isdigit() and int(text) < 2**63):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0 to {2**63 - 1}")
    return int(text)


def port(text: str) -> int:
    """A port.

    Raises:
        argparse.ArgumentTypeError: not a number from 0 to 65535.
    """
    if not text.isdecimal() or int(text) not in _PORTS:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: a number from 0 to 65535")
    return int(text)


def elo(text: str) -> float:
    """A difference in strength."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not -2000 <= value <= 2000:  # noqa: PLR2004 - as in a spec
        raise argparse.ArgumentTypeError(f"{text!r} is no difference in Elo from -2000 to 2000")
    return value
