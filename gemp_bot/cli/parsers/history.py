"""Commands about the history of games: `history`, `journal`, with their words."""

import argparse
from datetime import UTC, datetime

from gemp_bot.cli import manual
from gemp_bot.cli.parsers.base import Commands, command, verbs_of
from gemp_bot.cli.parsers.values import count_or_endless, path

_GROUPINGS = ("opponent", "deck", "matchup", "strategy", "format", "month")


def add_history(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`history ...`.

    Args:
        commands: where it is added.
        parents: options every verb has: those of a server, `--json`.
    """
    codes, end = manual.CONFIG_EXIT_CODES, manual.HISTORY_END
    verbs = verbs_of(
        command(commands, "history", "the games that were played", manual.HISTORY, end=end, codes=codes)
    )

    def verb(name: str, summary: str, description: str, codes: str = codes) -> argparse.ArgumentParser:
        added = command(verbs, name, summary, description, end=end, parents=parents, codes=codes)
        added.set_defaults(module="gemp_bot.cli.history", verb=name)
        added.add_argument("--history", metavar="FILE", type=path, help="the history (else history.file)")
        return added

    def journals(added: argparse.ArgumentParser) -> None:
        added.add_argument(
            "--journals", metavar="DIR", type=path, help="folder of the journals (else journal.directory)"
        )

    def which(added: argparse.ArgumentParser) -> None:
        added.add_argument("--opponent", metavar="PLAYER", help="only games with this player")
        added.add_argument(
            "--since", metavar="DATE", type=moment, help="only games from this day on, YYYY-MM-DD, UTC"
        )

    verb("import", "take in journals of before", manual.HISTORY_IMPORT).add_argument(
        "folder", metavar="DIR", type=path, help="a folder of journals"
    )
    games = verb("games", "list games", manual.HISTORY_GAMES)
    games.add_argument(
        "--limit", metavar="N", type=count_or_endless, default=20, help="at most so many (else 20); 0: all"
    )
    which(games)
    stats = verb("stats", "count games won and lost", manual.HISTORY_STATS)
    stats.add_argument(
        "--by",
        metavar="WHAT",
        choices=_GROUPINGS,
        help=f"a line for each of them: {', '.join(_GROUPINGS)} (else one for all)",
    )
    which(stats)
    forget = verb("forget", "forget a person", manual.HISTORY_FORGET)
    forget.add_argument("player", metavar="PLAYER", help="login name")
    journals(forget)
    fetch = verb("fetch", "take our games from the server", manual.HISTORY_FETCH, codes=manual.EXIT_CODES)
    journals(fetch)
    prune = verb("prune", "remove what is old", manual.HISTORY_PRUNE)
    journals(prune)
    # With one of them the other is 0, whatever the configuration says: what is removed is what was typed.
    for what in ("games", "journals"):
        prune.add_argument(
            f"--keep-{what}",
            metavar="DAYS",
            type=count_or_endless,
            help=f"days {what} are kept; 0: for ever",
        )


def add_journal(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`journal share`."""
    codes, end = manual.CONFIG_EXIT_CODES, manual.JOURNAL_END
    verbs = verbs_of(command(commands, "journal", "recorded games", manual.JOURNAL, end=end, codes=codes))
    share = command(
        verbs,
        "share",
        "copy a journal for others",
        manual.JOURNAL_SHARE,
        end=end,
        parents=parents,
        codes=codes,
    )
    share.set_defaults(module="gemp_bot.cli.journal")
    share.add_argument("file", metavar="FILE", type=path, help="a journal")
    share.add_argument(
        "--out", metavar="FILE", type=path, help="the copy (else shared-FILE in the current folder)"
    )


def moment(text: str) -> float:
    """The beginning of a day, in seconds since 1970."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no day: YYYY-MM-DD") from None
