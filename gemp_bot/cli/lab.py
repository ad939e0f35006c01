"""`gemp-bot lab`: a deck measured over many games."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from os.path import realpath
from pathlib import Path

import msgspec

from gemp_bot.arena.jobs import JobDeck
from gemp_bot.arena.record import GameRecord
from gemp_bot.arena.report import rate_text
from gemp_bot.arena.results import JOURNALS, RESULTS, read_results
from gemp_bot.arena.spec import TakenError
from gemp_bot.cards.deck import deck_digest, parse_deck
from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.command import Args, arg, command, count, count_or_endless, duration, seed_number
from gemp_bot.cli.exits import CONFIG, FAILURE, INTERRUPTED, OK, USAGE, CommandError
from gemp_bot.cli.lab_games import AI, BoxTable, Played, ServerTable, check_version
from gemp_bot.cli.measuring import set_up
from gemp_bot.cli.output import Output
from gemp_bot.cli.report import refuse_others, write_page
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.journal import Head, JournalError
from gemp_bot.journal.folder import chains, journal_files
from gemp_bot.pages.render import PageKind
from gemp_bot.pages.report import lab_page
from gemp_bot.report.lab_model import FORMAT, LabReport, Rate
from gemp_bot.report.lab_observing import GameSeen, observe
from gemp_bot.report.lab_totals import DecidedGame, DeckTotals, compare, untold_of

DECK, COMPARE = "deck", "compare"
"""Folders of the games of the two versions, below that of the lab."""
_FORMAT = "open"
_FILE = "lab.json"
_ON_A_SERVER = "on a server"
SANDBOX = "sandbox"
"""Where games are played without a server."""
_UNKNOWN = "a deck that is not known"
_COLUMNS = ("against", "n", "rate", "turns")


class LabArgs(Args):
    """The deck, what it meets, and where it is played."""

    deck: str = arg("DECK", "the deck that is measured: a file, or a name")
    compare: str | None = arg("--compare DECK", "another version of it")
    against: list[str] = arg(
        "--against WHAT...",
        "folders, files or names of decks, or library (which is meant without it)",
        default=("library",),
    )
    games: int = arg(
        "--games N", "games of each version (else 100); 0 plays none", count_or_endless, default=100
    )
    journals: Path | None = arg(
        "--journals FOLDER", "recorded games to be counted, too, as far as they are of the deck"
    )
    out: Path = arg("-o, --out OUT.html", "page (else lab.html)", default=Path("lab.html"))
    force: bool = arg("--force", "replace a file that is another kind of page, too")
    folder: Path | None = arg("--folder DIR", "folder of the games (else that of the page's name)")
    strategy: str = arg("--strategy A", "who plays the deck (else medium)", default="medium")
    opponent: str | None = arg(
        "--opponent B", "who plays against it (else the same strategy); with --server also ai:RANDO"
    )
    format: str | None = arg("--format CODE", "the decks must be legal in it (with --server: open)")
    seed: int = arg("--seed N", "of all chance (else 1)", seed_number, default=1)
    workers: int = arg("--workers W", "processes that play (else 1)", count, default=1)
    server: str | None = arg("--server URL", "play there, not in the sandbox", group=_ON_A_SERVER)
    account: list[tuple[str, str]] = arg(
        "--account NAME FILE",
        "an account and the file of its password; two for each game at once, one against ai:",
        group=_ON_A_SERVER,
        default=(),
    )
    time_limit: float = arg(
        "--time-limit S", "seconds a game may take (else 1200)", duration, group=_ON_A_SERVER, default=1200.0
    )


@dataclass(frozen=True, slots=True)
class _Lab:
    """Who plays a lab, and its decks."""

    table: BoxTable | ServerTable
    deck: JobDeck
    compare: JobDeck | None
    field: tuple[JobDeck, ...]


@command(
    json=LabReport,
    about="""
Find out how good a deck is, and which of its cards do nothing: it plays games
against other decks, and everything that was seen in them becomes one page for a
browser: matchups, how it wins and loses, starting cards, Force and hand a turn,
destiny, and each card with the win rate of the games in which it was drawn
(docs/lab.md has the definitions). Rates have intervals of 95 %.

