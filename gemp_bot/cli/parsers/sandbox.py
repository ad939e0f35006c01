"""Commands of the sandbox: `sandbox`, with its words."""

import argparse

from gemp_bot.cli import manual
from gemp_bot.cli.parsers.base import Commands, Parser, command
from gemp_bot.cli.parsers.values import path, port, seed

_SANDBOX = """\
Run a server of our own that plays the game itself: a hall with tables, decks
and chat, spoken to as any GEMP server. It listens on this machine alone unless
told otherwise, keeps everything in memory, and forgets it when it ends.

Accounts: alice and bob with the password test, asdf and qwer with their names
(admins); others register. Tables against the server are played by our own
strategies: BEGINNER is easy, ADVANCED medium, RANDO strong; any other skill is
the name of a strategy. docs/sandbox.md shows a session with curl.

It runs until Ctrl-C. `gemp-bot sandbox rules` tells what of the game it plays."""
_RULES = """\
Tell plainly what the sandbox plays of the rules, what it leaves out, and how
much of the cards of its decks that concerns."""
_COMPARE = """\
Compare recordings of a real server with games of the sandbox: for each type of
event and of decision that both know, the attributes and parameters it carries.
A difference without a reason is a failure (exit code 1). The recordings
should be of several whole games: what a few events do not carry may be rare.

--markdown prints the whole document docs/sandbox-wire.md."""
_END = """\
examples:
  gemp-bot sandbox
  gemp-bot sandbox --port 17002 --seed 1 --decks mydecks --faults faults.toml
  gemp-bot play --server http://127.0.0.1:17002 --user alice --format open \\
      --deck "Rebels of Tatooine" --library --versus ai:RANDO \\
      --opponent-deck "Walkers of Hoth"
  gemp-bot sandbox rules
  gemp-bot sandbox compare --markdown journals/*.jsonl.gz"""
_RULES_END = """\
examples:
  gemp-bot sandbox rules
  gemp-bot sandbox rules --json"""
_COMPARE_END = """\
examples:
  gemp-bot sandbox compare journals/*.jsonl.gz
  gemp-bot sandbox compare --markdown fixtures/games/*.jsonl.gz"""
_CODES = """\
exit codes:
    0  done
    1  it cannot listen there: the port is in use
    2  wrong usage
    3  a deck or the file of faults is wrong
  130  interrupted (Ctrl-C)"""


def add_sandbox(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`sandbox ...`: its options. Nothing is loaded for it.

    Args:
        commands: where it is added.
        parents: options every verb has: `--json`.
    """
    box = command(
        commands, "sandbox", "a server that plays the game", _SANDBOX, end=_END, parents=parents, codes=_CODES
    )
    box.set_defaults(module="gemp_bot.cli.sandbox", verb="serve")
    box.add_argument("--port", metavar="N", type=port, default=17002, help="port (17002); 0 for any free")
    box.add_argument(
        "--host", metavar="NAME", default="127.0.0.1", help="address to listen on (else this machine alone)"
    )
    box.add_argument("--seed", metavar="N", type=seed, help="seed of all chance (else a new one)")
    box.add_argument("--faults", metavar="FILE", type=path, help="faults to happen, a TOML file")
    box.add_argument("--decks", metavar="DIR", type=path, help="folder with more decks for the library")
    verbs: Commands = box.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", parser_class=Parser
    )
    rules = command(
        verbs,
        "rules",
        "what it plays, and what it leaves out",
        _RULES,
        end=_RULES_END,
        parents=parents,
        codes=manual.LOCAL_EXIT_CODES,
    )
    rules.set_defaults(module="gemp_bot.cli.sandbox", verb="rules")
    compare = command(
        verbs,
        "compare",
        "what its wire has of a real one",
        _COMPARE,
        end=_COMPARE_END,
        parents=parents,
        codes=manual.LOCAL_EXIT_CODES,
    )
    compare.set_defaults(module="gemp_bot.cli.sandbox", verb="compare")
    compare.add_argument("files", metavar="FILE", nargs="+", type=path, help="a recording of a real server")
    compare.add_argument("--markdown", action="store_true", help="print the document docs/sandbox-wire.md")
