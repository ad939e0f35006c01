"""`gemp-bot lab`: a deck measured over many games."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import msgspec

from gemp_bot.arena.results import JOURNALS, RESULTS, read_results
from gemp_bot.arena.selfplay.jobs import BoxDeck
from gemp_bot.arena.spec import TakenError
from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.command import Arg, Args, command, count, count_or_endless, duration, seed_number
from gemp_bot.cli.exits import CONFIG, FAILURE, INTERRUPTED, OK, USAGE, CommandError
from gemp_bot.cli.lab_decks import box_field, check_version, deck_of_file
from gemp_bot.cli.lab_games import AI, BoxTable, Played, ServerTable
from gemp_bot.cli.lab_report import SANDBOX, LabGames, Version, write_report
from gemp_bot.cli.output import Output
from gemp_bot.cli.report import refuse_others
from gemp_bot.cli.selfplay import set_up
from gemp_bot.pages.render import PageKind
from gemp_bot.report.lab.model import LabReport

DECK, COMPARE = "deck", "compare"
"""Folders of the games of the two versions, below that of the lab."""
_FORMAT = "open"
_FILE = "lab.json"
_ON_A_SERVER = "on a server"


@dataclass(frozen=True, kw_only=True)
class LabArgs(Args):
    """The deck, what it meets, and where it is played."""

    deck: Annotated[str, Arg("DECK", "the deck that is measured: a file, or a name")]
    compare: Annotated[str | None, Arg("--compare DECK", "another version of it")] = None
    against: Annotated[
        list[str],
        Arg("--against WHAT...", "folders, files or names of decks, or library (which is meant without it)"),
    ] = field(default_factory=lambda: ["library"])
    games: Annotated[
        int, Arg("--games N", "games of each version (else 100); 0 plays none", count_or_endless)
    ] = 100
    journals: Annotated[
        Path | None,
        Arg("--journals FOLDER", "recorded games to be counted, too, as far as they are of the deck"),
    ] = None
    out: Annotated[Path, Arg("-o, --out OUT.html", "page (else lab.html)")] = Path("lab.html")
    force: Annotated[bool, Arg("--force", "replace a file that is another kind of page, too")] = False
    folder: Annotated[
        Path | None, Arg("--folder DIR", "folder of the games (else that of the page's name)")
    ] = None
    strategy: Annotated[str, Arg("--strategy A", "who plays the deck (else medium)")] = "medium"
    opponent: Annotated[
        str | None,
        Arg("--opponent B", "who plays against it (else the same strategy); with --server also ai:RANDO"),
    ] = None
    format: Annotated[
        str | None, Arg("--format CODE", "the decks must be legal in it (with --server: open)")
    ] = None
    seed: Annotated[int, Arg("--seed N", "of all chance (else 1)", seed_number)] = 1
    workers: Annotated[int, Arg("--workers W", "processes that play (else 1)", count)] = 1
    server: Annotated[
        str | None, Arg("--server URL", "play there, not in the sandbox", group=_ON_A_SERVER)
    ] = None
    account: Annotated[
        list[tuple[str, str]],
        Arg(
            "--account NAME FILE",
            "an account and the file of its password; two for each game at once, one against ai:",
            group=_ON_A_SERVER,
        ),
    ] = field(default_factory=list)
    time_limit: Annotated[
        float,
        Arg("--time-limit S", "seconds a game may take (else 1200)", duration, group=_ON_A_SERVER),
    ] = 1200.0


@dataclass(frozen=True, slots=True)
class _Lab:
    """The decks of a lab; `play` plays a version into a folder."""

    deck: BoxDeck
    compare: BoxDeck | None
    field: tuple[BoxDeck, ...]
    play: Callable[[BoxDeck, Path], Awaitable[Played]]


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
