"""Commands that learn numbers from recorded games: `tune`, with its words."""

import argparse
import math
from pathlib import Path

from gemp_bot.cli import manual
from gemp_bot.cli.parsers.base import Commands, command, verbs_of
from gemp_bot.cli.parsers.values import path

_TUNE = """\
Learn numbers of the play from recorded games. Needs the extra `tune`
(pip install '.[tune]' in its tree); playing needs nothing of it."""
_VALUE = """\
Fit the chance to win at the start of a turn to recorded games: a logistic in
the features of the position (docs/learned-value.md). Each game of FOLDER counts
alike, however long it is; both seats of a game are never cut apart, and the two
games of a pair count as one.

The games are cut into ten parts. Each part is told by a value fitted without
it: log loss, Brier score and calibration are of that, beside what life force
alone tells. The file holds the coefficients of all games and where they come
from. Games that did not end, were cancelled, or are damaged are left out and
counted."""
_VALUE_END = """\
examples:
  gemp-bot tune value journals/ -o value.toml
  gemp-bot tune value real/ box/ --weight real/=4 -o value.toml"""


def add_tune(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`tune ...`: its options. Nothing is loaded for it.

    Args:
        commands: where it is added.
        parents: options every verb has: `--json`.
    """
    codes = manual.LOCAL_EXIT_CODES
    verbs = verbs_of(
        command(commands, "tune", "learn numbers from games", _TUNE, end=_VALUE_END, codes=codes)
    )
    value = command(
        verbs,
        "value",
        "fit the chance to win",
        _VALUE,
        end=_VALUE_END,
        parents=parents,
        codes=codes,
    )
    value.add_argument("folders", metavar="FOLDER", nargs="+", type=path, help="a folder of journals")
    value.add_argument(
        "--weight",
        metavar="FOLDER=W",
        dest="weights",
        action="append",
        default=[],
        type=_weight,
        help="how much a game of FOLDER counts (else 1)",
    )
    value.add_argument("-o", "--out", metavar="FILE", type=path, required=True, help="where to write it")
    value.set_defaults(module="gemp_bot.cli.tune")


def _weight(text: str) -> tuple[Path, float]:
    """A folder and what its games count."""
    folder, found, number = text.rpartition("=")
    try:
        weight = float(number)
    except ValueError:
        weight = math.nan
    if not (found and folder and 0 < weight <= 1000):  # noqa: PLR2004 - more would be a slip
        raise argparse.ArgumentTypeError(f"{text!r} is no FOLDER=W with W above 0, at most 1000")
    return Path(folder), weight
