"""Recorded games: how commands name them, and how a person reads them: through a pager, with colours."""

import contextlib
import io
import os
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from gemp_bot.cli.command import Args, arg, game
from gemp_bot.cli.exits import FAILURE, OK, CommandError
from gemp_bot.cli.output import Output, writing_stdout
from gemp_bot.config.load import find_config_file, load_config
from gemp_bot.journal import JournalError
from gemp_bot.journal.folder import RECORDINGS, chain_of, find_game, journal_files
from gemp_bot.report.story_lines import Line, plain_page, rich_page


class GameArgs(Args):
    """Which recorded games."""

    games: list[str] = arg(
        "GAME",
        "a recording (.jsonl or .jsonl.gz), a folder of recordings, or a game of ours by its id, by the "
        "first 6 letters or more of it where they fit no other, or by the name of a journal without its "
        "ending: the newest journal, with those it continues",
        game,
    )
    journals: Path | None = arg(
        "--journals DIR",
        "where a game is looked for by its id, also in folders in it (else the folder of the configuration)",
    )
    config: Path | None = arg("--config FILE", "configuration (else config.toml, if it is there)")


@dataclass(frozen=True, slots=True)
class GameFiles:
    """The recordings that are meant, and what is wrong with them, each fault of which is told.

    Attributes:
        missing: whether a folder holds none.
        damaged: why a recording cannot be read, or not to its end.
    """

    files: list[Path]
    missing: bool
    out: Output
    damaged: dict[Path, str] = field(default_factory=dict)

    @contextlib.contextmanager
    def reading(self, path: Path, then: str = "") -> Iterator[None]:
        """Note the damage of a recording, and go on; `then` says what becomes of it."""
        try:
            yield
        except JournalError as fault:
            self.damaged[path] = str(fault)
            self.out.note(f"gemp-bot: {fault}{then}")

    def tell_cut(self, path: Path | str, done: str) -> None:
        """Tell that a recording is cut at its end, and what is done with it as far as it goes."""
        self.out.note(f"gemp-bot: {path}: cut at its end, {done} as far as it goes")

    @property
    def code(self) -> int:
        """The exit code: a failure where a recording is damaged, or a folder holds none."""
        return FAILURE if self.missing or self.damaged else OK


def game_files(args: GameArgs, out: Output, *, newest: bool = False) -> GameFiles:
    """The recordings that are meant; with `newest` only the newest journal of a game named by its id.

    Raises:
        CommandError, JournalError: there is no such game.
        ConfigError: the configuration says which folder that is, and cannot be read.
    """
    missing: list[str] = []
    named = [file for word in args.games for file in _named(word, args, newest=newest)]
    files = journal_files(named, missing.append)
    for line in missing:
        out.note(f"gemp-bot: {line}")
    return GameFiles(files, bool(missing), out)


def _named(word: str, args: GameArgs, *, newest: bool) -> list[Path]:
    path = Path(word)
    if path.exists() or word.endswith(RECORDINGS) or path.name != word:
        return [path]
    folder = args.journals or load_config(find_config_file(args.config), {}).journal_directory
    if folder is None:
        raise CommandError(f"{word}: no such file, and no folder of journals to look for a game in")
    found = find_game(folder, word)
    return [found] if newest else chain_of(found)


# -- read ---------------------------------------------------------------------------------------------

Put = Callable[[Line], None]

_LESS = "FRX"
"""What less is asked for, unless LESS says so: leave what fits on a screen, take colours as they are."""


@contextlib.contextmanager
def paged(out: Output) -> Iterator[None]:
    """Send what is printed through the pager: that of PAGER, else less, where stdout is a terminal.

    Nothing is paged where PAGER is empty or `cat`, or where there is no such program. When the reader leaves
    the pager, the rest of the block is left out.
    """
    command = shlex.split(os.environ.get("PAGER", "less"))
    if out.as_json or not out.stdout.isatty() or not command or command == ["cat"]:
        yield
        return
    program = shutil.which(command[0])
    if program is None:
        yield
        return
    stdout = out.stdout
    stdout.flush()
    pager = subprocess.Popen(  # noqa: S603 - the program that the user has chosen for it
        [program, *command[1:]],
        stdin=subprocess.PIPE,
        stdout=stdout.fileno(),
        env={"LESS": _LESS, **os.environ},
    )
    if pager.stdin is None:  # never: a pipe was asked for
        raise OSError("the pager takes no input")
    page = io.TextIOWrapper(pager.stdin, encoding="utf-8", errors="replace", line_buffering=True)
    out.stdout = page
    try:
        yield
    except BrokenPipeError:
        if pager.poll() is None and not _left(pager):
            raise
    finally:
        out.stdout = stdout
        with contextlib.suppress(OSError):  # the reader has left
            page.close()
        while True:
            try:
                pager.wait()
                break
            except KeyboardInterrupt:  # it is for the pager
                continue


def run_paged(out: Output, work: Callable[[], int]) -> int:
    """Do what prints pages, through the pager; its exit code, OK if the reader leaves before the end."""
    codes = [OK]
    with paged(out):
        codes.append(work())
    return codes[-1]


def _left(pager: "subprocess.Popen[bytes]") -> bool:
    """Whether the pager ends: its pipe is closed a moment before."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        pager.wait(1.0)
        return True
    return False


def page_of(out: Output) -> Put:
    """Where lines go: a terminal with colours, plain text, or stderr where stdout is for JSON."""
    if out.as_json:
        return partial(_put_plain, out, out.note)
    if not out.colors:
        return partial(_put_plain, out, out.line)
    from rich.console import Console

    console = Console(file=out.stdout, highlight=False, force_terminal=True)

    def put_rich(line: Line) -> None:
        # Written by ourselves: rich would end the program when whoever reads us has left.
        with console.capture() as shown:
            for text in rich_page(line, console.width):
                console.print(text, no_wrap=True, overflow="ignore", crop=False)
        with writing_stdout():
            out.stdout.write(shown.get())
            out.stdout.flush()

    return put_rich


def _put_plain(out: Output, write: Callable[[str], None], line: Line) -> None:
    for text in plain_page(line):
        write(text)
    out.flush()  # whoever reads us reads along
