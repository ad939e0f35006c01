"""`gemp-bot report`: recorded games as pages that can be mailed. Its options are in `parsers`."""

import argparse
from collections.abc import Iterator
from os.path import realpath
from pathlib import Path
from tempfile import NamedTemporaryFile

import msgspec

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.exits import FAILURE, OK, USAGE, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.journal import JournalError
from gemp_bot.journal.folder import chains, journal_files
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.pages.render import PageKind
from gemp_bot.pages.report import GameReport, IndexRow, OtherNames, index_of, report_of
from gemp_bot.report.blunders import Blunder, BlunderReader
from gemp_bot.report.luck import LuckReader
from gemp_bot.report.story_lines import counted
from gemp_bot.view.watcher import JournalWatcher

INDEX = "index.html"
_SUFFIXES = (".html", ".htm")
_MARK_WITHIN = 1000
"""Bytes at the beginning of a file in which the mark of a page is looked for."""


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    set_up_logs(Secrets(), level="error")
    out = Output(as_json=args.json)
    missing: list[str] = []
    files = journal_files(args.games, missing.append)
    for line in missing:
        out.note(f"gemp-bot: {line}")
    target: Path = args.out
    several = len(files) != 1 or target.is_dir() or any(path.is_dir() for path in args.games)
    if several and target.suffix.lower() in _SUFFIXES and not target.is_dir():
        raise CommandError(
            f"{target}: one file holds one game: name a folder for the pages of several", code=USAGE
        )
    games = chains(files)
    pages = _pages([game[0] for game in games], target) if several else [target]
    if realpath(target) in map(realpath, files):
        raise CommandError(f"{target}: is the recording itself: name another file with -o", code=USAGE)
    index = target / INDEX if several else None
    if not args.force:
        for page in (*pages, *([index] if index and files else [])):
            refuse_others(page, PageKind.REPORT)
    if several and files:
        _make(target)
    written = _Writer(
        out, names=args.names, force=args.force, taken={INDEX, *(page.name.lower() for page in pages)}
    )
    for parts, page in zip(games, pages, strict=True):
        written.game(parts, page, renamed=several)
    if index is not None and written.rows:
        write_page(index, index_of(written.rows))
        out.line(f"{index}: {len(written.rows)} games")
    out.json({"index": str(index) if index is not None and written.rows else None, "games": written.games})
    return FAILURE if missing or written.damaged else OK


class _Writer:
    """Writes reports, and keeps what an index says about them."""

    def __init__(self, out: Output, *, names: bool, force: bool, taken: set[str]) -> None:
        self.rows: list[IndexRow] = []
        self.games: list[dict[str, object]] = []
        self.damaged = False
        self._out = out
        self._names = names
        self._force = force
        self._taken = taken
        self._catalogue = Catalogue.load()
        self._effects = CardEffects(CardIndex.load())

    def game(self, parts: list[Path], page: Path, *, renamed: bool) -> None:
        """Write the report of a game; one that is damaged is told and passed over.

        Args:
            parts: its journals, in their order.
            page: where to.
            renamed: players have other names in the name of the page as well.
        """
        path = parts[0]
        try:
            report = self._report(parts)
        except JournalError as fault:
            self.damaged = True
            self._out.note(f"gemp-bot: {fault}")
            self.games.append({"file": str(path), "page": None, "damage": str(fault)})
            return
        if renamed and report.rename is not None:
            page = self._renamed(page, report.rename)
        size, blunders, luck = write_page(page, report.html), report.blunders, report.luck
        self.rows.append(report.row(page.name))
        self.games.append(
            {
                "file": str(path),
                "page": str(page),
                "damage": None,
                "bytes": size,
                "questions": report.questions,
                "turns": report.turns,
                "blunders": None if blunders is None else [_as_json(each) for each in blunders],
                "luck": None if luck is None else msgspec.to_builtins(luck) | {"force": luck.force},
            }
        )
        found = "" if blunders is None else f"{counted(len(blunders), 'blunder')}, "
        self._out.line(f"{page}: {report.title}, {report.questions} questions, {found}{size // 1000} kB")
        if luck is not None:
            self._out.line(str(luck))

    def _renamed(self, page: Path, rename: OtherNames) -> Path:
        stem = rename.label(page.stem)
        if stem == page.stem:
            return page
        page = page.with_name(_free(Path(stem), self._taken))
        if not self._force:
            refuse_others(page, PageKind.REPORT)
        return page

    def _report(self, parts: list[Path]) -> GameReport:
        """Make the report of a game; with its blunders and luck if it was watched from a seat.

        Raises:
            JournalError: it is damaged, or holds no game.
        """
        path, *continued = parts
        reader, lucky = BlunderReader(self._effects.index), LuckReader(self._effects.index)
        journal = JournalWatcher(path, self._catalogue, self._effects, continued=continued)
        for moment in journal.read():
            reader.take(moment)
            lucky.take(moment)
        view = journal.watcher.view()
        if not view.frames:
            raise JournalError(f"{path}: holds no moment of a game")
        if journal.relive.tally.truncated:
            self._out.note(f"gemp-bot: {path}: cut at its end, reported as far as it goes")
        counts = reader.read(view)
        return report_of(
            view,
            names=self._names,
            blunders=None if counts is None else counts.blunders,
            luck=lucky.luck(view.head.me, view.frames),
        )


