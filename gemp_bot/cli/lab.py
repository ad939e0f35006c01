"""`gemp-bot lab`: a deck measured over many games. Its options are in `parsers.lab`."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gemp_bot.arena.jobs import JobDeck
from gemp_bot.arena.results import JOURNALS, RESULTS, read_results
from gemp_bot.arena.spec import TakenError
from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.exits import FAILURE, INTERRUPTED, OK, USAGE, CommandError
from gemp_bot.cli.lab_box import BoxTable, Played
from gemp_bot.cli.lab_decks import box_field, check_version, deck_of_file
from gemp_bot.cli.lab_folder import SANDBOX, LabFolder
from gemp_bot.cli.lab_report import LabGames, Version, write_report
from gemp_bot.cli.lab_server import AI, ServerTable
from gemp_bot.cli.output import Output
from gemp_bot.cli.report import refuse_others
from gemp_bot.cli.selfplay import set_up
from gemp_bot.pages.render import PageKind

DECK, COMPARE = "deck", "compare"
"""Folders of the games of the two versions, below that of the lab."""
_FORMAT = "open"


@dataclass(frozen=True, slots=True)
class _Lab:
    """The decks of a lab; `play` plays a version into a folder."""

    deck: JobDeck
    compare: JobDeck | None
    field: tuple[JobDeck, ...]
    play: Callable[[JobDeck, Path], Played]


def run(args: argparse.Namespace) -> int:
    """Play what is still to be played, and make the page."""
    set_up()
    out = Output(as_json=args.json)
    page: Path = args.out
    folder: Path = args.folder or page.with_suffix("")
    _check(args, page, folder)
    index = CardIndex.load()
    mark = LabFolder(args.server or SANDBOX)
    mark.check(folder)
    lab = _on_server(args, index, out) if args.server else _in_the_box(args, index, out)
    if lab.compare is not None:
        check_version(lab.deck, lab.compare)
    if args.games:
        mark.store(folder)
    versions = [(lab.deck, folder / DECK)]
    if lab.compare is not None:
        versions.append((lab.compare, folder / COMPARE))
    found: list[Version] = []
    interrupted, trouble = False, None
    for deck, place in versions:
        played = Played(tuple(read_results(place / RESULTS).values()))
        if args.games and not interrupted and trouble is None:
            try:
                played = lab.play(deck, place)
            except TakenError as fault:
                advice = "name another page with -o, or another folder with --folder"
                raise CommandError(fault.advising(advice)) from None
            interrupted, trouble = played.interrupted, played.trouble
        found.append(Version(deck, played.records, place / JOURNALS))
    games = LabGames(
        versions=tuple(found),
        field=lab.field,
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


def _check(args: argparse.Namespace, page: Path, folder: Path) -> None:
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


def _in_the_box(args: argparse.Namespace, index: CardIndex, out: Output) -> _Lab:
    if args.account:
        raise CommandError("--account goes with --server", code=USAGE)
    if (args.opponent or "").startswith(AI):
        raise CommandError(f"--opponent {args.opponent}: players of a server need --server", code=USAGE)
    deck = deck_of_file(args.deck, index, args.format)
    other = None if args.compare is None else deck_of_file(args.compare, index, args.format)
    field = box_field(args.against, deck.side.other, index, args.format)
    table = BoxTable(args.strategy, args.opponent or args.strategy, args.seed, args.workers)
    return _Lab(deck, other, field, lambda one, place: table.play(one, field, args.games, place, out))


def _on_server(args: argparse.Namespace, index: CardIndex, out: Output) -> _Lab:
    if not args.account:
        raise CommandError("--server needs accounts: --account NAME FILE-OF-ITS-PASSWORD", code=USAGE)
    table = ServerTable(
        server=args.server,
        format=args.format or _FORMAT,
        strategy=args.strategy,
        opponent=args.opponent or args.strategy,
        accounts=tuple((name, Path(file)) for name, file in args.account),
        seed=args.seed,
        workers=args.workers,
        time_limit=args.time_limit,
    )
    deck, other, field = table.decks(args.deck, args.compare, args.against, index)
    found = {one.deck: one for one in (deck, *([] if other is None else [other]))}
    return _Lab(
        deck.deck,
        None if other is None else other.deck,
        tuple(one.deck for one in field),
        lambda one, place: table.play(found[one], field, args.games, place, out),
    )
