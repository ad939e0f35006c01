"""Folders in which commands record games."""

from collections.abc import Callable
from pathlib import Path

from gemp_bot.cli.exits import CommandError
from gemp_bot.journal.writer import MOST_BYTES
from gemp_bot.play import JournalFolder


def journal_folder(
    directory: Path,
    *,
    pseudonyms: bool = False,
    name_of: Callable[[str], str | None] | None = None,
    most_bytes: int = MOST_BYTES,
) -> JournalFolder:
    """The folder, made if it is missing.

    Args:
        directory: where it is.
        pseudonyms: write other names for people.
        name_of: gives these names, see `JournalFolder`.
        most_bytes: of one journal, before compression.

    Raises:
        CommandError: one line: nothing can be written there.
    """
    try:
        return JournalFolder(directory, pseudonyms=pseudonyms, name_of=name_of, most_bytes=most_bytes)
    except OSError as fault:
        why = fault.strerror or type(fault).__name__
        raise CommandError(f"{directory}: journals cannot be written there: {why}") from None
