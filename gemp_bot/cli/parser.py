"""The command line as argparse sees it: every command, every option. No command is loaded here."""

import argparse
import re
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from gemp_bot.cli import manual
from gemp_bot.cli.exits import USAGE

VERSUS = ("ai:RANDO", "ai:ADVANCED", "ai:BEGINNER", "table", "join:PLAYER")


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

    def error(self, message: str) -> NoReturn:
        """Leave with the exit code of wrong usage."""
        from gemp_bot.terminal import plain

        self.exit(USAGE, f"gemp-bot: {plain(message)} (see: {self.prog} --help)\n")


class _Version(argparse.Action):
    """Looks the revision up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_rest: object) -> NoReturn:
        from gemp_bot.cli.output import Output
        from gemp_bot.cli.version import version_line

        Output().line(version_line())
        parser.exit()


def build_parser() -> argparse.ArgumentParser:
    """The whole command line; what is parsed has `module`, the name of the module to run."""
    parser = Parser(prog="gemp-bot", description=manual.PROGRAM, epilog=manual.PROGRAM_END)
    parser.add_argument("--version", action=_Version, nargs=0, help="print version and revision")
    commands = _commands(parser)
    server, as_json = _server_options(), _json_option()

    replay = _command(
        commands,
        "replay",
        "re-live recorded games",
        manual.REPLAY,
        end=manual.REPLAY_END,
        parents=[as_json],
        codes=manual.LOCAL_EXIT_CODES,
    )
    replay.add_argument(
        "files", metavar="FILE", nargs="+", type=Path, help="a recording, .jsonl or .jsonl.gz"
    )
    replay.add_argument(
        "--strict",
        action="store_true",
        help="exit 1 on an unknown event, a snapshot mismatch, an answer our judgement and the server's "
        "differ about, or a double answer, and name the first; an answer both call illegal is counted as "
        "refused and is no fault",
    )
    replay.add_argument(
        "--board", action="store_true", help="print the board and the question at every choice"
    )
    replay.add_argument(
        "--at", metavar="N", type=_count, help="print the board at question N, counted from 1"
    )
    replay.add_argument(
        "--decide",
        action="store_true",
        help="ask a strategy at every question, and show where it would have answered differently",
    )
    replay.add_argument(
        "--strategy", metavar="NAME", help="the strategy to ask (else the one the journal names)"
    )
    replay.add_argument("--seed", metavar="N", type=_seed, help="its seed (else the one of the journal)")
    replay.set_defaults(module="gemp_bot.cli.replay")

    local = partial(_command, codes=manual.LOCAL_EXIT_CODES)
    verbs = _commands(local(commands, "prompts", "the catalogue of the server's texts", manual.PROMPTS))
    coverage = local(
        verbs,
        "coverage",
        "how much of the texts is understood",
        manual.COVERAGE,
        end=manual.COVERAGE_END,
        parents=[as_json],
    )
    coverage.add_argument("files", metavar="FILE", nargs="+", type=Path, help="a recording")
    coverage.set_defaults(module="gemp_bot.cli.prompts")

    verbs = _commands(local(commands, "rules", "the rulebook, as far as we know it", manual.RULES))
    coverage = local(
        verbs,
        "coverage",
        "which function decides which rule",
        manual.RULE_COVERAGE,
        end=manual.RULE_COVERAGE_END,
        parents=[as_json],
    )
    coverage.add_argument("--markdown", action="store_true", help="print docs/rules.md")
    coverage.add_argument("--tests", metavar="DIR", type=Path, help="where the tests are (else tests/rules)")
    coverage.set_defaults(module="gemp_bot.cli.rules")

    tables = _command(
        commands,
        "tables",
        "list the tables of the hall",
        manual.TABLES,
        end=manual.TABLES_END,
        parents=[server, as_json],
    )
    tables.set_defaults(module="gemp_bot.cli.tables")

    _add_decks(commands, [server, as_json])
    _add_cards(commands, as_json)

    doctor = _command(
        commands,
        "doctor",
        "check everything a game needs",
        manual.DOCTOR,
        end=manual.DOCTOR_END,
        parents=[server, as_json],
        codes=manual.DOCTOR_EXIT_CODES,
    )
    doctor.set_defaults(module="gemp_bot.cli.doctor")

    config = _command(
        commands, "config", "look at the configuration", manual.CONFIG, codes=manual.CONFIG_EXIT_CODES
    )
    check = _command(
        _commands(config),
        "check",
        "tell what holds, or what is wrong",
        manual.CONFIG_CHECK,
        end=manual.CONFIG_CHECK_END,
        parents=[server, as_json],
        codes=manual.CONFIG_EXIT_CODES,
    )
    check.set_defaults(module="gemp_bot.cli.config")

    _add_play(commands, [server, as_json])
    return parser


_Commands = argparse._SubParsersAction  # noqa: SLF001  (argparse has no public name for it)


def _commands(parser: argparse.ArgumentParser) -> "_Commands[argparse.ArgumentParser]":
    return parser.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", required=True, parser_class=Parser
    )


def _command(
    commands: "_Commands[argparse.ArgumentParser]",
    name: str,
    summary: str,
    description: str,
    *,
    end: str = "",
    parents: list[argparse.ArgumentParser] | None = None,
    codes: str = manual.EXIT_CODES,
) -> argparse.ArgumentParser:
    epilog = "\n\n".join(part for part in (end, codes) if part)
    return commands.add_parser(
        name, help=summary, description=description, epilog=epilog, parents=parents or []
    )


def _server_options() -> argparse.ArgumentParser:
    parent = Parser(add_help=False)
    group = parent.add_argument_group("server and account")
    group.add_argument(
        "--config", metavar="FILE", type=Path, help="configuration (else config.toml, if it is there)"
    )
    group.add_argument("--server", metavar="URL", help="address of the server, or of its API")
    group.add_argument("--user", metavar="NAME", help="login name")
    group.add_argument(
        "--password-file",
        metavar="FILE",
        type=_optional_path,
        help='file with the password; "" for none (else GEMP_BOT_PASSWORD, else a prompt)',
    )
    return parent


def _json_option() -> argparse.ArgumentParser:
    parent = Parser(add_help=False)
    parent.add_argument("--json", action="store_true", help="print one JSON object, the last line of stdout")
    return parent


def _add_decks(
    commands: "_Commands[argparse.ArgumentParser]", parents: list[argparse.ArgumentParser]
) -> None:
    decks = _command(commands, "decks", "list, show and change decks", manual.DECKS, end=manual.DECKS_END)
    verbs = _commands(decks)

    def verb(name: str, summary: str, description: str) -> argparse.ArgumentParser:
        added = _command(verbs, name, summary, description, end=manual.DECKS_END, parents=parents)
        added.set_defaults(module="gemp_bot.cli.decks", verb=name)
        return added

    def library(added: argparse.ArgumentParser) -> None:
        added.add_argument("--library", action="store_true", help="the server's library instead of our decks")

    library(verb("list", "list the decks", manual.DECK_LIST))
    show = verb("show", "show the cards of a deck", manual.DECK_SHOW)
    show.add_argument("name", metavar="NAME", help="name of the deck")
    library(show)
    save = verb("save", "save a deck from a file", manual.DECK_SAVE)
    save.add_argument("name", metavar="NAME", help="name of the deck")
    save.add_argument("file", metavar="FILE", type=Path, help="the deck as a text")
    rename = verb("rename", "give a deck another name", manual.DECK_RENAME)
    rename.add_argument("name", metavar="OLD", help="name of the deck")
    rename.add_argument("new_name", metavar="NEW", help="its new name")
    delete = verb("delete", "delete a deck", manual.DECK_DELETE)
    delete.add_argument("name", metavar="NAME", help="exact name of the deck")
    validate = verb("validate", "tell in which formats a deck is legal", manual.DECK_VALIDATE)
    which = validate.add_mutually_exclusive_group(required=True)
    which.add_argument("name", metavar="NAME", nargs="?", help="name of the deck")
    which.add_argument("--file", metavar="FILE", type=Path, help="a deck as a text, which is not saved")
    library(validate)
    validate.add_argument("--format", metavar="CODE", help="only this format, by its code or its name")


def _add_cards(commands: "_Commands[argparse.ArgumentParser]", as_json: argparse.ArgumentParser) -> None:
    codes = manual.LOCAL_EXIT_CODES
    cards = _command(
        commands, "cards", "the facts of the cards", manual.CARDS, end=manual.CARDS_END, codes=codes
    )
    verbs = _commands(cards)

    def verb(
        name: str, summary: str, description: str, end: str = manual.CARDS_END
    ) -> argparse.ArgumentParser:
        added = _command(verbs, name, summary, description, end=end, parents=[as_json], codes=codes)
        added.set_defaults(module="gemp_bot.cli.cards", verb=name)
        return added

    def index(added: argparse.ArgumentParser) -> None:
        added.add_argument(
            "--index", metavar="FILE", type=Path, help="an index of your own (else the one that is shipped)"
        )

    show = verb("show", "show a card", manual.CARD_SHOW)
    show.add_argument("name", metavar="NAME|ID", help="title, nickname or blueprint id")
    index(show)
    search = verb("search", "find cards by words", manual.CARD_SEARCH)
    search.add_argument("words", metavar="WORD", nargs="*", help="part of a title or of any word of a card")
    search.add_argument("--side", choices=("dark", "light"), help="only cards of this side of the Force")
    search.add_argument("--type", metavar="TYPE", help="only cards of this type or subtype")
    search.add_argument("--icon", metavar="ICON", help="only cards with this icon")
    search.add_argument("--set", metavar="SET", help="only cards of this set: number, name or short name")
    index(search)
    index(verb("stats", "count cards and understood texts", manual.CARD_STATS))
    build = verb("build", "make an index from card data", manual.CARD_BUILD, manual.CARD_BUILD_END)
    build.add_argument(
        "--from", metavar="DIR", dest="folder", type=Path, required=True, help="the folder of card data"
    )
    build.add_argument("--out", metavar="FILE", type=Path, required=True, help="the index to write")


def _add_play(commands: "_Commands[argparse.ArgumentParser]", parents: list[argparse.ArgumentParser]) -> None:
    play = _command(
        commands,
        "play",
        "play games on a server",
        manual.PLAY,
        end=manual.PLAY_END,
        parents=parents,
    )
    group = play.add_argument_group("the games")
    group.add_argument("--format", metavar="CODE", help="code of the format")
    group.add_argument("--deck", metavar="NAME", help="name of our deck")
    group.add_argument("--library", action="store_true", default=None, help="our deck is one of the library")
    group.add_argument("--versus", metavar="WHO", type=_versus, help=", ".join(VERSUS))
    group.add_argument("--private", metavar="PLAYER", help="only this player may join our table")
    group.add_argument(
        "--opponent-deck", metavar="NAME", help="name of the AI's deck, of the other side of the Force"
    )
    group.add_argument(
        "--opponent-own",
        action="store_true",
        default=None,
        help="the AI's deck is one of ours, not of the library",
    )
    group.add_argument("--games", metavar="N", type=_count, help="how many games")
    group.add_argument("--parallel", metavar="K", type=_count, help="at most so many games at once")
    group.add_argument("--wait", metavar="S", type=_seconds, help="seconds to wait for an opponent")
    group.add_argument(
        "--no-resume",
        dest="resume",
        action="store_false",
        default=None,
        help="leave running games of the account alone, instead of playing them first",
    )
    group.add_argument("--strategy", metavar="NAME", help="who chooses our answers")
    group.add_argument("--seed", metavar="N", type=_seed, help="seed of our randomness (else a new one)")
    group.add_argument(
        "--record",
        metavar="DIR",
        type=_optional_path,
        help='folder for the journal of the game; "" records nothing',
    )
    play.set_defaults(module="gemp_bot.cli.play")


def _optional_path(text: str) -> Path | str:
    """A path; the empty text is "none", as in the configuration."""
    return Path(text) if text else ""


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) >= 1):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 86_400:  # noqa: PLR2004 - a day
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds from 0 to 86400")
    return value


def _versus(text: str) -> str:
    if text not in VERSUS[:-1] and not (text.startswith("join:") and text != "join:"):
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(VERSUS)}")
    return text


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) < 2**63):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0 to {2**63 - 1}")
    return int(text)
