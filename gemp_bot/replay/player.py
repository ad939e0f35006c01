"""The strategy that played a journal, as it is today: found by what the journal's head says of it."""

import os
from collections.abc import Iterator
from pathlib import Path

from gemp_bot.journal import Head
from gemp_bot.procedures import strategy_folders
from gemp_bot.procedures.loader import SUFFIX, is_path
from gemp_bot.procedures.plugins import ClassFile, is_code
from gemp_bot.strategy import NamedStrategy, UnknownStrategyError, strategy_named
from gemp_bot.strategy.identity import changed_program, changed_strategy


def strategy_of(head: Head, journal: Path) -> NamedStrategy:
    """Find the strategy that played a game.

    It is looked for as it was asked for then; then as a file beside the journal and in the two folders above
    it, one of which may be where the game was recorded from; then as a file in the current folder. The one
    with the digest that the journal notes is taken, else the first that can be used.

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
    folders = [*_folders(journal), *(() if is_path(given) else strategy_folders())]
    where = ", ".join(dict.fromkeys(str(folder) for folder in folders))
    raise wrong or UnknownStrategyError(f"no strategy {given!r}: looked for {_file(given)} in {where}")


def changes_since(head: Head, strategy: NamedStrategy) -> list[str]:
    """What is not as it was when a game was played, with short digests; empty where that is not known."""
    identity = strategy.identity
    found = []
    if identity.parts and head.strategy_digest not in (None, identity.digest):
        found.append(changed_strategy(identity.name, head.strategy_digest, identity.digest))
    if head.program_digest not in (None, identity.program):
        found.append(changed_program(head.program_digest, identity.program))
    return found


def _names(given: str, journal: Path) -> Iterator[str]:
    """What it may be found by."""
    if not is_path(given) or _is_there(Path(given)):
        yield given
    for folder in _folders(journal):
        for place in dict.fromkeys((given, _file(given)) if is_path(given) else (_file(given),)):
            file = folder.absolute() / place
            if _is_there(file):
                yield str(file)


def _is_there(place: Path) -> bool:
    """Whether there is such a file, also if a class of it is named."""
    return (ClassFile(str(place)).path if is_code(place.name) else place).exists()


def _folders(journal: Path) -> list[Path]:
    """Where the file of a strategy is looked for."""
    beside = journal.parent
    above = [Path(os.path.normpath(beside / up)) for up in ("..", "../..")]
    return list(dict.fromkeys((beside, *above, Path())))


def _file(given: str) -> str:
    return Path(given).name if is_path(given) else given + SUFFIX
