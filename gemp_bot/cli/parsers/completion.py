"""The command `completion`."""

import argparse

from gemp_bot.cli import manual
from gemp_bot.cli.parsers.base import Commands, command

SHELLS = ("bash", "zsh", "fish", "powershell", "tcsh")

_COMPLETION = """\
Print a script that lets a shell complete commands, options and file names. It
lists what this version has: make it anew after an upgrade."""
_COMPLETION_END = """\
examples:
  eval "$(gemp-bot completion bash)"
  gemp-bot completion zsh > ~/.zfunc/_gemp-bot
  gemp-bot completion fish > ~/.config/fish/completions/gemp-bot.fish"""


def add_completion(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`completion`."""
    completion = command(
        commands,
        "completion",
        "a script that lets a shell complete",
        _COMPLETION,
        end=_COMPLETION_END,
        parents=parents,
        codes=manual.LOCAL_EXIT_CODES,
    )
    completion.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))
    completion.set_defaults(module="gemp_bot.cli.completion")
