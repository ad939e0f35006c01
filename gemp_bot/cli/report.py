"""`gemp-bot report`: recorded games as stories, as pages that can be mailed, or as tables."""

from collections.abc import Awaitable, Callable, Iterator
from os.path import realpath
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Annotated

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.command import JsonResult, arg, command
from gemp_bot.cli.exits import FAILURE, USAGE, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.cli.recorded import GameArgs, GameFiles, game_files
from gemp_bot.cli.story import Stories, tell_stories
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.inference.luck import DrawnCards
from gemp_bot.journal.folder import chains
from gemp_bot.journal.pseudonyms import Pseudonyms
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.pages.render import PageKind
from gemp_bot.pages.report import GameReport, IndexRow, OtherNames, index_of, report_of
from gemp_bot.report.export import TABLES, GameTables, TableFormat, TableWriter
from gemp_bot.report.review import ASKED, BetterAnswer, GameReview, Reviewer, TurnChance, TurningPoint
from gemp_bot.report.story_lines import counted
from gemp_bot.strategy import strategy_named
from gemp_bot.terminal import plain
from gemp_bot.view.watcher import JournalWatcher

INDEX = "index.html"
_SUFFIXES = (".html", ".htm")
_MARK_WITHIN = 1000
"""Bytes at the beginning of a file in which the mark of a page is looked for."""


class ReportArgs(GameArgs):
    """What is written where."""

    out: Path | None = arg(
        "-o, --out OUT",
        "the page that is written; of several games, and of tables, the folder (else the story is told here)",
    )
    follow: bool = arg("--follow", "tell the story of a game while it is recorded, to its end")
    format: str | None = arg(
        "--format WHAT", "html (else), csv or jsonl: pages, or tables", choices=("html", "csv", "jsonl")
    )
    names: bool = arg("--names", "keep the names of the players in what is written")
    quick: bool = arg(
        "--quick", f"do not ask {ASKED} what was better, which takes about as long as all the rest"
    )
    force: bool = arg("--force", "replace files that are no reports, too")


class BlunderMade(JsonResult):
    """A blunder of the player who recorded the game."""

    name: str
    question: Annotated[int, "number of the question"]
    turn: Annotated[int, "of the current player; 0 before the first"]
    whose: Annotated[str | None, "the current player: DARK or LIGHT"]
    text: Annotated[str, "where, and with which cards"]
    force: Annotated[float, "Force it cost, as far as that was seen"]
    cards: Annotated[int, "cards it cost"]
    better: Annotated[str, "what an expert does instead"]


class DrawLuck(JsonResult):
    """The luck of destinies."""

    side: str
    ours: DrawnCards
    theirs: DrawnCards
    force: Annotated[float, "what it was worth to us, in life force at the end"]


class Turned(JsonResult):
    """A turn in which the chance to win changed much."""

    turn: int
    whose: str
    question: Annotated[int, "first question in it"]
    before: float
    after: float
    luck: Annotated[float, "of destinies in it, in Force"]
    better: tuple[BetterAnswer, ...]


class ReportedGame(JsonResult):
    """A game; of a damaged recording only file and damage."""

    file: str
    page: str | None = None
    damage: Annotated[str | None, "what is wrong with the recording"] = None
    bytes: int | None = None
    questions: int | None = None
    turns: int | None = None
    blunders: Annotated[list[BlunderMade] | None, "null for a spectator"] = None
    luck: Annotated[DrawLuck | None, "of destinies; null for a spectator"] = None
    chances: Annotated[tuple[TurnChance, ...] | None, "to win, by turn; null for a spectator"] = None
    turning_points: Annotated[list[Turned] | None, "at most three, in order"] = None
    other_choices: Annotated[tuple[BetterAnswer, ...] | None, "with something better, elsewhere"] = None


class Pages(JsonResult):
    """With OUT."""

    index: Annotated[str | None, "the page that leads to the others; null for one game"]
    games: list[ReportedGame]


class TableFile(JsonResult):
    """A table."""

    table: Annotated[str, "games, turns, battles or cards"]
    file: str
    rows: int


class Tables(JsonResult):
    """With `--format csv` or `jsonl`."""

    tables: list[TableFile]
    files: Annotated[int, "recordings that were meant"]
    damaged: Annotated[list[str], "a line about each that was left out (exit code 1)"]


