"""`lab`, with its words."""

import argparse
from pathlib import Path

from gemp_bot.cli.parsers.base import Commands, command
from gemp_bot.cli.parsers.values import count, count_or_endless, path, seconds, seed

_LAB = """\
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
page is made of the games that are there."""
_LAB_END = """\
examples:
  gemp-bot lab "Rebel fleet" -o fleet.html
  gemp-bot lab mine.txt --compare mine-v2.txt --games 400 -o mine.html
  gemp-bot lab mine.txt --games 0 --journals journals -o mine.html
  gemp-bot lab "Precon Open Demo Deck (Light)" --against library \\
      --server http://127.0.0.1:17001 --account bot1 bot1.password \\
      --account bot2 bot2.password --games 40 -o demo.html"""


def add_lab(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`lab`."""
    lab = command(
        commands,
        "lab",
        "measure a deck and each of its cards",
        _LAB,
        end=_LAB_END,
        parents=parents,
    )
    lab.add_argument("deck", metavar="DECK", help="the deck that is measured: a file, or a name")
    lab.add_argument("--compare", metavar="DECK", help="another version of it")
    lab.add_argument(
        "--against",
        metavar="WHAT",
        nargs="+",
        default=["library"],
        help="folders, files or names of decks, or library (which is meant without it)",
    )
    lab.add_argument(
        "--games",
        metavar="N",
        type=count_or_endless,
        default=100,
        help="games of each version (else 100); 0 plays none",
    )
    lab.add_argument(
        "--journals",
        metavar="FOLDER",
        type=path,
        help="recorded games to be counted, too, as far as they are of the deck",
    )
    lab.add_argument(
        "-o", "--out", metavar="OUT.html", type=path, default=Path("lab.html"), help="page (else lab.html)"
    )
    lab.add_argument("--force", action="store_true", help="replace a file that is another kind of page, too")
    lab.add_argument(
        "--folder", metavar="DIR", type=path, help="folder of the games (else that of the page's name)"
    )
    lab.add_argument("--strategy", metavar="A", default="medium", help="who plays the deck (else medium)")
    lab.add_argument(
        "--opponent",
        metavar="B",
        help="who plays against it (else the same strategy); with --server also ai:RANDO",
    )
    lab.add_argument("--format", metavar="CODE", help="the decks must be legal in it (with --server: open)")
    lab.add_argument("--seed", metavar="N", type=seed, default=1, help="of all chance (else 1)")
    lab.add_argument("--workers", metavar="W", type=count, default=1, help="processes that play (else 1)")
    server = lab.add_argument_group("on a server")
    server.add_argument("--server", metavar="URL", help="play there, not in the sandbox")
    server.add_argument(
        "--account",
        metavar=("NAME", "FILE"),
        nargs=2,
        action="append",
        default=[],
        help="an account and the file of its password; two for each game at once, one against ai:",
    )
    server.add_argument(
        "--time-limit", metavar="S", type=seconds, default=1200.0, help="seconds a game may take (else 1200)"
    )
    lab.set_defaults(module="gemp_bot.cli.lab")
