"""The parser of the command line, made of the declarations; only the command that is named is loaded."""

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NoReturn, cast

from gemp_bot.cli.exits import USAGE

if TYPE_CHECKING:
    from gemp_bot.cli.command import Arg, Args, Command, CommandGroup

WIDTH: Final = 80
"""Columns of all help: texts are broken by hand, options and usage by argparse."""

COMMANDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "demo": "play a game of two bots and tell it",
        "sandbox": "a server of your own, with a page to play against it",
        "play": "play games on a server",
        "serve": "play as a service; ask or steer one that runs",
        "watch": "the tables of the hall, and a running game of others",
        "dashboard": "look at games in a browser",
        "doctor": "check everything a game needs",
        "report": "tell recorded games: as stories, pages or tables",
        "replay": "re-live recorded games",
        "decide": "ask a strategy, or two, at recorded questions",
        "selfplay": "play many games without a server",
        "arena": "measure how strong a player is",
        "lab": "measure a deck and each of its cards",
        "cards": "the facts of the cards",
        "decks": "list, show and change decks of an account",
        "strategy": "strategies as files",
        "history": "the games that were played",
    }
)
"""The commands at the top: each is declared in the module of its name."""

RENAMED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "config check": "gemp-bot doctor --offline",
        "tables": "gemp-bot watch",
        "diff": "gemp-bot decide GAME --strategy A --against B",
        "replay --decide": "gemp-bot decide",
        "export": "gemp-bot report --format csv",
        "story": "gemp-bot report",
        "ctl": "gemp-bot serve status|games|drain|resume|reload",
        "journal share": "gemp-bot history share",
        "history fetch": "gemp-bot history import",
        "decks list": "gemp-bot decks show",
        "sandbox rules": "gemp-bot sandbox --rules",
        "sandbox compare": "python -m tools.wire",
        "completion": "gemp-bot --completion SHELL",
        "cards build": "python -m tools.cards build",
        "cards stats": "python -m tools.cards stats",
        "positions": "python -m tools.positions",
        "prompts": "python -m tools.prompts",
        "rules": "python -m tools.rules",
        "strategy reference": "python -m tools.pages strategy",
        "tune": "python -m tools.tune",
    }
)
"""Names of version 0.2, which are told until the version after the next."""

SHELLS: Final = ("bash", "zsh", "fish", "powershell", "tcsh")

EXIT_CODES: Final = """\
exit codes:
    0  done
    1  it failed; one line on stderr says why
    2  wrong usage
    3  wrong configuration, strategy or deck, or a server that is not allowed
    4  the server, or our own policy, does not let the account in
  130  interrupted (Ctrl-C)"""

_ABOUT = """\
An asyncio bot for the Star Wars Customizable Card Game on GEMP servers.

It logs in, follows the hall and a game, records every exchange, re-lives
recorded games, and plays whole games."""
_END = f"""\
examples:
  gemp-bot demo
  gemp-bot doctor --server http://127.0.0.1:17001 --user mybot
  gemp-bot --completion bash > gemp-bot.bash

configuration:
  config.example.toml lists every key. The command line outranks variables such
  as GEMP_BOT_SERVER__URL, these outrank the file, and the file the defaults.

passwords:
  never on the command line. --password-file FILE, else
  $CREDENTIALS_DIRECTORY/password, else the variable GEMP_BOT_PASSWORD, else a
  prompt.

{EXIT_CODES}

`gemp-bot COMMAND --help` tells more about a command."""

_PASSWORD = re.compile(r"-p|--(?!password-file(?:=|$))(?:pass|pwd|pw)", re.IGNORECASE)
"""An option by which someone gives a password; we have none."""


