"""From the configuration to how games are played and recorded: what `play` and `serve` share."""

from gemp_bot.cli.journals import journal_folder
from gemp_bot.config.model import Config
from gemp_bot.play import JournalFolder, OnStuck, PlaySettings


def recording_folder(config: Config) -> JournalFolder | None:
    """Where games are recorded; None for nowhere."""
    directory = config.journal_directory
    return None if directory is None else journal_folder(directory, pseudonyms=config.journal.pseudonyms)


def play_settings(config: Config) -> PlaySettings:
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
    )