Without --server the games are played in the sandbox, which knows part of the
rules; the page says which cards it played without their text. DECK and the
decks of --against are files (.toml, or .txt with titles or the line of ids that
`decks show` prints last), folders of such (for --against), or names: of the
decks of the sandbox, or with --server of the server's library. `library` means
all of them; of a server's at most 20 that are legal, drawn by the seed.

The games stand in a folder beside the page (OUT.html: folder OUT). The same
command goes on where an earlier one was ended, and with more --games it adds
some. Games of other decks or players are refused there.

With --compare both versions of the deck meet the same opponents with the same
seeds, and the page gives the difference over pairs of games. Such a page is
replaced by one without --compare, and any other file, only with --force.

The first Ctrl-C ends after the running games, the second gives them up; the
page is made of the games that are there.""",
    examples="""
  gemp-bot lab "Rebel fleet" -o fleet.html
  gemp-bot lab mine.txt --compare mine-v2.txt --games 400 -o mine.html
  gemp-bot lab mine.txt --games 0 --journals journals -o mine.html
  gemp-bot lab "Precon Open Demo Deck (Light)" --against library \\
      --server http://127.0.0.1:17001 --account bot1 bot1.password \\
      --account bot2 bot2.password --games 40 -o demo.html""",
)
async def lab(args: LabArgs, out: Output) -> int:
    """Play what is still to be played, and make the page."""
    set_up()
    page = args.out
    folder = args.folder or page.with_suffix("")
    _check(args, page, folder)
    index = CardIndex.load()
    mark = LabFolder(args.server or SANDBOX)
    mark.check(folder)
    tested = await (_on_server(args, args.server) if args.server else _in_the_box(args))
    if tested.compare is not None:
        check_version(tested.deck, tested.compare)
    if args.games:
        mark.store(folder)
    versions = [(tested.deck, folder / DECK)]
    if tested.compare is not None:
        versions.append((tested.compare, folder / COMPARE))
    found: list[Version] = []
    interrupted, trouble = False, None
    for deck, place in versions:
        played = Played(tuple(read_results(place / RESULTS).values()))
        if args.games and not interrupted and trouble is None:
            try:
                played = await tested.table.play(deck, tested.field, args.games, place, out)
            except TakenError as fault:
                advice = "name another page with -o, or another folder with --folder"
                raise CommandError(fault.advising(advice)) from None
            interrupted, trouble = played.interrupted, played.trouble
        found.append(Version(deck, played.records, place / JOURNALS))
    games = LabGames(
        versions=tuple(found),
        field=tested.field,
        journals=args.journals,
        where=(args.server or SANDBOX) if folder.is_dir() else "",
        strategy=args.strategy,
        opponent=args.opponent or args.strategy,
        seed=args.seed,
    )
    damaged = write_report(games, page, index, out)
    if trouble is not None:
        out.note(f"gemp-bot: {trouble}")
        return FAILURE
    if interrupted:
        return INTERRUPTED
    return FAILURE if damaged else OK


COMMAND = lab


def _check(args: LabArgs, page: Path, folder: Path) -> None:
    """Refuse what cannot go together."""
    if page.suffix.lower() not in (".html", ".htm"):
        raise CommandError(f"-o {page}: the page is one file: name it OUT.html", code=USAGE)
    if args.journals is not None and not args.journals.is_dir():
        raise CommandError(f"--journals {args.journals}: no such folder", code=USAGE)
    if not args.force:
        refuse_others(page, PageKind.LAB if args.compare is None else PageKind.COMPARISON)
    if not args.games and args.journals is None and not folder.is_dir():
        raise CommandError("--games 0 plays nothing: name recorded games with --journals", code=USAGE)


async def _in_the_box(args: LabArgs) -> _Lab:
    if args.account:
        raise CommandError("--account goes with --server", code=USAGE)
    if (args.opponent or "").startswith(AI):
        raise CommandError(f"--opponent {args.opponent}: players of a server need --server", code=USAGE)
    table = BoxTable(args.strategy, args.opponent or args.strategy, args.seed, args.workers)
    return _Lab(table, *await table.decks(args.deck, args.compare, args.against, args.format))


async def _on_server(args: LabArgs, server: str) -> _Lab:
    if not args.account:
        raise CommandError("--server needs accounts: --account NAME FILE-OF-ITS-PASSWORD", code=USAGE)
    table = ServerTable(
        server=server,
        format=args.format or _FORMAT,
        strategy=args.strategy,
        opponent=args.opponent or args.strategy,
        accounts=tuple((name, Path(file)) for name, file in args.account),
        seed=args.seed,
        workers=args.workers,
        time_limit=args.time_limit,
    )
    return _Lab(table, *await table.decks(args.deck, args.compare, args.against))


class LabFolder(msgspec.Struct, frozen=True):
    """Marks the folder of a lab. Its decks and players are noted with the games, by the arena.

    Attributes:
        where: `sandbox`, or the address of a server.
    """

    where: str

    def check(self, folder: Path) -> None:
        """Refuse a folder that is not a lab's, or one of a lab somewhere else.

        Raises:
            CommandError: one line.
        """
        if not folder.exists():
            return
        if not folder.is_dir():
            raise CommandError(f"{folder}: is a file: the games need a folder: --folder DIR", code=CONFIG)
        file = folder / _FILE
        if not file.exists():
            if any(folder.iterdir()):
                raise CommandError(
                    f"{folder}: is no folder of a lab ({_FILE} is not in it): name another with --folder",
                    code=CONFIG,
                )
            return
        try:
            found = msgspec.json.decode(file.read_bytes(), type=LabFolder)
        except (OSError, msgspec.DecodeError) as fault:
            raise CommandError(f"{file}: cannot be read: {fault}", code=CONFIG) from None
        if found.where != self.where:
            raise CommandError(
                f"{folder}: holds games of {found.where}, not of {self.where}: name another with --folder",
                code=CONFIG,
            )

    def store(self, folder: Path) -> None:
        """Mark a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _FILE).write_bytes(msgspec.json.encode(self) + b"\n")


