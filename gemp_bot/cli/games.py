"""Recorded games as commands name them: files, folders, ids of games."""

from dataclasses import dataclass
from pathlib import Path

from gemp_bot.cli.command import Args, arg, game
from gemp_bot.cli.exits import CommandError
from gemp_bot.cli.output import Output
from gemp_bot.config.load import find_config_file, load_config
from gemp_bot.journal.folder import chain_of, journal_files, newest_journal

_NAMES_A_FILE = (".jsonl", ".jsonl.gz")


class GameArgs(Args):
    """Which recorded games."""

    games: list[str] = arg(
        "GAME",
        "a recording (.jsonl or .jsonl.gz), a folder of recordings, or the id of a game of ours: its "
        "newest journal, with those it continues",
        game,
    )
    journals: Path | None = arg(
        "--journals DIR", "where a game is looked for by its id (else the folder of the configuration)"
    )
    config: Path | None = arg("--config FILE", "configuration (else config.toml, if it is there)")


@dataclass(frozen=True, slots=True)
class GameFiles:
    """The recordings that are meant.

    Attributes:
        files: they.
        missing: whether a folder holds none, which is told.
    """

    files: list[Path]
    missing: bool


def game_files(args: GameArgs, out: Output, *, newest: bool = False) -> GameFiles:
    """The recordings that are meant.

    Args:
        args: name them.
        out: is told of folders without any.
        newest: only the newest journal of a game that is named by its id.

    Raises:
        CommandError: there is no such game.
        ConfigError: the configuration says which folder that is, and cannot be read.
    """
    missing: list[str] = []
    named = [file for word in args.games for file in _named(word, args, newest=newest)]
    files = journal_files(named, missing.append)
    for line in missing:
        out.note(f"gemp-bot: {line}")
    return GameFiles(files, bool(missing))


def _named(word: str, args: GameArgs, *, newest: bool) -> list[Path]:
    path = Path(word)
    if path.exists() or word.endswith(_NAMES_A_FILE) or path.name != word:
        return [path]
    folder = args.journals or load_config(find_config_file(args.config), {}).journal_directory
    if folder is None:
        raise CommandError(f"{word}: no such file, and no folder of journals to look for a game in")
    found = newest_journal(folder, word)
    if found is None:
        raise CommandError(f"{word}: no such file, and no journal of a game of this id in {folder}")
    return [found] if newest else chain_of(found)
