"""`gemp-bot completion SHELL`: the script that lets a shell complete commands, options and file names."""

import argparse
from collections.abc import Iterator
from typing import Any

import shtab

from gemp_bot.cli.exits import OK
from gemp_bot.cli.output import Output
from gemp_bot.cli.parser import build_parser
from gemp_bot.cli.parsers.values import optional_path, path, path_or_game

_PATHS = (path, optional_path, path_or_game)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    out = Output(as_json=args.json)
    script = completion(args.shell)
    for line in script.splitlines():
        out.line(line)
    out.json({"shell": args.shell, "script": script})
    return OK


def completion(shell: str) -> str:
    """The script for one of the shells of `parsers.completion`."""
    parser = build_parser()
    for action in _actions(parser):
        if action.type in _PATHS:
            action.complete = shtab.DIRECTORY if action.metavar == "DIR" else shtab.FILE
    return shtab.complete(parser, shell=shell)


def _actions(parser: argparse.ArgumentParser) -> Iterator[Any]:
    for action in parser._actions:  # noqa: SLF001 - argparse has no public name for it
        yield action
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for below in action.choices.values():
                yield from _actions(below)
