"""`gemp-bot story`: recorded and running games, told. Its options are in `parser`."""

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.exits import FAILURE, OK, USAGE, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.cli.session import read_config, run_command
from gemp_bot.cli.story_page import Put, page_of
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.journal import JournalError
from gemp_bot.journal.folder import chain_of, chains, journal_files, newest_journal
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.protocol.enums import Side
from gemp_bot.report.story import GameTotals, StoryTeller
from gemp_bot.report.story_lines import (
    Line,
    Sentence,
    Words,
    listed,
    of_side,
    plain_page,
    quiet,
    strong,
    words,
)
from gemp_bot.terminal import plain
from gemp_bot.view.model import GameHead
from gemp_bot.view.watcher import GameWatcher, JournalWatcher

_NAMES_A_FILE = (".jsonl", ".jsonl.gz")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    set_up_logs(Secrets(), level="error")
    return run_command(story, args)


async def story(args: argparse.Namespace, out: Output) -> int:
    """Tell each game in turn."""
    damaged = False
    missing: list[str] = []
    files = journal_files(_meant(args), missing.append)
    for line in missing:
        out.note(f"gemp-bot: {line}")
    if args.follow and len(files) != 1:
        raise CommandError(f"--follow goes with one game, and these are {len(files)}", code=USAGE)
    catalogue, effects = Catalogue.load(), CardEffects(CardIndex.load())
    games: list[dict[str, object]] = []
    for path, *continued in [files] if args.follow else chains(files):
        journal = JournalWatcher(path, catalogue, effects, boards=False, continued=continued)
        teller = _Storyteller(journal, page_of(out))
        damage = None
        try:
            await (teller.follow() if args.follow else teller.read())
        except JournalError as fault:
            damage, damaged = str(fault), True
            out.note(f"gemp-bot: {fault}")
        if teller.journal.relive.tally.truncated:
            out.note(f"gemp-bot: {path}: cut at its end, told as far as it goes")
        games.append(teller.as_json(path, damage))
    out.json({"games": games})
    return FAILURE if damaged or missing else OK


class _Storyteller:
    """Tells one game, and keeps what was told."""

    def __init__(self, journal: JournalWatcher, put: Put) -> None:
        self.journal = journal
        self._put = put
        self._telling = StoryTeller()
        self._told: list[str] = []
        self._named = False

    async def read(self) -> None:
        """Tell a file from its beginning to its end, without what was taken back.

        Raises:
            JournalError: it cannot be read, or not to its end. What came before was told.
        """
        fault: JournalError | None = None
        try:
            self.journal.run()
        except JournalError as found:
            fault = found
        frames = self.journal.watcher.frames
        if frames:
            self._tell(self._telling.take(frame for frame in frames if not frame.taken_back))
            self._tell(self._telling.rest())
        if fault is not None:
            raise fault

    async def follow(self) -> None:
        """Tell a file while it is written, to the end of the game or of the file.

        Raises:
            JournalError: it cannot be read.
        """
        async for frames in self.journal.follow():
            self._tell(self._telling.take(frames))
        self._tell(self._telling.rest())

    def _tell(self, lines: Iterable[Line]) -> None:
        for line in lines:
            if not self._named:
                self._named = True
                for named in heading(self.journal.relive.path.name, self.journal.watcher.game_head):
                    self._say(named)
            self._say(line)

    def _say(self, line: Line) -> None:
        self._told += plain_page(line)
        self._put(line)

    def as_json(self, path: Path, damage: str | None) -> dict[str, object]:
        """The game for a program."""
        found = story_json(self.journal.watcher, self._telling.tally, self._told)
        truncated = self.journal.relive.tally.truncated
        return {"file": str(path), "truncated": truncated, "damage": damage} | found


def story_json(watcher: GameWatcher, tally: GameTotals, told: Sequence[str]) -> dict[str, object]:
    """A game that was told, for a program.

    Args:
        watcher: saw it.
        tally: it in numbers.
        told: the lines of the story.
    """
    head, ending = watcher.game_head, watcher.ending
    return {
        "me": head.me,
        "winner": None if ending is None else ending.winner,
        "reason": None if ending is None else ending.reason,
        "turns": tally.turns,
        "battles": tally.battles,
        "sides": [_side(side, head, tally) for side in Side],
        "story": list(told),
    }


def _side(side: Side, head: GameHead, tally: GameTotals) -> dict[str, object]:
    return {
        "side": side,
        "player": head.dark if side is Side.DARK else head.light,
        "life": tally.life[side],
        **tally.sides[side].as_json(),
    }


def heading(name: str, head: GameHead) -> list[Line]:
    """Which game it is, and who plays."""
    return [
        Sentence(words(strong(plain(name))), depth=0, apart=True),
        Sentence(listed([_player(side, head) for side in Side], " against "), depth=0),
        Sentence((), depth=0),
    ]


def _player(side: Side, head: GameHead) -> Words:
    name = plain(head.dark if side is Side.DARK else head.light)
    us = ""
    if side is head.me:
        us = f" (we, by `{plain(head.strategy)}`)" if head.strategy else " (we)"
    return words(of_side(name or side.value.capitalize(), side), quiet(us), f" as {side.value.capitalize()}")


# -- which games ------------------------------------------------------------------------------------


def _meant(args: argparse.Namespace) -> list[Path]:
    """The files and folders that are named; for the id of a game its newest journal, with those it continues.

    Raises:
        CommandError: there is none.
        ConfigError: the configuration says which folder that is, and cannot be read.
    """
    return [file for word in args.games for file in _files_of(word, args)]


def _files_of(word: str, args: argparse.Namespace) -> list[Path]:
    path = Path(word)
    if path.exists() or word.endswith(_NAMES_A_FILE) or path.name != word:
        return [path]
    folder: Path | None = args.journals or read_config(args).journal_directory
    if folder is None:
        raise CommandError(f"{word}: no such file, and no folder of journals to look for a game in")
    found = newest_journal(folder, word)
    if found is None:
        raise CommandError(f"{word}: no such file, and no journal of a game of this id in {folder}")
    return [found] if args.follow else chain_of(found)
