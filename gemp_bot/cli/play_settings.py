"""From the configuration to how games are played and recorded: what `play` and `serve` share."""

import secrets
from collections.abc import Callable

from gemp_bot.cli.journals import journal_folder
from gemp_bot.config.model import NO_SEED, Config
from gemp_bot.play import JournalFolder, OnStuck, PlaySettings
from gemp_bot.play.timing import HumanPaceSettings

_MEGABYTE = 1024 * 1024
_SEED_BITS = 32


def recording_folder(
    config: Config, name_of: Callable[[str], str | None] | None = None
) -> JournalFolder | None:
    """Where games are recorded; None for nowhere.

    Args:
        config: tells where.
        name_of: gives the other names of people, see `JournalFolder`.
    """
    directory = config.journal_directory
    if directory is None:
        return None
    most = config.journal.most_megabytes * _MEGABYTE
    pseudonyms = config.journal.pseudonyms
    return journal_folder(directory, pseudonyms=pseudonyms, name_of=name_of, most_bytes=most)


def play_settings(config: Config, pace: HumanPaceSettings | None = None) -> PlaySettings:
    """Manners and limits of each game.

    Args:
        config: what the person set.
        pace: how long answers to people take; None for no time.
    """
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