class _Help(argparse.RawDescriptionHelpFormatter):
    """Keeps the line breaks of the texts, and breaks everything else where they do."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=WIDTH)


class Parser(argparse.ArgumentParser):
    """One line for wrong usage, which never shows a password, and help that keeps its line breaks."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_Help, allow_abbrev=False, **options)

    # argparse calls it for each command with the words that follow its name.
    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse all words: a command refuses unknown ones itself, so that its own help is named."""
        words = sys.argv[1:] if args is None else list(args)
        self._refuse_passwords(words)
        found, unknown = super().parse_known_args(words, namespace)
        if unknown:
            # What follows an option we do not know may be anything, also a secret.
            first = unknown[0]
            if first.startswith("-"):
                option = first.partition("=")[0] if first.startswith("--") else first[:2]
                self.error(f"there is no option {option}")
            self.error(f"unexpected argument: {first}")
        return found, unknown

    def print_help(self, file: Any = None) -> None:
        """Print the help like every result; argparse would pass over a full disk."""
        from gemp_bot.cli.output import Output

        out = Output(stdout=file)
        for line in self.format_help().splitlines():
            out.line(line)

    def _refuse_passwords(self, words: Sequence[str]) -> None:
        """Refuse `--password X` before anything of it is shown; a command looks at its own words."""
        for word in words:
            if word == "--" or (self._subparsers is not None and not word.startswith("-")):
                return
            if _PASSWORD.match(word):
                self.error(
                    "a password is never given on the command line: put it into a file (chmod 600) and "
                    "use --password-file FILE"
                )

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Say of a word that is none of the known ones which may be meant."""
        if action.choices is not None and value not in action.choices:
            from gemp_bot.files.problems import meant, shown

            raise argparse.ArgumentError(action, f"no {shown(value)}: {meant(str(value), action.choices)}")

    def error(self, message: str) -> NoReturn:
        """Leave with the exit code of wrong usage."""
        from gemp_bot.terminal import plain

        self.exit(USAGE, f"gemp-bot: {plain(message)} (see: {self.prog} --help)\n")