@command(
    json=Stories | Pages | Tables,
    about="""
Tell recorded games, as stories: what both players did in each turn, every
battle, life force, and how it ended. With the reasons of our own bot, where the
journal has them. What one player cannot know of the other is not told: "Draws 2
cards." Of a folder all recordings in it are told, in the order of their names.
What was taken back during a game is left out; with --follow, which goes on
while one game is played and recorded, it was told already, and the story says
so. With --json the story goes to stderr and into the object.

With -o OUT make a page of a game that opens in any browser and can be mailed:
one file, which asks nothing of the network. The board is stepped question by
question, with what was chosen, why, and what else was weighed where the journal
of our bot has it; with curves, battles as they were expected and as they came,
and the story.

What decided the game stands first: the chance to win as each turn began, up to
three turns in which it changed most, and what `strong`, asked again, would have
answered there; the blunders of the player with what they cost, and the luck of
destinies.

The page shows what the player saw who recorded the game. The players are called
player1 (Dark) and player2 (Light) unless --names is given; the server's own AIs
keep their names.

Several games, or a folder, give a page each and an index.html in the folder
OUT. A report that is there already is replaced; any other file only with
--force.

With --format csv or jsonl what came about in the games becomes tables in the
folder OUT, for a spreadsheet or a program: games, turns, battles and cards
(docs/export.md). Tables that are there already are replaced.

A recording of any client will do. One that is damaged is told on stderr, and
the others are reported all the same (exit code 1). One that is only cut at its
end is told as far as it goes (0).""",
    examples="""
  gemp-bot report game.jsonl.gz
  gemp-bot report --follow --journals journals 3e7dc7a2ea20-14f4-930d
  gemp-bot report game.jsonl.gz -o game.html
  gemp-bot report journals/ -o pages/
  gemp-bot report --names --json *.jsonl.gz -o pages
  gemp-bot report games/ --format csv -o tables""",
)
def report(args: ReportArgs, out: Output) -> int | Awaitable[int]:
    """Tell the stories, or write the pages or the tables."""
    set_up_logs(Secrets(), level="error")
    if args.out is None:
        if args.format or args.names or args.quick or args.force:
            raise CommandError("--format, --names, --quick and --force go with -o OUT", code=USAGE)
    elif args.follow:
        raise CommandError("--follow tells a game here: it goes without -o", code=USAGE)
    meant = game_files(args, out, newest=args.follow)
    if args.out is None:
        if args.follow and len(meant.files) != 1:
            raise CommandError(f"--follow goes with one game, and these are {len(meant.files)}", code=USAGE)
        return tell_stories(meant, out, follow=args.follow)
    if args.format in (None, "html"):
        return _pages(args, args.out, meant)
    return _tables(TableWriter(args.out, TableFormat(args.format)), meant, names=args.names)


COMMAND = report


def _tables(writer: TableWriter, meant: GameFiles, *, names: bool) -> int:
    if not meant.files:
        return FAILURE
    try:
        with writer:
            _write(writer, meant, names=names)
    except OSError as fault:
        raise _unwritable(Path(fault.filename or writer.folder), fault) from None
    tables = [TableFile(table=name, file=str(writer.path(name)), rows=writer.counts[name]) for name in TABLES]
    for table in tables:
        meant.out.line(f"{table.file}: {table.rows} rows")
    meant.out.json(Tables(tables=tables, files=len(meant.files), damaged=list(meant.damaged.values())))
    return meant.code


def _write(writer: TableWriter, meant: GameFiles, *, names: bool) -> None:
    """Write all games that can be read."""
    catalogue, effects = Catalogue.load(), CardEffects(CardIndex.load())
    people = Pseudonyms((lambda _: None) if names else None)
    number = 0
    for path, *continued in chains(meant.files):
        journal = JournalWatcher(path, catalogue, effects, boards=False, continued=continued)
        with meant.reading(path, ": left out"):
            watcher = journal.run()
            for tally in journal.tallies:
                if tally.truncated:
                    meant.tell_cut(tally.file, "written")
            number += 1
            for name in watcher.table.players:
                people.learn(name)
            for row in GameTables(number, people.prose).rows(path.name, watcher, journal.tallies):
                writer.put(row)


