"""`gemp-bot lab`: a deck measured over many games."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from gemp_bot.arena.jobs import JobDeck
from gemp_bot.arena.results import JOURNALS, RESULTS, read_results
from gemp_bot.arena.spec import TakenError
from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.command import Args, arg, command, count, count_or_endless, duration, seed_number
from gemp_bot.cli.exits import CONFIG, FAILURE, INTERRUPTED, OK, USAGE, CommandError
from gemp_bot.cli.lab_games import (
    AI,
    BoxTable,
    Played,
    ServerTable,
    box_field,
    check_version,
    deck_of_file,
)
from gemp_bot.cli.lab_report import SANDBOX, LabGames, Version, write_report
from gemp_bot.cli.output import Output
from gemp_bot.cli.report import refuse_others
from gemp_bot.cli.selfplay import set_up
from gemp_bot.pages.render import PageKind
from gemp_bot.report.lab_model import LabReport

DECK, COMPARE = "deck", "compare"
"""Folders of the games of the two versions, below that of the lab."""
_FORMAT = "open"
_FILE = "lab.json"
_ON_A_SERVER = "on a server"


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
    """The decks of a lab; `play` plays a version into a folder."""

    deck: JobDeck
    compare: JobDeck | None
    field: tuple[JobDeck, ...]
    play: Callable[[JobDeck, Path], Awaitable[Played]]


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
decks of --against are files (.toml, or .txt with the line of ids that `decks
show` prints last), folders of such (for --against), or names: of the decks of
the sandbox, or with --server of the server's library. `library` means all of
them; of a server's at most 20 that are legal, drawn by the seed.

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
    tested = await _on_server(args, index, out) if args.server else _in_the_box(args, index, out)
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
                played = await tested.play(deck, place)
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
    """Refuse what cannot go together.

    Raises:
        CommandError: one line.
    """
    if page.suffix.lower() not in (".html", ".htm"):
        raise CommandError(f"-o {page}: the page is one file: name it OUT.html", code=USAGE)
    if args.journals is not None and not args.journals.is_dir():
        raise CommandError(f"--journals {args.journals}: no such folder", code=USAGE)
    if not args.force:
        refuse_others(page, PageKind.LAB if args.compare is None else PageKind.COMPARISON)
    if not args.games and args.journals is None and not folder.is_dir():
        raise CommandError("--games 0 plays nothing: name recorded games with --journals", code=USAGE)


def _in_the_box(args: LabArgs, index: CardIndex, out: Output) -> _Lab:
    if args.account:
        raise CommandError("--account goes with --server", code=USAGE)
    if (args.opponent or "").startswith(AI):
        raise CommandError(f"--opponent {args.opponent}: players of a server need --server", code=USAGE)
    deck = deck_of_file(args.deck, index, args.format)
    other = None if args.compare is None else deck_of_file(args.compare, index, args.format)
    met = box_field(args.against, deck.side.other, index, args.format)
    table = BoxTable(args.strategy, args.opponent or args.strategy, args.seed, args.workers)
    return _Lab(deck, other, met, lambda one, place: table.play(one, met, args.games, place, out))


async def _on_server(args: LabArgs, index: CardIndex, out: Output) -> _Lab:
    if not args.account:
        raise CommandError("--server needs accounts: --account NAME FILE-OF-ITS-PASSWORD", code=USAGE)
    table = ServerTable(
        server=args.server or "",
        format=args.format or _FORMAT,
        strategy=args.strategy,
        opponent=args.opponent or args.strategy,
        accounts=tuple((name, Path(file)) for name, file in args.account),
        seed=args.seed,
        workers=args.workers,
        time_limit=args.time_limit,
    )
    deck, other, met = await table.decks(args.deck, args.compare, args.against, index)
    found = {one.deck: one for one in (deck, *([] if other is None else [other]))}
    return _Lab(
        deck.deck,
        None if other is None else other.deck,
        tuple(one.deck for one in met),
        lambda one, place: table.play(found[one], met, args.games, place, out),
    )


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