class _Told(argparse.Action):
    """An option that prints something and ends: looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, _: object, values: Any, *_rest: object) -> NoReturn:
        from gemp_bot.cli.output import Output
        from gemp_bot.cli.version import version_line

        for line in (version_line() if self.nargs == 0 else completion(values)).splitlines():
            Output().line(line)
        parser.exit()


class _Once(argparse.Action):
    """An option that is given once: another one would silently take its place."""

    def __init__(self, *args: Any, again: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self._again = again

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: Any = None
    ) -> None:
        if getattr(namespace, self.dest) is not None:
            parser.error(f"{option}: {self._again}")
        setattr(namespace, self.dest, values)


def declared(name: str) -> "Command | CommandGroup":
    """A command at the top; its module is loaded."""
    found: Command | CommandGroup = import_module(f"gemp_bot.cli.{name}").COMMAND
    return found


def parse(
    words: Sequence[str] | None, only: "tuple[str, Command | CommandGroup] | None" = None
) -> "tuple[Command, Args]":
    """Read a command line.

    Raises:
        SystemExit: the help or the version was asked for, or something was wrong and is told.
    """
    typed = sys.argv[1:] if words is None else list(words)
    if only is not None:
        parser = Parser(prog=only[0], description=only[1].about, epilog=_epilog(only[1]))
        _fill(parser, only[1])
    else:
        _refuse_renamed(typed)
        parser = build_parser(next((word for word in typed if not word.startswith("-")), ""))
    found = parser.parse_args(typed)
    told: Command = found.declared
    from dataclasses import fields

    names = [field.name for field in fields(cast("Any", told.args))]
    return told, told.args(**{name: getattr(found, name) for name in names})


def build_parser(wanted: str | None = None) -> Parser:
    """The parser of the whole command line, with the arguments of one command; None: of all."""
    parser = Parser(prog="gemp-bot", description=_ABOUT, epilog=_END)
    parser.add_argument("--version", action=_Told, nargs=0, help="print version and revision")
    parser.add_argument(
        "--completion", action=_Told, metavar="SHELL", choices=SHELLS,
        help=f"print a script that lets a shell complete: {', '.join(SHELLS)}",
    )  # fmt: skip
    commands = _below(parser)
    for name, summary in COMMANDS.items():
        if wanted is None or wanted == name:
            found = declared(name)
            below = commands.add_parser(name, help=summary, description=found.about, epilog=_epilog(found))
            _fill(below, found)
        else:
            commands.add_parser(name, help=summary, add_help=False)
    return parser


def _below(parser: argparse.ArgumentParser) -> Any:
    """Make room for commands below a parser."""
    return parser.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", required=True, parser_class=Parser
    )


def _epilog(found: "Command | CommandGroup") -> str:
    from gemp_bot.cli.command import CommandGroup

    if isinstance(found, CommandGroup):
        examples = [line for each in found.commands.values() for line in each.examples.splitlines()]
        return "examples:\n" + "\n".join(dict.fromkeys(examples)) + f"\n\n{EXIT_CODES}"
    more = f"\n{found.exits}" if found.exits else ""
    return f"examples:\n{found.examples}\n\n{EXIT_CODES}{more}"


def _fill(parser: argparse.ArgumentParser, found: "Command | CommandGroup") -> None:
    """Give a parser the arguments of a command, or the commands of a group."""
    from gemp_bot.cli.command import CommandGroup

    if isinstance(found, CommandGroup):
        commands = _below(parser)
        for name, each in found.commands.items():
            _fill(
                commands.add_parser(name, help=each.summary, description=each.about, epilog=_epilog(each)),
                each,
            )
        return
    parser.set_defaults(declared=found)
    places: dict[str, Any] = {"": parser}
    for name, arg, options in arguments(found):
        key = arg.exclusive or arg.group
        if key not in places:
            places[key] = (
                parser.add_mutually_exclusive_group()
                if arg.exclusive
                else parser.add_argument_group(arg.group)
            )
        if arg.names:
            options["dest"] = name
        places[key].add_argument(*(arg.names or [name]), help=arg.help.replace("%", "%%"), **options)


def arguments(found: "Command") -> "Iterator[tuple[str, Arg, dict[str, Any]]]":
    """The arguments of a command: name, what it is, and what argparse is told of it."""
    from dataclasses import fields
    from inspect import get_annotations
    from typing import get_type_hints

    from gemp_bot.cli.command import Arg, optional_path, path

    hints = get_type_hints(found.args)
    places = [name for each in found.args.__mro__ for name in get_annotations(each)]
    for field in sorted(
        fields(cast("Any", found.args)), key=lambda one: places.index(one.name)
    ):  # its own ones first
        arg: Arg = field.metadata[Arg]
        text, default = str(hints[field.name]), field.default
        required = default is None and "None" not in text
        if text.startswith(("bool", "<class 'bool'")):
            action = "store_false" if arg.names[-1].startswith("--no-") else "store_true"
            yield field.name, arg, {"action": action, "default": False if required else default}
            continue
        options: dict[str, Any] = {} if required else {"default": default}
        several, metavars = text.startswith("list"), arg.metavars
        convert = arg.of or (optional_path if "Path | str" in text else path if "Path" in text else None)
        options |= {"type": convert} if convert is not None else {}
        options |= {"choices": arg.choices} if arg.choices else {}
        if several and not required and default is not None:
            options["default"] = list(cast("Sequence[Any]", default))
        options["metavar"] = metavars[0] if len(metavars) == 1 else tuple(metavars)
        if len(metavars) > 1:
            options["nargs"] = len(metavars)
        if several and (not arg.names or arg.usage.endswith("...")):
            options["nargs"] = "+" if required or arg.names else "*"
        elif several:
            options["action"] = "append"
        elif not arg.names and not required:
            options["nargs"] = "?"
        if arg.names and required:
            options["required"] = True
        if arg.once:
            options["action"] = partial(_Once, again=arg.once)
        yield field.name, arg, options


def _refuse_renamed(words: Sequence[str]) -> None:
    """Name the new name of a command that was renamed."""
    for old, new in RENAMED.items():
        first, *rest = old.split()
        if words[:1] == [first] and all(
            word in words[1:] if word.startswith("-") else words[1:2] == [word] for word in rest
        ):
            sys.stderr.write(f"gemp-bot: `{old}` is now: {new}\n")
            raise SystemExit(USAGE)


def completion(shell: str) -> str:
    """The script that lets a shell complete commands, options and file names."""
    import shtab

    from gemp_bot.cli.command import game, optional_path, path

    def mark(parser: argparse.ArgumentParser) -> None:
        for action in parser._actions:  # noqa: SLF001 - argparse has no public name for it
            if action.type in (path, optional_path, game):
                action.complete = shtab.DIRECTORY if action.metavar == "DIR" else shtab.FILE  # type: ignore[attr-defined]
            if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
                for below in action.choices.values():
                    mark(below)

    parser = build_parser()
    mark(parser)
    return shtab.complete(parser, shell=shell)
