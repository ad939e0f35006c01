"""Commands about a server and our access to it: `tables`, `decks`, `doctor`, `config`."""

import argparse

from gemp_bot.cli import manual
from gemp_bot.cli.parsers.base import Commands, command, verbs_of
from gemp_bot.cli.parsers.values import path


def add_tables(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`tables`."""
    tables = command(
        commands,
        "tables",
        "list the tables of the hall",
        manual.TABLES,
        end=manual.TABLES_END,
        parents=parents,
    )
    tables.set_defaults(module="gemp_bot.cli.tables")


def add_watch(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`watch`."""
    watch = command(
        commands,
        "watch",
        "watch a running game of others",
        manual.WATCH,
        end=manual.WATCH_END,
        parents=parents,
    )
    watch.add_argument("game", metavar="GAME", nargs="?", help="id of a game (else they are listed)")
    watch.add_argument("--board", action="store_true", help="boards instead of the story")
    watch.add_argument(
        "--record",
        metavar="DIR",
        type=path,
        help="write a journal into this folder",
    )
    watch.add_argument("--names", action="store_true", help="with --record: the names of people as they are")
    watch.set_defaults(module="gemp_bot.cli.watch")


def add_decks(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`decks ...`."""
    decks = command(commands, "decks", "list, show and change decks", manual.DECKS, end=manual.DECKS_END)
    verbs = verbs_of(decks)

    def verb(name: str, summary: str, description: str) -> argparse.ArgumentParser:
        added = command(verbs, name, summary, description, end=manual.DECKS_END, parents=parents)
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
    save.add_argument("file", metavar="FILE", type=path, help="the deck as a text")
    rename = verb("rename", "give a deck another name", manual.DECK_RENAME)
    rename.add_argument("name", metavar="OLD", help="name of the deck")
    rename.add_argument("new_name", metavar="NEW", help="its new name")
    delete = verb("delete", "delete a deck", manual.DECK_DELETE)
    delete.add_argument("name", metavar="NAME", help="exact name of the deck")
    validate = verb("validate", "tell in which formats a deck is legal", manual.DECK_VALIDATE)
    which = validate.add_mutually_exclusive_group(required=True)
    which.add_argument("name", metavar="NAME", nargs="?", help="name of the deck")
    which.add_argument("--file", metavar="FILE", type=path, help="a deck as a text, which is not saved")
    library(validate)
    validate.add_argument("--format", metavar="CODE", help="only this format, by its code or its name")


def add_checks(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`doctor` and `config check`."""
    doctor = command(
        commands,
        "doctor",
        "check everything a game needs",
        manual.DOCTOR,
        end=manual.DOCTOR_END,
        parents=parents,
        codes=manual.DOCTOR_EXIT_CODES,
    )
    doctor.set_defaults(module="gemp_bot.cli.doctor")

    config = command(
        commands, "config", "look at the configuration", manual.CONFIG, codes=manual.CONFIG_EXIT_CODES
    )
    check = command(
        verbs_of(config),
        "check",
        "tell what holds, or what is wrong",
        manual.CONFIG_CHECK,
        end=manual.CONFIG_CHECK_END,
        parents=parents,
        codes=manual.CONFIG_EXIT_CODES,
    )
    check.set_defaults(module="gemp_bot.cli.config")
