"""The errors of this room; each message is one line."""

from collections.abc import Iterable

from gemp_bot.errors import BotError
from gemp_bot.files.problems import ProblemsError


class ArenaError(BotError):
    """A measurement cannot be made, or cannot go on."""


class OtherGamesError(ArenaError):
    """A folder holds games that ours must not be mixed with.

    Args:
        what: the file or folder, and how its games differ.
        or_else: another way to go on than a folder of its own, for those who write a spec.

    Attributes:
        what: as it was passed.
    """

    def __init__(self, what: str, or_else: str = "") -> None:
        super().__init__(f"{what}: use another --out{or_else}")
        self.what = what


class SpecError(ProblemsError, ArenaError):
    """A spec is wrong: where, what, and what would be right."""


def changed_meanwhile(changes: Iterable[str]) -> str:
    """What is said of a game that another player would have played than the run began with."""
    return f"another player than this run began with: {'; '.join(changes)}"
