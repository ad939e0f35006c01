"""Journals and the history while games are played, and how `play` and `serve` play them."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from gemp_bot.cli.exits import CONFIG, CommandError
from gemp_bot.cli.session import account_name
from gemp_bot.cli.version import version_line
from gemp_bot.config.model import NO_SEED, Config
from gemp_bot.history.database import HistoryError, Keep
from gemp_bot.history.history import History, HistorySettings, Keeper
from gemp_bot.history.records import RecordSource, server_name
from gemp_bot.journal.folder import JournalFolder
from gemp_bot.journal.writer import MOST_BYTES
from gemp_bot.play.timing import HumanPaceSettings, OnStuck, PlaySettings

_MEGABYTE = 1024 * 1024
_SEED_BITS = 32


def journal_folder(
    directory: Path,
    *,
    pseudonyms: bool = False,
    name_of: Callable[[str], str | None] | None = None,
    most_bytes: int = MOST_BYTES,
) -> JournalFolder:
    """The folder, made if it is missing; `name_of` gives other names, see `JournalFolder`.

    Raises:
        CommandError: one line: nothing can be written there.
    """
    try:
        return JournalFolder(directory, pseudonyms=pseudonyms, name_of=name_of, most_bytes=most_bytes)
    except OSError as fault:
        why = fault.strerror or type(fault).__name__
        raise CommandError(f"{directory}: journals cannot be written there: {why}") from None


def recording_folder(
    config: Config, name_of: Callable[[str], str | None] | None = None
) -> JournalFolder | None:
    """Where games are recorded; None for nowhere."""
    directory = config.journal_directory
    if directory is None:
        return None
    most = config.journal.most_megabytes * _MEGABYTE
    pseudonyms = config.journal.pseudonyms
    return journal_folder(directory, pseudonyms=pseudonyms, name_of=name_of, most_bytes=most)


def play_settings(config: Config, pace: HumanPaceSettings | None = None) -> PlaySettings:
    """Manners and limits of each game."""
    plan = config.play
    return PlaySettings(
        deadline=plan.deadline,
        work=plan.work or None,
        allow_reverts=plan.allow_reverts,
        accept_cancel=plan.accept_cancel,
        accept_more_time=plan.accept_more_time,
        accept_no_timer=plan.accept_no_timer,
        on_stuck=OnStuck(plan.on_stuck),
        patience=plan.patience,
        max_minutes=plan.max_minutes,
        pace=pace or HumanPaceSettings(),
    )


def first_seed(config: Config) -> int:
    """The seed of the first game; drawn, if none is set."""
    return secrets.randbits(_SEED_BITS) if config.play.seed == NO_SEED else config.play.seed


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
    """What tells a history of the games that are played; None without one."""
    if history is None:
        return None
    source = RecordSource(
        account_name(config), config.server.url, version_line(), frozenset(config.guests.bots)
    )
    return Keeper(history, source, formats)


def table_formats(config: Config) -> dict[str, str]:
    """Code of the format of each `[[table]]`, by its name."""
    return {table.name: table.format for table in config.table}
