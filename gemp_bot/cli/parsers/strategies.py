"""Commands about strategies: `strategy`, with its words."""

import argparse

from gemp_bot.cli import manual
from gemp_bot.cli.parsers.base import Commands, command, verbs_of
from gemp_bot.cli.parsers.values import path

_STRATEGY = """\
List strategies, start one of your own as a TOML file, and check such files.
docs/write-a-strategy.md takes you from nothing to a measured strategy."""
_LIST = """\
List all strategies: those of the program, those that are files, and those that
installed packages offer. What cannot be used is listed too, with the reason."""
_NEW = """\
Write a commented file that extends another strategy, and changes nothing yet."""
_CHECK = """\
Load strategies, by file or by name, and list everything that is wrong, one line
each, as FILE:LINE: what is wrong and what would be right. Plug-ins are asked
questions of a game in the box, for a second or two. With --try a file plays
two games in the box: how often each of its steps and principles decided, which
never did, and which expression had no answer. Steps for certain cards fit only
with a deck that holds them: name it with --deck."""
_REFERENCE = """\
Print every word a strategy file may hold, as Markdown: keys, weights, search,
capabilities, facts, kinds of questions."""
_END = """\
examples:
  gemp-bot strategy new cautious
  gemp-bot strategy check cautious.toml --try
  gemp-bot strategy list --folder ."""


def add_strategy(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`strategy ...`: its options. Nothing is loaded for it.

    Args:
        commands: where it is added.
        parents: options every verb has: `--json`.
    """
    codes = manual.LOCAL_EXIT_CODES
    verbs = verbs_of(command(commands, "strategy", "strategies as files", _STRATEGY, end=_END, codes=codes))

    def verb(name: str, summary: str, description: str) -> argparse.ArgumentParser:
        added = command(verbs, name, summary, description, end=_END, parents=parents, codes=codes)
        added.set_defaults(module="gemp_bot.cli.strategy", verb=name)
        return added

    def folders(added: argparse.ArgumentParser, text: str) -> None:
        added.add_argument("--folder", metavar="DIR", type=path, help=text)

    folders(verb("list", "list the strategies", _LIST), "look for files here first")
    new = verb("new", "start a strategy of your own", _NEW)
    new.add_argument("name", metavar="NAME", help="its name: small letters, digits and -")
    new.add_argument("--extends", metavar="NAME", default="strong", help="what it extends (else strong)")
    folders(new, "where to write it (else here)")
    check = verb("check", "tell what is wrong in strategy files", _CHECK)
    check.add_argument("files", metavar="FILE", nargs="+", help="a file, or the name of a strategy")
    check.add_argument("--try", dest="tried", action="store_true", help="play two games in the box with it")
    check.add_argument(
        "--deck",
        metavar="D",
        help="with --try: the deck it plays, a name or a file (else two that are shipped)",
    )
    folders(check, "look for names here first")
    verb("reference", "print every word a file may hold", _REFERENCE)
