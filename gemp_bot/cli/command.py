"""How a command is declared: its arguments, its help, what runs and what its `--json` prints, in one place.

The arguments are the fields of a dataclass: the type of a field and its `Arg` give the option. The function
that runs gets them, and an `Output`; `@command` declares it. Parsers, help, completion and the pages
docs/commands.md and docs/json.md are made of that.
"""

import argparse
import math
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self, TypeAlias, dataclass_transform

import msgspec

from gemp_bot.cli.output import Output


class JsonResult(msgspec.Struct, forbid_unknown_fields=True):
    """What `--json` prints. The text of `Annotated` tells what a field is; docs/json.md shows it."""

    @classmethod
    def of(cls, value: object, **more: object) -> Self:
        """Made of `more`, and of the attributes of a value that have the names of the other fields."""
        names = cls.__struct_fields__
        return cls(**{name: more[name] if name in more else getattr(value, name) for name in names})


@dataclass(frozen=True, slots=True)
class Arg:
    """An argument of a command.

    Attributes:
        usage: `GAME`, `--seed N`, `-o, --out DIR`, `--sprt LOW HIGH`, `--against WHAT...`.
        help: what it is, for `--help`.
        of: makes the value of the word; None for the word itself, and for a path.
        choices: the words there are.
        group: heading in the help; empty for the usual one.
        exclusive: only one of those with the same text may be given.
        once: what is said where it is given again; empty where the last one counts.
    """

    usage: str
    help: str
    of: Callable[[str], object] | None = None
    choices: tuple[str, ...] = ()
    group: str = ""
    exclusive: str = ""
    once: str = ""

    @property
    def names(self) -> list[str]:
        """The option strings; none for a positional argument."""
        return [word.rstrip(",") for word in self.usage.split() if word.startswith("-")]

    @property
    def metavars(self) -> list[str]:
        """What stands for the words that follow."""
        return [word.removesuffix("...") for word in self.usage.split() if not word.startswith("-")]


def arg(
    usage: str,
    help: str,  # noqa: A002 - as argparse has it
    of: Callable[[str], object] | None = None,
    *,
    default: Any = None,
    choices: tuple[str, ...] = (),
    group: str = "",
    exclusive: str = "",
    once: str = "",
) -> Any:
    """The field of a dataclass that is an argument; see `Arg`.

    A field of `bool` is a switch, and one of `list` may be given again, or takes several words where the
    metavar ends with `...`. Any other field whose type has no None and that has no default is required.
    """
    return field(default=default, metadata={Arg: Arg(usage, help, of, choices, group, exclusive, once)})


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(arg,))
@dataclass(frozen=True, kw_only=True)
class Args:
    """The arguments of a command: a subclass is a dataclass, its fields are made by `arg`.

    The one here is that of all commands.
    """

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)

    json: bool = arg("--json", "print one JSON object, the last line of stdout")


_SERVER = "server and account"


class ServerArgs(Args):
    """The options of every command that reads the configuration of an account."""

    config: Path | None = arg(
        "--config FILE", "configuration (else config.toml, if it is there)", group=_SERVER
    )
    server: str | None = arg("--server URL", "address of the server, or of its API", group=_SERVER)
    user: str | None = arg("--user NAME", "login name", group=_SERVER)
    password_file: Path | str | None = arg(
        "--password-file FILE",
        'file with the password; "" for none (else GEMP_BOT_PASSWORD, else a prompt)',
        group=_SERVER,
    )


Run: TypeAlias = Callable[[Any, Output], int | Awaitable[int]]


@dataclass(frozen=True, slots=True)
class Command:
    """A command.

    Attributes:
        json: the struct that `--json` prints; a union where it depends on the options.
        summary: it in a few words; empty at the top, where `parser.COMMANDS` has it.
        about: the text of its help.
        examples: lines of the shell.
        exits: what its exit codes tell beside what they tell everywhere.
    """

    run: Run
    args: type[Args]
    json: Any
    summary: str
    about: str
    examples: str
    exits: str = ""


@dataclass(frozen=True, slots=True)
class CommandGroup:
    """Commands below one word."""

    about: str
    commands: Mapping[str, Command]


def command(
    *, json: Any, about: str, examples: str, summary: str = "", exits: str = ""
) -> Callable[[Run], Command]:
    """Declare a command by its function, whose first parameter is the dataclass of its arguments."""

    def declared(run: Run) -> Command:
        args = run.__annotations__["args"]
        return Command(run, args, json, summary, about.strip(), examples.strip("\n"), exits.strip())

    return declared


# -- what is typed for an option, as a value ---------------------------------------------------------


def path(text: str) -> Path:
    """A path; the empty text would be the current folder, which nobody means by it."""
    if not text:
        raise argparse.ArgumentTypeError("'' is no file and no folder")
    return Path(text)


def optional_path(text: str) -> Path | str:
    """A path; the empty text is "none", as in the configuration."""
    return Path(text) if text else ""


def game(text: str) -> str:
    """A path, or the id of a game; never empty."""
    path(text)
    return text


def _whole(text: str, least: int, most: int, what: str) -> int:
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise argparse.ArgumentTypeError(f"{text!r} is no {what}")
    return int(text)


def count(text: str) -> int:
    """A number from 1 on."""
    return _whole(text, 1, 2**63, "number from 1 on")


def count_or_endless(text: str) -> int:
    """A number from 0 on."""
    return _whole(text, 0, 2**63, "number from 0 on")


def seed_number(text: str) -> int:
    """A seed."""
    return _whole(text, 0, 2**63 - 1, f"whole number from 0 to {2**63 - 1}")


def port_number(text: str) -> int:
    """A port."""
    return _whole(text, 0, 65_535, "port: a number from 0 to 65535")


def _number(text: str, least: float, most: float, what: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not least <= value <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is no {what} from {least} to {most}")
    return value


def duration(text: str) -> float:
    """Seconds, up to a year."""
    return _number(text, 0, 31_536_000, "number of seconds")


def elo(text: str) -> float:
    """A difference in strength."""
    return _number(text, -2000, 2000, "difference in Elo")


def day(text: str) -> float:
    """The beginning of a day, in seconds since 1970."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no day: YYYY-MM-DD") from None
