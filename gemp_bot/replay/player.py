"""The strategy that played a journal, as it is today: found by what the journal's head says of it."""

from collections.abc import Iterator
from pathlib import Path

from gemp_bot.journal import Head
from gemp_bot.procedures import strategy_folders
from gemp_bot.procedures.loader import SUFFIX, is_path
from gemp_bot.strategy import NamedStrategy, UnknownStrategyError, strategy_named
from gemp_bot.strategy.identity import short


def strategy_of(head: Head, journal: Path) -> NamedStrategy:
    """Find the strategy that played a game.

    It is looked for as it was asked for then, then as a file beside the journal, then as one in the current
    folder. The one with the digest that the journal notes is taken, else the first that can be used.

    Args:
        head: of the journal.
        journal: the file.

    Raises:
        UnknownStrategyError: there is none; one line that says where it was looked for.
    """
    given = head.given or head.strategy
    found: list[NamedStrategy] = []
    wrong: UnknownStrategyError | None = None
    for name in _names(given, journal):
        try:
            found.append(strategy_named(name))
        except UnknownStrategyError as fault:
            wrong = fault if is_path(name) else wrong  # a file that is there, and cannot be used
            continue
        if head.strategy_digest in (None, found[-1].identity.digest):
            return found[-1]
    if found:
        return found[0]
    folders = [journal.parent, Path(), *(() if is_path(given) else strategy_folders())]
    where = ", ".join(dict.fromkeys(str(folder) for folder in folders))
    raise wrong or UnknownStrategyError(f"no strategy {given!r}: looked for {_file(given)} in {where}")


def changes_since(head: Head, strategy: NamedStrategy) -> list[str]:
    """What is not as it was when a game was played, with short digests; empty where that is not known."""
    identity = strategy.identity
    found = []
    if identity.parts and head.strategy_digest not in (None, identity.digest):
        found.append(
            f"strategy {identity.name} was {short(head.strategy_digest)}, is {short(identity.digest)}"
        )
    if head.program_digest not in (None, identity.program):
        found.append(f"the program was {short(head.program_digest)}, is {short(identity.program)}")
    return found


def _names(given: str, journal: Path) -> Iterator[str]:
    """What it may be found by."""
    if not is_path(given) or Path(given).exists():
        yield given
    for folder in (journal.parent, Path()):
        file = folder.absolute() / _file(given)
        if file.exists():
            yield str(file)


def _file(given: str) -> str:
    return Path(given).name if is_path(given) else given + SUFFIX
