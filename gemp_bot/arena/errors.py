"""The errors of this room; each message is one line."""

from collections.abc import Iterable

from gemp_bot.errors import BotError
from gemp_bot.files.problems import ProblemsError


class ArenaError(BotError):
    """A measurement cannot be made, or cannot go on."""


class TakenError(ArenaError):
    """A file or folder is another run's, which uses it now or left games that ours must not be mixed with.

    Args:
        what: the file or folder, and why it is not ours.
        now: it is in use: to wait helps as well.
        or_else: another way to go on than a folder of its own, for those who write a spec.
    """

    def __init__(self, what: str, *, now: bool = False, or_else: str = "") -> None:
        self._what = f"{what}: wait, or" if now else f"{what}:"
        super().__init__(self.advising(f"name another with --out{or_else}"))

    def advising(self, advice: str) -> str:
        """The same with the advice of a command that has other options."""
        return f"{self._what} {advice}"


class SpecError(ProblemsError, ArenaError):
    """A spec is wrong: where, what, and what would be right."""


def changed_meanwhile(changes: Iterable[str]) -> str:
    """What is said of a game that another player would have played than the run began with."""
    return f"another player than this run began with: {'; '.join(changes)}"