# -- the report --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Version:
    """A deck, what became of its games, and where these are recorded."""

    deck: JobDeck
    records: tuple[GameRecord, ...]
    journals: Path


@dataclass(frozen=True, slots=True)
class LabGames:
    """All games of a lab.

    Attributes:
        versions: the deck, and another version of it if there is one.
        journals: folder of games that were recorded elsewhere; None for none.
        where: `sandbox`, the address of a server; empty where nothing was played.
        strategy, opponent, seed: who played, and by which chance.
    """

    versions: tuple[Version, ...]
    field: tuple[JobDeck, ...]
    journals: Path | None
    where: str
    strategy: str
    opponent: str
    seed: int


def write_report(games: LabGames, page: Path, index: CardIndex, out: Output) -> bool:
    """Write the page, print the matchups; tell whether a recording was damaged.

    Raises:
        CommandError: the page cannot be written.
    """
    report = _Reading(games, index, out).report()
    page.parent.mkdir(parents=True, exist_ok=True)
    size = write_page(page, lab_page(report))
    for deck in report.versions:
        out.line(f"{deck.deck}: {deck.games} decided games, win rate {_rate(deck.rate)}.")
        out.table(_COLUMNS, [_row(one.opponent, one.rate, one.turns) for one in deck.matchups])
    found = report.comparison
    if found is not None and found.difference is not None:
        gap = found.difference
        more = "" if found.needed is None else f" About {found.needed} in all tell them apart, if that stays."
        out.line(
            f"The second version makes {gap.value:+.3f} points a game more ({gap.low:+.3f} to "
            f"{gap.high:+.3f}), over {found.pairs} pairs of games, {found.same} of which went alike.{more}"
        )
    out.line(f"{page}: {size // 1000} kB")
    out.json(report)
    return bool(report.damaged)


def _row(label: str, rate: Rate, turns: float | None) -> tuple[str, ...]:
    return label, str(rate.games), _rate(rate), "-" if turns is None else f"{turns:.1f}"