def _pages(args: ReportArgs, target: Path, meant: GameFiles) -> int:
    files, out = meant.files, meant.out
    several = len(files) != 1 or target.is_dir() or any(Path(word).is_dir() for word in args.games)
    if several and target.suffix.lower() in _SUFFIXES and not target.is_dir():
        raise CommandError(
            f"{target}: one file holds one game: name a folder for the pages of several", code=USAGE
        )
    games = chains(files)
    pages = _page_names([game[0] for game in games], target) if several else [target]
    if realpath(target) in map(realpath, files):
        raise CommandError(f"{target}: is the recording itself: name another file with -o", code=USAGE)
    index = target / INDEX if several else None
    if not args.force:
        for page in (*pages, *([index] if index and files else [])):
            refuse_others(page, PageKind.REPORT)
    if several and files:
        _make(target)
    written = _Writer(meant, args, taken={INDEX, *(page.name.lower() for page in pages)})
    for parts, page in zip(games, pages, strict=True):
        written.game(parts, page, renamed=several)
    if index is not None and written.rows:
        write_page(index, index_of(written.rows))
        out.line(f"{index}: {counted(len(written.rows), 'game')}")
    out.json(Pages(index=str(index) if index is not None and written.rows else None, games=written.games))
    return meant.code


class _Writer:
    """Writes reports, and keeps what an index says about them."""

    def __init__(self, meant: GameFiles, args: ReportArgs, *, taken: set[str]) -> None:
        self.rows: list[IndexRow] = []
        self.games: list[ReportedGame] = []
        self._meant, self._out = meant, meant.out
        self._names, self._force = args.names, args.force
        self._taken = taken
        self._reviewer = Reviewer(
            Catalogue.load(),
            CardEffects(CardIndex.load()),
            asked=None if args.quick else strategy_named(ASKED),
            tell=lambda line: meant.out.note(f"gemp-bot: {line}"),
        )

    def game(self, parts: list[Path], page: Path, *, renamed: bool) -> None:
        """Write the report of a game; one that is damaged is told and passed over.

        `renamed`: players have other names in the name of the page as well.
        """
        path, report = parts[0], None
        with self._meant.reading(path):
            report = self._report(parts)
        if report is None:
            self.games.append(ReportedGame(file=str(path), damage=self._meant.damaged[path]))
            return
        if renamed and report.rename is not None:
            page = self._renamed(page, report.rename)
        size, review = write_page(page, report.html), report.review
        blunders, luck = (None, None) if review is None else (review.blunders, review.luck)
        self.rows.append(report.row(page.name))
        self.games.append(
            ReportedGame(
                file=str(path),
                page=str(page),
                bytes=size,
                questions=report.questions,
                turns=report.turns,
                blunders=None
                if blunders is None
                else [BlunderMade.of(each, name=each.kind, better=each.kind.better) for each in blunders],
                luck=None if luck is None else DrawLuck.of(luck),
                chances=None if review is None else review.chances,
                turning_points=None if review is None else [_turned(each) for each in review.points],
                other_choices=None if review is None else review.others,
            )
        )
        found = "" if blunders is None else f"{counted(len(blunders), 'blunder')}, "
        self._out.line(f"{page}: {report.title}, {report.questions} questions, {found}{size // 1000} kB")
        for line in () if review is None else _told(review, report.rename or str):
            self._out.line(line)
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
        """Make the report of a game; with what decided it, if it was watched from a seat."""
        found = self._reviewer.read(parts)
        if found.truncated:
            self._meant.tell_cut(parts[0], "reported")
        return report_of(found.view, names=self._names, review=found.review)


def _turned(point: TurningPoint) -> Turned:
    began = point.began
    return Turned(
        turn=began.turn,
        whose=began.whose.value,
        question=began.question,
        before=began.chance,
        after=point.after,
        luck=point.luck,
        better=point.better,
    )


def _told(review: GameReview, rename: Callable[[str], str]) -> Iterator[str]:
    """The turning points, in lines."""
    for point in review.points:
        began = point.began
        whose, me = began.whose.value.capitalize(), review.me.value.capitalize()
        chance = f"{began.chance:.0%} -> {point.after:.0%}"
        yield f"Turn {began.turn}, {whose}'s: chance of {me} to win {chance}"
        for each in point.better:
            better, done = each.said(each.better), each.said(each.done)
            words = plain(rename(f"{each.about} {better}, not {done}".strip()))
            yield f"  better at question {each.question} (+{each.gain:.0%}): {words}"


def _page_names(files: list[Path], folder: Path) -> list[Path]:
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
    """Make a folder for pages."""
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
