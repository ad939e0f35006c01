"""What all commands share: the parser itself, its errors and help, and how commands are added."""

import argparse
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn, TypeAlias

from gemp_bot.cli import manual
from gemp_bot.cli.exits import USAGE
from gemp_bot.cli.parsers.values import optional_path, path

_PASSWORD = re.compile(r"-p|--(?!password-file(?:=|$))(?:pass|pwd|pw)", re.IGNORECASE)
"""An option by which someone gives a password; we have none."""


class _Help(argparse.RawDescriptionHelpFormatter):
    """Keeps the line breaks of the manual, and breaks everything else where the manual does."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=manual.WIDTH)


class Parser(argparse.ArgumentParser):
    """One line for wrong usage, which never shows a password, and help that keeps its line breaks."""

    def __init__(self, **options: object) -> None:
        options.setdefault("formatter_class", _Help)
        options.setdefault("allow_abbrev", False)
        super().__init__(**options)  # type: ignore[arg-type]

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


Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001
"""Where commands are added; argparse has no public name for it."""


def verbs_of(parser: argparse.ArgumentParser) -> Commands:
    """Make room for commands below a parser."""
    return parser.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", required=True, parser_class=Parser
    )


def command(
    commands: Commands,
    name: str,
    summary: str,
    description: str,
    *,
    end: str = "",
    parents: list[argparse.ArgumentParser] | None = None,
    codes: str = manual.EXIT_CODES,
) -> argparse.ArgumentParser:
    """Add a command with its help; `codes` tells its exit codes."""
    epilog = "\n\n".join(part for part in (end, codes) if part)
    return commands.add_parser(
        name, help=summary, description=description, epilog=epilog, parents=parents or []
    )


def server_options() -> argparse.ArgumentParser:
    """The options of every command that speaks to a server."""
    parent = Parser(add_help=False)
    group = parent.add_argument_group("server and account")
    group.add_argument(
        "--config", metavar="FILE", type=path, help="configuration (else config.toml, if it is there)"
    )
    group.add_argument("--server", metavar="URL", help="address of the server, or of its API")
    group.add_argument("--user", metavar="NAME", help="login name")
    group.add_argument(
        "--password-file",
        metavar="FILE",
        type=optional_path,
        help='file with the password; "" for none (else GEMP_BOT_PASSWORD, else a prompt)',
    )
    return parent


def json_option() -> argparse.ArgumentParser:
    """`--json`."""
    parent = Parser(add_help=False)
    parent.add_argument("--json", action="store_true", help="print one JSON object, the last line of stdout")
    return parent
