"""Commands about positions: `positions`, with its words."""

import argparse

from gemp_bot.cli.parsers.base import Commands, command, verbs_of
from gemp_bot.cli.parsers.values import count, path

_POSITIONS = """\
Check what a strategy does at one question of a recorded game: what a good
player must do there, or must not. docs/positions.md tells how to write one."""
_CHECK = """\
Re-live the recorded game of each position up to its question, the strategy
deciding all the way, and tell what it does there. One line a position:

  OK      it does what it must
  BROKEN  it does not: its answer, its reasons, and what else it weighed
  KNOWN   the same, but the file says that and why it is not kept yet"""
_CUT = """\
Write a recorded game up to a question into a new file, small and without names
of people, as the journal of a position."""
_END = """\
examples:
  gemp-bot positions check tests/positions/*.toml
  gemp-bot positions check triple-damage.toml --strategy ./mine.toml
  gemp-bot positions cut journals/lost.jsonl.gz 109 triple-damage.jsonl.gz"""
_CODES = """\
exit codes:
    0  done; all are kept, but for known ones
    1  one is broken, or a journal cannot be read
    2  wrong usage
    3  a position file is wrong, or there is no such strategy
  130  interrupted (Ctrl-C)"""


def add_positions(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`positions ...`: its options. Nothing is loaded for it.

    Args:
        commands: where it is added.
        parents: options every verb has: `--json`.
    """
    summary = "what a strategy does in given positions"
    verbs = verbs_of(command(commands, "positions", summary, _POSITIONS, end=_END, codes=_CODES))
    check = command(
        verbs, "check", "tell which positions are kept", _CHECK, end=_END, parents=parents, codes=_CODES
    )
    check.set_defaults(module="gemp_bot.cli.positions", verb="check")
    check.add_argument("files", metavar="FILE", nargs="+", type=path, help="a position")
    check.add_argument("--strategy", metavar="NAME", help="a strategy (else the one each file names)")
    cut = command(verbs, "cut", "cut a journal for a position", _CUT, end=_END, parents=parents, codes=_CODES)
    cut.set_defaults(module="gemp_bot.cli.positions", verb="cut")
    cut.add_argument("journal", metavar="JOURNAL", type=path, help="a recorded game")
    cut.add_argument("question", metavar="N", type=count, help="number of the last question to keep")
    cut.add_argument("target", metavar="FILE", type=path, help="the new file, .jsonl.gz")