def _as_json(found: Blunder) -> dict[str, object]:
    return {
        "name": found.kind,
        "question": found.question,
        "turn": found.turn,
        "whose": found.whose,
        "text": found.text,
        "force": found.force,
        "cards": found.cards,
        "better": found.kind.better,
    }


def _pages(files: list[Path], folder: Path) -> list[Path]:
    """A page for each file, called like it; none is called like another, or like the index."""
    taken = {INDEX}
    return [folder / _free(path, taken) for path in files]


def _free(path: Path, taken: set[str]) -> str:
    stem = path.name.removesuffix(".gz").removesuffix(".jsonl")
    name = next(name for name in _names(stem) if name.lower() not in taken)
    taken.add(name.lower())
    return name


def _names(stem: str) -> Iterator[str]:
    yield f"{stem}.html"
    number = 2
    while True:
        yield f"{stem}-{number}.html"
        number += 1


def refuse_others(page: Path, kind: PageKind) -> None:
    """Refuse to replace what is no page of this kind.

    Raises:
        CommandError: it is there, and is something else.
    """
    try:
        with page.open("rb") as file:
            found = PageKind.of(file.read(_MARK_WITHIN).decode("utf-8", "replace"))
    except FileNotFoundError:
        return
    except OSError as fault:
        raise _unwritable(page, fault) from None
    if not kind.may_replace(found):
        what = f"a {found} already, and not a {kind}" if found else "there already and is no report"
        raise CommandError(f"{page}: is {what}: name another place with -o, or use --force")


def _make(folder: Path) -> None:
    """Make a folder for pages.

    Raises:
        CommandError: it cannot be made, or is no folder.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise _unwritable(folder, fault) from None


def write_page(page: Path, html: str) -> int:
    """Write a page in one piece; gives its bytes.

    Raises:
        CommandError: it cannot be written.
    """
    text = html.encode("utf-8", "replace")
    try:
        with NamedTemporaryFile(dir=page.parent, prefix=".", suffix=".new", delete=False) as file:
            fresh = Path(file.name)
            try:
                file.write(text)
                file.flush()
                fresh.chmod(0o644)
                fresh.replace(page)
            except BaseException:
                fresh.unlink(missing_ok=True)
                raise
    except OSError as fault:
        raise _unwritable(page, fault) from None
    return len(text)


def _unwritable(page: Path, fault: OSError) -> CommandError:
    return CommandError(f"{page}: cannot be written: {fault.strerror or type(fault).__name__}")
