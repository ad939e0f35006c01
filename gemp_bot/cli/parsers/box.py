"""Commands that need no server: `demo` and `selfplay`, with their words."""

import argparse
from pathlib import Path

from gemp_bot.cli import manual
from gemp_bot.cli.parsers.base import Commands, command
from gemp_bot.cli.parsers.values import count, elo, optional_path, path, seconds, seed

_DEMO = """\
Play one game between two of our bots and tell it as a story: a server, two
clients over HTTP and the teller in this process. No account, no configuration,
no network. With colours in a terminal, plain where it is piped; with --json the
story goes to stderr.

The same seed, decks and strategies give the same story. It is played in the
sandbox, which knows part of the rules: it says nothing about strength."""
_DEMO_END = """\
examples:
  gemp-bot demo
  gemp-bot demo --seed 7 --pace 0.5
  gemp-bot demo --light "Rebel fleet" --dark mydeck.toml --opponent medium
  gemp-bot demo --seed 7 --record "" | less"""
_SELFPLAY = """\
Play many games between two of our strategies in the sandbox, without HTTP: in
pairs with the same decks and the same shuffles, sides and seats swapped in the
second game. Without decks, every light deck that is shipped meets every dark
one in turn, with those of --decks among them: TOML files as the sandbox has
them, or .txt files with the line of ids that `decks show` prints last. Any deck
goes; what is not known of its cards is played without, and told in one line.

Where both players are the same program or file, the second game of a pair would
be the first one again: each pair is then one game, from either seat in turn.

With --sprt the run ends as soon as the pairs tell whether A is stronger than B
by ELO1 rather than by ELO0 (docs/arena.md; errors of 5 %).

With --out FILE every game is one line of FILE as soon as it ends, and a run
that was ended in any way goes on where it was; games that ended in an error are
played again. A file with games of other players, decks or seed is refused: so
is one of the same strategy file, package or program before it was changed.

A game in which a strategy failed at more than 5 % of its choices, so that the
simple rule played in its place, counts for nobody; a run in which no game
counts has failed (exit code 1).

The sandbox knows part of the rules: what comes out is a test of the plumbing
and says nothing about strength on a server.

The first Ctrl-C ends after the running games, the second gives them up."""
_SELFPLAY_END = """\
examples:
  gemp-bot selfplay --games 4
  gemp-bot selfplay --games 20 --strategy strong --opponent steady
  gemp-bot selfplay --games 200 --strategy mine.toml --opponent strong \\
      --workers 4 --sprt 0 50 --out mine.jsonl
  gemp-bot selfplay --games 1000 --strategy strong --opponent medium \\
      --cluster tcp://127.0.0.1:8786 --out strong.jsonl --json"""


class _OneDeck(argparse.Action):
    """A deck that is named once: another one would silently take its place."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,  # noqa: ARG002 - argparse passes it
    ) -> None:
        if getattr(namespace, self.dest) is not None:
            parser.error("--deck: name one deck; the other player's is --opponent-deck")
        setattr(namespace, self.dest, values)


def add_demo(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`demo`."""
    demo = command(
        commands,
        "demo",
        "play a game of two bots and tell it",
        _DEMO,
        end=_DEMO_END,
        parents=parents,
        codes=manual.CONFIG_EXIT_CODES,
    )
    demo.add_argument("--seed", metavar="N", type=seed, help="of all chance (else a new one)")
    demo.add_argument(
        "--pace", metavar="S", type=seconds, help="seconds between two lines (else few, none if piped)"
    )
    demo.add_argument("--light", metavar="DECK", help="light deck: the name of a shipped one, or a TOML file")
    demo.add_argument("--dark", metavar="DECK", help="dark deck")
    demo.add_argument(
        "--strategy", metavar="NAME", default="strong", help="who plays the light side (else strong)"
    )
    demo.add_argument(
        "--opponent", metavar="NAME", default="strong", help="who plays the dark side (else strong)"
    )
    demo.add_argument(
        "--record",
        metavar="DIR",
        type=optional_path,
        default=Path("journals"),
        help='folder of the journals, one a player (else journals); "" for none',
    )
    demo.set_defaults(module="gemp_bot.cli.demo")


def add_selfplay(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`selfplay`."""
    selfplay = command(
        commands,
        "selfplay",
        "play many games without a server",
        _SELFPLAY,
        end=_SELFPLAY_END,
        parents=parents,
        codes=manual.CONFIG_EXIT_CODES,
    )
    selfplay.add_argument("--games", metavar="N", type=count, default=2, help="how many; even (else 2)")
    selfplay.add_argument("--strategy", metavar="A", default="strong", help="who is counted (else strong)")
    selfplay.add_argument("--opponent", metavar="B", default="strong", help="against whom (else strong)")
    selfplay.add_argument(
        "--deck", metavar="D", action=_OneDeck, help="deck of the first game of a pair: a name, or a file"
    )
    selfplay.add_argument("--opponent-deck", metavar="D", help="deck of the other side of the Force")
    selfplay.add_argument(
        "--decks", metavar="DIR", type=path, help="folder of more decks, which meet beside those shipped"
    )
    selfplay.add_argument("--seed", metavar="N", type=seed, default=1, help="of all chance (else 1)")
    selfplay.add_argument(
        "--sprt", metavar=("ELO0", "ELO1"), nargs=2, type=elo, help="stop as soon as it is clear: 0 50"
    )
    where = selfplay.add_mutually_exclusive_group()
    where.add_argument("--workers", metavar="W", type=count, default=1, help="processes that play (else 1)")
    where.add_argument("--cluster", metavar="ADDRESS", help="scheduler of a Dask cluster that plays")
    selfplay.add_argument("--out", metavar="FILE", type=path, help="one line a game; a run goes on there")
    selfplay.add_argument(
        "--record", metavar="DIR", type=path, help="folder for a journal of each game, the side of A"
    )
    selfplay.set_defaults(module="gemp_bot.cli.selfplay")