def _rate(rate: Rate) -> str:
    return rate_text(rate.rate)


class _Reading:
    """Reads each game once."""

    def __init__(self, games: LabGames, index: CardIndex, out: Output) -> None:
        self._games = games
        self._index = index
        self._out = out
        self._catalogue, self._effects = Catalogue.load(), CardEffects(index)
        self._names = {deck_digest(deck.text): deck.name for deck in games.field}
        self._damaged: list[str] = []
        self._left_out = 0

    def report(self) -> LabReport:
        """Read all games, and put them together."""
        games = self._games
        untold = untold_of(self._index) if games.where == SANDBOX else lambda _: None
        totals = {
            deck_digest(one.deck.text): DeckTotals(
                one.deck.name, one.deck.side, parse_deck(one.deck.text), self._index, untold
            )
            for one in games.versions
        }
        for version in games.versions:
            self._own(version, totals[deck_digest(version.deck.text)])
        if games.journals is not None:
            self._elsewhere(games.journals, totals)
        comparison = None
        if len(games.versions) > 1:
            first, second = games.versions
            comparison = compare(
                _played(first.records),
                _played(second.records),
                (parse_deck(first.deck.text), parse_deck(second.deck.text)),
                self._index,
            )
        return LabReport(
            format=FORMAT,
            where=games.where,
            strategy=games.strategy,
            opponent=games.opponent,
            seed=games.seed,
            versions=[total.report() for total in totals.values()],
            comparison=comparison,
            left_out=self._left_out,
            damaged=self._damaged,
        )

    def _own(self, version: Version, totals: DeckTotals) -> None:
        """The games of a version that the lab played."""
        found = self._chains(version.journals) if version.records else []
        by_name = {path.name: files for files in found for path in files}
        for record in version.records:
            if not record.outcome.decided:
                totals.not_decided(record.outcome.value)
                continue
            files = by_name.get(record.journal or "")
            if files is None:
                self._damage(f"{version.journals}: holds no recording of game {record.job}")
                continue
            seen = self._seen(files)
            if seen is not None:
                opponent = self._names.get(record.opponent_deck_digest or "", record.opponent_deck)
                totals.add(seen, opponent, won=record.outcome.score > 0.5)  # noqa: PLR2004 - no draws here

    def _elsewhere(self, folder: Path, totals: Mapping[str, DeckTotals]) -> None:
        """Games that were recorded elsewhere, of any version."""
        own = {realpath(version.journals) for version in self._games.versions}

        def wanted(head: Head | None) -> bool:
            known = head is not None and head.deck is not None and deck_digest(head.deck) in totals
            self._left_out += not known
            return known

        if realpath(folder) in own:
            return
        for files in self._chains(folder, wanted):
            seen = self._seen(files)
            if seen is None or seen.deck_digest is None:
                continue
            total = totals[seen.deck_digest]
            if seen.won is None:
                total.not_decided(seen.reason or "no end")
                continue
            opponent = self._names.get(seen.opponent_digest or "", _UNKNOWN)
            total.add(seen, opponent, won=seen.won, from_journals=True)

    def _chains(
        self, folder: Path, wanted: Callable[[Head | None], bool] = lambda _: True
    ) -> list[list[Path]]:
        files = journal_files([folder], lambda _: None) if folder.is_dir() else []
        return chains(files, damaged=self._damage, wanted=wanted)

    def _seen(self, files: list[Path]) -> GameSeen | None:
        try:
            return observe(files, self._catalogue, self._effects)
        except JournalError as fault:
            self._damage(str(fault))
            return None

    def _damage(self, line: str) -> None:
        self._damaged.append(line)
        self._out.note(f"gemp-bot: {line}: left out")


def _played(records: Iterable[GameRecord]) -> dict[str, DecidedGame]:
    """The decided games, by their place in the order of games."""
    return {
        f"{one.round}{one.half}": DecidedGame(
            one.outcome.score,
            (one.opponent_deck, one.life, one.opponent_life, one.turns, one.questions, one.reason),
        )
        for one in records
        if one.outcome.decided
    }
