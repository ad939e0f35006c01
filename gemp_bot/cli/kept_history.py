"""The history that `play` and `serve` write while they play."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from gemp_bot.cli.exits import CONFIG, CommandError
from gemp_bot.cli.session import account_name
from gemp_bot.cli.version import version_line
from gemp_bot.config.model import Config
from gemp_bot.history.database import HistoryError, Keep
from gemp_bot.history.history import History, HistorySettings, Keeper
from gemp_bot.history.records import RecordSource, server_name


@contextmanager
def kept_history(config: Config) -> Iterator[History | None]:
    """The history of the account, open; None where none is kept.

    Raises:
        CommandError: one line: the file is not ours, or of a newer version.
    """
    kept = config.history
    if kept.path is None:
        yield None
        return
    settings = HistorySettings(
        kept.path,
        pseudonyms=config.journal.pseudonyms,
        keep=Keep(games=kept.keep_days, journals=kept.keep_journal_days),
        journals=config.journal_directory,
    )
    try:
        history = History(settings, account_name(config), server_name(config.server.url))
    except HistoryError as fault:
        raise CommandError(str(fault), code=CONFIG) from None
    try:
        yield history
    finally:
        history.close()


def keeper_of(history: History | None, config: Config, formats: Mapping[str, str]) -> Keeper | None:
    """What tells a history of the games that are played; None without one.

    Args:
        history: see `kept_history`.
        config: tells who plays where.
        formats: code of the format of each entry, by its name.
    """
    if history is None:
        return None
    source = RecordSource(
        account_name(config), config.server.url, version_line(), frozenset(config.guests.bots)
    )
    return Keeper(history, source, formats)


def table_formats(config: Config) -> dict[str, str]:
    """Code of the format of each `[[table]]`, by its name."""
    return {table.name: table.format for table in config.table}
